//! Effects of an invitation that was not accepted: its seat is free for others, and the inviting
//! player is notified.

use crate::compose::{self, Block, MessageHeaders, ruleset_name};
use broadside_domain::game::SeatKind;
use broadside_domain::mail::Frequency;
use broadside_i18n::Lang;
use broadside_store::mail::outbox;
use broadside_store::{
    CommitError, InvitationRow, MailKind, MailboxRow, MailboxState, retry_conflicts,
};

use super::InboundProcessor;
use crate::mail_message::collect_attachments;
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

impl InboundProcessor {
    /// Revokes the code of an invitation. Returns true if its seat is now free. Idempotent.
    pub(super) async fn free_seat(&self, row: &InvitationRow) -> Result<bool, JobError> {
        let loaded = self.post.app.play.game(&row.game_id).await?;
        let loaded = loaded.filter(|loaded| !loaded.game.status().is_over());
        let seat = loaded.as_ref().and_then(|loaded| {
            loaded.seats.iter().find(|seat| seat.seat.number() == row.seat && seat.player.is_none())
        });
        match seat.map(|seat| &seat.kind) {
            // The seat was freed before.
            Some(SeatKind::Invite(hash)) if hash.is_empty() => Ok(true),
            Some(SeatKind::Invite(hash)) if *hash == row.code_hash => {
                match self.post.app.revoke_invitation(&row.game_id, &row.code_hash).await {
                    Ok(()) => Ok(true),
                    Err(problem) if problem.kind().is_transient() => Err(problem.into()),
                    // The seat was just taken.
                    Err(_) => Ok(false),
                }
            }
            // Somebody has the seat, or it has another code.
            _ => Ok(false),
        }
    }

    /// Notifies the inviting player once that a seat is free again. `became` names what happened to
    /// the invitation, and `why` renders the explanation.
    pub(super) async fn notify_inviter(
        &self,
        row: &InvitationRow,
        became: &str,
        why: &(dyn Fn(Lang) -> Vec<Block> + Sync),
    ) -> Result<(), JobError> {
        let store = &self.post.app.store;
        retry_conflicts(|| async {
            let Some(host) = store.mailbox(&row.invited_by).await? else { return Ok(Some(())) };
            let blocks = why(Lang::from_code(&host.lang));
            let Some(told) = self.compose_notification(row, &host, became, blocks).await? else {
                return Ok(Some(()));
            };
            // A conflict: another mail has reported on the game at the same moment, or the mailbox
            // was changed.
            let committed = store.commit(told).await;
            let written = CommitError::unless_conflict(committed, ())?;
            if written.is_some() {
                self.post.written.notify_one();
            }
            Ok(written)
        })
        .await
    }

    /// Renders the notification of the inviting player, or `None` if they get none.
    async fn compose_notification(
        &self,
        row: &InvitationRow,
        host: &MailboxRow,
        became: &str,
        mut blocks: Vec<Block>,
    ) -> Result<Option<outbox::Add>, JobError> {
        let Self { post, .. } = self;
        let wants = host.confirmed.is_some()
            && host.state == MailboxState::Active
            && matches!(host.frequency, Frequency::Each | Frequency::Digest);
        if !wants || !post.transport.is_enabled() {
            return Ok(None);
        }
        let Some(envelope) = post.envelope(host) else { return Ok(None) };
        let Some(written) = post.current_state(host, &row.game_id, None, &[]).await? else {
            return Ok(None);
        };
        let (lang, id, now) = (Lang::from_code(&host.lang), &row.game_id, post.app.env.now());
        blocks.push(Block::Text(lang.fill("declined-seat", &[("number", &row.seat.to_string())])));
        let around = post.render_context(host, &envelope.off, now);
        let subject =
            lang.fill("subject-news", &[("game", &ruleset_name(lang, written.news.seen.ruleset))]);
        let letter = compose::reply(
            &around,
            Some(subject),
            blocks,
            std::slice::from_ref(&written.news),
            false,
        );
        let message_id = post.with_domain(&post.keys.message_id(&[became, &row.key_hash]));
        let head = MessageHeaders {
            from: &post.config.from,
            to: &envelope.address,
            reply_to: Some(written.news.reply_to.clone()),
            date: now,
            message_id: &message_id,
            thread: Some(post.threading(&host.player_id, id, None)),
            unsubscribe: Some(envelope.off.clone()),
            files: collect_attachments(std::slice::from_ref(&written)),
        };
        let sender = envelope.sender.clone();
        let mail =
            post.new_mail(&host.player_id, Some(id.clone()), MailKind::Game, &letter, head, sender);
        let (keys, threads) = (vec![written.key], vec![written.thread]);
        Ok(Some(outbox::Add { mail, keys, threads, at: now }))
    }
}
