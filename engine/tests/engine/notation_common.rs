//! Helpers for the tests of the notation: games to refer to, and commands made from JSON.

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::dispatch_by_id;
use broadside_engine::game::{Action, Game, Placement, RulesetCommands, RulesetId, View};
use broadside_engine::seat::Viewer;
use broadside_engine::table::Table;
use broadside_notation::{self as notation, Statement};
use serde_json::{Value, json};

use crate::advanced_common::{coast, place, seated};
use crate::common::{Play, ada, ben};
use crate::properties::TestedRuleset as _;

/// Parses an action from a JSON object; `None` if it is not one.
pub(crate) fn action(ruleset: RulesetId, action: &Value) -> Option<Action> {
    dispatch_by_id!(ruleset, R => {
        Table::<R>::read_move(action).ok().map(<R as RulesetCommands>::into_action)
    })
}

/// Parses a placement from a JSON object; `None` if it is not one.
pub(crate) fn placement(ruleset: RulesetId, placement: &Value) -> Option<Placement> {
    serde_json::from_value(json!({"ruleset": ruleset, "placement": placement})).ok()
}

/// Returns the statement of an action.
pub(crate) fn acting(action: &Action) -> Statement {
    Statement::Command(Command::act(action))
}

/// Returns the statement of a placement.
pub(crate) fn placing(ruleset: RulesetId, placement: &Placement) -> Statement {
    let (ruleset, placement) = (Some(ruleset), Some(placement.to_json()));
    Statement::Command(Command::Game(GameCommand::Place { ruleset, placement, seed: None }))
}

/// Reads a text and returns its commands as they are written.
pub(crate) fn lines(text: &str, view: Option<&View>) -> Result<Vec<String>, String> {
    let read = notation::read(text, view).map_err(|errors| errors[0].to_string())?;
    Ok(read.iter().flat_map(|one| one.statement.lines()).collect())
}

/// Asserts that a written statement, if it is accepted, is read as the same statement. Returns an
/// error if it is not accepted.
pub(crate) fn read_back(statement: &Statement, view: &View) -> Result<(), String> {
    let text = statement.to_string();
    let read = notation::read(&text, Some(view)).map_err(|errors| errors[0].to_string())?;
    let [one] = &read[..] else { panic!("`{text}` is read as {read:?}") };
    assert_eq!(one.statement, *statement, "`{text}`");
    Ok(())
}

/// Returns the view of seat 1 of the example of a ruleset.
pub(crate) fn view_of(ruleset: RulesetId) -> View {
    let play = dispatch_by_id!(ruleset, R => R::example());
    play.game.view(Viewer::Seat(ada()))
}

/// Returns a game of `advanced` on a map of 20 by 12 whose columns from K on are land. Seat 1 has a
/// gun, a recce plane and two bombers.
pub(crate) fn armed() -> Play {
    let mut play = seated(7, &coast(json!({"map": vec!["~~~~~~~~~~##########"; 12]})));
    let ships = crate::advanced_common::FLEET;
    place(&mut play, ada(), &format!("{ships}; gun K9 any, recce L3, bomber R2, bomber A1"));
    place(&mut play, ben(), ships);
    play
}

/// Returns a game of `classic` with classes whose names could be taken for other words.
pub(crate) fn odd_classes() -> Game {
    let ship = |class: &str, length: u8| json!({"class": class, "length": length});
    let ships = [
        ship("x", 2),
        ship("x_a1", 2),
        ship("heavy", 3),
        ship("heavy_cruiser", 4),
        ship("random", 1),
    ];
    let grid = json!({"columns": 9, "rows": 12});
    Play::seeded(7, &json!({"fleet": "custom", "grid": grid, "ships": ships})).game
}

/// Asserts how lines are written after they are read for a ruleset.
pub(crate) fn reads(ruleset: RulesetId, pairs: &[(&str, &str)]) {
    let view = view_of(ruleset);
    for (text, written) in pairs {
        assert_eq!(lines(text, Some(&view)), Ok(vec![(*written).to_owned()]), "`{text}`");
    }
}

/// Asserts that lines are invalid, and checks the word quoted and the message.
pub(crate) fn refuses(view: Option<&View>, cases: &[(&str, &str, &str)]) {
    for (text, word, says) in cases {
        let errors = notation::read(text, view).expect_err(text);
        let message = errors[0].to_string();
        assert_eq!(errors[0].word(), *word, "{message}");
        assert!(message.contains(says), "{message}");
    }
}
