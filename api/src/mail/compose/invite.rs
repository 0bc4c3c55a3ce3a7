//! The mail that invites to a game, and the answers to whoever is invited and has no account.

use super::{Block, Lang, Letter, Offer, Seen};
use super::{facts, fair};

/// The most digits of a name in an invitation.
const DIGITS: usize = 4;

/// What an invitation says.
#[derive(Clone, Debug)]
pub struct Invitation<'a> {
    /// What the service is called.
    pub service: &'a str,
    /// What whoever invites is called.
    pub who: &'a str,
    /// The game, as everybody may know it.
    pub seen: &'a Seen,
    /// For how many days it stands.
    pub days: u32,
    /// The code of the seat, for whoever plays through a program.
    pub code: &'a str,
    /// The address that an answer goes to.
    pub reply_to: &'a str,
    /// Where a click leads that has the address never written to again.
    pub never: &'a str,
    /// Where links lead: the address of the server, without a slash at the end.
    pub links: &'a str,
}

/// The invitation. It may come to somebody who knows nothing of all this. Of what a stranger could have chosen it says the name,
/// and that only if it is like one.
pub fn invitation(lang: Lang, of: &Invitation<'_>) -> Letter {
    let anybody = lang.text("invite-anybody");
    let who = if is_a_name(of.who) { of.who } else { &anybody };
    let game = lang.game(of.seen.ruleset);
    let parts = [("who", who), ("game", &*game), ("service", of.service)];
    let text = |key: &str| Block::Text(lang.fill(key, &parts));
    let blocks = [
        text("invite-why"),
        Block::List(facts::terms(of.seen, lang)),
        Block::Text(lang.count("invite-days", of.days as usize)),
        text("invite-how"),
        Block::Commands(offers(lang, of.reply_to)),
        text("invite-code"),
        Block::Lines(vec![format!("    {}", of.code)]),
    ];
    // Whoever accepts may place, with a seed, in the same letter: what the server is committed to has to have come before.
    let checked = fair::commitments(lang, of.seen);
    let rules = fair::rules(lang, of.links, of.seen.ruleset);
    Letter {
        lang,
        subject: lang.fill("invite-subject", &parts),
        blocks: blocks.into_iter().chain(checked).chain(rules).collect(),
        foot: foot(lang, of.service, of.never),
    }
}

/// An answer to whoever is invited and has no account.
pub fn to_invited(lang: Lang, subject: String, blocks: Vec<Block>, service: &str, never: &str) -> Letter {
    Letter { lang, subject, blocks, foot: foot(lang, service, never) }
}

/// What can be answered to an invitation.
pub fn offers(lang: Lang, reply_to: &str) -> Vec<Offer> {
    let offer = |lines: &str, key: &str, to: &str| Offer {
        lines: lines.lines().map(str::to_owned).collect(),
        does: lang.text(key),
        to: to.to_owned(),
    };
    vec![
        offer("ACCEPT", "does-accept", reply_to),
        offer("ACCEPT\nPLACE RANDOM", "does-accept-placed", reply_to),
        offer("NAME …", "does-name", ""),
        offer("DECLINE", "does-decline", reply_to),
        offer("NEVER", "does-never", reply_to),
    ]
}

fn foot(lang: Lang, service: &str, never: &str) -> Vec<Block> {
    let link = Block::Link { url: never.to_owned(), label: lang.text("confirm-never"), main: false };
    vec![Block::Text(lang.fill("invite-not-you", &[("service", service)])), link]
}

/// Whether a name is like one, and not like an address or a message.
fn is_a_name(name: &str) -> bool {
    let like = |c: char| c.is_alphabetic() || c.is_ascii_digit() || matches!(c, ' ' | '-' | '\'' | '’');
    let digits = name.chars().filter(char::is_ascii_digit).count();
    !name.is_empty() && name.chars().all(like) && digits <= DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_like_a_name_is_said_to_strangers() {
        for name in ["Ada", "Ada O’Neill-Smith", "ben 1987", "Иван"] {
            assert!(is_a_name(name), "{name}");
        }
        for name in ["", "win.example", "win http://x", "a@b", "call 0123456789", "<b>", "pay!"] {
            assert!(!is_a_name(name), "{name}");
        }
    }
}
