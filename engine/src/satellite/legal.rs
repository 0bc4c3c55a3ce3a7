//! Legal choices of a seat in `satellite`, computed only from what the seat knows.

use serde::{Deserialize, Serialize};

use super::action::{Action, Destruct, Fire, GiveUp, Roll, Shoot};
use super::cartridge::{Beam, Cartridge, Dice};
use super::refusal::{Instead, Refusal};
use super::sector::{Sector, Sectors};
use super::state::{DICE, ROLLS};
use super::state::{Satellite, Stage};
use crate::ruleset::Choices;
use crate::seat::Seat;

/// Sectors that a seat can name as targets: `min` to `max` of them, all different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteTargets)]
pub struct Targets {
    /// Minimum number of targets.
    #[schema(minimum = 1, example = 1)]
    pub min: usize,
    /// Maximum number of targets.
    #[schema(minimum = 1, example = 1)]
    pub max: usize,
    /// Sectors to choose from.
    pub from: Sectors,
}

/// Cartridge that can be fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteLoaded)]
pub struct Loaded {
    /// Cartridge in question.
    pub cartridge: Cartridge,
    /// Maximum number of targets. The minimum is one.
    #[schema(minimum = 1, maximum = 5, example = 1)]
    pub max_targets: usize,
    /// Directions to choose from; left out for a cartridge without a direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Beam>, required = false)]
    pub beam: Option<[Beam; 2]>,
}

/// Legal choice of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SatelliteChoice)]
pub enum Legal {
    /// Rolls the dice.
    Roll {
        /// Positions of the dice that can be kept, up to four of them; empty before the first roll.
        keep: Vec<u8>,
    },
    /// Fires a cartridge.
    Fire {
        /// Cartridges that the dice unlock.
        cartridges: Vec<Loaded>,
        /// Sectors to choose targets from.
        from: Sectors,
    },
    /// Gives up a cartridge, because the dice unlock none that is left.
    GiveUp {
        /// Cartridges to choose from.
        cartridges: Vec<Cartridge>,
        /// Sectors to choose the target from.
        from: Sectors,
    },
    /// Shoots at one sector.
    Shoot {
        /// Sectors to choose the target from.
        from: Sectors,
    },
    /// Strikes the last blow.
    Destruct {
        /// Sectors to choose targets from, and their number.
        targets: Targets,
    },
}

impl Targets {
    fn accept(&self, targets: &[Sector]) -> bool {
        let named: Sectors = targets.iter().copied().collect();
        (self.min..=self.max).contains(&targets.len())
            && named.len() == targets.len()
            && named.is_subset(&self.from)
    }
}

impl Choices for Legal {
    type Action = Action;

    fn accepts(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Roll { keep: from }, Action::Roll(Roll { keep })) => {
                keep.len() < DICE
                    && (1..).zip(keep).all(|(n, position)| !keep[n..].contains(position))
                    && keep.iter().all(|position| from.contains(position))
            }
            (Self::Fire { cartridges, from }, Action::Fire(Fire { cartridge, targets, beam })) => {
                cartridges.iter().any(|loaded| {
                    let choice = Targets { min: 1, max: loaded.max_targets, from: *from };
                    loaded.cartridge == *cartridge
                        && loaded.beam.is_some() == beam.is_some()
                        && choice.accept(targets)
                })
            }
            (Self::GiveUp { cartridges, from }, Action::GiveUp(GiveUp { cartridge, target })) => {
                cartridges.contains(cartridge) && from.contains(*target)
            }
            (Self::Shoot { from }, Action::Shoot(Shoot { target })) => from.contains(*target),
            (Self::Destruct { targets }, Action::Destruct(named)) => targets.accept(&named.targets),
            _ => false,
        }
    }
}

fn names(loaded: &[Loaded]) -> Vec<Cartridge> {
    loaded.iter().map(|loaded| loaded.cartridge).collect()
}

impl Satellite {
    /// Lists the cartridges of a seat that these dice unlock, each with its maximum number of
    /// targets.
    fn loaded(&self, seat: Seat, dice: &Dice) -> Vec<Loaded> {
        let side = self.side(seat);
        let open = self.open_sectors(seat).len();
        let mut loaded = Vec::new();
        for cartridge in side.arsenal.iter() {
            if let Some(targets) = cartridge.targets(dice, side.wild) {
                let max_targets = usize::from(targets).min(open);
                let beam =
                    (cartridge == Cartridge::SmallStraight).then_some([Beam::Row, Beam::Column]);
                loaded.push(Loaded { cartridge, max_targets, beam });
            }
        }
        loaded
    }

    pub(super) fn check_action(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if let Some(other) = self.board.stage.seat().filter(|&to_move| to_move != seat) {
            return Err(Refusal::OutOfTurn(other));
        }
        match (action, self.board.stage) {
            (Action::Roll(Roll { keep }), Stage::Fire { rolls, .. }) => check_roll(rolls, keep),
            (Action::Fire(fire), Stage::Fire { dice: Some(dice), .. }) => {
                self.check_fire(seat, fire, &dice)
            }
            (Action::GiveUp(given), Stage::Fire { dice: Some(dice), .. }) => {
                self.expect_unspent(seat, given.cartridge)?;
                let loaded = self.loaded(seat, &dice);
                if !loaded.is_empty() {
                    return Err(Refusal::MustFire { unlocked: names(&loaded) });
                }
                self.check_target(seat, given.target, "target")
            }
            (Action::Shoot(Shoot { target }), Stage::Salvo { .. } | Stage::Desperation { .. }) => {
                self.check_target(seat, *target, "target")
            }
            (Action::Destruct(Destruct { targets }), Stage::Destruct { targets: total, .. }) => {
                let count = self.blow(seat, total);
                if targets.len() != count {
                    return Err(Refusal::WrongCount {
                        rule: "T12",
                        found: targets.len(),
                        min: count,
                        max: count,
                    });
                }
                self.check_targets(seat, targets, "T12")
            }
            _ => Err(self.due(seat)),
        }
    }

    /// Returns the refusal that names the required action.
    fn due(&self, seat: Seat) -> Refusal {
        Refusal::NotDue(match self.board.stage {
            Stage::Fire { dice: None, .. } => Instead::Roll,
            Stage::Fire { dice: Some(dice), .. } if self.loaded(seat, &dice).is_empty() => {
                Instead::GiveUp
            }
            Stage::Fire { .. } => Instead::Fire,
            Stage::Salvo { left, .. } => Instead::Salvo(left),
            Stage::Desperation { .. } => Instead::Shoot,
            Stage::Destruct { targets, .. } => Instead::Destruct(self.blow(seat, targets)),
            Stage::Begin | Stage::Endgame { .. } | Stage::End | Stage::CalledOff => {
                Instead::Nothing
            }
        })
    }

    fn expect_unspent(&self, seat: Seat, cartridge: Cartridge) -> Result<(), Refusal> {
        let arsenal = self.side(seat).arsenal;
        if arsenal.contains(cartridge) {
            return Ok(());
        }
        Err(Refusal::Spent { cartridge, left: arsenal.iter().collect() })
    }

    fn check_fire(&self, seat: Seat, fire: &Fire, dice: &Dice) -> Result<(), Refusal> {
        let cartridge = fire.cartridge;
        self.expect_unspent(seat, cartridge)?;
        let loaded = self.loaded(seat, dice);
        let Some(unlocked) = loaded.iter().find(|loaded| loaded.cartridge == cartridge) else {
            return Err(Refusal::Locked { cartridge, unlocked: names(&loaded) });
        };
        match (unlocked.beam, fire.beam) {
            (Some(_), None) => return Err(Refusal::NoBeam),
            (None, Some(_)) => return Err(Refusal::NeedlessBeam(cartridge)),
            _ => {}
        }
        if !(1..=unlocked.max_targets).contains(&fire.targets.len()) {
            return Err(Refusal::WrongCount {
                rule: "T5",
                found: fire.targets.len(),
                min: 1,
                max: unlocked.max_targets,
            });
        }
        self.check_targets(seat, &fire.targets, "T5")
    }

    /// Checks T1 and T6: every target is on the planet, and none was hit before or is named twice.
    fn check_targets(
        &self,
        seat: Seat,
        targets: &[Sector],
        rule: &'static str,
    ) -> Result<(), Refusal> {
        let mut earlier = Sectors::EMPTY;
        for (at, &sector) in targets.iter().enumerate() {
            self.check_target(seat, sector, &format!("targets[{at}]"))?;
            if !earlier.insert(sector) {
                return Err(Refusal::Twice { rule, at, sector });
            }
        }
        Ok(())
    }

    fn check_target(&self, seat: Seat, sector: Sector, field: &str) -> Result<(), Refusal> {
        let planet = self.setup.planet;
        let field = field.to_owned();
        if !planet.contains(sector) {
            return Err(Refusal::OffPlanet { field, sector, last: planet.last() });
        }
        if !self.open_sectors(seat).contains(sector) {
            return Err(Refusal::HitBefore { field, sector });
        }
        Ok(())
    }

    pub(super) fn choices(&self, seat: Seat) -> Vec<Legal> {
        if self.seat_to_move() != Some(seat) {
            return Vec::new();
        }
        let from = self.open_sectors(seat);
        match self.board.stage {
            Stage::Fire { dice: None, .. } => vec![Legal::Roll { keep: Vec::new() }],
            Stage::Fire { dice: Some(dice), rolls, .. } => {
                let mut legal = Vec::new();
                if rolls < ROLLS {
                    legal.push(Legal::Roll { keep: (1..=DICE as u8).collect() });
                }
                let cartridges = self.loaded(seat, &dice);
                if cartridges.is_empty() {
                    let cartridges = self.side(seat).arsenal.iter().collect();
                    legal.push(Legal::GiveUp { cartridges, from });
                } else {
                    legal.push(Legal::Fire { cartridges, from });
                }
                legal
            }
            Stage::Salvo { .. } | Stage::Desperation { .. } => vec![Legal::Shoot { from }],
            Stage::Destruct { targets, .. } => {
                let count = self.blow(seat, targets);
                vec![Legal::Destruct { targets: Targets { min: count, max: count, from } }]
            }
            Stage::Begin | Stage::Endgame { .. } | Stage::End | Stage::CalledOff => Vec::new(),
        }
    }
}

/// Checks the dice to keep (T4).
fn check_roll(rolls: u8, keep: &[u8]) -> Result<(), Refusal> {
    if rolls == ROLLS {
        return Err(Refusal::NoRollsLeft);
    }
    if rolls == 0 {
        return if keep.is_empty() { Ok(()) } else { Err(Refusal::NothingToKeep) };
    }
    for (at, &position) in keep.iter().enumerate() {
        if !(1..=DICE as u8).contains(&position) {
            return Err(Refusal::NoSuchDie { at, position });
        }
        if keep[..at].contains(&position) {
            return Err(Refusal::KeptTwice { at, position });
        }
    }
    if keep.len() == DICE { Err(Refusal::AllKept) } else { Ok(()) }
}
