//! The table: what all games share. Who sits where, what is placed, when play begins, who gives up, what is agreed,
//! and how the luck and the secrets are sealed and revealed.
//!
//! A table changes by [commands](Command) alone. [`Table::apply`] judges one, and answers with the entries that it
//! adds to the game's log; folding the same entries with [`Table::evolve`] gives the same table again.

mod apply;
mod command;
mod event;
mod fold;
mod legal;
mod refusal;
mod stored;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use command::{Command, CommandOf, Move, OwnSeed, Wanted};
pub use event::{Entry, Glimpse, Revelation, SeatSeed, SharedGlimpse};
pub use legal::{Choice, LegalMoves, SharedChoice};
pub use refusal::{Refusal, TableRefusal};
pub(crate) use stored::StoredEntry;

use crate::chance::{Chance, Seed};
use crate::ruleset::{Outcome, Ruleset, Seat, Seats, Viewer, Withdrawal};

/// How often a seat may place before play begins. Placing anew is hidden, so without a limit a log could grow without
/// end.
pub const MOST_PLACEMENTS: u32 = 100;
/// How many departures from a game that has not begun are followed by others who sit down.
pub const MOST_DEPARTURES: u32 = 100;

/// Where a game is in its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Status {
    /// A seat is free.
    Waiting,
    /// Every seat is taken, and not everybody has placed.
    Placing,
    /// The game is on.
    Playing,
    /// The game has ended, with an outcome.
    Finished,
    /// The game was called off before the first move, though play may have begun, or left by the player who played it
    /// alone; it has no outcome.
    Cancelled,
}

impl Status {
    /// The word for it, as it is written everywhere.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Placing => "placing",
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing more can happen.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled)
    }
}

/// Whether a seat is still in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SeatState {
    /// In the game.
    Active,
    /// Resigned.
    Resigned,
    /// Missed a deadline.
    TimedOut,
}

/// What everybody may know of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// Whether somebody sits there.
    pub taken: bool,
    /// Whether it has placed.
    pub placed: bool,
    /// Whether it is still in the game.
    pub state: SeatState,
}

/// What proves the server honest, as far as it is public now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fairness {
    /// SHA-256 of the server's seed, bound to the game's id; published before anything is drawn.
    pub seed_commitment: String,
    /// The seats' seeds; empty before play begins.
    pub seat_seeds: Vec<SeatSeed>,
    /// The commitments to what the seats have placed, in the order of the seats; empty before play begins.
    pub placement_commitments: Vec<String>,
    /// The server's seed; null until the game is finished. A game called off never shows it.
    pub server_seed: Option<String>,
}

/// A draw that is offered.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Offer {
    by: Seat,
    /// Who agrees, the offering seat included.
    agreed: Seats,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chair<D> {
    taken: bool,
    draft: Option<D>,
    seed: Option<OwnSeed>,
    /// How often this seat has been placed, whoever sat there.
    revision: u32,
    /// How often it had been when whoever sits there now sat down, who must not learn it.
    inherited: u32,
    out: Option<Withdrawal>,
    /// The own turn in which it last offered a draw.
    offered: Option<u32>,
    /// How many turns of its own have begun.
    turns: u32,
}

/// A game of a ruleset, with everything that all games share. Sealed: it holds every secret of the game.
#[derive(Clone)]
pub struct Table<R: Ruleset> {
    id: String,
    seed: Seed,
    options: R::Options,
    rules: R::State,
    chairs: Vec<Chair<R::Draft>>,
    seat_seeds: Vec<SeatSeed>,
    commitments: Vec<String>,
    offer: Option<Offer>,
    outcome: Option<Outcome>,
    cancelled: bool,
    departures: u32,
    /// The stream `battle`, from its beginning.
    battle: Chance,
    /// The number of draws from it.
    drawn: u64,
    /// The number of entries in the log.
    version: u64,
    /// How many of them everybody can see.
    public: u64,
    /// How many each seat alone can see.
    own: Vec<u64>,
}

impl<R: Ruleset> fmt::Debug for Table<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({}, {}, sealed)", R::ID, self.id)
    }
}

/// The stream of public rolls.
fn battle(seed: &Seed, game: &str, seat_seeds: &[SeatSeed]) -> Chance {
    Chance::new(seed, game, seat_seeds.iter().map(|seat| seat.seed.clone()).collect(), "battle", 0)
}

impl<R: Ruleset> Table<R> {
    /// Whether games of the ruleset are for one: whoever plays alone has nobody to resign to and nobody to agree with,
    /// and may leave instead.
    pub const ALONE: bool = R::SEATS.1 == 1;

    /// An empty table.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn open(id: &str, seed: Seed, options: R::Options) -> Result<Self, R::Refusal> {
        R::check_options(&options)?;
        let options = R::settle(options, &mut Chance::new(&seed, id, Vec::new(), "options", 0));
        let seats = usize::from(R::seats(&options));
        let chair = || Chair {
            taken: false,
            draft: None,
            seed: None,
            revision: 0,
            inherited: 0,
            out: None,
            offered: None,
            turns: 0,
        };
        Ok(Self {
            id: id.to_owned(),
            battle: battle(&seed, id, &[]),
            seed,
            rules: R::open(&options),
            options,
            chairs: std::iter::repeat_with(chair).take(seats).collect(),
            seat_seeds: Vec::new(),
            commitments: Vec::new(),
            offer: None,
            outcome: None,
            cancelled: false,
            departures: 0,
            drawn: 0,
            version: 0,
            public: 0,
            own: vec![0; seats],
        })
    }

    /// The same table before anybody has sat down.
    ///
    /// # Errors
    /// What is wrong with its settings, which an older version may have allowed.
    pub fn emptied(&self) -> Result<Self, R::Refusal> {
        Self::open(&self.id, self.seed.clone(), self.options.clone())
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The settings of the game.
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// Where the game is in its course.
    pub fn status(&self) -> Status {
        match () {
            () if self.cancelled => Status::Cancelled,
            () if self.outcome.is_some() => Status::Finished,
            () if self.begun() => Status::Playing,
            () if self.chairs.iter().all(|chair| chair.taken) => Status::Placing,
            () => Status::Waiting,
        }
    }

    fn begun(&self) -> bool {
        !self.commitments.is_empty()
    }

    /// Whether everybody has placed and play still waits for what its seats do.
    fn held(&self) -> bool {
        !self.begun() && self.chairs.iter().all(|chair| chair.draft.is_some()) && !R::ready(&self.rules)
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The number of entries in the log, hidden ones included: a number for the store, which no viewer may meet.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many entries of the log this viewer can see.
    pub fn visible(&self, viewer: Viewer) -> u64 {
        self.public + self.seated(viewer).seat().map_or(0, |seat| self.own[seat.index()])
    }

    /// What everybody may know of the seats.
    pub fn seats(&self) -> impl Iterator<Item = SeatView> + '_ {
        Seat::first(self.chairs.len() as u8).zip(&self.chairs).map(|(seat, chair)| SeatView {
            seat,
            taken: chair.taken,
            placed: chair.draft.is_some(),
            state: match chair.out {
                None => SeatState::Active,
                Some(Withdrawal::Resigned) => SeatState::Resigned,
                Some(Withdrawal::TimedOut) => SeatState::TimedOut,
            },
        })
    }

    /// The seats that are to move: to place before play, to play after. Moves by what everybody can see alone.
    pub fn to_move(&self) -> Seats {
        match self.status() {
            Status::Playing => R::awaiting(&self.rules),
            Status::Placing if self.held() => R::awaiting(&self.rules),
            Status::Placing => self.seats().filter(|seat| !seat.placed).map(|seat| seat.seat).collect(),
            _ => Seats::NONE,
        }
    }

    /// A count that grows whenever somebody's time begins to run, and by nothing that is hidden.
    pub fn turn(&self) -> u32 {
        match self.status() {
            Status::Waiting => 0,
            Status::Placing => 1 + self.departures,
            _ => 1 + self.departures + R::turn(&self.rules),
        }
    }

    /// The seat whose draw offer stands.
    pub fn draw_offer(&self) -> Option<Seat> {
        self.offer.map(|offer| offer.by)
    }

    /// What proves the server honest, as far as it is public now.
    pub fn fairness(&self) -> Fairness {
        Fairness {
            seed_commitment: self.seed.commitment(&self.id),
            seat_seeds: self.seat_seeds.clone(),
            placement_commitments: self.commitments.clone(),
            server_seed: self.outcome.is_some().then(|| self.seed.to_hex()),
        }
    }

    /// What this viewer may know of the game itself.
    pub fn view(&self, viewer: Viewer) -> R::View {
        R::view(&self.rules, self.seated(viewer), self.outcome.is_some())
    }

    /// The state of the game itself, for what a ruleset alone can make of it.
    pub(crate) fn state(&self) -> &R::State {
        &self.rules
    }

    /// The viewer; whoever claims a seat that this game does not have knows what is public.
    pub(crate) fn seated(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.index() < self.chairs.len() => viewer,
            _ => Viewer::Public,
        }
    }

    fn expect_seat(&self, seat: Seat) -> Result<(), Refusal<R>> {
        let seats = self.chairs.len();
        if seat.index() < seats { Ok(()) } else { Err(TableRefusal::NoSuchSeat(seats as u8).into()) }
    }

    fn chair(&self, seat: Seat) -> &Chair<R::Draft> {
        &self.chairs[seat.index()]
    }

    /// The seats that have a say: neither gone nor beaten.
    fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        let active = |seat: &SeatView| seat.state == SeatState::Active && R::in_play(&self.rules, seat.seat);
        self.seats().filter(active).map(|seat| seat.seat)
    }
}
