//! The program `broadside`: its command line and its settings. It assembles the service from its
//! crates.

pub mod cli;
pub mod config;
pub mod telemetry;
