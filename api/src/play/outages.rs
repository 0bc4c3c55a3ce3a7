//! Outages in the clocks of games, and whether time-outs are suspended.

use std::sync::{Arc, PoisonError};

use super::{Loaded, Play, Slot};
use crate::store::{Outage, StoreError};

impl Play {
    /// True if a game's deadline has passed, and time-outs are not suspended.
    pub(super) fn is_late(&self, game: &Loaded) -> bool {
        let now = self.ambient.now();
        game.overdue(now) && self.ambient.clock().suspended(now).is_none()
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
        slot.get().filter(|game| game.clock.is_none() || Arc::ptr_eq(&game.outages, &known))
    }
}
