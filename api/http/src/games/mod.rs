//! Games: their lists, creation, seats, actions, events and streams.

pub(crate) mod abort;
pub(crate) mod actions;
pub(crate) mod board;
pub(crate) mod body;
pub(crate) mod create;
pub(crate) mod events;
pub(crate) mod feed;
pub(crate) mod invitations;
pub(crate) mod legal;
pub(crate) mod list;
pub(crate) mod placement;
pub(crate) mod queue;
pub(crate) mod rematch;
pub(crate) mod seats;
pub(crate) mod show;
pub(crate) mod step;
pub(crate) mod view_cache;
