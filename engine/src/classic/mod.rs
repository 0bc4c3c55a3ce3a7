//! Ruleset `classic`: Salvo on paper, shot by shot or salvo against salvo (C1–C13).

mod action;
mod event;
mod options;
mod placement;
mod rules;
mod state;
mod view;

pub use action::{Action, Fire, Legal, MAX_REWRITES, Refusal};
pub use event::{Event, Fired, Glimpse, SeatSalvo, ShotResult};
pub use options::{CustomShip, First, FleetChoice, GridSize, Mode, Options};
pub use placement::Draft;
pub use state::Classic;
pub use view::{SalvoView, ShipView, ShotView, View, Waters};
