//! Mailboxes of players and outgoing mail: rows, changes and queries.

mod change;
mod codes;
mod invitations;
mod keys;
mod mailboxes;
mod outbox;
mod quotas;
mod sign_up;
mod threads;
mod write;

pub use broadside_domain::mail::Frequency;
use broadside_domain::time::Time;
use serde::{Deserialize, Serialize};

use crate::jobs::{JobRow, QueueRow};
use crate::sql::Word;

pub use change::{
    Acceptance, AddressChange, AddressQuota, CodeAsked, DeliveryAttempt, Farewell, FeedBatch,
    MailChange, NewInvitation, RecoveryRequest, SignUp, SignUpOffer, ThreadCursorUpdate,
    UpsertMailbox,
};
pub(super) use invitations::{insert_invitations, reject_inviters};
pub(crate) use outbox::insert_mail;
pub use quotas::OFFERS;
pub(super) use write::write_mail;

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

impl MailboxState {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Word for MailboxState {}

/// Kind of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MailKind {
    /// Asks the reader to confirm an address.
    Confirm,
    /// Tells a confirmed address that another one will replace it.
    Notice,
    /// Invites to a game.
    Invitation,
    /// Reports challenges by strangers.
    Strangers,
    /// Contains a code that can be redeemed for a token.
    Code,
    /// Reports on one game.
    Game,
    /// Reports on one game with strangers that has not begun.
    Lobby,
    /// Reports on several games.
    Digest,
    /// Answers an incoming mail.
    Answer,
}

impl MailKind {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Word for MailKind {}

/// Confirmed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Address as written.
    pub address: String,
    /// Normalized address, for comparison.
    pub address_normalized: String,
    /// Time of confirmation.
    pub confirmed_at: Time,
}

/// Address that awaits confirmation.
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
    pub pending: Option<PendingAddress>,
    /// Pending change of the address. Until it takes effect, the confirmed address can stop it.
    pub next_address: Option<NextAddress>,
    /// Frequency of mail.
    pub frequency: Frequency,
    /// Hours before a deadline at which the player wants reminders, the earliest first; empty for
    /// the usual time.
    pub reminders: Vec<u32>,
    /// True if the sheets of games are attached.
    pub sheets: bool,
    /// Language of the mail.
    pub lang: String,
    /// State of delivery.
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

/// Progress of the mail to a player about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    /// Id of the game.
    pub game_id: String,
    /// Number of the last reported event, as the player counts them.
    pub last_event: u64,
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
    pub created_at: Time,
    /// Games of a key without a game whose mail shows several, in the order of the mail.
    pub games: Vec<KeyGame>,
}

/// Game that a mail about several games shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyGame {
    /// Id of the game.
    pub game_id: String,
    /// Turn of the game when the mail was written.
    pub turn: u32,
    /// True if the game waited for the player then.
    pub waits: bool,
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
    pub address_normalized: String,
    /// Keyed hash of the address; a placeholder in the same case.
    pub address_hash: String,
    /// Player who invites.
    pub invited_by: String,
    /// Language of the invitation.
    pub lang: String,
    /// Player who has accepted.
    pub player_id: Option<String>,
    /// Time when the invitation was made.
    pub created_at: Time,
}

impl KeyRow {
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
    /// Kind of the mail.
    pub mail_kind: MailKind,
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
    /// The job of sending the mail, which has its id.
    pub job: JobRow,
    /// The mail. Its message is deleted once it is sent or given up, because it contains keys.
    pub mail: NewMail,
}

impl QueueRow for MailRow {
    fn job(&self) -> &JobRow {
        &self.job
    }
}

/// Request for a code to recover an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryRow {
    /// The job of processing the request.
    pub job: JobRow,
    /// Address that the code was requested for.
    pub address: String,
}

impl QueueRow for RecoveryRow {
    fn job(&self) -> &JobRow {
        &self.job
    }
}

/// Usual delay of the notice of an address change, in milliseconds. If the notice takes longer, the
/// waiting period starts again when it is sent.
pub(crate) const NOTICE_WITHIN: i64 = 60_000;
