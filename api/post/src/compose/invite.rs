//! Mail that invites somebody to a game, and replies to invited people without an account.

use broadside_engine::dispatch_by_id;
use broadside_i18n::Lang;

use super::paragraph::paragraph;
use super::rulesets::RulesetMail as _;
use super::{Block, MailDocument, ReaderView, SuggestedCommand, facts, fair};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

/// Maximum number of digits in a name shown in an invitation.
const MAX_DIGITS: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Invitation<'a> {
    pub service: &'a str,
    pub inviter: &'a str,
    /// Public view of the game.
    pub game: &'a ReaderView,
    /// Number of days for which the invitation is valid.
    pub days: u32,
    /// Code of the seat, for people who play through a program.
    pub code: &'a str,
    pub reply_to: &'a str,
    /// Link that stops all mail to this address.
    pub never: &'a str,
    /// Base URL of links: the address of the server, without a trailing slash.
    pub links: &'a str,
}

/// Composes the invitation. The recipient may know nothing about the service. The only text in it
/// that a stranger could have chosen is the name, and only if it looks like a name.
pub(crate) fn invitation(lang: Lang, invitation: &Invitation<'_>) -> MailDocument {
    let anybody = lang.text("invite-anybody");
    let inviter = if looks_like_name(invitation.inviter) { invitation.inviter } else { &anybody };
    let game = ruleset_name(lang, invitation.game.ruleset);
    let example = dispatch_by_id!(invitation.game.ruleset, R => R::MOVE);
    let parts =
        [("who", inviter), ("game", &*game), ("service", invitation.service), ("move", example)];
    let blocks = [
        paragraph(lang, "invite-why", &parts),
        vec![Block::List(facts::terms(invitation.game, lang))],
        vec![Block::Text(lang.count("invite-days", invitation.days as usize))],
        paragraph(lang, "invite-how", &parts),
        vec![Block::Commands(invitation_commands(lang, invitation.reply_to))],
        paragraph(lang, "invite-code", &parts),
        vec![Block::Code(vec![invitation.code.to_owned()])], // A reply may accept and place, with a seed, in one mail. So the commitments of the server
        // have to be sent before.
        fair::commitments(lang, invitation.game).into(),
        fair::rules_link(lang, invitation.links, invitation.game.ruleset).into(),
    ];
    MailDocument {
        lang,
        subject: lang.fill("invite-subject", &parts),
        blocks: blocks.concat(),
        foot: footer(lang, invitation.service, invitation.never),
    }
}

/// Composes a reply to an invited person who has no account.
pub(crate) fn invitee_reply(
    lang: Lang,
    subject: String,
    blocks: Vec<Block>,
    service: &str,
    never: &str,
) -> MailDocument {
    MailDocument { lang, subject, blocks, foot: footer(lang, service, never) }
}

/// Lists the possible replies to an invitation.
pub(crate) fn invitation_commands(lang: Lang, reply_to: &str) -> Vec<SuggestedCommand> {
    vec![
        SuggestedCommand::new("ACCEPT", lang.text("does-accept"), reply_to),
        SuggestedCommand::new("ACCEPT\nPLACE RANDOM", lang.text("does-accept-placed"), reply_to),
        SuggestedCommand::new("NAME …", lang.text("does-name"), ""),
        SuggestedCommand::new("DECLINE", lang.text("does-decline"), reply_to),
        SuggestedCommand::new("NEVER", lang.text("does-never"), reply_to),
    ]
}

fn footer(lang: Lang, service: &str, never: &str) -> Vec<Block> {
    let link =
        Block::Link { url: never.to_owned(), label: lang.text("confirm-never"), main: false };
    let not_you = paragraph(lang, "invite-not-you", &[("service", service)]);
    [not_you, vec![link]].concat()
}

/// Returns true if a name looks like a name, and not like an address or a message.
fn looks_like_name(name: &str) -> bool {
    let digits = name.chars().filter(char::is_ascii_digit).count();
    !name.is_empty() && name.chars().all(can_be_in_name) && digits <= MAX_DIGITS
}

fn can_be_in_name(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || matches!(c, ' ' | '-' | '\'' | '’')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plausible_names_are_shown_to_strangers() {
        for name in ["Ada", "Ada O’Neill-Smith", "ben 1987", "Иван"] {
            assert!(looks_like_name(name), "{name}");
        }
        for name in ["", "win.example", "win http://x", "a@b", "call 0123456789", "<b>", "pay!"] {
            assert!(!looks_like_name(name), "{name}");
        }
    }
}
