//! Games in lines of text, for players who write by mail. This module reads their commands and writes examples of
//! them.
//!
//! A line is a command: an action of the game (`FIRE A5`), a part of a placement (`PLACE CARRIER A1 DOWN`), or a
//! [`Wish`] of the player (`STATUS`). Case, commas and extra spaces do not matter. `;` and `#` begin a comment. Empty
//! lines are ignored, and `END` ends the text. If a long line ends with free text, the line directly below may be its
//! continuation, broken off by a mail program. It is joined if it can only be a continuation; otherwise it is an
//! error. A text is accepted as a whole or not at all. Each line that is not understood gets an error that names the
//! word at fault and says what would be right. [`forms`] lists the commands, and `docs/notation.md` explains them to
//! players.
//!
//! The parser uses only the [`View`](crate::game::View) of a player, so its errors cannot reveal a secret. The game
//! decides if a command is allowed now.
//!
//! ```
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_engine::notation::{self, Command};
//! use broadside_engine::{chance::Seed, seat::{Seat, Viewer}};
//!
//! let (ada, options) = (Seat::new(1).unwrap(), serde_json::json!({"mode": "salvo"}));
//! let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options)?;
//! let view = game.view(Viewer::Seat(ada));
//!
//! let text = "
//!     place Battleship A1 down   ; the long one
//!     place cruiser C1 across, submarine C3 across
//!     PLACE DESTROYER J-9 VERTICAL
//!     END
//!     Greetings from the sea!";
//! let said = notation::read(text, Some(&view)).unwrap();
//! let [placing] = &said[..] else { panic!("the lines of PLACE make one placement") };
//! assert_eq!(placing.command.lines()[3], "PLACE DESTROYER J9 DOWN");
//!
//! // What is read can be asked for.
//! let Command::Place(place) = &placing.command else { panic!("it is a placement") };
//! let placement = place.placement.as_ref().map(|placement| placement.to_json());
//! let game = game.apply(&Request::Join(ada))?.game;
//! game.apply(&Request::Place { seat: ada, placement: placement.as_ref(), seed: None })?;
//!
//! // What is not understood is quoted, with what would be right.
//! let errors = notation::read("FIRE A5 B77 C9\nRESING", Some(&view)).unwrap_err();
//! assert_eq!(errors[0].word(), "B77");
//! assert!(errors[1].to_string().contains("`RESING` is no command here: was RESIGN meant?"));
//! # Ok::<(), broadside_engine::game::Rejection>(())
//! ```

mod advanced;
mod broken;
mod classic;
mod error;
mod forms;
mod lines;
mod new;
mod place;
mod player;
mod satellite;
mod shared;
mod solo;
mod synonyms;
mod voices;
mod what;
mod words;

use std::fmt;

pub use error::{Error, Problem};
pub use forms::{Form, forms};
pub use lines::read;
pub use new::{NewGame, Opponent};
pub use player::{Cadence, Language, Reason, Setting, Wish};
pub use synonyms::{in_italian, italian};
pub use what::What;

use crate::game::{Action, Closed, Legal, Placement, each_typed};
use crate::ruleset::Ruleset;
use crate::table::{Choice, LegalMoves, Move, OwnSeed, SharedChoice};
use error::Slip;
use place::Piece;
use words::{Words, quote};

/// Maximum number of commands in a text. The largest placement has fewer.
pub const MOST_COMMANDS: usize = 300;
/// Maximum number of characters in a line. It is enough for the largest map.
pub const LONGEST_LINE: usize = 2_000;
/// Maximum number of characters in all lines with commands together: several times the size of the largest placement.
pub const LONGEST_TEXT: usize = 20_000;
/// Maximum number of errors reported for a text. The lines below the last one are not read.
pub const MOST_ERRORS: usize = 20;

/// Command of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Action in the game.
    Act(Action),
    /// Placement.
    Place(Place),
    /// Any other request.
    Wish(Wish),
}

/// Placement that a player asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Placement; `None` for a random one.
    pub placement: Option<Placement>,
    /// Seed of the seat.
    pub seed: Option<OwnSeed>,
}

impl Command {
    /// Returns the command as text: one line, or for a placement one line for each thing placed.
    pub fn lines(&self) -> Vec<String> {
        fn act<R: Notation>(action: &Move<R::Action>) -> String {
            match action {
                Move::Own(own) => R::write(own),
                shared => shared::write(shared).unwrap_or_default().to_owned(),
            }
        }
        fn draft<R: Notation>(draft: &R::Draft) -> Vec<String> {
            R::write_draft(draft)
        }
        match self {
            Self::Act(action) => vec![each_typed!(Action, action, R, action => act::<R>(action))],
            Self::Place(Place { placement, seed }) => {
                let mut lines = match placement {
                    None => vec!["PLACE RANDOM".to_owned()],
                    Some(placement) => each_typed!(Placement, placement, R, inner => draft::<R>(inner)),
                };
                lines.extend(seed.as_ref().map(|seed| format!("SEED {}", quote(seed.as_str()))));
                lines
            }
            Self::Wish(wish) => vec![wish.write()],
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Command, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Command that was read.
    pub command: Command,
    lines: Vec<usize>,
    /// Path of each field of a placement, with the line that gives it.
    fields: Vec<(String, usize)>,
}

impl Said {
    /// Returns the numbers of the lines with the command, from 1: one line, or all lines of a placement.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Returns the line that gives a field, named as in a refusal: `placement.ships[2].at`. Returns the first line if
    /// no line gives exactly this field.
    pub fn line_of(&self, field: &str) -> usize {
        self.line_saying(field).or(self.lines.first().copied()).unwrap_or(1)
    }

    /// Returns the line that gives exactly this field, if there is one.
    pub fn line_saying(&self, field: &str) -> Option<usize> {
        let field = field.strip_prefix("placement.").unwrap_or(field);
        let within = |path: &str| {
            field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.fields.iter().find(|(path, _)| within(path)).map(|(_, line)| *line)
    }
}

/// Notation of a ruleset.
trait Notation: Ruleset {
    /// True if players can offer to end the game, in addition to a draw.
    const ENDS: bool = false;

    /// Reads an action of the ruleset, after its first word or words.
    fn read(verb: &str, words: &mut Words<'_>, view: &Self::View) -> Result<Self::Action, Slip>;

    /// Reads a part of a placement.
    fn piece(words: &mut Words<'_>, view: &Self::View) -> Result<Piece, Slip>;

    /// Combines parts to a placement.
    fn gather(pieces: Vec<Piece>) -> Self::Draft;

    /// Writes an action as a line.
    fn write(action: &Self::Action) -> String;

    /// Writes a placement as lines.
    fn write_draft(draft: &Self::Draft) -> Vec<String>;

    /// Returns an example action for a choice.
    fn example(legal: &Self::Legal) -> Option<Self::Action>;
}

/// Lists the parts of a placement that are of one kind.
macro_rules! placed {
    ($pieces:expr, $kind:ident) => {{
        let of_kind = $pieces.iter().filter_map(|piece| match piece {
            Piece::$kind(inner) => Some(inner.clone()),
            _ => None,
        });
        of_kind.collect::<Vec<_>>()
    }};
}
use placed;

/// Example of a command that is possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Type of the action, as in `give_up`.
    pub kind: String,
    /// Action of the command.
    pub action: Action,
    /// Line that gives the command.
    pub line: String,
}

/// Returns an example of every choice of a seat. For a choice of cells it uses the first of them.
pub fn examples(legal: &Legal) -> Vec<Example> {
    fn all<R: Notation + Closed>(moves: &LegalMoves<R::Legal>) -> Vec<Action> {
        let action = |choice: &Choice<R::Legal>| {
            Some(R::into_action(match choice {
                Choice::Own(own) => Move::Own(R::example(own)?),
                Choice::Shared(SharedChoice::Resign {}) => Move::Resign,
                Choice::Shared(SharedChoice::OfferDraw {}) => Move::OfferDraw,
                Choice::Shared(SharedChoice::AcceptDraw {}) => Move::AcceptDraw,
                Choice::Shared(SharedChoice::DeclineDraw {}) => Move::DeclineDraw,
                Choice::Shared(SharedChoice::Leave {}) => Move::Leave,
            }))
        };
        moves.choices().iter().filter_map(action).collect()
    }
    let actions = each_typed!(Legal, legal, R, moves => all::<R>(moves));
    let example = |action: Action| {
        let kind = action.to_json()["type"].as_str().unwrap_or_default().to_owned();
        let line = Command::Act(action.clone()).to_string();
        Example { kind, action, line }
    };
    actions.into_iter().map(example).collect()
}
