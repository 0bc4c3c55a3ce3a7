//! PostgreSQL servers of a test's own: a primary, and a standby that follows it and can take its place.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::server::Directory;

/// The database that nodes use, and the user as whom they do.
const DATABASE: &str = "games";
const USER: &str = "broadside";

/// A PostgreSQL server. It is stopped and its data are removed when it is dropped.
pub struct Postgres {
    port: u16,
    data: PathBuf,
    /// Holds the data, the log and the socket.
    home: Directory,
    bin: PathBuf,
}

impl Postgres {
    /// A new primary with an empty database.
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

    /// A new standby that streams from this primary.
    pub fn standby(&self) -> Self {
        let standby = Self::without_data();
        standby.copy_of(self);
        standby
    }

    /// Throws the data away and follows another server as a standby: what a former primary does.
    pub fn follow(&self, primary: &Self) {
        self.kill();
        std::fs::remove_dir_all(&self.data).expect("the data can be removed");
        self.copy_of(primary);
    }

    fn copy_of(&self, primary: &Self) {
        let from = format!("host=127.0.0.1 port={} user={USER} application_name=standby", primary.port);
        let args = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast"];
        self.run("pg_basebackup", &["--pgdata", &self.data(), "--dbname", &from, args[0], args[1], args[2]]);
        // Settings that were changed there are not of this server.
        let settings = self.data.join("postgresql.auto.conf");
        let kept = std::fs::read_to_string(&settings).expect("it is there");
        // A primary that was a standby has a line of its own; the last one counts.
        let kept =
            kept.lines().rfind(|line| line.starts_with("primary_conninfo")).expect("it follows a primary");
        std::fs::write(&settings, format!("{kept}\n")).expect("it can be written");
        self.start();
    }

    fn without_data() -> Self {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let bins =
            versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists());
        let bin = bins.max().expect("PostgreSQL is missing: install Debian's package postgresql");
        let home = Directory::new();
        let data = home.file("data");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let server = Self { port: port.expect("a port is free").port(), data, home, bin };
        if server.needs_user() {
            let owned = Command::new("chown").arg("postgres").arg(server.home.file("")).status();
            assert!(owned.expect("`chown` can be started").success());
        }
        server
    }

    /// PostgreSQL refuses to run as root.
    fn needs_user(&self) -> bool {
        let id = Command::new("id").arg("-u").output().expect("`id` can be started");
        id.stdout == b"0\n"
    }

    fn data(&self) -> String {
        self.data.display().to_string()
    }

    /// Runs one of PostgreSQL's programs.
    fn try_run(&self, program: &str, args: &[&str]) -> Output {
        let program = self.bin.join(program);
        let mut command = if self.needs_user() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // What a server inherits it keeps open.
        let log = std::fs::File::create(self.home.file("commands")).expect("a file can be made");
        command.args(args).current_dir(self.home.file("")).stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a file has many handles")).stderr(log);
        let status = command.status().expect("PostgreSQL's programs can be started");
        let said = std::fs::read(self.home.file("commands")).unwrap_or_default();
        Output { status, stdout: said, stderr: Vec::new() }
    }

    fn run(&self, program: &str, args: &[&str]) {
        let ended = self.try_run(program, args);
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success(), "{program} {args:?}: {}\n{said}\n{}", ended.status, self.log());
    }

    /// Starts it over its data. It must not be running.
    pub fn start(&self) {
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={} -c max_connections=200",
            self.port,
            self.home.file("").display()
        );
        let log = self.home.file("log").display().to_string();
        self.run(
            "pg_ctl",
            &["--pgdata", &self.data(), "--log", &log, "--wait", "start", "--options", &options],
        );
    }

    /// Ends it at once, as a power cut would: nothing is flushed or said.
    pub fn kill(&self) {
        self.try_run("pg_ctl", &["--pgdata", &self.data(), "--mode=immediate", "--wait", "stop"]);
    }

    /// Stops it in good order; connections are ended.
    pub fn stop(&self) {
        self.run("pg_ctl", &["--pgdata", &self.data(), "--mode=fast", "--wait", "stop"]);
    }

    /// Makes a primary of a standby; it takes writes when this returns.
    pub fn promote(&self) {
        self.run("pg_ctl", &["--pgdata", &self.data(), "--wait", "promote"]);
    }

    /// Lets no commit of this primary be acknowledged before a standby has it, and waits until one follows.
    pub fn wait_for_standby(&self) {
        self.set("synchronous_standby_names", "'*'");
        let until = Instant::now() + Duration::from_secs(60);
        while self.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1" {
            assert!(Instant::now() < until, "no standby follows\n{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Changes a setting and lets the server read it.
    pub fn set(&self, setting: &str, value: &str) {
        self.query(&format!("SET default_transaction_read_only = off; ALTER SYSTEM SET {setting} = {value}"));
        self.query("SELECT pg_reload_conf()");
    }

    /// Runs statements, each in a transaction of its own, and answers with what the last one shows.
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
        let asked = psql.arg(url).stdin(Stdio::null()).output().expect("`psql` is installed");
        assert!(asked.status.success(), "{statements}: {asked:?}\n{}", self.log());
        String::from_utf8_lossy(&asked.stdout).trim().to_owned()
    }

    /// Where it listens, as in `127.0.0.1:5432`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The address of its database, for `--database`.
    pub fn url(&self) -> String {
        url(&[&self.address()])
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.home.file("log")).unwrap_or_default()
    }

    /// The directory of its data.
    pub fn data_directory(&self) -> &Path {
        &self.data
    }
}

/// The address of the database on the first of these servers that can be written, each as in `127.0.0.1:5432`.
pub fn url(servers: &[&str]) -> String {
    format!("postgres://{USER}@{}/{DATABASE}?target_session_attrs=read-write", servers.join(","))
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}
