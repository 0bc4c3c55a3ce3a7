//! Mailboxes of players, outgoing mail, and what comes with it.

pub mod address_changes;
pub mod codes;
pub mod invitations;
pub mod keys;
pub mod mailbox_row;
pub mod mailboxes;
pub mod outbox;
pub mod quotas;
pub mod removal;
pub mod sign_up;
pub mod suppressions;
pub mod threads;
