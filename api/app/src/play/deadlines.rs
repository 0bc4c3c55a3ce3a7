//! Processing of deadlines: players who have run out of time are timed out, and players with little
//! time left are reminded.

use std::sync::Arc;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::feed::{Notification, NotificationKind};
use broadside_domain::game::GameProgress;
use broadside_engine::game::Request;
use broadside_store::games::clocks;
use broadside_store::{CommitError, retry_conflicts};

use super::{CacheSlot, CancelReason, CommandOutcome, LiveGame, Play, apply};

impl Play {
    /// Times out late players of a game, and sends the reminders that are due. Does nothing if
    /// nothing is due.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn process_deadlines(&self, id: &str) -> Result<(), AppError> {
        let slot = self.slot(id);
        let _guard = slot.lock.lock().await;
        retry_conflicts(|| async {
            let Some(game) = self.enforce_timeouts(id, &slot).await? else { return Ok(Some(())) };
            Ok(self.send_reminders(&slot, &game).await?.then_some(()))
        })
        .await
    }

    /// Times out late players of a game before the game is read.
    pub(super) async fn time_out(self: &Arc<Self>, id: &str) -> Result<(), AppError> {
        let play = Arc::clone(self);
        let id = id.to_owned();
        // Spawn a task, because a caller that only reads the game may disconnect.
        let timed_out = tokio::spawn(async move {
            let slot = play.slot(&id);
            let _guard = slot.lock.lock().await;
            play.enforce_timeouts(&id, &slot).await.map(|_| ())
        });
        match timed_out.await.map_err(AppError::internal)? {
            // The caller has not requested a change, so no outcome is in doubt for them.
            Err(problem) if problem.kind() == ErrorKind::InDoubt => {
                Err(AppError::from_kind(ErrorKind::Unavailable))
            }
            timed_out => timed_out,
        }
    }

    /// Times out late players, and returns the game when nobody is late; `None` if there is no such
    /// game. The caller holds the lock of the slot.
    pub(super) async fn enforce_timeouts(
        &self,
        id: &str,
        slot: &CacheSlot,
    ) -> Result<Option<Arc<LiveGame>>, AppError> {
        // Read the game from the store again: nobody may be timed out because this node has not
        // seen their vacation.
        slot.set(None);
        // One round for each seat that runs out of time, and some for conflicts.
        retry_conflicts(|| async {
            let Some(game) = self.load(id, slot).await? else { return Ok(Some(None)) };
            let seats = game.timed_out_seats(self.env.now()).filter(|_| self.must_time_out(&game));
            let Some((seats, deadline)) = seats.zip(game.row.progress.deadline) else {
                return Ok(Some(Some(game)));
            };
            // Read the outages after the game: an outage that is written later changes the game's
            // meta version, and the commit conflicts.
            self.refresh_outages().await?;
            // Another task may have read them first, but after the game.
            if !self.knows_outages(&game) {
                return Ok(None);
            }
            let outcome = apply(&game.game, &Request::TimeOut(seats))?;
            let outcome = CommandOutcome { cancel_reason: CancelReason::Expired, ..outcome };
            // The time of the event is the deadline, no matter when it is processed.
            let (after, _, step) = self.prepare(&game, outcome, deadline, None);
            if self.commit(slot, after, step).await? {
                tracing::info!(game = id, "a deadline has passed");
            }
            Ok(None)
        })
        .await
    }

    /// Sends the reminders that are due, and writes the clock columns of a game if they have
    /// changed. Returns false on a conflict.
    async fn send_reminders(&self, slot: &CacheSlot, game: &LiveGame) -> Result<bool, AppError> {
        let id = &game.row.id;
        let now = self.env.now();
        let (progress, reminded) = game.mark_reminders(now);
        if game.is_progress_stored && progress == game.row.progress {
            return Ok(true);
        }
        let GameProgress { deadline, next_check_at, clock_state, .. } = progress.clone();
        let mut notices = Vec::new();
        for (player_id, deadline) in &reminded {
            notices.push(Notification {
                player_id: player_id.clone(),
                game_id: id.clone(),
                about: NotificationKind::Deadline(*deadline),
                at: now,
            });
        }
        let process = clocks::Process {
            game_id: id.clone(),
            from: game.row.revision(),
            deadline,
            next_check_at,
            clock_state,
            notices,
        };
        slot.begin_commit();
        let committed = self.store.commit(process).await;
        let mut after = game.clone();
        after.row.progress = progress;
        after.row.meta_version += 1;
        after.is_progress_stored = true;
        slot.set(committed.is_ok().then(|| Arc::new(after)));
        slot.end_commit(&committed);
        if !CommitError::is_committed(committed)? {
            return Ok(false);
        }
        if !reminded.is_empty() {
            self.notifier.notify(id, reminded.iter().map(|(player_id, _)| player_id.as_str()));
        }
        Ok(true)
    }
}
