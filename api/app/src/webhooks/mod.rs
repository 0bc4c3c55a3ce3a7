//! Webhooks: how players manage them, the addresses that they may call, and the messages that they
//! get.

pub mod address;
mod delivery;
mod manage;
pub mod message;

pub use self::manage::{NewWebhook, WebhookPatch};
