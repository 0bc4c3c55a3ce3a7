//! Explanation of commands that would not be executed.

use broadside_domain::error::AppError;
use broadside_i18n::Lang;
use broadside_mail::compose::{self};
use broadside_notation::{Command, ParsedCommand};

use super::workflow::{MailCommand, StepKind, WorkflowStep};

/// Renders a refusal, with the line of the mail that it is about.
pub(super) fn explain(
    lang: Lang,
    problem: &AppError,
    item: &WorkflowStep,
    said: &[ParsedCommand],
    text: &str,
) -> String {
    let field = problem.field_name();
    let line = match &item.task {
        StepKind::Command(MailCommand::Act(..)) => {
            let acts = said.iter().filter(|one| matches!(one.command, Command::Act(_)));
            let number = field
                .strip_prefix("actions[")
                .and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
            acts.skip(number.unwrap_or(0)).map(|one| one.line_of("")).next()
        }
        StepKind::Command(MailCommand::Place(_)) => {
            let place = said.iter().find(|one| matches!(one.command, Command::Place(_)));
            // If the error is in the whole placement, no single one of its lines is wrong.
            place.and_then(|one| match one.lines() {
                [only] => Some(*only),
                _ => one.line_saying(field),
            })
        }
        _ => said.iter().find(|one| one.command.lines() == item.lines).map(|one| one.line_of("")),
    };
    let why = compose::explain_refusal(lang, problem);
    match line.and_then(|line| Some((line, text.lines().nth(line.checked_sub(1)?)?))) {
        Some((line, words)) => compose::format_refused_line(lang, Some(line), words, &why),
        None => why,
    }
}
