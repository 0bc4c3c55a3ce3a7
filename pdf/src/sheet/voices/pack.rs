//! Pack of *SALVO for 2 voices*.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use crate::error::SheetError;
use crate::kind::BlankSheet;
use crate::request::Request;
use crate::sheet::Page;
use crate::sheet::cutout;
use crate::sheet::map::{self, MapUse};
use crate::sheet::pack::HowTo;
use crate::sheet::pack::PackPart::{Heading, Item, Point, Text};
use crate::sheet::voices::key;

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "voices-pack",
    summary: "What one player of SALVO for 2 voices needs: how to play, the two maps with their \
              game-matrices, the pronunciation key, and two ten-sided dice to cut out.",
    options: &["battle", "tactical", "fleet", "seats"],
    needs: &["battle", "tactical"],
    title: None,
    make: |request, lang| {
        let mut pages = pages(request, lang)?;
        pages.push(cutout::ten_sided(lang));
        Ok(pages)
    },
};

/// Makes the pages of a pack without dice.
pub(crate) fn pages(request: &Request, lang: Lang) -> Result<Vec<Page>, SheetError> {
    let given = [("battle", request.battle.is_some()), ("tactical", request.tactical.is_some())];
    if let Some((field, _)) = given.into_iter().find(|(_, given)| !given) {
        return Err(PACK.lacks(field));
    }
    let [battle, tactical] = [MapUse::Battle, MapUse::Tactical]
        .map(|purpose| map::blank(request, lang, &PACK, &[purpose]));
    Ok(HOW_TO.pack(lang, [battle?, tactical?, vec![key::page(lang)]].concat()))
}

/// Paragraphs of the rules.
pub(crate) static HOW_TO: HowTo = HowTo {
    ruleset: RulesetId::Voices,
    title: "pack-title",
    parts: &[
        Text("intro"),
        Heading("need"),
        Text("need-what"),
        Text("need-phone"),
        Heading("begin"),
        Point("begin-fleet"),
        Point("begin-first"),
        Heading("turn"),
        Point("turn-shots"),
        Point("turn-dice"),
        Point("turn-again"),
        Point("turn-call"),
        Point("turn-answer"),
        Point("turn-report"),
        Text("turn-example"),
        Heading("mark"),
        Text("mark-shots"),
        Text("mark-list"),
        Heading("perform"),
        Text("perform-how"),
        Heading("end"),
        Text("end-how"),
        Heading("variations"),
        Item("variations-rounds"),
        Item("variations-seats"),
        Item("variations-all"),
        Item("variations-one"),
        Item("variations-fleet"),
        Item("variations-axes"),
        Item("variations-aim"),
        Item("variations-interludes"),
    ],
    values: Vec::new,
};
