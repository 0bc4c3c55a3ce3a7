//! Removal of mailboxes.

use crate::sql::{Connection, query};
use crate::write::{Done, Write};

/// Statements that delete a player's mailbox, by the player's id, with everything that contains its
/// address or gives it access to games.
const ERASE_MAILBOX: [&str; 11] = [
    // Lock the mailbox first, as senders do: a mail is written before the deletion, or not at all.
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE queue = 'mail_in' AND player_id = $1",
    "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id = $1",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    // Others may have sent mail to the address before it was known to be the player's.
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL \
     AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_invitations WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1) \
     AND (player_id IS NOT NULL OR code_hash = '')",
    // Open invitations only lose the address: their seats become free when they expire.
    "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
     WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mailboxes WHERE player_id = $1",
];

/// Deletes a player's mailbox, the pending mail to it, and what others have sent to its address.
/// Open invitations lose the address and are otherwise kept: their seats become free when they
/// expire. A conflict if there is no mailbox.
#[derive(Clone, Debug)]
pub struct Remove {
    /// Id of the player.
    pub player_id: String,
}

impl Write for Remove {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        remove_mailbox(db, &self.player_id).await
    }
}

/// Deletes a mailbox with everything that belongs to it. A conflict if there is none.
pub(super) async fn remove_mailbox(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<Done, sqlx::Error> {
    let mut removed = 0;
    for statement in ERASE_MAILBOX {
        removed = query(statement).bind(player_id).execute(&mut *db).await?;
    }
    Ok(Done::if_any(removed))
}
