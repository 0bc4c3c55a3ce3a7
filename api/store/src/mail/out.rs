//! SQL of writing and sending mail, shared by SQLite and PostgreSQL.

/// Defines the functions that write outgoing mail. See `write_mail`.
macro_rules! write_out {
    ($connection:ty) => {
        async fn write_composed(db: &mut $connection, composed: &FeedBatch) -> Result<Done, sqlx::Error> {
            let FeedBatch { player_id, lease, changed_at, from, to, threads, keys, mails, at, .. } = composed;
            let there = sqlx::query(
                "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND lease = $2 AND position = $3 \
                 AND changed_at = $4 AND normal IS NOT NULL AND state = 'active'",
            )
            .bind(player_id)
            .bind(lease)
            .bind(*from as i64)
            .bind(changed_at.0)
            .execute(&mut *db)
            .await?;
            if there.rows_affected() == 0 || !are_told_so_far(db, player_id, threads).await? {
                return Ok(Done::Conflict);
            }
            sqlx::query(
                "UPDATE mailboxes SET position = $2, digest_at = $3, strangers_waiting = $4, strangers_at = $5 \
                 WHERE player_id = $1",
            )
            .bind(player_id)
            .bind(*to as i64)
            .bind(composed.digest_at.0)
            .bind(composed.strangers_waiting)
            .bind(composed.strangers_at.0)
            .execute(&mut *db)
            .await?;
            tell(db, player_id, threads).await?;
            append_keys(db, keys).await?;
            for mail in mails {
                append_mail(db, mail, *at).await?;
            }
            Ok(Done::Yes)
        }

        /// Returns true if no mail has reported on the games since their progress was read. The caller has locked the
        /// mailbox.
        async fn are_told_so_far(
            db: &mut $connection,
            player_id: &str,
            threads: &[ThreadCursorUpdate],
        ) -> Result<bool, sqlx::Error> {
            for ThreadCursorUpdate { before, thread } in threads {
                let told: Option<(i64,)> =
                    sqlx::query_as("SELECT told FROM mail_threads WHERE player_id = $1 AND game_id = $2")
                        .bind(player_id)
                        .bind(&thread.game_id)
                        .fetch_optional(&mut *db)
                        .await?;
                if told.map(|(told,)| told as u64) != *before {
                    return Ok(false);
                }
            }
            Ok(true)
        }

        /// Stores the progress of the mail to a player about games.
        async fn tell(db: &mut $connection, player_id: &str, threads: &[ThreadCursorUpdate]) -> Result<(), sqlx::Error> {
            for ThreadCursorUpdate { before: _, thread: ThreadRow { game_id, told, turn } } in threads {
                sqlx::query(
                    "INSERT INTO mail_threads (player_id, game_id, told, turn) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (player_id, game_id) DO UPDATE SET told = excluded.told, turn = excluded.turn",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(*told as i64)
                .bind(turn.map_or(-1, i64::from))
                .execute(&mut *db)
                .await?;
            }
            Ok(())
        }

        async fn append_keys(db: &mut $connection, keys: &[KeyRow]) -> Result<(), sqlx::Error> {
            for KeyRow { hash, player_id, game_id, turn, made_at } in keys {
                sqlx::query(
                    "INSERT INTO mail_keys (hash, player_id, game_id, turn, made_at) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(hash)
                .bind(player_id)
                .bind(game_id)
                .bind(i64::from(*turn))
                .bind(made_at.0)
                .execute(&mut *db)
                .await?;
            }
            Ok(())
        }

        async fn append_mail(db: &mut $connection, mail: &NewMail, at: Time) -> Result<(), sqlx::Error> {
            let NewMail { id, player_id, game_id, caused_by, kind, message_id, recipient, sender, message } = mail;
            sqlx::query(
                "INSERT INTO mail_out (id, player_id, game_id, kind, message_id, recipient, sender, message, state, next_at, \
                 attempts, log, leased_until, made_at, caused_by) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, 0, '[]', 0, $9, $10) ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .bind(player_id)
            .bind(game_id)
            .bind(kind.as_str())
            .bind(message_id)
            .bind(recipient)
            .bind(sender)
            .bind(message)
            .bind(at.0)
            .bind(caused_by)
            .execute(&mut *db)
            .await?;
            Ok(())
        }

        async fn write_tried(db: &mut $connection, tried: &DeliveryAttempt) -> Result<Done, sqlx::Error> {
            let DeliveryAttempt { id, lease, player_id, recipient, state, next_at, attempts, log, at, tells, patience } = tried;
            if let Some(player_id) = player_id {
                // Lock the mailbox first, as every change of it does.
                sqlx::query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1")
                    .bind(player_id)
                    .execute(&mut *db)
                    .await?;
            }
            let noted = sqlx::query(
                "UPDATE mail_out SET state = $3, next_at = $4, attempts = $5, log = $6, lease = NULL, leased_until = $7, \
                 message = CASE WHEN $3 = 'pending' THEN message ELSE '' END \
                 WHERE id = $1 AND lease = $2 AND state = 'pending'",
            )
            .bind(id)
            .bind(lease)
            .bind(state.as_str())
            .bind(next_at.map(|at| at.0))
            .bind(i64::from(*attempts))
            .bind(log)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            if noted.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            if state.as_str() == "sent" {
                // The waiting period of an address change begins when the old address is notified.
                sqlx::query(
                    "UPDATE mailboxes SET next_at = next_at + ($2 - (SELECT made_at FROM mail_out WHERE id = $1)) \
                     WHERE next_at IS NOT NULL AND player_id = (SELECT player_id FROM mail_out WHERE id = $1 \
                     AND kind = 'notice' AND made_at < $3)",
                )
                .bind(id)
                .bind(at.0)
                .bind(at.0 - $crate::mail::NOTICE_WITHIN)
                .execute(&mut *db)
                .await?;
            }
            let Some(player_id) = player_id.as_ref().filter(|_| *tells) else { return Ok(Done::Yes) };
            // Only mail to the current address says something about the mailbox.
            sqlx::query(
                "UPDATE mailboxes SET failing_since = CASE WHEN $3 = 'sent' THEN NULL ELSE coalesce(failing_since, $4) END, \
                 state = CASE WHEN $3 <> 'sent' AND coalesce(failing_since, $4) <= $5 THEN 'failing' ELSE state END \
                 WHERE player_id = $1 AND address = $2",
            )
            .bind(player_id)
            .bind(recipient)
            .bind(state.as_str())
            .bind(at.0)
            .bind(patience.0)
            .execute(&mut *db)
            .await?;
            Ok(Done::Yes)
        }
    };
}
pub(crate) use write_out;
