//! The kinds of sheet, and the options of each.

use std::fmt;
use std::str::FromStr;

use crate::error::{SheetError, shorten};

/// Kind of sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Grid for the player's own fleet and the opponent's shots.
    BattleMap,
    /// Grid for the player's own shots.
    TacticalMap,
    /// Both maps on one page.
    Maps,
    /// One game-matrix.
    GameMatrix,
    /// All ten game-matrices, one on each page.
    GameMatrices,
    /// The phones, with a word for each.
    PronunciationKey,
    /// All sheets that a player of *SALVO for 2 voices* needs.
    VoicesPack,
    /// The two grids of *Salvo on paper* with fleets and a log of the rounds.
    Classic,
    /// The sea of *Solo Salvo* with its fleets and a log of the volleys.
    Solo,
    /// The mats of *Satellite Salvo*, and a log of the turns.
    Satellite,
    /// The two maps of *Advanced Battleships* with the price list and a log.
    Advanced,
    /// Two ten-sided dice to cut out.
    D10,
    /// The tiles, coins and dice of a piecepack to cut out.
    Piecepack,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::BattleMap,
        Self::TacticalMap,
        Self::Maps,
        Self::GameMatrix,
        Self::GameMatrices,
        Self::PronunciationKey,
        Self::VoicesPack,
        Self::Classic,
        Self::Solo,
        Self::Satellite,
        Self::Advanced,
        Self::D10,
        Self::Piecepack,
    ];

    /// Returns its name in commands and URLs.
    pub fn name(self) -> &'static str {
        match self {
            Self::BattleMap => "battle-map",
            Self::TacticalMap => "tactical-map",
            Self::Maps => "maps",
            Self::GameMatrix => "game-matrix",
            Self::GameMatrices => "game-matrices",
            Self::PronunciationKey => "pronunciation-key",
            Self::VoicesPack => "voices-pack",
            Self::Classic => "classic",
            Self::Solo => "solo",
            Self::Satellite => "satellite",
            Self::Advanced => "advanced",
            Self::D10 => "d10",
            Self::Piecepack => "piecepack",
        }
    }

    /// Returns a description of its content, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::BattleMap => {
                "A map for your own fleet and your opponent's shots, with a fleet to tick off; blank, or with a \
                 game-matrix behind."
            }
            Self::TacticalMap => {
                "A map for your own shots, with your opponent's fleet to tick off; blank, or with a game-matrix behind."
            }
            Self::Maps => "Battle map and tactical map on one page.",
            Self::GameMatrix => "One game-matrix with its axes, to read from or to mark as a map.",
            Self::GameMatrices => "All ten game-matrices of SALVO for 2 voices, one a page.",
            Self::PronunciationKey => "The 26 phones, each with a word; the letters that sound it are bold.",
            Self::VoicesPack => {
                "What one player of SALVO for 2 voices needs: how to play, the two maps with their game-matrices, the \
                 pronunciation key."
            }
            Self::D10 => "Two ten-sided dice to cut out, fold and glue.",
            Self::Piecepack => {
                "The tiles, coins and dice of a piecepack to cut out: what Solo Salvo is played with."
            }
            Self::Advanced => {
                "Advanced Battleships: own map and enemy map with the land drawn in, the price list to keep accounts in, and \
                 a log of the reports."
            }
            Self::Classic => "Salvo on paper: both grids, the fleet with its shots, and a log of the rounds.",
            Self::Solo => {
                "Solo Salvo: the sea with its suits, halves and columns, the fleets, and a log of the volleys."
            }
            Self::Satellite => {
                "Satellite Salvo: planet mat and targeting mat of 13 rows and 9 columns, the buildings to scale, the \
                 arsenals, and a log of the rounds."
            }
        }
    }

    /// Returns the options that this kind takes in addition to the common ones.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Self::BattleMap => &["battle"],
            Self::TacticalMap => &["tactical"],
            Self::Maps | Self::VoicesPack => &["battle", "tactical"],
            Self::GameMatrix => &["matrix"],
            Self::GameMatrices | Self::PronunciationKey | Self::Satellite | Self::D10 | Self::Piecepack => {
                &[]
            }
            Self::Classic | Self::Solo => &["fleet"],
            Self::Advanced => &["land_map"],
        }
    }

    /// Returns the options that this kind requires.
    pub fn needs(self) -> &'static [&'static str] {
        match self {
            Self::VoicesPack => &["battle", "tactical"],
            Self::GameMatrix => &["matrix"],
            _ => &[],
        }
    }

    /// Options that every kind takes.
    pub const COMMON: [&'static str; 4] = ["paper", "orientation", "margin", "lang"];

    pub(crate) fn takes(self) -> String {
        let all: Vec<&str> = self.options().iter().chain(&Self::COMMON).copied().collect();
        all.join(", ")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| SheetError::Kind(shorten(text)))
    }
}
