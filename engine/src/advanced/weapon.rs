//! Weapons: their kinds and prices, and the standing orders of guns (A4, A14).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::grid::Cell;

/// A kind of weapon that stands on the map. A salvo is bought and fired in one, and stands nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedWeapon))]
pub enum Kind {
    /// An anti-aircraft gun: shoots one plane down.
    Gun,
    /// A reconnaissance plane: describes 3×3 squares.
    Recce,
    /// A bomber: destroys what is in 3×3 squares.
    Bomber,
    /// A nuclear bomber: destroys what is in 5×5 squares, and no gun reaches it.
    NuclearBomber,
}

/// What a salvo costs, in points (A4).
pub const SALVO_PRICE: u32 = 1;

impl Kind {
    /// Every kind, in the order of the price list.
    pub const ALL: [Self; 4] = [Self::Gun, Self::Recce, Self::Bomber, Self::NuclearBomber];

    /// What it costs, in points (A4).
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

    /// Whether it flies: it may stand on the own carrier too, and is sent.
    pub fn is_plane(self) -> bool {
        self != Self::Gun
    }

    /// How many squares on each side of the one a plane is sent to it takes in (A10–A12).
    pub fn reach(self) -> u8 {
        match self {
            Self::Gun => 0,
            Self::Recce | Self::Bomber => 1,
            Self::NuclearBomber => 2,
        }
    }

    /// The word for it, as it is written everywhere.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gun => "gun",
            Self::Recce => "recce",
            Self::Bomber => "bomber",
            Self::NuclearBomber => "nuclear_bomber",
        }
    }

    /// The letter it is marked with on paper (A4).
    pub fn letter(self) -> char {
        match self {
            Self::Gun => 'A',
            Self::Recce => 'R',
            Self::Bomber => 'B',
            Self::NuclearBomber => 'N',
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a gun fires at (A14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedOrder))]
pub enum Order {
    /// At whatever it can shoot down.
    #[default]
    Any,
    /// At bombers alone.
    Bombers,
    /// At recce planes alone.
    Recce,
    /// At nothing.
    Hold,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::Any, Self::Bombers, Self::Recce, Self::Hold];

    /// Whether it lets a gun fire at such a plane. No gun can shoot a nuclear bomber down (A12).
    pub(super) fn fires_at(self, plane: Kind) -> bool {
        match plane {
            Kind::Recce => matches!(self, Self::Any | Self::Recce),
            Kind::Bomber => matches!(self, Self::Any | Self::Bombers),
            Kind::Gun | Kind::NuclearBomber => false,
        }
    }

    /// The word for it, as it is written everywhere.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Bombers => "bombers",
            Self::Recce => "recce",
            Self::Hold => "hold",
        }
    }
}

/// A weapon as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedPlacedWeapon))]
#[cfg_attr(feature = "openapi", schema(example = json!({"kind": "gun", "at": "K9", "order": "bombers"})))]
pub struct WeaponDraft {
    /// What it is.
    pub kind: Kind,
    /// Its square: land, and for a plane also a square of the own carrier.
    pub at: Cell,
    /// What a gun fires at, `any` if left out; planes have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Whether a weapon is still in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedWeaponStatus))]
pub enum Status {
    /// It is.
    Ready,
    /// It has been sent, or has fired.
    Used,
    /// It was hit before it was used.
    Destroyed,
}

/// A weapon that a player has, used ones too.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weapon {
    pub(super) kind: Kind,
    pub(super) at: Cell,
    /// A gun's; `any` for planes, where it means nothing.
    pub(super) order: Order,
    pub(super) status: Status,
    /// The turn in which it was bought; 0 for what was placed.
    pub(super) bought: u32,
}

impl Weapon {
    pub(super) fn ready(&self) -> bool {
        self.status == Status::Ready
    }
}
