//! Settings of a game of `advanced` (A1, A3, A4).

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::Refusal;
use super::berth::{self, Room};
use super::map::Map;
use super::recipe::{self, Recipe};
use crate::chance::Draw;
use crate::fleet::{Class, ClassName, Fleet};

/// Map made from a seed. A field that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    /// Number of columns, 10 to 26.
    pub columns: u8,
    /// Number of rows, 10 to 26.
    pub rows: u8,
    /// Version of the recipe by which the map is made: 1.
    pub version: u8,
    /// Seed of the map: 1 to 40 letters, digits and hyphens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// True if the server draws the seed when the game is created, even if `seed` is given. This is
    /// the default without a `seed`. The seed is public from then on.
    pub drawn: bool,
}

/// Map as written in a request: a recipe, in which every field may be left out, or the squares of
/// the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenMap {
    columns: Option<u8>,
    rows: Option<Rows>,
    version: Option<u8>,
    seed: Option<String>,
    drawn: Option<bool>,
    terrain: Option<Vec<String>>,
}

/// Number of rows of a map to be made, or the rows of a given map.
enum Rows {
    Count(u8),
    Given(Vec<String>),
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CountOrRows;

        impl<'de> Visitor<'de> for CountOrRows {
            type Value = Rows;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("u8")
            }

            fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<Rows, E> {
                u8::try_from(count)
                    .map(Rows::Count)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(count), &"u8"))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Rows, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(Rows::Given)
            }
        }

        deserializer.deserialize_any(CountOrRows)
    }
}

impl WrittenMap {
    /// Returns the map that these fields describe.
    ///
    /// # Errors
    /// Returns an error if they describe both a recipe and a given map.
    fn choice(self) -> Result<MapChoice, &'static str> {
        let Self { columns, rows, version, seed, drawn, terrain } = self;
        let (rows, given) = match rows {
            Some(Rows::Given(given)) => (None, Some(given)),
            Some(Rows::Count(rows)) => (Some(rows), None),
            None => (None, None),
        };
        let is_recipe = columns.is_some()
            || rows.is_some()
            || version.is_some()
            || seed.is_some()
            || drawn.is_some();
        match (terrain, given) {
            (None, None) => {
                let drawn = drawn.unwrap_or(seed.is_none());
                let version = version.unwrap_or(recipe::VERSION);
                Ok(MapChoice::Made(Made {
                    columns: columns.unwrap_or(16),
                    rows: rows.unwrap_or(16),
                    version,
                    seed,
                    drawn,
                }))
            }
            (Some(rows), None) | (None, Some(rows)) if !is_recipe => Ok(MapChoice::Given(rows)),
            _ => Err("is a recipe or a given map, not both: send `terrain` alone, or leave it out"),
        }
    }
}

/// Map on which a game is played (A1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapChoice {
    /// Map made from a seed.
    Made(Made),
    /// Rows of a given map from the top, with `#` for land and `~` for water.
    Given(Vec<String>),
}

impl Default for MapChoice {
    fn default() -> Self {
        Self::Made(Made {
            columns: 16,
            rows: 16,
            version: recipe::VERSION,
            seed: None,
            drawn: true,
        })
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
                let written = WrittenMap::deserialize(MapAccessDeserializer::new(fields))?;
                written.choice().map_err(serde::de::Error::custom)
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

/// Number of ships of each class that each player has: 0 to 4 of each class, and at least one ship
/// (A3). A class that is left out has its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = AdvancedFleet)]
pub struct Counts {
    /// Carriers, of five squares. Planes may stand on them.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub carrier: u8,
    /// Battleships, of four squares.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub battleship: u8,
    /// Cruisers, of three squares.
    #[schema(minimum = 0, maximum = 4, default = 2)]
    pub cruiser: u8,
    /// Destroyers, of two squares.
    #[schema(minimum = 0, maximum = 4, default = 2)]
    pub destroyer: u8,
    /// Submarines, of one square.
    #[schema(minimum = 0, maximum = 4, default = 2)]
    pub submarine: u8,
}

impl Default for Counts {
    fn default() -> Self {
        Self { carrier: 1, battleship: 1, cruiser: 2, destroyer: 2, submarine: 2 }
    }
}

/// Class on whose squares planes may stand (A2).
pub(super) const CARRIER: &str = "carrier";

impl Counts {
    /// Maximum number of ships of a class. Four of each class fill the open sea of a map made by a
    /// recipe.
    pub const MAX: u8 = 4;

    fn classes(&self) -> [(&'static str, u8, u8); 5] {
        [
            (CARRIER, 5, self.carrier),
            ("battleship", 4, self.battleship),
            ("cruiser", 3, self.cruiser),
            ("destroyer", 2, self.destroyer),
            ("submarine", 1, self.submarine),
        ]
    }

    /// Returns the fleet of these numbers. It leaves out classes without ships.
    pub fn fleet(&self) -> Fleet {
        let classes = self.classes().into_iter().filter(|(_, _, ships)| *ships > 0);
        let classes = classes.map(|(name, length, ships)| Class {
            class: ClassName::new(name).expect("the name is well formed"),
            length,
            shots: 1,
            ships,
        });
        Fleet::new(classes.collect())
    }
}

/// Settings of a game of `advanced`. A setting that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = AdvancedOptions)]
#[schema(example = json!({"map": {"columns": 16, "rows": 16, "seed": "herring"}, "points": 60}))]
pub struct Options {
    /// Map, the same for both players: a recipe, or a given map. If left out, the map has 16 by 16
    /// squares and a seed that the server draws.
    #[schema(value_type = MapSchema)]
    pub map: MapChoice,
    /// Number of ships of each class that each player has.
    pub fleet: Counts,
    /// Points of each player for weapons and salvos, 10 to 200.
    #[schema(default = 60, minimum = 10, maximum = 200)]
    pub points: u8,
    /// Points that each player receives at the beginning of each own turn, 0 to 10. With 0, weapons
    /// can be bought only with the placement.
    #[schema(default = 0, minimum = 0, maximum = 10)]
    pub resupply: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { map: MapChoice::default(), fleet: Counts::default(), points: 60, resupply: 0 }
    }
}

impl Options {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns a refusal by A1, A3 or A4 if a setting is invalid.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        for (class, _, ships) in self.fleet.classes() {
            if ships > Counts::MAX {
                let detail = format!("a fleet has 0 to {} of each class, not {ships}", Counts::MAX);
                return Err(bad_option("A3", &format!("fleet.{class}"), detail));
            }
        }
        if self.fleet.classes().iter().all(|(_, _, ships)| *ships == 0) {
            let detail = "a fleet has at least one ship, of any class".to_owned();
            return Err(bad_option("A3", "fleet", detail));
        }
        if !(10..=200).contains(&self.points) {
            let detail = format!("a player has 10 to 200 points, not {}", self.points);
            return Err(bad_option("A4", "points", detail));
        }
        if self.resupply > 10 {
            let detail = format!("a turn begins with 0 to 10 points more, not {}", self.resupply);
            return Err(bad_option("A4", "resupply", detail));
        }
        let map = match &self.map {
            // Every map made by a recipe holds every fleet, so it does not matter that the seed is
            // not drawn yet.
            MapChoice::Made(made) => return made.check(),
            MapChoice::Given(rows) => Map::read(rows).map_err(|error| {
                let field = error.row().map_or("map".to_owned(), |row| format!("map[{row}]"));
                bad_option("A1", &field, error.to_string())
            })?,
        };
        let detail = match berth::room(&map, &self.fleet.fleet()) {
            Room::Found(_) => return Ok(()),
            Room::None => {
                "the map cannot hold the fleet: it needs more water, or the fleet fewer ships"
            }
            Room::Unknown => {
                "no way was found for the fleet to lie on this map: more water, or fewer ships, would fit"
            }
        };
        Err(bad_option("A1", "map", detail.to_owned()))
    }

    /// Returns the settings with the seed of the map filled in, if the server draws it.
    pub(super) fn resolve(mut self, draw: &mut impl Draw) -> Self {
        if let MapChoice::Made(made) = &mut self.map
            && made.drawn
        {
            made.seed = Some(Recipe::draw_seed(draw));
        }
        self
    }

    /// Returns the map. The settings must be resolved.
    pub(super) fn map(&self) -> Option<Map> {
        match &self.map {
            MapChoice::Given(rows) => Map::read(rows).ok(),
            MapChoice::Made(made) => {
                let recipe =
                    Recipe::new(made.columns.into(), made.rows.into(), made.seed.as_deref()?);
                Some(Map::made(&recipe.ok()?))
            }
        }
    }
}

impl Made {
    fn check(&self) -> Result<(), Refusal> {
        if self.version != recipe::VERSION {
            let detail = format!(
                "there is no version {} of the recipe: use {}",
                self.version,
                recipe::VERSION
            );
            return Err(bad_option("A1", "map.version", detail));
        }
        // Any valid seed will do in the place of a seed that is not drawn yet.
        let seed = match &self.seed {
            Some(seed) => seed,
            None if self.drawn => "drawn",
            None => {
                let detail = "say a seed, or let the server draw it: leave `drawn` out".to_owned();
                return Err(bad_option("A1", "map.seed", detail));
            }
        };
        match Recipe::new(self.columns.into(), self.rows.into(), seed) {
            Ok(_) => Ok(()),
            Err(error @ recipe::BadRecipe::Size { .. }) => {
                Err(bad_option("A1", "map", error.to_string()))
            }
            Err(error) => Err(bad_option("A1", "map.seed", error.to_string())),
        }
    }
}

fn bad_option(rule: &'static str, field: &str, detail: String) -> Refusal {
    Refusal::BadOption { rule, field: field.to_owned(), detail }
}

/// Map of a game: a recipe with `columns`, `rows` and `seed`, or the `terrain` of a given map.
#[derive(utoipa::ToSchema)]
#[schema(as = AdvancedMap, example = json!({"columns": 16, "rows": 16, "seed": "herring"}))]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct MapSchema {
    /// Number of columns of a map that is made from a seed.
    #[schema(default = 16, minimum = 10, maximum = 26, value_type = u8, required = false)]
    columns: u8,
    /// Number of rows of a map that is made from a seed.
    #[schema(default = 16, minimum = 10, maximum = 26, value_type = u8, required = false)]
    rows: u8,
    /// Version of the recipe by which the map is made: 1.
    #[schema(default = 1, minimum = 1, maximum = 1, value_type = u8, required = false)]
    version: u8,
    /// Seed of the map: 1 to 40 letters, digits and hyphens.
    #[schema(value_type = String, required = false, pattern = "^[A-Za-z0-9-]{1,40}$", example = "herring")]
    seed: String,
    /// True if the server draws the seed when the game is created; this is the default without a
    /// `seed`. The seed is public from then on.
    #[schema(required = false)]
    drawn: bool,
    /// Rows of a given map from the top, all of the same length: `#` is land, `~` is water. Send it
    /// without the other fields. A bare list of rows in the place of the object means the same.
    #[schema(value_type = Vec<String>, required = false, min_items = 10, max_items = 26)]
    terrain: Vec<String>,
}
