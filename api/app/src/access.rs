//! Access of players to games: who may know of a game, and who has a seat in it.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::seat::{Seat, Viewer};

use crate::play::LiveGame;

/// Returns the seat of a player in a game, for operations that need a seat.
///
/// # Errors
/// 404 if the player may not know of the game, 409 if they have no seat in it.
pub fn require_seat(game: &LiveGame, player_id: &str) -> Result<Seat, AppError> {
    match game.viewer(player_id) {
        Some(Viewer::Seat(seat)) => Ok(seat),
        Some(Viewer::Public) => {
            Err(AppError::new(ErrorKind::NotSeated, seat_advice(game, player_id)))
        }
        None => Err(AppError::from_kind(ErrorKind::NotFound)),
    }
}

/// Returns advice for a player who has no seat in a game that they may know of.
fn seat_advice(game: &LiveGame, player_id: &str) -> &'static str {
    if challenged_seat(game, player_id).is_some() {
        "a seat is reserved for you: take it with a `POST` to the `seats` of the game, or send one to `decline`"
    } else if game.row.progress.open {
        "you have no seat in this game: take a seat first, with a `POST` to the `seats` of the game"
    } else {
        "you have no seat in this game, and no seat is free: only its players can do this"
    }
}

/// Returns the seat of an open challenge to a player.
pub(crate) fn challenged_seat(game: &LiveGame, player_id: &str) -> Option<Seat> {
    game.seats
        .iter()
        .find(|seat| seat.is_reserved_for(player_id) && seat.is_challenged())
        .map(|seat| seat.seat)
}
