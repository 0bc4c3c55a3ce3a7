//! HTTP interface: a folder for each resource, the router, and the OpenAPI document.

mod challenges;
pub mod config;
mod docs;
mod games;
mod mailbox;
mod openapi;
mod operations;
mod players;
mod records;
mod request;
mod response;
mod router;
mod rulesets;
mod scores;
pub mod server;
mod service;
mod sheets;
mod state;
mod stream;
mod talk;
mod timeline;
mod tokens;
mod web;
mod webhooks;

pub use docs::openapi_json;

pub use response::problem;
pub use router::router;
pub use state::{AppState, SharedState};
pub use timeline::Timeline;
