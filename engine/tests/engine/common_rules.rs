//! Tests of the rules common to all games, on `classic`: seats, placing, seeds, resigning, draws,
//! deadlines, cancelling.

use crate::common::{Play, STANDARD, STANDARD_DOWN, VIEWERS, ada, ben, fire};
use broadside_engine::game::{MAX_ACTIONS, Request};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{MAX_DEPARTURES, MAX_PLACEMENTS, OwnSeed};
use serde_json::{Value, json};

fn single() -> Play {
    Play::started(json!({"first": "creator"}), STANDARD, STANDARD_DOWN)
}

fn salvo() -> Play {
    Play::started(json!({"mode": "salvo", "first": "creator"}), STANDARD, STANDARD_DOWN)
}

fn status(play: &Play) -> &'static str {
    play.game.status().as_str()
}

fn win(seat: Seat, reason: &str) -> Value {
    json!({"kind": "win", "winners": [seat], "reason": reason})
}

#[test]
fn a_game_runs_from_waiting_through_placing_to_play() {
    let mut play = Play::open(json!({}));
    assert_eq!(status(&play), "waiting");
    assert_eq!(play.must(&Request::Join(ada())), ["joined seat=1"]);
    assert_eq!(play.refuse(&Request::Join(ada())).detail, "the seat is taken");
    // A seated player may place while the other seat is free.
    play.place(ada(), STANDARD);
    assert_eq!(status(&play), "waiting");
    assert!(play.game.to_move().is_empty());
    play.must(&Request::Join(ben()));
    assert_eq!(status(&play), "placing");
    assert!(play.game.to_move().contains(ben()) && !play.game.to_move().contains(ada()));
    assert_eq!(play.refuse_fire(ada(), "A1").kind, RefusalKind::NotNow);
    let events = play.place(ben(), STANDARD);
    assert_eq!(status(&play), "playing");
    let kinds: Vec<_> = events.iter().map(|words| words.split(' ').next().unwrap()).collect();
    assert_eq!(kinds, ["placed", "began", "first_player"]);
    assert_eq!(play.refuse(&Request::Leave(ben())).kind, RefusalKind::NotNow);
    assert_eq!(play.refuse(&Request::Join(ben())).kind, RefusalKind::NotNow);
}

#[test]
fn a_free_seat_can_be_neither_placed_in_nor_left() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    play.place(ada(), STANDARD);
    for request in
        [Request::Place { seat: ben(), placement: None, seed: None }, Request::Leave(ben())]
    {
        assert_eq!(play.refuse(&request).kind, RefusalKind::NotNow);
    }
    assert_eq!(status(&play), "waiting");
}

#[test]
fn a_seat_that_the_game_does_not_have_is_refused() {
    for mut play in [Play::open(json!({})), single(), salvo()] {
        for seat in [3, 8].map(|number| Seat::new(number).unwrap()) {
            let actions = [fire("A1")];
            let requests = [
                Request::Join(seat),
                Request::Leave(seat),
                Request::Place { seat, placement: None, seed: None },
                Request::Act { seat, actions: &actions },
                Request::Abort(seat),
            ];
            for request in requests {
                assert!(play.refuse(&request).detail.contains("seats are 1 to 2"), "{request:?}");
            }
            assert_eq!(play.legal(seat), json!([]));
            assert_eq!(play.view(Viewer::Seat(seat)), play.view(Viewer::Public));
            assert_eq!(play.game.visible(Viewer::Seat(seat)), play.game.visible(Viewer::Public));
            assert!(play.game.preview(seat, &actions).is_err());
        }
    }
}

#[test]
fn placing_again_is_hidden() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    assert_eq!(play.place(ada(), STANDARD), ["placed seat=1"]);
    let know =
        |play: &Play, viewer| (play.view(viewer), play.heard(viewer), play.game.visible(viewer));
    let before = [Viewer::Seat(ben()), Viewer::Public].map(|viewer| know(&play, viewer));
    assert!(play.place(ada(), STANDARD_DOWN).is_empty());
    let after = [Viewer::Seat(ben()), Viewer::Public].map(|viewer| know(&play, viewer));
    assert_eq!(before, after);
    assert_eq!(play.view(Viewer::Seat(ada()))["waters"][0]["ships"][0]["cells"][0], "J6");
    // The last placement counts.
    play.place(ben(), STANDARD);
    let entries = play.log.len();
    assert_eq!(play.game.fairness().placement_commitments.len(), 2);
    play.shared_move(ada(), "resign");
    let revealed = serde_json::to_value(play.log[entries + 2].glimpse(Viewer::Public)).unwrap();
    let ships = &revealed["seats"][0]["placement"]["ships"];
    assert_eq!(ships[0]["at"], "J6");
}

#[test]
fn placing_has_a_limit() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    for _ in 0..MAX_PLACEMENTS {
        play.place(ada(), STANDARD);
    }
    let request = Request::Place { seat: ada(), placement: None, seed: None };
    assert!(play.refuse(&request).detail.contains(&format!("{MAX_PLACEMENTS} times")));
    // The next player in the seat must not learn how often it was placed before, so the count
    // restarts. Leaving has a separate limit.
    play.must(&Request::Leave(ada()));
    play.must(&Request::Join(ada()));
    for _ in 0..MAX_PLACEMENTS {
        play.place(ada(), STANDARD);
    }
    assert!(play.refuse(&request).detail.contains(&format!("{MAX_PLACEMENTS} times")));
}

#[test]
fn a_seat_that_is_left_is_free_and_has_no_placement() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    play.place_at_random(ben(), Some("ben's own seed"));
    assert_eq!(play.must(&Request::Leave(ben())), ["left seat=2"]);
    assert_eq!(status(&play), "waiting");
    play.must(&Request::Join(ben()));
    assert_eq!(status(&play), "placing");
    // The next player in the seat learns nothing of what was placed before.
    assert_eq!(play.view(Viewer::Seat(ben()))["waters"][1]["ships"], Value::Null);
    assert!(play.game.to_move().contains(ben()));
    play.place(ben(), STANDARD);
    play.place(ada(), STANDARD);
    let seeds = play.game.fairness().seat_seeds;
    assert!(seeds.iter().all(|seat| seat.drawn), "a seed leaves with its player: {seeds:?}");
}

#[test]
fn coming_and_going_has_a_limit() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    for _ in 0..MAX_DEPARTURES {
        play.must(&Request::Join(ben()));
        play.must(&Request::Leave(ben()));
    }
    assert!(play.refuse(&Request::Join(ben())).detail.contains(&format!("{MAX_DEPARTURES} times")));
    // The player in the seat may still leave.
    play.must(&Request::Leave(ada()));
}

#[test]
fn a_seed_can_be_replaced_until_play_begins() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    play.place_at_random(ada(), Some("first"));
    play.place_at_random(ada(), None);
    assert!(play.game.fairness().seat_seeds.is_empty());
    assert!(play.game.fairness().placement_commitments.is_empty());
    play.place_at_random(ben(), None);
    let seeds = play.game.fairness().seat_seeds;
    assert_eq!((seeds[0].seed.as_str(), seeds[0].drawn), ("first", false));
    assert_eq!((seeds[1].seed.len(), seeds[1].drawn), (32, true));
    assert_eq!(play.game.fairness().server_seed, None);
    play.shared_move(ada(), "resign");
    assert_eq!(play.game.fairness().server_seed, Some("07".repeat(32)));
}

#[test]
fn a_seed_is_1_to_128_printable_ascii_characters() {
    for good in ["x", " ", "~", &"x".repeat(128)] {
        assert!(OwnSeed::new(good).is_some(), "{good}");
    }
    for bad in ["", "\n", "\u{7f}", "ä", &"x".repeat(129)] {
        assert!(OwnSeed::new(bad).is_none(), "{bad}");
    }
}

#[test]
fn resigning_loses_at_any_time_of_the_game() {
    for mut play in [single(), salvo()] {
        // It is seat 1's turn in `single`; seat 2 may resign at any time.
        let events = play.shared_move(ben(), "resign");
        assert_eq!(
            events[..2],
            [
                "resigned seat=2".to_owned(),
                r#"finished outcome={"kind":"win","reason":"resigned","winners":[1]}"#.to_owned(),
            ]
        );
        assert_eq!(play.outcome(), win(ada(), "resigned"));
        assert_eq!(
            play.refuse_action(ada(), json!({"type": "resign"})).kind,
            RefusalKind::Finished
        );
    }
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    assert_eq!(play.refuse_action(ada(), json!({"type": "resign"})).kind, RefusalKind::NotNow);
}

#[test]
fn a_draw_is_offered_and_accepted() {
    for mut play in [single(), salvo()] {
        assert_eq!(play.shared_move(ada(), "offer_draw"), ["draw_offered seat=1"]);
        assert_eq!(play.game.draw_offer(), Some(ada()));
        // The offer costs no turn.
        assert!(play.game.to_move().contains(ada()));
        let own = play.refuse_action(ada(), json!({"type": "accept_draw"}));
        assert!(own.detail.contains("agreed already"), "{}", own.detail);
        play.refuse_action(ada(), json!({"type": "decline_draw"}));
        play.refuse_action(ben(), json!({"type": "offer_draw"}));
        let events = play.shared_move(ben(), "accept_draw");
        assert_eq!(
            events[..2],
            [
                "draw_accepted seat=2".to_owned(),
                r#"finished outcome={"kind":"draw","reason":"agreed"}"#.to_owned(),
            ]
        );
        assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "agreed"}));
    }
}

#[test]
fn a_draw_is_declined_and_may_be_offered_once_from_one_own_turn_to_the_next() {
    for (mut play, [one, two]) in
        [(single(), ["A1", "A1"]), (salvo(), ["A1 B1 C1 D1 E1 F1 G1", "J1 J2 J3 J4 J5 I1 I2"])]
    {
        play.shared_move(ada(), "offer_draw");
        assert_eq!(play.shared_move(ben(), "decline_draw"), ["draw_declined seat=2"]);
        assert_eq!(play.game.draw_offer(), None);
        play.refuse_action(ben(), json!({"type": "accept_draw"}));
        let again = play.refuse_action(ada(), json!({"type": "offer_draw"}));
        assert!(again.detail.contains("once from one own turn to the next"), "{}", again.detail);
        // Each seat has its own limit of offers.
        play.shared_move(ben(), "offer_draw");
        play.shared_move(ada(), "decline_draw");
        play.fire(ada(), one);
        // It is not yet the next turn of seat 1.
        play.refuse_action(ada(), json!({"type": "offer_draw"}));
        play.fire(ben(), two);
        play.shared_move(ada(), "offer_draw");
    }
}

#[test]
fn rewriting_a_salvo_is_no_new_turn() {
    let mut play = salvo();
    play.shared_move(ada(), "offer_draw");
    play.shared_move(ben(), "decline_draw");
    for _ in 0..3 {
        play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
        play.refuse_action(ada(), json!({"type": "offer_draw"}));
    }
}

#[test]
fn an_offer_and_a_shot_may_share_a_list() {
    let mut play = single();
    let actions = [json!({"type": "offer_draw"}), fire("A1")];
    let events = play.must(&Request::Act { seat: ada(), actions: &actions });
    assert_eq!(events, ["draw_offered seat=1", "seat 1 fires A1: miss"]);
    // A list is applied completely or not at all.
    let actions = [json!({"type": "decline_draw"}), fire("K1")];
    assert_eq!(
        play.refuse(&Request::Act { seat: ben(), actions: &actions }).field,
        "actions[1].cells[0]"
    );
    assert_eq!(play.game.draw_offer(), Some(ada()));
    // A preview changes nothing, and returns what applying would return.
    let before = play.text();
    assert!(play.game.preview(ben(), &actions).is_err());
    play.game.preview(ben(), &[json!({"type": "decline_draw"}), fire("A1")]).unwrap();
    assert_eq!(play.text(), before);
}

#[test]
fn a_list_of_actions_is_bounded_and_its_shape_is_checked() {
    let play = single();
    let many = vec![fire("A1"); MAX_ACTIONS + 1];
    let cases: [(&[Value], &str); 6] = [
        (&[], "\"actions\""),
        (&many, "\"actions\""),
        (&[json!(3)], "\"actions[0]\""),
        (&[json!({"cells": ["A1"]})], "\"actions[0].type\""),
        (&[json!({"type": "dive"})], "\"actions[0].type\""),
        (&[json!({"type": "resign", "because": "tired"})], "\"actions[0].because\""),
    ];
    for (actions, field) in cases {
        let error = play.game.apply(&Request::Act { seat: ada(), actions }).unwrap_err();
        assert!(format!("{error:?}").contains(field), "{error:?}");
    }
}

#[test]
fn a_missed_deadline_loses_the_game() {
    let mut play = single();
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL))[0], "timed_out seats=[1]");
    assert_eq!(play.outcome(), win(ben(), "timed_out"));

    // In `salvo`, a player who has written a salvo has met the deadline.
    let mut play = salvo();
    play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL))[0], "timed_out seats=[2]");
    assert_eq!(play.outcome(), win(ada(), "timed_out"));

    let mut play = salvo();
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL))[0], "timed_out seats=[1,2]");
    assert_eq!(play.outcome(), json!({"kind": "all_lose", "reason": "timed_out"}));
    assert_eq!(play.refuse(&Request::TimeOut(Seats::ALL)).kind, RefusalKind::Finished);

    // If the time of only one seat is up, the other does not lose. A seat that is not to move
    // cannot be late.
    let mut play = salvo();
    assert_eq!(play.must(&Request::TimeOut(Seats::only(ben())))[0], "timed_out seats=[2]");
    assert_eq!(play.outcome(), win(ada(), "timed_out"));
    let mut play = single();
    assert_eq!(play.refuse(&Request::TimeOut(Seats::only(ben()))).kind, RefusalKind::NotNow);
}

#[test]
fn a_deadline_missed_while_placing_cancels_the_game() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL)), ["cancelled seat=null"]);
    assert_eq!((status(&play), play.outcome()), ("cancelled", Value::Null));
    assert_eq!(play.refuse(&Request::Join(ben())).kind, RefusalKind::Finished);
    assert_eq!(play.game.fairness().server_seed, None);
}

#[test]
fn a_game_that_is_not_joined_in_time_is_cancelled() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL)), ["cancelled seat=null"]);
    assert_eq!((status(&play), play.outcome()), ("cancelled", Value::Null));
    assert_eq!(play.refuse(&Request::Join(ben())).kind, RefusalKind::Finished);
}

#[test]
fn an_operator_cancels_a_game_at_any_point_before_its_end() {
    let mut waiting = Play::open(json!({}));
    waiting.must(&Request::Join(ada()));
    let mut playing = single();
    playing.fire(ada(), "A1");
    for mut play in [waiting, playing] {
        assert_eq!(play.must(&Request::Cancel), ["cancelled seat=null"]);
        assert_eq!((status(&play), play.outcome()), ("cancelled", Value::Null));
        assert_eq!(play.refuse(&Request::Cancel).kind, RefusalKind::Finished);
    }
}

#[test]
fn a_game_is_called_off_before_the_first_move_alone() {
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    assert_eq!(play.must(&Request::Abort(ada())), ["cancelled seat=1"]);
    assert_eq!(play.refuse(&Request::Abort(ada())).kind, RefusalKind::Finished);

    let mut play = single();
    play.fire(ada(), "A1");
    assert_eq!(play.refuse(&Request::Abort(ben())).kind, RefusalKind::NotNow);

    // It is public that a salvo is written, so it counts as a move.
    let mut play = salvo();
    play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    assert_eq!(play.refuse(&Request::Abort(ben())).kind, RefusalKind::NotNow);

    for mut play in [single(), salvo()] {
        play.shared_move(ada(), "offer_draw");
        assert_eq!(play.must(&Request::Abort(ben())), ["cancelled seat=2"]);
        assert_eq!(play.game.draw_offer(), None, "nobody can answer it any more");
        assert_eq!((status(&play), play.outcome()), ("cancelled", Value::Null));
        assert_eq!(play.refuse_fire(ada(), "A1").kind, RefusalKind::Finished);
        // Placements stay secret, because there is nothing to verify.
        for (n, viewer) in VIEWERS().into_iter().enumerate() {
            let waters = play.view(viewer)["waters"].take();
            assert_eq!(waters[0]["ships"].is_null(), n != 0);
            assert_eq!(waters[1]["ships"].is_null(), n != 1);
        }
    }
}

#[test]
fn turns_grow_with_public_events_only() {
    let mut play = salvo();
    let turn = play.game.turn();
    play.fire(ada(), "A1 B1 C1 D1 E1 F1 G1");
    play.fire(ada(), "A1 B1 C1 D1 E1 F1 H1");
    play.shared_move(ada(), "offer_draw");
    assert_eq!(play.game.turn(), turn);
    play.fire(ben(), "A1 B1 C1 D1 E1 F1 G1");
    assert_eq!(play.game.turn(), turn + 1);
}
