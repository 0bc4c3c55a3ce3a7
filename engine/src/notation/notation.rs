//! Trait that every ruleset implements to read and write its commands.

use super::error::Slip;
use super::piece::Piece;
use super::words::Words;
use crate::ruleset::Ruleset;

/// Notation of a ruleset.
pub(super) trait Notation: Ruleset {
    /// True if players can offer to end the game, in addition to a draw.
    const ENDS: bool = false;

    /// Reads an action of the ruleset, after its first word or words.
    fn read(verb: &str, words: &mut Words<'_>, view: &Self::View) -> Result<Self::Action, Slip>;

    /// Reads a part of a placement.
    fn piece(words: &mut Words<'_>, view: &Self::View) -> Result<Piece, Slip>;

    /// Combines parts to a placement.
    fn gather(pieces: Vec<Piece>) -> Self::Draft;

    /// Writes an action as a line.
    fn write(action: &Self::Action) -> String;

    /// Writes a placement as lines.
    fn write_draft(draft: &Self::Draft) -> Vec<String>;

    /// Returns an example action for a choice.
    fn example(legal: &Self::Legal) -> Option<Self::Action>;
}

/// Lists the parts of a placement that are of one kind.
macro_rules! placed {
    ($pieces:expr, $kind:ident) => {{
        let of_kind = $pieces.iter().filter_map(|piece| match piece {
            Piece::$kind(inner) => Some(inner.clone()),
            _ => None,
        });
        of_kind.collect::<Vec<_>>()
    }};
}
pub(super) use placed;
