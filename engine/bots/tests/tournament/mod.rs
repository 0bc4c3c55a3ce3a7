//! Games between bots, to measure their strength.

#![allow(dead_code, reason = "each program uses a part of it")]

use std::collections::BTreeMap;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::chance::Seed;
use broadside_engine::classic::{self, Action, Fire};
use broadside_engine::game::{Game, Legal, Request, RulesetId, View};
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::ruleset::Outcome;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::Choice;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Number of steps after which a game counts as a draw.
const MAX_STEPS: usize = 20_000;

/// Result of a game between bots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    /// Seats that won; none in a draw.
    pub(crate) winners: Vec<Seat>,
    /// Number of decisions by each method of sampling.
    pub(crate) methods: BTreeMap<&'static str, u64>,
    /// Number of decisions of each seat.
    pub(crate) decisions: Vec<u32>,
}

fn bytes(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().into()
}

/// Plays a game between bots, one in each seat. The same name gives the same game.
///
/// # Errors
/// If the options are not valid, or a bot makes a move that is refused.
pub(crate) fn play(
    name: &str,
    ruleset: RulesetId,
    options: &Value,
    levels: &[Level],
) -> Result<Played, String> {
    let seed = Seed::new(bytes(&["game", name]));
    let mut game = Game::open(name, seed, ruleset, options).map_err(|error| error.to_string())?;
    let seats: Vec<Seat> = Seat::first(levels.len() as u8).collect();
    let bots: Vec<Bot> = seats
        .iter()
        .zip(levels)
        .map(|(seat, level)| Bot::new(*level, Key::new(bytes(&["bot", name, &seat.to_string()]))))
        .collect();
    let step = |game: &mut Game, request: &Request<'_>| -> Result<(), String> {
        *game = game.apply(request).map_err(|error| format!("{name}: {request:?}: {error}"))?.game;
        Ok(())
    };
    for seat in &seats {
        step(&mut game, &Request::Join(*seat))?;
    }
    for (seat, bot) in seats.iter().zip(&bots) {
        let placement = bot.place(&game.view(Viewer::Seat(*seat)));
        let placement = serde_json::to_value(&placement).map_err(|error| error.to_string())?;
        let placement = Some(&placement["placement"]).filter(|placement| !placement.is_null());
        step(&mut game, &Request::Place { seat: *seat, placement, seed: None })?;
    }
    let mut played = Played { decisions: vec![0; levels.len()], ..Played::default() };
    for _ in 0..MAX_STEPS {
        if game.status().is_over() {
            break;
        }
        let to_move: Seats = game.to_move();
        let mut moved = false;
        for (index, (seat, bot)) in seats.iter().zip(&bots).enumerate() {
            let answers = game.draw_offer().is_some_and(|offer| offer != *seat);
            if !to_move.contains(*seat) && !answers {
                continue;
            }
            let decision = bot.act(*seat, &game.view(Viewer::Seat(*seat)), &game.legal(*seat));
            let Some(decision) = decision else { continue };
            if let Some(method) = decision.method {
                *played.methods.entry(method.into()).or_default() += 1;
            }
            played.decisions[index] += 1;
            step(&mut game, &Request::Act { seat: *seat, actions: &decision.actions })?;
            moved = true;
            break;
        }
        if !moved {
            return Err(format!("{name}: nobody moves: {:?}", game.status()));
        }
    }
    if let Some(Outcome::Win { winners, .. }) = game.outcome() {
        played.winners = winners.iter().collect();
    }
    Ok(played)
}

/// Plays a game of `classic` in which only seat 1 shoots, at a fleet that is placed uniformly.
/// Nobody shoots back, so all of its ships stay afloat, and a salvo always has all of its shots.
/// Returns the number of its turns: shots in `single`, rounds in `salvo`.
///
/// # Errors
/// If the options are not valid, or a move is refused.
pub(crate) fn solitaire(name: &str, options: &Value, level: Level) -> Result<u32, String> {
    let mut options = options.clone();
    if let Some(options) = options.as_object_mut() {
        options.insert("first".into(), "creator".into());
    }
    let seed = Seed::new(bytes(&["solitaire", name]));
    let mut game =
        Game::open(name, seed, RulesetId::Classic, &options).map_err(|error| error.to_string())?;
    let seats: Vec<Seat> = Seat::first(2).collect();
    let bot =
        |seat: Seat, level| Bot::new(level, Key::new(bytes(&["bot", name, &seat.to_string()])));
    let bots = [bot(seats[0], level), bot(seats[1], Level::Random)];
    let step = |game: &mut Game, request: &Request<'_>| -> Result<(), String> {
        *game = game.apply(request).map_err(|error| format!("{name}: {request:?}: {error}"))?.game;
        Ok(())
    };
    for seat in &seats {
        step(&mut game, &Request::Join(*seat))?;
    }
    for (seat, bot) in seats.iter().zip(&bots) {
        let placement = serde_json::to_value(bot.place(&game.view(Viewer::Seat(*seat))));
        let placement = placement.map_err(|error| error.to_string())?;
        step(
            &mut game,
            &Request::Place { seat: *seat, placement: Some(&placement["placement"]), seed: None },
        )?;
    }
    for turn in 1..=MAX_STEPS as u32 {
        let decision =
            bots[0].act(seats[0], &game.view(Viewer::Seat(seats[0])), &game.legal(seats[0]));
        let decision = decision.ok_or_else(|| format!("{name}: nobody moves"))?;
        step(&mut game, &Request::Act { seat: seats[0], actions: &decision.actions })?;
        // The other seat only hits water. It knows where by the view of seat 1.
        while !game.status().is_over() && game.to_move().contains(seats[1]) {
            let action = miss(&game.view(Viewer::Seat(seats[0])), &game.legal(seats[1]));
            let action = action.ok_or_else(|| format!("{name}: no water is left"))?;
            step(&mut game, &Request::Act { seat: seats[1], actions: &[action] })?;
        }
        if game.status().is_over() {
            return Ok(turn);
        }
    }
    Err(format!("{name}: it does not end"))
}

/// Returns the fire of a player who only hits water, as JSON: `view` shows the ships of their
/// opponent. `None` if there is not enough water left.
fn miss(view: &View, legal: &Legal) -> Option<Value> {
    let (View::Classic(view), Legal::Classic(legal)) = (view, legal) else {
        return None;
    };
    let ships = view.waters.iter().filter_map(|waters| waters.ships.as_ref()).flatten();
    let ships = ships.fold(CellSet::EMPTY, |all, ship| all | ship.cells);
    legal.choices().iter().find_map(|choice| match choice {
        Choice::Own(classic::Legal::Fire { cells, round }) => {
            let water: Vec<Cell> = (cells.from - ships).iter().take(cells.count).collect();
            let action = Action::Fire(Fire { cells: water, round: *round });
            serde_json::to_value(action).ok().filter(|_| (cells.from - ships).len() >= cells.count)
        }
        _ => None,
    })
}
