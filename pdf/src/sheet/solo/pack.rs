//! Pack of *Solo Salvo*.

use broadside_engine::game::RulesetId;

use crate::kind::BlankSheet;
use crate::sheet::pack::HowTo;
use crate::sheet::pack::PackPart::{Heading, Item, Point, Text};
use crate::sheet::{cutout, solo};

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "solo-pack",
    summary: "What a player of Solo Salvo needs: how to play, the sheet, and a piecepack to cut out.",
    options: solo::BLANK.options,
    needs: solo::BLANK.needs,
    title: None,
    make: |request, lang| {
        let mut sheets = (solo::BLANK.make)(request, lang)?;
        sheets.extend(cutout::piecepack(lang));
        Ok(HOW_TO.pack(lang, sheets))
    },
};

/// Paragraphs of the rules.
pub(crate) static HOW_TO: HowTo = HowTo {
    ruleset: RulesetId::Solo,
    title: "solo-title",
    parts: &[
        Text("intro"),
        Heading("need"),
        Text("need-what"),
        Heading("sea"),
        Point("sea-rows"),
        Point("sea-suits"),
        Point("sea-ships"),
        Point("sea-draw"),
        Point("sea-predict"),
        Heading("volley"),
        Point("volley-roll"),
        Point("volley-hit"),
        Point("volley-order"),
        Text("volley-example"),
        Heading("mark"),
        Text("mark-how"),
        Heading("end"),
        Text("end-how"),
        Heading("variations"),
        Item("variations-wumpuses"),
        Item("variations-order"),
        Item("variations-lends"),
    ],
    values: Vec::new,
};
