//! What is on each sheet, as typed content; where it goes is for the layout to say.

pub mod advanced;
pub mod chart;
pub mod classic;
pub mod cutout;
pub mod key;
pub mod log;
pub mod map;
pub mod matrices;
pub mod mats;
pub mod pack;
pub mod played;
pub mod prose;
pub mod satellite;
pub mod score;
pub mod solo;

use crate::lang::Lang;

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What it is called.
    pub title: String,
    /// What it is about, for the document's metadata.
    pub subject: String,
    /// What language it is in.
    pub lang: Lang,
    /// Its pages, before what does not fit on one runs on to the next.
    pub pages: Vec<Page>,
}

/// A page of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its heading, and its name in the outline.
    pub title: String,
    /// What is said beside the heading.
    pub note: String,
    /// What is said at its foot: what sheet it is, and what it was made from.
    pub footer: String,
    /// What is on it.
    pub body: Body,
}

/// What is on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Maps, and with them perhaps a log.
    Maps {
        /// One map, or two.
        maps: Vec<map::Map>,
        /// The log.
        log: Option<log::Log>,
    },
    /// Maps, accounts and a log.
    Chart(Box<chart::Chart>),
    /// The pronunciation key.
    Key(Vec<key::Entry>),
    /// A score.
    Score(score::Part),
    /// The sea of `solo`, and its log.
    Sea {
        /// The sea, with the fleets.
        sea: Box<solo::Sea>,
        /// The log.
        log: log::Log,
    },
    /// The mats of planets, and the buildings to scale.
    Mats {
        /// The mats.
        mats: Vec<mats::Mat>,
        /// The buildings.
        shapes: Vec<mats::Shape>,
    },
    /// The arsenals, and the log of the turns.
    Arsenal(mats::Arsenal),
    /// Pieces to cut out.
    Cutout(cutout::Cutout),
    /// Running text.
    Prose(Vec<prose::Paragraph>),
}

/// The foot of a game's sheet: what sheet it is, of which game, and how far that has gone.
pub(crate) fn game_footer(lang: Lang, sheet: &str, game: &str, round: Option<u32>) -> String {
    let mut text = lang.fill("footer-game", &[("sheet", sheet), ("game", game)]);
    if let Some(round) = round {
        text.push_str(" · ");
        text.push_str(&lang.fill("footer-round", &[("round", &round.to_string())]));
    }
    text
}
