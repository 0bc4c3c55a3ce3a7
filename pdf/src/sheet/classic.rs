//! Sheet of `classic` (C13): both grids, the fleet with its shots, and a log of the rounds. Blank,
//! or filled in from a game.

use broadside_engine::classic::{Mode, SalvoView, ShotResult, View, Waters};
use broadside_engine::fleet::Class;
use broadside_engine::game::{self, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::seat::{Seat, Viewer};
use broadside_i18n::Lang;

use super::log::{Column, Log};
use super::map::{Map, Mark, Ship, Shot, Tally, class_name};
use super::{Body, Page, game_footer};
use crate::game::GameSheetData;
use crate::kind::{BlankSheet, GameSheet};

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
    let map = |caption: &str, note: &str, fleet: Vec<Tally>| Map {
        caption: lang.text(caption),
        note: lang.text(note),
        fleet,
        ..Map::blank(view.grid)
    };
    let own = map("classic-self", "classic-self-note", own_tallies(lang, view));
    let other = map("classic-opponent", "classic-opponent-note", announced_tallies(lang, view));
    let footer = lang.fill("footer", &[("sheet", &lang.text("classic-title"))]);
    page(
        lang,
        [own, other],
        Side::own(lang, view.mode()).columns,
        [None, None],
        Vec::new(),
        view.mode(),
        footer,
    )
}

/// Texts for the two halves of a sheet, which depend on its reader.
struct Side {
    captions: [String; 2],
    notes: [String; 2],
    /// Columns of the log: the number, then shots and answer of one side, then shots and answer of
    /// the other.
    columns: [String; 5],
}

impl Side {
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
        let fires = match mode {
            Mode::Salvo => "classic-salvo",
            Mode::Single => "classic-shot-of",
        };
        let each = |key: &str, numbers: [&str; 2]| {
            numbers.map(|number| lang.fill(key, &[("number", number)]))
        };
        Self {
            captions: each("classic-player", ["1", "2"]),
            notes: each("classic-player-note", ["2", "1"]),
            columns: columns(lang, mode, each(fires, ["1", "2"])),
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
    let side = match viewer {
        Viewer::Seat(_) => Side::own(lang, view.mode()),
        Viewer::Public => Side::of_both(lang, view.mode()),
    };
    let seats = view.waters.iter().map(|waters| waters.seat);
    let seat = viewer.seat().or_else(|| seats.min()).unwrap_or(view.waters[0].seat);
    let of = |own: bool| view.waters.iter().find(|waters| (waters.seat == seat) == own);
    let own = of(true);
    let other = of(false);
    // A player sees the name of the opponent in place of "Opponent"; an onlooker sees names next to
    // the numbers of the players.
    let heading = |n: usize, waters: Option<&Waters>| {
        let name = waters.and_then(|waters| data.other(waters.seat));
        match viewer {
            Viewer::Seat(_) => (name.unwrap_or_else(|| side.captions[n].clone()), None),
            Viewer::Public => (side.captions[n].clone(), name),
        }
    };
    let map = |n: usize, waters: Option<&Waters>| Map {
        caption: heading(n, waters).0,
        owner: heading(n, waters).1,
        note: side.notes[n].clone(),
        fleet: fleet_of(lang, view, viewer, waters),
        ships: waters
            .and_then(|w| w.ships.as_ref())
            .into_iter()
            .flatten()
            .filter_map(|ship| Ship::on(&ship.cells, ship.is_sunk()))
            .collect(),
        shots: waters
            .into_iter()
            .flat_map(Waters::all_shots)
            .map(|shot| Shot {
                cell: shot.cell,
                mark: match shot.result {
                    Some(ShotResult::Hit) => Mark::Hit,
                    Some(ShotResult::Miss) => Mark::Shot,
                    None => Mark::Round(shot.round),
                },
            })
            .collect(),
        ..Map::blank(view.grid)
    };
    let rows = match view.mode() {
        Mode::Salvo => salvo_rows(lang, view, seat),
        Mode::Single => single_rows(lang, own, other),
    };
    let footer = game_footer(lang, &lang.text("classic-title"), &data.game, view.round);
    let fires = match view.mode() {
        Mode::Salvo => "classic-salvo-name",
        Mode::Single => "classic-shot-name",
    };
    let named = [own, other].map(|waters| {
        let name = waters.and_then(|waters| data.other(waters.seat));
        name.map(|name| lang.fill(fires, &[("name", &name)]))
    });
    page(lang, [map(0, own), map(1, other)], side.columns, named, rows, view.mode(), footer)
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
    (columns[1].named, columns[3].named) = (mine, theirs);
    // A row is a shot of each player, and a game has many of them.
    let narrow = (mode == Mode::Single).then_some(SHOTS);
    Page {
        title: lang.text("classic-title"),
        note: String::new(),
        footer,
        body: Body::Maps {
            maps: maps.into(),
            log: Some(Log { title: lang.text("classic-log"), columns, rows, least: 8, narrow }),
        },
    }
}

/// Returns a fleet with a box for each hit. In salvo mode each name includes the number of shots.
fn own_tallies(lang: Lang, view: &View) -> Vec<Tally> {
    let tally = |class: &Class| {
        let tally = Tally::hits(lang, class);
        match view.mode() {
            Mode::Single => tally,
            Mode::Salvo => {
                let shots = class.shots.to_string();
                let name = lang.fill("classic-ship", &[("class", &tally.name), ("shots", &shots)]);
                Tally { name, ..tally }
            }
        }
    };
    each_ship(&view.fleet, tally)
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
    let total = |salvo: &SalvoView| {
        if salvo.hits.is_empty() {
            return "–".to_owned();
        }
        let hits = salvo.hits.chunk_by(|one, other| one == other).map(|hits| {
            let class = &hits[0];
            let sunk = salvo.sunk.iter().filter(|sunk| *sunk == class).count();
            let name = class_name(lang, class.as_str());
            let crosses = "†".repeat(sunk);
            format!("{name}\u{a0}{}{crosses}", hits.len())
        });
        hits.collect::<Vec<_>>().join(", ")
    };
    // The salvos of a seat are stored with the waters of the other seat.
    let fired = |own: bool| {
        let waters = view.waters.iter().find(|waters| (waters.seat != seat) == own);
        waters.into_iter().flat_map(|waters| waters.salvos.iter().flatten())
    };
    let texts = |salvo: &SalvoView| [cells(salvo.cells.iter().copied()), total(salvo)];
    let row = |(round, (mine, theirs)): (u32, (&SalvoView, &SalvoView))| {
        [round.to_string()].into_iter().chain(texts(mine)).chain(texts(theirs)).collect()
    };
    let mut rows: Vec<Vec<String>> = (1..).zip(fired(true).zip(fired(false))).map(row).collect();
    if let (Some(written), Some(round)) = (&view.written, view.round) {
        let mine = cells(written.iter());
        rows.push(vec![round.to_string(), mine, String::new(), String::new(), String::new()]);
    }
    rows
}

fn single_rows(lang: Lang, own: Option<&Waters>, other: Option<&Waters>) -> Vec<Vec<String>> {
    let shots = |waters: Option<&Waters>| waters.map(Waters::all_shots).unwrap_or_default();
    let mine = shots(other);
    let theirs = shots(own);
    let text = |shot: Option<&broadside_engine::classic::ShotView>| match shot {
        None => [String::new(), String::new()],
        Some(shot) => {
            let answer = match shot.result {
                Some(ShotResult::Hit) => lang.text("answer-hit"),
                Some(ShotResult::Miss) => lang.text("answer-miss"),
                None => String::new(),
            };
            [shot.cell.to_string(), answer]
        }
    };
    let row = |n: usize| {
        let number = (n + 1).to_string();
        [number].into_iter().chain(text(mine.get(n))).chain(text(theirs.get(n))).collect()
    };
    (0..mine.len().max(theirs.len())).map(row).collect()
}
