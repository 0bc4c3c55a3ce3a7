//! Placement of a game of `classic`, as players write it.

use serde::{Deserialize, Serialize};

use crate::fleet::ShipDraft;

/// Fleet as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClassicPlacement, example = json!({"ships": [
    {"class": "battleship", "at": "A1", "heading": "across"},
    {"class": "cruiser", "at": "A3", "heading": "across"},
    {"class": "submarine", "at": "A5", "heading": "across"},
    {"class": "destroyer", "at": "J9", "heading": "down"},
]}))]
pub struct Draft {
    /// Ships of the fleet, all of them, in any order.
    pub ships: Vec<ShipDraft>,
}
