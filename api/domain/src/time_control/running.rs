//! Running clock: vacations stop it, and outages give time back.

use super::state::{Outage, Vacation};
use crate::time::{HOUR, Time};

/// Pauses that move the deadline of a running clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pauses<'a> {
    /// Vacations of the seat's player, in order of time, without overlaps.
    pub vacations: &'a [Vacation],
    /// Outages of the service, in order of time.
    pub outages: &'a [Outage],
}

/// Clock of a seat from a point in time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunningClock {
    at: Time,
    /// Time that the clock may run from then on.
    left: i64,
    /// The same without the time that outages have added to make up an hour: a bank does not keep
    /// that.
    bank_left: i64,
}

impl RunningClock {
    pub(super) fn new(since: Time, left: i64) -> Self {
        Self { at: since, left, bank_left: left }
    }

    /// Returns the time at which the clock is used up, if only vacations interrupt it.
    pub(super) fn due(self, vacations: &[Vacation]) -> Time {
        due(self.at, self.left, vacations)
    }

    /// Returns the time at which `remaining` is left on the clock, if only vacations interrupt it.
    pub(super) fn due_with_remaining(self, remaining: i64, vacations: &[Vacation]) -> Time {
        due(self.at, (self.left - remaining).max(0), vacations)
    }

    /// Returns the time that a bank has left at a point in time.
    pub(super) fn remaining_at(self, at: Time, vacations: &[Vacation]) -> i64 {
        self.bank_left.min(self.left - elapsed(self.at, at, vacations))
    }

    /// Returns the clock after all outages that began by a point in time, and those of them that
    /// have given time back.
    ///
    /// An outage counts if the deadline was during the outage or in the hour after its end, or if
    /// the clock started during the outage. From the end of the outage, the clock has the time that
    /// it had when the outage began, and at least an hour. Vacations that begin after the outage do
    /// not affect whether it counts: they may be taken after it.
    pub(super) fn after_outages<'a>(self, pauses: Pauses<'a>, by: Time) -> (Self, Vec<&'a Outage>) {
        let Pauses { vacations, outages } = pauses;
        let mut clock = self;
        let mut counted = Vec::new();
        let first = outages.partition_point(|outage| outage.until_at <= self.at);
        for outage in &outages[first..] {
            let begun = vacations.partition_point(|vacation| vacation.from < outage.until_at);
            let due = clock.due(&vacations[..begun]);
            if outage.from_at > by || outage.from_at > due {
                break;
            }
            let began_within = outage.from_at < clock.at;
            if outage.until_at <= clock.at || (due.0 >= outage.until_at.0 + HOUR && !began_within) {
                continue;
            }
            let left = clock.left - elapsed(clock.at, outage.from_at.max(clock.at), vacations);
            clock = Self {
                at: outage.until_at,
                left: left.max(HOUR),
                bank_left: clock.bank_left.min(left),
            };
            counted.push(outage);
        }
        (clock, counted)
    }
}

/// Returns the time at which time that runs from `since` is used up, if it stops during vacations.
fn due(since: Time, mut left: i64, vacations: &[Vacation]) -> Time {
    let mut at = since.0;
    for Vacation { from, until, .. } in vacations {
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

/// Returns the time that runs between two moments, if it stops during vacations.
fn elapsed(since: Time, at: Time, vacations: &[Vacation]) -> i64 {
    let mut elapsed = (at.0 - since.0).max(0);
    for vacation in vacations {
        elapsed -= (vacation.until.0.min(at.0) - vacation.from.0.max(since.0)).max(0);
    }
    elapsed
}

#[cfg(test)]
mod tests;
