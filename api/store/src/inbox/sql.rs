//! SQL of incoming mail, shared by SQLite and PostgreSQL.

/// Columns of a message. `$raw` selects its bytes, or none.
macro_rules! mail_in_columns {
    ($raw:literal) => {
        concat!(
            "id, number, received_at, way, recipient, queue, ",
            $raw,
            ", size, plan, state, why, player_id, game_id, tally, done_at, attempts"
        )
    };
}
pub(crate) use mail_in_columns;

/// Leases waiting messages. A message waits for earlier ones of the same sender, except for those that have failed
/// twice: otherwise one bad message would hold up a player's moves for days. `$1` is the current time, `$2` the end of
/// the lease, `$3` its id, `$4` the maximum number of messages. `$locking` is the locking clause, which differs by
/// database.
macro_rules! lease_inbox {
    ($locking:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (SELECT m.id FROM mail_in m WHERE m.state = 'waiting' AND m.next_at <= $1 \
             AND (m.lease IS NULL OR m.leased_until <= $1) AND NOT EXISTS (SELECT 1 FROM mail_in e \
             WHERE e.state = 'waiting' AND e.queue = m.queue AND e.number < m.number AND e.attempts < 2) AND ",
            $crate::restore::not_held!(),
            " ORDER BY m.number LIMIT $4 ",
            $locking,
            ") UPDATE mail_in SET lease = $3, leased_until = $2 WHERE id IN (SELECT id FROM due) RETURNING ",
            $crate::inbox::mail_in_columns!("raw")
        )
    };
}
pub(crate) use lease_inbox;

/// Implements [`Inbox`](super::Inbox) for a database, as `reads.rs` does for the other queries.
macro_rules! inbox {
    ($kind:ty { $($own:tt)* }) => {
        #[async_trait::async_trait]
        impl $crate::Inbox for $kind {
            $($own)*

            async fn mail_in(&self, id: &str) -> Result<Option<MailInFound>, StoreError> {
                let row: Option<Found> =
                    sqlx::query_as(concat!("SELECT ", mail_in_columns!("raw"), " FROM mail_in WHERE id = $1"))
                        .bind(id)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(self.vault.open_all(inbox::read(Vec::from_iter(row))?)?.pop())
            }

            async fn mail_in_like(&self, identity: &str) -> Result<Option<String>, StoreError> {
                let row: Option<(String,)> = sqlx::query_as("SELECT id FROM mail_in WHERE identity = $1")
                    .bind(identity)
                    .fetch_optional(&self.readers)
                    .await?;
                Ok(row.map(|row| row.0))
            }

            async fn tallies(&self, player_id: &str, after: Time) -> Result<ReplyCounts, StoreError> {
                let (keyed, answered, keyless): (i64, i64, i64) = sqlx::query_as(
                    "SELECT count(*) FILTER (WHERE tally IN ('silent', 'answered', 'moved')), \
                     count(*) FILTER (WHERE tally = 'answered'), count(*) FILTER (WHERE tally = 'keyless') \
                     FROM mail_in WHERE player_id = $1 AND done_at > $2",
                )
                .bind(player_id)
                .bind(after.0)
                .fetch_one(&self.readers)
                .await?;
                Ok(ReplyCounts { keyed: keyed as u64, answered: answered as u64, keyless: keyless as u64 })
            }

            async fn mails_in(
                &self,
                player_id: Option<&str>,
                before: Option<u64>,
                limit: u32,
            ) -> Result<Vec<MailInRow>, StoreError> {
                let rows: Vec<Found> = sqlx::query_as(concat!(
                    "SELECT ",
                    // Reads no bytes. A stored message is never empty, so empty means "not read".
                    mail_in_columns!("substr(raw, 1, 0) AS raw"),
                    " FROM mail_in WHERE (CAST($1 AS TEXT) IS NULL OR player_id = $1) AND number < $2 \
                     ORDER BY number DESC LIMIT $3"
                ))
                .bind(player_id)
                .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                let rows = inbox::read(rows)?.into_iter().map(|found| found.row).collect();
                let mut rows: Vec<MailInRow> = self.vault.open_all(rows)?;
                rows.reverse();
                Ok(rows)
            }
        }
    };
}
pub(crate) use inbox;

/// Defines the function that writes a change of incoming mail. See `writes::write_one`.
macro_rules! write_inbox {
    ($connection:ty) => {
        async fn write_inbox(db: &mut $connection, change: &InboxChange) -> Result<Done, sqlx::Error> {
            let written = match change {
                InboxChange::Receive(mail) => {
                    sqlx::query(
                        "INSERT INTO mail_in (id, number, received_at, way, recipient, identity, queue, raw, size, state, \
                         why, tally, next_at, attempts, leased_until) \
                         SELECT $1, (SELECT coalesce(max(number), 0) + 1 FROM mail_in), $2, $3, $4, $5, $6, $7, $8, 'waiting', \
                         '', '', $2, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM mail_in WHERE identity = $5) ON CONFLICT DO NOTHING",
                    )
                    .bind(&mail.id)
                    .bind(mail.received_at.0)
                    .bind(mail.way.as_str())
                    .bind(&mail.recipient)
                    .bind(&mail.identity)
                    .bind(&mail.queue)
                    .bind(&mail.raw)
                    .bind($crate::vault::plain_length(&mail.raw) as i64)
                    .execute(&mut *db)
                    .await?
                    .rows_affected()
                }
                InboxChange::Planned { id, lease, plan } => {
                    sqlx::query("UPDATE mail_in SET plan = $3 WHERE id = $1 AND lease = $2 AND state = 'waiting'")
                        .bind(id)
                        .bind(lease)
                        .bind(plan)
                        .execute(&mut *db)
                        .await?
                        .rows_affected()
                }
                // Keep the head, which helps to explain what became of the letter, and drop the rest: attachments would
                // fill the disk. Failed messages are kept whole for investigation.
                InboxChange::Done { id, lease, state, why, player_id, game_id, tally, declined, at } => {
                    let done = sqlx::query(
                        "UPDATE mail_in SET state = $3, why = $4, player_id = $5, game_id = $6, done_at = $7, tally = $8, \
                         raw = CASE WHEN size > 16384 AND $3 <> 'failed' \
                         THEN substr(raw, 1, CASE WHEN substr(raw, 1, 5) = $9 THEN $10 ELSE $11 END) ELSE raw END, \
                         lease = NULL, leased_until = 0 WHERE id = $1 AND lease = $2 AND state = 'waiting'",
                    )
                    .bind(id)
                    .bind(lease)
                    .bind(state.as_str())
                    .bind(why)
                    .bind(player_id)
                    .bind(game_id)
                    .bind(at.0)
                    .bind(tally.as_str())
                    .bind($crate::vault::PREFIX.as_bytes())
                    .bind($crate::vault::SEALED_HEAD as i32)
                    .bind($crate::vault::HEAD as i32)
                    .execute(&mut *db)
                    .await?
                    .rows_affected();
                    if let Some(key_hash) = declined.as_ref().filter(|_| done > 0) {
                        sqlx::query("DELETE FROM mail_invitations WHERE key_hash = $1 AND player_id IS NULL")
                            .bind(key_hash)
                            .execute(&mut *db)
                            .await?;
                    }
                    done
                }
                InboxChange::Again { id, lease, next_at, why } => {
                    sqlx::query(
                        "UPDATE mail_in SET attempts = attempts + 1, next_at = $3, why = $4, lease = NULL, leased_until = 0 \
                         WHERE id = $1 AND lease = $2 AND state = 'waiting'",
                    )
                    .bind(id)
                    .bind(lease)
                    .bind(next_at.0)
                    .bind(why)
                    .execute(&mut *db)
                    .await?
                    .rows_affected()
                }
                InboxChange::Forget(before, keyless) => {
                    sqlx::query(
                        "DELETE FROM mail_in WHERE received_at < CASE WHEN state = 'ignored' OR state <> 'failed' \
                         AND tally IN ('', 'keyless') THEN $2 ELSE $1 END AND received_at < $2 AND state <> 'waiting'",
                    )
                        .bind(before.0)
                        .bind(keyless.0.max(before.0))
                        .execute(&mut *db)
                        .await?;
                    1
                }
            };
            Ok(if written == 0 { Done::Conflict } else { Done::Yes })
        }
    };
}
pub(crate) use write_inbox;
