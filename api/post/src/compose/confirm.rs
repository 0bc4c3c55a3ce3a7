//! Mail that asks whether an address is right. The recipient may know nothing about the service.
//! The mail contains nothing that a stranger could have chosen, not even a name.

use broadside_domain::time::Time;
use broadside_i18n::Lang;

use super::dates::format_date;
use super::paragraph::paragraph;
use super::{Block, MailDocument};
use crate::texts::LetterTexts;

/// Composes the confirmation mail: the code, the link that confirms it, and the link that stops
/// further mail.
pub(crate) fn confirmation(
    lang: Lang,
    service: &str,
    code: &str,
    links: &str,
    never: &str,
) -> MailDocument {
    let page = format!("{links}/mail/confirm?code={code}");
    code_mail(lang, confirm_key, service, code, page, never)
}

fn confirm_key(part: &str) -> String {
    format!("confirm-{part}")
}

/// Composes a mail with a code: `key` returns the key of a text, `page` is the page that takes the
/// code, and `never` the link that stops such mail.
fn code_mail(
    lang: Lang,
    key: fn(&str) -> String,
    service: &str,
    code: &str,
    page: String,
    never: &str,
) -> MailDocument {
    let parts = [("service", service)];
    let button = Block::Link { url: page, label: lang.text(&key("button")), main: true };
    let never = Block::Link { url: never.to_owned(), label: lang.text(&key("never")), main: false };
    MailDocument {
        lang,
        subject: lang.fill(&key("subject"), &parts),
        blocks: [
            paragraph(lang, &key("why"), &parts),
            paragraph(lang, &key("open"), &parts),
            vec![button],
            paragraph(lang, &key("code"), &parts),
            vec![Block::Code(vec![code.to_owned()])],
            paragraph(lang, &key("until"), &parts),
        ]
        .concat(),
        foot: [paragraph(lang, &key("not-you"), &parts), vec![never]].concat(),
    }
}

/// Composes the mail with a code that can be exchanged for a token.
pub(crate) fn token_code(
    lang: Lang,
    service: &str,
    code: &str,
    links: &str,
    never: &str,
) -> MailDocument {
    let page = format!("{links}/mail/token?code={code}");
    code_mail(lang, code_key, service, code, page, never)
}

fn code_key(part: &str) -> String {
    format!("code-{part}")
}

/// Composes the notice to a confirmed address that it will be replaced by another, or deleted, at
/// the given time.
pub(crate) fn address_change(
    lang: Lang,
    service: &str,
    to: Option<&str>,
    at: Time,
    keep: &str,
) -> MailDocument {
    let date = format_date(lang, at);
    let parts = [("service", service), ("address", to.unwrap_or_default()), ("date", &*date)];
    let change = if to.is_some() { "notice-change" } else { "notice-delete" };
    let button =
        Block::Link { url: keep.to_owned(), label: lang.text("notice-button"), main: true };
    MailDocument {
        lang,
        subject: lang.fill("notice-subject", &[("service", service)]),
        blocks: [
            paragraph(lang, change, &parts),
            paragraph(lang, "notice-yes", &parts),
            paragraph(lang, "notice-no", &parts),
            vec![button],
            paragraph(lang, "notice-then", &parts),
        ]
        .concat(),
        foot: paragraph(lang, "notice-foot", &parts),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_snapshots;
    use super::*;

    #[test]
    fn a_confirmation_and_notices_of_a_change() {
        assert_snapshots("confirm", |lang| {
            confirmation(
                lang,
                "Broadside",
                "bra_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg",
                "https://play.example.org",
                "https://play.example.org/mail/unsubscribe/AQGW8KAAAHAAgAAAAAAAAACIX2h3z0yGIjQ1ZcXr0p6V",
            )
        });
        for (name, to) in [("notice-change", Some("ada@example.net")), ("notice-delete", None)] {
            assert_snapshots(name, |lang| {
                let at = Time(1_777_629_600_000);
                let keep = "https://play.example.org/mail/keep/AQGW8";
                address_change(lang, "Broadside", to, at, keep)
            });
        }
    }
}
