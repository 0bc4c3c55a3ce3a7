//! Moves that the reader has written ahead of time.

use broadside_domain::error::AppError;
use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_notation::write_action;
use serde_json::Value;

use super::Block;
use super::refused::{explain_refusal, format_refused_line};
use crate::texts::LetterTexts;

/// Moves that were dropped, because the first of them did not fit.
#[derive(Clone, Debug)]
pub(crate) struct DroppedNews {
    /// Actions of the first move, as JSON.
    pub first: Vec<Value>,
    /// Number of moves after it.
    pub others: usize,
    /// Refusal of the first move; `None` if it would be accepted now.
    pub refusal: Option<AppError>,
}

/// Moves that wait, and those that were dropped in this turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaitingMoves {
    /// Actions of each move that waits, as JSON.
    pub moves: Vec<Vec<Value>>,
    /// True if it is the reader's turn, and a move was tried in it. The next is tried in the next
    /// turn.
    pub tried: bool,
    /// Moves that were dropped in this turn.
    pub dropped: Option<DroppedNews>,
}

/// Describes the moves that the reader has written ahead of time.
pub(crate) fn queue_state(lang: Lang, ruleset: RulesetId, queue: &WaitingMoves) -> Vec<Block> {
    let WaitingMoves { moves, tried, dropped } = queue;
    let dropped = dropped.as_ref().map(|dropped| dropped_blocks(lang, ruleset, dropped));
    let mut blocks = dropped.unwrap_or_default();
    if moves.is_empty() {
        blocks.push(Block::Text(lang.text("queue-empty")));
        return blocks;
    }
    let lines = moves.iter().map(|actions| move_words(ruleset, actions)).collect();
    blocks.extend([Block::Text(lang.count("queue-waiting", moves.len())), Block::List(lines)]);
    blocks.extend(tried.then(|| Block::Text(lang.text("queue-tried"))));
    blocks
}

pub(super) fn dropped_blocks(lang: Lang, ruleset: RulesetId, dropped: &DroppedNews) -> Vec<Block> {
    let DroppedNews { first, others, refusal } = dropped;
    let words = move_words(ruleset, first);
    let line = match refusal {
        Some(refusal) => format_refused_line(lang, None, &words, &explain_refusal(lang, refusal)),
        None => words,
    };
    let rest = (*others > 0).then(|| Block::Text(lang.count("queue-dropped-others", *others)));
    [Block::Text(lang.text("queue-dropped")), Block::List(vec![line])]
        .into_iter()
        .chain(rest)
        .collect()
}

/// Returns a move as commands.
fn move_words(ruleset: RulesetId, actions: &[Value]) -> String {
    let words: Vec<_> = actions.iter().filter_map(|action| write_action(ruleset, action)).collect();
    words.join(", ")
}
