//! Parts of mails that depend on the ruleset: one file for each ruleset.

mod advanced;
mod classic;
mod satellite;
pub(super) mod solo;
mod voices;

use broadside_engine::game::RulesetId;
use broadside_engine::ruleset::Ruleset;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::Block;
use super::maps::DrawnMaps;
use super::news::{Describer, NewsLine};
use super::reader_view::ReaderView;
use crate::texts::LetterTexts;

/// Parts of mails about the games of a ruleset.
pub(super) trait RulesetMail: Ruleset {
    /// True if everybody may know the map before anything is placed, so that an invitation shows
    /// it.
    const HAS_PUBLIC_MAP: bool = false;

    /// Usual move, as an example.
    const MOVE: &'static str = "FIRE A5";

    /// Draws the maps for the player in seat `me`, and names the texts of their legend. Draws none
    /// if there is nothing to show yet.
    fn maps(game: &ReaderView, lang: Lang, me: Seat, view: &Self::View) -> DrawnMaps;

    /// Returns the facts that a player needs in order to move and that the maps do not show, one
    /// per line.
    fn facts(game: &ReaderView, lang: Lang, view: &Self::View) -> Vec<String>;

    /// Shows how the news are performed. Empty for rulesets without a performance.
    fn performance(_game: &ReaderView, _lang: Lang, _view: &Self::View) -> Vec<Block> {
        Vec::new()
    }

    /// Lists what a player needs to know in order to place.
    fn placing_help(lang: Lang, view: &Self::View) -> Vec<Block>;

    /// Returns the beginning of a placement: valid lines that show how to name positions.
    fn placement_example(view: &Self::View) -> Vec<String>;

    /// Explains what the commands of the ruleset name, below their list.
    fn commands_help(_lang: Lang) -> Vec<Block> {
        Vec::new()
    }

    /// Describes an event; `None` if it means nothing to the reader.
    fn describe_event(describer: &Describer<'_>, glimpse: &Self::Glimpse) -> Option<NewsLine>;

    /// Returns true if players want to know of the event even when it is not their turn.
    fn is_notable(_: &Self::Glimpse) -> bool {
        false
    }

    /// Returns the number of a volley that hit nothing, and `None` for other events. Runs of such
    /// volleys are reported together.
    fn empty_volley(_: &Self::Glimpse) -> Option<u32> {
        None
    }

    /// Returns true if the reader has written a salvo for the current round.
    fn has_written(_: &Self::View) -> bool {
        false
    }

    /// Returns the seat of the player who offers to end the game and count, if such an offer is
    /// open.
    fn end_offer(_: &Self::View) -> Option<Seat> {
        None
    }

    /// Explains why the rules refused a command.
    fn explain_refusal(lang: Lang, refusal: &Self::Refusal) -> String;
}

/// Examples of the refusals of a ruleset, one for each text.
#[cfg(test)]
pub(super) trait SampleRefusals: RulesetMail {
    fn refusals() -> Vec<Self::Refusal>;
}

/// Returns the key of the ruleset's own version of a text, which ends in the name of the ruleset,
/// or `key` if there is no such version.
pub(super) fn text_key(lang: Lang, key: &str, ruleset: RulesetId) -> String {
    let ruleset_key = format!("{key}-{ruleset}");
    if lang.has(&ruleset_key) { ruleset_key } else { key.to_owned() }
}
