//! Blocks of mails that several of them use.

use broadside_i18n::Lang;

use super::Block;
use crate::texts::LetterTexts;

/// Returns a paragraph: the text of a key with values filled in.
pub(super) fn paragraph(lang: Lang, key: &str, parts: &[(&str, &str)]) -> Vec<Block> {
    vec![Block::Text(lang.fill(key, parts))]
}

/// Returns blocks under a condition.
pub(super) fn only(condition: bool, blocks: impl FnOnce() -> Vec<Block>) -> Vec<Block> {
    if condition { blocks() } else { Vec::new() }
}
