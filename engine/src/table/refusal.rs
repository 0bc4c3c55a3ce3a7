//! Reasons for a table to refuse a command.

use std::fmt;

use crate::ruleset::{RefusalKind, RuleError, Ruleset};

/// Maximum number of placements of a seat before play begins. Replacing a placement is hidden, so
/// without a limit a log could grow without end.
pub const MAX_PLACEMENTS: u32 = 100;
/// Maximum number of departures from a game that has not begun. After that, nobody can join it any
/// more.
pub const MAX_DEPARTURES: u32 = 100;

/// Refusal that is possible in every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusal {
    /// The game is over.
    #[error("the game is over: nothing more can be done in it")]
    Over,
    /// Play has not begun.
    #[error("play has not begun: {0}")]
    NotBegun(&'static str),
    /// Play has begun.
    #[error("play has begun: seats and placements are fixed from then on")]
    Begun,
    /// The seat has left the game.
    #[error("this seat has left the game")]
    Out,
    /// The seat has lost and plays no further part.
    #[error("this seat has lost and is out of the battle: wait for the others")]
    Lost,
    /// The game has no such seat.
    #[error("there is no such seat in this game: its seats are 1 to {0}")]
    NoSuchSeat(u8),
    /// The seat is taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// Nobody has the seat.
    #[error("nobody sits there: take the seat first")]
    SeatFree,
    /// The seat has already offered a draw in this turn.
    #[error(
        "a seat may offer a draw only once from one own turn to the next, and this one has: wait for the next own turn"
    )]
    OfferedAlready,
    /// A draw offer is open.
    #[error("a draw offer stands: accept or decline it, or wait for the answer")]
    OfferStands,
    /// No draw offer is open.
    #[error("no draw is offered")]
    NoOffer,
    /// The seat has already agreed to the offer.
    #[error("this seat has agreed already: wait for the others")]
    OwnOffer,
    /// The time of these seats does not run, because they do not have to move.
    #[error("these seats are not to move, so their time does not run")]
    NotLate,
    /// The first move has been made.
    #[error(
        "the first move has been made, and a game can be called off only before it: resign, or offer a draw"
    )]
    Moved,
    /// The first move has been made in a one-player game.
    #[error(
        "the first move has been made, and a game can be called off only before it: `leave` it, which you may at any time"
    )]
    MovedAlone,
    /// Games of this ruleset do not have this move.
    #[error(
        "this game does not have this move: in a game for one you may `leave`, in any other you may `resign`"
    )]
    Unknown,
    /// The seat has placed too many times.
    #[error("you have placed {MAX_PLACEMENTS} times, which is as often as you may")]
    TooManyPlacements,
    /// Too many players have left the game.
    #[error(
        "players have left this game {MAX_DEPARTURES} times, and nobody else may join: take part in another one"
    )]
    TooManyDepartures,
}

impl RuleError for TableRefusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Over => RefusalKind::Finished,
            Self::Out | Self::Lost => RefusalKind::OutOfPlay,
            _ => RefusalKind::NotNow,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        None
    }
}

/// Reason for refusing a command.
pub enum Refusal<R: Ruleset> {
    /// Refusal by the rules that all games share.
    Table(TableRefusal),
    /// Refusal by the ruleset.
    Rules(R::Refusal),
}

impl<R: Ruleset> Refusal<R> {
    fn inner(&self) -> &dyn RuleError {
        match self {
            Self::Table(refusal) => refusal,
            Self::Rules(refusal) => refusal,
        }
    }
}

impl<R: Ruleset> From<TableRefusal> for Refusal<R> {
    fn from(refusal: TableRefusal) -> Self {
        Self::Table(refusal)
    }
}

impl<R: Ruleset> fmt::Debug for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.inner(), f)
    }
}

impl<R: Ruleset> fmt::Display for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.inner(), f)
    }
}

impl<R: Ruleset> std::error::Error for Refusal<R> {}

impl<R: Ruleset> RuleError for Refusal<R> {
    fn kind(&self) -> RefusalKind {
        self.inner().kind()
    }

    fn rule(&self) -> Option<&'static str> {
        self.inner().rule()
    }

    fn field(&self) -> String {
        self.inner().field()
    }
}
