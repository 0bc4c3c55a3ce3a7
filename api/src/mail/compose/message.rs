//! A letter as a message that is sent (RFC 5322, MIME). The same letter is the same bytes.

use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use super::Letter;
use super::html::html;
use super::text::text;
use crate::ambient::Time;
use crate::mail::{Address, Sender};

/// What stands above a letter.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// From whom it comes.
    pub from: &'a Sender,
    /// To whom it goes.
    pub to: &'a Address,
    /// Where an answer goes; to the sender without a key if it is left out.
    pub reply_to: Option<String>,
    /// When it was written.
    pub date: Time,
    /// Its id, without the brackets.
    pub message_id: &'a str,
    /// The thread that it belongs to.
    pub thread: Option<Thread>,
    /// Where a click leads that has no more of these sent.
    pub unsubscribe: Option<String>,
    /// What goes along.
    pub files: Vec<File>,
}

/// A file that goes along with a letter.
#[derive(Clone, Debug)]
pub struct File {
    /// What it is called.
    pub name: String,
    /// Its type, as in `application/pdf`.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A thread of mails: those of a game.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The id that they all refer to, without the brackets. No mail has it: whichever comes first, the others stand beside it.
    pub root: String,
    /// The Message-ID of the mail that this one answers, without the brackets.
    pub answers: Option<String>,
    /// What the list of these mails is called, as in `0196f0a0.games`.
    pub list: String,
}

/// The message.
pub fn message(letter: &Letter, head: Head<'_>) -> String {
    let date = UNIX_EPOCH + Duration::from_millis(u64::try_from(head.date.0).unwrap_or_default());
    let mut builder = Message::builder()
        .from(head.from.mailbox())
        .to(Mailbox::new(None, head.to.as_str().parse().expect("it was read as an address")))
        .subject(&letter.subject)
        .date(date)
        .message_id(Some(format!("<{}>", head.message_id)));
    let own =
        |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    if let Some(reply_to) = head.reply_to.as_ref().and_then(|address| address.parse().ok()) {
        builder = builder.reply_to(Mailbox::new(Some(head.from.name().to_owned()), reply_to));
    }
    if let Some(Thread { root, answers, list }) = head.thread {
        let parent = answers.as_ref().unwrap_or(&root);
        let references = match &answers {
            Some(answered) => format!("<{root}> <{answered}>"),
            None => format!("<{root}>"),
        };
        builder = builder
            .in_reply_to(format!("<{parent}>"))
            .references(references)
            .raw_header(own("List-Id", format!("<{list}.{}>", head.from.domain())));
    }
    if let Some(url) = head.unsubscribe {
        builder = builder.raw_header(own("List-Unsubscribe", format!("<{url}>")));
        builder = builder.raw_header(own("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    // RFC 3834: whoever answers by itself does not answer this. The second is for those who do not know the first.
    builder = builder
        .raw_header(own("Auto-Submitted", "auto-generated".to_owned()))
        .raw_header(own("X-Auto-Response-Suppress", "All".to_owned()))
        .raw_header(own("Content-Language", letter.lang.code().to_owned()));
    let boundary = |part: &str| format!("{part}-{}", head.message_id.split('@').next().unwrap_or_default());
    let both = MultiPart::alternative().boundary(boundary("letter"));
    let both = both.singlepart(SinglePart::plain(text(letter))).singlepart(SinglePart::html(html(letter)));
    let whole = if head.files.is_empty() {
        both
    } else {
        let mixed = MultiPart::mixed().boundary(boundary("whole")).multipart(both);
        head.files.into_iter().fold(mixed, |mixed, File { name, kind, bytes }| {
            let kind = ContentType::parse(kind).expect("it is a type");
            mixed.singlepart(Attachment::new(name).body(bytes, kind))
        })
    };
    let message = builder.multipart(whole).expect("it has a sender and a recipient");
    String::from_utf8(message.formatted()).expect("what is beyond ASCII is encoded")
}
