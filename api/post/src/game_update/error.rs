//! Failure to build the content of a mail about a game.

use broadside_domain::error::AppError;
use broadside_store::StoreError;

/// Reason why the content of a mail about a game was not built.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UpdateError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a game could not be read: {0}")]
    Game(String),
}

pub(super) fn game_error(problem: AppError) -> UpdateError {
    UpdateError::Game(problem.kind().name().to_owned())
}
