//! What is wrong with a line: where, which word, and what would be right.

use std::fmt;
use std::ops::Range;

use super::what::What;
use crate::grid::{Cell, shorten};
use crate::voices::recipe::BadRecipe;

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Which line of the text, from 1.
    pub line: usize,
    /// The line as it stands there, or what it makes with those below in which its words go on.
    pub text: String,
    /// Which characters of the line it is about, counted from 0; where something is missing, none, at the place where it
    /// should stand.
    pub span: Range<usize>,
    /// What is wrong, and what would be right.
    pub problem: Problem,
}

impl Error {
    /// The word it is about, or the whole line where something is missing from it.
    pub fn word(&self) -> &str {
        let byte = |n| self.text.char_indices().nth(n).map_or(self.text.len(), |(at, _)| at);
        let word = self.text.get(byte(self.span.start)..byte(self.span.end)).unwrap_or_default();
        if word.is_empty() { self.text.trim() } else { word }
    }

    /// The word as it is quoted: short, and with nothing in it that is not shown.
    pub fn quoted(&self) -> String {
        shorten(self.word())
    }

    /// The column of the word, from 1.
    pub fn column(&self) -> usize {
        self.span.start + 1
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: `{}` {}", self.line, self.quoted(), self.problem)
    }
}

impl std::error::Error for Error {}

/// What is wrong with a word. The text goes on behind the word, and says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No command begins so.
    #[error("is no command here: {}use one of {}", meant(.nearest), .known.join(", "))]
    UnknownCommand {
        /// The command that looks most like it.
        nearest: Option<String>,
        /// Those there are.
        known: Vec<String>,
    },
    /// A command that goes with a game, where none is meant.
    #[error("goes with a game, and none is meant here: write it in answer to a message of that game")]
    NoGame,
    /// A word that is none of those that may stand here.
    #[error("is not {what}: {}use one of {}", meant(.nearest), .known.join(", "))]
    Unknown {
        /// What should stand here, as in `a class of ships`.
        what: What,
        /// The word that looks most like it.
        nearest: Option<String>,
        /// The words that may.
        known: Vec<String>,
    },
    /// The line ends too soon.
    #[error("lacks {what}: write it as in {example}")]
    Missing {
        /// What should follow, as in `a cell`.
        what: What,
        /// A line of the kind.
        example: String,
    },
    /// Something stands behind the end of a command.
    #[error("is more than can be said here: leave it out, or write it as in {example}")]
    Surplus {
        /// A line of the kind.
        example: String,
    },
    /// A word that names no cell.
    #[error("is not a cell: write a column letter and a row number, as in B4")]
    NotACell,
    /// A word that names no sector.
    #[error("is not a sector: write a row letter and a column number, as in B4")]
    NotASector,
    /// A cell that does not lie on the map of the game.
    #[error("is off the map, which ends at {last}")]
    OffMap {
        /// The last one there is.
        last: String,
    },
    /// No number, or one that is out of range.
    #[error("is not {what}: write a number from {least} to {most}")]
    NotANumber {
        /// What is numbered, as in `a die`.
        what: What,
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// A thing that is said once is said again.
    #[error("is said twice: leave one of the two out")]
    Twice,
    /// A quotation without end.
    #[error(
        "begins a quotation that does not end: put a quotation mark behind it, or leave the first one out"
    )]
    Unclosed,
    /// A comment that could have been meant.
    #[error(
        "begins a comment, and what follows it would be left unread: write a line for each command, and put spaces between \
         cells"
    )]
    CommandInComment,
    /// What ends all mail, with a mark behind it: said to somebody else, it would be an answer.
    #[error(
        "would end all mail to you, and reads like an answer to somebody: write NEVER with no mark behind it if it is meant, or \
         SAY before what the others are to read"
    )]
    Exclaimed,
    /// A line that may be the rest of the words in the line before.
    #[error(
        "may be the rest of the words in the line before, which is long enough to have been broken: put those words into \
         quotation marks, or leave a line empty between the two if this is a command"
    )]
    GoesOn,
    /// More than a placement beside one at random.
    #[error("leaves everything to luck: leave it out, or else the other lines of PLACE")]
    NotAllRandom,
    /// A seed with nothing placed.
    #[error("goes with a placement: add what is placed, as in PLACE RANDOM")]
    SeedAlone,
    /// A line too long to be read.
    #[error("begins a line of more than {most} characters: shorten it")]
    LineTooLong {
        /// The most there may be.
        most: usize,
    },
    /// More than is read.
    #[error(
        "is more than is read at once: write at most {lines} commands and {characters} characters, and END behind the last"
    )]
    TextTooLong {
        /// The most commands there may be.
        lines: usize,
        /// The most characters that they may have together.
        characters: usize,
    },
    /// A kind of planes of which the player has none, as far as it shows.
    #[error("is not there to be sent: name one that you have, and its square")]
    NoSuchPlane,
    /// A kind of planes of which the player has several.
    #[error("stands on {}: say which is sent, as in {example}", spaced(.squares))]
    SeveralPlanes {
        /// Where they stand.
        squares: Vec<Cell>,
        /// A line of the kind.
        example: String,
    },
    /// No plane to be sent.
    #[error("says where to, but not what: write it as in SEND BOMBER R2 TO F7")]
    NothingSent,
    /// A square where a plane of another kind stands.
    #[error("is where a {stands} stands, not a {named}: name the square of the plane that is meant")]
    AnotherPlane {
        /// What stands there.
        stands: String,
        /// What is said to.
        named: String,
    },
    /// A word that is nothing that can be said of a new game.
    #[error(
        "says nothing of a new game: name an address, OPEN, DAYS and a number, PUBLIC, PRIVATE, or a setting as in mode=salvo"
    )]
    NotOfNewGame,
    /// A setting that the rules refuse.
    #[error("is not right: {detail}")]
    Setting {
        /// Why, in the words of the rules.
        detail: String,
    },
    /// A text that is no seed.
    #[error("is no seed: write 1 to 128 printable ASCII characters")]
    NotASeed,
    /// A word that names no sheet.
    #[error("is not the name of a sheet: write SHEET alone for those of the game")]
    NotASheet,
    /// Dice to be kept before any were rolled.
    #[error("cannot be kept, for no dice lie there yet: write ROLL")]
    NoDice,
    /// A die to be kept that is not there.
    #[error("is not left to keep: the dice lie as {}. DICE and their places do as well", spaced(.dice))]
    NotLeft {
        /// What they show.
        dice: Vec<u8>,
    },
    /// Something behind `ROLL`.
    #[error("is more than ROLL takes: write ROLL for all five dice, or say which stay, as in KEEP 3 3 5")]
    MoreThanRoll,
    /// A second edge for the row.
    #[error("is for the row too: say TOP, BOTTOM or DICE for the column")]
    RowTwice,
    /// A second edge for the column.
    #[error("is for the column too: say LEFT, RIGHT or DICE for the row")]
    ColumnTwice,
    /// The axis of the first die for the second one.
    #[error("is given by the first die: the second gives the other axis")]
    AxisTwice,
    /// A recipe that makes no matrix.
    #[error("names no matrix: {error}")]
    NoMatrix {
        /// Why.
        error: BadRecipe,
    },
    /// JSON that does not end, or is none.
    #[error("is followed by no JSON: close what is opened, as in order=[\"suns\",\"arms\"]")]
    NoJson,
}

/// Things with spaces between them.
fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn meant(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|nearest| format!("was {nearest} meant? Or ")).unwrap_or_default()
}

/// What is wrong with a line, before it is known which line of a text it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// The bytes of the line it is about.
    pub(super) span: Range<usize>,
    pub(super) problem: Problem,
}

impl Slip {
    /// The error, once it is known in which line it is.
    pub(super) fn in_line(self, number: usize, line: &str) -> Error {
        let characters = |end| line.get(..end).unwrap_or(line).chars().count();
        let span = characters(self.span.start)..characters(self.span.end);
        Error { line: number, text: line.to_owned(), span, problem: self.problem }
    }
}
