//! Challenges to and by a player.

pub(crate) mod decline;
pub(crate) mod list;
