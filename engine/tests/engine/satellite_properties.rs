//! Properties of all games of `satellite`, tested on random games.

use crate::common::{Play, VIEWERS, ada, ben};
use crate::record_tampering::forged;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::satellite::{
    Action, Beam, Cartridge, Destruct, Fire, GiveUp, Legal, Roll, Satellite, Sector, Sectors, Shoot,
};
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Choice, Command, Move, Table};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

pub(crate) fn options() -> impl Strategy<Value = Value> {
    let endgame = prop::sample::select(vec!["ceasefire", "desperation", "reloaded", "self_destruct"]);
    let size = prop_oneof![Just((13, 9)), (8..=16_u8, 8..=16_u8)];
    (endgame, size)
        .prop_map(|(endgame, (rows, columns))| json!({"rows": rows, "columns": columns, "endgame": endgame}))
}

pub(crate) fn begun(byte: u8, options: &Value) -> Play {
    let mut play = Play::satellite(byte, options);
    play.place_at_random(ada(), Some("ada's seed"));
    play.place_at_random(ben(), None);
    play
}

fn table(game: &Game) -> &Table<Satellite> {
    let Game::Satellite(table) = game else { panic!("it is a game of `satellite`") };
    table
}

pub(crate) fn own(game: &Game, seat: Seat) -> Vec<Legal> {
    let own = |choice: &Choice<Legal>| match choice {
        Choice::Own(own) => Some(own.clone()),
        Choice::Shared(_) => None,
    };
    table(game).legal(seat).choices().iter().filter_map(own).collect()
}

fn some(from: &Sectors, count: usize, rng: &mut ChaCha8Rng) -> Vec<Sector> {
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
            let targets = some(from, rng.random_range(1..=loaded.max_targets), rng);
            let beam = loaded.beam.map(|ways| *ways.choose(rng).unwrap());
            Action::Fire(Fire { cartridge: loaded.cartridge, targets, beam })
        }
        Legal::GiveUp { cartridges, from } => Action::GiveUp(GiveUp {
            cartridge: *cartridges.choose(rng).expect("there is a cartridge to give up"),
            target: some(from, 1, rng)[0],
        }),
        Legal::Shoot { from } => Action::Shoot(Shoot { target: some(from, 1, rng)[0] }),
        Legal::Destruct { targets } => {
            Action::Destruct(Destruct { targets: some(&targets.from, targets.max, rng) })
        }
    }
}

fn mover(game: &Game) -> Seat {
    game.to_move().iter().next().expect("somebody is to move")
}

fn onward(game: &Game, rng: &mut ChaCha8Rng) -> Action {
    let choices = own(game, mover(game));
    picked(choices.choose(rng).expect("who is to move can"), rng)
}

fn written(action: &Action) -> Value {
    serde_json::to_value(action).unwrap()
}

pub(crate) fn play_on(play: &mut Play, moves: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        if play.game.outcome().is_some() {
            return;
        }
        if rng.random_bool(0.03) {
            let seat = *[ada(), ben()].choose(rng).unwrap();
            let kind = *["offer_draw", "decline_draw"].choose(rng).unwrap();
            let _ = play.ask(&Request::Act { seat, actions: &[json!({"type": kind})] });
        }
        let action = onward(&play.game, rng);
        play.act(mover(&play.game), written(&action));
    }
}

fn any_sector(rng: &mut ChaCha8Rng) -> Sector {
    Sector::new(rng.random_range(0..16), rng.random_range(0..16)).unwrap()
}

/// Returns actions just inside and just outside the legal ones.
pub(crate) fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
    let mut all = Vec::new();
    for seat in [ada(), ben()] {
        for legal in own(&play.game, seat) {
            all.push(picked(&legal, rng));
        }
    }
    for _ in 0..12 {
        let keep: Vec<u8> = (0..rng.random_range(0..=5)).map(|_| rng.random_range(0..=6)).collect();
        all.push(Action::Roll(Roll { keep }));
        all.push(Action::Roll(Roll { keep: (1..=rng.random_range(0..=5)).collect() }));
        let cartridge = *Cartridge::ALL.choose(rng).unwrap();
        let beam = *[None, None, Some(Beam::Row), Some(Beam::Column)].choose(rng).unwrap();
        let mut targets: Vec<_> = (0..rng.random_range(0..=6)).map(|_| any_sector(rng)).collect();
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
            let with = |targets: Vec<Sector>| Action::Fire(Fire { targets, ..fire.clone() });
            let doubled = fire.targets.iter().copied().chain([fire.targets[0]]).collect();
            let longer = fire.targets.iter().copied().chain([any_sector(rng)]).collect();
            [with(doubled), with(longer), with(fire.targets[1..].to_vec())]
        })
        .collect();
    all.extend(more);
    all
}

/// Returns two placements that differ in one building of up to three sectors.
fn two_drafts(options: &Value, rng: &mut ChaCha8Rng) -> [Value; 2] {
    let built = begun(rng.random(), options).view(Viewer::Seat(ben()))["sides"][1]["buildings"].take();
    let building = |one: &Value| json!({"building": one["building"], "cells": one["cells"]});
    let one: Vec<Value> = built.as_array().unwrap().iter().map(building).collect();
    let moved = rng.random_range(0..3);
    loop {
        // Move the building to its position in another random placement, if the other buildings leave room.
        let other = begun(rng.random(), options).view(Viewer::Seat(ben()))["sides"][1]["buildings"].take();
        let mut two = one.clone();
        two[moved] = building(&other[moved]);
        let placement = json!({"buildings": two});
        let mut tried = Play::satellite(0, options);
        let placed = tried.ask(&Request::Place { seat: ben(), placement: Some(&placement), seed: None });
        if placed.is_ok() && two != one {
            return [json!({"buildings": one}), placement];
        }
    }
}

/// Returns everything a viewer may know, byte for byte. The commitments are removed: only they may depend on hidden
/// information.
fn knowledge(play: &Play, viewer: Viewer) -> Vec<String> {
    let game = &play.game;
    let mut fairness = game.fairness();
    fairness.placement_commitments.clear();
    let mut all = vec![
        json!(game.view(viewer)).to_string(),
        json!(viewer.seat().map(|seat| game.legal(seat))).to_string(),
        json!(fairness).to_string(),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?} {:?}", game.status(), game.draw_offer(), game.seats()),
    ];
    all.extend(play.log.iter().filter_map(|entry| entry.glimpse(viewer)).map(|glimpse| {
        let mut value = json!(glimpse);
        if let Some(masked) = value.get_mut("placement_commitments") {
            *masked = json!("masked");
        }
        value.to_string()
    }));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        let area = options["rows"].as_u64().unwrap() * options["columns"].as_u64().unwrap();
        let mut moves = 0;
        while play.game.outcome().is_none() {
            let action = onward(&play.game, &mut rng);
            play.act(mover(&play.game), written(&action));
            moves += 1;
            // Each shot hits a new sector, after at most three rolls.
            prop_assert!(moves <= 4 * 2 * area);
        }
        prop_assert_eq!(play.game.status().as_str(), "finished");
        prop_assert!(play.game.to_move().is_empty());
        for seat in [ada(), ben()] {
            prop_assert!(play.game.legal(seat).is_empty());
        }
    }

    #[test]
    fn the_stored_log_is_the_game(options in options(), byte: u8, seed: u64, half in 0.0..1.0_f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live = begun(byte, &options);
        play_on(&mut live, 300, &mut rng);
        let restored: Vec<_> = live.log.iter()
            .map(|entry| Entry::restore(RulesetId::Satellite, &entry.store()).unwrap())
            .collect();
        // In a game opened for a test both seats are already taken.
        let mut replayed = Play::satellite(byte, &options).game;
        let middle = 2 + ((restored.len() - 2) as f64 * half) as usize;
        let mut snapshot = replayed.store();
        for (n, entry) in restored.iter().enumerate().skip(2) {
            if n == middle {
                snapshot = replayed.store();
            }
            replayed.evolve(entry).unwrap();
        }
        prop_assert_eq!(replayed.store().text().to_owned(), live.text());
        let again = live.game.replayed(&restored).map(|game| game.store().text().to_owned());
        prop_assert_eq!(again, Ok(live.text()));

        let mut continued = Game::restore(RulesetId::Satellite, &snapshot).unwrap();
        for entry in &restored[middle..] {
            continued.evolve(entry).unwrap();
        }
        prop_assert_eq!(continued.store().text().to_owned(), live.text());
        for viewer in VIEWERS() {
            prop_assert_eq!(continued.view(viewer), live.game.view(viewer));
            prop_assert_eq!(continued.visible(viewer), live.game.visible(viewer));
            prop_assert_eq!(live.heard(viewer).len() as u64, live.game.visible(viewer));
            if let Viewer::Seat(seat) = viewer {
                prop_assert_eq!(continued.legal(seat), live.game.legal(seat));
            }
        }
    }

    #[test]
    fn what_is_refused_changes_nothing(options in options(), byte: u8, seed: u64, moves in 0..120_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        let before = play.text();
        let mut refusals = 0;
        for seat in [ada(), ben(), Seat::new(3).unwrap()] {
            for action in near(&play, &mut rng) {
                let actions = [written(&action)];
                let previewed = play.game.preview(seat, &actions);
                match play.game.apply(&Request::Act { seat, actions: &actions }) {
                    Ok(_) => prop_assert_eq!(previewed, Ok(())),
                    Err(rejection) => {
                        prop_assert_eq!(previewed, Err(rejection));
                        refusals += 1;
                    }
                }
                let mut table = table(&play.game).clone();
                if table.apply(&Command::Act(seat, Move::Own(action))).is_err() {
                    prop_assert_eq!(Game::Satellite(table).store().text().to_owned(), before.as_str());
                }
            }
        }
        prop_assert!(refusals > 0);
        prop_assert_eq!(play.text(), before);
    }

    #[test]
    fn legal_and_check_agree(options in options(), byte: u8, seed: u64, moves in 0..200_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        for seat in [ada(), ben()] {
            let legal = table(&play.game).legal(seat);
            let own = near(&play, &mut rng).into_iter().map(Move::Own);
            for action in own.chain([Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw]) {
                let checked = table(&play.game).check(seat, &action);
                prop_assert_eq!(legal.accepts(&action), checked.is_ok(), "{:?}: {:?}", action, checked);
            }
        }
    }

    #[test]
    fn what_is_hidden_does_not_interfere(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Two copies of a game. In the second, seat 2 has one building elsewhere, and has placed more than once.
        let mut games = [(); 2].map(|()| Play::satellite(byte, &options));
        let drafts = two_drafts(&options, &mut rng);
        let same = |games: &[Play; 2]| -> Result<(), TestCaseError> {
            for viewer in [Viewer::Seat(ada()), Viewer::Public] {
                let [one, two] = games.each_ref().map(|play| knowledge(play, viewer));
                prop_assert_eq!(one, two);
            }
            Ok(())
        };
        for (n, play) in games.iter_mut().enumerate() {
            if n == 1 {
                play.ask(&Request::Place { seat: ben(), placement: None, seed: None }).unwrap();
            }
            play.ask(&Request::Place { seat: ben(), placement: Some(&drafts[n]), seed: None }).unwrap();
        }
        same(&games)?;
        for play in &mut games {
            play.place_at_random(ada(), None);
        }
        same(&games)?;
        // Number of answers of seat 2's planet that were the same in both games.
        let mut answered = 0;
        // Sometimes play into the endgame, which takes longer.
        let enough = if seed % 4 == 0 { usize::MAX } else { 8 };
        'play: for _ in 0..200 {
            if games[0].game.outcome().is_some() || answered >= enough {
                break;
            }
            let seat = mover(&games[0].game);
            // Try random moves until the answers are the same in both games.
            for _ in 0..24 {
                let action = onward(&games[0].game, &mut rng);
                let mut next = games.clone();
                let [one, two] = next.each_mut().map(|play| play.act(seat, written(&action)));
                if one == two && !one.iter().any(|words| words.starts_with("finished")) {
                    same(&next)?;
                    // A refusal must not differ either.
                    for tried in near(&next[0], &mut rng).iter().take(6) {
                        let tried = [written(tried)];
                        let [one, two] = next.each_ref().map(|play| play.game.preview(ada(), &tried));
                        prop_assert_eq!(one, two);
                    }
                    answered += usize::from(seat == ada() && !matches!(action, Action::Roll(_)));
                    games = next;
                    continue 'play;
                }
            }
            break;
        }
        prop_assert!(answered >= 8, "only {} answers were compared", answered);
    }

    #[test]
    fn the_record_of_a_finished_game_holds_and_a_forgery_is_found(
        options in options(), byte: u8, seed: u64, moves in 0..150_usize, at in any::<prop::sample::Index>()
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
        if play.game.outcome().is_none() {
            play.must(&Request::TimeOut(Seats::ALL));
        }
        let record = play.record();
        let verdict = verify(&serde_json::to_string(&record).unwrap());
        prop_assert!(verdict.valid, "{:?}", verdict);
        prop_assert_eq!(verdict.events, play.log.len());

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
    fn what_was_heard_is_what_is_shown(options in options(), byte: u8, seed: u64, moves in 0..200_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = begun(byte, &options);
        play_on(&mut play, moves, &mut rng);
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
