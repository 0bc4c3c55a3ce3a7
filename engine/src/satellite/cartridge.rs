//! Cartridges: the dice that unlock them, and the sectors that they reach (T5–T9).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::sector::{Planet, Sector, Sectors};

/// Five dice in the order of their positions. Each shows a number from 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[u8; 5]")]
pub struct Dice([u8; 5]);

impl Dice {
    /// Creates dice with these faces; `None` if a face is not from 1 to 6.
    pub fn new(faces: [u8; 5]) -> Option<Self> {
        faces.iter().all(|face| (1..=6).contains(face)).then_some(Self(faces))
    }

    /// Returns the faces of the dice.
    pub fn faces(&self) -> [u8; 5] {
        self.0
    }
}

impl TryFrom<[u8; 5]> for Dice {
    type Error = &'static str;

    fn try_from(faces: [u8; 5]) -> Result<Self, Self::Error> {
        Self::new(faces).ok_or("a die shows a number from 1 to 6")
    }
}

/// Cartridge. Each player has one of each, and can use it once.
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
#[schema(as = SatelliteCartridge)]
pub enum Cartridge {
    /// One target for each 1.
    #[serde(rename = "barrage_1")]
    #[strum(serialize = "barrage_1")]
    Barrage1,
    /// One target for each 2.
    #[serde(rename = "barrage_2")]
    #[strum(serialize = "barrage_2")]
    Barrage2,
    /// One target for each 3.
    #[serde(rename = "barrage_3")]
    #[strum(serialize = "barrage_3")]
    Barrage3,
    /// One target for each 4.
    #[serde(rename = "barrage_4")]
    #[strum(serialize = "barrage_4")]
    Barrage4,
    /// One target for each 5.
    #[serde(rename = "barrage_5")]
    #[strum(serialize = "barrage_5")]
    Barrage5,
    /// One target for each 6.
    #[serde(rename = "barrage_6")]
    #[strum(serialize = "barrage_6")]
    Barrage6,
    /// Burst that hits the target and its four neighbours.
    ThreeOfAKind,
    /// Burst that hits the target and the eight sectors around it.
    FourOfAKind,
    /// Burst that hits the target and two steps along each diagonal.
    FullHouse,
    /// Beam along the row or the column of the target.
    SmallStraight,
    /// Beams along the row and the column of the target.
    LargeStraight,
    /// Ten shots, one after the other.
    Salvo,
    /// One target. If it hits, it destroys the whole building.
    Hazard,
}

/// Direction of a beam.
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
#[schema(as = SatelliteBeam)]
pub enum Beam {
    /// Along the row of the target.
    Row,
    /// Along the column of the target.
    Column,
}

/// Number of shots of a `salvo`, including the shot with which it is fired.
pub const SALVO: u8 = 10;

impl Cartridge {
    /// All cartridges, in their standard order.
    pub const ALL: [Self; 13] = [
        Self::Barrage1,
        Self::Barrage2,
        Self::Barrage3,
        Self::Barrage4,
        Self::Barrage5,
        Self::Barrage6,
        Self::ThreeOfAKind,
        Self::FourOfAKind,
        Self::FullHouse,
        Self::SmallStraight,
        Self::LargeStraight,
        Self::Salvo,
        Self::Hazard,
    ];

    /// Returns the name of the cartridge, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the number of a barrage; `None` for other cartridges.
    pub fn number(self) -> Option<u8> {
        let index = self as u8;
        (index < 6).then_some(index + 1)
    }

    /// Returns the maximum number of targets with these dice; `None` if they do not unlock the
    /// cartridge. If `wild` is true, five equal dice unlock every cartridge (T9).
    pub fn targets(self, dice: &Dice, wild: bool) -> Option<u8> {
        let counts = [1, 2, 3, 4, 5, 6]
            .map(|face: u8| dice.0.iter().filter(|&&die| die == face).count() as u8);
        let highest = *counts.iter().max().expect("a die has six faces");
        let wild = wild && highest == 5;
        let unlocked = match self {
            Self::ThreeOfAKind => highest >= 3,
            Self::FourOfAKind => highest >= 4,
            // T8: five equal dice are not a full house.
            Self::FullHouse => wild || counts.contains(&3) && counts.contains(&2),
            Self::SmallStraight => wild || has_run(&counts, 4),
            Self::LargeStraight => wild || has_run(&counts, 5),
            Self::Salvo => highest == 5,
            Self::Hazard => true,
            _ if wild => return Some(5),
            _ => return Some(counts[self as usize]).filter(|&count| count > 0),
        };
        unlocked.then_some(1)
    }

    /// Returns the sectors that a burst reaches, as rows and columns from its target; empty for
    /// other cartridges.
    pub fn burst(self) -> &'static [(i8, i8)] {
        match self {
            Self::ThreeOfAKind => &[(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)],
            Self::FourOfAKind => {
                &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)]
            }
            Self::FullHouse => {
                &[(-2, -2), (-2, 2), (-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1), (2, -2), (2, 2)]
            }
            _ => &[],
        }
    }

    /// Returns the sectors of a planet that the cartridge reaches from one target, including the
    /// target.
    pub(super) fn reach(self, planet: Planet, target: Sector, beam: Option<Beam>) -> Sectors {
        match (self, beam) {
            (Self::LargeStraight, _) => row(planet, target) | column(planet, target),
            (Self::SmallStraight, Some(Beam::Row)) => row(planet, target),
            (Self::SmallStraight, Some(Beam::Column)) => column(planet, target),
            _ => {
                let burst = self.burst().iter().filter_map(|&offset| target.offset(offset));
                burst.filter(|&sector| planet.contains(sector)).chain([target]).collect()
            }
        }
    }
}

/// Returns true if this number of faces in a row occurs. `counts` has the count of each face.
fn has_run(counts: &[u8], length: usize) -> bool {
    counts.windows(length).any(|faces| faces.iter().all(|&count| count > 0))
}

fn row(planet: Planet, target: Sector) -> Sectors {
    planet.all().iter().filter(|sector| sector.row() == target.row()).collect()
}

fn column(planet: Planet, target: Sector) -> Sectors {
    planet.all().iter().filter(|sector| sector.column() == target.column()).collect()
}

/// Cartridges that a player can still fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arsenal(u16);

impl Arsenal {
    /// All cartridges.
    pub const FULL: Self = Self((1 << Cartridge::ALL.len()) - 1);

    /// Returns true if the cartridge is left.
    pub fn contains(self, cartridge: Cartridge) -> bool {
        self.0 & (1 << cartridge as u16) != 0
    }

    pub(super) fn spend(&mut self, cartridge: Cartridge) {
        self.0 &= !(1 << cartridge as u16);
    }

    /// Returns true if no cartridge is left.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists the cartridges that are left, in the standard order.
    pub fn iter(self) -> impl Iterator<Item = Cartridge> {
        Cartridge::ALL.into_iter().filter(move |&cartridge| self.contains(cartridge))
    }
}

impl Serialize for Arsenal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Arsenal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Cartridge>::deserialize(deserializer)?;
        Ok(Self(listed.into_iter().fold(0, |all, cartridge| all | 1 << cartridge as u16)))
    }
}

mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Dice;

    impl PartialSchema for Dice {
        fn schema() -> RefOr<Schema> {
            let die =
                ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(6));
            ArrayBuilder::new()
                .items(die)
                .min_items(Some(5))
                .max_items(Some(5))
                .description(Some("Five dice, in the order of their positions."))
                .examples([vec![2, 2, 5, 1, 6]])
                .into()
        }
    }

    impl ToSchema for Dice {
        fn name() -> Cow<'static, str> {
            "SatelliteDice".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cartridge_has_its_name_and_its_index() {
        for (n, cartridge) in Cartridge::ALL.into_iter().enumerate() {
            assert_eq!(cartridge as usize, n);
            assert_eq!(serde_json::to_value(cartridge).unwrap(), cartridge.as_str());
        }
        let mut arsenal = Arsenal::FULL;
        arsenal.spend(Cartridge::Salvo);
        assert_eq!(arsenal.iter().count(), 12);
        let text = serde_json::to_string(&arsenal).unwrap();
        assert_eq!(serde_json::from_str::<Arsenal>(&text).unwrap(), arsenal);
    }

    #[test]
    fn a_burst_reads_in_reading_order() {
        for cartridge in Cartridge::ALL {
            assert!(cartridge.burst().is_sorted());
        }
    }
}
