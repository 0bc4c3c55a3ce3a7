//! What is written in a game's log, and what a viewer may know of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::OwnSeed;
use crate::ruleset::{Audience, Outcome, Ruleset, Seat, Seats, Viewer};

/// One entry of a game's log. Sealed: it can hold what not every seat may know.
#[derive(Clone)]
pub struct Entry<R: Ruleset> {
    pub(super) fact: Fact<R>,
    /// The number of draws from the stream `battle` up to and including this entry.
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

/// What happens in every game, in its stored form.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Shared<D> {
    Joined {
        seat: Seat,
    },
    Left {
        seat: Seat,
    },
    Placed {
        seat: Seat,
        placement: D,
        /// What was sent, where the server has filled in something.
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

/// A seat's contribution to the luck of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatSeed {
    /// Whose.
    pub seat: Seat,
    /// The seed: 1–128 printable ASCII characters.
    #[cfg_attr(feature = "openapi", schema(example = "blue herring 42"))]
    pub seed: String,
    /// Whether the server drew it because the seat sent none. A drawn seed proves nothing to that seat.
    pub drawn: bool,
}

/// What is revealed when a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Revelation<D> {
    /// The server's seed, 64 hexadecimal digits.
    pub server_seed: String,
    /// What the seats had placed.
    pub seats: Vec<Sealed<D>>,
}

/// What a seat had placed, with the salt that opens its commitment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sealed<D> {
    /// Whose.
    pub seat: Seat,
    /// The salt, 64 hexadecimal digits.
    pub salt: String,
    /// What it had placed when play began.
    pub placement: D,
    /// The commitment published when play began.
    pub commitment: String,
}

/// An entry of the log as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Glimpse<G, D> {
    /// Of what all games share.
    Shared(SharedGlimpse<D>),
    /// Of what the ruleset adds.
    Rules(G),
}

/// What a viewer may know of what happens in every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SharedGlimpse<D> {
    /// Somebody sat down.
    Joined {
        /// Where.
        seat: Seat,
    },
    /// Somebody left before play began; what the seat had placed is gone.
    Left {
        /// Which seat.
        seat: Seat,
    },
    /// A seat has placed. Placing anew is not announced.
    Placed {
        /// Which seat.
        seat: Seat,
    },
    /// Everybody has placed, and play begins.
    Began {
        /// The seats' seeds, fixed from here on.
        seat_seeds: Vec<SeatSeed>,
        /// The commitments to what the seats have placed, in the order of the seats.
        placement_commitments: Vec<String>,
    },
    /// A seat resigned.
    Resigned {
        /// Which seat.
        seat: Seat,
    },
    /// Seats missed the deadline.
    TimedOut {
        /// Which seats.
        seats: Seats,
    },
    /// A seat offered a draw.
    DrawOffered {
        /// Which seat.
        seat: Seat,
    },
    /// A seat agreed to the draw offered.
    DrawAccepted {
        /// Which seat.
        seat: Seat,
    },
    /// A seat turned the draw offered down.
    DrawDeclined {
        /// Which seat.
        seat: Seat,
    },
    /// The game was called off before the first move, by the player who played it alone, or by the operator; nothing of it is
    /// revealed.
    Cancelled {
        /// By whom; null where a deadline was missed, nobody came in time, or the operator did it.
        seat: Option<Seat>,
    },
    /// The game is over.
    Finished {
        /// How it ended.
        outcome: Outcome,
    },
    /// What was secret.
    Revealed(Revelation<D>),
}

impl<D> SharedGlimpse<D> {
    /// The same with placements of another type.
    pub(crate) fn map<T>(self, mut to: impl FnMut(D) -> T) -> SharedGlimpse<T> {
        match self {
            Self::Joined { seat } => SharedGlimpse::Joined { seat },
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
            Self::Revealed(Revelation { server_seed, seats }) => {
                let mut each = |Sealed { seat, salt, placement, commitment }| Sealed {
                    seat,
                    salt,
                    placement: to(placement),
                    commitment,
                };
                SharedGlimpse::Revealed(Revelation {
                    server_seed,
                    seats: seats.into_iter().map(&mut each).collect(),
                })
            }
        }
    }
}

impl<R: Ruleset> Entry<R> {
    /// Who may see that it happened.
    pub fn audience(&self) -> Audience {
        match &self.fact {
            Fact::Shared(Shared::Placed { again: true, .. }) => Audience::Nobody,
            Fact::Shared(_) => Audience::All,
            Fact::Rules(event) => R::audience(event),
        }
    }

    /// The entry as this viewer may see it; `None` if it may not see it at all.
    pub fn glimpse(&self, viewer: Viewer) -> Option<Glimpse<R::Glimpse, R::Draft>> {
        self.audience().includes(viewer).then(|| match &self.fact {
            Fact::Rules(event) => Glimpse::Rules(R::glimpse(event, viewer)),
            Fact::Shared(shared) => Glimpse::Shared(shared.glimpse()),
        })
    }

    /// What kind of event it is, as it is stored and shown.
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
            &Self::Joined { seat } => SharedGlimpse::Joined { seat },
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
            Self::Revealed(revelation) => SharedGlimpse::Revealed(revelation.clone()),
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
