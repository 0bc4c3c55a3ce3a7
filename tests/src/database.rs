//! The databases that tests run on: a SQLite file in the directory of the server, or, if
//! `BROADSIDE_TEST_DATABASE` is set, a new database on that PostgreSQL server (`tests/postgres.sh`
//! starts one).

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, raw_sql};

use crate::server::Directory;

/// Name of the SQLite file.
const FILE: &str = "broadside.db";

/// A database for one server.
#[derive(Debug)]
pub enum Database {
    /// A SQLite file in the directory of the server.
    File,
    /// A database of a PostgreSQL server, deleted on drop.
    Postgres {
        /// Address of the server.
        server: String,
        /// Name of the database.
        name: String,
    },
    /// The address of a database that is created and deleted elsewhere.
    At(String),
}

impl Database {
    /// Creates a database of the kind that the tests run on.
    pub fn new_of_run() -> Self {
        if std::env::var_os("BROADSIDE_TEST_DATABASE").is_none() {
            return Self::File;
        }
        let database = Self::new_postgres("template1");
        sql(&database.url(), &clock_ahead(0));
        database
    }

    /// Creates a database on the server of the run, as a copy of another.
    fn new_postgres(template: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("BROADSIDE_TEST_DATABASE").expect("the run is on PostgreSQL");
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        // A copy of the files is quicker, since the server does not sync.
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        sql(&format!("{server}/postgres"), &create);
        // Statements find the clock of the test before that of PostgreSQL.
        let path = format!("ALTER DATABASE {name} SET search_path = public, pg_catalog");
        sql(&format!("{server}/postgres"), &path);
        Self::Postgres { server, name }
    }

    /// Copies a database that nobody has open, from one directory into another.
    pub fn copy(&self, from: &Directory, to: &Directory) -> Self {
        match self {
            Self::File => {
                std::fs::copy(from.file(FILE), to.file(FILE)).expect("the file can be copied");
                Self::File
            }
            Self::Postgres { name, .. } => Self::new_postgres(name),
            Self::At(url) => panic!("{url} belongs to another"),
        }
    }

    /// Sets how many milliseconds the clock of a PostgreSQL database is ahead. SQLite has none.
    pub fn set_clock(&self, directory: &Directory, ahead: i64) {
        if !matches!(self, Self::File) {
            self.run(directory, &clock_ahead(ahead));
        }
    }

    /// Value of `--database` for a server that runs in its directory.
    pub fn url(&self) -> String {
        match self {
            Self::File => format!("sqlite:{FILE}"),
            Self::Postgres { server, name } => format!("{server}/{name}"),
            Self::At(url) => url.clone(),
        }
    }

    /// Returns the same database at another address, such as that of a proxy.
    pub fn through(&self, address: &str) -> Self {
        let own = self.url();
        let (user, after) =
            own.split_once('@').expect("this is PostgreSQL: run this with tests/postgres.sh");
        let (_, name) = after.split_once('/').expect("it has a name");
        Self::At(format!("{user}@{address}/{name}"))
    }

    /// Value of `--database` for a server that runs in another directory.
    pub fn url_in(&self, directory: &Directory) -> String {
        match self {
            Self::File => format!("sqlite:{}", directory.file(FILE).display()),
            Self::Postgres { .. } | Self::At(_) => self.url(),
        }
    }

    /// Runs a statement directly on the database.
    pub fn run(&self, directory: &Directory, statement: &str) {
        sql(&self.url_in(directory), statement);
    }

    /// Runs a statement on the PostgreSQL server, in another of its databases. `{name}` stands for
    /// the name of this one.
    pub fn run_beside(&self, statement: &str) {
        let Self::Postgres { server, name } = self else {
            panic!("this is not PostgreSQL: run this with tests/postgres.sh");
        };
        sql(&format!("{server}/postgres"), &statement.replace("{name}", name));
    }

    /// Runs a statement that counts, and returns the count.
    pub fn count(&self, directory: &Directory, statement: &str) -> u64 {
        let counted = sql(&self.url_in(directory), statement);
        counted.parse().unwrap_or_else(|_| panic!("{statement}: {counted:?}"))
    }

    /// All stored bytes: the SQLite files including the write-ahead log, or a dump.
    pub fn bytes(&self, directory: &Directory) -> Vec<u8> {
        match self {
            Self::File => {
                let read = |ending| {
                    std::fs::read(directory.file(&format!("{FILE}{ending}"))).unwrap_or_default()
                };
                ["", "-wal"].map(read).concat()
            }
            Self::Postgres { .. } | Self::At(_) => {
                let dumped = Command::new("pg_dump").arg(self.url()).stdin(Stdio::null()).output();
                let dumped = dumped.expect("`pg_dump` is installed");
                assert!(dumped.status.success(), "{dumped:?}");
                dumped.stdout
            }
        }
    }

    /// Locks the games against writes by others until the result is dropped.
    pub fn hold(&self, directory: &Directory) -> Held {
        self.hold_by(directory, "LOCK TABLE games IN EXCLUSIVE MODE")
    }

    /// Locks a game against writes by others until the result is dropped. With SQLite, locks all
    /// games.
    pub fn hold_game(&self, directory: &Directory, id: &str) -> Held {
        self.hold_by(
            directory,
            &format!("DO 'BEGIN PERFORM 1 FROM games WHERE id = ''{id}'' FOR UPDATE; END'"),
        )
    }

    /// Takes the locks of a PostgreSQL statement. With SQLite, locks the whole file.
    fn hold_by(&self, directory: &Directory, statement: &str) -> Held {
        let mut command = match self {
            Self::File => {
                let script = format!(
                    "import sqlite3, sys; db = sqlite3.connect('{FILE}', isolation_level=None); \
                     db.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
                );
                let mut python = Command::new("python3");
                python.args(["-c", &script]).current_dir(directory.file(""));
                python
            }
            Self::Postgres { .. } | Self::At(_) => {
                let script = format!(
                    "(echo \"BEGIN; {statement};\"; echo '\\! echo held'; cat; echo COMMIT) | psql -qX \"$0\""
                );
                let mut shell = Command::new("sh");
                shell.args(["-c", &script, &self.url()]);
                shell
            }
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`python3` and `psql` are installed");
        let mut held = [0; 5];
        child.stdout.as_mut().expect("it has an output").read_exact(&mut held).expect("it says so");
        assert_eq!(&held, b"held\n");
        Held(child)
    }
}

/// Returns the statement that creates a clock which is so many milliseconds ahead.
fn clock_ahead(ahead: i64) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS \
         $$ SELECT pg_catalog.clock_timestamp() + interval '{ahead} milliseconds' $$"
    )
}

/// Runs a statement. Returns the first column of its first row as text, or an empty text if it has
/// no rows.
fn sql(url: &str, statement: &str) -> String {
    try_sql(url, statement).unwrap_or_else(|error| panic!("{statement}: {error}"))
}

/// Like [`sql`]. Uses a thread of its own, because callers may be in an asynchronous runtime.
fn try_sql(url: &str, statement: &str) -> Result<String, sqlx::Error> {
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            if url.starts_with("sqlite:") {
                let options = SqliteConnectOptions::from_str(url)?.foreign_keys(false);
                let mut connection = options.connect().await?;
                let row = raw_sql(AssertSqlSafe(statement)).fetch_optional(&mut connection).await?;
                let text = row.map(|row| row.try_get_unchecked(0)).transpose()?;
                connection.close().await?;
                return Ok(text.unwrap_or_default());
            }
            let mut connection = PgConnection::connect(url).await?;
            let row = raw_sql(AssertSqlSafe(statement)).fetch_optional(&mut connection).await?;
            // The simple query protocol sends each value as text.
            let text = row.map(|row| row.try_get_unchecked(0)).transpose()?;
            connection.close().await?;
            Ok(text.unwrap_or_default())
        })
    };
    std::thread::scope(|scope| scope.spawn(run).join()).expect("a statement does not panic")
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Self::Postgres { server, name } = self {
            // Errors do not matter: the whole server is removed after the tests.
            let statement = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
            let _ = try_sql(&format!("{server}/postgres"), &statement);
        }
    }
}

/// A locked database; see [`Database::hold`].
pub struct Held(Child);

impl Drop for Held {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
