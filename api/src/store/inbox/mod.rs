//! Mail that came in, as it is kept.

mod sql;

use async_trait::async_trait;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::rows::{row, words};
use crate::ambient::Time;
pub(super) use sql::{inbox, lease_inbox, mail_in_columns, write_inbox};

/// How a message came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It was handed over: by a mail server, or by whoever receives mail for the operator.
    Inbound,
    /// It was fetched from a mailbox.
    Imap,
}

impl Way {
    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Imap => "imap",
        }
    }
}

/// What has become of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailInState {
    /// Nothing yet.
    Waiting,
    /// What it says was done.
    Taken,
    /// Nothing was done, and its sender was told why.
    Refused,
    /// It is none for us, or from a stranger: nobody was told anything.
    Ignored,
    /// It could not be worked on, however often that was tried.
    Failed,
}

impl MailInState {
    const ALL: [Self; 5] = [Self::Waiting, Self::Taken, Self::Refused, Self::Ignored, Self::Failed];

    /// As it is kept.
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
    /// What a letter counts as among those of its player.
    Tally {
        /// Nothing: it is nobody's, or has no key of its player's and was not answered.
        Nothing "",
        /// It has no key of its player's, and was answered.
        Keyless "keyless",
        /// It has one, and was neither answered nor is there anything done by it in a game.
        Silent "silent",
        /// It has one, and was answered.
        Answered "answered",
        /// It has one, and something was done by it in a game.
        Moved "moved",
    }
}

/// How many letters of a player were over with within a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// Those with a key.
    pub keyed: u64,
    /// Those with a key that were answered, and nothing was done by them in a game.
    pub answered: u64,
    /// Those without a key that were answered.
    pub keyless: u64,
}

/// A message that comes in.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMailIn {
    /// Its id.
    pub id: String,
    /// When it came.
    pub received_at: Time,
    /// How it came.
    pub way: Way,
    /// The address that it was delivered to, if that is known.
    pub recipient: Option<String>,
    /// What copies of it have in common.
    pub identity: String,
    /// Who it says to be from; it is carried out after what came from the same before.
    pub queue: String,
    /// All of it.
    pub raw: Vec<u8>,
}

/// What is kept of a message besides its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailInRow {
    /// Its id.
    pub id: String,
    /// Counts messages in the order in which they came.
    pub number: u64,
    /// When it came.
    pub received_at: Time,
    /// How it came.
    pub way: String,
    /// The address that it was delivered to, if that is known.
    pub recipient: Option<String>,
    /// Who it says to be from, if it names anybody.
    pub queue: String,
    /// How many bytes it has.
    pub size: u64,
    /// What has become of it.
    pub state: MailInState,
    /// Why, in a word or two.
    pub why: String,
    /// Whose it is.
    pub player_id: Option<String>,
    /// For which game.
    pub game_id: Option<String>,
    /// What it counts as.
    pub tally: Tally,
    /// When that was.
    pub done_at: Option<Time>,
    /// How often it was tried without success.
    pub attempts: u32,
}

/// A message with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailInFound {
    /// What is kept of it.
    pub row: MailInRow,
    /// All of it as long as it waits, and if it failed; its first 16 KiB after that.
    pub raw: Vec<u8>,
    /// What it asks for and how much of that is done, once it is begun.
    pub plan: Option<String>,
}

/// Something that happens to mail that comes in.
#[derive(Clone)]
pub enum InboxChange {
    /// A message has come; a conflict if a copy of it has before, or another has come at the same moment.
    Receive(NewMailIn),
    /// It is known what a message asks for, or more of it is done; a conflict if others are at work on it.
    Planned {
        /// Which.
        id: String,
        /// Who is at work on it.
        lease: String,
        /// See [`MailInFound::plan`].
        plan: String,
    },
    /// Something has become of a message; a conflict if others are at work on it.
    Done {
        /// Which.
        id: String,
        /// Who was at work on it.
        lease: String,
        /// What has become of it.
        state: MailInState,
        /// Why, in a word or two.
        why: String,
        /// Whose it is.
        player_id: Option<String>,
        /// For which game.
        game_id: Option<String>,
        /// What it counts as.
        tally: Tally,
        /// The invitation that is declined by it, by the hash of its key: it is gone, if nobody has accepted it.
        declined: Option<String>,
        /// When.
        at: Time,
    },
    /// A message could not be worked on, and is to be tried again; a conflict if others are at work on it.
    Again {
        /// Which.
        id: String,
        /// Who was at work on it.
        lease: String,
        /// When it is to be tried.
        next_at: Time,
        /// What was in the way.
        why: String,
    },
    /// Messages of the time before this are forgotten, but for those that wait; those that show no key, of
    /// the time before the second.
    Forget(Time, Time),
}

/// The part of a database that knows mail that comes in.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// Takes messages that wait for whoever calls itself `lease`, until a time: the oldest of each sender.
    async fn lease_inbox(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailInFound>, StoreError>;

    /// A message.
    async fn mail_in(&self, id: &str) -> Result<Option<MailInFound>, StoreError>;

    /// The id of the message of which others are copies.
    async fn mail_in_like(&self, identity: &str) -> Result<Option<String>, StoreError>;

    /// What the letters of a player count as that were over with after a time.
    async fn tallies(&self, player_id: &str, after: Time) -> Result<Tallies, StoreError>;

    /// Messages, newest first: those of a player, if it is named, with a number below one.
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

/// Rows as whoever asks for them has them.
pub(super) fn read(rows: Vec<Found>) -> Result<Vec<MailInFound>, StoreError> {
    let mut all: Vec<MailInFound> = rows.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?;
    all.sort_by_key(|found| found.row.number);
    Ok(all)
}
