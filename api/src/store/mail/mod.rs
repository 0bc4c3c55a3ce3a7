//! Mailboxes of players, and mail on its way to them, as they are kept.

mod change;
mod codes;
mod invite;
mod mailbox;
mod out;
mod read;
mod write;

use async_trait::async_trait;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::rows::{row, words};
use crate::ambient::Time;
use crate::mail::limits::Sent;

pub use change::{
    Acceptance, AddressChange, CodeAsked, Composed, Counted, MailChange, MailTried, MailboxWish,
    NewInvitation, ThreadStep,
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
    /// How often a player is written to.
    Cadence {
        /// Whenever it is to move, and when something else of weight happens.
        Each "each",
        /// Once a day, with all that is new.
        Digest "digest",
        /// When its time runs short.
        Reminders "reminders",
        /// Not at all.
        Off "off",
    }
}

words! {
    /// Whether a mailbox is written to.
    MailboxState {
        /// It is.
        Active "active",
        /// It has taken nothing for days.
        Failing "failing",
    }
}

words! {
    /// What has become of a mail.
    MailState {
        /// It is on its way.
        Pending "pending",
        /// The mail server has taken it.
        Sent "sent",
        /// It was given up.
        Failed "failed",
    }
}

words! {
    /// What a mail is.
    MailKind {
        /// It asks whether an address is right.
        Confirm "confirm",
        /// It tells a confirmed address that another is to take its place.
        Notice "notice",
        /// It invites to a game.
        Invitation "invitation",
        /// It tells of challenges by strangers.
        Strangers "strangers",
        /// It has a code that gives a token.
        Code "code",
        /// It tells of one game.
        Game "game",
        /// It tells of one that has not begun, with strangers.
        Lobby "lobby",
        /// It tells of several.
        Digest "digest",
        /// It answers one that came in.
        Answer "answer",
    }
}

/// An address that is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// As it was written.
    pub address: String,
    /// As it is compared.
    pub normal: String,
    /// When it was confirmed.
    pub at: Time,
}

/// An address that waits to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As it was written.
    pub address: String,
    /// As it is compared.
    pub normal: String,
    /// The hash of the code that was sent to it.
    pub code_hash: String,
    /// When.
    pub at: Time,
}

/// What stands for the hash of a code that was not sent, since its address had had as much as goes to one: no hash begins like this.
pub(in crate::store) const UNSENT: &str = "unsent ";

impl Asked {
    /// Whether the address had not had too much for a code to be sent to it.
    pub fn is_sent(&self) -> bool {
        !self.code_hash.starts_with(UNSENT)
    }
}

/// A change of a confirmed address that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextAddress {
    /// The new address as it was written and as it is compared; `None` if the mailbox is to be deleted.
    pub address: Option<(String, String)>,
    /// When it takes effect.
    pub at: Time,
}

/// A player's mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailboxRow {
    /// Whose it is.
    pub player_id: String,
    /// Where mail goes.
    pub confirmed: Option<Confirmed>,
    /// Where it is to go once that is confirmed.
    pub asked: Option<Asked>,
    /// The change that waits, during which the confirmed address can stop it.
    pub next: Option<NextAddress>,
    /// How often it is written to.
    pub cadence: Cadence,
    /// Whether sheets are sent along.
    pub sheets: bool,
    /// The language.
    pub lang: String,
    /// Whether it is written to.
    pub state: MailboxState,
    /// The number in the player's feed up to which mails have been written.
    pub position: u64,
    /// Before this no digest is written.
    pub digest_at: Time,
    /// Since when nothing has been taken; `None` if the last mail has.
    pub failing_since: Option<Time>,
    /// Whether it is told of challenges by strangers.
    pub strangers: bool,
    /// Whether there are some that no mail has told of.
    pub strangers_waiting: bool,
    /// Before this no mail tells of them.
    pub strangers_at: Time,
    /// Grows with every change by its player.
    pub changed_at: Time,
}

/// How far mails have told a player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    /// The game.
    pub game_id: String,
    /// The number of the last event that was told, as the player counts them.
    pub told: u64,
    /// The turn for which the player was last told that it is to move.
    pub turn: Option<u32>,
}

/// What the key in an address is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// The hash of the key.
    pub hash: String,
    /// The player that it was sent to.
    pub player_id: String,
    /// The game; empty if it is for what needs none.
    pub game_id: String,
    /// The turn of the game that it was made in; 0 if it is for no game.
    pub turn: u32,
    /// When it was made.
    pub made_at: Time,
}

/// An invitation that was sent by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRow {
    /// The hash of the key in the address that it is answered to.
    pub key_hash: String,
    /// The game.
    pub game_id: String,
    /// The number of the seat.
    pub seat: u8,
    /// The hash of the code in it; empty once it has expired.
    pub code_hash: String,
    /// The address, as it was written; empty once its owner has had it forgotten, as are those below.
    pub address: String,
    /// As it is compared.
    pub normal: String,
    /// Its keyed hash.
    pub address_hash: String,
    /// Who invites.
    pub made_by: String,
    /// The language of the invitation.
    pub lang: String,
    /// Who has accepted.
    pub player_id: Option<String>,
    /// When it was made.
    pub made_at: Time,
}

impl KeyRow {
    /// That the key with this hash stands in a mail to a player about a game in one of its turns, or about no game. Whoever answers
    /// such a mail has had it: without a key a letter is from anybody.
    pub fn of(hash: String, player_id: &str, game: Option<(&str, u32)>, made_at: Time) -> Self {
        let (game_id, turn) = game.unwrap_or(("", 0));
        Self { hash, player_id: player_id.to_owned(), game_id: game_id.to_owned(), turn, made_at }
    }

    /// The game, if it is for one.
    pub fn game(&self) -> Option<&str> {
        Some(&*self.game_id).filter(|game_id| !game_id.is_empty())
    }
}

/// A mail to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// Its id.
    pub id: String,
    /// For whom; `None` for nobody who has an account.
    pub player_id: Option<String>,
    /// The game it is about.
    pub game_id: Option<String>,
    /// The one player who has caused it, if it is about a game.
    pub caused_by: Option<String>,
    /// What it is.
    pub kind: MailKind,
    /// Its Message-ID, without the brackets.
    pub message_id: String,
    /// To whom it goes.
    pub recipient: String,
    /// To whom it comes back if it cannot be delivered.
    pub sender: String,
    /// The whole message.
    pub message: String,
}

/// A mail, and what has become of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRow {
    /// What is sent. The message is empty once that is over with: there are keys in it.
    pub mail: NewMail,
    /// What has become of it.
    pub state: MailState,
    /// When it is to be sent.
    pub next_at: Option<Time>,
    /// How often it has been tried.
    pub attempts: u32,
    /// The attempts, as JSON.
    pub log: String,
    /// When it was made.
    pub made_at: Time,
}

/// How soon the notice of a change of an address is sent usually. If it takes longer, the wait for the change begins anew.
pub(in crate::store) const NOTICE_WITHIN: i64 = 60_000;

/// The part of a database that knows mail.
#[async_trait]
pub trait Mail: Send + Sync {
    /// Takes mailboxes whose players' feeds say something new for whoever calls itself `lease`, until a time.
    async fn lease_mailboxes(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailboxRow>, StoreError>;

    /// Takes mails that are to be sent by now for whoever calls itself `lease`, until a time.
    async fn lease_mail(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError>;

    /// A player's mailbox.
    async fn mailbox(&self, player_id: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// The mailbox whose confirmation has a code with this hash.
    async fn mailbox_by_code(&self, code_hash: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// The mailbox with this confirmed address, as it is compared.
    async fn mailbox_at(&self, normal: &str) -> Result<Option<MailboxRow>, StoreError>;

    /// Mailboxes whose change takes effect by a time, some of them; true for those that are to be deleted.
    async fn due_addresses(&self, now: Time, limit: u32) -> Result<Vec<(String, bool)>, StoreError>;

    /// How far mails have told a player of a game.
    async fn mail_thread(&self, player_id: &str, game_id: &str) -> Result<Option<ThreadRow>, StoreError>;

    /// What the key with this hash is for.
    async fn mail_key(&self, hash: &str) -> Result<Option<KeyRow>, StoreError>;

    /// The invitation whose key has this hash.
    async fn mail_invitation(&self, key_hash: &str) -> Result<Option<InvitationRow>, StoreError>;

    /// Invitations made before a time that nobody has accepted and that have not expired, oldest first.
    async fn unanswered_invitations(
        &self,
        before: Time,
        limit: u32,
    ) -> Result<Vec<InvitationRow>, StoreError>;

    /// The player to whose address a code with this hash was sent after a time.
    async fn mail_code(&self, code_hash: &str, since: Time) -> Result<Option<String>, StoreError>;

    /// Mails, newest first: those for a player, if it is named, with an id below one.
    async fn mails(
        &self,
        player_id: Option<&str>,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError>;

    /// How many confirmations were asked for after a time: of an address by its hash, and by a player; and when the first
    /// of the latter was.
    async fn mail_asked(
        &self,
        address_hash: &str,
        player_id: &str,
        after: Time,
    ) -> Result<(u64, u64, Option<Time>), StoreError>;

    /// How many mails about games were written after a time: to a player, those of them about games with strangers that have not begun,
    /// those that another has caused, those that the other
    /// has caused anybody, and how many mails in total.
    async fn mail_sent(&self, player_id: &str, by: Option<&str>, after: Time) -> Result<Sent, StoreError>;

    /// Whether two players know each other: they have begun a game together, or one has accepted a challenge or an invitation by mail of
    /// the other.
    async fn are_acquainted(&self, player_id: &str, other: &str) -> Result<bool, StoreError>;

    /// Whether an address, by its hash, asked never to be written to.
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
