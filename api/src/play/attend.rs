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
    pub async fn attend(&self, id: &str) -> Result<(), Problem> {
        let slot = self.slot(id);
        let _gate = slot.gate.lock().await;
        for _ in 0..ATTEMPTS {
            let Some(game) = self.in_time(id, &slot).await? else { return Ok(()) };
            if self.remind(&slot, &game).await? {
                return Ok(());
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }

    /// Times out whoever is late in a game, before somebody looks at it.
    pub(super) async fn time_out(self: &Arc<Self>, id: &str) -> Result<(), Problem> {
        let (play, id) = (Arc::clone(self), id.to_owned());
        // On a task of its own: whoever only looks at the game may hang up.
        let timed_out = tokio::spawn(async move {
            let slot = play.slot(&id);
            let _gate = slot.gate.lock().await;
            play.in_time(&id, &slot).await.map(|_| ())
        });
        match timed_out.await.map_err(Problem::internal)? {
            // The caller has asked for nothing to be done.
            Err(problem) if problem.kind() == Kind::InDoubt => Err(Problem::plain(Kind::Unavailable)),
            timed_out => timed_out,
        }
    }

    /// A game in which nobody is late, once those who are have been timed out. The caller holds the slot's gate.
    pub(super) async fn in_time(&self, id: &str, slot: &Slot) -> Result<Option<Arc<Loaded>>, Problem> {
        // Read anew: nobody is timed out for want of a vacation that this node has not heard of.
        slot.set(None);
        // One round for each seat that runs out of time, and some for races.
        for _ in 0..ATTEMPTS {
            let Some(game) = self.load(id, slot).await? else { return Ok(None) };
            let late = game.late(self.ambient.now()).filter(|_| self.is_late(&game));
            let Some((late, due)) = late.zip(game.row.course.deadline) else { return Ok(Some(game)) };
            // Read after the game: an outage that is written later changes the game's edition, and the commit conflicts.
            if self.refresh_outages().await? {
                continue;
            }
            let expired = apply(&game.game, &Request::TimeOut(late))?;
            let decision = Decision { off: CalledOff::Expired, ..expired };
            // Dated at the deadline, whenever it is noticed.
            let (after, _, step) = self.prepare(&game, decision, due, None);
            if self.commit(slot, after, step).await? {
                tracing::info!(game = id, "a deadline has passed");
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }

    /// Reminds who is to be by now, and writes what has changed of a game's clocks; false if something else came first.
    async fn remind(&self, slot: &Slot, game: &Loaded) -> Result<bool, Problem> {
        let (id, now) = (&game.row.id, self.ambient.now());
        let (course, reminded) = game.remind(now);
        if game.settled && course == game.row.course {
            return Ok(true);
        }
        let Course { deadline, attend_at, times, .. } = course.clone();
        let notice = |(player_id, due): &(String, _)| Notice {
            player_id: player_id.clone(),
            game_id: id.clone(),
            about: About::Deadline(*due),
            at: now,
        };
        let notices = reminded.iter().map(notice).collect();
        let from = game.row.moment();
        let attention = Attention { game_id: id.clone(), from, deadline, attend_at, times, notices };
        slot.begin_commit();
        let committed = self.store.commit(Change::Attend(Box::new(attention))).await;
        let mut after = game.clone();
        after.row.course = course;
        after.row.edition += 1;
        after.settled = true;
        slot.set(committed.is_ok().then(|| Arc::new(after)));
        slot.end_commit(&committed);
        match committed {
            Ok(()) => {}
            Err(CommitError::Conflict) => return Ok(false),
            Err(CommitError::Failed(error)) => return Err(Problem::from(error)),
        }
        if !reminded.is_empty() {
            self.bells.ring(id, reminded.iter().map(|(player_id, _)| player_id.as_str()));
        }
        Ok(true)
    }
}
