//! Facts that a player needs in order to move and that the maps do not show, such as sunk ships; and the terms of a game.

use broadside_domain::time_control::Clock;
use broadside_engine::dispatch_typed;
use broadside_engine::fleet::ClassName;
use broadside_engine::game::View;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;
use serde_json::Value;

use super::reader_view::ReaderView;
use super::rulesets::RulesetMail as _;

/// Returns the facts, one per line.
pub(super) fn facts(seen: &ReaderView, lang: Lang) -> Vec<String> {
    dispatch_typed!(View, &seen.view, R, view => R::facts(seen, lang, view))
}

/// Lists the sunk ships of each side.
pub(super) fn sunk_ships<'a>(
    seen: &ReaderView,
    lang: Lang,
    sides: impl Iterator<Item = (Seat, &'a [ClassName])>,
) -> Vec<String> {
    let ship = |class: &ClassName| lang.find(&format!("class-{class}")).unwrap_or_else(|| class.to_string());
    sides
        .filter(|(_, sunk)| !sunk.is_empty())
        .map(|(seat, sunk)| {
            let ships: Vec<_> = sunk.iter().map(ship).collect();
            seen.seat_text(lang, "fact-sunk", seat, &[("ships", &ships.join(", "))])
        })
        .collect()
}

/// Lists what a challenged player needs to know about the game: its clock, and the settings that differ from the
/// defaults.
pub(super) fn terms(seen: &ReaderView, lang: Lang) -> Vec<String> {
    let mut terms = vec![match seen.clock {
        None => lang.text("term-no-clock"),
        Some(Clock::Days(clock)) => lang.count("term-days", clock.days_per_turn as usize),
        Some(Clock::Bank(clock)) => {
            let parts = [("bank", &*clock.bank.to_string()), ("more", &*clock.increment.to_string())];
            lang.fill("term-bank", &parts)
        }
    }];
    let usual = seen.ruleset.default_options();
    for (name, value) in seen.options.as_object().into_iter().flatten() {
        let said = match value {
            Value::String(word) => word.clone(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            // A custom map or fleet is long, and is shown when the game begins.
            _ => continue,
        };
        if usual.get(name) != Some(value) {
            terms.push(format!("{name}={said}"));
        }
    }
    terms
}
