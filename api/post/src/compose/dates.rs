//! Human-readable dates and times, in UTC.

use broadside_domain::time::Time;
use broadside_i18n::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::texts::LetterTexts;

/// Formats a date with the time of day.
pub(super) fn format_date(lang: Lang, time: Time) -> String {
    let Ok(time) = Timestamp::from_millisecond(time.0) else { return time.to_string() };
    let time = time.to_zoned(TimeZone::UTC);
    lang.fill(
        "date",
        &[
            ("weekday", &name(lang, "date-days", time.weekday().to_monday_zero_offset())),
            ("day", &time.day().to_string()),
            ("month", &name(lang, "date-months", time.month() - 1)),
            ("year", &time.year().to_string()),
            ("clock", &format!("{:02}:{:02}", time.hour(), time.minute())),
        ],
    )
}

/// Returns the name with this index, from 0, in a text that lists the days or the months.
fn name(lang: Lang, key: &str, index: i8) -> String {
    let names = lang.text(key);
    names.split(' ').nth(usize::from(index.unsigned_abs())).unwrap_or_default().to_owned()
}

/// Formats the time that remains until `until`.
pub(super) fn format_remaining(lang: Lang, now: Time, until: Time) -> String {
    const HOUR: i64 = 60 * 60 * 1000;
    let left = (until.0 - now.0).max(0);
    let days = left / (24 * HOUR);
    let hours = left % (24 * HOUR) / HOUR;
    let days_text = lang.count("left-days", days as usize);
    let hours_text = lang.count("left-hours", hours as usize);
    match (days, hours) {
        (0, 0) => lang.text("left-less"),
        (0, _) => hours_text,
        (_, 0) => days_text,
        _ => lang.fill("list-and", &[("first", &days_text), ("last", &hours_text)]),
    }
}
