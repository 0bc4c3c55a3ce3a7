//! Games: their rows, seats and logs.

pub(crate) mod append;
pub(crate) mod append_to_postgres;
pub(crate) mod append_to_sqlite;
pub(crate) mod challenges;
pub mod clocks;
mod decode;
pub mod invitation_codes;
pub mod lists;
pub(crate) mod locks;
pub mod new_game;
pub(crate) mod newly_seated;
mod queries;
pub mod step;
