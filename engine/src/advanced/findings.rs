//! Conclusions from the reports of a view that are certain (A7, A8). They use nothing but the view.

use std::collections::BTreeMap;

use super::event::{DamageReport, Glimpse, Sighting};
use super::map::Map;
use super::options::CARRIER;
use super::view::View;
use crate::grid::{Cell, CellSet};
use crate::seat::Seat;

/// Conclusion about a square at which an operation was aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// Nothing was hit there.
    Miss,
    /// The report of the operation with this number leaves it open. The first operation of the view
    /// has the number 1.
    Open(u32),
    /// A part of a ship or a weapon was hit there.
    Hit,
}

/// Hits on the ships of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFinding {
    /// Number of hits that each ship has at least: ships that are sunk first, then those with the
    /// most hits.
    pub ships: Vec<u8>,
    /// Number of ships sunk.
    pub sunk: u8,
    /// Number of all hits on ships that are afloat.
    pub hits: u8,
}

/// Operation that did damage, or could have.
struct Strike<'a> {
    number: u32,
    area: CellSet,
    damage: &'a DamageReport,
}

impl View {
    /// Returns what is certain about the squares of a seat's side at which operations were aimed.
    pub fn findings(&self, seat: Seat) -> BTreeMap<Cell, Finding> {
        let mut findings = BTreeMap::new();
        let Ok(map) = Map::read(&self.map) else { return findings };
        let seen = self.seen(seat);
        let mut struck = CellSet::EMPTY;
        for strike in self.strikes(&map, seat) {
            // A7: a part that was hit before is not mentioned. Ships do not move, so each square of
            // water counts for the first operation that covers it, and for no other.
            let fresh = strike.area - struck;
            let water = water_findings(&strike, fresh - map.land(), &seen);
            // A4: without resupply, nothing new stands on land that was struck.
            let land = map.land() & if self.resupply == 0 { fresh } else { strike.area };
            let carriers = carriers(&strike, &water, &seen);
            let finding = match strike.damage.weapons.len() {
                0 => Finding::Miss,
                lost if lost >= land.len() + carriers => Finding::Hit,
                _ => Finding::Open(strike.number),
            };
            for (cell, finding) in water.into_iter().chain(land.iter().map(|cell| (cell, finding)))
            {
                // A miss of one operation does not undo a hit of another.
                let known = findings.entry(cell).or_insert(finding);
                *known = finding.max(*known);
            }
            struck = struck | strike.area;
        }
        findings
    }

    /// Returns what is certain about the ships of a seat, by class in the order of the fleet.
    pub fn class_findings(&self, seat: Seat) -> Vec<ClassFinding> {
        let Ok(map) = Map::read(&self.map) else { return Vec::new() };
        let side = self.sides.iter().find(|side| side.seat == seat);
        let hits: Vec<_> =
            self.strikes(&map, seat).iter().flat_map(|strike| &strike.damage.hits).collect();
        let of_class = |class: &super::view::FleetClass| {
            let sunk = side
                .map_or(0, |side| side.sunk.iter().filter(|sunk| **sunk == class.class).count());
            let sunk = (sunk as u8).min(class.ships);
            let hits = hits.iter().filter(|hit| ***hit == class.class).count() as u8;
            let hits = hits.saturating_sub(sunk * class.length);
            // A15: a ship that is afloat has a part that is not hit.
            let most = class.length.saturating_sub(1);
            let afloat = class.ships - sunk;
            let least = |before: u8| hits.saturating_sub(before * most).div_ceil(afloat - before);
            let ships =
                std::iter::repeat_n(class.length, sunk.into()).chain((0..afloat).map(least));
            ClassFinding { ships: ships.collect(), sunk, hits }
        };
        self.fleet.iter().map(of_class).collect()
    }

    /// Returns the operations of the opponent that were reported with their damage, oldest first.
    fn strikes(&self, map: &Map, target: Seat) -> Vec<Strike<'_>> {
        let mut strikes = Vec::new();
        for (number, operation) in (1..).zip(&self.operations) {
            match operation {
                Glimpse::Fired { seat, cells, damage } if *seat != target => {
                    strikes.push(Strike { number, area: cells.iter().copied().collect(), damage });
                }
                Glimpse::Sent { seat, weapon, to, damage: Some(damage), .. } if *seat != target => {
                    strikes.push(Strike { number, area: map.around(*to, weapon.reach()), damage });
                }
                _ => {}
            }
        }
        strikes
    }

    /// Returns the squares of a seat that the viewer knows from recce planes.
    fn seen(&self, target: Seat) -> BTreeMap<Cell, &Sighting> {
        let seen = self.operations.iter().filter_map(|operation| match operation {
            Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != target => Some(seen),
            _ => None,
        });
        seen.flatten().map(|square| (square.cell, square)).collect()
    }
}

/// Returns the findings about squares of water that no operation has covered before. Each of them
/// that has a ship is one hit in the report.
fn water_findings(
    strike: &Strike<'_>,
    water: CellSet,
    seen: &BTreeMap<Cell, &Sighting>,
) -> BTreeMap<Cell, Finding> {
    let known = |cell: &Cell| seen.get(cell).map(|square| square.ship.is_some());
    let ships = water.iter().filter(|cell| known(cell) == Some(true)).count();
    let unknown = water.iter().filter(|cell| known(cell).is_none()).count();
    let finding = match strike.damage.hits.len().saturating_sub(ships) {
        0 => Finding::Miss,
        hits if hits == unknown => Finding::Hit,
        _ => Finding::Open(strike.number),
    };
    let of = |cell: Cell| match known(&cell) {
        Some(true) => Finding::Hit,
        Some(false) => Finding::Miss,
        None => finding,
    };
    water.iter().map(|cell| (cell, of(cell))).collect()
}

/// Returns the number of weapons in a report that can have stood on a carrier, at most (A2, A7).
fn carriers(
    strike: &Strike<'_>,
    water: &BTreeMap<Cell, Finding>,
    seen: &BTreeMap<Cell, &Sighting>,
) -> usize {
    let planes = strike.damage.weapons.iter().filter(|kind| kind.is_plane()).count();
    let hits = strike.damage.hits.iter().filter(|class| class.as_str() == CARRIER).count();
    let may_be = |(cell, finding): &(&Cell, &Finding)| {
        let ship = seen.get(cell).and_then(|square| square.ship.as_ref());
        **finding != Finding::Miss && ship.is_none_or(|class| class.as_str() == CARRIER)
    };
    planes.min(hits).min(water.iter().filter(may_be).count())
}
