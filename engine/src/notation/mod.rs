//! Games in lines of text, for players who write: what they say is read here, and what can be said is written.
//!
//! A line is a command: an action of the game (`FIRE A5`), a part of a placement (`PLACE CARRIER A1 DOWN`), or a
//! [`Wish`] of the player's (`STATUS`). Case, commas and further spaces do not count; `;` and `#` begin a comment; empty
//! lines are nothing, and `END` ends the text. A text is understood whole or not at all: each line that is not is told with
//! the word that it fails at and with what would be right. [`forms`] lists the commands, and `docs/notation.md` explains
//! them to players.
//!
//! Reading knows the [`View`] of a player and nothing else, so nothing that it says can give a secret away. Whether a
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
mod classic;
mod error;
mod forms;
mod new;
mod place;
mod player;
mod satellite;
mod shared;
mod solo;
mod synonyms;
mod voices;
mod words;

use std::fmt;

pub use error::{Error, Problem};
pub use forms::{Form, forms};
pub use new::{NewGame, Opponent};
pub use player::{Cadence, Language, Reason, Setting, Wish};

use crate::game::{Action, Closed, Legal, Placement, RulesetId, View, each_typed};
use crate::ruleset::Ruleset;
use crate::table::{Choice, LegalMoves, Move, OwnSeed, SharedChoice};
use error::Slip;
use place::{Line, Piece, Placing};
use shared::Offer;
use words::{Words, is_blank, quote};

/// The most commands that are read in a text. The fullest placement of all has fewer.
pub const MOST_COMMANDS: usize = 300;
/// The most characters that a line may have: enough for the largest map.
pub const LONGEST_LINE: usize = 2_000;
/// The most characters that all lines with commands may have together: several times what the fullest placement has.
pub const LONGEST_TEXT: usize = 20_000;
/// The most lines that a text is told to be wrong in.
const MOST_ERRORS: usize = 20;

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

    /// The line that says a field of it, as a refusal names it: `placement.ships[2].at`.
    pub fn line_of(&self, field: &str) -> usize {
        let field = field.strip_prefix("placement.").unwrap_or(field);
        let within = |path: &str| {
            field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let found = self.fields.iter().find(|(path, _)| within(path)).map(|(_, line)| *line);
        found.or(self.lines.first().copied()).unwrap_or(1)
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

/// What a line comes to.
enum Read {
    Command(Box<Command>),
    /// A part of the placement.
    Part,
    /// The end of the text.
    End,
}

/// Reads a text, for a game as its player sees it or for none.
///
/// # Errors
/// Every line that is not understood, in their order and at most twenty of them. Then nothing of the text counts.
pub fn read(text: &str, view: Option<&View>) -> Result<Vec<Said>, Vec<Error>> {
    let mut said: Vec<Said> = Vec::new();
    let mut errors = Vec::new();
    let mut placing = Placing::default();
    // Where the placement stands among the commands.
    let mut placed = None;
    let (mut commands, mut characters) = (0, 0);
    for (text, number) in text.lines().zip(1..) {
        let line = Line { number, text };
        match read_line(line, view, &mut placing) {
            Ok(None) => continue,
            Ok(Some(Read::End)) => break,
            Ok(Some(Read::Part)) => drop(placed.get_or_insert(said.len())),
            Ok(Some(Read::Command(command))) => {
                said.push(Said { command: *command, lines: vec![number], fields: Vec::new() });
            }
            Err(error) => errors.push(error),
        }
        (commands, characters) = (commands + 1, characters + text.chars().count());
        if commands > MOST_COMMANDS || characters > LONGEST_TEXT {
            let problem = Problem::TextTooLong { lines: MOST_COMMANDS, characters: LONGEST_TEXT };
            errors.push(Slip { span: 0..0, problem }.in_line(number, start_of(text)));
            break;
        }
        if errors.len() == MOST_ERRORS {
            break;
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let Some((place, view)) = placed.zip(view) else { return Ok(said) };
    match each_typed!(View, view, R, _view => placing.finish::<R>()) {
        Ok(placement) => said.splice(place..place, placement),
        Err(error) => return Err(vec![error]),
    };
    Ok(said)
}

/// As much of a line as is told of one that is too long.
fn start_of(line: &str) -> &str {
    line.char_indices().nth(80).map_or(line, |(end, _)| &line[..end])
}

fn read_line<'a>(
    line: Line<'a>,
    view: Option<&View>,
    placing: &mut Placing<'a>,
) -> Result<Option<Read>, Error> {
    if line.text.chars().nth(LONGEST_LINE).is_some() {
        let start = start_of(line.text);
        let problem = Problem::LineTooLong { most: LONGEST_LINE };
        let span = 0..start.find(is_blank).unwrap_or(start.len());
        return Err(Slip { span, problem }.in_line(line.number, start));
    }
    let mut read = || {
        let mut words = Words::of(line.text)?;
        if words.is_over() {
            return Ok(None);
        }
        let read = read_words(&mut words, view, line, placing)?;
        // What would be a command, or more cells, was hardly meant to be left unread.
        if let Some((mark, _)) = words.comment().filter(|(_, comment)| is_meant(comment, view)) {
            return Err(Slip { span: mark, problem: Problem::CommandInComment });
        }
        Ok(Some(read))
    };
    read().map_err(|slip: Slip| slip.in_line(line.number, line.text))
}

/// Whether a comment reads as a command, or as cells and nothing else.
fn is_meant(comment: &str, view: Option<&View>) -> bool {
    let comment = comment.trim_start_matches([';', '#']);
    let Ok(mut words) = Words::of(comment) else { return false };
    if words.is_over() {
        return false;
    }
    let mut cells = words.clone();
    while let Some((_, count)) = cells.square::<crate::grid::Cell>() {
        cells.advance(count);
        cells.skip(&["and"]);
    }
    let line = Line { number: 1, text: comment };
    cells.is_over() || read_words(&mut words, view, line, &mut Placing::default()).is_ok()
}

fn read_words<'a>(
    words: &mut Words<'_>,
    view: Option<&View>,
    line: Line<'a>,
    placing: &mut Placing<'a>,
) -> Result<Read, Slip> {
    let ruleset = view.map(View::ruleset);
    let verbs = forms::verbs(ruleset);
    let names: Vec<_> = verbs.iter().map(|verb| (*verb, *verb)).collect();
    let Some(verb) = words.name(&names) else {
        let of_a_game = |ruleset: &RulesetId| !words.names(&forms::verbs(Some(*ruleset))).is_empty();
        if view.is_none() && RulesetId::ALL.iter().any(of_a_game) {
            return Err(words.slip(Problem::NoGame));
        }
        return Err(words.unknown_command(verbs.into_iter()));
    };
    words.usage = forms::usage(ruleset, verb);
    if verb == "end" {
        return words.end().map(|()| Read::End);
    }
    if let Some(view) = view {
        if verb == "place" {
            each_typed!(View, view, R, view => placing.place::<R>(words, view, line))?;
            return Ok(Read::Part);
        }
        if verb == "seed" {
            return placing.seed(words, line).map(|()| Read::Part);
        }
        if let Some(action) = each_typed!(View, view, R, view => read_action::<R>(verb, words, view))? {
            return Ok(Read::Command(Box::new(Command::Act(action))));
        }
    }
    if verb == "new" {
        placing.make(words)?;
    }
    let wish = Wish::read(verb, words)?;
    let wish = wish.ok_or_else(|| words.unknown_command(verbs.into_iter()))?;
    Ok(Read::Command(Box::new(Command::Wish(wish))))
}

/// Reads an action; `None` where the line is none.
fn read_action<R: Notation + Closed>(
    verb: &str,
    words: &mut Words<'_>,
    view: &R::View,
) -> Result<Option<Action>, Slip> {
    if let Some(shared) = shared::read::<R>(verb, words)? {
        return Ok(Some(R::into_action(shared)));
    }
    let offers = matches!(verb, "offer" | "accept" | "decline");
    let end = R::ENDS && matches!(shared::offer(&mut words.clone(), true), Some(Offer::End));
    let known = forms::own(R::ID.parse().ok()).iter().any(|form| form.verb == verb);
    if !(if offers { end || verb == "offer" } else { known }) {
        return Ok(None);
    }
    if offers && !end {
        let known: &[&str] = if R::ENDS { &["draw", "end"] } else { &["draw"] };
        let what = "what can be offered";
        return Err(if words.is_over() {
            words.missing(what)
        } else {
            words.unknown(what, known.iter().copied())
        });
    }
    let action = R::read(verb, words, view)?;
    words.end()?;
    Ok(Some(R::into_action(Move::Own(action))))
}

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
