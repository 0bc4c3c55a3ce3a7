//! Helpers for the tests of `advanced`: a map, fleets, games in which seat 1 begins, and
//! announcements as text.

use broadside_engine::game::{Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use serde_json::{Value, json};

use crate::common::{Play, Refused, ada, ben, counted, placement};

/// Default fleet in the first five columns: one ship in each row, longest first.
pub(crate) const FLEET: &str = "carrier A1 across, battleship A2 across, cruiser A3 across, cruiser A4 across, \
     destroyer A5 across, destroyer A6 across, submarine A7 across, submarine A8 across";

/// Two submarines.
pub(crate) const SUBMARINES: &str = "submarine A1 across, submarine A3 across";

/// Returns options with a map whose first six columns are water and whose last four, G to J, are
/// land.
pub(crate) fn coast(more: Value) -> Value {
    let mut options = json!({"map": vec!["~~~~~~####"; 10]});
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

/// Returns the options of [`coast`] with a fleet of two submarines, for short games.
pub(crate) fn submarines(more: Value) -> Value {
    let mut options =
        coast(json!({"fleet": {"carrier": 0, "battleship": 0, "cruiser": 0, "destroyer": 0}}));
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

/// Parses a placement: ships and, after a semicolon, weapons, as in
/// `carrier A1 across; gun G1 hold, recce A1`.
pub(crate) fn advanced_placement(text: &str) -> Value {
    let (ships, weapons) = text.split_once(';').unwrap_or((text, ""));
    let weapon = |text: &str| {
        let words: Vec<_> = text.split_whitespace().collect();
        match words[..] {
            [kind, at] => json!({"kind": kind, "at": at}),
            [kind, at, order] => json!({"kind": kind, "at": at, "order": order}),
            _ => panic!("`{text}` is no weapon"),
        }
    };
    let mut placement = placement(ships);
    let weapons = weapons.split(',').filter(|text| !text.trim().is_empty());
    placement["weapons"] = weapons.map(weapon).collect();
    placement
}

/// Parses an action, as in `salvo A1 B1 C1`, `send G1 A1`, `buy gun G1 hold`, `order G1 any`,
/// `pass`.
pub(crate) fn advanced_action(text: &str) -> Value {
    let words: Vec<_> = text.split_whitespace().collect();
    match words[..] {
        ["salvo", ref cells @ ..] => json!({"type": "salvo", "cells": cells}),
        ["send", from, to] => json!({"type": "send", "from": from, "to": to}),
        ["buy", weapon, at] => json!({"type": "buy", "weapon": weapon, "at": at}),
        ["buy", weapon, at, order] => {
            json!({"type": "buy", "weapon": weapon, "at": at, "order": order})
        }
        ["order", gun, order] => json!({"type": "order", "gun": gun, "order": order}),
        [kind] => json!({"type": kind}),
        _ => panic!("`{text}` is nothing that can be done"),
    }
}

/// Returns a game in which both seats are taken.
pub(crate) fn seated(byte: u8, options: &Value) -> Play {
    Play::seated(RulesetId::Advanced, byte, options)
}

pub(crate) fn place(play: &mut Play, seat: Seat, text: &str) -> Vec<String> {
    let placement = advanced_placement(text);
    play.must(&Request::Place { seat, placement: Some(&placement), seed: None })
}

/// Returns a game in progress that seat 1 begins.
pub(crate) fn started_game(options: &Value, one: &str, two: &str) -> Play {
    let begins = |byte| {
        let mut play = seated(byte, options);
        place(&mut play, ada(), one);
        place(&mut play, ben(), two);
        (play.view(Viewer::Public)["first"] == 1).then_some(play)
    };
    (0..=255).find_map(begins).expect("seat 1 begins in one game of two")
}

pub(crate) fn act(play: &mut Play, seat: Seat, line: &str) -> Vec<String> {
    play.act(seat, advanced_action(line))
}

pub(crate) fn refuse(play: &mut Play, seat: Seat, line: &str) -> Refused {
    play.refuse_action(seat, advanced_action(line))
}

/// Performs an action, and returns what a viewer hears of it.
pub(crate) fn act_and_hear(play: &mut Play, seat: Seat, line: &str, viewer: Viewer) -> Vec<String> {
    let before = play.heard(viewer).len();
    act(play, seat, line);
    play.heard(viewer).split_off(before)
}

/// Returns a seat's own side of its view.
pub(crate) fn side(play: &Play, seat: Seat) -> Value {
    play.view(Viewer::Seat(seat))["sides"][seat.index()].take()
}

/// Returns the status of a weapon of a seat, such as `used`.
pub(crate) fn status(play: &Play, seat: Seat, at: &str) -> String {
    let weapons = side(play, seat)["weapons"].take();
    let weapon = weapons.as_array().unwrap().iter().rev().find(|weapon| weapon["at"] == at);
    weapon.map_or("none".to_owned(), |weapon| text(&weapon["status"]))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

/// Describes an event of `advanced`; `None` if it has no description.
pub(crate) fn advanced_words(event: &Value) -> Option<String> {
    let fields = event.as_object().unwrap();
    let seat = &event["seat"];
    let mut known = 2;
    let mut field = |name: &str| {
        known += usize::from(fields.contains_key(name));
        fields.get(name)
    };
    let text = match event["type"].as_str().unwrap() {
        "bought" => {
            let (weapon, at) = (text(field("weapon")?), text(field("cell")?));
            let order =
                field("order")?.as_str().map_or(String::new(), |order| format!(", order {order}"));
            format!("seat {seat} buys a {weapon} for {at}{order}")
        }
        "ordered" => {
            format!(
                "seat {seat} orders the gun on {}: {}",
                text(field("gun")?),
                text(field("order")?)
            )
        }
        "fired" => {
            let cells: Vec<_> = list(field("cells")?).map(text).collect();
            format!("seat {seat} fires {}: {}", cells.join(" "), damage(field("damage")?))
        }
        "sent" => {
            let (weapon, to) = (text(field("weapon")?), text(field("to")?));
            let from = field("from").map_or(String::new(), |from| format!(" from {}", text(from)));
            let mut said = format!("seat {seat} sends a {weapon}{from} to {to}");
            if field("shot_down")? == true {
                said += ": shot down";
                said += &field("gun")
                    .map_or(String::new(), |gun| format!(" by the gun on {}", text(gun)));
            }
            said += &field("damage").map_or(String::new(), |found| format!(": {}", damage(found)));
            if let Some(seen) = field("seen") {
                let squares: Vec<_> = list(seen).map(sighting).collect();
                said += &format!(": {}", squares.join(", "));
            }
            said
        }
        "passed" => format!("seat {seat} passes"),
        "passed_over" => format!("seat {seat} is passed over"),
        _ => return None,
    };
    // Fail on fields that the description does not cover.
    assert_eq!(fields.len(), known, "{event}");
    Some(text)
}

fn damage(damage: &Value) -> String {
    assert_eq!(damage.as_object().unwrap().len(), 3);
    let hits =
        counted(&damage["hits"]).into_iter().map(|(class, count)| format!("{count} on {class}"));
    let weapons =
        counted(&damage["weapons"]).into_iter().map(|(kind, count)| format!("{count} {kind} lost"));
    let sunk = list(&damage["sunk"]).map(|class| format!("sunk: {}", text(class)));
    let all: Vec<_> = hits.chain(weapons).chain(sunk).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

fn sighting(square: &Value) -> String {
    assert_eq!(square.as_object().unwrap().len(), 5);
    let mut text = format!("{} {}", text(&square["cell"]), text(&square["terrain"]));
    for name in ["ship", "weapon"] {
        text += &square[name].as_str().map_or(String::new(), |found| format!(" {found}"));
        text += if name == "ship" && square["hit"] == true { " (hit)" } else { "" };
    }
    text
}
