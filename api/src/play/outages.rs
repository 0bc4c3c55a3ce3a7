//! Outages in the clocks of games, and whether time-outs are suspended.

use std::sync::{Arc, PoisonError};

use super::clock::due_after_outages;
use super::{Clock, Loaded, Play, Slot};
use crate::ambient::Time;
use crate::store::{Outage, StoreError};

impl Play {
    /// True if a game's deadline has passed, and time-outs are not suspended.
    pub(super) fn is_late(&self, game: &Loaded) -> bool {
        let now = self.ambient.now();
        game.overdue(now) && self.ambient.clock().suspended(now).is_none()
    }

    /// When something ends that stands for so many milliseconds, if outages give it time back as they do to a turn.
    pub fn stands_until(&self, since: Time, millis: i64) -> Time {
        due_after_outages(since, millis, &self.outages())
    }

    /// The outage that lasts until now, if a bank must not lose it; outages that have ended are then read again.
    ///
    /// Moves are taken before a heartbeat has written down the outage that has just ended, and all the while that a clock is in
    /// doubt. Time-outs are suspended then. The store knows whether another node has made heartbeats meanwhile.
    pub(super) async fn lasting_outage(
        &self,
        game: &Loaded,
        now: Time,
    ) -> Result<Option<Outage>, StoreError> {
        let is_bank = matches!(game.clock, Some(Clock::Bank(_))) && game.row.course.times.is_some();
        if !is_bank || self.ambient.clock().suspended(now).is_none() {
            return Ok(None);
        }
        // In this order: a heartbeat between the two ends the outage, and it is known then.
        let lasting = self.store.outage_until(now).await?;
        self.refresh_outages().await?;
        Ok(lasting)
    }

    /// The outages that this node knows of.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.outages.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the outages again; true if there are others than before. Games in memory that were read with those of before are
    /// read again when somebody asks for them.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn refresh_outages(&self) -> Result<bool, StoreError> {
        let now = self.store.outages().await?;
        let mut known = self.outages.write().unwrap_or_else(PoisonError::into_inner);
        let changed = **known != *now;
        if changed {
            *known = now.into();
        }
        Ok(changed)
    }

    /// The game in memory, if its clocks are those of the outages that are known now.
    pub(super) fn held(&self, slot: &Slot) -> Option<Arc<Loaded>> {
        let known = self.outages.read().unwrap_or_else(PoisonError::into_inner);
        let is_timeless = |game: &Loaded| game.clock.is_none() && game.row.course.deadline.is_none();
        slot.get().filter(|game| is_timeless(game) || Arc::ptr_eq(&game.outages, &known))
    }
}
