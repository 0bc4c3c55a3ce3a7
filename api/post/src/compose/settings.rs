//! Lists the rulesets and their settings. Names, values and defaults come from the rules, and each
//! setting has a text that explains it.

use broadside_domain::options_schema::options_schema;
use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_notation::{NewGame, Opponent};
use serde_json::{Map, Value};

use super::refused::command_name;
use super::{Block, ReaderView, SuggestedCommand};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

/// Placeholder for a setting without a default value.
const PLACEHOLDER: &str = "…";
/// Maximum length of a line with a command, so that no mail program wraps it.
const MAX_LINE: usize = super::WIDTH - 4;
/// Setting that nobody needs to give: the seed is drawn if there is no seed.
const DERIVED_SETTING: &str = "map.drawn";

/// Lists the rulesets, with a line on each.
pub(crate) fn ruleset_list(lang: Lang) -> Vec<Block> {
    let mut games = Vec::new();
    for ruleset in RulesetId::ALL {
        let name = ruleset_name(lang, *ruleset);
        let summary = lang.text(&format!("summary-{ruleset}"));
        let does = format!("{name}. {summary}");
        games.push(SuggestedCommand::new(&command_name(ruleset.as_str()), does, ""));
    }
    vec![Block::Text(lang.text("games-there-are")), Block::Commands(games)]
}

/// Lists the settings of a ruleset.
pub(crate) fn settings_help(lang: Lang, ruleset: RulesetId) -> Vec<Block> {
    let schema = options_schema(ruleset);
    let defaults = ruleset.default_options();
    let mut commands = Vec::new();
    for (name, option) in properties(schema) {
        let mut settings = Vec::new();
        SchemaReader { lang, schema }.collect(option, name, &defaults[name], &mut settings);
        for (n, Setting { path, line, values }) in settings.into_iter().enumerate() {
            // A part may have a text of its own. Otherwise the text of the setting appears with its
            // first part.
            let about = lang.find(&format!("option-{ruleset}-{}", path.replace('.', "-")));
            let about =
                about.or_else(|| (n == 0).then(|| lang.text(&format!("option-{ruleset}-{name}"))));
            let description = match (about, values.is_empty()) {
                (Some(about), true) => about,
                (Some(about), false) => format!("{values}: {about}"),
                (None, _) => values,
            };
            commands.push(SuggestedCommand {
                lines: vec![line],
                does: description,
                to: String::new(),
            });
        }
    }
    let example = command_name(ruleset.as_str());
    vec![
        Block::Text(lang.fill("settings-there-are", &[("game", &example)])),
        Block::Commands(commands),
    ]
}

/// Returns the command that creates the same game for somebody else, or `None` if it would not fit
/// in a line. The clock must be one in days, the only kind that the command can give.
pub(super) fn same_game(game: &ReaderView) -> Option<String> {
    let days = game.clock.filter(|_| game.names.len() == 2)?.days_per_turn()?;
    let defaults = game.ruleset.default_options();
    let mut options = Map::new();
    for (name, value) in game.options.as_object().into_iter().flatten() {
        // A map that was drawn is drawn again.
        if defaults.get(name) != Some(value) && value["drawn"] != true {
            options.insert(name.clone(), value.clone());
        }
    }
    let new = NewGame {
        ruleset: game.ruleset,
        options: Value::Object(options),
        opponents: vec![Opponent::Mail("ben@example.org".to_owned())],
        days: u8::try_from(days).ok(),
        public: None,
    };
    let line = new.to_string();
    (line.chars().count() <= MAX_LINE).then_some(line)
}

/// Setting: its path, the line that sets the default value, and the other possible values.
struct Setting {
    path: String,
    line: String,
    values: String,
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flat_map(Map::iter)
}

/// Reads the JSON schema of a ruleset's settings.
struct SchemaReader<'a> {
    lang: Lang,
    schema: &'a Value,
}

impl SchemaReader<'_> {
    /// Resolves a `$ref` in a schema.
    fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let name = schema["$ref"].as_str().and_then(|to| to.strip_prefix("#/$defs/"));
        name.map_or(schema, |name| &self.schema["$defs"][name])
    }

    /// Collects the settings at a path. For an object these are its properties.
    fn collect(&self, schema: &Value, path: &str, default: &Value, into: &mut Vec<Setting>) {
        let schema = self.resolve(schema);
        if let Some(forms) = schema["oneOf"].as_array() {
            for form in forms.iter().filter(|form| form["type"] != "null") {
                self.collect(form, path, default, into);
            }
            return;
        }
        for (name, part) in properties(schema) {
            self.collect(part, &format!("{path}.{name}"), &default[name], into);
        }
        if schema["properties"].is_object() || path == DERIVED_SETTING {
            return;
        }
        let value = match default {
            list if has_type(schema, "array") && !list.is_array() => {
                self.example_value(schema).to_string()
            }
            Value::Null | Value::Object(_) => PLACEHOLDER.to_owned(),
            Value::String(word) => word.clone(),
            plain => plain.to_string(),
        };
        let values = match (&schema["minimum"], &schema["maximum"]) {
            _ if has_type(schema, "boolean") => "true, false".to_owned(),
            (Value::Number(minimum), Value::Number(maximum)) if minimum != maximum => {
                let parts = [("least", &*minimum.to_string()), ("most", &*maximum.to_string())];
                self.lang.fill("setting-between", &parts)
            }
            // Only one value is possible.
            (Value::Number(_), Value::Number(_)) => return,
            _ => list_words(&schema["enum"]).unwrap_or_default(),
        };
        into.push(Setting { path: path.to_owned(), line: format!("{path}={value}"), values });
    }

    /// Builds an example value for a setting without a default.
    fn example_value(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        if schema["items"].is_object() {
            return Value::Array(vec![self.example_value(&schema["items"])]);
        }
        if schema["properties"].is_object() {
            return properties(schema)
                .map(|(name, part)| (name.clone(), self.example_value(part)))
                .collect();
        }
        match &schema["example"] {
            Value::Null => PLACEHOLDER.into(),
            example => example.clone(),
        }
    }
}

/// Returns true if a schema allows values of this type.
fn has_type(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.iter().any(|one| one == name),
        one => one == name,
    }
}

/// Lists the words of an `enum`; `None` if there are fewer than two.
fn list_words(words: &Value) -> Option<String> {
    let words: Vec<_> = words.as_array()?.iter().filter_map(Value::as_str).collect();
    (words.len() > 1).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use broadside_notation as notation;

    use super::*;

    fn commands(blocks: &[Block]) -> &[SuggestedCommand] {
        let [Block::Text(_), Block::Commands(commands)] = blocks else { panic!("{blocks:?}") };
        commands
    }

    /// Returns the description of a line in the help.
    fn description<'a>(blocks: &'a [Block], line: &str) -> &'a str {
        &commands(blocks).iter().find(|command| command.lines[0] == line).unwrap().does
    }

    #[test]
    fn listed_settings_are_understood_in_commands() {
        for ruleset in RulesetId::ALL {
            let blocks = settings_help(Lang::En, *ruleset);
            let game = command_name(ruleset.as_str());
            for SuggestedCommand { lines, .. } in commands(&blocks) {
                // Defaults may be given explicitly. Placeholders cannot.
                if lines[0].contains(PLACEHOLDER) || lines[0].starts_with("ships=") {
                    continue;
                }
                let line = format!("NEW {game} WITH OPEN {}", lines[0]);
                notation::read(&line, None)
                    .unwrap_or_else(|errors| panic!("{line}: {}", errors[0]));
            }
        }
        let ships = r#"NEW CLASSIC WITH OPEN fleet=custom ships=[{"class":"cruiser","length":4,"shots":2}]"#;
        assert!(notation::read(ships, None).is_ok());
        let classic = settings_help(Lang::En, RulesetId::Classic);
        assert!(description(&classic, "mode=single").starts_with("single, salvo: "));
        assert_eq!(description(&classic, "grid.rows=…"), "6 to 26");
        // A map can be given in two ways, and each is explained.
        let advanced = settings_help(Lang::En, RulesetId::Advanced);
        let map_settings: Vec<_> = commands(&advanced)
            .iter()
            .filter(|command| command.lines[0].starts_with("map"))
            .collect();
        let names: Vec<_> = map_settings
            .iter()
            .map(|command| command.lines[0].split('=').next().unwrap())
            .collect();
        assert_eq!(names, ["map.columns", "map.rows", "map.seed", "map.terrain"]);
        assert!(map_settings.iter().all(|command| !command.does.is_empty()));
        let rows = [r##""~~~~####~~""##; 10].join(",");
        assert!(notation::read(&format!("NEW ADVANCED WITH OPEN map=[{rows}]"), None).is_ok());
        assert!(
            description(&classic, r#"ships=[{"class":"cruiser","length":4,"shots":2}]"#)
                .contains("fleet=custom")
        );
    }

    #[test]
    fn every_game_has_a_summary() {
        for ruleset in RulesetId::ALL {
            assert_eq!(Lang::En.text(&format!("summary-{ruleset}")), ruleset.summary());
            assert_ne!(Lang::It.text(&format!("summary-{ruleset}")), ruleset.summary());
        }
        assert_eq!(commands(&ruleset_list(Lang::It)).len(), RulesetId::ALL.len());
    }
}
