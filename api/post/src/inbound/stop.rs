//! The end of an account by mail, which a code confirms.

use std::sync::Arc;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_store::mail::outbox;
use broadside_store::{AnyWrite, InboundMailState, MailKind, NewMail, ReplyClass};
use broadside_worker::jobs::JobError;

use super::context::SenderContext;
use super::reply::processed;
use super::{InboundProcessor, Processed};
use crate::compose::{self, Block};
use crate::texts::LetterTexts;
use crate::{DeferredMail, DeferredMailKind};

impl InboundProcessor {
    /// Explains what the end of the account means, with the code that confirms it.
    pub(super) fn render_stop(&self, sender: &SenderContext<'_>, lang: Lang) -> Vec<Block> {
        let now = self.post.app.env.now();
        compose::stop_instructions(lang, &self.post.keys.stop_code(&sender.mailbox.player_id, now))
    }

    /// Checks the code that confirms the end of an account.
    ///
    /// # Errors
    /// If it is wrong or too old: a text for the sender.
    pub(super) fn check_stop_code(
        &self,
        lang: Lang,
        player_id: &str,
        code: &str,
    ) -> Result<(), AppError> {
        let now = self.post.app.env.now();
        if self.post.keys.verify_stop_code(code, player_id, now) {
            Ok(())
        } else {
            Err(AppError::new(ErrorKind::WrongCode, lang.text("stop-wrong-code")))
        }
    }

    /// Deletes the account of the sender, and says farewell. The mail that asks for it is deleted
    /// with the account, so nothing more is recorded about it.
    pub(super) async fn end_account(
        &self,
        sender: &SenderContext<'_>,
    ) -> Result<Processed, JobError> {
        match self.post.app.delete_player(&sender.mailbox.player_id, self.farewell(sender)).await {
            Ok(()) => self.post.written.notify_one(),
            // It is deleted already.
            Err(problem) if problem.kind() == ErrorKind::NotFound => {}
            Err(problem) => return Err(problem.into()),
        }
        Ok(processed(InboundMailState::Taken, "stopped", None, ReplyClass::Nothing))
    }

    /// Creates the farewell, if the server sends mail.
    fn farewell(&self, sender: &SenderContext<'_>) -> Option<Arc<dyn AnyWrite>> {
        let post = &self.post;
        if !post.transport.is_enabled() {
            return None;
        }
        let now = post.app.env.now();
        let message_id = post.message_id(&["answer", &sender.mail.row.job.id]);
        let kind = DeferredMailKind::Farewell { answers: sender.message.message_id.clone() };
        let deferred = DeferredMail { lang: sender.mailbox.lang.clone(), at: now, kind };
        let mail = NewMail {
            id: post.app.env.new_id(),
            player_id: None,
            game_id: None,
            mail_kind: MailKind::Answer,
            message: deferred.to_json(),
            message_id,
            recipient: sender.address.as_str().to_owned(),
            sender: post.config.from.address(),
        };
        Some(Arc::new(outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: now }))
    }
}
