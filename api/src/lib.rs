//! The service: an HTTP surface over the rules, a store, and what is done in the background.
//!
//! The way of one move: [`http`] reads the request and knows the caller; [`play`] loads the game, lets the engine
//! decide and hands the step to the [`store`], whose writer commits it; then, and only then, it is answered.

pub mod ambient;
pub mod cli;
pub mod config;
pub mod http;
pub mod mail;
mod openapi;
pub mod play;
mod private;
pub mod problem;
pub mod secret;
pub mod server;
pub mod store;
mod supervise;
pub mod telemetry;
pub mod timekeeping;
pub mod work;
