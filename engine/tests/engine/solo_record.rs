//! Tests of the stored forms and the record of a game of `solo`.

use broadside_engine::chance::Seed;
use broadside_engine::check_kind::CheckKind;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::seat::{Seats, Viewer};
use serde_json::{Value, json};

use crate::common::{Play, ada};
use crate::record_tampering::{event, forged};
use crate::solo_common::{ROWS, solo_placement};

fn finished() -> Play {
    let mut play = Play::solo_begun(7, ROWS, "crowns");
    play.solo_act("run_out");
    play
}

#[test]
fn of_a_game_of_solo() {
    let mut play = Play::solo(7, &json!({}));
    let placement =
        solo_placement(&ROWS.replace("suns/upper/N across", "arms/lower/N diagonal_up"));
    play.must(&Request::Place { seat: ada(), placement: Some(&placement), seed: None });
    play.solo_act("predict crowns");
    for _ in 0..3 {
        play.solo_act("volley");
    }
    let snapshot: Value = serde_json::from_str(play.game.store().text()).unwrap();
    play.must(&Request::TimeOut(Seats::ALL));
    let stored =
        |entry: &broadside_engine::game::Entry| serde_json::from_str(entry.store().text()).unwrap();
    let log: Vec<Value> = play.log.iter().map(stored).collect();
    insta::assert_json_snapshot!(json!({"log": log, "snapshot": snapshot}));
}

/// Checks the test vectors of `docs/fairness.md`, which must never change.
#[test]
fn the_published_volleys() {
    let seed = Seed::new(std::array::from_fn(|n| n as u8));
    let game = Game::open("game-1", seed, RulesetId::Solo, &json!({})).unwrap();
    let mut play = Play { game, log: Vec::new() };
    play.must(&Request::Join(ada()));
    play.place_at_random(ada(), Some("ada's seed"));
    let drawn = play.view(Viewer::Seat(ada()))["ships"].as_array().unwrap().clone();
    let ship = |ship: &Value| {
        let text = |field: &str| ship[field].as_str().unwrap().to_owned();
        format!("{} {} {} {}", text("suit"), text("class"), text("at"), text("heading"))
    };
    let placed = drawn.iter().map(ship).collect::<Vec<_>>().join("\n");
    play.solo_act("predict suns");
    play.solo_act("run_out");
    let volleys = play.volleys();
    let line = |volley: &Value| {
        let faces =
            volley["dice"].as_array().unwrap().iter().map(|die| die["face"].as_str().unwrap());
        format!("{} {}", faces.collect::<Vec<_>>().join(" "), volley["coin"].as_str().unwrap())
    };
    let lines: Vec<_> = volleys.iter().take(4).map(line).collect();
    let documented = include_str!("../../../docs/fairness.md");
    for text in [placed, format!("battle, volleys: {}", lines.join(", "))] {
        assert!(documented.contains(&text), "docs/fairness.md lacks: {text}");
    }
}

#[test]
fn a_forgery_of_solo_is_named_by_its_part() {
    let record = finished().record();
    assert!(verify(&serde_json::to_string(&record).unwrap()).valid);
    type Change = fn(&mut Value);
    let cases: [(&str, CheckKind, Change); 10] = [
        ("a die", CheckKind::Roll, |record| {
            let face = &mut event(record, "fired")["body"]["dice"][2]["face"];
            *face = json!(if *face == "N" { "A" } else { "N" });
        }),
        ("the coin", CheckKind::Roll, |record| {
            let coin = &mut event(record, "fired")["body"]["coin"];
            *coin = json!(if *coin == "heads" { "tails" } else { "heads" });
        }),
        ("the order of the dice", CheckKind::Roll, |record| {
            event(record, "fired")["body"]["dice"].as_array_mut().unwrap().swap(0, 1);
        }),
        ("a hit", CheckKind::Report, |record| {
            let hit = &mut event(record, "fired")["body"]["shots"][0]["hit"];
            *hit = if hit.is_null() { json!("suns") } else { Value::Null };
        }),
        ("a suit sunk", CheckKind::Report, |record| {
            event(record, "fired")["body"]["shots"][3]["sunk"] = json!(true);
        }),
        ("a shot left out", CheckKind::Report, |record| {
            event(record, "fired")["body"]["shots"].as_array_mut().unwrap().pop();
        }),
        ("a prediction", CheckKind::Outcome, |record| {
            event(record, "predicted")["body"]["suit"] = json!("suns")
        }),
        ("a prediction of the suit that lends", CheckKind::Event, |record| {
            event(record, "predicted")["body"]["suit"] = json!("arms");
        }),
        ("an outcome", CheckKind::Outcome, |record| {
            let outcome = &mut record["outcome"];
            *outcome = if outcome["kind"] == "win" {
                json!({"kind": "lose", "reason": "prediction_wrong"})
            } else {
                json!({"kind": "win", "winners": [1], "reason": "prediction_right"})
            };
        }),
        ("a fleet revealed", CheckKind::PlacementCommitment, |record| {
            record["revealed"]["seats"][0]["placement"]["ships"][0]["at"] = json!("arms/lower/5");
        }),
    ];
    for (what, part, change) in cases {
        let verdict = forged(&record, change);
        assert!(
            verdict.faults.iter().any(|fault| fault.part == part),
            "{what}: {:#?}",
            verdict.faults
        );
    }
}

#[test]
fn no_volley_can_be_left_out_or_doubled() {
    let record = finished().record();
    let renumber = |events: &mut Vec<Value>| {
        for (n, event) in events.iter_mut().enumerate() {
            event["seq"] = json!(n + 1);
        }
    };
    for at in 2..record.events.len() {
        let without = forged(&record, |record| {
            let events = record["events"].as_array_mut().unwrap();
            events.remove(at);
            renumber(events);
        });
        let doubled = forged(&record, |record| {
            let events = record["events"].as_array_mut().unwrap();
            events.insert(at, events[at].clone());
            renumber(events);
        });
        assert!(!without.valid && !doubled.valid, "{at}");
    }
}
