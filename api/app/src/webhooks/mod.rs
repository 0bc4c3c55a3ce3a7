//! Webhooks: the addresses that they may call, and the messages that they get.

pub mod address;
pub mod message;
