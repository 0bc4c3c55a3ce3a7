//! Accounts: how they begin, and what is erased when they are deleted.

use broadside_domain::player::{PlayerRow, TokenRow};
use broadside_domain::time::Time;

use crate::mail::outbox::{NewMail, insert_mail};
use crate::sql::{Connection, query};
use crate::write::{Done, Write};
use crate::{players, tokens};

/// Creates a player with a first token.
#[derive(Clone)]
pub struct Create {
    /// The player.
    pub player: PlayerRow,
    /// The token.
    pub token: TokenRow,
}

impl Write for Create {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        players::insert(db, &self.player).await?;
        tokens::insert_token(db, &self.token).await?;
        Ok(Done::Yes)
    }
}

/// Mail that tells a player that their account is deleted.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// The mail.
    pub mail: NewMail,
    /// Time of the deletion.
    pub at: Time,
}

/// Deletes the account of a player and its tokens, for good. A conflict if it is already deleted.
#[derive(Clone)]
pub struct Delete {
    /// Id of the player.
    pub id: String,
    /// Mail that says so, if any.
    pub farewell: Option<Farewell>,
}

impl Write for Delete {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        if players::set_name(db, &self.id, None).await? == Done::Conflict {
            return Ok(Done::Conflict);
        }
        for statement in ERASE_PLAYER {
            query(statement).bind(&self.id).execute(&mut *db).await?;
        }
        // Not before: it is a mail to the address of the player.
        if let Some(Farewell { mail, at }) = &self.farewell {
            insert_mail(db, mail, *at).await?;
        }
        Ok(Done::Yes)
    }
}

/// Statements that erase a player whose account is deleted: everything except that the player sat
/// in games. They lock other rows before the counter of the player's feed, as steps do.
const ERASE_PLAYER: [&str; 26] = [
    "DELETE FROM tokens WHERE player_id = $1",
    "DELETE FROM stream_tickets WHERE player_id = $1",
    "DELETE FROM idempotency_responses WHERE player_id = $1",
    "DELETE FROM notes WHERE player_id = $1",
    "DELETE FROM move_queues WHERE player_id = $1",
    "DELETE FROM blocks WHERE player_id = $1 OR blocked_id = $1",
    // Lock these rows first, as the sender does: a delivery in progress is recorded before the
    // deletion, or not at all.
    "UPDATE webhooks SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE queue = 'webhooks' AND key IN (SELECT id FROM webhooks WHERE player_id = $1)",
    "DELETE FROM webhooks WHERE player_id = $1",
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE player_id = $1",
    // Also mail that only claims to be from there, and requests of others.
    "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    // Mail that others sent to the address before its owner was known, and mail with invitations by
    // the player.
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND mail_kind = 'invitation' \
     AND game_id IN (SELECT game_id FROM mail_invitations WHERE invited_by = $1)",
    "DELETE FROM mail_invitations WHERE player_id = $1 OR invited_by = $1",
    // Invitations by others lose only the address: their seats must become free again one day.
    "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
     WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    "DELETE FROM mailboxes WHERE player_id = $1",
    // Others still see that there was a message, and its number stays.
    "UPDATE messages SET text = NULL WHERE player_id = $1",
    // The score keeps its revision.
    "UPDATE score_changes SET text = '' WHERE player_id = $1 AND kind = 'direct'",
    "UPDATE players SET vacations = '[]' WHERE id = $1",
    "UPDATE seats SET decline_message = NULL WHERE reserved_for = $1 AND decline_message IS NOT NULL",
    // The counter first: this waits for a step that has locked it, and what that step added is
    // deleted with the rest.
    "DELETE FROM feed_heads WHERE player_id = $1",
    "DELETE FROM feed WHERE player_id = $1",
];
