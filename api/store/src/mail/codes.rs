//! Queries and statements of codes that can be redeemed for a token.

use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;

use super::outbox::insert_mail;
use super::quotas::count_mail;
use super::{CodeAsked, RecoveryRequest, RecoveryRow};
use crate::jobs::{self, JobRow, NewJob, Queue};
use crate::players::lock_player;
use crate::sql::{Connection, Record, Row, query};
use crate::tokens::{MOST_TOKENS, count_at, insert_token};
use crate::{Backend, Done, LeaseTerm, StoreError};

/// Maximum number of pending requests for codes.
const MOST_REQUESTS: i64 = 10_000;

impl Record for RecoveryRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { job: JobRow::decode(row)?, address: row.text("payload")? })
    }
}

impl Backend {
    /// Leases requests for codes.
    pub async fn lease_recoveries(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<RecoveryRow>, StoreError> {
        self.lease_jobs(Queue::Recoveries, "TRUE", "payload", term, limit).await
    }

    /// Returns the player who was sent a code with this hash after a time.
    pub async fn mail_code(
        &self,
        code_hash: &str,
        since: Time,
    ) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> =
            query("SELECT player_id FROM mail_codes WHERE code_hash = $1 AND created_at > $2")
                .bind(code_hash)
                .bind(since.0)
                .fetch_optional(self.readers())
                .await?;
        Ok(row.map(|(player_id,)| player_id))
    }
}

/// Stores a request for a code. A conflict if too many are pending. What is written does not depend
/// on the owner of the address.
pub(super) async fn insert_request(
    db: &mut Connection<'_>,
    request: &RecoveryRequest,
) -> Result<Done, sqlx::Error> {
    let (pending,): (i64,) =
        query("SELECT count(*) FROM jobs WHERE queue = 'recoveries' AND state = 'pending'")
            .fetch_one(&mut *db)
            .await?;
    if pending >= MOST_REQUESTS {
        return Ok(Done::Conflict);
    }
    let job = NewJob {
        queue: Queue::Recoveries,
        id: &request.id,
        key: &request.address_normalized,
        number: Some(0),
        dedup_id: None,
        player_id: None,
        game_id: None,
        payload: request.address.as_bytes(),
        at: request.at,
    };
    jobs::insert_job(db, job, &[]).await?;
    Ok(Done::Yes)
}

/// Stores a code, and the mail with it, if the quotas allow it.
pub(super) async fn request_code(
    db: &mut Connection<'_>,
    asked: &CodeAsked,
) -> Result<Done, sqlx::Error> {
    let CodeAsked { counted, code, at } = asked;
    let mut is_its = false;
    if let Some((player_id, _, mail)) = code {
        // Lock the mailbox first, as every change of it does. Its address may have changed since it
        // was read.
        let held =
            query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address_normalized = $2")
                .bind(player_id)
                .bind(mail.recipient.to_ascii_lowercase())
                .execute(&mut *db)
                .await?;
        is_its = held > 0;
    }
    let may = count_mail(db, counted, *at).await? && is_its;
    let Some((player_id, code_hash, mail)) = code.as_ref().filter(|_| may) else {
        return Ok(Done::Yes);
    };
    query("INSERT INTO mail_codes (code_hash, player_id, created_at) VALUES ($1, $2, $3)")
        .bind(code_hash)
        .bind(player_id)
        .bind(at.0)
        .execute(&mut *db)
        .await?;
    insert_mail(db, mail, *at).await?;
    Ok(Done::Yes)
}

/// Redeems a code for a token.
pub(super) async fn redeem_code(
    db: &mut Connection<'_>,
    code_hash: &str,
    token: &TokenRow,
    since: Time,
) -> Result<Done, sqlx::Error> {
    if !lock_player(db, &token.player_id).await? {
        return Ok(Done::Conflict);
    }
    let taken =
        query("DELETE FROM mail_codes WHERE code_hash = $1 AND player_id = $2 AND created_at > $3")
            .bind(code_hash)
            .bind(&token.player_id)
            .bind(since.0)
            .execute(&mut *db)
            .await?;
    if taken == 0 {
        return Ok(Done::Conflict);
    }
    // Recovery has one place more than the maximum of tokens. If that place is taken too, a
    // recovered token took it: delete the oldest one.
    let most = MOST_TOKENS as i64;
    let more = (count_at(db, &token.player_id, token.created_at).await? - most).max(0);
    query(
        "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE player_id = $1 AND recovered \
         ORDER BY created_at, id LIMIT $2)",
    )
    .bind(&token.player_id)
    .bind(more)
    .execute(&mut *db)
    .await?;
    insert_token(db, token).await?;
    Ok(Done::Yes)
}
