//! Requests: what is read and checked before a handler.

pub(crate) mod accept;
pub(crate) mod admission;
pub(crate) mod auth;
pub(crate) mod bodies;
pub(crate) mod client;
pub(crate) mod extract;
pub(crate) mod idempotency;
pub(crate) mod language;
pub(crate) mod limits;
pub(crate) mod log;
pub(crate) mod page;
pub(crate) mod prefer;
pub(crate) mod shares;
pub(crate) mod storing;
