//! Maps: a grid with its axes, perhaps a game-matrix behind it, a fleet to tick off, and a player's marks.

use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::voices::key;
use broadside_engine::voices::matrix::{Matrix, Origin};

use super::key::Entry;
use super::{Body, Page};
use crate::lang::Lang;

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What stands above it where a page has two.
    pub caption: String,
    /// What is said beside that.
    pub note: String,
    /// Its size.
    pub grid: Grid,
    /// The phones behind it, row by row; empty for a blank grid.
    pub phones: Vec<Vec<String>>,
    /// How those phones sound.
    pub sounds: Vec<Entry>,
    /// The fleet to tick off.
    pub fleet: Vec<Tally>,
    /// The ships drawn on it.
    pub ships: Vec<Ship>,
    /// The shots marked on it.
    pub shots: Vec<Shot>,
    /// The land on it.
    pub land: CellSet,
    /// What is written on its squares.
    pub labels: Vec<Label>,
}

/// Something written on a square of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Which square.
    pub cell: Cell,
    /// What is written.
    pub text: String,
    /// Whether it stands small in the corner, beside a mark.
    pub corner: bool,
    /// Whether it is struck through.
    pub out: bool,
}

/// A ship to tick off.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Its class, and what is to be said of it.
    pub name: String,
    /// How many boxes it has.
    pub length: u8,
    /// How many of them are ticked.
    pub hit: u8,
    /// Whether it is struck through.
    pub sunk: bool,
}

/// A ship drawn on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ship {
    /// Its leftmost or topmost cell.
    pub first: Cell,
    /// Its rightmost or lowest cell.
    pub last: Cell,
    /// Whether it is struck through.
    pub sunk: bool,
}

impl Ship {
    /// The ship that lies on some cells; none if there are none.
    pub(crate) fn on(cells: &CellSet, sunk: bool) -> Option<Self> {
        Some(Self { first: cells.iter().next()?, last: cells.iter().last()?, sunk })
    }
}

/// A shot marked on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Where it fell.
    pub cell: Cell,
    /// How it is marked.
    pub mark: Mark,
}

/// How a shot is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// ×
    Shot,
    /// × in a circle
    Hit,
    /// The number of the round.
    Round(u32),
}

impl Map {
    /// A blank map.
    pub(crate) fn blank(grid: Grid) -> Self {
        Self {
            caption: String::new(),
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

    /// A map with a game-matrix behind it.
    pub(crate) fn matrix(matrix: &Matrix) -> Self {
        let size = matrix.size();
        let grid = Grid::new(size, size).expect("a matrix has the size of a grid");
        let sounding = |(phone, _): &(String, u8)| {
            key::keys().iter().find(|key| key.phone == *phone).map(super::key::entry)
        };
        Self {
            phones: (0..size).map(|row| matrix.row(row).map(str::to_owned).collect()).collect(),
            sounds: matrix.phones().iter().filter_map(sounding).collect(),
            ..Self::blank(grid)
        }
    }
}

/// What a map is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The own fleet, and the shots of the opponent.
    Battle,
    /// The own shots, and the opponent's fleet.
    Tactical,
}

impl Use {
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

/// The fleet of *SALVO for 2 voices* (V2).
const FLEET: [(&str, u8); 5] =
    [("carrier", 5), ("battleship", 4), ("destroyer", 3), ("patrol", 2), ("submarine", 1)];

/// A class of ships in words; one that a player has named stays as it is.
pub(crate) fn class_name(lang: Lang, class: &str) -> String {
    lang.find(&format!("class-{}", class.replace('_', "-"))).unwrap_or_else(|| class.replace('_', " "))
}

/// A map for a use, with its fleet.
pub(crate) fn map(lang: Lang, purpose: Use, matrix: Option<&Matrix>) -> Map {
    let tally = |(class, length): &(&str, u8)| Tally {
        name: class_name(lang, class),
        length: *length,
        hit: 0,
        sunk: false,
    };
    Map {
        caption: purpose.title(lang),
        note: matrix.map_or_else(|| purpose.purpose(lang), |matrix| matrix_name(lang, matrix)),
        fleet: FLEET.iter().map(tally).collect(),
        ..matrix.map_or_else(|| Map::blank(Grid::TEN), Map::matrix)
    }
}

/// What a matrix is called on a sheet.
pub(crate) fn matrix_name(lang: Lang, matrix: &Matrix) -> String {
    match (matrix.origin(), matrix.sound_word()) {
        (Origin::Numbered(n), Some(word)) => {
            lang.fill("matrix-number-word", &[("number", &n.to_string()), ("word", word)])
        }
        (Origin::Numbered(n), None) => lang.fill("matrix-number", &[("number", &n.to_string())]),
        (Origin::Made(_), _) => lang.text("matrix-made"),
    }
}

/// A foot that says what sheet it is, and which matrices are on it, so that it can be printed again.
pub(crate) fn footer(lang: Lang, sheet: &str, matrices: &[&Matrix]) -> String {
    let mut text = lang.fill("footer", &[("sheet", sheet)]);
    add_matrices(&mut text, lang, matrices);
    text
}

/// Adds to a foot which matrices are on the sheet.
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

/// The page of one map.
pub(crate) fn page(lang: Lang, purpose: Use, matrix: Option<&Matrix>) -> Page {
    let map = map(lang, purpose, matrix);
    Page {
        title: purpose.title(lang),
        note: map.note.clone(),
        footer: footer(lang, &purpose.title(lang), matrix.as_slice()),
        body: Body::Maps { maps: vec![map], log: None },
    }
}

/// The page with both maps.
pub(crate) fn both(lang: Lang, battle: Option<&Matrix>, tactical: Option<&Matrix>) -> Page {
    let maps = vec![map(lang, Use::Battle, battle), map(lang, Use::Tactical, tactical)];
    let title = lang.text("maps-title");
    let matrices: Vec<&Matrix> = battle.into_iter().chain(tactical).collect();
    Page {
        footer: footer(lang, &title, &matrices),
        title,
        note: String::new(),
        body: Body::Maps { maps, log: None },
    }
}
