//! `broadside bots`: games between bots, to measure their strength, and bots that play on any
//! server.

mod matches;
mod play;

use broadside_bots::Level;
use clap::Subcommand;

use super::CliError;

/// Commands about bots.
#[derive(Debug, Subcommand)]
pub(super) enum BotsCommand {
    /// Play games between two levels, and print the share of the points, with its 95 % interval
    ///
    /// The two levels swap seats after each game. With more than two seats, one bot of the first
    /// level plays against bots of the second, and takes each seat in turn. The same arguments give
    /// the same games.
    Match(matches::MatchArgs),
    /// Play on a server, as the player of a token
    ///
    /// Accepts challenges, and places and moves in all games of the account, until it is stopped.
    /// The account is marked as a bot. A game of `solo` is left alone.
    Play(play::PlayArgs),
}

impl BotsCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        match self {
            Self::Match(args) => args.play(),
            Self::Play(args) => args.play(),
        }
    }
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|_| "a level is random, casual or strong".to_owned())
}
