//! Changes of mailboxes and outgoing mail.

use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;

use super::{Frequency, InvitationRow, KeyRow, NewMail, PendingAddress, ThreadRow};
use crate::jobs::JobUpdate;

/// Result of an attempt to send a mail.
#[derive(Clone, Debug)]
pub struct DeliveryAttempt {
    /// Player that the mail is for.
    pub player_id: Option<String>,
    /// Address that it was sent to.
    pub recipient: String,
    /// Result for the mail.
    pub job: JobUpdate,
    /// True if the result is about the mailbox and not the transport: the mail was accepted, or a
    /// server refused the recipient.
    pub tells: bool,
    /// Turns off the mailbox if it has accepted nothing since before this time.
    pub patience: Time,
}

/// Progress of the mail to a player about a game, with the value it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadCursorUpdate {
    /// Number of the last event reported before; `None` if no mail reported any.
    pub before: Option<u64>,
    /// New progress.
    pub thread: ThreadRow,
}

/// Quota entry of a mail to an address that somebody has named. The entry counts for the player who
/// named the address even if the mail is not sent.
#[derive(Clone, Debug)]
pub struct AddressQuota {
    /// Id of the row.
    pub id: String,
    /// Keyed hash of the address.
    pub address_hash: String,
    /// Keyed hash of its domain; empty if no domain quota applies.
    pub domain_hash: String,
    /// Player who named the address; empty if no player is counted.
    pub player_id: String,
    /// Maximum number of mails to the address since `since`.
    pub most: u32,
    /// Maximum number of mails to its domain since `since`.
    pub most_of_domain: u32,
    /// Maximum number of mails to all domains together since `since`.
    pub most_of_all: u32,
    /// Start of the period that is counted.
    pub since: Time,
}

/// Invitation by mail to a seat of a new game.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// Row of the invitation.
    pub row: InvitationRow,
    /// Quota entry.
    pub counted: AddressQuota,
    /// The mail, if it may be sent.
    pub mail: Option<NewMail>,
}

/// Acceptance of an invitation by a person who reads the mail of its address.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// Hash of the invitation's key.
    pub key_hash: String,
    /// Player who accepts.
    pub player_id: String,
    /// Account to create if none has this address: its name, and the address as written and
    /// normalized.
    pub new: Option<(String, String, String)>,
    /// Language of the new account's mailbox.
    pub lang: String,
    /// Time of the acceptance.
    pub at: Time,
}

/// Request of anybody for a code that is sent to an address, if it belongs to a player.
#[derive(Clone, Debug)]
pub struct RecoveryRequest {
    /// Id of the request.
    pub id: String,
    /// Address as written.
    pub address: String,
    /// Normalized address.
    pub address_normalized: String,
    /// Time of the request.
    pub at: Time,
}

/// Code that is sent to a player's confirmed address and can be redeemed for a token.
#[derive(Clone, Debug)]
pub struct CodeAsked {
    /// Quota entry.
    pub counted: AddressQuota,
    /// Player, hash of the code, and mail with the code; `None` if the address belongs to no
    /// player.
    pub code: Option<(String, String, NewMail)>,
    /// Time of the request.
    pub at: Time,
}

/// Mailbox settings requested by a player.
#[derive(Clone, Debug)]
pub struct UpsertMailbox {
    /// Player who owns the mailbox.
    pub player_id: String,
    /// See [`MailboxRow::frequency`](super::MailboxRow::frequency).
    pub frequency: Frequency,
    /// See [`MailboxRow::reminders`](super::MailboxRow::reminders).
    pub reminders: Vec<u32>,
    /// See [`MailboxRow::sheets`](super::MailboxRow::sheets).
    pub sheets: bool,
    /// See [`MailboxRow::strangers`](super::MailboxRow::strangers).
    pub strangers: bool,
    /// See [`MailboxRow::lang`](super::MailboxRow::lang).
    pub lang: String,
    /// Revision that the request is based on: the [`revision`](super::MailboxRow::revision) of the
    /// mailbox, if there was one.
    pub before: Option<Time>,
    /// Address that awaits confirmation from now on, if any.
    pub pending: Option<PendingAddress>,
    /// True to keep a pending change of the address; false to drop it.
    pub keeps_next: bool,
    /// Quota entry, if a new confirmation was requested.
    pub counted: Option<AddressQuota>,
    /// Confirmation mail. It is sent only if the quotas allow it; [`PendingAddress::is_sent`] tells
    /// if they did.
    pub mail: Option<NewMail>,
    /// Time of the change; later than `before`.
    pub at: Time,
}

/// Change of a confirmed address, with the notice to that address.
#[derive(Clone, Debug)]
pub struct AddressChange {
    /// Player who owns the mailbox.
    pub player_id: String,
    /// Confirmed address, normalized.
    pub from: String,
    /// Hash of the code that was sent to the new address; `None` if the change deletes the mailbox.
    pub code_hash: Option<String>,
    /// Time of the request.
    pub at: Time,
    /// Time when the change takes effect.
    pub takes_effect: Time,
    /// Quota entry of the notice.
    pub counted: AddressQuota,
    /// Notice to the confirmed address.
    pub notice: NewMail,
}

/// Mails composed from a player's feed.
#[derive(Clone, Debug)]
pub struct FeedBatch {
    /// Player who owns the mailbox.
    pub player_id: String,
    /// Id of the lease.
    pub lease: String,
    /// Revision of the mailbox that the mails are based on: its
    /// [`revision`](super::MailboxRow::revision).
    pub revision: Time,
    /// Cursor before: the mails begin after this number of the feed.
    pub from: u64,
    /// Cursor after: the mails end with this number of the feed.
    pub to: u64,
    /// Earliest time of the next digest.
    pub next_digest_at: Time,
    /// True if challenges by strangers are still unreported.
    pub strangers_waiting: bool,
    /// Earliest time of the next mail about them.
    pub strangers_at: Time,
    /// Progress of the games that the mails report on.
    pub threads: Vec<ThreadCursorUpdate>,
    /// Keys in the mails.
    pub keys: Vec<KeyRow>,
    /// The mails.
    pub mails: Vec<NewMail>,
    /// Time when they were written.
    pub at: Time,
}

/// Mail that tells a player that their account is deleted.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// The mail.
    pub mail: NewMail,
    /// Time of the deletion.
    pub at: Time,
}

/// Mail that offers an account to a stranger, or answers a reply to that.
#[derive(Clone, Debug)]
pub struct SignUpOffer {
    /// Quotas of the address and its domain.
    pub counted: AddressQuota,
    /// Mail.
    pub mail: NewMail,
    /// Time of the mail.
    pub at: Time,
}

/// Account that is created with a confirmed mailbox.
#[derive(Clone, Debug)]
pub struct SignUp {
    /// Id of the player.
    pub player_id: String,
    /// Name of the player.
    pub name: String,
    /// Address of the mailbox.
    pub address: String,
    /// Normalized address.
    pub address_normalized: String,
    /// Language of mail.
    pub lang: String,
    /// Time of the creation.
    pub at: Time,
}

/// Change of mailboxes or outgoing mail.
#[derive(Clone, Debug)]
pub enum MailChange {
    /// Creates or updates a mailbox. A conflict if it has changed since it was read, or the player
    /// is gone.
    Upsert(Box<UpsertMailbox>),
    /// Confirms the first address of a mailbox by the code that was sent to it. A conflict if there
    /// is no such code, the mailbox already has an address, or another player has this one.
    Confirm {
        /// Hash of the code.
        code_hash: String,
        /// Time of confirmation.
        at: Time,
    },
    /// Schedules the replacement of a confirmed address, or the deletion of the mailbox. A conflict
    /// as for `Confirm`, or if the confirmed address has changed or was notified of too many
    /// changes.
    ChangeAddress(Box<AddressChange>),
    /// Drops a pending change of an address. A conflict if the player does not have this address,
    /// or no change is pending.
    KeepAddress {
        /// Id of the player.
        player_id: String,
        /// Confirmed address, normalized.
        address_normalized: String,
        /// Time of the change.
        at: Time,
    },
    /// Applies a change of an address that is due by now: codes for tokens that were sent to the
    /// old address become invalid, and pending mail to it is cancelled. If another player has taken
    /// the new address, the change is dropped. A conflict if no change is pending any longer.
    TakeAddress {
        /// Id of the player.
        player_id: String,
        /// True if the change deletes the mailbox, as `Remove` does.
        removes: bool,
        /// Time of the change.
        at: Time,
    },
    /// Deletes a player's mailbox, the pending mail to it, and what others have sent to its
    /// address. Open invitations lose the address and are otherwise kept: their seats become free
    /// when they expire.
    Remove(String),
    /// Stops mail to a player. A conflict if the player does not have this address.
    TurnOff {
        /// Id of the player.
        player_id: String,
        /// Confirmed address, normalized.
        address_normalized: String,
        /// Time of the change.
        at: Time,
    },
    /// Stops reports of challenges by strangers to a player. A conflict if the player does not have
    /// this address.
    StopStrangers {
        /// Id of the player.
        player_id: String,
        /// Confirmed address, normalized.
        address_normalized: String,
        /// Time of the change.
        at: Time,
    },
    /// Adds an address to the suppression list, and cancels pending mail from others to it. If the
    /// address awaits confirmation by this player, the confirmation is dropped.
    Suppress {
        /// Keyed hash of the address.
        address_hash: String,
        /// Id of the player.
        player_id: String,
        /// Normalized address, if known.
        address_normalized: Option<String>,
        /// Time of the change.
        at: Time,
    },
    /// Removes an address, given by its hash, from the suppression list, because its reader has
    /// shown that they read it.
    Unsuppress(String),
    /// Writes the news in a player's feed as mails, up to a number. A conflict if the lease is
    /// lost, or the mailbox or the progress of a game has changed.
    Compose(FeedBatch),
    /// Writes a single mail, such as the answer to an incoming one, with its keys and the progress
    /// of the games that it reports on. If it was written before, as its Message-ID shows, nothing
    /// changes. A conflict if its player no longer has this address, or other mails have reported
    /// on a game since.
    Write(NewMail, Vec<KeyRow>, Vec<ThreadCursorUpdate>, Time),
    /// Records an attempt to send a mail. A conflict if the lease is lost, or the mail is gone.
    RecordAttempt(DeliveryAttempt),
    /// Records that a mail to this player's address has bounced. After several bounces over some
    /// days the mailbox is turned off.
    Bounced {
        /// Id of the player.
        player_id: String,
        /// Confirmed address, normalized.
        address_normalized: String,
        /// Time of the bounce.
        at: Time,
        /// Number of bounces that turn off the mailbox, if the first one came by `since`.
        most: u32,
        /// See `most`.
        since: Time,
    },
    /// Accepts an invitation, and creates the account if needed. A conflict if the invitation is
    /// gone, another player has accepted it, or the address now belongs to a player.
    Accept(Box<Acceptance>),
    /// Writes a mail that offers an account to a stranger, or answers a reply to that, if the
    /// quotas allow it.
    OfferSignUp(Box<SignUpOffer>),
    /// Creates an account with a mailbox. A conflict if the address belongs to a player.
    SignUp(Box<SignUp>),
    /// Expires an invitation, given by the hash of its key, once its seat is free: its code becomes
    /// invalid. A conflict if it is gone, or was accepted.
    Expire(String),
    /// Counts a corrective answer to a letter with an invitation's key, given by its hash. A
    /// conflict if the maximum is reached.
    CountCorrection(String, u32),
    /// Stores a request for a code, which is processed later. A conflict if too many are pending.
    RequestCode(RecoveryRequest),
    /// Adds a code that can be redeemed for a token. It is sent if the address belongs to a player
    /// and the quotas allow it.
    AskCode(Box<CodeAsked>),
    /// Redeems a code for a token. A conflict if the code is gone, or was made before `since`.
    TakeCode {
        /// Hash of the code.
        code_hash: String,
        /// New token.
        token: Box<TokenRow>,
        /// Time after which the code must have been made.
        since: Time,
    },
    /// Clears the bounces of a player: a letter has shown that mail to their address is read.
    ResetBounces(String),
    /// Deletes what is from before a time: mail that is not pending, quota entries, codes, keys of
    /// ended games and of no game, and invitations that have expired or whose games have ended.
    Forget(Time),
}
