//! Mail: the mailbox of a player, inbound mail, and the pages of links in mails.

pub(crate) mod confirm;
pub(crate) mod inbound;
pub(crate) mod pages;
pub(crate) mod settings;
