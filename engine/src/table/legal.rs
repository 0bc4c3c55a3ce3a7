//! Legal choices of a seat, computed only from what it knows.

use serde::{Deserialize, Serialize};

use super::command::Move;
use super::state::{Status, Table};
use crate::ruleset::{Choices, Ruleset};
use crate::seat::Seat;

/// Legal choice of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choice<L> {
    /// Choice of the ruleset.
    Own(L),
    /// Choice that all games share.
    Shared(SharedChoice),
}

/// Legal choice that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SharedChoice {
    /// Resigns the game.
    Resign {},
    /// Offers a draw. Allowed at any time while no offer is open, but only once from one own turn
    /// to the next.
    OfferDraw {},
    /// Accepts the draw offer.
    AcceptDraw {},
    /// Declines the draw offer.
    DeclineDraw {},
    /// Leaves the game, which calls it off. The game then has no outcome and no record, and its
    /// secrets are not revealed.
    Leave {},
}

/// Legal choices of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LegalMoves<L>(Vec<Choice<L>>);

impl<L> LegalMoves<L> {
    pub(crate) fn own(choices: Vec<L>) -> Self {
        Self(choices.into_iter().map(Choice::Own).collect())
    }
}

impl<L: Choices> LegalMoves<L> {
    /// Returns true if this move is one of the choices.
    pub fn accepts(&self, action: &Move<L::Action>) -> bool {
        self.0.iter().any(|choice| match (choice, action) {
            (Choice::Own(own), Move::Own(action)) => own.accepts(action),
            (Choice::Shared(SharedChoice::Resign {}), Move::Resign)
            | (Choice::Shared(SharedChoice::OfferDraw {}), Move::OfferDraw)
            | (Choice::Shared(SharedChoice::AcceptDraw {}), Move::AcceptDraw)
            | (Choice::Shared(SharedChoice::DeclineDraw {}), Move::DeclineDraw)
            | (Choice::Shared(SharedChoice::Leave {}), Move::Leave) => true,
            _ => false,
        })
    }

    /// Lists the choices.
    pub fn choices(&self) -> &[Choice<L>] {
        &self.0
    }
}

impl<R: Ruleset> Table<R> {
    /// Returns the legal choices of this seat, computed only from what the seat knows.
    pub fn legal(&self, seat: Seat) -> LegalMoves<R::Legal> {
        let status = self.status();
        if self.expect_seat(seat).is_err() || status.is_over() || self.chair(seat).out.is_some() {
            return LegalMoves(Vec::new());
        }
        let acts = status == Status::Playing || status == Status::Placing && self.held();
        let shared = [
            (Move::AcceptDraw, SharedChoice::AcceptDraw {}),
            (Move::DeclineDraw, SharedChoice::DeclineDraw {}),
            (Move::OfferDraw, SharedChoice::OfferDraw {}),
            (Move::Resign, SharedChoice::Resign {}),
            (Move::Leave, SharedChoice::Leave {}),
        ];
        let shared = shared.into_iter().filter(|(action, _)| self.check(seat, action).is_ok());
        let mut moves = Vec::with_capacity(1 + Move::<()>::SHARED.len());
        if acts {
            moves.extend(self.rules.legal(seat).into_iter().map(Choice::Own));
        }
        moves.extend(shared.map(|(_, choice)| Choice::Shared(choice)));
        LegalMoves(moves)
    }
}
