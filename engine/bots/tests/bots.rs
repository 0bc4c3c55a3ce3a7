//! Whole games between bots: every level plays every ruleset to its end, and decides the same every
//! time.

mod tournament;

use std::collections::BTreeMap;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use serde_json::{Value, json};

/// Settings of games that differ in what a bot must know.
fn settings() -> Vec<(RulesetId, Value, usize)> {
    let small_game = json!({"fleet": "custom", "grid": {"columns": 6, "rows": 6}, "ships": [
        {"class": "a", "length": 3, "shots": 1}, {"class": "a", "length": 3, "shots": 1},
        {"class": "b", "length": 1, "shots": 1}, {"class": "c", "length": 4, "shots": 2}
    ]});
    let mut salvo = small_game.clone();
    salvo["mode"] = json!("salvo");
    let mut all = vec![
        (RulesetId::Classic, json!({"fleet": "two_destroyers", "repeat_on_hit": true}), 2),
        (RulesetId::Classic, json!({"fleet": "five_ships", "mode": "salvo"}), 2),
        (RulesetId::Classic, json!({"fleet": "two_destroyers", "mode": "salvo"}), 2),
        (RulesetId::Classic, small_game, 2),
        (RulesetId::Classic, salvo, 2),
        (RulesetId::Voices, json!({"axes": "after_roll"}), 2),
        (RulesetId::Voices, json!({"aim": "choice", "rounds": 9}), 2),
        (RulesetId::Voices, json!({"seats": 4, "aim": "choice"}), 4),
        (RulesetId::Voices, json!({"seats": 3, "engagement": "round_robin"}), 3),
        (RulesetId::Satellite, json!({"endgame": "ceasefire"}), 2),
        (RulesetId::Satellite, json!({"endgame": "desperation"}), 2),
        (RulesetId::Satellite, json!({"endgame": "reloaded", "rows": 8, "columns": 8}), 2),
        (RulesetId::Satellite, json!({"endgame": "self_destruct"}), 2),
        (RulesetId::Advanced, json!({"points": 20, "resupply": 2}), 2),
    ];
    for ruleset in played() {
        all.push((ruleset, json!({}), 2));
    }
    all
}

/// Returns the rulesets that bots play.
fn played() -> impl Iterator<Item = RulesetId> {
    RulesetId::ALL.iter().copied().filter(|ruleset| Bot::plays(*ruleset))
}

#[test]
fn every_level_plays_every_ruleset_to_the_end() {
    for (ruleset, options, seats) in settings() {
        for levels in [[Level::Random, Level::Casual], [Level::Casual, Level::Strong]] {
            let levels: Vec<Level> = (0..seats).map(|seat| levels[seat % 2]).collect();
            let played = tournament::play("a whole game", ruleset, &options, &levels);
            assert!(played.is_ok(), "{ruleset} {options} {levels:?}: {played:?}");
        }
    }
}

/// The same game is played twice in the same way, and its samples hardly ever fail. docs/bots.md
/// has the numbers of more games.
#[test]
fn decisions_repeat_and_samples_hardly_ever_fail() {
    let mut methods: BTreeMap<&str, u64> = BTreeMap::new();
    for (ruleset, options, seats) in settings() {
        let play =
            || tournament::play("twice", ruleset, &options, &vec![Level::Strong; seats]).unwrap();
        let played = play();
        let again = play();
        assert_eq!(
            (played.winners, &played.decisions),
            (again.winners, &again.decisions),
            "{ruleset} {options}"
        );
        for (method, count) in played.methods {
            *methods.entry(method).or_default() += count;
        }
    }
    let all: u64 = methods.values().sum();
    let count = |method| methods.get(method).copied().unwrap_or_default();
    assert!(count("nothing") * 50 < all, "{methods:?}");
    assert!((count("lists") + count("gibbs")) * 20 < all, "{methods:?}");
}

/// Begins a game in which the placement of one seat is drawn with another key.
fn begin(ruleset: RulesetId, options: &Value, varied: Option<(Seat, u8)>) -> Game {
    let mut game =
        Game::open("g", Seed::new([1; 32]), ruleset, options).expect("the options are valid");
    for seat in Seat::first(2) {
        game = game.apply(&Request::Join(seat)).expect("the seat is free").game;
    }
    for seat in Seat::first(2) {
        let key = varied.filter(|(other, _)| *other == seat).map_or(0, |(_, key)| key);
        let placed =
            Bot::new(Level::Casual, Key::new([key; 32])).place(&game.view(Viewer::Seat(seat)));
        let value = serde_json::to_value(placed.expect("a bot places")).expect("it is plain data")
            ["placement"]
            .clone();
        let request = Request::Place { seat, placement: Some(&value), seed: None };
        game = game.apply(&request).expect("the placement is valid").game;
    }
    game
}

/// A decision depends only on the view, the choices and the key, and never on what the opponent
/// hides.
#[test]
fn a_decision_does_not_depend_on_hidden_ships() {
    for ruleset in played() {
        let options = match ruleset {
            RulesetId::Classic => json!({"first": "creator"}),
            RulesetId::Voices => json!({"aim": "choice"}),
            RulesetId::Advanced => json!({"map": vec!["~".repeat(10); 10]}),
            _ => json!({}),
        };
        let mover = begin(ruleset, &options, None).to_move().iter().next().unwrap();
        let other = Seat::first(2).find(|seat| *seat != mover).unwrap();
        let decide = |placement: u8| {
            let game = begin(ruleset, &options, Some((other, placement)));
            let hidden = serde_json::to_string(&game.view(Viewer::Seat(other))).unwrap();
            assert!(game.to_move().contains(mover), "{ruleset}");
            let bot = Bot::new(Level::Strong, Key::new([7; 32]));
            let decision = bot.act(mover, &game.view(Viewer::Seat(mover)), &game.legal(mover));
            (hidden, decision.unwrap().actions)
        };
        let one = decide(1);
        let two = decide(2);
        assert_ne!(one.0, two.0, "{ruleset}");
        assert_eq!(one.1, two.1, "{ruleset}");
    }
}

#[test]
fn a_key_makes_the_difference() {
    let game = Game::open("g", Seed::new([1; 32]), RulesetId::Classic, &json!({})).unwrap();
    let view = game.view(Viewer::Public);
    let place = |key: u8| {
        serde_json::to_string(&Bot::new(Level::Strong, Key::new([key; 32])).place(&view)).unwrap()
    };
    assert_eq!(place(1), place(1));
    assert_ne!(place(1), place(2));
    assert!(!format!("{:?}", Key::new([1; 32])).contains('1'));
}
