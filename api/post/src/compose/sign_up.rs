//! Mails to people without an account: the offer of one, the welcome, and the farewell.

use broadside_i18n::Lang;

use super::paragraph::{only, paragraph};
use super::refused::shown_words;
use super::{Block, MailDocument, SuggestedCommand};
use crate::texts::LetterTexts;

/// Maximum number of lines that the welcome quotes.
const MAX_NOT_DONE: usize = 10;

/// Composes the mail that offers an account to a stranger who has written. Their language is
/// unknown, so it is in all languages, and it repeats nothing that they wrote.
pub(crate) fn sign_up_offer(service: &str, reply_to: &str, never: &str) -> MailDocument {
    let parts = [("service", service)];
    let mut blocks = Vec::new();
    let mut foot = Vec::new();
    for lang in Lang::ALL {
        blocks.extend(paragraph(lang, "sign-up-why", &parts));
        blocks.push(sign_up_commands(lang, reply_to));
        blocks.extend(paragraph(lang, "sign-up-until", &parts));
        foot.extend(paragraph(lang, "sign-up-not-you", &parts));
        foot.extend(paragraph(lang, "sign-up-never", &parts));
    }
    foot.push(never_link(&Lang::ALL, never));
    MailDocument { lang: Lang::default(), subject: sign_up_subject(service), blocks, foot }
}

/// Composes the answer to a reply to the offer that does not agree: in the language of the reply,
/// or in all languages if that is unknown. `last` is true if further replies get no such answer.
pub(crate) fn sign_up_hint(
    lang: Option<Lang>,
    service: &str,
    reply_to: &str,
    never: &str,
    last: bool,
) -> MailDocument {
    let langs = lang.map_or_else(|| Lang::ALL.to_vec(), |lang| vec![lang]);
    let mut blocks = Vec::new();
    for &lang in &langs {
        blocks.extend(paragraph(lang, "sign-up-hint", &[]));
        blocks.push(sign_up_commands(lang, reply_to));
        blocks.extend(only(last, || paragraph(lang, "sign-up-hint-last", &[])));
    }
    let mut foot: Vec<_> =
        langs.iter().map(|lang| Block::Text(lang.text("sign-up-never"))).collect();
    foot.push(never_link(&langs, never));
    let subject = format!("Re: {}", sign_up_subject(service));
    MailDocument { lang: lang.unwrap_or_default(), subject, blocks, foot }
}

/// Returns the replies that accept the offer.
fn sign_up_commands(lang: Lang, reply_to: &str) -> Block {
    let yes = lang.text("sign-up-yes-line");
    let name = lang.text("sign-up-name-line");
    Block::Commands(vec![
        SuggestedCommand::new(&yes, lang.text("sign-up-yes"), reply_to),
        SuggestedCommand::new(&name, lang.text("sign-up-yes-name"), ""),
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
pub(crate) fn welcome(lang: Lang, name: &str, not_done: &[&str]) -> Vec<Block> {
    let greeting = paragraph(lang, "welcome", &[("name", name)]);
    let commands = [
        ("LIST", "welcome-list"),
        ("NEW CLASSIC WITH BOT CASUAL", "welcome-bot"),
        ("NEW CLASSIC WITH OPEN", "welcome-open"),
        ("NEW CLASSIC WITH ben@example.org", "welcome-invite"),
        ("RULES", "welcome-rules"),
        ("HELP", "welcome-help"),
        ("NAME Ada", "welcome-name"),
        ("STOP", "welcome-stop"),
    ];
    let commands = commands.map(|(line, key)| SuggestedCommand::new(line, lang.text(key), ""));
    let commands = Block::Commands(commands.to_vec());
    let mut left_out = Vec::new();
    if !not_done.is_empty() {
        let mut lines: Vec<_> =
            not_done.iter().take(MAX_NOT_DONE).map(|line| shown_words(line)).collect();
        lines.extend((not_done.len() > MAX_NOT_DONE).then(|| "…".to_owned()));
        left_out.extend([Block::Text(lang.text("welcome-not-done")), Block::Lines(lines)]);
    }
    let parts = [greeting, vec![commands], left_out];
    parts.concat()
}

/// Explains how an account is ended, with the code that confirms it.
pub(crate) fn stop_instructions(lang: Lang, code: &str) -> Vec<Block> {
    let command = SuggestedCommand::new(&format!("STOP {code}"), lang.text("stop-does"), "");
    let parts = [
        paragraph(lang, "stop-how", &[]),
        vec![Block::Commands(vec![command])],
        paragraph(lang, "stop-until", &[]),
    ];
    parts.concat()
}

/// Composes the last mail to a player whose account has ended.
pub(crate) fn farewell(lang: Lang, service: &str) -> MailDocument {
    let parts = [("service", service)];
    MailDocument {
        lang,
        subject: lang.fill("farewell-subject", &parts),
        blocks: paragraph(lang, "farewell", &parts),
        foot: paragraph(lang, "farewell-foot", &parts),
    }
}
