//! Errors in a line: the position, the word, and what would be right.

use std::fmt;
use std::ops::Range;

use broadside_engine::grid::{Cell, shorten};
use broadside_engine::voices::recipe::BadRecipe;

use super::expected::Expected;

/// Error in a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Number of the line in the text, from 1.
    pub line: usize,
    /// Line as written, or as joined with the lines below in which its words continue.
    pub text: String,
    /// Characters of the line in question, counted from 0. If something is missing, the range is
    /// empty and lies at the place where it should stand.
    pub span: Range<usize>,
    /// Description of the fault, with what would be right.
    pub problem: Problem,
}

impl Error {
    /// Returns the word in question, or the whole line if something is missing from it.
    pub fn word(&self) -> &str {
        let bytes = self.byte_offset(self.span.start)..self.byte_offset(self.span.end);
        let word = self.text.get(bytes).unwrap_or_default();
        if word.is_empty() { self.text.trim() } else { word }
    }

    /// Returns the position in bytes of a character of the line.
    fn byte_offset(&self, character: usize) -> usize {
        self.text.char_indices().nth(character).map_or(self.text.len(), |(offset, _)| offset)
    }

    /// Returns the word in a form that can be quoted: short, and without invisible characters.
    pub fn quoted(&self) -> String {
        shorten(self.word())
    }

    /// Returns the column of the word, from 1.
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

/// Fault of a word. Its text continues a sentence that begins with the word, and says what would be
/// right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No command begins with this word.
    #[error("is not a command here: {}use one of {}", meant(.nearest), .known.join(", "))]
    UnknownCommand {
        /// Command that looks most similar.
        nearest: Option<String>,
        /// Commands that are possible.
        known: Vec<String>,
    },
    /// The command requires a game, and the text does not belong to one.
    #[error(
        "goes with a game, and none is meant here: write it in answer to a message of that game"
    )]
    NoGame,
    /// The word cannot stand here.
    #[error("is not {what}: {}use one of {}", meant(.nearest), .known.join(", "))]
    Unknown {
        /// Kind of word that should stand here, as in `a class of ships`.
        what: Expected,
        /// Possible word that looks most similar.
        nearest: Option<String>,
        /// Words that can stand here.
        known: Vec<String>,
    },
    /// The line ends too soon.
    #[error("lacks {what}: write it as in {example}")]
    Missing {
        /// Kind of word that should follow, as in `a cell`.
        what: Expected,
        /// Example of such a line.
        example: String,
    },
    /// The line ends where one of a few words should follow.
    #[error("lacks {what}: use one of {}", .known.join(", "))]
    MissingOneOf {
        /// Kind of word that should follow.
        what: Expected,
        /// All such words.
        known: Vec<String>,
    },
    /// The line continues after the end of the command.
    #[error("is more than can be said here: leave it out, or write it as in {example}")]
    Surplus {
        /// Example of such a line.
        example: String,
    },
    /// The word does not name a cell.
    #[error("is not a cell: write a column letter and a row number, as in B4")]
    NotACell,
    /// The word is not a date.
    #[error("is not a date: write the year, the month and the day, as in 2027-08-20")]
    NotADate,
    /// The word is neither the number of a game nor the code of a seat.
    #[error("is not a code: copy the code, or the number of a game in LIST, as in JOIN 7c2f90ab")]
    NotASeatCode,
    /// The word is not the code that ends an account.
    #[error(
        "is not a code of STOP: write STOP and the code from the email that answers STOP, or STOP alone to get that email"
    )]
    NotAStopCode,
    /// The word does not name a sector.
    #[error("is not a sector: write a row letter and a column number, as in B4")]
    NotASector,
    /// The cell does not lie on the map of the game.
    #[error("is off the map, which ends at {last}")]
    OffMap {
        /// Last cell of the map.
        last: String,
    },
    /// The word is not a number, or it is out of range.
    #[error("is not {what}: write a number from {minimum} to {maximum}")]
    NotANumber {
        /// Thing that the number counts or names, as in `a die`.
        what: Expected,
        /// Minimum number.
        minimum: u32,
        /// Maximum number.
        maximum: u32,
    },
    /// The line says something twice that can be said only once.
    #[error("is said twice: leave one of the two out")]
    Twice,
    /// The quotation does not end.
    #[error(
        "begins a quotation that does not end: put a quotation mark behind it, or leave the first one out"
    )]
    Unclosed,
    /// The comment may have been meant as a command.
    #[error(
        "begins a comment, and what follows it would be left unread: write a line for each command, and put spaces between \
         cells"
    )]
    CommandInComment,
    /// The command that ends all mail is followed by a punctuation mark, so it may have been meant
    /// as an answer to somebody else.
    #[error(
        "would end all mail to you, and reads like an answer to somebody: write NEVER with no mark behind it if it is meant, or \
         SAY before what the others are to read"
    )]
    Exclaimed,
    /// The line adds to a move, and no move is directly above it.
    #[error(
        "adds to the turn of the QUEUE line above, but no such line is above: leave WITH out, or write such a line above"
    )]
    NoMoveAbove,
    /// The line takes moves back that lines above it have added.
    #[error("would take back the moves of the lines above: write QUEUE OFF above them")]
    TakesBackAbove,
    /// The line may be the continuation of the words in the line before.
    #[error(
        "may be the rest of the words in the line before, which is long enough to have been broken: put those words into \
         quotation marks, or leave a line empty between the two if this is a command"
    )]
    GoesOn,
    /// The text places something in addition to a random placement.
    #[error("leaves everything to luck: leave it out, or else the other lines of PLACE")]
    NotAllRandom,
    /// The text gives a seed but no placement.
    #[error("goes with a placement: add what is placed, as in PLACE RANDOM")]
    SeedAlone,
    /// The line is too long.
    #[error("begins a line of more than {maximum} characters: shorten it")]
    LineTooLong {
        /// Maximum number of characters.
        maximum: usize,
    },
    /// The text is too long.
    #[error(
        "is more than is read at once: write at most {lines} commands and {characters} characters, and END behind the last"
    )]
    TextTooLong {
        /// Maximum number of commands.
        lines: usize,
        /// Maximum number of characters of all commands together.
        characters: usize,
    },
    /// The view shows no plane of this kind for the player.
    #[error("is not there to be sent: name one that you have, and its square")]
    NoSuchPlane,
    /// The player has several planes of this kind.
    #[error("stands on {}: say which is sent, as in {example}", spaced(.squares))]
    SeveralPlanes {
        /// Squares of these planes.
        squares: Vec<Cell>,
        /// Example of such a line.
        example: String,
    },
    /// The line does not say what to send.
    #[error("says where to, but not what: write it as in SEND BOMBER R2 TO F7")]
    NothingSent,
    /// A plane of another kind stands on the square.
    #[error(
        "is where a {stands} stands, not a {named}: name the square of the plane that is meant"
    )]
    AnotherPlane {
        /// Kind of the plane on the square.
        stands: String,
        /// Kind of the plane that the line names.
        named: String,
    },
    /// The word has no meaning for a new game.
    #[error(
        "says nothing of a new game: name an address, OPEN, DAYS and a number, PUBLIC, PRIVATE, or a setting as in mode=salvo"
    )]
    NotOfNewGame,
    /// The rules refuse the setting.
    #[error("is not right: {detail}")]
    Setting {
        /// Reason of the refusal, as given by the rules.
        detail: String,
    },
    /// The text is not a seed.
    #[error("is not a seed: write 1 to 128 printable ASCII characters")]
    NotASeed,
    /// The word does not name a sheet.
    #[error("is not the name of a sheet: write SHEET alone for those of the game")]
    NotASheet,
    /// The line keeps dice before any were rolled.
    #[error("cannot be kept, for no dice lie there yet: write ROLL")]
    NoDice,
    /// The line keeps a die that is not there.
    #[error("is not left to keep: the dice lie as {}. DICE and their places do as well", spaced(.dice))]
    NotLeft {
        /// Faces of the dice.
        dice: Vec<u8>,
    },
    /// The line continues after `ROLL`.
    #[error(
        "is more than ROLL takes: write ROLL for all five dice, or say which stay, as in KEEP 3 3 5"
    )]
    MoreThanRoll,
    /// The line gives a second edge for the row.
    #[error("is for the row too: say TOP, BOTTOM or DICE for the column")]
    RowTwice,
    /// The line gives a second edge for the column.
    #[error("is for the column too: say LEFT, RIGHT or DICE for the row")]
    ColumnTwice,
    /// The line gives both dice the same axis.
    #[error("is given by the first die: the second gives the other axis")]
    AxisTwice,
    /// The recipe does not produce a matrix.
    #[error("names no matrix: {error}")]
    NoMatrix {
        /// Reason for the rejection.
        error: BadRecipe,
    },
    /// The JSON is incomplete or invalid.
    #[error("is followed by no JSON: close what is opened, as in order=[\"suns\",\"arms\"]")]
    NoJson,
}

/// Joins items with spaces.
fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn meant(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|nearest| format!("was {nearest} meant? Or ")).unwrap_or_default()
}

/// Fault of a line whose number is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParseError {
    /// Bytes of the line in question.
    pub(super) span: Range<usize>,
    pub(super) problem: Problem,
}

impl ParseError {
    /// Converts to an error of the line with this number.
    pub(super) fn in_line(self, number: usize, line: &str) -> Error {
        let start = characters_before(line, self.span.start);
        let end = characters_before(line, self.span.end);
        Error { line: number, text: line.to_owned(), span: start..end, problem: self.problem }
    }
}

/// Counts the characters of a line before a byte.
fn characters_before(line: &str, byte: usize) -> usize {
    line.get(..byte).unwrap_or(line).chars().count()
}
