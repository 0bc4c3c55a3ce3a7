//! Table: everything that all games share. It covers seats, placements, the beginning of play,
//! resignations, draw offers, the verifiable randomness, and the sealing and revealing of secrets.
//!
//! Only [commands](Command) change a table. [`Table::apply`] checks a command and returns the
//! entries that it adds to the game's log. Folding the same entries with [`Table::evolve`] produces
//! the same table again.

mod apply;
mod bot;
mod command;
mod event;
mod fold;
mod legal;
mod refusal;
mod seed;
mod state;
mod stored;

pub use bot::{BotLevel, SeatBot};
pub use command::{Command, CommandOf, Move, Wanted};
pub use event::{Entry, Glimpse, RevealedSeat, Revelation, SeatSeed, SharedGlimpse};
pub use legal::{Choice, LegalMoves, SharedChoice};
pub use refusal::{MAX_DEPARTURES, MAX_PLACEMENTS, Refusal, TableRefusal};
pub use seed::OwnSeed;
pub use state::{Fairness, SeatState, SeatView, Status, Table};
pub(crate) use stored::StoredEntry;
