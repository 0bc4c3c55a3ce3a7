//! The service: an HTTP interface to the game rules, a store, and background tasks.
//!
//! A move takes this path: [`http`] reads the request and authenticates the caller. [`play`] loads the game, lets the
//! engine decide, and passes the step to the [`store`], whose writer commits it. Only then is the response sent.

pub mod app;
pub mod cli;
pub mod config;
pub mod domain;
pub mod http;
pub mod mail;
mod openapi;
pub mod play;
mod private;
pub mod store;
mod supervise;
pub mod telemetry;
pub mod work;
