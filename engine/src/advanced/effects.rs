//! Effects of operations: damage, sightings, and the guns that shoot planes down (A7–A13).

use super::event::{ClassHits, Damage, Fired, KindCount, Sent, Sighting, Terrain};
use super::state::Advanced;
use super::weapon::Kind;
use crate::grid::{Cell, CellSet};
use crate::seat::Seat;

impl Advanced {
    /// Computes the damage to a seat in these squares, in total (A8).
    fn damage(&self, target: Seat, area: CellSet) -> Damage {
        let side = self.side(target);
        let mut hits = vec![0_u8; self.setup.fleet.classes().len()];
        let mut sunk = Vec::new();
        for ship in side.ships() {
            let intact = ship.cells - side.hit;
            let struck = (intact & area).len();
            hits[usize::from(ship.class)] += struck as u8;
            if struck > 0 && struck == intact.len() {
                sunk.push(self.setup.class(ship));
            }
        }
        let mut class_hits = Vec::new();
        for (class, hits) in self.setup.fleet.classes().iter().zip(hits) {
            if hits > 0 {
                class_hits.push(ClassHits { class: class.class.clone(), hits });
            }
        }
        let mut weapons = Vec::new();
        for kind in Kind::ALL {
            let lost = side
                .weapons
                .iter()
                .filter(|weapon| weapon.ready() && weapon.kind == kind && area.contains(weapon.at));
            let count = lost.count() as u8;
            if count > 0 {
                weapons.push(KindCount { kind, count });
            }
        }
        Damage { hits: class_hits, weapons, sunk }
    }

    /// Computes the result of a salvo (A9).
    pub(super) fn salvo(&self, seat: Seat, cells: &[Cell]) -> Fired {
        let damage = self.damage(seat.opponent(), cells.iter().copied().collect());
        Fired { seat, cells: cells.to_vec(), damage }
    }

    /// Computes the result of sending a plane (A10–A13).
    pub(super) fn send(&self, seat: Seat, weapon: Kind, from: Cell, to: Cell) -> Sent {
        let gun = self.gun(seat.opponent(), weapon, to);
        let area = self.setup.map.around(to, weapon.reach());
        let (seen, damage) = match (gun, weapon) {
            (Some(_), _) => (None, None),
            (None, Kind::Recce) => (Some(self.describe(seat.opponent(), area)), None),
            (None, _) => (None, Some(self.damage(seat.opponent(), area))),
        };
        Sent { seat, weapon, from, to, gun, seen, damage }
    }

    /// Returns the gun that shoots down a plane: the first in its owner's list that can and may
    /// (A13).
    fn gun(&self, target: Seat, plane: Kind, to: Cell) -> Option<Cell> {
        // Guns shoot at a bomber that is sent to their own square, and at a recce plane also if it
        // is sent to a square next to theirs.
        let near = self.setup.map.around(to, if plane == Kind::Recce { 1 } else { 0 });
        let gun = self.side(target).weapons.iter().find(|weapon| {
            weapon.ready()
                && weapon.kind == Kind::Gun
                && weapon.order.fires_at(plane)
                && near.contains(weapon.at)
        });
        gun.map(|gun| gun.at)
    }

    /// Describes these squares one by one (A10).
    fn describe(&self, target: Seat, area: CellSet) -> Vec<Sighting> {
        let side = self.side(target);
        let land = self.setup.map.land();
        let sightings = area.iter().map(|cell| {
            let ship = side.ships().iter().find(|ship| ship.cells.contains(cell));
            Sighting {
                cell,
                terrain: if land.contains(cell) { Terrain::Land } else { Terrain::Water },
                ship: ship.map(|ship| self.setup.class(ship)),
                hit: side.hit.contains(cell),
                weapon: side.weapon(cell).map(|weapon| weapon.kind),
            }
        });
        sightings.collect()
    }
}
