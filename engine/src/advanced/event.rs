//! What happens in a game of `advanced`, and what a viewer may know of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::state::other;
use super::weapon::{Kind, Order};
use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::opening::FirstPlayer;
use crate::ruleset::{Seat, Viewer};

/// Something that happened. Sealed: it can hold what not every seat may know.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// What an [`Event`] holds, in its stored form.
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

/// How many hits on the ships of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedClassHits))]
pub struct ClassHits {
    /// The class.
    pub class: ClassName,
    /// How many squares of its ships were hit that had not been before.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 2))]
    pub hits: u8,
}

/// How many weapons of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedKindCount))]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// How many of it.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub count: u8,
}

/// What an operation hit: totals, never by square (A8). What was used or hit before is not mentioned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedDamage))]
pub struct Damage {
    /// The hits by class, in the order of the fleet; classes without a hit are left out.
    pub hits: Vec<ClassHits>,
    /// The weapons destroyed, in the order of the price list; kinds without any are left out.
    pub weapons: Vec<KindCount>,
    /// The classes of the ships it sank, once for each ship.
    pub sunk: Vec<ClassName>,
}

/// Land or water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedTerrain))]
pub enum Terrain {
    /// Land.
    Land,
    /// Water.
    Water,
}

/// A square as a recce plane saw it (A10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedSighting))]
pub struct Sighting {
    /// Which square.
    pub cell: Cell,
    /// Land or water.
    pub terrain: Terrain,
    /// The class of the ship that lies there, null if none does.
    pub ship: Option<ClassName>,
    /// Whether that part of the ship is hit.
    pub hit: bool,
    /// The weapon in play that stands there, null if none does.
    pub weapon: Option<Kind>,
}

/// A weapon bought at the start of an own turn (A4); a secret of its buyer's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedBought))]
pub struct Bought {
    /// Who bought it.
    pub seat: Seat,
    /// What it is.
    pub weapon: Kind,
    /// Where it stands.
    pub at: Cell,
    /// A gun's order; null for a plane.
    pub order: Option<Order>,
}

/// A standing order for a gun (A14); a secret of its owner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedOrdered))]
pub struct Ordered {
    /// Whose gun.
    pub seat: Seat,
    /// Where it stands.
    pub gun: Cell,
    /// What it fires at from now on.
    pub order: Order,
}

/// A salvo and its report (A9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedFired))]
pub struct Fired {
    /// Who fired.
    pub seat: Seat,
    /// The three squares.
    pub cells: Vec<Cell>,
    /// What they hit.
    pub damage: Damage,
}

/// A plane sent, with everything that came of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sent {
    pub(super) seat: Seat,
    pub(super) weapon: Kind,
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// The gun that shot it down.
    pub(super) gun: Option<Cell>,
    /// What a recce plane saw.
    pub(super) seen: Option<Vec<Sighting>>,
    /// What a bomber hit.
    pub(super) damage: Option<Damage>,
}

/// What a viewer may know of an event of `advanced`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedEvent))]
pub enum Glimpse {
    /// Who has the first turn.
    FirstPlayer(FirstPlayer),
    /// A weapon bought; its buyer alone hears of it.
    Bought(Bought),
    /// An order given to a gun; its owner alone hears of it.
    Ordered(Ordered),
    /// A salvo and its report.
    Fired(Fired),
    /// A plane sent, and what came of it.
    Sent {
        /// Who sent it.
        seat: Seat,
        /// What kind of plane.
        weapon: Kind,
        /// To which square.
        to: Cell,
        /// Whether a gun shot it down.
        shot_down: bool,
        /// What a bomber hit; left out if it was shot down, and for a recce plane.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Damage, required = false))]
        damage: Option<Damage>,
        /// What a recce plane saw, for its sender alone; left out if it was shot down.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<Sighting>, required = false))]
        seen: Option<Vec<Sighting>>,
        /// Where it had stood, for its sender alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Cell, required = false))]
        from: Option<Cell>,
        /// The gun that shot it down, for its owner alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Cell, required = false))]
        gun: Option<Cell>,
    },
    /// A player did nothing.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player was passed over, having neither points nor planes.
    PassedOver {
        /// Who.
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

    /// What this viewer may know of it; all when the game is over.
    pub(super) fn glimpse(&self, viewer: Viewer, over: bool) -> Glimpse {
        match self {
            Self::FirstPlayer(first) => Glimpse::FirstPlayer(first.clone()),
            Self::Bought(bought) => Glimpse::Bought(bought.clone()),
            Self::Ordered(ordered) => Glimpse::Ordered(ordered.clone()),
            Self::Fired(fired) => Glimpse::Fired(fired.clone()),
            Self::Sent(sent) => {
                let sender = over || viewer.is(sent.seat);
                let target = over || viewer.is(other(sent.seat));
                Glimpse::Sent {
                    seat: sent.seat,
                    weapon: sent.weapon,
                    to: sent.to,
                    shot_down: sent.gun.is_some(),
                    damage: sent.damage.clone(),
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
