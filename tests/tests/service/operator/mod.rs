//! Tasks of the operator: commands, files, faults and restores.

mod command_line;
mod durability;
mod modes;
pub(crate) mod readme;
mod restore;
pub(crate) mod storage;
mod upkeep;
mod wrong_clock;
