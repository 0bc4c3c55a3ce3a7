//! Judgement of the wall clock. It is pure: readings of clocks in, a verdict out.

use std::fmt;

use crate::time::{HOUR, MINUTE, Time};

/// Maximum jump of the wall clock, or difference from the database's clock, that raises no doubt.
pub const TOLERANCE: i64 = HOUR;
/// Maximum difference at which a confirmed time, or the time of another machine, agrees with the
/// wall clock.
pub const AGREEMENT: i64 = 5 * MINUTE;
/// Time for which a confirmation covers a jump.
const CONFIRMED_FOR: i64 = 10 * MINUTE;

/// Reading of both clocks of this machine at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Time of the wall clock.
    pub wall: Time,
    /// Milliseconds of a clock that nobody can set.
    pub steady: i64,
}

/// Clock of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseClock {
    /// Time that it shows now.
    pub now: Time,
    /// True if it is the clock of another machine.
    pub independent: bool,
}

/// Confirmation by the operator that a wall clock was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// Time of the wall clock when it was confirmed.
    pub wall: Time,
    /// Time of the database at that moment, if the database has a clock.
    pub database: Option<Time>,
}

/// Evidence about the wall clock from other sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Clock of the database, if it has one.
    pub database: Option<DatabaseClock>,
    /// Milliseconds by which the clocks of nodes on other machines are ahead of the database's
    /// clock, as these nodes have just written them.
    pub peers: Vec<i64>,
    /// Newest confirmation.
    pub confirmation: Option<Confirmation>,
}

/// Expected time of the wall clock, from other sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Milliseconds by which the trusted wall clock was ahead of the steady clock.
    Offset(i64),
    /// Newest time in the database. The time that has passed since is unknown.
    Newest(Time),
}

/// Reason why the wall clock is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It jumped, ahead or back.
    Jumped {
        /// Its time.
        to: Time,
        /// The time it should show.
        expected: Time,
    },
    /// It is far ahead of the newest time in the database, and the length of the downtime is
    /// unknown; or it is behind that time.
    Apart {
        /// Its time.
        wall: Time,
        /// The newest time in the database.
        newest: Time,
    },
    /// It differs from the database's clock.
    Disagrees {
        /// Its time.
        wall: Time,
        /// The database's time.
        database: Time,
    },
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jumped { to, expected } => {
                write!(f, "the clock jumped: it shows {to} instead of {expected}")
            }
            Self::Apart { wall, newest } => {
                write!(f, "the clock shows {wall}, and the newest time in the database is {newest}")
            }
            Self::Disagrees { wall, database } => {
                write!(f, "the clock shows {wall}, and the database's clock {database}")
            }
        }
    }
}

/// Doubt about the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Reason for the doubt.
    pub cause: Cause,
    /// Milliseconds by which the best estimate of the time is ahead of the steady clock. After
    /// downtime of unknown length, the estimate starts at the newest time in the database, so that
    /// nothing gets a date from a wrong clock.
    pub estimate: i64,
}

/// Judges a reading by what is known. Returns `None` if the wall clock is trusted.
///
/// A disagreement of the database's clock puts the wall clock in doubt, unless the operator has
/// confirmed it. An agreement settles a doubt only if the database's clock is independent: a clock
/// on this machine has jumped with the wall clock.
pub fn judge(reference: Option<Reference>, reading: Reading, sources: &Sources) -> Option<Doubt> {
    let Reading { wall, steady } = reading;
    let confirmed =
        sources.confirmation.filter(|confirmation| confirmation.covers(wall, sources.database));
    if let Some(database) = sources.database
        && confirmed.is_none()
        && (wall.0 - database.now.0).abs() > TOLERANCE
    {
        // Use the earlier of the two times: it ends nobody's time too early.
        let earlier = wall.0.min(database.now.0);
        let estimate = match reference {
            Some(Reference::Offset(offset)) => offset,
            Some(Reference::Newest(newest)) => earlier.max(newest.0) - steady,
            None => earlier - steady,
        };
        return Some(Doubt { cause: Cause::Disagrees { wall, database: database.now }, estimate });
    }
    let (expected, known) = match reference? {
        Reference::Offset(offset) => (Time(steady + offset), true),
        Reference::Newest(newest) => (newest, false),
    };
    if (wall.0 - expected.0).abs() <= TOLERANCE {
        return None;
    }
    let ahead = sources.database.map(|database| wall.0 - database.now.0);
    let of_peer = |peer: &i64| ahead.is_some_and(|ahead| (ahead - peer).abs() <= AGREEMENT);
    // An old confirmation does not cover a later jump. But if the wall clock is behind the newest
    // time in the database, that time may be from a wrong clock before the confirmation.
    let behind = !known && wall < expected;
    let agreed = sources.database.is_some_and(|database| database.independent)
        || confirmed.is_some_and(|confirmation| behind || confirmation.is_fresh(sources.database))
        || sources.peers.iter().any(of_peer);
    let cause = match known {
        true => Cause::Jumped { to: wall, expected },
        false => Cause::Apart { wall, newest: expected },
    };
    (!agreed).then_some(Doubt { cause, estimate: expected.0 - steady })
}

impl Confirmation {
    /// Returns true if it confirms the wall clock, or has confirmed it and the wall clock's
    /// distance from the database's clock is still the same.
    fn covers(&self, wall: Time, database: Option<DatabaseClock>) -> bool {
        let distance = match (database, self.database) {
            (Some(now), Some(then)) => (wall.0 - now.now.0) - (self.wall.0 - then.0),
            (None, None) => wall.0 - self.wall.0,
            _ => return false,
        };
        distance.abs() <= AGREEMENT
    }

    /// Returns true if it is recent. An old confirmation does not cover a later jump.
    fn is_fresh(&self, database: Option<DatabaseClock>) -> bool {
        match (database, self.database) {
            (Some(now), Some(then)) => (0..=CONFIRMED_FOR).contains(&(now.now.0 - then.0)),
            // Without a database clock, a confirmation covers the wall clock for a few minutes
            // only.
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::DAY;

    const NOW: i64 = 1_800_000_000_000;

    fn reading(wall: i64, steady: i64) -> Reading {
        Reading { wall: Time(wall), steady }
    }

    fn database(now: i64, independent: bool) -> Sources {
        Sources {
            database: Some(DatabaseClock { now: Time(now), independent }),
            ..Sources::default()
        }
    }

    const OFFSET: Option<Reference> = Some(Reference::Offset(NOW));

    #[test]
    fn a_jump_of_more_than_an_hour_is_in_doubt_until_the_clock_comes_back() {
        let alone = Sources::default();
        let far = [HOUR + 1, 400 * DAY, -HOUR - 1, -DAY].map(|jump| (jump, true));
        for (jump, doubted) in [(0, false), (HOUR, false), (-HOUR, false)].into_iter().chain(far) {
            let doubt = judge(OFFSET, reading(NOW + 5000 + jump, 5000), &alone);
            assert_eq!(doubt.is_some(), doubted, "{jump}");
            assert!(doubt.is_none_or(|doubt| doubt.estimate == NOW));
        }
        // The machine slept for three days, and the steady clock counted them.
        assert_eq!(judge(OFFSET, reading(NOW + 3 * DAY, 3 * DAY), &alone), None);
        assert_eq!(judge(None, reading(NOW, 0), &alone), None);
    }

    #[test]
    fn after_a_new_start_of_the_machine_only_another_source_tells_downtime_from_a_wrong_clock() {
        let newest = Some(Reference::Newest(Time(NOW)));
        let later = reading(NOW + 2 * HOUR, 1000);
        let doubt = judge(newest, later, &Sources::default()).unwrap();
        // Time continues from the newest known time.
        assert_eq!(doubt.estimate, NOW - 1000);
        assert_eq!(judge(newest, reading(NOW + HOUR, 1000), &Sources::default()), None);
        let behind = judge(newest, reading(NOW - DAY, 1000), &Sources::default()).unwrap();
        assert_eq!(behind.estimate, NOW - 1000);
        assert_eq!(judge(newest, later, &database(NOW + 2 * HOUR, true)), None);
        assert!(judge(newest, later, &database(NOW + 2 * HOUR, false)).is_some());
    }

    #[test]
    fn a_database_that_disagrees_is_believed_wherever_it_runs() {
        for independent in [true, false] {
            for ahead in [400 * DAY, -2 * HOUR] {
                let sources = database(NOW, independent);
                let doubt = judge(None, reading(NOW + ahead, 0), &sources).unwrap();
                assert_eq!(doubt.estimate, NOW + ahead.min(0));
                assert_eq!(judge(OFFSET, reading(NOW + ahead, 0), &sources).unwrap().estimate, NOW);
                let newest = Some(Reference::Newest(Time(NOW - MINUTE)));
                let doubt = judge(newest, reading(NOW + ahead, 0), &sources).unwrap();
                assert_eq!(doubt.estimate, NOW + if ahead > 0 { 0 } else { -MINUTE });
            }
        }
        // The wall clock is right, and the database's clock jumps.
        assert!(judge(OFFSET, reading(NOW, 0), &database(NOW + DAY, true)).is_some());
    }

    #[test]
    fn the_node_of_another_machine_settles_what_a_database_on_this_one_cannot() {
        let jumped = reading(NOW + DAY, 0);
        let mut sources = database(NOW + DAY, false);
        assert!(judge(OFFSET, jumped, &sources).is_some());
        sources.peers = vec![-DAY];
        assert!(judge(OFFSET, jumped, &sources).is_some());
        sources.peers = vec![-DAY, MINUTE];
        assert_eq!(judge(OFFSET, jumped, &sources), None);
    }

    #[test]
    fn a_confirmation_settles_a_jump_once_and_a_disagreement_for_good() {
        let confirmed = |wall: i64, at: Option<i64>, sources: Sources| Sources {
            confirmation: Some(Confirmation { wall: Time(wall), database: at.map(Time) }),
            ..sources
        };
        let jumped = reading(NOW + DAY, 0);
        let alone = |wall| confirmed(wall, None, Sources::default());
        assert_eq!(judge(OFFSET, jumped, &alone(NOW + DAY - AGREEMENT)), None);
        assert!(judge(OFFSET, jumped, &alone(NOW + DAY - AGREEMENT - 1)).is_some());
        assert!(judge(OFFSET, jumped, &alone(NOW)).is_some());
        // The wall clock is a day ahead of the database's clock, and confirmed.
        let apart = confirmed(NOW + DAY, Some(NOW), database(NOW + MINUTE, false));
        assert_eq!(judge(OFFSET, reading(NOW + DAY + MINUTE, 0), &apart), None);
        let later = confirmed(NOW + DAY, Some(NOW), database(NOW + 9 * DAY, false));
        assert_eq!(judge(None, reading(NOW + 10 * DAY, 0), &later), None);
        assert!(
            judge(OFFSET, reading(NOW + 10 * DAY, 0), &later).is_some(),
            "a jump that came later"
        );
        assert!(judge(None, reading(NOW + 12 * DAY, 0), &later).is_some());
        // A database on this machine always agrees with its wall clock.
        let same = |at| confirmed(at, Some(at), database(NOW + DAY, false));
        assert_eq!(judge(OFFSET, jumped, &same(NOW + DAY)), None);
        assert!(judge(OFFSET, jumped, &same(NOW - DAY)).is_some());
    }
}
