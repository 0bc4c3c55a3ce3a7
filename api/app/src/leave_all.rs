//! Leaving of all games, when an account is deleted.

use broadside_domain::challenge::DeclineReason;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_engine::game::{Request, RequestError};
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::seat::Seat;
use broadside_engine::table::Status;
use broadside_store::Page;
use serde_json::json;

use super::App;
use super::access::challenged_seat;
use super::decline::decide_decline;
use crate::play::{self, CommandOutcome, LiveGame, StepRequest, TimedEvent};

impl App {
    /// Takes a player out of all games that are not over.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub(crate) async fn leave_all_games(&self, player_id: &str) -> Result<(), AppError> {
        for game_id in self.games_of(player_id).await? {
            self.leave_game(player_id, &game_id).await?;
        }
        Ok(())
    }

    /// Takes a player out of a game that is not over.
    async fn leave_game(&self, player_id: &str, game_id: &str) -> Result<(), AppError> {
        match self.play.step(game_id, &Departure { player_id }).await {
            Err(problem)
                if matches!(problem.kind(), ErrorKind::GameOver | ErrorKind::NotSeated) =>
            {
                Ok(())
            }
            left => left,
        }
    }

    /// Returns the ids of all games in which a player has a seat, or a seat is reserved for them.
    async fn games_of(&self, player_id: &str) -> Result<Vec<String>, AppError> {
        let mut games = Vec::new();
        loop {
            let page = Page { before: games.last().cloned(), limit: 500 };
            let ids = self.store.games_of(player_id, &page).await?;
            if ids.is_empty() {
                return Ok(games);
            }
            games.extend(ids);
        }
    }
}

/// Step of a player who leaves a game for good.
struct Departure<'a> {
    player_id: &'a str,
}

impl StepRequest for Departure<'_> {
    type Response = ();

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        let Some(seat) = game.seat_of(self.player_id) else {
            // Declines a challenge, because nobody can answer it later.
            return match challenged_seat(game, self.player_id) {
                Some(_) => decide_decline(game, self.player_id, DeclineReason::Other, None),
                None => Err(AppError::from_kind(ErrorKind::NotSeated)),
            };
        };
        match game.game.status() {
            Status::Playing => give_up(game, seat),
            Status::Waiting | Status::Placing if game.creator() == Some(seat) => {
                Ok(play::apply(&game.game, &Request::Abort(seat))?)
            }
            Status::Waiting | Status::Placing => {
                let mut outcome = play::apply(&game.game, &Request::Leave(seat))?;
                outcome.seat_updates.push((seat, None));
                Ok(outcome)
            }
            Status::Finished | Status::Cancelled => Err(AppError::from_kind(ErrorKind::GameOver)),
        }
    }

    fn response(&self, _: &LiveGame, _: &[TimedEvent]) -> ((), Option<IdempotencyRecord>) {
        ((), None)
    }
}

/// Decides that a seat gives up.
fn give_up(game: &LiveGame, seat: Seat) -> Result<CommandOutcome, AppError> {
    // In a game for one there is nobody to resign to.
    let kind = if game.game.ruleset().is_for_one() { "leave" } else { "resign" };
    let actions = [json!({"type": kind})];
    match play::apply(&game.game, &Request::Act { seat, actions: &actions }) {
        // A seat that has resigned or lost its fleet while others play on has nothing to give up.
        Err(RequestError::Refused { refusal, .. })
            if matches!(refusal.kind(), RefusalKind::Finished | RefusalKind::OutOfPlay) =>
        {
            Err(AppError::from_kind(ErrorKind::GameOver))
        }
        given_up => Ok(given_up?),
    }
}
