//! A server under the shim, on a copy of a prepared database, and the checks after a fault.

use std::fmt::Display;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use broadside_tests::database::Database;
use broadside_tests::server::{Server, command};
use broadside_tests::session::{self, Attempt, SETTINGS, Stage};
use broadside_tests::shim::Shim;
use broadside_tests::wait::wait_until;

const FILE: &str = "broadside.db";

/// Three times the promise of docs/reliability.md: `/readyz` answers 503 within five seconds of a
/// lasting fault.
const NOTICED: Duration = Duration::from_secs(3 * 5);

/// Number of faults that one server gets, one after another.
pub(crate) const FAULTS: usize = 8;

/// A database with the objects of two rounds for each fault: one for the session and one for the
/// recovery.
struct Template {
    server: Server,
    stages: Vec<Stage>,
}

fn template() -> &'static Template {
    static TEMPLATE: OnceLock<Template> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let mut server = Server::not_launched(Arc::new(Database::File), &SETTINGS);
        server.launch();
        let client = server.client();
        let stages = std::thread::scope(|scope| {
            let prepare = |round| {
                scope.spawn({
                    let client = &client;
                    move || Stage::prepare(client, round)
                })
            };
            let stages: Vec<_> = (0..2 * FAULTS).map(prepare).collect();
            stages.into_iter().map(|stage| stage.join().expect("it can be prepared")).collect()
        });
        server.stop();
        Template { server, stages }
    })
}

/// Returns sixty kilobytes of text, different each time: SQLite does not write unchanged pages.
pub(crate) fn long_note() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let letter = char::from_u32(0x1F400 + COUNT.fetch_add(1, Ordering::Relaxed) % 64);
    letter.expect("it is an animal").to_string().repeat(15_000)
}

/// A server under the shim.
pub(crate) struct Case {
    /// Description of the fault for messages.
    pub(crate) label: String,
    pub(crate) server: Server,
    pub(crate) shim: Shim,
    /// Descriptions of errors.
    pub(crate) faults: Vec<String>,
    /// The requests of each round, with their results.
    sent: Vec<(usize, Vec<Attempt>)>,
}

impl Case {
    /// Creates a server on a copy of the prepared database, without starting it.
    pub(crate) fn prepared(label: impl Display) -> Self {
        let mut server = Server::not_launched(Arc::new(Database::File), &SETTINGS);
        let file = server.directory().file(FILE);
        let from = template().server.directory().file(FILE);
        std::fs::copy(from, &file).expect("the database can be copied");
        let shim = Shim::new(&file, server.directory());
        server.under(&shim.environment());
        Self { label: label.to_string(), server, shim, faults: Vec::new(), sent: Vec::new() }
    }

    /// Creates and starts a server on a copy of the prepared database.
    pub(crate) fn started(label: impl Display) -> Self {
        let mut case = Self::prepared(label);
        case.server.launch();
        case
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.server.directory().file(FILE)
    }

    /// Path of the database file with this suffix.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        self.server.directory().file(&format!("{FILE}{ending}"))
    }

    /// Number of pages in the write-ahead log, from its index
    /// (<https://www.sqlite.org/walformat.html>, `mxFrame`).
    pub(crate) fn log_pages(&self) -> u32 {
        let mut number = [0; 4];
        let index = File::open(self.beside("-shm")).expect("the index is there");
        index.read_exact_at(&mut number, 16).expect("it has a header");
        u32::from_ne_bytes(number)
    }

    /// The objects of a round, at this server.
    pub(crate) fn stage(&self, round: usize) -> Stage {
        template().stages[round].at(self.server.url())
    }

    pub(crate) fn fault(&mut self, what: impl Display) {
        let log = self.shim.log();
        let injected = log.lines().find(|line| !line.starts_with("passed")).unwrap_or("no call");
        self.faults.push(format!("{} ({}): {what}", self.label, injected.trim_end()));
    }

    pub(crate) fn check(&mut self, holds: bool, what: impl Display) {
        if !holds {
            self.fault(what);
        }
    }

    /// Returns `true` if a write is acknowledged now.
    fn can_write(&self, mark: &str) -> bool {
        let name = serde_json::json!({"name": mark});
        let sent = self.stage(0).mia.request("PATCH", "/v1/players/me").json(&name).try_send();
        sent.is_ok_and(|answer| answer.status == 200)
    }

    fn ready(&self) -> u16 {
        let sent = self.stage(0).mia.request("GET", "/readyz").try_send();
        sent.map_or(0, |answer| answer.status)
    }

    /// Checks during a fault that `/readyz` reports it in time if no write is possible.
    pub(crate) fn is_noticed(&mut self) {
        let begun = Instant::now();
        wait_until("`/readyz` to say what writes do", || {
            match (self.can_write("before"), self.ready(), self.can_write("after")) {
                (before, ready, after) if before == after => {
                    ready == if before { 200 } else { 503 }
                }
                // The fault affects only some writes.
                _ => true,
            }
        });
        let took = begun.elapsed();
        self.check(took < NOTICED, format_args!("`/readyz` said after {took:?} what writes do"));
        let alive = self.stage(0).mia.request("GET", "/healthz").try_send();
        self.check(alive.is_ok_and(|answer| answer.status == 200), "/healthz does not answer 200");
    }

    /// Records answers that a disk fault must not cause.
    fn judge_answers(&mut self, attempts: &[Attempt]) {
        for attempt in attempts {
            if let session::Outcome::Wrong(status, text) = &attempt.outcome {
                self.fault(format_args!("{}: was answered with {status} {text}", attempt.name()));
            }
        }
    }

    /// Plays the session of a round.
    pub(crate) fn play(&mut self, round: usize) {
        let attempts = session::play(&self.stage(round), "fault-");
        self.judge_answers(&attempts);
        self.sent.push((round, attempts));
    }

    /// Records requests of the last session that were not acknowledged, or that were.
    pub(crate) fn expect_done(&mut self, done: bool, why: &str) {
        let (round, attempts) = self.sent.pop().expect("a session was played");
        for attempt in attempts.iter().filter(|attempt| attempt.outcome.is_done() != done) {
            self.fault(format_args!("{}: {why}: {:?}", attempt.name(), attempt.outcome));
        }
        self.sent.push((round, attempts));
    }

    /// Checks the recovery after a fault in the session of a round: every kind of request works
    /// again, on the objects of the next round, and nothing is lost or done twice.
    pub(crate) fn recovers(&mut self, round: usize) {
        self.shim.disarm();
        let recovery = session::recover(&self.stage(round + 1), &format!("recovery-{round}-"));
        for fault in &recovery.faults {
            self.fault(fault);
        }
        self.sent.push((round + 1, recovery.attempts));
        self.judge("after the fault", |sent| sent >= round);
        for fault in session::read(&self.stage(round + 1), false) {
            self.fault(fault);
        }
        let panicked = self.server.log().contains("panicked");
        self.check(!panicked, "something panicked");
    }

    /// Compares the answers of some rounds with the state.
    fn judge(&mut self, when: &str, which: impl Fn(usize) -> bool) {
        let sent = std::mem::take(&mut self.sent);
        for (round, attempts) in sent.iter().filter(|(round, _)| which(*round)) {
            let stage = self.stage(*round);
            for fault in attempts.iter().flat_map(|attempt| attempt.judge(&stage)) {
                self.fault(format_args!("{when}: {fault}"));
            }
        }
        self.sent = sent;
    }

    /// Checks that the server recovers, and that its database is complete after a stop or a kill.
    pub(crate) fn conclude(mut self, killed: bool) -> Vec<String> {
        self.recovers(0);
        if killed {
            self.server.kill_9()
        } else {
            self.stop()
        }
        self.reopen()
    }

    /// Stops the server cleanly. Records an error if it fails, or leaves more than the database
    /// file.
    pub(crate) fn stop(&mut self) {
        self.server.signal("TERM");
        let status = self.server.wait();
        self.check(status.success(), format_args!("ended with {status}"));
        for ending in ["-wal", "-shm"] {
            let left = self.beside(ending).exists();
            self.check(!left, format_args!("{FILE}{ending} is left after a stop"));
        }
    }

    /// Checks the database without the server, and then restarts the server without the shim and
    /// checks that everything is there.
    pub(crate) fn reopen(mut self) -> Vec<String> {
        self.check_database();
        self.server.under(&[]);
        match self.server.try_launch() {
            Err(error) => self.fault(format_args!("does not start again: {error}")),
            Ok(()) => {
                self.judge("after a restart", |_| true);
                for fault in session::read(&self.stage(1), false) {
                    self.fault(fault);
                }
                self.stop();
            }
        }
        self.faults
    }

    /// Runs `broadside check`.
    pub(crate) fn check_database(&mut self) {
        let args = ["check", "--database", &format!("sqlite:{FILE}")].map(str::to_owned);
        let checked = command(self.server.directory())
            .args(args)
            .output()
            .expect("the binary can be started");
        let output_text = String::from_utf8_lossy(&checked.stderr).into_owned()
            + &String::from_utf8_lossy(&checked.stdout);
        self.check(checked.status.success(), format_args!("`broadside check` says {output_text}"));
    }
}
