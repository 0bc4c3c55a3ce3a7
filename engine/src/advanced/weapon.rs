//! Weapons: their kinds and prices, and the standing orders of guns (A4, A14).

use serde::{Deserialize, Serialize};

use crate::grid::Cell;

/// Kind of weapon that stands on the map. A salvo is bought and fired at once, so it does not stand
/// on the map.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
#[schema(as = AdvancedWeapon)]
pub enum Kind {
    /// Anti-aircraft gun, for 1 point: shoots down one plane.
    Gun,
    /// Recce plane, for 1 point: reports 3×3 squares.
    Recce,
    /// Bomber, for 3 points: destroys everything in 3×3 squares.
    Bomber,
    /// Nuclear bomber, for 10 points: destroys everything in 5×5 squares. No gun can shoot it down.
    NuclearBomber,
}

/// Price of a salvo in points (A4).
pub const SALVO_PRICE: u32 = 1;

impl Kind {
    /// All kinds, in the order of the price list.
    pub const ALL: [Self; 4] = [Self::Gun, Self::Recce, Self::Bomber, Self::NuclearBomber];

    /// Returns the price in points (A4).
    ///
    /// ```
    /// use broadside_engine::advanced::Kind;
    /// assert_eq!(Kind::ALL.map(Kind::price), [1, 1, 3, 10]);
    /// ```
    pub fn price(self) -> u32 {
        match self {
            Self::Gun | Self::Recce => 1,
            Self::Bomber => 3,
            Self::NuclearBomber => 10,
        }
    }

    /// Returns true if the weapon is a plane: it can be sent, and may also stand on the player's
    /// own carrier.
    pub fn is_plane(self) -> bool {
        self != Self::Gun
    }

    /// Returns the number of squares that a plane covers on each side of the square to which it is
    /// sent (A10–A12).
    pub fn reach(self) -> u8 {
        match self {
            Self::Gun => 0,
            Self::Recce | Self::Bomber => 1,
            Self::NuclearBomber => 2,
        }
    }

    /// Returns the name of the kind, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the letter that marks the weapon on paper (A4).
    pub fn letter(self) -> char {
        match self {
            Self::Gun => 'A',
            Self::Recce => 'R',
            Self::Bomber => 'B',
            Self::NuclearBomber => 'N',
        }
    }
}

/// Standing order of a gun (A14).
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
#[schema(as = AdvancedOrder)]
pub enum Order {
    /// Fires at every plane that it can shoot down.
    #[default]
    Any,
    /// Fires at bombers only.
    Bombers,
    /// Fires at recce planes only.
    Recce,
    /// Holds fire.
    Hold,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 4] = [Self::Any, Self::Bombers, Self::Recce, Self::Hold];

    /// Returns true if the order lets a gun fire at this kind of plane. No gun can shoot down a
    /// nuclear bomber (A12).
    pub(super) fn fires_at(self, plane: Kind) -> bool {
        match plane {
            Kind::Recce => matches!(self, Self::Any | Self::Recce),
            Kind::Bomber => matches!(self, Self::Any | Self::Bombers),
            Kind::Gun | Kind::NuclearBomber => false,
        }
    }

    /// Returns the name of the order, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Weapon as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedPlacedWeapon)]
#[schema(example = json!({"kind": "gun", "at": "K9", "order": "bombers"}))]
pub struct WeaponDraft {
    /// Kind of the weapon.
    pub kind: Kind,
    /// Square of the weapon: land, or for a plane also a square of the player's own carrier.
    pub at: Cell,
    /// Standing order of a gun; `any` if left out. Planes take no orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Status of a weapon.
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
#[schema(as = AdvancedWeaponStatus)]
pub enum WeaponStatus {
    /// The weapon is in play.
    Ready,
    /// The plane has been sent, or the gun has fired.
    Used,
    /// The weapon was hit before it was used.
    Destroyed,
}

/// Weapon that a player has, including used ones.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weapon {
    pub(super) kind: Kind,
    pub(super) at: Cell,
    /// Standing order of a gun; `any` for planes, without meaning.
    pub(super) order: Order,
    pub(super) status: WeaponStatus,
    /// Number of the turn in which the weapon was bought; 0 if it was placed.
    pub(super) bought: u32,
}

impl Weapon {
    pub(super) fn ready(&self) -> bool {
        self.status == WeaponStatus::Ready
    }
}
