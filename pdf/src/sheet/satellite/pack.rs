//! Pack of *Satellite Salvo*.

use broadside_engine::game::RulesetId;

use crate::Lang;
use crate::kind::BlankSheet;
use crate::sheet::pack::PackPart::{Heading, Item, Point, Text};
use crate::sheet::pack::{HowTo, Rules};
use crate::sheet::prose::{Paragraph, ParagraphKind};
use crate::sheet::satellite;
use crate::texts::SheetTexts;

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "satellite-pack",
    summary: "What one player of Satellite Salvo needs: how to play, the sheets, and pieces to cut out.",
    options: satellite::BLANK.options,
    needs: satellite::BLANK.needs,
    title: None,
    make: |request, lang| {
        let sheets = (satellite::BLANK.make)(request, lang)?;
        let pieces = satellite::pieces::pages(lang, &sheets);
        Ok(HOW_TO.pack(lang, [sheets, pieces].concat()))
    },
};

/// Paragraphs of the rules.
pub(crate) static HOW_TO: HowTo = HowTo {
    ruleset: RulesetId::Satellite,
    title: "satellite-title",
    parts: &[
        Text("intro"),
        Heading("need"),
        Text("need-what"),
        Heading("begin"),
        Point("begin-planet"),
        Point("begin-build"),
        Point("begin-first"),
        Heading("turn"),
        Point("turn-roll"),
        Point("turn-fire"),
        Point("turn-contain"),
        Point("turn-target"),
        Point("turn-answer"),
        Point("turn-give-up"),
        Heading("cartridges"),
        Item("cartridges-barrage"),
        Item("cartridges-burst"),
        Item("cartridges-beam"),
        Item("cartridges-salvo"),
        Item("cartridges-hazard"),
        Text("turn-example"),
        Heading("mark"),
        Text("mark-how"),
        Heading("end"),
        Text("end-how"),
        Item("end-ceasefire"),
        Item("end-desperation"),
        Item("end-reloaded"),
        Item("end-self-destruct"),
        Heading("variations"),
        Item("variations-planet"),
    ],
    values: Vec::new,
};

impl Rules {
    /// Returns the paragraphs of *Satellite Salvo* about the cartridges: the dice that unlock each,
    /// and the sectors that it hits.
    pub fn cartridges(lang: Lang) -> Vec<Paragraph> {
        let heading = lang.text("howto-cartridges");
        let paragraphs = HOW_TO.rules(lang).paragraphs.into_iter();
        paragraphs
            .skip_while(|paragraph| paragraph.plain() != heading)
            .skip(1)
            .take_while(|paragraph| matches!(paragraph.style, ParagraphKind::Point(_)))
            .collect()
    }
}
