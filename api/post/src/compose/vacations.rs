//! Vacations of the reader, and what is left of the allowance.

use broadside_domain::time::{DAY, Time};
use broadside_i18n::Lang;

use super::paragraph::paragraph;
use super::{Block, dates};
use crate::texts::LetterTexts;

/// Reason why a vacation cannot be taken or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VacationRefusal {
    /// The server has no vacations.
    NotHere,
    /// The player has no vacation that could end.
    NoEnd,
    /// The calendar has no such day.
    NoSuchDay,
    /// It would begin in the past.
    Past,
    /// It would last less than an hour.
    Short,
    /// It would end after this time.
    Far(Time),
    /// The player is away then.
    Overlap(Time, Time),
    /// The allowance of a year is too small: the year, and the time that is left.
    Allowance(i16, i64),
    /// The player has taken too many.
    Many,
}

/// Lists vacations, and for each year the time that is left of so many days.
pub(crate) fn vacations(
    lang: Lang,
    taken: &[(Time, Time)],
    years: &[(i16, i64)],
    days: u32,
) -> Vec<Block> {
    if days == 0 {
        return paragraph(lang, "vacation-not-here", &[]);
    }
    let mut items = Vec::new();
    for (from, until) in taken {
        let from = dates::format_date(lang, *from);
        let until = dates::format_date(lang, *until);
        items.push(lang.fill("vacation-item", &[("from", &from), ("until", &until)]));
    }
    let taken = if items.is_empty() {
        paragraph(lang, "vacation-none", &[])
    } else {
        vec![Block::List(items)]
    };
    let mut allowances = Vec::new();
    for (year, left) in years {
        let parts = [
            ("year", &*year.to_string()),
            ("days", &*days_left(*left)),
            ("of", &*days.to_string()),
        ];
        allowances.push(lang.fill("vacation-allowance", &parts));
    }
    [
        vec![Block::Title(lang.text("vacation-title"))],
        taken,
        vec![Block::List(allowances)],
        paragraph(lang, "vacation-how", &[]),
    ]
    .concat()
}

/// Formats a time in days, with a tenth if it is no whole number of days.
fn days_left(left: i64) -> String {
    let tenths = left.max(0) * 10 / DAY;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    }
}

pub(crate) fn vacation_refusal(lang: Lang, refusal: VacationRefusal) -> String {
    match refusal {
        VacationRefusal::NotHere => lang.text("vacation-not-here"),
        VacationRefusal::NoEnd => lang.text("vacation-no-end"),
        VacationRefusal::NoSuchDay => lang.text("vacation-no-such-day"),
        VacationRefusal::Past => lang.text("vacation-past"),
        VacationRefusal::Short => lang.text("vacation-short"),
        VacationRefusal::Far(until) => {
            lang.fill("vacation-far", &[("until", &dates::format_date(lang, until))])
        }
        VacationRefusal::Overlap(from, until) => {
            let from = dates::format_date(lang, from);
            let until = dates::format_date(lang, until);
            lang.fill("vacation-overlap", &[("from", &from), ("until", &until)])
        }
        VacationRefusal::Allowance(year, left) => lang
            .fill("vacation-too-long", &[("year", &year.to_string()), ("days", &days_left(left))]),
        VacationRefusal::Many => lang.text("vacation-many"),
    }
}
