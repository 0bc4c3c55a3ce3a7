//! The end of an account by mail, which a code confirms.

use std::sync::Arc;

use crate::compose::{self, Block};
use crate::{IntentKind, MailIntent};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_store::mail::outbox;
use broadside_store::{AnyWrite, MailInState, MailKind, NewMail, ReplyClass};

use super::answer::processed;
use super::context::SenderContext;
use super::{InboundProcessor, Processed};
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

impl InboundProcessor {
    /// Explains what the end of the account means, with the code that confirms it.
    pub(super) fn render_stop(&self, writer: &SenderContext<'_>, lang: Lang) -> Vec<Block> {
        let now = self.post.app.env.now();
        compose::stop_instructions(lang, &self.post.keys.stop_code(&writer.mailbox.player_id, now))
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
        writer: &SenderContext<'_>,
    ) -> Result<Processed, JobError> {
        match self.post.app.delete_player(&writer.mailbox.player_id, self.farewell(writer)).await {
            Ok(()) => self.post.written.notify_one(),
            // It is deleted already.
            Err(problem) if problem.kind() == ErrorKind::NotFound => {}
            Err(problem) => return Err(problem.into()),
        }
        Ok(processed(MailInState::Taken, "stopped", None, ReplyClass::Nothing))
    }

    /// Creates the farewell, if the server sends mail.
    fn farewell(&self, writer: &SenderContext<'_>) -> Option<Arc<dyn AnyWrite>> {
        let post = &self.post;
        if !post.transport.is_enabled() {
            return None;
        }
        let now = post.app.env.now();
        let message_id =
            post.with_domain(&post.keys.message_id(&["answer", &writer.message.row.job.id]));
        let what = IntentKind::Farewell { answers: writer.letter.message_id.clone() };
        let intent = MailIntent { lang: writer.mailbox.lang.clone(), at: now, what };
        let mail = NewMail {
            id: post.app.env.new_id(),
            player_id: None,
            game_id: None,
            mail_kind: MailKind::Answer,
            message: intent.to_json(),
            message_id,
            recipient: writer.address.as_str().to_owned(),
            sender: post.config.from.address(),
        };
        Some(Arc::new(outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: now }))
    }
}
