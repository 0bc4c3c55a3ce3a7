//! Tests that a record of a finished game is valid only if it is unchanged.

use crate::common::{Play, ada, ben, voices_action, voices_placement};
use broadside_engine::check_kind::CheckKind;
use broadside_engine::game::Request;
use broadside_engine::record::{Record, Verdict, verify};
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Returns the record of a very short game, with rolled dice, both kinds of seed and a random
/// placement. It is short because every byte of the record is changed, and each change replays the
/// game.
fn short(mode: &str) -> Record {
    let ships = json!([{"class": "raft", "length": 1, "shots": 2}]);
    let grid = json!({"columns": 6, "rows": 6});
    let mut play =
        Play::open(json!({"mode": mode, "fleet": "custom", "grid": grid, "ships": ships}));
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    play.place(ada(), "raft F6 across");
    play.place_at_random(ben(), Some("ben's seed"));
    let ships = play.view(Viewer::Seat(ben()))["waters"][1]["ships"].take();
    let raft = ships[0]["cells"][0].as_str().unwrap().to_owned();
    if mode == "salvo" {
        play.fire(ben(), "A1 B1");
        play.fire(ada(), &format!("E6 {raft}"));
    } else {
        // The player who begins misses first.
        for cell in ["E6", "D6", &raft, "C6"] {
            if let Some(seat) = play.game.to_move().iter().next() {
                play.fire(seat, if seat == ada() && cell != "E6" { &raft } else { cell });
            }
        }
    }
    play.record()
}

/// Computes the digest of a record as described in `docs/fairness.md`, so that forgeries with a
/// correct digest are tested.
fn digest(record: &Value) -> String {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove("digest");
    let mut hash = Sha256::new();
    // serde_json keeps the fields of a `Value` sorted, which is the canonical form.
    for field in ["broadside/v1/record", &record.to_string()] {
        hash.update((field.len() as u32).to_be_bytes());
        hash.update(field);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Changes the record, recomputes its digest, and returns the verdict.
pub(crate) fn forged(record: &Record, change: impl Fn(&mut Value)) -> Verdict {
    let mut value = serde_json::to_value(record).unwrap();
    let before = value.clone();
    change(&mut value);
    assert_ne!(value, before, "nothing was changed");
    value["digest"] = json!(digest(&value));
    verify(&value.to_string())
}

pub(crate) fn event<'a>(record: &'a mut Value, kind: &str) -> &'a mut Value {
    let events = record["events"].as_array_mut().unwrap();
    events.iter_mut().find(|event| event["type"] == kind).unwrap_or_else(|| panic!("no `{kind}`"))
}

/// Changes the first digit of a hexadecimal text.
fn flip(text: &mut Value) {
    let hex = text.as_str().unwrap();
    let first = if hex.starts_with('0') { '1' } else { '0' };
    *text = json!(format!("{first}{}", &hex[1..]));
}

#[test]
fn an_untouched_record_holds() {
    for mode in ["single", "salvo"] {
        let record = short(mode);
        let verdict = verify(&serde_json::to_string(&record).unwrap());
        assert!(verdict.valid, "{verdict:?}");
        assert_eq!(
            (verdict.game.as_deref(), verdict.events),
            (Some("a game"), record.events.len())
        );
        assert_eq!(digest(&serde_json::to_value(&record).unwrap()), record.digest);
        // The layout of the JSON does not matter.
        assert!(verify(&serde_json::to_string_pretty(&record).unwrap()).valid);
    }
}

/// Changes every byte, and asserts that the record becomes invalid.
fn change_every_byte(mode: &str) {
    let text = serde_json::to_string(&short(mode)).unwrap();
    assert!(text.is_ascii());
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        let byte = bytes[at];
        // Replace a digit by a digit and a letter by a letter, or alternately by another kind of
        // character.
        let near = match byte {
            b'0'..=b'9' => b'0' + (byte - b'0' + 1) % 10,
            b'a'..=b'z' => b'a' + (byte - b'a' + 1) % 26,
            b'A'..=b'Z' => b'A' + (byte - b'A' + 1) % 26,
            _ => b'0',
        };
        for other in [near, [byte ^ 1, byte ^ 0x20, b' ', b'"'][at % 4]] {
            if other != byte {
                let mut changed = bytes.to_vec();
                changed[at] = other;
                let changed = String::from_utf8(changed).unwrap();
                let context = &changed[at.saturating_sub(30)..(at + 30).min(changed.len())];
                assert!(
                    !verify(&changed).valid,
                    "{mode}, byte {at} as {:?}: …{context}…",
                    char::from(other)
                );
            }
        }
    }
}

// Two tests, so that they run in parallel.
#[test]
fn no_byte_of_a_record_of_single_can_be_changed() {
    change_every_byte("single");
}

#[test]
fn no_byte_of_a_record_of_salvo_can_be_changed() {
    change_every_byte("salvo");
}

type EventsChange<'a> = &'a dyn Fn(&mut Vec<Value>);

#[test]
fn no_event_can_be_left_out_or_doubled() {
    for mode in ["single", "salvo"] {
        let record = short(mode);
        let renumber = |value: &mut Value| {
            for (n, event) in value["events"].as_array_mut().unwrap().iter_mut().enumerate() {
                event["seq"] = json!(n + 1);
            }
        };
        for at in 0..record.events.len() {
            let changes: [EventsChange<'_>; 2] = [&|events| drop(events.remove(at)), &|events| {
                events.insert(at, events[at].clone())
            }];
            for change in changes {
                let verdict = forged(&record, |value| {
                    change(value["events"].as_array_mut().unwrap());
                    renumber(value);
                });
                assert!(!verdict.valid, "{mode}: {:?}", record.events[at]);
            }
        }
    }
}

#[test]
fn a_forgery_is_named_by_its_part() {
    let (single, salvo) = (short("single"), short("salvo"));
    type Change = fn(&mut Value);
    let cases: [(&str, &Record, CheckKind, &str, Change); 15] = [
        ("a die", &single, CheckKind::Roll, "events[5].body.rolls[0][0].face", |record| {
            let face = &mut event(record, "first_player")["body"]["rolls"][0][0]["face"];
            *face = json!(face.as_u64().unwrap() % 10 + 1);
        }),
        ("who begins", &salvo, CheckKind::Roll, "events[5].body.seat", |record| {
            let seat = &mut event(record, "first_player")["body"]["seat"];
            *seat = json!(3 - seat.as_u64().unwrap());
        }),
        ("a report", &single, CheckKind::Report, "events[6].body.result", |record| {
            let result = &mut event(record, "fired")["body"]["result"];
            *result = if *result == "hit" { json!("miss") } else { json!("hit") };
        }),
        ("a ship sunk", &single, CheckKind::Report, "events[6].body.sunk", |record| {
            event(record, "fired")["body"]["sunk"] = json!("raft");
        }),
        ("a total", &salvo, CheckKind::Report, "", |record| {
            event(record, "salvos")["body"]["salvos"][0]["sunk"] = json!(["raft"]);
        }),
        ("a salt", &single, CheckKind::PlacementCommitment, "revealed.seats[0].salt", |record| {
            flip(&mut record["revealed"]["seats"][0]["salt"]);
        }),
        (
            "a placement",
            &single,
            CheckKind::PlacementCommitment,
            "revealed.seats[0].placement.ships[0].at",
            |record| {
                record["revealed"]["seats"][0]["placement"]["ships"][0]["at"] = json!("A2");
            },
        ),
        (
            "a commitment",
            &salvo,
            CheckKind::PlacementCommitment,
            "events[4].body.placement_commitments[1]",
            |record| {
                flip(&mut event(record, "began")["body"]["placement_commitments"][1]);
            },
        ),
        (
            "a commitment revealed",
            &salvo,
            CheckKind::PlacementCommitment,
            "revealed.seats[1].commitment",
            |record| {
                flip(&mut record["revealed"]["seats"][1]["commitment"]);
            },
        ),
        ("the server's seed", &single, CheckKind::SeedCommitment, "seed_commitment", |record| {
            flip(&mut record["revealed"]["server_seed"]);
        }),
        (
            "the seed's commitment",
            &single,
            CheckKind::SeedCommitment,
            "seed_commitment",
            |record| {
                flip(&mut record["seed_commitment"]);
            },
        ),
        ("a seat's seed", &single, CheckKind::SeatSeed, "seat_seeds[0].seed", |record| {
            record["seat_seeds"][0]["seed"] = json!("another seed");
        }),
        ("an outcome", &single, CheckKind::Outcome, "outcome.winners", |record| {
            record["outcome"]["winners"] = json!([1, 2]);
        }),
        ("an outcome in the log", &single, CheckKind::Outcome, "", |record| {
            event(record, "finished")["body"]["outcome"]["reason"] = json!("resigned");
        }),
        ("a time", &salvo, CheckKind::Time, "events[1].at", |record| {
            record["events"][1]["at"] = json!("2026-04-30T23:59:59.000Z");
        }),
    ];
    for (what, record, part, field, change) in cases {
        let verdict = forged(record, change);
        let named = |fault: &broadside_engine::record::Fault| {
            fault.part == part
                && (field.is_empty() || fault.field == field)
                && !fault.detail.contains('{')
        };
        assert!(
            !verdict.valid && verdict.faults.iter().any(named),
            "{what}: {:#?}",
            verdict.faults
        );
        assert!(
            verdict.faults.iter().all(|fault| fault.part != CheckKind::Digest),
            "{what}: it was sealed anew"
        );
    }
}

#[test]
fn a_record_of_hostile_shape_is_refused_in_peace() {
    let record = short("single");
    let changes: [fn(&mut Value); 8] = [
        |record| record["format"] = json!("broadside-record/2"),
        |record| record["events"] = json!([]),
        |record| event(record, "joined")["body"]["seat"] = json!(8),
        |record| event(record, "fired")["body"]["seat"] = json!(8),
        |record| event(record, "fired")["body"]["cell"] = json!("Z26"),
        |record| event(record, "began")["schema"] = json!(2),
        |record| record["options"]["grid"]["columns"] = json!(255),
        |record| record["seat_seeds"] = json!([]),
    ];
    for change in changes {
        assert!(!forged(&record, change).valid);
    }
    for text in ["", "null", "[]", "{", "\u{0}", &"[".repeat(100_000)] {
        let verdict = verify(text);
        assert_eq!(verdict.faults[0].part, CheckKind::Form);
    }
}

/// Returns the record of a short game of `voices`, with dice, drawn matrices and an answer that is
/// sounded again.
fn voices() -> Record {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0});
    let mut play = Play::voices(7, &json!({"fleet": fleet, "rounds": 2}));
    for seat in [ada(), ben()] {
        let placement =
            voices_placement("patrol A1 across, submarine A3 across; battle 2 voice dice top");
        play.must(&Request::Place { seat, placement: Some(&placement), seed: None });
    }
    for line in ["roll_all", "roll"] {
        if let Some(seat) = play.game.to_move().iter().next() {
            play.act(seat, voices_action(line));
        }
    }
    let seat = play.game.to_move().iter().next().unwrap();
    let other = if seat == ada() { ben() } else { ada() };
    play.act(seat, voices_action("voice right bottom for 1"));
    play.act(other, voices_action("voice left bottom"));
    play.act(ada(), voices_action("offer_end"));
    play.act(ben(), voices_action("accept_end"));
    play.record()
}

#[test]
fn a_forgery_of_voices_is_named_by_its_part() {
    let record = voices();
    assert!(verify(&serde_json::to_string(&record).unwrap()).valid);
    type Change = fn(&mut Value);
    let cases: [(&str, CheckKind, Change); 9] = [
        ("a die", CheckKind::Roll, |record| {
            let face = &mut event(record, "fired")["body"]["throws"][0]["first"];
            *face = json!(face.as_u64().unwrap() % 10 + 1);
        }),
        ("who begins", CheckKind::Roll, |record| {
            let face = &mut event(record, "first_player")["body"]["rolls"][0][0]["face"];
            *face = json!(face.as_u64().unwrap() % 10 + 1);
        }),
        ("a report", CheckKind::Report, |record| {
            let result = &mut event(record, "fired")["body"]["answers"][0]["result"];
            *result = if *result == "hit" { json!("miss") } else { json!("hit") };
        }),
        ("a phone of a call", CheckKind::Sound, |record| {
            event(record, "fired")["body"]["phone"] = json!("s")
        }),
        ("a phone of an answer", CheckKind::Sound, |record| {
            event(record, "fired")["body"]["answers"][0]["row"]["phones"][0] = json!("s");
        }),
        ("an edge that dice have chosen", CheckKind::Sound, |record| {
            let from = &mut event(record, "fired")["body"]["answers"][0]["row"]["from"];
            *from = if *from == "left" { json!("right") } else { json!("left") };
        }),
        ("an answer sounded anew", CheckKind::Sound, |record| {
            event(record, "revoiced")["body"]["row"]["phones"][0] = json!("s");
        }),
        ("a drawn matrix", CheckKind::Event, |record| {
            let drawn = &mut event(record, "placed")["body"]["placement"]["tactical"];
            *drawn = json!(drawn.as_u64().unwrap() % 10 + 1);
        }),
        ("a matrix revealed", CheckKind::PlacementCommitment, |record| {
            record["revealed"]["seats"][0]["placement"]["battle"] = json!(9);
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
    // The commitment covers the voices and the matrices as well as the fleet.
    let verdict = forged(&record, |record| {
        for seat in record["revealed"]["seats"].as_array_mut().unwrap() {
            seat["placement"]["voice"]["row"] = json!("left");
        }
    });
    assert!(!verdict.valid);
}

#[test]
fn verification_stops_after_too_many_faults() {
    let record = short("single");
    let verdict = forged(&record, |record| {
        let events = record["events"].as_array_mut().unwrap();
        let began = events.iter().find(|event| event["type"] == "began").unwrap().clone();
        events.splice(2..2, std::iter::repeat_n(began, 5000));
        for (n, event) in events.iter_mut().enumerate() {
            event["seq"] = json!(n + 1);
        }
    });
    assert_eq!(verdict.faults.len(), 101);
    assert!(
        verdict.faults[100].detail.contains("the rest was not checked"),
        "{:?}",
        verdict.faults[100]
    );
    assert!(verdict.events < 200, "{}", verdict.events);
}

#[test]
fn a_forgery_of_satellite_is_named_by_its_part() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpora/logs/satellite-drawn.json");
    let record: Record = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    type Change = fn(&mut Value);
    let cases: [(&str, CheckKind, Change); 10] = [
        ("who begins", CheckKind::Roll, |record| {
            let die = &mut event(record, "first_player")["body"]["rolls"][0][0]["dice"][0];
            *die = json!(die.as_u64().unwrap() % 6 + 1);
        }),
        ("a die", CheckKind::Roll, |record| {
            let die = &mut event(record, "rolled")["body"]["dice"][4];
            *die = json!(die.as_u64().unwrap() % 6 + 1);
        }),
        ("a roll for the last blows", CheckKind::Roll, |record| {
            let die = &mut event(record, "arsenals_empty")["body"]["rolls"][0][0]["dice"][0];
            *die = json!(die.as_u64().unwrap() % 6 + 1);
        }),
        ("another endgame", CheckKind::Event, |record| {
            event(record, "arsenals_empty")["body"]["endgame"] = json!("ceasefire");
        }),
        ("a report of what was fired", CheckKind::Report, |record| {
            let result = &mut event(record, "fired")["body"]["reports"][0]["result"];
            *result = if *result == "hit" { json!("miss") } else { json!("hit") };
        }),
        ("a building destroyed", CheckKind::Report, |record| {
            event(record, "shot")["body"]["destroyed"] = json!(5);
        }),
        ("the shot of what was given up", CheckKind::Report, |record| {
            let result = &mut event(record, "gave_up")["body"]["result"];
            *result = if *result == "hit" { json!("miss") } else { json!("hit") };
        }),
        ("a report of a last blow", CheckKind::Report, |record| {
            event(record, "destructed")["body"]["destroyed"] = json!(6);
        }),
        ("a placement revealed", CheckKind::PlacementCommitment, |record| {
            record["revealed"]["seats"][0]["placement"]["buildings"][0]["cells"] =
                json!(["M1", "M2"]);
        }),
        ("an outcome", CheckKind::Outcome, |record| {
            record["outcome"]["reason"] = json!("ceasefire")
        }),
    ];
    assert!(verify(&serde_json::to_string(&record).unwrap()).valid);
    for (what, part, change) in cases {
        let verdict = forged(&record, change);
        assert!(
            verdict.faults.iter().any(|fault| fault.part == part),
            "{what}: {:#?}",
            verdict.faults
        );
    }
    // A cartridge that the dice did not unlock, dice that cannot be kept and a sector off the
    // planet are not moves at all.
    for (kind, field, forged_as) in [
        ("fired", "cartridge", json!("salvo")),
        ("rolled", "keep", json!([1])),
        ("gave_up", "target", json!("P16")),
    ] {
        let verdict =
            forged(&record, |record| event(record, kind)["body"][field] = forged_as.clone());
        assert!(
            !verdict.valid && verdict.faults.iter().all(|fault| fault.part != CheckKind::Digest),
            "{kind}"
        );
    }
}
