//! Actions in games: reading and writing.

use broadside_engine::game::{Action, RulesetCommands, RulesetId};
use broadside_engine::table::{Move, Table};
use broadside_engine::{dispatch_by_id, dispatch_typed};
use serde_json::Value;

use super::error::ParseError;
use super::expected::Expected;
use super::forms;
use super::grammar::Notation;
use super::shared::{self, Offer};
use super::words::Words;

/// Writes an action as a line.
pub(super) fn write(action: &Action) -> String {
    dispatch_typed!(Action, action, R, action => write_move::<R>(action))
}

fn write_move<R: Notation>(action: &Move<R::Action>) -> String {
    match action {
        Move::Own(own) => R::write(own),
        shared => shared::write(shared).unwrap_or_default().to_owned(),
    }
}

/// Reads an action that is given as JSON; `None` if it is malformed.
pub(super) fn from_json(ruleset: RulesetId, action: &Value) -> Option<Action> {
    dispatch_by_id!(ruleset, R => Table::<R>::read_move(action).ok().map(<R as RulesetCommands>::into_action))
}

/// Reads an action; `None` if the line is not an action.
pub(super) fn read<R: Notation + RulesetCommands>(
    verb: &str,
    words: &mut Words<'_>,
    view: &R::View,
) -> Result<Option<Action>, ParseError> {
    if let Some(shared) = shared::read::<R>(verb, words)? {
        return Ok(Some(R::into_action(shared)));
    }
    if matches!(verb, "offer" | "accept" | "decline") {
        let is_end = R::ENDS && matches!(shared::offer(&mut words.clone(), true), Some(Offer::End));
        if !is_end && verb != "offer" {
            return Ok(None);
        }
        if !is_end && words.is_over() {
            return Err(words.missing(Expected::Offer));
        }
        if !is_end {
            let known: &[&str] = if R::ENDS { &["draw", "end"] } else { &["draw"] };
            return Err(words.unknown(Expected::Offer, known.iter().copied()));
        }
    } else if !forms::own(R::ID.parse().ok()).iter().any(|form| form.verb == verb) {
        return Ok(None);
    }
    let action = R::read(verb, words, view)?;
    words.end()?;
    Ok(Some(R::into_action(Move::Own(action))))
}
