//! Use cases about mail: addresses, mailboxes, invitations, recovery and sign-up. Routes of HTTP call
//! them too.

pub(crate) mod confirmation;
pub(crate) mod invitation;
pub(crate) mod link;
pub(crate) mod mailbox;
pub(crate) mod recovery;
pub(crate) mod sign_up;
mod suppression;
