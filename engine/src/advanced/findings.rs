//! Conclusions from the reports of a view that are certain (A7, A8). They use nothing but the view.

use std::collections::BTreeMap;

use super::event::{DamageReport, Glimpse, Sighting};
use super::map::Map;
use super::options::CARRIER;
use super::view::{FleetClass, View};
use crate::fleet::ClassName;
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
        let sightings = self.sightings(seat);
        let mut struck = CellSet::EMPTY;
        for strike in self.strikes(&map, seat) {
            // A7: a part that was hit before is not mentioned. Ships do not move, so each square of
            // water counts for the first operation that covers it, and for no other.
            let fresh = strike.area - struck;
            let water = water_findings(&strike, fresh - map.land(), &sightings);
            // A4: without resupply, nothing new stands on land that was struck.
            let land = map.land() & if self.resupply == 0 { fresh } else { strike.area };
            let carriers = carriers(&strike, &water, &sightings);
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
        let all_sunk: &[ClassName] = side.map_or(&[], |side| &side.sunk);
        let all_hits: Vec<_> =
            self.strikes(&map, seat).iter().flat_map(|strike| &strike.damage.hits).collect();
        let mut findings = Vec::new();
        for class in &self.fleet {
            let sunk = all_sunk.iter().filter(|sunk| **sunk == class.class).count();
            let hits = all_hits.iter().filter(|hit| **hit == &class.class).count();
            findings.push(class_finding(class, hits as u8, sunk as u8));
        }
        findings
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
    fn sightings(&self, target: Seat) -> BTreeMap<Cell, &Sighting> {
        let flights = self.operations.iter().filter_map(|operation| match operation {
            Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != target => Some(seen),
            _ => None,
        });
        flights.flatten().map(|square| (square.cell, square)).collect()
    }
}

/// Distributes the reported hits on a class: the ships that are sunk have all they can have.
fn class_finding(class: &FleetClass, hits: u8, sunk: u8) -> ClassFinding {
    let sunk = sunk.min(class.ships);
    let hits = hits.saturating_sub(sunk * class.length);
    let mut ships = vec![class.length; sunk.into()];
    // A15: a ship that is afloat has a part that is not hit.
    let max_hits = class.length.saturating_sub(1);
    let afloat = class.ships - sunk;
    for n in 0..afloat {
        ships.push(hits.saturating_sub(n * max_hits).div_ceil(afloat - n));
    }
    ClassFinding { ships, sunk, hits }
}

/// Returns true if a ship was seen on a square; `None` if nobody looked.
fn has_ship(sightings: &BTreeMap<Cell, &Sighting>, cell: Cell) -> Option<bool> {
    sightings.get(&cell).map(|square| square.ship.is_some())
}

/// Returns the findings about squares of water that no operation has covered before. Each of them
/// that has a ship is one hit in the report.
fn water_findings(
    strike: &Strike<'_>,
    water: CellSet,
    sightings: &BTreeMap<Cell, &Sighting>,
) -> BTreeMap<Cell, Finding> {
    let ships = water.iter().filter(|cell| has_ship(sightings, *cell) == Some(true)).count();
    let unknown = water.iter().filter(|cell| has_ship(sightings, *cell).is_none()).count();
    let finding_of_unknown = match strike.damage.hits.len().saturating_sub(ships) {
        0 => Finding::Miss,
        hits if hits == unknown => Finding::Hit,
        _ => Finding::Open(strike.number),
    };
    let mut findings = BTreeMap::new();
    for cell in water.iter() {
        let finding = match has_ship(sightings, cell) {
            Some(true) => Finding::Hit,
            Some(false) => Finding::Miss,
            None => finding_of_unknown,
        };
        findings.insert(cell, finding);
    }
    findings
}

/// Returns the number of weapons in a report that can have stood on a carrier, at most (A2, A7).
fn carriers(
    strike: &Strike<'_>,
    water: &BTreeMap<Cell, Finding>,
    sightings: &BTreeMap<Cell, &Sighting>,
) -> usize {
    let planes = strike.damage.weapons.iter().filter(|kind| kind.is_plane()).count();
    let hits = strike.damage.hits.iter().filter(|class| class.as_str() == CARRIER).count();
    let possible = water.iter().filter(|(cell, finding)| {
        let ship = sightings.get(cell).and_then(|square| square.ship.as_ref());
        **finding != Finding::Miss && ship.is_none_or(|class| class.as_str() == CARRIER)
    });
    planes.min(hits).min(possible.count())
}
