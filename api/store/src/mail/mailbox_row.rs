//! Rows of mailboxes.

use broadside_domain::mail::Frequency;
use broadside_domain::time::Time;

use crate::sql::{Record, Row, Word};

impl Word for Frequency {}

/// State of mail delivery to a mailbox.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    serde::Serialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MailboxState {
    /// Mail is sent, and no lasting failure is known.
    Active,
    /// Mail has stopped: the address accepted nothing for five days, or mail to it bounced. Set the
    /// mailbox again to resume.
    Failing,
}

impl Word for MailboxState {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Address as written.
    pub address: String,
    /// Normalized address, for comparison.
    pub address_normalized: String,
    pub confirmed_at: Time,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingAddress {
    /// Address as written.
    pub address: String,
    /// Normalized address, for comparison.
    pub address_normalized: String,
    /// Hash of the code that was sent to the address.
    pub code_hash: String,
    /// Time of the request.
    pub since: Time,
}

/// Prefix of the value stored instead of the hash of a code that was not sent because of a quota.
/// No hash begins with it.
pub(crate) const UNSENT: &str = "unsent ";

impl PendingAddress {
    /// Returns true if the quotas allowed a code to be sent.
    pub fn is_sent(&self) -> bool {
        !self.code_hash.starts_with(UNSENT)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextAddress {
    /// New address as written and normalized; `None` if the change deletes the mailbox.
    pub address: Option<(String, String)>,
    /// Time when the change takes effect.
    pub at: Time,
}

/// Row of a player's mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailboxRow {
    pub player_id: String,
    /// Confirmed address, which mail goes to.
    pub confirmed: Option<Confirmed>,
    pub pending: Option<PendingAddress>,
    /// Pending change of the address. Until it takes effect, the confirmed address can stop it.
    pub next_address: Option<NextAddress>,
    pub frequency: Frequency,
    /// Hours before a deadline at which the player wants reminders, the earliest first; empty for
    /// the usual time.
    pub reminders: Vec<u32>,
    /// True if the sheets of games are attached.
    pub sheets: bool,
    pub lang: String,
    pub state: MailboxState,
    /// Cursor in the player's feed: number of the last entry that was written as mail.
    pub feed_cursor: u64,
    /// Earliest time of the next digest.
    pub next_digest_at: Time,
    /// Time since which no mail has been accepted; `None` if the last one was.
    pub failing_since: Option<Time>,
    /// True if the player wants to be told of challenges by strangers.
    pub strangers: bool,
    /// True if there are challenges by strangers that no mail has reported.
    pub strangers_waiting: bool,
    /// Earliest time of the next mail about them.
    pub strangers_at: Time,
    /// Revision of the mailbox: grows with every change by its player.
    pub revision: Time,
}

pub(super) const COLUMNS: &str = "player_id, address, address_normalized, confirmed_at, pending_address, \
     pending_address_normalized, code_hash, pending_since, next_address, next_address_normalized, next_address_at, \
     frequency, sheets, lang, state, feed_cursor, next_digest_at, failing_since, strangers, strangers_waiting, \
     strangers_at, revision, reminders";

impl Record for MailboxRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            player_id: row.get("player_id")?,
            confirmed: confirmed(row)?,
            pending: pending(row)?,
            next_address: next_address(row)?,
            frequency: row.get("frequency")?,
            reminders: row.json("reminders")?,
            sheets: row.get("sheets")?,
            lang: row.get("lang")?,
            state: row.get("state")?,
            feed_cursor: row.get("feed_cursor")?,
            next_digest_at: row.get("next_digest_at")?,
            failing_since: row.get("failing_since")?,
            strangers: row.get("strangers")?,
            strangers_waiting: row.get("strangers_waiting")?,
            strangers_at: row.get("strangers_at")?,
            revision: row.get("revision")?,
        })
    }
}

fn confirmed(row: &Row) -> Result<Option<Confirmed>, sqlx::Error> {
    let address: Option<String> = row.get("address")?;
    let normalized: Option<String> = row.get("address_normalized")?;
    let confirmed_at: Option<Time> = row.get("confirmed_at")?;
    let (Some(address), Some(address_normalized), Some(confirmed_at)) =
        (address, normalized, confirmed_at)
    else {
        return Ok(None);
    };
    Ok(Some(Confirmed { address, address_normalized, confirmed_at }))
}

fn pending(row: &Row) -> Result<Option<PendingAddress>, sqlx::Error> {
    let address: Option<String> = row.get("pending_address")?;
    let normalized: Option<String> = row.get("pending_address_normalized")?;
    let code_hash: Option<String> = row.get("code_hash")?;
    let since: Option<Time> = row.get("pending_since")?;
    let (Some(address), Some(address_normalized), Some(code_hash), Some(since)) =
        (address, normalized, code_hash, since)
    else {
        return Ok(None);
    };
    Ok(Some(PendingAddress { address, address_normalized, code_hash, since }))
}

fn next_address(row: &Row) -> Result<Option<NextAddress>, sqlx::Error> {
    let address: Option<String> = row.get("next_address")?;
    let normalized: Option<String> = row.get("next_address_normalized")?;
    let at: Option<Time> = row.get("next_address_at")?;
    Ok(at.map(|at| NextAddress { address: address.zip(normalized), at }))
}
