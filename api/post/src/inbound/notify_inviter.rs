//! Effects of an invitation that was not accepted: its seat is free for others, and the inviting
//! player is notified.

use broadside_domain::game::SeatKind;
use broadside_domain::mail::Frequency;
use broadside_i18n::Lang;
use broadside_store::mail::outbox;
use broadside_store::{InvitationRow, MailKind, MailboxRow, MailboxState, retry_conflicts};
use broadside_worker::jobs::JobError;

use super::InboundProcessor;
use crate::compose::{self, Block, MessageHeaders, ruleset_name};
use crate::mail_message::collect_attachments;
use crate::texts::LetterTexts;

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

    /// Notifies the inviting player once that a seat is free again. `event` names what happened to
    /// the invitation, and `explain` renders the explanation.
    pub(super) async fn notify_inviter(
        &self,
        row: &InvitationRow,
        event: &str,
        explain: &(dyn Fn(Lang) -> Vec<Block> + Sync),
    ) -> Result<(), JobError> {
        let store = &self.post.app.store;
        retry_conflicts(|| async {
            let Some(inviter) = store.mailbox(&row.invited_by).await? else { return Ok(Some(())) };
            let blocks = explain(Lang::from_code(&inviter.lang));
            let Some(notification) =
                self.compose_notification(row, &inviter, event, blocks).await?
            else {
                return Ok(Some(()));
            };
            // A conflict: another mail has reported on the game at the same moment, or the mailbox
            // was changed.
            let is_committed = store.try_commit(notification).await?;
            if is_committed {
                self.post.written.notify_one();
            }
            Ok(is_committed.then_some(()))
        })
        .await
    }

    /// Renders the notification of the inviting player, or `None` if they get none.
    async fn compose_notification(
        &self,
        row: &InvitationRow,
        inviter: &MailboxRow,
        event: &str,
        mut blocks: Vec<Block>,
    ) -> Result<Option<outbox::Add>, JobError> {
        let post = &self.post;
        let wants = inviter.confirmed.is_some()
            && inviter.state == MailboxState::Active
            && matches!(inviter.frequency, Frequency::Each | Frequency::Digest);
        if !wants || !post.transport.is_enabled() {
            return Ok(None);
        }
        let Some(envelope) = post.envelope(inviter) else { return Ok(None) };
        let Some(update) = post.current_state(inviter, &row.game_id, None, &[]).await? else {
            return Ok(None);
        };
        let lang = Lang::from_code(&inviter.lang);
        let id = &row.game_id;
        let now = post.app.env.now();
        blocks.push(Block::Text(lang.fill("declined-seat", &[("number", &row.seat.to_string())])));
        let context = post.render_context(inviter, &envelope.unsubscribe, now);
        let subject =
            lang.fill("subject-news", &[("game", &ruleset_name(lang, update.news.game.ruleset))]);
        let document = compose::reply(
            &context,
            Some(subject),
            blocks,
            std::slice::from_ref(&update.news),
            false,
        );
        let message_id = post.message_id(&[event, &row.key_hash]);
        let headers = MessageHeaders {
            from: &post.config.from,
            to: &envelope.address,
            reply_to: Some(update.news.reply_to.clone()),
            date: now,
            message_id: &message_id,
            thread: Some(post.threading(&inviter.player_id, id, None)),
            unsubscribe: Some(envelope.unsubscribe.clone()),
            files: collect_attachments(std::slice::from_ref(&update)),
        };
        let return_path = envelope.return_path.clone();
        let mail = post.new_mail(
            &inviter.player_id,
            Some(id.clone()),
            MailKind::Game,
            &document,
            headers,
            return_path,
        );
        Ok(Some(outbox::Add {
            mail,
            keys: vec![update.key],
            threads: vec![update.thread],
            at: now,
        }))
    }
}
