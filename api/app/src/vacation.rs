//! Vacations: periods in which a player is away and their clocks stand still.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_domain::time_control::Vacation;
use broadside_store::{players, retry_conflicts};

use super::App;
use super::idempotency::{Idempotency, IdempotencyRequest, IdempotentResponse};
use crate::play::vacations::{self, VacationError};

impl App {
    /// Takes a vacation, once for each idempotency key. It begins now if `from` is `None`. `render`
    /// creates the response.
    ///
    /// # Errors
    /// If the server has no vacations, the vacation is refused, or the store fails.
    pub async fn take_vacation<A: IdempotentResponse>(
        &self,
        player_id: &str,
        from: Option<Time>,
        until: Time,
        idempotency: &IdempotencyRequest,
        render: impl Fn(&Vacation) -> A + Send + Sync,
    ) -> Result<A, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        if self.vacation_days == 0 {
            return Err(AppError::new(ErrorKind::NotNow, "this server has no vacations"));
        }
        let id = self.env.new_id();
        retry_conflicts(|| async {
            let player = self.require_player(player_id).await?;
            let now = self.env.now();
            let new = Vacation { id: id.clone(), from: from.unwrap_or(now), until };
            let response = render(&new);
            let after = vacations::add(&player.vacations, new, now, self.vacation_days)
                .map_err(refusal_error)?;
            if self.commit_vacations(player, after, scope.record(&response)).await? {
                return Ok(Some(response));
            }
            self.check_unanswered(&scope).await?;
            Ok(None)
        })
        .await
    }

    /// Ends a vacation that has begun, or cancels one that has not.
    ///
    /// # Errors
    /// If the player has no such vacation, or the store fails.
    pub async fn end_vacation(&self, player_id: &str, id: &str) -> Result<(), AppError> {
        retry_conflicts(|| async {
            let player = self.require_player(player_id).await?;
            let after = vacations::end(&player.vacations, id, self.env.now());
            let after = after.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
            let is_ended =
                after == player.vacations || self.commit_vacations(player, after, None).await?;
            Ok(is_ended.then_some(()))
        })
        .await
    }

    /// Ends the current vacation or, without one, cancels those that have not begun. Does so
    /// once for each idempotency key. A player without vacations is no error.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn end_vacations(
        &self,
        player_id: &str,
        idempotency: &IdempotencyRequest,
    ) -> Result<(), AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(()) => return Ok(()),
            Idempotency::Execute(scope) => scope,
        };
        retry_conflicts(|| async {
            let player = self.require_player(player_id).await?;
            let Some(after) = vacations::end_all(&player.vacations, self.env.now()) else {
                return Ok(Some(()));
            };
            if self.commit_vacations(player, after, scope.record(&())).await? {
                return Ok(Some(()));
            }
            self.check_unanswered(&scope).await?;
            Ok(None)
        })
        .await
    }

    /// Changes a player's vacations. Returns false if they were changed in the meantime.
    async fn commit_vacations(
        &self,
        player: PlayerRow,
        after: Vec<Vacation>,
        response: Option<IdempotencyRecord>,
    ) -> Result<bool, AppError> {
        let PlayerRow { id, vacations: before, .. } = player;
        let replace = players::ReplaceVacations { id: id.clone(), before, after, response };
        let is_replaced = self.store.try_commit(replace).await?;
        if is_replaced {
            // The games in memory have deadlines without this change.
            self.play.evict_player(&id).await;
        }
        Ok(is_replaced)
    }
}

fn refusal_error(refusal: VacationError) -> AppError {
    let field = match refusal {
        VacationError::Many => return AppError::new(ErrorKind::NotNow, refusal.to_string()),
        VacationError::Past | VacationError::Overlap(..) => "starts_at",
        VacationError::Short | VacationError::Far(_) | VacationError::Allowance { .. } => "ends_at",
    };
    AppError::field(field, refusal.to_string())
}
