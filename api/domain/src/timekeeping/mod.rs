//! Clock of the service: the machine's clock, as long as it is trusted.

mod guard;

use std::sync::{PoisonError, RwLock};

pub use guard::{
    AGREEMENT, Cause, Confirmation, DatabaseClock, Doubt, Reading, Reference, Sources, TOLERANCE,
    judge,
};

use crate::time::{MINUTE, Time};

/// Milliseconds after a committed heartbeat in which time-outs may happen. A longer pause is an
/// outage, and players get the time back. Nobody is timed out until the next heartbeat has written
/// the outage.
pub const HEARTBEAT_COVERS: i64 = MINUTE;

/// Reason why time-outs are suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspended {
    /// No heartbeat has been committed for more than a minute, or since the start.
    NoHeartbeat,
    /// The clock is in doubt.
    Doubt(Cause),
    /// Another node's clock is in doubt.
    Elsewhere,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Milliseconds by which the trusted wall clock was ahead of the steady clock.
    offset: Option<i64>,
    doubt: Option<Doubt>,
    /// True while another node's clock is in doubt.
    elsewhere: bool,
    /// True once a task makes heartbeats. Without such a task, as in tests of single parts, nothing
    /// is suspended.
    kept: bool,
    heartbeat: Option<Time>,
}

/// State of the service's clock, shared by everything that asks for the time.
#[derive(Debug, Default)]
pub struct GuardedClock(RwLock<State>);

impl GuardedClock {
    fn state(&self) -> State {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the time to use. While the wall clock is in doubt, and from the moment of a jump on,
    /// this is the time computed from the steady clock, so that nothing is dated, deleted or given
    /// up by a wrong clock.
    pub fn time(&self, reading: Reading) -> Time {
        let State { offset, doubt, .. } = self.state();
        let estimate = match doubt {
            Some(doubt) => Some(doubt.estimate),
            None => {
                offset.filter(|offset| (reading.wall.0 - reading.steady - offset).abs() > TOLERANCE)
            }
        };
        estimate.map_or(reading.wall, |offset| Time(reading.steady + offset))
    }

    /// Suspends time-outs until the first heartbeat.
    pub fn begin(&self) {
        self.change(|state| state.kept = true);
    }

    /// Records the verdict on a reading, and returns the previous doubt. While a doubt lasts, time
    /// continues from its first estimate.
    pub fn note(&self, reading: Reading, doubt: Option<Doubt>) -> Option<Doubt> {
        let before = self.state().doubt;
        let estimate = |doubt: Doubt| before.map_or(doubt.estimate, |before| before.estimate);
        self.change(|state| {
            state.doubt = doubt.map(|doubt| Doubt { estimate: estimate(doubt), ..doubt });
            if doubt.is_none() {
                state.offset = Some(reading.wall.0 - reading.steady);
            }
        });
        before
    }

    /// Records whether another node's clock is in doubt, and returns the previous value.
    pub fn note_elsewhere(&self, elsewhere: bool) -> bool {
        let before = self.state().elsewhere;
        self.change(|state| state.elsewhere = elsewhere);
        before
    }

    /// Records that a heartbeat with this time was committed.
    pub fn beat(&self, at: Time) {
        self.change(|state| state.heartbeat = Some(at));
    }

    /// Returns the doubt about the clock.
    pub fn doubt(&self) -> Option<Doubt> {
        self.state().doubt
    }

    /// Returns the milliseconds by which the trusted wall clock was ahead of the steady clock.
    pub fn offset(&self) -> Option<i64> {
        self.state().offset
    }

    /// Returns the reason why nobody may be timed out at a time; `None` if time-outs are active.
    pub fn suspended(&self, now: Time) -> Option<Suspended> {
        let State { doubt, elsewhere, kept, heartbeat, .. } = self.state();
        if let Some(doubt) = doubt {
            return Some(Suspended::Doubt(doubt.cause));
        }
        if elsewhere {
            return Some(Suspended::Elsewhere);
        }
        let covered = heartbeat.is_some_and(|at| now.0 - at.0 < HEARTBEAT_COVERS);
        (kept && !covered).then_some(Suspended::NoHeartbeat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{DAY, HOUR};

    fn reading(wall: i64, steady: i64) -> Reading {
        Reading { wall: Time(wall), steady }
    }

    #[test]
    fn a_jump_changes_no_time_even_before_it_is_noticed() {
        let clock = GuardedClock::default();
        clock.note(reading(DAY, 0), None);
        assert_eq!(clock.time(reading(DAY + 1000, 1000)), Time(DAY + 1000));
        assert_eq!(clock.time(reading(DAY + 30 * MINUTE, 1000)), Time(DAY + 30 * MINUTE));
        let jumped = reading(400 * DAY, 2000);
        assert_eq!(clock.time(jumped), Time(DAY + 2000));
        let doubt = judge(clock.offset().map(Reference::Offset), jumped, &Sources::default());
        clock.note(jumped, doubt);
        assert_eq!(clock.time(reading(400 * DAY + 1000, 3000)), Time(DAY + 3000));
        // The jump is accepted in the end.
        clock.note(jumped, None);
        assert_eq!(clock.time(jumped), Time(400 * DAY));
    }

    #[test]
    fn time_outs_need_a_trusted_clock_and_a_heartbeat_within_a_minute() {
        let clock = GuardedClock::default();
        assert_eq!(clock.suspended(Time(0)), None);
        clock.begin();
        assert_eq!(clock.suspended(Time(0)), Some(Suspended::NoHeartbeat));
        clock.beat(Time(HOUR));
        assert_eq!(clock.suspended(Time(HOUR + MINUTE - 1)), None);
        assert_eq!(clock.suspended(Time(HOUR + MINUTE)), Some(Suspended::NoHeartbeat));
        clock.note(reading(HOUR, 0), None);
        let far = reading(3 * HOUR, 0);
        let doubt = judge(Some(Reference::Offset(HOUR)), far, &Sources::default());
        clock.note(far, doubt);
        assert!(matches!(
            clock.suspended(Time(HOUR)),
            Some(Suspended::Doubt(Cause::Jumped { .. }))
        ));
    }
}
