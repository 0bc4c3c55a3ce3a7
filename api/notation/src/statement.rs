//! Statements of a text, as they are read and as they are written.

use std::fmt;

use broadside_domain::challenge::DeclineReason;
use broadside_domain::command::{Command, GameCommand, QueueEdit, SeatClaim};
use broadside_engine::dispatch_typed;
use broadside_engine::game::{Placement, RulesetId};
use broadside_engine::table::OwnSeed;
use serde_json::{Value, json};
use strum::VariantArray;

use super::account::AccountCommand;
use super::action;
use super::error::ParseError;
use super::grammar::Notation;
use super::question::Question;
use super::synonyms::squeezed;
use super::words::{Words, quote, shown};

/// Statement of a text, in one line or in several: what its writer asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Command in the game.
    Command(Command),
    /// Command about the account or the mailbox.
    Account(AccountCommand),
    /// Question, which changes nothing.
    Question(Question),
    /// Asks for the effect of the commands, without carrying them out.
    Preview,
}

impl Statement {
    /// Creates the statement of a command that adds to the log of the game.
    fn game(command: GameCommand) -> Self {
        Self::Command(Command::Game(command))
    }

    /// Creates the statement of a change of the moves that are written ahead.
    pub(super) fn queue(edit: QueueEdit) -> Self {
        Self::Command(Command::Queue(edit))
    }

    /// Reads the words after the first word; `None` if the first word begins a statement about
    /// moves or none at all.
    pub(super) fn read(verb: &str, words: &mut Words<'_>) -> Result<Option<Self>, ParseError> {
        let statement = match verb {
            "accept" => Self::Command(Command::ACCEPT),
            "decline" => Self::game(decline(words)),
            "leave" => Self::game(GameCommand::Leave),
            "abort" => Self::game(GameCommand::Abort),
            "rematch" => Self::Command(Command::Rematch),
            "say" => Self::Command(Command::Say(words.required_text()?)),
            "note" if !words.is_over() => Self::Command(Command::Note(words.required_text()?)),
            "preview" => Self::Preview,
            _ => {
                let question = Question::read(verb, words)?.map(Self::Question);
                match question {
                    Some(question) => question,
                    None => match AccountCommand::read(verb, words)? {
                        Some(command) => Self::Account(command),
                        None => return Ok(None),
                    },
                }
            }
        };
        words.end().map(|()| Some(statement))
    }

    /// Returns the statement as text: one line, or for a placement and for moves that are written
    /// ahead a line for each part.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Command(command) => write_command(command),
            Self::Account(command) => vec![command.to_string()],
            Self::Question(question) => vec![question.to_string()],
            Self::Preview => vec!["PREVIEW".to_owned()],
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Writes a command as lines. What is malformed is left out.
fn write_command(command: &Command) -> Vec<String> {
    let line = match command {
        Command::Game(GameCommand::Act { ruleset, actions }) => {
            return actions.iter().filter_map(|action| write_action(*ruleset, action)).collect();
        }
        Command::Game(GameCommand::Place { ruleset, placement, seed }) => {
            return write_placing(*ruleset, placement.as_ref(), seed.as_ref());
        }
        Command::Queue(edit) => return write_queue(edit),
        Command::Game(GameCommand::Join(SeatClaim::Free | SeatClaim::Invitation(_))) => {
            "ACCEPT".to_owned()
        }
        Command::Game(GameCommand::Join(SeatClaim::Code(code))) => format!("JOIN {code}"),
        Command::Game(GameCommand::Leave) => "LEAVE".to_owned(),
        Command::Game(GameCommand::Abort) => "ABORT".to_owned(),
        Command::Game(GameCommand::Decline { reason: DeclineReason::Other, text: None }) => {
            "DECLINE".to_owned()
        }
        Command::Game(GameCommand::Decline { reason, text }) => {
            let text = text.as_ref().map(|text| format!(": {}", quote(text))).unwrap_or_default();
            format!("DECLINE {}{text}", shown(reason.into()))
        }
        Command::Rematch => "REMATCH".to_owned(),
        Command::Say(text) => format!("SAY {}", quote(text)),
        Command::Note(text) => format!("NOTE {}", quote(text)),
    };
    vec![line]
}

/// Writes an action, which is given as JSON, as a line. Returns `None` if it is malformed.
pub fn write_action(ruleset: RulesetId, action: &Value) -> Option<String> {
    action::from_json(ruleset, action).map(|action| action::write(&action))
}

/// Writes a placement as lines, with the seed of the seat.
fn write_placing(
    ruleset: Option<RulesetId>,
    placement: Option<&Value>,
    seed: Option<&OwnSeed>,
) -> Vec<String> {
    let mut lines = match placement {
        None => vec!["PLACE RANDOM".to_owned()],
        Some(placement) => {
            let placement = json!({"ruleset": ruleset, "placement": placement});
            serde_json::from_value(placement)
                .map(|placement| write_placement(&placement))
                .unwrap_or_default()
        }
    };
    lines.extend(seed.map(|seed| format!("SEED {}", quote(seed.as_str()))));
    lines
}

fn write_placement(placement: &Placement) -> Vec<String> {
    dispatch_typed!(Placement, placement, R, draft => R::write_draft(draft))
}

/// Writes a change of the moves that are written ahead: a line for each action.
fn write_queue(edit: &QueueEdit) -> Vec<String> {
    let mut lines = Vec::new();
    if edit.clear {
        lines.push("QUEUE OFF".to_owned());
    }
    let Some(ruleset) = edit.ruleset else { return lines };
    for actions in &edit.moves {
        let actions = actions.iter().filter_map(|action| write_action(ruleset, action));
        for (index, action) in actions.enumerate() {
            let verb = if index == 0 { "QUEUE" } else { "QUEUE WITH" };
            lines.push(format!("{verb} {action}"));
        }
    }
    lines
}

/// Reads a reason with a colon and a message, a reason alone, or a message alone.
fn decline(words: &mut Words<'_>) -> GameCommand {
    let longest = 2.min(words.left());
    for count in (1..=longest).rev() {
        let mut ahead = words.clone();
        let mut name = String::new();
        let mut colon = false;
        for _ in 0..count {
            if colon {
                // The text after the first colon is the player's message, not part of a name.
                name.push(':');
            }
            colon = ahead.trim_next(':');
            name += &ahead.take().map(|word| squeezed(word.text)).unwrap_or_default();
        }
        let reason =
            DeclineReason::VARIANTS.iter().find(|reason| squeezed((*reason).into()) == name);
        if let Some(reason) = reason.filter(|_| colon || ahead.is_over()) {
            *words = ahead;
            return GameCommand::Decline { reason: *reason, text: message(words) };
        }
    }
    if words.peek().is_some_and(|word| word.text == ":") {
        words.advance(1);
    }
    GameCommand::Decline { reason: DeclineReason::Other, text: message(words) }
}

/// Takes the rest of the line, unless it is empty.
fn message(words: &mut Words<'_>) -> Option<String> {
    words.text().map(|(text, _)| text).filter(|text| !text.is_empty())
}

/// Statement, with its position in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedStatement {
    /// Statement that was read.
    pub statement: Statement,
    pub(super) lines: Vec<usize>,
    /// Path of each field of a placement, with the line that gives it.
    pub(super) fields: Vec<(String, usize)>,
}

impl ParsedStatement {
    /// Creates a statement of one line.
    pub(super) fn of_line(statement: Statement, number: usize) -> Self {
        Self { statement, lines: vec![number], fields: Vec::new() }
    }

    /// Returns the numbers of the lines with the statement, from 1: one line, or all lines of a
    /// placement or of a move that is written ahead.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// Returns the line that gives a field, named as in a refusal: `placement.ships[2].at`. Returns
    /// the first line if no line gives exactly this field.
    pub fn line_of(&self, field: &str) -> usize {
        self.line_saying(field).or(self.lines.first().copied()).unwrap_or(1)
    }

    /// Returns the line that gives exactly this field, if there is one.
    pub fn line_saying(&self, field: &str) -> Option<usize> {
        let field = field.strip_prefix("placement.").unwrap_or(field);
        let given = self.fields.iter().find(|(path, _)| is_within(field, path));
        given.map(|(_, line)| *line)
    }
}

/// Returns true if a field is the one of this path, or a part of it.
fn is_within(field: &str, path: &str) -> bool {
    field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
