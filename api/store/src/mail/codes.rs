//! Codes that can be redeemed for a token, and requests for them.

use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;

use super::outbox::{NewMail, insert_mail};
use super::quotas::{AddressQuota, count_mail};
use crate::backend::Backend;
use crate::error::StoreError;
use crate::jobs::{self, JobRow, NewJob, Queue, QueueRow};
use crate::leases::LeaseTerm;
use crate::players::lock_player;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Record, Row, query};
use crate::table::Table;
use crate::tokens::{MAX_TOKENS, count_at, insert_token};
use crate::write::{Write, WriteResult};

/// Maximum number of pending requests for codes.
const MAX_REQUESTS: i64 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryRow {
    /// The job of processing the request.
    pub job: JobRow,
    /// Address that the code was requested for.
    pub address: String,
}

impl QueueRow for RecoveryRow {
    fn job(&self) -> &JobRow {
        &self.job
    }
}

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM mail_codes WHERE player_id = $1"],
    erase_mailbox: &["DELETE FROM mail_codes WHERE player_id = $1"],
    age_columns: &["created_at"],
    ..Table::new("mail_codes")
};

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
        Ok(query("SELECT player_id FROM mail_codes WHERE code_hash = $1 AND created_at > $2")
            .bind(code_hash)
            .bind(since)
            .fetch_optional_value(self.readers())
            .await?)
    }
}

/// Stores a request of anybody for a code, which is sent to the address later, if it belongs to a
/// player. What is written does not depend on that. A conflict if too many requests are pending.
#[derive(Clone, Debug)]
pub struct Request {
    pub id: String,
    /// Address as written.
    pub address: String,
    pub address_normalized: String,
    pub at: Time,
}

impl Write for Request {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let pending: i64 =
            query("SELECT count(*) FROM jobs WHERE queue = 'recoveries' AND state = 'pending'")
                .fetch_value(&mut *db)
                .await?;
        if pending >= MAX_REQUESTS {
            return Ok(WriteResult::Conflict);
        }
        let job = NewJob {
            queue: Queue::Recoveries,
            id: &self.id,
            key: &self.address_normalized,
            number: Some(0),
            dedup_id: None,
            player_id: None,
            game_id: None,
            payload: self.address.as_bytes(),
            at: self.at,
        };
        jobs::insert_job(db, job, &[]).await?;
        Ok(WriteResult::Applied)
    }
}

/// Adds a code that can be redeemed for a token. It is sent if the address belongs to a player and
/// the quotas allow it.
#[derive(Clone, Debug)]
pub struct Send {
    /// Quota entry.
    pub quota: AddressQuota,
    /// Player, hash of the code, and mail with the code; `None` if the address belongs to no
    /// player.
    pub code: Option<(String, String, NewMail)>,
    pub at: Time,
}

impl Write for Send {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { quota, code, at } = self;
        let mut has_address = false;
        if let Some((player_id, _, mail)) = code {
            // Lock the mailbox first, as every change of it does. Its address may have changed since it
            // was read.
            let locked =
                query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address_normalized = $2")
                    .bind(player_id)
                    .bind(mail.recipient.to_ascii_lowercase())
                    .execute(db)
                    .await?;
            has_address = locked > 0;
        }
        let is_sent = count_mail(db, quota, *at).await? && has_address;
        let Some((player_id, code_hash, mail)) = code.as_ref().filter(|_| is_sent) else {
            return Ok(WriteResult::Applied);
        };
        query("INSERT INTO mail_codes (code_hash, player_id, created_at) VALUES ($1, $2, $3)")
            .bind(code_hash)
            .bind(player_id)
            .bind(*at)
            .execute(db)
            .await?;
        insert_mail(db, mail, *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Redeems a code for a token. A conflict if the code is gone, or was made before `since`.
#[derive(Clone, Debug)]
pub struct Redeem {
    pub code_hash: String,
    pub token: TokenRow,
    /// Time after which the code must have been made.
    pub since: Time,
}

impl Write for Redeem {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { code_hash, token, since } = self;
        if !lock_player(db, &token.player_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let redeemed = query(
            "DELETE FROM mail_codes WHERE code_hash = $1 AND player_id = $2 AND created_at > $3",
        )
        .bind(code_hash)
        .bind(&token.player_id)
        .bind(*since)
        .execute(db)
        .await?;
        if redeemed == 0 {
            return Ok(WriteResult::Conflict);
        }
        // Recovery may exceed the maximum by one token. If it is exceeded already, a recovered
        // token did that: delete the oldest of these.
        let count = count_at(db, &token.player_id, token.created_at).await?;
        let excess = (count - MAX_TOKENS as i64).max(0);
        query(
            "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE player_id = $1 AND recovered \
             ORDER BY created_at, id LIMIT $2)",
        )
        .bind(&token.player_id)
        .bind(excess)
        .execute(db)
        .await?;
        insert_token(db, token).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes codes that were made before a time.
pub fn delete_old(before: Time) -> DeleteOld {
    DeleteOld::new("DELETE FROM mail_codes WHERE created_at < $1", before)
}
