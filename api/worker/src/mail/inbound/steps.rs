//! Steps whose details are found when a mail is planned, and stored with its plan.

use broadside_notation::{Date, VacationCommand, VacationEnd};
use serde::{Deserialize, Serialize};

/// Seat that a mail asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JoinStep {
    /// Number of a game, or code of an invitation.
    pub(super) code: String,
    /// Id of the game, once it is found.
    pub(super) game_id: String,
}

impl JoinStep {
    /// Creates the step before its game is known.
    pub(super) fn new(code: &str) -> Self {
        Self { code: code.to_owned(), game_id: String::new() }
    }
}

/// Vacation that a mail takes or ends. The times are fixed when the mail is planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum VacationStep {
    /// Ends these vacations: the current one, or the planned ones.
    End(Vec<String>),
    /// Takes a vacation.
    Take {
        /// First day.
        from: Option<[i16; 3]>,
        /// Last day; `None` if `days` says how long it is.
        until: Option<[i16; 3]>,
        /// Length in days.
        days: u32,
        /// Beginning, once it is known; `None` for the time of the execution.
        starts_at: Option<i64>,
        /// End, once it is known.
        ends_at: i64,
    },
}

impl VacationStep {
    /// Creates the step of a command, before its times are known. Returns `None` if the command
    /// changes nothing.
    pub(super) fn new(command: VacationCommand) -> Option<Self> {
        let day = |Date { year, month, day }: Date| [year, month.into(), day.into()];
        Some(match command {
            VacationCommand::Show => return None,
            VacationCommand::End => Self::End(Vec::new()),
            VacationCommand::Take { from, until } => {
                let (until, days) = match until {
                    VacationEnd::Date(date) => (Some(day(date)), 0),
                    VacationEnd::Days(days) => (None, days),
                };
                Self::Take { from: from.map(day), until, days, starts_at: None, ends_at: 0 }
            }
        })
    }
}
