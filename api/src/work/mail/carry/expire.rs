//! Invitations that nobody answers: they stand as long as challenges do. After that their seats are free, and whoever has invited is
//! told.

use super::letter::{may_pass, passing};
use super::{Clerk, Undone};
use crate::ambient::{DAY, Time};
use crate::mail::compose::{self, Block, Head, Lang};
use crate::store::{
    Cadence, Change, CommitError, InvitationRow, MailChange, MailKind, MailboxRow, SeatKind, StoreError,
};

/// How many are looked at in one go.
const AT_ONCE: u32 = 100;
/// How often somebody is told who is told something else of the same game at the same moment.
const ATTEMPTS: usize = 3;

impl Clerk {
    /// Ends invitations that have stood long enough.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn expire(&self) -> Result<(), StoreError> {
        let postmaster = &self.postmaster;
        let days = i64::from(postmaster.play.challenge_days);
        let before = Time(postmaster.ambient.now().0 - days * DAY);
        for row in postmaster.store.unanswered_invitations(before, AT_ONCE).await? {
            match self.expire_one(&row).await {
                Ok(()) => {
                    tracing::info!(game = row.game_id, seat = row.seat, "an invitation by mail has expired")
                }
                // It is tried again the next time.
                Err(Undone::Failed(error)) => {
                    tracing::error!(game = row.game_id, error, "an invitation by mail could not expire");
                }
            }
        }
        Ok(())
    }

    /// Whoever is killed in between does it again from the beginning, and it comes to the same.
    async fn expire_one(&self, row: &InvitationRow) -> Result<(), Undone> {
        let loaded = self.postmaster.play.game(&row.game_id).await.map_err(passing)?;
        let loaded = loaded.filter(|loaded| !loaded.game.status().is_over());
        let seat = loaded.as_ref().and_then(|loaded| {
            loaded.seats.iter().find(|seat| seat.seat.number() == row.seat && seat.player.is_none())
        });
        let is_free = match seat.map(|seat| &seat.kind) {
            // The code first: from then on nobody takes the seat with it.
            Some(SeatKind::Invite(hash)) if *hash == row.code_hash => {
                match self.hands.release(&row.game_id, &row.code_hash).await {
                    Ok(()) => true,
                    Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                    // It was taken just now.
                    Err(_) => false,
                }
            }
            // It was freed before.
            Some(SeatKind::Invite(hash)) => hash.is_empty(),
            _ => false,
        };
        if is_free {
            self.tell_of_expiry(row).await?;
        }
        self.change(MailChange::Expire(row.key_hash.clone())).await
    }

    /// Tells whoever has invited, once.
    async fn tell_of_expiry(&self, row: &InvitationRow) -> Result<(), Undone> {
        let postmaster = &self.postmaster;
        for _ in 0..ATTEMPTS {
            let Some(host) = postmaster.store.mailbox(&row.made_by).await? else { return Ok(()) };
            let Some(told) = self.told_of_expiry(row, &host).await? else { return Ok(()) };
            match postmaster.store.commit(Change::Mail(Box::new(told))).await {
                Ok(()) => {
                    postmaster.written.notify_one();
                    return Ok(());
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Err(Undone::Failed("others write to the same mailbox all the time".to_owned()))
    }

    /// What whoever has invited is told; `None` if it does not want to be.
    async fn told_of_expiry(
        &self,
        row: &InvitationRow,
        host: &MailboxRow,
    ) -> Result<Option<MailChange>, Undone> {
        let postmaster = &self.postmaster;
        let wants = host.confirmed.is_some() && matches!(host.cadence, Cadence::Each | Cadence::Digest);
        if !wants || !postmaster.carrier.goes() {
            return Ok(None);
        }
        let Some(envelope) = postmaster.envelope(host) else { return Ok(None) };
        let Some(written) = postmaster.state_of(host, &row.game_id, None, &[]).await? else {
            return Ok(None);
        };
        let (lang, id, now) = (Lang::of(&host.lang), &row.game_id, postmaster.ambient.now());
        let days = postmaster.play.challenge_days.to_string();
        let blocks = vec![
            Block::Text(lang.fill("invitation-expired", &[("address", &row.address), ("n", &days)])),
            Block::Text(lang.fill("declined-seat", &[("number", &row.seat.to_string())])),
        ];
        let around = postmaster.around(host, &envelope.off, now);
        let subject = lang.fill("subject-news", &[("game", written.news.seen.ruleset.title())]);
        let letter = compose::answer(&around, subject, blocks, std::slice::from_ref(&written.news));
        let message_id = postmaster.with_domain(&postmaster.keys.message_id(&["expired", &row.key_hash]));
        let head = Head {
            from: &postmaster.config.from,
            to: &envelope.address,
            reply_to: Some(written.news.reply_to.clone()),
            date: now,
            message_id: &message_id,
            thread: Some(postmaster.thread(&host.player_id, id, None)),
            unsubscribe: Some(envelope.off.clone()),
            sheets: Vec::new(),
        };
        let sender = envelope.sender.clone();
        let mail =
            postmaster.finished(&host.player_id, Some(id.clone()), MailKind::Game, &letter, head, sender);
        Ok(Some(MailChange::Write(mail, vec![written.key], vec![written.thread], now)))
    }
}
