//! Mail that a server has written to its folder, parsed as a mail client does.

use std::path::Path;

use mail_parser::{HeaderValue, MessageParser};
use serde_json::json;

use crate::client::Client;
use crate::server::{Server, run};
use crate::wait::{wait_for, wait_until};

/// A mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The source of the message.
    pub raw: String,
    /// The subject.
    pub subject: String,
    /// The recipient.
    pub to: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The attachments: their names and contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Mail {
    /// Parses a message.
    pub fn read(raw: &str) -> Self {
        let message = MessageParser::default().parse(raw).expect("it is a message");
        let to =
            message.to().and_then(|to| to.first()).and_then(|to| to.address()).unwrap_or_default();
        let file = |part: &mail_parser::MessagePart<'_>| {
            use mail_parser::MimeHeaders;
            (part.attachment_name().unwrap_or_default().to_owned(), part.contents().to_owned())
        };
        Self {
            raw: raw.to_owned(),
            subject: message.subject().unwrap_or_default().to_owned(),
            to: to.to_owned(),
            text: message.body_text(0).map(|text| text.replace("\r\n", "\n")).unwrap_or_default(),
            html: message.body_html(0).map(|html| html.replace("\r\n", "\n")).unwrap_or_default(),
            files: message.attachments().map(file).collect(),
        }
    }

    /// Returns a header, unfolded; empty if it is missing.
    pub fn header(&self, name: &str) -> String {
        let message = MessageParser::default().parse(&self.raw).expect("it is a message");
        let raw = message.header_raw(name).unwrap_or_default();
        raw.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the address for replies.
    pub fn reply_to(&self) -> String {
        let message = MessageParser::default().parse(&self.raw).expect("it is a message");
        match message.header("Reply-To") {
            Some(HeaderValue::Address(address)) => {
                address.first().and_then(|first| first.address()).unwrap_or_default().to_owned()
            }
            _ => String::new(),
        }
    }

    /// Returns the date of the message, in seconds since 1970.
    pub fn date(&self) -> i64 {
        let message = MessageParser::default().parse(&self.raw).expect("it is a message");
        message.date().expect("it has a date").to_timestamp()
    }

    /// Returns the part of the text that begins with this prefix, up to the next space.
    #[track_caller]
    pub fn word(&self, begins: &str) -> String {
        let word = self.text.split_whitespace().find(|word| word.starts_with(begins));
        word.unwrap_or_else(|| panic!("{begins} is not in {}", self.text)).to_owned()
    }

    /// Returns the path of the link to unsubscribe.
    pub fn unsubscribe(&self) -> String {
        let url = self.header("List-Unsubscribe");
        let path = url
            .trim_matches(['<', '>'])
            .split_once("/mail/")
            .map(|(_, rest)| format!("/mail/{rest}"));
        path.unwrap_or_else(|| panic!("{url} leads nowhere"))
    }
}

/// Returns all mail in a folder, in the order in which it was written.
pub fn in_folder(folder: &Path) -> Vec<Mail> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .collect();
    files.sort();
    files
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .map(|raw| Mail::read(&raw))
        .collect()
}

impl Server {
    /// Returns all mail to an address.
    pub fn mail_to(&self, address: &str) -> Vec<Mail> {
        let all = in_folder(&self.directory().file("mail"));
        all.into_iter().filter(|mail| mail.to == address).collect()
    }

    /// Creates a player with a confirmed address, which has received no mail before.
    pub fn player_at(&self, name: &str, address: &str) -> Client {
        const MAILBOX: &str = "/v1/players/me/mailbox";
        let player = self.player(name);
        player.put(MAILBOX, &json!({"address": address})).is(200);
        let code = self.wait_for_mail(address, 1)[0].word("bra_");
        player.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
        player
    }

    /// Waits for this many mails to an address, and returns all of them.
    #[track_caller]
    pub fn wait_for_mail(&self, address: &str, count: usize) -> Vec<Mail> {
        wait_for(format_args!("{count} mails to {address}"), || {
            let mails = self.mail_to(address);
            (mails.len() >= count).then_some(mails)
        })
    }

    /// Waits for a mail to an address with this text, and returns the newest.
    #[track_caller]
    pub fn wait_for_mail_with(&self, address: &str, says: &str) -> Mail {
        let says_so = |mail: &Mail| mail.subject.contains(says) || mail.text.contains(says);
        wait_for(format_args!("a mail to {address} with `{says}`"), || {
            self.mail_to(address).into_iter().rfind(says_so)
        })
    }

    /// Waits until all mail about what has happened so far is written and sent.
    #[track_caller]
    pub fn wait_for_all_mail(&self) {
        let untried = |queue: &str| {
            let untried = format!(
                "SELECT count(*) FROM jobs WHERE queue = '{queue}' AND state = 'pending' AND attempts = 0"
            );
            self.database().count(self.directory(), &untried)
        };
        wait_until("the codes that were asked for", || untried("recoveries") == 0);
        self.wait_for_round("mail writer");
        wait_until("the mail that is written", || untried("mail_out") == 0);
    }

    /// Waits until a letter is processed, and returns its state and the reason.
    #[track_caller]
    pub fn letter_state(&self, id: &str) -> String {
        let pending = format!("SELECT COUNT(*) FROM jobs WHERE id = '{id}' AND state = 'pending'");
        wait_until(format_args!("the end of letter {id}"), || {
            self.database().count(self.directory(), &pending) == 0
        });
        let log = run(
            self.directory(),
            &["mail", "log", "--id", id, "--database", &self.database().url()],
        );
        let text = String::from_utf8(log.stdout).expect("it is text");
        let value_of = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name));
            line.map(|line| line[16..].trim().to_owned()).unwrap_or_default()
        };
        format!("{} {}", value_of("state"), value_of("why")).trim().to_owned()
    }
}
