//! A node behind a proxy, with a database of its own, and the checks after each fault.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::database::Database;
use broadside_tests::proxy::{Cut, Extent, Fault, Moment, Plan, Proxy};
use broadside_tests::server::Server;
use broadside_tests::session::{self, Attempt, Outcome, SETTINGS, Stage};
use broadside_tests::wait::wait_until;
use serde_json::json;

use crate::Over;

/// Three times the promise of docs/reliability.md: `/readyz` answers 503 within five seconds of a
/// lasting fault.
const NOTICED: Duration = Duration::from_secs(3 * 5);

/// A node behind a proxy.
pub(crate) struct Lane {
    pub(crate) proxy: Proxy,
    pub(crate) node: Server,
    /// The same database without the proxy.
    database: Arc<Database>,
    cases: usize,
    /// The requests of each round, for comparison with the final state.
    rounds: Vec<Round>,
    /// Descriptions of errors.
    pub(crate) faults: Vec<String>,
}

struct Round {
    label: String,
    stage: Stage,
    attempts: Vec<Attempt>,
}

/// Requests to `/readyz`: the time of the request, the time of the answer, and the status.
type Readiness = Vec<(Instant, Instant, u16)>;

impl Lane {
    pub(crate) fn new() -> Self {
        let database = Arc::new(Database::new_of_run());
        let proxy = Proxy::of_run();
        let mut node = Server::not_launched(Arc::new(database.through(proxy.address())), &SETTINGS);
        node.launch();
        Self { proxy, node, database, cases: 0, rounds: Vec::new(), faults: Vec::new() }
    }

    fn fault(&mut self, label: &str, what: impl Display) {
        let hits: Vec<_> = self.proxy.hits().into_iter().map(|hit| hit.what).collect();
        self.faults.push(format!("{label} {hits:?}: {what}"));
    }

    /// Prepares the objects of two rounds: one for the fault and one for the recovery.
    fn stages(&mut self) -> [Stage; 2] {
        self.cases += 1;
        [0, 1].map(|round| Stage::prepare(&self.node.client(), 2 * self.cases + round))
    }

    /// Records the exchanges of a session without faults that begins with new connections.
    pub(crate) fn record(&mut self) -> Vec<String> {
        let [stage, _] = self.stages();
        self.proxy.cut(Cut::Finish);
        write_until_done(&stage.mia);
        self.proxy.cut(Cut::Finish);
        self.proxy.record();
        let attempts = session::play(&stage, "recorded-");
        let faults = session::read(&stage, false);
        let recorded = self.proxy.recorded();
        assert_eq!(faults, [""; 0]);
        // Parallel requests share a commit, and the first one may use a connection that was just
        // closed.
        let done = attempts.iter().filter(|attempt| attempt.outcome.is_done()).count();
        assert!(
            2 * done > attempts.len(),
            "{:?}",
            attempts.iter().map(|one| &one.outcome).collect::<Vec<_>>()
        );
        self.rounds.push(Round { label: "no fault".to_owned(), stage, attempts });
        recorded
    }

    /// Injects a fault into a session that begins with new connections, and checks the recovery.
    pub(crate) fn run(&mut self, plan: Plan) {
        let label = format!("{plan:?}");
        let [stage, next] = self.stages();
        let mark = format!("c{}-", self.cases);
        self.proxy.cut(Cut::Finish);
        self.proxy.arm(plan);
        let (attempts, reads, readiness, healed) = self.play(plan, &stage, &mark);
        for attempt in &attempts {
            match &attempt.outcome {
                Outcome::Wrong(status, text) => {
                    self.fault(
                        &label,
                        format_args!("{}: was answered with {status} {text}", attempt.name()),
                    );
                }
                Outcome::Lost(error) => {
                    self.fault(&label, format_args!("{}: got no answer: {error}", attempt.name()));
                }
                _ => {}
            }
        }
        for fault in reads {
            self.fault(&label, fault);
        }
        match self.proxy.hits().first() {
            None => self.fault(&label, "the fault did not begin"),
            Some(hit)
                if plan.extent == Extent::Lasting && !matches!(plan.fault, Fault::Delay(_)) =>
            {
                // Until the end of the fault no answer takes back the first that reports it.
                let during = readiness.iter().filter(|(_, answered, _)| *answered < healed);
                let reported =
                    during.clone().find(|(at, _, status)| *at > hit.at && *status == 503);
                match reported {
                    Some((_, noticed, _)) if noticed.duration_since(hit.at) < NOTICED => {
                        if let Some(wrong) =
                            during.clone().find(|(at, _, status)| at > noticed && *status != 503)
                        {
                            let what = format_args!("/readyz says {} again", wrong.2);
                            self.fault(&label, what);
                        }
                    }
                    _ => self.fault(&label, "/readyz does not report the fault in time"),
                }
            }
            Some(_) => {}
        }
        let recovery = session::recover(&next, &format!("{mark}recovery-"));
        for fault in &recovery.faults {
            self.fault(&label, fault);
        }
        for fault in session::read(&next, false) {
            self.fault(&label, fault);
        }
        self.rounds.push(Round { label: label.clone(), stage, attempts });
        self.rounds.push(Round { label, stage: next, attempts: recovery.attempts });
    }

    /// Plays the session during the fault; returns the results and the time of the end of the
    /// fault.
    fn play(
        &self,
        plan: Plan,
        stage: &Stage,
        mark: &str,
    ) -> (Vec<Attempt>, Vec<String>, Readiness, Instant) {
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watching = scope.spawn(|| watch_readiness(&stage.mia, &is_over));
            let over = Over(&is_over);
            let mut looks = Readiness::new();
            let attempts = session::play(stage, mark);
            let reads = session::read(stage, true);
            // The number of exchanges of a session varies, and background work makes some too.
            wait_until("the fault", || {
                let _ = rename(&stage.mia, "more");
                !self.proxy.hits().is_empty()
            });
            if plan.extent == Extent::Lasting && !matches!(plan.fault, Fault::Delay(_)) {
                wait_until("`/readyz` to report the fault", || {
                    looks.push(look(&stage.mia));
                    looks.last().is_some_and(|(_, _, status)| *status == 503)
                });
            }
            let healed = Instant::now();
            self.proxy.heal();
            drop(over);
            looks.extend(watching.join().expect("no client panics"));
            looks.sort_unstable();
            (attempts, reads, looks, healed)
        })
    }

    /// Creates another server on the same database without the proxy, without starting it.
    pub(crate) fn direct(&self) -> Server {
        Server::not_launched(Arc::clone(&self.database), &SETTINGS)
    }

    /// The address of the database behind another proxy.
    pub(crate) fn url_at(&self, proxy: &Proxy) -> String {
        self.database.through(proxy.address()).url()
    }

    /// Compares all answers with the state that another node finds in the database, and checks the
    /// database.
    pub(crate) fn conclude(mut self) -> Vec<String> {
        self.node.stop();
        let log = self.node.log();
        if log.contains("panicked") {
            self.faults.push(format!("something panicked: {log}"));
        }
        let mut other = self.direct();
        let checked = other.command(&["check"]);
        if !checked.status.success() {
            let stdout = String::from_utf8_lossy(&checked.stdout).into_owned();
            self.faults.push(format!(
                "`broadside check`: {stdout} {}",
                String::from_utf8_lossy(&checked.stderr)
            ));
        }
        other.launch();
        for Round { label, stage, attempts } in &self.rounds {
            let stage = stage.at(other.url());
            let judged = attempts.iter().flat_map(|attempt| attempt.judge(&stage));
            self.faults.extend(judged.map(|fault| format!("{label}: in the end: {fault}")));
        }
        other.stop();
        self.faults
    }
}

fn rename(client: &Client, name: &str) -> Option<u16> {
    let sent = client.request("PATCH", "/v1/players/me").json(&json!({"name": name})).try_send();
    sent.ok().map(|answer| answer.status)
}

fn write_until_done(client: &Client) {
    wait_until("a write", || rename(client, "ready") == Some(200));
}

/// Asks for the readiness: the times of the request and of the answer, and its status.
fn look(client: &Client) -> (Instant, Instant, u16) {
    let at = Instant::now();
    let status = client.request("GET", "/readyz").try_send().map_or(0, |answer| answer.status);
    (at, Instant::now(), status)
}

/// Asks for the readiness five times a second, which takes little of the machine.
fn watch_readiness(client: &Client, is_over: &AtomicBool) -> Readiness {
    let mut findings = Vec::new();
    while !is_over.load(Ordering::SeqCst) {
        findings.push(look(client));
        std::thread::sleep(Duration::from_millis(200));
    }
    findings
}

/// The faults for single exchanges, and the lasting faults.
pub(crate) const ONCE: [Fault; 10] = {
    use broadside_tests::proxy::Direction::{Answers, Requests};
    [
        Fault::Refuse,
        Fault::Cut(Cut::Reset, Moment::Before),
        Fault::Cut(Cut::Finish, Moment::After),
        Fault::Silence(Requests),
        Fault::Cut(Cut::Finish, Moment::Before),
        Fault::Cut(Cut::Reset, Moment::Within),
        Fault::Silence(Answers),
        Fault::Cut(Cut::Finish, Moment::Within),
        Fault::Cut(Cut::Reset, Moment::After),
        Fault::Delay(Duration::from_secs(1)),
    ]
};
pub(crate) const LASTING: [Fault; 7] = {
    use broadside_tests::proxy::Direction::{Answers, Both, Requests};
    [
        Fault::Silence(Both),
        Fault::Cut(Cut::Reset, Moment::Before),
        Fault::Silence(Answers),
        Fault::Refuse,
        Fault::Cut(Cut::Finish, Moment::After),
        Fault::Silence(Requests),
        Fault::Delay(Duration::from_millis(300)),
    ]
};
