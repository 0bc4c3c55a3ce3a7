//! Mail in and out. What comes in is kept by [`Ingest`], whichever way it comes, and carried out after that.
//!
//! What a player's feed says, which is written with the move, is written as mails here, and mails are sent until they
//! arrive. As webhooks do: whoever works on something holds a lease on it, and a node that dies leaves it to others. A mail that
//! had gone out already then goes out again, with the same Message-ID.

mod answering;
mod carry;
mod imap;
mod ingest;
mod post;
mod send;
mod told;
mod write;

use std::sync::Arc;
use std::time::Duration;

pub use carry::{Clerk, Deed, Hands, start as carry_out};
pub use imap::{Fetcher, start as fetch};
pub use ingest::{Ingest, Receipt, Unkept};

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::answering::Answering;
use crate::ambient::{Ambient, DAY, Time};
use crate::config::Mail as Config;
use crate::mail::{Carrier, Keys};
use crate::play::Play;
use crate::store::{Store, StoreError};
use crate::supervise;

/// How often it is looked for work, whether a bell has rung or not; and how often at most.
const EVERY: Duration = Duration::from_secs(1);
const AT_MOST_EVERY: Duration = Duration::from_millis(100);
/// After a look nobody looks for so many times as long as it took.
const REST: u32 = 10;

/// Who writes and sends mail.
#[derive(Clone)]
pub struct Postmaster {
    store: Store,
    play: Arc<Play>,
    ambient: Ambient,
    config: Arc<Config>,
    keys: Keys,
    carrier: Arc<Carrier>,
    /// There is something to be sent.
    written: Arc<Notify>,
    answering: Answering,
}

/// Why mail cannot be sent at all.
#[derive(Debug, thiserror::Error)]
pub enum NoMail {
    /// The way that it is to go cannot be gone.
    #[error("mail-out: {0}")]
    Way(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The server's key for links and addresses in mails: drawn once.
///
/// # Errors
/// If the store fails.
pub async fn keys(store: &Store, ambient: &Ambient) -> Result<Keys, StoreError> {
    let drawn = data_encoding::HEXLOWER.encode(&ambient.bytes::<32>());
    Ok(Keys::of(&store.setting("mail_key", &drawn).await?))
}

impl Postmaster {
    /// One that works as the settings say.
    ///
    /// # Errors
    /// If mail cannot go the way that they name.
    pub async fn new(
        store: Store,
        play: Arc<Play>,
        ambient: Ambient,
        config: &Config,
    ) -> Result<Self, NoMail> {
        let keys = keys(&store, &ambient).await?;
        let carrier = Carrier::new(&config.out, &config.from).map_err(NoMail::Way)?;
        let (config, carrier) = (Arc::new(config.clone()), Arc::new(carrier));
        let (written, answering) = Default::default();
        Ok(Self { store, play, ambient, config, keys, carrier, written, answering })
    }

    /// Since when letters are counted.
    fn a_day_ago(&self) -> Time {
        Time(self.ambient.now().0 - DAY)
    }
}

/// Starts the work.
pub fn start(tasks: &mut JoinSet<()>, postmaster: &Postmaster) {
    if !postmaster.carrier.goes() {
        return;
    }
    let writer = postmaster.clone();
    supervise::spawn(tasks, "mail writer", move || write_mail(writer.clone()));
    let sender = postmaster.clone();
    supervise::spawn(tasks, "mail sender", move || send_mail(sender.clone()));
}

async fn write_mail(writer: Postmaster) {
    let mut rung = writer.play.bells().at_every();
    loop {
        let begun = Instant::now();
        let written = writer.write_due().await;
        let rest = (begun.elapsed() * REST).clamp(AT_MOST_EVERY, EVERY);
        match written {
            // There may be more than are taken at once.
            Ok(written) if written > 0 => continue,
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "mail could not be written"),
        }
        tokio::time::sleep(rest).await;
        tokio::select! {
            _ = tokio::time::timeout(EVERY, rung.changed()) => {}
            () = writer.answering.freed() => {}
        }
    }
}

async fn send_mail(sender: Postmaster) {
    loop {
        match sender.send_due().await {
            // There may be more than are taken at once.
            Ok(sent) if sent > 0 => continue,
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "mail could not be sent"),
        }
        let _ = tokio::time::timeout(EVERY, sender.written.notified()).await;
    }
}
