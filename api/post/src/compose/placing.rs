//! Help for placing: each item as commands name it, its length or price, and the beginning of a
//! placement.

use broadside_engine::dispatch_typed;
use broadside_engine::game::View;
use broadside_engine::grid::Grid;
use broadside_i18n::Lang;

use super::reader_view::ReaderView;
use super::refused::command_name;
use super::rulesets::RulesetMail as _;
use super::{Block, SuggestedCommand};
use crate::texts::LetterTexts;

/// Class of ships: name, number of cells covered, and number of ships.
pub(super) type Class<'a> = (&'a str, u8, u8);

/// Lists what a player needs to know in order to place.
pub(super) fn help(game: &ReaderView, lang: Lang) -> Vec<Block> {
    dispatch_typed!(View, &game.view, R, view => R::placing_help(lang, view))
}

/// Returns the beginning of a placement: valid lines that show how to name positions.
pub(super) fn example(view: &View) -> Vec<String> {
    dispatch_typed!(View, view, R, view => R::placement_example(view))
}

/// Places the first two ships next to each other.
pub(super) fn two_ships<'a>(grid: Grid, fleet: impl Iterator<Item = (&'a str, u8)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, (class, length)) in fleet.take(2).enumerate() {
        let class = command_name(class);
        if index == 0 && length <= grid.rows() {
            lines.push(format!("PLACE {class} A1 DOWN"));
        } else if index == 1 && 2 + length <= grid.columns() {
            lines.push(format!("PLACE {class} C1 ACROSS"));
        }
    }
    lines
}

pub(super) fn command_table(rows: impl Iterator<Item = (String, String)>) -> Block {
    Block::Commands(rows.map(|(name, does)| SuggestedCommand::new(&name, does, "")).collect())
}

/// Explains where ships can lie, and how positions are written.
pub(super) fn explain_ships(lang: Lang, grid: Grid) -> Block {
    let last = char::from(b'A' + grid.columns() - 1).to_string();
    let parts = [("column", &*last), ("row", &*grid.rows().to_string())];
    Block::Text(lang.fill("placing-ships", &parts))
}

/// Describes a class of ships and what it covers: cells, squares or coins.
pub(super) fn describe_ship(
    lang: Lang,
    unit: &str,
    (class, length, ships): Class<'_>,
) -> (String, String) {
    let covers = lang.count(&format!("placing-{unit}"), usize::from(length));
    let says = match ships {
        1 => covers,
        _ => lang.fill("placing-each", &[("ships", &ships.to_string()), ("covers", &covers)]),
    };
    named_item(lang, "class", class, &says)
}

/// Returns an item as commands name it, and its description. The description includes the
/// translated name if that differs.
pub(super) fn named_item(lang: Lang, kind: &str, name: &str, says: &str) -> (String, String) {
    let command = command_name(name);
    match lang.find(&format!("{kind}-{name}")) {
        Some(word) if !word.to_uppercase().starts_with(&command) => {
            (command, format!("{word}: {says}"))
        }
        _ => (command, says.to_owned()),
    }
}
