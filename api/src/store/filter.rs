//! What games are looked for by.

/// Which games are meant; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this ruleset.
    pub ruleset: Option<&'static str>,
    /// With options of these values: pairs of name and value, of letters, digits and `_`.
    pub options: Vec<(String, String)>,
    /// At this place in their course.
    pub status: Option<&'static str>,
    /// With a clock of this kind; `none` for none.
    pub clock: Option<&'static str>,
    /// With at least so many days a turn.
    pub least_days: Option<u32>,
    /// With at most so many days a turn.
    pub most_days: Option<u32>,
    /// With so many seats.
    pub seats: Option<u8>,
    /// With at least so many open seats that are free.
    pub free: Option<u8>,
    /// Made by this player.
    pub created_by: Option<String>,
}

impl Filter {
    /// Whether it lets every game through.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the `LIKE` pattern for a game's [`Traits::options`], with `!` before literal characters; `None` without
    /// options.
    pub(super) fn option_pattern(&self) -> Option<String> {
        if self.options.is_empty() {
            return None;
        }
        let mut options: Vec<_> =
            self.options.iter().map(|(name, value)| format!(" {name}:{value} ")).collect();
        // The traits have the same order.
        options.sort();
        options.dedup();
        Some(format!("%{}%", options.join("%").replace('_', "!_")))
    }
}

/// What a game can be found by beside its row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Options whose value is a word, a number or a truth value, as ` name:value  name:value `, in ascending order.
    /// Each has a space on either side of its own, so that a pattern can name several.
    pub options: String,
    /// The kind of its clock.
    pub clock_kind: Option<&'static str>,
    /// How many days a turn may take.
    pub clock_days: Option<u32>,
}

/// The games that a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Those in which a player sits, or a seat is kept for it.
    Own,
    /// The open ones in which a player does not sit.
    Open,
    /// The public ones.
    Public,
}
