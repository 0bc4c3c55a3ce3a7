//! Ruleset `advanced`: Advanced Battleships, with land, points, aircraft and anti-aircraft guns
//! (A1–A18).
//!
//! The [`map`] is given or made by a [`recipe`]. Weapons are bought for points and used once. The
//! report of an operation is a total.

mod action;
mod berth;
mod effects;
mod event;
mod findings;
mod legal;
pub mod map;
mod options;
mod placement;
pub mod recipe;
mod rules;
mod state;
mod stored;
mod view;
mod weapon;

pub use action::{Action, Buy, MAX_ORDERS, Nothing, OrderGun, Refusal, SALVO_SHOTS, Salvo, Send};
pub use event::{DamageReport, Event, Glimpse, Ordered, Sighting, Terrain};
pub use findings::{ClassFinding, Finding};
pub use legal::{Legal, Plane, Purchase};
pub use options::{Counts, Made, MapChoice, Options};
pub use placement::{Draft, Hidden};
pub use state::{Advanced, MAX_PASSES, MAX_TURNS};
pub use view::{FleetClass, ShipView, SideView, View, WeaponView};
pub use weapon::{Kind, Order, SALVO_PRICE, WeaponDraft, WeaponStatus};
