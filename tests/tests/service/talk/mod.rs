//! Messages, notes and blocks.

mod blocks;
pub(crate) mod messages;
mod notes;
