//! Rules for vacations: pure functions of times.

use broadside_domain::time::{DAY, HOUR, Time};
use broadside_domain::time_control::Vacation;
use jiff::civil::date;
use jiff::tz::TimeZone;

/// Maximum number of vacations that a player may have since the start of last year.
const MAX_VACATIONS: usize = 100;

/// Reason why a vacation is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VacationError {
    #[error("a vacation cannot begin in the past: leave `starts_at` out to begin it now")]
    Past,
    #[error("a vacation lasts at least an hour: end it later")]
    Short,
    #[error("a vacation ends by the end of next year, {0}: end it earlier")]
    Far(Time),
    #[error(
        "you are already away from {0} until {1}: choose another time, or end that vacation first"
    )]
    Overlap(Time, Time),
    #[error("{year} has {left} left of its {days} days of vacation: take a shorter one")]
    Allowance {
        year: i16,
        /// Allowance of the year, in days.
        days: u32,
        /// Remaining allowance, in words.
        left: String,
    },
    #[error("you have taken {MAX_VACATIONS} vacations since last year began, which is the maximum")]
    Many,
}

/// Remaining allowance of a calendar year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub year: i16,
    /// Milliseconds that are neither taken nor planned.
    pub left: i64,
}

/// Returns the start of a calendar year, in UTC.
fn year_start(year: i16) -> Time {
    let midnight = date(year, 1, 1).to_zoned(TimeZone::UTC);
    Time(midnight.map_or(i64::MAX, |midnight| midnight.timestamp().as_millisecond()))
}

/// Returns the calendar year of a time, in UTC.
fn year_of(time: Time) -> i16 {
    let timestamp = jiff::Timestamp::from_millisecond(time.0).unwrap_or_default();
    timestamp.to_zoned(TimeZone::UTC).year()
}

/// Computes the remaining allowance of a year that has `days` days of vacation.
pub fn allowance(vacations: &[Vacation], year: i16, days: u32) -> Allowance {
    let begin = year_start(year);
    let end = year_start(year + 1);
    let mut taken = 0;
    for vacation in vacations {
        let in_year = vacation.until.0.min(end.0) - vacation.from.0.max(begin.0);
        taken += in_year.max(0);
    }
    Allowance { year, left: i64::from(days) * DAY - taken }
}

/// Computes the remaining allowance of this year and the next.
pub fn allowances(vacations: &[Vacation], now: Time, days: u32) -> [Allowance; 2] {
    [0, 1].map(|later| allowance(vacations, year_of(now) + later, days))
}

/// Returns the vacations that ended after the start of last year, or have not ended. Older ones
/// affect no turn and no allowance, and are not shown.
pub fn retained(vacations: &[Vacation], now: Time) -> Vec<Vacation> {
    let last_year = year_start(year_of(now) - 1);
    vacations.iter().filter(|vacation| vacation.until > last_year).cloned().collect()
}

/// Adds a vacation. Returns all of them in order of time.
///
/// # Errors
/// Fails with the reason why the vacation is refused.
pub fn add(
    vacations: &[Vacation],
    new: Vacation,
    now: Time,
    days: u32,
) -> Result<Vec<Vacation>, VacationError> {
    if new.from < now {
        return Err(VacationError::Past);
    }
    if new.until.0 - new.from.0 < HOUR {
        return Err(VacationError::Short);
    }
    let far = year_start(year_of(now) + 2);
    if new.until > far {
        return Err(VacationError::Far(far));
    }
    let mut all = retained(vacations, now);
    if all.len() >= MAX_VACATIONS {
        return Err(VacationError::Many);
    }
    if let Some(other) = all.iter().find(|other| other.from < new.until && new.from < other.until) {
        return Err(VacationError::Overlap(other.from, other.until));
    }
    let before = allowances(&all, now, days);
    all.push(new);
    all.sort_by_key(|vacation| vacation.from);
    let after = allowances(&all, now, days);
    if let Some((before, _)) =
        before.iter().zip(&after).find(|(before, after)| after.left < before.left.min(0))
    {
        return Err(VacationError::Allowance {
            year: before.year,
            days,
            left: format_duration(before.left.max(0)),
        });
    }
    Ok(all)
}

/// Ends a vacation. One that has begun ends now, one that has not begun is removed, and one that is
/// over stays. Returns `None` if the id is unknown.
pub fn end(vacations: &[Vacation], id: &str, now: Time) -> Option<Vec<Vacation>> {
    let mut all = vacations.to_vec();
    let index = all.iter().position(|vacation| vacation.id == id)?;
    match &mut all[index] {
        vacation if vacation.from >= now => {
            all.remove(index);
        }
        vacation => vacation.until = vacation.until.min(now),
    }
    Some(all)
}

/// Ends the current vacation or, without one, removes those that have not begun. Returns `None`
/// if there is nothing to end.
pub fn end_all(vacations: &[Vacation], now: Time) -> Option<Vec<Vacation>> {
    let mut after = vacations.to_vec();
    match after.iter_mut().find(|vacation| vacation.from <= now && now < vacation.until) {
        Some(current) => current.until = now,
        None => after.retain(|vacation| vacation.from <= now),
    }
    (after != vacations).then_some(after)
}

/// Formats a time as days and hours, rounded down.
fn format_duration(time: i64) -> String {
    match (time / DAY, time % DAY / HOUR) {
        (days, 0) => format_count(days, "day"),
        (0, hours) => format_count(hours, "hour"),
        (days, hours) => {
            format!("{} and {}", format_count(days, "day"), format_count(hours, "hour"))
        }
    }
}

/// Formats a number of units, such as "2 days".
fn format_count(count: i64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-07-01T00:00:00Z.
    const JULY: i64 = 1_782_864_000_000;

    fn vacation(id: &str, from: i64, days: i64) -> Vacation {
        Vacation { id: id.to_owned(), from: Time(from), until: Time(from + days * DAY) }
    }

    /// Adds a vacation of some days, in July 2026 with 28 days a year.
    fn add_days(
        earlier: &[Vacation],
        from: i64,
        days: i64,
    ) -> Result<Vec<Vacation>, VacationError> {
        add(earlier, vacation("b", from, days), Time(JULY), 28)
    }

    fn ids(vacations: &[Vacation]) -> Vec<&str> {
        vacations.iter().map(|vacation| &*vacation.id).collect()
    }

    #[test]
    fn each_year_has_an_allowance_of_its_own() {
        let now = Time(JULY);
        let earlier = [vacation("a", JULY, 20)];
        let later = JULY + 30 * DAY;
        assert_eq!(add_days(&earlier, later, 8).unwrap().len(), 2);
        let refused = add_days(&earlier, later, 9).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "2026 has 8 days left of its 28 days of vacation: take a shorter one"
        );
        // Across the turn of the year: eight days of this year, and all days of the next.
        let new_year = year_start(2027).0;
        assert_eq!(
            add_days(&earlier, new_year - 8 * DAY, 36).unwrap()[1].until,
            Time(new_year + 28 * DAY)
        );
        assert!(matches!(
            add_days(&earlier, new_year - 8 * DAY, 37),
            Err(VacationError::Allowance { year: 2027, .. })
        ));
        assert!(matches!(
            add_days(&earlier, new_year - 9 * DAY, 10),
            Err(VacationError::Allowance { year: 2026, .. })
        ));
        assert_eq!(
            allowances(&earlier, now, 28).map(|of| (of.year, of.left)),
            [(2026, 8 * DAY), (2027, 28 * DAY)]
        );
    }

    #[test]
    fn a_vacation_in_the_past_too_short_too_far_or_overlapping_is_refused() {
        let earlier = [vacation("a", JULY + 5 * DAY, 5)];
        assert_eq!(add_days(&earlier, JULY - 1, 2), Err(VacationError::Past));
        assert_eq!(add_days(&earlier, JULY, 0), Err(VacationError::Short));
        assert!(matches!(add_days(&earlier, JULY, 6), Err(VacationError::Overlap(..))));
        assert!(matches!(add_days(&earlier, JULY + 9 * DAY, 1), Err(VacationError::Overlap(..))));
        assert!(matches!(
            add_days(&earlier, year_start(2027).0 + 364 * DAY, 2),
            Err(VacationError::Far(..))
        ));
        assert_eq!(ids(&add_days(&earlier, JULY, 5).unwrap()), ["b", "a"]);
        assert_eq!(ids(&add_days(&earlier, JULY + 10 * DAY, 1).unwrap()), ["a", "b"]);
    }

    #[test]
    fn ending_a_vacation_shortens_one_that_has_begun_and_removes_a_future_one() {
        let earlier = [vacation("a", JULY, 5), vacation("b", JULY + 10 * DAY, 5)];
        let now = Time(JULY + DAY);
        assert_eq!(end(&earlier, "a", now).unwrap()[0].until, now);
        assert_eq!(end(&earlier, "b", now).unwrap().len(), 1);
        assert_eq!(end(&earlier, "c", now), None);
        assert_eq!(end(&earlier, "a", Time(JULY + 9 * DAY)).unwrap(), earlier);
        // A vacation that begins now is removed, because it would end as it begins.
        assert_eq!(end(&earlier, "a", Time(JULY)).unwrap().len(), 1);
    }

    #[test]
    fn vacations_before_last_year_are_not_retained() {
        let earlier = [vacation("a", year_start(2024).0, 5), vacation("b", year_start(2025).0, 5)];
        assert_eq!(retained(&earlier, Time(JULY)), earlier[1..]);
    }
}
