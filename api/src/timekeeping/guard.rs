//! The judgement whether the wall clock is right. Pure: readings of clocks in, a verdict out.

use std::fmt;

use crate::ambient::{HOUR, MINUTE, Time};

/// How far the wall clock may jump, or differ from the database's clock, without being in doubt.
pub const TOLERANCE: i64 = HOUR;
/// How far a confirmed time, or the time of another machine, may be from the wall clock to agree with it.
pub const AGREEMENT: i64 = 5 * MINUTE;
/// How long after it was given a confirmation covers a jump.
const CONFIRMED_FOR: i64 = 10 * MINUTE;

/// Reading of both clocks of this machine at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The wall clock.
    pub wall: Time,
    /// Milliseconds on a clock that nobody can set.
    pub steady: i64,
}

/// The database's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseClock {
    /// The time it shows now.
    pub now: Time,
    /// True if it is the clock of another machine.
    pub independent: bool,
}

/// Confirmation by the operator that a wall clock was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The wall clock's time when it was confirmed.
    pub wall: Time,
    /// The database's time at that moment, if the database has a clock.
    pub database: Option<Time>,
}

/// What other clocks say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The database's clock, if it has one.
    pub database: Option<DatabaseClock>,
    /// How far the clocks of other machines' nodes are ahead of the database's clock, as these nodes have just written it.
    pub peers: Vec<i64>,
    /// The newest confirmation.
    pub confirmation: Option<Confirmation>,
}

/// Time that the wall clock should show, as far as it is known without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// How far the trusted wall clock was ahead of the steady clock.
    Offset(i64),
    /// The newest time in the database. How much time has passed since is unknown.
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
    /// It is far ahead of the newest time in the database, and nothing says how long the machine was down; or it is behind.
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
    /// Why.
    pub cause: Cause,
    /// How far the best estimate of the time is ahead of the steady clock. After downtime of unknown length it begins at the newest
    /// time in the database, so nothing gets a date from a wrong clock.
    pub estimate: i64,
}

/// Judges a reading against what is known: `None` if the wall clock is trusted.
///
/// The database's clock settles it if it disagrees, and if it is independent also if it agrees: a database on this machine
/// has jumped with it.
pub fn judge(reference: Option<Reference>, reading: Reading, sources: &Sources) -> Option<Doubt> {
    let Reading { wall, steady } = reading;
    let confirmed = sources.confirmation.filter(|confirmation| confirmation.covers(wall, sources.database));
    if let Some(database) = sources.database
        && confirmed.is_none()
        && (wall.0 - database.now.0).abs() > TOLERANCE
    {
        // The earlier of the two ends nobody's time.
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
    // An old confirmation says nothing of a later jump, but the newest time in the database may be that of a clock before it.
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
    /// True if it confirms the wall clock, or did and the wall clock has kept its distance from the database's clock.
    fn covers(&self, wall: Time, database: Option<DatabaseClock>) -> bool {
        let distance = match (database, self.database) {
            (Some(now), Some(then)) => (wall.0 - now.now.0) - (self.wall.0 - then.0),
            (None, None) => wall.0 - self.wall.0,
            _ => return false,
        };
        distance.abs() <= AGREEMENT
    }

    /// True if it was given just now. An old one says nothing of a jump that came later.
    fn is_fresh(&self, database: Option<DatabaseClock>) -> bool {
        match (database, self.database) {
            (Some(now), Some(then)) => (0..=CONFIRMED_FOR).contains(&(now.now.0 - then.0)),
            // Without a database's clock it covers the wall clock for some minutes only.
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambient::DAY;

    const NOW: i64 = 1_800_000_000_000;

    fn reading(wall: i64, steady: i64) -> Reading {
        Reading { wall: Time(wall), steady }
    }

    fn database(now: i64, independent: bool) -> Sources {
        Sources { database: Some(DatabaseClock { now: Time(now), independent }), ..Sources::default() }
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
        // Slept for three days: the steady clock counts that.
        assert_eq!(judge(OFFSET, reading(NOW + 3 * DAY, 3 * DAY), &alone), None);
        assert_eq!(judge(None, reading(NOW, 0), &alone), None);
    }

    #[test]
    fn after_a_new_start_of_the_machine_only_another_source_tells_downtime_from_a_wrong_clock() {
        let newest = Some(Reference::Newest(Time(NOW)));
        let later = reading(NOW + 2 * HOUR, 1000);
        let doubt = judge(newest, later, &Sources::default()).unwrap();
        // Time goes on from the newest known.
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
        // The clock is right, and the database's jumps.
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
        // A day ahead of the database, and confirmed to be right.
        let apart = confirmed(NOW + DAY, Some(NOW), database(NOW + MINUTE, false));
        assert_eq!(judge(OFFSET, reading(NOW + DAY + MINUTE, 0), &apart), None);
        let later = confirmed(NOW + DAY, Some(NOW), database(NOW + 9 * DAY, false));
        assert_eq!(judge(None, reading(NOW + 10 * DAY, 0), &later), None);
        assert!(judge(OFFSET, reading(NOW + 10 * DAY, 0), &later).is_some(), "a jump that came later");
        assert!(judge(None, reading(NOW + 12 * DAY, 0), &later).is_some());
        // A database on this machine agrees with whatever this machine shows.
        let same = |at| confirmed(at, Some(at), database(NOW + DAY, false));
        assert_eq!(judge(OFFSET, jumped, &same(NOW + DAY)), None);
        assert!(judge(OFFSET, jumped, &same(NOW - DAY)).is_some());
    }
}
