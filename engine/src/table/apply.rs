//! Checks and execution of commands, and the events that follow from them automatically.

use super::bot::SeatBot;
use super::command::{Command, CommandOf, Move, Wanted};
use super::event::{Entry, Fact, Revelation, Sealed, SeatSeed, Shared};
use super::refusal::{MAX_DEPARTURES, MAX_PLACEMENTS, Refusal, TableRefusal};
use super::seed::OwnSeed;
use super::state::{Status, Table};
use crate::chance::{DiceStream, placement_commitment};
use crate::ruleset::{Outcome, Reason, Ruleset};
use crate::seat::{Seat, Seats};

type Entries<R> = Vec<Entry<R>>;

impl<R: Ruleset> Table<R> {
    /// Checks a move, using only what its seat knows. Changes nothing.
    ///
    /// # Errors
    /// Returns a refusal if the move is not allowed.
    pub fn check(&self, seat: Seat, action: &Move<R::Action>) -> Result<(), Refusal<R>> {
        self.expect_seat(seat)?;
        match self.status() {
            Status::Playing => {}
            Status::Placing if matches!(action, Move::Leave) => {}
            Status::Placing if self.held() && matches!(action, Move::Own(_)) => {}
            Status::Finished | Status::Cancelled => return Err(TableRefusal::Over.into()),
            Status::Waiting | Status::Placing => {
                return Err(TableRefusal::NotBegun(R::BEGINS).into());
            }
        }
        if self.chair(seat).out.is_some() {
            return Err(TableRefusal::Out.into());
        }
        if !action.is_known::<R>() {
            return Err(TableRefusal::Unknown.into());
        }
        match (action, self.offer) {
            (Move::Leave, _) => {}
            (Move::Own(own), _) => self.rules.check(seat, own).map_err(Refusal::Rules)?,
            // A seat that has lost stays and may act for itself, but has nothing to give up, and
            // nothing waits for its consent.
            _ if !self.rules.in_play(seat) => return Err(TableRefusal::Lost.into()),
            (Move::Resign, _) => {}
            (Move::OfferDraw, None) if self.chair(seat).offered == Some(self.chair(seat).turns) => {
                return Err(TableRefusal::OfferedAlready.into());
            }
            (Move::OfferDraw, None) => {}
            (Move::OfferDraw, Some(_)) => return Err(TableRefusal::OfferStands.into()),
            (Move::AcceptDraw | Move::DeclineDraw, None) => {
                return Err(TableRefusal::NoOffer.into());
            }
            (Move::AcceptDraw | Move::DeclineDraw, Some(offer)) if offer.agreed.contains(seat) => {
                return Err(TableRefusal::OwnOffer.into());
            }
            (Move::AcceptDraw | Move::DeclineDraw, Some(_)) => {}
        }
        Ok(())
    }

    fn join(
        &mut self,
        entries: &mut Entries<R>,
        seat: Seat,
        bot: Option<SeatBot>,
    ) -> Result<(), Refusal<R>> {
        self.before_play()?;
        if self.chair(seat).taken {
            return Err(TableRefusal::SeatTaken.into());
        }
        // A player can always leave, so the limit applies to joining.
        if self.departures >= MAX_DEPARTURES {
            return Err(TableRefusal::TooManyDepartures.into());
        }
        self.log(entries, Shared::Joined { seat, bot });
        Ok(())
    }

    /// Carries out a command. Returns the entries that it adds to the log.
    ///
    /// # Errors
    /// Returns a refusal if the command is not allowed. The table is then unchanged.
    pub fn apply(&mut self, command: &CommandOf<R>) -> Result<Entries<R>, Refusal<R>> {
        if let Some(seat) = command.seat() {
            self.expect_seat(seat)?;
        }
        let mut entries = Vec::new();
        match command {
            Command::Join(seat) => self.join(&mut entries, *seat, None)?,
            Command::JoinBot(seat, bot) => self.join(&mut entries, *seat, Some(*bot))?,
            Command::Leave(seat) => {
                self.before_play()?;
                self.expect_taken(*seat)?;
                self.log(&mut entries, Shared::Left { seat: *seat });
            }
            Command::Place { seat, wanted, seed } => {
                let placed = self.placed(*seat, wanted, seed.as_ref())?;
                self.log(&mut entries, placed);
            }
            Command::Act(seat, action) => {
                self.check(*seat, action)?;
                self.act(&mut entries, *seat, action);
            }
            Command::Abort(seat) => {
                if self.status().is_over() {
                    return Err(TableRefusal::Over.into());
                }
                if self.chair(*seat).out.is_some() {
                    return Err(TableRefusal::Out.into());
                }
                // The remaining players have based their play on the withdrawal, so the game can no
                // longer be called off.
                if self.rules.has_moves() || self.chairs.iter().any(|chair| chair.out.is_some()) {
                    let moved =
                        if Self::ALONE { TableRefusal::MovedAlone } else { TableRefusal::Moved };
                    return Err(moved.into());
                }
                self.log(&mut entries, Shared::Cancelled { seat: Some(*seat) });
            }
            Command::Cancel => {
                if self.status().is_over() {
                    return Err(TableRefusal::Over.into());
                }
                self.log(&mut entries, Shared::Cancelled { seat: None });
            }
            Command::TimeOut(late) => match self.status() {
                Status::Waiting | Status::Placing => {
                    self.log(&mut entries, Shared::Cancelled { seat: None })
                }
                Status::Playing => {
                    let seats: Seats =
                        self.to_move().iter().filter(|&seat| late.contains(seat)).collect();
                    if seats.is_empty() {
                        return Err(TableRefusal::NotLate.into());
                    }
                    self.log(&mut entries, Shared::TimedOut { seats });
                }
                Status::Finished | Status::Cancelled => return Err(TableRefusal::Over.into()),
            },
        }
        self.follow(&mut entries);
        Ok(entries)
    }

    fn before_play(&self) -> Result<(), Refusal<R>> {
        match self.status() {
            Status::Waiting | Status::Placing => Ok(()),
            Status::Playing => Err(TableRefusal::Begun.into()),
            Status::Finished | Status::Cancelled => Err(TableRefusal::Over.into()),
        }
    }

    fn expect_taken(&self, seat: Seat) -> Result<(), Refusal<R>> {
        if self.chair(seat).taken { Ok(()) } else { Err(TableRefusal::SeatFree.into()) }
    }

    fn placed(
        &self,
        seat: Seat,
        wanted: &Wanted<R::Draft>,
        seed: Option<&OwnSeed>,
    ) -> Result<Shared<R::Draft>, Refusal<R>> {
        self.before_play()?;
        self.expect_taken(seat)?;
        let chair = self.chair(seat);
        if chair.revision - chair.inherited >= MAX_PLACEMENTS {
            return Err(TableRefusal::TooManyPlacements.into());
        }
        let revision = chair.revision + 1;
        let placement = match wanted {
            Wanted::Given(draft) => self.rules.read_placement(draft).map_err(Refusal::Rules)?,
            Wanted::Random => {
                let mut chance = self.placement_stream("placement", seat, revision);
                self.rules.random_placement(&mut chance)
            }
        };
        let draft = self.rules.draft(&placement);
        let mut chance = self.placement_stream("matrices", seat, revision);
        let placement = R::complete_placement(&draft, &mut chance);
        let random = matches!(wanted, Wanted::Random);
        Ok(Shared::Placed {
            seat,
            asked: (!random && draft != placement).then(|| Box::new(draft)),
            placement,
            random,
            seed: seed.cloned().or_else(|| chair.seed.clone()),
            again: chair.draft.is_some(),
        })
    }

    fn act(&mut self, entries: &mut Entries<R>, seat: Seat, action: &Move<R::Action>) {
        match action {
            Move::Resign => self.log(entries, Shared::Resigned { seat }),
            Move::OfferDraw => self.log(entries, Shared::DrawOffered { seat }),
            Move::AcceptDraw => self.log(entries, Shared::DrawAccepted { seat }),
            Move::DeclineDraw => self.log(entries, Shared::DrawDeclined { seat }),
            Move::Leave => self.log(entries, Shared::Cancelled { seat: Some(seat) }),
            Move::Own(own) => loop {
                let mut chance = self.battle();
                let events = self.rules.decide(seat, own, &mut chance);
                self.log_rules(entries, events, &chance);
                if !self.rules.continues(seat, own) {
                    break;
                }
            },
        }
    }

    /// Adds the events that follow automatically: the beginning or the end of play.
    fn follow(&mut self, entries: &mut Entries<R>) {
        let placed = self.chairs.iter().all(|chair| chair.draft.is_some());
        if !self.begun() && !self.cancelled && placed && !self.held() {
            let began = self.beginning();
            self.log(entries, began);
            let mut chance = self.battle();
            let events = self.rules.begin(&mut chance);
            self.log_rules(entries, events, &chance);
        }
        if self.begun() && !self.cancelled && self.outcome.is_none() {
            let active: Seats = self.active().collect();
            let agreed = self
                .offer
                .is_some_and(|offer| active.iter().all(|seat| offer.agreed.contains(seat)));
            let ended = self
                .rules
                .outcome()
                .or_else(|| agreed.then_some(Outcome::Draw { reason: Reason::Agreed }));
            if let Some(outcome) = ended {
                self.log(entries, Shared::Finished { outcome });
                let revealed = Shared::Revealed(self.revelation());
                self.log(entries, revealed);
            }
        }
    }

    /// Returns the stream of the dice at the next draw.
    pub(crate) fn battle(&self) -> DiceStream {
        self.battle.at(self.drawn)
    }

    fn beginning(&self) -> Shared<R::Draft> {
        let sealed = self.sealed();
        let seat_seeds = Seat::first(self.chairs.len() as u8)
            .zip(&self.chairs)
            .map(|(seat, chair)| SeatSeed {
                seat,
                drawn: chair.seed.is_none(),
                seed: match &chair.seed {
                    Some(seed) => seed.as_str().to_owned(),
                    None => self.seed.seat_seed(&self.id, seat),
                },
            })
            .collect();
        Shared::Began {
            seat_seeds,
            placement_commitments: sealed.into_iter().map(|sealed| sealed.commitment).collect(),
        }
    }

    /// Returns the stream from which a placement of a seat is drawn.
    fn placement_stream(&self, purpose: &str, seat: Seat, revision: u32) -> DiceStream {
        let stream = format!("{purpose}/{}/{revision}", seat.number());
        DiceStream::new(&self.seed, &self.id, Vec::new(), &stream, 0)
    }

    fn sealed(&self) -> Vec<Sealed<R::Draft>> {
        let mut sealed = Vec::with_capacity(self.chairs.len());
        for (seat, chair) in Seat::first(self.chairs.len() as u8).zip(&self.chairs) {
            if let Some(placement) = chair.draft.clone() {
                let salt = self.seed.salt(&self.id, seat);
                let commitment =
                    placement_commitment(&self.id, seat, &salt, &R::commitment_text(&placement));
                sealed.push(Sealed { seat, salt, placement, commitment });
            }
        }
        sealed
    }

    pub(crate) fn revelation(&self) -> Revelation<R::Draft> {
        Revelation { server_seed: self.seed.to_hex(), seats: self.sealed() }
    }

    fn log(&mut self, entries: &mut Entries<R>, shared: Shared<R::Draft>) {
        self.push(entries, Fact::Shared(shared), self.drawn);
    }

    fn log_rules(&mut self, entries: &mut Entries<R>, events: Vec<R::Event>, chance: &DiceStream) {
        for event in events {
            self.push(entries, Fact::Rules(event), chance.position());
        }
    }

    fn push(&mut self, entries: &mut Entries<R>, fact: Fact<R>, drawn: u64) {
        let entry = Entry { fact, drawn };
        self.evolve(&entry);
        entries.push(entry);
    }
}
