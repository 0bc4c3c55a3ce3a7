//! Properties of all games of `classic`, tested on random games.

use crate::common::{Play, VIEWERS, ada, ben};
use broadside_engine::classic::{Action, Classic, Fire, Legal};
use broadside_engine::game::{Entry, Game, Request, RulesetId, View};
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::record::verify;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Choice, Move, OwnSeed, Table};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Generates a custom fleet within the limits. Ships that exceed the limits are left out.
fn custom() -> impl Strategy<Value = Value> {
    let classes = prop::collection::vec((1..=6_u64, 1..=5_u64), 1..=4);
    let ships = prop::collection::vec(any::<prop::sample::Index>(), 1..=10);
    (6..=11_u64, 6..=11_u64, classes, ships).prop_map(|(columns, rows, classes, picked)| {
        let (mut cells, mut guns, mut ships) = (0, 0, Vec::new());
        for index in picked {
            let class = index.index(classes.len());
            let (length, shots) = classes[class];
            if (cells + length) * 2 <= columns * rows && (guns + shots) * 4 <= columns * rows {
                (cells, guns) = (cells + length, guns + shots);
                ships.push(json!({"class": format!("class_{class}"), "length": length, "shots": shots}));
            }
        }
        json!({"fleet": "custom", "grid": {"columns": columns, "rows": rows}, "ships": ships})
    })
}

pub(crate) fn options() -> impl Strategy<Value = Value> {
    let ready = prop::sample::select(vec!["standard", "two_destroyers", "five_ships"]);
    let fleet = prop_oneof![ready.prop_map(|fleet| json!({"fleet": fleet})), custom()];
    let first = prop::sample::select(vec!["roll", "creator", "opponent"]);
    let mode = prop::sample::select(vec![("single", false), ("single", true), ("salvo", false)]);
    (fleet, first, mode).prop_map(|(mut options, first, (mode, repeat))| {
        options["first"] = json!(first);
        options["mode"] = json!(mode);
        options["repeat_on_hit"] = json!(repeat);
        options
    })
}

pub(crate) fn begun(byte: u8, options: &Value) -> Play {
    let mut play = Play::seeded(byte, options);
    play.must(&Request::Join(ada()));
    play.must(&Request::Join(ben()));
    play.place_at_random(ada(), Some("ada's seed"));
    play.place_at_random(ben(), None);
    play
}

fn table(game: &Game) -> &Table<Classic> {
    let Game::Classic(table) = game else { panic!("it is a game of `classic`") };
    table
}

/// Returns a random legal shot or salvo of a seat; `None` if it may not fire.
pub(crate) fn salvo(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Option<Fire> {
    let legal = table(game).legal(seat);
    let choice = legal.choices().iter().find_map(|choice| match choice {
        Choice::Own(own) => Some(own),
        Choice::Shared(_) => None,
    });
    let Legal::Fire { cells, round } = choice?;
    let mut from: Vec<_> = cells.from.iter().collect();
    let (picked, _) = from.partial_shuffle(rng, cells.count);
    Some(Fire { cells: picked.to_vec(), round: *round })
}

pub(crate) fn written(fire: &Fire) -> Value {
    serde_json::to_value(Action::Fire(fire.clone())).unwrap()
}

/// Returns a seat that is to move.
fn mover(game: &Game, rng: &mut ChaCha8Rng) -> Seat {
    let seats: Vec<_> = game.to_move().iter().collect();
    *seats.choose(rng).expect("somebody is to move")
}

/// Plays at most the given number of moves. Sometimes it rewrites a salvo, or offers or declines a draw.
pub(crate) fn play_on(play: &mut Play, moves: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        if play.game.outcome().is_some() {
            return;
        }
        let seat = if rng.random_bool(0.2) { ada() } else { mover(&play.game, rng) };
        if rng.random_bool(0.05) {
            let kind = *["offer_draw", "decline_draw"].choose(rng).unwrap();
            let _ = play.ask(&Request::Act { seat, actions: &[json!({"type": kind})] });
        }
        if let Some(fire) = salvo(&play.game, seat, rng) {
            play.act(seat, written(&fire));
        }
    }
}

/// Returns a shot at random cells: on and off the grid, called and not called, some of them twice.
fn garbage(rng: &mut ChaCha8Rng) -> Value {
    let mut cell = || {
        let (column, row) = (rng.random_range(0..13), rng.random_range(0..13));
        Cell::new(column, row).unwrap()
    };
    let mut cells: Vec<_> = std::iter::repeat_with(&mut cell).take(9).collect();
    cells.truncate(rng.random_range(0..=9));
    let mut action = json!({"type": "fire", "cells": cells});
    if rng.random_bool(0.3) {
        action["round"] = json!(rng.random_range(0..4));
    }
    action
}

/// Returns shots just inside and just outside the legal ones.
pub(crate) fn near(fire: &Fire, called: &CellSet, rng: &mut ChaCha8Rng) -> Vec<Fire> {
    let with = |change: &dyn Fn(&mut Vec<Cell>)| {
        let mut fire = fire.clone();
        change(&mut fire.cells);
        fire
    };
    let at = rng.random_range(0..fire.cells.len());
    let mut all = vec![
        fire.clone(),
        with(&|cells| cells.reverse()),
        with(&|cells| cells.truncate(cells.len() - 1)),
        with(&|cells| cells.push(cells[0])),
        with(&|cells| cells[at] = cells[0]),
        with(&|cells| cells[at] = Cell::new(25, 25).unwrap()),
        with(&|cells| cells.push(Cell::new(25, 25).unwrap())),
        Fire { round: None, ..fire.clone() },
        Fire { round: Some(fire.round.unwrap_or(1) + 1), ..fire.clone() },
        Fire { round: Some(fire.round.unwrap_or(1) - 1), ..fire.clone() },
    ];
    if let Some(before) = called.nth(0) {
        all.push(with(&|cells| cells[at] = before));
        all.push(with(&|cells| cells.push(before)));
    }
    all
}

/// Returns everything a viewer may know, byte for byte. The commitments are masked: only they may depend on hidden
/// information.
fn knowledge(play: &Play, viewer: Viewer) -> Vec<String> {
    fn masked(value: impl serde::Serialize) -> String {
        fn mask(value: &mut Value) {
            match value {
                Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| match name.as_str() {
                    "placement_commitments" => *value = json!("masked"),
                    _ => mask(value),
                }),
                Value::Array(items) => items.iter_mut().for_each(mask),
                _ => {}
            }
        }
        // Parse only text that must be masked, so that otherwise the bytes compared are those that are sent.
        let text = serde_json::to_string(&value).unwrap();
        if !text.contains("placement_commitments") {
            return text;
        }
        let mut value = serde_json::from_str(&text).unwrap();
        mask(&mut value);
        value.to_string()
    }
    let game = &play.game;
    let mut all = vec![
        masked(game.view(viewer)),
        masked(viewer.seat().map(|seat| game.legal(seat))),
        masked(game.fairness()),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?} {:?}", game.status(), game.draw_offer(), game.seats()),
    ];
    all.extend(play.log.iter().filter_map(|entry| entry.glimpse(viewer)).map(masked));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        let area = match options.get("grid") {
            Some(grid) => grid["columns"].as_u64().unwrap() * grid["rows"].as_u64().unwrap(),
            None => 100,
        };
        let mut moves = 0;
        while play.game.outcome().is_none() {
            let seat = mover(&play.game, &mut rng);
            let fire = salvo(&play.game, seat, &mut rng).expect("who is to move may fire");
            play.act(seat, written(&fire));
            moves += 1;
            prop_assert!(moves <= 2 * area, "each move calls a cell at least");
        }
        prop_assert_eq!(play.game.status().as_str(), "finished");
        prop_assert!(play.game.to_move().is_empty());
        for seat in [ada(), ben()] {
            prop_assert!(play.game.legal(seat).is_empty());
        }
        prop_assert!(play.log.iter().all(|entry| VIEWERS().iter().any(|&viewer| entry.glimpse(viewer).is_some())));
    }

    #[test]
    fn the_stored_log_is_the_game(options in options(), byte: u8, seed: u64, half in 0.0..1.0_f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live = begun(byte, &options);
        play_on(&mut live, 300, &mut rng);
        let restored: Vec<_> = live.log.iter()
            .map(|entry| Entry::restore(RulesetId::Classic, &entry.store()).unwrap())
            .collect();

        let mut replayed = crate::common::open(byte, &options).unwrap();
        let middle = (restored.len() as f64 * half) as usize;
        let mut snapshot = None;
        for (n, entry) in restored.iter().enumerate() {
            if n == middle {
                snapshot = Some(replayed.store());
            }
            replayed.evolve(entry).unwrap();
        }
        prop_assert_eq!(replayed.store().text().to_owned(), live.text());
        let again = live.game.replayed(&restored).map(|game| game.store().text().to_owned());
        prop_assert_eq!(again, Ok(live.text()));

        let mut continued = Game::restore(RulesetId::Classic, &snapshot.unwrap()).unwrap();
        for entry in &restored[middle..] {
            continued.evolve(entry).unwrap();
        }
        prop_assert_eq!(continued.store().text().to_owned(), live.text());
        for viewer in VIEWERS() {
            prop_assert_eq!(continued.view(viewer), live.game.view(viewer));
            prop_assert_eq!(continued.visible(viewer), live.game.visible(viewer));
            prop_assert_eq!(live.heard(viewer).len() as u64, live.game.visible(viewer));
        }
    }

    #[test]
    fn what_is_refused_changes_nothing(options in options(), byte: u8, seed: u64, moves in 0..60_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        let before = play.text();
        let mut refusals = 0;
        for _ in 0..40 {
            let seat = Seat::new(rng.random_range(1..=3)).unwrap();
            let actions = [garbage(&mut rng)];
            let previewed = play.game.preview(seat, &actions);
            match play.game.apply(&Request::Act { seat, actions: &actions }) {
                Ok(_) => prop_assert_eq!(previewed, Ok(())),
                Err(rejection) => {
                    prop_assert_eq!(previewed, Err(rejection));
                    refusals += 1;
                }
            }
            // `apply` works on a copy; the table itself must not be changed either.
            let mut table = table(&play.game).clone();
            let action = Table::<Classic>::read_move(&actions[0]).unwrap();
            let command = broadside_engine::table::Command::Act(seat, action);
            if table.apply(&command).is_err() {
                prop_assert_eq!(Game::Classic(table).store().text().to_owned(), before.as_str());
            }
        }
        prop_assert!(refusals > 0);
        prop_assert_eq!(play.text(), before);
    }

    #[test]
    fn legal_and_check_agree(options in options(), byte: u8, seed: u64, moves in 0..80_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        for seat in [ada(), ben()] {
            let legal = table(&play.game).legal(seat);
            // Out of turn, try cells of the other seat.
            let fire = salvo(&play.game, seat, &mut rng)
                .or_else(|| salvo(&play.game, if seat == ada() { ben() } else { ada() }, &mut rng));
            let View::Classic(view) = play.game.view(Viewer::Public) else { unreachable!() };
            let shots = view.waters[2 - usize::from(seat.number())].all_shots();
            let called: CellSet = shots.iter().map(|shot| shot.cell).collect();
            let fires = fire.map_or(Vec::new(), |fire| near(&fire, &called, &mut rng));
            let own = fires.into_iter().map(|fire| Move::Own(Action::Fire(fire)));
            let shared = [Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw];
            for action in own.chain(shared) {
                let checked = table(&play.game).check(seat, &action);
                prop_assert_eq!(legal.accepts(&action), checked.is_ok(), "{:?}: {:?}", action, checked);
            }
        }
    }

    #[test]
    fn what_is_hidden_does_not_interfere(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Two copies of a game. In the second, seat 2 has a different placement, and has placed more than once.
        let mut games = [(); 2].map(|()| Play::seeded(byte, &options));
        let drafts = [begun(1, &options), begun(byte.wrapping_add(1).max(2), &options)].map(|play| {
            let ships = play.view(Viewer::Seat(ben()))["waters"][1]["ships"].take();
            let ship = |ship: &Value| {
                let cells: Vec<Cell> = serde_json::from_value(ship["cells"].clone()).unwrap();
                let down = cells.len() > 1 && cells[0].column() == cells[1].column();
                json!({"class": ship["class"], "at": cells[0], "heading": if down { "down" } else { "across" }})
            };
            json!({"ships": ships.as_array().unwrap().iter().map(ship).collect::<Vec<_>>()})
        });
        let mut compared = 0;
        let mut same = |games: &[Play; 2]| -> Result<(), TestCaseError> {
            for viewer in [Viewer::Seat(ada()), Viewer::Public] {
                let [one, two] = games.each_ref().map(|play| knowledge(play, viewer));
                prop_assert_eq!(one, two);
            }
            compared += 1;
            Ok(())
        };
        for play in &mut games {
            play.must(&Request::Join(ada()));
            play.must(&Request::Join(ben()));
        }
        for (n, play) in games.iter_mut().enumerate() {
            let mut place = |draft| {
                let seed = OwnSeed::new("ben's seed");
                play.ask(&Request::Place { seat: ben(), placement: draft, seed }).unwrap();
            };
            if n == 1 {
                place(None);
                place(Some(&drafts[0]));
                place(None);
            }
            place(Some(&drafts[n]));
        }
        same(&games)?;
        for play in &mut games {
            play.place_at_random(ada(), None);
        }
        same(&games)?;

        'play: while games[0].game.outcome().is_none() {
            let seat = mover(&games[0].game, &mut rng);
            // Try random salvos until the answers are the same in both games.
            for _ in 0..60 {
                let fire = written(&salvo(&games[0].game, seat, &mut rng).unwrap());
                let mut next = games.clone();
                if seat == ben() && next[1].game.to_move().contains(ada()) {
                    // In the second game, first write another salvo if it can be rewritten.
                    let another = written(&salvo(&next[1].game, ben(), &mut rng).unwrap());
                    next[1].act(ben(), another);
                    let mut halfway = next.clone();
                    halfway[0].act(ben(), fire.clone());
                    same(&halfway)?;
                }
                let [one, two] = next.each_mut().map(|play| play.act(seat, fire.clone()));
                let told = |heard: &[String]| heard.iter().any(|words| words.starts_with("finished"));
                if one == two && !told(&one) {
                    same(&next)?;
                    // A refusal must not differ either.
                    let tried = [garbage(&mut rng)];
                    let [one, two] = next.each_ref().map(|play| play.game.preview(ada(), &tried));
                    prop_assert_eq!(one, two);
                    games = next;
                    continue 'play;
                }
            }
            break;
        }
        prop_assert!(compared >= 3, "nothing was compared");
    }

    #[test]
    fn the_record_of_a_finished_game_holds(options in options(), byte: u8, seed: u64, moves in 0..400_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Play::seeded(byte, &options);
        play.must(&Request::Join(ben()));
        play.must(&Request::Leave(ben()));
        play.must(&Request::Join(ada()));
        play.must(&Request::Join(ben()));
        play.place_at_random(ben(), Some("ben's first seed"));
        play.place_at_random(ben(), None);
        play.place_at_random(ada(), None);
        play_on(&mut play, moves, &mut rng);
        if play.game.outcome().is_none() {
            match rng.random_range(0..2) {
                0 => play.say(ben(), "resign"),
                _ => play.must(&Request::TimeOut(Seats::ALL)),
            };
        }
        let record = serde_json::to_string(&play.record()).unwrap();
        let verdict = verify(&record);
        prop_assert!(verdict.valid, "{:?}", verdict);
        prop_assert_eq!(verdict.events, play.log.len());
    }
}
