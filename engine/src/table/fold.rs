//! Folding of log entries into the table. Applies no rules, draws nothing, and cannot fail.

use super::event::Entry;
use super::event::{Fact, Shared};
use super::state::{Offer, Table, battle};
use crate::ruleset::{Ruleset, Withdrawal};
use crate::seat::{Audience, Seats};

impl<R: Ruleset> Table<R> {
    /// Folds an entry of the log into the table. Applies no rules, draws nothing, and cannot fail.
    pub fn evolve(&mut self, entry: &Entry<R>) {
        self.version += 1;
        match entry.audience() {
            Audience::All => self.public += 1,
            Audience::Only(seat) => self.own[seat.index()] += 1,
            Audience::Nobody => {}
        }
        self.drawn = entry.drawn;
        let before = if self.begun() { self.rules.to_move() } else { Seats::NONE };
        let turn = self.rules.turn();
        match &entry.fact {
            Fact::Shared(shared) => self.evolve_shared(shared),
            Fact::Rules(event) => self.rules.evolve(event),
        }
        // An offer lapses if the seat that made it leaves the game.
        if self.offer.is_some_and(|offer| !self.active().any(|seat| seat == offer.by)) {
            self.offer = None;
        }
        // A seat's own turn begins when the seat becomes a seat to move, or stays one in a later
        // turn.
        if self.begun() {
            let later = self.rules.turn() > turn;
            for seat in self.rules.to_move().iter() {
                if later || !before.contains(seat) {
                    self.chairs[seat.index()].turns += 1;
                }
            }
        }
    }

    fn evolve_shared(&mut self, shared: &Shared<R::Draft>) {
        match shared {
            Shared::Joined { seat, bot } => {
                let chair = &mut self.chairs[seat.index()];
                (chair.taken, chair.bot, chair.inherited) = (true, *bot, chair.revision);
            }
            Shared::Left { seat } => {
                let chair = &mut self.chairs[seat.index()];
                (chair.taken, chair.bot, chair.draft, chair.seed) = (false, None, None, None);
                self.rules.unplace(*seat);
                self.departures += 1;
            }
            Shared::Placed { seat, placement, seed, .. } => {
                let read = self.rules.read_placement(placement);
                let chair = &mut self.chairs[seat.index()];
                chair.draft = Some(placement.clone());
                chair.seed.clone_from(seed);
                chair.revision += 1;
                if let Ok(placement) = read {
                    self.rules.place(*seat, placement);
                }
            }
            Shared::Began { seat_seeds, placement_commitments } => {
                self.seat_seeds.clone_from(seat_seeds);
                self.battle = battle(&self.seed, &self.id, seat_seeds);
                self.commitments.clone_from(placement_commitments);
            }
            Shared::Resigned { seat } => self.withdraw(Seats::only(*seat), Withdrawal::Resigned),
            Shared::TimedOut { seats } => self.withdraw(*seats, Withdrawal::TimedOut),
            Shared::DrawOffered { seat } => {
                self.offer = Some(Offer { by: *seat, agreed: Seats::only(*seat) });
                let chair = &mut self.chairs[seat.index()];
                chair.offered = Some(chair.turns);
            }
            Shared::DrawAccepted { seat } => {
                if let Some(offer) = &mut self.offer {
                    offer.agreed = offer.agreed.with(*seat);
                }
            }
            Shared::DrawDeclined { .. } => self.offer = None,
            Shared::Cancelled { .. } => {
                self.cancelled = true;
                self.offer = None;
                self.rules.call_off();
            }
            Shared::Finished { outcome } => {
                self.outcome = Some(outcome.clone());
                self.offer = None;
            }
            Shared::Revealed(_) => {}
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        for seat in seats.iter() {
            self.chairs[seat.index()].out = Some(why);
        }
        self.rules.withdraw(seats, why);
    }
}
