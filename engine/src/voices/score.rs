//! Score of a game: the calls and answers of all shots in order (V14–V17).
//!
//! The score holds everything that has been sounded, which is public, and the maps that its reader
//! may see. It grows with the game. It never reveals anything to its reader that the game has not
//! revealed. After the end, players can still change their own parts:
//! [`ScoreChange`](super::ScoreChange).
//!
//! ```
//! use broadside_engine::chance::Seed;
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_engine::seat::{Seat, Viewer};
//! use broadside_engine::voices::score::Item;
//! use serde_json::json;
//!
//! let mut game = Game::open("a game", Seed::new([7; 32]), RulesetId::Voices, &json!({}))?;
//! for seat in Seat::first(2) {
//!     game = game.apply(&Request::Join(seat))?.game;
//! }
//! for seat in Seat::first(2) {
//!     game = game.apply(&Request::Place { seat, placement: None, seed: None })?.game;
//! }
//! let seat = game.to_move().iter().next().unwrap();
//! game = game.apply(&Request::Act { seat, actions: &[json!({"type": "roll"})] })?.game;
//!
//! let Game::Voices(table) = &game else { unreachable!() };
//! let score = table.score(Viewer::Public);
//! let [Item::Call(call), Item::Answer(answer)] = &score.items[..] else { unreachable!() };
//! assert_eq!((call.seat, call.cell), (seat, answer.cell));
//! assert!(score.to_ssml().starts_with("<?xml"));
//! # Ok::<(), broadside_engine::game::RequestError>(())
//! ```

use serde::Serialize;

use super::event::{Part, ShotResult};
use super::sound::{self, Column, Row};
use super::state::{Reply, Shot, Voices};
use super::view::Maps;
use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::seat::{Seat, Viewer};
use crate::table::Table;

/// Cue between two turns of the score (V14).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = ScoreCue)]
pub enum Cue {
    /// Hummed anthem.
    HummedAnthem,
    /// Shanty.
    Shanty,
    /// Ping of a sonar.
    SonarPing,
}

impl Cue {
    /// Returns the cue after a turn. Turns are counted from 1.
    fn behind(turn: u32) -> Self {
        match turn % 3 {
            1 => Self::HummedAnthem,
            2 => Self::Shanty,
            _ => Self::SonarPing,
        }
    }
}

/// Call: the shooter names the cell and sounds its phone on their own tactical map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ScoreCall)]
pub struct Call {
    /// Number of the shot, from 1.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Number of the turn in the game, from 1.
    #[schema(minimum = 1, example = 1)]
    pub turn: u32,
    /// Round, from 1.
    #[schema(minimum = 1, example = 1)]
    pub round: u32,
    /// Seat that calls.
    pub seat: Seat,
    /// Cell called.
    pub cell: Cell,
    /// Phone of the call.
    #[schema(example = "u")]
    pub phone: String,
    /// Direction for the performance; null if there is no direction.
    pub direction: Option<String>,
}

/// Answer: the defender sounds the row and the column of the cell on their own battle map, and
/// reports the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ScoreAnswer)]
pub struct ScoreAnswer {
    /// Number of the shot, from 1.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Seat that answers.
    pub seat: Seat,
    /// Cell called.
    pub cell: Cell,
    /// Phones of the row, in the order in which they are sounded.
    pub row: Row,
    /// Phones of the column, in the order in which they are sounded.
    pub column: Column,
    /// Hit or miss.
    pub result: ShotResult,
    /// Class of the ship that the shot sank; null if it sank none.
    pub sunk: Option<ClassName>,
    /// Direction for the performance; null if there is no direction.
    pub direction: Option<String>,
}

/// Part of the score that is sounded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ScoreItem)]
pub enum Item {
    /// Call of a shooter.
    Call(Call),
    /// Answer of a defender.
    Answer(ScoreAnswer),
    /// Cue between two turns.
    Cue {
        /// Number of the turn before the cue.
        #[schema(minimum = 1, example = 1)]
        turn: u32,
        /// Cue to sound.
        cue: Cue,
    },
}

/// Score of a game, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ScoreContent)]
pub struct Score {
    /// Number of voices.
    #[schema(minimum = 2, maximum = 8, example = 2)]
    pub voices: u8,
    /// True if the game is finished or cancelled, so that the score no longer grows.
    pub complete: bool,
    /// Maps that the viewer may see: their own, and those of all seats once the game is finished.
    pub maps: Vec<Maps>,
    /// Parts of the score, in the order in which they are sounded.
    pub items: Vec<Item>,
}

impl Table<Voices> {
    /// Returns the score without changes that were made after the end, as this viewer may know it.
    pub fn score(&self, viewer: Viewer) -> Score {
        self.score_with(viewer, &[])
    }
}

fn directed(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl Voices {
    pub(super) fn score(&self, viewer: Viewer, complete: bool, revealed: bool) -> Score {
        let mut items = Vec::new();
        let mut turn = 1;
        for (number, shot) in (1..).zip(&self.board.shots) {
            self.cues(&mut items, turn, shot.turn);
            turn = shot.turn;
            items.push(Item::Call(Call {
                shot: number,
                turn,
                round: shot.round,
                seat: shot.seat,
                cell: shot.cell,
                phone: self.phone(shot),
                direction: directed(&shot.direction),
            }));
            items.extend(shot.replies.iter().filter_map(|reply| self.sounds(number, shot, reply)));
        }
        // The next turn has begun, even if nothing has been sounded in it.
        self.cues(&mut items, turn, self.board.course.turn.max(1));
        Score {
            voices: self.setup.options.seats,
            complete,
            maps: self.maps(viewer, revealed),
            items,
        }
    }

    /// Adds a cue after each turn that another turn has followed (V14).
    fn cues(&self, items: &mut Vec<Item>, from: u32, to: u32) {
        if self.setup.options.interludes {
            items.extend((from..to).map(|turn| Item::Cue { turn, cue: Cue::behind(turn) }));
        }
    }

    fn sounds(&self, shot: u32, fired: &Shot, reply: &Reply) -> Option<Item> {
        let battle = self.side(reply.seat).placement.as_ref()?.battle.as_deref()?;
        let (row, column) = sound::answer(battle, fired.cell, reply.edges);
        Some(Item::Answer(ScoreAnswer {
            shot,
            seat: reply.seat,
            cell: fired.cell,
            row,
            column,
            result: reply.result,
            sunk: reply.sunk.clone(),
            direction: directed(&reply.direction),
        }))
    }
}

impl Item {
    /// Returns the seat that sounds the item, and its part of the shot; `None` for a cue.
    pub fn seat(&self) -> Option<(Seat, Part)> {
        match self {
            Self::Call(call) => Some((call.seat, Part::Call)),
            Self::Answer(answer) => Some((answer.seat, Part::Answer)),
            Self::Cue { .. } => None,
        }
    }
}
