//! Replies to the mail that asks to confirm an address. Nothing is known of their senders except
//! that they got that mail, so nothing else in these replies is executed.

use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Statement};
use broadside_store::{InboundMailJob, InboundMailState, MailboxRow, ReplyClass};
use broadside_worker::jobs::JobError;

use super::context::SenderContext;
use super::reply::processed;
use super::reply_policy::MailContent;
use super::{InboundProcessor, Processed, yes_no};
use crate::compose::Block;
use crate::read::ParsedMessage;
use crate::texts::LetterTexts;
use crate::{Address, CodeKey, ConfirmError};

/// Meaning of a reply.
#[derive(Debug, PartialEq, Eq)]
enum ConfirmationReply {
    /// The address is right.
    Yes,
    /// The address must never be written to again.
    Never,
    /// Anything else.
    Other,
}

impl ConfirmationReply {
    /// Reads the first line, and searches all lines for NEVER. A reply without lines does not
    /// confirm: such replies come from machines that do not identify themselves.
    fn parse(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        if lines.clone().any(is_never) {
            return Self::Never;
        }
        let Some(first) = lines.next() else { return Self::Other };
        if yes_no::is_yes(first) { Self::Yes } else { Self::Other }
    }
}

/// Returns true if a line has the command NEVER.
fn is_never(line: &str) -> bool {
    let statements = notation::read(line, None).unwrap_or_default();
    statements.iter().any(|parsed| parsed.statement == Statement::Account(AccountCommand::Never))
}

/// Returns true if a mailbox waits for the confirmation of this address.
fn awaits_confirmation(mailbox: &MailboxRow, address: &Address) -> bool {
    mailbox
        .pending
        .as_ref()
        .is_some_and(|pending| pending.address_normalized == address.normalized())
}

impl InboundProcessor {
    /// Processes a reply to a confirmation. Returns `None` if the mail is no such reply, or if its
    /// sender has a confirmed mailbox and says something else.
    pub(super) async fn process_confirmation_reply(
        &self,
        mail: &InboundMailJob,
        lease: &str,
        message: &ParsedMessage,
        key: &str,
    ) -> Result<Option<Processed>, JobError> {
        let Some(key) = CodeKey::parse(key) else { return Ok(None) };
        let address = message.from.clone();
        let unconfirmed = match self.post.mailbox_by_code(key.code().reveal()).await {
            Ok(row) => Some(row),
            Err(ConfirmError::Failed(error)) => return Err(error.into()),
            Err(ConfirmError::NoCode | ConfirmError::Taken) => None,
        };
        let has_code = unconfirmed.is_some();
        let without_salutations = message.without_salutations();
        let text = without_salutations.as_ref().map_or(&message.text, |body| &body.text);
        let reply =
            if message.struck { ConfirmationReply::Other } else { ConfirmationReply::parse(text) };
        let result = match (unconfirmed, reply) {
            (Some(row), ConfirmationReply::Yes) if !awaits_confirmation(&row, &address) => {
                "elsewhere"
            }
            (Some(row), _) if !awaits_confirmation(&row, &address) => return Ok(None),
            (Some(row), ConfirmationReply::Yes) => match self.post.confirm_address(&row).await {
                Ok(()) => "confirmed",
                Err(ConfirmError::Failed(error)) => return Err(error.into()),
                Err(ConfirmError::NoCode | ConfirmError::Taken) => "taken",
            },
            (Some(row), ConfirmationReply::Never) => {
                let hash = self.post.keys.address_hash(&address);
                self.post.suppress(&hash, &row.player_id, Some(&address)).await?;
                return Ok(Some(processed(
                    InboundMailState::Taken,
                    "never",
                    None,
                    ReplyClass::Nothing,
                )));
            }
            (Some(_), ConfirmationReply::Other) => {
                return Ok(Some(Processed::ignored("unconfirmed")));
            }
            // If the sender has a mailbox, it was confirmed before, by this mail or by a click.
            (None, ConfirmationReply::Yes) => "confirmed",
            (None, _) => return Ok(None),
        };
        let Some(mailbox) = self.post.app.store.mailbox_by_address(address.normalized()).await?
        else {
            // The change of another address is pending, and nothing is sent here before it takes
            // effect.
            let is_pending = has_code && result == "confirmed";
            return Ok(is_pending
                .then(|| processed(InboundMailState::Taken, result, None, ReplyClass::Nothing)));
        };
        let player_id = mailbox.player_id.clone();
        let since = self.post.one_day_ago();
        let reply_counts = self.post.app.store.reply_counts(&player_id, since).await?;
        let lang = Lang::from_code(&mailbox.lang);
        let mut blocks = vec![Block::Text(lang.text(&format!("page-{result}")))];
        if result == "confirmed" {
            blocks.push(Block::Text(lang.text("answer-help")));
        }
        // The mail has no key of the player, and counts as such a mail.
        let sender = SenderContext::new(mail, lease, message, mailbox, address, reply_counts);
        let reply_class = self
            .reply_if_allowed(
                &sender,
                None,
                blocks.into(),
                &[],
                sender.reply_policy(MailContent::Commands),
            )
            .await?;
        let state =
            if result == "confirmed" { InboundMailState::Taken } else { InboundMailState::Refused };
        Ok(Some(Processed {
            player_id: Some(player_id),
            ..processed(state, result, None, reply_class)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_in_the_first_line_confirms() {
        for yes in [
            "yes",
            "Yes!",
            "\n  Sì.\nAda",
            "SI'",
            "ok",
            "ACCEPT",
            "Yes please",
            "Ok, thanks",
            "Yes, that was me",
            "Ja",
        ] {
            assert_eq!(ConfirmationReply::parse(yes), ConfirmationReply::Yes, "{yes}");
        }
        for never in ["NEVER", "never", "ok\nNEVER", "mai più"] {
            assert_eq!(ConfirmationReply::parse(never), ConfirmationReply::Never, "{never}");
        }
        for other in [
            "",
            " \n\t\n",
            "No",
            "Who is this?",
            "I am away until Monday.",
            "yes and no",
            "HELP",
            "Never!",
            "ok then who are you",
        ] {
            assert_eq!(ConfirmationReply::parse(other), ConfirmationReply::Other, "{other}");
        }
    }
}
