//! The schedule of faults, made from a seed.

use std::fmt;
use std::time::Duration;

use broadside_tests::games::Sequence;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// A node is killed with SIGKILL and started again.
    KillNode,
    /// A node is stopped with SIGTERM and started again.
    TermNode,
    /// A node is suspended with SIGSTOP.
    SuspendNode,
    /// All nodes are killed at once.
    KillAllNodes,
    /// A node's clock is wrong.
    ShiftClock,
    /// The disk of the database is full.
    FullDisk,
    /// The connections of a node to the database are cut at each exchange: before it, within the
    /// answer, or instead of the answer.
    Cut,
    /// All connections to the database are cut once.
    CutAll,
    /// The connections of a node to the database drop data in one direction or both.
    Silence,
    /// The connections of all nodes to the database drop all data.
    SilenceAll,
    /// The database refuses requests and connections of a node, like a server that shuts down.
    Refuse,
    /// The answers of the database to a node are late.
    Delay,
    /// The primary is killed and started again.
    KillPrimary,
    /// The standby is killed and started again; in between no commit is possible.
    KillStandby,
    /// The primary is killed, sometimes a second after the standby was cut off. The standby is
    /// promoted, and the old primary becomes the standby.
    Switch,
}

impl Fault {
    /// The faults for one node with SQLite.
    pub(crate) const OF_SQLITE: &'static [Self] =
        &[Self::KillNode, Self::TermNode, Self::SuspendNode, Self::ShiftClock, Self::FullDisk];
    /// The faults for one node with SQLite without a disk of its own.
    pub(crate) const WITHOUT_DISK: &'static [Self] =
        &[Self::KillNode, Self::TermNode, Self::SuspendNode, Self::ShiftClock];
    /// The faults for two nodes with PostgreSQL.
    pub(crate) const OF_POSTGRES: &'static [Self] = &[
        Self::KillNode,
        Self::TermNode,
        Self::SuspendNode,
        Self::KillAllNodes,
        Self::ShiftClock,
        Self::Cut,
        Self::CutAll,
        Self::Silence,
        Self::SilenceAll,
        Self::Refuse,
        Self::Delay,
        Self::KillPrimary,
        Self::KillStandby,
        Self::Switch,
    ];
}

/// A scheduled fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) fault: Fault,
    /// The node that is affected, for faults of one node.
    pub(crate) node: usize,
    /// The node whose clock is wrong during the fault, and the offset in seconds.
    pub(crate) shift: Option<(usize, i64)>,
    /// A choice within the fault: a direction, a kind of cut.
    pub(crate) variant: usize,
    pub(crate) lasts: Duration,
    /// The time without faults after the recovery.
    pub(crate) rest: Duration,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, node, shift, variant, lasts, rest } = self;
        write!(f, "{fault:?} node {node} variant {variant} for {lasts:?}, then {rest:?}")?;
        match shift {
            Some((node, seconds)) => write!(f, "; the clock of node {node} is {seconds:+} s off"),
            None => Ok(()),
        }
    }
}

/// Clock offsets in seconds. Without protection, each of the large ones would cause time-outs.
const SHIFTS: [i64; 7] = [120, -120, 240, 7_200, 400 * 86_400, -3_600, 50 * 60];

/// The faults of a seed: an endless sequence of rounds, each with every kind once.
pub(crate) struct Schedule {
    kinds: Vec<Fault>,
    nodes: usize,
    round: Vec<Fault>,
    luck: Sequence,
}

impl Schedule {
    pub(crate) fn new(kinds: &[Fault], nodes: usize, seed: u64) -> Self {
        let mut luck = Sequence(seed);
        // The first numbers of similar seeds are similar.
        for _ in 0..8 {
            luck.below(2);
        }
        Self { kinds: kinds.to_vec(), nodes, round: Vec::new(), luck }
    }
}

impl Iterator for Schedule {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.round.is_empty() {
            self.round.clone_from(&self.kinds);
        }
        let fault = self.round.swap_remove(self.luck.below(self.round.len()));
        let node = self.luck.below(self.nodes);
        let shift = (fault == Fault::ShiftClock || self.luck.below(4) == 0)
            .then(|| (self.luck.below(self.nodes), SHIFTS[self.luck.below(SHIFTS.len())]));
        let variant = self.luck.below(6);
        let lasts = Duration::from_millis(500 + self.luck.below(5_500) as u64);
        let rest = Duration::from_millis(1_000 + self.luck.below(3_000) as u64);
        Some(Entry { fault, node, shift, variant, lasts, rest })
    }
}

#[test]
fn a_seed_is_a_schedule_with_every_kind_of_fault() {
    let first = || Schedule::new(Fault::OF_POSTGRES, 2, 7).take(40).collect::<Vec<_>>();
    assert_eq!(first(), first());
    let other: Vec<_> = Schedule::new(Fault::OF_POSTGRES, 2, 8).take(40).collect();
    assert_ne!(first(), other);
    let mut kinds: Vec<_> =
        first()[..Fault::OF_POSTGRES.len()].iter().map(|entry| entry.fault).collect();
    kinds.sort();
    assert_eq!(kinds, Fault::OF_POSTGRES);
}
