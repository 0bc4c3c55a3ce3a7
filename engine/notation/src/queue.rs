//! Moves that a player writes ahead of time.

use std::fmt;

use broadside_engine::game::Action;

use super::command::Command;

/// Command about the moves that a player has written ahead of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueCommand {
    /// Asks for the moves that wait.
    Show,
    /// Takes all moves back.
    Clear,
    /// Adds an action.
    Add {
        /// True if the action is in the same turn as the action of the line above. Otherwise it begins the next turn.
        joins: bool,
        /// The action.
        action: Action,
    },
}

impl fmt::Display for QueueCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show => f.write_str("QUEUE"),
            Self::Clear => f.write_str("QUEUE OFF"),
            Self::Add { joins, action } => {
                let with = if *joins { "WITH " } else { "" };
                write!(f, "QUEUE {with}{}", Command::Act(action.clone()))
            }
        }
    }
}
