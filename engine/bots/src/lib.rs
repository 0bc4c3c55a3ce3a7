//! Opponents that are always available.
//!
//! A bot gets what a person in its seat gets: a [`View`], its [`Legal`] choices, and random numbers
//! of its own. These types cannot hold more. The same view, choices and key always give the same
//! decision. Work is limited by numbers of samples, never by the clock.

mod advanced;
mod chance;
mod classic;
mod fleet;
mod hidden;
mod satellite;
mod targeting;
mod voices;

use broadside_engine::game::{Legal, Placement, RulesetId, View};
use broadside_engine::ruleset::Choices;
use broadside_engine::seat::Seat;
pub use broadside_engine::table::BotLevel as Level;
use broadside_engine::table::{Choice, LegalMoves, SharedChoice};
use serde::Serialize;
use serde_json::Value;

use crate::chance::Chance;
pub use crate::chance::Key;
pub use crate::hidden::Method;

/// Version of the bots. A change of any decision changes it.
pub const VERSION: u32 = 1;

/// Returns how a bot of a level plays, in a few words.
pub fn summary(level: Level) -> &'static str {
    match level {
        Level::Random => "chooses every legal move with the same probability",
        Level::Casual => "plays like a person at a kitchen table",
        Level::Strong => {
            "reasons from hidden placements that fit everything it knows, and calculates where dice decide"
        }
    }
}

/// Decision of a bot.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Actions, as JSON, to be taken in order.
    pub actions: Vec<Value>,
    /// Method by which hidden placements were sampled; `None` if the decision needed none.
    pub method: Option<Method>,
}

impl Decision {
    /// Decides on a move that all rulesets share.
    fn shared(kind: &str) -> Self {
        Self { actions: vec![serde_json::json!({"type": kind})], method: None }
    }
}

/// Move of a bot by the rules of one ruleset.
pub(crate) struct Choosing<A> {
    actions: Vec<A>,
    method: Option<Method>,
}

impl<A> Choosing<A> {
    pub(crate) fn new(actions: Vec<A>) -> Self {
        Self { actions, method: None }
    }

    pub(crate) fn sampled(actions: Vec<A>, method: Method) -> Self {
        Self { actions, method: Some(method) }
    }
}

/// Bot in a seat of a game.
#[derive(Clone, Debug)]
pub struct Bot {
    level: Level,
    key: Key,
}

impl Bot {
    /// Creates a bot.
    pub fn new(level: Level, key: Key) -> Self {
        Self { level, key }
    }

    /// Returns a bot of another level with the same key.
    pub fn at_level(&self, level: Level) -> Self {
        Self { level, key: self.key.clone() }
    }

    /// Returns true if there are bots for a ruleset.
    pub fn plays(ruleset: RulesetId) -> bool {
        ruleset != RulesetId::Solo
    }

    /// Returns the time after which the bot answers, in milliseconds: 600 to 900, drawn for the
    /// number of events that its seat has seen. It does not depend on how long the bot thinks, or
    /// on anything hidden.
    pub fn delay(&self, events: u64) -> u64 {
        600 + Chance::new(&self.key, "delay", &events.to_string()).below(301) as u64
    }

    /// Chooses a placement. `view` is the game as the seat sees it before it has placed.
    pub fn place(&self, view: &View) -> Option<Placement> {
        let chance = &mut self.chance("placement", view, None);
        match view {
            View::Classic(view) => {
                Some(Placement::Classic(classic::place(self.level, view, chance)))
            }
            View::Voices(view) => Some(Placement::Voices(voices::place(self.level, view, chance))),
            View::Satellite(view) => {
                Some(Placement::Satellite(satellite::place(self.level, view, chance)))
            }
            View::Advanced(view) => {
                Some(Placement::Advanced(advanced::place(self.level, view, chance)))
            }
            View::Solo(_) => None,
        }
    }

    /// Chooses the next actions of the seat; `None` if it has nothing to do.
    pub fn act(&self, seat: Seat, view: &View, legal: &Legal) -> Option<Decision> {
        let chance = &mut self.chance("action", view, Some(legal));
        match (view, legal) {
            (View::Classic(view), Legal::Classic(legal)) => {
                let standing = classic::standing(seat, view);
                self.decide(legal, standing, chance, |chance, legal| {
                    classic::act(self.level, seat, view, legal, chance)
                })
            }
            (View::Voices(view), Legal::Voices(legal)) => {
                let standing = voices::standing(seat, view);
                self.decide(legal, standing, chance, |chance, legal| {
                    voices::act(self.level, seat, view, legal, chance)
                })
            }
            (View::Satellite(view), Legal::Satellite(legal)) => {
                let standing = satellite::standing(seat, view);
                self.decide(legal, standing, chance, |chance, legal| {
                    satellite::act(self.level, seat, view, legal, chance)
                })
            }
            (View::Advanced(view), Legal::Advanced(legal)) => {
                let standing = advanced::standing(seat, view);
                self.decide(legal, standing, chance, |chance, legal| {
                    advanced::act(self.level, seat, view, legal, chance)
                })
            }
            _ => None,
        }
    }

    fn chance(&self, purpose: &str, view: &View, legal: Option<&Legal>) -> Chance {
        let input = serde_json::to_string(&(view, legal)).unwrap_or_default();
        Chance::new(&self.key, purpose, &input)
    }

    /// Answers a draw offer, resigns a lost game, or makes a move of the ruleset.
    fn decide<L: Choices + Clone, A: Serialize>(
        &self,
        legal: &LegalMoves<L>,
        standing: f64,
        chance: &mut Chance,
        act: impl FnOnce(&mut Chance, &[L]) -> Option<Choosing<A>>,
    ) -> Option<Decision> {
        if offers(legal, SharedChoice::AcceptDraw {}) {
            let accepts = match self.level {
                Level::Random => chance.below(2) == 0,
                Level::Casual | Level::Strong => standing < BEHIND,
            };
            return Some(Decision::shared(if accepts { "accept_draw" } else { "decline_draw" }));
        }
        let resigns = self.level != Level::Random && standing < LOST;
        if resigns && offers(legal, SharedChoice::Resign {}) {
            return Some(Decision::shared("resign"));
        }
        let own: Vec<L> = legal.choices().iter().filter_map(own_choice).collect();
        let Choosing { actions, method } = act(chance, &own)?;
        let actions =
            actions.iter().map(|action| serde_json::to_value(action).unwrap_or_default()).collect();
        Some(Decision { actions, method })
    }
}

fn offers<L: Choices + Clone>(legal: &LegalMoves<L>, wanted: SharedChoice) -> bool {
    let choices = legal.choices();
    choices.iter().any(|choice| matches!(choice, Choice::Shared(shared) if *shared == wanted))
}

fn own_choice<L: Clone>(choice: &Choice<L>) -> Option<L> {
    match choice {
        Choice::Own(own) => Some(own.clone()),
        Choice::Shared(_) => None,
    }
}

/// Standing below which a bot accepts a draw: it is behind by a fifth of a fleet.
const BEHIND: f64 = -0.2;
/// Standing below which a bot resigns: it has almost nothing left, and its opponent almost
/// everything.
const LOST: f64 = -0.88;

/// Returns how far a player is ahead: the share of their cells that are not hit, minus the share of
/// the opponent's. From −1 to 1.
pub(crate) fn standing(own_hits: usize, opponent_hits: usize, cells: usize) -> f64 {
    (opponent_hits as f64 - own_hits as f64) / cells.max(1) as f64
}
