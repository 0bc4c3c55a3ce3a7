//! Games: how they are found, seated, played and followed.

mod advanced;
mod boards;
pub(crate) mod clocks;
pub(crate) mod deadlines;
mod finding;
mod lean;
mod queue;
mod satellite;
mod seats;
mod solo;
mod streams;
pub(crate) mod voices;
mod whole_games;
