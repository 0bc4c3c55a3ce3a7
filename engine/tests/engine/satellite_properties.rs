//! Random games of `satellite`, and properties that only they have.

use crate::common::{Play, ada, ben, satellite_action, satellite_placement, satellite_words};
use crate::properties::{Difference, TestedRuleset, mover, own};
use crate::record_tampering::forged;
use crate::satellite::rolled;
use broadside_engine::game::{Game, Request};
use broadside_engine::satellite::{
    Action, Beam, Cartridge, Destruct, Fire, GiveUp, Legal, Roll, Satellite, Sector, Sectors, Shoot,
};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Table;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

fn random_sectors(from: &Sectors, count: usize, rng: &mut ChaCha8Rng) -> Vec<Sector> {
    let mut all: Vec<_> = from.iter().collect();
    all.partial_shuffle(rng, count).0.to_vec()
}

/// Returns a random action from a legal choice.
pub(crate) fn picked(legal: &Legal, rng: &mut ChaCha8Rng) -> Action {
    match legal {
        Legal::Roll { keep } => {
            let count = rng.random_range(0..=keep.len().saturating_sub(1));
            let mut keep = keep.clone();
            Action::Roll(Roll { keep: keep.partial_shuffle(rng, count).0.to_vec() })
        }
        Legal::Fire { cartridges, from } => {
            let loaded = cartridges.choose(rng).expect("there is a cartridge to fire");
            let targets = random_sectors(from, rng.random_range(1..=loaded.max_targets), rng);
            let beam = loaded.beam.map(|ways| *ways.choose(rng).unwrap());
            Action::Fire(Fire { cartridge: loaded.cartridge, targets, beam })
        }
        Legal::GiveUp { cartridges, from } => Action::GiveUp(GiveUp {
            cartridge: *cartridges.choose(rng).expect("there is a cartridge to give up"),
            target: random_sectors(from, 1, rng)[0],
        }),
        Legal::Shoot { from } => Action::Shoot(Shoot { target: random_sectors(from, 1, rng)[0] }),
        Legal::Destruct { targets } => {
            Action::Destruct(Destruct { targets: random_sectors(&targets.from, targets.max, rng) })
        }
    }
}

fn any_sector(rng: &mut ChaCha8Rng) -> Sector {
    Sector::new(rng.random_range(0..16), rng.random_range(0..16)).unwrap()
}

/// Returns two placements that differ in one building of up to three sectors.
fn two_drafts(options: &Value, rng: &mut ChaCha8Rng) -> [Value; 2] {
    let built =
        Satellite::started(rng.random(), options).view(Viewer::Seat(ben()))["sides"][1]["buildings"]
            .take();
    let building = |one: &Value| json!({"building": one["building"], "cells": one["cells"]});
    let one: Vec<Value> = built.as_array().unwrap().iter().map(building).collect();
    let moved = rng.random_range(0..3);
    loop {
        // Move the building to its position in another random placement, if the other buildings
        // leave room.
        let other = Satellite::started(rng.random(), options).view(Viewer::Seat(ben()))["sides"][1]
            ["buildings"]
            .take();
        let mut two = one.clone();
        two[moved] = building(&other[moved]);
        let placement = json!({"buildings": two});
        let mut tried = Play::satellite(0, options);
        let placed =
            tried.ask(&Request::Place { seat: ben(), placement: Some(&placement), seed: None });
        if placed.is_ok() && two != one {
            return [json!({"buildings": one}), placement];
        }
    }
}

impl TestedRuleset for Satellite {
    const CASES: u32 = 16;
    const MIDDLE: usize = 200;
    const LATE: usize = 400;

    fn table(game: &Game) -> &Table<Self> {
        let Game::Satellite(table) = game else { panic!("it is a game of `satellite`") };
        table
    }

    fn game(table: Table<Self>) -> Game {
        Game::Satellite(table)
    }

    fn options() -> impl Strategy<Value = Value> {
        let endgame =
            prop::sample::select(vec!["ceasefire", "desperation", "reloaded", "self_destruct"]);
        let size = prop_oneof![Just((13, 9)), (8..=16_u8, 8..=16_u8)];
        (endgame, size).prop_map(
            |(endgame, (rows, columns))| json!({"rows": rows, "columns": columns, "endgame": endgame}),
        )
    }

    /// The dice are 3 3 5 1 2.
    fn example() -> Play {
        rolled([3, 3, 5, 1, 2])
    }

    fn placement(text: &str) -> Value {
        satellite_placement(text)
    }

    fn action(text: &str) -> Value {
        satellite_action(text)
    }

    fn words(kind: &str, event: &Value) -> Option<String> {
        satellite_words(kind, event)
    }

    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let seat = mover(game, rng);
        let choices = own::<Self>(game, seat);
        (seat, json!(picked(choices.choose(rng).expect("who is to move can"), rng)))
    }

    fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
        let mut all = Vec::new();
        for seat in [ada(), ben()] {
            for legal in own::<Self>(&play.game, seat) {
                all.push(picked(&legal, rng));
            }
        }
        for _ in 0..12 {
            let keep: Vec<u8> =
                (0..rng.random_range(0..=5)).map(|_| rng.random_range(0..=6)).collect();
            all.push(Action::Roll(Roll { keep }));
            all.push(Action::Roll(Roll { keep: (1..=rng.random_range(0..=5)).collect() }));
            let cartridge = *Cartridge::ALL.choose(rng).unwrap();
            let beam = *[None, None, Some(Beam::Row), Some(Beam::Column)].choose(rng).unwrap();
            let mut targets: Vec<_> =
                (0..rng.random_range(0..=6)).map(|_| any_sector(rng)).collect();
            all.push(Action::Fire(Fire { cartridge, targets: vec![any_sector(rng)], beam }));
            all.push(Action::Fire(Fire { cartridge, targets: targets.clone(), beam }));
            all.push(Action::GiveUp(GiveUp { cartridge, target: any_sector(rng) }));
            all.push(Action::Shoot(Shoot { target: any_sector(rng) }));
            targets.extend((0..6).map(|_| any_sector(rng)));
            all.push(Action::Destruct(Destruct { targets }));
        }
        // One target more, one less, one named twice, and one hit before.
        let more: Vec<Action> = all
            .iter()
            .filter_map(|action| match action {
                Action::Fire(fire) if !fire.targets.is_empty() => Some(fire.clone()),
                _ => None,
            })
            .flat_map(|fire| {
                let with_targets =
                    |targets: Vec<Sector>| Action::Fire(Fire { targets, ..fire.clone() });
                let doubled = fire.targets.iter().copied().chain([fire.targets[0]]).collect();
                let longer = fire.targets.iter().copied().chain([any_sector(rng)]).collect();
                [
                    with_targets(doubled),
                    with_targets(longer),
                    with_targets(fire.targets[1..].to_vec()),
                ]
            })
            .collect();
        all.extend(more);
        all
    }

    /// Each shot hits a new sector, after at most three rolls.
    fn most_moves(options: &Value) -> usize {
        let area = options["rows"].as_u64().unwrap() * options["columns"].as_u64().unwrap();
        4 * 2 * area as usize
    }

    /// Seat 2 has one building elsewhere.
    fn difference(_: u8, options: &mut Value, rng: &mut ChaCha8Rng) -> Difference {
        Difference {
            seat: ben(),
            placements: two_drafts(options, rng).map(Some),
            limits: false,
            hears: Viewer::Public,
            tries: 24,
            // Sometimes play into the endgame, which takes longer.
            enough: if rng.random_ratio(1, 4) { 50 } else { 8 },
            min: 8,
        }
    }

    /// Only the planet of seat 2 has different answers.
    fn counts(seat: Seat, action: &Value) -> bool {
        seat == ada() && action["type"] != "roll"
    }
}

proptest! {
    #![proptest_config(crate::common::cases(16))]

    #[test]
    fn a_forged_event_is_found(
        options in Satellite::options(), byte: u8, seed: u64, moves in 0..150_usize, at in any::<prop::sample::Index>()
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Satellite::started(byte, &options);
        Satellite::play_on(&mut play, moves, &mut rng);
        Satellite::cut_short(&mut play, &mut rng);
        let record = play.record();
        let own: Vec<usize> = (0..record.events.len()).filter(|&n| record.events[n].ruleset == "satellite").collect();
        let at = *at.get(&own);
        let verdict = forged(&record, |record| {
            let event = &mut record["events"][at];
            let kind = event["type"].as_str().unwrap().to_owned();
            let body = &mut event["body"];
            match kind.as_str() {
                "rolled" => body["dice"][4] = json!(body["dice"][4].as_u64().unwrap() % 6 + 1),
                "first_player" => body["seat"] = json!(3 - body["seat"].as_u64().unwrap()),
                "arsenals_empty" => body["rolls"] = json!([[]]),
                _ => body["destroyed"] = json!(body["destroyed"].as_u64().unwrap() + 1),
            }
        });
        prop_assert!(!verdict.valid);
    }

    #[test]
    fn events_agree_with_the_view(options in Satellite::options(), byte: u8, seed: u64, moves in 0..200_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Satellite::started(byte, &options);
        Satellite::play_on(&mut play, moves, &mut rng);
        let view = play.view(Viewer::Public);
        let mut hits = [0, 0];
        let mut misses = [0, 0];
        let mut destroyed = [0, 0];
        for event in play.log.iter().filter_map(|entry| entry.glimpse(Viewer::Public)).map(|glimpse| json!(glimpse)) {
            if event.get("destroyed").is_none() {
                continue;
            }
            let struck = 2 - event["seat"].as_u64().unwrap() as usize;
            destroyed[struck] += event["destroyed"].as_u64().unwrap();
            let results: Vec<&Value> = match event.get("reports") {
                Some(reports) => reports.as_array().unwrap().iter().map(|report| &report["result"]).collect(),
                None => vec![&event["result"]],
            };
            for result in results {
                if result == "hit" { hits[struck] += 1 } else { misses[struck] += 1 }
            }
        }
        for seat in [0, 1] {
            let side = &view["sides"][seat];
            prop_assert_eq!(side["hits"].as_array().unwrap().len(), hits[seat]);
            prop_assert_eq!(side["misses"].as_array().unwrap().len(), misses[seat]);
            prop_assert_eq!(side["destroyed"].as_u64().unwrap(), destroyed[seat]);
        }
    }
}
