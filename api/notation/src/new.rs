//! Command `NEW`: the game that a player wants, with its settings as in the catalogue of rulesets.

use std::fmt;

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, RequestError, RulesetId};
use broadside_engine::table::BotLevel;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::VariantArray;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::shared::{rulesets, twice};
use super::words::{Words, is_code_character, shown};

/// Maximum number of characters in a player's name.
const LONGEST_NAME: usize = 40;

/// Intended player of a seat in a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// Anyone who takes the seat.
    Open,
    /// Owner of this mail address.
    Mail(String),
    /// Bot of the server.
    Bot(BotLevel),
    /// Earlier opponent of the creator of the game, by name.
    Named(String),
    /// Player, by id. The caller puts it in the place of a name.
    Player(String),
}

/// Request for a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// Ruleset of the game.
    pub ruleset: RulesetId,
    /// Settings of the game, as [`Game::open`] takes them.
    pub options: Value,
    /// Intended players of the other seats; if empty, the caller decides.
    pub opponents: Vec<Opponent>,
    /// Number of days for a turn.
    pub days: Option<u8>,
    /// True if anyone may watch the game; `None` for the default.
    pub public: Option<bool>,
}

/// Reads the words after `NEW`. Checks the settings if `checks` is true.
pub(super) fn read(words: &mut Words<'_>, checks: bool) -> Result<NewGame, ParseError> {
    let ruleset = words.choose(Expected::Game, &rulesets())?;
    let ruleset_span = words.before();
    let mut opponents = Vec::new();
    let mut days = None;
    let mut public = None;
    let mut options = Map::new();
    // Name of each setting, and the words from it on.
    let mut settings = Vec::new();
    let mut named_next = false;
    while !words.is_over() {
        let ahead = words.clone();
        // The word after WITH is a name, even if it looks like something else.
        if !named_next && (words.eat("with") || words.eat("and")) {
            named_next = true;
            continue;
        }
        let name = std::mem::take(&mut named_next).then(|| player(words)).flatten();
        if name.is_some() && is_bot(words) {
            words.advance(1);
            opponents.push(Opponent::Bot(level(words)?));
            continue;
        }
        if words.eat("open") {
            opponents.push(Opponent::Open);
        } else if words.eat("days") {
            if days.replace(words.number(Expected::Days, 1..=14)? as u8).is_some() {
                return Err(twice(&ahead));
            }
        } else if words.eat("public") || words.eat("private") {
            if public.replace(ahead.clone().eat("public")).is_some() {
                return Err(twice(&ahead));
            }
        } else if let Some(address) = address(words) {
            opponents.push(Opponent::Mail(address));
        } else if let Some(name) = name {
            words.advance(1);
            opponents.push(Opponent::Named(name));
        } else {
            let word = words.take().filter(|word| word.text.contains('='));
            let Some((name, value)) = word.as_ref().and_then(|word| word.text.split_once('='))
            else {
                return Err(ahead.slip(Problem::NotOfNewGame));
            };
            let name = name.to_lowercase();
            set(&mut options, &name, value).map_err(|()| twice(&ahead))?;
            settings.push((name, ahead));
        }
    }
    if named_next {
        return Err(ParseError { span: words.before(), problem: Problem::NotOfNewGame });
    }
    let options = Value::Object(options);
    if checks && let Err((field, detail)) = check(ruleset, &options) {
        let setting = settings
            .iter()
            .find(|(name, _)| field == *name || field.starts_with(&format!("{name}.")))
            .or_else(|| settings.iter().find(|(name, _)| name.starts_with(&format!("{field}."))));
        let problem = Problem::Setting { detail };
        return Err(match setting {
            Some((_, words)) => words.slip(problem),
            None => ParseError { span: ruleset_span, problem },
        });
    }
    Ok(NewGame { ruleset, options, opponents, days, public })
}

/// Returns true if the next word is BOT. In quotation marks, it is a name.
fn is_bot(words: &Words<'_>) -> bool {
    words.peek().is_some_and(|word| word.said() == word.text) && words.clone().eat("bot")
}

/// Takes the level of a bot.
fn level(words: &mut Words<'_>) -> Result<BotLevel, ParseError> {
    let levels: Vec<(&str, BotLevel)> =
        BotLevel::VARIANTS.iter().map(|level| (level.into(), *level)).collect();
    if words.is_over() {
        let known = levels.iter().map(|(level, _)| shown(level)).collect();
        return Err(words.slip(Problem::MissingOneOf { what: Expected::BotLevel, known }));
    }
    words.choose(Expected::BotLevel, &levels)
}

/// Takes a word that has the form of a mail address.
fn address(words: &mut Words<'_>) -> Option<String> {
    let text = words.peek()?.text.trim_start_matches('<').trim_end_matches(['>', '.']);
    let (local, domain) = text.rsplit_once('@')?;
    let is_domain = domain.contains('.') && domain.split('.').all(is_label);
    if !is_local_part(local) || !is_domain || text.len() > 254 {
        return None;
    }
    let text = text.to_owned();
    words.advance(1);
    Some(text)
}

/// Returns true for a text that can stand before the `@` of an address.
fn is_local_part(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| {
            c.is_control() || matches!(c, '@' | '"' | '<' | '>' | '(' | ')' | ':' | '\\' | '=')
        })
}

/// Returns true for a text that can stand between two full stops of a domain.
fn is_label(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// Returns the name of a player if the next word can be one: a word, or several words in quotation
/// marks.
fn player(words: &Words<'_>) -> Option<String> {
    let name = words.peek()?.said();
    (!name.is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.contains(|c: char| c.is_control() || matches!(c, '"' | '“' | '”' | '=' | '@'))
        && name.trim() == name)
        .then(|| name.to_owned())
}

/// Stores a setting at its path, as in `fleet.carrier`.
fn set(options: &mut Map<String, Value>, path: &str, value: &str) -> Result<(), ()> {
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_lowercase()));
    let mut parts: Vec<&str> = path.split('.').collect();
    let last = parts.pop().unwrap_or_default();
    let mut inner = options;
    for part in parts {
        let within = inner.entry(part).or_insert_with(|| Value::Object(Map::new()));
        inner = within.as_object_mut().ok_or(())?;
    }
    match inner.insert(last.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(()),
    }
}

/// Checks settings. An error holds the setting at fault and the reason.
fn check(ruleset: RulesetId, options: &Value) -> Result<(), (String, String)> {
    let opened = Game::open("notation", Seed::new([0; 32]), ruleset, options);
    opened.map(drop).map_err(|rejection| {
        let field = match &rejection {
            RequestError::ShapeError(misshapen) => misshapen.field.clone(),
            RequestError::Refused { field, .. } | RequestError::NotLast { field } => field.clone(),
        };
        let field = field.strip_prefix("options.").unwrap_or(&field);
        (field.split('[').next().unwrap_or_default().to_owned(), rejection.to_string())
    })
}

impl fmt::Display for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NEW {}", shown(self.ruleset.as_str()))?;
        for opponent in &self.opponents {
            match opponent {
                Opponent::Open => f.write_str(" WITH OPEN")?,
                Opponent::Bot(level) => write!(f, " WITH BOT {}", shown(level.into()))?,
                Opponent::Mail(address) => write!(f, " WITH {address}")?,
                Opponent::Named(name) | Opponent::Player(name) => write!(f, " WITH \"{name}\"")?,
            }
        }
        let mut options = String::new();
        spell(&mut options, "", &self.options);
        f.write_str(&options)?;
        if let Some(days) = self.days {
            write!(f, " DAYS {days}")?;
        }
        f.write_str(match self.public {
            None => "",
            Some(true) => " PUBLIC",
            Some(false) => " PRIVATE",
        })
    }
}

/// Writes the settings below a path, one word each.
fn spell(line: &mut String, path: &str, value: &Value) {
    match value {
        Value::Object(fields) if path.is_empty() || !fields.is_empty() => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                spell(line, &path, value);
            }
        }
        Value::String(text) if is_plain(text) => *line += &format!(" {path}={text}"),
        value => *line += &format!(" {path}={value}"),
    }
}

/// Returns true if a text is one word that is read back unchanged.
fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(is_code_character)
        && serde_json::from_str::<Value>(text).is_err()
}
