//! Rows of incoming mail.

use broadside_domain::time::Time;

use crate::jobs::{JobRow, JobState, QueueRow};
use crate::sql::{Record, Row, Word};

/// Channel through which a message came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Channel {
    /// Delivered by a mail server, or by a service that receives mail for the operator.
    Inbound,
    /// Fetched from an IMAP mailbox.
    Imap,
}

impl Word for Channel {}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum InboundMailState {
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

impl Word for InboundMailState {}

/// Class of an email for the quotas of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ReplyClass {
    /// Not counted: the email belongs to no player, or has no key of its player and was not
    /// answered.
    #[strum(serialize = "")]
    Nothing,
    /// The email has no key of its player, and was answered.
    Keyless,
    /// The email has a key, was not answered, and changed no game.
    Silent,
    /// The email has a key, and was answered.
    Answered,
    /// The email has a key, and changed a game.
    Moved,
}

impl Word for ReplyClass {}

/// Numbers of emails of a player that were processed within a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCounts {
    /// Emails with a key.
    pub keyed: u64,
    /// Emails with a key that were answered and changed no game.
    pub answered: u64,
    /// Emails without a key that were answered.
    pub keyless: u64,
}

/// Place of a message among those of its sender, in the order in which they were written. If two
/// have the same place, the one that was received first comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MailOrder {
    /// Time at which it was written, according to its `Date`, or else the time of receipt.
    pub written_at: Time,
    /// Time at which the receiving server accepted it, in microseconds; 0 if unknown.
    pub accepted_at: i64,
    /// Number of messages before it in its thread.
    pub thread_place: u32,
}

#[derive(Clone, PartialEq, Eq)]
pub struct NewInboundMail {
    pub id: String,
    /// Time of receipt.
    pub created_at: Time,
    /// Time when it is due. Until then, a message that was written before it may still arrive.
    pub run_at: Time,
    /// Place among the messages of its sender.
    pub order: MailOrder,
    pub channel: Channel,
    /// Address that it was delivered to, if known.
    pub recipient: Option<String>,
    /// Fingerprint that all copies of the message share.
    pub dedup_id: String,
    /// Alleged sender. Messages with the same value are processed in order.
    pub key: String,
    pub raw: Vec<u8>,
}

/// Row of a message, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboundMailRow {
    /// The job of processing the message. Its key is the alleged sender, if the message names one.
    pub job: JobRow,
    pub channel: String,
    /// Address that it was delivered to, if known.
    pub recipient: Option<String>,
    /// Size in bytes.
    pub size: u64,
    pub state: InboundMailState,
    /// Reason for the state, in a word or two.
    pub reason: String,
    /// Player that the message is from.
    pub player_id: Option<String>,
    pub game_id: Option<String>,
    /// Class of the message for the quotas of its player.
    pub reply_class: ReplyClass,
    /// Time when processing ended.
    pub done_at: Option<Time>,
}

/// Message with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboundMailJob {
    pub row: InboundMailRow,
    /// The complete message while it waits or if it failed; otherwise its first 16 KiB.
    pub raw: Vec<u8>,
    /// Plan of what the message asks for, with its progress, once processing has begun.
    pub plan: Option<String>,
}

impl QueueRow for InboundMailJob {
    fn job(&self) -> &JobRow {
        &self.row.job
    }
}

/// Columns of a message that are not those of its job, without its bytes and its plan.
pub(super) const COLUMNS: &str =
    "channel, recipient, size, outcome, reason, player_id, game_id, reply_class, done_at";

impl Record for InboundMailRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let job = JobRow::decode(row)?;
        let outcome: Option<InboundMailState> = row.get("outcome")?;
        let state = match job.state {
            JobState::Pending => InboundMailState::Waiting,
            JobState::Failed => InboundMailState::Failed,
            JobState::Done => outcome.unwrap_or(InboundMailState::Ignored),
        };
        Ok(Self {
            job,
            channel: row.get("channel")?,
            recipient: row.get("recipient")?,
            size: row.get("size")?,
            state,
            reason: row.get::<Option<String>>("reason")?.unwrap_or_default(),
            player_id: row.get("player_id")?,
            game_id: row.get("game_id")?,
            reply_class: row.get("reply_class")?,
            done_at: row.get("done_at")?,
        })
    }
}

impl Record for InboundMailJob {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            row: InboundMailRow::decode(row)?,
            raw: row.get("payload")?,
            plan: row.get("plan")?,
        })
    }
}
