//! Encrypts stored values: those from before a key was set, and those under older keys.
//!
//! The work is committed in small steps. If it is interrupted, values of both kinds remain. They
//! can still be read, and a second run continues with the rest.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};

use super::sealing::{
    answer, entry, mail_plan, message, move_queue, payload_hash, raw, recipient, snapshot, webhook,
};
use super::{ENCRYPTION, SECRET_SETTINGS, ValueLocation, Vault, secret_setting};
use crate::jobs::Queue;
use crate::postgres::Postgres;
use crate::restore::connection::OperatorConnection;
use crate::settings;
use crate::sql::Value;
use crate::sqlite::{self, Sqlite, lock_beside, lock_existing};
use crate::{Database, OpenError, StoreError, outages, restore};

/// Number of rows that are read at once.
const AT_ONCE: i64 = 200;
/// Maximum time to wait for another program that locks a file.
const BUSY: Duration = Duration::from_secs(30);

/// Reason why values could not be encrypted.
#[derive(Debug, thiserror::Error)]
pub enum EncryptError {
    /// No key is set.
    #[error(
        "no key is set: name a file that has one with --encryption-key-file; `openssl rand -hex 32` prints a key"
    )]
    NoKey,
    /// Running nodes encrypt with other keys.
    #[error(transparent)]
    OtherKeys(#[from] OtherKeys),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A SQLite file cannot be opened.
    #[error(transparent)]
    Sqlite(#[from] sqlite::SqliteOpenError),
    /// A value cannot be decrypted.
    #[error("{0}; the rest is as it was: run the command again once this is settled")]
    Value(#[from] StoreError),
    /// The database failed.
    #[error("the database failed: {0}; run the same command again")]
    Database(#[from] sqlx::Error),
}

/// Running nodes that do not encrypt with the first key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct OtherKeys {
    /// Id of the first key.
    first: String,
    /// Ids of the keys of these nodes; `None` if a node has no key or does not report it.
    nodes: Vec<Option<String>>,
}

impl fmt::Display for OtherKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, nodes } = self;
        match nodes.len() {
            1 => f.write_str("a node that runs does not encrypt with the key ")?,
            count => write!(f, "{count} nodes that run do not encrypt with the key ")?,
        }
        write!(f, "{first}: ")?;
        for (at, node) in nodes.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            match node {
                Some(key) => write!(f, "one encrypts with the key {key}")?,
                None => f.write_str("one has no key, or is of a version that does not tell")?,
            }
        }
        write!(
            f,
            ". Stop every such node, or start it again with {first} as its first key; then run this command again. A node that was \
             killed counts as stopped after a minute"
        )
    }
}

/// Encrypts every secret of a database with the first key of a vault: values that are not encrypted
/// yet, and values under older keys. The older keys are not needed afterwards. Over SQLite, no
/// server may have the file open. Over PostgreSQL, all running nodes must have this key as their
/// first. Returns the number of values written. The body and the hash of an answer count as one.
///
/// # Errors
/// If no key is set, a key is missing, a running node encrypts with another key, or the database
/// fails.
pub async fn encrypt(database: &Database, vault: &Vault) -> Result<u64, EncryptError> {
    if vault.first().is_none() {
        return Err(EncryptError::NoKey);
    }
    match database {
        Database::Sqlite(file) => {
            Sqlite::check_exists(file)?;
            let _lock = lock_beside(file)?;
            // Completes an interrupted restore first, as the server would.
            restore::complete(file)
                .map_err(|error| sqlite::SqliteOpenError::Io(file.clone(), error))?;
            let _database = lock_existing(file)?;
            let mut db = EncryptionRun {
                db: OperatorConnection::Sqlite(open(file).await?),
                vault,
                written: 0,
            };
            db.all().await?;
            if let OperatorConnection::Sqlite(mut connection) = db.db {
                // Free pages may still contain the old values.
                sqlx::query("VACUUM").execute(&mut connection).await?;
                sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
                connection.close().await?;
            }
            Ok(db.written)
        }
        Database::Postgres(address) => {
            let connection =
                Postgres::connect_as_operator(address).await.map_err(OpenError::from)?;
            let mut db =
                EncryptionRun { db: OperatorConnection::Postgres(connection), vault, written: 0 };
            db.no_other_keys().await?;
            db.all().await?;
            Ok(db.written)
        }
    }
}

async fn open(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("secure_delete", "ON")
        .busy_timeout(BUSY);
    SqliteConnection::connect_with(&options).await
}

struct EncryptionRun<'a> {
    db: OperatorConnection,
    vault: &'a Vault,
    written: u64,
}

impl EncryptionRun<'_> {
    async fn all(&mut self) -> Result<(), EncryptError> {
        let value = "SELECT value FROM settings WHERE name = $1";
        let kept: Vec<(String,)> = self.db.fetch(value, &[Value::from(ENCRYPTION)]).await?;
        let kept = kept.first().map(|(kept,)| &**kept);
        if let Some(both) = self.vault.register(kept).map_err(OpenError::from)? {
            self.set(&both).await?;
        }
        for name in SECRET_SETTINGS {
            let found: Vec<(String,)> = self.db.fetch(value, &[Value::from(name)]).await?;
            for (stored,) in found {
                if let Some(sealed) = self.sealed(secret_setting(&[name]), stored)? {
                    let set = "UPDATE settings SET value = $2 WHERE name = $1";
                    self.written +=
                        self.db.execute(set, &[Value::from(name), Value::from(&sealed)]).await?;
                }
            }
        }
        self.games().await?;
        self.answers().await?;
        self.texts(
            "SELECT id, secret FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2",
            "UPDATE webhooks SET secret = $2 WHERE id = $1 AND secret = $3",
            webhook,
        )
        .await?;
        self.texts(
            "SELECT id, coalesce(previous_secret, '') FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2",
            "UPDATE webhooks SET previous_secret = $2 WHERE id = $1 AND previous_secret = $3",
            webhook,
        )
        .await?;
        self.texts(
            "SELECT id, workflow FROM jobs WHERE workflow IS NOT NULL AND id > $1 ORDER BY id LIMIT $2",
            "UPDATE jobs SET workflow = $2 WHERE id = $1 AND workflow = $3",
            mail_plan,
        )
        .await?;
        self.texts(
            "SELECT id, recipient FROM jobs WHERE queue = 'mail_in' AND recipient IS NOT NULL AND id > $1 ORDER BY id LIMIT $2",
            "UPDATE jobs SET recipient = $2 WHERE id = $1 AND recipient = $3",
            recipient,
        )
        .await?;
        self.texts(
            "SELECT player_id || ' ' || game_id, content FROM move_queues \
             WHERE player_id || ' ' || game_id > $1 ORDER BY player_id || ' ' || game_id LIMIT $2",
            // Both ids have 36 characters.
            "UPDATE move_queues SET content = $2 \
             WHERE player_id = substr($1, 1, 36) AND game_id = substr($1, 38) AND content = $3",
            move_queue,
        )
        .await?;
        self.mails().await?;
        // A node that has started since the first check may have written with an older key.
        self.no_other_keys().await?;
        // Older keys are no longer needed.
        let only = self.vault.register(None).map_err(OpenError::from)?;
        self.set(&only.unwrap_or_default()).await
    }

    /// Checks that every running node encrypts with the first key. Over SQLite, no node is running.
    async fn no_other_keys(&mut self) -> Result<(), EncryptError> {
        /// Selects nodes with other keys that have not announced their stop, and whose last
        /// heartbeat is recent.
        const RUNNING: &str = "SELECT key_id FROM node_clocks WHERE key_id IS DISTINCT FROM $1 AND NOT stopped \
            AND abs(database_at - CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) <= $2 ORDER BY node";
        let (OperatorConnection::Postgres(_), Some(first)) = (&self.db, self.vault.first()) else {
            return Ok(());
        };
        let nodes: Vec<(Option<String>,)> =
            self.db.fetch(RUNNING, &[Value::from(first), Value::from(outages::NODES_FOR)]).await?;
        match nodes.is_empty() {
            true => Ok(()),
            false => {
                let nodes = nodes.into_iter().map(|(key,)| key).collect();
                Err(OtherKeys { first: first.to_owned(), nodes }.into())
            }
        }
    }

    /// Stores which keys are needed.
    async fn set(&mut self, value: &str) -> Result<(), EncryptError> {
        self.db.execute(settings::REPLACE, &[Value::from(ENCRYPTION), Value::from(value)]).await?;
        Ok(())
    }

    /// Returns a value as it must be stored, or `None` if it stays the same.
    fn sealed(
        &self,
        place: ValueLocation<'_>,
        stored: String,
    ) -> Result<Option<String>, StoreError> {
        if stored.is_empty() || self.vault.is_current(stored.as_bytes()) {
            return Ok(None);
        }
        let plain = self.vault.open(place, stored)?;
        Ok(Some(self.vault.seal(place, &plain).into_owned()))
    }

    /// Encrypts logs and snapshots, in one transaction per game.
    async fn games(&mut self) -> Result<(), EncryptError> {
        let mut after = String::new();
        loop {
            let ids: Vec<(String,)> = self
                .db
                .fetch(
                    "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
                    &[Value::from(&after), Value::from(AT_ONCE)],
                )
                .await?;
            let Some((last,)) = ids.last() else { return Ok(()) };
            after.clone_from(last);
            for (id,) in ids {
                self.db.execute("BEGIN", &[]).await?;
                let done = self.game(&id).await;
                self.db.execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }, &[]).await?;
                done?;
            }
        }
    }

    async fn game(&mut self, id: &str) -> Result<(), EncryptError> {
        let events: Vec<(i64, String)> = self
            .db
            .fetch(
                "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq",
                &[Value::from(id)],
            )
            .await?;
        for (seq, body) in events {
            if let Some(sealed) = self.sealed(entry(&[id, &seq.to_string()]), body)? {
                let update = "UPDATE events SET body = $3 WHERE game_id = $1 AND seq = $2";
                let values = [Value::from(id), Value::from(seq), Value::from(&sealed)];
                self.written += self.db.execute(update, &values).await?;
            }
        }
        let snapshots: Vec<(i64, String)> = self
            .db
            .fetch("SELECT version, body FROM snapshots WHERE game_id = $1", &[Value::from(id)])
            .await?;
        for (version, body) in snapshots {
            if let Some(sealed) = self.sealed(snapshot(&[id, &version.to_string()]), body)? {
                // A node may have stored another snapshot since.
                let update = "UPDATE snapshots SET body = $3 WHERE game_id = $1 AND version = $2";
                let values = [Value::from(id), Value::from(version), Value::from(&sealed)];
                self.written += self.db.execute(update, &values).await?;
            }
        }
        Ok(())
    }

    /// Encrypts answers that are stored for repeated requests.
    async fn answers(&mut self) -> Result<(), EncryptError> {
        let mut after = (String::new(), String::new(), String::new());
        loop {
            let rows: Vec<(String, String, String, String, String)> = self
                .db
                .fetch(
                    "SELECT player_id, route, key, body, payload_hash FROM idempotency_responses WHERE (player_id, route, key) > ($1, $2, $3) \
                     ORDER BY player_id, route, key LIMIT $4",
                    &[
                        Value::from(&after.0),
                        Value::from(&after.1),
                        Value::from(&after.2),
                        Value::from(AT_ONCE),
                    ],
                )
                .await?;
            let Some((player_id, route, key, ..)) = rows.last() else { return Ok(()) };
            after = (player_id.clone(), route.clone(), key.clone());
            for (player_id, route, key, body, hash) in rows {
                let row = [&*player_id, &*route, &*key];
                let sealed_body = self.sealed(answer(&row), body.clone())?;
                let sealed_hash = self.sealed(payload_hash(&row), hash.clone())?;
                if sealed_body.is_some() || sealed_hash.is_some() {
                    let (body, hash) = (sealed_body.unwrap_or(body), sealed_hash.unwrap_or(hash));
                    let values = [&player_id, &route, &key, &body, &hash].map(Value::from);
                    let update = "UPDATE idempotency_responses SET body = $4, payload_hash = $5 \
                                  WHERE player_id = $1 AND route = $2 AND key = $3";
                    self.written += self.db.execute(update, &values).await?;
                }
            }
        }
    }

    /// Encrypts a column of texts in a table whose rows have an id. `read` takes the last id and
    /// the number of rows. `write` takes the id, the new text and the old one, so that it does not
    /// overwrite concurrent changes.
    async fn texts(
        &mut self,
        read: &'static str,
        write: &'static str,
        place: for<'a> fn(&'a [&'a str]) -> ValueLocation<'a>,
    ) -> Result<(), EncryptError> {
        let mut after = String::new();
        loop {
            let rows: Vec<(String, String)> =
                self.db.fetch(read, &[Value::from(&after), Value::from(AT_ONCE)]).await?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            after.clone_from(last);
            self.db.execute("BEGIN", &[]).await?;
            for (id, stored) in rows {
                let sealed = match self.sealed(place(&[&id]), stored.clone()) {
                    Ok(sealed) => sealed,
                    Err(error) => {
                        self.db.execute("ROLLBACK", &[]).await?;
                        return Err(error.into());
                    }
                };
                if let Some(sealed) = sealed {
                    let values = [Value::from(&id), Value::from(&*sealed), Value::from(&*stored)];
                    self.written += self.db.execute(write, &values).await?;
                }
            }
            self.db.execute("COMMIT", &[]).await?;
        }
    }

    /// Encrypts mails one by one, because each may have megabytes.
    async fn mails(&mut self) -> Result<(), EncryptError> {
        let mut after = String::new();
        loop {
            let rows: Vec<(String, String, Vec<u8>)> = self
                .db
                .fetch(
                    "SELECT id, queue, payload FROM jobs WHERE queue IN ('mail_out', 'mail_in') AND id > $1 ORDER BY id LIMIT 1",
                    &[Value::from(&after)],
                )
                .await?;
            let Some((id, queue, stored)) = rows.into_iter().next() else { return Ok(()) };
            if !stored.is_empty() && !self.vault.is_current(&stored) {
                let sealed = if queue == Queue::MailOut.as_str() {
                    let text = String::from_utf8_lossy(&stored).into_owned();
                    self.sealed(message(&[&id]), text)?.map(|sealed| sealed.into_bytes())
                } else {
                    let plain = self.vault.open_bytes(raw(&[&id]), stored.clone())?;
                    Some(self.vault.seal_bytes(raw(&[&id]), plain))
                };
                if let Some(sealed) = sealed {
                    let values = [Value::from(&id), Value::from(&*sealed), Value::from(&*stored)];
                    let update = "UPDATE jobs SET payload = $2 WHERE id = $1 AND payload = $3";
                    self.written += self.db.execute(update, &values).await?;
                }
            }
            after = id;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_other_keys_are_named_by_their_keys_and_told_what_to_do() {
        let said = |nodes: &[Option<&str>]| {
            let nodes = nodes.iter().map(|key| key.map(str::to_owned)).collect();
            OtherKeys { first: "11111111".to_owned(), nodes }.to_string()
        };
        let one = said(&[None]);
        assert!(
            one.starts_with(
                "a node that runs does not encrypt with the key 11111111: one has no key"
            ),
            "{one}"
        );
        let two = said(&[Some("22222222"), None]);
        let keys = "2 nodes that run do not encrypt with the key 11111111: one encrypts with the key 22222222, one has no key";
        assert!(two.starts_with(keys), "{two}");
        for said in [one, two] {
            assert!(
                said.contains("Stop every such node") && said.contains("11111111 as its first key"),
                "{said}"
            );
        }
    }
}
