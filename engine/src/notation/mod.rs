//! Games in lines of text, for players who write: what they say is read here, and what can be said is written.
//!
//! A line is a command: an action of the game (`FIRE A5`), a part of a placement (`PLACE CARRIER A1 DOWN`), or a
//! [`Wish`] of the player's (`STATUS`). Case, commas and further spaces do not count; `;` and `#` begin a comment; empty
//! lines are nothing, and `END` ends the text. What stands right below a long line that ends with words of the player's own may
//! be the rest of them, broken off by a mail program: it is, if it can be nothing else, and is no command. A text is understood whole or not at all: each line that
//! is not is told with the word that it fails at and with what would be right. [`forms`] lists the commands, and `docs/notation.md` explains
//! them to players.
//!
//! Reading knows the [`View`](crate::game::View) of a player and nothing else, so nothing that it says can give a secret away. Whether a
//! command is allowed now is for the game to judge.
//!
//! ```
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_engine::notation::{self, Command};
//! use broadside_engine::{chance::Seed, ruleset::{Seat, Viewer}};
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

/// The most commands that are read in a text. The fullest placement of all has fewer.
pub const MOST_COMMANDS: usize = 300;
/// The most characters that a line may have: enough for the largest map.
pub const LONGEST_LINE: usize = 2_000;
/// The most characters that all lines with commands may have together: several times what the fullest placement has.
pub const LONGEST_TEXT: usize = 20_000;
/// The most lines that a text is told to be wrong in; those below them are not looked at.
pub const MOST_ERRORS: usize = 20;

/// Something that a player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To act in the game.
    Act(Action),
    /// To place.
    Place(Place),
    /// Anything else.
    Wish(Wish),
}

/// What is to be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// This; at random if there is none.
    pub placement: Option<Placement>,
    /// The seat's own seed.
    pub seed: Option<OwnSeed>,
}

impl Command {
    /// How it is written: a line, or for a placement one for each thing placed.
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

/// A command, and where in the text it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What was said.
    pub command: Command,
    lines: Vec<usize>,
    /// For a placement, which line says which field.
    fields: Vec<(String, usize)>,
}

impl Said {
    /// The lines that say it, from 1: one, or those of a placement.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// The line that says a field of it, as a refusal names it: `placement.ships[2].at`; the first, if none does alone.
    pub fn line_of(&self, field: &str) -> usize {
        self.line_saying(field).or(self.lines.first().copied()).unwrap_or(1)
    }

    /// The line that says a field of it and nothing else, if one does.
    pub fn line_saying(&self, field: &str) -> Option<usize> {
        let field = field.strip_prefix("placement.").unwrap_or(field);
        let within = |path: &str| {
            field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.fields.iter().find(|(path, _)| within(path)).map(|(_, line)| *line)
    }
}

/// How a ruleset is said.
trait Notation: Ruleset {
    /// Whether an end can be offered besides a draw.
    const ENDS: bool = false;

    /// Reads an action of its own, whose first word or words are read.
    fn read(verb: &str, words: &mut Words<'_>, view: &Self::View) -> Result<Self::Action, Slip>;

    /// Reads a part of a placement.
    fn piece(words: &mut Words<'_>, view: &Self::View) -> Result<Piece, Slip>;

    /// The placement that parts come to.
    fn gather(pieces: Vec<Piece>) -> Self::Draft;

    /// The line that says an action.
    fn write(action: &Self::Action) -> String;

    /// The lines that say a placement.
    fn write_draft(draft: &Self::Draft) -> Vec<String>;

    /// An action out of a choice.
    fn example(legal: &Self::Legal) -> Option<Self::Action>;
}

/// The parts of a placement that are of one kind.
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

/// A command that is possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The type of the action, as in `give_up`.
    pub kind: String,
    /// The command.
    pub action: Action,
    /// The line that says it.
    pub line: String,
}

/// An example of everything that a seat may do: for a choice of cells, the first of them.
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
