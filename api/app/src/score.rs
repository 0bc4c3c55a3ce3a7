//! Changes of the score of a game of `voices` after its end.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::seat::{Seat, Viewer};
use broadside_store::{ScoreEntry, retry_conflicts, scores};
use serde_json::Value;

use super::execute::{Call, Executed, Render};
use super::idempotency::{Idempotency, IdempotencyRequest, IdempotencyScope, IdempotentResponse};
use super::{App, require_seat};
use crate::play::{LiveGame, MAX_CHANGES, check_open};

impl App {
    /// Carries out actions after the end of a game: changes of its score. Returns the response when
    /// the changes are durable. `refusal` is that of a game that has no score.
    ///
    /// # Errors
    /// The refusal, or if the store fails.
    pub(super) async fn act_after_end<R: Render>(
        &self,
        call: &Call<'_>,
        actions: &[Value],
        scope: &IdempotencyScope,
        render: &R,
        refusal: AppError,
    ) -> Result<R::Response, AppError> {
        let game = self.find_game(&call.game_id, &call.player_id).await?;
        if game.score_closes_at().is_none() {
            return Err(refusal);
        }
        let seat = require_seat(&game, &call.player_id)?;
        let changes = game.game.read_score_changes(seat, actions)?;
        let entries: Vec<_> = changes.into_iter().map(ScoreEntry::Change).collect();
        let response =
            render.render(Executed { game: &game, events: &[], viewer: Viewer::Seat(seat) });
        self.append_to_score(&game, &call.player_id, seat, &entries, scope, &response).await?;
        Ok(response)
    }

    /// Checks actions in a game that is over, like [`Self::act_after_end`], and changes nothing.
    ///
    /// # Errors
    /// The refusal, or if the store fails.
    pub(super) async fn preview_after_end(
        &self,
        game: &LiveGame,
        seat: Seat,
        actions: &[Value],
        refusal: AppError,
    ) -> Result<(), AppError> {
        if game.score_closes_at().is_none() {
            return Err(refusal);
        }
        let changes = game.game.read_score_changes(seat, actions)?;
        check_open(
            game,
            &self.play.score_state(game).await?,
            seat,
            changes.len(),
            self.env.age_time(),
        )
    }

    /// Closes the part of a player in the score of a game: the player changes nothing more. Does
    /// nothing if it is closed already. `render` creates the response.
    ///
    /// # Errors
    /// If the game is not finished or has no score, if the player has no seat in it, if the time
    /// for changes is over, or if the store fails.
    pub async fn close_score<A: IdempotentResponse>(
        &self,
        player_id: &str,
        game_id: &str,
        idempotency: &IdempotencyRequest,
        render: impl Fn() -> A + Send + Sync,
    ) -> Result<A, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        let game = self.find_game(game_id, player_id).await?;
        let seat = require_seat(&game, player_id)?;
        if game.score_closes_at().is_none() {
            let detail = "only the score of a finished game of `voices` can be closed";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        let response = render();
        if self.play.score_state(&game).await?.closed.contains(&seat) {
            return Ok(response);
        }
        let closed = self
            .append_to_score(&game, player_id, seat, &[ScoreEntry::Close], &scope, &response)
            .await;
        match closed {
            Ok(()) => Ok(response),
            // Another request has closed it at the same moment.
            Err(refusal) if refusal.kind() == ErrorKind::GameOver => {
                if self.play.score_state(&game).await?.closed.contains(&seat) {
                    Ok(response)
                } else {
                    Err(refusal)
                }
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Appends entries of a seat to the changes of a score.
    async fn append_to_score(
        &self,
        game: &LiveGame,
        player_id: &str,
        seat: Seat,
        entries: &[ScoreEntry],
        scope: &IdempotencyScope,
        response: &impl IdempotentResponse,
    ) -> Result<(), AppError> {
        let changes = entries.iter().filter(|entry| matches!(entry, ScoreEntry::Change(_))).count();
        retry_conflicts(|| async {
            let now = self.env.age_time();
            check_open(game, &self.play.score_state(game).await?, seat, changes, now)?;
            let append = scores::Append {
                game_id: game.row.id.clone(),
                player_id: player_id.to_owned(),
                seat,
                // The clock may have been set back, but the times in a log never decrease.
                at: self.env.now().max(game.last_at),
                entries: entries.to_vec(),
                max: MAX_CHANGES,
                response: scope.record(response),
            };
            if self.store.try_commit(append).await? {
                return Ok(Some(()));
            }
            self.check_unanswered(scope).await?;
            self.require_player(player_id).await?;
            Ok(None)
        })
        .await
    }
}
