//! Parsing of the commands in a mail.

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::game::View;
use broadside_i18n::Lang;
use broadside_notation::{
    self as notation, AccountCommand, Error, ParsedStatement, Question, Statement,
};

use super::plan::Questions;
use super::yes_no::{self, UnclearAnswer};
use crate::compose::{self, NotUnderstood};
use crate::read::ParsedMessage;

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
    message: &ParsedMessage,
    view: Option<&View>,
) -> Result<Vec<ParsedStatement>, ParseFailure> {
    let errors = match notation::read(&message.text, view) {
        Ok(statements) => return Ok(statements),
        Err(errors) => errors,
    };
    let whole_failure = ParseFailure { text: message.text.clone(), errors };
    let Some(body) = message.without_salutations() else { return Err(whole_failure) };
    // A name that reads as a command may be meant as one.
    if body.signed.is_some_and(|name| notation::read(&name, view).is_ok()) {
        return Err(whole_failure);
    }
    let statements = match notation::read(&body.text, view) {
        Ok(statements) => statements,
        Err(errors) => return Err(ParseFailure { text: body.text, errors }),
    };
    let last = statements.iter().max_by_key(|parsed| parsed.lines().last().copied());
    // A farewell at the end of a message may be meant for the other player.
    if body.is_adjacent && last.is_some_and(|last| ends_with_free_text(&last.statement)) {
        Err(whole_failure)
    } else {
        Ok(statements)
    }
}

/// Parses the commands of an answer to an invitation or a challenge, in which a yes accepts and a
/// no declines.
///
/// # Errors
/// If a line is not understood.
pub(super) fn parse_answer(
    message: &ParsedMessage,
    view: Option<&View>,
) -> Result<Vec<ParsedStatement>, ParseFailure> {
    let text = message.without_salutations().map_or_else(|| message.text.clone(), |body| body.text);
    let answer = yes_no::as_command(&text).and_then(|text| notation::read(&text, view).ok());
    answer.map_or_else(|| parse(message, view), Ok)
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
    let Some(UnclearAnswer { line, text: answer, is_yes }) = unclear else {
        return compose::not_understood(lang, text, errors, possible);
    };
    let others: Vec<_> = errors.iter().filter(|error| error.line != line).cloned().collect();
    let mut explanation = compose::not_understood(lang, text, &others, possible);
    explanation.lines.insert(0, compose::unclear_answer(lang, line, &answer, is_yes));
    explanation
}

/// Returns the questions of a mail that asks only for help or for rules, which anybody may have.
/// Returns `None` if the mail says anything else.
pub(super) fn help_request(statements: &[ParsedStatement]) -> Option<Questions> {
    let mut questions = Questions::default();
    for parsed in statements {
        match &parsed.statement {
            Statement::Question(Question::Help(ruleset)) => {
                questions.help = questions.help.or(Some(*ruleset));
            }
            Statement::Question(Question::Rules(ruleset)) => {
                questions.rules = questions.rules.or(Some(*ruleset));
            }
            _ => return None,
        }
    }
    (questions != Questions::default()).then_some(questions)
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

    /// Returns the mail with this text.
    fn message(text: &str) -> ParsedMessage {
        let service = "Broadside <play@example.org>".parse().unwrap();
        let parser = MailParser { service, authserv_id: None, max_bytes: 10_000 };
        let raw =
            format!("From: Ada <stato@example.net>\r\nTo: play@example.org\r\n\r\n{text}\r\n");
        match parser.parse(raw.as_bytes(), None) {
            InboundMail::Message(message) => message,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the number of statements in a mail, if it is understood.
    fn statement_count(text: &str) -> Option<usize> {
        parse(&message(text), None).ok().map(|statements| statements.len())
    }

    /// Returns the explanations of an answer that is not understood.
    fn explanations(text: &str) -> Vec<String> {
        let failure = parse_answer(&message(text), None).err().unwrap();
        explain_answer(Lang::En, &failure, &[]).lines
    }

    #[test]
    fn a_mail_without_commands_is_explained_as_prose() {
        let text = "Hello,\n\nWe have got your mail.\n\nBest regards,\nAda";
        let ParseFailure { text, errors } = parse(&message(text), None).unwrap_err();
        let explanation = compose::not_understood(Lang::En, &text, &errors, &[]);
        assert!(explanation.is_prose && explanation.lines.len() == 1, "{explanation:?}");
    }

    #[test]
    fn a_greeting_and_a_farewell_are_skipped_unless_they_may_be_commands() {
        assert_eq!(statement_count("Hi,\n\nHELP\n\nAda"), Some(1));
        assert_eq!(statement_count("Hi,\n\nHELP\n\nThanks"), Some(1));
        // A name that reads as a command may be meant as one.
        assert_eq!(statement_count("Hi,\n\nHELP\n\nStato"), None);
        assert_eq!(statement_count("HELP\n\nStato"), Some(2));
    }

    #[test]
    fn an_answer_that_says_more_than_yes_or_no_gets_its_own_explanation() {
        let yes = explanations("Hi Ben,\n\nYes, I'd love to play!\nWell aimed");
        assert!(
            yes[0].starts_with("line 3: `Yes, I'd love to play!` ")
                && yes[0].contains("ACCEPT or YES"),
            "{yes:?}"
        );
        assert!(yes.len() == 2 && yes[1].starts_with("line 4: `Well`"), "{yes:?}");
        let no = explanations("No, sorry, I have no time");
        assert!(no.len() == 1 && no[0].contains("DECLINE"), "{no:?}");
        assert_eq!(explanations("Well aimed").len(), 1);
    }
}
