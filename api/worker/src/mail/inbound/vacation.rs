//! Vacations by mail.

use broadside_app::IdempotencyRequest;
use broadside_app::play::vacations::{self, Allowance, VacationError};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::Vacation;
use broadside_i18n::Lang;
use broadside_mail::compose::{self, Block, VacationRefusal};
use jiff::civil;
use jiff::tz::TimeZone;

use super::InboundProcessor;
use super::context::SenderContext;
use super::steps::VacationStep;
use crate::jobs::JobError;

/// Returns the midnight with which a day begins, in UTC, so many days later.
fn midnight([year, month, day]: [i16; 3], later: i64) -> Result<Time, VacationRefusal> {
    let (month, day) = (i8::try_from(month).unwrap_or(0), i8::try_from(day).unwrap_or(0));
    let midnight = civil::Date::new(year, month, day).and_then(|date| date.to_zoned(TimeZone::UTC));
    let time = midnight.map_err(|_| VacationRefusal::NoSuchDay)?.timestamp().as_millisecond();
    Ok(Time(time + later * DAY))
}

impl InboundProcessor {
    /// Shows the sender's vacations that have not ended, and what is left of the allowance.
    pub(super) async fn render_vacations(
        &self,
        writer: &SenderContext<'_>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let player = self.app.require_player(&writer.mailbox.player_id).await?;
        let (now, days) = (self.mail_service.env.now(), self.app.vacation_days);
        let current = player.vacations.iter().filter(|vacation| vacation.until > now);
        let current: Vec<_> = current.map(|vacation| (vacation.from, vacation.until)).collect();
        let years = vacations::allowances(&player.vacations, now, days);
        let years = years.map(|Allowance { year, left }| (year, left));
        Ok(compose::vacations(lang, &current, &years, days))
    }

    /// Fixes the times of a vacation, or finds those that end, and checks that this is possible.
    ///
    /// # Errors
    /// If it is not: a text for the sender.
    pub(super) async fn resolve_vacation(
        &self,
        lang: Lang,
        player_id: &str,
        step: &mut VacationStep,
    ) -> Result<(), AppError> {
        let player = self.app.require_player(player_id).await?;
        let (now, days) = (self.mail_service.env.now(), self.app.vacation_days);
        let checked = match days {
            0 => Err(VacationRefusal::NotHere),
            _ => resolve(&player.vacations, step, now, days),
        };
        checked.map_err(|refusal| {
            AppError::new(ErrorKind::NotNow, compose::vacation_refusal(lang, refusal))
        })
    }

    /// Takes or ends a vacation, once for each key.
    pub(super) async fn execute_vacation(
        &self,
        player_id: &str,
        step: &VacationStep,
        key: String,
    ) -> Result<(), AppError> {
        match step {
            VacationStep::End(ids) => {
                for id in ids {
                    match self.app.end_vacation(player_id, id).await {
                        Err(problem) if problem.kind().is_transient() => return Err(problem),
                        // It is gone already.
                        _ => {}
                    }
                }
                Ok(())
            }
            VacationStep::Take { starts_at, ends_at, .. } => {
                let idempotency = IdempotencyRequest::unique("mail vacation", key);
                let (from, until) = (starts_at.map(Time), Time(*ends_at));
                self.app.take_vacation(player_id, from, until, &idempotency, |_| ()).await
            }
        }
    }
}

/// Fixes the times of a step.
fn resolve(
    taken: &[Vacation],
    step: &mut VacationStep,
    now: Time,
    allowance: u32,
) -> Result<(), VacationRefusal> {
    let (from, until) = match step {
        VacationStep::End(ids) => {
            let current = |vacation: &&Vacation| vacation.from <= now && now < vacation.until;
            let planned = |vacation: &&Vacation| vacation.from > now;
            let id = |vacation: &Vacation| vacation.id.clone();
            *ids = taken.iter().filter(current).map(id).collect();
            if ids.is_empty() {
                *ids = taken.iter().filter(planned).map(id).collect();
            }
            return if ids.is_empty() { Err(VacationRefusal::NoEnd) } else { Ok(()) };
        }
        VacationStep::Take { from, until, days, starts_at, ends_at } => {
            let begins = from.map(|from| midnight(from, 0)).transpose()?;
            // The day has begun: the vacation begins now.
            let is_today = begins.is_some_and(|begins| begins <= now && now.0 < begins.0 + DAY);
            let begins = begins.filter(|_| !is_today);
            let ends = match until {
                Some(until) => midnight(*until, 1)?,
                None => Time(begins.unwrap_or(now).0 + i64::from(*days) * DAY),
            };
            (*starts_at, *ends_at) = (begins.map(|begins| begins.0), ends.0);
            (begins.unwrap_or(now), ends)
        }
    };
    let new = Vacation { id: String::new(), from, until };
    vacations::add(taken, new, now, allowance).map(drop).map_err(|refusal| match refusal {
        VacationError::Past => VacationRefusal::Past,
        VacationError::Short => VacationRefusal::Short,
        VacationError::Far(until) => VacationRefusal::Far(until),
        VacationError::Overlap(from, until) => VacationRefusal::Overlap(from, until),
        VacationError::Allowance { year, .. } => {
            VacationRefusal::Allowance(year, vacations::allowance(taken, year, allowance).left)
        }
        VacationError::Many => VacationRefusal::Many,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: &str) -> VacationStep {
        let said = broadside_notation::read(line, None).unwrap();
        match &said[0].command {
            broadside_notation::Command::MetaCommand(
                broadside_notation::MetaCommand::Vacation(command),
            ) => VacationStep::new(*command).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn days_are_whole_and_begin_at_midnight() {
        let noon = Time(midnight([2027, 3, 10], 0).unwrap().0 + DAY / 2);
        let times = |line: &str| {
            let mut step = step(line);
            resolve(&[], &mut step, noon, 28).map(|()| match step {
                VacationStep::Take { starts_at, ends_at, .. } => {
                    (starts_at.map(Time), Time(ends_at))
                }
                VacationStep::End(_) => panic!("it takes a vacation"),
            })
        };
        let day = |month, day| midnight([2027, month, day], 0).unwrap();
        assert_eq!(times("VACATION UNTIL 2027-03-12"), Ok((None, day(3, 13))));
        assert_eq!(times("VACATION FROM 2027-03-10 UNTIL 2027-03-10"), Ok((None, day(3, 11))));
        assert_eq!(times("VACATION FROM 2027-03-20 DAYS 7"), Ok((Some(day(3, 20)), day(3, 27))));
        assert_eq!(times("VACATION DAYS 2"), Ok((None, Time(noon.0 + 2 * DAY))));
        assert_eq!(times("VACATION FROM 2027-03-09 DAYS 2"), Err(VacationRefusal::Past));
        assert_eq!(times("VACATION UNTIL 2027-03-09"), Err(VacationRefusal::Short));
        assert_eq!(times("VACATION UNTIL 2027-02-30"), Err(VacationRefusal::NoSuchDay));
        assert_eq!(times("VACATION DAYS 29"), Err(VacationRefusal::Allowance(2027, 28 * DAY)));
        assert!(matches!(times("VACATION UNTIL 2030-01-01"), Err(VacationRefusal::Far(_))));
        assert_eq!(resolve(&[], &mut step("VACATION OFF"), noon, 28), Err(VacationRefusal::NoEnd));
    }
}
