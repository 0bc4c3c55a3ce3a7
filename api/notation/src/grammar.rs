//! Trait that every ruleset implements to read and write its commands.

use broadside_engine::ruleset::Ruleset;

use super::error::ParseError;
use super::forms::Usage;
use super::piece::PlacementPart;
use super::words::Words;

/// Notation of a ruleset.
pub(super) trait Notation: Ruleset {
    /// Commands of the ruleset.
    const FORMS: &'static [Usage];

    /// True if players can offer to end the game, in addition to a draw.
    const ENDS: bool = false;

    /// Reads an action of the ruleset, after its first word or words.
    fn read(
        verb: &str,
        words: &mut Words<'_>,
        view: &Self::View,
    ) -> Result<Self::Action, ParseError>;

    /// Reads a part of a placement.
    fn piece(words: &mut Words<'_>, view: &Self::View) -> Result<PlacementPart, ParseError>;

    /// Combines parts to a placement.
    fn gather(pieces: Vec<PlacementPart>) -> Self::Draft;

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
            PlacementPart::$kind(inner) => Some(inner.clone()),
            _ => None,
        });
        of_kind.collect::<Vec<_>>()
    }};
}
pub(super) use placed;
