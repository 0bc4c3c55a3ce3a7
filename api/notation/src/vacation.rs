//! Vacations of a player.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::words::Words;

/// Maximum number of days that a line can ask for.
const MAX_DAYS: u32 = 366;

/// Day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Date {
    /// Year.
    pub year: i16,
    /// Month, from 1.
    pub month: i8,
    /// Day of the month, from 1.
    pub day: i8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// End of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VacationEnd {
    /// The end of a day.
    Date(Date),
    /// So many days after its beginning.
    Days(u32),
}

/// Command about the vacations of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VacationCommand {
    /// Ends the current vacation, or cancels the planned ones.
    End,
    /// Takes a vacation.
    Take {
        /// First day; `None` for now.
        from: Option<Date>,
        /// End.
        until: VacationEnd,
    },
}

impl VacationCommand {
    /// Reads the words after `VACATION`. There is at least one.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, ParseError> {
        if words.eat("off") || words.eat("end") {
            return Ok(Self::End);
        }
        let from = words.eat("from").then(|| date(words)).transpose()?;
        words.skip(&["for"]);
        let until = if words.eat("until") || words.eat("to") {
            VacationEnd::Date(date(words)?)
        } else if words.eat("days") {
            VacationEnd::Days(words.number(Expected::Days, 1..=MAX_DAYS)?)
        } else {
            let days = words.number(Expected::Days, 1..=MAX_DAYS)?;
            words.eat("days");
            VacationEnd::Days(days)
        };
        Ok(Self::Take { from, until })
    }
}

impl fmt::Display for VacationCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Take { from, until } = self else { return f.write_str("VACATION OFF") };
        f.write_str("VACATION")?;
        if let Some(from) = from {
            write!(f, " FROM {from}")?;
        }
        match until {
            VacationEnd::Date(date) => write!(f, " UNTIL {date}"),
            VacationEnd::Days(days) => write!(f, " DAYS {days}"),
        }
    }
}

/// Takes a date, as in `2027-08-20`.
fn date(words: &mut Words<'_>) -> Result<Date, ParseError> {
    let Some(word) = words.peek() else { return Err(words.missing(Expected::Date)) };
    let date = parse_date(word.text).ok_or_else(|| words.slip(Problem::NotADate))?;
    words.advance(1);
    Ok(date)
}

fn parse_date(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    // Parsing a number would also accept a sign.
    if year.len() != 4 || !parts.concat().bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let date =
        Date { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
    ((1..=12).contains(&date.month) && (1..=31).contains(&date.day)).then_some(date)
}
