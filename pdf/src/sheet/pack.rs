//! Packs: the rules of a game for people who play on paper, and the sheets that a player needs.
//! Each game has a table of its paragraphs. Their texts are in the files `howto.*.ftl`.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use super::prose::{Paragraph, ParagraphKind};
use super::{Body, Page};
use crate::texts::SheetTexts;

/// Table of the printed rules of a game.
pub(crate) struct HowTo {
    pub(super) ruleset: RulesetId,
    /// Key of the name of the game.
    pub(super) title: &'static str,
    /// Paragraphs in order, without the credits.
    pub(super) parts: &'static [PackPart],
    /// Function that returns the values to fill into the texts.
    pub(super) values: fn() -> Vec<(&'static str, String)>,
}

/// Paragraph of the rules, by its kind and key. All games share the headings. The key of any other
/// text begins with the name of the game.
pub(super) enum PackPart {
    Heading(&'static str),
    Text(&'static str),
    /// Numbered point. The numbers continue through the whole text.
    Point(&'static str),
    /// Item of a list without numbers.
    Item(&'static str),
}

/// Mark in front of an item of a list without numbers.
const DASH: &str = "–";

impl HowTo {
    /// Makes the pages of a pack: the rules, and then the other sheets.
    pub(super) fn pack(&self, lang: Lang, sheets: Vec<Page>) -> Vec<Page> {
        let rules = self.rules(lang);
        let page = Page {
            footer: lang.fill("footer", &[("sheet", &format!("{} · {}", rules.title, rules.note))]),
            title: rules.title,
            note: rules.note,
            body: Body::Prose(rules.paragraphs),
        };
        std::iter::once(page).chain(sheets).collect()
    }

    pub(super) fn rules(&self, lang: Lang) -> Rules {
        let values = (self.values)();
        let values: Vec<(&str, &str)> =
            values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut number = 0;
        let mut paragraphs = Vec::new();
        for part in self.parts {
            let (kind, key) = match part {
                PackPart::Heading(key) => (ParagraphKind::Heading, key),
                PackPart::Text(key) => (ParagraphKind::Text, key),
                PackPart::Point(key) => {
                    number += 1;
                    (ParagraphKind::Point(number.to_string()), key)
                }
                PackPart::Item(key) => (ParagraphKind::Point(DASH.to_owned()), key),
            };
            let text = if kind == ParagraphKind::Heading {
                lang.text(&format!("howto-{key}"))
            } else {
                lang.fill(&format!("howto-{}-{key}", self.ruleset), &values)
            };
            paragraphs.push(Paragraph::new(kind, &text));
        }
        paragraphs.push(Paragraph::new(ParagraphKind::Heading, &lang.text("howto-credits")));
        let credits = lang.text(&format!("credits-{}", self.ruleset));
        paragraphs.push(Paragraph::new(ParagraphKind::Text, &credits));
        Rules { title: lang.text(self.title), note: lang.text("howto-note"), paragraphs }
    }
}

/// Rules of a game for people who play on paper, with the credits at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Name of the game.
    pub title: String,
    /// Note that says what the text is.
    pub note: String,
    /// Paragraphs.
    pub paragraphs: Vec<Paragraph>,
}

impl Rules {
    /// Returns the rules of a game in a language.
    ///
    /// ```
    /// use broadside_engine::game::RulesetId;
    /// use broadside_pdf::{Lang, Rules};
    ///
    /// let rules = Rules::of(RulesetId::Solo, Lang::En);
    /// assert!(rules.paragraphs.last().is_some_and(|credits| credits.plain() == "Solo Salvo by Eric Witt."));
    /// ```
    pub fn of(ruleset: RulesetId, lang: Lang) -> Self {
        super::of_ruleset(ruleset).how_to.rules(lang)
    }
}
