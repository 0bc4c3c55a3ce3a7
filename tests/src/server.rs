//! A real server: the built binary on a free port, over a database of its own.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::database::Database;

/// The binary: what `BROADSIDE_BIN` names, or else built once a process, in the directory and with the profile that
/// this test was built with.
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
        .args(["build", "-q", "-p", "broadside", "--profile", profile])
        .current_dir(root())
        .env("CARGO_TARGET_DIR", target)
        .status()
        .expect("cargo can be started");
    assert!(built.success(), "`cargo build -p broadside` failed");
    of_profile.join("broadside")
}

/// The top of the tree.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the tree")
}

/// A directory of its own, gone when it is dropped.
#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// A new directory.
    #[expect(clippy::new_without_default, reason = "it makes something on the disk")]
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("broadside-tests-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be made");
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing depends on it, and a server that is being killed may still write there.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the binary with these arguments to its end, in a directory of its own and without any setting from outside.
pub fn run(directory: &Directory, args: &[&str]) -> Output {
    command(directory).args(args).output().expect("the binary can be started")
}

/// The binary, ready to be given arguments.
pub fn command(directory: &Directory) -> Command {
    let mut command = Command::new(binary());
    alone(&mut command, directory);
    command
}

/// What makes a program believe in another time, as `faketime` has it. `faketime` itself stays in between as a process of its
/// own, which would get the signals; what it sets does not.
pub fn by_the_clock(time: &str) -> [String; 5] {
    static LIBRARY: OnceLock<String> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let ask = || {
            let asked = Command::new("faketime").args(["-f", "+0d", "printenv", "LD_PRELOAD"]).output();
            asked.unwrap_or_else(|error| panic!("Debian's `faketime` is needed: {error}"))
        };
        // One that was killed has left something behind that another with its process id stumbles over.
        let mut asked = ask();
        for _ in 0..9 {
            if !asked.status.success() {
                asked = ask();
            }
        }
        assert!(asked.status.success(), "{asked:?}");
        String::from_utf8(asked.stdout).expect("a path is text")
    });
    let preload = format!("LD_PRELOAD={}", library.trim());
    let own = "FAKETIME_DONT_FAKE_MONOTONIC=1".to_owned();
    ["env".to_owned(), "TZ=UTC".to_owned(), preload, format!("FAKETIME={time}"), own]
}

/// A clock that can be set while a program runs by it.
pub struct Hand(PathBuf);

impl Hand {
    /// Sets it, as in `+400d`.
    pub fn set(&self, time: &str) {
        let part = self.0.with_extension("part");
        std::fs::write(&part, format!("{time}\n")).expect("a file can be written");
        std::fs::rename(&part, &self.0).expect("it can have its name");
    }
}

/// What the clock shows in milliseconds, to a program that is started so.
fn clock(before: &[String]) -> i64 {
    let shown = Command::new(&before[0]).args(&before[1..]).args(["date", "+%s%3N"]).output();
    let shown = shown.expect("`date` can be started").stdout;
    String::from_utf8_lossy(&shown).trim().parse().expect("it shows a number")
}

fn alone(command: &mut Command, directory: &Directory) {
    command.current_dir(&directory.0).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("BROADSIDE_")) {
            command.env_remove(name);
        }
    }
}

/// A server that runs, or one that has been stopped and can be started again over the same database.
pub struct Server {
    database: Arc<Database>,
    directory: Directory,
    before: Vec<OsString>,
    settings: Vec<OsString>,
    /// Where its standard error goes, if not to the log.
    stderr: Option<File>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    url: String,
    /// Kept open: a server whose output nobody reads any more would be told so.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// A new server over a new database.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// A new server over a new SQLite file, whatever the tests run on.
    pub fn over_a_file() -> Self {
        Self::start_over(Database::File, &[])
    }

    /// A new server with settings as well.
    pub fn start_with(settings: &[&str]) -> Self {
        Self::start_over(Database::new_of_run(), settings)
    }

    /// Another node over the same database, which must be one that nodes can share.
    pub fn beside(&self) -> Self {
        self.beside_with(&[])
    }

    /// The same, with settings as well.
    pub fn beside_with(&self, settings: &[&str]) -> Self {
        let shared = matches!(*self.database, Database::Postgres { .. });
        assert!(shared, "nodes share PostgreSQL alone: run this with tests/postgres.sh");
        Self::start_on(Arc::clone(&self.database), settings)
    }

    /// Another node over the same database, which it finds at another address: that of something that stands in between.
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

    /// A server that has not been started yet.
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

    /// Sends its standard error elsewhere from the next start on.
    pub fn log_to(&mut self, stderr: File) {
        self.stderr = Some(stderr);
    }

    /// What the binary is started with from now on, as in `faketime +4d`.
    pub fn under(&mut self, before: &[&str]) {
        self.before = before.iter().map(OsString::from).collect();
    }

    /// The time that it believes in when it is started from now on: see [`by_the_clock`]. Its database is changed so that a server
    /// seems to have run until then, for otherwise that is a jump of the clock, and the time between an outage. It must not be
    /// running.
    pub fn believe_in(&mut self, time: &str) {
        assert!(self.running.is_none(), "the server runs");
        self.jump_to(time);
        let (then, now) = (clock(&by_the_clock(time)), clock(&by_the_clock("+0d")));
        let settings = format!(
            "INSERT INTO settings (name, value) VALUES ('alive_at', '{then}'), ('alive_database_at', '{now}'), \
             ('clock_confirmed', '{then} {now}') ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        );
        for statement in [&settings, "DELETE FROM node_clocks"] {
            self.database.run(&self.directory, statement);
        }
    }

    /// The time that the machine shows when it is started from now on, without a server that has run until then.
    pub fn jump_to(&mut self, time: &str) {
        self.under(&by_the_clock(time).each_ref().map(String::as_str));
    }

    /// The same by a clock that can be set while it runs, and is right until then.
    pub fn under_a_hand(&mut self) -> Hand {
        let hand = Hand(self.directory.file("time"));
        hand.set("+0d");
        let mut before = by_the_clock("+0d");
        before[3] = format!("FAKETIME_TIMESTAMP_FILE={}", hand.0.display());
        self.under(&before.each_ref().map(String::as_str));
        self.before.insert(1, "FAKETIME_NO_CACHE=1".into());
        hand
    }

    /// Confirms the clock that it is started with from now on. In the meantime it was down.
    pub fn wake_at(&mut self, time: &str) {
        assert!(self.running.is_none(), "the server runs");
        self.jump_to(time);
        let (then, now) = (clock(&by_the_clock(time)), clock(&by_the_clock("+0d")));
        // A file has no clock of its own.
        let confirmed = match *self.database {
            Database::File => then.to_string(),
            Database::Postgres { .. } | Database::At(_) => format!("{then} {now}"),
        };
        self.database.run(
            &self.directory,
            &format!(
                "INSERT INTO settings (name, value) VALUES ('clock_confirmed', '{confirmed}') \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            ),
        );
    }

    /// Makes its database forget the clocks of machines, as if each had been started again.
    pub fn forget_machines(&self) {
        self.database.run(&self.directory, "DELETE FROM node_clocks");
    }

    /// Runs the binary with these arguments on its database, by the clock that it believes in.
    pub fn command(&self, args: &[&str]) -> Output {
        let mut line = self.before.clone();
        line.push(binary().into());
        let mut command = Command::new(&line[0]);
        alone(&mut command, &self.directory);
        command.args(&line[1..]).args(args).args(["--database", &self.database.url()]);
        command.output().expect("the binary can be started")
    }

    /// The settings that it is started with from now on.
    pub fn set(&mut self, settings: &[&str]) {
        self.settings = settings.iter().map(OsString::from).collect();
    }

    /// Starts it over its database. It must not be running.
    pub fn launch(&mut self) {
        self.try_launch().unwrap_or_else(|error| panic!("{error}"));
    }

    /// Starts it over its database.
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
            .args(self.limits())
            .args(&self.settings)
            .stdout(Stdio::piped())
            .stderr(log.expect("the log can be written"));
        let mut child = command.spawn().map_err(|error| format!("{:?}: {error}", line[0]))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut first = String::new();
        let read = stdout.read_line(&mut first);
        let Some(url) = first.trim_end().strip_prefix("listening on ") else {
            let status = ended(&mut child);
            return Err(format!("no server: {read:?} {first:?} {status:?}\n{}", self.log()));
        };
        self.running = Some(Running { child, url: url.to_owned(), _stdout: stdout });
        Ok(())
    }

    /// Tests ask for more than any player does; those of limits set one.
    fn limits(&self) -> Option<&str> {
        let is_limit = |setting: &str| setting.ends_with("-rate") || setting.ends_with("-a-day");
        let named = self.settings.iter().any(|setting| is_limit(&setting.to_string_lossy()));
        (!named).then_some("--no-rate-limits")
    }

    fn log_file(&self) -> PathBuf {
        self.directory.file("log")
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Waits until a text is in the log.
    #[track_caller]
    pub fn wait_for_log(&self, text: &str) {
        let begun = Instant::now();
        while !self.log().contains(text) {
            assert!(begun.elapsed() < Duration::from_secs(10), "`{text}` is not logged:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Its database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Has changes of confirmed addresses take effect, and waits until they have.
    pub fn end_address_waits(&self) {
        self.database.run(&self.directory, "UPDATE mailboxes SET next_at = 0 WHERE next_at IS NOT NULL");
        let begun = Instant::now();
        let waiting = "SELECT count(*) FROM mailboxes WHERE next_at IS NOT NULL";
        while self.database.count(&self.directory, waiting) > 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "a change still waits\n{}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The directory in which it runs.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("the server runs")
    }

    /// Where it listens, as in `http://127.0.0.1:41234`.
    pub fn url(&self) -> &str {
        &self.running().url
    }

    /// Where it listens, as in `127.0.0.1:41234`.
    pub fn address(&self) -> &str {
        self.url().strip_prefix("http://").expect("it listens on HTTP")
    }

    /// The process.
    pub fn pid(&self) -> u32 {
        self.running().child.id()
    }

    /// A line of its memory in `/proc/PID/status`, as `VmRSS` (now) or `VmHWM` (at most so far), in kilobytes.
    pub fn memory(&self, line: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("it runs");
        let mut lines = status.lines().filter_map(|status| status.strip_prefix(line)?.strip_prefix(':'));
        let kilobytes = lines.next().and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        kilobytes.unwrap_or_else(|| panic!("{line} is not in {status}"))
    }

    /// A client without a token.
    pub fn client(&self) -> Client {
        Client::new(self.url())
    }

    /// A new player with its first token.
    pub fn player(&self, name: &str) -> Client {
        self.client().sign_up(name)
    }

    /// Ends it as a power cut would, as far as a process can tell.
    pub fn kill_9(&mut self) {
        let mut running = self.running.take().expect("the server runs");
        running.child.kill().expect("it can be killed");
        running.child.wait().expect("it ends");
    }

    /// Asks it to stop, with a signal by name, as in `TERM`; see [`Server::wait`].
    pub fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().expect("`kill` can be started");
        assert!(sent.success());
    }

    /// Waits until it has ended, a minute at most.
    pub fn wait(&mut self) -> ExitStatus {
        let mut running = self.running.take().expect("the server runs");
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(status) = running.child.try_wait().expect("it can be waited for") {
                return status;
            }
            if Instant::now() > patience {
                let _ = running.child.kill();
                panic!("the server does not stop\n{}", self.log());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Stops it in good order.
    pub fn stop(&mut self) {
        self.signal("TERM");
        let status = self.wait();
        assert!(status.success(), "{status}\n{}", self.log());
    }

    /// Stops it in good order and starts it again.
    pub fn restart(&mut self) {
        self.stop();
        self.launch();
    }
}

/// Waits until a process has ended, ten seconds at most: then it is killed.
fn ended(child: &mut Child) -> std::io::Result<ExitStatus> {
    for _ in 0..1000 {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()
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
