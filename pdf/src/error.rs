//! What can be wrong with what is asked of the press.

use broadside_engine::advanced::recipe::BadRecipe;
use broadside_engine::game::RulesetId;
use broadside_engine::voices::matrix::NoMatrix;

use crate::game::GameKind;
use crate::kind::Kind;
use crate::lang::Lang;
use crate::paper::{Margin, Orientation, Paper};

/// Why there is no such sheet. Says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// A kind of sheet that there is not.
    #[error("`{0}` is not a kind of sheet: use one of {all}", all = list(&Kind::ALL))]
    Kind(String),
    /// An option that the kind does not have.
    #[error("the sheet {kind} has no option `{field}`: it takes {takes}", takes = kind.takes())]
    NotTaken {
        /// The option.
        field: &'static str,
        /// The kind of sheet.
        kind: Kind,
    },
    /// A kind of sheet that a game does not have.
    #[error("a game of {ruleset} has no sheet `{kind}`: use one of {all}", all = list(GameKind::of(*ruleset)))]
    NotOfGame {
        /// The kind of sheet.
        kind: String,
        /// The ruleset of the game.
        ruleset: RulesetId,
    },
    /// A kind of sheet that only a player has, asked for by somebody who looks on.
    #[error("the sheet {0} shows what belongs to a seat, and you have none in this game")]
    Seatless(GameKind),
    /// An option that is not chosen where a game is printed.
    #[error("the game decides the {field} of its sheets: leave `{field}` out; they take {}", Kind::COMMON.join(", "))]
    Decided {
        /// The option.
        field: &'static str,
    },
    /// A matrix that the kind cannot do without.
    #[error("the sheet {kind} needs `{field}`: the number of a game-matrix, 1 to 10, or the recipe of one")]
    Needed {
        /// The option.
        field: &'static str,
        /// The kind of sheet.
        kind: Kind,
    },
    /// A number that no matrix has, or a text that is no recipe.
    #[error("{why}")]
    Matrix {
        /// The option.
        field: &'static str,
        /// What is wrong with it.
        why: NoMatrix,
    },
    /// A matrix that does not go with the grid of the game.
    #[error(
        "a map has 10 rows and 10 columns, and this matrix has {size}: only a sheet game-matrix shows it"
    )]
    MatrixSize {
        /// The option.
        field: &'static str,
        /// How many rows it has.
        size: u8,
    },
    /// A fleet that is not known.
    #[error("`{name}` is not a fleet of this sheet: use one of {known}")]
    Fleet {
        /// What it is called.
        name: String,
        /// What there is.
        known: &'static str,
    },
    /// A text that names no map.
    #[error(
        "`{0}` is not a map: use a recipe as in v1:16x16:herring, or a size as in 16x16 for open water, each side 10 to 26"
    )]
    Map(String),
    /// A recipe of a map that there is not.
    #[error("{0}")]
    MapRecipe(BadRecipe),
    /// A language that the sheets are not in.
    #[error("`{0}` is not a language of the sheets: use one of {all}", all = list(&Lang::ALL))]
    Lang(String),
    /// A paper that is not known.
    #[error(
        "`{0}` is not a paper: use a4, letter, a5, or a size in millimetres as in 148x210, each side 50 to 2000"
    )]
    Paper(String),
    /// A paper of which no printer has heard.
    #[error("a side of {0} mm: each side of the paper measures 50 to 2000 mm")]
    PaperSize(String),
    /// A third way for paper to lie.
    #[error("`{0}` is no orientation: use portrait or landscape")]
    Orientation(String),
    /// A margin that is no length.
    #[error(
        "`{0}` is not a margin: give it in millimetres, as in 12 or 12.5, at most a quarter of the paper's shorter side"
    )]
    Margin(String),
    /// Margins that leave no room.
    #[error("margins of {margin} mm are too wide for {paper}: at most {most} mm leave room for the sheet")]
    MarginTooWide {
        /// The margin asked for.
        margin: Margin,
        /// The paper.
        paper: Paper,
        /// The widest.
        most: Margin,
    },
    /// Paper that is too small for what stands on it.
    #[error(
        "the sheet does not fit {paper} {orientation} legibly{}",
        .fits.map_or_else(String::new, |(paper, lies)| format!(": {paper} {lies} is large enough"))
    )]
    TooSmall {
        /// The paper.
        paper: Paper,
        /// Which way it lies.
        orientation: Orientation,
        /// The smallest of the common papers that would do.
        fits: Option<(Paper, Orientation)>,
    },
}

impl SheetError {
    /// The option that is wrong.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Kind(_) | Self::NotOfGame { .. } | Self::Seatless(_) => "kind",
            Self::Decided { field }
            | Self::NotTaken { field, .. }
            | Self::Needed { field, .. }
            | Self::Matrix { field, .. }
            | Self::MatrixSize { field, .. } => field,
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

/// The beginning of what somebody sent, for a message.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
