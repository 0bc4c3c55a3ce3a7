//! Durable storage of moves without any rules: measures what a database can do on this machine.

use axum::body::Bytes;
use broadside_store::Database;
use serde_json::json;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use crate::Failure;

/// Maximum number of moves in a commit, and of moves that wait for one; the same as in Broadside.
const BATCH: usize = 512;
const QUEUE: usize = 4096;

/// The smallest tables that can store games: the progress of each game, and the requests.
const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS limit_games (id text PRIMARY KEY, version bigint NOT NULL)",
    "CREATE TABLE IF NOT EXISTS limit_moves (game text NOT NULL, version bigint NOT NULL, body text NOT NULL, PRIMARY KEY (game, version))",
];

/// A move: its game, the request body, and the channel that reports the commit.
type Move = (String, Bytes, oneshot::Sender<()>);

/// Stores moves.
#[derive(Clone)]
pub(crate) struct Ledger(mpsc::Sender<Move>);

enum Kept {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Ledger {
    /// Opens a database and creates the tables in it if they do not exist.
    pub(crate) async fn open(url: &str) -> Result<Self, Failure> {
        let mut connection = match url.parse()? {
            Database::Sqlite(file) => {
                let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
                let options = options
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                Kept::Sqlite(SqliteConnection::connect_with(&options).await?)
            }
            Database::Postgres(_) => Kept::Postgres(PgConnection::connect(url).await?),
        };
        for table in TABLES {
            match &mut connection {
                Kept::Sqlite(db) => db.execute(table).await.map(|_| ())?,
                Kept::Postgres(db) => db.execute(table).await.map(|_| ())?,
            }
        }
        let (moves, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(keep(connection, waiting));
        Ok(Self(moves))
    }

    /// Stores a move in one commit with the other moves that wait. Returns `true` on success.
    pub(crate) async fn note(&self, game: String, body: Bytes) -> bool {
        let (done, kept) = oneshot::channel();
        self.0.send((game, body, done)).await.is_ok() && kept.await.is_ok()
    }
}

async fn keep(mut kept: Kept, mut waiting: mpsc::Receiver<Move>) {
    let mut batch = Vec::new();
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        match kept.write(&batch).await {
            Ok(()) => {
                for (.., done) in batch.drain(..) {
                    // The requester may have gone away.
                    let _ = done.send(());
                }
            }
            Err(error) => {
                eprintln!("broadside-bench: {} moves were not kept: {error}", batch.len());
                batch.clear();
            }
        }
    }
}

impl Kept {
    async fn write(&mut self, moves: &[Move]) -> Result<(), sqlx::Error> {
        let games = || moves.iter().map(|(game, ..)| &**game);
        let bodies = || moves.iter().map(|(_, body, _)| String::from_utf8_lossy(body));
        match self {
            Self::Sqlite(db) => {
                let list = json!(games().zip(bodies()).collect::<Vec<_>>()).to_string();
                let mut transaction = db.begin_with("BEGIN IMMEDIATE").await?;
                for statement in [
                    "INSERT INTO limit_games SELECT value ->> 0, 1 FROM json_each(?1) WHERE true \
                     ON CONFLICT (id) DO UPDATE SET version = version + 1",
                    "INSERT INTO limit_moves SELECT g.id, version, value ->> 1 FROM json_each(?1) \
                     JOIN limit_games g ON g.id = value ->> 0",
                ] {
                    sqlx::query(statement).bind(&list).execute(&mut *transaction).await?;
                }
                transaction.commit().await
            }
            Self::Postgres(db) => {
                let statement = "WITH noted AS (INSERT INTO limit_games SELECT id, 1 FROM unnest($1::text[]) AS g (id) \
                         ON CONFLICT (id) DO UPDATE SET version = limit_games.version + 1 RETURNING id, version) \
                     INSERT INTO limit_moves SELECT id, version, body \
                         FROM unnest($1::text[], $2::text[]) AS m (id, body) JOIN noted USING (id)";
                let (games, bodies): (Vec<_>, Vec<_>) =
                    (games().collect(), bodies().map(String::from).collect());
                sqlx::query(statement).bind(games).bind(bodies).execute(db).await.map(|_| ())
            }
        }
    }
}
