//! The settings of a game of `advanced` (A1, A3, A4).

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::Refusal;
use super::berth::{self, Room};
use super::map::Map;
use super::recipe::{self, Recipe};
use crate::chance::Draw;
use crate::fleet::{Class, ClassName, Fleet};

/// A map made from a seed. What is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenRecipe", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedMadeMap))]
#[cfg_attr(feature = "openapi", schema(example = json!({"columns": 16, "rows": 16, "seed": "herring"})))]
pub struct Made {
    /// Number of columns, 10 to 26.
    #[cfg_attr(feature = "openapi", schema(default = 16, minimum = 10, maximum = 26, required = false))]
    pub columns: u8,
    /// Number of rows, 10 to 26.
    #[cfg_attr(feature = "openapi", schema(default = 16, minimum = 10, maximum = 26, required = false))]
    pub rows: u8,
    /// The version of the recipe by which the map is made: 1.
    #[cfg_attr(feature = "openapi", schema(default = 1, minimum = 1, maximum = 1, required = false))]
    pub version: u8,
    /// The seed: 1 to 40 letters, digits and hyphens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String, required = false, pattern = "^[A-Za-z0-9-]{1,40}$"))]
    pub seed: Option<String>,
    /// Whether the server draws the seed when the game is made, in the place of one that is given; true if left out
    /// together with `seed`. What it has drawn is public from then on.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub drawn: bool,
}

/// [`Made`] as it is written: with what may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenRecipe {
    columns: u8,
    rows: u8,
    version: u8,
    seed: Option<String>,
    drawn: Option<bool>,
}

impl Default for WrittenRecipe {
    fn default() -> Self {
        Self { columns: 16, rows: 16, version: recipe::VERSION, seed: None, drawn: None }
    }
}

impl From<WrittenRecipe> for Made {
    fn from(written: WrittenRecipe) -> Self {
        let WrittenRecipe { columns, rows, version, seed, drawn } = written;
        Self { columns, rows, version, drawn: drawn.unwrap_or(seed.is_none()), seed }
    }
}

/// What map a game is played on (A1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapChoice {
    /// One made from a seed.
    Made(Made),
    /// These rows from the top, `#` for land and `~` for water.
    Given(Vec<String>),
}

impl Default for MapChoice {
    fn default() -> Self {
        Self::Made(WrittenRecipe::default().into())
    }
}

impl Serialize for MapChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Made(made) => made.serialize(serializer),
            Self::Given(rows) => rows.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for MapChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowsOrRecipe;

        impl<'de> Visitor<'de> for RowsOrRecipe {
            type Value = MapChoice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that says how the map is made, or an array of rows")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<MapChoice, A::Error> {
                Made::deserialize(MapAccessDeserializer::new(fields)).map(MapChoice::Made)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<MapChoice, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = items.next_element()? {
                    rows.push(row);
                }
                Ok(MapChoice::Given(rows))
            }
        }

        deserializer.deserialize_any(RowsOrRecipe)
    }
}

/// How many ships of each class a player has, 0 to 4 each and one at least (A3). What is left out has its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedFleet))]
pub struct Counts {
    /// Carriers, of five squares. Planes may stand on them.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 4, default = 1))]
    pub carrier: u8,
    /// Battleships, of four squares.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 4, default = 1))]
    pub battleship: u8,
    /// Cruisers, of three squares.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 4, default = 2))]
    pub cruiser: u8,
    /// Destroyers, of two squares.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 4, default = 2))]
    pub destroyer: u8,
    /// Submarines, of one square.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 4, default = 2))]
    pub submarine: u8,
}

impl Default for Counts {
    fn default() -> Self {
        Self { carrier: 1, battleship: 1, cruiser: 2, destroyer: 2, submarine: 2 }
    }
}

/// The class whose squares planes may stand on (A2).
pub(super) const CARRIER: &str = "carrier";

impl Counts {
    /// The most ships of a class. Four of each fill the open sea of a made map.
    pub const MOST: u8 = 4;

    fn classes(&self) -> [(&'static str, u8, u8); 5] {
        [
            (CARRIER, 5, self.carrier),
            ("battleship", 4, self.battleship),
            ("cruiser", 3, self.cruiser),
            ("destroyer", 2, self.destroyer),
            ("submarine", 1, self.submarine),
        ]
    }

    /// The fleet that they amount to; classes without ships are left out.
    pub fn fleet(&self) -> Fleet {
        let classes = self.classes().into_iter().filter(|(_, _, ships)| *ships > 0);
        let class = |(name, length, ships)| Class {
            class: ClassName::new(name).expect("the name is well formed"),
            length,
            shots: 1,
            ships,
        };
        Fleet::new(classes.map(class).collect())
    }
}

/// The settings of a game of `advanced`. What is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedOptions))]
#[cfg_attr(feature = "openapi", schema(example = json!({"map": {"columns": 16, "rows": 16, "seed": "herring"}, "points": 40})))]
pub struct Options {
    /// The map, the same for both.
    pub map: MapChoice,
    /// How many ships of each class a player has.
    pub fleet: Counts,
    /// How many points a player has for weapons and salvos, 10 to 200.
    #[cfg_attr(feature = "openapi", schema(default = 40, minimum = 10, maximum = 200))]
    pub points: u8,
    /// How many points more each own turn begins with, 0 to 10. Where it is 0, weapons are bought with the placement
    /// alone.
    #[cfg_attr(feature = "openapi", schema(default = 0, minimum = 0, maximum = 10))]
    pub resupply: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { map: MapChoice::default(), fleet: Counts::default(), points: 40, resupply: 0 }
    }
}

impl Options {
    /// Checks the settings.
    ///
    /// # Errors
    /// What is wrong with them, by A1, A3 or A4.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let wrong = |rule, field: String, detail: String| Err(Refusal::BadOption { rule, field, detail });
        for (class, _, ships) in self.fleet.classes() {
            if ships > Counts::MOST {
                let detail = format!("a fleet has 0 to {} of each class, not {ships}", Counts::MOST);
                return wrong("A3", format!("fleet.{class}"), detail);
            }
        }
        if self.fleet.classes().iter().all(|(_, _, ships)| *ships == 0) {
            let detail = "a fleet has one ship at least, of whatever class".to_owned();
            return wrong("A3", "fleet".to_owned(), detail);
        }
        if !(10..=200).contains(&self.points) {
            let detail = format!("a player has 10 to 200 points, not {}", self.points);
            return wrong("A4", "points".to_owned(), detail);
        }
        if self.resupply > 10 {
            let detail = format!("a turn begins with 0 to 10 points more, not {}", self.resupply);
            return wrong("A4", "resupply".to_owned(), detail);
        }
        let map = match &self.map {
            // Every made map holds every fleet; which of them the server will draw is not known yet.
            MapChoice::Made(made) => return made.check(),
            MapChoice::Given(rows) => Map::read(rows).map_err(|error| {
                let field = error.row().map_or("map".to_owned(), |row| format!("map[{row}]"));
                Refusal::BadOption { rule: "A1", field, detail: error.to_string() }
            })?,
        };
        let detail = match berth::room(&map, &self.fleet.fleet()) {
            Room::Found(_) => return Ok(()),
            Room::None => "the map cannot hold the fleet: it needs more water, or the fleet fewer ships",
            Room::Unknown => {
                "no way was found for the fleet to lie on this map: more water, or fewer ships, would fit"
            }
        };
        wrong("A1", "map".to_owned(), detail.to_owned())
    }

    /// The settings with the seed of the map, which the server draws where it is left to it.
    pub(super) fn settle(mut self, draw: &mut impl Draw) -> Self {
        if let MapChoice::Made(made) = &mut self.map
            && made.drawn
        {
            made.seed = Some(Recipe::draw_seed(draw));
        }
        self
    }

    /// The map, once the settings are settled.
    pub(super) fn map(&self) -> Option<Map> {
        match &self.map {
            MapChoice::Given(rows) => Map::read(rows).ok(),
            MapChoice::Made(made) => {
                let recipe = Recipe::new(made.columns.into(), made.rows.into(), made.seed.as_deref()?);
                Some(Map::made(&recipe.ok()?))
            }
        }
    }
}

impl Made {
    fn check(&self) -> Result<(), Refusal> {
        let wrong = |field: &str, detail: String| {
            Err(Refusal::BadOption { rule: "A1", field: format!("map{field}"), detail })
        };
        if self.version != recipe::VERSION {
            let detail =
                format!("there is no version {} of the recipe: use {}", self.version, recipe::VERSION);
            return wrong(".version", detail);
        }
        // A seed that will be drawn stands for itself.
        let seed = match &self.seed {
            Some(seed) => seed,
            None if self.drawn => "drawn",
            None => {
                return wrong(".seed", "say a seed, or let the server draw it: leave `drawn` out".to_owned());
            }
        };
        match Recipe::new(self.columns.into(), self.rows.into(), seed) {
            Ok(_) => Ok(()),
            Err(error @ recipe::BadRecipe::Size { .. }) => wrong("", error.to_string()),
            Err(error) => wrong(".seed", error.to_string()),
        }
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
    use utoipa::openapi::{Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Made, MapChoice};

    impl PartialSchema for MapChoice {
        fn schema() -> RefOr<Schema> {
            let row = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[~#]{10,26}$"));
            let rows = ArrayBuilder::new().items(row).min_items(Some(10)).max_items(Some(26)).description(
                Some("The rows of a given map from the top, all as long: `#` for land, `~` for water."),
            );
            OneOfBuilder::new()
                .item(Ref::from_schema_name("AdvancedMadeMap"))
                .item(rows)
                .description(Some(
                    "A map: how it is made, or its rows. If left out, one of 16 by 16 from a seed that the server draws.",
                ))
                .into()
        }
    }

    impl ToSchema for MapChoice {
        fn name() -> Cow<'static, str> {
            "AdvancedMap".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push(("AdvancedMadeMap".to_owned(), Made::schema()));
        }
    }
}
