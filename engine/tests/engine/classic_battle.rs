//! Tests of `classic` from the first shot to the last: single shots (C4–C6) and salvos (C7–C12).

use crate::common::{Play, STANDARD, STANDARD_DOWN, VIEWERS, ada, ben, fire};
use broadside_engine::classic::MAX_REWRITES;
use broadside_engine::game::Request;
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seat, Viewer};
use serde_json::{Value, json};

fn single() -> Play {
    Play::started(json!({"first": "creator"}), STANDARD, STANDARD_DOWN)
}

fn salvo() -> Play {
    Play::started(json!({"mode": "salvo", "first": "creator"}), STANDARD, STANDARD_DOWN)
}

/// Returns the number of cells that a seat must call.
fn shots(play: &Play, seat: Seat) -> Value {
    play.legal(seat)[0]["cells"]["count"].clone()
}

/// Returns a salvo game with these ships on the smallest grid.
fn small_game(ships: Value, one: &str, two: &str) -> Play {
    let options = json!({
        "mode": "salvo", "first": "creator", "fleet": "custom", "grid": {"columns": 6, "rows": 6}, "ships": ships,
    });
    Play::started(options, one, two)
}

#[test]
fn c4_players_alternate_and_hear_hit_or_miss() {
    let mut play = single();
    assert_eq!(play.fire(ada(), "J6"), ["seat 1 fires J6: hit"]);
    assert_eq!(play.fire(ben(), "J6"), ["seat 2 fires J6: miss"]);
    assert_eq!(play.fire(ada(), "A1"), ["seat 1 fires A1: miss"]);
    let refused = play.refuse_fire(ada(), "A2");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::OutOfTurn, Some("C4")));
    assert!(refused.detail.contains("seat 2's turn"), "{}", refused.detail);
    // Both players and onlookers hear the same.
    let [one, two, public] = VIEWERS().map(|viewer| play.heard(viewer));
    assert_eq!(one, public);
    assert_eq!(two, public);
}

#[test]
fn c4_one_shot_a_turn() {
    let mut play = single();
    for cells in ["", "A1 A2"] {
        let refused = play.refuse_fire(ada(), cells);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("C4"), "actions[0].cells"));
        assert!(refused.detail.contains("exactly 1"), "{}", refused.detail);
    }
    let refused = play.refuse_action(ada(), json!({"type": "fire", "cells": ["A1"], "round": 1}));
    assert_eq!((refused.rule, refused.field.as_str()), (Some("C4"), "actions[0].round"));
}

#[test]
fn c4_the_class_is_announced_only_with_the_last_hit() {
    let mut play = single();
    let quiet = ["A10", "B10", "C10"];
    let mut answers = Vec::new();
    for (cell, idle) in ["H9", "H10", "H8"].into_iter().zip(quiet) {
        answers.extend(play.fire(ada(), cell));
        play.fire(ben(), idle);
    }
    assert_eq!(
        answers,
        ["seat 1 fires H9: hit", "seat 1 fires H10: hit", "seat 1 fires H8: hit, sunk: submarine"]
    );
    for viewer in VIEWERS() {
        assert_eq!(play.view(viewer)["waters"][1]["sunk"], json!(["submarine"]));
        assert_eq!(play.view(viewer)["waters"][1]["sinking_shots"], json!([3]));
    }
}

#[test]
fn c4_a_hit_does_not_identify_the_ship_before_it_sinks() {
    let mut play = single();
    play.fire(ada(), "H9");
    let [own, theirs, public] = VIEWERS().map(|viewer| play.view(viewer)["waters"][1].take());
    for view in [&own, &public] {
        assert_eq!(
            *view,
            json!({"seat": 2, "shots": ["H9"], "hits": ["H9"], "sunk": [], "sinking_shots": []})
        );
    }
    assert_eq!(theirs["ships"][2]["hit"], json!(["H9"]));
}

#[test]
fn c5_a_cell_is_called_once() {
    let mut play = single();
    play.fire(ada(), "J6");
    play.fire(ben(), "C5");
    let refused = play.refuse_fire(ada(), "J6");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::AgainstRule, Some("C5")));
    assert_eq!(refused.field, "actions[0].cells[0]");
    // The refusal has no effect: it is still seat 1's turn. The players call cells independently of
    // each other.
    assert!(play.game.to_move().contains(ada()));
    play.fire(ada(), "C5");
    play.fire(ben(), "J6");
}

#[test]
fn c6_after_a_hit_the_shooter_fires_again() {
    let options = json!({"first": "creator", "repeat_on_hit": true});
    let mut play = Play::started(options, STANDARD, STANDARD_DOWN);
    play.fire(ada(), "G9");
    assert_eq!(play.refuse_fire(ben(), "A1").kind, RefusalKind::OutOfTurn);
    // The same applies to a hit that sinks a ship.
    assert_eq!(play.fire(ada(), "G10"), ["seat 1 fires G10: hit, sunk: destroyer"]);
    assert!(play.game.to_move().contains(ada()));
    play.fire(ada(), "A1");
    assert!(play.game.to_move().contains(ben()) && !play.game.to_move().contains(ada()));
}

#[test]
fn c6_is_off_unless_chosen_and_refused_in_salvo() {
    let mut play = single();
    play.fire(ada(), "G9");
    assert!(play.game.to_move().contains(ben()));

    let options = json!({"mode": "salvo", "repeat_on_hit": true});
    let refused = crate::common::refused(crate::common::open(7, &options).unwrap_err());
    assert_eq!((refused.rule, refused.field.as_str()), (Some("C6"), "options.repeat_on_hit"));
    crate::common::open(7, &json!({"mode": "salvo", "repeat_on_hit": false})).unwrap();
}

#[test]
fn c7_the_first_round_has_seven_shots_with_either_source_fleet() {
    let play = salvo();
    assert_eq!((shots(&play, ada()), shots(&play, ben())), (json!(7), json!(7)));
    let two = "battleship A1 across, cruiser A2 across, destroyer A3 across, destroyer A4 across";
    let play = Play::started(json!({"mode": "salvo", "fleet": "two_destroyers"}), two, two);
    assert_eq!(shots(&play, ada()), 7);
    let five = "carrier A1 across, battleship A2 across, cruiser A3 across, submarine A4 across, destroyer A5 across";
    let play = Play::started(json!({"mode": "salvo", "fleet": "five_ships"}), five, five);
    assert_eq!(shots(&play, ada()), 9);
}

#[test]
fn c7_custom_ships_give_the_shots_they_state() {
    let ships = json!([{"class": "monitor", "length": 2, "shots": 5}, {"class": "raft", "length": 1, "shots": 1}]);
    let mut play =
        small_game(ships, "monitor A1 across, raft F6 across", "monitor A1 across, raft F6 across");
    assert_eq!(shots(&play, ada()), 6);
    play.fire(ada(), "A1 B1 A3 B3 C3 D3");
    assert_eq!(shots(&play, ada()), 6, "a salvo is only written");
    play.fire(ben(), "F6 A2 A3 A4 A5 A6");
    assert_eq!((shots(&play, ada()), shots(&play, ben())), (json!(5), json!(1)));
}

#[test]
fn c8_exactly_the_shots_distinct_and_none_called_before() {
    let mut play = salvo();
    let count = |found: &str| (Some("C8"), "actions[0].cells".to_owned(), found.to_owned());
    let parts = |refused: crate::common::Refused| (refused.rule, refused.field, refused.detail);
    let seven = "it must be exactly 7";
    for (cells, found) in [("", 0), ("A1 B1 C1 D1 E1 F1", 6), ("A1 B1 C1 D1 E1 F1 G1 H1", 8)] {
        let expected = count(&format!("{found} cells are called: {seven}"));
        assert_eq!(parts(play.refuse_fire(ada(), cells)), expected);
    }
    let (rule, field, _) = parts(play.refuse_fire(ada(), "A1 B1 C1 D1 E1 F1 C1"));
    assert_eq!((rule, field.as_str()), (Some("C8"), "actions[0].cells[6]"));
    let (rule, field, _) = parts(play.refuse_fire(ada(), "A1 B1 K1 D1 E1 F1 G1"));
    assert_eq!((rule, field.as_str()), (Some("C1"), "actions[0].cells[2]"));

    play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    play.fire(ben(), "A10 B10 C10 D10 E10 F10 G8");
    let (rule, field, detail) = parts(play.refuse_fire(ada(), "A2 B2 C2 D1 E2 F2 G2"));
    assert_eq!((rule, field.as_str()), (Some("C8"), "actions[0].cells[3]"));
    assert!(detail.contains("D1 has been called before"), "{detail}");
    // The opponent's calls do not restrict a player.
    play.fire(ada(), "A10 B10 C10 D10 E10 F10 G8");
}

#[test]
fn c8_a_salvo_may_carry_its_rounds_number() {
    let mut play = salvo();
    let action = |round: u32| json!({"type": "fire", "cells": ["A1", "B1", "C1", "D1", "E1", "F1", "G1"], "round": round});
    for round in [0, 2] {
        let refused = play.refuse_action(ada(), action(round));
        assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("C8")));
        assert_eq!(refused.field, "actions[0].round");
    }
    assert_eq!(play.act(ada(), action(1)), ["seat 1 writes round 1"]);
}

#[test]
fn c8_with_fewer_cells_left_than_shots_all_of_them_are_called() {
    // Two ships with eight shots in the last two rows, so that calling row by row finds them last.
    let ships = json!([
        {"class": "gun", "length": 1, "shots": 5},
        {"class": "hulk", "length": 6, "shots": 3},
    ]);
    let place = "gun F6 across, hulk A5 across";
    let mut play = small_game(ships, place, place);
    let all: Vec<String> =
        (1..=6).flat_map(|row| ('A'..='F').map(move |column| format!("{column}{row}"))).collect();
    for (round, cells) in all[..32].chunks(8).enumerate() {
        assert_eq!(shots(&play, ada()), 8, "round {}", round + 1);
        play.fire(ada(), &cells.join(" "));
        play.fire(ben(), &cells.join(" "));
    }
    // 4 of 36 cells are left, but the gun alone would give 5 shots.
    assert_eq!(shots(&play, ada()), 4);
    assert_eq!(play.refuse_fire(ada(), "C6 D6 E6").rule, Some("C8"));
    play.fire(ada(), "C6 D6 E6 F6");
    play.fire(ben(), "F6 E6 D6 C6");
    assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "both_fleets_sunk"}));
}

#[test]
fn c9_both_salvos_are_announced_together_when_both_have_written() {
    let mut play = salvo();
    assert_eq!(play.fire(ada(), "G9 H9 I9 J9 A1 B1 C1"), ["seat 1 writes round 1"]);
    assert_eq!(play.view(Viewer::Public)["waters"][1]["salvos"], json!([]));
    assert_eq!(
        play.fire(ben(), "A1 A2 A3 A4 J1 J2 J3"),
        [
            "seat 2 writes round 1",
            "round 1: seat 1 fires G9 H9 I9 J9 A1 B1 C1 and hits 1 on battleship, 1 on cruiser, 1 on submarine, \
             1 on destroyer; seat 2 fires A1 A2 A3 A4 J1 J2 J3 and hits 1 on battleship, 1 on cruiser, \
             1 on submarine, 1 on destroyer",
        ]
    );
    assert_eq!(play.view(Viewer::Public)["round"], 2);
}

#[test]
fn c9_a_written_salvo_is_secret_but_its_existence_is_public() {
    let mut play = salvo();
    play.fire(ada(), "G9 H9 I9 J9 A1 B1 C1");
    assert!(!play.game.to_move().contains(ada()) && play.game.to_move().contains(ben()));
    let [own, theirs, public] =
        VIEWERS().map(|viewer| (play.view(viewer)["written"].take(), play.heard(viewer)));
    assert_eq!(own.0, json!(["A1", "B1", "C1", "G9", "H9", "I9", "J9"]));
    assert_eq!(own.1.last().unwrap(), "seat 1 writes round 1: G9 H9 I9 J9 A1 B1 C1");
    for other in [theirs, public] {
        assert_eq!(other.0, Value::Null);
        assert_eq!(other.1.last().unwrap(), "seat 1 writes round 1");
    }
}

#[test]
fn c9_a_rewrite_replaces_the_salvo_in_secret() {
    let mut play = salvo();
    play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    let before =
        VIEWERS().map(|viewer| (play.view(viewer), play.heard(viewer), play.game.visible(viewer)));
    play.fire(ada(), "G9 G10 C1 D1 E1 F1 G1");
    let after =
        VIEWERS().map(|viewer| (play.view(viewer), play.heard(viewer), play.game.visible(viewer)));
    assert_ne!(before[0], after[0]);
    assert_eq!(after[0].1.last().unwrap(), "seat 1 writes round 1: G9 G10 C1 D1 E1 F1 G1");
    assert_eq!(before[1..], after[1..]);
    let announced = play.fire(ben(), "J1 J2 J3 J4 J5 J6 J7");
    assert!(
        announced[1].starts_with(
            "round 1: seat 1 fires G9 G10 C1 D1 E1 F1 G1 and hits 2 on destroyer, sunk"
        ),
        "{announced:?}"
    );
}

#[test]
fn c9_rewrites_have_a_limit_of_their_own() {
    let mut play = salvo();
    for _ in 0..=MAX_REWRITES {
        play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    }
    let refused = play.refuse_fire(ada(), "A2 B1 C1 D1 E1 F1 G1");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("C9")));
    assert!(play.legal(ada()).as_array().unwrap().iter().all(|choice| choice["type"] != "fire"));
    // The next round restarts the count.
    play.fire(ben(), "J1 J2 J3 J4 J5 J6 J7");
    play.fire(ada(), "A2 B2 C2 D2 E2 F2 G2");
    play.fire(ada(), "A2 B2 C2 D2 E2 F2 H2");
}

#[test]
fn c10_the_answer_is_a_total_by_class_without_the_single_shots() {
    let mut play = salvo();
    play.fire(ada(), "J6 J7 J8 G9 G10 A1 B1");
    let announced = play.fire(ben(), "J1 J2 J3 J4 J5 J6 J7");
    assert_eq!(
        announced[1],
        "round 1: seat 1 fires J6 J7 J8 G9 G10 A1 B1 and hits 3 on battleship, 2 on destroyer, sunk: destroyer; \
         seat 2 fires J1 J2 J3 J4 J5 J6 J7 and hits nothing"
    );
    for viewer in [Viewer::Seat(ada()), Viewer::Public] {
        let waters = play.view(viewer)["waters"][1].take();
        assert_eq!(waters["ships"], Value::Null);
        assert!(waters.get("shots").is_none() && waters.get("hits").is_none(), "{waters}");
        let salvos = waters["salvos"].as_array().unwrap();
        assert_eq!(salvos.len(), 1);
        assert_eq!(salvos[0]["cells"].as_array().unwrap().len(), 7);
        assert_eq!(salvos[0]["hits"].as_array().unwrap().len(), 5);
        assert_eq!(waters["sunk"], json!(["destroyer"]));
    }
    let [one, _, public] = VIEWERS().map(|viewer| play.heard(viewer));
    assert_eq!(one.last(), public.last());
}

#[test]
fn c10_two_destroyers_are_one_total() {
    let down = "battleship J6 down, cruiser I8 down, destroyer H9 down, destroyer G9 down";
    let up = "battleship A1 across, cruiser A2 across, destroyer A3 across, destroyer A4 across";
    let announced = |cells: &str| {
        let options = json!({"mode": "salvo", "first": "creator", "fleet": "two_destroyers"});
        let mut play = Play::started(options, up, down);
        play.fire(ada(), cells);
        let round = play.fire(ben(), "J1 J2 J3 J4 J5 J6 J7").remove(1);
        round.split("and hits ").nth(1).unwrap().split(';').next().unwrap().to_owned()
    };
    // Two hits on destroyers, neither sunk: different cells give the same words.
    assert_eq!(announced("H9 G9 A1 B1 C1 D1 E1"), "2 on destroyer");
    assert_eq!(announced("G9 H10 A1 B1 C1 D1 E1"), "2 on destroyer");
    // The report does not say which of the two sinks.
    assert_eq!(announced("H9 H10 A1 B1 C1 D1 E1"), "2 on destroyer, sunk: destroyer");
    assert_eq!(announced("G9 G10 A1 B1 C1 D1 E1"), "2 on destroyer, sunk: destroyer");
    // Three hits with one ship sunk, and both ships sunk at once.
    assert_eq!(announced("G9 G10 H9 B1 C1 D1 E1"), "3 on destroyer, sunk: destroyer");
    assert_eq!(announced("G9 G10 H9 H10 C1 D1 E1"), "4 on destroyer, sunk: destroyer destroyer");
}

#[test]
fn c11_a_ship_sunk_gives_no_shots_from_the_next_round_on() {
    let mut play = salvo();
    // Both battleships sink in the first round, and both salvos still have seven shots.
    play.fire(ada(), "J6 J7 J8 J9 J10 A1 B1");
    assert_eq!(shots(&play, ben()), 7);
    play.fire(ben(), "A1 B1 C1 D1 E1 J9 J10");
    assert_eq!((shots(&play, ada()), shots(&play, ben())), (json!(4), json!(4)));
    assert_eq!(play.refuse_fire(ada(), "A2 B2 C2 D2 E2 F2 G2").rule, Some("C8"));
    // A ship that is only hit still gives all its shots.
    play.fire(ada(), "I7 I8 I9 H8");
    play.fire(ben(), "A3 B3 C3 J1");
    assert_eq!((shots(&play, ada()), shots(&play, ben())), (json!(3), json!(4)));
}

#[test]
fn c12_the_seat_that_sinks_every_ship_wins() {
    let mut play = single();
    let fleet = "J6 J7 J8 J9 J10 I7 I8 I9 I10 H8 H9 H10 G9 G10";
    let water: Vec<_> =
        (6..=10).flat_map(|row| ('A'..='F').map(move |column| format!("{column}{row}"))).collect();
    let cells: Vec<_> = fleet.split(' ').collect();
    for (n, cell) in cells.iter().enumerate() {
        assert_eq!(play.outcome(), Value::Null);
        let events = play.fire(ada(), cell);
        if n + 1 < cells.len() {
            play.fire(ben(), &water[n]);
        } else {
            assert_eq!(events[0], "seat 1 fires G10: hit, sunk: destroyer");
            assert_eq!(
                events[1],
                r#"finished outcome={"kind":"win","reason":"fleet_sunk","winners":[1]}"#
            );
            assert!(events[2].starts_with("revealed "), "{}", events[2]);
        }
    }
    assert!(play.game.to_move().is_empty());
    assert_eq!(play.refuse_fire(ben(), "F10").kind, RefusalKind::Finished);
    // The fleets are public now.
    assert_eq!(play.view(Viewer::Public)["waters"][0]["ships"].as_array().unwrap().len(), 4);
}

#[test]
fn c12_in_salvo_the_other_salvo_of_the_last_round_still_counts() {
    let ships = json!([{"class": "raft", "length": 1, "shots": 2}, {"class": "raft", "length": 1, "shots": 2}]);
    let place = "raft A1 across, raft B1 across";
    let mut play = small_game(ships.clone(), place, place);
    play.fire(ada(), "A1 B1 C1 D1");
    play.fire(ben(), "F1 F2 F3 F4");
    assert_eq!(play.outcome(), json!({"kind": "win", "reason": "fleet_sunk", "winners": [1]}));

    let mut play = small_game(ships, place, place);
    play.fire(ada(), "A1 B1 C1 D1");
    let events = play.fire(ben(), "B1 A1 F3 F4");
    assert_eq!(events[2], r#"finished outcome={"kind":"draw","reason":"both_fleets_sunk"}"#);
    let entries: Vec<_> =
        play.log[play.log.len() - 2..].iter().map(|entry| entry.audience()).collect();
    assert!(
        entries.iter().all(|audience| VIEWERS().iter().all(|&viewer| audience.includes(viewer)))
    );
    assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "both_fleets_sunk"}));
}

#[test]
fn a_shot_must_be_the_last_action_of_its_list() {
    let play = single();
    let actions = [fire("A1"), json!({"type": "offer_draw"})];
    let error = play.game.apply(&Request::Act { seat: ada(), actions: &actions }).unwrap_err();
    assert!(format!("{error:?}").contains("NotLast { field: \"actions[0]\" }"), "{error:?}");
}
