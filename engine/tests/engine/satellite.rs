//! Helpers for the tests of `satellite`: games with the dice, arsenals and tokens that a rule is
//! about.

use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::{Seat, Viewer};
use serde_json::{Value, json};

use crate::common::{Play, Refused, ada, ben, satellite_action, satellite_placement};

/// Six buildings: A1 A2, C1–E1, B4 C4 C5, E7–F8, H2–H5, and around H8.
pub(crate) const PLANET: &str = "outpost A1 A2, relay C1 D1 E1, bunker B4 C4 C5, reactor E7 E8 F7 F8, \
                                 hangar H2 H3 H4 H5, citadel G8 H7 H8 H9";

/// Sectors of these buildings.
pub(crate) const BUILT: &str = "A1 A2 C1 D1 E1 B4 C4 C5 E7 E8 F7 F8 H2 H3 H4 H5 G8 H7 H8 H9";

/// Returns a game that has just begun, with these buildings.
pub(crate) fn started_game(options: &Value, one: &str, two: &str) -> Play {
    let mut play = Play::satellite(7, options);
    for (seat, buildings) in [(ada(), one), (ben(), two)] {
        let placement = satellite_placement(buildings);
        play.must(&Request::Place { seat, placement: Some(&placement), seed: None });
    }
    play
}

/// Returns a game in which seat 1 has rolled these dice, with further changes to its state.
pub(crate) fn arranged(options: &Value, dice: [u8; 5], change: impl FnOnce(&mut Value)) -> Play {
    change_state(&started_game(options, PLANET, PLANET), |rules| {
        rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 1, "dice": dice});
        change(rules);
    })
}

/// Returns a game in which seat 1 has rolled these dice, without further changes.
pub(crate) fn rolled(dice: [u8; 5]) -> Play {
    arranged(&json!({}), dice, |_| {})
}

/// Changes the stored state of a game directly, because reaching that state by moves would take too
/// long.
pub(crate) fn change_state(play: &Play, change: impl FnOnce(&mut Value)) -> Play {
    let mut stored: Value = serde_json::from_str(&play.text()).unwrap();
    change(&mut stored["rules"]);
    let game =
        Game::restore(RulesetId::Satellite, &StoredSecret::from_store(stored.to_string())).unwrap();
    Play { game, log: play.log.clone() }
}

/// Returns an operation of the stored state in which a seat has hit these sectors.
pub(crate) fn tokens(seat: u8, sectors: &str) -> Value {
    let hit = |sector: &str| BUILT.split(' ').any(|built| built == sector);
    let report =
        |sector| json!({"sector": sector, "result": if hit(sector) { "hit" } else { "miss" }});
    json!({
        "turn": 1, "seat": seat, "kind": "shot", "dice": null, "cartridge": null, "beam": null, "building": null,
        "targets": [], "reports": sectors.split_whitespace().map(report).collect::<Vec<_>>(), "destroyed": 0
    })
}

/// Returns every sector of a planet except these.
pub(crate) fn all_but(rows: u8, columns: u8, without: &str) -> String {
    let names = (0..rows)
        .flat_map(|row| (1..=columns).map(move |n| format!("{}{n}", char::from(b'A' + row))));
    let without: Vec<_> = without.split_whitespace().collect();
    names.filter(|name| !without.contains(&name.as_str())).collect::<Vec<_>>().join(" ")
}

/// Performs an action, and returns what everybody hears of it.
pub(crate) fn act(play: &mut Play, seat: Seat, line: &str) -> Vec<String> {
    play.act(seat, satellite_action(line))
}

/// Performs an action that must be refused, and returns the refusal.
pub(crate) fn refuse(play: &mut Play, seat: Seat, line: &str) -> Refused {
    play.refuse_action(seat, satellite_action(line))
}

/// Performs an action of seat 1 that must be refused. Returns the rule, the field below
/// `actions[0]`, and the text.
pub(crate) fn refused(play: &mut Play, line: &str) -> (&'static str, String, String) {
    let refused = refuse(play, ada(), line);
    let field =
        refused.field.strip_prefix("actions[0]").unwrap().trim_start_matches('.').to_owned();
    (refused.rule.unwrap(), field, refused.detail)
}

/// Returns the cartridges that seat 1 may fire now, each with its maximum number of targets.
pub(crate) fn loaded(play: &Play) -> Vec<(String, u64)> {
    let legal = play.legal(ada());
    let fire = legal.as_array().unwrap().iter().find(|choice| choice["type"] == "fire");
    let loaded = |one: &Value| {
        (one["cartridge"].as_str().unwrap().to_owned(), one["max_targets"].as_u64().unwrap())
    };
    fire.map_or(Vec::new(), |fire| {
        fire["cartridges"].as_array().unwrap().iter().map(loaded).collect()
    })
}

/// Returns the current turn as everybody sees it.
pub(crate) fn turn(play: &Play) -> Value {
    play.view(Viewer::Public)["turn"].take()
}
