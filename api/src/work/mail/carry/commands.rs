//! The commands of a letter, and what is told of it if they are not understood.

use broadside_engine::game::{RulesetId, View};
use broadside_engine::notation::{self, Command, Error, Said, Wish};

use crate::mail::read::Letter;

/// A text that was not understood, with each line that was not.
pub(super) struct NotRead {
    /// What was read: without a greeting and a farewell, if these are not what is wrong.
    pub(super) text: String,
    pub(super) errors: Vec<Error>,
}

/// What a letter says. A greeting above the commands and a farewell below them are passed over, unless that may be words of a command.
///
/// # Errors
/// If a line is not understood.
pub(super) fn of(letter: &Letter, view: Option<&View>) -> Result<Vec<Said>, NotRead> {
    let errors = match notation::read(&letter.text, view) {
        Ok(said) => return Ok(said),
        Err(errors) => errors,
    };
    let whole = NotRead { text: letter.text.clone(), errors };
    let Some(meant) = letter.without_courtesies() else { return Err(whole) };
    // Who is called like a command may have meant that.
    if meant.signed.is_some_and(|name| notation::read(&name, view).is_ok()) {
        return Err(whole);
    }
    let said = match notation::read(&meant.text, view) {
        Ok(said) => said,
        Err(errors) => return Err(NotRead { text: meant.text, errors }),
    };
    let last = said.iter().max_by_key(|one| one.lines().last().copied());
    // Who ends a message with a farewell wants it told.
    match meant.close && last.is_some_and(|last| ends_with_words(&last.command)) {
        true => Err(whole),
        false => Ok(said),
    }
}

/// The game whose commands are asked for, or none; if nothing else is said.
pub(super) fn help_in(said: &[Said]) -> Option<Option<RulesetId>> {
    let help = |one: &Said| match &one.command {
        Command::Wish(Wish::Help(ruleset)) => Some(*ruleset),
        _ => None,
    };
    said.iter().map(help).collect::<Option<Vec<_>>>()?.first().copied()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::compose::{self, Lang};
    use crate::mail::read::{Incoming, Reader};

    #[test]
    fn what_people_write_around_commands_hides_neither_that_there_are_none_nor_one() {
        let ours = "Broadside <play@example.org>".parse().unwrap();
        let reader = Reader { ours, authserv_id: None, most_bytes: 10_000 };
        let letter = |text: &str| {
            let raw = format!("From: Ada <stato@example.net>\r\nTo: play@example.org\r\n\r\n{text}\r\n");
            match reader.read(raw.as_bytes(), None) {
                Incoming::Letter(letter) => letter,
                other => panic!("{other:?}"),
            }
        };
        // So a machine writes.
        let NotRead { text, errors } =
            of(&letter("Hello,\n\nWe have got your mail.\n\nBest regards,\nAda"), None).unwrap_err();
        let told = compose::not_understood(Lang::En, &text, &errors, &[]);
        assert!(told.is_prose && told.lines.len() == 1, "{told:?}");
        let lines = |text| of(&letter(text), None).ok().map(|said| said.len());
        assert_eq!(lines("Hi,\n\nHELP\n\nAda"), Some(1));
        assert_eq!(lines("Hi,\n\nHELP\n\nThanks"), Some(1));
        // Who is called like a command may have meant that.
        assert_eq!(lines("Hi,\n\nHELP\n\nStato"), None);
        assert_eq!(lines("HELP\n\nStato"), Some(2));
    }
}
