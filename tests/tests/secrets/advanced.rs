//! The secrets in `advanced`: positions of ships and weapons, points, purchases, orders, the
//! squares from which planes were sent, and everything that a total hides.

use serde_json::{Value, json};

use super::Scenario;
use super::world::World;

/// A game with both players seated, on a map whose last four columns, G to J, are land.
fn opened(world: &mut World, resupply: u8) {
    let options = json!({"map": vec!["~~~~~~####"; 10], "resupply": resupply});
    world.create(json!({"ruleset": "advanced", "options": options, "clock": {"days_per_turn": 3}}));
    world.take_seat();
}

/// The same game, after Ada has placed.
fn seated(world: &mut World, resupply: u8) {
    opened(world, resupply);
    let planes = [("bomber", "J1", None), ("recce", "J2", None), ("nuclear_bomber", "J3", None)];
    world.ada_places(placement(LEFT, &planes));
}

const CLASSES: [&str; 8] = [
    "carrier",
    "battleship",
    "cruiser",
    "cruiser",
    "destroyer",
    "destroyer",
    "submarine",
    "submarine",
];
/// The squares where the ships begin, all of them across: in the columns from A on.
const LEFT: [&str; 8] = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"];
/// The first cruiser and a submarine lie two squares further on.
const SHIFTED: [&str; 8] = ["A1", "A2", "C3", "A4", "A5", "A6", "C7", "A8"];

type Weapon = (&'static str, &'static str, Option<&'static str>);

fn placement(at: [&str; 8], weapons: &[Weapon]) -> Value {
    let ship = |(class, at)| json!({"class": class, "at": at, "heading": "across"});
    let ships: Vec<_> = CLASSES.into_iter().zip(at).map(ship).collect();
    let weapon = |&(kind, at, order): &Weapon| match order {
        Some(order) => json!({"kind": kind, "at": at, "order": order}),
        None => json!({"kind": kind, "at": at}),
    };
    let weapons: Vec<_> = weapons.iter().map(weapon).collect();
    json!({"ruleset": "advanced", "placement": {"ships": ships, "weapons": weapons}})
}

fn actions(actions: &[Value]) -> Value {
    json!({"ruleset": "advanced", "actions": actions})
}

fn salvo(cells: [&str; 3]) -> Value {
    json!({"type": "salvo", "cells": cells})
}

fn send(from: &str, to: &str) -> Value {
    json!({"type": "send", "from": from, "to": to})
}

fn pass() -> Value {
    json!({"type": "pass"})
}

/// Plays turns: in each, Ada's and Ben's actions, in the order of the game.
fn in_turn(world: &mut World, turns: &[(Value, Value)]) {
    let ada_begins = world.ada_is_to_move();
    if !ada_begins {
        world.ben_acts(actions(&[pass()]));
    }
    for (ada, ben) in turns {
        world.ada_acts(actions(std::slice::from_ref(ada)));
        world.ben_acts(actions(std::slice::from_ref(ben)));
    }
}

pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "in `advanced` seat 2's ships lie elsewhere, and it has bought other weapons",
        play: |world, other| {
            seated(world, 0);
            world.ben_places(if other {
                placement(SHIFTED, &[("nuclear_bomber", "H5", None), ("gun", "G2", None)])
            } else {
                placement(LEFT, &[("gun", "G1", Some("hold")), ("recce", "A1", None)])
            });
        },
        then: &[],
    },
    Scenario {
        name: "in `advanced` seat 2 has placed anew, at random and with other points",
        play: |world, other| {
            opened(world, 0);
            world.ben_places(placement(LEFT, &[]));
            if other {
                world.hidden(|world| world.ben_places(json!({"random": true})));
                world.hidden(|world| world.ben_places(placement(LEFT, &[("bomber", "H1", None)])));
            }
        },
        then: &[],
    },
    Scenario {
        name: "in `advanced` the totals agree and the squares differ",
        play: |world, other| {
            seated(world, 0);
            world.ben_places(if other {
                placement(
                    SHIFTED,
                    &[("recce", "J10", None), ("gun", "H9", None), ("gun", "G2", None)],
                )
            } else {
                placement(LEFT, &[("gun", "G1", None), ("recce", "H8", None), ("gun", "J10", None)])
            });
            let quiet = salvo(["F9", "F10", "E10"]);
            in_turn(
                world,
                &[
                    (salvo(["A3", "D3", "F10"]), quiet.clone()),
                    (salvo(["A7", "C7", "F10"]), pass()),
                    (salvo(["G1", "G2", "F10"]), quiet),
                    (send("J1", "I9"), pass()),
                ],
            );
        },
        then: &["F1", "F2", "F3"],
    },
    Scenario {
        name: "in `advanced` another gun has shot the plane down, and another plane of seat 2's has flown",
        play: |world, other| {
            seated(world, 0);
            let (gun, from) = if other { ("I7", "H10") } else { ("G9", "F1") };
            let at = ["B1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"];
            world.ben_places(placement(
                at,
                &[("gun", gun, None), ("recce", from, None), ("bomber", "J1", None)],
            ));
            in_turn(world, &[(send("J2", "H8"), send(from, "B2"))]);
        },
        then: &["F8", "F9", "F10"],
    },
    Scenario {
        name: "in `advanced` seat 2 has bought weapons and given orders unheard",
        play: |world, other| {
            seated(world, 3);
            world.ben_places(placement(LEFT, &[("gun", "G1", None)]));
            if world.ada_is_to_move() {
                world.ada_acts(actions(&[pass()]));
            }
            if other {
                let order = json!({"type": "order", "gun": "G1", "order": "bombers"});
                let gun = json!({"type": "buy", "weapon": "gun", "at": "G5", "order": "hold"});
                let plane = json!({"type": "buy", "weapon": "bomber", "at": "C1"});
                world.hidden(|world| world.ben_acts(actions(&[order, gun, plane])));
            }
            world.ben_acts(actions(&[pass()]));
            if other {
                let order = json!({"type": "order", "gun": "G5", "order": "any"});
                world.hidden(|world| world.ben_acts(actions(&[order])));
            }
        },
        then: &["F8", "F9", "F10"],
    },
];

/// The actions of seat 1 after the first probes.
pub(super) fn then(cells: &[&str]) -> Value {
    actions(&[json!({"type": "salvo", "cells": cells})])
}
