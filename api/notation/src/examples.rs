//! Examples of the commands that are possible now.

use broadside_engine::dispatch_typed;
use broadside_engine::game::{Action, Legal, RulesetCommands};
use broadside_engine::table::{Choice, LegalMoves, Move, SharedChoice};

use super::action::write;
use super::grammar::Notation;

/// Example of a command that is possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Type of the action, as in `give_up`.
    pub kind: String,
    /// Action of the command.
    pub action: Action,
    /// Line that gives the command.
    pub line: String,
}

/// Returns an example of every choice of a seat. For a choice of cells it uses the first of them.
pub fn examples(legal: &Legal) -> Vec<Example> {
    fn all<R: Notation + RulesetCommands>(moves: &LegalMoves<R::Legal>) -> Vec<Action> {
        let action = |choice: &Choice<R::Legal>| {
            Some(R::into_action(match choice {
                Choice::Own(own) => Move::Own(R::example(own)?),
                Choice::Shared(SharedChoice::Resign {}) => Move::Resign,
                Choice::Shared(SharedChoice::OfferDraw {}) => Move::OfferDraw,
                Choice::Shared(SharedChoice::AcceptDraw {}) => Move::AcceptDraw,
                Choice::Shared(SharedChoice::DeclineDraw {}) => Move::DeclineDraw,
                Choice::Shared(SharedChoice::Leave {}) => Move::Leave,
            }))
        };
        moves.choices().iter().filter_map(action).collect()
    }
    let actions = dispatch_typed!(Legal, legal, R, moves => all::<R>(moves));
    let example = |action: Action| {
        let kind = action.to_json()["type"].as_str().unwrap_or_default().to_owned();
        let line = write(&action);
        Example { kind, action, line }
    };
    actions.into_iter().map(example).collect()
}
