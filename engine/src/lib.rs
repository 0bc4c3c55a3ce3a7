//! Rules of the Salvo family of games: pure, deterministic, and with verifiable randomness.
//!
//! The crate has no I/O, no clock and no threads. A game is its log of [entries](game::Entry).
//! [`Game::apply`](game::Game::apply) checks a request and adds to the log. A [`View`](game::View)
//! shows what one viewer may know of the game.
//!
//! ```
//! use broadside_engine::chance::Seed;
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_engine::seat::{Seat, Viewer};
//! use serde_json::json;
//!
//! let ada = Seat::new(1).unwrap();
//! let ben = Seat::new(2).unwrap();
//! let options = json!({"mode": "single", "fleet": "standard", "first": "creator"});
//! let mut game = Game::open("a first game", Seed::new([7; 32]), RulesetId::Classic, &options)?;
//!
//! // Both sit down and place; play begins by itself.
//! for request in [
//!     Request::Join(ada),
//!     Request::Join(ben),
//!     Request::Place { seat: ada, placement: None, seed: None },
//!     Request::Place { seat: ben, placement: None, seed: None },
//! ] {
//!     game = game.apply(&request)?.game;
//! }
//! assert!(game.to_move().contains(ada));
//!
//! // Ada calls F7, and both of them hear the answer.
//! let fire = [json!({"type": "fire", "cells": ["F7"]})];
//! let step = game.apply(&Request::Act { seat: ada, actions: &fire })?;
//! let entry = &step.entries[0];
//! assert_eq!(entry.glimpse(Viewer::Seat(ada)), entry.glimpse(Viewer::Seat(ben)));
//!
//! // It is Ben's turn now, and what Ada does next is refused with a reason.
//! let refused = step.game.apply(&Request::Act { seat: ada, actions: &fire }).unwrap_err();
//! assert_eq!(refused.to_string(), "it is seat 2's turn: wait until it has fired");
//! # Ok::<(), broadside_engine::game::RequestError>(())
//! ```

#![warn(missing_docs)]

pub mod advanced;
pub mod chance;
pub mod check_kind;
pub mod classic;
pub mod fleet;
pub mod game;
pub mod grid;
pub mod opening;
pub mod record;
pub mod replay;
pub mod ruleset;
pub mod satellite;
pub mod seat;
pub mod shape;
pub mod solo;
pub mod table;
pub mod voices;
