//! Replies to the mail that asks to confirm an address. Nothing is known of their senders except
//! that they got that mail, so nothing else in these replies is executed.

use crate::CodeKey;
use crate::ConfirmError;
use crate::compose::Block;
use crate::read::ParsedMessage;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Statement};
use broadside_store::{MailInFound, MailInState, MailboxRow, ReplyClass};

use super::answer::processed;
use super::context::SenderContext;
use super::reply_policy::Intent;
use super::{InboundProcessor, Processed, yes_no};
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

/// Meaning of a reply.
#[derive(Debug, PartialEq, Eq)]
enum ConfirmationReply {
    /// The address is right.
    Yes,
    /// The address must never be written to again.
    Never,
    /// Anything else.
    Else,
}

impl ConfirmationReply {
    /// Reads the first line, and searches all lines for NEVER. A reply without lines does not
    /// confirm: such replies come from machines that do not identify themselves.
    fn parse(text: &str) -> Self {
        let never = |line: &str| {
            let said = notation::read(line, None).unwrap_or_default();
            said.iter().any(|one| one.statement == Statement::Account(AccountCommand::Never))
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        if lines.clone().any(never) {
            return Self::Never;
        }
        let Some(first) = lines.next() else { return Self::Else };
        if yes_no::is_yes(first) { Self::Yes } else { Self::Else }
    }
}

impl InboundProcessor {
    /// Processes a reply to a confirmation. Returns `None` if the mail is no such reply, or if its
    /// sender has a confirmed mailbox and says something else.
    pub(super) async fn process_confirmation_reply(
        &self,
        message: &MailInFound,
        lease: &str,
        letter: &ParsedMessage,
        key: &str,
    ) -> Result<Option<Processed>, JobError> {
        let Some(key) = CodeKey::parse(key) else { return Ok(None) };
        let address = letter.from.clone();
        let asked = match self.post.mailbox_by_code(key.code().reveal()).await {
            Ok(row) => Some(row),
            Err(ConfirmError::Failed(error)) => return Err(error.into()),
            Err(ConfirmError::NoCode | ConfirmError::Taken) => None,
        };
        let waits = |row: &MailboxRow| {
            row.pending
                .as_ref()
                .is_some_and(|asked| asked.address_normalized == address.normalized())
        };
        let is_asked = asked.is_some();
        let meant = letter.without_salutations();
        let text = meant.as_ref().map_or(&letter.text, |meant| &meant.text);
        let said =
            if letter.struck { ConfirmationReply::Else } else { ConfirmationReply::parse(text) };
        let told = match (asked, said) {
            (Some(row), ConfirmationReply::Yes) if !waits(&row) => "elsewhere",
            (Some(row), _) if !waits(&row) => return Ok(None),
            (Some(row), ConfirmationReply::Yes) => match self.post.confirm_address(&row).await {
                Ok(()) => "confirmed",
                Err(ConfirmError::Failed(error)) => return Err(error.into()),
                Err(ConfirmError::NoCode | ConfirmError::Taken) => "taken",
            },
            (Some(row), ConfirmationReply::Never) => {
                let hash = self.post.keys.address_hash(&address);
                self.post.suppress(&hash, &row.player_id, Some(&address)).await?;
                return Ok(Some(processed(MailInState::Taken, "never", None, ReplyClass::Nothing)));
            }
            (Some(_), ConfirmationReply::Else) => {
                return Ok(Some(Processed::ignored("unconfirmed")));
            }
            // If the sender has a mailbox, it was confirmed before, by this mail or by a click.
            (None, ConfirmationReply::Yes) => "confirmed",
            (None, _) => return Ok(None),
        };
        let Some(mailbox) = self.post.app.store.mailbox_at(address.normalized()).await? else {
            // The change of another address is pending, and nothing is sent here before it takes
            // effect.
            let waits = is_asked && told == "confirmed";
            return Ok(
                waits.then(|| processed(MailInState::Taken, told, None, ReplyClass::Nothing))
            );
        };
        let player_id = mailbox.player_id.clone();
        let since = self.post.one_day_ago();
        let reply_counts = self.post.app.store.reply_counts(&player_id, since).await?;
        let lang = Lang::from_code(&mailbox.lang);
        let mut blocks = vec![Block::Text(lang.text(&format!("page-{told}")))];
        if told == "confirmed" {
            blocks.push(Block::Text(lang.text("answer-help")));
        }
        // The mail has no key of the player, and counts as such a mail.
        let writer = SenderContext::new(message, lease, letter, mailbox, address, reply_counts);
        let reply_class = self
            .reply_if_allowed(
                &writer,
                None,
                blocks.into(),
                &[],
                writer.reply_policy(Intent::Commands),
            )
            .await?;
        let state = if told == "confirmed" { MailInState::Taken } else { MailInState::Refused };
        Ok(Some(Processed {
            player_id: Some(player_id),
            ..processed(state, told, None, reply_class)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_agrees_confirms() {
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
            assert_eq!(ConfirmationReply::parse(other), ConfirmationReply::Else, "{other}");
        }
    }
}
