//! Tokens of players: credentials, their recovery, and tickets for streams.

pub(crate) mod manage;
pub(crate) mod recovery;
pub(crate) mod tickets;
