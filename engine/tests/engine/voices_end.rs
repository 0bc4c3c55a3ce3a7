//! Tests of the end of a game of `voices`: by a fleet, by the rounds, by agreement (V10).

use crate::common::{ada, ben};
use crate::voices_common::{FLEET, act, chosen, mover, pass, refuse, seat};
use broadside_engine::record::verify;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

#[test]
fn v10_the_game_ends_at_once_when_a_fleet_is_sunk() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 1, "submarine": 2});
    let mut play = chosen(
        json!({"fleet": fleet}),
        &["patrol A1 across, submarine C1 across, submarine E1 across"],
    );
    let shooter = mover(&play);
    for cell in ["A1", "B1", "C1"] {
        act(&mut play, shooter, &format!("fire {cell}"));
    }
    pass(&mut play);
    assert_eq!(mover(&play), shooter);
    let events = act(&mut play, shooter, "fire E1");
    assert!(events[1].starts_with("finished"), "with shots left in the turn: {events:?}");
    assert_eq!(
        play.outcome(),
        json!({"kind": "win", "winners": [shooter], "reason": "fleet_sunk"})
    );
    // Everything is public now.
    assert_eq!(play.view(Viewer::Public)["maps"].as_array().unwrap().len(), 2);
}

#[test]
fn v10_after_the_agreed_rounds_ships_then_cells_then_nothing_decide() {
    for (shots, wins) in [
        (["A9", "J2", "I2", "H2", "G2"], true),
        (["A1", "J2", "I2", "H2", "G2"], true),
        (["F2", "J2", "I2", "H2", "G2"], false),
    ] {
        let mut play = chosen(json!({"rounds": 1}), &[FLEET]);
        let shooter = mover(&play);
        for cell in shots {
            act(&mut play, shooter, &format!("fire {cell}"));
        }
        pass(&mut play);
        let outcome = play.outcome();
        assert_eq!(outcome["reason"], "rounds_over");
        if wins {
            assert_eq!(outcome["winners"], json!([shooter]));
        } else {
            assert_eq!(outcome["kind"], "draw");
        }
    }
    // One ship sunk outweighs any number of cells.
    let mut play = chosen(json!({"rounds": 1}), &[FLEET]);
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    for cell in ["A9", "J2", "I2", "H2", "G2"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    for cell in ["A1", "B1", "C1", "A3", "B3"] {
        act(&mut play, two, &format!("fire {cell}"));
    }
    assert_eq!(play.outcome()["winners"], json!([one]));
}

#[test]
fn v10_all_living_players_can_agree_to_end_and_count() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let shooter = mover(&play);
    act(&mut play, shooter, "fire A9");
    for (number, line) in [(1, "accept_end"), (2, "decline_end")] {
        assert_eq!(refuse(&mut play, seat(number), line).rule, Some("V10"));
    }
    let turn = play.game.turn();
    assert_eq!(act(&mut play, seat(2), "offer_end"), ["end_offered seat=2"]);
    assert!(refuse(&mut play, seat(1), "offer_end").detail.contains("stands"));
    assert!(refuse(&mut play, seat(2), "accept_end").detail.contains("agreed already"));
    assert_eq!(play.view(Viewer::Public)["end_offer"], json!({"by": 2, "agreed": [2]}));
    // A player who has agreed may also withdraw.
    let mut declined = play.clone();
    act(&mut declined, seat(2), "decline_end");
    act(&mut play, seat(3), "decline_end");
    assert_eq!(play.view(Viewer::Public)["end_offer"], Value::Null);
    assert_eq!(declined.view(Viewer::Public)["end_offer"], Value::Null);
    // Once in each of the player's turns.
    assert!(refuse(&mut play, seat(2), "offer_end").detail.contains("once in each own turn"));
    act(&mut play, seat(3), "offer_end");
    act(&mut play, seat(1), "accept_end");
    assert_eq!((play.outcome(), play.game.turn()), (Value::Null, turn));
    act(&mut play, seat(2), "accept_end");
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [shooter], "reason": "agreed"}));
}

#[test]
fn v10_players_who_are_out_need_not_agree_to_an_end_or_a_draw() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 2});
    let fleets = [
        "submarine A1 across, submarine B1 across",
        "submarine A2 across, submarine B2 across",
        "submarine A3 across, submarine B3 across",
    ];
    let mut play = chosen(json!({"seats": 3, "fleet": fleet}), &fleets);
    let first = mover(&play);
    let beaten = seat(first.number() % 3 + 1);
    let other = seat(beaten.number() % 3 + 1);
    // The offers of the beaten seat lapse with its fleet.
    act(&mut play, beaten, "offer_end");
    play.shared_move(beaten, "offer_draw");
    for column in ["A", "B"] {
        act(&mut play, first, &format!("fire {column}{}", beaten.number()));
    }
    assert_eq!(
        (play.view(Viewer::Public)["end_offer"].clone(), play.game.draw_offer()),
        (Value::Null, None)
    );
    assert_eq!(refuse(&mut play, beaten, "offer_end").rule, Some("V10"));
    for kind in ["offer_draw", "resign"] {
        let refused = play.refuse_action(beaten, json!({"type": kind}));
        assert!(refused.detail.contains("out of the battle"), "{}", refused.detail);
    }
    // It may still direct the answers it has sounded.
    act(&mut play, beaten, "direct answer 1: sinking");
    let mut agreed = play.clone();
    agreed.shared_move(first, "offer_draw");
    agreed.shared_move(other, "accept_draw");
    assert_eq!(agreed.outcome(), json!({"kind": "draw", "reason": "agreed"}));
    act(&mut play, first, "offer_end");
    act(&mut play, other, "accept_end");
    assert_eq!(play.outcome()["reason"], "agreed");
}

#[test]
fn v10_an_offer_that_all_but_one_have_accepted_is_agreed_when_that_one_leaves() {
    for (offer, accept) in [("offer_end", "accept_end"), ("offer_draw", "accept_draw")] {
        let mut play = chosen(json!({"seats": 3}), &[FLEET]);
        let shooter = mover(&play);
        act(&mut play, shooter, "fire A9");
        let [offers, leaves] = [1, 2].map(|n| seat((shooter.number() - 1 + n) % 3 + 1));
        play.shared_move(offers, offer);
        play.shared_move(shooter, accept);
        assert_eq!(play.outcome(), Value::Null);
        let events = play.shared_move(leaves, "resign");
        assert!(
            events[1].starts_with("finished") && events[2].starts_with("revealed"),
            "{events:?}"
        );
        // After an agreed end the result is counted, and the submarine is sunk. A draw is a draw.
        let outcome = match offer {
            "offer_end" => json!({"kind": "win", "winners": [shooter], "reason": "agreed"}),
            _ => json!({"kind": "draw", "reason": "agreed"}),
        };
        assert_eq!(play.outcome(), outcome);
        let verdict = verify(&serde_json::to_string(&play.record()).unwrap());
        assert!(verdict.valid, "{:?}", verdict.faults);
    }
}
