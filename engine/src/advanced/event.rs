//! Events of a game of `advanced`, and the part of each event that a viewer may see.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::weapon::{Kind, Order};
use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::opening::FirstPlayer;
use crate::seat::{Seat, Viewer};

/// Event of a game. Sealed: it can hold information that not every seat may have.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// Content of an [`Event`], in its stored form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Fact {
    FirstPlayer(FirstPlayer),
    Bought(Bought),
    Ordered(Ordered),
    Fired(Fired),
    Sent(Sent),
    Passed { seat: Seat },
    PassedOver { seat: Seat },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassHits {
    pub(super) class: ClassName,
    /// Number of squares of its ships that were hit for the first time.
    pub(super) hits: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindCount {
    pub(super) kind: Kind,
    pub(super) count: u8,
}

/// Damage of an operation: totals, never by square (A8). Used weapons and parts that were hit
/// before are not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Damage {
    /// Hits by class, in the order of the fleet; classes without a hit are left out.
    pub(super) hits: Vec<ClassHits>,
    /// Weapons destroyed, in the order of the price list; kinds without any are left out.
    pub(super) weapons: Vec<KindCount>,
    /// Classes of the ships sunk, once for each ship.
    pub(super) sunk: Vec<ClassName>,
}

/// Terrain of a square.
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
#[schema(as = AdvancedTerrain)]
pub enum Terrain {
    /// Square of land.
    Land,
    /// Square of water.
    Water,
}

/// Square as a recce plane saw it (A10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedSighting)]
pub struct Sighting {
    /// Square that was seen.
    pub cell: Cell,
    /// Land or water.
    pub terrain: Terrain,
    /// Class of the ship on the square; null if no ship lies there.
    pub ship: Option<ClassName>,
    /// True if that part of the ship is hit.
    pub hit: bool,
    /// Kind of the weapon in play on the square; null if no weapon stands there.
    pub weapon: Option<Kind>,
}

/// Weapon bought at the start of an own turn (A4). It is a secret of the buyer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bought {
    /// Seat that bought the weapon.
    pub(super) seat: Seat,
    /// Kind of the weapon.
    pub(super) weapon: Kind,
    /// Square on which the weapon stands.
    pub(super) at: Cell,
    /// Standing order of a gun; null for a plane.
    pub(super) order: Option<Order>,
}

/// Standing order for a gun (A14). It is a secret of the gun's owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedOrdered)]
pub struct Ordered {
    /// Seat that owns the gun.
    pub seat: Seat,
    /// Square on which the gun stands.
    pub gun: Cell,
    /// New standing order of the gun.
    pub order: Order,
}

/// Salvo and its report (A9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fired {
    /// Seat that fired.
    pub(super) seat: Seat,
    /// Three squares of the salvo.
    pub(super) cells: Vec<Cell>,
    pub(super) damage: Damage,
}

/// Plane sent, with its results.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sent {
    pub(super) seat: Seat,
    pub(super) weapon: Kind,
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// Square of the gun that shot the plane down; null if none did.
    pub(super) gun: Option<Cell>,
    /// Squares that a recce plane saw.
    pub(super) seen: Option<Vec<Sighting>>,
    /// Damage that a bomber did.
    pub(super) damage: Option<Damage>,
}

/// Report of the damage of an operation: totals, never by square (A8). Used weapons and parts that
/// were hit before are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedDamage)]
pub struct DamageReport {
    /// Class of the ship that was hit, once for each square hit, in the order of the fleet.
    pub hits: Vec<ClassName>,
    /// Kinds of the weapons destroyed, once for each weapon, in the order of the price list.
    pub weapons: Vec<Kind>,
    /// Classes of the ships sunk, once for each ship.
    pub sunk: Vec<ClassName>,
}

impl From<&Damage> for DamageReport {
    fn from(damage: &Damage) -> Self {
        let hits = damage.hits.iter();
        let hits = hits.flat_map(|of| std::iter::repeat_n(of.class.clone(), usize::from(of.hits)));
        let weapons = damage.weapons.iter();
        let weapons = weapons.flat_map(|of| std::iter::repeat_n(of.kind, usize::from(of.count)));
        Self { hits: hits.collect(), weapons: weapons.collect(), sunk: damage.sunk.clone() }
    }
}

/// Event of `advanced` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AdvancedEvent)]
pub enum Glimpse {
    /// The seat with the first turn is known.
    FirstPlayer(FirstPlayer),
    /// A seat bought a weapon; shown to that seat alone.
    Bought {
        /// Seat that bought the weapon.
        seat: Seat,
        /// Kind of the weapon.
        weapon: Kind,
        /// Square on which the weapon stands.
        cell: Cell,
        /// Order of a gun; null for a plane.
        order: Option<Order>,
    },
    /// A seat gave a gun an order; shown to that seat alone.
    Ordered(Ordered),
    /// A seat fired a salvo, and the salvo was answered.
    Fired {
        /// Seat that fired.
        seat: Seat,
        /// Three squares fired at.
        cells: Vec<Cell>,
        /// Report of the hits.
        damage: DamageReport,
    },
    /// A seat sent a plane.
    Sent {
        /// Seat that sent the plane.
        seat: Seat,
        /// Kind of the plane.
        weapon: Kind,
        /// Square to which the plane was sent.
        to: Cell,
        /// True if a gun shot the plane down.
        shot_down: bool,
        /// Report of the damage that a bomber did; left out if it was shot down, and for a recce
        /// plane.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = DamageReport, required = false)]
        damage: Option<DamageReport>,
        /// Squares that a recce plane saw, shown only to its sender; left out if it was shot down.
        /// After the game, the operations of the view show them to everyone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<Sighting>, required = false)]
        seen: Option<Vec<Sighting>>,
        /// Square on which the plane stood, shown only to its sender. After the game, the
        /// operations of the view show it to everyone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Cell, required = false)]
        from: Option<Cell>,
        /// Square of the gun that shot the plane down, shown only to the gun's owner. After the
        /// game, the operations of the view show it to everyone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Cell, required = false)]
        gun: Option<Cell>,
    },
    /// A seat passed.
    Passed {
        /// Seat that passed.
        seat: Seat,
    },
    /// A seat was passed over because it has neither points nor planes.
    PassedOver {
        /// Seat that was passed over.
        seat: Seat,
    },
}

impl Fact {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::FirstPlayer(_) => "first_player",
            Self::Bought(_) => "bought",
            Self::Ordered(_) => "ordered",
            Self::Fired(_) => "fired",
            Self::Sent(_) => "sent",
            Self::Passed { .. } => "passed",
            Self::PassedOver { .. } => "passed_over",
        }
    }

    /// Returns the event as this viewer may see it. With `over`, the game has ended, and nothing is
    /// left out.
    pub(super) fn glimpse(&self, viewer: Viewer, over: bool) -> Glimpse {
        match self {
            Self::FirstPlayer(first) => Glimpse::FirstPlayer(first.clone()),
            Self::Bought(Bought { seat, weapon, at, order }) => {
                Glimpse::Bought { seat: *seat, weapon: *weapon, cell: *at, order: *order }
            }
            Self::Ordered(ordered) => Glimpse::Ordered(ordered.clone()),
            Self::Fired(Fired { seat, cells, damage }) => {
                Glimpse::Fired { seat: *seat, cells: cells.clone(), damage: damage.into() }
            }
            Self::Sent(sent) => {
                let sender = over || viewer.is(sent.seat);
                let target = over || viewer.is(sent.seat.opponent());
                Glimpse::Sent {
                    seat: sent.seat,
                    weapon: sent.weapon,
                    to: sent.to,
                    shot_down: sent.gun.is_some(),
                    damage: sent.damage.as_ref().map(DamageReport::from),
                    seen: sent.seen.clone().filter(|_| sender),
                    from: sender.then_some(sent.from),
                    gun: sent.gun.filter(|_| target),
                }
            }
            &Self::Passed { seat } => Glimpse::Passed { seat },
            &Self::PassedOver { seat } => Glimpse::PassedOver { seat },
        }
    }
}
