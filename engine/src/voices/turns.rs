//! Rounds and turns, their targets, and the end of the game (V4, V10, V11).

use super::state::Voices;
use crate::ruleset::{Outcome, Reason, Ruleset};
use crate::seat::{Seat, Seats};

impl Voices {
    /// Begins the first turn of the first round (V3).
    pub(super) fn begin(&mut self, first: Seat) {
        self.board.course.first = Some(first);
        self.begin_round();
    }

    /// Lists the seats in the order of their turns.
    fn order(&self) -> Vec<Seat> {
        self.from(self.board.course.first.map_or(0, Seat::index))
    }

    /// Lists all seats in order, starting at the seat with this index.
    fn from(&self, index: usize) -> Vec<Seat> {
        let seats: Vec<Seat> = self.all().collect();
        seats.iter().cycle().skip(index).take(seats.len()).copied().collect()
    }

    /// Lists the living opponents of a seat in the order of the seats, starting after the seat
    /// `behind`.
    fn opponents(&self, shooter: Seat, behind: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.from(behind.index() + 1);
        seats.into_iter().filter(move |&seat| seat != shooter && self.side(seat).lives())
    }

    fn begin_round(&mut self) {
        self.board.course.round += 1;
        // V4: a ship that sinks in a round still gives its shot in that round.
        self.board.course.salvos = self
            .all()
            .map(|seat| if self.side(seat).lives() { self.side(seat).ships_afloat() } else { 0 })
            .collect();
        if let Some(seat) = self.order().into_iter().find(|&seat| self.side(seat).lives()) {
            self.begin_turn(seat);
        }
    }

    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let target = self.robin().then(|| {
            // V11: the k-th living player after the shooter. There is at least one: with a single
            // living seat, the game is over.
            let living: Vec<Seat> = self.opponents(seat, seat).collect();
            debug_assert!(!living.is_empty(), "a turn begins without an opponent");
            let k = (self.board.course.round as usize - 1).checked_rem(living.len())?;
            Some(living[k])
        });
        let course = &mut self.board.course;
        course.turn += 1;
        course.shooter = Some(seat);
        course.left = course.salvos[seat.index()];
        course.target = target.flatten();
        course.pending = None;
        // V10: an offer lapses when the next own turn of its maker begins.
        course.offer = course.offer.filter(|offer| offer.by != seat);
        for side in &mut self.board.sides {
            side.choices.changes = 0;
        }
        self.board.sides[seat.index()].choices.turns += 1;
    }

    fn next_turn(&mut self) {
        let order = self.order();
        let last = order.iter().position(|&seat| Some(seat) == self.board.course.shooter);
        let rest = &order[last.map_or(0, |last| last + 1)..];
        match rest.iter().find(|&&seat| self.side(seat).lives()) {
            Some(&seat) => self.begin_turn(seat),
            None if self.setup.options.rounds.map(u32::from) == Some(self.board.course.round) => {
                self.board.course.ended = Some(Reason::RoundsOver);
            }
            None => self.begin_round(),
        }
    }

    /// Applies the consequences of a shot, a withdrawal or an agreement.
    pub(super) fn apply_consequences(&mut self) {
        let living: Seats = self.all().filter(|&seat| self.side(seat).lives()).collect();
        let course = &mut self.board.course;
        if let Some(offer) = course.offer {
            if !living.contains(offer.by) {
                course.offer = None;
            } else if living.iter().all(|seat| offer.agreed.contains(seat)) {
                course.ended = Some(Reason::Agreed);
            }
        }
        if self.outcome().is_some() {
            return;
        }
        let Some(shooter) = self.board.course.shooter else { return };
        if self.board.course.left == 0 || !self.side(shooter).lives() {
            self.next_turn();
        } else if let Some(target) = self.board.course.target
            && !self.side(target).lives()
        {
            // V11: the rest of the salvo is fired at the next living player. Dice on the table were
            // for the other map, so they are discarded.
            let next = self.opponents(shooter, target).next();
            self.board.course.target = next;
            self.board.course.pending = None;
        }
    }

    /// Counts the result (V10): more ships afloat win, then more cells not hit; otherwise the game
    /// is a draw.
    pub(super) fn count(&self, living: &[Seat], reason: Reason) -> Outcome {
        let best = living.iter().map(|&seat| self.side(seat).strength()).max();
        let winners: Vec<Seat> = living
            .iter()
            .copied()
            .filter(|&seat| Some(self.side(seat).strength()) == best)
            .collect();
        match winners[..] {
            [winner] => Outcome::won_by(winner, reason),
            _ => Outcome::Draw { reason },
        }
    }

    /// Returns the seat whose shot or choice the game waits for.
    pub(super) fn seat_to_move(&self) -> Option<Seat> {
        if self.outcome().is_some() { None } else { self.board.course.shooter }
    }
}
