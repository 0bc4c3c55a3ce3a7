//! PostgreSQL: one database for several nodes. Each node has one connection that writes, and a pool that reads.

mod write;

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection, Executor};

use super::rows::{AnswerKept, Event, Game, Player, SeatOfGame, Token, all};
use super::{
    Answer, AnswerKey, Backend, Change, Done, EventRow, LAST, Mask, Moment, Page, PlayerRow, StoreError,
    StoredGame, TokenRow, Turn,
};
use crate::ambient::Time;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/postgres");

const READERS: u32 = 8;

/// How long a node waits for a connection before it says that it cannot serve.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// A PostgreSQL database.
pub struct Postgres {
    options: PgConnectOptions,
    readers: PgPool,
    /// `None` after it has failed: the next to write connects anew.
    writer: tokio::sync::Mutex<Option<PgConnection>>,
}

/// The address of a database. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    fn options(&self) -> PgConnectOptions {
        self.0.parse().expect("it was read when it was made")
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<PgConnectOptions>() {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(error) => {
                let error = match error {
                    sqlx::Error::Configuration(error) => error.to_string(),
                    error => error.to_string(),
                };
                Err(format!(
                    "the address cannot be read ({error}): write it as in postgres://USER@HOST:5432/DATABASE"
                ))
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        write!(f, "{database} at {}:{}", options.get_host(), options.get_port())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It does not answer, or not to this user.
    #[error("the database {0} cannot be reached: {1}; see that it runs, exists, and lets this user in")]
    Unreachable(Address, String),
    /// It is no database of this service, or of a newer version.
    #[error("the database {0} cannot be used: {1}; if a newer broadside made its tables, start that one")]
    Unusable(Address, String),
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open(address: &Address) -> Result<Self, OpenError> {
        // That a table is there already is no news.
        let quiet = [("client_min_messages", "warning")];
        let options = address.options().application_name("broadside").options(quiet);
        let unreachable = |error: sqlx::Error| OpenError::Unreachable(address.clone(), error.to_string());
        let mut writer = connect(&options).await.map_err(unreachable)?;
        // Several nodes may start at once: the migrator takes a lock of the database.
        let migrated = MIGRATIONS.run(&mut writer).await;
        migrated.map_err(|error| OpenError::Unusable(address.clone(), error.to_string()))?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_with(options.clone())
            .await
            .map_err(unreachable)?;
        Ok(Self { options, readers, writer: tokio::sync::Mutex::new(Some(writer)) })
    }

    /// What would have to be done to bring the tables of a database up to date.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn pending(address: &Address) -> Result<Vec<String>, OpenError> {
        let unreachable = |error: sqlx::Error| OpenError::Unreachable(address.clone(), error.to_string());
        let mut connection = connect(&address.options()).await.map_err(unreachable)?;
        let there: (bool,) = sqlx::query_as("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
            .fetch_one(&mut connection)
            .await
            .map_err(unreachable)?;
        let done: Vec<(i64,)> = if there.0 {
            let done = sqlx::query_as("SELECT version FROM _sqlx_migrations WHERE success");
            done.fetch_all(&mut connection).await.map_err(unreachable)?
        } else {
            Vec::new()
        };
        Ok(super::pending(&MIGRATIONS, &done))
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    // What was answered is on the disk, however the database is set up.
    connection.execute("SET synchronous_commit = on").await?;
    // Whoever waits is told so before long.
    connection.execute("SET lock_timeout = '5s'").await?;
    Ok(connection)
}

async fn commit(writer: &mut PgConnection, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
    let mut transaction = writer.begin().await?;
    let done = write::write(&mut transaction, changes).await?;
    transaction.commit().await?;
    Ok(done)
}

#[async_trait]
impl Backend for Postgres {
    fn shared(&self) -> bool {
        true
    }

    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
        let mut writer = self.writer.lock().await;
        // Taken out: whatever fails, and if this call is dropped half-way, the connection is not used again.
        let mut connection = match writer.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let done = commit(&mut connection, changes).await;
        if matches!(done, Ok(_) | Err(sqlx::Error::Database(_))) {
            *writer = Some(connection);
        }
        match done {
            // Another node has just kept an answer for the same key.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() && changes.len() == 1 => {
                Ok(vec![Done::Conflict])
            }
            done => Ok(done?),
        }
    }

    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.readers)
            .await?;
        let kept: (String,) = sqlx::query_as("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_one(&self.readers)
            .await?;
        Ok(kept.0)
    }

    async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
        // Whoever asks chooses the id, and PostgreSQL knows no text with such a character.
        if id.contains('\0') {
            return Ok(None);
        }
        let row: Option<Player> = sqlx::query_as("SELECT id, name, created_at FROM players WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(Into::into))
    }

    async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError> {
        let rows: Vec<Token> = sqlx::query_as(
            "SELECT id, player_id, hash, name, scopes, created_at FROM tokens WHERE hash = ANY($1)",
        )
        .bind(hashes)
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError> {
        let rows: Vec<Token> = sqlx::query_as(
            "SELECT id, player_id, hash, name, scopes, created_at FROM tokens WHERE player_id = $1 ORDER BY id",
        )
        .bind(player_id)
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        // One moment for the snapshot, the log and the seats.
        let mut reader = self.readers.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let game: Option<Game> = sqlx::query_as(
            "SELECT g.id, g.ruleset, g.visibility, g.clock, g.created_at, g.version, g.edition, g.status, g.deadline, \
             g.open, g.to_move, s.body AS snapshot, s.version AS snapshot_version \
             FROM games g JOIN snapshots s ON s.game_id = g.id WHERE g.id = $1",
        )
        .bind(id)
        .fetch_optional(&mut *reader)
        .await?;
        let Some(game) = game else { return Ok(None) };
        let seats: Vec<SeatOfGame> = sqlx::query_as(
            "SELECT s.seat, s.kind, s.kept_for, s.code_hash, s.player_id, p.name, p.created_at \
             FROM seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.game_id = $1 ORDER BY s.seat",
        )
        .bind(id)
        .fetch_all(&mut *reader)
        .await?;
        // The entry that the snapshot ends with comes too: its time is needed.
        let events: Vec<Event> = sqlx::query_as(
            "SELECT seq, at, audience, body FROM events WHERE game_id = $1 AND seq >= $2 ORDER BY seq",
        )
        .bind(id)
        .bind(game.snapshot_version)
        .fetch_all(&mut *reader)
        .await?;
        reader.commit().await?;
        Ok(Some(game.stored(seats, events)?))
    }

    async fn moments(&self, game_ids: &[String]) -> Result<Vec<(String, Moment)>, StoreError> {
        let rows: Vec<(String, i64, i64)> =
            sqlx::query_as("SELECT id, version, edition FROM games WHERE id = ANY($1)")
                .bind(game_ids)
                .fetch_all(&self.readers)
                .await?;
        let moment = |(id, version, edition): (String, i64, i64)| {
            (id, Moment { version: version as u64, edition: edition as u64 })
        };
        Ok(rows.into_iter().map(moment).collect())
    }

    async fn events(
        &self,
        game_id: &str,
        viewer: Mask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError> {
        let rows: Vec<Event> = sqlx::query_as(
            "SELECT seq, at, audience, body FROM events WHERE game_id = $1 AND audience & $2 <> 0 \
             ORDER BY seq LIMIT $3 OFFSET $4",
        )
        .bind(game_id)
        .bind(viewer.0)
        .bind(i64::from(limit))
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError> {
        let rows: Vec<Event> =
            sqlx::query_as("SELECT seq, at, audience, body FROM events WHERE game_id = $1 ORDER BY seq")
                .bind(game_id)
                .fetch_all(&self.readers)
                .await?;
        Ok(all(rows))
    }

    async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT game_id FROM seats WHERE player_id = $1 AND game_id < $2 \
             UNION SELECT game_id FROM seats WHERE kept_for = $1 AND game_id < $2 \
             ORDER BY game_id DESC LIMIT $3",
        )
        .bind(player_id)
        .bind(page.before.as_deref().unwrap_or(LAST))
        .bind(i64::from(page.limit))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn turns_of(
        &self,
        player_id: &str,
        after: Option<&Turn>,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError> {
        let (deadline, game_id) = after.map_or((i64::MIN, ""), |turn| (turn.deadline.0, &*turn.game_id));
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT coalesce(g.deadline, $5) AS due, g.id FROM seats s JOIN games g ON g.id = s.game_id \
             WHERE s.player_id = $1 AND g.to_move & (1::bigint << s.seat::int) <> 0 \
             AND (coalesce(g.deadline, $5), g.id) > ($2, $3) ORDER BY due, g.id LIMIT $4",
        )
        .bind(player_id)
        .bind(deadline)
        .bind(game_id)
        .bind(i64::from(limit))
        .bind(Turn::NEVER.0)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|(due, game_id)| Turn { deadline: Time(due), game_id }).collect())
    }

    async fn open_games(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT id FROM games g WHERE open AND id < $1 \
             AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.player_id = $3) \
             ORDER BY id DESC LIMIT $2",
        )
        .bind(page.before.as_deref().unwrap_or(LAST))
        .bind(i64::from(page.limit))
        .bind(player_id)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2")
                .bind(now.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn answer(&self, key: &AnswerKey) -> Result<Option<Answer>, StoreError> {
        let row: Option<AnswerKept> = sqlx::query_as(
            "SELECT payload_hash, status, headers, body, at FROM answers \
             WHERE player_id = $1 AND route = $2 AND key = $3",
        )
        .bind(&key.player_id)
        .bind(&key.route)
        .bind(&key.key)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| row.answer(key)).transpose()
    }

    async fn settle(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        if let Some(writer) = self.writer.lock().await.take() {
            writer.close().await?;
        }
        Ok(())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1 FROM settings LIMIT 1").execute(&self.readers).await?;
        Ok(())
    }
}
