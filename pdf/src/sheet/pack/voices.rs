//! Pack of *SALVO for 2 voices*.

use broadside_engine::game::RulesetId;

use super::HowTo;
use super::Part::{Heading, Item, Point, Text};
use crate::kind::BlankSheet;
use crate::sheet::cutout;
use crate::sheet::map::{self, Use};
use crate::sheet::voices::key;

/// Rules and sheets for a player.
pub(crate) static PACK: BlankSheet = BlankSheet {
    name: "voices-pack",
    summary: "What one player of SALVO for 2 voices needs: how to play, the two maps with their \
              game-matrices, the pronunciation key, and two ten-sided dice to cut out.",
    options: &["battle", "tactical"],
    needs: &["battle", "tactical"],
    title: None,
    make: |request, lang| {
        let (battle, tactical) = (request.battle_matrix()?, request.tactical_matrix()?);
        let battle = battle.ok_or(PACK.lacks("battle"))?;
        let tactical = tactical.ok_or(PACK.lacks("tactical"))?;
        let sheets = vec![
            map::page(lang, Use::Battle, Some(&battle)),
            map::page(lang, Use::Tactical, Some(&tactical)),
            key::page(lang),
            cutout::ten_sided(lang),
        ];
        Ok(HOW_TO.pack(lang, sheets))
    },
};

/// Paragraphs of the rules.
pub(super) static HOW_TO: HowTo = HowTo {
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
