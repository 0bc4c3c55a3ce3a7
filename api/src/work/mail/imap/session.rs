//! A connection to a mailbox: what is new in it, and waiting for more.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use async_imap::Session as Imap;
use async_imap::imap_proto::{AttributeValue, MailboxDatum, Response, Status};
use async_imap::types::UnsolicitedResponse;
use axum::body::Bytes;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::Keep;
use super::held::Held;
use crate::config::{ImapMailbox, Then};
use crate::store::StoreError;
use crate::work::mail::Unkept;
use crate::work::webhooks::tls;

/// How long a mail server may take to let us in, for an answer, and for a message.
const LET_IN: Duration = Duration::from_secs(30);
const ANSWER: Duration = Duration::from_secs(60);
const MESSAGE: Duration = Duration::from_secs(5 * 60);
/// How long it is waited for news. A connection that has silently gone is noticed then; those who stand between forget one on
/// which nothing is said sooner than the 29 minutes that RFC 2177 allows.
const IDLE: Duration = Duration::from_secs(5 * 60);
/// How often it is looked for news, where a mail server does not tell of them.
const POLL: Duration = Duration::from_secs(60);
/// How much of what a mail server says is repeated.
const TOLD: usize = 300;

/// Why no mail can be fetched.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// It does not answer.
    #[error("it does not answer in time")]
    Late,
    /// It has hung up.
    #[error("the connection is lost")]
    Lost,
    /// It does not do what it is asked.
    #[error("it says: {0}")]
    Refused(String),
    /// What it says makes no sense.
    #[error("what it says cannot be read")]
    Unread,
    /// It names a message, and then does not give it.
    #[error("it does not give a message that it has named")]
    NotGiven,
    /// It cannot be reached.
    #[error("it cannot be reached: {0}")]
    Io(std::io::Error),
    /// A message cannot be kept.
    #[error("a message could not be kept: {0}")]
    Store(#[from] StoreError),
}

impl From<async_imap::error::Error> for Trouble {
    /// What was said is not repeated where it may be a message.
    fn from(error: async_imap::error::Error) -> Self {
        use async_imap::error::Error;
        match error {
            Error::No(told) | Error::Bad(told) => Self::refused(&told),
            Error::ConnectionLost => Self::Lost,
            Error::Io(error) => error.into(),
            _ => Self::Unread,
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // It holds all that was said.
            std::io::ErrorKind::Other => Self::Unread,
            std::io::ErrorKind::UnexpectedEof => Self::Lost,
            _ => Self::Io(error),
        }
    }
}

impl Trouble {
    fn refused(told: &str) -> Self {
        Self::Refused(told.chars().filter(|c| !c.is_control()).take(TOLD).collect())
    }

    /// Whether the connection goes on after it.
    fn is_of_one(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::NotGiven)
    }
}

/// What a mail server is spoken to over.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Debug + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Debug + Send> Stream for S {}

/// A connection to a mailbox.
pub(super) struct Session<S: Stream> {
    imap: Imap<S>,
    then: Then,
    /// Whether it has told of something since it was last looked at what is new.
    news: bool,
    /// Whether it tells of news.
    idles: bool,
    /// Whether it takes one message away and leaves what else is marked as deleted.
    uid_plus: bool,
}

impl Session<TlsStream<TcpStream>> {
    /// Opens a mailbox.
    pub(super) async fn open(mailbox: &ImapMailbox) -> Result<Self, Trouble> {
        in_time(LET_IN, async {
            let tcp = TcpStream::connect((&*mailbox.host, mailbox.port)).await?;
            let name = ServerName::try_from(mailbox.host.clone())
                .map_err(|_| Trouble::Refused(format!("`{}` is no name of a server", mailbox.host)))?;
            let stream = TlsConnector::from(Arc::new(tls())).connect(name, tcp).await?;
            Self::enter(stream, mailbox).await
        })
        .await
    }
}

impl<S: Stream> Session<S> {
    /// Logs in, and opens a mailbox.
    pub(super) async fn enter(stream: S, mailbox: &ImapMailbox) -> Result<Self, Trouble> {
        let mut client = async_imap::Client::new(stream);
        client.read_response().await?.ok_or(Trouble::Lost)?;
        let mut imap = client.login(&mailbox.user, &mailbox.password).await.map_err(|(error, _)| error)?;
        let can = imap.capabilities().await?;
        imap.select(&mailbox.folder).await?;
        let (idles, uid_plus) = (can.has_str("IDLE"), can.has_str("UIDPLUS"));
        Ok(Self { imap, then: mailbox.then, news: false, idles, uid_plus })
    }

    /// Keeps what has come since a day and nobody has read yet, in the order in which it came, and marks it as read once it is kept: whoever dies in between
    /// keeps it again, and a copy is none. What cannot be taken now stays as it is and holds up nothing else: neither now nor,
    /// where it ends the connection, in the next.
    pub(super) async fn look(
        &mut self,
        since: &str,
        keep: &impl Keep,
        held: &mut Held,
    ) -> Result<(), Trouble> {
        // All that was told until now is found.
        while self.imap.unsolicited_responses.try_recv().is_ok() {}
        self.news = false;
        let mut found = Vec::new();
        let search = |response: &Response<'_>| match response {
            Response::MailboxData(MailboxDatum::Search(uids)) => {
                found.extend_from_slice(uids);
                true
            }
            _ => false,
        };
        self.run(&format!("UID SEARCH UNSEEN UNDELETED SINCE {since}"), ANSWER, search).await?;
        let mut failed = None;
        for uid in held.order(found, Instant::now()) {
            match self.take(uid, keep).await {
                Ok(()) => held.free(uid),
                // That is the store's matter, and no message's.
                Err(Trouble::Store(error)) => failed = Some(error),
                Err(trouble) => {
                    let again_in = held.hold(uid, Instant::now());
                    if !trouble.is_of_one() {
                        return Err(trouble);
                    }
                    tracing::warn!(uid, %trouble, ?again_in, "a mail could not be fetched or marked");
                }
            }
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Takes a message.
    async fn take(&mut self, uid: u32, keep: &impl Keep) -> Result<(), Trouble> {
        let size = |value: &AttributeValue<'_>| match value {
            AttributeValue::Rfc822Size(size) => Some(*size as usize),
            _ => None,
        };
        let bytes = self.fetch(uid, "RFC822.SIZE", ANSWER, size).await?;
        // It is not even fetched.
        if bytes > keep.most_bytes() {
            return self.leave(uid, bytes, "it is too large").await;
        }
        let body = |value: &AttributeValue<'_>| match value {
            AttributeValue::BodySection { section: None, data: Some(raw), .. } => {
                Some(Bytes::copy_from_slice(raw))
            }
            _ => None,
        };
        let raw = self.fetch(uid, "BODY.PEEK[]", MESSAGE, body).await?;
        let bytes = raw.len();
        match keep.keep(raw).await {
            Ok(receipt) => tracing::info!(mail = receipt.id, again = receipt.repeated, "a mail was fetched"),
            Err(Unkept::TooLarge(_)) => return self.leave(uid, bytes, "it is too large").await,
            Err(Unkept::Unreadable) => return self.leave(uid, bytes, "reading it panicked").await,
            Err(Unkept::Failed(error)) => return Err(error.into()),
        }
        match self.then {
            Then::Seen => self.say(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)")).await,
            Then::Delete => {
                self.say(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Deleted)")).await?;
                match self.uid_plus {
                    true => self.say(&format!("UID EXPUNGE {uid}")).await,
                    false => self.say("EXPUNGE").await,
                }
            }
        }
    }

    /// Leaves a message that cannot be kept for the operator to see.
    async fn leave(&mut self, uid: u32, bytes: usize, why: &str) -> Result<(), Trouble> {
        tracing::warn!(uid, bytes, why, "a mail stays in its mailbox, flagged");
        self.say(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Flagged)")).await
    }

    /// Something of a message.
    async fn fetch<T>(
        &mut self,
        uid: u32,
        what: &str,
        patience: Duration,
        read: impl Fn(&AttributeValue<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        let mut found = None;
        let given = |response: &Response<'_>| {
            let Response::Fetch(_, values) = response else { return false };
            // A mail server may tell of others meanwhile.
            let is_it = values.iter().any(|value| matches!(value, AttributeValue::Uid(of) if *of == uid));
            match values.iter().find_map(&read).filter(|_| is_it) {
                Some(value) => found = Some(value),
                None => return false,
            }
            true
        };
        self.run(&format!("UID FETCH {uid} {what}"), patience, given).await?;
        found.ok_or(Trouble::NotGiven)
    }

    async fn say(&mut self, command: &str) -> Result<(), Trouble> {
        self.run(command, ANSWER, |_| false).await
    }

    /// Has the mail server do something, and looks at how it says that this ended: a search that is refused is none that finds
    /// nothing. `takes` is shown each answer, and says whether it was asked for.
    async fn run(
        &mut self,
        command: &str,
        patience: Duration,
        mut takes: impl FnMut(&Response<'_>) -> bool,
    ) -> Result<(), Trouble> {
        in_time(patience, async {
            let asked = self.imap.run_command(command).await?;
            loop {
                let answer = self.imap.read_response().await?.ok_or(Trouble::Lost)?;
                match answer.parsed() {
                    Response::Done { tag, status, outcome } if *tag == asked => {
                        return match status {
                            Status::Ok => Ok(()),
                            _ => Err(Trouble::refused(outcome.information.as_deref().unwrap_or_default())),
                        };
                    }
                    other => {
                        let asked_for = takes(other);
                        self.news |= !asked_for && is_news(other);
                    }
                }
            }
        })
        .await
    }

    /// Waits until there may be something new.
    pub(super) async fn wait(self) -> Result<Self, Trouble> {
        if !self.idles {
            tokio::time::sleep(POLL).await;
            return Ok(self);
        }
        let Self { imap, then, mut news, idles, uid_plus } = self;
        // What the mail server has told since it was last looked may have come after that.
        let told = imap.unsolicited_responses.clone();
        let mut idle = imap.idle();
        in_time(ANSWER, async { Ok(idle.init().await?) }).await?;
        while let Ok(one) = told.try_recv() {
            news |= match &one {
                UnsolicitedResponse::Exists(_) => true,
                UnsolicitedResponse::Other(other) => is_news(other.parsed()),
                _ => false,
            };
        }
        if !news {
            let (told, _stop) = idle.wait_with_timeout(IDLE);
            told.await?;
        }
        let imap = in_time(ANSWER, async { Ok(idle.done().await?) }).await?;
        Ok(Self { imap, then, news, idles, uid_plus })
    }
}

/// Whether there may be something new to be read: a message, or one of which somebody has said that it is.
fn is_news(response: &Response<'_>) -> bool {
    matches!(response, Response::MailboxData(MailboxDatum::Exists(_)) | Response::Fetch(..))
}

async fn in_time<T>(
    patience: Duration,
    work: impl Future<Output = Result<T, Trouble>>,
) -> Result<T, Trouble> {
    tokio::time::timeout(patience, work).await.map_err(|_| Trouble::Late)?
}
