//! Checks before an operation: conditions, keys and limits.

mod conditional;
mod limits;
mod race;
