//! Errors in a request for a sheet.

use broadside_engine::advanced::recipe::BadRecipe;
use broadside_engine::game::RulesetId;
use broadside_engine::voices::matrix::NoMatrix;
use broadside_i18n::{Lang, UnknownLang};

use crate::kind::{GameKind, Kind};
use crate::paper::{Margin, Orientation, Paper};

/// Reason why a sheet cannot be made. The message says what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// Unknown kind of sheet.
    #[error("`{0}` is not a kind of sheet: use one of {all}", all = list(&Kind::ALL))]
    Kind(String),
    /// Option that this kind of sheet does not have.
    #[error("the sheet {kind} has no option `{field}`: it takes {takes}", takes = kind.takes())]
    NotTaken {
        /// The option.
        field: &'static str,
        /// The kind of sheet.
        kind: Kind,
    },
    /// Kind of sheet that games of this ruleset do not have.
    #[error("a game of {ruleset} has no sheet `{kind}`: use one of {all}", all = list(GameKind::of(*ruleset)))]
    NotOfGame {
        /// The kind of sheet.
        kind: String,
        /// The ruleset of the game.
        ruleset: RulesetId,
    },
    /// Kind of sheet that only a player can get, requested by an onlooker.
    #[error("the sheet {0} shows what belongs to a seat, and you have none in this game")]
    Seatless(GameKind),
    /// Option that cannot be chosen for the sheets of a game.
    #[error("the game decides the {field} of its sheets: leave `{field}` out; they take {}", Kind::COMMON.join(", "))]
    Decided {
        /// The option.
        field: &'static str,
    },
    /// Option that this kind of sheet of a game does not have.
    #[error("the sheet {kind} of a game has no option `{field}`: it takes {takes}", takes = kind.takes())]
    NotTakenPlayed {
        /// The option.
        field: &'static str,
        /// The kind of sheet.
        kind: GameKind,
    },
    /// Unknown layout of a score.
    #[error("`{0}` is not a layout of the score: use side_by_side or facing")]
    Layout(String),
    /// Unknown size of a score.
    #[error("`{0}` is not a size of the score: use compact or large")]
    Size(String),
    /// Matrix that this kind of sheet requires.
    #[error("the sheet {kind} needs `{field}`: the number of a game-matrix, 1 to 10, or the recipe of one")]
    Needed {
        /// The option.
        field: &'static str,
        /// The kind of sheet.
        kind: Kind,
    },
    /// Invalid number or recipe of a matrix.
    #[error("{why}")]
    Matrix {
        /// The option.
        field: &'static str,
        /// The error.
        why: NoMatrix,
    },
    /// Matrix that does not have the size of the game's grid.
    #[error(
        "a map has 10 rows and 10 columns, and this matrix has {size}: only a sheet game-matrix shows it"
    )]
    MatrixSize {
        /// The option.
        field: &'static str,
        /// Number of rows of the matrix.
        size: u8,
    },
    /// Unknown fleet.
    #[error("`{name}` is not a fleet of this sheet: use one of {known}")]
    Fleet {
        /// Name that was given.
        name: String,
        /// Names of the known fleets.
        known: &'static str,
    },
    /// Text that is not a map.
    #[error(
        "`{0}` is not a map: use a recipe as in v1:16x16:herring, or a size as in 16x16 for open water, each side 10 to 26"
    )]
    Map(String),
    /// Recipe that describes no valid map.
    #[error("{0}")]
    MapRecipe(BadRecipe),
    /// Unknown language.
    #[error("`{0}` is not a language of the sheets: use one of {all}", all = list(&Lang::ALL))]
    Lang(String),
    /// Unknown paper size.
    #[error(
        "`{0}` is not a paper: use a4, letter, a5, or a size in millimetres as in 148x210, each side 50 to 2000"
    )]
    Paper(String),
    /// Side of the paper that is not between 50 and 2000 mm.
    #[error("a side of {0} mm: each side of the paper measures 50 to 2000 mm")]
    PaperSize(String),
    /// Unknown orientation.
    #[error("`{0}` is no orientation: use portrait or landscape")]
    Orientation(String),
    /// Margin that is not a length.
    #[error(
        "`{0}` is not a margin: give it in millimetres, as in 12 or 12.5, at most a quarter of the paper's shorter side"
    )]
    Margin(String),
    /// Margins that leave too little room.
    #[error("margins of {margin} mm are too wide for {paper}: at most {most} mm leave room for the sheet")]
    MarginTooWide {
        /// The margin requested.
        margin: Margin,
        /// The paper.
        paper: Paper,
        /// The widest margin possible.
        most: Margin,
    },
    /// Paper that is too small for the sheet.
    #[error(
        "the sheet does not fit {paper} {orientation} legibly{}",
        .fits.map_or_else(String::new, |(paper, lies)| format!(": {paper} {lies} is large enough"))
    )]
    TooSmall {
        /// The paper.
        paper: Paper,
        /// Its orientation.
        orientation: Orientation,
        /// The smallest common paper that is large enough.
        fits: Option<(Paper, Orientation)>,
    },
}

impl SheetError {
    /// Returns the name of the invalid option.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Kind(_) | Self::NotOfGame { .. } | Self::Seatless(_) => "kind",
            Self::Decided { field }
            | Self::NotTaken { field, .. }
            | Self::NotTakenPlayed { field, .. }
            | Self::Needed { field, .. }
            | Self::Matrix { field, .. }
            | Self::MatrixSize { field, .. } => field,
            Self::Layout(_) => "layout",
            Self::Size(_) => "size",
            Self::Fleet { .. } => "fleet",
            Self::Map(_) | Self::MapRecipe(_) => "land_map",
            Self::Lang(_) => "lang",
            Self::Paper(_) | Self::PaperSize(_) | Self::TooSmall { .. } => "paper",
            Self::Orientation(_) => "orientation",
            Self::Margin(_) | Self::MarginTooWide { .. } => "margin",
        }
    }
}

fn list<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl From<UnknownLang> for SheetError {
    fn from(UnknownLang(text): UnknownLang) -> Self {
        Self::Lang(shorten(&text))
    }
}

/// Returns the first 40 characters of user input, for an error message.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
