//! Entries of a game's log, and the part of each entry that a viewer may see.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::bot::SeatBot;
use super::seed::OwnSeed;
use crate::ruleset::{Outcome, Ruleset};
use crate::seat::{Audience, Seat, Seats, Viewer};

/// Entry of a game's log. Sealed: it can hold information that not every seat may have.
#[derive(Clone)]
pub struct Entry<R: Ruleset> {
    pub(super) fact: Fact<R>,
    /// Number of draws from the stream `battle` up to and including this entry.
    pub(super) drawn: u64,
}

impl<R: Ruleset> fmt::Debug for Entry<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entry(sealed)")
    }
}

#[derive(Clone)]
pub(super) enum Fact<R: Ruleset> {
    Shared(Shared<R::Draft>),
    Rules(R::Event),
}

/// Event that all games share, in its stored form.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Shared<D> {
    Joined {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<SeatBot>,
    },
    Left {
        seat: Seat,
    },
    Placed {
        seat: Seat,
        placement: D,
        /// Placement that was sent, if the server has filled in parts of it.
        #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
        asked: Option<Box<D>>,
        random: bool,
        seed: Option<OwnSeed>,
        again: bool,
    },
    Began {
        seat_seeds: Vec<SeatSeed>,
        placement_commitments: Vec<String>,
    },
    Resigned {
        seat: Seat,
    },
    TimedOut {
        seats: Seats,
    },
    DrawOffered {
        seat: Seat,
    },
    DrawAccepted {
        seat: Seat,
    },
    DrawDeclined {
        seat: Seat,
    },
    Cancelled {
        seat: Option<Seat>,
    },
    Finished {
        outcome: Outcome,
    },
    Revealed(Revelation<D>),
}

fn nothing<D>() -> Option<Box<D>> {
    None
}

/// Seed that a seat contributes to the randomness of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatSeed {
    /// Seat of the seed.
    pub seat: Seat,
    /// Seed: 1–128 printable ASCII characters.
    #[schema(example = "blue herring 42")]
    pub seed: String,
    /// True if the server drew the seed because the seat sent none. A drawn seed proves nothing to
    /// that seat.
    pub drawn: bool,
}

/// Secrets that are revealed at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Revelation<D> {
    /// Seed of the server, 64 hexadecimal digits.
    pub server_seed: String,
    /// Placements of the seats, with the salts of their commitments.
    pub seats: Vec<Sealed<D>>,
}

/// Placement of a seat, with the salt that opens its commitment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sealed<D> {
    /// Seat that placed.
    pub seat: Seat,
    /// Salt of the commitment, 64 hexadecimal digits.
    pub salt: String,
    /// Placement when play began.
    pub placement: D,
    /// Commitment published when play began.
    pub commitment: String,
}

/// Placement of a seat with the salt that opens its commitment, as an event `revealed` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RevealedSeat<D> {
    /// Seat that placed.
    pub seat: Seat,
    /// Salt of the commitment, 64 hexadecimal digits.
    pub salt: String,
    /// Placement when play began.
    #[serde(flatten)]
    pub placement: D,
    /// Commitment published when play began.
    pub commitment: String,
}

/// Entry of the log as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Glimpse<G, D> {
    /// Event that all games share.
    Shared(SharedGlimpse<D>),
    /// Event of the ruleset.
    Rules(G),
}

/// Event that all games share, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SharedGlimpse<D> {
    /// A player took a seat.
    Joined {
        /// Seat taken.
        seat: Seat,
        /// Bot that took the seat; left out for a player.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = SeatBot, required = false)]
        bot: Option<SeatBot>,
    },
    /// A player left their seat before play began. The placement of the seat is removed.
    Left {
        /// Seat left.
        seat: Seat,
    },
    /// A seat submitted its first placement. Replacing it is not announced.
    Placed {
        /// Seat that placed.
        seat: Seat,
    },
    /// All seats have placed, and play begins.
    Began {
        /// Seeds of the seats. They no longer change.
        seat_seeds: Vec<SeatSeed>,
        /// Commitments to the placements of the seats, in the order of the seats.
        placement_commitments: Vec<String>,
    },
    /// A seat resigned.
    Resigned {
        /// Seat that resigned.
        seat: Seat,
    },
    /// Seats missed their deadline.
    TimedOut {
        /// Seats that missed it.
        seats: Seats,
    },
    /// A seat offered a draw.
    DrawOffered {
        /// Seat that offered it.
        seat: Seat,
    },
    /// A seat accepted the draw offer.
    DrawAccepted {
        /// Seat that accepted it.
        seat: Seat,
    },
    /// A seat declined the draw offer.
    DrawDeclined {
        /// Seat that declined it.
        seat: Seat,
    },
    /// The game was called off: before the first move, by the player of a one-player game, or by
    /// the operator. Its secrets are not revealed.
    Cancelled {
        /// Seat that called the game off; null if a deadline was missed, a seat was not taken in
        /// time, or the operator cancelled the game.
        seat: Option<Seat>,
    },
    /// The game is over.
    Finished {
        /// Outcome of the game.
        outcome: Outcome,
    },
    /// The secrets of the game are now public.
    Revealed {
        /// Seed of the server, 64 hexadecimal digits.
        server_seed: String,
        /// Placements of the seats, in the order of the seats.
        seats: Vec<RevealedSeat<D>>,
    },
}

impl<D> SharedGlimpse<D> {
    /// Converts the placements to another type.
    pub(crate) fn map<T>(self, mut to: impl FnMut(D) -> T) -> SharedGlimpse<T> {
        match self {
            Self::Joined { seat, bot } => SharedGlimpse::Joined { seat, bot },
            Self::Left { seat } => SharedGlimpse::Left { seat },
            Self::Placed { seat } => SharedGlimpse::Placed { seat },
            Self::Began { seat_seeds, placement_commitments } => {
                SharedGlimpse::Began { seat_seeds, placement_commitments }
            }
            Self::Resigned { seat } => SharedGlimpse::Resigned { seat },
            Self::TimedOut { seats } => SharedGlimpse::TimedOut { seats },
            Self::DrawOffered { seat } => SharedGlimpse::DrawOffered { seat },
            Self::DrawAccepted { seat } => SharedGlimpse::DrawAccepted { seat },
            Self::DrawDeclined { seat } => SharedGlimpse::DrawDeclined { seat },
            Self::Cancelled { seat } => SharedGlimpse::Cancelled { seat },
            Self::Finished { outcome } => SharedGlimpse::Finished { outcome },
            Self::Revealed { server_seed, seats } => {
                let mut each = |RevealedSeat { seat, salt, placement, commitment }| RevealedSeat {
                    seat,
                    salt,
                    placement: to(placement),
                    commitment,
                };
                SharedGlimpse::Revealed {
                    server_seed,
                    seats: seats.into_iter().map(&mut each).collect(),
                }
            }
        }
    }
}

impl<R: Ruleset> Entry<R> {
    /// Returns the viewers that may know that the entry exists.
    pub fn audience(&self) -> Audience {
        match &self.fact {
            // Not even for its player: the seat may have another one before play begins.
            Fact::Shared(Shared::Placed { again: true, .. }) => Audience::Nobody,
            Fact::Shared(_) => Audience::All,
            Fact::Rules(event) => R::audience(event),
        }
    }

    /// Returns the entry as this viewer may see it; `None` if the viewer must not know of it.
    pub fn glimpse(&self, viewer: Viewer) -> Option<Glimpse<R::Glimpse, R::Draft>> {
        self.audience().includes(viewer).then(|| match &self.fact {
            Fact::Rules(event) => Glimpse::Rules(R::glimpse(event, viewer)),
            Fact::Shared(shared) => Glimpse::Shared(shared.glimpse()),
        })
    }

    /// Returns the seat whose command the entry records; `None` if it followed from another entry,
    /// or is not of one seat.
    pub fn by(&self) -> Option<Seat> {
        match &self.fact {
            Fact::Rules(event) => R::command_of(event).map(|(seat, _)| seat),
            Fact::Shared(shared) => match shared {
                Shared::Joined { seat, .. }
                | Shared::Left { seat }
                | Shared::Placed { seat, .. }
                | Shared::Resigned { seat }
                | Shared::DrawOffered { seat }
                | Shared::DrawAccepted { seat }
                | Shared::DrawDeclined { seat } => Some(*seat),
                Shared::Cancelled { seat } => *seat,
                Shared::Began { .. }
                | Shared::TimedOut { .. }
                | Shared::Finished { .. }
                | Shared::Revealed(_) => None,
            },
        }
    }

    /// Returns the type of the event, as it is stored and shown.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.fact {
            Fact::Rules(event) => R::store_event(event).0,
            Fact::Shared(shared) => shared.kind(),
        }
    }
}

impl<D: Clone> Shared<D> {
    fn glimpse(&self) -> SharedGlimpse<D> {
        match self {
            &Self::Joined { seat, bot } => SharedGlimpse::Joined { seat, bot },
            &Self::Left { seat } => SharedGlimpse::Left { seat },
            &Self::Placed { seat, .. } => SharedGlimpse::Placed { seat },
            Self::Began { seat_seeds, placement_commitments } => SharedGlimpse::Began {
                seat_seeds: seat_seeds.clone(),
                placement_commitments: placement_commitments.clone(),
            },
            &Self::Resigned { seat } => SharedGlimpse::Resigned { seat },
            &Self::TimedOut { seats } => SharedGlimpse::TimedOut { seats },
            &Self::DrawOffered { seat } => SharedGlimpse::DrawOffered { seat },
            &Self::DrawAccepted { seat } => SharedGlimpse::DrawAccepted { seat },
            &Self::DrawDeclined { seat } => SharedGlimpse::DrawDeclined { seat },
            &Self::Cancelled { seat } => SharedGlimpse::Cancelled { seat },
            Self::Finished { outcome } => SharedGlimpse::Finished { outcome: outcome.clone() },
            Self::Revealed(Revelation { server_seed, seats }) => {
                let seats = seats.iter().map(|sealed| RevealedSeat {
                    seat: sealed.seat,
                    salt: sealed.salt.clone(),
                    placement: sealed.placement.clone(),
                    commitment: sealed.commitment.clone(),
                });
                SharedGlimpse::Revealed { server_seed: server_seed.clone(), seats: seats.collect() }
            }
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Joined { .. } => "joined",
            Self::Left { .. } => "left",
            Self::Placed { .. } => "placed",
            Self::Began { .. } => "began",
            Self::Resigned { .. } => "resigned",
            Self::TimedOut { .. } => "timed_out",
            Self::DrawOffered { .. } => "draw_offered",
            Self::DrawAccepted { .. } => "draw_accepted",
            Self::DrawDeclined { .. } => "draw_declined",
            Self::Cancelled { .. } => "cancelled",
            Self::Finished { .. } => "finished",
            Self::Revealed(_) => "revealed",
        }
    }
}
