//! PostgreSQL servers for a single test: a primary, and a standby that follows it and can be
//! promoted.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use crate::server::Directory;
use crate::wait::wait_until;

/// The database and the user of the nodes.
const DATABASE: &str = "games";
const USER: &str = "broadside";

/// A PostgreSQL server. On drop it is stopped and its data are removed.
pub struct Postgres {
    host: Ipv4Addr,
    port: u16,
    data: PathBuf,
    /// The directory of the data, the log and the socket.
    home: Directory,
    bin: PathBuf,
}

impl Postgres {
    /// Creates a primary with an empty database.
    pub fn primary() -> Self {
        let server = Self::without_data();
        let locale = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
        server.run(
            "initdb",
            &["--pgdata", &server.data(), "--username", USER, locale[0], locale[1], locale[2]],
        );
        server.start();
        server.query_in("postgres", &format!("CREATE DATABASE {DATABASE}"));
        server
    }

    /// Creates a standby that streams from this primary.
    pub fn standby(&self) -> Self {
        let standby = Self::without_data();
        standby.copy_of(self);
        standby
    }

    /// Replaces the data by a copy of another server and follows it as a standby, as a former
    /// primary does.
    pub fn follow(&self, primary: &Self) {
        self.kill();
        std::fs::remove_dir_all(&self.data).expect("the data can be removed");
        self.copy_of(primary);
    }

    fn copy_of(&self, primary: &Self) {
        let (host, port) = (primary.host, primary.port);
        let from = format!("host={host} port={port} user={USER} application_name=standby");
        let args = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast"];
        self.run(
            "pg_basebackup",
            &["--pgdata", &self.data(), "--dbname", &from, args[0], args[1], args[2]],
        );
        // The settings of the other server do not apply to this one.
        let settings = self.data.join("postgresql.auto.conf");
        let settings_text = std::fs::read_to_string(&settings).expect("it is there");
        // A primary that was a standby has its own line; the last one applies.
        let primary = settings_text
            .lines()
            .rfind(|line| line.starts_with("primary_conninfo"))
            .expect("it follows a primary");
        std::fs::write(&settings, format!("{primary}\n")).expect("it can be written");
        self.start();
    }

    fn without_data() -> Self {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let bins = versions
            .map(|version| version.path().join("bin"))
            .filter(|bin| bin.join("initdb").exists());
        let bin = bins.max().expect("PostgreSQL is missing: install Debian's package postgresql");
        let home = Directory::new();
        let data = home.file("data");
        let (host, port) = own_address();
        let server = Self { host, port, data, home, bin };
        if server.needs_user() {
            let owned = Command::new("chown").arg("postgres").arg(server.home.file("")).status();
            assert!(owned.expect("`chown` can be started").success());
        }
        server
    }

    /// Returns `true` if the test runs as root, which PostgreSQL refuses to do.
    fn needs_user(&self) -> bool {
        let id = Command::new("id").arg("-u").output().expect("`id` can be started");
        id.stdout == b"0\n"
    }

    fn data(&self) -> String {
        self.data.display().to_string()
    }

    /// Runs a PostgreSQL program.
    fn try_run(&self, program: &str, args: &[&str]) -> Output {
        let program = self.bin.join(program);
        let mut command = if self.needs_user() {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"])
                .arg(program);
            command
        } else {
            Command::new(program)
        };
        // A server that is started keeps inherited file descriptors open, so the output goes to a
        // file and not to a pipe.
        let log = std::fs::File::create(self.home.file("commands")).expect("a file can be made");
        command.args(args).current_dir(self.home.file("")).stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a file has many handles")).stderr(log);
        let status = command.status().expect("PostgreSQL's programs can be started");
        let commands = std::fs::read(self.home.file("commands")).unwrap_or_default();
        Output { status, stdout: commands, stderr: Vec::new() }
    }

    fn run(&self, program: &str, args: &[&str]) {
        let ended = self.try_run(program, args);
        let stdout = String::from_utf8_lossy(&ended.stdout);
        assert!(
            ended.status.success(),
            "{program} {args:?}: {}\n{stdout}\n{}",
            ended.status,
            self.log()
        );
    }

    /// Starts the server on its data. It must not be running.
    pub fn start(&self) {
        let options = format!(
            "-c listen_addresses={} -c port={} -c unix_socket_directories={} -c max_connections=200",
            self.host,
            self.port,
            self.home.file("").display()
        );
        let log = self.home.file("log").display().to_string();
        self.run(
            "pg_ctl",
            &["--pgdata", &self.data(), "--log", &log, "--wait", "start", "--options", &options],
        );
    }

    /// Stops the server immediately, as in a power failure.
    pub fn kill(&self) {
        self.try_run("pg_ctl", &["--pgdata", &self.data(), "--mode=immediate", "--wait", "stop"]);
    }

    /// Stops the server cleanly and closes its connections.
    pub fn stop(&self) {
        self.run("pg_ctl", &["--pgdata", &self.data(), "--mode=fast", "--wait", "stop"]);
    }

    /// Promotes a standby to primary; returns when it accepts writes.
    pub fn promote(&self) {
        self.run("pg_ctl", &["--pgdata", &self.data(), "--wait", "promote"]);
    }

    /// Turns on synchronous replication, and waits until a standby follows.
    #[track_caller]
    pub fn wait_for_standby(&self) {
        self.set("synchronous_standby_names", "'*'");
        let following = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        wait_until("a standby", || self.query(following) == "1");
    }

    /// Changes a setting and reloads the configuration.
    pub fn set(&self, setting: &str, value: &str) {
        self.query(&format!(
            "SET default_transaction_read_only = off; ALTER SYSTEM SET {setting} = {value}"
        ));
        self.query("SELECT pg_reload_conf()");
    }

    /// Runs statements, each in its own transaction, and returns the output of the last one.
    pub fn query(&self, statements: &str) -> String {
        self.query_in(DATABASE, statements)
    }

    fn query_in(&self, database: &str, statements: &str) -> String {
        let mut psql = Command::new("psql");
        psql.args(["-qXtA", "-v", "ON_ERROR_STOP=1"]);
        for statement in statements.split("; ") {
            psql.args(["-c", statement]);
        }
        let url = format!("postgres://{USER}@{}/{database}", self.address());
        let output = psql.arg(url).stdin(Stdio::null()).output().expect("`psql` is installed");
        assert!(output.status.success(), "{statements}: {output:?}\n{}", self.log());
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The address, as in `127.0.0.1:5432`.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// The URL of the database, for `--database`.
    pub fn url(&self) -> String {
        url(&self.address())
    }

    /// Returns the log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.home.file("log")).unwrap_or_default()
    }

    /// The data directory.
    pub fn data_directory(&self) -> &Path {
        &self.data
    }
}

/// Returns the URL of the database on a server, as in `127.0.0.1:5432`.
pub fn url(server: &str) -> String {
    format!("postgres://{USER}@{server}/{DATABASE}")
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns an address on the loopback interface that no other server gets, even while this one is
/// away: the number of this process is a part of the host, and the ports are counted, below those
/// that systems give to programs by default.
fn own_address() -> (Ipv4Addr, u16) {
    static PORT: AtomicU16 = AtomicU16::new(5432);
    // Linux has process ids of up to 22 bits.
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    (Ipv4Addr::new(127, 64 | high, middle, low), PORT.fetch_add(1, Ordering::Relaxed))
}
