//! Players, their tokens, and tickets.

use super::time::Time;
use super::time_control::Vacation;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    pub id: String,
    /// Name; `None` once the account is deleted.
    pub name: Option<String>,
    pub created_at: Time,
    /// Vacations that may still matter, in chronological order. No two overlap.
    pub vacations: Vec<Vacation>,
    /// True if the account is marked as a bot.
    pub is_bot: bool,
    /// Hours before a deadline at which the player wants reminders, the earliest first; empty for
    /// the usual time.
    pub reminders: Vec<u32>,
}

impl PlayerRow {
    /// Returns the [`display_name`]; `None` once the account is deleted.
    pub fn display_name(&self) -> Option<String> {
        self.name.as_deref().map(|name| display_name(name, self.is_bot))
    }
}

/// Returns a name as prose shows it: the name of a bot is followed by `(bot)`.
pub fn display_name(name: &str, is_bot: bool) -> String {
    if is_bot { format!("{name} (bot)") } else { name.to_owned() }
}

/// Player as lists show them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    pub id: String,
    /// Name; `None` once the account is deleted.
    pub name: Option<String>,
    /// True if the account is marked as a bot.
    pub is_bot: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Id of the token. It does not grant access.
    pub id: String,
    pub player_id: String,
    pub hash: String,
    /// Name that the owner gave it.
    pub name: String,
    /// Scopes, separated by spaces.
    pub scopes: String,
    pub created_at: Time,
    /// Expiry, which a token that replaces this one inherits; `None` if the token does not expire.
    pub expires_at: Option<Time>,
    /// Time from which the token is invalid: its expiry, or an earlier time if it was rotated;
    /// `None` if it stays valid.
    pub ends_at: Option<Time>,
    /// True if recovery created the token, or one that it replaced.
    pub recovered: bool,
    /// Id of the token that it replaced, as long as nobody has used it; otherwise `None`.
    pub replaces: Option<String>,
}

impl TokenRow {
    /// Returns true if the token is no longer valid.
    pub fn has_expired(&self, now: Time) -> bool {
        self.ends_at.is_some_and(|ends_at| ends_at <= now)
    }

    /// Returns true if another token replaced this one, which still works for a while.
    pub fn is_rotated(&self) -> bool {
        self.ends_at != self.expires_at
    }
}

/// Ticket, which opens one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketRow {
    pub hash: String,
    pub player_id: String,
    /// Hash of the token that the ticket was created with.
    pub token_hash: String,
    /// Time from which the ticket is invalid.
    pub expires_at: Time,
}
