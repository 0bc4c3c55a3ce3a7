//! What a player asks for besides moves: to be carried out by whoever takes the text.

use super::error::{Problem, Slip};
use super::new::NewGame;
use super::what::What;
use super::words::{Words, quote, shown, squeezed};
use crate::game::RulesetId;

/// How often a player is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// At each move.
    Each,
    /// What has happened, gathered.
    Digest,
    /// Before a deadline alone.
    Reminders,
    /// Not at all.
    Off,
}

impl Cadence {
    const ALL: [(&'static str, Self); 4] =
        [("each", Self::Each), ("digest", Self::Digest), ("reminders", Self::Reminders), ("off", Self::Off)];
}

/// A language to be written to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Italian.
    Italian,
}

impl Language {
    const ALL: [(&'static str, Self); 2] = [("english", Self::English), ("italian", Self::Italian)];
}

/// What a player sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// How often to be written to.
    Mail(Cadence),
    /// Whether sheets are sent.
    Sheets(bool),
    /// In which language to be written to.
    Language(Language),
}

/// Why an invitation is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// No time now.
    Later,
    /// The clock leaves too little time.
    TooFast,
    /// The clock leaves too much time, or there is none.
    TooSlow,
    /// Another game would be welcome.
    OtherRuleset,
    /// The same game with other settings would be welcome.
    OtherOptions,
    /// For a reason that is in the words, or for none that is told.
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

    /// The word for it, as it is written everywhere.
    pub fn as_str(self) -> &'static str {
        named(&Self::ALL, self)
    }
}

/// What a player asks for besides moves and placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A game.
    New(NewGame),
    /// The seat of an invitation.
    Accept,
    /// To decline an invitation.
    Decline {
        /// Why.
        reason: Reason,
        /// More words about it.
        words: Option<String>,
    },
    /// To leave a seat before play begins.
    Leave,
    /// To call a game off before its first move.
    Abort,
    /// The same game again.
    Rematch,
    /// How things stand.
    Status,
    /// Sheets of the game: these, or those that are usual.
    Sheet(Option<String>),
    /// The commands: of a ruleset, or those that are right here.
    Help(Option<RulesetId>),
    /// To be told what the other commands would do, and that nothing of it is done.
    Preview,
    /// To write to the other players.
    Say(String),
    /// To keep a note.
    Note(String),
    /// What has been noted.
    Notes,
    /// A setting.
    Set(Setting),
    /// Never to be written to again.
    Never,
    /// To be called so.
    Name(String),
    /// A token for programs.
    Token,
}

fn named<T: Copy + PartialEq>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, other)| *other == value).map_or("", |(name, _)| name)
}

pub(super) fn rulesets() -> Vec<(&'static str, RulesetId)> {
    RulesetId::ALL.iter().map(|ruleset| (ruleset.as_str(), *ruleset)).collect()
}

impl Wish {
    /// Reads what stands behind the first word; `None` if that begins no wish.
    pub(super) fn read(verb: &str, words: &mut Words<'_>) -> Result<Option<Self>, Slip> {
        let text = |words: &mut Words<'_>| {
            words.text().map(|(text, _)| text).ok_or_else(|| words.missing(What::Words))
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
            "help" => Self::Help(Some(words.choose(What::Game, &rulesets())?)),
            "preview" => Self::Preview,
            "say" => Self::Say(text(words)?),
            "note" if words.is_over() => Self::Notes,
            "note" => Self::Note(text(words)?),
            "set" => Self::Set(Setting::read(words)?),
            // Whoever ends all mail by what was an answer to somebody loses games without a word.
            "never" => match words.marked() {
                Some(span) => return Err(Slip { span, problem: Problem::Exclaimed }),
                None => Self::Never,
            },
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
                let words = words.as_ref().map(|words| format!(": {}", quote(words))).unwrap_or_default();
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
            Self::Preview => "PREVIEW".to_owned(),
            Self::Say(text) => format!("SAY {}", quote(text)),
            Self::Note(text) => format!("NOTE {}", quote(text)),
            Self::Notes => "NOTE".to_owned(),
            Self::Set(setting) => setting.write(),
            Self::Never => "NEVER".to_owned(),
            Self::Name(name) => format!("NAME {}", quote(name)),
            Self::Token => "TOKEN".to_owned(),
        }
    }
}

/// A reason with a colon and words behind it, a reason alone, or words alone.
fn decline(words: &mut Words<'_>) -> Wish {
    let longest = 2.min(words.left());
    for count in (1..=longest).rev() {
        let mut ahead = words.clone();
        let mut name = String::new();
        let mut colon = false;
        for _ in 0..count {
            if colon {
                // What stands behind the first colon is the player's own, and in no name.
                name.push(':');
            }
            colon = ahead.trim_next(':');
            name += &ahead.take().map(|word| squeezed(word.text)).unwrap_or_default();
        }
        let known = Reason::ALL.into_iter().find(|(reason, _)| squeezed(reason) == name);
        if let Some((_, reason)) = known.filter(|_| colon || ahead.is_over()) {
            *words = ahead;
            let words = words.text().map(|(text, _)| text).filter(|text| !text.is_empty());
            return Wish::Decline { reason, words };
        }
    }
    if words.peek().is_some_and(|word| word.text == ":") {
        words.advance(1);
    }
    let words = words.text().map(|(text, _)| text).filter(|text| !text.is_empty());
    Wish::Decline { reason: Reason::Other, words }
}

/// The name of a kind of sheets, which only the press knows.
fn sheet(words: &mut Words<'_>) -> Result<Option<String>, Slip> {
    let Some(word) = words.peek() else { return Ok(None) };
    let kind = word.text.to_lowercase();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    // `SHEET S` says what `SHEETS` does, so no kind is a letter alone.
    if !(2..=40).contains(&kind.len()) || !kind.chars().all(plain) {
        return Err(words.slip(Problem::NotASheet));
    }
    words.advance(1);
    Ok(Some(kind))
}

impl Setting {
    fn read(words: &mut Words<'_>) -> Result<Self, Slip> {
        #[derive(Clone, Copy)]
        enum Which {
            Mail,
            Sheets,
            Language,
        }
        let known = [("mail", Which::Mail), ("sheets", Which::Sheets), ("language", Which::Language)];
        let which = words.choose(What::Setting, &known)?;
        words.eat("to");
        words.trim_next('.');
        Ok(match which {
            Which::Mail => Self::Mail(words.choose(What::Cadence, &Cadence::ALL)?),
            Which::Sheets => Self::Sheets(words.choose(What::OnOrOff, &[("on", true), ("off", false)])?),
            Which::Language => Self::Language(words.choose(What::Language, &Language::ALL)?),
        })
    }

    fn write(self) -> String {
        let (what, value) = match self {
            Self::Mail(cadence) => ("MAIL", named(&Cadence::ALL, cadence)),
            Self::Sheets(true) => ("SHEETS", "on"),
            Self::Sheets(false) => ("SHEETS", "off"),
            Self::Language(language) => ("LANGUAGE", named(&Language::ALL, language)),
        };
        format!("SET {what} {}", shown(value))
    }
}

/// That something has been said already.
pub(super) fn twice(words: &Words<'_>) -> Slip {
    words.slip(Problem::Twice)
}
