//! The table: what all games share. Who sits where, what is placed, when play begins, who gives up, what is agreed,
//! and how the luck and the secrets are sealed and revealed.
//!
//! A table changes by [commands](Command) alone. [`Table::apply`] judges one, and answers with the entries that it
//! adds to the game's log; folding the same entries with [`Table::evolve`] gives the same table again.

mod event;
mod refusal;
mod stored;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use event::{Entry, Glimpse, Revelation, SeatSeed, SharedGlimpse};
pub use refusal::{Refusal, TableRefusal};
pub(crate) use stored::StoredEntry;

use crate::chance::{Chance, Seed, placement_commitment};
use crate::ruleset::{
    Audience, Choices, Misshapen, Outcome, Reason, Ruleset, Seat, Seats, Viewer, Withdrawal,
};
use event::{Fact, Shared};

/// How often a seat may place before play begins. Placing anew is hidden, so without a limit a log could grow without
/// end.
pub const MOST_PLACEMENTS: u32 = 100;
/// How often players may leave a game before it begins.
pub const MOST_DEPARTURES: u32 = 100;

/// Where a game is in its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// The game was called off before anything was played; it has no outcome.
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

/// What is to be placed.
#[derive(Clone, Debug)]
pub enum Wanted<D> {
    /// This.
    Given(D),
    /// Anything legal, drawn from the stream `placement/{seat}/{revision}`.
    Random,
}

/// A seat's own contribution to the luck of a game: 1–128 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSeed(String);

impl OwnSeed {
    /// Reads a seed; `None` where it is not of the form above.
    pub fn new(text: &str) -> Option<Self> {
        let printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        ((1..=128).contains(&text.len()) && printable).then(|| Self(text.to_owned()))
    }
}

/// What a player does in a game: one of the ruleset's own actions, or one that all games share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move<A> {
    /// Give up the game.
    Resign,
    /// Offer a draw to every seat still in.
    OfferDraw,
    /// Agree to the draw offered.
    AcceptDraw,
    /// Turn the draw offered down.
    DeclineDraw,
    /// An action of the ruleset.
    Own(A),
}

impl<A> Move<A> {
    const SHARED: [&'static str; 4] = ["resign", "offer_draw", "accept_draw", "decline_draw"];
}

/// Something that changes a table.
#[derive(Clone, Debug)]
pub enum Command<D, A> {
    /// Somebody sits down.
    Join(Seat),
    /// The player of a seat leaves it before play begins.
    Leave(Seat),
    /// A seat places, or places anew.
    Place {
        /// Which seat.
        seat: Seat,
        /// What.
        wanted: Wanted<D>,
        /// Its seed; without one an earlier seed stays, and if there is none the server draws one.
        seed: Option<OwnSeed>,
    },
    /// A seat acts.
    Act(Seat, Move<A>),
    /// A seat calls the game off before anything is played.
    Abort(Seat),
    /// The deadline has passed: whoever was to move loses, and a game not yet begun is called off.
    TimeOut,
}

impl<D, A> Command<D, A> {
    /// The seat it is about, if it is about one.
    fn seat(&self) -> Option<Seat> {
        match self {
            Self::Join(seat) | Self::Leave(seat) | Self::Abort(seat) => Some(*seat),
            Self::Place { seat, .. } | Self::Act(seat, _) => Some(*seat),
            Self::TimeOut => None,
        }
    }
}

/// A command of a ruleset.
pub type CommandOf<R> = Command<<R as Ruleset>::Draft, <R as Ruleset>::Action>;

/// What the legal moves of a seat are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Choice<L> {
    /// One of the ruleset's own.
    Own(L),
    /// One that all games share.
    Shared(SharedChoice),
}

/// A move that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SharedChoice {
    /// Give up the game.
    Resign {},
    /// Offer a draw; once in each own turn.
    OfferDraw {},
    /// Agree to the draw offered.
    AcceptDraw {},
    /// Turn the draw offered down.
    DeclineDraw {},
}

/// Everything a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LegalMoves<L>(Vec<Choice<L>>);

impl<L: Choices> LegalMoves<L> {
    /// Whether this move is among them.
    pub fn accepts(&self, action: &Move<L::Action>) -> bool {
        self.0.iter().any(|choice| match (choice, action) {
            (Choice::Own(own), Move::Own(action)) => own.accepts(action),
            (Choice::Shared(SharedChoice::Resign {}), Move::Resign)
            | (Choice::Shared(SharedChoice::OfferDraw {}), Move::OfferDraw)
            | (Choice::Shared(SharedChoice::AcceptDraw {}), Move::AcceptDraw)
            | (Choice::Shared(SharedChoice::DeclineDraw {}), Move::DeclineDraw) => true,
            _ => false,
        })
    }

    /// The choices.
    pub fn choices(&self) -> &[Choice<L>] {
        &self.0
    }
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
    /// The server's seed; null until the game is over.
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
    seed: Option<String>,
    /// How often this seat has been placed, whoever sat there.
    revision: u32,
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

type Entries<R> = Vec<Entry<R>>;

/// The stream of public rolls.
fn battle(seed: &Seed, game: &str, seat_seeds: &[SeatSeed]) -> Chance {
    Chance::new(seed, game, seat_seeds.iter().map(|seat| seat.seed.clone()).collect(), "battle", 0)
}

impl<R: Ruleset> Table<R> {
    /// An empty table.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn open(id: &str, seed: Seed, options: R::Options) -> Result<Self, R::Refusal> {
        R::check_options(&options)?;
        let seats = usize::from(R::seats(&options));
        let chair = || Chair {
            taken: false,
            draft: None,
            seed: None,
            revision: 0,
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

    /// The viewer; whoever claims a seat that this game does not have knows what is public.
    fn seated(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.index() < self.chairs.len() => viewer,
            _ => Viewer::Public,
        }
    }

    fn expect_seat(&self, seat: Seat) -> Result<(), Refusal<R>> {
        let seats = self.chairs.len();
        if seat.index() < seats { Ok(()) } else { Err(TableRefusal::NoSuchSeat(seats as u8).into()) }
    }

    /// Everything this seat may do now, from its own knowledge alone.
    pub fn legal(&self, seat: Seat) -> LegalMoves<R::Legal> {
        if self.expect_seat(seat).is_err()
            || self.status() != Status::Playing
            || self.chair(seat).out.is_some()
        {
            return LegalMoves(Vec::new());
        }
        let shared = [
            (Move::AcceptDraw, SharedChoice::AcceptDraw {}),
            (Move::DeclineDraw, SharedChoice::DeclineDraw {}),
            (Move::OfferDraw, SharedChoice::OfferDraw {}),
            (Move::Resign, SharedChoice::Resign {}),
        ];
        let shared = shared.into_iter().filter(|(action, _)| self.check(seat, action).is_ok());
        let mut moves = Vec::with_capacity(1 + Move::<()>::SHARED.len());
        moves.extend(R::legal(&self.rules, seat).map(Choice::Own));
        moves.extend(shared.map(|(_, choice)| Choice::Shared(choice)));
        LegalMoves(moves)
    }

    fn chair(&self, seat: Seat) -> &Chair<R::Draft> {
        &self.chairs[seat.index()]
    }

    fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|seat| seat.state == SeatState::Active).map(|seat| seat.seat)
    }

    /// Reads an action from its JSON object.
    ///
    /// # Errors
    /// Where it is of another shape than any action, and what would be right.
    pub fn read_move(value: &Value) -> Result<Move<R::Action>, Misshapen> {
        let misshapen = |field: &str, detail: String| Misshapen { field: field.to_owned(), detail };
        let Value::Object(object) = value else {
            return Err(misshapen("", "an action is an object with a `type`".to_owned()));
        };
        let known = || {
            let all: Vec<_> = R::ACTIONS.iter().chain(&Move::<()>::SHARED).copied().collect();
            all.join(", ")
        };
        let Some(kind) = object.get("type").and_then(Value::as_str) else {
            return Err(misshapen("type", format!("say the type of action: one of {}", known())));
        };
        let mut rest = object.clone();
        rest.remove("type");
        let shared = match kind {
            "resign" => Move::Resign,
            "offer_draw" => Move::OfferDraw,
            "accept_draw" => Move::AcceptDraw,
            "decline_draw" => Move::DeclineDraw,
            own => {
                let quoted = crate::grid::shorten(own);
                return match R::read_action(own, &Value::Object(rest)) {
                    Some(read) => read.map(Move::Own),
                    None => Err(misshapen(
                        "type",
                        format!("`{quoted}` is no action here: use one of {}", known()),
                    )),
                };
            }
        };
        match rest.keys().next() {
            Some(extra) => {
                let detail = format!("`{kind}` has no fields besides `type`: leave this one out");
                Err(misshapen(&crate::grid::shorten(extra), detail))
            }
            None => Ok(shared),
        }
    }

    /// Whether a move must be the last of its list: it draws luck, or is answered from another seat's secret.
    pub fn reveals(action: &Move<R::Action>) -> bool {
        match action {
            Move::Own(own) => R::reveals(own),
            Move::Resign | Move::AcceptDraw => true,
            Move::OfferDraw | Move::DeclineDraw => false,
        }
    }

    /// Judges a move from the knowledge of its seat alone, and does nothing.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn check(&self, seat: Seat, action: &Move<R::Action>) -> Result<(), Refusal<R>> {
        self.expect_seat(seat)?;
        match self.status() {
            Status::Playing => {}
            Status::Finished | Status::Cancelled => return Err(TableRefusal::Over.into()),
            Status::Waiting | Status::Placing => return Err(TableRefusal::NotBegun.into()),
        }
        if self.chair(seat).out.is_some() {
            return Err(TableRefusal::Out.into());
        }
        match (action, self.offer) {
            (Move::Own(own), _) => R::check(&self.rules, seat, own).map_err(Refusal::Rules)?,
            (Move::Resign, _) => {}
            (Move::OfferDraw, None) if self.chair(seat).offered == Some(self.chair(seat).turns) => {
                return Err(TableRefusal::OfferedAlready.into());
            }
            (Move::OfferDraw, None) => {}
            (Move::OfferDraw, Some(_)) => return Err(TableRefusal::OfferStands.into()),
            (Move::AcceptDraw | Move::DeclineDraw, None) => return Err(TableRefusal::NoOffer.into()),
            (Move::AcceptDraw | Move::DeclineDraw, Some(offer)) if offer.agreed.contains(seat) => {
                return Err(TableRefusal::OwnOffer.into());
            }
            (Move::AcceptDraw | Move::DeclineDraw, Some(_)) => {}
        }
        Ok(())
    }

    /// Carries out a command, and answers with the entries it adds to the log.
    ///
    /// # Errors
    /// Why it is refused; the table is then as it was.
    pub fn apply(&mut self, command: &CommandOf<R>) -> Result<Entries<R>, Refusal<R>> {
        if let Some(seat) = command.seat() {
            self.expect_seat(seat)?;
        }
        let mut entries = Vec::new();
        match command {
            Command::Join(seat) => {
                self.before_play()?;
                if self.chair(*seat).taken {
                    return Err(TableRefusal::SeatTaken.into());
                }
                self.log(&mut entries, Shared::Joined { seat: *seat });
            }
            Command::Leave(seat) => {
                self.before_play()?;
                self.expect_taken(*seat)?;
                if self.departures >= MOST_DEPARTURES {
                    return Err(TableRefusal::TooManyDepartures.into());
                }
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
                if R::moved(&self.rules) {
                    return Err(TableRefusal::Moved.into());
                }
                self.log(&mut entries, Shared::Cancelled { seat: Some(*seat) });
            }
            Command::TimeOut => match self.status() {
                Status::Placing => self.log(&mut entries, Shared::Cancelled { seat: None }),
                Status::Playing => {
                    let seats = self.to_move();
                    self.log(&mut entries, Shared::TimedOut { seats });
                }
                Status::Waiting => return Err(TableRefusal::NotBegun.into()),
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
        if chair.revision >= MOST_PLACEMENTS {
            return Err(TableRefusal::TooManyPlacements.into());
        }
        let revision = chair.revision + 1;
        let placement = match wanted {
            Wanted::Given(draft) => R::read_placement(&self.rules, draft).map_err(Refusal::Rules)?,
            Wanted::Random => {
                let stream = format!("placement/{}/{revision}", seat.number());
                let mut chance = Chance::new(&self.seed, &self.id, Vec::new(), &stream, 0);
                R::random_placement(&self.rules, &mut chance)
            }
        };
        Ok(Shared::Placed {
            seat,
            placement: R::draft(&self.rules, &placement),
            random: matches!(wanted, Wanted::Random),
            seed: seed.map(|seed| seed.0.clone()).or_else(|| chair.seed.clone()),
            again: chair.draft.is_some(),
        })
    }

    fn act(&mut self, entries: &mut Entries<R>, seat: Seat, action: &Move<R::Action>) {
        match action {
            Move::Resign => self.log(entries, Shared::Resigned { seat }),
            Move::OfferDraw => self.log(entries, Shared::DrawOffered { seat }),
            Move::AcceptDraw => self.log(entries, Shared::DrawAccepted { seat }),
            Move::DeclineDraw => self.log(entries, Shared::DrawDeclined { seat }),
            Move::Own(own) => {
                let mut chance = self.battle();
                let events = R::decide(&self.rules, seat, own, &mut chance);
                self.log_rules(entries, events, &chance);
            }
        }
    }

    /// What follows by itself: play begins, or ends.
    fn follow(&mut self, entries: &mut Entries<R>) {
        if !self.begun() && !self.cancelled && self.chairs.iter().all(|chair| chair.draft.is_some()) {
            let began = self.beginning();
            self.log(entries, began);
            let mut chance = self.battle();
            let events = R::begin(&self.rules, &mut chance);
            self.log_rules(entries, events, &chance);
        }
        if self.begun() && !self.cancelled && self.outcome.is_none() {
            let active: Seats = self.active().collect();
            let agreed =
                self.offer.is_some_and(|offer| active.iter().all(|seat| offer.agreed.contains(seat)));
            let ended = R::outcome(&self.rules)
                .or_else(|| agreed.then_some(Outcome::Draw { reason: Reason::Agreed }));
            if let Some(outcome) = ended {
                self.log(entries, Shared::Finished { outcome });
                let revealed = Shared::Revealed(self.revelation());
                self.log(entries, revealed);
            }
        }
    }

    fn battle(&self) -> Chance {
        self.battle.at(self.drawn)
    }

    fn beginning(&self) -> Shared<R::Draft> {
        let sealed = self.sealed();
        let seat_seeds = Seat::first(self.chairs.len() as u8)
            .zip(&self.chairs)
            .map(|(seat, chair)| SeatSeed {
                seat,
                drawn: chair.seed.is_none(),
                seed: chair.seed.clone().unwrap_or_else(|| self.seed.seat_seed(&self.id, seat)),
            })
            .collect();
        Shared::Began {
            seat_seeds,
            placement_commitments: sealed.into_iter().map(|sealed| sealed.commitment).collect(),
        }
    }

    fn sealed(&self) -> Vec<event::Sealed<R::Draft>> {
        let seal = |(seat, chair): (Seat, &Chair<R::Draft>)| {
            let placement = chair.draft.clone()?;
            let salt = self.seed.salt(&self.id, seat);
            let commitment = placement_commitment(&self.id, seat, &salt, &R::seal(&placement));
            Some(event::Sealed { seat, salt, placement, commitment })
        };
        Seat::first(self.chairs.len() as u8).zip(&self.chairs).filter_map(seal).collect()
    }

    pub(crate) fn revelation(&self) -> Revelation<R::Draft> {
        Revelation { server_seed: self.seed.to_hex(), seats: self.sealed() }
    }

    fn log(&mut self, entries: &mut Entries<R>, shared: Shared<R::Draft>) {
        self.push(entries, Fact::Shared(shared), self.drawn);
    }

    fn log_rules(&mut self, entries: &mut Entries<R>, events: Vec<R::Event>, chance: &Chance) {
        for event in events {
            self.push(entries, Fact::Rules(event), chance.position());
        }
    }

    fn push(&mut self, entries: &mut Entries<R>, fact: Fact<R>, drawn: u64) {
        let entry = Entry { fact, drawn };
        self.evolve(&entry);
        entries.push(entry);
    }

    /// Folds an entry of the log into the table: no rules, no luck, cannot fail.
    pub fn evolve(&mut self, entry: &Entry<R>) {
        self.version += 1;
        match entry.audience() {
            Audience::All => self.public += 1,
            Audience::Only(seat) => self.own[seat.index()] += 1,
            Audience::Nobody => {}
        }
        self.drawn = entry.drawn;
        let before = if self.begun() { R::awaiting(&self.rules) } else { Seats::NONE };
        let turn = R::turn(&self.rules);
        match &entry.fact {
            Fact::Shared(shared) => self.evolve_shared(shared),
            Fact::Rules(event) => R::evolve(&mut self.rules, event),
        }
        // An own turn begins where a seat is newly awaited, or awaited again in a later turn.
        if self.begun() {
            let later = R::turn(&self.rules) > turn;
            for seat in R::awaiting(&self.rules).iter() {
                if later || !before.contains(seat) {
                    self.chairs[seat.index()].turns += 1;
                }
            }
        }
    }

    fn evolve_shared(&mut self, shared: &Shared<R::Draft>) {
        match shared {
            Shared::Joined { seat } => self.chairs[seat.index()].taken = true,
            Shared::Left { seat } => {
                let chair = &mut self.chairs[seat.index()];
                (chair.taken, chair.draft, chair.seed) = (false, None, None);
                R::lift(&mut self.rules, *seat);
                self.departures += 1;
            }
            Shared::Placed { seat, placement, seed, .. } => {
                let read = R::read_placement(&self.rules, placement);
                let chair = &mut self.chairs[seat.index()];
                chair.draft = Some(placement.clone());
                chair.seed.clone_from(seed);
                chair.revision += 1;
                if let Ok(placement) = read {
                    R::place(&mut self.rules, *seat, placement);
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
            Shared::Cancelled { .. } => self.cancelled = true,
            Shared::Finished { outcome } => self.outcome = Some(outcome.clone()),
            Shared::Revealed(_) => {}
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        for seat in seats.iter() {
            self.chairs[seat.index()].out = Some(why);
        }
        R::withdraw(&mut self.rules, seats, why);
    }

    /// The command that an entry records; `None` for what followed from another entry.
    pub(crate) fn cause(&self, entry: &Entry<R>) -> Option<CommandOf<R>> {
        Some(match &entry.fact {
            Fact::Rules(event) => {
                let (seat, action) = R::cause(event)?;
                Command::Act(seat, Move::Own(action))
            }
            Fact::Shared(shared) => match shared {
                Shared::Joined { seat } => Command::Join(*seat),
                Shared::Left { seat } => Command::Leave(*seat),
                Shared::Placed { seat, placement, random, seed, .. } => Command::Place {
                    seat: *seat,
                    wanted: if *random { Wanted::Random } else { Wanted::Given(placement.clone()) },
                    seed: seed.clone().map(OwnSeed),
                },
                Shared::Resigned { seat } => Command::Act(*seat, Move::Resign),
                Shared::DrawOffered { seat } => Command::Act(*seat, Move::OfferDraw),
                Shared::DrawAccepted { seat } => Command::Act(*seat, Move::AcceptDraw),
                Shared::DrawDeclined { seat } => Command::Act(*seat, Move::DeclineDraw),
                Shared::TimedOut { .. } => Command::TimeOut,
                Shared::Cancelled { seat: Some(seat) } => Command::Abort(*seat),
                Shared::Cancelled { seat: None } => Command::TimeOut,
                Shared::Began { .. } | Shared::Finished { .. } | Shared::Revealed(_) => return None,
            },
        })
    }
}
