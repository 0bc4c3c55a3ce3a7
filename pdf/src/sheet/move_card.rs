//! Cards to send a move by post.

use broadside_i18n::Lang;

use super::{Body, Page};
use crate::kind::BlankSheet;
use crate::texts::SheetTexts;

pub(crate) static MOVE_CARD: BlankSheet = BlankSheet {
    name: "move-card",
    summary: "Postcards for moves by post, as many as fit the page: the game and the move, your shots, your answer \
              to the last ones, the address.",
    options: &[],
    needs: &[],
    title: None,
    make: |_, lang| Ok(vec![page(lang)]),
};

/// Card for a move by post.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Labels of the first line: game, move, date.
    pub facts: [String; 3],
    /// Label of the boxes for the cells.
    pub shots: String,
    /// Label of the line for a cartridge or a weapon.
    pub with: String,
    /// Label of the lines for the answer to the last shots.
    pub answer: String,
    /// Label of the lines for a message.
    pub message: String,
    /// Label of the address.
    pub to: String,
    /// Label of the sender.
    pub from: String,
    /// Text in the place of the stamp.
    pub stamp: String,
}

fn page(lang: Lang) -> Page {
    Page {
        title: lang.text("card-title"),
        note: lang.text("card-note"),
        footer: lang.fill("footer", &[("sheet", &lang.text("card-title"))]),
        body: Body::Cards(Card {
            facts: ["card-game", "card-move", "card-date"].map(|key| lang.text(key)),
            shots: lang.text("card-shots"),
            with: lang.text("card-with"),
            answer: lang.text("card-answer"),
            message: lang.text("card-message"),
            to: lang.text("card-to"),
            from: lang.text("card-from"),
            stamp: lang.text("card-stamp"),
        }),
    }
}
