//! Rounds and turns, whom they are against, and how the game ends (V4, V10, V11).

use super::state::State;
use crate::ruleset::{Outcome, Reason, Seat, Seats, Withdrawal};

impl State {
    /// The first turn of the first round (V3).
    pub(super) fn begin(&mut self, first: Seat) {
        self.board.course.first = Some(first);
        self.begin_round();
    }

    /// The seats in the order of their turns.
    fn order(&self) -> Vec<Seat> {
        self.from(self.board.course.first.map_or(0, Seat::index))
    }

    /// All seats in order, beginning at one of them.
    fn from(&self, index: usize) -> Vec<Seat> {
        let seats: Vec<Seat> = self.all().collect();
        seats.iter().cycle().skip(index).take(seats.len()).copied().collect()
    }

    /// The living opponents of a seat, in the order of the seats, beginning behind another.
    fn opponents(&self, shooter: Seat, behind: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.from(behind.index() + 1);
        seats.into_iter().filter(move |&seat| seat != shooter && self.side(seat).lives())
    }

    fn begin_round(&mut self) {
        self.board.course.round += 1;
        // V4: what sinks in a round still has its shot in it.
        let shots = |seat| if self.side(seat).lives() { self.side(seat).ships_afloat() } else { 0 };
        self.board.course.salvos = self.all().map(shots).collect();
        if let Some(seat) = self.order().into_iter().find(|&seat| self.side(seat).lives()) {
            self.begin_turn(seat);
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        let target = self.robin().then(|| {
            // V11: the k-th living player behind the shooter. There is one: with a single seat living the game is over.
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
        // V10: what was offered in the last own turn was offered for the battle as it stood then.
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

    /// What follows from a shot, from somebody's leaving, or from an agreement.
    pub(super) fn settle(&mut self) {
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
            // V11: the rest of the salvo goes to the next living player. Dice that lie there were for the other's map.
            let next = self.opponents(shooter, target).next();
            self.board.course.target = next;
            self.board.course.pending = None;
        }
    }

    pub(super) fn leave(&mut self, seats: Seats, why: Withdrawal) {
        for seat in seats.iter() {
            self.board.sides[seat.index()].choices.gone = true;
        }
        self.board.course.fell = why.reason();
        self.settle();
    }

    /// Called off, the game waits for nobody, and there is no end left to agree on.
    pub(super) fn call_off(&mut self) {
        (self.board.course.shooter, self.board.course.offer) = (None, None);
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.board.course.first?;
        let living: Vec<Seat> = self.all().filter(|&seat| self.side(seat).lives()).collect();
        let reason = self.board.course.fell;
        match living[..] {
            [] => Some(Outcome::AllLose { reason }),
            [last] => Some(Outcome::Win { winners: Seats::only(last), reason }),
            _ => self.board.course.ended.map(|reason| self.count(&living, reason)),
        }
    }

    /// V10: more ships afloat, then more cells unhit; if that decides nothing, a draw.
    fn count(&self, living: &[Seat], reason: Reason) -> Outcome {
        let worth = |seat: Seat| (self.side(seat).ships_afloat(), self.side(seat).afloat.len());
        let best = living.iter().map(|&seat| worth(seat)).max();
        let winners: Vec<Seat> = living.iter().copied().filter(|&seat| Some(worth(seat)) == best).collect();
        match winners[..] {
            [winner] => Outcome::Win { winners: Seats::only(winner), reason },
            _ => Outcome::Draw { reason },
        }
    }

    /// Whose shot or choice the game waits for.
    pub(super) fn to_move(&self) -> Option<Seat> {
        if self.outcome().is_some() { None } else { self.board.course.shooter }
    }
}
