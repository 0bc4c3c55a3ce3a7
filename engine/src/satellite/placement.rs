//! Secret placement of a player: six buildings, turned and mirrored as they like (T2).

use serde::{Deserialize, Serialize};

use super::building::Building;
use super::refusal::Refusal;
use super::sector::{Planet, Sector, Sectors};
use crate::chance::Draw;

/// Building as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteBuildingDraft)]
#[schema(example = json!({"building": "bunker", "cells": ["B4", "C4", "C5"]}))]
pub struct BuildingDraft {
    /// Kind of the building.
    pub building: Building,
    /// Sectors that the building covers, in any order. The shape may be turned and mirrored.
    pub cells: Vec<Sector>,
}

/// Placement of a player: the six buildings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatellitePlacement, example = json!({"buildings": [
    {"building": "outpost", "cells": ["A1", "A2"]},
    {"building": "relay", "cells": ["C1", "D1", "E1"]},
    {"building": "bunker", "cells": ["B4", "C4", "C5"]},
    {"building": "reactor", "cells": ["E7", "E8", "F7", "F8"]},
    {"building": "hangar", "cells": ["H2", "H3", "H4", "H5"]},
    {"building": "citadel", "cells": ["G8", "H7", "H8", "H9"]},
]}))]
pub struct Draft {
    /// Buildings, all six of them, in any order.
    pub buildings: Vec<BuildingDraft>,
}

/// Positions of the six buildings of a player on their planet.
#[derive(Clone, PartialEq, Eq)]
pub struct Layout([Sectors; Building::ALL.len()]);

impl Layout {
    pub(super) fn read(planet: Planet, draft: &Draft) -> Result<Self, Refusal> {
        let mut laid: [Option<(usize, Sectors)>; Building::ALL.len()] = Default::default();
        for (at, BuildingDraft { building, cells }) in draft.buildings.iter().enumerate() {
            let building = *building;
            if laid[building as usize].is_some() {
                return Err(Refusal::BuildingTwice { at, building });
            }
            for (n, &sector) in cells.iter().enumerate().take(building.size()) {
                if !planet.contains(sector) {
                    let field = format!("buildings[{at}].cells[{n}]");
                    return Err(Refusal::OffPlanet { field, sector, last: planet.last() });
                }
            }
            let sectors: Sectors = cells.iter().copied().take(building.size() + 1).collect();
            if cells.len() != building.size() || !building.fits(&sectors) {
                return Err(Refusal::WrongShape { at, building });
            }
            for (other, earlier) in laid.iter().flatten() {
                if let Some(sector) = (sectors & *earlier).nth(0) {
                    return Err(Refusal::Overlap { at, other: *other, sector });
                }
            }
            laid[building as usize] = Some((at, sectors));
        }
        let mut layout = Self([Sectors::EMPTY; Building::ALL.len()]);
        for (building, laid) in Building::ALL.into_iter().zip(laid) {
            let Some((_, sectors)) = laid else {
                return Err(Refusal::BuildingMissing { building });
            };
            layout.0[building as usize] = sectors;
        }
        Ok(layout)
    }

    /// Places the buildings at random, the largest first, each uniformly among the positions left
    /// to it.
    pub(super) fn random(planet: Planet, draw: &mut impl Draw) -> Self {
        let mut layout = Self([Sectors::EMPTY; Building::ALL.len()]);
        let mut free = planet.all();
        for building in Building::LAID {
            let places = building.places(&free);
            // Each building always has a position, even on the smallest planet of 8 by 8. The
            // planet has 16 separate squares of four; the 8 sectors covered before the reactor
            // cannot touch all of them, nor can the 12 covered before the bunker. It has 16
            // separate lines of three; the 15 sectors covered before the relay cannot touch all of
            // them. It has 32 separate lines of two; the 18 sectors covered before the outpost
            // cannot touch all of them.
            let sectors = places[draw.below(places.len() as u32) as usize];
            free = free - sectors;
            layout.0[building as usize] = sectors;
        }
        layout
    }

    pub(super) fn draft(&self) -> Draft {
        let buildings = self
            .iter()
            .map(|(building, sectors)| BuildingDraft { building, cells: sectors.iter().collect() });
        Draft { buildings: buildings.collect() }
    }

    /// Lists the buildings with their sectors, in the standard order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Building, &Sectors)> {
        Building::ALL.into_iter().zip(&self.0)
    }

    /// Returns all sectors that the buildings cover.
    pub(super) fn all(&self) -> Sectors {
        self.0.iter().fold(Sectors::EMPTY, |all, &sectors| all | sectors)
    }
}

impl Draft {
    /// Returns the text that the commitment seals: one line for each building.
    pub(super) fn seal(&self) -> String {
        let lines = self.buildings.iter().map(|BuildingDraft { building, cells }| {
            let cells: Vec<_> = cells.iter().map(Sector::to_string).collect();
            format!("{building} {}", cells.join(" "))
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{DiceStream, Seed};

    #[test]
    fn a_random_layout_always_finds_room_and_reads_back() {
        for (rows, columns) in [(8, 8), (8, 16), (16, 8), (13, 9), (16, 16)] {
            let planet = Planet::new(rows, columns).unwrap();
            for byte in 0..=255 {
                let mut chance =
                    DiceStream::new(&Seed::new([byte; 32]), "g", Vec::new(), "placement/1/1", 0);
                let layout = Layout::random(planet, &mut chance);
                assert_eq!(chance.position(), 6);
                assert_eq!(layout.all().len(), 20);
                assert!(Layout::read(planet, &layout.draft()).is_ok_and(|read| read == layout));
            }
        }
    }

    /// Test vectors of docs/fairness.md.
    #[test]
    fn the_documented_layout_is_drawn() {
        let seed = Seed::new(std::array::from_fn(|n| n as u8));
        let mut chance = DiceStream::new(&seed, "game-1", Vec::new(), "placement/1/1", 0);
        let text = Layout::random(Planet::STANDARD, &mut chance).draft().seal();
        let documented = include_str!("../../../docs/fairness.md");
        assert!(documented.contains(&text), "docs/fairness.md lacks:\n{text}");
    }
}
