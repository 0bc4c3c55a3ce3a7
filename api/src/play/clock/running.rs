//! A clock that runs: vacations stop it, and outages give it time back.

use crate::ambient::{HOUR, Time};
use crate::store::{Outage, Vacation};

/// Everything that changes when a clock that runs is due.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pauses<'a> {
    /// The vacations of the seat's player, in the order of time. No two overlap.
    pub vacations: &'a [Vacation],
    /// The service's outages, in the order of time.
    pub outages: &'a [Outage],
}

/// Clock of a seat from some time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    at: Time,
    /// How long it may run from then on.
    left: i64,
    /// The same without the time that outages have added up to an hour: a bank does not keep that.
    own: i64,
}

impl Running {
    /// The clock of a turn.
    pub(super) fn since(since: Time, left: i64) -> Self {
        Self { at: since, left, own: left }
    }

    /// When it is used up, if nothing but vacations comes between.
    pub(super) fn due(self, vacations: &[Vacation]) -> Time {
        due(self.at, self.left, vacations)
    }

    /// When so much is left of it, if nothing but vacations comes between.
    pub(super) fn due_but(self, rest: i64, vacations: &[Vacation]) -> Time {
        due(self.at, (self.left - rest).max(0), vacations)
    }

    /// How much of it a bank has left at some time.
    pub(super) fn rest(self, at: Time, vacations: &[Vacation]) -> i64 {
        self.own.min(self.left - used(self.at, at, vacations))
    }

    /// The clock after all outages that began by some time, and those of them that have given it time back.
    ///
    /// An outage counts if the clock was due while it lasted or in the hour after its end, or began to run while it lasted. From
    /// its end on the clock has what it had left when the outage began, and at least an hour. Vacations that begin later do not matter
    /// for whether it counts: they may be taken after it.
    pub(super) fn after_outages<'a>(self, pauses: Pauses<'a>, by: Time) -> (Self, Vec<&'a Outage>) {
        let Pauses { vacations, outages } = pauses;
        let (mut clock, mut counted) = (self, Vec::new());
        let first = outages.partition_point(|outage| outage.until <= self.at);
        for outage in &outages[first..] {
            let planned = vacations.partition_point(|vacation| vacation.from < outage.until);
            let due = clock.due(&vacations[..planned]);
            if outage.from > by || outage.from > due {
                break;
            }
            let began_within = outage.from < clock.at;
            if outage.until <= clock.at || (due.0 >= outage.until.0 + HOUR && !began_within) {
                continue;
            }
            let left = clock.left - used(clock.at, outage.from.max(clock.at), vacations);
            clock = Self { at: outage.until, left: left.max(HOUR), own: clock.own.min(left) };
            counted.push(outage);
        }
        (clock, counted)
    }
}

/// When time that began to run is used up, if it stands still in vacations.
fn due(since: Time, left: i64, away: &[Vacation]) -> Time {
    let (mut at, mut left) = (since.0, left);
    for Vacation { from, until, .. } in away {
        if until.0 <= at {
            continue;
        }
        if from.0 >= at + left {
            break;
        }
        left -= (from.0 - at).max(0);
        at = until.0;
    }
    Time(at + left)
}

/// How much time has run between two moments, if it stands still in vacations.
fn used(since: Time, at: Time, away: &[Vacation]) -> i64 {
    let within = |vacation: &Vacation| (vacation.until.0.min(at.0) - vacation.from.0.max(since.0)).max(0);
    (at.0 - since.0).max(0) - away.iter().map(within).sum::<i64>()
}

#[cfg(test)]
mod tests;
