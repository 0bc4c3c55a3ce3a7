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
    let actions = dispatch_typed!(Legal, legal, R, moves => example_actions::<R>(moves));
    actions.into_iter().map(Example::new).collect()
}

impl Example {
    fn new(action: Action) -> Self {
        let kind = action.to_json()["type"].as_str().unwrap_or_default().to_owned();
        let line = write(&action);
        Self { kind, action, line }
    }
}

fn example_actions<R: Notation + RulesetCommands>(moves: &LegalMoves<R::Legal>) -> Vec<Action> {
    moves.choices().iter().filter_map(|choice| example_action::<R>(choice)).collect()
}

fn example_action<R: Notation + RulesetCommands>(choice: &Choice<R::Legal>) -> Option<Action> {
    let action = match choice {
        Choice::Own(own) => Move::Own(R::example(own)?),
        Choice::Shared(SharedChoice::Resign {}) => Move::Resign,
        Choice::Shared(SharedChoice::OfferDraw {}) => Move::OfferDraw,
        Choice::Shared(SharedChoice::AcceptDraw {}) => Move::AcceptDraw,
        Choice::Shared(SharedChoice::DeclineDraw {}) => Move::DeclineDraw,
        Choice::Shared(SharedChoice::Leave {}) => Move::Leave,
    };
    Some(R::into_action(action))
}
