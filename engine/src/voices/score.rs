//! The score of a game: who sounds what, shot by shot (V14–V17).
//!
//! It holds what has been sounded, which everybody has heard, and the maps that its reader may see. So it grows with the
//! game, and a score played from tells nothing that the table does not know.
//!
//! ```
//! use broadside_engine::chance::Seed;
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_engine::ruleset::{Seat, Viewer};
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
//! # Ok::<(), broadside_engine::game::Rejection>(())
//! ```

use serde::Serialize;

use super::event::{Part, ShotResult};
use super::sound::{self, Column, Row};
use super::state::{Reply, Shot, State};
use super::view::Maps;
use super::{Voices, performance};
use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::ruleset::{Seat, Viewer};
use crate::table::Table;

/// The cue that the score carries between two turns (V14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ScoreCue))]
pub enum Cue {
    /// An anthem, hummed.
    HummedAnthem,
    /// A shanty.
    Shanty,
    /// The ping of a sonar.
    SonarPing,
}

impl Cue {
    /// The cue behind a turn, counted from 1.
    fn behind(turn: u32) -> Self {
        match turn % 3 {
            1 => Self::HummedAnthem,
            2 => Self::Shanty,
            _ => Self::SonarPing,
        }
    }
}

/// A call: its shooter names the cell and sounds the phone found there on the own tactical map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ScoreCall))]
pub struct Call {
    /// Which shot, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// In which turn of the game, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub turn: u32,
    /// In which round, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Who sounds it.
    pub seat: Seat,
    /// The cell.
    pub cell: Cell,
    /// The phone.
    #[cfg_attr(feature = "openapi", schema(example = "u"))]
    pub phone: String,
    /// How its player performs it.
    pub direction: Option<String>,
}

/// An answer: the defender sounds the row and the column of the cell on the own battle map, and says what was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ScoreAnswer))]
pub struct Answer {
    /// To which shot.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// Who sounds it.
    pub seat: Seat,
    /// The cell.
    pub cell: Cell,
    /// The phones of the row, in the order in which they are sounded.
    pub row: Row,
    /// The phones of the column, in the order in which they are sounded.
    pub column: Column,
    /// Hit or miss.
    pub result: ShotResult,
    /// The class of the ship that the shot sank.
    pub sunk: Option<ClassName>,
    /// How its player performs it.
    pub direction: Option<String>,
}

/// Something that is sounded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ScoreItem))]
pub enum Item {
    /// A shooter's call.
    Call(Call),
    /// A defender's answer.
    Answer(Answer),
    /// What sounds between two turns.
    Cue {
        /// Behind which turn of the game.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
        turn: u32,
        /// Which cue.
        cue: Cue,
    },
}

/// The score of a game, as far as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Score))]
pub struct Score {
    /// How many voices there are.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 8, example = 2))]
    pub voices: u8,
    /// Whether the game is over, finished or called off, so that nothing more is sounded.
    pub complete: bool,
    /// The maps that the viewer may see: its own, and everybody's when the game is finished.
    pub maps: Vec<Maps>,
    /// What is sounded, in order.
    pub items: Vec<Item>,
}

impl Score {
    /// The score as plain text for a music stand: a column for each of two voices, or the voices one below the other.
    pub fn to_text(&self) -> String {
        performance::text(self)
    }

    /// The score as a document of the Speech Synthesis Markup Language 1.1.
    pub fn to_ssml(&self) -> String {
        performance::ssml(self)
    }
}

impl Table<Voices> {
    /// The score, as far as this viewer may know it.
    pub fn score(&self, viewer: Viewer) -> Score {
        // A game that is called off is over as well, but reveals nothing.
        let revealed = self.outcome().is_some();
        self.state().score(self.seated(viewer), self.status().is_over(), revealed)
    }
}

fn directed(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl State {
    fn score(&self, viewer: Viewer, complete: bool, revealed: bool) -> Score {
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
        // The next turn has begun, though nothing has been sounded in it.
        self.cues(&mut items, turn, self.board.course.turn.max(1));
        Score { voices: self.setup.options.seats, complete, maps: self.maps(viewer, revealed), items }
    }

    /// V14: a cue behind each turn that another has followed.
    fn cues(&self, items: &mut Vec<Item>, from: u32, to: u32) {
        if self.setup.options.interludes {
            items.extend((from..to).map(|turn| Item::Cue { turn, cue: Cue::behind(turn) }));
        }
    }

    fn sounds(&self, shot: u32, fired: &Shot, reply: &Reply) -> Option<Item> {
        let battle = self.side(reply.seat).placement.as_ref()?.battle.as_deref()?;
        let (row, column) = sound::answer(battle, fired.cell, reply.edges);
        Some(Item::Answer(Answer {
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
    /// Who sounds it; nobody alone sounds a cue.
    pub fn seat(&self) -> Option<(Seat, Part)> {
        match self {
            Self::Call(call) => Some((call.seat, Part::Call)),
            Self::Answer(answer) => Some((answer.seat, Part::Answer)),
            Self::Cue { .. } => None,
        }
    }
}
