//! What a ruleset is: the sealed trait that each of them implements, and the words that all games share.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::Chance;
use crate::grid::CellSet;
use crate::record::Part;
use crate::shape::Misshapen;

/// A place at the table, numbered from 1; the creator of a game has seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SeatNumber, value_type = u8, minimum = 1, maximum = 8, example = 1))]
pub struct Seat(u8);

impl Seat {
    /// The most seats a game can have.
    pub const MOST: u8 = 8;

    /// Seat number 1 to [`Seat::MOST`].
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&number).then_some(Self(number))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The seats from 1 to `count`.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> {
        (1..=count.min(Self::MOST)).map(Self)
    }

    /// Its place in an array of seats.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no seat {number}: seats are 1 to {}", Self::MOST))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = Vec<Seat>))]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// Every seat that a game can have.
    pub const ALL: Self = Self(u8::MAX);

    /// One seat.
    pub fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// The set with a seat more.
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// Whether there is no seat.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MOST).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in a seat.
    Seat(Seat),
    /// Anybody else: knows what is public.
    Public,
}

impl Viewer {
    /// The seat of the viewer, if it has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }

    /// Whether the viewer is that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Who may see that an event happened at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// One seat alone.
    Only(Seat),
    /// Nobody before the game is over; it is kept for the record.
    Nobody,
}

impl Audience {
    /// Whether this viewer is in the audience.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer.is(seat),
            Self::Nobody => false,
        }
    }
}

/// Why a game ended as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Reason {
    /// Every ship of one player is sunk.
    FleetSunk,
    /// Every ship of both players was sunk in the same round.
    BothFleetsSunk,
    /// The loser resigned.
    Resigned,
    /// The loser missed a deadline.
    TimedOut,
    /// The players agreed.
    Agreed,
    /// The agreed number of rounds is over.
    RoundsOver,
    /// The suit that survived is the one that was predicted.
    PredictionRight,
    /// Another suit survived than was predicted.
    PredictionWrong,
    /// Every building of one player is destroyed.
    BuildingsDestroyed,
    /// Both arsenals are empty, and what was destroyed is counted.
    Ceasefire,
    /// The last blow of both players has failed.
    SelfDestruct,
    /// Nobody can do anything any more, everybody has passed ten times in a row, or has had the most turns there are.
    Exhausted,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// Somebody won.
    Win {
        /// The seats that won.
        winners: Seats,
        /// Why.
        reason: Reason,
    },
    /// The player of a game for one lost.
    Lose {
        /// Why.
        reason: Reason,
    },
    /// Nobody won and nobody lost.
    Draw {
        /// Why.
        reason: Reason,
    },
    /// Everybody lost.
    AllLose {
        /// Why.
        reason: Reason,
    },
}

/// Why a seat leaves a game that is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// It resigned.
    Resigned,
    /// It missed its deadline.
    TimedOut,
}

impl Withdrawal {
    /// The reason this gives for an outcome.
    pub fn reason(self) -> Reason {
        match self {
            Self::Resigned => Reason::Resigned,
            Self::TimedOut => Reason::TimedOut,
        }
    }
}

/// In what way a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// It is another seat's turn.
    OutOfTurn,
    /// The game is over.
    Finished,
    /// The seat has left the game, or has lost while others play on.
    OutOfPlay,
    /// Right at another time, or for another seat.
    NotNow,
    /// Against a rule.
    AgainstRule,
}

/// What every ruleset's refusals can say. Their text (`Display`) says what would be right.
pub trait Refuse: std::error::Error {
    /// In what way.
    fn kind(&self) -> RefusalKind;

    /// The number of the rule, as in `C8`; `None` for what all games share.
    fn rule(&self) -> Option<&'static str>;

    /// What part of the input it is about, as in `cells[2]`; empty for the whole.
    fn field(&self) -> String {
        String::new()
    }
}

/// The cells a seat may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = CellChoice))]
pub struct CellChoice {
    /// How many cells to choose: exactly so many, all different.
    #[cfg_attr(feature = "openapi", schema(example = 1))]
    pub count: usize,
    /// The cells to choose from.
    pub from: CellSet,
}

/// What a form to act can be built from: the choices of a seat, from that seat's knowledge alone.
pub trait Choices {
    /// What can be chosen.
    type Action;

    /// Whether this action is one of the choices.
    fn accepts(&self, action: &Self::Action) -> bool;
}

/// Rules of one game. Implemented by the rulesets of this crate and by nothing else.
///
/// `State` and `Event` hold secrets: neither can be serialized or printed outside this crate. What may leave it are
/// the [`View`](Ruleset::View) of a state and the [`Glimpse`](Ruleset::Glimpse) of an event.
///
/// A ruleset knows seats, placements and its own actions. What all games share (joining, placing, seeds, resigning,
/// draw offers, deadlines) is the [table](crate::table)'s.
pub trait Ruleset: Stored + Clone {
    /// The settings of a game.
    type Options: Clone + Default + Serialize + DeserializeOwned + Send + Sync;
    /// What a player hides, as it is written.
    type Draft: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a player hides, checked.
    type Placement: Clone + Send + Sync;
    /// A game in play.
    type State: Clone + Send + Sync;
    /// What a player does.
    type Action: Clone + Send + Sync;
    /// What happened.
    type Event: Clone + Send + Sync;
    /// What a viewer may know of an event.
    type Glimpse: Serialize;
    /// What a viewer may know of a state.
    type View: Serialize;
    /// What a seat may do.
    type Legal: Choices<Action = Self::Action> + Serialize;
    /// Why an action or a placement is refused.
    type Refusal: Refuse;

    /// Checks the settings of a game.
    ///
    /// # Errors
    /// What is wrong with them.
    fn check_options(options: &Self::Options) -> Result<(), Self::Refusal>;

    /// Fills in what the settings leave to the server, once they are [checked](Ruleset::check_options); what it fills in
    /// is public. Draws from the stream `options`. What comes of it passes the check too, and settled once more with the
    /// same luck it stays as it is: a record holds settled settings, and its replay settles them again.
    fn settle(options: Self::Options, _: &mut Chance) -> Self::Options {
        options
    }

    /// How many seats a game with these settings has.
    fn seats(options: &Self::Options) -> u8;

    /// A game before anything is placed. The settings are [checked](Ruleset::check_options) and
    /// [settled](Ruleset::settle).
    fn open(options: &Self::Options) -> Self::State;

    /// Checks a placement.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_placement(state: &Self::State, draft: &Self::Draft) -> Result<Self::Placement, Self::Refusal>;

    /// A placement at random.
    fn random_placement(state: &Self::State, chance: &mut Chance) -> Self::Placement;

    /// Fills in what a player has left to the server in a placement, once it is [read](Ruleset::read_placement). Draws
    /// from the stream `matrices/{seat}/{revision}`.
    fn fill(draft: &Self::Draft, _: &mut Chance) -> Self::Draft {
        draft.clone()
    }

    /// The placement as it is written.
    fn draft(state: &Self::State, placement: &Self::Placement) -> Self::Draft;

    /// The text of a placement that is sealed under its commitment.
    fn seal(draft: &Self::Draft) -> String;

    /// Folds a placement into the state; it replaces an earlier one of the seat.
    fn place(state: &mut Self::State, seat: Seat, placement: Self::Placement);

    /// Takes away what a seat has placed, because its player leaves before play begins.
    fn lift(state: &mut Self::State, seat: Seat);

    /// Whether play can begin once everybody has placed. Until it is so, the seats can act, and place anew.
    fn ready(_: &Self::State) -> bool {
        true
    }

    /// Begins play: who moves first. Draws from the stream `battle`.
    fn begin(state: &Self::State, chance: &mut Chance) -> Vec<Self::Event>;

    /// Judges an action from the knowledge of its seat alone.
    ///
    /// # Errors
    /// Why it cannot be done. Never depends on a secret of another seat.
    fn check(state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Whether an action draws luck or is answered from another seat's secret; such an action must be the last of
    /// its list. Depends on nothing but the action and the settings of the game.
    fn reveals(state: &Self::State, action: &Self::Action) -> bool;

    /// What an action does, once [`check`](Ruleset::check) has passed it. Draws from the stream `battle`.
    fn decide(
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Vec<Self::Event>;

    /// Whether an action that has just been [decided](Ruleset::decide) goes on by itself, and is to be decided once more
    /// in the state that came of it.
    fn goes_on(_: &Self::State, _: Seat, _: &Self::Action) -> bool {
        false
    }

    /// Folds an event into the state: no rules, no luck, cannot fail.
    fn evolve(state: &mut Self::State, event: &Self::Event);

    /// Folds in that seats have left.
    fn withdraw(state: &mut Self::State, seats: Seats, why: Withdrawal);

    /// Folds in that the game is called off before the first move: nobody is to move any more, and nothing is revealed.
    fn call_off(_: &mut Self::State) {}

    /// Whether a seat that has not left can still win: it has a say in what is agreed.
    fn in_play(_: &Self::State, _: Seat) -> bool {
        true
    }

    /// The seats that are to move.
    fn awaiting(state: &Self::State) -> Seats;

    /// A count that grows whenever somebody's turn begins, and by nothing that is hidden: deadlines run from it.
    fn turn(state: &Self::State) -> u32;

    /// Whether anything has been played that others know of.
    fn moved(state: &Self::State) -> bool;

    /// What this viewer may know; everything when the game is over, by the rules or otherwise.
    fn view(state: &Self::State, viewer: Viewer, over: bool) -> Self::View;

    /// Who may see an event.
    fn audience(event: &Self::Event) -> Audience;

    /// An event as this viewer may see it; called for the audience alone.
    fn glimpse(event: &Self::Event, viewer: Viewer) -> Self::Glimpse;

    /// What this seat may do now, from its knowledge alone.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Legal>;

    /// How the game ended, if the rules have ended it.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// The action that an event records, if a player's action led to it; `None` for what follows from another event.
    fn cause(event: &Self::Event) -> Option<(Seat, Self::Action)>;

    /// Reads an action from its `type` and the rest of its JSON object; `None` if the type is unknown.
    fn read_action(kind: &str, rest: &Value) -> Option<Result<Self::Action, Misshapen>>;

    /// What part of a record an event of this type belongs to, given how it was found and how it should be: the two are
    /// the same where it is out of place as a whole.
    fn part(kind: &str, found: &Value, right: &Value) -> Part;

    /// The types of action there are.
    const ACTIONS: &'static [&'static str];

    /// The name of the ruleset, as it is written everywhere.
    const ID: &'static str;

    /// The name of the game, for people.
    const TITLE: &'static str;

    /// One sentence about it.
    const SUMMARY: &'static str;

    /// The rules in prose, for players, as Markdown.
    const RULES: &'static str;

    /// Whom players have to thank for the game.
    const CREDITS: &'static str;

    /// How many seats a game has: the fewest and the most. A game for one knows no resigning and no draws; its player
    /// may leave it.
    const SEATS: (u8, u8);

    /// What is to be done for play to begin, as whoever moves too early is told.
    const BEGINS: &'static str = "it begins when every seat is taken and has placed";
}

mod stored {
    use serde_json::Value;
    use serde_json::value::RawValue;

    /// The stored forms of a ruleset's states and events. Public in name only: the module is not, so that nothing
    /// outside this crate can turn a secret into text.
    pub trait Stored: Sized + 'static {
        /// The type and the version of an event's stored form, and its body.
        fn store_event(event: &<Self as super::Ruleset>::Event) -> (&'static str, Value)
        where
            Self: super::Ruleset;

        /// Reads an event back from its type and body, as the current version has them.
        fn restore_event(kind: &str, body: Value) -> Result<<Self as super::Ruleset>::Event, String>
        where
            Self: super::Ruleset;

        /// The stored form of a state: text, for snapshots are written while players wait.
        fn store_state(state: &<Self as super::Ruleset>::State) -> Box<RawValue>
        where
            Self: super::Ruleset;

        /// Reads a state back.
        fn restore_state(
            options: &<Self as super::Ruleset>::Options,
            body: &RawValue,
        ) -> Result<<Self as super::Ruleset>::State, String>
        where
            Self: super::Ruleset;
    }
}

pub(crate) use stored::Stored;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_and_written_as_numbers() {
        let seats: Seats = serde_json::from_str("[3,1]").unwrap();
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[1,3]");
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert!(serde_json::from_str::<Seat>("9").is_err());
    }
}
