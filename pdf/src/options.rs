//! Options of a game on a blank sheet: the same words as in the settings of a game, with the same
//! refusals.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, RequestError, RulesetId, View};
use broadside_engine::seat::Viewer;
use serde_json::{Map, Value};

use crate::error::SheetError;

/// Returns the public view of a new game with these settings. A blank sheet is made from it.
///
/// # Errors
/// If the ruleset refuses a setting. The error names the setting and gives the refusal.
pub(crate) fn new_game(
    ruleset: RulesetId,
    settings: Map<String, Value>,
) -> Result<View, SheetError> {
    let names: Vec<String> = settings.keys().cloned().collect();
    // The seed does not matter: nothing is drawn before play.
    let game = Game::open("sheet", Seed::new([0; 32]), ruleset, &Value::Object(settings));
    game.map(|game| game.view(Viewer::Public)).map_err(|error| refused(&names, &error))
}

/// Returns the value of a setting that is written as text: JSON, a list with commas, or a word.
pub(crate) fn value(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if text.contains(',') && !text.contains(['{', '[', '"']) => {
            text.split(',').map(str::trim).collect()
        }
        Err(_) => Value::from(text),
    }
}

fn refused(names: &[String], error: &RequestError) -> SheetError {
    let path = match error {
        RequestError::ShapeError(error) => error.field.clone(),
        RequestError::Refused { field, .. } | RequestError::NotLast { field } => field.clone(),
    };
    let path = path.strip_prefix("options.").unwrap_or(&path);
    let end = path.find(['.', '[']).unwrap_or(path.len());
    // A setting may be refused because of one that is left out.
    let named = names.iter().any(|name| *name == path[..end]);
    let field = if named { &path[..end] } else { names.first().map_or("kind", String::as_str) };
    let within = &path[if named { end } else { 0 }..];
    let within = within.trim_start_matches('.');
    let detail = if within.is_empty() { error.to_string() } else { format!("{within}: {error}") };
    SheetError::Setting { field: field.to_owned(), detail }
}
