//! Filters of the game lists.

/// Filter of games. A field that is not set matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub ruleset: Option<&'static str>,
    /// Options of the game: pairs of name and value, made of letters, digits and `_`.
    pub options: Vec<(String, String)>,
    pub status: Option<&'static str>,
    /// Kind of the clock; `none` for games without a clock.
    pub clock: Option<&'static str>,
    /// Minimum number of days per turn.
    pub min_days: Option<u32>,
    /// Maximum number of days per turn.
    pub max_days: Option<u32>,
    pub seats: Option<u8>,
    /// Minimum number of open seats that are free.
    pub free: Option<u8>,
    pub created_by: Option<String>,
}

impl Filter {
    /// Returns true if the filter matches every game.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the `LIKE` pattern for a game's [`SearchFacets::options`] with each space doubled,
    /// so that each option has a space on either side of its own. `!` precedes literal characters.
    /// `None` without options.
    pub(super) fn option_pattern(&self) -> Option<String> {
        if self.options.is_empty() {
            return None;
        }
        let mut options: Vec<_> =
            self.options.iter().map(|(name, value)| format!(" {name}:{value} ")).collect();
        // The facets are in the same order.
        options.sort();
        options.dedup();
        Some(format!("%{}%", options.join("%").replace('_', "!_")))
    }
}

/// Searchable properties of a game in addition to its row. They never change, and the options are
/// one text, so that the same statement finds games by any option on both databases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchFacets {
    /// Options whose value is a word, a number or a truth value, as ` name:value name:value `, in
    /// ascending order.
    pub options: String,
    pub clock_kind: Option<&'static str>,
    /// Maximum number of days per turn.
    pub clock_days: Option<u32>,
}

/// List of games to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListScope {
    /// Games in which the player has a seat or a reserved seat.
    Own,
    /// Open games in which the player has no seat. Leaves out games if the player or the creator
    /// has blocked the other.
    Open,
    /// Public games.
    Public,
}
