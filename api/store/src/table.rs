//! Description of a table for the changes that concern many tables.

/// Table, with what is done to its rows in changes that concern many tables. Each subject describes
/// its tables; [`TABLES`](crate::tables::TABLES) lists them.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// Statements that clear the state of processes that are gone.
    pub(crate) left_behind: &'static [&'static str],
    /// Statements that clear what a backup has and that is over since.
    pub(crate) restored: &'static [&'static str],
    /// Statements that erase a player, by the player's id, whose account is deleted.
    pub(crate) erase_player: &'static [&'static str],
    /// Statements that erase a player's mailbox, by the player's id: everything that contains its
    /// address or gives it access to games.
    pub(crate) erase_mailbox: &'static [&'static str],
    /// Columns with the times when work goes on: within days.
    pub(crate) due_columns: &'static [&'static str],
    /// Columns with the times when something expires, or that tell how old it is.
    pub(crate) age_columns: &'static [&'static str],
}

impl Table {
    /// Describes a table to which nothing is done.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            left_behind: &[],
            restored: &[],
            erase_player: &[],
            erase_mailbox: &[],
            due_columns: &[],
            age_columns: &[],
        }
    }
}
