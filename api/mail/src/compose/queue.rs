//! Moves that the reader has written ahead of time.

use broadside_domain::error::AppError;
use broadside_engine::dispatch_by_id;
use broadside_engine::game::{RulesetCommands, RulesetId};
use broadside_engine::table::Table;
use broadside_i18n::Lang;
use broadside_notation::Command;
use serde_json::Value;

use super::Block;
use super::refused::{explain_refusal, format_refused_line};

/// Moves that were dropped, because the first of them did not fit.
#[derive(Clone, Debug)]
pub struct DroppedNews {
    /// Actions of the first move, as JSON.
    pub first: Vec<Value>,
    /// Number of moves after it.
    pub others: usize,
    /// Refusal of the first move; `None` if it would be accepted now.
    pub refusal: Option<AppError>,
}

/// Lists the moves that wait, each with the actions that are taken together.
pub fn waiting_moves(lang: Lang, ruleset: RulesetId, moves: &[Vec<Value>]) -> Vec<Block> {
    if moves.is_empty() {
        return vec![Block::Text(lang.text("queue-empty"))];
    }
    let lines = moves.iter().map(|actions| move_words(ruleset, actions)).collect();
    vec![Block::Text(lang.count("queue-waiting", moves.len())), Block::List(lines)]
}

/// Reports moves that were dropped.
pub(super) fn dropped_blocks(lang: Lang, ruleset: RulesetId, dropped: &DroppedNews) -> Vec<Block> {
    let DroppedNews { first, others, refusal } = dropped;
    let words = move_words(ruleset, first);
    let line = match refusal {
        Some(refusal) => format_refused_line(lang, None, &words, &explain_refusal(lang, refusal)),
        None => words,
    };
    let rest = (*others > 0).then(|| Block::Text(lang.count("queue-dropped-others", *others)));
    [Block::Text(lang.text("queue-dropped")), Block::List(vec![line])].into_iter().chain(rest).collect()
}

/// Returns a move as commands.
fn move_words(ruleset: RulesetId, actions: &[Value]) -> String {
    let words: Vec<_> = actions.iter().filter_map(|action| command_line(ruleset, action)).collect();
    words.join(", ")
}

/// Returns an action as a command; `None` if it cannot be read.
fn command_line(ruleset: RulesetId, action: &Value) -> Option<String> {
    let action =
        dispatch_by_id!(ruleset, R => Table::<R>::read_move(action).map(<R as RulesetCommands>::into_action));
    Some(Command::Act(action.ok()?).to_string())
}
