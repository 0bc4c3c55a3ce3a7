//! Bots in seats: what everybody may know of them.

use serde::{Deserialize, Serialize};

/// Strength of a bot.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::Display,
    strum::VariantArray,
    utoipa::ToSchema,
    strum::EnumMessage,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Chooses every legal move with the same probability.
    Random,
    /// Plays like a person at a kitchen table.
    Casual,
    /// Plays as well as it can.
    Strong,
}

/// Bot that has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatBot {
    /// Strength of the bot.
    pub level: BotLevel,
    /// Version of the bot when it took the seat. A version that decides differently has another
    /// number.
    #[schema(minimum = 1, example = 1)]
    pub version: u32,
}
