//! Errors of opening a PostgreSQL database.

use super::address::Address;

#[derive(Debug, thiserror::Error)]
pub enum PostgresOpenError {
    /// The database does not answer, or does not accept this user.
    #[error(
        "the database {0} cannot be reached: {1}; see that it runs, exists, and lets this user in"
    )]
    Unreachable(Address, String),
    /// A pooler gives each transaction another session.
    #[error(
        "the database {0} is behind a pooler of transactions, and a node needs sessions: let the pooler keep \
         them (PgBouncer: pool_mode = session), or leave it out"
    )]
    TransactionPooler(Address),
    /// The database does not belong to this service, or it belongs to a newer version.
    #[error(
        "the database {0} cannot be used: {1}; if a newer broadside made its tables, start that one"
    )]
    Unusable(Address, String),
}

impl PostgresOpenError {
    pub(super) fn unreachable(address: &Address, reason: impl ToString) -> Self {
        Self::Unreachable(address.clone(), reason.to_string())
    }

    pub(super) fn unusable(address: &Address, reason: impl ToString) -> Self {
        Self::Unusable(address.clone(), reason.to_string())
    }
}
