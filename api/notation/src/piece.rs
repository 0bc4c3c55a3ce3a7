//! Parts of a placement.

use broadside_engine::fleet::ShipDraft;
use broadside_engine::voices::Voice;
use broadside_engine::voices::matrix::Origin;
use broadside_engine::{advanced, satellite, solo};

/// Part of a placement.
#[derive(Clone, Debug)]
pub(super) enum PlacementPart {
    Ship(ShipDraft),
    Suit(solo::ShipDraft),
    Building(satellite::BuildingDraft),
    Weapon(advanced::WeaponDraft),
    Battle(Origin),
    Tactical(Origin),
    Voice(Voice),
}

impl PlacementPart {
    /// Returns the field of the placement for this part, and true if the field is a list.
    pub(super) fn field(&self) -> (&'static str, bool) {
        match self {
            Self::Ship(_) | Self::Suit(_) => ("ships", true),
            Self::Building(_) => ("buildings", true),
            Self::Weapon(_) => ("weapons", true),
            Self::Battle(_) => ("battle", false),
            Self::Tactical(_) => ("tactical", false),
            Self::Voice(_) => ("voice", false),
        }
    }
}
