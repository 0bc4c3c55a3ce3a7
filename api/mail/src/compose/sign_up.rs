//! Mails to people without an account: the offer of one, the welcome, and the farewell.

use broadside_i18n::Lang;

use super::refused::shown_words;
use super::template::arrange;
use super::{Block, MailDocument, SuggestedCommand};

/// Maximum number of lines that the welcome quotes.
const MAX_NOT_DONE: usize = 10;

/// Composes the mail that offers an account to a stranger who has written. Their language is
/// unknown, so it is in all languages, and it repeats nothing that they wrote.
pub fn sign_up_offer(service: &str, reply_to: &str, never: &str) -> MailDocument {
    let parts = [("service", service)];
    let mut blocks = Vec::new();
    let mut foot = Vec::new();
    for lang in Lang::ALL {
        let text = |key: &str| vec![Block::Text(lang.fill(key, &parts))];
        blocks.extend(arrange(
            lang,
            "sign-up",
            [
                ("why", text("sign-up-why")),
                ("commands", vec![sign_up_commands(lang, reply_to)]),
                ("until", text("sign-up-until")),
            ],
        ));
        foot.extend([text("sign-up-not-you"), text("sign-up-never")].concat());
    }
    foot.push(never_link(&Lang::ALL, never));
    MailDocument { lang: Lang::default(), subject: sign_up_subject(service), blocks, foot }
}

/// Composes the answer to a reply to the offer that does not agree: in the language of the reply,
/// or in all languages if that is unknown. `last` is true if further replies get no such answer.
pub fn sign_up_hint(
    lang: Option<Lang>,
    service: &str,
    reply_to: &str,
    never: &str,
    last: bool,
) -> MailDocument {
    let langs = lang.map_or_else(|| Lang::ALL.to_vec(), |lang| vec![lang]);
    let mut blocks = Vec::new();
    for &lang in &langs {
        let until = last.then(|| Block::Text(lang.text("sign-up-hint-last")));
        blocks.extend(arrange(
            lang,
            "sign-up",
            [
                ("why", vec![Block::Text(lang.text("sign-up-hint"))]),
                ("commands", vec![sign_up_commands(lang, reply_to)]),
                ("until", until.into_iter().collect()),
            ],
        ));
    }
    let mut foot: Vec<_> =
        langs.iter().map(|lang| Block::Text(lang.text("sign-up-never"))).collect();
    foot.push(never_link(&langs, never));
    let subject = format!("Re: {}", sign_up_subject(service));
    MailDocument { lang: lang.unwrap_or_default(), subject, blocks, foot }
}

/// Returns the replies that accept the offer.
fn sign_up_commands(lang: Lang, reply_to: &str) -> Block {
    let offer = |lines: &str, key: &str, to: &str| SuggestedCommand {
        lines: lines.lines().map(str::to_owned).collect(),
        does: lang.text(key),
        to: to.to_owned(),
    };
    Block::Commands(vec![
        offer(&lang.text("sign-up-yes-line"), "sign-up-yes", reply_to),
        offer(&lang.text("sign-up-name-line"), "sign-up-yes-name", ""),
    ])
}

fn sign_up_subject(service: &str) -> String {
    format!("{service}: {}", in_languages(&Lang::ALL, "sign-up-subject"))
}

fn never_link(langs: &[Lang], never: &str) -> Block {
    Block::Link { url: never.to_owned(), label: in_languages(langs, "confirm-never"), main: false }
}

fn in_languages(langs: &[Lang], key: &str) -> String {
    langs.iter().map(|lang| lang.text(key)).collect::<Vec<_>>().join(" / ")
}

/// Returns the welcome to a new player, with commands to begin with. `not_done` are lines of the
/// reply to the offer that were not carried out.
pub fn welcome(lang: Lang, name: &str, not_done: &[&str]) -> Vec<Block> {
    let offer = |line: &str, key: &str| SuggestedCommand {
        lines: vec![line.to_owned()],
        does: lang.text(key),
        to: String::new(),
    };
    let greeting = Block::Text(lang.fill("welcome", &[("name", name)]));
    let commands = Block::Commands(vec![
        offer("LIST", "welcome-list"),
        offer("NEW CLASSIC WITH BOT CASUAL", "welcome-bot"),
        offer("NEW CLASSIC WITH OPEN", "welcome-open"),
        offer("NEW CLASSIC WITH ben@example.org", "welcome-invite"),
        offer("RULES", "welcome-rules"),
        offer("HELP", "welcome-help"),
        offer("NAME Ada", "welcome-name"),
        offer("STOP", "welcome-stop"),
    ]);
    let mut left_out = Vec::new();
    if !not_done.is_empty() {
        let mut lines: Vec<_> =
            not_done.iter().take(MAX_NOT_DONE).map(|line| shown_words(line)).collect();
        lines.extend((not_done.len() > MAX_NOT_DONE).then(|| "…".to_owned()));
        left_out.extend([Block::Text(lang.text("welcome-not-done")), Block::Lines(lines)]);
    }
    let parts =
        [("greeting", vec![greeting]), ("commands", vec![commands]), ("not-done", left_out)];
    arrange(lang, "welcome", parts)
}

/// Explains how an account is ended, with the code that confirms it.
pub fn stop_instructions(lang: Lang, code: &str) -> Vec<Block> {
    let line = SuggestedCommand {
        lines: vec![format!("STOP {code}")],
        does: lang.text("stop-does"),
        to: String::new(),
    };
    let text = |key: &str| vec![Block::Text(lang.text(key))];
    let parts = [
        ("how", text("stop-how")),
        ("command", vec![Block::Commands(vec![line])]),
        ("until", text("stop-until")),
    ];
    arrange(lang, "stop", parts)
}

/// Composes the last mail to a player whose account has ended.
pub fn farewell(lang: Lang, service: &str) -> MailDocument {
    let parts = [("service", service)];
    let text = |key: &str| Block::Text(lang.fill(key, &parts));
    MailDocument {
        lang,
        subject: lang.fill("farewell-subject", &parts),
        blocks: vec![text("farewell")],
        foot: vec![text("farewell-foot")],
    }
}
