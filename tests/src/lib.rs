//! What the tests of the whole are made of: a real server over a real database, clients that hold every answer against
//! the OpenAPI document, and games played with nothing but what the service tells.

pub mod client;
pub mod database;
pub mod document;
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
