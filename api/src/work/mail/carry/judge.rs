//! What a letter is told that asks for something that would not be done.

use broadside_engine::notation::{Command, Said};

use super::plan::Deed;
use crate::mail::compose::Lang;
use crate::problem::Problem;

/// A refusal, with the line that it is about. Why is said in the words of HTTP, which are English.
pub(super) fn told(lang: Lang, problem: &Problem, deed: &Deed, said: &[Said]) -> String {
    let (field, detail) = (problem.field_name(), problem.detail());
    let line = match deed {
        Deed::Act(..) => {
            let acts = said.iter().filter(|one| matches!(one.command, Command::Act(_)));
            let number =
                field.strip_prefix("actions[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
            acts.skip(number.unwrap_or(0)).map(|one| one.line_of("")).next()
        }
        Deed::Place(_) => {
            let place = said.iter().find(|one| matches!(one.command, Command::Place(_)));
            place.map(|one| one.line_of(field))
        }
        _ => None,
    };
    match line {
        Some(line) => lang.fill("answer-line", &[("line", &line.to_string()), ("detail", detail)]),
        None => detail.to_owned(),
    }
}
