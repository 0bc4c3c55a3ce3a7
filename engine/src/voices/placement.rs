//! Secret placement of a player: a fleet, two game-matrices and a standing voice (V1, V2, V7).

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::action::Refusal;
use super::matrix::{Matrix, Origin};
use super::sound::Voice;
use crate::chance::{DiceStream, Draw, Seed};
use crate::fleet::{self, Fleet, FleetPlacement, ShipDraft};
use crate::grid::Grid;

/// Placement of a player: the positions of the ships, and the matrices that sound the two maps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesPlacement, example = json!({
    "ships": [
        {"class": "carrier", "at": "A1", "heading": "across"},
        {"class": "battleship", "at": "A3", "heading": "across"},
        {"class": "destroyer", "at": "A5", "heading": "across"},
        {"class": "patrol", "at": "J9", "heading": "down"},
        {"class": "submarine", "at": "E7", "heading": "across"}
    ],
    "battle": 3, "tactical": 7, "voice": {"row": "left", "column": "dice"}
}))]
pub struct Draft {
    /// Ships of the fleet, all of them, in any order, on a map of 10 by 10 cells.
    pub ships: Vec<ShipDraft>,
    /// Matrix of the battle map, which sounds the player's answers; drawn if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Origin>,
    /// Matrix of the tactical map, which sounds the player's calls; drawn if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactical: Option<Origin>,
    /// Edges from which the player's answers sound; chosen by dice if left out. The player can
    /// change them at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voice: Option<Voice>,
}

/// Placement of a player, checked.
#[derive(Clone)]
pub struct Hidden {
    pub(super) ships: FleetPlacement,
    pub(super) battle: Option<Arc<Matrix>>,
    pub(super) tactical: Option<Arc<Matrix>>,
    pub(super) voice: Voice,
}

/// Maximum number of attempts at a random placement. Every fleet fits, so the limit is practically
/// never reached.
const ATTEMPTS: u32 = 10_000;

impl Hidden {
    pub(super) fn read(fleet: &Fleet, draft: &Draft) -> Result<Self, Refusal> {
        Ok(Self {
            ships: FleetPlacement::read(Grid::TEN, fleet, &draft.ships)?,
            battle: read_matrix(draft.battle.as_ref(), "battle")?,
            tactical: read_matrix(draft.tactical.as_ref(), "tactical")?,
            voice: draft.voice.unwrap_or_default(),
        })
    }

    pub(super) fn random(fleet: &Fleet, chance: &mut DiceStream) -> Self {
        let ships =
            FleetPlacement::random(Grid::TEN, fleet, chance, ATTEMPTS).unwrap_or_else(|| {
                // Even the largest fleet is placed within a few attempts, with any stream.
                let mut fit = DiceStream::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
                FleetPlacement::random(Grid::TEN, fleet, &mut fit, ATTEMPTS)
                    .expect("every fleet of V12 fits")
            });
        Self { ships, battle: None, tactical: None, voice: Voice::default() }
    }

    pub(super) fn draft(&self, fleet: &Fleet) -> Draft {
        Draft {
            ships: self.ships.drafts(fleet),
            battle: self.battle.as_ref().map(|matrix| matrix.origin().clone()),
            tactical: self.tactical.as_ref().map(|matrix| matrix.origin().clone()),
            voice: Some(self.voice),
        }
    }
}

/// Returns the matrix of an origin. `field` is where the placement names it.
fn read_matrix(
    origin: Option<&Origin>,
    field: &'static str,
) -> Result<Option<Arc<Matrix>>, Refusal> {
    let Some(origin) = origin else { return Ok(None) };
    if let Origin::Made(recipe) = origin
        && recipe.size() != Grid::TEN.rows()
    {
        return Err(Refusal::MatrixSize { field, size: recipe.size() });
    }
    match Matrix::of(origin) {
        Some(matrix) => Ok(Some(Arc::new(matrix))),
        None => Err(Refusal::NoSuchMatrix { field }),
    }
}

fn draw_matrix(mut chance: DiceStream) -> Origin {
    Origin::Numbered(chance.die(Matrix::NUMBERS))
}

impl Draft {
    /// Draws the matrices that are left out, each of the ten with the same probability (V1). Draw 0
    /// is for the battle map and draw 1 for the tactical map, even if only one of them is drawn.
    pub(super) fn fill(&self, chance: &DiceStream) -> Self {
        Self {
            ships: self.ships.clone(),
            battle: Some(self.battle.clone().unwrap_or_else(|| draw_matrix(chance.at(0)))),
            tactical: Some(self.tactical.clone().unwrap_or_else(|| draw_matrix(chance.at(1)))),
            voice: Some(self.voice.unwrap_or_default()),
        }
    }

    /// Returns the text that the commitment seals: one line for each ship, then the matrices and
    /// the voice.
    pub(super) fn seal(&self) -> String {
        let battle = self.battle.as_ref().map(Origin::name).unwrap_or_default();
        let tactical = self.tactical.as_ref().map(Origin::name).unwrap_or_default();
        let Voice { row, column } = self.voice.unwrap_or_default();
        format!(
            "{}\nbattle {battle}\ntactical {tactical}\nvoice {} {}",
            fleet::seal(&self.ships),
            row.as_str(),
            column.as_str()
        )
    }
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Numbered(number) => serializer.serialize_u8(*number),
            Self::Made(recipe) => serializer.collect_str(recipe),
        }
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrRecipe;
        impl de::Visitor<'_> for NumberOrRecipe {
            type Value = Origin;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the number of a matrix, 1 to 10, or the recipe of a made one")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Origin, E> {
                let number = u8::try_from(number)
                    .ok()
                    .filter(|number| (1..=Matrix::NUMBERS).contains(number));
                number.map(Origin::Numbered).ok_or_else(|| {
                    E::custom(
                        "there is no such matrix: use a number from 1 to 10, or the recipe of a made one",
                    )
                })
            }

            fn visit_i64<E: de::Error>(self, _: i64) -> Result<Origin, E> {
                self.visit_u64(0)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Origin, E> {
                text.parse().map(Origin::Made).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(NumberOrRecipe)
    }
}

mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Origin;

    impl PartialSchema for Origin {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::Integer, Type::String]))
                .minimum(Some(1))
                .maximum(Some(10))
                .pattern(Some("^v1:10:[^:]+:[A-Za-z0-9-]{1,40}$"))
                .examples([serde_json::json!(3), serde_json::json!("v1:10:j3,i2,u3,p2:herring")])
                .description(Some(
                    "Game-matrix: the number of one of the ten matrices of the score, or the recipe of a generated matrix \
                     of ten rows.",
                ))
                .into()
        }
    }

    impl ToSchema for Origin {
        fn name() -> Cow<'static, str> {
            "MatrixName".into()
        }
    }
}
