//! Actions of `advanced`, and the reasons for refusing them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::weapon::{Kind, Order};
use crate::fleet::{ClassName, PlacementError};
use crate::grid::Cell;
use crate::ruleset::{RefusalKind, RuleError};
use crate::seat::Seat;
use crate::shape::{self, ShapeError};

/// Maximum number of orders that a seat may give to its guns during one turn. Orders are hidden and
/// do not end a turn, so without a limit a log could grow without end.
pub const MAX_ORDERS: u8 = 100;
/// Number of squares at which a salvo is aimed (A9).
pub const SALVO_SHOTS: usize = 3;

/// Action without fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Buys a weapon at the start of an own turn, in a game with resupply (A4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedBuy)]
pub struct Buy {
    /// Kind of weapon to buy.
    pub weapon: Kind,
    /// Square for the weapon: land, or for a plane also a square of the player's own carrier that
    /// is not hit.
    pub at: Cell,
    /// Standing order of a gun; `any` if left out. Planes take no orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Fires a salvo for one point (A9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedSalvo)]
#[schema(example = json!({"cells": ["F7", "G7", "H7"]}))]
pub struct Salvo {
    /// Three different squares of the map. They may have been hit before.
    #[schema(min_items = 3, max_items = 3)]
    pub cells: Vec<Cell>,
}

/// Sends a plane (A10–A12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedSend)]
pub struct Send {
    /// Square on which the plane stands.
    pub from: Cell,
    /// Square to which the plane is sent.
    pub to: Cell,
}

/// Gives a gun a standing order (A14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedOrderGun)]
pub struct OrderGun {
    /// Square on which the gun stands.
    pub gun: Cell,
    /// New standing order of the gun.
    pub order: Order,
}

/// Action in a game of `advanced`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AdvancedAction)]
pub enum Action {
    /// Buy a weapon at the start of your turn, in a game with resupply. The turn goes on, and no
    /// other player sees it.
    // A4.
    Buy(Buy),
    /// Fires a salvo for one point.
    // A9.
    Salvo(Salvo),
    /// Sends a plane.
    // A10–A12.
    Send(Send),
    /// Give a gun a standing order, at any time. It costs no turn, and no other player sees it.
    // A14.
    Order(OrderGun),
    /// Pass this turn.
    // A5.
    Pass {},
}

impl Action {
    pub(super) const TYPES: &'static [&'static str] = &["buy", "salvo", "send", "order", "pass"];

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, ShapeError>> {
        Some(match kind {
            "buy" => shape::read(rest).map(Self::Buy),
            "salvo" => shape::read(rest).map(Self::Salvo),
            "send" => shape::read(rest).map(Self::Send),
            "order" => shape::read(rest).map(Self::Order),
            "pass" => shape::read::<Nothing>(rest).map(|Nothing {}| Self::Pass {}),
            _ => return None,
        })
    }
}

/// Reason for refusing a setting, a placement or an action of `advanced`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The setting is not allowed (A1, A3, A4).
    #[error("{detail}")]
    BadOption {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the setting.
        field: String,
        /// Description of the fault, with what would be right.
        detail: String,
    },
    /// The ships do not form the fleet (A2, A3).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// The ship lies on land (A2).
    #[error("this {class} would lie on land at {cell}: ships lie on water alone")]
    Aground {
        /// Index of the ship in the list.
        ship: usize,
        /// Class of the ship.
        class: ClassName,
        /// Square of the ship that is land.
        cell: Cell,
    },
    /// The square is not on the map (A1).
    #[error("{cell} is off the map, which ends at {last}")]
    OffMap {
        /// Path of the field that names the square.
        field: String,
        /// Square in question.
        cell: Cell,
        /// Last square of the map.
        last: Cell,
    },
    /// The weapon cannot stand on the square (A2).
    #[error(
        "a {kind} cannot stand on {cell}: {}",
        if .kind.is_plane() { "planes stand on land or on the own carrier" } else { "guns stand on land" }
    )]
    AtSea {
        /// Path of the field that names the square.
        field: String,
        /// Kind of the weapon.
        kind: Kind,
        /// Square in question.
        cell: Cell,
    },
    /// A weapon already stands on the square (A2).
    #[error("a weapon stands on {cell} already: there is one to a square")]
    SquareTaken {
        /// Path of the field that names the square.
        field: String,
        /// Square in question.
        cell: Cell,
    },
    /// The square for the plane is a hit part of the carrier (A4).
    #[error(
        "{cell} is a hit part of the carrier: planes are bought onto land or a part that is not hit"
    )]
    HitDeck {
        /// Square in question.
        cell: Cell,
    },
    /// The weapon is a plane, and planes take no orders (A14).
    #[error("a {kind} takes no orders, only guns do: leave it out")]
    OrderForPlane {
        /// Path of the field with the order.
        field: String,
        /// Kind of the plane.
        kind: Kind,
    },
    /// The weapons cost more points than the player has (A4).
    #[error("there are not points enough: this takes {cost}, and {points} are left")]
    TooDear {
        /// Path of the field in question.
        field: String,
        /// Cost in points.
        cost: u32,
        /// Points that the player has.
        points: u32,
    },
    /// It is the turn of this other seat (A5).
    #[error("it is {0}'s turn: wait until it has acted")]
    OutOfTurn(Seat),
    /// Weapons cannot be bought during a game without resupply (A4).
    #[error("this game has no resupply: weapons are bought with the placement alone")]
    NoResupply,
    /// The salvo has the wrong number of squares (A9).
    #[error("{found} squares are named: a salvo has exactly {SALVO_SHOTS}")]
    WrongCount {
        /// Number of squares in the salvo.
        found: usize,
    },
    /// The square occurs twice in a salvo (A9).
    #[error("{cell} is named twice: the squares of a salvo are all different")]
    Twice {
        /// Index of the square in the list.
        at: usize,
        /// Square in question.
        cell: Cell,
    },
    /// No plane that can be sent stands on the square (A5, A6).
    #[error(
        "no plane of this seat stands on {from} and has not been sent or destroyed: name one that does"
    )]
    NoPlane {
        /// Square in question.
        from: Cell,
    },
    /// The plane was bought in this turn (A4).
    #[error(
        "the {kind} on {from} was bought in this turn: it can be sent from the next own turn on"
    )]
    JustBought {
        /// Kind of the plane.
        kind: Kind,
        /// Square on which the plane stands.
        from: Cell,
    },
    /// No gun that can take an order stands on the square (A14).
    #[error(
        "no gun of this seat stands on {gun} and has not fired or been destroyed: name one that does"
    )]
    NoGun {
        /// Square in question.
        gun: Cell,
    },
    /// The seat has given too many orders in this turn (A14).
    #[error(
        "{MAX_ORDERS} orders have been given in this turn, which is as many as may be: wait for the next turn"
    )]
    TooManyOrders,
}

impl RuleError for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::OutOfTurn(_) => RefusalKind::OutOfTurn,
            Self::JustBought { .. } | Self::TooManyOrders => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::BadOption { rule, .. } => rule,
            Self::BadPlacement(
                PlacementError::UnknownClass { .. } | PlacementError::WrongCount { .. },
            ) => "A3",
            Self::BadPlacement(_)
            | Self::Aground { .. }
            | Self::AtSea { .. }
            | Self::SquareTaken { .. } => "A2",
            Self::OffMap { .. } => "A1",
            Self::HitDeck { .. }
            | Self::TooDear { .. }
            | Self::NoResupply
            | Self::JustBought { .. } => "A4",
            Self::OutOfTurn(_) => "A5",
            Self::NoPlane { .. } => "A6",
            Self::WrongCount { .. } | Self::Twice { .. } => "A9",
            Self::OrderForPlane { .. } | Self::NoGun { .. } | Self::TooManyOrders => "A14",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. }
            | Self::OffMap { field, .. }
            | Self::AtSea { field, .. }
            | Self::SquareTaken { field, .. }
            | Self::OrderForPlane { field, .. }
            | Self::TooDear { field, .. } => field.clone(),
            Self::BadPlacement(error) => error.field(),
            Self::Aground { ship, .. } => format!("ships[{ship}].at"),
            Self::HitDeck { .. } => "at".to_owned(),
            Self::WrongCount { .. } => "cells".to_owned(),
            Self::Twice { at, .. } => format!("cells[{at}]"),
            Self::NoPlane { .. } | Self::JustBought { .. } => "from".to_owned(),
            Self::NoGun { .. } => "gun".to_owned(),
            Self::OutOfTurn(_) | Self::NoResupply | Self::TooManyOrders => String::new(),
        }
    }
}
