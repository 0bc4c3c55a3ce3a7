//! Leaving of all games, when an account is deleted.

use broadside_domain::challenge::DeclineReason;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::{Request, RequestError};
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::table::Status;
use broadside_store::Page;
use serde_json::json;

use super::App;
use super::access::challenged_seat;
use super::decline::decide_decline;
use crate::play;

impl App {
    /// Takes a player out of all games that are not over.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub(crate) async fn leave_all_games(&self, player_id: &str) -> Result<(), AppError> {
        for game in self.games_of(player_id).await? {
            self.leave_game(player_id, &game).await?;
        }
        Ok(())
    }

    /// Takes a player out of a game that is not over.
    async fn leave_game(&self, player_id: &str, game: &str) -> Result<(), AppError> {
        let player = player_id.to_owned();
        let decide = move |loaded: &play::LiveGame| {
            let Some(seat) = loaded.seat_of(&player) else {
                // Declines a challenge, because nobody can answer it later.
                return match challenged_seat(loaded, &player) {
                    Some(_) => decide_decline(loaded, &player, DeclineReason::Other, None),
                    None => Err(AppError::from_kind(ErrorKind::NotSeated)),
                };
            };
            // In a game for one there is nobody to resign to.
            let alone = loaded.game.ruleset().is_for_one();
            let give_up = [json!({"type": if alone { "leave" } else { "resign" }})];
            match loaded.game.status() {
                // A seat that has resigned or lost its fleet while others play on has nothing to
                // give up.
                Status::Playing => {
                    match play::apply(&loaded.game, &Request::Act { seat, actions: &give_up }) {
                        Err(RequestError::Refused { refusal, .. })
                            if matches!(
                                refusal.kind(),
                                RefusalKind::Finished | RefusalKind::OutOfPlay
                            ) =>
                        {
                            Err(AppError::from_kind(ErrorKind::GameOver))
                        }
                        given_up => Ok(given_up?),
                    }
                }
                Status::Waiting | Status::Placing if loaded.creator() == Some(seat) => {
                    Ok(play::apply(&loaded.game, &Request::Abort(seat))?)
                }
                Status::Waiting | Status::Placing => {
                    let mut decision = play::apply(&loaded.game, &Request::Leave(seat))?;
                    decision.seatings.push((seat, None));
                    Ok(decision)
                }
                Status::Finished | Status::Cancelled => {
                    Err(AppError::from_kind(ErrorKind::GameOver))
                }
            }
        };
        match self.play.step(game, decide, |_, _| ((), None)).await {
            Err(problem)
                if matches!(problem.kind(), ErrorKind::GameOver | ErrorKind::NotSeated) =>
            {
                Ok(())
            }
            other => other,
        }
    }

    /// Returns the ids of all games in which a player has a seat, or a seat is reserved for them.
    async fn games_of(&self, player_id: &str) -> Result<Vec<String>, AppError> {
        let mut games = Vec::new();
        loop {
            let page = Page { before: games.last().cloned(), limit: 500 };
            let more = self.store.games_of(player_id, &page).await?;
            if more.is_empty() {
                return Ok(games);
            }
            games.extend(more);
        }
    }
}
