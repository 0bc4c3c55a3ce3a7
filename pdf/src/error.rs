//! Errors in a request for a sheet.

use broadside_engine::advanced::recipe::BadRecipe;
use broadside_engine::game::RulesetId;
use broadside_engine::voices::matrix::NoMatrix;
use broadside_i18n::{Lang, UnknownLang};

use crate::kind::{GameKind, Kind};
use crate::layout::look::Look;
use crate::paper::{Margin, Orientation, Paper};
use crate::picture::{Dpi, Format};

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
    #[error(
        "the sheet {kind} needs `{field}`: the number of a game-matrix, 1 to 10, or the recipe of one"
    )]
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
    /// Setting of a game that its ruleset refuses.
    #[error("{detail}")]
    Setting {
        /// The setting.
        field: String,
        /// The refusal.
        detail: String,
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
        "`{0}` is not a paper: use {named}, or a size in millimetres as in 148x210, each side 50 to 2000",
        named = Paper::NAMED.map(|(name, _)| name).join(", ")
    )]
    Paper(String),
    /// Side of the paper that is not between 50 and 2000 mm.
    #[error("a side of {0} mm: each side of the paper measures 50 to 2000 mm")]
    PaperSize(String),
    /// Unknown orientation.
    #[error("`{0}` is not an orientation: use portrait or landscape")]
    Orientation(String),
    /// Unknown look.
    #[error("`{0}` is not a look: use one of {all}", all = list(&Look::ALL))]
    Look(String),
    /// Number of pages on a sheet of paper that is not possible.
    #[error("`{0}` pages do not share a sheet of paper: use 1, 2 or 4")]
    NUp(String),
    /// Margin that is not a length.
    #[error(
        "`{0}` is not a margin: give it in millimetres, as in 12 or 12.5, at most a quarter of the paper's shorter side"
    )]
    Margin(String),
    /// Margins that leave too little room.
    #[error(
        "margins of {margin} mm are too wide for {paper}: at most {max} mm leave room for the sheet"
    )]
    MarginTooWide {
        /// The margin requested.
        margin: Margin,
        /// The paper.
        paper: Paper,
        /// The widest margin possible.
        max: Margin,
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
        /// A page that is large enough: the paper in the other orientation, or the smallest common
        /// one.
        fits: Option<(Paper, Orientation)>,
    },
    /// Text that is not the number of a page.
    #[error("`{0}` is not the number of a page: use 1 for the first page")]
    Page(String),
    /// Page that the sheet does not have.
    #[error("the sheet has no page {page}: {}", match .count { 1 => "it has only page 1".to_owned(), count => format!("it has {count} pages, 1 to {count}") })]
    NoPage {
        /// Number of the page.
        page: usize,
        /// Number of pages of the sheet.
        count: usize,
    },
    /// Page of a file that has all pages.
    #[error("a PDF file has all pages: leave `page` out, or choose the format svg or png")]
    PageOfPdf,
    /// Text that is not a resolution.
    #[error(
        "`{0}` is not a resolution: use a whole number of pixels per inch, {lowest} to {highest}",
        lowest = Dpi::LOWEST,
        highest = Dpi::HIGHEST
    )]
    Dpi(String),
    /// Resolution of a file without pixels.
    #[error("{} has no resolution: leave `dpi` out, or choose the format png", .0.extension())]
    DpiOf(Format),
    /// Page with too many pixels.
    #[error("a page of this size has too many pixels at {dpi} dpi: use at most {max} dpi")]
    TooManyPixels {
        /// Resolution.
        dpi: u16,
        /// Highest resolution for the page.
        max: u16,
    },
}

impl SheetError {
    /// Returns the name of the invalid option.
    pub fn field(&self) -> &str {
        match self {
            Self::Kind(_) | Self::NotOfGame { .. } | Self::Seatless(_) => "kind",
            Self::Decided { field }
            | Self::NotTaken { field, .. }
            | Self::NotTakenPlayed { field, .. }
            | Self::Needed { field, .. }
            | Self::Matrix { field, .. }
            | Self::MatrixSize { field, .. } => field,
            Self::Setting { field, .. } => field,
            Self::Map(_) | Self::MapRecipe(_) => "map",
            Self::Layout(_) => "layout",
            Self::Size(_) => "size",
            Self::Lang(_) => "lang",
            Self::Paper(_) | Self::PaperSize(_) | Self::TooSmall { .. } => "paper",
            Self::Orientation(_) => "orientation",
            Self::Look(_) => "look",
            Self::NUp(_) => "n_up",
            Self::Margin(_) | Self::MarginTooWide { .. } => "margin",
            Self::Page(_) | Self::NoPage { .. } | Self::PageOfPdf => "page",
            Self::Dpi(_) | Self::DpiOf(_) | Self::TooManyPixels { .. } => "dpi",
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
    const MAX_LENGTH: usize = 40;
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
