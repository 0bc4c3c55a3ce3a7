//! Ships, fleets and placements on a grid. A placement is checked once, when it is read, and is
//! always valid afterwards.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::chance::Draw;
use crate::grid::{Cell, CellSet, Grid, shorten};

/// Name of a class of ships: 1–24 characters from `a`–`z`, `0`–`9` and `_`, beginning with a
/// letter.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[schema(value_type = String, pattern = "^[a-z][a-z0-9_]{0,23}$", example = "cruiser")]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// Reads a name; `None` if it does not have the form above.
    pub fn new(text: &str) -> Option<Self> {
        let well_formed = text.len() <= 24
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        well_formed.then(|| Self(text.into()))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "`{}` is not a class of ships: use 1–24 of a–z, 0–9 and _, beginning with a letter",
                shorten(&text)
            ))
        })
    }
}

/// Class of ships in a fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = FleetClass)]
pub struct Class {
    /// Name of the class.
    pub class: ClassName,
    /// Number of cells that a ship of this class covers.
    pub length: u8,
    /// Number of shots per round that a ship of this class gives while it is afloat.
    pub shots: u8,
    /// Number of ships of this class that each player has.
    pub ships: u8,
}

/// Ships of a player: the classes in the order of the fleet, each with its number of ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    classes: Vec<Class>,
}

impl Fleet {
    /// Creates a fleet of these classes. Their names must differ.
    pub(crate) fn new(classes: Vec<Class>) -> Self {
        debug_assert!(
            classes
                .iter()
                .enumerate()
                .all(|(n, a)| classes[..n].iter().all(|b| a.class != b.class))
        );
        Self { classes }
    }

    /// Lists the classes in the order of the fleet.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Returns the number of cells that all ships cover together.
    pub fn cells(&self) -> usize {
        self.classes.iter().map(|class| usize::from(class.length) * usize::from(class.ships)).sum()
    }

    /// Returns the number of shots per round that all ships give together.
    pub fn shots(&self) -> usize {
        self.classes.iter().map(|class| usize::from(class.shots) * usize::from(class.ships)).sum()
    }
}

/// Direction in which a ship lies from its first cell.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    /// To the right, along a row.
    Across,
    /// Downwards, along a column.
    Down,
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Across => "across",
            Self::Down => "down",
        })
    }
}

/// Ship as a player writes it: class, first cell (the leftmost or topmost) and direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"class": "battleship", "at": "A1", "heading": "across"}))]
pub struct ShipDraft {
    /// Class of the ship. It must be in the game's fleet.
    pub class: ClassName,
    /// Leftmost or topmost cell of the ship.
    pub at: Cell,
    /// Direction in which the ship lies from `at`.
    pub heading: Heading,
}

/// Ship that lies on a grid.
#[derive(Clone, PartialEq, Eq)]
pub struct Ship {
    /// Index of the ship's class in the fleet.
    pub(crate) class: u8,
    pub(crate) at: Cell,
    pub(crate) heading: Heading,
    pub(crate) cells: CellSet,
}

impl Ship {
    fn lay(grid: Grid, class: u8, length: u8, at: Cell, heading: Heading) -> Option<Self> {
        let mut cells = CellSet::EMPTY;
        for n in 0..length {
            let cell = match heading {
                Heading::Across => Cell::new(at.column() + n, at.row()),
                Heading::Down => Cell::new(at.column(), at.row() + n),
            };
            cells.insert(cell.filter(|&cell| grid.contains(cell))?);
        }
        // A ship of one cell has no direction. Always storing the same direction keeps equal
        // placements equal.
        let heading = if length == 1 { Heading::Across } else { heading };
        Some(Self { class, at, heading, cells })
    }

    /// Places a ship at random among all positions left to it; `None` if there is no position.
    fn drawn(
        grid: Grid,
        free: CellSet,
        class: u8,
        length: u8,
        draw: &mut impl Draw,
    ) -> Option<Self> {
        let across = grid.beginnings(free, length, true);
        // A ship of one cell has no direction, so each of its positions is counted once.
        let down = if length == 1 { CellSet::EMPTY } else { grid.beginnings(free, length, false) };
        let places = across.len() + down.len();
        if places == 0 {
            return None;
        }
        let drawn = draw.below(places as u32) as usize;
        let (at, heading) = match across.nth(drawn) {
            Some(at) => (at, Heading::Across),
            None => (down.nth(drawn - across.len())?, Heading::Down),
        };
        Self::lay(grid, class, length, at, heading)
    }
}

/// Complete fleet on its grid. Every ship is straight and within the grid, no two ships overlap,
/// and each class occurs as often as in the fleet. Ships are in the order of the fleet, and within
/// a class in reading order of their first cells.
#[derive(Clone, PartialEq, Eq)]
pub struct FleetPlacement {
    ships: Vec<Ship>,
}

/// Reason for rejecting a list of ships as a placement. Ships are counted from 0 in the order of
/// the list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The fleet has no such class.
    #[error("the fleet has no class `{class}`: its classes are {known}")]
    UnknownClass {
        /// Index of the ship in the list.
        ship: usize,
        /// Class named in the list.
        class: ClassName,
        /// Classes of the fleet.
        known: String,
    },
    /// The ship extends beyond the edge of the grid.
    #[error(
        "a {class} of {length} cells does not fit at {at} {heading}: the grid ends at {last}, and a ship is named \
         by its leftmost or topmost cell"
    )]
    OffGrid {
        /// Index of the ship in the list.
        ship: usize,
        /// Class of the ship.
        class: ClassName,
        /// Number of cells that the ship covers.
        length: u8,
        /// First cell of the ship.
        at: Cell,
        /// Direction of the ship.
        heading: Heading,
        /// Last cell of the grid.
        last: Cell,
    },
    /// Two ships share a cell.
    #[error("ship {} and ship {} both cover {cell}: ships may touch, never overlap", .other + 1, .ship + 1)]
    Overlap {
        /// Index of the ship in the list.
        ship: usize,
        /// Index of the earlier ship that it overlaps.
        other: usize,
        /// Cell that both ships cover.
        cell: Cell,
    },
    /// The list has too many or too few ships of a class.
    #[error("{found} of class `{class}`: the fleet has exactly {wanted}")]
    WrongCount {
        /// Class in question.
        class: ClassName,
        /// Number of ships of the class in the list.
        found: usize,
        /// Number of ships of the class in the fleet.
        wanted: u8,
    },
}

impl PlacementError {
    /// Returns the path of the fault in the placement: `ships` or `ships[2].at`.
    pub fn field(&self) -> String {
        match self {
            Self::UnknownClass { ship, .. } => format!("ships[{ship}].class"),
            Self::OffGrid { ship, .. } | Self::Overlap { ship, .. } => format!("ships[{ship}].at"),
            Self::WrongCount { .. } => "ships".to_owned(),
        }
    }
}

impl FleetPlacement {
    /// Reads a list of ships.
    ///
    /// # Errors
    /// Returns the first ship that is wrong, or the first class with a wrong number of ships.
    pub fn read(grid: Grid, fleet: &Fleet, drafts: &[ShipDraft]) -> Result<Self, PlacementError> {
        let mut ships = Vec::new();
        for (n, draft) in drafts.iter().enumerate() {
            let Some(class) = fleet.classes.iter().position(|class| class.class == draft.class)
            else {
                let known: Vec<_> =
                    fleet.classes.iter().map(|class| class.class.as_str()).collect();
                return Err(PlacementError::UnknownClass {
                    ship: n,
                    class: draft.class.clone(),
                    known: known.join(", "),
                });
            };
            let length = fleet.classes[class].length;
            let Some(ship) = Ship::lay(grid, class as u8, length, draft.at, draft.heading) else {
                return Err(PlacementError::OffGrid {
                    ship: n,
                    class: draft.class.clone(),
                    length,
                    at: draft.at,
                    heading: draft.heading,
                    last: grid.last(),
                });
            };
            for (other, earlier) in ships.iter().enumerate() {
                let Ship { cells, .. } = earlier;
                if let Some(cell) = (ship.cells & *cells).nth(0) {
                    return Err(PlacementError::Overlap { ship: n, other, cell });
                }
            }
            // Stop early: checking a list longer than any fleet would take quadratic time.
            if n >= grid.area() {
                break;
            }
            ships.push(ship);
        }
        for (index, class) in fleet.classes.iter().enumerate() {
            let found = ships.iter().filter(|ship| usize::from(ship.class) == index).count();
            if found != usize::from(class.ships) {
                return Err(PlacementError::WrongCount {
                    class: class.class.clone(),
                    found,
                    wanted: class.ships,
                });
            }
        }
        Ok(Self::sorted(ships))
    }

    fn sorted(mut ships: Vec<Ship>) -> Self {
        ships.sort_by_key(|ship| (ship.class, ship.at));
        Self { ships }
    }

    /// Places a fleet at random: the longest ships first, each ship uniformly among the positions
    /// left to it. Starts over if a ship has no position left. Returns `None` after `attempts`
    /// attempts.
    pub(crate) fn random(
        grid: Grid,
        fleet: &Fleet,
        draw: &mut impl Draw,
        attempts: u32,
    ) -> Option<Self> {
        Self::random_within(grid, grid.all(), fleet, draw, attempts)
    }

    /// Does the same as [`FleetPlacement::random`], but uses only the cells in `free`.
    pub(crate) fn random_within(
        grid: Grid,
        free: CellSet,
        fleet: &Fleet,
        draw: &mut impl Draw,
        attempts: u32,
    ) -> Option<Self> {
        let mut order: Vec<u8> = (0..fleet.classes.len() as u8).collect();
        order.sort_by_key(|&class| std::cmp::Reverse(fleet.classes[usize::from(class)].length));
        (0..attempts).find_map(|_| Self::attempt(grid, free, fleet, &order, draw))
    }

    fn attempt(
        grid: Grid,
        mut free: CellSet,
        fleet: &Fleet,
        order: &[u8],
        draw: &mut impl Draw,
    ) -> Option<Self> {
        let mut ships = Vec::new();
        for &class in order {
            let Class { length, ships: count, .. } = fleet.classes[usize::from(class)];
            for _ in 0..count {
                let ship = Ship::drawn(grid, free, class, length, draw)?;
                free = free - ship.cells;
                ships.push(ship);
            }
        }
        Some(Self::sorted(ships))
    }

    /// Returns the same fleet in another random position. Repeats the following `times` times:
    /// removes up to three random ships and places them again on the free cells, the longest first,
    /// each uniformly among the positions left to it. If one of them has no position, all three
    /// stay where they were. This also works where there is hardly any room, and takes the same
    /// time wherever the ships lie.
    pub(crate) fn stirred(
        &self,
        grid: Grid,
        free: CellSet,
        fleet: &Fleet,
        draw: &mut impl Draw,
        times: u32,
    ) -> Self {
        let mut ships = self.ships.clone();
        for _ in 0..times {
            let mut rest = ships.clone();
            let mut lifted: Vec<Ship> = (0..ships.len().min(3))
                .map(|_| rest.remove(draw.below(rest.len() as u32) as usize))
                .collect();
            lifted.sort_by_key(|ship| {
                std::cmp::Reverse(fleet.classes[usize::from(ship.class)].length)
            });
            let mut left = rest.iter().fold(free, |left, ship| left - ship.cells);
            let laid = lifted.iter().try_for_each(|ship| {
                let length = fleet.classes[usize::from(ship.class)].length;
                let ship = Ship::drawn(grid, left, ship.class, length, draw)?;
                left = left - ship.cells;
                rest.push(ship);
                Some(())
            });
            if laid.is_some() {
                ships = rest;
            }
        }
        Self::sorted(ships)
    }

    /// Lists the ships in the order of the fleet.
    pub(crate) fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// Returns the ships as a player would write them.
    pub fn drafts(&self, fleet: &Fleet) -> Vec<ShipDraft> {
        self.ships
            .iter()
            .map(|ship| ShipDraft {
                class: fleet.classes[usize::from(ship.class)].class.clone(),
                at: ship.at,
                heading: ship.heading,
            })
            .collect()
    }
}

/// Returns the text that the commitment seals: one line for each ship, in the order of the
/// placement.
pub(crate) fn seal(ships: &[ShipDraft]) -> String {
    let lines: Vec<_> =
        ships.iter().map(|ship| format!("{} {} {}", ship.class, ship.at, ship.heading)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fleet() -> Fleet {
        let class = |name, length, ships| Class {
            class: ClassName::new(name).unwrap(),
            length,
            shots: 1,
            ships,
        };
        Fleet::new(vec![class("cruiser", 3, 1), class("patrol", 1, 2)])
    }

    fn ship(class: &str, at: &str, heading: Heading) -> ShipDraft {
        ShipDraft { class: ClassName::new(class).unwrap(), at: at.parse().unwrap(), heading }
    }

    #[test]
    fn a_placement_is_read_into_the_order_of_the_fleet() {
        let drafts = [
            ship("patrol", "J10", Heading::Down),
            ship("patrol", "A4", Heading::Across),
            ship("cruiser", "A1", Heading::Down),
        ];
        let placement = FleetPlacement::read(Grid::TEN, &fleet(), &drafts).ok().unwrap();
        assert_eq!(
            seal(&placement.drafts(&fleet())),
            "cruiser A1 down\npatrol A4 across\npatrol J10 across"
        );
    }

    #[test]
    fn each_fault_of_a_placement_names_the_ship() {
        use Heading::{Across, Down};
        let read =
            |drafts: &[ShipDraft]| FleetPlacement::read(Grid::TEN, &fleet(), drafts).err().unwrap();
        let faults = [
            (vec![ship("yacht", "A1", Down)], "ships[0].class", "cruiser, patrol"),
            (vec![ship("cruiser", "I1", Across)], "ships[0].at", "ends at J10"),
            (vec![ship("cruiser", "A9", Down)], "ships[0].at", "ends at J10"),
            (
                vec![ship("patrol", "A3", Down), ship("cruiser", "A1", Down)],
                "ships[1].at",
                "cover A3",
            ),
            (vec![ship("cruiser", "A1", Down), ship("patrol", "B1", Down)], "ships", "exactly 2"),
        ];
        for (drafts, field, says) in faults {
            let error = read(&drafts);
            assert_eq!(error.field(), field);
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
