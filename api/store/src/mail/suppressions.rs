//! Addresses that get no mail, because their readers have asked for that.

use crate::backend::Backend;
use crate::error::StoreError;
use crate::jobs::CANCEL_MAIL;
use crate::sql::{Connection, query, query_text};
use crate::write::{Write, WriteResult};

impl Backend {
    /// Returns true if an address, given by its hash, asked never to get mail.
    pub async fn is_suppressed(&self, address_hash: &str) -> Result<bool, StoreError> {
        Ok(query("SELECT EXISTS (SELECT 1 FROM mail_suppressions WHERE address_hash = $1)")
            .bind(address_hash)
            .fetch_value(self.readers())
            .await?)
    }
}

/// Adds an address, and cancels pending mail from others to it. If the address awaits confirmation
/// by this player, the confirmation is dropped.
#[derive(Clone, Debug)]
pub struct Add {
    /// Keyed hash of the address.
    pub address_hash: String,
    pub player_id: String,
    pub address_normalized: Option<String>,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { address_hash, player_id, address_normalized } = self;
        query(
            "UPDATE mailboxes SET pending_address = NULL, pending_address_normalized = NULL, code_hash = NULL, pending_since = NULL \
             WHERE player_id = $1 AND pending_address_normalized = $2",
        )
        .bind(player_id)
        .bind(address_normalized)
        .execute(db)
        .await?;
        // Cancel pending mail to the address: confirmations and invitations.
        query_text(format!(
            "{CANCEL_MAIL} AND ((mail_kind = 'confirm' AND lower(recipient) = $2) OR (player_id IS NULL \
             AND lower(recipient) IN (SELECT i.address_normalized FROM mail_invitations i WHERE i.address_hash = $1)))"
        ))
        .bind(address_hash)
        .bind(address_normalized)
        .execute(db)
        .await?;
        query("INSERT INTO mail_suppressions (address_hash) VALUES ($1) ON CONFLICT DO NOTHING")
            .bind(address_hash)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}

/// Removes an address, because its reader has shown that they read it.
#[derive(Clone, Debug)]
pub struct Remove {
    /// Keyed hash of the address.
    pub address_hash: String,
}

impl Write for Remove {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query("DELETE FROM mail_suppressions WHERE address_hash = $1")
            .bind(&self.address_hash)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}
