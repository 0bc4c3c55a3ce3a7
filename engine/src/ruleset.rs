//! The sealed trait that every ruleset implements, and the vocabulary that all games share.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::chance::DiceStream;
use crate::check_kind::CheckKind;
use crate::grid::CellSet;
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::ShapeError;

/// Reason for the outcome of a game.
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
#[schema(as = OutcomeReason)]
pub enum Reason {
    /// All ships of one player are sunk.
    FleetSunk,
    /// All ships of both players were sunk in the same round.
    BothFleetsSunk,
    /// The loser resigned.
    Resigned,
    /// The loser missed a deadline.
    TimedOut,
    /// The players agreed to end the game.
    Agreed,
    /// The agreed number of rounds has been played.
    RoundsOver,
    /// The suit that survived is the suit that the player predicted.
    PredictionRight,
    /// The suit that survived is not the suit that the player predicted.
    PredictionWrong,
    /// All buildings of one player are destroyed.
    BuildingsDestroyed,
    /// Both arsenals are empty. The destroyed buildings are counted, then the sectors hit.
    Ceasefire,
    /// Both players failed with their last blow.
    SelfDestruct,
    /// Nobody can act any more, every player has passed ten times in a row, or every player has had
    /// 200 turns.
    Exhausted,
}

/// Outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    /// One or more players won.
    Win {
        /// Seats that won.
        winners: Seats,
        /// Reason for the outcome.
        reason: Reason,
    },
    /// The player of a one-player game lost.
    Lose {
        /// Reason for the outcome.
        reason: Reason,
    },
    /// Nobody won and nobody lost.
    Draw {
        /// Reason for the outcome.
        reason: Reason,
    },
    /// All players lost.
    AllLose {
        /// Reason for the outcome.
        reason: Reason,
    },
}

impl Outcome {
    pub(crate) fn won_by(seat: Seat, reason: Reason) -> Self {
        Self::Win { winners: Seats::only(seat), reason }
    }

    /// Returns the outcome of a game of two players from which one or both withdrew.
    pub(crate) fn after_withdrawal(withdrawn: Seats, withdrawal: Withdrawal) -> Self {
        let reason = withdrawal.reason();
        match (withdrawn.contains(Seat::ONE), withdrawn.contains(Seat::TWO)) {
            (true, true) => Self::AllLose { reason },
            (true, false) => Self::won_by(Seat::TWO, reason),
            _ => Self::won_by(Seat::ONE, reason),
        }
    }
}

/// Reason for a seat to leave a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// The player resigned.
    Resigned,
    /// The player missed their deadline.
    TimedOut,
}

impl Withdrawal {
    /// Returns the reason that an outcome gives for this withdrawal.
    pub fn reason(self) -> Reason {
        match self {
            Self::Resigned => Reason::Resigned,
            Self::TimedOut => Reason::TimedOut,
        }
    }
}

/// Category of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// It is another seat's turn.
    OutOfTurn,
    /// The game is over.
    Finished,
    /// The seat has left the game, or it has lost while others play on.
    OutOfPlay,
    /// The command is valid at another time or for another seat.
    NotNow,
    /// The command breaks a rule.
    AgainstRule,
}

/// Common interface of the refusals of all rulesets. Their text (`Display`) says what is wrong and
/// what would be right.
pub trait RuleError: std::error::Error {
    /// Returns the category of the refusal.
    fn kind(&self) -> RefusalKind;

    /// Returns the number of the rule, as in `C8`; `None` for a refusal that all games share.
    fn rule(&self) -> Option<&'static str>;

    /// Returns the path of the input field in question, as in `cells[2]`; empty for the whole
    /// input.
    fn field(&self) -> String {
        String::new()
    }
}

/// Cells that a seat may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = CellChoice)]
pub struct CellChoice {
    /// Number of cells to choose: exactly this many, all different.
    #[schema(example = 1)]
    pub count: usize,
    /// Cells to choose from.
    pub from: CellSet,
}

/// Legal choices of a seat, computed only from what that seat knows. A client can build its input
/// form from them.
pub trait Choices {
    /// Action that can be chosen.
    type Action;

    /// Returns true if this action is one of the choices.
    fn accepts(&self, action: &Self::Action) -> bool;
}

/// Enumeration in the JSON of the API, with the meanings of its values.
pub struct Enumeration {
    /// Name of its schema.
    pub name: String,
    /// Meanings of the values, in the order of the schema.
    pub meanings: Vec<&'static str>,
}

impl Enumeration {
    /// Returns an enumeration with the doc comments of its variants as the meanings.
    ///
    /// # Panics
    /// If a variant has no doc comment.
    pub fn of<T: ToSchema + EnumMessage + VariantArray>() -> Self {
        let name = T::name().into_owned();
        let meaning = |variant: &T| {
            let meaning = variant.get_documentation();
            meaning.unwrap_or_else(|| panic!("a value of {name} has no doc comment"))
        };
        let meanings = T::VARIANTS.iter().map(meaning).collect();
        Self { name, meanings }
    }
}

/// Rules of one game, implemented on the state of a game in play. Only the rulesets of this crate
/// implement this trait.
///
/// The type that implements it is the state of a game in play. The state and `Event` hold secrets:
/// neither can be serialized or printed outside this crate. Other code gets the
/// [`View`](Ruleset::View) of a state and the [`Glimpse`](Ruleset::Glimpse) of an event.
///
/// A ruleset covers seats, placements and its own actions. The [table](crate::table) covers
/// everything that all games share: joining, placing, seeds, resigning, draw offers and deadlines.
pub trait Ruleset: Stored + Clone + Send + Sync {
    /// Settings of a game.
    type Options: Clone + Default + Serialize + DeserializeOwned + Send + Sync;
    /// Secret placement of a player, as written in JSON.
    type Draft: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Secret placement of a player, checked.
    type Placement: Clone + Send + Sync;
    /// Action of a player.
    type Action: Clone + Send + Sync;
    /// Event of a game.
    type Event: Clone + Send + Sync;
    /// Event of a game as a viewer may know it.
    type Glimpse: Serialize;
    /// State of a game as a viewer may know it.
    type View: Serialize;
    /// Legal choice of a seat.
    type Legal: Choices<Action = Self::Action> + Serialize;
    /// Error of this ruleset for an invalid setting, placement or action.
    type Refusal: RuleError;

    /// Checks the settings of a game.
    ///
    /// # Errors
    /// Returns a refusal if a setting is invalid.
    fn check_options(options: &Self::Options) -> Result<(), Self::Refusal>;

    /// Fills in the settings that are left to the server, after they are
    /// [checked](Ruleset::check_options). The values filled in are public. Draws from the stream
    /// `options`. The result passes the check too, and resolving it again with the same draws does
    /// not change it: a record holds resolved settings, and its replay resolves them again.
    fn resolve_options(options: Self::Options, _: &mut DiceStream) -> Self::Options {
        options
    }

    /// Returns the number of seats in a game with these settings.
    fn seats(options: &Self::Options) -> u8;

    /// Creates a game in which nothing is placed yet. The settings must be
    /// [checked](Ruleset::check_options) and [resolved](Ruleset::resolve_options).
    fn open(options: &Self::Options) -> Self;

    /// Checks a placement.
    ///
    /// # Errors
    /// Returns a refusal if the placement is invalid.
    fn read_placement(&self, draft: &Self::Draft) -> Result<Self::Placement, Self::Refusal>;

    /// Draws a random placement.
    fn random_placement(&self, chance: &mut DiceStream) -> Self::Placement;

    /// Fills in the parts of a placement that the player left to the server, after it is
    /// [read](Ruleset::read_placement). Draws from the stream `matrices/{seat}/{revision}`.
    fn complete_placement(draft: &Self::Draft, _: &mut DiceStream) -> Self::Draft {
        draft.clone()
    }

    /// Returns the placement as written in JSON.
    fn draft(&self, placement: &Self::Placement) -> Self::Draft;

    /// Returns the text of a placement that the commitment seals.
    fn commitment_text(draft: &Self::Draft) -> String;

    /// Folds a placement into the state. Replaces an earlier placement of the seat.
    fn place(&mut self, seat: Seat, placement: Self::Placement);

    /// Removes the placement of a seat whose player leaves before play begins.
    fn unplace(&mut self, seat: Seat);

    /// Returns true if play can begin once every seat has placed. Until then the seats can act, and
    /// can replace their placements.
    fn can_begin(&self) -> bool {
        true
    }

    /// Begins play and decides the seat that moves first. Draws from the stream `battle`.
    fn begin(&self, chance: &mut DiceStream) -> Vec<Self::Event>;

    /// Checks an action, using only what its seat knows.
    ///
    /// # Errors
    /// Returns a refusal if the action is not allowed. The refusal never depends on a secret of
    /// another seat.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Returns true if the action needs a random draw or an answer from another seat's secret. Such
    /// an action must be the last of its list. The result depends only on the action and the
    /// settings of the game.
    fn must_be_last(&self, action: &Self::Action) -> bool;

    /// Returns the events of an action that [`check`](Ruleset::check) has accepted. Draws from the
    /// stream `battle`.
    fn decide(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut DiceStream,
    ) -> Vec<Self::Event>;

    /// Returns true if an action that was just [decided](Ruleset::decide) continues by itself. It
    /// is then decided again in the new state.
    fn continues(&self, _: Seat, _: &Self::Action) -> bool {
        false
    }

    /// Folds an event into the state. Applies no rules, draws nothing, and cannot fail.
    fn evolve(&mut self, event: &Self::Event);

    /// Folds the withdrawal of seats into the state.
    fn withdraw(&mut self, seats: Seats, why: Withdrawal);

    /// Folds a cancellation before the first move into the state: no seat is to move any more, and
    /// nothing is revealed.
    fn call_off(&mut self) {}

    /// Returns true if a seat that has not left the game can still win. Only such seats have a say
    /// in agreements.
    fn in_play(&self, _: Seat) -> bool {
        true
    }

    /// Returns the seats that have to move.
    fn to_move(&self) -> Seats;

    /// Returns a counter that grows whenever a turn of a seat begins, and never because of a hidden
    /// event. Deadlines run from it.
    fn turn(&self) -> u32;

    /// Returns true if something has been played that other players know of.
    fn has_moves(&self) -> bool;

    /// Returns the state as this viewer may know it. With `over`, the game has ended in any way,
    /// and the view shows everything.
    fn view(&self, viewer: Viewer, over: bool) -> Self::View;

    /// Returns the viewers that may see an event. An action whose events only its seat may see
    /// needs a limit, because a log must not grow without end.
    fn audience(event: &Self::Event) -> Audience;

    /// Returns an event as this viewer may see it. Called only for viewers in the audience.
    fn glimpse(event: &Self::Event, viewer: Viewer) -> Self::Glimpse;

    /// Returns the legal choices of a seat, computed only from what that seat knows.
    fn legal(&self, seat: Seat) -> Vec<Self::Legal>;

    /// Returns the outcome, if the rules have ended the game.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the action that an event records; `None` for an event that follows from another
    /// event.
    fn command_of(event: &Self::Event) -> Option<(Seat, Self::Action)>;

    /// Reads an action from its `type` and the rest of its JSON object; `None` if the type is
    /// unknown.
    fn read_action(kind: &str, rest: &Value) -> Option<Result<Self::Action, ShapeError>>;

    /// Returns the part of a record that an event of this type belongs to, given its body as found
    /// and its body as expected. Both are the same if the whole event is out of place.
    fn check_kind(kind: &str, found: &Value, right: &Value) -> CheckKind;

    /// Returns the enumerations in the JSON of the ruleset.
    fn enumerations() -> Vec<Enumeration>;

    /// True if the players of a finished game can go on with its score.
    const HAS_SCORE: bool = false;

    /// Types of action of this ruleset.
    const ACTIONS: &'static [&'static str];

    /// Identifier of the ruleset, as used in the API and in stored games.
    const ID: &'static str;

    /// Display name of the game.
    const TITLE: &'static str;

    /// One-sentence description of the game.
    const SUMMARY: &'static str;

    /// Rules in prose for players, as Markdown.
    const RULES: &'static str;

    /// Credits of the game.
    const CREDITS: &'static str;

    /// Minimum and maximum number of seats. A one-player game has no resignations and no draws; its
    /// player may leave it.
    const SEATS: (u8, u8);

    /// Condition for play to begin, as told to a player who moves too early.
    const BEGINS: &'static str = "it begins when every seat is taken and has placed";
}

mod stored {
    use serde_json::Value;
    use serde_json::value::RawValue;

    /// Stored forms of a ruleset's states and events. The trait is public only in name: its module
    /// is private, so no code outside this crate can turn a secret into text.
    pub trait Stored: Sized + 'static {
        /// Returns the type of an event and its body in stored form.
        fn store_event(event: &<Self as super::Ruleset>::Event) -> (&'static str, Value)
        where
            Self: super::Ruleset;

        /// Reads an event back from its type and body, in the form of the current version.
        fn restore_event(
            kind: &str,
            body: Value,
        ) -> Result<<Self as super::Ruleset>::Event, String>
        where
            Self: super::Ruleset;

        /// Returns the stored form of a state. It is text because snapshots are written while
        /// players wait.
        fn store_state(&self) -> Box<RawValue>;

        /// Reads a state back.
        fn restore_state(
            options: &<Self as super::Ruleset>::Options,
            body: &Value,
        ) -> Result<Self, String>
        where
            Self: super::Ruleset;
    }
}

pub(crate) use stored::Stored;
