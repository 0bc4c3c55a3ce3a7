//! The pack for a player of *SALVO for 2 voices*: how to play, the two maps, the pronunciation key.

use broadside_i18n::Lang;

use super::key;
use crate::error::SheetError;
use crate::kind::BlankSheet;
use crate::request::Request;
use crate::sheet::map::Use;
use crate::sheet::prose::{Paragraph, Style};
use crate::sheet::{Body, Page, map};

/// All sheets that a player of *SALVO for 2 voices* needs.
pub(crate) static VOICES_PACK: BlankSheet = BlankSheet {
    name: "voices-pack",
    summary: "What one player of SALVO for 2 voices needs: how to play, the two maps with their \
              game-matrices, the pronunciation key.",
    options: &["battle", "tactical", "fleet", "seats"],
    needs: &["battle", "tactical"],
    title: None,
    make: pages,
};

/// Makes all pages of the pack.
pub(crate) fn pages(request: &Request, lang: Lang) -> Result<Vec<Page>, SheetError> {
    let given = [("battle", request.battle.is_some()), ("tactical", request.tactical.is_some())];
    if let Some((field, _)) = given.into_iter().find(|(_, given)| !given) {
        return Err(VOICES_PACK.lacks(field));
    }
    let [battle, tactical] =
        [Use::Battle, Use::Tactical].map(|purpose| map::blank(request, lang, &VOICES_PACK, &[purpose]));
    Ok([vec![how_to(lang)], battle?, tactical?, vec![key::page(lang)]].concat())
}

/// Paragraphs of the rules, in order. The second value is `None` for a heading, empty for text, or the number of a
/// point.
const HOW_TO: [(&str, Option<&str>); 19] = [
    ("intro", Some("")),
    ("need", None),
    ("need-what", Some("")),
    ("begin", None),
    ("begin-fleet", Some("1")),
    ("begin-touch", Some("2")),
    ("begin-first", Some("3")),
    ("turn", None),
    ("turn-shots", Some("4")),
    ("turn-dice", Some("5")),
    ("turn-call", Some("6")),
    ("turn-answer", Some("7")),
    ("turn-report", Some("8")),
    ("turn-again", Some("9")),
    ("mark", None),
    ("mark-how", Some("")),
    ("end", None),
    ("end-how", Some("")),
    ("end-perform", Some("")),
];

/// Makes the page that explains how to play.
pub(crate) fn how_to(lang: Lang) -> Page {
    let paragraph = |(key, number): &(&str, Option<&str>)| {
        let style = match *number {
            None => Style::Heading,
            Some("") => Style::Text,
            Some(number) => Style::Point(number.to_owned()),
        };
        Paragraph::new(style, &lang.text(&format!("howto-{key}")))
    };
    Page {
        title: lang.text("pack-title"),
        note: lang.text("pack-note"),
        footer: lang.fill("footer", &[("sheet", &lang.text("pack-note"))]),
        body: Body::Prose(HOW_TO.iter().map(paragraph).collect()),
    }
}
