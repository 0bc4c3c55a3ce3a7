//! Vacations by mail.

use broadside_app::IdempotencyRequest;
use broadside_app::play::vacations::{self, Allowance, VacationError};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::Vacation;
use broadside_i18n::Lang;
use broadside_notation::{Date, VacationCommand, VacationEnd};
use broadside_worker::jobs::JobError;
use jiff::civil;
use jiff::tz::TimeZone;

use super::InboundProcessor;
use super::context::SenderContext;
use crate::compose::{self, Block, VacationRefusal};

/// Returns the midnight with which a day begins, in UTC, plus a number of days.
fn midnight(day: Date, plus_days: i64) -> Result<Time, VacationRefusal> {
    let Date { year, month, day } = day;
    let midnight = civil::Date::new(year, month, day).and_then(|date| date.to_zoned(TimeZone::UTC));
    let time = midnight.map_err(|_| VacationRefusal::NoSuchDay)?.timestamp().as_millisecond();
    Ok(Time(time + plus_days * DAY))
}

impl InboundProcessor {
    /// Shows the sender's vacations that have not ended, and what is left of the allowance.
    pub(super) async fn render_vacations(
        &self,
        sender: &SenderContext<'_>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let player = self.post.app.require_player(&sender.mailbox.player_id).await?;
        let now = self.post.app.env.now();
        let days = self.post.app.vacation_days;
        let current = player.vacations.iter().filter(|vacation| vacation.until > now);
        let current: Vec<_> = current.map(|vacation| (vacation.from, vacation.until)).collect();
        let years = vacations::allowances(&player.vacations, now, days);
        let years = years.map(|Allowance { year, left }| (year, left));
        Ok(compose::vacations(lang, &current, &years, days))
    }

    /// Checks that a vacation can be taken or ended.
    ///
    /// # Errors
    /// If it cannot: a text for the sender.
    pub(super) async fn check_vacation(
        &self,
        lang: Lang,
        player_id: &str,
        command: VacationCommand,
    ) -> Result<(), AppError> {
        let player = self.post.app.require_player(player_id).await?;
        let now = self.post.app.env.now();
        let days = self.post.app.vacation_days;
        let checked = match days {
            0 => Err(VacationRefusal::NotHere),
            _ => check(&player.vacations, command, now, days),
        };
        checked.map_err(|refusal| {
            AppError::new(ErrorKind::NotNow, compose::vacation_refusal(lang, refusal))
        })
    }

    /// Takes or ends a vacation, once for each key.
    pub(super) async fn execute_vacation(
        &self,
        player_id: &str,
        command: VacationCommand,
        key: String,
    ) -> Result<(), AppError> {
        let idempotency = IdempotencyRequest::unique("mail vacation", key);
        let (from, until) = match command {
            VacationCommand::End => {
                return self.post.app.end_vacations(player_id, &idempotency).await;
            }
            VacationCommand::Take { from, until } => (from, until),
        };
        // The days exist, because the vacation was checked.
        let (from, until) = times(from, until, self.post.app.env.now())
            .map_err(|_| AppError::internal("a vacation has a day that does not exist"))?;
        self.post.app.take_vacation(player_id, from, until, &idempotency, |_| ()).await
    }
}

/// Returns the times at which a vacation begins and ends. It begins at once if there is no first
/// day, or if that day has begun.
fn times(
    from: Option<Date>,
    until: VacationEnd,
    now: Time,
) -> Result<(Option<Time>, Time), VacationRefusal> {
    let start = match from {
        Some(from) => Some(midnight(from, 0)?),
        None => None,
    };
    let start = start.filter(|start| *start > now || now.0 >= start.0 + DAY);
    let end = match until {
        VacationEnd::Date(date) => midnight(date, 1)?,
        VacationEnd::Days(days) => Time(start.unwrap_or(now).0 + i64::from(days) * DAY),
    };
    Ok((start, end))
}

/// Checks that a vacation can be taken or ended.
fn check(
    vacations: &[Vacation],
    command: VacationCommand,
    now: Time,
    allowance: u32,
) -> Result<(), VacationRefusal> {
    let (from, until) = match command {
        VacationCommand::End => {
            let ended = vacations::end_all(vacations, now);
            return ended.map(drop).ok_or(VacationRefusal::NoEnd);
        }
        VacationCommand::Take { from, until } => times(from, until, now)?,
    };
    let new = Vacation { id: String::new(), from: from.unwrap_or(now), until };
    vacations::add(vacations, new, now, allowance).map(drop).map_err(|refusal| match refusal {
        VacationError::Past => VacationRefusal::Past,
        VacationError::Short => VacationRefusal::Short,
        VacationError::Far(until) => VacationRefusal::Far(until),
        VacationError::Overlap(from, until) => VacationRefusal::Overlap(from, until),
        VacationError::Allowance { year, .. } => {
            VacationRefusal::Allowance(year, vacations::allowance(vacations, year, allowance).left)
        }
        VacationError::Many => VacationRefusal::Many,
    })
}

#[cfg(test)]
mod tests {
    use broadside_notation::{AccountCommand, Statement};

    use super::*;

    fn vacation(line: &str) -> VacationCommand {
        let statements = broadside_notation::read(line, None).unwrap();
        match &statements[0].statement {
            Statement::Account(AccountCommand::Vacation(command)) => *command,
            other => panic!("{other:?}"),
        }
    }

    fn day(month: i8, day: i8) -> Time {
        midnight(Date { year: 2027, month, day }, 0).unwrap()
    }

    fn noon() -> Time {
        Time(day(3, 10).0 + DAY / 2)
    }

    /// Returns the first and the last time of a vacation that is taken at noon.
    fn times_of(line: &str) -> (Option<Time>, Time) {
        match vacation(line) {
            VacationCommand::Take { from, until } => times(from, until, noon()).unwrap(),
            VacationCommand::End => panic!("{line} takes no vacation"),
        }
    }

    /// Checks a vacation that is taken at noon.
    fn check_line(line: &str) -> Result<(), VacationRefusal> {
        check(&[], vacation(line), noon(), 28)
    }

    #[test]
    fn days_are_whole_and_begin_at_midnight() {
        assert_eq!(times_of("VACATION UNTIL 2027-03-12"), (None, day(3, 13)));
        assert_eq!(times_of("VACATION FROM 2027-03-10 UNTIL 2027-03-10"), (None, day(3, 11)));
        assert_eq!(times_of("VACATION FROM 2027-03-20 DAYS 7"), (Some(day(3, 20)), day(3, 27)));
        assert_eq!(times_of("VACATION DAYS 2"), (None, Time(noon().0 + 2 * DAY)));
    }

    #[test]
    fn a_vacation_is_checked_before_it_is_taken() {
        for line in ["VACATION UNTIL 2027-03-12", "VACATION FROM 2027-03-20 DAYS 7"] {
            assert_eq!(check_line(line), Ok(()), "{line}");
        }
        assert_eq!(check_line("VACATION FROM 2027-03-09 DAYS 2"), Err(VacationRefusal::Past));
        assert_eq!(check_line("VACATION UNTIL 2027-03-09"), Err(VacationRefusal::Short));
        assert_eq!(check_line("VACATION UNTIL 2027-02-30"), Err(VacationRefusal::NoSuchDay));
        assert_eq!(check_line("VACATION DAYS 29"), Err(VacationRefusal::Allowance(2027, 28 * DAY)));
        assert!(matches!(check_line("VACATION UNTIL 2030-01-01"), Err(VacationRefusal::Far(_))));
        assert_eq!(check_line("VACATION OFF"), Err(VacationRefusal::NoEnd));
    }
}
