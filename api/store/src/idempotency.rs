//! Responses that are stored for idempotency keys.

use std::collections::HashSet;

use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Dialect, Record, Row, Value, query, query_text};
use crate::table::Table;

const COLUMNS: &str = "player_id, route, key, payload_hash, status, headers, body, created_at";

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM idempotency_responses WHERE player_id = $1"],
    age_columns: &["created_at"],
    ..Table::new("idempotency_responses")
};

impl Record for IdempotencyRecord {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            key: IdempotencyKey {
                player_id: row.get("player_id")?,
                route: row.get("route")?,
                key: row.get("key")?,
            },
            payload_hash: row.get("payload_hash")?,
            status: u16::try_from(row.get::<i64>("status")?)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
            headers: serde_json::from_str(&row.get::<String>("headers")?)
                .map_err(unreadable_headers)?,
            body: row.get("body")?,
            created_at: row.get("created_at")?,
        })
    }
}

fn unreadable_headers(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(format!("the headers of a stored response make no sense: {error}").into())
}

impl Backend {
    /// Returns the response stored for an idempotency key.
    pub async fn stored_response(
        &self,
        key: &IdempotencyKey,
    ) -> Result<Option<IdempotencyRecord>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM idempotency_responses WHERE player_id = $1 AND route = $2 AND key = $3"
        );
        Ok(query_text(sql)
            .bind(&key.player_id)
            .bind(&key.route)
            .bind(&key.key)
            .fetch_optional(self.readers())
            .await?)
    }
}

/// Returns the keys of these responses for which one is already stored.
pub(crate) async fn existing_keys(
    db: &mut Connection<'_>,
    responses: Vec<&IdempotencyRecord>,
) -> Result<HashSet<IdempotencyKey>, sqlx::Error> {
    if responses.is_empty() {
        return Ok(HashSet::new());
    }
    if db.dialect() == Dialect::Postgres {
        // One query for all, because each query waits for the server.
        let rows: Vec<(String, String, String)> = query(
            "SELECT player_id, route, key FROM idempotency_responses WHERE (player_id, route, key) IN \
             (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))",
        )
        .bind(responses.iter().map(|response| &*response.key.player_id).collect::<Value<'_>>())
        .bind(responses.iter().map(|response| &*response.key.route).collect::<Value<'_>>())
        .bind(responses.iter().map(|response| &*response.key.key).collect::<Value<'_>>())
        .fetch_all(&mut *db)
        .await?;
        return Ok(rows
            .into_iter()
            .map(|(player_id, route, key)| IdempotencyKey { player_id, route, key })
            .collect());
    }
    let mut existing = HashSet::new();
    for IdempotencyRecord { key, .. } in responses {
        let stored: Option<i64> = query(
            "SELECT created_at FROM idempotency_responses WHERE player_id = $1 AND route = $2 AND key = $3",
        )
        .bind(&key.player_id)
        .bind(&key.route)
        .bind(&key.key)
        .fetch_optional_value(&mut *db)
        .await?;
        if stored.is_some() {
            existing.insert(key.clone());
        }
    }
    Ok(existing)
}

/// Stores the response of a change for its idempotency key, if it has one. Fails, and the change
/// with it, if the key exists: the caller has locked a row before, and checked the key
/// ([`existing_keys`]).
pub(crate) async fn save_response(
    db: &mut Connection<'_>,
    record: Option<&IdempotencyRecord>,
) -> Result<(), sqlx::Error> {
    let Some(record) = record else { return Ok(()) };
    query_text(format!(
        "INSERT INTO idempotency_responses ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    ))
    .bind(&record.key.player_id)
    .bind(&record.key.route)
    .bind(&record.key.key)
    .bind(&record.payload_hash)
    .bind(i64::from(record.status))
    .bind(headers_text(record))
    .bind(&record.body)
    .bind(record.created_at)
    .execute(db)
    .await?;
    Ok(())
}

pub(crate) fn headers_text(record: &IdempotencyRecord) -> String {
    serde_json::to_string(&record.headers).expect("headers are plain data")
}

/// Deletes responses that were stored before a time.
pub fn delete_old(before: Time) -> DeleteOld {
    DeleteOld::new("DELETE FROM idempotency_responses WHERE created_at < $1", before)
}
