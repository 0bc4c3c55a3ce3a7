//! Numbers of mails, which limits depend on.

/// Numbers of mails in the last 24 hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailCounts {
    /// Mails about games to the player.
    pub to_player: u64,
    /// Mails to the player about games with strangers that have not begun.
    pub of_strangers: u64,
    /// All mails.
    pub total: u64,
}
