//! Facts that a player needs in order to move and that the maps do not show, such as sunk ships;
//! and the terms of a game.

use broadside_domain::time_control::Clock;
use broadside_engine::dispatch_typed;
use broadside_engine::fleet::ClassName;
use broadside_engine::game::{RulesetId, View};
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;
use serde_json::Value;

use super::reader_view::ReaderView;
use super::rulesets::RulesetMail as _;
use crate::texts::LetterTexts;

/// Returns the facts, one per line.
pub(super) fn facts(game: &ReaderView, lang: Lang) -> Vec<String> {
    dispatch_typed!(View, &game.view, R, view => R::facts(game, lang, view))
}

/// Lists the sunk ships of each side.
pub(super) fn sunk_ships<'a>(
    game: &ReaderView,
    lang: Lang,
    sides: impl Iterator<Item = (Seat, &'a [ClassName])>,
) -> Vec<String> {
    let mut facts = Vec::new();
    for (seat, sunk) in sides.filter(|(_, sunk)| !sunk.is_empty()) {
        let ships: Vec<_> = sunk.iter().map(|class| class_name(lang, class)).collect();
        facts.push(game.seat_text(lang, "fact-sunk", seat, &[("ships", &ships.join(", "))]));
    }
    facts
}

/// Returns the name of a class of ships in a language. A custom class has only one name.
pub(super) fn class_name(lang: Lang, class: &ClassName) -> String {
    lang.find(&format!("class-{class}")).unwrap_or_else(|| class.to_string())
}

/// Lists what a challenged player needs to know about the game: its clock, and the settings that
/// differ from the defaults.
pub(super) fn terms(game: &ReaderView, lang: Lang) -> Vec<String> {
    let mut terms = vec![match game.clock {
        None => lang.text("term-no-clock"),
        Some(Clock::Days(clock)) => lang.count("term-days", clock.days_per_turn as usize),
        Some(Clock::Bank(clock)) => {
            let parts =
                [("bank", &*clock.bank.to_string()), ("more", &*clock.increment.to_string())];
            lang.fill("term-bank", &parts)
        }
    }];
    let defaults = game.ruleset.default_options();
    for (name, value) in game.options.as_object().into_iter().flatten() {
        if defaults.get(name) != Some(value) {
            terms.extend(setting(lang, game.ruleset, name, value));
        }
    }
    terms
}

/// Describes a setting. Returns `None` for a custom map or fleet, which is long, and is shown when
/// the game begins.
fn setting(lang: Lang, ruleset: RulesetId, name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Number(n) => {
            Some(lang.fill(&format!("term-{ruleset}-{name}"), &[("n", &n.to_string())]))
        }
        Value::String(word) => Some(lang.text(&format!("term-{ruleset}-{name}-{word}"))),
        Value::Bool(is_on) => Some(lang.text(&format!("term-{ruleset}-{name}-{is_on}"))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use broadside_domain::options_schema::options_schema;

    use super::*;

    #[test]
    fn every_setting_of_a_game_for_several_players_is_described_in_every_language() {
        for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| !ruleset.is_for_one()) {
            let schema = options_schema(ruleset);
            let defaults = ruleset.default_options();
            for (name, option) in schema["properties"].as_object().unwrap() {
                let forms =
                    option["oneOf"].as_array().cloned().unwrap_or_else(|| vec![option.clone()]);
                let values = forms.iter().flat_map(|form| values(resolve(schema, form)));
                for value in values.filter(|value| defaults.get(name) != Some(value)) {
                    for lang in Lang::ALL {
                        assert!(
                            setting(lang, ruleset, name, &value).is_some(),
                            "{lang} {ruleset} {name} {value}"
                        );
                    }
                }
            }
        }
    }

    /// Resolves the `$ref` of a form of an option, if it has one.
    fn resolve<'a>(schema: &'a Value, form: &'a Value) -> &'a Value {
        match form["$ref"].as_str() {
            Some(reference) => &schema["$defs"][reference.trim_start_matches("#/$defs/")],
            None => form,
        }
    }

    /// Returns values that a form of an option allows.
    fn values(form: &Value) -> Vec<Value> {
        let mut values = form["enum"].as_array().cloned().unwrap_or_default();
        let types = form["type"].to_string();
        if types.contains("boolean") {
            values.extend([false.into(), true.into()]);
        }
        if types.contains("integer") {
            values.extend([1.into(), 2.into()]);
        }
        values
    }
}
