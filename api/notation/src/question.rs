//! Questions of players, which change nothing.

use std::fmt;

use broadside_engine::game::RulesetId;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::shared::rulesets;
use super::words::{Words, is_code_character, shown};

/// Largest number of an event that a line can name.
const MAX_EVENT: u32 = 9_999_999;

/// Question of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Asks for the status of games.
    Status,
    /// Asks for sheets of the game: this kind, or the default ones.
    Sheet(Option<String>),
    /// Asks for the list of commands: of a ruleset, or those that are possible here.
    Help(Option<RulesetId>),
    /// Asks for the rules: of a ruleset, or of the game of the mail.
    Rules(Option<RulesetId>),
    /// Asks for the events of the game: the newest, or those from this number on.
    History(Option<u32>),
    /// Asks for the maps as they were after the event with this number.
    Board(u32),
    /// Asks for the moves that are written ahead.
    Queue,
    /// Asks for games with open seats: of a ruleset, or of any.
    List(Option<RulesetId>),
    /// Asks for the vacations, and for what is left of the allowance.
    Vacations,
    /// Asks for the stored notes.
    Notes,
    /// Asks for the code that confirms the end of the account.
    Stop,
}

impl Question {
    /// Reads the words after the first word; `None` if they are no question.
    pub(super) fn read(verb: &str, words: &mut Words<'_>) -> Result<Option<Self>, ParseError> {
        Ok(Some(match verb {
            "status" => Self::Status,
            "sheet" => Self::Sheet(sheet(words)?),
            "help" => Self::Help(ruleset(words)?),
            "rules" => Self::Rules(ruleset(words)?),
            "list" => Self::List(ruleset(words)?),
            "history" if words.is_over() => Self::History(None),
            "history" => {
                words.skip(&["from", "event"]);
                Self::History(Some(words.number(Expected::Event, 1..=MAX_EVENT)?))
            }
            "board" => {
                words.skip(&["after", "event"]);
                Self::Board(words.number(Expected::Event, 1..=MAX_EVENT)?)
            }
            "vacation" if words.is_over() => Self::Vacations,
            "note" if words.is_over() => Self::Notes,
            "stop" if words.is_over() => Self::Stop,
            _ => return Ok(None),
        }))
    }
}

/// Takes the name of a ruleset, if there is one.
fn ruleset(words: &mut Words<'_>) -> Result<Option<RulesetId>, ParseError> {
    if words.is_over() {
        return Ok(None);
    }
    words.choose(Expected::Game, &rulesets()).map(Some)
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status => f.write_str("STATUS"),
            Self::Sheet(None) => f.write_str("SHEET"),
            Self::Sheet(Some(kind)) => write!(f, "SHEET {}", kind.to_uppercase()),
            Self::Help(ruleset) => write_with_ruleset(f, "HELP", *ruleset),
            Self::Rules(ruleset) => write_with_ruleset(f, "RULES", *ruleset),
            Self::List(ruleset) => write_with_ruleset(f, "LIST", *ruleset),
            Self::History(None) => f.write_str("HISTORY"),
            Self::History(Some(event)) => write!(f, "HISTORY {event}"),
            Self::Board(event) => write!(f, "BOARD {event}"),
            Self::Queue => f.write_str("QUEUE"),
            Self::Vacations => f.write_str("VACATION"),
            Self::Notes => f.write_str("NOTE"),
            Self::Stop => f.write_str("STOP"),
        }
    }
}

fn write_with_ruleset(
    f: &mut fmt::Formatter<'_>,
    verb: &str,
    ruleset: Option<RulesetId>,
) -> fmt::Result {
    match ruleset {
        None => f.write_str(verb),
        Some(ruleset) => write!(f, "{verb} {}", shown(ruleset.as_str())),
    }
}

/// Reads the name of a kind of sheet. Only the module that prints sheets knows the kinds.
fn sheet(words: &mut Words<'_>) -> Result<Option<String>, ParseError> {
    let Some(word) = words.peek() else { return Ok(None) };
    // `SHEET S__` is read like `SHEET S`: characters around a word do not matter.
    let kind = word.text.trim_matches(['-', '_']).to_lowercase();
    // `SHEET S` means the same as `SHEETS`, so no kind has a single letter as its name.
    if !(2..=40).contains(&kind.len()) || !kind.chars().all(is_code_character) {
        return Err(words.slip(Problem::NotASheet));
    }
    words.advance(1);
    Ok(Some(kind))
}
