//! Figures of strength that can be measured without a person. `BROADSIDE_BOT_GAMES` is the number
//! of games of each measurement. Without it there are few, and the bounds leave room for luck. For
//! the figures in docs/bots.md:
//!
//! ```sh
//! BROADSIDE_BOT_GAMES=10000 cargo test --release -p broadside-bots --test strength -- --nocapture
//! ```

mod tournament;

use std::collections::BTreeMap;

use broadside_bots::Level;
use broadside_engine::game::RulesetId;
use serde_json::{Value, json};

/// Number of games of a measurement.
fn games(default: u32) -> u32 {
    let games = std::env::var("BROADSIDE_BOT_GAMES")
        .ok()
        .map(|games| games.parse().expect("it is a number"));
    games.unwrap_or(default)
}

/// Plays games of a ruleset in several settings, `strong` against `casual`, and counts the methods
/// of sampling.
fn methods(ruleset: RulesetId, settings: &[Value], default: u32) -> BTreeMap<&'static str, u64> {
    let mut methods = BTreeMap::new();
    for n in 0..games(default) as usize {
        let options = &settings[n % settings.len()];
        let seats = options["seats"].as_u64().unwrap_or(2) as usize;
        let level_of = |seat: usize| {
            if (n / settings.len() + seat).is_multiple_of(2) {
                Level::Strong
            } else {
                Level::Casual
            }
        };
        let levels: Vec<Level> = (0..seats).map(level_of).collect();
        let played = tournament::play(&format!("methods {n}"), ruleset, options, &levels)
            .expect("the game ends");
        for (method, count) in played.methods {
            *methods.entry(method).or_default() += count;
        }
    }
    println!("{ruleset}, {} games: {methods:?}", games(default));
    methods
}

fn count(methods: &BTreeMap<&'static str, u64>, of: &[&str]) -> u64 {
    of.iter().filter_map(|method| methods.get(method)).sum()
}

fn all(methods: &BTreeMap<&'static str, u64>) -> u64 {
    methods.values().sum()
}

#[test]
fn classic_never_samples_nothing() {
    let dense = json!({"fleet": "custom", "grid": {"columns": 8, "rows": 8}, "ships": (0..8).map(|n| {
        let (class, length) = [("a", 4), ("b", 4), ("c", 3)][n % 3];
        json!({"class": class, "length": length, "shots": 1})
    }).collect::<Vec<_>>()});
    let salvo = |mut options: Value| {
        options["mode"] = json!("salvo");
        options
    };
    let settings = [
        json!({}),
        json!({"fleet": "two_destroyers"}),
        json!({"fleet": "five_ships"}),
        salvo(json!({})),
        salvo(json!({"fleet": "two_destroyers"})),
        salvo(json!({"fleet": "five_ships"})),
        dense.clone(),
        salvo(dense),
    ];
    let methods = methods(RulesetId::Classic, &settings, 16);
    assert_eq!(count(&methods, &["nothing"]), 0, "{methods:?}");
    assert!(count(&methods, &["lists"]) * 200 < all(&methods), "{methods:?}");
}

#[test]
fn voices_never_samples_nothing() {
    let settings = [
        json!({}),
        json!({"axes": "after_roll"}),
        json!({"aim": "choice"}),
        json!({"aim": "choice", "seats": 4}),
        json!({"aim": "choice", "fleet": {"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4}}),
    ];
    let methods = methods(RulesetId::Voices, &settings, 10);
    assert_eq!(count(&methods, &["nothing"]), 0, "{methods:?}");
    assert!(count(&methods, &["lists"]) * 200 < all(&methods), "{methods:?}");
}

#[test]
fn satellite_and_advanced_hardly_ever_sample_nothing() {
    let endings = ["ceasefire", "desperation", "reloaded", "self_destruct"];
    let settings = endings.map(|ending| json!({"endgame": ending}));
    let satellite = methods(RulesetId::Satellite, &settings, 4);
    let settings = [json!({}), json!({"points": 60}), json!({"points": 20, "resupply": 2})];
    let advanced = methods(RulesetId::Advanced, &settings, 3);
    for methods in [satellite, advanced] {
        assert!(count(&methods, &["lists", "nothing"]) * 200 < all(&methods), "{methods:?}");
    }
}

/// Turns that `strong` needs for a fleet that is placed uniformly, sorted, and their mean.
fn turns(options: &Value, default: u32) -> (Vec<u32>, f64) {
    let play = |n| {
        tournament::solitaire(&format!("solitaire {n}"), options, Level::Strong)
            .expect("the game ends")
    };
    let mut turns: Vec<u32> = (0..games(default)).map(play).collect();
    turns.sort_unstable();
    let mean = f64::from(turns.iter().sum::<u32>()) / turns.len() as f64;
    println!("{options}, {} games: mean {mean:.3}, median {}", turns.len(), turns[turns.len() / 2]);
    (turns, mean)
}

/// Three standard errors of a mean. 10,000 games need no allowance.
fn luck(deviation: f64, games: usize) -> f64 {
    if games < 10_000 { 3.0 * deviation / (games as f64).sqrt() } else { 0.0 }
}

#[test]
fn five_ships_are_sunk_with_few_shots() {
    let (turns, mean) = turns(&json!({"fleet": "five_ships"}), 20);
    let luck = luck(9.1, turns.len());
    assert!(mean <= 45.3 + luck, "{mean}");
    assert!(f64::from(turns[turns.len() / 2]) <= 44.0 + 1.3 * luck, "{turns:?}");
}

#[test]
fn four_ships_are_sunk_with_few_salvos_of_seven_shots() {
    let (turns, mean) = turns(&json!({"mode": "salvo"}), 20);
    assert!(mean <= 8.7 + luck(1.5, turns.len()), "{mean}");
}
