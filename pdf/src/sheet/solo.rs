//! Sheet of `solo` (S11): the sea with the rows of its suits, a tally of their ships, and a log of
//! the volleys. Blank, or filled in from a game.

use broadside_engine::game::{self, RulesetId};
use broadside_engine::solo::{
    Cell, Coin, Die, Face, Fired, Half, ShipClass, ShipView, Suit, SuitView, View,
};
use broadside_i18n::Lang;

use super::log::{Column, Log};
use super::map::{Tally, class_name};
use super::{Body, Page, game_footer};
use crate::kind::{BlankSheet, GameSheet};

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
    let fleet = |of: &SuitView| Fleet {
        suit: named(lang, of.suit),
        ships: tallies(lang, view.wumpuses, |_| None),
        sunk: false,
    };
    let fleets = view.suits.iter().map(fleet).collect();
    let footer = lang.fill("footer", &[("sheet", &lang.text("solo-title"))]);
    page(lang, sea(lang, &view.order, view.lends, fleets), vec![Vec::new(); VOLLEYS], footer)
}

/// Makes the page of a game for a viewer. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, game: &str) -> Page {
    let square = |cell: Cell| square(&view.order, cell);
    let ships = view.ships.iter().flatten();
    let fleets = view.suits.iter().map(|of| {
        let own = |class| {
            let own = view
                .ships
                .as_ref()?
                .iter()
                .filter(|ship| (ship.suit, ship.class) == (of.suit, class));
            Some(own.map(|ship| ship.hit.len() as u8).sum())
        };
        // A viewer who may not see the ships still knows the number of coins hit.
        let hidden = |class| (view.wumpuses && class == ShipClass::Dinghy).then_some(of.hit);
        let gone = |class: ShipClass| {
            (!of.afloat).then(|| if view.wumpuses { of.coins } else { class.length() })
        };
        Fleet {
            suit: named(lang, of.suit),
            ships: tallies(lang, view.wumpuses, |class| {
                own(class).or(gone(class)).or(hidden(class))
            }),
            sunk: !of.afloat,
        }
    });
    let shots = view.volleys.iter().flat_map(|volley| &volley.shots);
    let mut marks: Vec<(Square, bool)> = Vec::new();
    for shot in shots.clone() {
        // A coin can be hit only once. The mark of the hit stays after later shots.
        match marks.iter_mut().find(|(at, _)| *at == square(shot.cell)) {
            Some((_, hit)) => *hit |= shot.hit.is_some(),
            None => marks.push((square(shot.cell), shot.hit.is_some())),
        }
    }
    let known = ships.clone().flat_map(|ship| ship.cells.iter().map(|cell| (*cell, ship.suit)));
    let told = shots.filter_map(|shot| shot.hit.map(|suit| (shot.cell, suit)));
    let mut coins: Vec<(Square, String)> = Vec::new();
    for (cell, suit) in known.chain(told) {
        if coins.iter().all(|(at, _)| *at != square(cell)) {
            coins.push((square(cell), initial(lang, suit)));
        }
    }
    let sea = Sea {
        coins,
        ships: ships.filter_map(|ship| drawn(ship, square)).collect(),
        shots: marks,
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

fn sea(lang: Lang, order: &[Suit], lends: Suit, fleets: Vec<Fleet>) -> Sea {
    let suit = |n: usize| named(lang, order.get(n).copied().unwrap_or(Suit::ALL[n]));
    Sea {
        suits: [0, 1, 2, 3].map(suit),
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
    let column = Column::new;
    let mut columns =
        vec![column(lang.text("solo-volley"), 1.0), column(lang.text("solo-coin"), 1.5)];
    columns.extend(sea.suits.iter().map(|suit| column(suit.name.clone(), 1.7)));
    columns.push(column(lang.text("solo-hit"), 2.8));
    let log = Log { title: lang.text("solo-log"), columns, rows, least: 6, narrow: Some(250.0) };
    Page {
        title: lang.text("solo-title"),
        note: lang.text("solo-note"),
        footer,
        body: Body::Sea { sea: Box::new(sea), log },
    }
}

/// Returns the name of a suit.
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
fn tallies(lang: Lang, wumpuses: bool, hit: impl Fn(ShipClass) -> Option<u8>) -> Vec<Tally> {
    let tally = |class: ShipClass, name: String, length: u8| {
        let hit = hit(class).unwrap_or(0);
        Tally { name, length, hit, sunk: hit == length, label: None }
    };
    if wumpuses {
        return vec![tally(ShipClass::Dinghy, lang.text("solo-dinghies"), 6)];
    }
    let classes = ShipClass::ALL.into_iter().rev();
    classes.map(|class| tally(class, class_name(lang, class.as_str()), class.length())).collect()
}

fn square(order: &[Suit], cell: Cell) -> Square {
    let pair = order.iter().position(|suit| *suit == cell.suit).unwrap_or_default() as u8;
    (2 * pair + u8::from(cell.half == Half::Lower), cell.column as u8)
}

fn drawn(ship: &ShipView, square: impl Fn(Cell) -> Square) -> Option<SeaShip> {
    let from = ship.cells.first()?;
    let to = ship.cells.last()?;
    Some(SeaShip { from: square(*from), to: square(*to), sunk: ship.sunk })
}

/// Returns a row of the log. A die that was not fired is in brackets.
fn row(lang: Lang, volley: &Fired) -> Vec<String> {
    let coin = match volley.coin {
        Coin::Heads => lang.text("solo-heads"),
        Coin::Tails => lang.text("solo-tails"),
    };
    let die = |(n, die): (usize, &Die)| match volley.shots.get(n) {
        Some(_) => die.face.as_str().to_owned(),
        None => format!("({})", die.face.as_str()),
    };
    let hits = volley.shots.iter().filter_map(|shot| {
        let suit = suit_name(lang, shot.hit?);
        Some(if shot.sunk { format!("{suit}†") } else { suit })
    });
    let hits = hits.collect::<Vec<_>>().join(", ");
    let dice = volley.dice.iter().enumerate().map(die);
    [volley.volley.to_string(), coin].into_iter().chain(dice).chain([hits]).collect()
}
