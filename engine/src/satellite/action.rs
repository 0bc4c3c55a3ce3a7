//! What a player does in `satellite`, and why it may be refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::building::Building;
use super::cartridge::{Beam, Cartridge};
use super::sector::Sector;
use crate::ruleset::{RefusalKind, Refuse, Seat};
use crate::shape::{self, Misshapen};

/// Rolls the dice (T4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteRoll, example = json!({"keep": [1, 2]})))]
pub struct Roll {
    /// The positions of the dice that stay as they lie, 1 to 5, in any order; none at the first roll of a turn.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 4))]
    pub keep: Vec<u8>,
}

/// Fires a cartridge that the dice unlock (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteFire))]
#[cfg_attr(feature = "openapi", schema(example = json!({"cartridge": "barrage_2", "targets": ["C4", "H7"]})))]
pub struct Fire {
    /// Which cartridge.
    pub cartridge: Cartridge,
    /// The targets: for a barrage up to as many as there are dice of its number, otherwise one; none hit before.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 5))]
    pub targets: Vec<Sector>,
    /// Which way a `small_straight` goes; left out with every other cartridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beam: Option<Beam>,
}

/// Gives up a cartridge, where the dice unlock none that is left (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteGiveUp))]
pub struct GiveUp {
    /// Which cartridge.
    pub cartridge: Cartridge,
    /// The one sector to shoot at.
    pub target: Sector,
}

/// Shoots at one sector: the next shot of a `salvo`, or a turn of the endgame `desperation` (T7, T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteShoot))]
pub struct Shoot {
    /// The sector.
    pub target: Sector,
}

/// Strikes the last blow of the endgame `self_destruct` (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteDestruct))]
pub struct Destruct {
    /// As many different sectors as the dice said, or all that are left if those are fewer.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 12))]
    pub targets: Vec<Sector>,
}

/// An action of `satellite`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Rolls the dice (T4).
    Roll(Roll),
    /// Fires a cartridge (T5).
    Fire(Fire),
    /// Gives up a cartridge (T5).
    GiveUp(GiveUp),
    /// Shoots at one sector (T12).
    Shoot(Shoot),
    /// Strikes the last blow (T12).
    Destruct(Destruct),
}

impl Action {
    /// Their types.
    pub(super) const TYPES: &'static [&'static str] = &["roll", "fire", "give_up", "shoot", "destruct"];

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, Misshapen>> {
        Some(match kind {
            "roll" => shape::read(rest).map(Self::Roll),
            "fire" => shape::read(rest).map(Self::Fire),
            "give_up" => shape::read(rest).map(Self::GiveUp),
            "shoot" => shape::read(rest).map(Self::Shoot),
            "destruct" => shape::read(rest).map(Self::Destruct),
            _ => return None,
        })
    }
}

/// Why an option, a placement or an action of `satellite` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A setting that is not allowed (T1).
    #[error("{detail}")]
    BadOption {
        /// The rule.
        rule: &'static str,
        /// Which setting.
        field: &'static str,
        /// What is wrong, and what would be right.
        detail: String,
    },
    /// A building listed a second time (T2).
    #[error("the {building} is listed twice: each building is there once")]
    BuildingTwice {
        /// Which of the list.
        at: usize,
        /// The building.
        building: Building,
    },
    /// A building that is not listed (T2).
    #[error("the {building} is missing: list each of the six buildings once")]
    BuildingMissing {
        /// The building.
        building: Building,
    },
    /// Sectors of another shape (T2).
    #[error(
        "these sectors do not make the {building}: it covers {}, and may be turned and mirrored", shape_of(*.building)
    )]
    WrongShape {
        /// Which of the list.
        at: usize,
        /// The building.
        building: Building,
    },
    /// Two buildings share a sector (T2).
    #[error("building {} and building {} both cover {sector}: buildings may touch, never overlap", .other + 1, .at + 1)]
    Overlap {
        /// Which of the list.
        at: usize,
        /// The building before it that it meets.
        other: usize,
        /// A sector that both cover.
        sector: Sector,
    },
    /// A sector that is not on the planet (T1).
    #[error("{sector} is off the planet, which ends at {last}: the letter is the row, the number the column")]
    OffPlanet {
        /// What names it.
        field: String,
        /// The sector.
        sector: Sector,
        /// The last sector of the planet.
        last: Sector,
    },
    /// It is the other seat's turn (T4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// Something else is to be done now.
    #[error("{0}")]
    NotDue(Instead),
    /// The dice have been rolled as often as they may (T4).
    #[error(
        "the dice have been rolled three times, which is as often as they may be: fire what they unlock, or give a \
         cartridge up if they unlock none"
    )]
    NoRollsLeft,
    /// Dice kept that have not been rolled (T4).
    #[error("this is the first roll of the turn: there is nothing to keep yet, so leave `keep` empty")]
    NothingToKeep,
    /// A position that no die has (T4).
    #[error("there is no die {position}: the five dice have the positions 1 to 5")]
    NoSuchDie {
        /// Which of the list.
        at: usize,
        /// The position.
        position: u8,
    },
    /// A position a second time (T4).
    #[error("die {position} is kept twice: name each position once")]
    KeptTwice {
        /// Which of the list.
        at: usize,
        /// The position.
        position: u8,
    },
    /// All dice kept (T4).
    #[error("all five dice are kept: leave out those to roll again, or fire what the dice unlock")]
    AllKept,
    /// A cartridge fired or given up before (T5).
    #[error("`{cartridge}` is spent: those left are {}", names(.left))]
    Spent {
        /// The cartridge.
        cartridge: Cartridge,
        /// Those still there.
        left: Vec<Cartridge>,
    },
    /// A cartridge that the dice do not unlock (T5).
    #[error(
        "the dice do not unlock `{cartridge}`: {}",
        if .unlocked.is_empty() {
            "they unlock none that is left, so give one up".to_owned()
        } else {
            format!("they unlock {}", names(.unlocked))
        }
    )]
    Locked {
        /// The cartridge.
        cartridge: Cartridge,
        /// What they unlock.
        unlocked: Vec<Cartridge>,
    },
    /// A cartridge given up though one can be fired (T5).
    #[error("a cartridge is given up only where the dice unlock none that is left: fire one of {}", names(.unlocked))]
    MustFire {
        /// What can be fired.
        unlocked: Vec<Cartridge>,
    },
    /// Too many targets, or too few (T5, T12).
    #[error(
        "the number of targets is {found}: it must be {}",
        if .least == .most { format!("exactly {most}") } else { format!("{least} to {most}") }
    )]
    WrongCount {
        /// The rule.
        rule: &'static str,
        /// How many are named.
        found: usize,
        /// How many there must be at least.
        least: usize,
        /// How many there may be.
        most: usize,
    },
    /// A target hit before (T6).
    #[error("{sector} has been hit before: choose a target that has not")]
    HitBefore {
        /// What names it.
        field: String,
        /// The sector.
        sector: Sector,
    },
    /// A target a second time (T5, T12).
    #[error("{sector} is named twice: targets are all different")]
    Twice {
        /// The rule.
        rule: &'static str,
        /// Which of the list.
        at: usize,
        /// The sector.
        sector: Sector,
    },
    /// A beam without a direction (T5).
    #[error("`small_straight` goes along the `row` or the `column` of its target: say which")]
    NoBeam,
    /// A direction for what has none (T5).
    #[error("`{0}` has no direction to choose: leave `beam` out")]
    NeedlessBeam(Cartridge),
}

/// What is to be done instead of something that is not due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Instead {
    /// The turn begins with a roll (T4).
    #[error("the turn begins with the dice: roll them")]
    Roll,
    /// The dice unlock something (T5).
    #[error("the dice lie there: fire a cartridge that they unlock")]
    Fire,
    /// The dice unlock nothing that is left (T5).
    #[error("the dice lie there and unlock no cartridge that is left: give one up")]
    GiveUp,
    /// A salvo has shots left (T5).
    #[error("the salvo goes on: shoot one target after the other, {0} more")]
    Salvo(u8),
    /// The last shots (T12).
    #[error("both arsenals are empty and no dice are rolled: shoot one target")]
    Shoot,
    /// The last blow (T12).
    #[error("both arsenals are empty: destruct, and name {0} targets")]
    Destruct(usize),
    /// Nothing (T11).
    #[error("nothing is to be done")]
    Nothing,
}

impl Instead {
    fn rule(self) -> &'static str {
        match self {
            Self::Roll => "T4",
            Self::Fire | Self::GiveUp | Self::Salvo(_) => "T5",
            Self::Shoot | Self::Destruct(_) => "T12",
            Self::Nothing => "T11",
        }
    }
}

fn names(cartridges: &[Cartridge]) -> String {
    cartridges.iter().map(|cartridge| cartridge.as_str()).collect::<Vec<_>>().join(", ")
}

fn shape_of(building: Building) -> &'static str {
    match building {
        Building::Outpost => "two sectors side by side",
        Building::Relay => "three sectors in a line",
        Building::Bunker => "three sectors round a corner",
        Building::Reactor => "a square of four sectors",
        Building::Hangar => "four sectors in a line",
        Building::Citadel => "three sectors in a line and one beside the middle one",
    }
}

impl Refuse for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::OutOfTurn(_) => RefusalKind::OutOfTurn,
            Self::NotDue(_) | Self::NoRollsLeft => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotDue(instead) => instead.rule(),
            Self::BadOption { rule, .. } | Self::WrongCount { rule, .. } | Self::Twice { rule, .. } => rule,
            Self::OffPlanet { .. } => "T1",
            Self::BuildingTwice { .. }
            | Self::BuildingMissing { .. }
            | Self::WrongShape { .. }
            | Self::Overlap { .. } => "T2",
            Self::OutOfTurn(_)
            | Self::NoRollsLeft
            | Self::NothingToKeep
            | Self::NoSuchDie { .. }
            | Self::KeptTwice { .. }
            | Self::AllKept => "T4",
            Self::Spent { .. }
            | Self::Locked { .. }
            | Self::MustFire { .. }
            | Self::NoBeam
            | Self::NeedlessBeam(_) => "T5",
            Self::HitBefore { .. } => "T6",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. } => (*field).to_owned(),
            Self::BuildingTwice { at, .. } => format!("buildings[{at}].building"),
            Self::BuildingMissing { .. } => "buildings".to_owned(),
            Self::WrongShape { at, .. } | Self::Overlap { at, .. } => format!("buildings[{at}].cells"),
            Self::OffPlanet { field, .. } | Self::HitBefore { field, .. } => field.clone(),
            Self::OutOfTurn(_) | Self::NotDue(_) | Self::NoRollsLeft | Self::MustFire { .. } => String::new(),
            Self::NothingToKeep | Self::AllKept => "keep".to_owned(),
            Self::NoSuchDie { at, .. } | Self::KeptTwice { at, .. } => format!("keep[{at}]"),
            Self::Spent { .. } | Self::Locked { .. } => "cartridge".to_owned(),
            Self::WrongCount { .. } => "targets".to_owned(),
            Self::Twice { at, .. } => format!("targets[{at}]"),
            Self::NoBeam | Self::NeedlessBeam(_) => "beam".to_owned(),
        }
    }
}
