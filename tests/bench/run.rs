//! The whole baseline in one command: seed, start, measure, and compare with the limits of the
//! machine.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use broadside_store::Database;
use serde_json::{Value, json};

use crate::hand::{Games, Work};
use crate::load::{self, Plan};
use crate::machine::{self, Syncs};
use crate::report::{self, Row, thousands};
use crate::{Failure, seed};

/// Number of connections for views, and for moves on many games in rotation.
pub(crate) const CROWD: usize = 64;

/// Parameters of the measurement.
pub(crate) struct Baseline {
    pub(crate) server: PathBuf,
    pub(crate) dir: PathBuf,
    pub(crate) database: Option<String>,
    pub(crate) games: usize,
    pub(crate) played: usize,
    pub(crate) connections: Vec<usize>,
    pub(crate) games_each: usize,
    pub(crate) time: Duration,
    pub(crate) warmup: Duration,
    pub(crate) seed: u64,
}

/// Results of the measurement.
pub(crate) struct Measured {
    rows: Vec<Row>,
    /// Results of the server without rules or storage.
    limits: Vec<Row>,
    /// Results of the server that stores requests without applying rules.
    stored: Vec<Row>,
    syncs: Syncs,
    peak_mib: Option<u64>,
}

/// A server process that ends when this is dropped.
pub(crate) struct Server {
    child: Child,
    authority: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a program whose first line of output is `listening on http://ADDR:PORT`.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Failure> {
        let name = command.get_program().to_string_lossy().into_owned();
        let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = spawned.map_err(|error| {
            format!("{name} cannot be started: {error}; build it with `cargo build --release`, or name it with --server")
        })?;
        let mut server = Self { child, authority: String::new() };
        let mut line = String::new();
        if let Some(out) = &mut server.child.stdout {
            BufReader::new(out).read_line(&mut line)?;
        }
        let authority = line.trim_end().strip_prefix("listening on http://");
        server.authority = authority.ok_or_else(|| format!("{name} does not listen"))?.to_owned();
        Ok(server)
    }

    /// Starts Broadside on a database, with a free port, no limits, and additional settings.
    pub(crate) fn broadside(
        program: &Path,
        database: &str,
        settings: &[&str],
    ) -> Result<Self, Failure> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--limits", "none"]);
        Self::start(command.args(["--database", database]).args(settings))
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Address of the server, as in `127.0.0.1:8080`.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }
}

/// A directory that is removed when this is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates a new directory within another.
    pub(crate) fn new(within: &Path) -> std::io::Result<Self> {
        let path = within.join(format!("broadside-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    /// Path of a file in the directory.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Baseline {
    /// Measures everything.
    pub(crate) async fn run(&self) -> Result<Measured, Failure> {
        // Two connections that play the same game would disturb each other.
        let min = CROWD * self.games_each;
        if self.games < min {
            let (games, each) = (self.games, self.games_each);
            return Err(format!(
                "{games} games are too few for {CROWD} connections with {each} each: seed {min} with --games, or name fewer with --games-each"
            )
            .into());
        }
        let scratch = Scratch::new(&self.dir)?;
        let (file, list) = (scratch.file("games.db"), scratch.file("games.jsonl"));
        let database =
            self.database.clone().unwrap_or_else(|| format!("sqlite:{}", file.display()));
        seed::seed(&database.parse::<Database>()?, self.games, self.played, &list).await?;
        let seeded = seed::read(&list)?;
        machine::let_disk_rest()?;
        eprintln!("syncs of the disk");
        let syncs = machine::syncs(&scratch.0, Duration::from_secs(3))?;

        let (rows, peak_mib) = {
            let server = Server::broadside(&self.server, &database, &[])?;
            let games = Arc::new(Games::new(seeded.clone()));
            let mut rows = self.loads(&server, &games).await?;
            if let Some(max) =
                rows.iter().find(|row| row.connections == CROWD && row.games_each == 1)
            {
                let rate = (max.per_second / 2.0).floor();
                rows.push(self.load(&server, &games, Work::Moves, CROWD, 1, Some(rate)).await?);
            }
            (rows, machine::peak_mib(server.child.id()))
        };
        let bytes = |what: &str| {
            rows.iter().find(|row| row.what == what).map_or(0, |row| row.bytes).to_string()
        };
        let limit = |settings: &[&str]| {
            let mut command = Command::new(std::env::current_exe()?);
            command.args([
                "limit",
                "--move-bytes",
                &bytes("moves"),
                "--view-bytes",
                &bytes("views"),
            ]);
            Server::start(command.args(settings))
        };
        let games = Arc::new(Games::new(seeded));
        let limits = self.loads(&limit(&[])?, &games).await?;
        let ledger = self.database.clone();
        let ledger =
            ledger.unwrap_or_else(|| format!("sqlite:{}", scratch.file("ledger.db").display()));
        let stored = self.moves(&limit(&["--database", &ledger])?, &games).await?;
        Ok(Measured { rows, limits, stored, syncs, peak_mib })
    }

    /// Runs the closed loops: moves for each number of connections, moves on many games in
    /// rotation, and views.
    async fn loads(&self, server: &Server, games: &Arc<Games>) -> Result<Vec<Row>, Failure> {
        let mut rows = self.moves(server, games).await?;
        rows.push(self.load(server, games, Work::Moves, CROWD, self.games_each, None).await?);
        rows.push(self.load(server, games, Work::Views, CROWD, 1, None).await?);
        rows.push(self.load(server, games, Work::Unchanged, CROWD, 1, None).await?);
        Ok(rows)
    }

    async fn moves(&self, server: &Server, games: &Arc<Games>) -> Result<Vec<Row>, Failure> {
        let mut rows = Vec::new();
        for &connections in &self.connections {
            rows.push(self.load(server, games, Work::Moves, connections, 1, None).await?);
        }
        Ok(rows)
    }

    async fn load(
        &self,
        server: &Server,
        games: &Arc<Games>,
        work: Work,
        connections: usize,
        width: usize,
        rate: Option<f64>,
    ) -> Result<Row, Failure> {
        let plan = Plan {
            authority: server.authority.clone(),
            work,
            connections,
            width,
            warmup: self.warmup,
            time: self.time,
            rate,
            seed: self.seed,
        };
        let row = load::measure(games, &plan, Some(server.child.id())).await?;
        eprintln!(
            "{}, {connections} connections, {width} games each: {}/s",
            row.what,
            thousands(row.per_second)
        );
        Ok(row)
    }
}

impl Measured {
    /// Returns `true` if anything went wrong.
    pub(crate) fn spoilt(&self) -> bool {
        [&self.rows, &self.limits, &self.stored].into_iter().any(|rows| report::spoilt(rows))
    }

    /// Formats the results as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let Syncs { per_second, p50_us, p99_us } = self.syncs;
        let memory =
            self.peak_mib.map_or_else(|| "unknown".to_owned(), |peak| format!("{peak} MiB"));
        format!(
            "Broadside\n\n{}\nThe limit: the same requests, nothing decided, nothing stored\n\n{}\n\
             The same moves, nothing decided, and stored with those that wait\n\n{}\nRatios\n\n{}\n\
             Syncs of the disk, one 4 KiB page each: {}/s (p50 {p50_us} µs, p99 {p99_us} µs). \
             Most memory that Broadside held: {memory}.\n",
            report::table(&self.rows),
            report::table(&self.limits),
            report::table(&self.stored),
            self.ratios(),
            thousands(per_second),
        )
    }

    /// Compares Broadside with the limit for the same load, and with the disk.
    fn ratios(&self) -> String {
        let same = |row: &&Row, limit: &&Row| {
            (&row.what, row.connections, row.games_each)
                == (&limit.what, limit.connections, limit.games_each)
        };
        let closed = self.rows.iter().filter(|row| row.rate.is_none());
        let rows = closed.filter_map(|row| {
            let limit = self.limits.iter().find(|limit| same(&row, limit))?;
            let stored = self.stored.iter().find(|stored| same(&row, stored));
            let of_stored = |of: &dyn Fn(&Row) -> String| stored.map_or_else(|| "–".to_owned(), of);
            let syncs = match row.what.as_str() {
                "moves" => format!("{:.2}", row.per_second / self.syncs.per_second),
                _ => "–".to_owned(),
            };
            Some(vec![
                row.what.clone(),
                row.connections.to_string(),
                row.games_each.to_string(),
                thousands(row.per_second),
                thousands(limit.per_second),
                format!("{:.2}", row.per_second / limit.per_second),
                of_stored(&|stored| thousands(stored.per_second)),
                of_stored(&|stored| format!("{:.2}", row.per_second / stored.per_second)),
                syncs,
            ])
        });
        let heads = [
            "what",
            "connections",
            "games each",
            "per second",
            "limit",
            "of the limit",
            "limit, stored",
            "of that",
            "for each sync",
        ];
        report::markdown(&heads, rows.collect())
    }

    /// Returns the results as JSON.
    pub(crate) fn json(&self) -> Value {
        json!({
            "broadside": self.rows,
            "limit": self.limits,
            "limit_stored": self.stored,
            "syncs_per_second": self.syncs.per_second,
            "sync_p50_us": self.syncs.p50_us,
            "sync_p99_us": self.syncs.p99_us,
            "peak_mib": self.peak_mib,
        })
    }
}
