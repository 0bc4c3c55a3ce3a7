//! Concepts that every other module shares: time and its source, secrets, players and games as they
//! are stored, time control, and errors. They use neither an HTTP library nor a database, but errors
//! name methods and headers.

pub mod backoff;
pub mod bot;
pub mod challenge;
pub mod command;
pub mod env;
pub mod error;
pub mod feed;
pub mod game;
pub mod idempotency;
pub mod limits;
pub mod mail;
pub mod network;
pub mod options_schema;
pub mod player;
pub mod private;
pub mod secret;
pub mod text;
pub mod time;
pub mod time_control;
pub mod timekeeping;
pub mod webhook;
