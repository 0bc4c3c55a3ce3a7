//! Records of finished games, and their verification.

pub(crate) mod show;
pub(crate) mod verify;
