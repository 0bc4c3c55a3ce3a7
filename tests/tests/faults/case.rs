//! One server under the shim, on a copy of a prepared database, and what must hold after a fault.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use broadside_tests::database::Database;
use broadside_tests::server::{Server, command};
use broadside_tests::session::{self, Attempt, SETTINGS, Stage};
use broadside_tests::shim::Shim;

const FILE: &str = "broadside.db";

/// How long a fault may last before `/readyz` says so.
const NOTICED: Duration = Duration::from_secs(5);

/// A database with the objects of two rounds: one for the fault and one for the recovery.
struct Template {
    server: Server,
    stages: [Stage; 2],
}

fn template() -> &'static Template {
    static TEMPLATE: OnceLock<Template> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let mut server = Server::not_launched(Arc::new(Database::File), &SETTINGS);
        server.launch();
        let stages = [0, 1].map(|round| Stage::prepare(&server.client(), round));
        server.stop();
        Template { server, stages }
    })
}

/// One server under the shim.
pub(crate) struct Case {
    /// What is injected, for messages.
    pub(crate) label: String,
    pub(crate) server: Server,
    pub(crate) shim: Shim,
    /// What must not be.
    pub(crate) faults: Vec<String>,
}

impl Case {
    /// A server on a copy of the prepared database, not started yet.
    pub(crate) fn prepared(label: impl Display) -> Self {
        let mut server = Server::not_launched(Arc::new(Database::File), &SETTINGS);
        let file = server.directory().file(FILE);
        let from = template().server.directory().file(FILE);
        std::fs::copy(from, &file).expect("the database can be copied");
        let shim = Shim::new(&file, server.directory());
        server.under(&shim.environment());
        Self { label: label.to_string(), server, shim, faults: Vec::new() }
    }

    /// The same, started.
    pub(crate) fn started(label: impl Display) -> Self {
        let mut case = Self::prepared(label);
        case.server.launch();
        case
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.server.directory().file(FILE)
    }

    /// The objects of a round at this server.
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

    /// Whether a request that writes is acknowledged now.
    fn can_write(&self, mark: &str) -> bool {
        let name = serde_json::json!({"name": mark});
        let sent = self.stage(0).mia.request("PATCH", "/v1/players/me").json(&name).try_send();
        sent.is_ok_and(|answer| answer.status == 200)
    }

    fn ready(&self) -> u16 {
        let sent = self.stage(0).mia.request("GET", "/readyz").try_send();
        sent.map_or(0, |answer| answer.status)
    }

    /// While a fault lasts: if nothing can be written, `/readyz` says so within five seconds.
    pub(crate) fn is_noticed(&mut self) {
        let until = Instant::now() + NOTICED;
        while self.ready() != 503 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(100));
        }
        let (before, ready, after) = (self.can_write("before"), self.ready(), self.can_write("after"));
        match (before, after, ready) {
            (false, false, 503) | (true, true, 200) => {}
            // The fault spares some writes.
            (true, false, _) | (false, true, _) => {}
            _ => self.fault(format_args!(
                "/readyz says {ready} while writes {}",
                if before { "work" } else { "fail" }
            )),
        }
        let alive = self.stage(0).mia.request("GET", "/healthz").try_send();
        self.check(alive.is_ok_and(|answer| answer.status == 200), "/healthz does not answer 200");
    }

    /// Notes answers that a fault of the disk must not lead to.
    pub(crate) fn judge_answers(&mut self, attempts: &[Attempt]) {
        for attempt in attempts {
            if let session::Outcome::Wrong(status, text) = &attempt.outcome {
                self.fault(format_args!("{}: was answered with {status} {text}", attempt.name()));
            }
        }
    }

    /// Compares what was answered with what is there.
    pub(crate) fn judge(&mut self, round: usize, attempts: &[Attempt], when: &str) {
        let stage = self.stage(round);
        for attempt in attempts {
            for fault in attempt.judge(&stage) {
                self.fault(format_args!("{when}: {fault}"));
            }
        }
    }

    /// After the fault: every kind of request works again, nothing is lost or done twice, also after a stop or a kill, and the
    /// database is sound.
    pub(crate) fn conclude(mut self, attempts: &[Attempt], killed: bool) -> Vec<String> {
        self.shim.disarm();
        let recovery = session::recover(&self.stage(1), "recovery-");
        for fault in &recovery.faults {
            self.fault(fault);
        }
        self.judge(0, attempts, "after the fault");
        self.judge(1, &recovery.attempts, "after recovery");
        for fault in session::read(&self.stage(1), false) {
            self.fault(fault);
        }
        let log = self.server.log();
        self.check(!log.contains("panicked"), "something panicked");
        if killed {
            self.server.kill_9();
        } else {
            self.stop();
        }
        self.reopen(&[(0, attempts), (1, &recovery.attempts)])
    }

    /// Stops the server in good order, or notes that it does not.
    pub(crate) fn stop(&mut self) {
        self.server.signal("TERM");
        let status = self.server.wait();
        self.check(status.success(), format_args!("ended with {status}"));
    }

    /// Without the server: the database is sound. Started again without a shim, it still has everything.
    pub(crate) fn reopen(mut self, rounds: &[(usize, &[Attempt])]) -> Vec<String> {
        self.check_database();
        self.server.under(&[]);
        match self.server.try_launch() {
            Err(error) => self.fault(format_args!("does not start again: {error}")),
            Ok(()) => {
                for (round, attempts) in rounds {
                    self.judge(*round, attempts, "after a restart");
                }
                for fault in session::read(&self.stage(1), false) {
                    self.fault(fault);
                }
                self.stop();
            }
        }
        self.faults
    }

    /// `broadside check`.
    pub(crate) fn check_database(&mut self) {
        let args = ["check", "--database", &format!("sqlite:{FILE}")].map(str::to_owned);
        let checked =
            command(self.server.directory()).args(args).output().expect("the binary can be started");
        let said =
            String::from_utf8_lossy(&checked.stderr).into_owned() + &String::from_utf8_lossy(&checked.stdout);
        self.check(checked.status.success(), format_args!("`broadside check` says {said}"));
    }
}
