//! Sheet of `classic` (C13): both grids, the fleet with its shots, and a log of the rounds. Blank,
//! or filled in from a game.

pub(super) mod pack;

use broadside_engine::classic::{Mode, SalvoView, ShotResult, ShotView, View, Waters};
use broadside_engine::fleet::Class;
use broadside_engine::game::{self, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::seat::{Seat, Viewer};
use broadside_i18n::Lang;

use super::log::{Column, Log};
use super::map::{Map, Mark, Ship, Shot, Tally, class_name};
use super::{Body, Page, game_footer, numbered};
use crate::game::GameSheetData;
use crate::kind::{BlankSheet, GameSheet};
use crate::texts::SheetTexts;

/// The two grids of *Salvo on paper* with fleets and a log of the rounds.
pub(crate) static BLANK: BlankSheet = BlankSheet {
    name: "classic",
    summary: "Salvo on paper: both grids, the fleet with its shots, and a log of the rounds.",
    options: &["mode", "fleet", "grid", "ships"],
    needs: &[],
    title: None,
    make: |request, lang| match request.new_game(RulesetId::Classic, [("mode", "salvo")])? {
        game::View::Classic(view) => Ok(vec![blank(lang, &view)]),
        other => Err(BLANK.not_of(other.ruleset())),
    },
};

/// Both grids of a game of `classic`, the fleets, and a log of the rounds.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "classic",
    summary: "Both grids with the marks of the game, the fleets, and a log of the rounds.",
    needs_seat: false,
    options: &[],
    make: |data, _, lang| {
        let game::View::Classic(view) = &data.view else { return Err(data.has_no_sheet(&PLAYED)) };
        Ok(vec![played(lang, view, data)])
    },
};

/// Makes the blank page for the settings of a game.
fn blank(lang: Lang, view: &View) -> Page {
    let Texts { captions, notes, columns } = Texts::own(lang, view.mode());
    let [mut own, mut other] = blank_maps(view, captions, notes);
    own.fleet = own_tallies(lang, view);
    other.fleet = announced_tallies(lang, view);
    let footer = lang.fill("footer", &[("sheet", &lang.text("classic-title"))]);
    page(lang, [own, other], columns, [None, None], Vec::new(), view.mode(), footer)
}

/// Creates the maps of the two halves of a sheet, without fleets.
fn blank_maps(view: &View, captions: [String; 2], notes: [String; 2]) -> [Map; 2] {
    let [own, other] = captions;
    let [own_note, other_note] = notes;
    [
        Map { caption: own, note: own_note, ..Map::blank(view.grid) },
        Map { caption: other, note: other_note, ..Map::blank(view.grid) },
    ]
}

/// Texts for the two halves of a sheet, which depend on its reader.
struct Texts {
    captions: [String; 2],
    notes: [String; 2],
    /// Columns of the log: the number, then shots and answer of one side, then shots and answer of
    /// the other.
    columns: [String; 5],
}

impl Texts {
    fn own(lang: Lang, mode: Mode) -> Self {
        let [mine, theirs] = match mode {
            Mode::Salvo => ["classic-mine", "classic-theirs"],
            Mode::Single => ["classic-my-shot", "classic-their-shot"],
        };
        Self {
            captions: [lang.text("classic-self"), lang.text("classic-opponent")],
            notes: [lang.text("classic-self-note"), lang.text("classic-opponent-note")],
            columns: columns(lang, mode, [lang.text(mine), lang.text(theirs)]),
        }
    }

    /// Creates the texts for an onlooker.
    fn of_both(lang: Lang, mode: Mode) -> Self {
        let key = match mode {
            Mode::Salvo => "classic-salvo",
            Mode::Single => "classic-shot-of",
        };
        Self {
            captions: numbered(lang, "classic-player", ["1", "2"]),
            notes: numbered(lang, "classic-player-note", ["2", "1"]),
            columns: columns(lang, mode, numbered(lang, key, ["1", "2"])),
        }
    }
}

fn columns(lang: Lang, mode: Mode, [mine, theirs]: [String; 2]) -> [String; 5] {
    let (number, answer) = match mode {
        Mode::Salvo => ("classic-round", "classic-total"),
        Mode::Single => ("classic-shot", "classic-answer"),
    };
    [lang.text(number), mine, lang.text(answer), theirs, lang.text(answer)]
}

/// Makes the page of a game for a viewer: a player's own sheet, or what is public about both
/// players. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, data: &GameSheetData) -> Page {
    let viewer = data.viewer;
    let Texts { captions, notes, columns } = match viewer {
        Viewer::Seat(_) => Texts::own(lang, view.mode()),
        Viewer::Public => Texts::of_both(lang, view.mode()),
    };
    let seats = view.waters.iter().map(|waters| waters.seat);
    let seat = viewer.seat().or_else(|| seats.min()).unwrap_or(view.waters[0].seat);
    let own = view.waters.iter().find(|waters| waters.seat == seat);
    let other = view.waters.iter().find(|waters| waters.seat != seat);
    let names = [own, other].map(|waters| waters.and_then(|waters| data.other(waters.seat)));
    let mut maps = blank_maps(view, captions, notes);
    for ((map, waters), name) in maps.iter_mut().zip([own, other]).zip(&names) {
        // A player sees the name of the opponent in place of "Opponent"; an onlooker sees names
        // next to the numbers of the players.
        match (viewer, name) {
            (Viewer::Seat(_), Some(name)) => map.caption.clone_from(name),
            (Viewer::Seat(_), None) => {}
            (Viewer::Public, name) => map.owner.clone_from(name),
        }
        map.fleet = fleet_of(lang, view, viewer, waters);
        if let Some(waters) = waters {
            map.ships = ships(waters);
            map.shots = shots(waters);
        }
    }
    let rows = match view.mode() {
        Mode::Salvo => salvo_rows(lang, view, seat),
        Mode::Single => single_rows(lang, own, other),
    };
    let footer = game_footer(lang, &lang.text("classic-title"), &data.game, view.round);
    let key = match view.mode() {
        Mode::Salvo => "classic-salvo-name",
        Mode::Single => "classic-shot-name",
    };
    let named = names.map(|name| name.map(|name| lang.fill(key, &[("name", &name)])));
    page(lang, maps, columns, named, rows, view.mode(), footer)
}

/// Returns the ships in some waters, if they are known.
fn ships(waters: &Waters) -> Vec<Ship> {
    let ships = waters.ships.iter().flatten();
    ships.filter_map(|ship| Ship::on(&ship.cells, ship.is_sunk())).collect()
}

/// Returns the marks of the shots at some waters.
fn shots(waters: &Waters) -> Vec<Shot> {
    let mut marks = Vec::new();
    for shot in waters.all_shots() {
        let mark = match shot.result {
            Some(ShotResult::Hit) => Mark::Hit,
            Some(ShotResult::Miss) => Mark::Shot,
            None => Mark::Round(shot.round),
        };
        marks.push(Shot { cell: shot.cell, mark });
    }
    marks
}

/// Least width of a log of single shots, in points.
const SHOTS: f32 = 240.0;

/// Makes the page. `named` gives the headings with names for the shots of the two sides in the log.
fn page(
    lang: Lang,
    maps: [Map; 2],
    titles: [String; 5],
    named: [Option<String>; 2],
    rows: Vec<Vec<String>>,
    mode: Mode,
    footer: String,
) -> Page {
    let shares = [1.0, 4.0, 3.0, 4.0, 3.0];
    let mut columns: Vec<Column> =
        titles.into_iter().zip(shares).map(|(title, share)| Column::new(title, share)).collect();
    let [mine, theirs] = named;
    columns[1].named = mine;
    columns[3].named = theirs;
    // A row is a shot of each player, and a game has many of them.
    let narrow = (mode == Mode::Single).then_some(SHOTS);
    Page {
        title: lang.text("classic-title"),
        note: String::new(),
        footer,
        body: Body::Maps {
            maps: maps.into(),
            log: Some(Log { title: lang.text("classic-log"), columns, rows, min_rows: 8, narrow }),
        },
    }
}

/// Returns a fleet with a box for each hit. In salvo mode each name includes the number of shots.
fn own_tallies(lang: Lang, view: &View) -> Vec<Tally> {
    each_ship(&view.fleet, |class| {
        let tally = Tally::hits(lang, class);
        match view.mode() {
            Mode::Single => tally,
            Mode::Salvo => {
                let shots = class.shots.to_string();
                let name = lang.fill("classic-ship", &[("class", &tally.name), ("shots", &shots)]);
                Tally { name, ..tally }
            }
        }
    })
}

/// Returns a fleet with boxes for what is announced of it: the hits on each class in salvo mode
/// (C10), but only the sinking of a ship in single mode (C4).
fn announced_tallies(lang: Lang, view: &View) -> Vec<Tally> {
    match view.mode() {
        Mode::Salvo => own_tallies(lang, view),
        Mode::Single => each_ship(&view.fleet, |class| Tally::sinking(lang, class)),
    }
}

fn each_ship(classes: &[Class], tally: impl Fn(&Class) -> Tally) -> Vec<Tally> {
    classes
        .iter()
        .flat_map(|class| std::iter::repeat_n(tally(class), usize::from(class.ships)))
        .collect()
}

/// Returns a fleet with its hits: all of them if the viewer may see the ships, otherwise only those
/// announced.
fn fleet_of(lang: Lang, view: &View, viewer: Viewer, waters: Option<&Waters>) -> Vec<Tally> {
    let Some(waters) = waters else { return announced_tallies(lang, view) };
    if waters.ships.is_some() || viewer.seat() == Some(waters.seat) {
        let mut fleet = own_tallies(lang, view);
        // Ships and tallies are both in the order of the fleet.
        for (tally, ship) in fleet.iter_mut().zip(waters.ships.iter().flatten()) {
            tally.hit = ship.hit.len() as u8;
            tally.sunk = ship.is_sunk();
        }
        return fleet;
    }
    let mut fleet = announced_tallies(lang, view);
    let mut first = 0;
    for class in &view.fleet {
        let ships = &mut fleet[first..first + usize::from(class.ships)];
        first += usize::from(class.ships);
        let sunk = waters.sunk.iter().filter(|name| **name == class.class).count();
        for tally in ships.iter_mut().take(sunk) {
            tally.hit = tally.length;
            tally.sunk = true;
        }
        // Hits are announced by class, so the ship is known only if the class has one ship.
        if let [tally] = ships {
            let hits = waters.salvos.iter().flatten().flat_map(|salvo| &salvo.hits);
            tally.hit = tally.hit.max(hits.filter(|hit| **hit == class.class).count() as u8);
        }
    }
    fleet
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn salvo_rows(lang: Lang, view: &View, seat: Seat) -> Vec<Vec<String>> {
    // The salvos of a seat are stored with the waters of the other seat.
    let own = view.waters.iter().find(|waters| waters.seat == seat);
    let other = view.waters.iter().find(|waters| waters.seat != seat);
    let mine = other.into_iter().flat_map(|waters| waters.salvos.iter().flatten());
    let theirs = own.into_iter().flat_map(|waters| waters.salvos.iter().flatten());
    let mut rows = Vec::new();
    for (round, (mine, theirs)) in (1_u32..).zip(mine.zip(theirs)) {
        let mut row = vec![round.to_string()];
        for salvo in [mine, theirs] {
            row.push(cells(salvo.cells.iter().copied()));
            row.push(total(lang, salvo));
        }
        rows.push(row);
    }
    if let (Some(written), Some(round)) = (&view.written, view.round) {
        let mine = cells(written.iter());
        rows.push(vec![round.to_string(), mine, String::new(), String::new(), String::new()]);
    }
    rows
}

/// Returns the announcement after a salvo: the hits by class, with a dagger for each ship sunk.
fn total(lang: Lang, salvo: &SalvoView) -> String {
    if salvo.hits.is_empty() {
        return "–".to_owned();
    }
    let mut classes = Vec::new();
    for hits in salvo.hits.chunk_by(|one, other| one == other) {
        let class = &hits[0];
        let sunk = salvo.sunk.iter().filter(|sunk| *sunk == class).count();
        let name = class_name(lang, class.as_str());
        classes.push(format!("{name}\u{a0}{}{}", hits.len(), "†".repeat(sunk)));
    }
    classes.join(", ")
}

fn single_rows(lang: Lang, own: Option<&Waters>, other: Option<&Waters>) -> Vec<Vec<String>> {
    let mine = other.map(Waters::all_shots).unwrap_or_default();
    let theirs = own.map(Waters::all_shots).unwrap_or_default();
    let mut rows = Vec::new();
    for n in 0..mine.len().max(theirs.len()) {
        let mut row = vec![(n + 1).to_string()];
        row.extend(shot_cells(lang, mine.get(n)));
        row.extend(shot_cells(lang, theirs.get(n)));
        rows.push(row);
    }
    rows
}

/// Returns the cells of a shot in a row: its square and the answer.
fn shot_cells(lang: Lang, shot: Option<&ShotView>) -> [String; 2] {
    let Some(shot) = shot else { return [String::new(), String::new()] };
    let answer = match shot.result {
        Some(ShotResult::Hit) => lang.text("answer-hit"),
        Some(ShotResult::Miss) => lang.text("answer-miss"),
        None => String::new(),
    };
    [shot.cell.to_string(), answer]
}
