//! Maps: a grid with its axes, optionally with a game-matrix in the background, a fleet to tick
//! off, and the marks of a player.

use broadside_engine::fleet::Class;
use broadside_engine::game::{self, RulesetId};
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::voices::matrix::{Matrix, Origin};
use broadside_engine::voices::{View, key};
use broadside_i18n::Lang;

use super::voices::key::Entry;
use super::{Body, Page};
use crate::error::SheetError;
use crate::kind::BlankSheet;
use crate::request::Request;
use crate::texts::SheetTexts;

/// Grid for the player's own fleet and the opponent's shots.
pub(crate) static BATTLE_MAP: BlankSheet = BlankSheet {
    name: "battle-map",
    summary: "A map for your own fleet and your opponent's shots, with a fleet to tick off; blank, or \
              with a game-matrix behind.",
    options: &["battle", "fleet"],
    needs: &[],
    title: None,
    make: |request, lang| blank(request, lang, &BATTLE_MAP, &[MapUse::Battle]),
};

/// Grid for the player's own shots.
pub(crate) static TACTICAL_MAP: BlankSheet = BlankSheet {
    name: "tactical-map",
    summary: "A map for your own shots, with your opponent's fleet to tick off; blank, or with a \
              game-matrix behind. A map for each opponent.",
    options: &["tactical", "fleet", "seats"],
    needs: &[],
    title: None,
    make: |request, lang| blank(request, lang, &TACTICAL_MAP, &[MapUse::Tactical]),
};

/// Both maps on one page.
pub(crate) static MAPS: BlankSheet = BlankSheet {
    name: "maps",
    summary: "Battle map and tactical map on one page; further tactical maps for more opponents.",
    options: &["battle", "tactical", "fleet", "seats"],
    needs: &[],
    title: None,
    make: |request, lang| blank(request, lang, &MAPS, &[MapUse::Battle, MapUse::Tactical]),
};

/// Map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Caption above the map if a page has two.
    pub caption: String,
    /// Name of the player whose waters the map shows, next to the caption.
    pub owner: Option<String>,
    /// Note next to the caption.
    pub note: String,
    /// Size.
    pub grid: Grid,
    /// Phones in the background, row by row; empty for a blank grid.
    pub phones: Vec<Vec<String>>,
    /// Pronunciation of those phones.
    pub sounds: Vec<Entry>,
    /// Fleet to tick off.
    pub fleet: Vec<Tally>,
    /// Ships drawn on the map.
    pub ships: Vec<Ship>,
    /// Shots marked on the map.
    pub shots: Vec<Shot>,
    /// Land on the map.
    pub land: CellSet,
    /// Texts on squares of the map.
    pub labels: Vec<Label>,
}

/// Text on a square of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The square.
    pub cell: Cell,
    /// The text.
    pub text: String,
    /// True if the text is small and in the corner, next to a mark.
    pub corner: bool,
    /// True if the text is struck through.
    pub out: bool,
}

/// Ship to tick off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Its class, and a note.
    pub name: String,
    /// Number of boxes.
    pub length: u8,
    /// Number of boxes ticked.
    pub hit: u8,
    /// True if the ship is struck through.
    pub sunk: bool,
    /// Label next to the boxes.
    pub label: Option<String>,
}

impl Tally {
    /// Creates a ship of a class with a box for each hit.
    pub(crate) fn hits(lang: Lang, class: &Class) -> Self {
        Self {
            name: class_name(lang, class.class.as_str()),
            length: class.length,
            ..Self::default()
        }
    }

    /// Creates a ship of a class with one box, for an opponent: players only hear that a ship is
    /// sunk.
    pub(crate) fn sinking(lang: Lang, class: &Class) -> Self {
        let label = lang.fill("ship-sunk", &[("cells", &class.length.to_string())]);
        Self { length: 1, label: Some(label), ..Self::hits(lang, class) }
    }
}

/// Ship drawn on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ship {
    /// Leftmost or topmost cell.
    pub first: Cell,
    /// Rightmost or lowest cell.
    pub last: Cell,
    /// True if the ship is struck through.
    pub sunk: bool,
}

impl Ship {
    /// Returns the ship on these cells; `None` if there are no cells.
    pub(crate) fn on(cells: &CellSet, sunk: bool) -> Option<Self> {
        Some(Self { first: cells.iter().next()?, last: cells.iter().last()?, sunk })
    }
}

/// Shot marked on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Its cell.
    pub cell: Cell,
    /// Its mark.
    pub mark: Mark,
}

/// Mark of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// ×
    Shot,
    /// × in a circle
    Hit,
    /// The number of the round or of the operation.
    Round(u32),
}

impl Map {
    pub(crate) fn blank(grid: Grid) -> Self {
        Self {
            caption: String::new(),
            owner: None,
            note: String::new(),
            grid,
            phones: Vec::new(),
            sounds: Vec::new(),
            fleet: Vec::new(),
            ships: Vec::new(),
            shots: Vec::new(),
            land: CellSet::EMPTY,
            labels: Vec::new(),
        }
    }

    /// Creates a map with a game-matrix in the background.
    pub(crate) fn matrix(matrix: &Matrix) -> Self {
        let size = matrix.size();
        let grid = Grid::new(size, size).expect("a matrix has the size of a grid");
        let phones = matrix.phones();
        let keys = phones
            .iter()
            .filter_map(|(phone, _)| key::keys().iter().find(|key| key.phone == *phone));
        Self {
            phones: (0..size).map(|row| matrix.row(row).map(str::to_owned).collect()).collect(),
            sounds: keys.map(super::voices::key::entry).collect(),
            ..Self::blank(grid)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapUse {
    /// The player's own fleet and the opponent's shots.
    Battle,
    /// The player's own shots and the opponent's fleet.
    Tactical,
}

impl MapUse {
    pub(crate) fn title(self, lang: Lang) -> String {
        match self {
            Self::Battle => lang.text("battle-map"),
            Self::Tactical => lang.text("tactical-map"),
        }
    }

    pub(crate) fn purpose(self, lang: Lang) -> String {
        match self {
            Self::Battle => lang.text("battle-map-note"),
            Self::Tactical => lang.text("tactical-map-note"),
        }
    }
}

/// Returns the name of a ship class. A name that a player has chosen stays as it is.
pub(crate) fn class_name(lang: Lang, class: &str) -> String {
    lang.find(&format!("ship-{}", class.replace('_', "-")))
        .unwrap_or_else(|| class.replace('_', " "))
}

/// Makes a map for a purpose, with its fleet.
fn map(lang: Lang, purpose: MapUse, view: &View, matrix: Option<&Matrix>) -> Map {
    let tallies = view.fleet.iter().flat_map(|class| {
        let tally = match purpose {
            MapUse::Battle => Tally::hits(lang, class),
            MapUse::Tactical => Tally::sinking(lang, class),
        };
        std::iter::repeat_n(tally, usize::from(class.ships))
    });
    Map {
        caption: purpose.title(lang),
        note: matrix.map_or_else(|| purpose.purpose(lang), |matrix| matrix_name(lang, matrix)),
        fleet: tallies.collect(),
        ..matrix.map_or_else(|| Map::blank(Grid::TEN), Map::matrix)
    }
}

/// Returns the name of a matrix as shown on a sheet.
pub(crate) fn matrix_name(lang: Lang, matrix: &Matrix) -> String {
    match (matrix.origin(), matrix.sound_word()) {
        (Origin::Numbered(n), Some(word)) => {
            lang.fill("matrix-number-word", &[("number", &n.to_string()), ("word", word)])
        }
        (Origin::Numbered(n), None) => lang.fill("matrix-number", &[("number", &n.to_string())]),
        (Origin::Made(_), _) => lang.text("matrix-made"),
    }
}

/// Returns a footer that names the sheet and its matrices, so that it can be printed again.
pub(crate) fn footer(lang: Lang, sheet: &str, matrices: &[&Matrix]) -> String {
    let mut text = lang.fill("footer", &[("sheet", sheet)]);
    add_matrices(&mut text, lang, matrices);
    text
}

/// Appends the names of the sheet's matrices to a footer.
pub(crate) fn add_matrices(text: &mut String, lang: Lang, matrices: &[&Matrix]) {
    for matrix in matrices {
        let key = match matrix.origin() {
            Origin::Numbered(_) => "footer-matrix",
            Origin::Made(_) => "footer-recipe",
        };
        text.push_str(" · ");
        text.push_str(&lang.fill(key, &[("name", &matrix.name())]));
    }
}

/// Makes the pages of the maps for these purposes, with a tactical map for each opponent. A page
/// has as many maps as there are purposes.
pub(crate) fn blank(
    request: &Request,
    lang: Lang,
    sheet: &'static BlankSheet,
    purposes: &[MapUse],
) -> Result<Vec<Page>, SheetError> {
    let view = match request.new_game(RulesetId::Voices, [])? {
        game::View::Voices(view) => view,
        other => return Err(sheet.not_of(other.ruleset())),
    };
    let matrices = [request.battle_matrix()?, request.tactical_matrix()?];
    let opponents = view.waters.len().saturating_sub(1);
    let mut maps = Vec::new();
    for &purpose in purposes {
        let map = map(lang, purpose, &view, matrices[purpose as usize].as_ref());
        match purpose {
            MapUse::Tactical if opponents > 1 => maps.extend((1..=opponents).map(|number| {
                let number = number.to_string();
                let caption =
                    lang.fill("map-of-opponent", &[("map", &map.caption), ("number", &number)]);
                (purpose, Map { caption, ..map.clone() })
            })),
            _ => maps.push((purpose, map)),
        }
    }
    Ok(maps.chunks(purposes.len()).map(|maps| page(lang, maps, &matrices)).collect())
}

/// Makes a page of maps. `matrices` are those behind the maps, by the purpose of the map.
fn page(lang: Lang, maps: &[(MapUse, Map)], matrices: &[Option<Matrix>; 2]) -> Page {
    let (title, note) = match maps {
        [(_, map)] => (map.caption.clone(), map.note.clone()),
        _ => (lang.text("maps-title"), String::new()),
    };
    let mut shown: Vec<&Matrix> =
        maps.iter().filter_map(|(purpose, _)| matrices[*purpose as usize].as_ref()).collect();
    shown.dedup();
    let footer = footer(lang, &title, &shown);
    let maps = maps.iter().map(|(_, map)| map.clone()).collect();
    Page { title, note, footer, body: Body::Maps { maps, log: None } }
}
