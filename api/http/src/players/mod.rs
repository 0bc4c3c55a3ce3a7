//! Accounts of players: their data, vacations and export.

pub(crate) mod account;
pub(crate) mod export;
pub(crate) mod summary;
pub(crate) mod vacations;
