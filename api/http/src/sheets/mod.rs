//! Printable sheets: blank ones and those of a game.

pub(crate) mod catalogue;
pub(crate) mod file;
pub(crate) mod game_sheets;
