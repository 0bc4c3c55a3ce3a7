//! Tests of `satellite`: how a game ends (T11, T12).

use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::record::StoredSecret;
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seat, Seats, Viewer};
use serde_json::{Value, json};

use crate::common::{Play, VIEWERS, ada, ben};
use crate::satellite::{
    BUILT, PLANET, act, all_but, arranged, change_state, loaded, refuse, refused, started_game,
    tokens, turn,
};

/// Returns a game in which seat 1 is about to fire the last cartridge. Each seat has hit the given
/// sectors.
fn last(endgame: &str, one: &str, two: &str) -> Play {
    arranged(&json!({"endgame": endgame}), [1, 2, 3, 4, 6], |rules| {
        rules["sides"][0]["arsenal"] = json!(["hazard"]);
        rules["sides"][1]["arsenal"] = json!([]);
        rules["operations"] = json!([tokens(1, one), tokens(2, two)]);
    })
}

/// Returns the same game after the last cartridge is fired at an empty sector, and the
/// announcements.
fn emptied(endgame: &str, one: &str, two: &str) -> (Play, Vec<String>) {
    let mut play = last(endgame, one, two);
    let heard = act(&mut play, ada(), "fire hazard M9");
    (play, heard)
}

fn won(seat: u8, reason: &str) -> Value {
    json!({"kind": "win", "winners": [seat], "reason": reason})
}

/// Returns all sectors of the buildings except these.
fn built_but(without: &str) -> String {
    let without: Vec<_> = without.split(' ').collect();
    BUILT.split(' ').filter(|sector| !without.contains(sector)).collect::<Vec<_>>().join(" ")
}

#[test]
fn t11_the_seat_that_destroys_the_last_building_wins_at_once() {
    let near = |rules: &mut Value| rules["operations"] = json!([tokens(1, &built_but("A1 A2"))]);
    let mut play = arranged(&json!({}), [1, 1, 3, 4, 6], near);
    let heard = act(&mut play, ada(), "fire barrage_1 A1 A2");
    assert!(heard[1].starts_with("finished"), "{heard:?}");
    assert_eq!(play.outcome(), won(1, "buildings_destroyed"));
    assert_eq!(turn(&play), Value::Null);
    assert!(play.game.to_move().is_empty());
    // Everything is public now.
    assert_eq!(play.view(Viewer::Public)["sides"][1]["buildings"].as_array().unwrap().len(), 6);
}

#[test]
fn t11_ends_a_salvo_before_its_tenth_shot() {
    // Fewer sectors are open than the salvo has shots, so it hits all that remain.
    let left = all_but(13, 9, "A1 A2 A3");
    let mut play = arranged(&json!({}), [5, 5, 5, 5, 5], |rules| {
        rules["operations"] = json!([tokens(1, &left)])
    });
    act(&mut play, ada(), "fire salvo A3");
    assert_eq!(turn(&play)["remaining_targets"], 9);
    act(&mut play, ada(), "shoot A1");
    let heard = act(&mut play, ada(), "shoot A2");
    assert_eq!(heard[0], "seat 1 shoots at A2: hit; 1 destroyed");
    assert_eq!(play.outcome(), won(1, "buildings_destroyed"));
    let refused = refuse(&mut play, ada(), "shoot A4");
    assert_eq!(refused.kind, RefusalKind::Finished);
}

#[test]
fn t11_comes_before_the_endgame() {
    let mut play = last("self_destruct", &built_but("H2 H3 H4 H5"), "");
    let heard = act(&mut play, ada(), "fire hazard H4");
    assert_eq!(
        heard[0],
        "seat 1 fires hazard at H4: H4 hit, H2 hit, H3 hit, H5 hit; the building is H2 H3 H4 H5; 1 destroyed"
    );
    assert!(heard[1].starts_with("finished"), "{heard:?}");
    assert_eq!(play.outcome(), won(1, "buildings_destroyed"));
}

#[test]
fn t12_a_salvo_that_is_the_last_cartridge_is_shot_to_its_end() {
    let mut play = arranged(&json!({"endgame": "desperation"}), [5, 5, 5, 5, 5], |rules| {
        rules["sides"][0]["arsenal"] = json!(["salvo"]);
        rules["sides"][1]["arsenal"] = json!([]);
    });
    act(&mut play, ada(), "fire salvo M1");
    for sector in ["M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9"] {
        assert_eq!(act(&mut play, ada(), &format!("shoot {sector}")).len(), 1);
    }
    let heard = act(&mut play, ada(), "shoot L1");
    assert_eq!(heard[1], "arsenals_empty endgame=\"desperation\" next=2 rolls=[]");
    assert_eq!(turn(&play)["phase"], "desperation");
}

#[test]
fn t12_ceasefire_counts_buildings_then_sectors_and_then_both_lose() {
    for (one, two, outcome) in [
        // One building more.
        ("A1 A2", "H2 H3 H4 E7 E8", won(1, "ceasefire")),
        ("C1 D1 E1", "A1 A2 C1 D1 E1", won(2, "ceasefire")),
        // The same number of buildings, and one sector more.
        ("A1 A2 H2", "A1 A2", won(1, "ceasefire")),
        ("H2", "H2 E7", won(2, "ceasefire")),
        // Different buildings, but equal numbers of buildings and sectors. Misses do not count.
        ("A1 A2 H2", "A1 A2 E7 M1 M2", json!({"kind": "all_lose", "reason": "ceasefire"})),
        ("", "", json!({"kind": "all_lose", "reason": "ceasefire"})),
    ] {
        let (play, heard) = emptied("ceasefire", one, two);
        assert_eq!(heard[1], "arsenals_empty endgame=\"ceasefire\" next=null rolls=[]");
        assert_eq!(play.outcome(), outcome, "{one} | {two}");
        assert_eq!(play.game.status().as_str(), "finished");
    }
}

#[test]
fn t12_ceasefire_is_the_default() {
    assert_eq!(Play::satellite(7, &json!({})).view(Viewer::Public)["endgame"], "ceasefire");
}

#[test]
fn t12_desperation_alternates_single_shots_until_the_last_building() {
    let (mut play, heard) = emptied("desperation", &built_but("A1 A2"), "");
    assert_eq!(heard[1], "arsenals_empty endgame=\"desperation\" next=2 rolls=[]");
    for (seat, other, sector) in [(ben(), ada(), "M1"), (ada(), ben(), "A1"), (ben(), ada(), "M2")]
    {
        let now = turn(&play);
        assert_eq!(
            (&now["phase"], &now["remaining_targets"], &now["dice"]),
            (&json!("desperation"), &json!(1), &Value::Null)
        );
        let refused = refuse(&mut play, seat, "roll");
        assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("T12")));
        assert_eq!(refuse(&mut play, other, "shoot M8").kind, RefusalKind::OutOfTurn);
        assert_eq!(play.legal(seat)[0]["type"], "shoot");
        act(&mut play, seat, &format!("shoot {sector}"));
    }
    act(&mut play, ada(), "shoot A2");
    assert_eq!(play.outcome(), won(1, "buildings_destroyed"));
}

#[test]
fn t12_reloaded_refills_both_arsenals_and_resets_t9() {
    let mut play = last("reloaded", "", "");
    play = change_state(&play, |rules| {
        rules["sides"][0]["wild"] = json!(true);
        rules["sides"][1]["wild"] = json!(true);
    });
    let heard = act(&mut play, ada(), "fire hazard M9");
    assert_eq!(heard[1], "arsenals_empty endgame=\"reloaded\" next=2 rolls=[]");
    let view = play.view(Viewer::Public);
    for side in [0, 1] {
        assert_eq!(view["sides"][side]["arsenal"].as_array().unwrap().len(), 13);
        assert_eq!(view["sides"][side]["wild"], false);
    }
    // Sectors stay hit.
    assert_eq!(view["sides"][1]["misses"], json!(["M9"]));
    assert_eq!(
        (turn(&play)["seat"].clone(), turn(&play)["phase"].clone()),
        (json!(2), json!("fire"))
    );
    act(&mut play, ben(), "roll");
    // The arsenals are refilled as often as needed.
    let mut again = change_state(&play, |rules| {
        rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 1, "dice": [3, 3, 3, 3, 3]});
        rules["sides"][0]["arsenal"] = json!(["hazard"]);
        rules["sides"][1]["arsenal"] = json!([]);
    });
    assert_eq!(loaded(&again).len(), 1);
    let heard = act(&mut again, ada(), "fire hazard M8");
    assert!(heard[1].starts_with("arsenals_empty endgame=\"reloaded\""), "{heard:?}");
}

/// Returns the seat that strikes first, its total in the last roll, and the total of the other
/// seat.
fn totals(play: &Play) -> (u64, u64, u64) {
    let entries = play.log.iter().filter_map(|entry| entry.glimpse(Viewer::Public));
    let mut events = entries.map(|entry| json!(entry));
    let event = events.rfind(|event| event["type"] == "arsenals_empty").unwrap();
    let total = |seat: &Value| {
        let last = event["rolls"].as_array().unwrap().last().unwrap().clone();
        let roll =
            last.as_array().unwrap().iter().find(|roll| roll["seat"] == *seat).unwrap().clone();
        roll["dice"][0].as_u64().unwrap() + roll["dice"][1].as_u64().unwrap()
    };
    let first = event["next"].as_u64().unwrap();
    (first, total(&json!(first)), total(&json!(3 - first)))
}

/// Returns the given number of empty sectors that a seat has not hit.
fn misses(count: u64) -> String {
    let empty = all_but(13, 9, BUILT);
    empty.split(' ').take(count as usize).collect::<Vec<_>>().join(" ")
}

#[test]
fn t12_self_destruct_lower_total_first_each_names_its_own_total_and_both_can_lose() {
    let (mut play, heard) = emptied("self_destruct", "", "");
    assert!(heard[1].starts_with("arsenals_empty endgame=\"self_destruct\""), "{heard:?}");
    let (first, low, high) = totals(&play);
    assert!(low < high);
    let [one, two] = if first == 1 { [ada(), ben()] } else { [ben(), ada()] };
    assert_eq!(
        (&turn(&play)["seat"], &turn(&play)["remaining_targets"]),
        (&json!(first), &json!(low))
    );
    let rejected = refuse(&mut play, one, &format!("destruct {}", misses(low + 1)));
    assert_eq!((rejected.rule, rejected.field.as_str()), (Some("T12"), "actions[0].targets"));
    assert!(rejected.detail.contains(&format!("exactly {low}")), "{}", rejected.detail);
    let doubled = misses(low).replace(misses(2).split(' ').nth(1).unwrap(), misses(1).as_str());
    assert_eq!(refuse(&mut play, one, &format!("destruct {doubled}")).rule, Some("T12"));
    assert_eq!(refuse(&mut play, one, "roll").rule, Some("T12"));
    assert_eq!(
        refuse(&mut play, two, &format!("destruct {}", misses(high))).kind,
        RefusalKind::OutOfTurn
    );

    let heard = act(&mut play, one, &format!("destruct {}", misses(low)));
    assert_eq!(heard.len(), 1);
    assert_eq!(
        (&turn(&play)["seat"], &turn(&play)["remaining_targets"]),
        (&json!(3 - first), &json!(high))
    );
    act(&mut play, two, &format!("destruct {}", misses(high)));
    assert_eq!(play.outcome(), json!({"kind": "all_lose", "reason": "self_destruct"}));
}

#[test]
fn t12_self_destruct_the_second_seat_fires_only_if_the_first_leaves_a_building() {
    // Two sectors of each planet are left.
    let near = built_but("A1 A2");
    for second in [false, true] {
        let (mut play, _) = emptied("self_destruct", &near, &near);
        let (first, low, high) = totals(&play);
        let [one, two] = if first == 1 { [ada(), ben()] } else { [ben(), ada()] };
        let blow = |count| format!("destruct A1 A2 {}", misses(count - 2));
        let heard = if second {
            act(&mut play, one, &format!("destruct {}", misses(low)));
            act(&mut play, two, &blow(high))
        } else {
            act(&mut play, one, &blow(low))
        };
        assert!(heard[0].contains("1 destroyed") && heard[1].starts_with("finished"), "{heard:?}");
        let winner = if second { 3 - first } else { first };
        assert_eq!(play.outcome(), won(winner as u8, "buildings_destroyed"));
    }
}

#[test]
fn t12_self_destruct_names_every_open_sector_if_the_total_is_more() {
    let few = all_but(13, 9, "A1");
    let few = few.replace(" M9", "");
    let (mut play, _) = emptied("self_destruct", &few, &few);
    let (first, ..) = totals(&play);
    // Seat 1 has hit M9 with the last cartridge; seat 2 has not.
    let (seat, targets) = if first == 1 { (ada(), "A1") } else { (ben(), "A1 M9") };
    let count = targets.split(' ').count();
    assert_eq!(turn(&play)["remaining_targets"], count);
    let choice = play.legal(seat)[0]["targets"].clone();
    assert_eq!((&choice["min"], &choice["max"]), (&json!(count), &json!(count)));
    act(&mut play, seat, &format!("destruct {targets}"));
    assert_eq!(play.outcome(), won(first as u8, "buildings_destroyed"));
}

#[test]
fn t12_self_destruct_ties_are_rolled_again() {
    let mut again = 0;
    for n in 0..60 {
        let mut play = last("self_destruct", "", "");
        let mut stored: Value = serde_json::from_str(&play.text()).unwrap();
        stored["drawn"] = json!(100 + n);
        let sealed = StoredSecret::from_store(stored.to_string());
        play.game = Game::restore(RulesetId::Satellite, &sealed).unwrap();
        act(&mut play, ada(), "fire hazard M9");
        let (_, low, high) = totals(&play);
        assert!(low < high);
        let mut events = play
            .log
            .iter()
            .filter_map(|entry| entry.glimpse(Viewer::Public))
            .map(|glimpse| json!(glimpse));
        let event = events.find(|event| event["type"] == "arsenals_empty").unwrap();
        again += event["rolls"].as_array().unwrap().len() - 1;
    }
    assert!(again > 2, "ties were hardly tried");
}

/// Returns games in different phases, each with a seat to act.
fn unfinished() -> Vec<(&'static str, Play, Seat)> {
    let between = arranged(&json!({}), [1, 2, 3, 4, 6], |_| {});
    let mut salvo = arranged(&json!({}), [5, 5, 5, 5, 5], |_| {});
    act(&mut salvo, ada(), "fire salvo M1");
    act(&mut salvo, ada(), "shoot A1");
    let (desperation, _) = emptied("desperation", "", "");
    let (blow, _) = emptied("self_destruct", "", "");
    let (first, low, _) = totals(&blow);
    let [one, two] = if first == 1 { [ada(), ben()] } else { [ben(), ada()] };
    let mut last = blow.clone();
    act(&mut last, one, &format!("destruct {}", misses(low)));
    vec![
        ("between two rolls", between, ada()),
        ("within a salvo", salvo, ada()),
        ("in desperation", desperation, ben()),
        ("before the first of the last blows", blow, one),
        ("before the second of them", last, two),
    ]
}

/// Asserts the properties of a game that has ended, also after it is stored and restored.
fn rests(play: &mut Play) {
    let stored = play.game.store();
    assert_eq!(Game::restore(RulesetId::Satellite, &stored).unwrap().store().text(), stored.text());
    assert_eq!(turn(play), Value::Null);
    assert!(play.game.to_move().is_empty());
    for seat in [ada(), ben()] {
        assert_eq!(play.legal(seat), json!([]));
        for line in ["roll", "shoot M8", "destruct M8"] {
            assert_eq!(refuse(play, seat, line).kind, RefusalKind::Finished);
        }
    }
}

#[test]
fn a_missed_deadline_is_a_loss_in_the_middle_of_anything() {
    for (when, mut play, seat) in unfinished() {
        play.must(&Request::TimeOut(Seats::ALL));
        assert_eq!(play.outcome(), won(3 - seat.number(), "timed_out"), "{when}");
        rests(&mut play);
    }
}

#[test]
fn either_seat_may_resign_in_the_middle_of_anything() {
    for who in [ada(), ben()] {
        for (when, mut play, _) in unfinished() {
            play.shared_move(who, "resign");
            assert_eq!(play.outcome(), won(3 - who.number(), "resigned"), "{when}");
            rests(&mut play);
        }
    }
}

#[test]
fn a_draw_may_be_agreed_in_the_middle_of_anything() {
    for [by, other] in [[ada(), ben()], [ben(), ada()]] {
        for (when, mut play, seat) in unfinished() {
            play.shared_move(by, "offer_draw");
            assert_eq!(turn(&play)["seat"], seat.number(), "an offer stops nothing {when}");
            play.shared_move(other, "accept_draw");
            assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "agreed"}), "{when}");
            rests(&mut play);
        }
    }
}

#[test]
fn a_game_cancelled_before_the_first_roll_has_no_seat_to_move() {
    for seat in [ada(), ben()] {
        let mut play = started_game(&json!({}), PLANET, PLANET);
        assert_eq!(turn(&play)["number"], 1);
        assert_eq!(play.must(&Request::Abort(seat)), [format!("cancelled seat={}", seat.number())]);
        assert_eq!((play.game.status().as_str(), play.outcome()), ("cancelled", Value::Null));
        rests(&mut play);
        // No buildings are revealed.
        for (viewer, seen) in
            VIEWERS().into_iter().zip([[true, false], [false, true], [false, false]])
        {
            let sides = play.view(viewer)["sides"].take();
            assert_eq!([0, 1].map(|n| !sides[n]["buildings"].is_null()), seen, "{viewer:?}");
        }
    }
    // A game cancelled by a deadline before it began has no turn either.
    let mut play = Play::satellite(7, &json!({}));
    play.place_at_random(ada(), None);
    assert_eq!(play.must(&Request::TimeOut(Seats::ALL)), ["cancelled seat=null"]);
    rests(&mut play);
}

#[test]
fn a_game_cannot_be_cancelled_after_the_first_roll() {
    let mut play = started_game(&json!({}), PLANET, PLANET);
    let first = play.game.to_move().iter().next().unwrap();
    for line in ["roll", "fire hazard M9"] {
        act(&mut play, first, line);
        for seat in [ada(), ben()] {
            let refused = play.refuse(&Request::Abort(seat));
            assert_eq!(refused.kind, RefusalKind::NotNow, "{line}");
        }
    }
    assert_eq!(turn(&play)["dice"], Value::Null);
}

#[test]
fn a_snapshot_that_no_game_can_have_is_refused() {
    let play = arranged(&json!({}), [1, 2, 3, 4, 6], |rules| {
        rules["operations"] = json!([tokens(1, "M1")])
    });
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 9] = [
        (|rules| rules["first"] = json!(3), "a seat"),
        (|rules| rules["stage"]["seat"] = json!(3), "a seat"),
        (|rules| rules["stage"] = json!({"to": "salvo", "seat": 8, "left": 2}), "a seat"),
        (|rules| rules["stage"] = json!({"to": "endgame", "seat": 3}), "a seat"),
        (|rules| rules["withdrawn"] = json!([[1, 3], "resigned"]), "a seat"),
        (|rules| rules["operations"][0]["seat"] = json!(3), "a seat"),
        (|rules| rules["stage"]["rolls"] = json!(4), "the dice"),
        (|rules| rules["stage"]["rolls"] = json!(0), "the dice"),
        (|rules| rules["stage"]["dice"] = Value::Null, "the dice"),
    ];
    for (change, what) in cases {
        let mut stored: Value = serde_json::from_str(&play.text()).unwrap();
        change(&mut stored["rules"]);
        let game =
            Game::restore(RulesetId::Satellite, &StoredSecret::from_store(stored.to_string()));
        let error =
            game.err().unwrap_or_else(|| panic!("{} is restored", stored["rules"])).to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn t12_nothing_of_the_endgame_can_be_done_before_it() {
    let mut play = arranged(&json!({"endgame": "self_destruct"}), [1, 2, 3, 4, 6], |_| {});
    for line in ["shoot M1", "destruct M1"] {
        let (rule, _, text) = refused(&mut play, line);
        assert_eq!(rule, "T5");
        assert!(text.contains("fire a cartridge") && !text.contains("give"), "{text}");
    }
}
