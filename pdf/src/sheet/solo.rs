//! Sheet of `solo` (S11): the sea with the rows of its suits, a tally of their ships, and a log of
//! the volleys. Blank, or filled in from a game.

pub(super) mod pack;

use broadside_engine::game::{self, RulesetId};
use broadside_engine::solo::{
    Cell, Coin, Face, Fired, Half, ShipClass, ShipView, Suit, SuitView, View,
};
use broadside_i18n::Lang;

use super::log::{Column, Log};
use super::map::{Tally, class_name};
use super::{Body, Page, game_footer};
use crate::kind::{BlankSheet, GameSheet};
use crate::texts::SheetTexts;

/// The sea of *Solo Salvo* with its fleets and a log of the volleys.
pub(crate) static BLANK: BlankSheet = BlankSheet {
    name: "solo",
    summary: "Solo Salvo: the sea with its suits, halves and columns, the fleets, and a log of the volleys.",
    options: &["order", "lends", "wumpuses"],
    needs: &[],
    title: None,
    make: |request, lang| match request.new_game(RulesetId::Solo, [])? {
        game::View::Solo(view) => Ok(vec![blank(lang, &view)]),
        other => Err(BLANK.not_of(other.ruleset())),
    },
};

/// The sea of a game of `solo`, the fleets, and a log of the volleys.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "solo",
    summary: "The sea with the marks of the game, the fleets, and a log of the volleys.",
    needs_seat: false,
    options: &[],
    make: |data, _, lang| {
        let game::View::Solo(view) = &data.view else { return Err(data.has_no_sheet(&PLAYED)) };
        Ok(vec![played(lang, view, &data.game)])
    },
};

/// Number of rows of the log of a game that is not over. Half of the games take more than 26
/// volleys.
const VOLLEYS: usize = 40;

/// Square of the sea: its row from the top and its column from the left, from 0.
pub type Square = (u8, u8);

/// The sea, with its labels and fleets.
#[derive(Clone, Debug, PartialEq)]
pub struct Sea {
    /// Suits of its rows, from the top.
    pub suits: [Named; 4],
    /// Names of the upper and the lower row of a suit.
    pub halves: [String; 2],
    /// Names of the columns.
    pub columns: [&'static str; 6],
    /// Known coins, each with a letter for its suit.
    pub coins: Vec<(Square, String)>,
    /// Ships drawn on the sea.
    pub ships: Vec<SeaShip>,
    /// Squares fired at, each with true if a coin was hit there.
    pub shots: Vec<(Square, bool)>,
    /// Label of the prediction.
    pub predicts: String,
    /// Suit predicted.
    pub prediction: Option<String>,
    /// Ships of the suits that fight, to tick off.
    pub fleets: Vec<Fleet>,
    /// Note on the suit that lends its coins.
    pub lends: String,
}

/// Suit with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The suit.
    pub suit: Suit,
    /// Name of the suit.
    pub name: String,
}

/// Ship drawn on the sea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeaShip {
    /// Square at one end.
    pub from: Square,
    /// Square at the other end.
    pub to: Square,
    /// True if the ship is struck through.
    pub sunk: bool,
}

/// Ships of a suit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// The suit.
    pub suit: Named,
    /// Ships of the suit.
    pub ships: Vec<Tally>,
    /// True if the suit is struck through.
    pub sunk: bool,
}

/// Makes the blank page for the settings of a game.
fn blank(lang: Lang, view: &View) -> Page {
    let fleets = view.suits.iter().map(|side| Fleet {
        suit: named(lang, side.suit),
        ships: tallies(lang, view.wumpuses, |_| None),
        sunk: false,
    });
    let fleets = fleets.collect();
    let footer = lang.fill("footer", &[("sheet", &lang.text("solo-title"))]);
    page(lang, sea(lang, &view.order, view.lends, fleets), vec![Vec::new(); VOLLEYS], footer)
}

/// Makes the page of a game for a viewer. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, game: &str) -> Page {
    let fleets = view.suits.iter().map(|side| Fleet {
        suit: named(lang, side.suit),
        ships: tallies(lang, view.wumpuses, |class| hits(view, side, class)),
        sunk: !side.afloat,
    });
    let ships = view.ships.iter().flatten();
    let sea = Sea {
        coins: coins(lang, view),
        ships: ships.filter_map(|ship| drawn(&view.order, ship)).collect(),
        shots: marks(view),
        prediction: view.prediction.map(|suit| suit_name(lang, suit)),
        ..sea(lang, &view.order, view.lends, fleets.collect())
    };
    let mut rows: Vec<Vec<String>> = view.volleys.iter().map(|volley| row(lang, volley)).collect();
    if view.suits.iter().filter(|suit| suit.afloat).count() > 1 {
        rows.resize(rows.len().max(VOLLEYS), Vec::new());
    }
    let footer = game_footer(lang, &lang.text("solo-title"), game, None);
    page(lang, sea, rows, footer)
}

/// Returns the number of hits on the ships of a class of a suit; `None` if the viewer does not know
/// it.
fn hits(view: &View, side: &SuitView, class: ShipClass) -> Option<u8> {
    if let Some(ships) = &view.ships {
        let own = ships.iter().filter(|ship| ship.suit == side.suit && ship.class == class);
        return Some(own.map(|ship| ship.hit.len() as u8).sum());
    }
    if !side.afloat {
        return Some(if view.wumpuses { side.coins } else { class.length() });
    }
    // A viewer who may not see the ships still knows the number of coins hit.
    (view.wumpuses && class == ShipClass::Dinghy).then_some(side.hit)
}

/// Returns the squares fired at, each with true if a coin was hit there.
fn marks(view: &View) -> Vec<(Square, bool)> {
    let mut marks: Vec<(Square, bool)> = Vec::new();
    for shot in view.volleys.iter().flat_map(|volley| &volley.shots) {
        let square = square(&view.order, shot.cell);
        // A coin can be hit only once. The mark of the hit stays after later shots.
        match marks.iter_mut().find(|(marked, _)| *marked == square) {
            Some((_, hit)) => *hit |= shot.hit.is_some(),
            None => marks.push((square, shot.hit.is_some())),
        }
    }
    marks
}

/// Returns the coins that the viewer knows, from the ships and from the hits.
fn coins(lang: Lang, view: &View) -> Vec<(Square, String)> {
    let ships = view.ships.iter().flatten();
    let of_ships = ships.flat_map(|ship| ship.cells.iter().map(|cell| (*cell, ship.suit)));
    let shots = view.volleys.iter().flat_map(|volley| &volley.shots);
    let of_hits = shots.filter_map(|shot| shot.hit.map(|suit| (shot.cell, suit)));
    let mut coins: Vec<(Square, String)> = Vec::new();
    for (cell, suit) in of_ships.chain(of_hits) {
        let square = square(&view.order, cell);
        if coins.iter().all(|(known, _)| *known != square) {
            coins.push((square, initial(lang, suit)));
        }
    }
    coins
}

fn sea(lang: Lang, order: &[Suit], lends: Suit, fleets: Vec<Fleet>) -> Sea {
    Sea {
        suits: [0, 1, 2, 3].map(|n| named(lang, order.get(n).copied().unwrap_or(Suit::ALL[n]))),
        halves: [lang.text("solo-upper"), lang.text("solo-lower")],
        columns: Face::ALL.map(Face::as_str),
        coins: Vec::new(),
        ships: Vec::new(),
        shots: Vec::new(),
        predicts: lang.text("solo-predicts"),
        prediction: None,
        fleets,
        lends: lang.fill("solo-lends", &[("suit", &suit_name(lang, lends))]),
    }
}

fn page(lang: Lang, sea: Sea, rows: Vec<Vec<String>>, footer: String) -> Page {
    let mut columns =
        vec![Column::new(lang.text("solo-volley"), 1.0), Column::new(lang.text("solo-coin"), 1.5)];
    columns.extend(sea.suits.iter().map(|suit| Column::new(suit.name.clone(), 1.7)));
    columns.push(Column::new(lang.text("solo-hit"), 2.8));
    let log = Log { title: lang.text("solo-log"), columns, rows, min_rows: 6, narrow: Some(250.0) };
    Page {
        title: lang.text("solo-title"),
        note: lang.text("solo-note"),
        footer,
        body: Body::Sea { sea: Box::new(sea), log },
    }
}

pub(crate) fn suit_name(lang: Lang, suit: Suit) -> String {
    lang.text(match suit {
        Suit::Suns => "solo-suns",
        Suit::Moons => "solo-moons",
        Suit::Crowns => "solo-crowns",
        Suit::Arms => "solo-arms",
    })
}

fn named(lang: Lang, suit: Suit) -> Named {
    Named { suit, name: suit_name(lang, suit) }
}

fn initial(lang: Lang, suit: Suit) -> String {
    suit_name(lang, suit).chars().take(1).collect()
}

/// Returns the ships of a suit, with the number of hits for each class if that is known.
fn tallies(lang: Lang, wumpuses: bool, hits: impl Fn(ShipClass) -> Option<u8>) -> Vec<Tally> {
    if wumpuses {
        return vec![tally(lang.text("solo-dinghies"), 6, hits(ShipClass::Dinghy))];
    }
    let classes = ShipClass::ALL.into_iter().rev();
    classes
        .map(|class| tally(class_name(lang, class.as_str()), class.length(), hits(class)))
        .collect()
}

fn tally(name: String, length: u8, hits: Option<u8>) -> Tally {
    let hit = hits.unwrap_or(0);
    Tally { name, length, hit, sunk: hit == length, label: None }
}

fn square(order: &[Suit], cell: Cell) -> Square {
    let pair = order.iter().position(|suit| *suit == cell.suit).unwrap_or_default() as u8;
    (2 * pair + u8::from(cell.half == Half::Lower), cell.column as u8)
}

fn drawn(order: &[Suit], ship: &ShipView) -> Option<SeaShip> {
    let from = square(order, *ship.cells.first()?);
    let to = square(order, *ship.cells.last()?);
    Some(SeaShip { from, to, sunk: ship.sunk })
}

/// Returns a row of the log. A die that was not fired is in brackets.
fn row(lang: Lang, volley: &Fired) -> Vec<String> {
    let coin = match volley.coin {
        Coin::Heads => lang.text("solo-heads"),
        Coin::Tails => lang.text("solo-tails"),
    };
    let mut row = vec![volley.volley.to_string(), coin];
    for (n, die) in volley.dice.iter().enumerate() {
        let face = die.face.as_str();
        row.push(if n < volley.shots.len() { face.to_owned() } else { format!("({face})") });
    }
    let hits = volley.shots.iter().filter_map(|shot| {
        let suit = suit_name(lang, shot.hit?);
        Some(if shot.sunk { format!("{suit}†") } else { suit })
    });
    row.push(hits.collect::<Vec<_>>().join(", "));
    row
}
