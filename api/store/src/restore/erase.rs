//! Repeats erasures and revocations in a restored database. Each of them does nothing if the backup
//! already has it.

use super::connection::OperatorConnection;
use crate::erasures::{Erased, Erasure};
use crate::jobs::CANCEL_MAIL;
use crate::mail::{ERASE_MAILBOX, cancel_news};
use crate::players::{BUMP_GAMES, ERASE_PLAYER};
use crate::sql::Value;

/// Repeats erasures in their order. Returns the number of erasures that changed anything.
pub(super) async fn erase(
    db: &mut OperatorConnection,
    erasures: &[Erasure],
) -> Result<u64, sqlx::Error> {
    let mut changed = 0;
    for Erasure { at, what } in erasures {
        let rows = match what {
            Erased::Account(id) => erase_account(db, id).await?,
            Erased::Token(id) => {
                db.execute("DELETE FROM tokens WHERE id = $1", &[Value::from(id)]).await?
            }
            Erased::Rotated { id, ends_at, next, hash } => {
                // Only the last token that replaced it is valid.
                db.execute(
                    "DELETE FROM tokens WHERE replaces = $1 AND id <> $2",
                    &[Value::from(id), Value::from(next)],
                )
                .await?;
                // Without that one, the player would be locked out.
                db.execute(
                    "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered, replaces) \
                     SELECT $2, player_id, $3, name, scopes, $4, expires_at, expires_at, recovered, $1 FROM tokens WHERE id = $1 \
                     ON CONFLICT DO NOTHING",
                    &[Value::from(id), Value::from(next), Value::from(hash), Value::from(at.0)],
                )
                .await?;
                db.execute(
                    "UPDATE tokens SET ends_at = $2 WHERE id = $1 AND (ends_at IS NULL OR ends_at > $2)",
                    &[Value::from(id), Value::from(ends_at.0)],
                )
                .await?
            }
            Erased::Mailbox(player_id) => {
                // A mailbox that was set later stays.
                let there: Vec<(String,)> = db
                    .fetch(
                        "SELECT player_id FROM mailboxes WHERE player_id = $1 AND revision <= $2",
                        &[Value::from(player_id), Value::from(at.0)],
                    )
                    .await?;
                if !there.is_empty() {
                    for statement in ERASE_MAILBOX {
                        db.execute(statement, &[Value::from(player_id)]).await?;
                    }
                }
                there.len() as u64
            }
            Erased::MailOff(player_id) => {
                let off = db
                    .execute(
                        "UPDATE mailboxes SET frequency = 'off' WHERE player_id = $1 AND revision <= $2 AND frequency <> 'off'",
                        &[Value::from(player_id), Value::from(at.0)],
                    )
                    .await?;
                if off > 0 {
                    db.execute(cancel_news(), &[Value::from(player_id)]).await?;
                }
                off
            }
            Erased::Refused(address_hash) => {
                db.execute(
                    format!(
                        "{CANCEL_MAIL} AND player_id IS NULL AND lower(recipient) IN \
                         (SELECT address_normalized FROM mail_invitations WHERE address_hash = $1)"
                    ),
                    &[Value::from(address_hash)],
                )
                .await?;
                db.execute(
                    "INSERT INTO mail_suppressions (address_hash, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    &[Value::from(address_hash), Value::from(at.0)],
                )
                .await?
            }
            Erased::Welcomed(address_hash) => {
                db.execute(
                    "DELETE FROM mail_suppressions WHERE address_hash = $1",
                    &[Value::from(address_hash)],
                )
                .await?
            }
            Erased::Note { game, player } => {
                db.execute(
                    "DELETE FROM notes WHERE game_id = $1 AND player_id = $2 AND changed_at <= $3",
                    &[Value::from(game), Value::from(player), Value::from(at.0)],
                )
                .await?
            }
            Erased::Webhook(id) => {
                db.execute(
                    "DELETE FROM jobs WHERE queue = 'webhooks' AND key = $1",
                    &[Value::from(id)],
                )
                .await?;
                db.execute("DELETE FROM webhooks WHERE id = $1", &[Value::from(id)]).await?
            }
        };
        changed += u64::from(rows > 0);
    }
    Ok(changed)
}

async fn erase_account(db: &mut OperatorConnection, id: &str) -> Result<u64, sqlx::Error> {
    let renamed = db
        .execute(
            "UPDATE players SET name = NULL WHERE id = $1 AND name IS NOT NULL",
            &[Value::from(id)],
        )
        .await?;
    if renamed > 0 {
        db.execute(BUMP_GAMES, &[Value::from(id)]).await?;
        for statement in ERASE_PLAYER {
            db.execute(statement, &[Value::from(id)]).await?;
        }
    }
    Ok(renamed)
}
