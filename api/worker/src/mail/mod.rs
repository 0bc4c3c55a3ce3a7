//! Inbound and outbound mail. [`MailIntake`](broadside_app::intake::MailIntake) stores inbound mail
//! from all channels, and it is processed after that.
//!
//! A player's feed is written together with each move. Its news is written as mails here, and mails
//! are sent until they are accepted. As for webhooks, a node holds a lease on its work, and the
//! work of a node that dies is taken over by others. A mail that was already sent is then sent
//! again, with the same Message-ID.

mod game_update;
mod imap;
mod inbound;
mod intents;
mod mail_message;
mod notification_hold;
mod send;
mod tasks;
mod write;

use std::sync::Arc;

pub use imap::{AfterFetch, ImapMailbox, ImapPoller, start as fetch};
pub use inbound::{InboundProcessor, start as carry_out};
pub use tasks::start;

use tokio::sync::Notify;

use self::notification_hold::NotificationHold;
use broadside_app::play::Play;
use broadside_domain::env::Env;
use broadside_domain::time::{DAY, Time};
use broadside_mail::config::MailConfig;
use broadside_mail::{MailKeys, MailTransport};
use broadside_store::{Store, StoreError};

/// Writes and sends mail.
#[derive(Clone)]
pub struct MailService {
    store: Store,
    play: Arc<Play>,
    env: Env,
    config: Arc<MailConfig>,
    keys: MailKeys,
    transport: Arc<MailTransport>,
    /// Time at which the service was created.
    started: Time,
    /// Notified when there is mail to send.
    written: Arc<Notify>,
    answering: NotificationHold,
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

impl MailService {
    /// Creates a mail service from the settings.
    ///
    /// # Errors
    /// If the store fails, or the configured transport cannot be used.
    pub async fn new(
        store: Store,
        play: Arc<Play>,
        env: Env,
        config: &MailConfig,
    ) -> Result<Self, MailSetupError> {
        let keys = broadside_app::load_mail_keys(&store, &env).await?;
        let transport =
            MailTransport::new(&config.out, &config.from).map_err(MailSetupError::Transport)?;
        let (config, transport) = (Arc::new(config.clone()), Arc::new(transport));
        let ((written, answering), started) = (Default::default(), env.now());
        Ok(Self { store, play, env, config, keys, transport, started, written, answering })
    }

    /// Returns the start of the 24 hours for which a player's inbound mail is counted.
    fn one_day_ago(&self) -> Time {
        Time(self.env.now().0 - DAY)
    }
}
