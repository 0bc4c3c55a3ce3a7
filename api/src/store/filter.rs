//! What games are looked for by.

/// Which games are meant; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this ruleset.
    pub ruleset: Option<&'static str>,
    /// With a setting of this value, as `name:value`: letters, digits, `:` and `_`.
    pub option: Option<String>,
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

    /// What a game's [`Traits::options`] must be like, as `LIKE` has it, with `!` before what is meant literally.
    pub(super) fn option_pattern(&self) -> Option<String> {
        self.option.as_ref().map(|option| format!("% {} %", option.replace('_', "!_")))
    }
}

/// What a game can be found by beside its row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Its settings that have a single value, as ` name:value name:value `.
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
