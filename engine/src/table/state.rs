//! State of a table, with what is public of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::bot::SeatBot;
use super::command::Move;
use super::event::SeatSeed;
use super::refusal::{Refusal, TableRefusal};
use super::seed::OwnSeed;
use crate::chance::{DiceStream, Seed};
use crate::ruleset::{Outcome, Ruleset, Withdrawal};
use crate::seat::{Seat, Seats, Viewer};

/// Status of a game.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = GameStatus)]
pub enum Status {
    /// At least one seat is free.
    Waiting,
    /// All seats are taken, and not all of them have placed.
    Placing,
    /// Play has begun and is not over.
    Playing,
    /// The game has ended with an outcome.
    Finished,
    /// The game has no outcome. It was called off before the first move, the player of a one-player
    /// game left it, or the operator cancelled it.
    Cancelled,
}

impl Status {
    /// Returns the name of the status, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns true if nothing more can happen in the game.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled)
    }
}

/// State of a seat in the game.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// The seat is in the game.
    Active,
    /// The player resigned.
    Resigned,
    /// The player missed a deadline.
    TimedOut,
}

/// Public state of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Seat.
    pub seat: Seat,
    /// True if a player has the seat.
    pub taken: bool,
    /// Bot in the seat, if it has one.
    pub bot: Option<SeatBot>,
    /// True if the seat has placed.
    pub placed: bool,
    /// State of the seat in the game.
    pub state: SeatState,
}

/// Fairness data that is public now. It allows players to verify that the server was honest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Fairness {
    /// SHA-256 of the server's seed, bound to the game's id. It is published before anything is
    /// drawn.
    pub seed_commitment: String,
    /// Seeds of the seats; empty before play begins.
    pub seat_seeds: Vec<SeatSeed>,
    /// Commitments to the placements of the seats, in the order of the seats; empty before play
    /// begins.
    pub placement_commitments: Vec<String>,
    /// Seed of the server, 64 hexadecimal digits; left out until the game is finished. A cancelled
    /// game never shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub server_seed: Option<String>,
}

/// Open draw offer. It does not lapse with the next move: then it would also lapse when a seat
/// writes a salvo, and others could tell a first writing from a rewriting.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Offer {
    pub(super) by: Seat,
    /// Seats that agree, including the seat that made the offer.
    pub(super) agreed: Seats,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatData<D> {
    pub(super) taken: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<SeatBot>,
    pub(super) draft: Option<D>,
    pub(super) seed: Option<OwnSeed>,
    /// Number of placements of this seat, by all its players.
    pub(super) revision: u32,
    /// Value of `revision` when the current player took the seat. The player must not learn it.
    pub(super) inherited: u32,
    pub(super) out: Option<Withdrawal>,
    /// Number of the own turn in which the seat last offered a draw.
    pub(super) offered: Option<u32>,
    /// Number of own turns that have begun.
    pub(super) turns: u32,
}

impl<D> SeatData<D> {
    fn free() -> Self {
        Self {
            taken: false,
            bot: None,
            draft: None,
            seed: None,
            revision: 0,
            inherited: 0,
            out: None,
            offered: None,
            turns: 0,
        }
    }
}

/// Game of a ruleset, with everything that all games share. Sealed: it holds every secret of the
/// game.
#[derive(Clone)]
pub struct Table<R: Ruleset> {
    pub(super) id: String,
    pub(super) seed: Seed,
    pub(super) options: R::Options,
    pub(super) rules: R,
    pub(super) chairs: Vec<SeatData<R::Draft>>,
    pub(super) seat_seeds: Vec<SeatSeed>,
    pub(super) commitments: Vec<String>,
    pub(super) offer: Option<Offer>,
    pub(super) outcome: Option<Outcome>,
    pub(super) cancelled: bool,
    pub(super) departures: u32,
    /// Stream `battle`, at its first draw.
    pub(super) battle: DiceStream,
    /// Number of draws from the stream `battle`.
    pub(super) drawn: u64,
    /// Number of entries in the log.
    pub(super) version: u64,
    /// Number of entries that everyone can see.
    pub(super) public: u64,
    /// Number of entries that only one seat can see, for each seat.
    pub(super) own: Vec<u64>,
}

impl<R: Ruleset> fmt::Debug for Table<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({}, {}, sealed)", R::ID, self.id)
    }
}

/// Creates the stream of public rolls.
pub(super) fn battle(seed: &Seed, game: &str, seat_seeds: &[SeatSeed]) -> DiceStream {
    DiceStream::new(
        seed,
        game,
        seat_seeds.iter().map(|seat| seat.seed.clone()).collect(),
        "battle",
        0,
    )
}

impl<R: Ruleset> Table<R> {
    /// True if games of the ruleset have one player. The player has no opponent to resign to or to
    /// agree with, and may leave instead.
    pub const ALONE: bool = R::SEATS.1 == 1;

    /// Creates an empty table.
    ///
    /// # Errors
    /// Returns a refusal if the settings are invalid.
    pub fn open(id: &str, seed: Seed, options: R::Options) -> Result<Self, R::Refusal> {
        R::check_options(&options)?;
        let options =
            R::resolve_options(options, &mut DiceStream::new(&seed, id, Vec::new(), "options", 0));
        let seats = usize::from(R::seats(&options));
        Ok(Self {
            id: id.to_owned(),
            battle: battle(&seed, id, &[]),
            seed,
            rules: R::open(&options),
            options,
            chairs: vec![SeatData::free(); seats],
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

    /// Returns the same table without players and entries.
    ///
    /// # Errors
    /// Returns a refusal if the settings are invalid. An older version may have allowed them.
    pub fn emptied(&self) -> Result<Self, R::Refusal> {
        Self::open(&self.id, self.seed.clone(), self.options.clone())
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the settings of the game.
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// Returns the status of the game.
    pub fn status(&self) -> Status {
        match () {
            () if self.cancelled => Status::Cancelled,
            () if self.outcome.is_some() => Status::Finished,
            () if self.begun() => Status::Playing,
            () if self.chairs.iter().all(|chair| chair.taken) => Status::Placing,
            () => Status::Waiting,
        }
    }

    pub(super) fn begun(&self) -> bool {
        !self.commitments.is_empty()
    }

    /// Returns true if all seats have placed and play still waits for actions of the seats.
    pub(super) fn held(&self) -> bool {
        !self.begun()
            && self.chairs.iter().all(|chair| chair.draft.is_some())
            && !self.rules.can_begin()
    }

    /// Returns the outcome of the game, if it is finished.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the number of entries in the log, including hidden ones. It is meant for the store
    /// and must not be shown to viewers.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the number of log entries that this viewer can see.
    pub fn visible(&self, viewer: Viewer) -> u64 {
        self.public + self.seated(viewer).seat().map_or(0, |seat| self.own[seat.index()])
    }

    /// Lists the public state of the seats.
    pub fn seats(&self) -> impl Iterator<Item = SeatView> + '_ {
        Seat::first(self.chairs.len() as u8).zip(&self.chairs).map(|(seat, chair)| SeatView {
            seat,
            taken: chair.taken,
            bot: chair.bot,
            placed: chair.draft.is_some(),
            state: match chair.out {
                None => SeatState::Active,
                Some(Withdrawal::Resigned) => SeatState::Resigned,
                Some(Withdrawal::TimedOut) => SeatState::TimedOut,
            },
        })
    }

    /// Returns the seats that have to move: to place before play, and to act afterwards. The result
    /// changes only by public events.
    pub fn to_move(&self) -> Seats {
        match self.status() {
            Status::Playing => self.rules.to_move(),
            Status::Placing if self.held() => self.rules.to_move(),
            Status::Placing => {
                self.seats().filter(|seat| !seat.placed).map(|seat| seat.seat).collect()
            }
            _ => Seats::NONE,
        }
    }

    /// Returns a counter that grows whenever the time of a seat begins to run, and never because of
    /// a hidden event.
    pub fn turn(&self) -> u32 {
        match self.status() {
            Status::Waiting => 0,
            Status::Placing => 1 + self.departures,
            _ => 1 + self.departures + self.rules.turn(),
        }
    }

    /// Returns the seat that has made an open draw offer.
    pub fn draw_offer(&self) -> Option<Seat> {
        self.offer.map(|offer| offer.by)
    }

    /// Returns the secret key from which the bot in a seat draws its random numbers; `None` if no
    /// bot has the seat.
    pub fn bot_key(&self, seat: Seat) -> Option<[u8; 32]> {
        self.chairs.get(seat.index())?.bot?;
        Some(self.seed.bot_key(&self.id, seat))
    }

    /// Returns true if the seat has to move, or may answer a draw offer.
    pub fn awaits(&self, seat: Seat) -> bool {
        self.to_move().contains(seat) || self.check(seat, &Move::AcceptDraw).is_ok()
    }

    /// Returns the fairness data that is public now.
    pub fn fairness(&self) -> Fairness {
        Fairness {
            seed_commitment: self.seed.commitment(&self.id),
            seat_seeds: self.seat_seeds.clone(),
            placement_commitments: self.commitments.clone(),
            server_seed: self.outcome.is_some().then(|| self.seed.to_hex()),
        }
    }

    /// Returns the view of the ruleset for this viewer.
    pub fn view(&self, viewer: Viewer) -> R::View {
        self.rules.view(self.seated(viewer), self.outcome.is_some())
    }

    /// Returns the state of the ruleset, for code that is specific to it.
    pub(crate) fn state(&self) -> &R {
        &self.rules
    }

    /// Returns the viewer. A viewer with a seat that the game does not have sees only what is
    /// public.
    pub(crate) fn seated(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.index() < self.chairs.len() => viewer,
            _ => Viewer::Public,
        }
    }

    pub(crate) fn expect_seat(&self, seat: Seat) -> Result<(), Refusal<R>> {
        let seats = self.chairs.len();
        if seat.index() < seats {
            Ok(())
        } else {
            Err(TableRefusal::NoSuchSeat(seats as u8).into())
        }
    }

    pub(super) fn chair(&self, seat: Seat) -> &SeatData<R::Draft> {
        &self.chairs[seat.index()]
    }

    /// Lists the seats that take part in agreements: those that have not left the game and have not
    /// lost.
    pub(super) fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats()
            .filter(|seat| seat.state == SeatState::Active && self.rules.in_play(seat.seat))
            .map(|seat| seat.seat)
    }
}
