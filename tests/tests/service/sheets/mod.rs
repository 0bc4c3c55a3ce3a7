//! Printable sheets.

mod catalogue;
pub(crate) mod game_sheets;
