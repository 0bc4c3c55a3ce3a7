//! A real server: the compiled binary on a free port, with a database of its own.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::client::Client;
use crate::clock::{Clock, millis};
use crate::database::Database;
use crate::wait::{wait_for, wait_until};

/// Path of the binary: `BROADSIDE_BIN`, or else a binary that is built once per process, in the
/// directory and with the profile of this test.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| match std::env::var_os("BROADSIDE_BIN") {
        Some(binary) => binary.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    let exe = std::env::current_exe().expect("a test knows where it is");
    let mut of_profile = exe.parent().expect("a test lies in a directory");
    if of_profile.file_name().is_some_and(|name| name == "deps") {
        of_profile = of_profile.parent().expect("`deps` lies in a directory");
    }
    let profile = match of_profile.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let target = of_profile.parent().expect("a profile lies in the target directory");
    let built = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "-q", "--bin", "broadside", "--profile", profile])
        .current_dir(root())
        .env("CARGO_TARGET_DIR", target)
        .status()
        .expect("cargo can be started");
    assert!(built.success(), "`cargo build --bin broadside` failed");
    of_profile.join("broadside")
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the tree")
}

/// Filter of the log: the rounds of background tasks prove that something does not happen.
const LOGGED: &str = "info,broadside_worker::driver=trace";
/// Text of a log line about a round.
const ROUND: &str = "a round has ended";

/// A temporary directory that is removed on drop.
#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// Creates a directory.
    #[expect(clippy::new_without_default, reason = "it makes something on the disk")]
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("broadside-tests-{}-{number}", std::process::id()));
        // A process that was killed, and had the same number, may have left it.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).expect("a directory can be made");
        Self(path)
    }

    /// The path of a file in the directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Errors do not matter, and a server that is being killed may still write there.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the binary with these arguments to its end, in a directory, without settings from the
/// environment.
pub fn run(directory: &Directory, args: &[&str]) -> Output {
    command(directory).args(args).output().expect("the binary can be started")
}

/// Returns a command for the binary, without arguments.
pub fn command(directory: &Directory) -> Command {
    let mut command = Command::new(binary());
    alone(&mut command, directory);
    command
}

fn alone(command: &mut Command, directory: &Directory) {
    command.current_dir(&directory.0).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("BROADSIDE_")) {
            command.env_remove(name);
        }
    }
}

/// A running server, or a stopped one that can be started again on the same database.
pub struct Server {
    database: Arc<Database>,
    directory: Directory,
    before: Vec<OsString>,
    settings: Vec<OsString>,
    /// The file for its standard error, if not the log.
    stderr: Option<File>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    url: String,
    /// Length of the log at the start.
    logged: usize,
    /// Kept open: writing to a closed pipe would fail.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a new server on a new database.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a new server on a new SQLite file, even if the tests run on PostgreSQL.
    pub fn over_a_file() -> Self {
        Self::start_over(Database::File, &[])
    }

    /// Starts a new server with additional settings.
    pub fn start_with(settings: &[&str]) -> Self {
        Self::start_over(Database::new_of_run(), settings)
    }

    /// Starts another node on the same database, which nodes must be able to share.
    pub fn beside(&self) -> Self {
        self.beside_with(&[])
    }

    /// Starts another node on the same database, with additional settings.
    pub fn beside_with(&self, settings: &[&str]) -> Self {
        let shared = matches!(*self.database, Database::Postgres { .. });
        assert!(shared, "nodes share PostgreSQL alone: run this with tests/postgres.sh");
        Self::start_on(Arc::clone(&self.database), settings)
    }

    /// Starts another node on the same database at another address, such as that of a proxy.
    pub fn behind(&self, address: &str) -> Self {
        Self::start_over(self.database.through(address), &[])
    }

    fn start_over(database: Database, settings: &[&str]) -> Self {
        Self::start_on(Arc::new(database), settings)
    }

    fn start_on(database: Arc<Database>, settings: &[&str]) -> Self {
        let mut server = Self::not_launched(database, settings);
        server.launch();
        server
    }

    /// Creates a server without starting it.
    pub fn not_launched(database: Arc<Database>, settings: &[&str]) -> Self {
        Self {
            database,
            directory: Directory::new(),
            before: Vec::new(),
            settings: settings.iter().map(OsString::from).collect(),
            stderr: None,
            running: None,
        }
    }

    /// Redirects its standard error from the next start on.
    pub fn log_to(&mut self, stderr: File) {
        self.stderr = Some(stderr);
    }

    /// Sets the command prefix for the next starts, as in `prlimit --nofile=100`.
    pub fn under(&mut self, before: &[&str]) {
        self.before = before.iter().map(OsString::from).collect();
    }

    /// Sets the time for the next starts, as if a server had run until then: nothing is moved, and
    /// the time in between is no outage. The server must not be running.
    pub fn believe_in(&mut self, ahead: &str) {
        assert!(self.running.is_none(), "the server runs");
        let then = self.clock().set(ahead);
        self.database.set_clock(&self.directory, millis(ahead));
        let heartbeat = format!(
            "INSERT INTO heartbeat (one, at, uptime, boot_id) VALUES (1, {then}, 0, '') \
             ON CONFLICT (one) DO UPDATE SET at = excluded.at, boot_id = excluded.boot_id"
        );
        self.database.run(&self.directory, &heartbeat);
    }

    /// Sets the wall clock of the machine for the next starts. Nodes that share a database do not
    /// use it.
    pub fn jump_to(&mut self, ahead: &str) {
        self.clock().set(ahead);
    }

    /// Returns the clocks for the next starts, which are correct until they are set.
    pub fn clock(&mut self) -> Clock {
        let clock = self.hand();
        self.under(&clock.before().each_ref().map(String::as_str));
        clock
    }

    fn hand(&self) -> Clock {
        Clock::new(self.directory.file("clock"))
    }

    /// Lets time pass by all clocks, until they are so far ahead. A server that runs must have been
    /// started with [`Server::clock`].
    pub fn pass_to(&self, ahead: &str) {
        self.hand().pass_to(ahead);
        self.database.set_clock(&self.directory, millis(ahead));
    }

    /// Sets the time for the next starts, as if the server had been down until then.
    pub fn wake_at(&mut self, ahead: &str) {
        assert!(self.running.is_none(), "the server runs");
        self.clock();
        self.pass_to(ahead);
    }

    /// Changes the database as if the machine had been started again since the last heartbeat.
    pub fn restart_machine(&self) {
        self.database.run(&self.directory, "UPDATE heartbeat SET boot_id = ''");
    }

    /// Runs the binary with these arguments on the database, with the time of the server.
    pub fn command(&self, args: &[&str]) -> Output {
        let mut line = self.before.clone();
        line.push(binary().into());
        let mut command = Command::new(&line[0]);
        alone(&mut command, &self.directory);
        command.args(&line[1..]).args(args).args(["--database", &self.database.url()]);
        command.output().expect("the binary can be started")
    }

    /// Changes the settings for the next starts.
    pub fn set(&mut self, settings: &[&str]) {
        self.settings = settings.iter().map(OsString::from).collect();
    }

    /// Starts the server on its database. It must not be running.
    pub fn launch(&mut self) {
        self.try_launch().unwrap_or_else(|error| panic!("{error}"));
    }

    /// Starts the server on its database.
    ///
    /// # Errors
    /// If it cannot be started, or ends before it listens.
    pub fn try_launch(&mut self) -> Result<(), String> {
        assert!(self.running.is_none(), "the server runs already");
        let mut line = self.before.clone();
        line.push(binary().into());
        let mut command = Command::new(&line[0]);
        alone(&mut command, &self.directory);
        let log = match &self.stderr {
            Some(stderr) => stderr.try_clone(),
            None => File::options().create(true).append(true).open(self.log_file()),
        };
        command
            .args(&line[1..])
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &self.database.url()])
            .args(["--test-limits", "mail.delay_seconds=0"])
            // Most tests exceed the limits of requests; tests of limits choose a set.
            .args(self.unless_set("--limits", "none").into_iter().flatten())
            .args(self.unless_set("--log", LOGGED).into_iter().flatten())
            .args(&self.settings)
            .stdout(Stdio::piped())
            .stderr(log.expect("the log can be written"));
        let logged = self.whole_log().len();
        let mut child = command.spawn().map_err(|error| format!("{:?}: {error}", line[0]))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut first = String::new();
        let read = stdout.read_line(&mut first);
        let Some(url) = first.trim_end().strip_prefix("listening on ") else {
            // A program that has closed its output is ending; another one may not end.
            let _ = child.kill();
            let status = child.wait();
            return Err(format!("no server: {read:?} {first:?} {status:?}\n{}", self.log()));
        };
        self.running = Some(Running { child, url: url.to_owned(), logged, _stdout: stdout });
        Ok(())
    }

    /// Returns a setting with this value, unless the test sets it.
    fn unless_set<'a>(&self, setting: &'a str, value: &'a str) -> Option<[&'a str; 2]> {
        let is_set = self.settings.iter().any(|set| set == setting);
        (!is_set).then_some([setting, value])
    }

    fn log_file(&self) -> PathBuf {
        self.directory.file("log")
    }

    fn whole_log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Returns the log, without the rounds of background tasks.
    pub fn log(&self) -> String {
        self.whole_log().split_inclusive('\n').filter(|line| !line.contains(ROUND)).collect()
    }

    /// Counts the rounds of a background task since the start.
    fn rounds(&self, task: &str) -> usize {
        let log = self.whole_log();
        let log = log.get(self.running().logged..).unwrap_or_default();
        log.matches(&format!("{ROUND} task=\"{task}\"")).count()
    }

    /// Waits until a background task has done its first round since the start.
    #[track_caller]
    pub fn wait_for_first_round(&self, task: &str) {
        wait_until(format_args!("a round of `{task}`"), || self.rounds(task) > 0);
    }

    /// Waits until a background task has done a whole round: it has seen everything that happened
    /// before this call.
    #[track_caller]
    pub fn wait_for_round(&self, task: &str) {
        // The first round that ends may have begun before.
        let ended = self.rounds(task) + 2;
        wait_until(format_args!("a round of `{task}`"), || self.rounds(task) >= ended);
    }

    /// Waits until the server has looked at the clocks of all games.
    #[track_caller]
    pub fn wait_for_time_outs(&self) {
        // Until it has looked at its own clock, time-outs are suspended.
        self.wait_for_first_round("timekeeper");
        self.wait_for_round("deadlines");
    }

    /// Waits for a text in the log.
    #[track_caller]
    pub fn wait_for_log(&self, text: &str) {
        wait_until(format_args!("`{text}` in the log"), || self.log().contains(text));
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Ends the waiting time of changes of confirmed addresses, and waits until the changes have
    /// taken effect.
    #[track_caller]
    pub fn end_address_waits(&self) {
        self.database.run(
            &self.directory,
            "UPDATE mailboxes SET next_address_at = 0 WHERE next_address_at IS NOT NULL",
        );
        let waiting = "SELECT count(*) FROM mailboxes WHERE next_address_at IS NOT NULL";
        wait_until("the changes of addresses", || {
            self.database.count(&self.directory, waiting) == 0
        });
    }

    /// The working directory.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("the server runs")
    }

    /// The URL, as in `http://127.0.0.1:41234`.
    pub fn url(&self) -> &str {
        &self.running().url
    }

    /// The address, as in `127.0.0.1:41234`.
    pub fn address(&self) -> &str {
        self.url().strip_prefix("http://").expect("it listens on HTTP")
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.running().child.id()
    }

    /// Returns a line of `/proc/PID/status` in kilobytes, such as `VmRSS` (current memory) or
    /// `VmHWM` (peak memory).
    pub fn memory(&self, line: &str) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("it runs");
        let mut lines =
            status.lines().filter_map(|status| status.strip_prefix(line)?.strip_prefix(':'));
        let kilobytes = lines.next().and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        kilobytes.unwrap_or_else(|| panic!("{line} is not in {status}"))
    }

    /// Creates a client without a token.
    pub fn client(&self) -> Client {
        Client::new(self.url())
    }

    /// Creates a player with its first token.
    pub fn player(&self, name: &str) -> Client {
        self.client().sign_up(name)
    }

    /// Kills the server, which comes close to a power failure.
    pub fn kill_9(&mut self) {
        let mut running = self.running.take().expect("the server runs");
        running.child.kill().expect("it can be killed");
        running.child.wait().expect("it ends");
    }

    /// Sends a signal by name, as in `TERM`; see [`Server::wait`].
    pub fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent = Command::new("sh").args(["-c", "kill -s $0 $1", name, &pid]).status();
        assert!(sent.expect("a shell can be started").success());
    }

    /// Waits until the server has ended.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let child = &mut self.running.as_mut().expect("the server runs").child;
        let status =
            wait_for("the end of the server", || child.try_wait().expect("it can be waited for"));
        self.running = None;
        status
    }

    /// Stops the server cleanly.
    pub fn stop(&mut self) {
        self.signal("TERM");
        let status = self.wait();
        assert!(status.success(), "{status}\n{}", self.log());
    }

    /// Stops the server cleanly and starts it again.
    pub fn restart(&mut self) {
        self.stop();
        self.launch();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
        if std::thread::panicking() {
            eprintln!("the server's log:\n{}", self.log());
        }
    }
}
