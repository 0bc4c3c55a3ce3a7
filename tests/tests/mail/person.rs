//! A person who uses only a mail program.

use std::time::UNIX_EPOCH;

use broadside_tests::client::Client;
use broadside_tests::games::Sequence;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Message, SmtpTransport, Transport};
use serde_json::{Value, json};

use crate::post::{Mailbox, PASSWORD, setting};
use crate::wits;

pub(crate) const MAILBOX: &str = "/v1/players/me/mailbox";
/// Maximum number of mails to a player in a whole game.
const MAX_MAILS: usize = 400;

/// The format in which a mail program writes replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// Text, without a quotation.
    Plain,
    /// Text above the full quotation of the mail.
    Quoting,
    /// HTML only, above the full quotation of the mail.
    Html,
    /// Text and HTML, each above the full quotation, in Italian.
    Italian,
    /// The same in German.
    German,
}

impl Program {
    /// Returns the language of the person, and how the program begins the subject of a reply.
    fn language(self) -> [&'static str; 2] {
        match self {
            Self::Italian => ["it", "R:"],
            Self::German => ["de", "AW:"],
            Self::Plain | Self::Quoting | Self::Html => ["en", "Re:"],
        }
    }

    /// Returns the line above a quotation.
    fn attribution(self, author: &str) -> String {
        match self {
            Self::Italian => {
                format!("Il giorno lun 4 mag 2026 alle ore 09:30 {author} ha scritto:")
            }
            Self::German => format!("Am Mo., 4. Mai 2026 um 09:30 Uhr schrieb {author}:"),
            Self::Plain | Self::Quoting | Self::Html => {
                format!("On Mon, May 4, 2026 at 9:30 AM {author} wrote:")
            }
        }
    }
}

/// A person.
pub(crate) struct Person {
    pub(crate) client: Client,
    pub(crate) address: String,
    name: String,
    program: Program,
    mailbox: Mailbox,
    smtp: SmtpTransport,
    luck: Sequence,
    /// Number of letters sent, and time of the last one in seconds since 1970.
    pub(crate) sent: usize,
    sent_at: i64,
}

impl Person {
    /// Creates a person who has signed up and confirmed an address.
    pub(crate) fn new(server: &Server, host: &str, name: &str, program: Program) -> Self {
        let client = server.player(name);
        let mut person = Self::of(client, host, name, program);
        let [language, _] = program.language();
        let request = json!({"address": person.address, "language": language});
        person.client.put(MAILBOX, &request).is(200);
        let code = person.read("the code that confirms the address").word("bra_");
        person.client.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
        person
    }

    /// Creates a person with an address but without an account.
    pub(crate) fn stranger(server: &Server, host: &str, name: &str, program: Program) -> Self {
        Self::of(server.client(), host, name, program)
    }

    fn of(client: Client, host: &str, name: &str, program: Program) -> Self {
        let address = format!("{}.{host}@players.test", name.to_lowercase());
        let (mailbox, smtp) = (Mailbox::open(&address), submission(&address));
        let luck = Sequence(address.bytes().map(u64::from).sum());
        Self {
            client,
            address,
            name: name.to_owned(),
            program,
            mailbox,
            smtp,
            luck,
            sent: 0,
            sent_at: 0,
        }
    }

    /// Returns the next mail, which must contain `expected`.
    #[track_caller]
    pub(crate) fn read(&mut self, expected: &str) -> Mail {
        let expected = format!("{expected} to {}", self.address);
        self.mailbox.next(&expected)
    }

    /// Plays until a mail reports the end of the game; returns that mail.
    pub(crate) fn play(&mut self) -> Mail {
        let mut question = "nothing yet".to_owned();
        for _ in 0..MAX_MAILS {
            let mail = self.read(&format!("what goes on after {question}\n\n"));
            if wits::is_over(&mail) {
                return mail;
            }
            // Skip mail from before the last letter: it is older than the mail that the letter
            // answered.
            if mail.date() < self.sent_at {
                continue;
            }
            if let Some(words) = wits::answer(&mail, &self.name, &mut self.luck) {
                question = format!("{}\n{}\nwas answered with {words}", mail.subject, mail.text);
                self.answer(&mail, &words);
            }
        }
        panic!(
            "{} has read {MAX_MAILS} mails, and the game goes on; the last that was asked:\n{question}",
            self.name
        );
    }

    /// Writes a letter that is not a reply.
    pub(crate) fn write(&mut self, to: &str, words: &str) {
        let message = Message::builder()
            .from(format!("{} <{}>", self.name, self.address).parse().unwrap())
            .to(to.parse().unwrap())
            .subject("Broadside")
            .header(ContentType::TEXT_PLAIN)
            .body(words.to_owned());
        self.send(&message.unwrap());
    }

    fn send(&mut self, message: &Message) {
        self.smtp.send(message).unwrap();
        self.sent += 1;
    }

    /// Answers a mail in the format of the program.
    pub(crate) fn answer(&mut self, mail: &Mail, words: &str) {
        // Send letters in different seconds, so that dates give the order.
        let now = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs() as i64);
        wait_until("the next second", || now() > mail.date());
        self.sent_at = now();
        let message = Message::builder()
            .from(format!("{} <{}>", self.name, self.address).parse().unwrap())
            .to(mail.reply_to().parse().unwrap())
            .subject(format!("{} {}", self.program.language()[1], mail.subject))
            .in_reply_to(mail.header("Message-ID"))
            .references(format!("{} {}", mail.header("References"), mail.header("Message-ID")));
        let wrote = self.program.attribution(&format!("Broadside <{}>", mail.reply_to()));
        let quoted: String = mail.text.lines().map(|line| format!("> {line}\n")).collect();
        let text = match self.program {
            Program::Plain => format!("{words}\n\n-- \n{}\n", self.name),
            _ => format!("{words}\n\n{wrote}\n\n{quoted}"),
        };
        let div: String = words.lines().map(|line| format!("<div>{line}</div>")).collect();
        let html = format!(
            "<html><head><style>div {{ color: black }}</style></head><body>{div}<br><div class=\"gmail_quote\">\
             <div dir=\"ltr\" class=\"gmail_attr\">{}<br></div><blockquote class=\"gmail_quote\">{}</blockquote></div></body></html>",
            wrote.replace('<', "&lt;").replace('>', "&gt;"),
            mail.html,
        );
        let message = match self.program {
            Program::Plain | Program::Quoting => message.singlepart(SinglePart::plain(text)),
            Program::Html => message.singlepart(
                SinglePart::builder()
                    .header(ContentType::TEXT_HTML)
                    .header(ContentTransferEncoding::Base64)
                    .body(html),
            ),
            Program::Italian | Program::German => {
                message.multipart(MultiPart::alternative_plain_html(text, html))
            }
        };
        self.send(&message.unwrap());
    }

    /// Challenges another person, who is notified.
    pub(crate) fn challenge(&self, ruleset: &str, options: &Value, other: &Self) -> String {
        let body = json!({"ruleset": ruleset, "options": options, "opponents": [{"kind": "player", "id": other.client.id}]});
        self.client.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned()
    }
}

/// A connection to the submission service of the mail server, as in a mail program: with STARTTLS
/// and a login.
pub(crate) fn submission(address: &str) -> SmtpTransport {
    let at = setting("SUBMISSION");
    let (host, port) = at.split_once(':').unwrap();
    SmtpTransport::builder_dangerous(host)
        .port(port.parse().unwrap())
        .tls(Tls::Required(TlsParameters::new(host.to_owned()).unwrap()))
        .credentials(Credentials::new(address.to_owned(), PASSWORD.to_owned()))
        .build()
}
