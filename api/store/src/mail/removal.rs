//! Removal of mailboxes.

use crate::sql::{Connection, query};
use crate::tables::TABLES;
use crate::write::{Write, WriteResult};

/// Deletes a player's mailbox, the pending mail to it, and what others have sent to its address.
/// Open invitations lose the address and are otherwise kept: their seats become free when they
/// expire. A conflict if there is no mailbox.
#[derive(Clone, Debug)]
pub struct Remove {
    pub player_id: String,
}

impl Write for Remove {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        remove_mailbox(db, &self.player_id).await
    }
}

/// Deletes a mailbox with everything that belongs to it. A conflict if it does not exist.
pub(super) async fn remove_mailbox(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<WriteResult, sqlx::Error> {
    // Lock the mailbox first, as senders do: an email is written before the deletion, or not at
    // all.
    let locked = query("UPDATE mailboxes SET lease = NULL WHERE player_id = $1")
        .bind(player_id)
        .execute(db)
        .await?;
    for table in &TABLES {
        for statement in table.erase_mailbox {
            query(statement).bind(player_id).execute(db).await?;
        }
    }
    Ok(WriteResult::if_any(locked))
}
