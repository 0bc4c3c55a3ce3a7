//! Pack of *Advanced Battleships*.

use broadside_engine::advanced::Options;
use broadside_engine::game::RulesetId;

use crate::kind::BlankSheet;
use crate::sheet::advanced;
use crate::sheet::pack::HowTo;
use crate::sheet::pack::PackPart::{Heading, Item, Point, Text};

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "advanced-pack",
    summary: "What one player of Advanced Battleships needs: how to play, the two maps, the price list and a log.",
    options: advanced::BLANK.options,
    needs: advanced::BLANK.needs,
    title: None,
    make: |request, lang| Ok(HOW_TO.pack(lang, (advanced::BLANK.make)(request, lang)?)),
};

/// Paragraphs of the rules.
pub(crate) static HOW_TO: HowTo = HowTo {
    ruleset: RulesetId::Advanced,
    title: "advanced-title",
    parts: &[
        Text("intro"),
        Heading("need"),
        Text("need-what"),
        Heading("begin"),
        Point("begin-map"),
        Point("begin-ships"),
        Point("begin-buy"),
        Point("begin-first"),
        Heading("turn"),
        Text("turn-one"),
        Point("turn-salvo"),
        Point("turn-send"),
        Point("turn-pass"),
        Heading("report"),
        Point("report-hit"),
        Point("report-total"),
        Point("report-recce"),
        Point("report-gun"),
        Text("report-example"),
        Heading("mark"),
        Text("mark-how"),
        Heading("end"),
        Text("end-how"),
        Heading("variations"),
        Item("variations-fleet"),
        Item("variations-points"),
        Item("variations-resupply"),
        Item("variations-map"),
        Item("variations-orders"),
    ],
    values: || vec![("points", Options::default().points.to_string())],
};
