//! Kinds of checks of a record. The rulesets name them for their events, and the verification of a
//! record reports them.

use serde::Serialize;

/// Part of a record in which a fault was found.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = RecordCheck)]
pub enum CheckKind {
    /// Format of the record.
    Form,
    /// Digest of the whole record.
    Digest,
    /// Commitment to the server's seed.
    SeedCommitment,
    /// Seed of a seat.
    SeatSeed,
    /// Placement of a seat, its salt or its commitment.
    PlacementCommitment,
    /// Roll of dice.
    Roll,
    /// Report of hits and sunk ships.
    Report,
    /// Phones with which a shot was called or answered.
    Sound,
    /// Event that the rules do not allow at its place.
    Event,
    /// Outcome of the game.
    Outcome,
    /// Time of an event.
    Time,
}
