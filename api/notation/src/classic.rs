//! Notation of `classic`: ships and targets.

use broadside_engine::classic::{Action, Classic, Draft, Fire, Legal, View};

use super::error::ParseError;
use super::expected::Expected;
use super::forms::{Usage, usages};
use super::grammar::Notation;
use super::piece::PlacementPart;
use super::shared::{cells, listed, ship, write_ship};
use super::words::Words;

impl Notation for Classic {
    const FORMS: &'static [Usage] = usages! {
        "place": "PLACE class cell ACROSS or DOWN", "PLACE BATTLESHIP A1 DOWN", "places a ship by its first cell";
        "fire": "FIRE cells [ROUND n]", "FIRE A5 B6 C4", "fires at one cell, or at as many as a salvo has shots";
        "queue": "QUEUE [WITH] move", "QUEUE FIRE A5", "makes a move in your next turn, or now if it is your turn; WITH: in the same turn as the line above";
    };

    fn read(_: &str, words: &mut Words<'_>, view: &View) -> Result<Action, ParseError> {
        let cells = cells(words, view.grid, |words| words.comes("round"))?;
        let round =
            words.eat("round").then(|| words.number(Expected::Round, 1..=u32::MAX)).transpose()?;
        Ok(Action::Fire(Fire { cells, round }))
    }

    fn piece(words: &mut Words<'_>, view: &View) -> Result<PlacementPart, ParseError> {
        let classes: Vec<_> =
            view.fleet.iter().map(|class| (class.class.clone(), class.length)).collect();
        ship(words, view.grid, &classes).map(|ship| PlacementPart::new("ships", &ship))
    }

    fn write(Action::Fire(Fire { cells, round }): &Action) -> String {
        let round = round.map_or(String::new(), |round| format!(" ROUND {round}"));
        listed("FIRE", cells) + &round
    }

    fn write_draft(draft: &Draft) -> Vec<String> {
        draft.ships.iter().map(write_ship).collect()
    }

    fn example(Legal::Fire { cells, round }: &Legal) -> Option<Action> {
        let cells = cells.from.iter().take(cells.count).collect();
        Some(Action::Fire(Fire { cells, round: *round }))
    }
}
