//! Clock of the service, and what happened to it between two heartbeats.
//!
//! The time of the service is a clock of this machine that nobody can set, plus an offset. With
//! SQLite, the offset follows the wall clock in steps, which move everything that is due. Nodes
//! that share a database use the clock of the database.

use std::ops::RangeInclusive;
use std::sync::{PoisonError, RwLock};

use crate::time::{MINUTE, Time};
use crate::time_control::Outage;

/// Longest time after a heartbeat, in milliseconds, in which time-outs may happen. A longer time
/// without a heartbeat is an outage.
pub const HEARTBEAT_COVERS: i64 = MINUTE;
/// Difference between the wall clock and the time of the service, in milliseconds, that is no step.
const TOLERANCE: i64 = 1000;

/// Reading of both clocks of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub wall: Time,
    /// Milliseconds since the start of the machine, with those that it slept.
    pub uptime: i64,
}

/// Heartbeat as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// Time of the service.
    pub at: Time,
    /// Time since the start of the machine, in milliseconds. With PostgreSQL it is not used.
    pub uptime: i64,
    /// Id of that start.
    pub boot_id: String,
}

/// Time that elapsed since a heartbeat, and what happened to the wall clock in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elapsed {
    /// The time now, if the clock was not set.
    pub until: Time,
    /// Milliseconds by which the wall clock was set ahead, or back if negative.
    pub step: i64,
    /// True if the machine was restarted, so that only the wall clock tells what elapsed.
    pub restarted: bool,
}

impl Heartbeat {
    /// Returns what elapsed since this heartbeat, by the clocks of the machine whose start has an
    /// id.
    pub fn elapsed(&self, boot_id: &str, now: Reading) -> Elapsed {
        let restarted = self.boot_id != boot_id;
        let elapsed = if restarted { now.wall.0 - self.at.0 } else { now.uptime - self.uptime };
        let until = Time(self.at.0 + elapsed.max(0));
        let step = now.wall.0 - until.0;
        Elapsed { until, step: if step.abs() > TOLERANCE { step } else { 0 }, restarted }
    }
}

/// Returns the outage between two heartbeats, if there was one.
pub fn outage_between(before: Time, now: Time) -> Option<Outage> {
    (now.0 - before.0 > HEARTBEAT_COVERS).then_some(Outage { from_at: before, until_at: now })
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Milliseconds by which the time of the service is ahead of the time since the start of the
    /// machine. `None` before the first heartbeat: then the wall clock counts.
    offset: Option<i64>,
    /// True once a task makes heartbeats. Without such a task, as in tests of single parts, nothing
    /// is suspended.
    has_heartbeats: bool,
    /// Time since the start of the machine at the newest heartbeat of this node.
    last_beat: Option<i64>,
    /// Newest outage, with those before it that ended less than an hour before the next.
    outage: Option<Outage>,
}

impl State {
    fn time(self, now: Reading) -> Time {
        self.offset.map_or(now.wall, |offset| Time(now.uptime + offset))
    }

    fn is_suspended(self, now: Reading) -> bool {
        let is_covered = self.last_beat.is_some_and(|beat| now.uptime - beat < HEARTBEAT_COVERS);
        self.has_heartbeats && !is_covered
    }
}

/// Clock of the service, shared by everything that asks for the time.
#[derive(Debug, Default)]
pub struct ServiceClock(RwLock<State>);

impl ServiceClock {
    fn state(&self) -> State {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the time of the service.
    pub fn time(&self, now: Reading) -> Time {
        self.state().time(now)
    }

    /// Returns the time by which ages are judged. After an outage it stays for an hour at the
    /// beginning of the outage, so that nobody loses anything that they could not use.
    pub fn age_time(&self, now: Reading) -> Time {
        let state = self.state();
        let time = state.time(now);
        match state.outage.filter(|outage| time < outage.marks_until()) {
            Some(outage) => outage.from_at,
            None if state.is_suspended(now) => {
                let last_beat = state.last_beat.zip(state.offset);
                last_beat.map_or(Time(0), |(beat, offset)| Time(beat + offset))
            }
            None => time,
        }
    }

    /// Returns true if nobody may be timed out, because there was no heartbeat for a minute, or
    /// none yet.
    pub fn is_suspended(&self, now: Reading) -> bool {
        self.state().is_suspended(now)
    }

    /// Lets time-outs depend on heartbeats.
    pub fn begin(&self) {
        self.change(|state| state.has_heartbeats = true);
    }

    /// Suspends time-outs until the next heartbeat.
    pub fn suspend(&self) {
        self.change(|state| state.last_beat = None);
    }

    /// Records a heartbeat of this node at a time since the start of the machine.
    pub fn beat(&self, uptime: i64) {
        self.change(|state| state.last_beat = Some(uptime));
    }

    /// Records all outages, in order of time.
    pub fn note_outages(&self, outages: &[Outage]) {
        let mut last = outages.last().copied();
        for earlier in outages.iter().rev() {
            if let Some(last) = &mut last
                && last.from_at < earlier.marks_until()
            {
                last.from_at = earlier.from_at;
            }
        }
        self.change(|state| state.outage = last);
    }

    /// Returns the milliseconds by which the time of the service is ahead of the time since the
    /// start of the machine.
    pub fn offset(&self) -> Option<i64> {
        self.state().offset
    }

    pub fn set_offset(&self, offset: Option<i64>) {
        self.change(|state| state.offset = offset);
    }

    /// Follows the clock of the database. `offsets` are those that its answer allows: it was read
    /// at some moment between the question and the answer.
    pub fn follow(&self, offsets: RangeInclusive<i64>) {
        let (min, max) = offsets.into_inner();
        self.change(|state| {
            state.offset = Some(state.offset.map_or(min, |offset| offset.clamp(min, max)))
        });
    }

    /// Returns true if somebody has set the wall clock.
    pub fn has_stepped(&self, now: Reading) -> bool {
        self.offset().is_some_and(|offset| (now.wall.0 - now.uptime - offset).abs() > TOLERANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{DAY, HOUR};

    fn reading(wall: i64, uptime: i64) -> Reading {
        Reading { wall: Time(wall), uptime }
    }

    fn elapsed(until: i64, step: i64, restarted: bool) -> Elapsed {
        Elapsed { until: Time(until), step, restarted }
    }

    fn outage(from: i64, until: i64) -> Outage {
        Outage { from_at: Time(from), until_at: Time(until) }
    }

    #[test]
    fn a_wall_clock_that_differs_from_the_elapsed_time_has_stepped() {
        let beat = Heartbeat { at: Time(DAY), uptime: HOUR, boot_id: "boot".to_owned() };
        for (boot_id, wall, uptime, expected) in [
            ("boot", DAY + HOUR, 2 * HOUR, elapsed(DAY + HOUR, 0, false)),
            ("boot", DAY + HOUR + 1000, 2 * HOUR, elapsed(DAY + HOUR, 0, false)),
            ("boot", DAY + HOUR + 1001, 2 * HOUR, elapsed(DAY + HOUR, 1001, false)),
            ("boot", 400 * DAY, HOUR + 5, elapsed(DAY + 5, 399 * DAY - 5, false)),
            ("boot", 0, HOUR, elapsed(DAY, -DAY, false)),
            // The machine was started again.
            ("other", DAY + HOUR, 7, elapsed(DAY + HOUR, 0, true)),
            ("other", DAY - HOUR, 7, elapsed(DAY, -HOUR, true)),
        ] {
            assert_eq!(beat.elapsed(boot_id, reading(wall, uptime)), expected, "{boot_id} {wall}");
        }
    }

    #[test]
    fn more_than_a_minute_without_a_heartbeat_is_an_outage_and_suspends_time_outs() {
        assert_eq!(outage_between(Time(5), Time(5 + MINUTE)), None);
        assert_eq!(outage_between(Time(5), Time(6 + MINUTE)), Some(outage(5, 6 + MINUTE)));
        assert_eq!(outage_between(Time(DAY), Time(0)), None);
        let clock = ServiceClock::default();
        assert!(!clock.is_suspended(reading(0, 0)));
        clock.begin();
        assert!(clock.is_suspended(reading(0, 0)));
        clock.beat(HOUR);
        // The wall clock does not matter.
        assert!(!clock.is_suspended(reading(400 * DAY, HOUR + MINUTE - 1)));
        assert!(clock.is_suspended(reading(0, HOUR + MINUTE)));
    }

    #[test]
    fn the_time_does_not_follow_the_wall_clock_until_the_offset_is_set() {
        let clock = ServiceClock::default();
        assert_eq!(clock.time(reading(DAY, 5)), Time(DAY));
        clock.set_offset(Some(DAY));
        assert_eq!(clock.time(reading(400 * DAY, 5)), Time(DAY + 5));
        assert!(clock.has_stepped(reading(400 * DAY, 5)) && clock.has_stepped(reading(0, 5)));
        assert!(!clock.has_stepped(reading(DAY + 1000, 0)));
        // An answer of the database that took long says less than the one before.
        clock.follow(DAY - 50..=DAY + 50);
        assert_eq!(clock.offset(), Some(DAY));
        clock.follow(DAY + 2..=DAY + 9);
        assert_eq!(clock.offset(), Some(DAY + 2));
    }

    #[test]
    fn ages_wait_for_an_hour_after_an_outage() {
        let clock = ServiceClock::default();
        clock.set_offset(Some(0));
        assert_eq!(clock.age_time(reading(0, DAY)), Time(DAY));
        clock.begin();
        assert_eq!(clock.age_time(reading(0, DAY)), Time(0));
        clock.beat(DAY);
        assert_eq!(clock.age_time(reading(0, DAY + 5)), Time(DAY + 5));
        assert_eq!(clock.age_time(reading(0, DAY + MINUTE)), Time(DAY));
        clock.beat(2 * DAY);
        clock.note_outages(&[outage(0, 5), outage(DAY, 2 * DAY)]);
        assert_eq!(clock.age_time(reading(0, 2 * DAY + 5)), Time(DAY));
        clock.beat(2 * DAY + HOUR);
        assert_eq!(clock.age_time(reading(0, 2 * DAY + HOUR - 1)), Time(DAY));
        assert_eq!(clock.age_time(reading(0, 2 * DAY + HOUR)), Time(2 * DAY + HOUR));
        // There was no hour between these two.
        clock.note_outages(&[outage(DAY, DAY + 5), outage(DAY + HOUR, 2 * DAY)]);
        assert_eq!(clock.age_time(reading(0, 2 * DAY + 5)), Time(DAY));
    }
}
