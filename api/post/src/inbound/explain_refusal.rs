//! Explanation of commands that would not be executed.

use broadside_domain::command::{Command, GameCommand};
use broadside_domain::error::AppError;
use broadside_i18n::Lang;
use broadside_notation::{ParsedStatement, Statement};

use super::plan::PlanStep;
use crate::compose;

/// Renders a refusal, with the line of the mail that it is about.
pub(super) fn explain(
    lang: Lang,
    problem: &AppError,
    step: &PlanStep,
    statements: &[ParsedStatement],
    text: &str,
) -> String {
    let explanation = compose::explain_refusal(lang, problem);
    let line = line_of(step, problem.field_name(), statements);
    match line.and_then(|line| Some((line, text.lines().nth(line.checked_sub(1)?)?))) {
        Some((line, words)) => compose::format_refused_line(lang, Some(line), words, &explanation),
        None => explanation,
    }
}

/// Returns the line of a mail that gives a field of a step, or that asks for the step.
fn line_of(step: &PlanStep, field: &str, statements: &[ParsedStatement]) -> Option<usize> {
    match step.command() {
        Some(Command::Game(GameCommand::Act { .. })) => {
            let index = field.strip_prefix("actions[").and_then(|rest| rest.split(']').next());
            let index = index.and_then(|index| index.parse().ok()).unwrap_or(0);
            let acts = statements.iter().filter(|parsed| {
                matches!(
                    parsed.statement,
                    Statement::Command(Command::Game(GameCommand::Act { .. }))
                )
            });
            acts.skip(index).map(|parsed| parsed.line_of("")).next()
        }
        Some(Command::Game(GameCommand::Place { .. })) => {
            let placing = statements.iter().find(|parsed| {
                matches!(
                    parsed.statement,
                    Statement::Command(Command::Game(GameCommand::Place { .. }))
                )
            });
            // If the error is in the whole placement, no single one of its lines is wrong.
            placing.and_then(|parsed| match parsed.lines() {
                [only] => Some(*only),
                _ => parsed.line_saying(field),
            })
        }
        _ => {
            let asking = statements.iter().find(|parsed| parsed.statement.lines() == step.lines);
            asking.map(|parsed| parsed.line_of(""))
        }
    }
}
