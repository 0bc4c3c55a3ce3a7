//! Explanations of errors that several rulesets have.

use broadside_engine::fleet::PlacementError;
use broadside_i18n::Lang;

use super::command_name;
use crate::texts::LetterTexts;

/// Reports a setting that the rules do not allow. The reason is the English text of the rules.
pub(in crate::compose) fn setting(lang: Lang, field: &str, detail: &str) -> String {
    lang.fill("refused-setting", &[("setting", field), ("detail", detail)])
}

pub(in crate::compose) fn fleet(lang: Lang, refusal: &PlacementError) -> String {
    match refusal {
        PlacementError::UnknownClass { class, known, .. } => {
            let parts =
                [("class", &*command_name(class.as_str())), ("known", &*command_name(known))];
            lang.fill("refused-no-class", &parts)
        }
        PlacementError::OffGrid { class, length, at, heading, last, .. } => lang.fill(
            "refused-off-grid",
            &[
                ("class", &command_name(class.as_str())),
                ("length", &length.to_string()),
                ("at", &at.to_string()),
                ("heading", &command_name(&heading.to_string())),
                ("last", &last.to_string()),
            ],
        ),
        PlacementError::Overlap { cell, .. } => {
            lang.fill("refused-overlap", &[("cell", &cell.to_string())])
        }
        PlacementError::WrongCount { class, found, wanted } => lang.fill(
            "refused-count",
            &[
                ("class", &command_name(class.as_str())),
                ("found", &found.to_string()),
                ("wanted", &wanted.to_string()),
            ],
        ),
    }
}

pub(in crate::compose) fn cells(lang: Lang, found: usize, wanted: usize) -> String {
    lang.fill("refused-cells", &[("found", &found.to_string()), ("wanted", &wanted.to_string())])
}

/// Returns a text about a cell, a sector or a square.
pub(in crate::compose) fn cell_text(lang: Lang, key: &str, cell: impl ToString) -> String {
    lang.fill(key, &[("cell", &cell.to_string())])
}

pub(in crate::compose) fn off_grid_text(
    lang: Lang,
    key: &str,
    cell: impl ToString,
    last: impl ToString,
) -> String {
    lang.fill(key, &[("cell", &cell.to_string()), ("last", &last.to_string())])
}

/// Returns a text that gives a maximum.
pub(in crate::compose) fn max_text(lang: Lang, key: &str, maximum: impl ToString) -> String {
    lang.fill(key, &[("most", &maximum.to_string())])
}
