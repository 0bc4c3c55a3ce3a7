//! Refusals of `satellite`.

use super::building::Building;
use super::cartridge::Cartridge;
use super::sector::Sector;
use crate::ruleset::{RefusalKind, RuleError};
use crate::seat::Seat;

/// Reason for refusing a setting, a placement or an action of `satellite`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The setting is not allowed (T1).
    #[error("{detail}")]
    BadOption {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the setting.
        field: &'static str,
        /// Description of the fault, with what would be right.
        detail: String,
    },
    /// The building is listed twice (T2).
    #[error("the {building} is listed twice: each building is there once")]
    BuildingTwice {
        /// Index of the building in the list.
        at: usize,
        /// Building in question.
        building: Building,
    },
    /// The building is not listed (T2).
    #[error("the {building} is missing: list each of the six buildings once")]
    BuildingMissing {
        /// Building in question.
        building: Building,
    },
    /// The sectors do not have the shape of the building (T2).
    #[error(
        "these sectors do not make the {building}: it covers {}, and may be turned and mirrored", shape_of(*.building)
    )]
    WrongShape {
        /// Index of the building in the list.
        at: usize,
        /// Building in question.
        building: Building,
    },
    /// Two buildings share a sector (T2).
    #[error("building {} and building {} both cover {sector}: buildings may touch, never overlap", .other + 1, .at + 1)]
    Overlap {
        /// Index of the building in the list.
        at: usize,
        /// Index of the earlier building that it overlaps.
        other: usize,
        /// Sector that both buildings cover.
        sector: Sector,
    },
    /// The sector is not on the planet (T1).
    #[error(
        "{sector} is off the planet, which ends at {last}: the letter is the row, the number the column"
    )]
    OffPlanet {
        /// Path of the field that names the sector.
        field: String,
        /// Sector in question.
        sector: Sector,
        /// Last sector of the planet.
        last: Sector,
    },
    /// It is the turn of this other seat (T4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// The seat must do something else now.
    #[error("{0}")]
    NotDue(Instead),
    /// The seat has used all its rolls of this turn (T4).
    #[error(
        "the dice have been rolled three times, which is as often as they may be: fire what they unlock, or give a \
         cartridge up if they unlock none"
    )]
    NoRollsLeft,
    /// The seat keeps dice in the first roll of a turn (T4).
    #[error(
        "this is the first roll of the turn: there is nothing to keep yet, so leave `keep` empty"
    )]
    NothingToKeep,
    /// The position does not exist (T4).
    #[error("there is no die {position}: the five dice have the positions 1 to 5")]
    NoSuchDie {
        /// Index in the list.
        at: usize,
        /// Position in question.
        position: u8,
    },
    /// The position occurs twice (T4).
    #[error("die {position} is kept twice: name each position once")]
    KeptTwice {
        /// Index in the list.
        at: usize,
        /// Position in question.
        position: u8,
    },
    /// The seat keeps all dice, so there is nothing to roll (T4).
    #[error("all five dice are kept: leave out those to roll again, or fire what the dice unlock")]
    AllKept,
    /// The cartridge has already been fired or given up (T5).
    #[error("`{cartridge}` is spent: those left are {}", names(.left))]
    Spent {
        /// Cartridge in question.
        cartridge: Cartridge,
        /// Cartridges that are left.
        left: Vec<Cartridge>,
    },
    /// The dice do not unlock the cartridge (T5).
    #[error(
        "the dice do not unlock `{cartridge}`: {}",
        if .unlocked.is_empty() {
            "they unlock none that is left, so give one up".to_owned()
        } else {
            format!("they unlock {}", names(.unlocked))
        }
    )]
    Locked {
        /// Cartridge in question.
        cartridge: Cartridge,
        /// Cartridges that the dice unlock.
        unlocked: Vec<Cartridge>,
    },
    /// The seat must fire a cartridge instead of giving one up (T5).
    #[error("a cartridge is given up only where the dice unlock none that is left: fire one of {}", names(.unlocked))]
    MustFire {
        /// Cartridges that the seat can fire.
        unlocked: Vec<Cartridge>,
    },
    /// The action names too many targets, or too few (T5, T12).
    #[error(
        "the number of targets is {found}: it must be {}",
        if .min == .max { format!("exactly {max}") } else { format!("{min} to {max}") }
    )]
    WrongCount {
        /// Number of the rule.
        rule: &'static str,
        /// Number of targets in the action.
        found: usize,
        /// Minimum number of targets.
        min: usize,
        /// Maximum number of targets.
        max: usize,
    },
    /// The target has already been hit (T6).
    #[error("{sector} has been hit before: choose a target that has not")]
    HitBefore {
        /// Path of the field that names the target.
        field: String,
        /// Sector in question.
        sector: Sector,
    },
    /// The target occurs twice (T5, T12).
    #[error("{sector} is named twice: targets are all different")]
    Twice {
        /// Number of the rule.
        rule: &'static str,
        /// Index of the target in the list.
        at: usize,
        /// Sector in question.
        sector: Sector,
    },
    /// The action lacks the direction of the beam (T5).
    #[error("`small_straight` goes along the `row` or the `column` of its target: say which")]
    NoBeam,
    /// The action gives a direction for a cartridge that has none (T5).
    #[error("`{0}` has no direction to choose: leave `beam` out")]
    NeedlessBeam(Cartridge),
}

/// Required action, for a seat that tries something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Instead {
    /// Roll the dice at the beginning of the turn (T4).
    #[error("the turn begins with the dice: roll them")]
    Roll,
    /// Fire a cartridge that the dice unlock (T5).
    #[error("the dice lie there: fire a cartridge that they unlock")]
    Fire,
    /// Give up a cartridge, because the dice unlock none that is left (T5).
    #[error("the dice lie there and unlock no cartridge that is left: give one up")]
    GiveUp,
    /// Continue a salvo, with this number of shots left (T5).
    #[error("the salvo goes on: shoot one target after the other, {0} more")]
    Salvo(u8),
    /// Shoot at one target in the endgame `desperation` (T12).
    #[error("both arsenals are empty and no dice are rolled: shoot one target")]
    Shoot,
    /// Strike the last blow in the endgame `self_destruct`, with this number of targets (T12).
    #[error("both arsenals are empty: destruct, and name {0} targets")]
    Destruct(usize),
    /// Do nothing: the game is over (T11).
    #[error("there is nothing to do")]
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
        Building::Citadel => "three sectors in a line and one next to the middle one",
    }
}

impl RuleError for Refusal {
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
            Self::BadOption { rule, .. }
            | Self::WrongCount { rule, .. }
            | Self::Twice { rule, .. } => rule,
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
            Self::WrongShape { at, .. } | Self::Overlap { at, .. } => {
                format!("buildings[{at}].cells")
            }
            Self::OffPlanet { field, .. } | Self::HitBefore { field, .. } => field.clone(),
            Self::OutOfTurn(_) | Self::NotDue(_) | Self::NoRollsLeft | Self::MustFire { .. } => {
                String::new()
            }
            Self::NothingToKeep | Self::AllKept => "keep".to_owned(),
            Self::NoSuchDie { at, .. } | Self::KeptTwice { at, .. } => format!("keep[{at}]"),
            Self::Spent { .. } | Self::Locked { .. } => "cartridge".to_owned(),
            Self::WrongCount { .. } => "targets".to_owned(),
            Self::Twice { at, .. } => format!("targets[{at}]"),
            Self::NoBeam | Self::NeedlessBeam(_) => "beam".to_owned(),
        }
    }
}
