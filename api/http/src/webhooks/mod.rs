//! Webhooks of players, and the deliveries to them.

pub(crate) mod deliveries;
pub(crate) mod manage;
