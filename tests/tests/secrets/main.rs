//! Non-interference: two real games that differ only in secrets of other players look the same to a
//! viewer, byte for byte, in every operation of the OpenAPI document and in the log of the service.
//!
//! Cover a new operation with a line in `probes.rs`; an operation that is missing there fails
//! [`every_operation_is_probed`]. Only the placement commitments are masked (they are hashes of the
//! secrets), and the entity tags of bodies that contain them: a tag is replaced by the number of
//! its first appearance, so that a change of a tag without a visible reason is still found.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod advanced;
mod probes;
mod streams;
mod world;

use std::fmt::Display;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::game::{RulesetId, View};
use serde_json::{Value, json};

use world::{Template, World};

/// A fleet at the left edge.
fn left() -> Value {
    ships(&[
        ("battleship", "A1", "down"),
        ("cruiser", "B1", "down"),
        ("submarine", "C1", "down"),
        ("destroyer", "D1", "down"),
    ])
}

/// A fleet of the same classes at the bottom edge. Both fleets leave the columns from F on free,
/// and the rows 6 to 8 on the right.
fn bottom() -> Value {
    ships(&[
        ("battleship", "A10", "across"),
        ("cruiser", "A9", "across"),
        ("submarine", "C1", "down"),
        ("destroyer", "D2", "down"),
    ])
}

fn ships(ships: &[(&str, &str, &str)]) -> Value {
    let ship = |(class, at, heading): &(&str, &str, &str)| json!({"class": class, "at": at, "heading": heading});
    json!({"ruleset": "classic", "placement": {"ships": ships.iter().map(ship).collect::<Vec<_>>()}})
}

fn fire(cells: &[&str]) -> Value {
    json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": cells}]})
}

/// A game that is played in two worlds, with differences in the second one.
struct Scenario {
    name: &'static str,
    play: fn(&mut World, other: bool),
    /// Targets that seat 1 may fire at afterwards without learning the difference.
    then: &'static [&'static str],
}

fn seated(world: &mut World, options: Value) {
    let clock = json!({"bank": 72, "increment": 12});
    world.create(json!({"ruleset": "classic", "options": options, "clock": clock}));
    world.take_seat();
}

/// Starts a game of shot against shot, in which both fleets are at the left edge.
fn in_play(world: &mut World) {
    seated(world, json!({"first": "creator"}));
    world.ada_places(left());
    world.ben_places(left());
}

/// A game of `voices` with both players seated, and Ada's fleet along the top.
fn voices_seated(world: &mut World, options: Value) {
    world.create(json!({"ruleset": "voices", "options": options, "clock": {"days_per_turn": 3}}));
    world.take_seat();
    world.ada_places(sounding("across", 1));
}

/// A fleet of `voices` from the left or the upper edge, with the matrix of its battle map.
fn sounding(heading: &str, battle: u8) -> Value {
    let at = if heading == "across" {
        ["A1", "A2", "A3", "A4", "A5"]
    } else {
        ["A1", "B1", "C1", "D1", "E1"]
    };
    let classes = ["carrier", "battleship", "destroyer", "patrol", "submarine"];
    let ship = |(class, at)| json!({"class": class, "at": at, "heading": heading});
    let ships: Vec<_> = classes.into_iter().zip(at).map(ship).collect();
    let voice = json!({"row": "left", "column": "top"});
    let placement = json!({"ships": ships, "battle": battle, "tactical": 2, "voice": voice});
    json!({"ruleset": "voices", "placement": placement})
}

/// Creates a game of `solo` for Ben.
fn solo(world: &mut World) {
    world.ben_creates(json!({"ruleset": "solo", "clock": {"days_per_turn": 3}}));
}

/// Fleets of `solo` in the upper rows, with each of the three ships in these columns.
fn solo_rows(ships: [(&str, &str); 3]) -> Value {
    let ships_of = |suit: &'static str| {
        ships.map(|(class, column)| {
            json!({"suit": suit, "class": class, "at": format!("{suit}/upper/{column}"), "heading": "across"})
        })
    };
    let ships: Vec<_> = ["suns", "moons", "crowns"].into_iter().flat_map(ships_of).collect();
    json!({"ruleset": "solo", "placement": {"ships": ships}})
}

/// Two ways to place a fleet in the same cells, which shots cannot distinguish.
const SOLO_ALIKE: [[(&str, &str); 3]; 2] = [
    [("cruiser", "N"), ("submarine", "3"), ("dinghy", "5")],
    [("dinghy", "N"), ("submarine", "A"), ("cruiser", "3")],
];

fn solo_acts(actions: Value) -> Value {
    json!({"ruleset": "solo", "actions": actions})
}

/// Buildings of `satellite`: an outpost, a relay and a citadel as given, the others away from the
/// targets.
fn planet(outpost: [&str; 2], relay: [&str; 3], citadel: [&str; 4]) -> Value {
    let buildings = json!([
        {"building": "outpost", "cells": outpost},
        {"building": "relay", "cells": relay},
        {"building": "bunker", "cells": ["K1", "L1", "L2"]},
        {"building": "reactor", "cells": ["E7", "E8", "F7", "F8"]},
        {"building": "hangar", "cells": ["H2", "H3", "H4", "H5"]},
        {"building": "citadel", "cells": citadel},
    ]);
    json!({"ruleset": "satellite", "placement": {"buildings": buildings}})
}

/// The citadel on either side of the same line.
const CITADELS: [[&str; 4]; 2] = [["J4", "J5", "J6", "K5"], ["I5", "J4", "J5", "J6"]];

/// Starts a game of `satellite` in play, with this placement for seat 2.
fn satellite(world: &mut World, placement: Value) {
    world.create(json!({"ruleset": "satellite", "clock": {"days_per_turn": 3}}));
    world.take_seat();
    world.ada_places(planet(["A1", "A2"], ["A3", "B3", "C3"], CITADELS[0]));
    world.ben_places(placement);
}

/// Plays until Ada's dice unlock a cartridge whose name begins with `cartridge`. Then she fires it
/// at these sectors, and the result must be as given. Until then the player to move fires at an
/// irrelevant sector.
fn strikes(world: &mut World, cartridge: &str, targets: &[&str], hears: &Value) {
    let acts = |world: &mut World, action: Value| {
        world.mover_acts(json!({"ruleset": "satellite", "actions": [action]}))["events"][0].take()
    };
    loop {
        let (player, _) = world.mover();
        let mut keep = Vec::new();
        for _ in 0..3 {
            let rolled = acts(world, json!({"type": "roll", "keep": keep}));
            let dice: Vec<u64> = rolled["dice"]
                .as_array()
                .unwrap()
                .iter()
                .map(|die| die.as_u64().unwrap())
                .collect();
            let count = |face: &u64| dice.iter().filter(|&die| die == face).count();
            let face = (1..=6).max_by_key(count).unwrap();
            keep = (1..=5_u64).filter(|&at| dice[at as usize - 1] == face).collect();
            keep.truncate(4);
        }
        let legal = world.ask("GET", &world.path("/legal"), player, &[], None).json();
        let fire = legal["actions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|choice| choice["type"] == "fire")
            .unwrap();
        let fits = |loaded: &&Value| {
            let name = loaded["cartridge"].as_str().unwrap();
            name.starts_with(cartridge)
                && loaded["max_targets"].as_u64().unwrap() as usize >= targets.len()
        };
        let cartridge = fire["cartridges"].as_array().unwrap().iter().find(fits);
        let Some(loaded) = cartridge.filter(|_| player == "ada") else {
            let from = fire["from"].as_array().unwrap();
            let any = fire["cartridges"][0].clone();
            acts(
                world,
                json!({"type": "fire", "cartridge": any["cartridge"], "targets": [from[from.len() - 1]]}),
            );
            continue;
        };
        let heard = acts(
            world,
            json!({"type": "fire", "cartridge": loaded["cartridge"], "targets": targets}),
        );
        let results: Vec<_> =
            heard["reports"].as_array().unwrap().iter().map(|report| &report["result"]).collect();
        assert_eq!(json!({"results": results, "destroyed": heard["destroyed"]}), *hears);
        return;
    }
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "the game went back to a backup, and seat 2 has placed otherwise",
        play: |world, other| {
            seated(world, json!({"first": "creator"}));
            world.ada_places(left());
            world.ben_places(if other { bottom() } else { left() });
            world.ada_acts(fire(&["J1"]));
            world.restore();
        },
        then: &[],
    },
    Scenario {
        name: "an outage has given time back, and seat 2 has placed otherwise",
        play: |world, other| {
            seated(world, json!({"first": "creator"}));
            world.ada_places(left());
            world.ben_places(if other { bottom() } else { left() });
            world.outage(80);
            let game = world.ask("GET", &world.path(""), "ada", &[], None).json();
            let outages = &game["seats"][0]["clock"]["outages"];
            assert_eq!(
                (outages.as_array().map(Vec::len), &game["status"]),
                (Some(1), &json!("playing")),
                "{game}"
            );
            world.ada_acts(fire(&["J1"]));
        },
        then: &[],
    },
    Scenario {
        name: "a bot has seat 3, and seat 2 has placed otherwise",
        play: |world, other| {
            let bot = json!({"kind": "bot", "level": "strong"});
            let opponents = json!([{"kind": "open"}, bot]);
            world.create(
                json!({"ruleset": "voices", "options": {"seats": 3}, "opponents": opponents}),
            );
            world.take_seat();
            world.ada_places(sounding("across", 1));
            world.ben_places(sounding(if other { "down" } else { "across" }, 3));
            assert!(world.bot_acts().is_some());
        },
        then: &[],
    },
    Scenario {
        name: "in `satellite` seat 2 has built otherwise, and nobody has fired",
        play: |world, other| {
            let (outpost, relay) = if other {
                (["A1", "B1"], ["C5", "C6", "C7"])
            } else {
                (["A8", "A9"], ["B1", "C1", "D1"])
            };
            satellite(world, planet(outpost, relay, CITADELS[usize::from(other)]));
        },
        then: &[],
    },
    Scenario {
        name: "in `satellite` a relay is destroyed or an outpost, and nothing says which",
        play: |world, other| {
            satellite(
                world,
                if other {
                    planet(["A2", "A3"], ["A1", "B1", "C1"], CITADELS[1])
                } else {
                    planet(["B1", "B2"], ["A1", "A2", "A3"], CITADELS[0])
                },
            );
            strikes(world, "barrage", &["A1"], &json!({"results": ["hit"], "destroyed": 0}));
            strikes(world, "barrage", &["A2"], &json!({"results": ["hit"], "destroyed": 0}));
            strikes(world, "barrage", &["A3"], &json!({"results": ["hit"], "destroyed": 1}));
        },
        then: &[],
    },
    Scenario {
        name: "in `satellite` one sector of a barrage completes a building or the other, and nothing says which",
        play: |world, other| {
            satellite(
                world,
                if other {
                    planet(["A2", "A3"], ["A1", "B1", "C1"], CITADELS[1])
                } else {
                    planet(["A1", "A2"], ["A3", "B3", "C3"], CITADELS[0])
                },
            );
            strikes(
                world,
                "barrage",
                &["A2", "J5"],
                &json!({"results": ["hit", "hit"], "destroyed": 0}),
            );
            strikes(
                world,
                "barrage",
                &["A1", "A3"],
                &json!({"results": ["hit", "hit"], "destroyed": 1}),
            );
        },
        then: &[],
    },
    Scenario {
        name: "in `satellite` a burst destroys a relay, or an outpost beside a relay, and nothing says which",
        play: |world, other| {
            satellite(
                world,
                if other {
                    planet(["B1", "B2"], ["B3", "C3", "D3"], CITADELS[1])
                } else {
                    planet(["D8", "D9"], ["B1", "B2", "B3"], CITADELS[0])
                },
            );
            let hears = json!({"results": ["hit", "miss", "hit", "hit", "miss"], "destroyed": 1});
            strikes(world, "three_of_a_kind", &["B2"], &hears);
        },
        then: &[],
    },
    Scenario {
        name: "in `satellite` a hazard tells all of one building, and nothing of the others",
        play: |world, other| {
            satellite(
                world,
                if other {
                    planet(["G5", "G6"], ["A1", "B1", "C1"], CITADELS[1])
                } else {
                    planet(["A1", "A2"], ["G2", "G3", "G4"], CITADELS[0])
                },
            );
            let hears = json!({"results": ["hit", "hit", "hit", "hit"], "destroyed": 1});
            strikes(world, "hazard", &["H3"], &hears);
        },
        then: &[],
    },
    Scenario {
        name: "in `solo` the fleets lie elsewhere, before the prediction, and were placed anew",
        play: |world, other| {
            solo(world);
            world.ben_places(if other {
                json!({"random": true, "seed": "red herring"})
            } else {
                solo_rows(SOLO_ALIKE[0])
            });
            if other {
                for _ in 0..5 {
                    world.hidden(|world| world.ben_places(json!({"random": true})));
                }
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `solo` the prediction is made, and the chances of the suits are others",
        play: |world, other| {
            solo(world);
            let seed = json!("blue herring");
            let mut placement =
                if other { json!({"random": true}) } else { solo_rows(SOLO_ALIKE[0]) };
            placement["seed"] = seed;
            world.ben_places(placement);
            world.ben_acts(solo_acts(json!([{"type": "predict", "suit": "moons"}])));
        },
        then: &[],
    },
    Scenario {
        name: "in `solo` other ships lie in the same cells, in the middle of the game",
        play: |world, other| {
            solo(world);
            world.ben_places(solo_rows(SOLO_ALIKE[usize::from(other)]));
            world.ben_acts(solo_acts(
                json!([{"type": "predict", "suit": "moons"}, {"type": "volley"}]),
            ));
            for _ in 0..4 {
                world.ben_acts(solo_acts(json!([{"type": "volley"}])));
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `voices` seat 2's ships and its unsounded matrix are others",
        play: |world, other| {
            voices_seated(world, json!({"aim": "choice"}));
            world.ben_places(if other { sounding("down", 4) } else { sounding("across", 3) });
        },
        then: &[],
    },
    Scenario {
        name: "in `voices` seat 2's ships lie elsewhere, in the middle of a salvo",
        play: |world, other| {
            voices_seated(world, json!({"aim": "choice", "interludes": true}));
            world.ben_places(sounding(if other { "down" } else { "across" }, 3));
            for cell in ["J10", "F6", "A1", "H8"] {
                let actions = [json!({"type": "fire", "cell": cell})];
                world.mover_acts(json!({"ruleset": "voices", "actions": actions}));
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `voices` seat 2 has changed its voice and its axes",
        play: |world, other| {
            voices_seated(world, json!({}));
            world.ben_places(sounding("across", 3));
            if other {
                let voice = json!({"type": "set_voice", "row": "right", "column": "dice"});
                let axes = json!({"type": "choose_axes", "first_die": "y"});
                let actions = json!({"ruleset": "voices", "actions": [voice, axes]});
                world.hidden(|world| world.ben_acts(actions));
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `voices` seat 2 has replaced a direction after the end",
        play: |world, other| {
            voices_seated(world, json!({"aim": "choice"}));
            world.ben_places(sounding("down", 3));
            let act = |action: Value| json!({"ruleset": "voices", "actions": [action]});
            // Seat 2 answers or calls the first shot.
            let part = if world.ada_is_to_move() { "answer" } else { "call" };
            world.mover_acts(act(json!({"type": "fire", "cell": "J10"})));
            world.ada_acts(act(json!({"type": "resign"})));
            let direct =
                |text| act(json!({"type": "direct", "shot": 1, "part": part, "text": text}));
            world.ben_acts(direct(if other { "like thunder" } else { "like a lark" }));
            world.ben_acts(direct("as you like"));
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 has placed elsewhere, with another seed, before play",
        play: |world, other| {
            seated(world, json!({}));
            let mut placement = if other { bottom() } else { left() };
            placement["seed"] = json!(if other { "red herring" } else { "blue herring" });
            world.ben_places(placement);
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 has placed at random and anew, over and over",
        play: |world, other| {
            seated(world, json!({}));
            world.ben_places(left());
            if other {
                for _ in 0..5 {
                    world.hidden(|world| world.ben_places(json!({"random": true})));
                }
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 will be away long after the turn",
        play: |world, other| {
            in_play(world);
            world.hidden(|world| {
                let (from, until) =
                    if other { ("2026-11-01", "2026-11-11") } else { ("2026-12-24", "2026-12-27") };
                let vacation =
                    json!({"starts_at": format!("{from}T00:00:00Z"), "ends_at": format!("{until}T00:00:00Z")});
                let created = world.ask("POST", "/v1/players/me/vacations", "ben", &[], Some(vacation));
                assert!(created.status.is_success(), "{}", created.json());
            });
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 keeps notes, and blocks both others",
        play: |world, other| {
            in_play(world);
            let (ada, eve, notes) =
                (&world.players["ada"], &world.players["eve"], world.path("/notes"));
            let blocks = [ada, eve].map(|id| format!("/v1/blocks/{id}"));
            if other {
                world.hidden(|world| {
                    for path in blocks {
                        assert!(world.ask("PUT", &path, "ben", &[], None).status.is_success());
                    }
                    let words = json!({"text": "She never looks at the rim"});
                    assert!(world.ask("PUT", &notes, "ben", &[], Some(words)).status.is_success());
                });
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 writes moves ahead of time, which wait for its turn or are withdrawn",
        play: |world, other| {
            in_play(world);
            if other {
                world.hidden(|world| {
                    world.ben_plans(&["J9"]);
                    world.ben_plans(&["A1", "J10"]);
                    assert_eq!(world.queues_act(), 0);
                });
            }
        },
        then: &[],
    },
    Scenario {
        name: "a move in seat 2's queue does not fit and is dropped, with those after it",
        play: |world, other| {
            in_play(world);
            world.ada_acts(fire(&["F8"]));
            world.ben_acts(fire(&["J9"]));
            if other {
                world.hidden(|world| world.ben_plans(&["J9", "J10"]));
            }
            world.ada_acts(fire(&["F9"]));
            if other {
                world.hidden(|world| assert_eq!(world.queues_act(), 1));
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 2 wants reminders at other times",
        play: |world, other| {
            in_play(world);
            if other {
                let mailbox = json!({"address": "ben@example.org", "reminders": [24, 6, 1]});
                world.hidden(|world| {
                    let answer =
                        world.ask("PUT", "/v1/players/me/mailbox", "ben", &[], Some(mailbox));
                    assert!(answer.status.is_success(), "{}", answer.json());
                });
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 2's shots come from its queue, and not by hand",
        play: |world, other| {
            in_play(world);
            if other {
                world.hidden(|world| world.ben_plans(&["J9", "J10"]));
            }
            for (mine, theirs) in [("F8", "J9"), ("F9", "J10")] {
                world.ada_acts(fire(&[mine]));
                if other {
                    assert_eq!(world.queues_act(), 1)
                } else {
                    world.ben_acts(fire(&[theirs]))
                }
            }
        },
        then: &[],
    },
    Scenario {
        name: "seat 2's ships lie elsewhere, in the middle of shot against shot",
        play: |world, other| {
            seated(world, json!({"first": "creator"}));
            world.ada_places(left());
            world.ben_places(if other { bottom() } else { left() });
            for (ada, ben) in [("J1", "A1"), ("C1", "A2"), ("C3", "J10")] {
                world.ada_acts(fire(&[ada]));
                world.ben_acts(fire(&[ben]));
            }
        },
        then: &["C2"],
    },
    Scenario {
        name: "seat 2 has written another salvo, and rewritten it",
        play: |world, other| {
            seated(world, json!({"mode": "salvo"}));
            world.ada_places(left());
            world.ben_places(left());
            let quiet = ["J1", "J2", "J3", "J4", "J5", "J6", "J7"];
            world.ben_acts(fire(if other {
                &["A1", "A2", "A3", "A4", "A5", "A6", "A7"]
            } else {
                &quiet
            }));
            if other {
                for _ in 0..3 {
                    world.hidden(|world| {
                        world.ben_acts(fire(&["B1", "B2", "B3", "B4", "B5", "B6", "B7"]))
                    });
                }
            }
        },
        then: &[],
    },
    Scenario {
        name: "two hits on one frigate, or one on each of two",
        play: |world, other| {
            let frigates = [("frigate", 3), ("frigate", 3), ("cutter", 2)];
            let frigates = frigates
                .map(|(class, length)| json!({"class": class, "length": length, "shots": 1}));
            seated(
                world,
                json!({"mode": "salvo", "fleet": "custom", "ships": frigates, "first": "creator"}),
            );
            let fleet = |first: [&'static str; 2], second: [&'static str; 2]| {
                ships(&[
                    ("frigate", first[0], first[1]),
                    ("frigate", second[0], second[1]),
                    ("cutter", "A9", "across"),
                ])
            };
            world.ada_places(fleet(["A1", "down"], ["H8", "across"]));
            world.ben_places(if other {
                fleet(["D1", "across"], ["D2", "across"])
            } else {
                fleet(["D1", "down"], ["H8", "across"])
            });
            world.ada_acts(fire(&["D1", "D2", "J1"]));
            world.ben_acts(fire(&["J1", "J2", "J3"]));
        },
        then: &["J4", "J5", "J6"],
    },
];

/// The scenarios of every ruleset.
fn scenarios() -> impl Iterator<Item = &'static Scenario> {
    SCENARIOS.iter().chain(advanced::SCENARIOS)
}

/// Looks at two worlds, without and with a difference.
fn both<T: Send>(look: impl Fn(bool) -> T + Sync) -> [T; 2] {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| look(true));
        [look(false), other.join().unwrap()]
    })
}

/// Asserts that two worlds look the same, one answer after the other.
#[track_caller]
fn assert_same(worlds: &[Vec<String>; 2], what: impl Display) {
    let [one, two] = worlds;
    assert_eq!(one.len(), two.len(), "{what}");
    for (one, two) in one.iter().zip(two) {
        assert_eq!(one, two, "{what}");
    }
}

/// Plays a scenario in both worlds, and probes both as a viewer.
fn probed(template: &Template, scenario: &Scenario, viewer: &str) -> [Vec<String>; 2] {
    both(|other| {
        let mut world = template.world();
        (scenario.play)(&mut world, other);
        probes::run(&mut world, viewer, scenario.then)
    })
}

#[test]
fn hidden_information_changes_no_answer_to_a_player() {
    nothing_changes_for("ada");
}

#[test]
fn hidden_information_changes_no_answer_to_a_stranger() {
    nothing_changes_for("eve");
}

/// Requests that read no game are made in one scenario, and not in all.
#[test]
fn answers_about_other_resources_reveal_nothing_of_a_game() {
    for viewer in ["ada", "eve"] {
        let worlds = both(|other| {
            let mut world = World::new();
            (SCENARIOS[0].play)(&mut world, other);
            world.logged();
            let mut answers = probes::run_elsewhere(&mut world, viewer);
            answers.push(world.logged());
            answers
        });
        assert_same(&worlds, format_args!("requests of {viewer} that read no game"));
    }
}

#[track_caller]
fn nothing_changes_for(viewer: &str) {
    let template = Template::new();
    for scenario in scenarios() {
        let worlds = probed(&template, scenario, viewer);
        assert_same(&worlds, format_args!("{}: seen by {viewer}", scenario.name));
    }
}

/// A salvo is rewritten, which nobody but its author may know. The time of the bot's salvo stays
/// the same.
#[test]
fn the_delay_of_a_bot_reveals_nothing_hidden() {
    let look = |rewrites: usize| {
        let mut world = World::new();
        let opponents = json!([{"kind": "bot", "level": "casual"}]);
        world.create(
            json!({"ruleset": "classic", "options": {"mode": "salvo"}, "opponents": opponents}),
        );
        world.ada_places(left());
        let placed = world.bot_acts().unwrap();
        let salvo = ["A1", "A2", "A3", "A4", "A5", "A6", "A7"];
        world.ada_acts(fire(&salvo));
        for _ in 0..rewrites {
            world.hidden(|world| world.ada_acts(fire(&salvo)));
        }
        (placed, world.bot_acts().unwrap())
    };
    assert_eq!(look(0), look(3));
}

/// The bot has seat 2 and the first turn. Its viewer is compared until a shot of it has another
/// result.
#[test]
fn a_bot_decides_without_the_other_fleet() {
    for level in ["casual", "strong"] {
        let look = |placement: Value| {
            let mut world = World::new();
            let opponents = json!([{"kind": "bot", "level": level}]);
            let options = json!({"mode": "single", "first": "opponent"});
            world.create(json!({"ruleset": "classic", "options": options, "opponents": opponents}));
            world.ada_places(placement);
            let mut answers = vec![json!(world.bot_acts().unwrap().0)];
            for shot in ["J1", "J2", "J3", "J4", "J5"] {
                answers.push(json!(world.bot_acts().unwrap().0));
                let events =
                    world.ask("GET", &world.path("/events?limit=500"), "eve", &[], None).json();
                answers.push(events["events"].as_array().unwrap().last().unwrap().clone());
                world.ada_acts(fire(&[shot]));
            }
            answers
        };
        let (one, two) = (look(left()), look(bottom()));
        let same = one.iter().zip(&two).take_while(|(one, two)| one == two).count();
        // A shot that has another result is the only possible difference.
        if let (Some(one), Some(two)) = (one.get(same), two.get(same)) {
            assert_eq!(one["cell"], two["cell"], "{level}: {one} {two}");
            assert_ne!(one["result"], two["result"], "{level}: {one} {two}");
        }
        assert!(same >= 3, "{level}: too few decisions are compared: {one:?} {two:?}");
    }
}

/// In every ruleset, seat 2 has placed otherwise, and nobody has moved.
#[test]
fn placements_are_hidden_in_every_ruleset() {
    for &ruleset in RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one()) {
        let worlds = both(|other| {
            let mut world = World::new();
            world.create(json!({"ruleset": ruleset, "clock": {"days_per_turn": 3}}));
            world.take_seat();
            let game = world.ask("GET", &world.path(""), "ben", &[], None).json();
            let view = View::from_json(ruleset, &game["view"]).unwrap();
            let place = |key| json!(Bot::new(Level::Casual, Key::new([key; 32])).place(&view));
            assert_ne!(place(2), place(3), "{ruleset}");
            world.ada_places(place(1));
            world.ben_places(place(if other { 3 } else { 2 }));
            probes::run(&mut world, "ada", &[])
        });
        assert_same(&worlds, ruleset);
    }
}

/// A random placement depends on the number of earlier placements of the seat, so the new player
/// places explicitly.
#[test]
fn the_next_player_of_a_seat_learns_nothing_of_the_previous_one() {
    let look = |times| {
        let mut world = World::new();
        seated(&mut world, json!({}));
        for _ in 0..times {
            world.hidden(|world| world.ben_places(left()));
        }
        let (seats, mine) = (world.path("/seats"), world.path("/seats/me"));
        assert!(world.ask("DELETE", &mine, "ben", &[], None).status.is_success());
        let mut answers = Vec::new();
        let placement = format!("{mine}/placement");
        for (method, path, body) in [("POST", &seats, json!({})), ("PUT", &placement, bottom())] {
            let answer = world.ask(method, path, "eve", &[], Some(body));
            assert!(answer.status.is_success(), "{}", answer.json());
            answers.push((format!("{:?}", answer.headers), answer.body));
        }
        answers
    };
    assert_eq!(look(1), look(100));
}

/// Messages between the players of a public game are private, including their number.
#[test]
fn onlookers_learn_nothing_of_messages() {
    let worlds = both(|says| {
        let mut world = World::new();
        in_play(&mut world);
        if says {
            let path = world.path("/messages");
            for player in ["ada", "ben", "ada"] {
                world.hidden(|world| {
                    let message = Some(json!({"text": "Is anybody looking?"}));
                    assert!(world.ask("POST", &path, player, &[], message).status.is_success());
                });
            }
        }
        probes::run(&mut world, "eve", &[])
    });
    assert_same(&worlds, "messages of the players");
}

/// Questions, previews and notes of the opponent by mail are private, including their number.
#[test]
fn letters_of_the_other_show_in_nothing() {
    let worlds = both(|writes| {
        let mut world = World::new();
        seated(&mut world, json!({"mode": "salvo"}));
        world.ada_places(left());
        world.ben_places(left());
        if writes {
            for words in [
                "STATUS",
                "NOTE the left edge",
                "NOTE",
                "FIRE A1 A2\nPREVIEW",
                "HELP",
                "RULES",
                "HISTORY",
                "BOARD 7",
                "QUEUE FIRE J9\nQUEUE WITH FIRE J10",
                "QUEUE",
                "FIER",
                "SET SHEETS ON",
            ] {
                world.hidden(|world| world.write("ben", true, words));
            }
        }
        probes::run(&mut world, "ada", &["J1", "J2", "J3", "J4", "J5", "J6", "J7"])
    });
    assert_same(&worlds, "letters of the other");
}

/// An answer to a turn that has ended shows the state of the game, limited to what the sender may
/// know.
#[test]
fn a_letter_for_a_turn_that_is_over_earns_nothing() {
    let worlds = both(|other| {
        let mut world = World::new();
        seated(&mut world, json!({"first": "creator"}));
        world.ada_places(left());
        world.ben_places(if other { bottom() } else { left() });
        let first = world.reply_to("ada").unwrap();
        for (ada, ben) in [("J1", "A1"), ("C1", "A2")] {
            world.ada_acts(fire(&[ada]));
            world.ben_acts(fire(&[ben]));
        }
        world.logged();
        for words in ["FIRE A1", "STATUS", "FIRE A10\nPREVIEW", "DRAW"] {
            world.write_to("ada", &first, words);
        }
        let game = world.ask("GET", &world.path(""), "ada", &[], None).json();
        let mails = world.mails("ada");
        let is_late = |mail: &&String| mail.contains("That turn is over");
        assert!(
            mails.iter().filter(is_late).count() > 1,
            "no letter was taken for one of a turn that is over"
        );
        let mut masked = probes::masked(&mails, &game);
        masked.push(world.logged());
        masked
    });
    assert_same(&worlds, "a late letter");
}

/// A player who is invited by mail sees only public information about the game, independent of the
/// placements of the others.
#[test]
fn an_invitation_by_mail_reveals_nothing_of_placements() {
    let worlds = both(|other| {
        let mut world = World::new();
        let by_mail = json!({"kind": "mail", "address": "guest@example.org"});
        let ben = json!({"kind": "player", "id": world.players["ben"]});
        world.create(json!({"ruleset": "voices", "options": {"seats": 3}, "visibility": "private",
            "opponents": [ben, by_mail]}));
        world.take_seat();
        world.ada_places(sounding("across", 1));
        world.ben_places(if other { sounding("down", 4) } else { sounding("across", 3) });
        world.logged();
        for words in
            ["HELP", "STATUS", "PLACE", "PLACE RANDOM\nPREVIEW", "FIRE A1", "SHEET", "ACCEPT"]
        {
            let to = world::addresses(&world.mails_to("guest@example.org")).pop().unwrap();
            world.write_to("guest", &to, words);
        }
        let game = world.ask("GET", &world.path(""), "ada", &[], None).json();
        assert!(!game["seats"][2]["player"].is_null(), "the guest is in it at last");
        let mails = world.mails_to("guest@example.org");
        assert!(mails.len() > 7, "each letter is answered");
        let mut masked = probes::masked(&mails, &game);
        masked.push(world.logged());
        masked
    });
    assert_same(&worlds, "a guest");
}

/// An answer does not reveal whether an invited address belongs to a player, or has opted out of
/// mail.
#[test]
fn an_answer_never_reveals_the_owner_of_an_address() {
    let look = |how: &str| {
        let mut world = World::new();
        world.hidden(|world| match how {
            "deleted" => {
                assert!(
                    world
                        .ask("DELETE", "/v1/players/me/mailbox", "eve", &[], None)
                        .status
                        .is_success()
                );
            }
            "never" => {
                world.write("eve", false, "HELP");
                world.write("eve", true, "NEVER");
            }
            "blocked" => {
                let path = format!("/v1/blocks/{}", world.players["ada"]);
                assert!(world.ask("PUT", &path, "eve", &[], None).status.is_success());
            }
            _ => {}
        });
        world.logged();
        let invite = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "eve@example.org"}]});
        let mailbox = json!({"address": "eve@example.org"});
        let mut answers = Vec::new();
        for (method, path, player, body) in [
            ("POST", "/v1/games", "ada", invite.clone()),
            ("POST", "/v1/token-recovery", "", json!({"address": "eve@example.org"})),
            ("POST", "/v1/games", "ada", invite),
            ("PUT", "/v1/players/me/mailbox", "ada", mailbox),
            ("GET", "/v1/games", "ada", Value::Null),
            ("GET", "/v1/players/me/mailbox", "ada", Value::Null),
        ] {
            let answer =
                world.ask(method, path, player, &[], Some(body).filter(|body| !body.is_null()));
            assert!(answer.status.is_success(), "{path}: {}", answer.json());
            answers.push(format!(
                "{:?} {}",
                answer.headers,
                String::from_utf8(answer.body).unwrap()
            ));
        }
        world.write("ada", false, "HELP");
        world.write("ada", true, "NEW CLASSIC WITH eve@example.org");
        answers.extend(world.mails("ada"));
        answers.push(world.logged());
        answers
    };
    let known = look("known");
    for how in ["deleted", "never", "blocked"] {
        for (one, two) in known.iter().zip(&look(how)) {
            assert_eq!(one, two, "{how}");
        }
    }
}

/// A test of the test: a viewer who may know the difference sees it.
#[test]
fn the_difference_shows_to_whom_it_belongs() {
    let template = Template::new();
    for scenario in scenarios() {
        let mut worlds = [false, true].map(|other| {
            let mut world = template.world();
            (scenario.play)(&mut world, other);
            world
        });
        if !probes::differ(&mut worlds, "ben") {
            let [one, two] = probed(&template, scenario, "ben");
            assert_ne!(one, two, "{}: there is no difference to be hidden", scenario.name);
        }
    }
}

#[test]
fn every_operation_is_probed() {
    let probed = probes::operations();
    let absent: Vec<_> =
        world::documented().into_iter().filter(|id| !probed.contains(id)).collect();
    assert!(absent.is_empty(), "operations that no probe of probes.rs asks for: {absent:?}");
}
