//! Commands as they are read, and as text.

use std::fmt;

use broadside_engine::dispatch_typed;
use broadside_engine::game::{Action, Placement};
use broadside_engine::table::OwnSeed;

use super::action;
use super::grammar::Notation;
use super::player::MetaCommand;
use super::words::quote;

/// Command of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Action in the game.
    Act(Action),
    /// Placement.
    Place(Place),
    /// Any other request.
    MetaCommand(MetaCommand),
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
        fn draft<R: Notation>(draft: &R::Draft) -> Vec<String> {
            R::write_draft(draft)
        }
        match self {
            Self::Act(action) => vec![action::write(action)],
            Self::Place(Place { placement, seed }) => {
                let mut lines = match placement {
                    None => vec!["PLACE RANDOM".to_owned()],
                    Some(placement) => {
                        dispatch_typed!(Placement, placement, R, inner => draft::<R>(inner))
                    }
                };
                lines.extend(seed.as_ref().map(|seed| format!("SEED {}", quote(seed.as_str()))));
                lines
            }
            Self::MetaCommand(wish) => vec![wish.write()],
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
pub struct ParsedCommand {
    /// Command that was read.
    pub command: Command,
    pub(super) lines: Vec<usize>,
    /// Path of each field of a placement, with the line that gives it.
    pub(super) fields: Vec<(String, usize)>,
}

impl ParsedCommand {
    /// Returns the numbers of the lines with the command, from 1: one line, or all lines of a
    /// placement.
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
        let within = |path: &str| {
            field
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.fields.iter().find(|(path, _)| within(path)).map(|(_, line)| *line)
    }
}
