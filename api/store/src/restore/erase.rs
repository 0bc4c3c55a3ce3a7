//! Repeats erasures and revocations in a restored database. Each of them does nothing if the backup already has it.

use super::connection::{Connection, Value};
use crate::erasures::{Erased, Erasure};
use crate::mail::{ERASE_MAILBOX, GIVE_UP_MAIL};
use crate::writes::ERASE_PLAYER;

const RENAMED: &str = "UPDATE games SET edition = edition + 1 WHERE id IN \
    (SELECT game_id FROM seats WHERE player_id = $1 UNION SELECT game_id FROM seats WHERE kept_for = $1)";

/// Repeats erasures in their order. Returns the number of erasures that changed anything.
pub(super) async fn erase(db: &mut Connection, erasures: &[Erasure]) -> Result<u64, sqlx::Error> {
    let mut changed = 0;
    for Erasure { at, what } in erasures {
        let rows = match what {
            Erased::Account(id) => erase_account(db, id).await?,
            Erased::Token(id) => db.execute("DELETE FROM tokens WHERE id = $1", &[Value::Text(id)]).await?,
            Erased::Rotated { id, ends_at, next, hash } => {
                // Without the token that replaced it, the player would be locked out.
                db.execute(
                    "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered) \
                     SELECT $2, player_id, $3, name, scopes, $4, expires_at, expires_at, recovered FROM tokens WHERE id = $1 \
                     ON CONFLICT DO NOTHING",
                    &[Value::Text(id), Value::Text(next), Value::Text(hash), Value::Int(at.0)],
                )
                .await?;
                db.execute(
                    "UPDATE tokens SET ends_at = $2 WHERE id = $1 AND (ends_at IS NULL OR ends_at > $2)",
                    &[Value::Text(id), Value::Int(ends_at.0)],
                )
                .await?
            }
            Erased::Mailbox(player_id) => {
                // A mailbox that was set later stays.
                let there: Vec<(String,)> = db
                    .fetch(
                        "SELECT player_id FROM mailboxes WHERE player_id = $1 AND changed_at <= $2",
                        &[Value::Text(player_id), Value::Int(at.0)],
                    )
                    .await?;
                if !there.is_empty() {
                    for statement in ERASE_MAILBOX {
                        db.execute(statement, &[Value::Text(player_id)]).await?;
                    }
                }
                there.len() as u64
            }
            Erased::MailOff(player_id) => {
                let off = db
                    .execute(
                        "UPDATE mailboxes SET cadence = 'off' WHERE player_id = $1 AND changed_at <= $2 AND cadence <> 'off'",
                        &[Value::Text(player_id), Value::Int(at.0)],
                    )
                    .await?;
                if off > 0 {
                    db.execute(GIVE_UP_MAIL, &[Value::Text(player_id)]).await?;
                }
                off
            }
            Erased::Refused(address_hash) => {
                db.execute(
                    "UPDATE mail_out SET state = 'failed', next_at = NULL, message = '' WHERE state = 'pending' \
                     AND player_id IS NULL AND lower(recipient) IN \
                     (SELECT normal FROM mail_invitations WHERE address_hash = $1)",
                    &[Value::Text(address_hash)],
                )
                .await?;
                db.execute(
                    "INSERT INTO mail_refused (address_hash, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    &[Value::Text(address_hash), Value::Int(at.0)],
                )
                .await?
            }
            Erased::Welcomed(address_hash) => {
                db.execute("DELETE FROM mail_refused WHERE address_hash = $1", &[Value::Text(address_hash)])
                    .await?
            }
            Erased::Note { game, player } => {
                db.execute(
                    "DELETE FROM notes WHERE game_id = $1 AND player_id = $2 AND changed_at <= $3",
                    &[Value::Text(game), Value::Text(player), Value::Int(at.0)],
                )
                .await?
            }
            Erased::Webhook(id) => {
                db.execute("DELETE FROM webhook_deliveries WHERE webhook_id = $1", &[Value::Text(id)])
                    .await?;
                db.execute("DELETE FROM webhooks WHERE id = $1", &[Value::Text(id)]).await?
            }
        };
        changed += u64::from(rows > 0);
    }
    Ok(changed)
}

async fn erase_account(db: &mut Connection, id: &str) -> Result<u64, sqlx::Error> {
    let renamed = db
        .execute("UPDATE players SET name = NULL WHERE id = $1 AND name IS NOT NULL", &[Value::Text(id)])
        .await?;
    if renamed > 0 {
        db.execute(RENAMED, &[Value::Text(id)]).await?;
        for statement in ERASE_PLAYER {
            db.execute(statement, &[Value::Text(id)]).await?;
        }
    }
    Ok(renamed)
}
