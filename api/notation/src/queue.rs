//! Moves that a player writes ahead of time.

use broadside_domain::command::{Command, QueueEdit, QueuedMove};
use broadside_engine::game::{Action, RulesetCommands};

use super::action;
use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::forms;
use super::grammar::Notation;
use super::question::Question;
use super::statement::{ParsedStatement, Statement};
use super::words::{Words, shown};

/// Line about the moves that a player has written ahead of time.
pub(super) enum QueueLine {
    /// Asks for the moves that wait.
    Show,
    /// Takes all moves back.
    Clear,
    /// Adds an action.
    Add {
        /// True if the action is in the same turn as the action of the line above. Otherwise it
        /// begins the next turn.
        joins: bool,
        /// The action.
        action: Action,
    },
}

/// Reads the words after QUEUE: a move, or what is to happen to the moves that wait.
pub(super) fn read<R: Notation + RulesetCommands>(
    words: &mut Words<'_>,
    view: &R::View,
) -> Result<QueueLine, ParseError> {
    if words.is_over() {
        return Ok(QueueLine::Show);
    }
    if words.eat("off") {
        return words.end().map(|()| QueueLine::Clear);
    }
    let joins = words.eat("with");
    let ruleset = R::ID.parse().ok();
    let names: Vec<_> = forms::verbs(ruleset).into_iter().map(|verb| (verb, verb)).collect();
    let mut ahead = words.clone();
    let verb = ahead.name(&names).filter(|verb| is_move(verb));
    if let Some(verb) = verb.filter(|verb| !words.usage.contains(&shown(verb))) {
        ahead.usage = forms::usage(ruleset, verb);
    }
    let action = verb.map_or(Ok(None), |verb| action::read::<R>(verb, &mut ahead, view))?;
    let Some(action) = action else {
        if words.is_over() {
            return Err(words.missing(Expected::Move));
        }
        let verbs = forms::own(ruleset).iter().map(|form| form.verb);
        return Err(words.unknown(Expected::Move, verbs.filter(|verb| is_move(verb))));
    };
    *words = ahead;
    Ok(QueueLine::Add { joins, action })
}

/// Returns true for a command of a ruleset that can be written ahead. The dice that are kept are on
/// the table only within the turn.
fn is_move(verb: &str) -> bool {
    !matches!(verb, "queue" | "place" | "leave" | "keep")
}

/// Adds a line about the moves that are written ahead to the statements above it. An action of the
/// same turn becomes part of the statement above. Returns the problem if the line does not fit the
/// statements above.
pub(super) fn add(
    statements: &mut Vec<ParsedStatement>,
    line: QueueLine,
    number: usize,
) -> Option<Problem> {
    match line {
        QueueLine::Show => {
            let statement = Statement::Question(Question::Queue);
            statements.push(ParsedStatement::of_line(statement, number));
            None
        }
        QueueLine::Clear => {
            let adds_above = statements.iter_mut().any(|above| added_moves(above).is_some());
            let edit = QueueEdit { clear: true, ..QueueEdit::default() };
            statements.push(ParsedStatement::of_line(Statement::queue(edit), number));
            adds_above.then_some(Problem::TakesBackAbove)
        }
        QueueLine::Add { joins, action } => {
            if joins
                && let Some(above) = statements.last_mut()
                && let Some(last) = added_moves(above).and_then(|moves| moves.last_mut())
            {
                last.push(action.to_json());
                above.lines.push(number);
                return None;
            }
            let moves = vec![vec![action.to_json()]];
            let edit = QueueEdit { ruleset: Some(action.ruleset()), clear: false, moves };
            statements.push(ParsedStatement::of_line(Statement::queue(edit), number));
            joins.then_some(Problem::NoMoveAbove)
        }
    }
}

/// Returns the moves that a statement adds; `None` if it adds none.
fn added_moves(parsed: &mut ParsedStatement) -> Option<&mut Vec<QueuedMove>> {
    match &mut parsed.statement {
        Statement::Command(Command::Queue(edit)) if !edit.moves.is_empty() => Some(&mut edit.moves),
        _ => None,
    }
}
