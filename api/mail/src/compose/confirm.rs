//! Mail that asks whether an address is right. The recipient may know nothing about the service.
//! The mail contains nothing that a stranger could have chosen, not even a name.

use broadside_domain::time::Time;
use broadside_i18n::Lang;

use super::dates::format_date;
use super::template::arrange;
use super::{Block, MailDocument};

/// Composes the confirmation mail: the code, the link that confirms it, and the link that stops
/// further mail.
pub fn confirmation(
    lang: Lang,
    service: &str,
    code: &str,
    links: &str,
    never: &str,
) -> MailDocument {
    code_mail(
        lang,
        |part| format!("confirm-{part}"),
        service,
        code,
        format!("{links}/mail/confirm?code={code}"),
        never,
    )
}

/// Composes a mail with a code: `key` gives the keys of its texts, `page` is the page that takes
/// the code, and `never` the link that stops such mail.
fn code_mail(
    lang: Lang,
    key: impl Fn(&str) -> String,
    service: &str,
    code: &str,
    page: String,
    never: &str,
) -> MailDocument {
    let text = |part: &str| vec![Block::Text(lang.fill(&key(part), &[("service", service)]))];
    let link = |url: String, part: &str, main| {
        vec![Block::Link { url, label: lang.text(&key(part)), main }]
    };
    MailDocument {
        lang,
        subject: lang.fill(&key("subject"), &[("service", service)]),
        blocks: arrange(
            lang,
            "confirm",
            [
                ("why", text("why")),
                ("open", text("open")),
                ("button", link(page, "button", true)),
                ("code-how", text("code")),
                ("code", vec![Block::Code(vec![code.to_owned()])]),
                ("until", text("until")),
            ],
        ),
        foot: arrange(
            lang,
            "confirm-foot",
            [("not-you", text("not-you")), ("never", link(never.to_owned(), "never", false))],
        ),
    }
}

/// Composes the mail with a code that can be exchanged for a token.
pub fn token_code(lang: Lang, service: &str, code: &str, links: &str, never: &str) -> MailDocument {
    code_mail(
        lang,
        |part| format!("code-{part}"),
        service,
        code,
        format!("{links}/mail/token?code={code}"),
        never,
    )
}

/// Composes the notice to a confirmed address that it will be replaced by another, or deleted, at
/// the given time.
pub fn address_change(
    lang: Lang,
    service: &str,
    to: Option<&str>,
    at: Time,
    keep: &str,
) -> MailDocument {
    let at = format_date(lang, at);
    let text = |key: &str| {
        let words = [("service", service), ("address", to.unwrap_or_default()), ("date", &*at)];
        vec![Block::Text(lang.fill(key, &words))]
    };
    let button =
        Block::Link { url: keep.to_owned(), label: lang.text("notice-button"), main: true };
    MailDocument {
        lang,
        subject: lang.fill("notice-subject", &[("service", service)]),
        blocks: arrange(
            lang,
            "address-change",
            [
                ("what", text(if to.is_some() { "notice-change" } else { "notice-delete" })),
                ("yes", text("notice-yes")),
                ("no", text("notice-no")),
                ("button", vec![button]),
                ("then", text("notice-then")),
            ],
        ),
        foot: text("notice-foot"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_snapshots;
    use super::*;

    #[test]
    fn it_reads_well() {
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
