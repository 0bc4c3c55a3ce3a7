//! Connection to a mailbox. It reads new messages, and waits for more.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use async_imap::Session as Imap;
use async_imap::imap_proto::{AttributeValue, MailboxDatum, Response, Status};
use async_imap::types::UnsolicitedResponse;
use broadside_store::StoreError;
use broadside_worker::webhooks::tls;
use bytes::Bytes;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::mailbox::{AfterFetch, ImapMailbox};
use super::message_backoff::MessageBackoff;
use super::sink::MailSink;
use crate::IntakeError;

/// Timeouts for connecting and logging in, for a response, and for fetching a message.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(30);
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);
const FETCH_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// Maximum duration of an IDLE command. A dead connection is noticed when it ends. RFC 2177 allows
/// 29 minutes, but devices between client and server drop silent connections sooner.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// Poll interval if the mail server does not report news.
const POLL_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum number of characters of a server's response in an error.
const MAX_ERROR_LENGTH: usize = 300;

/// Reason why mail cannot be fetched.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImapError {
    /// The server did not respond in time.
    #[error("it does not answer in time")]
    Late,
    #[error("the connection is lost")]
    Lost,
    #[error("it says: {0}")]
    Refused(String),
    #[error("what it says cannot be read")]
    Unread,
    /// The server listed a message, but did not return it.
    #[error("it does not give a message that it has named")]
    NotGiven,
    #[error("it cannot be reached: {0}")]
    Io(std::io::Error),
    /// A message could not be stored.
    #[error("a message could not be kept: {0}")]
    Store(#[from] StoreError),
}

impl From<async_imap::error::Error> for ImapError {
    /// Leaves out the server's response if it may contain a message.
    fn from(error: async_imap::error::Error) -> Self {
        use async_imap::error::Error;
        match error {
            Error::No(response) | Error::Bad(response) => Self::rejected(&response),
            Error::ConnectionLost => Self::Lost,
            Error::Io(error) => error.into(),
            _ => Self::Unread,
        }
    }
}

impl From<std::io::Error> for ImapError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // The error contains the whole response.
            std::io::ErrorKind::Other => Self::Unread,
            std::io::ErrorKind::UnexpectedEof => Self::Lost,
            _ => Self::Io(error),
        }
    }
}

impl ImapError {
    fn rejected(response: &str) -> Self {
        Self::Refused(response.chars().filter(|c| !c.is_control()).take(MAX_ERROR_LENGTH).collect())
    }

    /// Returns true if the connection can still be used after the error.
    fn is_recoverable(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::NotGiven)
    }
}

/// Byte stream to a mail server.
pub(super) trait ByteStream: AsyncRead + AsyncWrite + Unpin + Debug + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Debug + Send> ByteStream for S {}

pub(super) struct ImapSession<S: ByteStream> {
    imap: Imap<S>,
    then: AfterFetch,
    /// True if the server has reported news since the last search.
    has_news: bool,
    /// True if the server supports IDLE, and so reports news.
    supports_idle: bool,
    /// True if the server can expunge one message and leave others that are marked as deleted.
    supports_uid_plus: bool,
}

impl ImapSession<TlsStream<TcpStream>> {
    pub(super) async fn connect(mailbox: &ImapMailbox) -> Result<Self, ImapError> {
        with_timeout(LOGIN_TIMEOUT, async {
            let tcp = TcpStream::connect((&*mailbox.host, mailbox.port)).await?;
            let name = ServerName::try_from(mailbox.host.clone()).map_err(|_| {
                ImapError::Refused(format!("`{}` is not the name of a server", mailbox.host))
            })?;
            let stream = TlsConnector::from(Arc::new(tls())).connect(name, tcp).await?;
            Self::log_in(stream, mailbox).await
        })
        .await
    }
}

impl<S: ByteStream> ImapSession<S> {
    /// Logs in and opens a mailbox.
    pub(super) async fn log_in(stream: S, mailbox: &ImapMailbox) -> Result<Self, ImapError> {
        let mut client = async_imap::Client::new(stream);
        client.read_response().await?.ok_or(ImapError::Lost)?;
        let mut imap =
            client.login(&mailbox.user, &mailbox.password).await.map_err(|(error, _)| error)?;
        let capabilities = imap.capabilities().await?;
        imap.select(&mailbox.folder).await?;
        Ok(Self {
            imap,
            then: mailbox.then,
            has_news: false,
            supports_idle: capabilities.has_str("IDLE"),
            supports_uid_plus: capabilities.has_str("UIDPLUS"),
        })
    }

    /// Stores the unread messages since a day in order of arrival, and marks each as read once it
    /// is stored. After a crash in between it is stored again, and the copy is detected. A message
    /// that cannot be taken now stays as it is and does not block the others: neither now nor, if
    /// it ends the connection, in the next one.
    pub(super) async fn fetch_new(
        &mut self,
        since: &str,
        sink: &impl MailSink,
        backoff: &mut MessageBackoff,
    ) -> Result<(), ImapError> {
        // The search finds everything that was reported before it.
        while self.imap.unsolicited_responses.try_recv().is_ok() {}
        self.has_news = false;
        let mut uids = Vec::new();
        let search = format!("UID SEARCH UNSEEN UNDELETED SINCE {since}");
        self.run_command(&search, RESPONSE_TIMEOUT, |response| match response {
            Response::MailboxData(MailboxDatum::Search(results)) => {
                uids.extend_from_slice(results);
                true
            }
            _ => false,
        })
        .await?;
        let mut store_error = None;
        for uid in backoff.due_messages(uids, Instant::now()) {
            match self.store_message(uid, sink).await {
                Ok(()) => backoff.record_success(uid),
                // The store has failed. The message is not the cause, and gets no backoff.
                Err(ImapError::Store(error)) => store_error = Some(error),
                Err(error) => {
                    let again_in = backoff.record_failure(uid, Instant::now());
                    if !error.is_recoverable() {
                        return Err(error);
                    }
                    tracing::warn!(uid, trouble = %error, ?again_in, "fetching or marking a mail failed");
                }
            }
        }
        store_error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Stores a message, and marks it as read or deletes it.
    async fn store_message(&mut self, uid: u32, sink: &impl MailSink) -> Result<(), ImapError> {
        let bytes =
            self.fetch_attribute(uid, "RFC822.SIZE", RESPONSE_TIMEOUT, size_in_bytes).await?;
        // Too large: do not even fetch it.
        if bytes > sink.max_bytes() {
            return self.flag(uid, bytes, "it is too large").await;
        }
        let raw = self.fetch_attribute(uid, "BODY.PEEK[]", FETCH_TIMEOUT, body).await?;
        let bytes = raw.len();
        match sink.receive(raw).await {
            Ok(receipt) => {
                tracing::info!(mail = receipt.id, again = receipt.repeated, "a mail was fetched")
            }
            Err(IntakeError::TooLarge(_)) => return self.flag(uid, bytes, "it is too large").await,
            Err(IntakeError::Unreadable) => {
                return self.flag(uid, bytes, "the parser panicked").await;
            }
            Err(IntakeError::Failed(error)) => return Err(error.into()),
        }
        match self.then {
            AfterFetch::Seen => {
                self.execute(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)")).await
            }
            AfterFetch::Delete => {
                self.execute(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Deleted)")).await?;
                if self.supports_uid_plus {
                    self.execute(&format!("UID EXPUNGE {uid}")).await
                } else {
                    self.execute("EXPUNGE").await
                }
            }
        }
    }

    /// Flags a message that cannot be stored, and leaves it in the mailbox for the operator to see.
    async fn flag(&mut self, uid: u32, bytes: usize, why: &str) -> Result<(), ImapError> {
        tracing::warn!(uid, bytes, why, "a mail stays in its mailbox, flagged");
        self.execute(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen \\Flagged)")).await
    }

    /// Fetches one attribute of a message.
    async fn fetch_attribute<T>(
        &mut self,
        uid: u32,
        attribute: &str,
        timeout: Duration,
        read: impl Fn(&AttributeValue<'_>) -> Option<T>,
    ) -> Result<T, ImapError> {
        let mut result = None;
        self.run_command(&format!("UID FETCH {uid} {attribute}"), timeout, |response| {
            let Response::Fetch(_, values) = response else { return false };
            // The server may send updates about other messages in between.
            let has_uid = values
                .iter()
                .any(|value| matches!(value, AttributeValue::Uid(other) if *other == uid));
            let Some(value) = values.iter().find_map(&read).filter(|_| has_uid) else {
                return false;
            };
            result = Some(value);
            true
        })
        .await?;
        result.ok_or(ImapError::NotGiven)
    }

    async fn execute(&mut self, command: &str) -> Result<(), ImapError> {
        self.run_command(command, RESPONSE_TIMEOUT, |_| false).await
    }

    /// Runs a command and checks its status, so that a rejected SEARCH is not mistaken for an empty
    /// result. `takes` gets each response, and returns true if the command asked for it.
    async fn run_command(
        &mut self,
        command: &str,
        timeout: Duration,
        mut takes: impl FnMut(&Response<'_>) -> bool,
    ) -> Result<(), ImapError> {
        with_timeout(timeout, async {
            let command_tag = self.imap.run_command(command).await?;
            loop {
                let response = self.imap.read_response().await?.ok_or(ImapError::Lost)?;
                match response.parsed() {
                    Response::Done { tag, status, outcome } if *tag == command_tag => {
                        return match status {
                            Status::Ok => Ok(()),
                            _ => Err(ImapError::rejected(
                                outcome.information.as_deref().unwrap_or_default(),
                            )),
                        };
                    }
                    other => {
                        let is_requested = takes(other);
                        self.has_news |= !is_requested && is_news(other);
                    }
                }
            }
        })
        .await
    }

    /// Waits until there may be new messages.
    pub(super) async fn wait(self) -> Result<Self, ImapError> {
        if !self.supports_idle {
            tokio::time::sleep(POLL_INTERVAL).await;
            return Ok(self);
        }
        let Self { imap, then, mut has_news, supports_idle, supports_uid_plus } = self;
        // News that the server has reported since the last search may be newer than its result.
        let responses = imap.unsolicited_responses.clone();
        let mut idle = imap.idle();
        with_timeout(RESPONSE_TIMEOUT, async { Ok(idle.init().await?) }).await?;
        while let Ok(response) = responses.try_recv() {
            has_news |= match &response {
                UnsolicitedResponse::Exists(_) => true,
                UnsolicitedResponse::Other(other) => is_news(other.parsed()),
                _ => false,
            };
        }
        if !has_news {
            let (response, _stop) = idle.wait_with_timeout(IDLE_TIMEOUT);
            response.await?;
        }
        let imap = with_timeout(RESPONSE_TIMEOUT, async { Ok(idle.done().await?) }).await?;
        Ok(Self { imap, then, has_news, supports_idle, supports_uid_plus })
    }
}

/// Reads the size of a message.
fn size_in_bytes(value: &AttributeValue<'_>) -> Option<usize> {
    match value {
        AttributeValue::Rfc822Size(size) => Some(*size as usize),
        _ => None,
    }
}

/// Reads a whole message.
fn body(value: &AttributeValue<'_>) -> Option<Bytes> {
    match value {
        AttributeValue::BodySection { section: None, data: Some(raw), .. } => {
            Some(Bytes::copy_from_slice(raw))
        }
        _ => None,
    }
}

/// Returns true if a response may announce something to read: a new message, or one that was marked
/// as unread.
fn is_news(response: &Response<'_>) -> bool {
    matches!(response, Response::MailboxData(MailboxDatum::Exists(_)) | Response::Fetch(..))
}

async fn with_timeout<T>(
    timeout: Duration,
    work: impl Future<Output = Result<T, ImapError>>,
) -> Result<T, ImapError> {
    tokio::time::timeout(timeout, work).await.map_err(|_| ImapError::Late)?
}
