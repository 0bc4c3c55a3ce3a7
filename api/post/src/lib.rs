//! Mail of the service, in and out: an edge like HTTP, on the use cases and the feeds of players.
//!
//! Mails from all channels are stored ([`Post::receive`]), read (`read`), and carried out
//! (`inbound`). The feed of a player is written together with each move. Its news is composed
//! (`compose`) as mails (`write`), and these are sent until they are accepted (`send`). A node
//! holds a lease on its work, and the work of a node that dies is taken over by others. A mail that
//! was already sent is then sent again, with the same Message-ID.

mod address;
mod compose;
mod compose_deferred;
pub mod config;
mod deferred_mail;
mod game_update;
mod imap;
mod inbound;
mod intake;
mod key;
mod mail_message;
mod notification_hold;
pub mod read;
mod recovery_requests;
mod retention;
mod send;
mod tasks;
mod texts;
mod transport;
mod use_cases;
mod write;

use std::sync::Arc;

use broadside_app::App;
use broadside_domain::time::{DAY, Time};
use broadside_store::StoreError;
use tokio::sync::Notify;

use self::config::MailConfig;
use self::notification_hold::NotificationHold;

pub(crate) use self::deferred_mail::{DeferredMail, DeferredMailKind};
pub(crate) use self::key::{CodeKey, Link, MailKeys};
pub(crate) use self::transport::{MailTransport, OutboundMail, SendOutcome};
pub(crate) use self::use_cases::sign_up::SignUpAnswer;

pub use self::address::{Address, ServiceAddress};
pub use self::compose::escape;
pub use self::imap::{AfterFetch, ImapMailbox};
pub use self::intake::{IntakeError, IntakeReceipt};
pub use self::key::{LinkKind, ReplyKey};
pub use self::tasks::start;
pub use self::texts::LetterTexts;
pub use self::use_cases::confirmation::{ConfirmError, code_expires_at};
pub use self::use_cases::invitation::InvitationAcceptance;
pub use self::use_cases::link::ResolvedLink;
pub use self::use_cases::mailbox::{MailboxSettings, MailboxUpdate};
pub use self::use_cases::recovery::invalid_token_code;

/// Mail of the service: its use cases, and what stores, processes, writes and sends it.
pub struct Post {
    /// Use cases that mail shares with HTTP.
    pub app: Arc<App>,
    pub config: MailConfig,
    keys: MailKeys,
    transport: MailTransport,
    /// Time at which this node started.
    started: Time,
    /// Notified when there is mail to send.
    written: Arc<Notify>,
    holds: NotificationHold,
}

/// Reason why mail cannot be sent at all.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// The configured transport cannot be used.
    #[error("mail-out: {0}")]
    Transport(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Post {
    /// Creates the mail of a service. Generates the key for its links and addresses when it is
    /// created for the first time on a database.
    ///
    /// # Errors
    /// If the store fails, or the configured transport cannot be used.
    pub async fn new(app: Arc<App>, config: MailConfig) -> Result<Arc<Self>, MailSetupError> {
        let drawn = data_encoding::HEXLOWER.encode(&app.env.random_bytes::<32>());
        let keys = MailKeys::from_setting(&app.store.setting("mail_key", &drawn).await?);
        let transport =
            MailTransport::new(&config.out, &config.from).map_err(MailSetupError::Transport)?;
        Ok(Arc::new(Self {
            started: app.env.now(),
            app,
            config,
            keys,
            transport,
            written: Arc::default(),
            holds: NotificationHold::default(),
        }))
    }

    /// Returns the start of the 24 hours for which a player's inbound mail is counted.
    fn one_day_ago(&self) -> Time {
        Time(self.app.env.now().0 - DAY)
    }
}
