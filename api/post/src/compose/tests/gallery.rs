//! Letters of every kind as files, for pictures of them: see `tests/letters`.

use std::path::PathBuf;

use crate::compose::MailDocument;
use crate::compose::html::render_html;
use crate::compose::text::render_text;

/// Writes a letter as text and as HTML into the folder that the variable `LETTERS` names. Does
/// nothing without it.
pub(super) fn save(name: &str, document: &MailDocument) {
    let Some(folder) = std::env::var_os("LETTERS").map(PathBuf::from) else { return };
    let stem = format!("{name}.{}", document.lang.code());
    std::fs::write(folder.join(format!("{stem}.txt")), render_text(document)).unwrap();
    std::fs::write(folder.join(format!("{stem}.html")), render_html(document)).unwrap();
}
