//! Pack of *Salvo on paper*.

use broadside_engine::game::RulesetId;

use crate::kind::BlankSheet;
use crate::sheet::classic;
use crate::sheet::pack::HowTo;
use crate::sheet::pack::PackPart::{Heading, Item, Point, Text};

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "classic-pack",
    summary: "What one player of Salvo on paper needs: how to play, and the sheet.",
    options: classic::BLANK.options,
    needs: classic::BLANK.needs,
    title: None,
    make: |request, lang| Ok(HOW_TO.pack(lang, (classic::BLANK.make)(request, lang)?)),
};

/// Paragraphs of the rules.
pub(crate) static HOW_TO: HowTo = HowTo {
    ruleset: RulesetId::Classic,
    title: "classic-title",
    parts: &[
        Text("intro"),
        Heading("need"),
        Text("need-what"),
        Heading("begin"),
        Point("begin-grid"),
        Point("begin-fleet"),
        Point("begin-first"),
        Heading("round"),
        Point("round-shots"),
        Point("round-write"),
        Point("round-read"),
        Point("round-answer"),
        Point("round-sink"),
        Text("round-example"),
        Heading("shot"),
        Point("shot-call"),
        Point("shot-sunk"),
        Point("shot-once"),
        Heading("mark"),
        Text("mark-round"),
        Text("mark-shot"),
        Heading("end"),
        Text("end-how"),
        Heading("variations"),
        Item("variations-fleet"),
        Item("variations-repeat"),
    ],
    values: Vec::new,
};
