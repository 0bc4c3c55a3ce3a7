//! The built binary from outside: over HTTP and from the command line, every answer checked against the OpenAPI
//! document.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod accounts;
mod advanced;
mod blocks;
mod challenges;
mod clocks;
mod command_line;
mod conditional;
mod deadlines;
mod document;
mod durability;
mod failures;
mod finding;
mod game_sheets;
mod hang_up;
mod limits;
mod mail_accepted;
mod mail_begin;
mod mail_fair;
mod mail_in;
mod mail_invited;
mod mail_moves;
mod mailbox;
mod matrices;
mod messages;
mod notes;
mod problems;
mod race;
mod readme;
mod satellite;
mod seats;
mod sheets;
mod solo;
mod stops;
mod storage;
mod streams;
mod turn_mail;
mod upkeep;
mod voices;
mod webhooks;
mod whole_games;
