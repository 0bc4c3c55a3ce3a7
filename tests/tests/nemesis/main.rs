//! Load and faults together, as in Jepsen: clients load the nodes while a nemesis injects faults
//! into nodes, database, network and clocks. A checker judges the history.
//!
//! `tests/nemesis.sh SECONDS [SEED]` runs it. The seed determines the schedule of faults and the
//! choices of each client, but not their relative timing.

mod checker;
mod cluster;
mod ending;
mod history;
mod http;
mod listen;
mod load;
mod probe;
mod record;
mod report;
mod schedule;

use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use broadside_tests::wait::{GUARD, try_wait_for, wait_for, wait_until};
use serde_json::json;

use crate::checker::Violation;
use crate::cluster::Cluster;
use crate::ending::Reader;
use crate::history::{History, Kind, Outcome};
use crate::http::{Ask, Http, Nodes, Sent};
use crate::listen::Listener;
use crate::load::{Account, Player, Table};
use crate::record::Recorder;
use crate::report::Report;
use crate::schedule::Schedule;

/// Three times the promise of docs/reliability.md: each node serves all kinds of requests ten seconds
/// after a fault.
const RECOVERED: Duration = Duration::from_secs(3 * 10);
/// Number of acknowledged moves without which a run shows nothing.
const ENOUGH: usize = 20;
/// Time in seconds reserved for the start and the end of a run.
const MARGIN: u64 = 25;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: `{text}` is no number")),
        Err(_) => default,
    }
}

/// The seed of this run.
fn seed() -> u64 {
    setting("BROADSIDE_NEMESIS_SEED", 1)
}

fn register(http: &Http<'_>, process: usize) -> Account {
    let body = json!({"name": format!("Player {process}")});
    let ask = Ask { method: "POST", path: "/v1/players", token: "", key: None, body: Some(&body) };
    wait_for("a registration", || match http.send(0, &ask) {
        Sent::Answer(answer) if answer.status == 201 => {
            let id = answer.json["player"]["id"].as_str()?.to_owned();
            Some(Account { process, id, token: answer.text("token").to_owned() })
        }
        _ => None,
    })
}

/// A run.
struct Run {
    report: Report,
    /// Descriptions of violations other than those of the checker.
    faults: Vec<String>,
    started: Instant,
}

impl Run {
    fn report_progress(&self, what: &str) {
        println!("[{:>5} s] {}: {what}", self.started.elapsed().as_secs(), self.report.name);
    }

    /// Waits until every kind of request works again.
    fn recover(&mut self, nodes: &Nodes, what: &str) -> Duration {
        let mut longest = Duration::ZERO;
        for (node, recovery) in probe::recover(nodes).into_iter().enumerate() {
            let took = recovery.took.unwrap_or(GUARD);
            if took > RECOVERED {
                let last = &recovery.last;
                self.faults.push(format!(
                    "after {what}, node {node} needed {took:?}; before that: {last}"
                ));
            }
            longest = longest.max(took);
        }
        longest
    }

    /// Injects faults until a time, and until enough has happened. The faults last for chosen times,
    /// and so do the pauses between them: they are the load.
    fn nemesis(&mut self, cluster: &mut Cluster, recorder: &Recorder, until: Instant) {
        let nodes = cluster.nodes.clone();
        let mut kinds = cluster.kinds().to_vec();
        if let Ok(named) = std::env::var("BROADSIDE_NEMESIS_FAULTS") {
            kinds.retain(|kind| named.split(',').any(|name| name == format!("{kind:?}")));
        }
        assert!(!kinds.is_empty(), "BROADSIDE_NEMESIS_FAULTS names none of {:?}", cluster.kinds());
        for entry in Schedule::new(&kinds, nodes.count(), self.report.seed) {
            let is_enough = recorder.look(acknowledged) > ENOUGH || !self.faults.is_empty();
            if is_enough && Instant::now() >= until {
                return;
            }
            if let Some((node, seconds)) = entry.shift {
                recorder.clock_is_wrong(node, seconds);
                cluster.shift(node, seconds);
                self.report.shifts += 1;
            }
            cluster.begin(&entry);
            std::thread::sleep(entry.lasts);
            cluster.end(&entry);
            let took = self.recover(&nodes, &entry.to_string());
            self.report.recovered(entry.fault, took);
            self.report_progress(&format!("{entry}: all served after {:.1} s", took.as_secs_f64()));
            cluster.restore(&entry);
            if let Some((node, _)) = entry.shift {
                cluster.shift(node, 0);
                recorder.clock_is_right(node);
            }
            std::thread::sleep(entry.rest);
        }
    }
}

/// Runs a cluster under load with this many tables and with faults, and judges the history.
fn run(name: &'static str, start: fn() -> Cluster, tables: usize) {
    let (seed, seconds) = (seed(), setting("BROADSIDE_NEMESIS_SECONDS", 120));
    let started = Instant::now();
    let mut run = Run { report: Report::new(name, seed, seconds), faults: Vec::new(), started };
    run.report_progress(&format!("seed {seed}, {seconds} s"));
    let until = started + Duration::from_secs(seconds.saturating_sub(MARGIN).max(15));
    let mut cluster = start();
    let nodes = cluster.nodes.clone();
    let http = Http::new(&nodes);
    let tables: Vec<Table> = (0..tables)
        .map(|n| Table::new([register(&http, 2 * n), register(&http, 2 * n + 1)]))
        .collect();
    let recorder = Recorder::new();
    let (recorder, nodes) = (&recorder, &*nodes);
    let (end, tokens) = std::thread::scope(|scope| {
        // The other threads end even if this panics.
        let _over = Over(recorder);
        let players = tables.iter().flat_map(|table| &table.players);
        for player in players.clone() {
            let seed = seed.wrapping_mul(31).wrapping_add(player.process as u64);
            let mut all =
                Listener::new(recorder, nodes, (player.process, &player.token), None, seed);
            scope.spawn(move || all.run(Duration::MAX / 4));
        }
        let listening = players.count();
        wait_until("the streams", || recorder.look(|history| history.heard.len()) >= listening);
        let mut load = Vec::new();
        for table in &tables {
            for place in 0..2 {
                let process = table.players[place].process as u64;
                let seed = seed.wrapping_mul(97).wrapping_add(process);
                let mut player = Player::new(nodes, recorder, table, place, seed);
                load.push(scope.spawn(move || player.run()));
            }
            scope.spawn(move || listen_to_games(recorder, nodes, table, seed));
        }
        run.nemesis(&mut cluster, recorder, until);
        run.report_progress("the last fault is over");
        let took = run.recover(nodes, "the last fault");
        run.report_progress(&format!(
            "all served {:.1} s after the last fault",
            took.as_secs_f64()
        ));
        recorder.load_is_over.store(true, Ordering::SeqCst);
        for player in load {
            player.join().expect("no player panics");
        }
        let mut reader = Reader::new(nodes);
        let end = reader.end(&tables, &cluster.names());
        run.report.records = reader.records(&tables, &end);
        let tokens = recorder.look(|history| {
            let registrations = history
                .ops
                .iter()
                .filter(|op| op.kind == Kind::Register && op.outcome == Outcome::Ok);
            registrations.map(|op| op.seen.text.clone()).collect::<Vec<_>>()
        });
        reader.tokens(&tokens);
        run.faults.append(&mut reader.faults);
        recorder.look(|history| history.end.clone_from(&end));
        wait_for_streams(recorder);
        (end, tokens)
    });
    run.report_progress(&format!("read {} views; {} registrations", end.views.len(), tokens.len()));
    let checked = cluster.check();
    if !checked.status.success() {
        run.faults.push(format!("broadside check: {}", String::from_utf8_lossy(&checked.stdout)));
    }
    let history = recorder.look(std::mem::take);
    conclude(run, &history, &cluster);
}

/// Ends all threads of a run when it is dropped.
struct Over<'a>(&'a Recorder);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.load_is_over.store(true, Ordering::SeqCst);
        self.0.streams_are_over.store(true, Ordering::SeqCst);
    }
}

/// Follows the newest game of a table from its beginning, then the next one.
fn listen_to_games(recorder: &Recorder, nodes: &Nodes, table: &Table, seed: u64) {
    let player = &table.players[1];
    let mut n = 0;
    let is_over = || recorder.streams_are_over.load(Ordering::SeqCst);
    while !is_over() {
        // Wait until its own seat is taken: the numbers of events are different for the public.
        let joined = |game: &String| {
            recorder.look(|history| {
                let account_only = |op: &history::Op| {
                    op.kind == Kind::Join && op.game == *game && op.outcome == Outcome::Ok
                };
                history.ops.iter().rev().take(2_000).any(account_only)
            })
        };
        let newest = || table.games().into_iter().rev().find(joined);
        let game = try_wait_for(|| if is_over() { Some(None) } else { newest().map(Some) });
        if let Some(game) = game.flatten() {
            n += 1;
            let seed = seed.wrapping_mul(131).wrapping_add(n * 64 + player.process as u64);
            let whose = (player.process, &*player.token);
            Listener::new(recorder, nodes, whose, Some(game), seed).run(Duration::from_secs(30));
        }
    }
}

/// Waits until all streams are complete. The checker reports missing items.
fn wait_for_streams(recorder: &Recorder) {
    try_wait_for(|| recorder.look(|history| checker::behind(history)).is_empty().then_some(()));
}

/// Counts the acknowledged moves.
fn acknowledged(history: &mut History) -> usize {
    history.ops.iter().filter(|op| op.kind == Kind::Act && op.outcome == Outcome::Ok).count()
}

/// Judges a history and prints the result.
fn conclude(mut run: Run, history: &History, cluster: &Cluster) {
    let violations = checker::check(history);
    run.report.count(history);
    run.report.violations = violations.len() + run.faults.len();
    println!("{}", run.report);
    if run.report.violations == 0 {
        return;
    }
    let file = std::env::temp_dir()
        .join(format!("broadside-nemesis-{}-{}.history", run.report.name, run.report.seed));
    std::fs::write(&file, history_text(history) + &cluster.logs()).expect("a file can be written");
    // Print this first: the log of a server may follow.
    println!(
        "{}: seed {}: {} violations; the history and the logs are in {}\n{}\n{}",
        run.report.name,
        run.report.seed,
        run.report.violations,
        file.display(),
        run.faults.join("\n"),
        excerpt(&violations, history),
    );
    panic!("{}: seed {}: {} violations", run.report.name, run.report.seed, run.report.violations);
}

/// Formats the violations, each with its operations.
fn excerpt(violations: &[Violation], history: &History) -> String {
    let mut report = String::new();
    for violation in violations.iter().take(20) {
        let _ = writeln!(report, "{}: {}", violation.rule, violation.said);
        for op in violation.ops.iter().take(8) {
            let _ = writeln!(report, "    {}", history.ops[*op]);
        }
    }
    report
}

fn history_text(history: &History) -> String {
    let mut report = String::new();
    for op in &history.ops {
        let _ = writeln!(report, "{op}");
    }
    for wrong in &history.wrong_clocks {
        let _ = writeln!(report, "{wrong}");
    }
    for heard in &history.heard {
        let _ = writeln!(report, "{heard}");
    }
    let _ = writeln!(report, "{:#?}", history.end);
    report
}

#[test]
fn sqlite_under_faults() {
    run("sqlite", Cluster::over_sqlite, 3);
}

#[test]
fn postgres_under_faults() {
    run("postgres", Cluster::over_postgres, 6);
}
