//! Content of mails about a game: its events since the last mail about it, and its current state.

mod attachments;
mod error;
mod feed;
mod snapshot;
mod state;
mod topic;
mod update;

pub(super) use self::attachments::OnSheetError;
pub(super) use self::error::UpdateError;
pub(super) use self::feed::PendingNews;
pub(super) use self::snapshot::{dropped_moves, public_view};
pub(super) use self::update::{GameUpdate, key_games, sort_by_urgency};
