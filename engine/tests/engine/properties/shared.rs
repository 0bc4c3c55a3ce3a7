//! Properties of one game: its end, its log, its refusals, its legal actions and its record.

use super::{TestedRuleset, id};
use crate::common::Play;
use broadside_engine::game::{Entry, Game, Legal, Request, View};
use broadside_engine::record::verify;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::{Command, Move, Table};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};

/// Returns a game after some moves, and the random numbers that follow.
fn played<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
) -> (Play, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = T::started(byte, options);
    T::play_on(&mut play, moves, &mut rng);
    (play, rng)
}

/// Returns all seats of the game, and one that it does not have.
fn seats_and_one_more(play: &Play) -> Vec<Seat> {
    let mut seats = play.seats();
    seats.extend(Seat::new(seats.len() as u8 + 1));
    seats
}

/// Returns moves just inside and just outside the legal ones, with those that all games share.
pub(crate) fn tried<T: TestedRuleset>(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Move<T::Action>> {
    let shared = [Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw, Move::Leave];
    T::near(play, rng).into_iter().map(Move::Own).chain(shared).collect()
}

pub(crate) fn random_play_ends<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = T::started(byte, options);
    let mut moves = 0;
    while play.game.outcome().is_none() {
        T::advance(&mut play, &mut rng);
        moves += 1;
        prop_assert!(moves <= T::most_moves(options));
    }
    prop_assert_eq!(play.game.status().as_str(), "finished");
    prop_assert!(play.game.to_move().is_empty());
    for seat in play.seats() {
        prop_assert!(play.game.legal(seat).is_empty());
    }
    for entry in &play.log {
        let visible = play.viewers().iter().any(|&viewer| entry.glimpse(viewer).is_some());
        // Only a placement that replaces another is not announced.
        prop_assert!(visible || entry.store().text().contains(r#""type":"placed""#));
    }
    T::check_end(&play);
    Ok(())
}

pub(crate) fn the_stored_log_is_the_game<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
    half: f64,
) -> Result<(), TestCaseError> {
    let (live, _) = played::<T>(options, byte, seed, moves);
    let restored: Vec<_> =
        live.log.iter().map(|entry| Entry::restore(id::<T>(), &entry.store()).unwrap()).collect();

    let mut replayed = Play::empty(id::<T>(), byte, options).game;
    let (before, after) = restored.split_at((restored.len() as f64 * half) as usize);
    for entry in before {
        replayed.evolve(entry).unwrap();
    }
    let mut continued = Game::restore(id::<T>(), &replayed.store()).unwrap();
    for entry in after {
        replayed.evolve(entry).unwrap();
        continued.evolve(entry).unwrap();
    }
    prop_assert_eq!(replayed.store().text().to_owned(), live.text());
    prop_assert_eq!(continued.store().text().to_owned(), live.text());
    let again = live.game.replayed(&restored).map(|game| game.store().text().to_owned());
    prop_assert_eq!(again, Ok(live.text()));

    for viewer in live.viewers() {
        let view = live.game.view(viewer);
        prop_assert_eq!(&continued.view(viewer), &view);
        prop_assert_eq!(View::from_json(id::<T>(), &json!(view)), Ok(view));
        prop_assert_eq!(continued.visible(viewer), live.game.visible(viewer));
        prop_assert_eq!(live.heard(viewer).len() as u64, live.game.visible(viewer));
        if let Viewer::Seat(seat) = viewer {
            let legal = live.game.legal(seat);
            prop_assert_eq!(&continued.legal(seat), &legal);
            prop_assert_eq!(serde_json::from_value::<Legal>(json!(legal)).ok(), Some(legal));
        }
    }
    Ok(())
}

pub(crate) fn refused_actions_change_nothing<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
) -> Result<(), TestCaseError> {
    let (play, mut rng) = played::<T>(options, byte, seed, moves);
    let before = play.text();
    let mut refusals = 0;
    for seat in seats_and_one_more(&play) {
        for action in tried::<T>(&play, &mut rng) {
            let actions = [json!(action)];
            let previewed = play.game.preview(seat, &actions);
            match play.game.apply(&Request::Act { seat, actions: &actions }) {
                Ok(_) => prop_assert_eq!(previewed, Ok(())),
                Err(rejection) => {
                    prop_assert_eq!(previewed, Err(rejection));
                    refusals += 1;
                }
            }
            // `apply` works on a copy; the table itself must not be changed either.
            let mut table: Table<T> = T::table(&play.game).clone();
            let checked = table.check(seat, &action).is_ok();
            let applied = table.apply(&Command::Act(seat, action)).is_ok();
            prop_assert_eq!(applied, checked);
            if !applied {
                let after = T::game(table).store();
                prop_assert_eq!(after.text(), &before);
            }
        }
    }
    prop_assert!(refusals > 0);
    prop_assert_eq!(play.text(), before);
    Ok(())
}

pub(crate) fn legal_and_check_agree<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
) -> Result<(), TestCaseError> {
    let (play, mut rng) = played::<T>(options, byte, seed, moves);
    let table = T::table(&play.game);
    for seat in seats_and_one_more(&play) {
        let legal = table.legal(seat);
        for action in tried::<T>(&play, &mut rng) {
            let checked = table.check(seat, &action).map_err(|refusal| refusal.to_string());
            prop_assert_eq!(legal.accepts(&action), checked.is_ok(), "{:?}: {:?}", action, checked);
        }
    }
    Ok(())
}

pub(crate) fn the_record_of_a_finished_game_holds<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
) -> Result<(), TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = Play::empty(id::<T>(), byte, options);
    // The last seat is left once, and places twice.
    let seats = play.seats();
    let (&last, others) = seats.split_last().unwrap();
    play.must(&Request::Join(last));
    play.must(&Request::Leave(last));
    for &seat in &seats {
        play.must(&Request::Join(seat));
    }
    play.place_at_random(last, Some("the first seed"));
    play.place_at_random(last, None);
    for &seat in others {
        play.place_at_random(seat, None);
    }
    T::play_on(&mut play, moves, &mut rng);
    T::cut_short(&mut play, &mut rng);
    let verdict = verify(&serde_json::to_string(&play.record()).unwrap());
    prop_assert!(verdict.valid, "{:?}", verdict);
    prop_assert_eq!(verdict.events, play.log.len());
    Ok(())
}
