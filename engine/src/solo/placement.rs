//! Placement of a player: the fleets of three suits (S3, S8).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::refusal::PlacementError;
use super::sea::{Cell, Sea, Square, Squares, Suit};
use super::ship::{Heading, ShipClass};
use crate::chance::{DiceStream, Draw};

/// Ship as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloShipDraft, example = json!(
    {"suit": "suns", "class": "cruiser", "at": "suns/upper/N", "heading": "diagonal_down"}
))]
pub struct ShipDraft {
    /// Suit that the ship fights for. The ship may lie in the rows of any suit.
    pub suit: Suit,
    /// Class of the ship.
    pub class: ShipClass,
    /// Leftmost cell of the ship, or its topmost cell if it lies `down`.
    pub at: Cell,
    /// Direction in which the ship lies from `at`; has no meaning for a dinghy.
    pub heading: Heading,
}

/// Fleets as a player places them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloPlacement, example = json!({"ships": [
    {"suit": "suns", "class": "dinghy", "at": "suns/upper/N", "heading": "across"},
    {"suit": "suns", "class": "submarine", "at": "suns/upper/2", "heading": "diagonal_down"},
    {"suit": "suns", "class": "cruiser", "at": "arms/lower/N", "heading": "across"},
    {"suit": "moons", "class": "dinghy", "at": "moons/upper/5", "heading": "across"},
    {"suit": "moons", "class": "submarine", "at": "moons/upper/A", "heading": "down"},
    {"suit": "moons", "class": "cruiser", "at": "crowns/upper/N", "heading": "diagonal_down"},
    {"suit": "crowns", "class": "dinghy", "at": "suns/upper/5", "heading": "across"},
    {"suit": "crowns", "class": "submarine", "at": "crowns/upper/4", "heading": "across"},
    {"suit": "crowns", "class": "cruiser", "at": "arms/lower/3", "heading": "diagonal_up"}
]}))]
pub struct Draft {
    /// Ships of the three fleets, all of them, in any order.
    pub ships: Vec<ShipDraft>,
}

/// Ship that lies in the sea.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Ship {
    pub(super) suit: Suit,
    pub(super) class: ShipClass,
    pub(super) at: Square,
    pub(super) heading: Heading,
    pub(super) squares: Squares,
}

impl Ship {
    fn lay(suit: Suit, class: ShipClass, at: Square, heading: Heading) -> Option<Self> {
        let (down, right) = heading.step();
        let mut squares = Squares::default();
        for n in 0..class.length() as i8 {
            squares.insert(Square::at(at.row() as i8 + n * down, at.column() as i8 + n * right)?);
        }
        // A ship of one coin has no direction. Always storing the same direction keeps equal
        // placements equal.
        let heading = if class.length() == 1 { Heading::Across } else { heading };
        Some(Self { suit, class, at, heading, squares })
    }
}

/// Fleets of three suits in the sea. Every ship is straight and within the sea, no two ships
/// overlap, and each class occurs as often as in the fleet. Ships are in the order of the suits
/// from the top, then of the classes, then of the first cells. Sealed: the fleets are their
/// player's secret.
#[derive(Clone)]
pub struct Fleets {
    pub(super) ships: Vec<Ship>,
}

impl fmt::Debug for Fleets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fleets(sealed)")
    }
}

/// Returns the number of ships of a class that each suit has.
pub(super) fn count(options: &Options, class: ShipClass) -> usize {
    match (options.wumpuses, class) {
        (false, _) => 1,
        (true, ShipClass::Dinghy) => 6,
        (true, _) => 0,
    }
}

impl Fleets {
    /// Reads a list of ships.
    ///
    /// # Errors
    /// Returns the first ship that is wrong, or the first class with a wrong number of ships.
    pub(super) fn read(options: &Options, drafts: &[ShipDraft]) -> Result<Self, PlacementError> {
        let sea = options.sea();
        let fighting = options.fighting();
        let mut ships: Vec<Ship> = Vec::new();
        for (n, draft) in drafts.iter().enumerate() {
            let ShipDraft { suit, class, at, heading } = *draft;
            if suit == options.lends {
                let fighting = fighting.map(Suit::as_str).join(", ");
                return Err(PlacementError::Lends { ship: n, suit, fighting });
            }
            if count(options, class) == 0 {
                return Err(PlacementError::DinghiesOnly { ship: n, class });
            }
            let Some(ship) = Ship::lay(suit, class, sea.square(at), heading) else {
                let last = Square::all().last().map(|square| sea.cell(square)).unwrap_or(at);
                return Err(PlacementError::OffSea { ship: n, class, at, heading, last });
            };
            // Every ship needs cells of its own, so a list that is too long ends here.
            for (other, earlier) in ships.iter().enumerate() {
                if let Some(square) = ship.squares.both(earlier.squares).iter().next() {
                    return Err(PlacementError::Overlap { ship: n, other, cell: sea.cell(square) });
                }
            }
            ships.push(ship);
        }
        for suit in fighting {
            for class in ShipClass::ALL {
                let found =
                    ships.iter().filter(|ship| (ship.suit, ship.class) == (suit, class)).count();
                let wanted = count(options, class);
                if found != wanted {
                    let rule = if options.wumpuses { "S8" } else { "S3" };
                    return Err(PlacementError::WrongCount { rule, suit, class, found, wanted });
                }
            }
        }
        Ok(Self::sorted(sea, ships))
    }

    fn sorted(sea: Sea, mut ships: Vec<Ship>) -> Self {
        ships.sort_by_key(|ship| (sea.suit_index(ship.suit), ship.class, ship.at));
        Self { ships }
    }

    /// Places the fleets at random: the longest ships first, ships of equal length in the order of
    /// the suits from the top, each ship uniformly among the positions left to it. There is always
    /// a position: two cruisers leave room for a third, and among thirty free cells of the sea some
    /// are always adjacent.
    pub(super) fn random(options: &Options, chance: &mut DiceStream) -> Self {
        let mut ships: Vec<Ship> = Vec::new();
        let mut taken = Squares::default();
        for class in ShipClass::ALL.into_iter().rev() {
            for suit in options.fighting() {
                for _ in 0..count(options, class) {
                    // A ship of one coin has no direction, so each of its positions is counted
                    // once.
                    let headings =
                        if class.length() == 1 { &Heading::ALL[..1] } else { &Heading::ALL[..] };
                    let places: Vec<Ship> = headings
                        .iter()
                        .flat_map(|&heading| {
                            Square::all().filter_map(move |at| Ship::lay(suit, class, at, heading))
                        })
                        .filter(|ship| ship.squares.both(taken).is_empty())
                        .collect();
                    let ship = places[chance.below(places.len() as u32) as usize].clone();
                    taken = taken.with(ship.squares);
                    ships.push(ship);
                }
            }
        }
        Self::sorted(options.sea(), ships)
    }

    /// Returns the ships as a player would write them.
    pub(super) fn draft(&self, sea: Sea) -> Draft {
        let ships = self.ships.iter().map(|ship| ShipDraft {
            suit: ship.suit,
            class: ship.class,
            at: sea.cell(ship.at),
            heading: ship.heading,
        });
        Draft { ships: ships.collect() }
    }

    pub(super) fn of(&self, suit: Suit) -> Squares {
        let ships = self.ships.iter().filter(|ship| ship.suit == suit);
        ships.fold(Squares::default(), |all, ship| all.with(ship.squares))
    }
}

impl Draft {
    /// Returns the text that the commitment seals: one line for each ship.
    pub(super) fn seal(&self) -> String {
        let lines = self
            .ships
            .iter()
            .map(|ship| format!("{} {} {} {}", ship.suit, ship.class, ship.at, ship.heading));
        lines.collect::<Vec<_>>().join("\n")
    }
}
