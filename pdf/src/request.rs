//! Requests for sheets. The command line and the service both turn options into documents here.

use broadside_engine::advanced::map::Map as Terrain;
use broadside_engine::advanced::recipe::{BadRecipe, Recipe};
use broadside_engine::voices::matrix::Matrix;
use broadside_i18n::Lang;
use serde::Deserialize;

use crate::Document;
use crate::error::{SheetError, shorten};
use crate::game::GameSheetData;
use crate::kind::{GameKind, Kind};
use crate::paper::{Margin, Orientation, Page, Paper};
use crate::sheet::Sheet;
use crate::sheet::voices::score::{Layout, Size};

/// Options of a sheet and of its paper. Omitted options have defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Request {
    /// Game-matrix of the battle map: a number from 1 to 10, or the recipe of a generated one of 10 rows. Without it
    /// the map is blank; a pack requires it.
    #[cfg_attr(feature = "openapi", param(example = "3"))]
    pub battle: Option<String>,
    /// Game-matrix of the tactical map, in the same form.
    #[cfg_attr(feature = "openapi", param(example = "7"))]
    pub tactical: Option<String>,
    /// Game-matrix that a sheet `game-matrix` shows: a number from 1 to 10, or a recipe.
    #[cfg_attr(feature = "openapi", param(example = "v1:10:j3,i2,u3,p2:herring"))]
    pub matrix: Option<String>,
    /// Fleet. Of a sheet `classic`: `standard` (the default), `two_destroyers` or `five_ships`. Of a sheet `solo`:
    /// `ships` (the default) or `wumpuses`.
    #[cfg_attr(feature = "openapi", param(example = "standard"))]
    pub fleet: Option<String>,
    /// Map of a sheet `advanced`: a recipe as in `v1:16x16:herring`, or a size as in `16x16` for open water on which to
    /// draw your own land.
    #[cfg_attr(feature = "openapi", param(default = "16x16", example = "v1:16x16:herring"))]
    #[serde(rename = "land_map", alias = "map")]
    pub map: Option<String>,
    /// Layout of the score of a game: `side_by_side` or `facing`.
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub layout: Option<String>,
    /// Size of the score of a game: `compact` or `large`.
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub size: Option<String>,
    /// Paper: `a4`, `letter`, `a5`, or width and height in millimetres as in `148x210`, each 50 to 2000.
    #[cfg_attr(feature = "openapi", param(default = "a4"))]
    pub paper: Option<String>,
    /// Orientation: `portrait` or `landscape`.
    #[cfg_attr(feature = "openapi", param(default = "portrait"))]
    pub orientation: Option<String>,
    /// Margin in millimetres, at most a quarter of the shorter side.
    #[cfg_attr(feature = "openapi", param(default = "12"))]
    pub margin: Option<String>,
    /// Language: `en` or `it`.
    #[cfg_attr(feature = "openapi", param(default = "en"))]
    pub lang: Option<String>,
}

/// Common pages to suggest if a sheet does not fit the one requested, smallest first.
const LARGER: [(Paper, Orientation); 8] = [
    (Paper::A5, Orientation::Portrait),
    (Paper::A5, Orientation::Landscape),
    (Paper::A4, Orientation::Portrait),
    (Paper::A4, Orientation::Landscape),
    (Paper::millimetres(297, 420), Orientation::Portrait),
    (Paper::millimetres(297, 420), Orientation::Landscape),
    (Paper::millimetres(420, 594), Orientation::Portrait),
    (Paper::millimetres(420, 594), Orientation::Landscape),
];

impl Request {
    /// Lays the sheet out.
    ///
    /// # Errors
    /// If an option is wrong. Reports the first one, and what would be valid.
    ///
    /// ```
    /// use broadside_pdf::Request;
    /// let request = Request { battle: Some("3".into()), tactical: Some("7".into()), ..Request::default() };
    /// let pack = request.document("voices-pack".parse()?)?;
    /// assert_eq!(pack.page_count(), 4);
    /// assert!(pack.pdf().starts_with(b"%PDF-1.7"));
    /// # Ok::<(), broadside_pdf::SheetError>(())
    /// ```
    pub fn document(&self, kind: Kind) -> Result<Document, SheetError> {
        self.printed(|| self.sheet(kind))
    }

    /// Lays out a sheet of a game. The game decides the content of the sheet; the request only says how to print it.
    ///
    /// # Errors
    /// If an option is wrong. Reports the first one, and what would be valid.
    pub fn of_game(&self, kind: GameKind, known: &GameSheetData) -> Result<Document, SheetError> {
        let mut given = self.own().into_iter().filter(|(_, given)| *given).map(|(field, _)| field);
        if let Some(field) = given.find(|field| !kind.options().contains(field)) {
            return Err(match GameKind::OPTIONS.contains(&field) {
                true => SheetError::NotTakenPlayed { field, kind },
                false => SheetError::Decided { field },
            });
        }
        self.printed(|| known.sheet(kind, self, parsed(self.lang.as_deref())?))
    }

    /// Lays a sheet out on the paper requested.
    fn printed(&self, sheet: impl FnOnce() -> Result<Sheet, SheetError>) -> Result<Document, SheetError> {
        let paper: Paper = parsed(self.paper.as_deref())?;
        let orientation: Orientation = parsed(self.orientation.as_deref())?;
        let margin: Margin = parsed(self.margin.as_deref())?;
        let page = Page::new(paper, orientation, margin)?;
        let sheet = sheet()?;
        Document::lay(&sheet, page).map_err(|_| SheetError::TooSmall {
            paper,
            orientation,
            fits: LARGER.into_iter().find(|&(paper, orientation)| {
                let page = Page::new(paper, orientation, margin);
                page.is_ok_and(|page| Document::lay(&sheet, page).is_ok())
            }),
        })
    }

    /// Makes the content of the sheet without laying it out. Its pages may become part of another document.
    ///
    /// # Errors
    /// If an option is wrong. Reports the first one, and what would be valid.
    pub fn sheet(&self, kind: Kind) -> Result<Sheet, SheetError> {
        self.check_taken(kind)?;
        let lang: Lang = parsed(self.lang.as_deref())?;
        let pages = (kind.0.make)(self, lang)?;
        let title = kind.0.title.map_or_else(|| pages[0].title.clone(), |key| lang.text(key));
        Ok(Sheet { title, subject: pages[0].footer.clone(), lang, pages })
    }

    /// Returns the game-matrix of the battle map, if there is one.
    pub(crate) fn battle_matrix(&self) -> Result<Option<Matrix>, SheetError> {
        on_map("battle", self.battle.as_deref())
    }

    /// Returns the game-matrix of the tactical map, if there is one.
    pub(crate) fn tactical_matrix(&self) -> Result<Option<Matrix>, SheetError> {
        on_map("tactical", self.tactical.as_deref())
    }

    /// Returns the game-matrix to show, if there is one.
    pub(crate) fn shown_matrix(&self) -> Result<Option<Matrix>, SheetError> {
        named("matrix", self.matrix.as_deref())
    }

    /// Returns the layout of the score.
    pub(crate) fn score_layout(&self) -> Result<Layout, SheetError> {
        parsed(self.layout.as_deref())
    }

    /// Returns the size of the score.
    pub(crate) fn score_size(&self) -> Result<Size, SheetError> {
        parsed(self.size.as_deref())
    }

    /// Returns the map of land and water.
    pub(crate) fn terrain(&self) -> Result<Terrain, SheetError> {
        terrain(self.map.as_deref())
    }

    /// Returns the fleet requested, by its name on this kind of sheet.
    pub(crate) fn fleet<T>(
        &self,
        default: T,
        named: impl Fn(&str) -> Option<T>,
        known: &'static str,
    ) -> Result<T, SheetError> {
        let Some(name) = &self.fleet else { return Ok(default) };
        named(name).ok_or_else(|| SheetError::Fleet { name: shorten(name), known })
    }

    /// Returns the options that only some kinds take, each with true if it is given.
    fn own(&self) -> [(&'static str, bool); 7] {
        [
            ("battle", self.battle.is_some()),
            ("tactical", self.tactical.is_some()),
            ("matrix", self.matrix.is_some()),
            ("fleet", self.fleet.is_some()),
            ("land_map", self.map.is_some()),
            ("layout", self.layout.is_some()),
            ("size", self.size.is_some()),
        ]
    }

    /// Rejects options that the kind does not have. Otherwise they would be silently ignored.
    fn check_taken(&self, kind: Kind) -> Result<(), SheetError> {
        match self.own().into_iter().find(|(field, given)| *given && !kind.options().contains(field)) {
            Some((field, _)) => Err(SheetError::NotTaken { field, kind }),
            None => Ok(()),
        }
    }
}

fn parsed<T: Default + std::str::FromStr<Err: Into<SheetError>>>(
    text: Option<&str>,
) -> Result<T, SheetError> {
    text.map_or_else(|| Ok(T::default()), |text| text.parse().map_err(Into::into))
}

/// Parses a map of land and water from its recipe, or open water from its size.
fn terrain(text: Option<&str>) -> Result<Terrain, SheetError> {
    let text = text.unwrap_or("16x16");
    // Open water needs only the size from a recipe, so any seed will do.
    let open = !text.contains(':');
    let named = if open { format!("v1:{text}:open") } else { text.to_owned() };
    let recipe: Recipe = match named.parse() {
        Ok(recipe) => recipe,
        Err(BadRecipe::Form(_)) => return Err(SheetError::Map(shorten(text))),
        Err(why) => return Err(SheetError::MapRecipe(why)),
    };
    Ok(if open { Terrain::open_water(recipe.grid()) } else { Terrain::made(&recipe) })
}

/// Returns a matrix by its number or recipe.
fn named(field: &'static str, text: Option<&str>) -> Result<Option<Matrix>, SheetError> {
    let Some(text) = text else { return Ok(None) };
    Matrix::named(text)
        .map(|matrix| Some(matrix.into_owned()))
        .map_err(|why| SheetError::Matrix { field, why })
}

/// Returns the matrix for a map. It must have the size of the game's grid.
fn on_map(field: &'static str, text: Option<&str>) -> Result<Option<Matrix>, SheetError> {
    match named(field, text)? {
        Some(matrix) if matrix.size() != 10 => Err(SheetError::MatrixSize { field, size: matrix.size() }),
        found => Ok(found),
    }
}
