//! Letters of every kind as files, for pictures of them: see `tests/letters`.

use std::path::PathBuf;

use crate::compose::MailDocument;
use crate::compose::html::render_html;
use crate::compose::text::render_text;

/// Writes a letter as text and as HTML into the folder that the variable `LETTERS` names. Does
/// nothing without it.
pub(super) fn keep(name: &str, letter: &MailDocument) {
    let Some(folder) = std::env::var_os("LETTERS").map(PathBuf::from) else { return };
    let file = |end: &str| folder.join(format!("{name}.{}.{end}", letter.lang.code()));
    std::fs::write(file("txt"), render_text(letter)).unwrap();
    std::fs::write(file("html"), render_html(letter)).unwrap();
}
