//! Clocks of games: what becomes of them without a step.

use broadside_domain::feed::Notification;
use broadside_domain::game::Revision;
use broadside_domain::time::Time;
use broadside_domain::time_control::ClockState;

use crate::feeds::append_notices;
use crate::sql::{Connection, query};
use crate::write::{Write, WriteResult};

/// Result of processing the clocks of a game that is not a step: a reminder to a player, or new
/// deadlines after a change of vacations. A conflict if the game has changed since the decision.
#[derive(Clone)]
pub struct Process {
    pub game_id: String,
    /// Revision that the result was decided on. Writing the result increases the meta version.
    pub from: Revision,
    /// New value of [`GameProgress::deadline`](broadside_domain::game::GameProgress::deadline).
    pub deadline: Option<Time>,
    /// New value of
    /// [`GameProgress::next_check_at`](broadside_domain::game::GameProgress::next_check_at).
    pub next_check_at: Option<Time>,
    /// New value of
    /// [`GameProgress::clock_state`](broadside_domain::game::GameProgress::clock_state).
    pub clock_state: Option<ClockState>,
    /// Reminders to players.
    pub notices: Vec<Notification>,
}

impl Write for Process {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let updated = query(
            "UPDATE games SET meta_version = meta_version + 1, deadline = $4, next_check_at = $5, clock_state = $6 \
             WHERE id = $1 AND version = $2 AND meta_version = $3",
        )
        .bind(&self.game_id)
        .bind(self.from.version)
        .bind(self.from.meta_version)
        .bind(self.deadline)
        .bind(self.next_check_at)
        .bind(self.clock_state.as_ref().map(ClockState::text))
        .execute(db)
        .await?;
        if updated == 0 {
            return Ok(WriteResult::Conflict);
        }
        append_notices(db, &self.notices).await?;
        Ok(WriteResult::Applied)
    }
}
