//! Templates of letters. The code gives the parts of a letter, and the template of its language
//! their order.

use broadside_i18n::Lang;

use super::Block;
use crate::texts::{LetterTexts, parts_of_letter};

/// Part of a letter: its name in the template, and its blocks. A part without blocks does not
/// appear.
pub(super) type Part = (&'static str, Vec<Block>);

/// Puts the parts of a letter in the order of its template.
///
/// # Panics
/// If the template does not have exactly these parts. Tests compose every letter in every language.
pub(super) fn arrange<const N: usize>(lang: Lang, letter: &str, parts: [Part; N]) -> Vec<Block> {
    let order: Vec<_> = parts_of_letter(lang, letter).collect();
    assert_eq!(order.len(), N, "{lang}: the template of `{letter}` has other parts");
    order_parts(&order, parts.into())
}

fn order_parts(order: &[&str], mut parts: Vec<Part>) -> Vec<Block> {
    for (name, _) in &parts {
        assert!(order.contains(name), "no template has a place for `{name}`");
    }
    parts.sort_by_key(|(name, _)| order.iter().position(|known| known == name));
    parts.into_iter().flat_map(|(_, blocks)| blocks).collect()
}

/// Returns a paragraph: the text of a key with values filled in.
pub(super) fn paragraph(lang: Lang, key: &str, parts: &[(&str, &str)]) -> Vec<Block> {
    vec![Block::Text(lang.fill(key, parts))]
}

/// Returns blocks under a condition.
pub(super) fn only(condition: bool, blocks: impl FnOnce() -> Vec<Block>) -> Vec<Block> {
    if condition { blocks() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_of_a_language_has_the_order() {
        let news = Block::Text("news".to_owned());
        let commands = Block::Text("commands".to_owned());
        let parts = vec![
            ("news", vec![news.clone()]),
            ("maps", Vec::new()),
            ("commands", vec![commands.clone()]),
        ];
        let blocks = order_parts(&["commands", "maps", "news"], parts.clone());
        assert_eq!(blocks, [commands.clone(), news.clone()]);
        assert_eq!(order_parts(&["news", "maps", "commands"], parts), [news, commands]);
    }

    #[test]
    #[should_panic(expected = "no template has a place for `news`")]
    fn a_part_without_a_place_is_an_error() {
        order_parts(&["maps"], vec![("news", Vec::new())]);
    }
}
