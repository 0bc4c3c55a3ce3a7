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

    /// Fields of a placement that are lists, which may be empty.
    const LISTS: &'static [&'static str] = &["ships"];

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

    /// Writes an action as a line.
    fn write(action: &Self::Action) -> String;

    /// Writes a placement as lines.
    fn write_draft(draft: &Self::Draft) -> Vec<String>;

    /// Returns an example action for a choice.
    fn example(legal: &Self::Legal) -> Option<Self::Action>;
}
