//! Messages between players, private notes, and blocked players.

pub(crate) mod blocks;
pub(crate) mod messages;
pub(crate) mod notes;
