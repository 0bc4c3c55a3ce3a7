//! The end of an account by mail, which a code confirms.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_mail::compose::{self, Block};
use broadside_mail::{IntentKind, MailIntent};
use broadside_store::{Farewell, MailInState, MailKind, NewMail, ReplyClass};

use super::answer::processed;
use super::context::SenderContext;
use super::{InboundProcessor, Processed};
use crate::jobs::JobError;
use broadside_mail::LetterTexts;

impl InboundProcessor {
    /// Explains what the end of the account means, with the code that confirms it.
    pub(super) fn render_stop(&self, writer: &SenderContext<'_>, lang: Lang) -> Vec<Block> {
        let now = self.mail_service.env.now();
        compose::stop_instructions(
            lang,
            &self.mail_service.keys.stop_code(&writer.mailbox.player_id, now),
        )
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
        let now = self.mail_service.env.now();
        if self.mail_service.keys.verify_stop_code(code, player_id, now) {
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
        match self.app.delete_player(&writer.mailbox.player_id, self.farewell(writer)).await {
            Ok(()) => self.mail_service.written.notify_one(),
            // It is deleted already.
            Err(problem) if problem.kind() == ErrorKind::NotFound => {}
            Err(problem) => return Err(problem.into()),
        }
        Ok(processed(MailInState::Taken, "stopped", None, ReplyClass::Nothing))
    }

    /// Creates the farewell, if the server sends mail.
    fn farewell(&self, writer: &SenderContext<'_>) -> Option<Farewell> {
        let mail_service = &self.mail_service;
        if !mail_service.transport.is_enabled() {
            return None;
        }
        let now = mail_service.env.now();
        let message_id = mail_service
            .with_domain(&mail_service.keys.message_id(&["answer", &writer.message.row.job.id]));
        let what = IntentKind::Farewell { answers: writer.letter.message_id.clone() };
        let intent = MailIntent { lang: writer.mailbox.lang.clone(), at: now, what };
        let mail = NewMail {
            id: mail_service.env.new_id(),
            player_id: None,
            game_id: None,
            mail_kind: MailKind::Answer,
            message: intent.to_json(),
            message_id,
            recipient: writer.address.as_str().to_owned(),
            sender: mail_service.config.from.address(),
        };
        Some(Farewell { mail, at: now })
    }
}
