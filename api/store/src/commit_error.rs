//! Errors of commits.

use broadside_domain::error::AppError;

use crate::error::StoreError;

/// Reason why [`Store::commit`](crate::Store::commit) made no change.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitError {
    /// Another change came first: read the state again, and decide again.
    #[error("another change came first")]
    Conflict,
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl CommitError {
    /// Returns true if a commit was made, and false after a conflict.
    ///
    /// # Errors
    /// If the database failed.
    pub fn is_committed(result: Result<(), Self>) -> Result<bool, StoreError> {
        match result {
            Ok(()) => Ok(true),
            Err(Self::Conflict) => Ok(false),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

impl From<CommitError> for AppError {
    /// Converts errors of changes that cannot conflict: a conflict is a bug.
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::internal(error),
            CommitError::Failed(error) => error.into(),
        }
    }
}

/// Failure of [`Backend::commit`](crate::Backend::commit).
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitFailed {
    /// Nothing was written.
    #[error(transparent)]
    Nothing(StoreError),
    /// The outcome is unknown: the database did not say whether the changes were written.
    #[error(transparent)]
    Unknown(StoreError),
}

impl From<CommitFailed> for StoreError {
    fn from(failed: CommitFailed) -> Self {
        match failed {
            CommitFailed::Nothing(error) => error,
            CommitFailed::Unknown(error) => Self::InDoubt(error.to_string()),
        }
    }
}
