//! SQLite: a file, no server. One process owns it; one connection writes, a few read.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use broadside_engine::record::Sealed;
use broadside_engine::ruleset::Seat;
use serde_json::{Value, json};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, FromRow, SqliteConnection};

use super::{
    Answer, AnswerKey, Backend, Change, Course, Done, EventRow, GameRow, Mask, NewGame, Page, PlayerRow,
    SeatKind, SeatRow, Step, StoreError, StoredGame, TokenRow,
};
use crate::ambient::Time;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/sqlite");

const READERS: u32 = 4;

/// A SQLite database.
pub struct Sqlite {
    readers: SqlitePool,
    writer: tokio::sync::Mutex<SqliteConnection>,
    /// Held as long as the database is: the file belongs to one process.
    _lock: Option<File>,
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it.
    #[error(
        "{} belongs to another running broadside: stop that one first, or name another file with --database", .0.display()
    )]
    Taken(PathBuf),
    /// There is no such directory.
    #[error("the directory {} does not exist: make it, or name another file with --database", .0.display())]
    NoDirectory(PathBuf),
    /// It cannot be opened or made.
    #[error("{} cannot be opened: {}; name another file with --database", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    /// It is something else.
    #[error(
        "{} is not a SQLite database: name another file with --database, or move this one away", .0.display()
    )]
    NoDatabase(PathBuf),
    /// It is no database of this service, or of a newer version.
    #[error(
        "{} cannot be used: {}; if a newer broadside made it, start that one, or name another file with --database",
        .0.display(), .1
    )]
    Unusable(PathBuf, String),
}

impl Sqlite {
    /// Opens a database, which is made if there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// If another process has it, or it cannot be used.
    pub async fn open(file: &Path) -> Result<Self, OpenError> {
        let unusable = |error: String| OpenError::Unusable(file.to_owned(), error);
        // Before the lock, whose file stays: a wrong name leaves nothing behind.
        look_at(file)?;
        let lock = lock(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What was answered is on the disk: every commit is synced.
            .synchronous(SqliteSynchronous::Full)
            .pragma("wal_autocheckpoint", "10000")
            .busy_timeout(std::time::Duration::from_secs(5));
        let mut writer =
            SqliteConnection::connect_with(&options).await.map_err(|error| unusable(error.to_string()))?;
        MIGRATIONS.run(&mut writer).await.map_err(|error| unusable(error.to_string()))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await
            .map_err(|error| unusable(error.to_string()))?;
        Ok(Self { readers, writer: tokio::sync::Mutex::new(writer), _lock: Some(lock) })
    }
}

/// Looks whether a file can be a database, or be made one.
fn look_at(file: &Path) -> Result<(), OpenError> {
    const BEGINNING: &[u8] = b"SQLite format 3\0";
    let directory = file.parent().filter(|directory| !directory.as_os_str().is_empty());
    if let Some(missing) = directory.filter(|directory| !directory.exists()) {
        return Err(OpenError::NoDirectory(missing.to_owned()));
    }
    let mut beginning = Vec::new();
    let read = match File::open(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        opened => opened.and_then(|open| open.take(BEGINNING.len() as u64).read_to_end(&mut beginning)),
    };
    read.map_err(|error| OpenError::Io(file.to_owned(), error))?;
    // SQLite makes a database of an empty file.
    let is_database = beginning.is_empty() || beginning == BEGINNING;
    if is_database { Ok(()) } else { Err(OpenError::NoDatabase(file.to_owned())) }
}

/// Takes the file for this process: a lock on a file beside it, which the system lets go when the process ends.
fn lock(file: &Path) -> Result<File, OpenError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    let path = PathBuf::from(name);
    let lock = File::create(&path).map_err(|error| OpenError::Io(path, error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(OpenError::Taken(file.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(OpenError::Io(file.to_owned(), error)),
    }
}

#[derive(FromRow)]
struct Player {
    id: String,
    name: Option<String>,
    created_at: i64,
}

impl From<Player> for PlayerRow {
    fn from(row: Player) -> Self {
        Self { id: row.id, name: row.name, created_at: Time(row.created_at) }
    }
}

#[derive(FromRow)]
struct Token {
    id: String,
    player_id: String,
    hash: String,
    name: String,
    scopes: String,
    created_at: i64,
}

impl From<Token> for TokenRow {
    fn from(row: Token) -> Self {
        let Token { id, player_id, hash, name, scopes, created_at } = row;
        Self { id, player_id, hash, name, scopes, created_at: Time(created_at) }
    }
}

#[derive(FromRow)]
struct Game {
    id: String,
    ruleset: String,
    visibility: String,
    clock: Option<String>,
    created_at: i64,
    version: i64,
    status: String,
    deadline: Option<i64>,
    open: bool,
    snapshot: String,
    snapshot_version: i64,
}

#[derive(FromRow)]
struct SeatOfGame {
    seat: u8,
    kind: String,
    kept_for: Option<String>,
    code_hash: Option<String>,
    player_id: Option<String>,
    name: Option<String>,
    created_at: Option<i64>,
}

impl SeatOfGame {
    fn row(self) -> Result<SeatRow, StoreError> {
        let odd = || StoreError(format!("seat {} of kind `{}` makes no sense", self.seat, self.kind));
        Ok(SeatRow {
            seat: Seat::new(self.seat).ok_or_else(odd)?,
            kind: match self.kind.as_str() {
                "open" => SeatKind::Open,
                "invite" => SeatKind::Invite(self.code_hash.clone().ok_or_else(odd)?),
                "player" => SeatKind::Kept(self.kept_for.clone().ok_or_else(odd)?),
                _ => return Err(odd()),
            },
            player: self.player_id.map(|id| PlayerRow {
                id,
                name: self.name,
                created_at: Time(self.created_at.unwrap_or_default()),
            }),
        })
    }
}

#[derive(FromRow)]
struct Event {
    seq: i64,
    at: i64,
    audience: i64,
    body: String,
}

impl From<Event> for EventRow {
    fn from(row: Event) -> Self {
        Self {
            seq: row.seq as u64,
            at: Time(row.at),
            audience: Mask(row.audience),
            body: Sealed::from_store(row.body),
        }
    }
}

#[derive(FromRow)]
struct AnswerKept {
    payload_hash: String,
    status: u16,
    headers: String,
    body: String,
    at: i64,
}

fn all<A, B: From<A>>(rows: Vec<A>) -> Vec<B> {
    rows.into_iter().map(Into::into).collect()
}

#[async_trait]
impl Backend for Sqlite {
    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
        let mut writer = self.writer.lock().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        let done = write(&mut transaction, changes).await?;
        transaction.commit().await?;
        Ok(done)
    }

    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        let mut writer = self.writer.lock().await;
        sqlx::query("INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&mut *writer)
            .await?;
        let kept: (String,) = sqlx::query_as("SELECT value FROM settings WHERE name = ?1")
            .bind(name)
            .fetch_one(&mut *writer)
            .await?;
        Ok(kept.0)
    }

    async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
        let row: Option<Player> = sqlx::query_as("SELECT id, name, created_at FROM players WHERE id = ?1")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(Into::into))
    }

    async fn token(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        let row: Option<Token> = sqlx::query_as(
            "SELECT id, player_id, hash, name, scopes, created_at FROM tokens WHERE hash = ?1",
        )
        .bind(hash)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(Into::into))
    }

    async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError> {
        let rows: Vec<Token> = sqlx::query_as(
            "SELECT id, player_id, hash, name, scopes, created_at FROM tokens WHERE player_id = ?1 ORDER BY id",
        )
        .bind(player_id)
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        // One transaction, so that the snapshot, the log and the seats are of the same moment.
        let mut reader = self.readers.begin().await?;
        let game: Option<Game> = sqlx::query_as(
            "SELECT g.id, g.ruleset, g.visibility, g.clock, g.created_at, g.version, g.status, g.deadline, g.open, \
             s.body AS snapshot, s.version AS snapshot_version \
             FROM games g JOIN snapshots s ON s.game_id = g.id WHERE g.id = ?1",
        )
        .bind(id)
        .fetch_optional(&mut *reader)
        .await?;
        let Some(game) = game else { return Ok(None) };
        let seats: Vec<SeatOfGame> = sqlx::query_as(
            "SELECT s.seat, s.kind, s.kept_for, s.code_hash, s.player_id, p.name, p.created_at \
             FROM seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.game_id = ?1 ORDER BY s.seat",
        )
        .bind(id)
        .fetch_all(&mut *reader)
        .await?;
        // The entry that the snapshot ends with comes too: its time is needed.
        let events: Vec<Event> = sqlx::query_as(
            "SELECT seq, at, audience, body FROM events WHERE game_id = ?1 AND seq >= ?2 ORDER BY seq",
        )
        .bind(id)
        .bind(game.snapshot_version)
        .fetch_all(&mut *reader)
        .await?;
        let last_at = Time(events.last().map_or(game.created_at, |event| event.at));
        let after = |event: &Event| event.seq > game.snapshot_version;
        Ok(Some(StoredGame {
            row: GameRow {
                id: game.id,
                ruleset: game.ruleset,
                visibility: game.visibility,
                clock: game.clock,
                created_at: Time(game.created_at),
                course: Course {
                    version: game.version as u64,
                    status: game.status,
                    deadline: game.deadline.map(Time),
                    open: game.open,
                },
            },
            seats: seats.into_iter().map(SeatOfGame::row).collect::<Result<_, _>>()?,
            snapshot: Sealed::from_store(game.snapshot),
            last_at,
            events: events.into_iter().filter(after).map(Into::into).collect(),
        }))
    }

    async fn events(
        &self,
        game_id: &str,
        viewer: Mask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError> {
        let rows: Vec<Event> = sqlx::query_as(
            "SELECT seq, at, audience, body FROM events WHERE game_id = ?1 AND audience & ?2 <> 0 \
             ORDER BY seq LIMIT ?3 OFFSET ?4",
        )
        .bind(game_id)
        .bind(viewer.0)
        .bind(limit)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError> {
        let rows: Vec<Event> =
            sqlx::query_as("SELECT seq, at, audience, body FROM events WHERE game_id = ?1 ORDER BY seq")
                .bind(game_id)
                .fetch_all(&self.readers)
                .await?;
        Ok(all(rows))
    }

    async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT game_id FROM seats WHERE player_id = ?1 AND game_id < ?2 \
             UNION SELECT game_id FROM seats WHERE kept_for = ?1 AND game_id < ?2 \
             ORDER BY game_id DESC LIMIT ?3",
        )
        .bind(player_id)
        .bind(page.before.as_deref().unwrap_or(LAST))
        .bind(page.limit)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn open_games(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT id FROM games g WHERE open = 1 AND id < ?1 \
             AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.player_id = ?3) \
             ORDER BY id DESC LIMIT ?2",
        )
        .bind(page.before.as_deref().unwrap_or(LAST))
        .bind(page.limit)
        .bind(player_id)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM games WHERE deadline <= ?1 ORDER BY deadline LIMIT ?2")
                .bind(now.0)
                .bind(limit)
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    async fn answer(&self, key: &AnswerKey) -> Result<Option<Answer>, StoreError> {
        let row: Option<AnswerKept> = sqlx::query_as(
            "SELECT payload_hash, status, headers, body, at FROM answers \
             WHERE player_id = ?1 AND route = ?2 AND key = ?3",
        )
        .bind(&key.player_id)
        .bind(&key.route)
        .bind(&key.key)
        .fetch_optional(&self.readers)
        .await?;
        let read = |row: AnswerKept| -> Result<Answer, serde_json::Error> {
            Ok(Answer {
                key: key.clone(),
                payload_hash: row.payload_hash,
                status: row.status,
                headers: serde_json::from_str(&row.headers)?,
                body: row.body,
                at: Time(row.at),
            })
        };
        row.map(read).transpose().map_err(|error| StoreError(error.to_string()))
    }

    async fn settle(&self) -> Result<(), StoreError> {
        // Readers would keep the log from being emptied. Whoever copies the file alone then has everything.
        self.readers.close().await;
        let mut writer = self.writer.lock().await;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *writer).await?;
        Ok(())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1 FROM settings LIMIT 1").execute(&self.readers).await?;
        Ok(())
    }
}

/// A text that comes after every id.
const LAST: &str = "~";

/// Makes the changes of a batch: the steps of games in a handful of statements whatever their number, the rest one by
/// one.
async fn write(db: &mut SqliteConnection, changes: &[Change]) -> Result<Vec<Done>, StoreError> {
    let mut done = vec![Done::Yes; changes.len()];
    let mut steps = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::Step(step) => steps.push((at, &**step)),
            other => done[at] = write_one(db, other).await?,
        }
    }
    if !steps.is_empty() {
        write_steps(db, &steps, &mut done).await?;
    }
    Ok(done)
}

async fn write_one(db: &mut SqliteConnection, change: &Change) -> Result<Done, StoreError> {
    match change {
        Change::NewPlayer(player, token) => {
            sqlx::query("INSERT INTO players (id, name, created_at) VALUES (?1, ?2, ?3)")
                .bind(&player.id)
                .bind(&player.name)
                .bind(player.created_at.0)
                .execute(&mut *db)
                .await?;
            write_token(db, token).await?;
        }
        Change::Rename(id, name) => {
            let renamed = sqlx::query("UPDATE players SET name = ?2 WHERE id = ?1 AND name IS NOT NULL")
                .bind(id)
                .bind(name)
                .execute(&mut *db)
                .await?;
            if renamed.rows_affected() == 0 {
                return Ok(Done::Conflict);
            }
            if name.is_none() {
                sqlx::query("DELETE FROM tokens WHERE player_id = ?1").bind(id).execute(&mut *db).await?;
                sqlx::query("DELETE FROM answers WHERE player_id = ?1").bind(id).execute(&mut *db).await?;
            }
        }
        Change::NewToken(token) => {
            let there: Option<(i64,)> =
                sqlx::query_as("SELECT 1 FROM players WHERE id = ?1 AND name IS NOT NULL")
                    .bind(&token.player_id)
                    .fetch_optional(&mut *db)
                    .await?;
            if there.is_none() {
                return Ok(Done::Conflict);
            }
            write_token(db, token).await?;
        }
        Change::RevokeToken(id) => {
            sqlx::query("DELETE FROM tokens WHERE id = ?1").bind(id).execute(&mut *db).await?;
        }
        Change::NewGame(game) => return write_game(db, game).await,
        Change::ForgetAnswers(before) => {
            sqlx::query("DELETE FROM answers WHERE at < ?1").bind(before.0).execute(&mut *db).await?;
        }
        Change::Step(_) => unreachable!("steps are written together"),
    }
    Ok(Done::Yes)
}

async fn write_token(db: &mut SqliteConnection, token: &TokenRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(&token.id)
    .bind(&token.player_id)
    .bind(&token.hash)
    .bind(&token.name)
    .bind(&token.scopes)
    .bind(token.created_at.0)
    .execute(&mut *db)
    .await?;
    Ok(())
}

async fn write_game(db: &mut SqliteConnection, game: &NewGame) -> Result<Done, StoreError> {
    if !taken_keys(db, game.answer.iter().collect()).await?.is_empty() {
        return Ok(Done::Conflict);
    }
    let row = &game.row;
    sqlx::query(
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, version, status, deadline, open) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )
    .bind(&row.id)
    .bind(&row.ruleset)
    .bind(&row.visibility)
    .bind(&row.clock)
    .bind(row.created_at.0)
    .bind(row.course.version as i64)
    .bind(&row.course.status)
    .bind(row.course.deadline.map(|deadline| deadline.0))
    .bind(row.course.open)
    .execute(&mut *db)
    .await?;
    for seat in &game.seats {
        let (kind, kept_for, code_hash) = match &seat.kind {
            SeatKind::Open => ("open", None, None),
            SeatKind::Invite(hash) => ("invite", None, Some(hash)),
            SeatKind::Kept(player) => ("player", Some(player), None),
        };
        sqlx::query(
            "INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(&row.id)
        .bind(seat.seat.number())
        .bind(kind)
        .bind(kept_for)
        .bind(code_hash)
        .bind(seat.player.as_ref().map(|player| &player.id))
        .execute(&mut *db)
        .await?;
    }
    write_events(db, event_rows(&row.id, &game.events)).await?;
    write_snapshots(db, vec![json!([row.id, row.course.version, game.snapshot.text()])]).await?;
    write_answers(db, answer_rows(game.answer.as_slice())).await?;
    Ok(Done::Yes)
}

/// Writes steps of games: those win whose game is still as they were decided on.
async fn write_steps(
    db: &mut SqliteConnection,
    steps: &[(usize, &Step)],
    done: &mut [Done],
) -> Result<(), StoreError> {
    let taken = taken_keys(db, steps.iter().filter_map(|(_, step)| step.answer.as_ref()).collect()).await?;
    let mut games = HashSet::new();
    let mut entered = Vec::new();
    for &(at, step) in steps {
        let repeated = step.answer.as_ref().is_some_and(|answer| taken.contains(&answer.key));
        // One step a game in a batch: a second one was decided on what the first has changed.
        if repeated || !games.insert(step.game_id.as_str()) {
            done[at] = Done::Conflict;
        } else {
            entered.push((at, step));
        }
    }
    let courses: Vec<Value> = entered
        .iter()
        .map(|(_, step)| {
            let Course { version, status, deadline, open } = &step.course;
            json!([step.game_id, step.from, version, status, deadline.map(|deadline| deadline.0), open])
        })
        .collect();
    let won: Vec<(String,)> = sqlx::query_as(
        "UPDATE games SET version = j.value ->> 2, status = j.value ->> 3, deadline = j.value ->> 4, \
         open = j.value ->> 5 \
         FROM json_each(?1) j WHERE games.id = j.value ->> 0 AND games.version = j.value ->> 1 RETURNING games.id",
    )
    .bind(Value::Array(courses).to_string())
    .fetch_all(&mut *db)
    .await?;
    let won: HashSet<String> = won.into_iter().map(|row| row.0).collect();
    let mut winners = Vec::new();
    for (at, step) in entered {
        if won.contains(&step.game_id) {
            winners.push(step);
        } else {
            done[at] = Done::Conflict;
        }
    }
    let events = winners.iter().flat_map(|step| event_rows(&step.game_id, &step.events)).collect();
    write_events(db, events).await?;
    let snapshot =
        |step: &&Step| Some(json!([step.game_id, step.course.version, step.snapshot.as_ref()?.text()]));
    write_snapshots(db, winners.iter().filter_map(snapshot).collect()).await?;
    write_answers(db, winners.iter().flat_map(|step| answer_rows(step.answer.as_slice())).collect()).await?;
    for step in winners {
        for seating in &step.seatings {
            sqlx::query("UPDATE seats SET player_id = ?3 WHERE game_id = ?1 AND seat = ?2")
                .bind(&step.game_id)
                .bind(seating.seat.number())
                .bind(&seating.player_id)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(())
}

fn event_rows(game: &str, events: &[EventRow]) -> Vec<Value> {
    let row = |event: &EventRow| json!([game, event.seq, event.at.0, event.audience.0, event.body.text()]);
    events.iter().map(row).collect()
}

async fn write_events(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO events (game_id, seq, at, audience, body) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn write_snapshots(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO snapshots (game_id, version, body) \
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1) WHERE true \
             ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Which of the keys of these answers are taken.
async fn taken_keys(
    db: &mut SqliteConnection,
    answers: Vec<&Answer>,
) -> Result<HashSet<AnswerKey>, StoreError> {
    let mut taken = HashSet::new();
    for Answer { key, .. } in answers {
        let found: Option<(i64,)> =
            sqlx::query_as("SELECT 1 FROM answers WHERE player_id = ?1 AND route = ?2 AND key = ?3")
                .bind(&key.player_id)
                .bind(&key.route)
                .bind(&key.key)
                .fetch_optional(&mut *db)
                .await?;
        if found.is_some() {
            taken.insert(key.clone());
        }
    }
    Ok(taken)
}

fn answer_rows(answers: &[Answer]) -> Vec<Value> {
    let row = |answer: &Answer| {
        let AnswerKey { player_id, route, key } = &answer.key;
        let headers = serde_json::to_string(&answer.headers).expect("headers are plain data");
        json!([player_id, route, key, answer.payload_hash, answer.status, headers, answer.body, answer.at.0])
    };
    answers.iter().map(row).collect()
}

async fn write_answers(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, \
             value ->> 7 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
