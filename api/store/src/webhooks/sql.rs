//! SQL of webhooks, shared by SQLite and PostgreSQL. Every change of a webhook locks its row first, so that two changes
//! of one webhook run one after the other.

/// Columns of a webhook.
macro_rules! webhook_columns {
    () => {
        "id, player_id, url, description, types, state, secret, old_secret, old_until, position, failing_since, created_at"
    };
}
pub(crate) use webhook_columns;

/// Leases webhooks that have something to do. `$1` is the current time, `$2` the end of the lease, `$3` its id, `$4`
/// the maximum number of rows. `$locking` is the locking clause, which differs by database.
macro_rules! lease {
    ($locking:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (SELECT w.id FROM webhooks w WHERE ",
            crate::webhooks::has_work!(),
            " ORDER BY w.leased_until, w.id LIMIT $4 ",
            $locking,
            ") UPDATE webhooks SET lease = $3, leased_until = $2 WHERE id IN (SELECT id FROM due) RETURNING ",
            crate::webhooks::webhook_columns!()
        )
    };
}
pub(crate) use lease;

/// Condition: a webhook has something to do at `$1`. A webhook without a lease is free regardless of `leased_until`,
/// because a clock may be set back.
macro_rules! has_work {
    () => {
        concat!(
            "w.state = 'active' AND (w.lease IS NULL OR w.leased_until <= $1) AND (w.next_at <= $1 OR w.position < \
             (SELECT h.number FROM feed_heads h WHERE h.player_id = w.player_id)) AND ",
            $crate::restore::not_held!()
        )
    };
}
pub(crate) use has_work;

/// Implements [`Webhooks`](super::Webhooks) for a database. See `reads::backend`.
macro_rules! webhooks {
    ($kind:ty { $($own:tt)* }) => {
        #[async_trait::async_trait]
        impl $crate::Webhooks for $kind {
            $($own)*

            async fn webhook(&self, id: &str) -> Result<Option<WebhookRow>, StoreError> {
                // The id is user input; PostgreSQL text cannot contain NUL.
                if id.contains('\0') {
                    return Ok(None);
                }
                let row: Option<Webhook> =
                    sqlx::query_as(concat!("SELECT ", webhook_columns!(), " FROM webhooks WHERE id = $1"))
                        .bind(id)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(self.vault.open_all(webhooks::read(row)?)?.pop())
            }

            async fn webhooks_of(&self, player_id: &str) -> Result<Vec<WebhookRow>, StoreError> {
                let rows: Vec<Webhook> = sqlx::query_as(concat!(
                    "SELECT ",
                    webhook_columns!(),
                    " FROM webhooks WHERE player_id = $1 ORDER BY id"
                ))
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                self.vault.open_all(webhooks::read(rows)?)
            }

            async fn delivery(&self, webhook_id: &str, id: &str) -> Result<Option<DeliveryRow>, StoreError> {
                if id.contains('\0') {
                    return Ok(None);
                }
                let row: Option<Delivery> = sqlx::query_as(
                    "SELECT seq, id, body, state, next_at, attempts, log, made_at FROM webhook_deliveries \
                     WHERE webhook_id = $1 AND id = $2",
                )
                .bind(webhook_id)
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
                row.map(TryInto::try_into).transpose()
            }

            async fn deliveries(
                &self,
                webhook_id: &str,
                state: Option<DeliveryState>,
                before: Option<u64>,
                limit: u32,
            ) -> Result<Vec<DeliveryRow>, StoreError> {
                let rows: Vec<Delivery> = sqlx::query_as(
                    "SELECT seq, id, body, state, next_at, attempts, log, made_at FROM webhook_deliveries \
                     WHERE webhook_id = $1 AND (CAST($2 AS TEXT) IS NULL OR state = $2) AND seq < $3 \
                     ORDER BY seq DESC LIMIT $4",
                )
                .bind(webhook_id)
                .bind(state.map(DeliveryState::as_str))
                .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                webhooks::read(rows)
            }

            async fn due_deliveries(
                &self,
                webhook_id: &str,
                now: Time,
                limit: u32,
            ) -> Result<Vec<DeliveryRow>, StoreError> {
                let rows: Vec<Delivery> = sqlx::query_as(
                    "SELECT seq, id, body, state, next_at, attempts, log, made_at FROM (\
                     SELECT d.*, row_number() OVER (PARTITION BY d.attempts = 0 ORDER BY d.next_at, d.seq) AS place \
                     FROM webhook_deliveries d WHERE d.webhook_id = $1 AND d.state = 'pending' AND d.next_at <= $2) AS due \
                     ORDER BY place, attempts = 0, next_at, seq LIMIT $3",
                )
                .bind(webhook_id)
                .bind(now.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                webhooks::read(rows)
            }
        }
    };
}
pub(crate) use webhooks;

/// Defines the function that writes a change of a webhook.
macro_rules! write_webhook {
    ($connection:ty) => {
        async fn write_webhook(db: &mut $connection, change: &WebhookChange) -> Result<Done, sqlx::Error> {
            let done = match change {
                WebhookChange::New(row) => return new_webhook(db, row).await,
                WebhookChange::Edit { id, url, description, types, state } => {
                    let edited = sqlx::query(
                        "UPDATE webhooks SET url = coalesce($2, url), description = coalesce($3, description), \
                         types = coalesce($4, types), \
                         position = CASE WHEN $5 = 'active' AND state <> 'active' THEN \
                         coalesce((SELECT h.number FROM feed_heads h WHERE h.player_id = webhooks.player_id), 0) \
                         ELSE position END, \
                         failing_since = CASE WHEN $5 = 'active' AND state <> 'active' THEN NULL ELSE failing_since END, \
                         state = coalesce($5, state) WHERE id = $1",
                    )
                    .bind(id)
                    .bind(url)
                    .bind(description)
                    .bind(types)
                    .bind(state.map(WebhookState::as_str))
                    .execute(&mut *db)
                    .await?;
                    if state.is_some_and(|state| state != WebhookState::Active) {
                        give_up(db, id).await?;
                    }
                    edited.rows_affected()
                }
                WebhookChange::Delete(id) => {
                    let deleted =
                        sqlx::query("DELETE FROM webhooks WHERE id = $1").bind(id).execute(&mut *db).await?;
                    sqlx::query("DELETE FROM webhook_deliveries WHERE webhook_id = $1")
                        .bind(id)
                        .execute(&mut *db)
                        .await?;
                    deleted.rows_affected()
                }
                WebhookChange::NewSecret { id, secret, until } => sqlx::query(
                    "UPDATE webhooks SET old_secret = secret, old_until = $3, secret = $2 WHERE id = $1",
                )
                .bind(id)
                .bind(secret)
                .bind(until.0)
                .execute(&mut *db)
                .await?
                .rows_affected(),
                WebhookChange::Write { id, delivery, at, answer } => {
                    // Lock the webhook first: if two nodes handle the same request, the second one finds the response
                    // of the first.
                    if !hold(db, id).await?
                        || !taken_keys(db, answer.iter().collect()).await?.is_empty()
                        || pending(db, id).await? >= MOST_ASKED_FOR
                    {
                        return Ok(Done::Conflict);
                    }
                    let (written,): (i64,) =
                        sqlx::query_as("UPDATE webhooks SET written = written + 1 WHERE id = $1 RETURNING written")
                            .bind(id)
                            .fetch_one(&mut *db)
                            .await?;
                    keep_answer(db, answer.as_ref()).await?;
                    append(db, id, written, std::slice::from_ref(delivery), *at).await?;
                    1
                }
                WebhookChange::Redeliver { id, delivery_id, at } => {
                    if !hold(db, id).await? {
                        return Ok(Done::Conflict);
                    }
                    // Redelivery of a pending message only moves it forward, and adds none.
                    let room = pending(db, id).await? < MOST_ASKED_FOR;
                    let again = sqlx::query(
                        "UPDATE webhook_deliveries SET state = 'pending', next_at = $3, attempts = 0 \
                         WHERE webhook_id = $1 AND id = $2 AND ($4 OR state = 'pending')",
                    )
                    .bind(id)
                    .bind(delivery_id)
                    .bind(at.0)
                    .bind(room)
                    .execute(&mut *db)
                    .await?;
                    set_next(db, id).await?;
                    again.rows_affected()
                }
                WebhookChange::FanOut { id, lease, from, to, deliveries, at } => {
                    let there: Option<(i64,)> = sqlx::query_as(
                        "UPDATE webhooks SET position = $4, written = written + $5 \
                         WHERE id = $1 AND lease = $2 AND position = $3 AND state = 'active' RETURNING written",
                    )
                    .bind(id)
                    .bind(lease)
                    .bind(*from as i64)
                    .bind(*to as i64)
                    .bind(deliveries.len() as i64)
                    .fetch_optional(&mut *db)
                    .await?;
                    let Some((written,)) = there else { return Ok(Done::Conflict) };
                    append(db, id, written, deliveries, *at).await?;
                    1
                }
                WebhookChange::Attempted(attempted) => return write_attempted(db, attempted).await,
                WebhookChange::Release { id, lease, at } => {
                    sqlx::query("UPDATE webhooks SET lease = NULL, leased_until = $3 WHERE id = $1 AND lease = $2")
                        .bind(id)
                        .bind(lease)
                        .bind(at.0)
                        .execute(&mut *db)
                        .await?
                        .rows_affected()
                }
                WebhookChange::Forget(before) => {
                    sqlx::query("DELETE FROM webhook_deliveries WHERE state <> 'pending' AND made_at < $1")
                        .bind(before.0)
                        .execute(&mut *db)
                        .await?;
                    1
                }
            };
            Ok(if done == 0 { Done::Conflict } else { Done::Yes })
        }

        /// Locks the row of a webhook. Returns false if it does not exist or is turned off.
        async fn hold(db: &mut $connection, id: &str) -> Result<bool, sqlx::Error> {
            let held = sqlx::query("UPDATE webhooks SET next_at = next_at WHERE id = $1 AND state = 'active'")
                .bind(id)
                .execute(&mut *db)
                .await?;
            Ok(held.rows_affected() == 1)
        }

        /// Counts the pending messages of a webhook.
        async fn pending(db: &mut $connection, id: &str) -> Result<usize, sqlx::Error> {
            let (count,): (i64,) = sqlx::query_as(
                "SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending'",
            )
            .bind(id)
            .fetch_one(&mut *db)
            .await?;
            Ok(count as usize)
        }

        async fn new_webhook(db: &mut $connection, row: &WebhookRow) -> Result<Done, sqlx::Error> {
            if !is_there(db, &row.player_id).await? {
                return Ok(Done::Conflict);
            }
            // Enables the player's feed. Waits for moves in progress that saw it disabled.
            let (position,): (i64,) = sqlx::query_as(
                "INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, TRUE) \
                 ON CONFLICT (player_id) DO UPDATE SET awake = TRUE RETURNING number",
            )
            .bind(&row.player_id)
            .fetch_one(&mut *db)
            .await?;
            // That row is locked, so no other webhook of the player can be created in between.
            let (others,): (i64,) = sqlx::query_as("SELECT count(*) FROM webhooks WHERE player_id = $1")
                .bind(&row.player_id)
                .fetch_one(&mut *db)
                .await?;
            if others as usize >= MOST_WEBHOOKS {
                return Ok(Done::Conflict);
            }
            sqlx::query(
                "INSERT INTO webhooks (id, player_id, url, description, types, state, secret, created_at, position, \
                 written, leased_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)",
            )
            .bind(&row.id)
            .bind(&row.player_id)
            .bind(&row.url)
            .bind(&row.description)
            .bind(&row.types)
            .bind(row.state.as_str())
            .bind(&row.secret)
            .bind(row.created_at.0)
            .bind(position)
            .execute(&mut *db)
            .await?;
            Ok(Done::Yes)
        }

        /// Adds messages. `written` is the sequence number of the last one.
        async fn append(
            db: &mut $connection,
            id: &str,
            written: i64,
            deliveries: &[NewDelivery],
            at: Time,
        ) -> Result<(), sqlx::Error> {
            for (n, delivery) in deliveries.iter().rev().enumerate() {
                sqlx::query(
                    "INSERT INTO webhook_deliveries (webhook_id, seq, id, game_id, body, state, next_at, attempts, log, made_at) \
                     VALUES ($1, $2, $3, $4, $5, 'pending', $6, 0, '[]', $6) ON CONFLICT DO NOTHING",
                )
                .bind(id)
                .bind(written - n as i64)
                .bind(&delivery.id)
                .bind(&delivery.game_id)
                .bind(&delivery.body)
                .bind(at.0)
                .execute(&mut *db)
                .await?;
            }
            set_next(db, id).await
        }

        async fn write_attempted(db: &mut $connection, attempted: &Attempted) -> Result<Done, sqlx::Error> {
            let Attempted {
                webhook_id,
                lease,
                until,
                then,
                failing_since,
                seq,
                was: (attempts_were, next_was),
                state,
                next_at,
                attempts,
                log,
            } = attempted;
            let there = sqlx::query(
                "UPDATE webhooks SET leased_until = $3, failing_since = $4, state = $5 \
                 WHERE id = $1 AND lease = $2 AND state = 'active'",
            )
            .bind(webhook_id)
            .bind(lease)
            .bind(until.0)
            .bind(failing_since.map(|since| since.0))
            .bind(then.as_str())
            .execute(&mut *db)
            .await?;
            if there.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            let noted = sqlx::query(
                "UPDATE webhook_deliveries SET state = $3, next_at = $4, attempts = $5, log = $6 \
                 WHERE webhook_id = $1 AND seq = $2 AND state = 'pending' AND attempts = $7 AND next_at = $8",
            )
            .bind(webhook_id)
            .bind(*seq as i64)
            .bind(state.as_str())
            .bind(next_at.map(|at| at.0))
            .bind(i64::from(*attempts))
            .bind(log)
            .bind(i64::from(*attempts_were))
            .bind(next_was.map(|at| at.0))
            .execute(&mut *db)
            .await?;
            if noted.rows_affected() == 0 {
                sqlx::query("UPDATE webhook_deliveries SET log = $3 WHERE webhook_id = $1 AND seq = $2")
                    .bind(webhook_id)
                    .bind(*seq as i64)
                    .bind(log)
                    .execute(&mut *db)
                    .await?;
            }
            match then {
                WebhookState::Active => set_next(db, webhook_id).await?,
                _ => give_up(db, webhook_id).await?,
            }
            Ok(Done::Yes)
        }

        /// Stores the due time of the next message. If no message is pending, `failing_since` is cleared, so that the
        /// next failure counts as the first.
        async fn set_next(db: &mut $connection, id: &str) -> Result<(), sqlx::Error> {
            sqlx::query(
                "UPDATE webhooks SET next_at = (SELECT min(d.next_at) FROM webhook_deliveries d \
                 WHERE d.webhook_id = $1 AND d.state = 'pending'), \
                 failing_since = CASE WHEN EXISTS (SELECT 1 FROM webhook_deliveries d \
                 WHERE d.webhook_id = $1 AND d.state = 'pending') THEN failing_since END WHERE id = $1",
            )
            .bind(id)
            .execute(&mut *db)
            .await?;
            Ok(())
        }

        /// Gives up the pending messages of a webhook that is turned off.
        async fn give_up(db: &mut $connection, id: &str) -> Result<(), sqlx::Error> {
            sqlx::query("UPDATE webhooks SET next_at = NULL, lease = NULL, leased_until = 0 WHERE id = $1")
                .bind(id)
                .execute(&mut *db)
                .await?;
            sqlx::query(
                "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL WHERE webhook_id = $1 AND state = 'pending'",
            )
            .bind(id)
            .execute(&mut *db)
            .await?;
            Ok(())
        }
    };
}
pub(crate) use write_webhook;
