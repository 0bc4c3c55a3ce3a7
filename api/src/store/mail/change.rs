//! What changes mailboxes and mail.

use super::{Asked, Cadence, InvitationRow, KeyRow, MailState, NewMail, ThreadRow};
use crate::ambient::Time;
use crate::store::TokenRow;

/// What became of an attempt to send a mail.
#[derive(Clone, Debug)]
pub struct MailTried {
    /// Which.
    pub id: String,
    /// Who was at work on it.
    pub lease: String,
    /// For whom it is.
    pub player_id: Option<String>,
    /// To whom it went.
    pub recipient: String,
    /// What has become of it.
    pub state: MailState,
    /// When it is to be sent again.
    pub next_at: Option<Time>,
    /// How often it has been tried.
    pub attempts: u32,
    /// See [`MailRow::log`](super::MailRow::log).
    pub log: String,
    /// When.
    pub at: Time,
    /// Whether it says something of the mailbox, and not of the way there: it was taken, or a server has refused the recipient.
    pub tells: bool,
    /// A mailbox that has taken nothing since before this is turned off.
    pub patience: Time,
}

/// How far mails have told a player of a game, from what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadStep {
    /// The number up to which they had told of it; `None` if no mail had.
    pub before: Option<u64>,
    /// How far they have now.
    pub thread: ThreadRow,
}

/// That something is to be sent to an address that somebody has named. For whoever has named it it counts whether it is sent or not.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The id of the row.
    pub id: String,
    /// The keyed hash of the address.
    pub address_hash: String,
    /// The keyed hash of its domain; empty if it counts for none.
    pub domain_hash: String,
    /// Who has named it; nobody in particular if it is empty.
    pub player_id: String,
    /// Only so many are sent to an address
    pub most: u32,
    /// and to its domain
    pub most_of_domain: u32,
    /// and to all domains together
    pub most_of_all: u32,
    /// after this.
    pub since: Time,
}

/// An invitation to a seat of a new game, which goes to an address.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// What is kept of it.
    pub row: InvitationRow,
    /// What is counted.
    pub counted: Counted,
    /// The mail, if it may be sent.
    pub mail: Option<NewMail>,
}

/// Somebody accepts an invitation who reads the mail of its address.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// The hash of the invitation's key.
    pub key_hash: String,
    /// Who it is.
    pub player_id: String,
    /// The account, if there was none with this address: its name, and the address as it was written and as it is compared.
    pub new: Option<(String, String, String)>,
    /// The language of the mailbox of such a one.
    pub lang: String,
    /// When.
    pub at: Time,
}

/// A code is to be sent to the confirmed address of a player, which gives a token.
#[derive(Clone, Debug)]
pub struct CodeAsked {
    /// What is counted.
    pub counted: Counted,
    /// The player, the hash of the code and the mail with it, if the address is somebody's.
    pub code: Option<(String, String, NewMail)>,
    /// When.
    pub at: Time,
}

/// What a player wants of its mailbox.
#[derive(Clone, Debug)]
pub struct MailboxWish {
    /// Whose it is.
    pub player_id: String,
    /// See [`MailboxRow::cadence`](super::MailboxRow::cadence).
    pub cadence: Cadence,
    /// See [`MailboxRow::sheets`](super::MailboxRow::sheets).
    pub sheets: bool,
    /// See [`MailboxRow::strangers`](super::MailboxRow::strangers).
    pub strangers: bool,
    /// See [`MailboxRow::lang`](super::MailboxRow::lang).
    pub lang: String,
    /// The mailbox that it was decided on: its [`changed_at`](super::MailboxRow::changed_at), if there was one.
    pub before: Option<Time>,
    /// The address that waits to be confirmed from now on, if one does.
    pub asked: Option<Asked>,
    /// True if the change of the address that waits goes on. Otherwise it is dropped.
    pub keeps_next: bool,
    /// What is counted if a new confirmation was asked for.
    pub counted: Option<Counted>,
    /// The mail that asks; it is written if not too many have been to its address, and else [`Asked::is_sent`] says so.
    pub mail: Option<NewMail>,
    /// When; later than `before`.
    pub at: Time,
}

/// A change of a confirmed address, of which that address is told.
#[derive(Clone, Debug)]
pub struct AddressChange {
    /// Whose mailbox it is.
    pub player_id: String,
    /// The confirmed address, as it is compared.
    pub from: String,
    /// The hash of the code that was sent to the new address; `None` if the mailbox is to be deleted.
    pub code_hash: Option<String>,
    /// When.
    pub at: Time,
    /// When it takes effect.
    pub takes_effect: Time,
    /// What is counted for the notice.
    pub counted: Counted,
    /// The mail to the confirmed address.
    pub notice: NewMail,
}

/// What is written of a player's feed.
#[derive(Clone, Debug)]
pub struct Composed {
    /// Whose mailbox.
    pub player_id: String,
    /// Who is at work on it.
    pub lease: String,
    /// The mailbox that it was decided on: its [`changed_at`](super::MailboxRow::changed_at).
    pub changed_at: Time,
    /// The number that it begins after.
    pub from: u64,
    /// The number that it ends with.
    pub to: u64,
    /// Before this no digest is to be written.
    pub digest_at: Time,
    /// Whether challenges of strangers wait to be told.
    pub strangers_waiting: bool,
    /// Before this no mail is to tell of them.
    pub strangers_at: Time,
    /// How far it tells of games.
    pub threads: Vec<ThreadStep>,
    /// The keys in it.
    pub keys: Vec<KeyRow>,
    /// The mails.
    pub mails: Vec<NewMail>,
    /// When they were written.
    pub at: Time,
}

/// Something that changes mailboxes or mail.
#[derive(Clone, Debug)]
pub enum MailChange {
    /// A player wants something of its mailbox; a conflict if that has changed, or the player is gone.
    Want(Box<MailboxWish>),
    /// The address that this code was sent to is the first that is confirmed in its mailbox; a conflict if there is no such code, the
    /// mailbox has an address, or another player has this one.
    Confirm {
        /// The hash of the code.
        code_hash: String,
        /// When.
        at: Time,
    },
    /// Another address is to take the place of a confirmed one, or the mailbox is to be deleted; a conflict as for `Confirm`, or if the
    /// confirmed address is another by now or was told of too many changes.
    ChangeAddress(Box<AddressChange>),
    /// A change of an address that waits is dropped; a conflict if the player has no such address, or nothing waits.
    KeepAddress {
        /// The player.
        player_id: String,
        /// The confirmed address, as it is compared.
        normal: String,
        /// When.
        at: Time,
    },
    /// A change of an address takes effect that was to do so by now: codes for tokens that were sent to the old one are good no more,
    /// and what is on its way there is given up. If another player has the new address by now, the change is dropped. A conflict if
    /// nothing waits any more.
    TakeAddress {
        /// The player.
        player_id: String,
        /// True if the mailbox is to be deleted, as for `Remove`.
        removes: bool,
        /// When.
        at: Time,
    },
    /// A player has no mailbox any more, nothing is on its way to it, and nothing is kept that others have sent to its address. Of
    /// invitations that stand the address is forgotten, and the rest kept: their seats are free once they expire.
    Remove(String),
    /// A player is not written to any more; a conflict if it has no such address.
    TurnOff {
        /// The player.
        player_id: String,
        /// The address, as it is compared.
        normal: String,
        /// When.
        at: Time,
    },
    /// A player is told of challenges by strangers no more; a conflict if it has no such address.
    StopStrangers {
        /// The player.
        player_id: String,
        /// The address, as it is compared.
        normal: String,
        /// When.
        at: Time,
    },
    /// An address is never written to again, and what is on its way there from others is given up. If it waits to be confirmed by
    /// this player, it does so no more.
    Refuse {
        /// The keyed hash of the address.
        address_hash: String,
        /// The player.
        player_id: String,
        /// The address as it is compared, if it is known.
        normal: Option<String>,
        /// When.
        at: Time,
    },
    /// An address is written to again, by its hash: whoever reads it has shown itself.
    Welcome(String),
    /// What a player's feed says is written as mails, up to a number; a conflict if others have done it.
    Compose(Composed),
    /// Nobody is at work on a mailbox any more.
    Release {
        /// Whose.
        player_id: String,
        /// Who was.
        lease: String,
        /// When that ended.
        at: Time,
    },
    /// A mail that stands by itself: an answer to one that came in, for instance, with the keys in it and how far it tells of
    /// games. One with the same Message-ID is there already if it is written twice, and all is left as it is. A conflict if its
    /// player has no such address any more, or other mails have told of a game meanwhile.
    Write(NewMail, Vec<KeyRow>, Vec<ThreadStep>, Time),
    /// A mail was tried; a conflict if others are at work on it, or it is gone.
    Tried(MailTried),
    /// A mail to this player's address has come back. After several within days the mailbox is turned off.
    Bounced {
        /// The player.
        player_id: String,
        /// The address, as it is compared.
        normal: String,
        /// When.
        at: Time,
        /// So many are too many,
        most: u32,
        /// if the first came before this.
        since: Time,
    },
    /// Somebody accepts an invitation; a conflict if it is gone or another's, or the address has become somebody's.
    Accept(Box<Acceptance>),
    /// An invitation has expired, by the hash of its key, once its seat is free: its code is none any more. A conflict if it is gone,
    /// or was accepted.
    Expire(String),
    /// A letter under an invitation's key, by its hash, is answered with what is wrong with it; a conflict if so many were.
    Correct(String, u32),
    /// A code is asked for that gives a token.
    AskCode(Box<CodeAsked>),
    /// A code gives a token; a conflict if it is gone, or was made before a time.
    TakeCode {
        /// The hash of the code.
        code_hash: String,
        /// The token.
        token: Box<TokenRow>,
        /// The time.
        since: Time,
    },
    /// What came from the confirmed address of a player shows that it is read: bounces are forgotten.
    Heard(String),
    /// Mail of the time before this that is not on its way is forgotten, with what was counted then, and the keys of games
    /// that are over or of none.
    Forget(Time),
}
