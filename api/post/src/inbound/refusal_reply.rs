//! Replies to mails that were refused, as they are stored with the mail.

use serde::{Deserialize, Serialize};

use crate::compose::{GameLine, NotUnderstood, UnclearGame};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum RefusalReply {
    /// The mail says nothing.
    Nothing,
    /// Errors, each with its correction.
    Errors(Vec<String>),
    /// Lines that were not understood.
    NotUnderstood(NotUnderstood),
    /// The address has a key that does not belong to the sender.
    UnknownKey,
    /// Several addresses have keys.
    SeveralKeys,
    /// The address has no key. True if the mail asks to stop all mail.
    NoKey(bool),
    /// Part of the mail is struck out.
    Struck,
    /// The mail is for a turn that is over.
    TurnIsOver,
    /// The key is too old for what the mail asks, or belongs to a game that is over.
    OldKey,
    /// Lines that would be executed, for a preview.
    Preview(Vec<String>),
    /// It is not certain which of these games the mail is about.
    UnclearGame(UnclearGame, Vec<GameLine>),
}
