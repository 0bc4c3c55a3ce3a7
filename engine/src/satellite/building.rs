//! Buildings, and the ways in which they can lie (T2).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::sector::Sectors;

/// Kind of building. Each player has one of each.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = SatelliteBuilding)]
pub enum Building {
    /// Two sectors in a line.
    Outpost,
    /// Three sectors in a line.
    Relay,
    /// Three sectors in an L shape.
    Bunker,
    /// Four sectors in a square.
    Reactor,
    /// Four sectors in a line.
    Hangar,
    /// Three sectors in a line, and one next to the middle one.
    Citadel,
}

/// Shape of a building: offsets in rows and columns from its first sector in reading order, in
/// reading order.
type Shape = Vec<(i8, i8)>;

/// Orientations of each building, sorted by their offsets.
static WAYS: LazyLock<[Vec<Shape>; Building::ALL.len()]> =
    LazyLock::new(|| Building::ALL.map(|building| ways(building.pattern())));

fn ways(pattern: &[(i8, i8)]) -> Vec<Shape> {
    let mut ways = Vec::new();
    for turns in 0..4 {
        for mirrored in [false, true] {
            let mut shape = Shape::new();
            for &(row, column) in pattern {
                let offset = if mirrored { (row, -column) } else { (row, column) };
                shape.push((0..turns).fold(offset, |(row, column), _| (column, -row)));
            }
            shape.sort_unstable();
            let (row, column) = shape[0];
            shape.iter_mut().for_each(|offset| *offset = (offset.0 - row, offset.1 - column));
            ways.push(shape);
        }
    }
    ways.sort();
    ways.dedup();
    ways
}

impl Building {
    /// All buildings, in their standard order.
    pub const ALL: [Self; 6] =
        [Self::Outpost, Self::Relay, Self::Bunker, Self::Reactor, Self::Hangar, Self::Citadel];

    /// Order of placing the buildings at random: the largest first.
    pub(super) const LAID: [Self; 6] =
        [Self::Citadel, Self::Hangar, Self::Reactor, Self::Bunker, Self::Relay, Self::Outpost];

    /// Returns the name of the building, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the shape of the building in one orientation, as rows and columns from its top left.
    pub fn pattern(self) -> &'static [(i8, i8)] {
        match self {
            Self::Outpost => &[(0, 0), (0, 1)],
            Self::Relay => &[(0, 0), (0, 1), (0, 2)],
            Self::Bunker => &[(0, 0), (1, 0), (1, 1)],
            Self::Reactor => &[(0, 0), (0, 1), (1, 0), (1, 1)],
            Self::Hangar => &[(0, 0), (0, 1), (0, 2), (0, 3)],
            Self::Citadel => &[(0, 0), (0, 1), (0, 2), (1, 1)],
        }
    }

    /// Returns the number of sectors that the building covers.
    pub fn size(self) -> usize {
        self.pattern().len()
    }

    /// Returns the number of sectors that all buildings of a player cover.
    pub fn sectors() -> usize {
        Self::ALL.iter().map(|building| building.size()).sum()
    }

    /// Returns true if these sectors have the shape of the building.
    pub(super) fn fits(self, sectors: &Sectors) -> bool {
        let Some(first) = sectors.nth(0) else { return false };
        let mut shape = Shape::new();
        for sector in sectors.iter() {
            let rows = sector.row() as i8 - first.row() as i8;
            let columns = sector.column() as i8 - first.column() as i8;
            shape.push((rows, columns));
        }
        WAYS[self as usize].contains(&shape)
    }

    /// Lists the positions left to the building, sorted by their first sectors and then by the
    /// others.
    pub(super) fn places(self, free: &Sectors) -> Vec<Sectors> {
        let mut places = Vec::new();
        for first in free.iter() {
            for shape in &WAYS[self as usize] {
                let sectors = shape
                    .iter()
                    .map(|&offset| first.offset(offset).filter(|&sector| free.contains(sector)));
                places.extend(sectors.collect::<Option<Sectors>>());
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_building_lies_in_as_many_ways_as_its_shape_has() {
        let ways = Building::ALL.map(|building| WAYS[building as usize].len());
        assert_eq!(ways, [2, 2, 4, 1, 2, 4]);
        assert_eq!(Building::sectors(), 20);
        for building in Building::ALL {
            assert_eq!(serde_json::to_value(building).unwrap(), building.as_str());
        }
    }
}
