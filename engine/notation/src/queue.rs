//! Moves that a player writes ahead of time.

use std::fmt;

use broadside_engine::game::{Action, RulesetCommands};

use super::action;
use super::error::ParseError;
use super::expected::Expected;
use super::forms;
use super::grammar::Notation;
use super::words::{Words, shown};

/// Command about the moves that a player has written ahead of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueCommand {
    /// Asks for the moves that wait.
    Show,
    /// Takes all moves back.
    Clear,
    /// Adds an action.
    Add {
        /// True if the action is in the same turn as the action of the line above. Otherwise it
        /// begins the next turn.
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
                write!(f, "QUEUE {with}{}", action::write(action))
            }
        }
    }
}

/// Reads the words after QUEUE: a move, or what is to happen to the moves that wait.
pub(super) fn read<R: Notation + RulesetCommands>(
    words: &mut Words<'_>,
    view: &R::View,
) -> Result<QueueCommand, ParseError> {
    if words.is_over() {
        return Ok(QueueCommand::Show);
    }
    if words.eat("off") {
        return words.end().map(|()| QueueCommand::Clear);
    }
    let joins = words.eat("with");
    let ruleset = R::ID.parse().ok();
    // The dice that are kept are on the table only within the turn.
    let is_move = |verb: &&'static str| !matches!(*verb, "queue" | "place" | "leave" | "keep");
    let names: Vec<_> = forms::verbs(ruleset).into_iter().map(|verb| (verb, verb)).collect();
    let mut ahead = words.clone();
    let verb = ahead.name(&names).filter(is_move);
    if let Some(verb) = verb.filter(|verb| !words.usage.contains(&shown(verb))) {
        ahead.usage = forms::usage(ruleset, verb);
    }
    let action = verb.map_or(Ok(None), |verb| action::read::<R>(verb, &mut ahead, view))?;
    let Some(action) = action else {
        let moves: Vec<_> =
            forms::own(ruleset).iter().map(|form| form.verb).filter(is_move).collect();
        return Err(match words.is_over() {
            true => words.missing(Expected::Move),
            false => words.unknown(Expected::Move, moves.into_iter()),
        });
    };
    *words = ahead;
    Ok(QueueCommand::Add { joins, action })
}
