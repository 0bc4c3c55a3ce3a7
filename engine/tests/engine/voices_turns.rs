//! Tests of `voices` from shot to shot: the number of shots in a turn, and the reports (V4, V8).

use crate::common::{ada, ben};
use crate::voices_common::{FLEET, act, chosen, last, mover, refuse, seat, turn};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

#[test]
fn v4_a_turn_has_as_many_shots_as_ships_were_afloat_when_the_round_began() {
    let mut play = chosen(json!({}), &[FLEET]);
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    assert_eq!(
        (turn(&play)["remaining_shots"].clone(), turn(&play)["seat"].clone()),
        (json!(5), json!(one))
    );
    // The first player sinks two ships of the second, who still fires five shots in this round.
    for cell in ["A9", "A7", "B7", "C10", "D10"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    assert_eq!(
        (turn(&play)["remaining_shots"].clone(), turn(&play)["seat"].clone()),
        (json!(5), json!(two))
    );
    for cell in ["A9", "C10", "D10", "E10", "F10"] {
        act(&mut play, two, &format!("fire {cell}"));
    }
    // In the next round each player has as many shots as ships left.
    assert_eq!(play.view(Viewer::Public)["round"], 2);
    assert_eq!(
        (turn(&play)["remaining_shots"].clone(), turn(&play)["seat"].clone()),
        (json!(4), json!(one))
    );
    for cell in ["G10", "H10", "I10", "J10"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    assert_eq!(
        (turn(&play)["remaining_shots"].clone(), turn(&play)["seat"].clone()),
        (json!(3), json!(two))
    );
    assert_eq!(refuse(&mut play, one, "fire J9").kind, RefusalKind::OutOfTurn);
}

#[test]
fn v4_a_player_who_is_sunk_before_their_turn_does_not_fire_in_the_round() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 2});
    let mut play = chosen(
        json!({"seats": 3, "fleet": fleet}),
        &[
            "submarine A1 across, submarine J1 across",
            "submarine A2 across, submarine B2 across",
            "submarine A3 across, submarine B3 across",
        ],
    );
    let first = mover(&play);
    let second = seat(first.number() % 3 + 1);
    let third = seat(second.number() % 3 + 1);
    let (a, b) = match second.number() {
        1 => ("A1", "J1"),
        2 => ("A2", "B2"),
        _ => ("A3", "B3"),
    };
    act(&mut play, first, &format!("fire {a}"));
    act(&mut play, first, &format!("fire {b}"));
    assert_eq!(mover(&play), third);
    assert_eq!(play.view(Viewer::Public)["waters"][second.index()]["living"], false);
    assert_eq!(turn(&play)["remaining_shots"], 2);
}

#[test]
fn v8_an_answer_is_hit_or_miss_or_the_class_of_the_sunk_ship() {
    let mut play = chosen(json!({}), &[FLEET]);
    let shooter = mover(&play);
    let reports: Vec<_> = ["A7", "A8", "B7", "A9"]
        .map(|cell| {
            act(&mut play, shooter, &format!("fire {cell}"));
            let answer = last(&play)["answers"][0].take();
            format!("{} {}", answer["result"], answer["sunk"])
        })
        .into();
    assert_eq!(
        reports,
        ["\"hit\" null", "\"miss\" null", "\"hit\" \"patrol\"", "\"hit\" \"submarine\""]
    );
    let other = if shooter == ada() { ben() } else { ada() };
    let waters = play.view(Viewer::Public)["waters"][other.index()].take();
    assert_eq!(waters["sunk"], json!(["patrol", "submarine"]));
    assert_eq!(waters["ships"], Value::Null);
}

#[test]
fn v8_a_cell_hit_by_another_player_before_is_a_hit_again_and_a_ship_sinks_once() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 1, "submarine": 1});
    let options = json!({"seats": 3, "fleet": fleet});
    let mut play = chosen(
        options,
        &[
            "patrol A1 across, submarine J10 across",
            "patrol C1 across, submarine J9 across",
            "patrol E1 across, submarine J8 across",
        ],
    );
    let first = mover(&play);
    let second = seat(first.number() % 3 + 1);
    let third = seat(second.number() % 3 + 1);
    let cell = ["J10", "J9", "J8"][third.index()];
    act(&mut play, first, &format!("fire {cell}"));
    act(&mut play, first, "fire H5");
    assert_eq!(play.view(Viewer::Public)["waters"][third.index()]["sunk"], json!(["submarine"]));
    act(&mut play, second, &format!("fire {cell}"));
    let answers = last(&play)["answers"].take();
    let of_third =
        answers.as_array().unwrap().iter().find(|answer| answer["seat"] == json!(third)).unwrap();
    assert_eq!((&of_third["result"], &of_third["sunk"]), (&json!("hit"), &Value::Null));
    assert_eq!(play.view(Viewer::Public)["waters"][third.index()]["sunk"], json!(["submarine"]));
}
