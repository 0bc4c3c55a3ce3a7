//! Outages in the clocks of games, and suspension of time-outs.

use std::sync::{Arc, PoisonError};

use broadside_domain::time::Time;
use broadside_domain::time_control::{Clock, Outage, due_after_outages};
use broadside_store::StoreError;

use super::{CacheSlot, LiveGame, Play};

impl Play {
    /// Returns true if the deadline of a game has passed and time-outs are not suspended.
    pub(super) fn must_time_out(&self, game: &LiveGame) -> bool {
        game.is_overdue(self.env.now()) && !self.env.is_suspended()
    }

    /// Returns the end of a period of some milliseconds. Outages give it time back, as they do to a
    /// turn.
    pub fn deadline_after_outages(&self, since: Time, millis: i64) -> Time {
        due_after_outages(since, millis, &self.outages())
    }

    /// Returns the outage that lasts until now, if a bank must not lose time in it. Also reads the
    /// outages that have ended.
    ///
    /// Moves are accepted before a heartbeat has written the outage that has just ended, while
    /// time-outs are suspended. Another node may have made heartbeats, so the store is asked.
    pub(super) async fn ongoing_outage(
        &self,
        game: &LiveGame,
        now: Time,
    ) -> Result<Option<Outage>, StoreError> {
        let is_bank =
            matches!(game.clock, Some(Clock::Bank(_))) && game.row.progress.clock_state.is_some();
        if !is_bank || !self.env.is_suspended() {
            return Ok(None);
        }
        // Keep this order: a heartbeat between the two ends the outage, and the second reads it.
        let outage = self.store.outage_until(now).await?;
        self.refresh_outages().await?;
        Ok(outage)
    }

    /// Returns the outages that this node knows.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.outages.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the outages again. Returns true if they have changed. Games in memory that were read
    /// with the old outages are read again when they are next used.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn refresh_outages(&self) -> Result<bool, StoreError> {
        let stored = self.store.outages().await?;
        self.env.clock().note_outages(&stored);
        let mut known = self.outages.write().unwrap_or_else(PoisonError::into_inner);
        let has_changed = **known != *stored;
        if has_changed {
            *known = stored.into();
        }
        Ok(has_changed)
    }

    /// Reads the outages again after a step of the clock, which has moved the deadlines of all
    /// games: those in memory are read again when they are next used.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn reread_clocks(&self) -> Result<(), StoreError> {
        self.refresh_outages().await?;
        let mut known = self.outages.write().unwrap_or_else(PoisonError::into_inner);
        *known = known.iter().copied().collect();
        Ok(())
    }

    /// Returns true if the clocks of a game use the current outages.
    pub(super) fn knows_outages(&self, game: &LiveGame) -> bool {
        Arc::ptr_eq(&game.outages, &self.outages())
    }

    /// Returns the game in memory, if its clocks use the current outages.
    pub(super) fn cached(&self, slot: &CacheSlot) -> Option<Arc<LiveGame>> {
        slot.get().filter(|game| {
            let is_timed = game.clock.is_some() || game.row.progress.deadline.is_some();
            !is_timed || self.knows_outages(game)
        })
    }
}
