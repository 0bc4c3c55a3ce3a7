//! Content of each sheet as typed data. The layout places it on pages.

pub mod advanced;
pub mod classic;
pub mod cutout;
pub mod log;
pub mod map;
pub mod move_card;
pub mod pack;
pub mod prose;
pub mod satellite;
pub mod solo;
pub mod voices;

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use self::pack::HowTo;
use crate::kind::{GameKind, Kind};
use crate::texts::SheetTexts;

pub(crate) const BLANK: [Kind; 20] = [
    Kind(&map::BATTLE_MAP),
    Kind(&map::TACTICAL_MAP),
    Kind(&map::MAPS),
    Kind(&voices::matrices::GAME_MATRIX),
    Kind(&voices::matrices::GAME_MATRICES),
    Kind(&voices::key::PRONUNCIATION_KEY),
    Kind(&voices::pack::PACK),
    Kind(&voices::class_set::CLASS_SET),
    Kind(&classic::pack::PACK),
    Kind(&solo::pack::PACK),
    Kind(&satellite::pack::PACK),
    Kind(&advanced::pack::PACK),
    Kind(&classic::BLANK),
    Kind(&solo::BLANK),
    Kind(&satellite::BLANK),
    Kind(&satellite::pieces::PIECES),
    Kind(&advanced::BLANK),
    Kind(&move_card::MOVE_CARD),
    Kind(&cutout::D10),
    Kind(&cutout::PIECEPACK),
];

/// Sheets and printed rules of a ruleset.
pub(crate) struct RulesetSheets {
    /// Table of the printed rules.
    how_to: &'static HowTo,
    /// Pack: the rules, and the sheets that a player needs.
    pub(crate) pack: Kind,
    /// Kinds of sheet for games.
    pub(crate) of_game: &'static [GameKind],
}

/// Returns what is printed for a ruleset.
pub(crate) fn of_ruleset(ruleset: RulesetId) -> RulesetSheets {
    match ruleset {
        RulesetId::Classic => RulesetSheets {
            how_to: &classic::pack::HOW_TO,
            pack: Kind(&classic::pack::PACK),
            of_game: const { &[GameKind(&classic::PLAYED)] },
        },
        RulesetId::Solo => RulesetSheets {
            how_to: &solo::pack::HOW_TO,
            pack: Kind(&solo::pack::PACK),
            of_game: const { &[GameKind(&solo::PLAYED)] },
        },
        RulesetId::Voices => RulesetSheets {
            how_to: &voices::pack::HOW_TO,
            pack: Kind(&voices::pack::PACK),
            of_game: const {
                &[
                    GameKind(&voices::game_maps::BATTLE_MAP),
                    GameKind(&voices::game_maps::TACTICAL_MAP),
                    GameKind(&voices::game_maps::MAPS),
                    GameKind(&voices::score::PLAYED),
                ]
            },
        },
        RulesetId::Satellite => RulesetSheets {
            how_to: &satellite::pack::HOW_TO,
            pack: Kind(&satellite::pack::PACK),
            of_game: const { &[GameKind(&satellite::PLAYED)] },
        },
        RulesetId::Advanced => RulesetSheets {
            how_to: &advanced::pack::HOW_TO,
            pack: Kind(&advanced::pack::PACK),
            of_game: const { &[GameKind(&advanced::PLAYED)] },
        },
    }
}

/// Content of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Title.
    pub title: String,
    /// Subject, for the metadata of the document.
    pub subject: String,
    /// Language.
    pub lang: Lang,
    /// Labels of the lines for name, date and place, above the content of pages to be filled in.
    pub lines: Option<[String; 3]>,
    /// Address of the game, printed as a QR code.
    pub link: Option<String>,
    /// Pages, before the layout continues overlong ones on further pages.
    pub pages: Vec<Page>,
}

/// Content of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Heading, also used in the outline of the document.
    pub title: String,
    /// Note next to the heading.
    pub note: String,
    /// Footer: names the sheet and what it was made from.
    pub footer: String,
    /// Content.
    pub body: Body,
}

/// Content of a page, by kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Maps, optionally with a log.
    Maps {
        /// One or two maps.
        maps: Vec<map::Map>,
        /// The log.
        log: Option<log::Log>,
    },
    /// Maps, price list and log.
    Chart(Box<advanced::chart::Chart>),
    /// The pronunciation key.
    Key(Vec<voices::key::Entry>),
    /// Score.
    Score(voices::score::Part),
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
        mats: Vec<satellite::mats::Mat>,
        /// The buildings.
        shapes: Vec<satellite::mats::Shape>,
    },
    /// The arsenals, and the log of the turns.
    Arsenal(satellite::mats::Arsenal),
    /// A divider to cut out, which hides a planet.
    Divider(satellite::pieces::Divider),
    /// The buildings and the tokens of planets to cut out.
    Pieces(Box<satellite::pieces::SatellitePieces>),
    /// Cards for moves by post.
    Cards(move_card::Card),
    /// Pieces to cut out.
    Cutout(cutout::Cutout),
    /// Running text.
    Prose(Vec<prose::Paragraph>),
}

/// Returns the texts of a key for two players, by their numbers.
pub(crate) fn numbered(lang: Lang, key: &str, numbers: [&str; 2]) -> [String; 2] {
    numbers.map(|number| lang.fill(key, &[("number", number)]))
}

/// Returns the footer of a game's sheet: the sheet, the game, and the round if there is one.
pub(crate) fn game_footer(lang: Lang, sheet: &str, game: &str, round: Option<u32>) -> String {
    let mut text = lang.fill("footer-game", &[("sheet", sheet), ("game", game)]);
    if let Some(round) = round {
        text.push_str(" · ");
        text.push_str(&lang.fill("footer-round", &[("round", &round.to_string())]));
    }
    text
}
