//! Commands of players about their account and their mailbox.

use std::fmt;

use broadside_domain::mail::Frequency;
use broadside_domain::time_control::{MAX_REMINDER_HOURS, MAX_REMINDERS};
use broadside_i18n::Lang;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::new::NewGame;
use super::vacation::VacationCommand;
use super::words::{Words, is_code_character, quote, shown};

/// Command of a player about the account or the mailbox.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AccountCommand {
    /// Creates a game.
    New(NewGame),
    /// Takes a seat: the number of a game in the list, or the code of an invitation.
    Join(String),
    /// Takes or ends a vacation.
    Vacation(VacationCommand),
    /// Changes a setting of the mailbox.
    Set(Setting),
    /// Ends all mail to the player.
    Never,
    /// Ends the account. Holds the code that confirms it.
    Stop(String),
    /// Changes the name of the player.
    Name(String),
    /// Asks for an access token.
    Token,
}

/// Setting of a mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Setting {
    /// Frequency of mail.
    Mail(Frequency),
    /// True if sheets are sent.
    Sheets(bool),
    /// Hours before a deadline at which reminders are sent; none for the usual time.
    Reminders(Vec<u32>),
    /// Language of mail.
    Language(Lang),
}

impl AccountCommand {
    /// Reads the words after the first word; `None` if the first word begins no such command. `NEW`
    /// is read elsewhere, because a text may have it once.
    pub(super) fn read(verb: &str, words: &mut Words<'_>) -> Result<Option<Self>, ParseError> {
        Ok(Some(match verb {
            "join" => Self::Join(code(words)?),
            "vacation" => Self::Vacation(VacationCommand::read(words)?),
            "set" => Self::Set(Setting::read(words)?),
            // A player who ends all mail by accident loses their games without notice.
            "never" => match words.marked() {
                Some(span) => return Err(ParseError { span, problem: Problem::Exclaimed }),
                None => Self::Never,
            },
            "stop" => Self::Stop(plain_code(words, Problem::NotAStopCode)?),
            "name" => Self::Name(words.required_text()?),
            "token" => Self::Token,
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for AccountCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(game) => game.fmt(f),
            Self::Join(code) => write!(f, "JOIN {code}"),
            Self::Vacation(command) => command.fmt(f),
            Self::Set(setting) => setting.fmt(f),
            Self::Never => f.write_str("NEVER"),
            Self::Stop(code) => write!(f, "STOP {code}"),
            Self::Name(name) => write!(f, "NAME {}", quote(name)),
            Self::Token => f.write_str("TOKEN"),
        }
    }
}

/// Reads the hours before a deadline at which a player wants reminders.
fn reminders(words: &mut Words<'_>) -> Result<Vec<u32>, ParseError> {
    let mut hours = Vec::new();
    if words.eat("default") {
        return Ok(hours);
    }
    loop {
        hours.push(words.number(Expected::Hours, 1..=MAX_REMINDER_HOURS)?);
        words.skip(&["and"]);
        if words.is_over() || hours.len() == MAX_REMINDERS {
            return Ok(hours);
        }
    }
}

/// Reads a code, or the number of a game in the list.
fn code(words: &mut Words<'_>) -> Result<String, ParseError> {
    words.skip(&["game"]);
    if words.is_over() {
        return Err(words.missing(Expected::SeatCode));
    }
    plain_code(words, Problem::NotASeatCode)
}

/// Reads a code. Any other word gives `problem`.
fn plain_code(words: &mut Words<'_>, problem: Problem) -> Result<String, ParseError> {
    let code = words.peek().map_or_else(String::new, |word| word.text.to_lowercase());
    if !(8..=64).contains(&code.len()) || !code.chars().all(is_code_character) {
        return Err(words.slip(problem));
    }
    words.advance(1);
    Ok(code)
}

impl Setting {
    fn read(words: &mut Words<'_>) -> Result<Self, ParseError> {
        #[derive(Clone, Copy)]
        enum Which {
            Mail,
            Sheets,
            Reminders,
            Language,
        }
        let known = [
            ("mail", Which::Mail),
            ("sheets", Which::Sheets),
            ("reminders", Which::Reminders),
            ("language", Which::Language),
        ];
        let which = words.choose(Expected::Setting, &known)?;
        words.eat("to");
        words.trim_next('.');
        Ok(match which {
            Which::Mail => {
                let known =
                    Frequency::VARIANTS.iter().map(|frequency| (frequency.as_str(), *frequency));
                Self::Mail(words.choose(Expected::Cadence, &known.collect::<Vec<_>>())?)
            }
            Which::Sheets => {
                Self::Sheets(words.choose(Expected::OnOrOff, &[("on", true), ("off", false)])?)
            }
            Which::Reminders => Self::Reminders(reminders(words)?),
            Which::Language => Self::Language(
                words.choose(Expected::Language, &Lang::ALL.map(|lang| (lang.name(), lang)))?,
            ),
        })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mail(frequency) => write!(f, "SET MAIL {}", shown(frequency.as_str())),
            Self::Sheets(true) => f.write_str("SET SHEETS ON"),
            Self::Sheets(false) => f.write_str("SET SHEETS OFF"),
            Self::Reminders(hours) if hours.is_empty() => f.write_str("SET REMINDERS DEFAULT"),
            Self::Reminders(hours) => {
                f.write_str("SET REMINDERS")?;
                hours.iter().try_for_each(|hours| write!(f, " {hours}"))
            }
            Self::Language(lang) => write!(f, "SET LANGUAGE {}", shown(lang.name())),
        }
    }
}
