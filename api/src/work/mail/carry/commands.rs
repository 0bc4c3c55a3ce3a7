//! The commands of a letter, and what is told of it if they are not understood.

use broadside_engine::game::View;
use broadside_engine::notation::{self, Command, Error, Said, Wish};

use crate::mail::read::Letter;

/// What a letter says. A greeting above the commands and a farewell below them are passed over, unless that may be words of a command.
///
/// # Errors
/// Each line that is not understood.
pub(super) fn of(letter: &Letter, view: Option<&View>) -> Result<Vec<Said>, Vec<Error>> {
    let errors = match notation::read(&letter.text, view) {
        Ok(said) => return Ok(said),
        Err(errors) => errors,
    };
    let Some(meant) = letter.without_courtesies() else { return Err(errors) };
    let said = notation::read(&meant.text, view)?;
    let last = said.iter().max_by_key(|one| one.lines().last().copied());
    // Who ends a message with a farewell wants it told.
    match meant.close && last.is_some_and(|last| ends_with_words(&last.command)) {
        true => Err(errors),
        false => Ok(said),
    }
}

/// Whether a command ends with words of its writer's.
fn ends_with_words(command: &Command) -> bool {
    match command {
        Command::Wish(wish) => {
            matches!(wish, Wish::Say(_) | Wish::Note(_) | Wish::Name(_) | Wish::Decline { .. })
        }
        Command::Place(place) => place.seed.is_some(),
        Command::Act(_) => command.lines().iter().any(|line| line.starts_with("DIRECT ")),
    }
}
