//! What a player does in `advanced`, and why it may be refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::weapon::{Kind, Order};
use crate::fleet::{ClassName, PlacementError};
use crate::grid::Cell;
use crate::ruleset::{RefusalKind, Refuse, Seat};
use crate::shape::{self, Misshapen};

/// How often a seat may give orders to its guns while one turn lasts. Orders are hidden and end no turn, so without a
/// limit a log could grow without end.
pub const MOST_ORDERS: u8 = 100;
/// How many squares a salvo is aimed at (A9).
pub const SALVO_SHOTS: usize = 3;

/// An action without fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Buys a weapon at the start of an own turn, in games with resupply (A4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedBuy))]
pub struct Buy {
    /// What.
    pub weapon: Kind,
    /// Where it is to stand: land, and for a plane also a square of the own carrier that is not hit.
    pub at: Cell,
    /// What a gun fires at, `any` if left out; planes have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Fires a salvo for a point (A9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedSalvo))]
#[cfg_attr(feature = "openapi", schema(example = json!({"cells": ["F7", "G7", "H7"]})))]
pub struct Salvo {
    /// Three different squares; they may have been hit before.
    #[cfg_attr(feature = "openapi", schema(min_items = 3, max_items = 3))]
    pub cells: Vec<Cell>,
}

/// Sends a plane (A10–A12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedSend))]
pub struct Send {
    /// Where the plane stands.
    pub from: Cell,
    /// Where it is to go.
    pub to: Cell,
}

/// Gives a gun a standing order (A14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedOrderGun))]
pub struct OrderGun {
    /// Where the gun stands.
    pub gun: Cell,
    /// What it fires at from now on.
    pub order: Order,
}

/// An action of `advanced`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Buys a weapon (A4).
    Buy(Buy),
    /// Fires a salvo (A9).
    Salvo(Salvo),
    /// Sends a plane (A10–A12).
    Send(Send),
    /// Gives a gun an order (A14).
    Order(OrderGun),
    /// Does nothing (A5).
    Pass {},
}

impl Action {
    /// Their types.
    pub(super) const TYPES: &'static [&'static str] = &["buy", "salvo", "send", "order", "pass"];

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, Misshapen>> {
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

/// Why an option, a placement or an action of `advanced` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A setting that is not allowed (A1, A3, A4).
    #[error("{detail}")]
    BadOption {
        /// The rule.
        rule: &'static str,
        /// Which setting.
        field: String,
        /// What is wrong, and what would be right.
        detail: String,
    },
    /// Ships that are no fleet (A2, A3).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// A ship on land (A2).
    #[error("this {class} would lie on land at {cell}: ships lie on water alone")]
    Aground {
        /// Which ship of the list.
        ship: usize,
        /// Its class.
        class: ClassName,
        /// A square of it that is land.
        cell: Cell,
    },
    /// A square that is not on the map (A1).
    #[error("{cell} is off the map, which ends at {last}")]
    OffMap {
        /// What field names it.
        field: String,
        /// The square.
        cell: Cell,
        /// The last square of the map.
        last: Cell,
    },
    /// A weapon where it cannot stand (A2).
    #[error(
        "a {kind} cannot stand on {cell}: {}",
        if .kind.is_plane() { "planes stand on land or on the own carrier" } else { "guns stand on land" }
    )]
    AtSea {
        /// What field names the square.
        field: String,
        /// What weapon.
        kind: Kind,
        /// The square.
        cell: Cell,
    },
    /// Two weapons on a square (A2).
    #[error("a weapon stands on {cell} already: there is one to a square")]
    SquareTaken {
        /// What field names it.
        field: String,
        /// The square.
        cell: Cell,
    },
    /// A plane bought onto a hit part of the carrier (A4).
    #[error("{cell} is a hit part of the carrier: planes are bought onto land or a part that is not hit")]
    HitDeck {
        /// The square.
        cell: Cell,
    },
    /// An order for a plane (A14).
    #[error("a {kind} takes no orders, only guns do: leave it out")]
    OrderForPlane {
        /// What field gives it.
        field: String,
        /// What plane.
        kind: Kind,
    },
    /// More than the points allow (A4).
    #[error("there are not points enough: this takes {cost}, and {points} are left")]
    TooDear {
        /// What field it is about.
        field: String,
        /// What it costs.
        cost: u32,
        /// The points there are.
        points: u32,
    },
    /// It is the other seat's turn (A5).
    #[error("it is {0}'s turn: wait until it has acted")]
    OutOfTurn(Seat),
    /// A purchase in a game without resupply (A4).
    #[error("this game has no resupply: weapons are bought with the placement alone")]
    NoResupply,
    /// A salvo of another number of squares (A9).
    #[error("{found} squares are named: a salvo has exactly {SALVO_SHOTS}")]
    WrongCount {
        /// How many are named.
        found: usize,
    },
    /// A square twice in a salvo (A9).
    #[error("{cell} is named twice: the squares of a salvo are all different")]
    Twice {
        /// Which of the list.
        at: usize,
        /// The square.
        cell: Cell,
    },
    /// No plane there that could be sent (A5, A6).
    #[error("no plane of this seat stands on {from} and has not been sent or destroyed: name one that does")]
    NoPlane {
        /// The square.
        from: Cell,
    },
    /// A plane bought in this very turn (A4).
    #[error("the {kind} on {from} was bought in this turn: it can be sent from the next own turn on")]
    JustBought {
        /// The plane.
        kind: Kind,
        /// Where it stands.
        from: Cell,
    },
    /// No gun there that could be given an order (A14).
    #[error("no gun of this seat stands on {gun} and has not fired or been destroyed: name one that does")]
    NoGun {
        /// The square.
        gun: Cell,
    },
    /// Too many orders in a turn (A14).
    #[error(
        "{MOST_ORDERS} orders have been given in this turn, which is as many as may be: wait for the next turn"
    )]
    TooManyOrders,
}

impl Refuse for Refusal {
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
            Self::BadPlacement(PlacementError::UnknownClass { .. } | PlacementError::WrongCount { .. }) => {
                "A3"
            }
            Self::BadPlacement(_) | Self::Aground { .. } | Self::AtSea { .. } | Self::SquareTaken { .. } => {
                "A2"
            }
            Self::OffMap { .. } => "A1",
            Self::HitDeck { .. } | Self::TooDear { .. } | Self::NoResupply | Self::JustBought { .. } => "A4",
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
