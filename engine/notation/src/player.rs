//! Requests of players other than moves. The caller of the parser carries them out.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::new::NewGame;
use super::queue::QueueCommand;
use super::shared::rulesets;
use super::synonyms::squeezed;
use super::vacation::VacationCommand;
use super::words::{Words, quote, shown};

/// Maximum number of reminders of a turn.
pub const MAX_REMINDERS: usize = 3;
/// Maximum number of hours before a deadline at which a reminder is sent.
pub const MAX_REMINDER_HOURS: u32 = 14 * 24;

/// Largest number of an event that a line can name.
const MAX_EVENT: u32 = 9_999_999;

/// Frequency of mail to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// After each move.
    Each,
    /// A digest of recent events.
    Digest,
    /// Only before a deadline.
    Reminders,
    /// No mail.
    Off,
}

impl Cadence {
    const ALL: [(&'static str, Self); 4] = [
        ("each", Self::Each),
        ("digest", Self::Digest),
        ("reminders", Self::Reminders),
        ("off", Self::Off),
    ];
}

/// Setting of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Frequency of mail.
    Mail(Cadence),
    /// True if sheets are sent.
    Sheets(bool),
    /// Hours before a deadline at which reminders are sent; none for the usual time.
    Reminders([Option<u32>; MAX_REMINDERS]),
    /// Language of mail.
    Language(Lang),
}

/// Reason for declining an invitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// The player has no time now.
    Later,
    /// The clock leaves too little time.
    TooFast,
    /// The clock leaves too much time, or the game has no clock.
    TooSlow,
    /// The player would like another game.
    OtherRuleset,
    /// The player would like the same game with other settings.
    OtherOptions,
    /// The reason is in the message, or the player gives no reason.
    #[default]
    Other,
}

impl Reason {
    const ALL: [(&'static str, Self); 6] = [
        ("later", Self::Later),
        ("too_fast", Self::TooFast),
        ("too_slow", Self::TooSlow),
        ("other_ruleset", Self::OtherRuleset),
        ("other_options", Self::OtherOptions),
        ("other", Self::Other),
    ];

    /// Returns the name of the reason, as used in the API.
    pub fn as_str(self) -> &'static str {
        named(&Self::ALL, self)
    }
}

/// Request of a player other than a move or a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetaCommand {
    /// Creates a game.
    New(NewGame),
    /// Accepts an invitation.
    Accept,
    /// Declines an invitation.
    Decline {
        /// Reason for declining.
        reason: Reason,
        /// Message of the player.
        words: Option<String>,
    },
    /// Leaves a seat before play begins.
    Leave,
    /// Calls a game off before its first move.
    Abort,
    /// Starts the same game again.
    Rematch,
    /// Asks for the status of games.
    Status,
    /// Asks for sheets of the game: this kind, or the default ones.
    Sheet(Option<String>),
    /// Asks for the list of commands: of a ruleset, or those that are possible here.
    Help(Option<RulesetId>),
    /// Asks for the rules: of a ruleset, or of the game of the mail.
    Rules(Option<RulesetId>),
    /// Asks for the events of the game: the newest, or those from this number on.
    History(Option<u32>),
    /// Asks for the maps as they were after the event with this number.
    Board(u32),
    /// Adds a move that is made later, takes such moves back, or asks for them.
    Queue(QueueCommand),
    /// Asks for games with open seats: of a ruleset, or of any.
    List(Option<RulesetId>),
    /// Takes a seat: the number of a game in the list, or the code of an invitation.
    Join(String),
    /// Takes or ends a vacation, or asks for vacations.
    Vacation(VacationCommand),
    /// Asks for the effect of the other commands, without carrying them out.
    Preview,
    /// Sends a message to the other players.
    Say(String),
    /// Stores a note.
    Note(String),
    /// Asks for the stored notes.
    Notes,
    /// Changes a setting.
    Set(Setting),
    /// Ends all mail to the player.
    Never,
    /// Ends the account: asks for the code that confirms it, or gives that code.
    Stop(Option<String>),
    /// Changes the name of the player.
    Name(String),
    /// Asks for an access token.
    Token,
}

fn named<T: Copy + PartialEq>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, other)| *other == value).map_or("", |(name, _)| name)
}

impl MetaCommand {
    /// Reads the words after the first word; `None` if the first word does not begin a request.
    pub(super) fn read(verb: &str, words: &mut Words<'_>) -> Result<Option<Self>, ParseError> {
        let text = |words: &mut Words<'_>| {
            words.text().map(|(text, _)| text).ok_or_else(|| words.missing(Expected::Words))
        };
        let wish = match verb {
            "accept" => Self::Accept,
            "decline" => decline(words),
            "leave" => Self::Leave,
            "abort" => Self::Abort,
            "rematch" => Self::Rematch,
            "status" => Self::Status,
            "sheet" => Self::Sheet(sheet(words)?),
            "help" if words.is_over() => Self::Help(None),
            "help" => Self::Help(Some(words.choose(Expected::Game, &rulesets())?)),
            "rules" if words.is_over() => Self::Rules(None),
            "rules" => Self::Rules(Some(words.choose(Expected::Game, &rulesets())?)),
            "history" if words.is_over() => Self::History(None),
            "history" => {
                words.skip(&["from", "event"]);
                Self::History(Some(words.number(Expected::Event, 1..=MAX_EVENT)?))
            }
            "board" => {
                words.skip(&["after", "event"]);
                Self::Board(words.number(Expected::Event, 1..=MAX_EVENT)?)
            }
            "list" if words.is_over() => Self::List(None),
            "list" => Self::List(Some(words.choose(Expected::Game, &rulesets())?)),
            "join" => Self::Join(code(words)?),
            "vacation" => Self::Vacation(VacationCommand::read(words)?),
            "preview" => Self::Preview,
            "say" => Self::Say(text(words)?),
            "note" if words.is_over() => Self::Notes,
            "note" => Self::Note(text(words)?),
            "set" => Self::Set(Setting::read(words)?),
            // A player who ends all mail by accident loses their games without notice.
            "never" => match words.marked() {
                Some(span) => return Err(ParseError { span, problem: Problem::Exclaimed }),
                None => Self::Never,
            },
            "stop" if words.is_over() => Self::Stop(None),
            "stop" => Self::Stop(Some(plain_code(words, Problem::NotAStopCode)?)),
            "name" => Self::Name(text(words)?),
            "token" => Self::Token,
            _ => return Ok(None),
        };
        words.end().map(|()| Some(wish))
    }

    pub(super) fn write(&self) -> String {
        match self {
            Self::New(game) => game.write(),
            Self::Accept => "ACCEPT".to_owned(),
            Self::Decline { reason: Reason::Other, words: None } => "DECLINE".to_owned(),
            Self::Decline { reason, words } => {
                let words =
                    words.as_ref().map(|words| format!(": {}", quote(words))).unwrap_or_default();
                format!("DECLINE {}{words}", shown(reason.as_str()))
            }
            Self::Leave => "LEAVE".to_owned(),
            Self::Abort => "ABORT".to_owned(),
            Self::Rematch => "REMATCH".to_owned(),
            Self::Status => "STATUS".to_owned(),
            Self::Sheet(None) => "SHEET".to_owned(),
            Self::Sheet(Some(kind)) => format!("SHEET {}", kind.to_uppercase()),
            Self::Help(None) => "HELP".to_owned(),
            Self::Help(Some(ruleset)) => format!("HELP {}", shown(ruleset.as_str())),
            Self::Rules(None) => "RULES".to_owned(),
            Self::Rules(Some(ruleset)) => format!("RULES {}", shown(ruleset.as_str())),
            Self::History(None) => "HISTORY".to_owned(),
            Self::History(Some(event)) => format!("HISTORY {event}"),
            Self::Board(event) => format!("BOARD {event}"),
            Self::Queue(command) => command.to_string(),
            Self::List(None) => "LIST".to_owned(),
            Self::List(Some(ruleset)) => format!("LIST {}", shown(ruleset.as_str())),
            Self::Join(code) => format!("JOIN {code}"),
            Self::Vacation(command) => command.write(),
            Self::Preview => "PREVIEW".to_owned(),
            Self::Say(text) => format!("SAY {}", quote(text)),
            Self::Note(text) => format!("NOTE {}", quote(text)),
            Self::Notes => "NOTE".to_owned(),
            Self::Set(setting) => setting.write(),
            Self::Never => "NEVER".to_owned(),
            Self::Stop(None) => "STOP".to_owned(),
            Self::Stop(Some(code)) => format!("STOP {code}"),
            Self::Name(name) => format!("NAME {}", quote(name)),
            Self::Token => "TOKEN".to_owned(),
        }
    }
}

/// Reads a reason with a colon and a message, a reason alone, or a message alone.
fn decline(words: &mut Words<'_>) -> MetaCommand {
    let longest = 2.min(words.left());
    for count in (1..=longest).rev() {
        let mut ahead = words.clone();
        let mut name = String::new();
        let mut colon = false;
        for _ in 0..count {
            if colon {
                // The text after the first colon is the player's message, not part of a name.
                name.push(':');
            }
            colon = ahead.trim_next(':');
            name += &ahead.take().map(|word| squeezed(word.text)).unwrap_or_default();
        }
        let known = Reason::ALL.into_iter().find(|(reason, _)| squeezed(reason) == name);
        if let Some((_, reason)) = known.filter(|_| colon || ahead.is_over()) {
            *words = ahead;
            let words = words.text().map(|(text, _)| text).filter(|text| !text.is_empty());
            return MetaCommand::Decline { reason, words };
        }
    }
    if words.peek().is_some_and(|word| word.text == ":") {
        words.advance(1);
    }
    let words = words.text().map(|(text, _)| text).filter(|text| !text.is_empty());
    MetaCommand::Decline { reason: Reason::Other, words }
}

/// Reads the hours before a deadline at which a player wants reminders.
fn reminders(words: &mut Words<'_>) -> Result<[Option<u32>; MAX_REMINDERS], ParseError> {
    let mut hours = [None; MAX_REMINDERS];
    if words.eat("default") {
        return Ok(hours);
    }
    for hour in &mut hours {
        *hour = Some(words.number(Expected::Hours, 1..=MAX_REMINDER_HOURS)?);
        words.skip(&["and"]);
        if words.is_over() {
            break;
        }
    }
    Ok(hours)
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
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if !(8..=64).contains(&code.len()) || !code.chars().all(plain) {
        return Err(words.slip(problem));
    }
    words.advance(1);
    Ok(code)
}

/// Reads the name of a kind of sheet. Only the module that prints sheets knows the kinds.
fn sheet(words: &mut Words<'_>) -> Result<Option<String>, ParseError> {
    let Some(word) = words.peek() else { return Ok(None) };
    // `SHEET S__` is read like `SHEET S`: characters around a word do not matter.
    let kind = word.text.trim_matches(['-', '_']).to_lowercase();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    // `SHEET S` means the same as `SHEETS`, so no kind has a single letter as its name.
    if !(2..=40).contains(&kind.len()) || !kind.chars().all(plain) {
        return Err(words.slip(Problem::NotASheet));
    }
    words.advance(1);
    Ok(Some(kind))
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
            Which::Mail => Self::Mail(words.choose(Expected::Cadence, &Cadence::ALL)?),
            Which::Sheets => {
                Self::Sheets(words.choose(Expected::OnOrOff, &[("on", true), ("off", false)])?)
            }
            Which::Reminders => Self::Reminders(reminders(words)?),
            Which::Language => Self::Language(
                words.choose(Expected::Language, &Lang::ALL.map(|lang| (lang.name(), lang)))?,
            ),
        })
    }

    fn write(self) -> String {
        let (what, value) = match self {
            Self::Mail(cadence) => ("MAIL", named(&Cadence::ALL, cadence)),
            Self::Sheets(true) => ("SHEETS", "on"),
            Self::Sheets(false) => ("SHEETS", "off"),
            Self::Reminders([None, ..]) => ("REMINDERS", "default"),
            Self::Reminders(hours) => {
                let hours: Vec<_> =
                    hours.into_iter().flatten().map(|hours| hours.to_string()).collect();
                return format!("SET REMINDERS {}", hours.join(" "));
            }
            Self::Language(lang) => ("LANGUAGE", lang.name()),
        };
        format!("SET {what} {}", shown(value))
    }
}
