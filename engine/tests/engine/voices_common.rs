//! Helpers for the tests of `voices`: games in progress, and actions and announcements.

use crate::common::{Play, Refused, voices_action, voices_placement};
use broadside_engine::game::Request;
use broadside_engine::grid::Cell;
use broadside_engine::seat::{Seat, Viewer};
use serde_json::{Value, json};

/// Default fleet in rows 1, 3, 5, 7 and 9, from column A.
pub(crate) const FLEET: &str = "carrier A1 across, battleship A3 across, destroyer A5 across, patrol A7 across, submarine A9 across";

/// Returns a game without dice, so that the test chooses every shot.
pub(crate) fn chosen(options: Value, placements: &[&str]) -> Play {
    let mut all = json!({"aim": "choice"});
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    placed(7, &all, placements)
}

/// Returns a game in progress.
pub(crate) fn placed(byte: u8, options: &Value, placements: &[&str]) -> Play {
    let mut play = Play::voices(byte, options);
    for (seat, text) in play.seats().into_iter().zip(placements.iter().cycle()) {
        let placement = voices_placement(text);
        play.must(&Request::Place { seat, placement: Some(&placement), seed: None });
    }
    play
}

pub(crate) fn act(play: &mut Play, seat: Seat, line: &str) -> Vec<String> {
    play.act(seat, voices_action(line))
}

pub(crate) fn refuse(play: &mut Play, seat: Seat, line: &str) -> Refused {
    play.refuse_action(seat, voices_action(line))
}

/// Returns the seat that is to move.
pub(crate) fn mover(play: &Play) -> Seat {
    play.game.to_move().iter().next().expect("somebody is to move")
}

/// Returns the last public event.
pub(crate) fn last(play: &Play) -> Value {
    let glimpse = play.log.iter().rev().find_map(|entry| entry.glimpse(Viewer::Public));
    json!(glimpse)
}

/// Parses the name of a cell.
pub(crate) fn cell(value: &Value) -> Cell {
    value.as_str().unwrap().parse().unwrap()
}

/// Returns the seat with this number.
pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Returns the turn as everybody sees it.
pub(crate) fn turn(play: &Play) -> Value {
    play.view(Viewer::Public)["turn"].take()
}

/// Returns cells that hit nothing of `FLEET`, each once.
fn misses() -> impl Iterator<Item = String> {
    [2, 4, 6, 8, 10]
        .into_iter()
        .flat_map(|row| "ABCDEFGHIJ".chars().map(move |column| format!("{column}{row}")))
}

/// Fires misses until it is another seat's turn.
pub(crate) fn pass(play: &mut Play) {
    let shooter = mover(play);
    for cell in misses() {
        if play.game.outcome().is_some() || mover(play) != shooter {
            return;
        }
        let _ = play.ask(&Request::Act {
            seat: shooter,
            actions: &[voices_action(&format!("fire {cell}"))],
        });
    }
}
