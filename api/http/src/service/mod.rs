//! The service itself: its health, and the kinds of problems.

pub(crate) mod health;
pub(crate) mod problems;
