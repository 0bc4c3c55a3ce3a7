//! Requests for sheets. The command line and the service both turn options into documents here.

use broadside_engine::advanced::map::Map as Terrain;
use broadside_engine::advanced::recipe::{BadRecipe, Recipe};
use broadside_engine::game::{RulesetId, View};
use broadside_engine::voices::matrix::Matrix;
use broadside_i18n::Lang;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Document;
use crate::error::{SheetError, shorten};
use crate::game::GameSheetData;
use crate::kind::{GameKind, Kind};
use crate::layout::look::Look;
use crate::layout::n_up::NUp;
use crate::options;
use crate::paper::{Margin, Orientation, PageFormat, Paper};
use crate::sheet::Sheet;
use crate::sheet::voices::score::{Layout, Size};
use crate::texts::SheetTexts;

/// Options of a sheet and of its paper. Omitted options have defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// Game-matrix of the battle map: a number from 1 to 10, or the recipe of a generated one of 10
    /// rows. Without it the map is blank; a pack requires it.
    #[param(example = "3")]
    pub battle: Option<String>,
    /// Game-matrix of the tactical map, in the same form.
    #[param(example = "7")]
    pub tactical: Option<String>,
    /// Game-matrix that a sheet `game-matrix` shows: a number from 1 to 10, or a recipe.
    #[param(example = "v1:10:j3,i2,u3,p2:herring")]
    pub matrix: Option<String>,
    /// Number of packs of a class set. The service prints up to 40, the command line up to 400.
    #[param(example = "24")]
    pub packs: Option<String>,
    /// Seed of the matrices of a class set: up to 30 letters, digits and hyphens.
    #[param(default = "class")]
    pub seed: Option<String>,
    /// Number of players of a game of `voices`, 2 to 8. The sheets have a tactical map for each
    /// opponent.
    #[param(default = "2", example = "3")]
    pub seats: Option<String>,
    /// Order of the shots on a sheet of `classic`: `salvo` or `single`. The sheet of a salvo shows
    /// the shots of each ship.
    #[param(default = "salvo")]
    pub mode: Option<String>,
    /// Fleet, in the words of the game's settings. In `classic`: `standard`, `two_destroyers`,
    /// `five_ships`, or `custom` with `ships`. In `voices` and `advanced`: a JSON object with the
    /// number of ships of each class.
    #[param(example = "five_ships")]
    pub fleet: Option<String>,
    /// Grid of a `custom` fleet of `classic`, as a JSON object.
    #[param(example = r#"{"columns":12,"rows":12}"#)]
    pub grid: Option<String>,
    /// Ships of a `custom` fleet of `classic`, as a JSON array.
    #[param(example = r#"[{"class":"cruiser","length":4,"shots":2}]"#)]
    pub ships: Option<String>,
    /// Suits of `solo` from the top of the sea to the bottom, separated by commas.
    #[param(default = "suns,moons,crowns,arms")]
    pub order: Option<String>,
    /// Suit of `solo` that lends its coins to number the columns.
    #[param(default = "arms")]
    pub lends: Option<String>,
    /// `true` if each fighting suit of `solo` has six dinghies instead of its three ships.
    #[param(default = "false")]
    pub wumpuses: Option<String>,
    /// Number of rows of a planet of `satellite`, 8 to 16.
    #[param(default = "13")]
    pub rows: Option<String>,
    /// Number of columns of a planet of `satellite`, 8 to 16.
    #[param(default = "9")]
    pub columns: Option<String>,
    /// Map of `advanced`: a recipe, as in `v1:16x16:herring`, a size, as in `16x16`, for open water
    /// on which you draw your own land, or JSON as in the settings of a game.
    #[param(default = "v1:16x16:broadside", example = "v1:16x16:herring")]
    pub map: Option<String>,
    /// Layout of the score of a game: `side_by_side` or `facing`.
    #[param(ignore)]
    pub layout: Option<String>,
    /// Size of the score of a game: `compact` or `large`.
    #[param(ignore)]
    pub size: Option<String>,
    /// Points of each player of `advanced`, 10 to 200.
    #[param(default = "60")]
    pub points: Option<String>,
    /// Points that a player of `advanced` receives at the beginning of each own turn, 0 to 10.
    #[param(default = "0")]
    pub resupply: Option<String>,
    /// Paper: `a6`, `a5`, `letter`, `a4`, `legal`, `a3`, or width and height in millimetres as in
    /// `148x210`, each 50 to 2000.
    #[param(default = "a4")]
    pub paper: Option<String>,
    /// Orientation: `portrait` or `landscape`.
    #[param(default = "portrait")]
    pub orientation: Option<String>,
    /// Look: `plain`, `large_print` (no text under 12 points), `high_contrast` (bold text and thick
    /// lines) or `low_ink` (thin lines).
    #[param(default = "plain")]
    pub look: Option<String>,
    /// Number of pages on each side of the paper, with lines to cut along: 1, 2 or 4. A single page
    /// is repeated. The orientation is that of the pages.
    #[param(default = "1")]
    pub n_up: Option<String>,
    /// Margin in millimetres, at most a quarter of the shorter side.
    #[param(default = "12")]
    pub margin: Option<String>,
    /// Language: `en`, `it` or `de`.
    #[param(default = "en")]
    pub lang: Option<String>,
}

/// Texts of the lines for name, date and place.
const LINES: [&str; 3] = ["line-name", "line-date", "line-place"];

/// Common pages to suggest if a sheet fits the paper requested in neither orientation, smallest
/// first.
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
    /// assert_eq!(pack.page_count(), 5);
    /// assert!(pack.pdf().starts_with(b"%PDF-1.7"));
    /// # Ok::<(), broadside_pdf::SheetError>(())
    /// ```
    pub fn document(&self, kind: Kind) -> Result<Document, SheetError> {
        self.printed(|| self.sheet(kind))
    }

    /// Lays out a sheet of a game. The game decides the content of the sheet; the request only says
    /// how to print it.
    ///
    /// # Errors
    /// If an option is wrong. Reports the first one, and what would be valid.
    pub fn of_game(&self, kind: GameKind, known: &GameSheetData) -> Result<Document, SheetError> {
        let mut given = self.own_options().filter(|(_, given)| *given).map(|(field, _)| field);
        if let Some(field) = given.find(|field| !kind.options().contains(field)) {
            return Err(if GameKind::OPTIONS.contains(&field) {
                SheetError::NotTakenPlayed { field, kind }
            } else {
                SheetError::Decided { field }
            });
        }
        self.printed(|| known.sheet(kind, self, parsed(self.lang.as_deref())?))
    }

    /// Lays a sheet out on the paper requested.
    fn printed(
        &self,
        sheet: impl FnOnce() -> Result<Sheet, SheetError>,
    ) -> Result<Document, SheetError> {
        let paper: Paper = parsed(self.paper.as_deref())?;
        let orientation: Orientation = parsed(self.orientation.as_deref())?;
        let margin: Margin = parsed(self.margin.as_deref())?;
        let look: Look = parsed(self.look.as_deref())?;
        let n_up: NUp = parsed(self.n_up.as_deref())?;
        let page = PageFormat::new(paper.cut(n_up), orientation, margin)?;
        let sheet = sheet()?;
        Document::lay_as(&sheet, page, look, n_up).map_err(|_| SheetError::TooSmall {
            paper,
            orientation,
            fits: std::iter::once((paper, orientation.other())).chain(LARGER).find(
                |&(paper, orientation)| {
                    let page = PageFormat::new(paper.cut(n_up), orientation, margin);
                    page.is_ok_and(|page| Document::lay_as(&sheet, page, look, n_up).is_ok())
                },
            ),
        })
    }

    /// Makes the content of the sheet without laying it out. Its pages may become part of another
    /// document.
    ///
    /// # Errors
    /// If an option is wrong. Reports the first one, and what would be valid.
    pub fn sheet(&self, kind: Kind) -> Result<Sheet, SheetError> {
        self.check_taken(kind)?;
        let lang: Lang = parsed(self.lang.as_deref())?;
        let pages = (kind.0.make)(self, lang)?;
        let title = kind.0.title.map_or_else(|| pages[0].title.clone(), |key| lang.text(key));
        let lines = Some(LINES.map(|key| lang.text(key)));
        Ok(Sheet { title, subject: pages[0].footer.clone(), lang, lines, link: None, pages })
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

    pub(crate) fn score_layout(&self) -> Result<Layout, SheetError> {
        parsed(self.layout.as_deref())
    }

    pub(crate) fn score_size(&self) -> Result<Size, SheetError> {
        parsed(self.size.as_deref())
    }

    /// Returns the public view of a new game with the settings of this request. Blank sheets are
    /// made from it. `defaults` replace settings that are left out.
    ///
    /// # Errors
    /// If the ruleset refuses a setting.
    pub(crate) fn new_game(
        &self,
        ruleset: RulesetId,
        defaults: impl IntoIterator<Item = (&'static str, &'static str)>,
    ) -> Result<View, SheetError> {
        let mut settings = serde_json::Map::new();
        for (name, text) in defaults {
            settings.insert(name.to_owned(), setting(name, text)?);
        }
        for (name, text) in self.settings() {
            if let Some(text) = text {
                settings.insert(name.to_owned(), setting(name, text)?);
            }
        }
        options::new_game(ruleset, settings)
    }

    /// Returns the settings of games, with their names.
    fn settings(&self) -> [(&'static str, Option<&str>); 13] {
        [
            ("seats", self.seats.as_deref()),
            ("mode", self.mode.as_deref()),
            ("fleet", self.fleet.as_deref()),
            ("grid", self.grid.as_deref()),
            ("ships", self.ships.as_deref()),
            ("order", self.order.as_deref()),
            ("lends", self.lends.as_deref()),
            ("wumpuses", self.wumpuses.as_deref()),
            ("rows", self.rows.as_deref()),
            ("columns", self.columns.as_deref()),
            ("map", self.map.as_deref()),
            ("points", self.points.as_deref()),
            ("resupply", self.resupply.as_deref()),
        ]
    }

    /// Returns the options that only some kinds take, each with true if it is given.
    fn own_options(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let options = [
            ("battle", self.battle.is_some()),
            ("tactical", self.tactical.is_some()),
            ("matrix", self.matrix.is_some()),
            ("packs", self.packs.is_some()),
            ("seed", self.seed.is_some()),
            ("layout", self.layout.is_some()),
            ("size", self.size.is_some()),
        ];
        options.into_iter().chain(self.settings().map(|(name, text)| (name, text.is_some())))
    }

    /// Rejects options that the kind does not have. Otherwise they would be silently ignored.
    fn check_taken(&self, kind: Kind) -> Result<(), SheetError> {
        match self.own_options().find(|(field, given)| *given && !kind.options().contains(field)) {
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

/// Returns a setting of a game in its form as JSON.
fn setting(name: &str, text: &str) -> Result<Value, SheetError> {
    match name {
        "map" if !text.starts_with(['{', '[']) => map(text),
        _ => Ok(options::value(text)),
    }
}

/// Returns the setting for a map that is written as a recipe, or as the size of open water.
fn map(text: &str) -> Result<Value, SheetError> {
    // Open water needs only the size from a recipe, so any seed will do.
    let open = !text.contains(':');
    let named = if open { format!("v1:{text}:open") } else { text.to_owned() };
    let recipe: Recipe = match named.parse() {
        Ok(recipe) => recipe,
        Err(BadRecipe::Form(_)) => return Err(SheetError::Map(shorten(text))),
        Err(why) => return Err(SheetError::MapRecipe(why)),
    };
    let grid = recipe.grid();
    Ok(if open {
        json!(Terrain::open_water(grid).rows())
    } else {
        json!({"columns": grid.columns(), "rows": grid.rows(), "seed": recipe.seed()})
    })
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
        Some(matrix) if matrix.size() != 10 => {
            Err(SheetError::MatrixSize { field, size: matrix.size() })
        }
        found => Ok(found),
    }
}
