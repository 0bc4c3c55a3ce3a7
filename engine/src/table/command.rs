//! Commands that change a table, and the parsing of players' actions.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::bot::SeatBot;
use super::event::Entry;
use super::event::{Fact, Shared};
use super::seed::OwnSeed;
use super::state::Table;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, Seats};
use crate::shape::ShapeError;

/// Placement that a seat asks for.
#[derive(Clone, Debug)]
pub enum Wanted<D> {
    /// This placement.
    Given(D),
    /// Random legal placement, drawn from the stream `placement/{seat}/{revision}`.
    Random,
}

/// Action of a player: an action of the ruleset, or one that all games share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move<A> {
    /// Resigns the game.
    Resign,
    /// Offers a draw to all seats still in the game.
    OfferDraw,
    /// Accepts the draw offer.
    AcceptDraw,
    /// Declines the draw offer.
    DeclineDraw,
    /// Leaves a one-player game, which calls it off.
    Leave,
    /// Action of the ruleset.
    Own(A),
}

/// Serializes to the form that [`Table::read_move`] reads.
impl<A: Serialize> Serialize for Move<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct TypeTag {
            #[serde(rename = "type")]
            kind: &'static str,
        }
        let kind = match self {
            Self::Resign => "resign",
            Self::OfferDraw => "offer_draw",
            Self::AcceptDraw => "accept_draw",
            Self::DeclineDraw => "decline_draw",
            Self::Leave => "leave",
            Self::Own(own) => return own.serialize(serializer),
        };
        TypeTag { kind }.serialize(serializer)
    }
}

impl<A> Move<A> {
    pub(super) const SHARED: [&'static str; 5] =
        ["resign", "offer_draw", "accept_draw", "decline_draw", "leave"];

    /// Returns the shared move of this type; `None` if games of the ruleset do not have it.
    fn shared<R: Ruleset>(kind: &str) -> Option<Self> {
        let shared = match kind {
            "resign" => Self::Resign,
            "offer_draw" => Self::OfferDraw,
            "accept_draw" => Self::AcceptDraw,
            "decline_draw" => Self::DeclineDraw,
            "leave" => Self::Leave,
            _ => return None,
        };
        shared.is_known::<R>().then_some(shared)
    }

    /// Returns true if games of the ruleset have this move.
    pub fn is_known<R: Ruleset>(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Leave => Table::<R>::ALONE,
            Self::Resign | Self::OfferDraw | Self::AcceptDraw | Self::DeclineDraw => {
                !Table::<R>::ALONE
            }
        }
    }
}

/// Command that changes a table.
#[derive(Clone, Debug)]
pub enum Command<D, A> {
    /// A player takes the seat.
    Join(Seat),
    /// A bot takes the seat.
    JoinBot(Seat, SeatBot),
    /// The player leaves the seat before play begins.
    Leave(Seat),
    /// A seat submits or replaces its placement.
    Place {
        /// Seat that submits.
        seat: Seat,
        /// Placement that the seat asks for.
        wanted: Wanted<D>,
        /// Seed of the seat. Without one, the seat keeps its earlier seed. If it has none, the
        /// server draws one.
        seed: Option<OwnSeed>,
    },
    /// A seat acts.
    Act(Seat, Move<A>),
    /// A seat calls the game off before the first move.
    Abort(Seat),
    /// The operator cancels the game, at any time before it ends.
    Cancel,
    /// The time of these seats is up. Those that have to move lose. A game that has not begun is
    /// called off.
    TimeOut(Seats),
}

impl<D, A> Command<D, A> {
    /// Returns the seat that the command concerns, if there is one.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Join(seat) | Self::JoinBot(seat, _) | Self::Leave(seat) | Self::Abort(seat) => {
                Some(*seat)
            }
            Self::Place { seat, .. } | Self::Act(seat, _) => Some(*seat),
            Self::Cancel | Self::TimeOut(_) => None,
        }
    }
}

fn misshapen(field: &str, detail: String) -> ShapeError {
    ShapeError { field: field.to_owned(), detail }
}

/// Lists the types of the actions that a ruleset knows, for an error.
fn known_actions<R: Ruleset>() -> String {
    let shared = Move::<()>::SHARED.iter().filter(|kind| Move::<()>::shared::<R>(kind).is_some());
    let all: Vec<_> = R::ACTIONS.iter().chain(shared).copied().collect();
    all.join(", ")
}

/// Command of a ruleset.
pub type CommandOf<R> = Command<<R as Ruleset>::Draft, <R as Ruleset>::Action>;

impl<R: Ruleset> Table<R> {
    /// Reads an action from its JSON object.
    ///
    /// # Errors
    /// Returns the path of the field that has the wrong shape, and what would be right.
    pub fn read_move(value: &Value) -> Result<Move<R::Action>, ShapeError> {
        let Value::Object(object) = value else {
            return Err(misshapen("", "an action is an object with a `type`".to_owned()));
        };
        let Some(kind) = object.get("type").and_then(Value::as_str) else {
            let detail = format!("say the type of action: one of {}", known_actions::<R>());
            return Err(misshapen("type", detail));
        };
        let mut rest = object.clone();
        rest.remove("type");
        if let Some(shared) = Move::shared::<R>(kind) {
            return match rest.keys().next() {
                Some(extra) => {
                    let detail =
                        format!("`{kind}` has no fields besides `type`: leave this one out");
                    Err(misshapen(&crate::grid::shorten(extra), detail))
                }
                None => Ok(shared),
            };
        }
        match R::read_action(kind, &Value::Object(rest)) {
            Some(read) => read.map(Move::Own),
            None => {
                let detail = format!(
                    "`{}` is not an action here: use one of {}",
                    crate::grid::shorten(kind),
                    known_actions::<R>()
                );
                Err(misshapen("type", detail))
            }
        }
    }

    /// Returns true if a move must be the last of its list, because it can end the game, needs a
    /// random draw, or is answered from another seat's secret. When the game is over, nothing of
    /// this happens any more.
    pub fn reveals(&self, action: &Move<R::Action>) -> bool {
        match action {
            _ if self.status().is_over() => false,
            Move::Own(own) => self.rules.must_be_last(own),
            Move::Resign | Move::AcceptDraw | Move::Leave => true,
            Move::OfferDraw | Move::DeclineDraw => false,
        }
    }

    /// Returns the command that an entry records; `None` for an entry that followed from another
    /// entry.
    pub(crate) fn cause(&self, entry: &Entry<R>) -> Option<CommandOf<R>> {
        Some(match &entry.fact {
            Fact::Rules(event) => {
                let (seat, action) = R::command_of(event)?;
                Command::Act(seat, Move::Own(action))
            }
            Fact::Shared(shared) => match shared {
                Shared::Joined { seat, bot: None } => Command::Join(*seat),
                Shared::Joined { seat, bot: Some(bot) } => Command::JoinBot(*seat, *bot),
                Shared::Left { seat } => Command::Leave(*seat),
                Shared::Placed { seat, placement, asked, random, seed, .. } => Command::Place {
                    seat: *seat,
                    wanted: match asked {
                        _ if *random => Wanted::Random,
                        Some(asked) => Wanted::Given(R::Draft::clone(asked)),
                        None => Wanted::Given(placement.clone()),
                    },
                    seed: seed.clone(),
                },
                Shared::Resigned { seat } => Command::Act(*seat, Move::Resign),
                Shared::DrawOffered { seat } => Command::Act(*seat, Move::OfferDraw),
                Shared::DrawAccepted { seat } => Command::Act(*seat, Move::AcceptDraw),
                Shared::DrawDeclined { seat } => Command::Act(*seat, Move::DeclineDraw),
                Shared::TimedOut { seats } => Command::TimeOut(*seats),
                Shared::Cancelled { seat: Some(seat) } if Self::ALONE && self.begun() => {
                    Command::Act(*seat, Move::Leave)
                }
                Shared::Cancelled { seat: Some(seat) } => Command::Abort(*seat),
                // A time-out before play leaves the same entry and has the same effect.
                Shared::Cancelled { seat: None } => Command::Cancel,
                Shared::Began { .. } | Shared::Finished { .. } | Shared::Revealed(_) => {
                    return None;
                }
            },
        })
    }
}
