//! Ruleset `solo`: *Solo Salvo*, a solitaire for the piecepack (S1–S11).
//!
//! Three suits lie in one sea. Dice fire at them until only one suit is left. The player has placed
//! the suits and predicts the survivor. [`odds`] computes the chances of each suit.

mod action;
mod event;
pub mod odds;
mod options;
mod placement;
mod refusal;
mod rules;
mod sea;
mod ship;
mod state;
mod view;

pub use action::{Action, Legal, MAX_VOLLEYS, Predict};
pub use event::{Coin, Die, Event, Fired, Glimpse, Predicted, Shot};
pub use options::Options;
pub use placement::{Draft, Fleets, ShipDraft};
pub use refusal::{PlacementError, Refusal};
pub use sea::{Cell, Face, Half, NotACell, Suit};
pub use ship::{Heading, ShipClass};
pub use state::Solo;
pub use view::{ShipView, SuitView, View};
