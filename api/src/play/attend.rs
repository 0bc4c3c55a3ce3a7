//! Keeping clocks: whoever is out of time is timed out, and whoever has little left is reminded.

use std::sync::Arc;

use broadside_engine::game::Request;

use super::{ATTEMPTS, CalledOff, Decision, Loaded, Play, Slot, apply};
use crate::problem::{Kind, Problem};
use crate::store::{About, Attention, Change, CommitError, Course, Notice};

impl Play {
    /// Does what the clocks of a game make necessary by now; a game in which nothing is due stays as it is.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn attend(self: &Arc<Self>, id: &str) -> Result<(), Problem> {
        let (play, id) = (Arc::clone(self), id.to_owned());
        // On a task of its own: whoever only looks at the game may hang up.
        let attended = tokio::spawn(async move {
            let slot = play.slot(&id);
            let _gate = slot.gate.lock().await;
            play.attend_in(&id, &slot).await
        });
        attended.await.map_err(Problem::internal)?
    }

    /// The same for whoever holds the slot's gate.
    pub(super) async fn attend_in(&self, id: &str, slot: &Slot) -> Result<(), Problem> {
        // Read anew: nobody is timed out for want of a vacation that this node has not heard of.
        slot.set(None);
        // One round for each seat that runs out of time, and some for races.
        for _ in 0..2 * ATTEMPTS {
            let Some(before) = self.load(id, slot).await? else { return Ok(()) };
            let now = self.ambient.now();
            if let Some(late) = before.late(now) {
                let expired = apply(&before.game, &Request::TimeOut(late))?;
                let (after, _, step) = self.prepare(&before, Decision { off: CalledOff::Expired, ..expired });
                if self.commit(slot, after, step).await? {
                    tracing::info!(game = id, "a deadline has passed");
                }
                continue;
            }
            let (course, reminded) = before.remind(now);
            if before.settled && course == before.row.course {
                return Ok(());
            }
            let Course { deadline, attend_at, times, .. } = course.clone();
            let notice = |(player_id, due): &(String, _)| Notice {
                player_id: player_id.clone(),
                game_id: id.to_owned(),
                about: About::Deadline(*due),
                at: now,
            };
            let attention = Attention {
                game_id: id.to_owned(),
                from: before.row.moment(),
                deadline,
                attend_at,
                times,
                notices: reminded.iter().map(notice).collect(),
            };
            let committed = self.store.commit(Change::Attend(Box::new(attention))).await;
            slot.set(None);
            match committed {
                Ok(()) => {
                    let mut after = Loaded::clone(&before);
                    after.row.course = course;
                    after.row.edition += 1;
                    after.settled = true;
                    slot.set(Some(Arc::new(after)));
                    if !reminded.is_empty() {
                        tracing::debug!(game = id, "time runs short");
                        self.bells.ring(id, reminded.iter().map(|(player_id, _)| player_id.as_str()));
                    }
                    return Ok(());
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(Problem::internal(error)),
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }
}
