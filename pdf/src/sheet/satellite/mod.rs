//! Sheet of `satellite` (T13): planet mat, targeting mat, arsenals, the buildings to scale and a
//! log of the turns. Blank, or filled in from a game.

pub mod mats;
pub(super) mod pack;
pub mod pieces;

use broadside_engine::game::{self, RulesetId};
use broadside_engine::satellite::{
    Building, Cartridge, Operation, OperationKind, Planet, Sector, ShotResult, SideView, View,
};
use broadside_engine::seat::{Seat, Viewer};
use broadside_i18n::Lang;

use self::mats::{
    Arsenal, Barrages, Cartridge as Entry, CartridgeUse, Count, Drawing, Mat, Owner, Shape, Site,
    Token,
};
use crate::game::GameSheetData;
use crate::kind::{BlankSheet, GameSheet};
use crate::sheet::log::{Column, Log};
use crate::sheet::{Body, Page, game_footer, numbered};
use crate::texts::SheetTexts;

/// The mats of *Satellite Salvo*, and a log of the turns.
pub(crate) static BLANK: BlankSheet = BlankSheet {
    name: "satellite",
    summary: "Satellite Salvo: planet mat and targeting mat, the buildings to scale, the arsenals, and a \
              log of the rounds.",
    options: &["rows", "columns"],
    needs: &[],
    title: None,
    make: |request, lang| match request.new_game(RulesetId::Satellite, [])? {
        game::View::Satellite(view) => Ok(blank(lang, view.planet)),
        other => Err(BLANK.not_of(other.ruleset())),
    },
};

/// Both planets of a game of `satellite`, the arsenals, and a log of the turns.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "satellite",
    summary: "Both planets with the tokens of the game, the buildings to scale, the arsenals with what \
              is spent, and a log of the turns.",
    needs_seat: false,
    options: &[],
    make: |data, _, lang| {
        let game::View::Satellite(view) = &data.view else {
            return Err(data.has_no_sheet(&PLAYED));
        };
        Ok(played(lang, view, data))
    },
};

/// Makes the blank pages, for planets of a size.
fn blank(lang: Lang, planet: Planet) -> Vec<Page> {
    let names = Names::own(lang);
    let mats = [0, 1].map(|n| empty(&names, n, planet));
    let footer = lang.fill("footer", &[("sheet", &lang.text("satellite-title"))]);
    let uses = Cartridge::ALL.map(|cartridge| (cartridge, [CartridgeUse::Available; 2]));
    pages(lang, names, mats, uses, Vec::new(), footer)
}

/// Number of rows of the log: a round for each of thirteen cartridges, and some for the end of the
/// game.
const ROUNDS: usize = 16;

/// Texts for the two halves of a sheet.
struct Names {
    captions: [String; 2],
    notes: [String; 2],
    /// Labels of the counts of buildings destroyed.
    counts: [String; 2],
    owners: [Owner; 2],
}

impl Names {
    fn own(lang: Lang) -> Self {
        Self {
            captions: [lang.text("satellite-planet"), lang.text("satellite-targeting")],
            notes: [lang.text("satellite-planet-note"), lang.text("satellite-targeting-note")],
            counts: [lang.text("satellite-lost"), lang.text("satellite-destroyed")],
            owners: [lang.text("satellite-mine"), lang.text("satellite-theirs")]
                .map(Owner::nameless),
        }
    }

    /// Creates the texts for an onlooker.
    fn of_both(lang: Lang) -> Self {
        Self {
            captions: numbered(lang, "satellite-player-planet", ["1", "2"]),
            notes: numbered(lang, "satellite-player-note", ["2", "1"]),
            counts: [lang.text("satellite-destroyed"), lang.text("satellite-destroyed")],
            owners: numbered(lang, "satellite-player", ["1", "2"]).map(Owner::nameless),
        }
    }
}

fn empty(names: &Names, n: usize, planet: Planet) -> Mat {
    Mat {
        caption: names.captions[n].clone(),
        owner: None,
        note: names.notes[n].clone(),
        planet,
        sites: Vec::new(),
        tokens: Vec::new(),
        count: Count { name: names.counts[n].clone(), boxes: Building::ALL.len() as u8, ticked: 0 },
    }
}

/// Makes the pages of a game for a viewer: a player's own sheet, or what is public about both
/// players. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, data: &GameSheetData) -> Vec<Page> {
    let viewer = data.viewer;
    let mut names = match viewer {
        Viewer::Seat(_) => Names::own(lang),
        Viewer::Public => Names::of_both(lang),
    };
    let seats = view.sides.iter().map(|side| side.seat);
    let seat = viewer.seat().or_else(|| seats.min()).unwrap_or(view.sides[0].seat);
    let own = view.sides.iter().find(|side| side.seat == seat);
    let other = view.sides.iter().find(|side| side.seat != seat);
    let sides = [own, other];
    for (owner, side) in names.owners.iter_mut().zip(sides) {
        owner.name = side.and_then(|side| data.other(side.seat));
    }
    let mats = [0, 1].map(|n| match sides[n] {
        Some(side) => Mat { owner: data.other(side.seat), ..mat(&names, n, view.planet, side) },
        None => empty(&names, n, view.planet),
    });
    let uses = Cartridge::ALL
        .map(|cartridge| (cartridge, sides.map(|side| cartridge_use(view, side, cartridge))));
    let mut footer = game_footer(lang, &lang.text("satellite-title"), &data.game, None);
    let last = view.operations.last().map(|operation| operation.turn);
    if let Some(turn) = view.turn.as_ref().map(|turn| turn.number).or(last) {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("satellite-footer-turn", &[("turn", &turn.to_string())]));
    }
    pages(lang, names, mats, uses, rows(lang, view, seat), footer)
}

/// Returns the use of a cartridge by a side. A side that is not known has used none.
fn cartridge_use(view: &View, side: Option<&SideView>, cartridge: Cartridge) -> CartridgeUse {
    let Some(side) = side.filter(|side| !side.arsenal.contains(cartridge)) else {
        return CartridgeUse::Available;
    };
    let last = view
        .operations
        .iter()
        .rfind(|operation| operation.seat == side.seat && operation.cartridge == Some(cartridge));
    match last {
        Some(last) if last.kind == OperationKind::GaveUp => CartridgeUse::GivenUp,
        _ => CartridgeUse::Fired,
    }
}

fn mat(names: &Names, n: usize, planet: Planet, side: &SideView) -> Mat {
    let blank = empty(names, n, planet);
    let sites = side.buildings.iter().flatten().map(|building| Site {
        sectors: building.cells.iter().collect(),
        destroyed: building.destroyed,
    });
    let hits = side.hits.iter().map(|sector| Token { sector, hit: true });
    let misses = side.misses.iter().map(|sector| Token { sector, hit: false });
    Mat {
        sites: sites.collect(),
        tokens: hits.chain(misses).collect(),
        count: Count { ticked: side.destroyed, ..blank.count },
        ..blank
    }
}

/// Makes the pages. `uses` has every cartridge, with its use by both sides.
fn pages(
    lang: Lang,
    names: Names,
    mats: [Mat; 2],
    uses: [(Cartridge, [CartridgeUse; 2]); Cartridge::ALL.len()],
    mut rows: Vec<Vec<String>>,
    footer: String,
) -> Vec<Page> {
    rows.resize(rows.len().max(ROUNDS), Vec::new());
    let shapes = Building::ALL.map(|building| Shape {
        name: lang.text(&format!("satellite-building-{building}")),
        pattern: building.pattern(),
    });
    let mut columns = vec![Column::new(lang.text("satellite-round"), 1.0)];
    for owner in &names.owners {
        let column = Column::new(owner.label.clone(), 3.2);
        columns.push(Column { named: owner.name.clone(), ..column });
        columns.push(Column::new(lang.text("satellite-targets"), 3.4));
        columns.push(Column::new(lang.text("satellite-hits"), 1.3));
    }
    let log = Log { title: lang.text("satellite-log"), columns, rows, min_rows: 2, narrow: None };
    let (barrages, others): (Vec<_>, Vec<_>) =
        uses.into_iter().partition(|(cartridge, _)| cartridge.number().is_some());
    let arsenal = Arsenal {
        title: lang.text("satellite-arsenal"),
        owners: names.owners,
        barrages: Barrages {
            name: lang.text("satellite-barrages-name"),
            unlock: lang.text("satellite-barrages-unlock"),
            effect: lang.text("satellite-barrages-effect"),
            boxes: barrages.into_iter().map(|(_, uses)| uses).collect(),
        },
        cartridges: others
            .into_iter()
            .map(|(cartridge, uses)| entry(lang, cartridge, uses))
            .collect(),
        log,
    };
    vec![
        Page {
            title: lang.text("satellite-title"),
            note: lang.text("satellite-note"),
            footer: footer.clone(),
            body: Body::Mats { mats: mats.into(), shapes: shapes.into() },
        },
        Page {
            title: lang.text("satellite-log"),
            note: lang.text("satellite-log-note"),
            footer,
            body: Body::Arsenal(arsenal),
        },
    ]
}

fn name(lang: Lang, cartridge: Cartridge) -> String {
    match cartridge.number() {
        Some(number) => lang.fill("satellite-barrage-name", &[("number", &number.to_string())]),
        None => lang.text(&format!("satellite-{}-name", cartridge.as_str().replace('_', "-"))),
    }
}

/// Returns the entry of a cartridge that is not a barrage.
fn entry(lang: Lang, cartridge: Cartridge, boxes: [CartridgeUse; 2]) -> Entry {
    let key = cartridge.as_str().replace('_', "-");
    Entry {
        name: name(lang, cartridge),
        unlock: lang.text(&format!("satellite-{key}-unlock")),
        effect: lang.text(&format!("satellite-{key}-effect")),
        drawings: drawings(cartridge),
        boxes,
    }
}

/// Returns drawings of a cartridge's reach, in sectors around its target.
fn drawings(cartridge: Cartridge) -> Vec<Drawing> {
    const ROW: [(i8, i8); 5] = [(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)];
    const COLUMN: [(i8, i8); 5] = [(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0)];
    match cartridge {
        Cartridge::SmallStraight => vec![beam(ROW.into()), beam(COLUMN.into())],
        Cartridge::LargeStraight => {
            let rest = COLUMN.into_iter().filter(|sector| !ROW.contains(sector));
            vec![beam(ROW.into_iter().chain(rest).collect())]
        }
        // Ten separate sectors, as many as there can be targets.
        Cartridge::Salvo => vec![all_targets((0..10).map(|n| (n / 5 * 2, n % 5)).collect())],
        // One target. It does not depend on the building that it hits.
        Cartridge::Hazard => vec![all_targets(TARGET.into())],
        _ => {
            let sectors = cartridge.burst().to_vec();
            vec![Drawing { sectors, targets: TARGET.into(), endless: false }]
        }
    }
}

/// Sectors that are targets, of a drawing with one target.
const TARGET: [(i8, i8); 1] = [(0, 0)];

fn beam(sectors: Vec<(i8, i8)>) -> Drawing {
    Drawing { sectors, targets: TARGET.into(), endless: true }
}

fn all_targets(sectors: Vec<(i8, i8)>) -> Drawing {
    Drawing { targets: sectors.clone(), sectors, endless: false }
}

/// Returns the rows of the log. Each row is a round, with one turn of each player: what was fired,
/// the targets, and the number of hits.
fn rows(lang: Lang, view: &View, seat: Seat) -> Vec<Vec<String>> {
    let (mine, theirs): (Vec<_>, Vec<_>) =
        view.operations.iter().partition(|operation| operation.seat == seat);
    let sides = [mine, theirs].map(|operations| turns(lang, &operations));
    let mut rows = Vec::new();
    for n in 0..sides[0].len().max(sides[1].len()) {
        let mut row = vec![(n + 1).to_string()];
        for turns in &sides {
            row.extend(turns.get(n).cloned().unwrap_or_default());
        }
        rows.push(row);
    }
    rows
}

/// Returns the cells of each turn of a side.
fn turns(lang: Lang, operations: &[&Operation]) -> Vec<[String; 3]> {
    operations.chunk_by(|a, b| a.turn == b.turn).map(|turn| cells(lang, turn)).collect()
}

/// Returns the cells of a turn: the cartridge, the targets, the hits.
fn cells(lang: Lang, turn: &[&Operation]) -> [String; 3] {
    let first = turn[0];
    let name = first.cartridge.map(|cartridge| name(lang, cartridge));
    let shot = match (first.kind, name) {
        (OperationKind::GaveUp, Some(name)) => {
            lang.fill("satellite-given-up", &[("cartridge", &name)])
        }
        (_, Some(name)) => name,
        (OperationKind::Destructed, None) => lang.text("satellite-last-blow"),
        (_, None) => lang.text("satellite-shot"),
    };
    let targets: Vec<String> =
        turn.iter().flat_map(|one| &one.targets).map(Sector::to_string).collect();
    let reports = turn.iter().flat_map(|one| &one.reports);
    let hits = reports.filter(|report| report.result == ShotResult::Hit).count();
    let destroyed: usize = turn.iter().map(|one| usize::from(one.destroyed)).sum();
    let mut targets = targets.join(" ");
    if let Some(beam) = first.beam {
        let way = match beam {
            broadside_engine::satellite::Beam::Row => "→",
            broadside_engine::satellite::Beam::Column => "↓",
        };
        targets = format!("{targets} {way}");
    }
    [shot, targets, format!("{hits}{}", "†".repeat(destroyed))]
}
