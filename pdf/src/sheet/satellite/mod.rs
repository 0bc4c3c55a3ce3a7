//! Sheet of `satellite` (T13): planet mat, targeting mat, arsenals, the buildings to scale and a
//! log of the turns. Blank, or filled in from a game.

pub mod mats;
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
use crate::sheet::{Body, Page, game_footer};

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
    pages(lang, names, mats, |_, _| CartridgeUse::Available, Vec::new(), &footer)
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
        let each = |key: &str, numbers: [&str; 2]| {
            numbers.map(|number| lang.fill(key, &[("number", number)]))
        };
        Self {
            captions: each("satellite-player-planet", ["1", "2"]),
            notes: each("satellite-player-note", ["2", "1"]),
            counts: [lang.text("satellite-destroyed"), lang.text("satellite-destroyed")],
            owners: each("satellite-player", ["1", "2"]).map(Owner::nameless),
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
    let of = |n: usize| view.sides.iter().find(|side| (side.seat == seat) == (n == 0));
    for (n, owner) in names.owners.iter_mut().enumerate() {
        owner.name = of(n).and_then(|side| data.other(side.seat));
    }
    let mats = [0, 1].map(|n| match of(n) {
        Some(side) => Mat { owner: data.other(side.seat), ..mat(&names, n, view.planet, side) },
        None => empty(&names, n, view.planet),
    });
    let used = |n: usize, cartridge| match of(n) {
        Some(side) if side.arsenal.iter().all(|available| available != cartridge) => {
            let own = |operation: &&Operation| {
                operation.seat == side.seat && operation.cartridge == Some(cartridge)
            };
            match view.operations.iter().rfind(own) {
                Some(last) if last.kind == OperationKind::GaveUp => CartridgeUse::GivenUp,
                _ => CartridgeUse::Fired,
            }
        }
        _ => CartridgeUse::Available,
    };
    let mut footer = game_footer(lang, &lang.text("satellite-title"), &data.game, None);
    let last = view.operations.last().map(|operation| operation.turn);
    if let Some(turn) = view.turn.as_ref().map(|turn| turn.number).or(last) {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("satellite-footer-turn", &[("turn", &turn.to_string())]));
    }
    pages(lang, names, mats, used, rows(lang, view, seat), &footer)
}

fn mat(names: &Names, n: usize, planet: Planet, side: &SideView) -> Mat {
    let blank = empty(names, n, planet);
    let site = |building: &broadside_engine::satellite::BuildingView| Site {
        sectors: building.cells.iter().collect(),
        destroyed: building.destroyed,
    };
    let hits = side.hits.iter().map(|sector| Token { sector, hit: true });
    let misses = side.misses.iter().map(|sector| Token { sector, hit: false });
    Mat {
        sites: side.buildings.iter().flatten().map(site).collect(),
        tokens: hits.chain(misses).collect(),
        count: Count { ticked: side.destroyed, ..blank.count },
        ..blank
    }
}

fn pages(
    lang: Lang,
    names: Names,
    mats: [Mat; 2],
    used: impl Fn(usize, Cartridge) -> CartridgeUse,
    mut rows: Vec<Vec<String>>,
    footer: &str,
) -> Vec<Page> {
    rows.resize(rows.len().max(ROUNDS), Vec::new());
    let shape = |building: Building| Shape {
        name: lang.text(&format!("satellite-building-{building}")),
        pattern: building.pattern(),
    };
    let boxes = |cartridge| [0, 1].map(|n| used(n, cartridge));
    let (barrages, others): (Vec<_>, Vec<_>) =
        Cartridge::ALL.into_iter().partition(|cartridge| cartridge.number().is_some());
    let column = Column::new;
    let [mine, theirs] = names
        .owners
        .each_ref()
        .map(|owner| Column { named: owner.name.clone(), ..column(owner.label.clone(), 3.2) });
    let columns = vec![
        column(lang.text("satellite-round"), 1.0),
        mine,
        column(lang.text("satellite-targets"), 3.4),
        column(lang.text("satellite-hits"), 1.3),
        theirs,
        column(lang.text("satellite-targets"), 3.4),
        column(lang.text("satellite-hits"), 1.3),
    ];
    let log = Log { title: lang.text("satellite-log"), columns, rows, least: 2, narrow: None };
    let page = |title: &str, note: &str, body| Page {
        title: lang.text(title),
        note: lang.text(note),
        footer: footer.to_owned(),
        body,
    };
    let arsenal = Arsenal {
        title: lang.text("satellite-arsenal"),
        owners: names.owners.clone(),
        barrages: Barrages {
            name: lang.text("satellite-barrages-name"),
            unlock: lang.text("satellite-barrages-unlock"),
            effect: lang.text("satellite-barrages-effect"),
            boxes: barrages.into_iter().map(boxes).collect(),
        },
        cartridges: others
            .into_iter()
            .map(|cartridge| entry(lang, cartridge, boxes(cartridge)))
            .collect(),
        log,
    };
    vec![
        page(
            "satellite-title",
            "satellite-note",
            Body::Mats { mats: mats.into(), shapes: Building::ALL.map(shape).into() },
        ),
        page("satellite-log", "satellite-log-note", Body::Arsenal(arsenal)),
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
    let text = |part: &str| {
        lang.text(&format!("satellite-{}-{part}", cartridge.as_str().replace('_', "-")))
    };
    Entry {
        name: name(lang, cartridge),
        unlock: text("unlock"),
        effect: text("effect"),
        drawings: drawings(cartridge),
        boxes,
    }
}

/// Returns drawings of a cartridge's reach, in sectors around its target.
fn drawings(cartridge: Cartridge) -> Vec<Drawing> {
    let line = |across: bool| (-2..=2).map(move |n| if across { (0, n) } else { (n, 0) });
    let target = vec![(0, 0)];
    let beam = |sectors: Vec<(i8, i8)>| Drawing { sectors, targets: target.clone(), endless: true };
    let each_aimed_at = |sectors: Vec<(i8, i8)>| {
        vec![Drawing { targets: sectors.clone(), sectors, endless: false }]
    };
    match cartridge {
        Cartridge::SmallStraight => vec![beam(line(true).collect()), beam(line(false).collect())],
        Cartridge::LargeStraight => {
            vec![beam(line(true).chain(line(false).filter(|&at| at != (0, 0))).collect())]
        }
        // Ten separate sectors, as many as there can be targets.
        Cartridge::Salvo => each_aimed_at((0..10).map(|n| (n / 5 * 2, n % 5)).collect()),
        // One target. It does not depend on the building that it hits.
        Cartridge::Hazard => each_aimed_at(target),
        _ => vec![Drawing { sectors: cartridge.burst().to_vec(), targets: target, endless: false }],
    }
}

/// Returns the rows of the log. Each row is a round, with one turn of each player: what was fired,
/// the targets, and the number of hits.
fn rows(lang: Lang, view: &View, seat: Seat) -> Vec<Vec<String>> {
    let turns = |own: bool| -> Vec<[String; 3]> {
        let theirs = view.operations.iter().filter(|operation| (operation.seat == seat) == own);
        let theirs: Vec<&Operation> = theirs.collect();
        theirs.chunk_by(|a, b| a.turn == b.turn).map(|turn| cells(lang, turn)).collect()
    };
    let mine = turns(true);
    let theirs = turns(false);
    let row = |n: usize| {
        let [mine, theirs] =
            [&mine, &theirs].map(|turns| turns.get(n).cloned().unwrap_or_default());
        [(n + 1).to_string()].into_iter().chain(mine).chain(theirs).collect()
    };
    (0..mine.len().max(theirs.len())).map(row).collect()
}

/// Returns the cells of a turn: the cartridge, the targets, the hits.
fn cells(lang: Lang, turn: &[&Operation]) -> [String; 3] {
    let first = turn[0];
    let name = first.cartridge.map(|cartridge| name(lang, cartridge));
    let what = match (first.kind, name) {
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
    [what, targets, format!("{hits}{}", "†".repeat(destroyed))]
}
