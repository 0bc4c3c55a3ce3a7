//! Mailboxes of players and outgoing mail: rows, changes and queries.

mod change;
mod codes;
mod invite;
mod mailbox;
mod out;
mod read;
mod write;

use async_trait::async_trait;
use broadside_domain::mail::MailCounts;
use broadside_domain::time::Time;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::decode::{row, words};

pub use change::{
    Acceptance, AddressChange, AddressQuota, CodeAsked, DeliveryAttempt, FeedBatch, MailChange,
    NewInvitation, ThreadCursorUpdate, UpsertMailbox,
};
pub(super) use read::{
    forget_keys, forget_mails, has_news, lease_mail, lease_mailboxes, mail, mail_columns, mailbox_columns,
};
pub(super) use {
    codes::write_codes,
    invite::write_invitations,
    mailbox::write_mailbox,
    out::write_out,
    write::{ERASE_MAILBOX, GIVE_UP_MAIL, write_mail},
};

words! {
    /// Frequency of mail to a player.
    Cadence {
        /// At each of the player's turns, and at other important events.
        Each "each",
        /// Once a day, with everything new.
        Digest "digest",
        /// Only reminders, sent when the player's time runs short.
        Reminders "reminders",
        /// Never.
        Off "off",
    }
}

words! {
    /// State of delivery to a mailbox.
    MailboxState {
        /// Mail is sent.
        Active "active",
        /// Mail has stopped: the mailbox has accepted nothing for days.
        Failing "failing",
    }
}

words! {
    /// State of a mail.
    MailState {
        /// Waiting to be sent.
        Pending "pending",
        /// Accepted by the mail server.
        Sent "sent",
        /// Given up.
        Failed "failed",
    }
}

words! {
    /// Kind of a mail.
    MailKind {
        /// Asks the reader to confirm an address.
        Confirm "confirm",
        /// Tells a confirmed address that another one will replace it.
        Notice "notice",
        /// Invites to a game.
        Invitation "invitation",
        /// Reports challenges by strangers.
        Strangers "strangers",
        /// Contains a code that can be redeemed for a token.
        Code "code",
        /// Reports on one game.
        Game "game",
        /// Reports on one game with strangers that has not begun.
        Lobby "lobby",
        /// Reports on several games.
        Digest "digest",
        /// Answers an incoming mail.
        Answer "answer",
    }
}

/// Confirmed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Address as written.
    pub address: String,
    /// Normalized address, for comparison.
    pub normal: String,
    /// Time of confirmation.
    pub at: Time,
}

/// Address that awaits confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Address as written.
    pub address: String,
    /// Normalized address, for comparison.
    pub normal: String,
    /// Hash of the code that was sent to the address.
    pub code_hash: String,
    /// Time of the request.
    pub at: Time,
}

/// Prefix of the value stored instead of the hash of a code that was not sent because of a quota. No hash begins with
/// it.
pub(crate) const UNSENT: &str = "unsent ";

impl Asked {
    /// Returns true if the quotas allowed a code to be sent.
    pub fn is_sent(&self) -> bool {
        !self.code_hash.starts_with(UNSENT)
    }
}

/// Pending change of a confirmed address.
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
    /// Player who owns the mailbox.
    pub player_id: String,
    /// Confirmed address, which mail goes to.
    pub confirmed: Option<Confirmed>,
    /// Address that awaits confirmation.
    pub asked: Option<Asked>,
    /// Pending change of the address. Until it takes effect, the confirmed address can stop it.
    pub next: Option<NextAddress>,
    /// Frequency of mail.
    pub cadence: Cadence,
    /// True if the sheets of games are attached.
    pub sheets: bool,
    /// Language of the mail.
    pub lang: String,
    /// State of delivery.
    pub state: MailboxState,
    /// Cursor in the player's feed: number of the last entry that was written as mail.
    pub position: u64,
    /// Earliest time of the next digest.
    pub digest_at: Time,
    /// Time since which no mail has been accepted; `None` if the last one was.
    pub failing_since: Option<Time>,
    /// True if the player wants to be told of challenges by strangers.
    pub strangers: bool,
    /// True if there are challenges by strangers that no mail has reported.
    pub strangers_waiting: bool,
    /// Earliest time of the next mail about them.
    pub strangers_at: Time,
    /// Revision of the mailbox: grows with every change by its player.
    pub changed_at: Time,
}

/// Progress of the mail to a player about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    /// Id of the game.
    pub game_id: String,
    /// Number of the last reported event, as the player counts them.
    pub told: u64,
    /// Turn for which the player was last told to move.
    pub turn: Option<u32>,
}

/// Row of a reply key, which is part of the address that a mail is answered to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// Hash of the key.
    pub hash: String,
    /// Player that the key was sent to.
    pub player_id: String,
    /// Game of the key; empty if it needs none.
    pub game_id: String,
    /// Turn of the game when the key was made; 0 without a game.
    pub turn: u32,
    /// Time when the key was made.
    pub made_at: Time,
}

/// Row of an invitation sent by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRow {
    /// Hash of the key in the address that the invitation is answered to.
    pub key_hash: String,
    /// Id of the game.
    pub game_id: String,
    /// Number of the seat.
    pub seat: u8,
    /// Hash of the code in the invitation; empty once it has expired.
    pub code_hash: String,
    /// Address as written; empty once its owner has had it forgotten.
    pub address: String,
    /// Normalized address; empty in the same case.
    pub normal: String,
    /// Keyed hash of the address; a placeholder in the same case.
    pub address_hash: String,
    /// Player who invites.
    pub made_by: String,
    /// Language of the invitation.
    pub lang: String,
    /// Player who has accepted.
    pub player_id: Option<String>,
    /// Time when the invitation was made.
    pub made_at: Time,
}

impl KeyRow {
    /// Creates the row of a key in a mail to a player about a game in one of its turns, or about no game. Only a reader
    /// of that mail can answer with the key; a letter without a key may be from anybody.
    pub fn of(hash: String, player_id: &str, game: Option<(&str, u32)>, made_at: Time) -> Self {
        let (game_id, turn) = game.unwrap_or(("", 0));
        Self { hash, player_id: player_id.to_owned(), game_id: game_id.to_owned(), turn, made_at }
    }

    /// Returns the game, if the key is for one.
    pub fn game(&self) -> Option<&str> {
        Some(&*self.game_id).filter(|game_id| !game_id.is_empty())
    }
}

/// New mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// Id of the mail.
    pub id: String,
    /// Player that the mail is for; `None` for a recipient without an account.
    pub player_id: Option<String>,
    /// Game that it is about.
    pub game_id: Option<String>,
    /// The only player who caused it, if it is about a game.
    pub caused_by: Option<String>,
    /// Kind of the mail.
    pub kind: MailKind,
    /// Message-ID, without the angle brackets.
    pub message_id: String,
    /// Address of the recipient.
    pub recipient: String,
    /// Envelope sender, which bounces go to.
    pub sender: String,
    /// The complete message.
    pub message: String,
}

/// Row of an outgoing mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRow {
    /// The mail. Its message is cleared once it is sent or given up, because it contains keys.
    pub mail: NewMail,
    /// State of the mail.
    pub state: MailState,
    /// Time of the next attempt.
    pub next_at: Option<Time>,
    /// Number of attempts.
    pub attempts: u32,
    /// Log of the attempts, as JSON.
    pub log: String,
    /// Time when the mail was made.
    pub made_at: Time,
}

/// Usual delay of the notice of an address change, in milliseconds. If the notice takes longer, the waiting period
/// starts again when it is sent.
pub(crate) const NOTICE_WITHIN: i64 = 60_000;

/// Queries of mailboxes and outgoing mail.
#[async_trait]
pub trait Mail: Send + Sync {
    /// Leases mailboxes with something to write, until a time.
    async fn lease_mailboxes(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailboxRow>, StoreError>;

    /// Leases mails that are due by now, until a time.
    async fn lease_mail(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError>;

    /// Returns a player's mailbox.
    async fn mailbox(&self, player_id: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// Returns the mailbox that awaits confirmation with a code with this hash.
    async fn mailbox_by_code(&self, code_hash: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// Returns the mailbox with this confirmed address, given in normalized form.
    async fn mailbox_at(&self, normal: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// Returns up to `limit` players whose address change is due by now, with true if the change deletes the mailbox.
    async fn due_addresses(&self, now: Time, limit: u32) -> Result<Vec<(String, bool)>, StoreError>;

    /// Returns the progress of the mail to a player about a game.
    async fn mail_thread(&self, player_id: &str, game_id: &str) -> Result<Option<ThreadRow>, StoreError>;

    /// Returns the key with this hash.
    async fn mail_key(&self, hash: &str) -> Result<Option<KeyRow>, StoreError>;

    /// Returns the invitation whose key has this hash.
    async fn mail_invitation(&self, key_hash: &str) -> Result<Option<InvitationRow>, StoreError>;

    /// Returns invitations from before a time that were not accepted and have not expired, oldest first.
    async fn unanswered_invitations(
        &self,
        before: Time,
        limit: u32,
    ) -> Result<Vec<InvitationRow>, StoreError>;

    /// Returns the player who was sent a code with this hash after a time.
    async fn mail_code(&self, code_hash: &str, since: Time) -> Result<Option<String>, StoreError>;

    /// Returns mails, newest first. `player_id` restricts them to one player, `before` to lower ids.
    async fn mails(
        &self,
        player_id: Option<&str>,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError>;

    /// Counts the requests after a time for mail to an address, given by its hash, and the requests by a player. Also
    /// returns the time of the player's first one.
    async fn mail_asked(
        &self,
        address_hash: &str,
        player_id: &str,
        after: Time,
    ) -> Result<(u64, u64, Option<Time>), StoreError>;

    /// Counts mails after a time: mails about games to a player, those of them about games with strangers that have not
    /// begun, those caused by the player `by`, all mails that `by` caused to anybody, and all mails in total.
    async fn mail_sent(
        &self,
        player_id: &str,
        by: Option<&str>,
        after: Time,
    ) -> Result<MailCounts, StoreError>;

    /// Returns true if two players know each other: they have begun a game together, or one has accepted a challenge or
    /// an invitation by mail from the other.
    async fn are_acquainted(&self, player_id: &str, other: &str) -> Result<bool, StoreError>;

    /// Returns true if an address, given by its hash, asked never to get mail.
    async fn mail_is_refused(&self, address_hash: &str) -> Result<bool, StoreError>;
}

row! {
    struct Mailbox {
        player_id: String,
        address: Option<String>,
        normal: Option<String>,
        confirmed_at: Option<i64>,
        asked_address: Option<String>,
        asked_normal: Option<String>,
        code_hash: Option<String>,
        asked_at: Option<i64>,
        next_address: Option<String>,
        next_normal: Option<String>,
        next_at: Option<i64>,
        cadence: String,
        sheets: bool,
        lang: String,
        state: String,
        position: i64,
        digest_at: i64,
        failing_since: Option<i64>,
        strangers: bool,
        strangers_waiting: bool,
        strangers_at: i64,
        changed_at: i64,
    }
}

impl TryFrom<Mailbox> for MailboxRow {
    type Error = StoreError;

    fn try_from(row: Mailbox) -> Result<Self, StoreError> {
        let confirmed = row.address.zip(row.normal).zip(row.confirmed_at);
        let next_address = row.next_address.zip(row.next_normal);
        let asked = row.asked_address.zip(row.asked_normal).zip(row.code_hash.zip(row.asked_at));
        Ok(Self {
            player_id: row.player_id,
            confirmed: confirmed.map(|((address, normal), at)| Confirmed { address, normal, at: Time(at) }),
            asked: asked.map(|((address, normal), (code_hash, at))| Asked {
                address,
                normal,
                code_hash,
                at: Time(at),
            }),
            next: row.next_at.map(|at| NextAddress { address: next_address, at: Time(at) }),
            cadence: Cadence::read(&row.cadence)?,
            sheets: row.sheets,
            lang: row.lang,
            state: MailboxState::read(&row.state)?,
            position: row.position as u64,
            digest_at: Time(row.digest_at),
            failing_since: row.failing_since.map(Time),
            strangers: row.strangers,
            strangers_waiting: row.strangers_waiting,
            strangers_at: Time(row.strangers_at),
            changed_at: Time(row.changed_at),
        })
    }
}

row! {
    struct Mailed {
        id: String,
        player_id: Option<String>,
        game_id: Option<String>,
        caused_by: Option<String>,
        kind: String,
        message_id: String,
        recipient: String,
        sender: String,
        message: String,
        state: String,
        next_at: Option<i64>,
        attempts: i64,
        log: String,
        made_at: i64,
    }
}

impl TryFrom<Mailed> for MailRow {
    type Error = StoreError;

    fn try_from(row: Mailed) -> Result<Self, StoreError> {
        Ok(Self {
            mail: NewMail {
                id: row.id,
                player_id: row.player_id,
                game_id: row.game_id,
                caused_by: row.caused_by,
                kind: MailKind::read(&row.kind)?,
                message_id: row.message_id,
                recipient: row.recipient,
                sender: row.sender,
                message: row.message,
            },
            state: MailState::read(&row.state)?,
            next_at: row.next_at.map(Time),
            attempts: row.attempts as u32,
            log: row.log,
            made_at: Time(row.made_at),
        })
    }
}

row! {
    struct Thread {
        game_id: String,
        told: i64,
        turn: i64,
    }
}

impl From<Thread> for ThreadRow {
    fn from(Thread { game_id, told, turn }: Thread) -> Self {
        Self { game_id, told: told as u64, turn: u32::try_from(turn).ok() }
    }
}

row! {
    struct Key {
        hash: String,
        player_id: String,
        game_id: String,
        turn: i64,
        made_at: i64,
    }
}

row! {
    struct Invited {
        key_hash: String,
        game_id: String,
        seat: i64,
        code_hash: String,
        address: String,
        normal: String,
        address_hash: String,
        made_by: String,
        lang: String,
        player_id: Option<String>,
        made_at: i64,
    }
}

impl From<Invited> for InvitationRow {
    fn from(row: Invited) -> Self {
        let Invited {
            key_hash,
            game_id,
            seat,
            code_hash,
            address,
            normal,
            address_hash,
            made_by,
            lang,
            player_id,
            made_at,
        } = row;
        let (seat, made_at) = (seat as u8, Time(made_at));
        Self {
            key_hash,
            game_id,
            seat,
            code_hash,
            address,
            normal,
            address_hash,
            made_by,
            lang,
            player_id,
            made_at,
        }
    }
}

impl From<Key> for KeyRow {
    fn from(Key { hash, player_id, game_id, turn, made_at }: Key) -> Self {
        Self { hash, player_id, game_id, turn: turn as u32, made_at: Time(made_at) }
    }
}
