//! Use cases that only mail needs: addresses, mailboxes, invitations, recovery and sign-up. HTTP has
//! some of them too.

pub(crate) mod confirmation;
pub(crate) mod invitation;
pub(crate) mod link;
pub(crate) mod mailbox;
pub(crate) mod recovery;
pub(crate) mod sign_up;
mod suppression;
