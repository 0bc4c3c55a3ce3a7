//! The maps of a game of `voices`, with the marks of their player.

use broadside_engine::game;
use broadside_engine::grid::Grid;
use broadside_engine::seat::Seat;
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::{ShotResult, View, Waters};
use broadside_i18n::Lang;

use crate::error::SheetError;
use crate::game::GameSheetData;
use crate::kind::GameSheet;
use crate::sheet::map::{Map, MapUse, Mark, Ship, Shot, Tally, add_matrices, matrix_name};
use crate::sheet::{Body, Page, game_footer};
use crate::texts::SheetTexts;

/// The player's own fleet and the shots at it.
pub(crate) static BATTLE_MAP: GameSheet = GameSheet {
    name: "battle-map",
    summary: "Your battle map: your fleet, the shots that fell on it, and your game-matrix behind them.",
    needs_seat: true,
    options: &[],
    make: |data, _, lang| played(data, lang, &BATTLE_MAP, &[MapUse::Battle]),
};

/// The player's own shots, on a map for each opponent.
pub(crate) static TACTICAL_MAP: GameSheet = GameSheet {
    name: "tactical-map",
    summary: "Your tactical map: your shots, what they met, and your game-matrix behind them; a map for \
              each opponent.",
    needs_seat: true,
    options: &[],
    make: |data, _, lang| played(data, lang, &TACTICAL_MAP, &[MapUse::Tactical]),
};

/// Battle map and tactical map.
pub(crate) static MAPS: GameSheet = GameSheet {
    name: "maps",
    summary: "Your battle map and your tactical map on one page.",
    needs_seat: true,
    options: &[],
    make: |data, _, lang| played(data, lang, &MAPS, &[MapUse::Battle, MapUse::Tactical]),
};

/// Makes the maps of the viewer for these uses.
fn played(
    data: &GameSheetData,
    lang: Lang,
    sheet: &'static GameSheet,
    uses: &[MapUse],
) -> Result<Vec<Page>, SheetError> {
    let game::View::Voices(view) = &data.view else { return Err(data.has_no_sheet(sheet)) };
    Ok(pages(lang, view, data.seat(sheet)?, uses, data))
}

/// Game-matrices of the player, `None` until chosen.
struct Matrices {
    battle: Option<Matrix>,
    tactical: Option<Matrix>,
}

impl Matrices {
    /// Returns the matrices of the seat. Those of other seats are not read, although everybody sees
    /// them when the game is over.
    fn of(view: &View, seat: Seat) -> Self {
        let own = view.maps.iter().find(|maps| maps.seat == seat);
        Self {
            battle: own.and_then(|maps| Matrix::of(&maps.battle.matrix)),
            tactical: own.and_then(|maps| Matrix::of(&maps.tactical.matrix)),
        }
    }

    fn behind(&self, purpose: MapUse) -> Option<&Matrix> {
        match purpose {
            MapUse::Battle => self.battle.as_ref(),
            MapUse::Tactical => self.tactical.as_ref(),
        }
    }
}

/// Makes the maps of a seat: one on each page, or two if both uses are requested. Reads only the
/// seat's own view.
fn pages(lang: Lang, view: &View, seat: Seat, uses: &[MapUse], data: &GameSheetData) -> Vec<Page> {
    let matrices = Matrices::of(view, seat);
    let mut maps = Vec::new();
    if uses.contains(&MapUse::Battle) {
        maps.extend(view.waters.iter().filter(|waters| waters.seat == seat).map(|waters| {
            let caption = MapUse::Battle.title(lang);
            (MapUse::Battle, map(lang, view, waters, None, caption, MapUse::Battle, &matrices))
        }));
    }
    if uses.contains(&MapUse::Tactical) {
        let alone = view.waters.len() == 2;
        maps.extend(view.waters.iter().filter(|waters| waters.seat != seat).map(|waters| {
            let title = MapUse::Tactical.title(lang);
            let number = waters.seat.number().to_string();
            let owner = data.other(waters.seat);
            let caption = if alone || owner.is_some() {
                title
            } else {
                lang.fill("map-of-voice", &[("map", &title), ("voice", &number)])
            };
            let map = map(lang, view, waters, Some(seat), caption, MapUse::Tactical, &matrices);
            (MapUse::Tactical, Map { owner, ..map })
        }));
    }
    maps.chunks(uses.len()).map(|maps| page(lang, view, maps, &matrices, &data.game)).collect()
}

fn page(lang: Lang, view: &View, maps: &[(MapUse, Map)], matrices: &Matrices, game: &str) -> Page {
    let (title, note) = match maps {
        [(_, map)] => (map.caption.clone(), map.note.clone()),
        _ => (lang.text("maps-title"), String::new()),
    };
    let mut footer = game_footer(lang, &title, game, view.round);
    let mut named: Vec<&Matrix> = Vec::new();
    for matrix in maps.iter().filter_map(|(purpose, _)| matrices.behind(*purpose)) {
        if !named.contains(&matrix) {
            named.push(matrix);
        }
    }
    add_matrices(&mut footer, lang, &named);
    let maps = maps.iter().map(|(_, map)| map.clone()).collect();
    Page { title, note, footer, body: Body::Maps { maps, log: None } }
}

/// Makes the map of some waters, with all shots there or only those of one shooter.
fn map(
    lang: Lang,
    view: &View,
    waters: &Waters,
    shooter: Option<Seat>,
    caption: String,
    purpose: MapUse,
    matrices: &Matrices,
) -> Map {
    let matrix = matrices.behind(purpose);
    let shots = waters.marks.iter().filter(|mark| shooter.is_none_or(|shooter| mark.by == shooter));
    Map {
        caption,
        note: matrix.map_or_else(|| purpose.purpose(lang), |matrix| matrix_name(lang, matrix)),
        fleet: fleet(lang, view, waters),
        ships: waters
            .ships
            .iter()
            .flatten()
            .filter_map(|ship| Ship::on(&ship.cells, ship.sunk))
            .collect(),
        shots: shots
            .map(|mark| Shot {
                cell: mark.cell,
                mark: match mark.result {
                    ShotResult::Hit => Mark::Hit,
                    ShotResult::Miss => Mark::Shot,
                },
            })
            .collect(),
        ..matrix.map_or_else(|| Map::blank(Grid::TEN), Map::matrix)
    }
}

/// Returns the fleet to tick off: with every hit if the viewer may see the ships, otherwise with a
/// box for each ship announced as sunk.
fn fleet(lang: Lang, view: &View, waters: &Waters) -> Vec<Tally> {
    let mut tallies = Vec::new();
    for class in &view.fleet {
        let ships = 0..usize::from(class.ships);
        if let Some(all) = &waters.ships {
            let mut of_class =
                all.iter().filter(|ship| ship.class == class.class).collect::<Vec<_>>();
            of_class.sort_by_key(|ship| !ship.sunk);
            tallies.extend(ships.map(|n| {
                let (hit, sunk) =
                    of_class.get(n).map_or((0, false), |ship| (ship.hit.len() as u8, ship.sunk));
                Tally { hit, sunk, ..Tally::hits(lang, class) }
            }));
        } else {
            let count = waters.sunk.iter().filter(|name| **name == class.class).count();
            tallies.extend(ships.map(|n| Tally {
                hit: u8::from(n < count),
                sunk: n < count,
                ..Tally::sinking(lang, class)
            }));
        }
    }
    tallies
}
