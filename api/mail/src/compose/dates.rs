//! Human-readable dates and times, in UTC.

use broadside_domain::time::Time;
use broadside_i18n::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Formats a date with the time of day.
pub(super) fn format_date(lang: Lang, time: Time) -> String {
    let Ok(time) = Timestamp::from_millisecond(time.0) else { return time.to_string() };
    let time = time.to_zoned(TimeZone::UTC);
    let word = |key: &str, n: i8| {
        let words = lang.text(key);
        words.split(' ').nth(usize::from(n.unsigned_abs())).unwrap_or_default().to_owned()
    };
    let clock = format!("{:02}:{:02}", time.hour(), time.minute());
    let (day, year) = (time.day().to_string(), time.year().to_string());
    let weekday = word("date-days", time.weekday().to_monday_zero_offset());
    let month = word("date-months", time.month() - 1);
    lang.fill(
        "date",
        &[
            ("weekday", &weekday),
            ("day", &day),
            ("month", &month),
            ("year", &year),
            ("clock", &clock),
        ],
    )
}

/// Formats the time that remains until `until`.
pub(super) fn format_remaining(lang: Lang, now: Time, until: Time) -> String {
    const HOUR: i64 = 60 * 60 * 1000;
    let left = (until.0 - now.0).max(0);
    let (days, hours) = (left / (24 * HOUR), left % (24 * HOUR) / HOUR);
    let days_text = lang.count("left-days", days as usize);
    let hours_text = lang.count("left-hours", hours as usize);
    match (days, hours) {
        (0, 0) => lang.text("left-less"),
        (0, _) => hours_text,
        (_, 0) => days_text,
        _ => lang.fill("list-and", &[("first", &days_text), ("last", &hours_text)]),
    }
}
