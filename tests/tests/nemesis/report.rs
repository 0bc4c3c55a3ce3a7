//! The figures of a run.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::history::{History, Outcome};
use crate::schedule::Fault;

/// Recoveries after a kind of fault.
#[derive(Default)]
pub(crate) struct Recoveries {
    pub(crate) count: usize,
    pub(crate) longest: Duration,
    pub(crate) total: Duration,
}

/// The figures.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) seed: u64,
    pub(crate) seconds: u64,
    pub(crate) recoveries: BTreeMap<Fault, Recoveries>,
    /// The number of clock errors.
    pub(crate) shifts: usize,
    /// Operations by kind: acknowledged, refused, unknown.
    operations: BTreeMap<String, [usize; 3]>,
    /// The reasons of operations that were not acknowledged, with their numbers.
    reasons: BTreeMap<String, usize>,
    heard: usize,
    connections: usize,
    games: usize,
    pub(crate) records: usize,
    pub(crate) violations: usize,
}

impl Report {
    pub(crate) fn new(name: &'static str, seed: u64, seconds: u64) -> Self {
        Self { name, seed, seconds, ..Self::default() }
    }

    pub(crate) fn recovered(&mut self, fault: Fault, took: Duration) {
        let all = self.recoveries.entry(fault).or_default();
        all.count += 1;
        all.longest = all.longest.max(took);
        all.total += took;
    }

    pub(crate) fn count(&mut self, history: &History) {
        for op in &history.ops {
            if let Outcome::Fail(why) | Outcome::Unknown(why) = &op.outcome {
                *self.reasons.entry(why.clone()).or_default() += 1;
            }
            let counts = self.operations.entry(format!("{:?}", op.kind)).or_default();
            let place = match op.outcome {
                Outcome::Ok => 0,
                Outcome::Fail(_) => 1,
                Outcome::Unknown(_) => 2,
            };
            counts[place] += 1;
        }
        self.heard = history.heard.len();
        let connections = history.heard.iter().map(|heard| (heard.stream, heard.connection));
        self.connections = connections.collect::<std::collections::BTreeSet<_>>().len();
        self.games = history.end.joined.len();
    }

    /// Formats the figures in one line.
    pub(crate) fn line(&self) -> String {
        let sum =
            |place: usize| self.operations.values().map(|counts| counts[place]).sum::<usize>();
        let faults: usize = self.recoveries.values().map(|all| all.count).sum();
        format!(
            "{} acknowledged, {} refused, {} unknown; {} messages on {} connections; {faults} faults",
            sum(0),
            sum(1),
            sum(2),
            self.heard,
            self.connections
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "== {}, seed {}, {} s", self.name, self.seed, self.seconds)?;
        writeln!(f, "| operation | acknowledged | refused | unknown |\n|---|--:|--:|--:|")?;
        for (kind, [ok, fail, unknown]) in &self.operations {
            writeln!(f, "| {kind} | {ok} | {fail} | {unknown} |")?;
        }
        writeln!(f, "\n| not acknowledged, for | times |\n|---|--:|")?;
        for (why, count) in &self.reasons {
            writeln!(f, "| {why} | {count} |")?;
        }
        writeln!(f, "\n| fault | times | mean recovery | longest recovery |\n|---|--:|--:|--:|")?;
        for (fault, all) in &self.recoveries {
            let mean = all.total.as_secs_f64() / all.count.max(1) as f64;
            let longest = all.longest.as_secs_f64();
            writeln!(f, "| {fault:?} | {} | {mean:.1} s | {longest:.1} s |", all.count)?;
        }
        writeln!(f, "\n{} games, {} records verified; {}", self.games, self.records, self.line())?;
        writeln!(f, "a clock was wrong during {} of the faults", self.shifts)?;
        write!(f, "violations: {}", self.violations)
    }
}
