//! Incoming mail: its rows, changes and queries.

mod sql;

use async_trait::async_trait;
use broadside_domain::time::Time;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::decode::{row, words};
pub(super) use sql::{inbox, lease_inbox, mail_in_columns, write_inbox};

/// Channel through which a message came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Delivered by a mail server, or by a service that receives mail for the operator.
    Inbound,
    /// Fetched from an IMAP mailbox.
    Imap,
}

impl Channel {
    /// Returns the text stored in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Imap => "imap",
        }
    }
}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailInState {
    /// Not processed yet.
    Waiting,
    /// Processed: what the message asks for was done.
    Taken,
    /// Nothing was done, and the sender was told why.
    Refused,
    /// The message is not meant for this service or is from a stranger. Nobody was told anything.
    Ignored,
    /// Processing failed every time.
    Failed,
}

impl MailInState {
    const ALL: [Self; 5] = [Self::Waiting, Self::Taken, Self::Refused, Self::Ignored, Self::Failed];

    /// Returns the text stored in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Taken => "taken",
            Self::Refused => "refused",
            Self::Ignored => "ignored",
            Self::Failed => "failed",
        }
    }
}

words! {
    /// Class of a letter for the quotas of its player.
    Tally {
        /// Not counted: the letter belongs to no player, or has no key of its player and was not answered.
        Nothing "",
        /// The letter has no key of its player, and was answered.
        Keyless "keyless",
        /// The letter has a key, was not answered, and changed no game.
        Silent "silent",
        /// The letter has a key, and was answered.
        Answered "answered",
        /// The letter has a key, and changed a game.
        Moved "moved",
    }
}

/// Numbers of letters of a player that were processed within a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCounts {
    /// Letters with a key.
    pub keyed: u64,
    /// Letters with a key that were answered and changed no game.
    pub answered: u64,
    /// Letters without a key that were answered.
    pub keyless: u64,
}

/// New message.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMailIn {
    /// Id of the message.
    pub id: String,
    /// Time of receipt.
    pub received_at: Time,
    /// Channel through which it came.
    pub way: Channel,
    /// Address that it was delivered to, if known.
    pub recipient: Option<String>,
    /// Fingerprint that all copies of the message share.
    pub identity: String,
    /// Alleged sender. Messages with the same value are processed in order.
    pub queue: String,
    /// The complete message.
    pub raw: Vec<u8>,
}

/// Row of a message, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailInRow {
    /// Id of the message.
    pub id: String,
    /// Sequence number in order of receipt.
    pub number: u64,
    /// Time of receipt.
    pub received_at: Time,
    /// Channel through which it came.
    pub way: String,
    /// Address that it was delivered to, if known.
    pub recipient: Option<String>,
    /// Alleged sender, if the message names one.
    pub queue: String,
    /// Size in bytes.
    pub size: u64,
    /// State of the message.
    pub state: MailInState,
    /// Reason for the state, in a word or two.
    pub why: String,
    /// Player that the message is from.
    pub player_id: Option<String>,
    /// Game that it is about.
    pub game_id: Option<String>,
    /// Class of the message for the quotas of its player.
    pub tally: Tally,
    /// Time when processing ended.
    pub done_at: Option<Time>,
    /// Number of failed attempts.
    pub attempts: u32,
}

/// Message with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailInFound {
    /// Row of the message.
    pub row: MailInRow,
    /// The complete message while it waits or if it failed; otherwise its first 16 KiB.
    pub raw: Vec<u8>,
    /// Plan of what the message asks for, with its progress, once processing has begun.
    pub plan: Option<String>,
}

/// Change of incoming mail.
#[derive(Clone)]
pub enum InboxChange {
    /// Adds a message. A conflict if a copy of it came before, or another message came at the same moment.
    Receive(NewMailIn),
    /// Stores the plan of a message or its progress. A conflict if the lease is lost.
    Planned {
        /// Id of the message.
        id: String,
        /// Id of the lease.
        lease: String,
        /// See [`MailInFound::plan`].
        plan: String,
    },
    /// Ends the processing of a message. A conflict if the lease is lost.
    Done {
        /// Id of the message.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Final state.
        state: MailInState,
        /// Reason for the state, in a word or two.
        why: String,
        /// Player that the message is from.
        player_id: Option<String>,
        /// Game that it is about.
        game_id: Option<String>,
        /// Class of the message for the quotas of its player.
        tally: Tally,
        /// Invitation that the message declines, by the hash of its key. It is deleted unless a player has accepted it.
        declined: Option<String>,
        /// Time when processing ended.
        at: Time,
    },
    /// Schedules a message for another attempt after a failure. A conflict if the lease is lost.
    Again {
        /// Id of the message.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Time of the next attempt.
        next_at: Time,
        /// Reason for the failure.
        why: String,
    },
    /// Deletes messages from before the first time. Ignored messages, and messages without a key that did not fail, are
    /// deleted if they are from before the second time. Waiting messages are kept.
    Forget(Time, Time),
}

/// Queries of incoming mail.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// Leases waiting messages until a time: the oldest one of each sender.
    async fn lease_inbox(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailInFound>, StoreError>;

    /// Returns a message.
    async fn mail_in(&self, id: &str) -> Result<Option<MailInFound>, StoreError>;

    /// Returns the id of the message with this fingerprint.
    async fn mail_in_like(&self, identity: &str) -> Result<Option<String>, StoreError>;

    /// Counts the letters of a player that were processed after a time.
    async fn tallies(&self, player_id: &str, after: Time) -> Result<ReplyCounts, StoreError>;

    /// Returns messages, newest first. `player_id` restricts them to one player, `before` to lower numbers.
    async fn mails_in(
        &self,
        player_id: Option<&str>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<MailInRow>, StoreError>;
}

row! {
    struct Found {
        id: String,
        number: i64,
        received_at: i64,
        way: String,
        recipient: Option<String>,
        queue: String,
        raw: Vec<u8>,
        size: i64,
        plan: Option<String>,
        state: String,
        why: String,
        player_id: Option<String>,
        game_id: Option<String>,
        tally: String,
        done_at: Option<i64>,
        attempts: i64,
    }
}

impl TryFrom<Found> for MailInFound {
    type Error = StoreError;

    fn try_from(row: Found) -> Result<Self, StoreError> {
        let state = MailInState::ALL.into_iter().find(|state| state.as_str() == row.state);
        let state =
            state.ok_or_else(|| StoreError::Failed(format!("`{}` makes no sense for mail", row.state)))?;
        let kept = MailInRow {
            id: row.id,
            number: row.number as u64,
            received_at: Time(row.received_at),
            way: row.way,
            recipient: row.recipient,
            queue: row.queue,
            size: row.size as u64,
            state,
            why: row.why,
            player_id: row.player_id,
            game_id: row.game_id,
            tally: Tally::read(&row.tally)?,
            done_at: row.done_at.map(Time),
            attempts: row.attempts as u32,
        };
        Ok(Self { row: kept, raw: row.raw, plan: row.plan })
    }
}

/// Decodes rows, and sorts them by number.
pub(super) fn read(rows: Vec<Found>) -> Result<Vec<MailInFound>, StoreError> {
    let mut all: Vec<MailInFound> = rows.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?;
    all.sort_by_key(|found| found.row.number);
    Ok(all)
}
