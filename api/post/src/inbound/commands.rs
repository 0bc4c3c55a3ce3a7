//! Parsing of the commands in a mail.

use crate::compose::{self, NotUnderstood};
use crate::read::ParsedMessage;
use broadside_domain::command::{Command, GameCommand};
use broadside_engine::game::View;
use broadside_i18n::Lang;
use broadside_notation::{
    self as notation, AccountCommand, Error, ParsedStatement, Question, Statement,
};

use super::workflow::Queries;
use super::yes_no::{self, UnclearAnswer};

/// Text that was not understood, with an error for each wrong line.
pub(super) struct ParseFailure {
    /// Text that was parsed. The greeting and the farewell are left out, unless they may be the
    /// error.
    pub(super) text: String,
    pub(super) errors: Vec<Error>,
}

/// Parses the commands of a mail. Skips a greeting above them and a farewell below them, unless
/// these may belong to a command.
///
/// # Errors
/// If a line is not understood.
pub(super) fn parse(
    letter: &ParsedMessage,
    view: Option<&View>,
) -> Result<Vec<ParsedStatement>, ParseFailure> {
    let errors = match notation::read(&letter.text, view) {
        Ok(said) => return Ok(said),
        Err(errors) => errors,
    };
    let whole = ParseFailure { text: letter.text.clone(), errors };
    let Some(meant) = letter.without_salutations() else { return Err(whole) };
    // A name that reads as a command may be meant as one.
    if meant.signed.is_some_and(|name| notation::read(&name, view).is_ok()) {
        return Err(whole);
    }
    let said = match notation::read(&meant.text, view) {
        Ok(said) => said,
        Err(errors) => return Err(ParseFailure { text: meant.text, errors }),
    };
    let last = said.iter().max_by_key(|one| one.lines().last().copied());
    // A farewell at the end of a message may be meant for the other player.
    if meant.close && last.is_some_and(|last| ends_with_free_text(&last.statement)) {
        Err(whole)
    } else {
        Ok(said)
    }
}

/// Parses the commands of an answer to an invitation or a challenge, in which a yes accepts and a
/// no declines.
///
/// # Errors
/// If a line is not understood.
pub(super) fn parse_answer(
    letter: &ParsedMessage,
    view: Option<&View>,
) -> Result<Vec<ParsedStatement>, ParseFailure> {
    let text = letter.without_salutations().map_or_else(|| letter.text.clone(), |meant| meant.text);
    let answer = yes_no::as_command(&text).and_then(|text| notation::read(&text, view).ok());
    answer.map_or_else(|| parse(letter, view), Ok)
}

/// Explains what was not understood in an answer to an invitation or a challenge. A first line that
/// begins with a yes or a no and says more gets an explanation of its own.
pub(super) fn explain_answer(
    lang: Lang,
    failure: &ParseFailure,
    possible: &[String],
) -> NotUnderstood {
    let ParseFailure { text, errors } = failure;
    let unclear = yes_no::unclear_answer(text);
    let unclear = unclear.filter(|answer| errors.iter().any(|error| error.line == answer.line));
    let Some(UnclearAnswer { line, text: said, is_yes }) = unclear else {
        return compose::not_understood(lang, text, errors, possible);
    };
    let others: Vec<_> = errors.iter().filter(|error| error.line != line).cloned().collect();
    let mut told = compose::not_understood(lang, text, &others, possible);
    told.lines.insert(0, compose::unclear_answer(lang, line, &said, is_yes));
    told
}

/// Returns the questions of a mail that asks only for help or for rules, which anybody may have.
/// Returns `None` if the mail says anything else.
pub(super) fn help_request(statements: &[ParsedStatement]) -> Option<Queries> {
    let mut asked = Queries::default();
    for parsed in statements {
        match &parsed.statement {
            Statement::Question(Question::Help(ruleset)) => {
                asked.help = asked.help.or(Some(*ruleset));
            }
            Statement::Question(Question::Rules(ruleset)) => {
                asked.rules = asked.rules.or(Some(*ruleset));
            }
            _ => return None,
        }
    }
    (asked != Queries::default()).then_some(asked)
}

/// Returns true if a statement ends with words of the sender.
fn ends_with_free_text(statement: &Statement) -> bool {
    match statement {
        Statement::Command(Command::Say(_) | Command::Note(_))
        | Statement::Command(Command::Game(GameCommand::Decline { .. }))
        | Statement::Account(AccountCommand::Name(_)) => true,
        Statement::Command(Command::Game(GameCommand::Place { seed, .. })) => seed.is_some(),
        Statement::Command(Command::Game(GameCommand::Act { .. }) | Command::Queue(_)) => {
            let last = statement.lines().pop().unwrap_or_default();
            let words = last.trim_start_matches("QUEUE ").trim_start_matches("WITH ");
            words.starts_with("DIRECT ")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{InboundMail, MailParser};

    #[test]
    fn what_people_write_around_commands_hides_neither_that_there_are_none_nor_one() {
        let ours = "Broadside <play@example.org>".parse().unwrap();
        let reader = MailParser { ours, authserv_id: None, most_bytes: 10_000 };
        let letter = |text: &str| {
            let raw =
                format!("From: Ada <stato@example.net>\r\nTo: play@example.org\r\n\r\n{text}\r\n");
            match reader.parse(raw.as_bytes(), None) {
                InboundMail::Letter(letter) => letter,
                other => panic!("{other:?}"),
            }
        };
        // Text of a machine.
        let ParseFailure { text, errors } =
            parse(&letter("Hello,\n\nWe have got your mail.\n\nBest regards,\nAda"), None)
                .unwrap_err();
        let told = compose::not_understood(Lang::En, &text, &errors, &[]);
        assert!(told.is_prose && told.lines.len() == 1, "{told:?}");
        let lines = |text| parse(&letter(text), None).ok().map(|said| said.len());
        assert_eq!(lines("Hi,\n\nHELP\n\nAda"), Some(1));
        assert_eq!(lines("Hi,\n\nHELP\n\nThanks"), Some(1));
        // A name that reads as a command may be meant as one.
        assert_eq!(lines("Hi,\n\nHELP\n\nStato"), None);
        assert_eq!(lines("HELP\n\nStato"), Some(2));
        // An answer that says more.
        let told = |text: &str| {
            explain_answer(Lang::En, &parse_answer(&letter(text), None).err().unwrap(), &[]).lines
        };
        let yes = told("Hi Ben,\n\nYes, I'd love to play!\nWell aimed");
        assert!(
            yes[0].starts_with("line 3: `Yes, I'd love to play!` ")
                && yes[0].contains("ACCEPT or YES"),
            "{yes:?}"
        );
        assert!(yes.len() == 2 && yes[1].starts_with("line 4: `Well`"), "{yes:?}");
        let no = told("No, sorry, I have no time");
        assert!(no.len() == 1 && no[0].contains("DECLINE"), "{no:?}");
        assert_eq!(told("Well aimed").len(), 1);
    }
}
