//! Play by mail.

mod accepted;
pub(crate) mod begin;
mod digest;
mod fair;
mod flood;
mod game_mail;
mod inbound;
mod information;
pub(crate) mod invited;
mod moves;
mod open_seats;
mod queue;
pub(crate) mod settings;
mod sign_up;
mod vacations;
