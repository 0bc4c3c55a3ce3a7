//! SQL of reading and leasing mail, shared by SQLite and PostgreSQL.

/// Columns of a mailbox.
macro_rules! mailbox_columns {
    () => {
        "player_id, address, normal, confirmed_at, asked_address, asked_normal, code_hash, asked_at, next_address, \
         next_normal, next_at, cadence, sheets, lang, state, position, digest_at, failing_since, strangers, \
         strangers_waiting, strangers_at, changed_at"
    };
}
pub(crate) use mailbox_columns;

/// Columns of a mail.
macro_rules! mail_columns {
    () => {
        "id, player_id, game_id, caused_by, kind, message_id, recipient, sender, message, state, next_at, attempts, log, made_at"
    };
}
pub(crate) use mail_columns;

/// Condition: there is something to write for a mailbox at `$1`. A digest waits for its time, unless the feed has a
/// reminder or a restored game. Nothing is written for a mailbox whose deletion is pending.
macro_rules! has_news {
    () => {
        concat!(
            "m.normal IS NOT NULL AND m.state = 'active' AND m.cadence <> 'off' \
         AND (m.next_at IS NULL OR m.next_normal IS NOT NULL) AND (m.lease IS NULL OR m.leased_until <= $1) \
         AND ((m.strangers_waiting AND m.strangers_at <= $1) \
         OR (m.position < (SELECT h.number FROM feed_heads h WHERE h.player_id = m.player_id) \
         AND (m.cadence <> 'digest' OR m.digest_at <= $1 OR EXISTS (SELECT 1 FROM feed f \
         WHERE f.player_id = m.player_id AND f.number > m.position AND f.kind IN ('reminder', 'restored'))))) AND ",
            $crate::restore::not_held!()
        )
    };
}
pub(crate) use has_news;

/// Leases mailboxes with something to write. `$1` is the current time, `$2` the end of the lease, `$3` its id, `$4` the
/// maximum number of rows. `$locking` is the locking clause, which differs by database.
macro_rules! lease_mailboxes {
    ($locking:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (SELECT m.player_id FROM mailboxes m WHERE ",
            crate::mail::has_news!(),
            " ORDER BY m.leased_until, m.player_id LIMIT $4 ",
            $locking,
            ") UPDATE mailboxes SET lease = $3, leased_until = $2 WHERE player_id IN (SELECT player_id FROM due) RETURNING ",
            crate::mail::mailbox_columns!()
        )
    };
}
pub(crate) use lease_mailboxes;

/// Leases mails that are due, with the same parameters.
macro_rules! lease_mail {
    ($locking:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (SELECT id FROM mail_out WHERE state = 'pending' AND next_at <= $1 \
             AND (lease IS NULL OR leased_until <= $1) AND ",
            $crate::restore::not_held!(),
            " ORDER BY next_at, id LIMIT $4 ",
            $locking,
            ") UPDATE mail_out SET lease = $3, leased_until = $2 WHERE id IN (SELECT id FROM due) RETURNING ",
            crate::mail::mail_columns!()
        )
    };
}
pub(crate) use lease_mail;

/// Deletes old mails that are sent or failed. With the clause `$held`, rows that are locked by others are left for the
/// next time: the erasure of a player locks them in another order.
macro_rules! forget_mails {
    ($held:literal) => {
        concat!(
            "DELETE FROM mail_out WHERE id IN (SELECT id FROM mail_out WHERE state <> 'pending' AND made_at < $1 \
             ORDER BY id",
            $held,
            ")"
        )
    };
}
pub(crate) use forget_mails;

/// Deletes old keys of ended games and of no game, with the same clause.
macro_rules! forget_keys {
    ($held:literal) => {
        concat!(
            "DELETE FROM mail_keys WHERE hash IN (SELECT k.hash FROM mail_keys k WHERE k.made_at < $1 AND (k.game_id = '' \
             OR EXISTS (SELECT 1 FROM games g WHERE g.id = k.game_id AND g.status IN ('finished', 'cancelled'))) \
             ORDER BY k.hash",
            $held,
            ")"
        )
    };
}
pub(crate) use forget_keys;

/// Implements [`Mail`](super::Mail) for a database, as `reads.rs` does for the other queries.
macro_rules! mail {
    ($kind:ty { $($own:tt)* }) => {
        #[async_trait::async_trait]
        impl $crate::Mail for $kind {
            $($own)*

            async fn mailbox(&self, player_id: &str) -> Result<Option<MailboxRow>, StoreError> {
                let row: Option<Mailbox> =
                    sqlx::query_as(concat!("SELECT ", mailbox_columns!(), " FROM mailboxes WHERE player_id = $1"))
                        .bind(player_id)
                        .fetch_optional(&self.readers)
                        .await?;
                row.map(TryInto::try_into).transpose()
            }

            async fn mailbox_by_code(&self, code_hash: &str) -> Result<Option<MailboxRow>, StoreError> {
                let row: Option<Mailbox> =
                    sqlx::query_as(concat!("SELECT ", mailbox_columns!(), " FROM mailboxes WHERE code_hash = $1"))
                        .bind(code_hash)
                        .fetch_optional(&self.readers)
                        .await?;
                row.map(TryInto::try_into).transpose()
            }

            async fn mailbox_at(&self, normal: &str) -> Result<Option<MailboxRow>, StoreError> {
                // The address is user input; PostgreSQL text cannot contain NUL.
                if normal.contains('\0') {
                    return Ok(None);
                }
                let row: Option<Mailbox> =
                    sqlx::query_as(concat!("SELECT ", mailbox_columns!(), " FROM mailboxes WHERE normal = $1"))
                        .bind(normal)
                        .fetch_optional(&self.readers)
                        .await?;
                row.map(TryInto::try_into).transpose()
            }

            async fn due_addresses(&self, now: Time, limit: u32) -> Result<Vec<(String, bool)>, StoreError> {
                // The old address must have been notified, or all attempts to notify it must have failed.
                let rows: Vec<(String, bool)> = sqlx::query_as(concat!(
                    "SELECT player_id, next_normal IS NULL FROM mailboxes WHERE next_at <= $1 \
                     AND NOT EXISTS (SELECT 1 FROM mail_out o WHERE o.player_id = mailboxes.player_id \
                     AND o.kind = 'notice' AND o.state = 'pending') AND ",
                    $crate::restore::not_held!(),
                    " ORDER BY next_at, player_id LIMIT $2",
                ))
                .bind(now.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows)
            }

            async fn mail_thread(&self, player_id: &str, game_id: &str) -> Result<Option<ThreadRow>, StoreError> {
                let row: Option<Thread> = sqlx::query_as(
                    "SELECT game_id, told, turn FROM mail_threads WHERE player_id = $1 AND game_id = $2",
                )
                .bind(player_id)
                .bind(game_id)
                .fetch_optional(&self.readers)
                .await?;
                Ok(row.map(Into::into))
            }

            async fn mail_key(&self, hash: &str) -> Result<Option<KeyRow>, StoreError> {
                let row: Option<Key> =
                    sqlx::query_as("SELECT hash, player_id, game_id, turn, made_at FROM mail_keys WHERE hash = $1")
                        .bind(hash)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(row.map(Into::into))
            }

            async fn mail_invitation(&self, key_hash: &str) -> Result<Option<InvitationRow>, StoreError> {
                let row: Option<Invited> = sqlx::query_as(
                    "SELECT key_hash, game_id, seat, code_hash, address, normal, address_hash, made_by, lang, player_id, made_at \
                     FROM mail_invitations WHERE key_hash = $1",
                )
                .bind(key_hash)
                .fetch_optional(&self.readers)
                .await?;
                Ok(row.map(Into::into))
            }

            async fn unanswered_invitations(
                &self,
                before: Time,
                limit: u32,
            ) -> Result<Vec<InvitationRow>, StoreError> {
                let rows: Vec<Invited> = sqlx::query_as(
                    "SELECT key_hash, game_id, seat, code_hash, address, normal, address_hash, made_by, lang, player_id, made_at \
                     FROM mail_invitations WHERE made_at < $1 AND player_id IS NULL AND code_hash <> '' \
                     ORDER BY made_at, key_hash LIMIT $2",
                )
                .bind(before.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(Into::into).collect())
            }

            async fn mail_code(&self, code_hash: &str, since: Time) -> Result<Option<String>, StoreError> {
                let row: Option<(String,)> =
                    sqlx::query_as("SELECT player_id FROM mail_codes WHERE code_hash = $1 AND made_at > $2")
                        .bind(code_hash)
                        .bind(since.0)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(row.map(|(player_id,)| player_id))
            }

            async fn mails(
                &self,
                player_id: Option<&str>,
                before: Option<&str>,
                limit: u32,
            ) -> Result<Vec<MailRow>, StoreError> {
                let rows: Vec<Mailed> = sqlx::query_as(concat!(
                    "SELECT ",
                    mail_columns!(),
                    " FROM mail_out WHERE (CAST($1 AS TEXT) IS NULL OR player_id = $1) AND id < $2 ORDER BY id DESC LIMIT $3"
                ))
                .bind(player_id)
                .bind(before.unwrap_or(LAST))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                let rows = rows.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?;
                Ok(self.vault.open_each(rows))
            }

            async fn mail_asked(
                &self,
                address_hash: &str,
                player_id: &str,
                after: Time,
            ) -> Result<(u64, u64, Option<Time>), StoreError> {
                let (of_address, of_player, first): (i64, i64, Option<i64>) = sqlx::query_as(
                    "SELECT (SELECT count(*) FROM mail_asked WHERE address_hash = $1 AND at > $3), \
                     (SELECT count(*) FROM mail_asked WHERE player_id = $2 AND at > $3), \
                     (SELECT min(at) FROM mail_asked WHERE player_id = $2 AND at > $3)",
                )
                .bind(address_hash)
                .bind(player_id)
                .bind(after.0)
                .fetch_one(&self.readers)
                .await?;
                Ok((of_address as u64, of_player as u64, first.map(Time)))
            }

            async fn mail_sent(
                &self,
                player_id: &str,
                by: Option<&str>,
                after: Time,
            ) -> Result<broadside_domain::mail::MailCounts, StoreError> {
                let counts: (i64, i64, i64, i64, i64) = sqlx::query_as(
                    "SELECT (SELECT count(*) FROM mail_out WHERE player_id = $1 AND made_at > $3 AND kind IN ('game', 'lobby', 'digest')), \
                     (SELECT count(*) FROM mail_out WHERE player_id = $1 AND made_at > $3 AND kind = 'lobby'), \
                     (SELECT count(*) FROM mail_out WHERE player_id = $1 AND made_at > $3 AND caused_by = $2), \
                     (SELECT count(*) FROM mail_out WHERE caused_by = $2 AND made_at > $3), \
                     (SELECT count(*) FROM mail_out WHERE made_at > $3)",
                )
                .bind(player_id)
                .bind(by.unwrap_or_default())
                .bind(after.0)
                .fetch_one(&self.readers)
                .await?;
                let (to_player, of_strangers, of_pair, by_player, total) = counts;
                let [to_player, of_strangers, of_pair, by_player, total] =
                    [to_player, of_strangers, of_pair, by_player, total].map(|n| n as u64);
                Ok(broadside_domain::mail::MailCounts { to_player, of_strangers, of_pair, by_player, total })
            }

            async fn are_acquainted(&self, player_id: &str, other: &str) -> Result<bool, StoreError> {
                let (are,): (bool,) = sqlx::query_as(
                    "SELECT EXISTS (SELECT 1 FROM seats a JOIN seats b ON b.game_id = a.game_id AND b.player_id = $2 \
                     JOIN games g ON g.id = a.game_id WHERE a.player_id = $1 AND g.status IN ('playing', 'finished')) \
                     OR EXISTS (SELECT 1 FROM seats s WHERE s.challenge = 'accepted' \
                     AND ((s.kept_by = $2 AND s.kept_for = $1) OR (s.kept_by = $1 AND s.kept_for = $2))) \
                     OR EXISTS (SELECT 1 FROM mail_invitations i WHERE (i.made_by = $1 AND i.player_id = $2) \
                     OR (i.made_by = $2 AND i.player_id = $1))",
                )
                .bind(player_id)
                .bind(other)
                .fetch_one(&self.readers)
                .await?;
                Ok(are)
            }

            async fn mail_is_refused(&self, address_hash: &str) -> Result<bool, StoreError> {
                let row: Option<(i64,)> = sqlx::query_as("SELECT at FROM mail_refused WHERE address_hash = $1")
                    .bind(address_hash)
                    .fetch_optional(&self.readers)
                    .await?;
                Ok(row.is_some())
            }
        }
    };
}
pub(crate) use mail;
