//! A connection to a mailbox: what is new in it, and waiting for more.

use std::sync::Arc;
use std::time::Duration;

use async_imap::Session as Imap;
use async_imap::types::Fetch;
use axum::body::Bytes;
use futures_util::TryStreamExt;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::config::{ImapMailbox, Then};
use crate::store::{StoreError, Way};
use crate::work::mail::{Ingest, Unkept};
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
            Error::No(told) | Error::Bad(told) => {
                Self::Refused(told.chars().filter(|c| !c.is_control()).take(TOLD).collect())
            }
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

/// A connection to a mailbox.
pub(super) struct Session {
    imap: Imap<TlsStream<TcpStream>>,
    then: Then,
    /// Whether it tells of news.
    idles: bool,
    /// Whether it takes one message away and leaves what else is marked as deleted.
    uid_plus: bool,
}

impl Session {
    /// Opens a mailbox.
    pub(super) async fn open(mailbox: &ImapMailbox) -> Result<Self, Trouble> {
        in_time(LET_IN, async {
            let tcp = TcpStream::connect((&*mailbox.host, mailbox.port)).await?;
            let name = ServerName::try_from(mailbox.host.clone())
                .map_err(|_| Trouble::Refused(format!("`{}` is no name of a server", mailbox.host)))?;
            let stream = TlsConnector::from(Arc::new(tls())).connect(name, tcp).await?;
            let mut client = async_imap::Client::new(stream);
            client.read_response().await?.ok_or(Trouble::Lost)?;
            let mut imap =
                client.login(&mailbox.user, &mailbox.password).await.map_err(|(error, _)| error)?;
            let can = imap.capabilities().await?;
            imap.select(&mailbox.folder).await?;
            Ok(Self {
                imap,
                then: mailbox.then,
                idles: can.has_str("IDLE"),
                uid_plus: can.has_str("UIDPLUS"),
            })
        })
        .await
    }

    /// Keeps what nobody has read yet, in the order in which it came, and marks it as read once it is kept: whoever dies in between
    /// keeps it again, and a copy is none. What cannot be kept now stays as it is and holds up nothing else.
    pub(super) async fn look(&mut self, ingest: &Ingest) -> Result<(), Trouble> {
        let found = in_time(ANSWER, async { Ok(self.imap.uid_search("UNSEEN UNDELETED").await?) }).await?;
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable();
        let mut failed = None;
        for uid in found {
            match self.take(uid, ingest).await {
                Err(Trouble::Store(error)) => failed = Some(error),
                taken => taken?,
            }
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Takes a message, if it is still there.
    async fn take(&mut self, uid: u32, ingest: &Ingest) -> Result<(), Trouble> {
        let Some(size) = self.fetch(uid, "RFC822.SIZE", ANSWER).await?.and_then(|found| found.size) else {
            return Ok(());
        };
        // It is not even fetched.
        if size as usize > ingest.most_bytes() {
            return self.leave(uid, size as usize).await;
        }
        let found = self.fetch(uid, "BODY.PEEK[]", MESSAGE).await?;
        let Some(raw) = found.as_ref().and_then(Fetch::body).map(Bytes::copy_from_slice) else {
            return Ok(());
        };
        let size = raw.len();
        match ingest.keep(raw, None, Way::Imap).await {
            Ok(receipt) => tracing::info!(mail = receipt.id, again = receipt.repeated, "a mail was fetched"),
            Err(Unkept::TooLarge(_)) => return self.leave(uid, size).await,
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

    /// Leaves a message that is too large for the operator to see.
    async fn leave(&mut self, uid: u32, bytes: usize) -> Result<(), Trouble> {
        tracing::warn!(uid, bytes, "a mail is too large: it stays in its mailbox, flagged");
        self.say(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Flagged)")).await
    }

    /// Something of a message, if it is still there.
    async fn fetch(&mut self, uid: u32, what: &str, patience: Duration) -> Result<Option<Fetch>, Trouble> {
        in_time(patience, async {
            let found: Vec<Fetch> = self.imap.uid_fetch(uid.to_string(), what).await?.try_collect().await?;
            // A mail server may tell of others meanwhile.
            let is_it =
                |found: &Fetch| found.uid == Some(uid) && (found.size.is_some() || found.body().is_some());
            Ok(found.into_iter().find(is_it))
        })
        .await
    }

    async fn say(&mut self, command: &str) -> Result<(), Trouble> {
        in_time(ANSWER, async { Ok(self.imap.run_command_and_check_ok(command).await?) }).await
    }

    /// Waits until there may be something new.
    pub(super) async fn wait(mut self) -> Result<Self, Trouble> {
        if !self.idles {
            tokio::time::sleep(POLL).await;
            return Ok(self);
        }
        let Self { then, idles, uid_plus, .. } = self;
        // What the mail server has told since it was last looked at may be news that came after that.
        let told = self.imap.unsolicited_responses.clone();
        let mut idle = self.imap.idle();
        in_time(ANSWER, async { Ok(idle.init().await?) }).await?;
        if told.is_empty() {
            let (news, _stop) = idle.wait_with_timeout(IDLE);
            news.await?;
        }
        while told.try_recv().is_ok() {}
        self.imap = in_time(ANSWER, async { Ok(idle.done().await?) }).await?;
        Ok(Self { imap: self.imap, then, idles, uid_plus })
    }
}

async fn in_time<T>(
    patience: Duration,
    work: impl Future<Output = Result<T, Trouble>>,
) -> Result<T, Trouble> {
    tokio::time::timeout(patience, work).await.map_err(|_| Trouble::Late)?
}
