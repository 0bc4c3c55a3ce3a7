//! Shared code of the end-to-end tests: a real server on a real database, clients that check every
//! answer against the OpenAPI document, and games that use only what the API shows.

pub mod client;
pub mod clock;
pub mod database;
pub mod document;
pub mod env;
pub mod games;
pub mod http2;
pub mod mail;
pub mod postgres;
pub mod proxy;
pub mod receiver;
pub mod server;
pub mod session;
pub mod shim;
pub mod smtp;
pub mod stream;
pub mod wait;
