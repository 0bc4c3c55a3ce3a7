//! Settings of a game of `satellite` (T1, T12).

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::sector::{MAX_SIDE, MIN_SIDE, Planet};

/// Endgame that begins when both arsenals are empty (T12).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = SatelliteEndgame)]
pub enum Endgame {
    /// The player who has destroyed more buildings wins, then the player who has hit more sectors
    /// of buildings. If both are equal, both players lose.
    #[default]
    Ceasefire,
    /// The players continue to take turns, with one shot each and without dice.
    Desperation,
    /// Both arsenals are filled again, as many times as necessary.
    Reloaded,
    /// Each player has one last blow, with as many targets as the total of two dice. If neither
    /// blow destroys the last building, both players lose.
    SelfDestruct,
}

impl Endgame {
    /// Returns the name of the endgame, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Settings of a game of `satellite`. A setting that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = SatelliteOptions)]
#[schema(example = json!({"rows": 13, "columns": 9, "endgame": "ceasefire"}))]
pub struct Options {
    /// Number of rows of each planet, 8 to 16.
    #[schema(minimum = 8, maximum = 16, default = 13)]
    pub rows: u8,
    /// Number of columns of each planet, 8 to 16.
    #[schema(minimum = 8, maximum = 16, default = 9)]
    pub columns: u8,
    /// Endgame that begins when both arsenals are empty.
    #[schema(default = "ceasefire")]
    pub endgame: Endgame,
}

impl Default for Options {
    fn default() -> Self {
        let planet = Planet::STANDARD;
        Self { rows: planet.rows(), columns: planet.columns(), endgame: Endgame::default() }
    }
}

impl Options {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns a refusal by T1 if a setting is invalid.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        for (field, side) in [("rows", self.rows), ("columns", self.columns)] {
            if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
                let detail = format!("a planet has {MIN_SIDE} to {MAX_SIDE} {field}, not {side}");
                return Err(Refusal::BadOption { rule: "T1", field, detail });
            }
        }
        Ok(())
    }

    pub(super) fn planet(&self) -> Planet {
        Planet::new(self.rows, self.columns)
            .expect("the settings were checked when the game was made")
    }
}
