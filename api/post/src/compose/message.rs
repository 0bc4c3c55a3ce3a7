//! Renders a mail as a message (RFC 5322, MIME). The output is deterministic.

use std::time::{Duration, UNIX_EPOCH};

use broadside_domain::time::Time;
use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use super::MailDocument;
use super::html::render_html;
use super::text::render_text;
use crate::{Address, ServiceAddress};

/// Header fields and attachments of a message.
#[derive(Clone, Debug)]
pub(crate) struct MessageHeaders<'a> {
    pub from: &'a ServiceAddress,
    pub to: &'a Address,
    /// Address for replies. If it is `None`, replies go to the sender without a key.
    pub reply_to: Option<String>,
    /// Time at which the message was written.
    pub date: Time,
    /// Message-ID, without angle brackets.
    pub message_id: &'a str,
    pub thread: Option<Threading>,
    /// Link for one-click unsubscription.
    pub unsubscribe: Option<String>,
    pub files: Vec<AttachedFile>,
}

#[derive(Clone, Debug)]
pub(crate) struct AttachedFile {
    pub name: String,
    /// Media type, as in `application/pdf`.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

/// Thread of mails about one game.
#[derive(Clone, Debug)]
pub(crate) struct Threading {
    /// Message-ID that all mails of the thread refer to, without angle brackets. No mail has this
    /// id, so all mails of a game are siblings, whichever of them arrives first.
    pub root: String,
    /// Message-ID of the mail that this one answers, without angle brackets.
    pub answers: Option<String>,
    /// Name of the mailing list of these mails, as in `0196f0a0.games`.
    pub list: String,
}

/// Renders the message.
pub(crate) fn render(document: &MailDocument, headers: MessageHeaders<'_>) -> String {
    let date =
        UNIX_EPOCH + Duration::from_millis(u64::try_from(headers.date.0).unwrap_or_default());
    let mut builder = Message::builder()
        .from(headers.from.mailbox())
        .to(Mailbox::new(None, headers.to.as_str().parse().expect("it was read as an address")))
        .subject(&document.subject)
        .date(date)
        .message_id(Some(format!("<{}>", headers.message_id)));
    if let Some(reply_to) = headers.reply_to.as_ref().and_then(|address| address.parse().ok()) {
        builder = builder.reply_to(Mailbox::new(Some(headers.from.name().to_owned()), reply_to));
    }
    if let Some(Threading { root, answers, list }) = headers.thread {
        let parent = answers.as_ref().unwrap_or(&root);
        let references = match &answers {
            Some(answered) => format!("<{root}> <{answered}>"),
            None => format!("<{root}>"),
        };
        builder = builder
            .in_reply_to(format!("<{parent}>"))
            .references(references)
            .raw_header(header("List-Id", format!("<{list}.{}>", headers.from.domain())));
    }
    if let Some(url) = headers.unsubscribe {
        builder = builder.raw_header(header("List-Unsubscribe", format!("<{url}>")));
        builder = builder
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    // RFC 3834: automatic responders must not answer this. The second field is for those that do
    // not support the first.
    builder = builder
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
        .raw_header(header("X-Auto-Response-Suppress", "All".to_owned()))
        .raw_header(header("Content-Language", document.lang.code().to_owned()));
    let id = headers.message_id.split('@').next().unwrap_or_default();
    let mut body = MultiPart::alternative()
        .boundary(format!("letter-{id}"))
        .singlepart(SinglePart::plain(render_text(document)))
        .singlepart(SinglePart::html(render_html(document)));
    if !headers.files.is_empty() {
        body = MultiPart::mixed().boundary(format!("whole-{id}")).multipart(body);
    }
    for AttachedFile { name, kind, bytes } in headers.files {
        let kind = ContentType::parse(kind).expect("it is a type");
        body = body.singlepart(Attachment::new(name).body(bytes, kind));
    }
    let message = builder.multipart(body).expect("it has a sender and a recipient");
    String::from_utf8(message.formatted()).expect("what is beyond ASCII is encoded")
}

/// Creates a header field that the library does not know.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}
