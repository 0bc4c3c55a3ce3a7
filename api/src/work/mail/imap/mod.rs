//! Mail that is fetched from a mailbox at a provider: by one node at a time, for as long as it is there.

mod held;
mod session;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use held::Held;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use session::{Session, Trouble};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{Ingest, Receipt, Unkept};
use crate::ambient::{Ambient, DAY, Time};
use crate::config::ImapMailbox;
use crate::store::{Store, StoreError, Way};
use crate::supervise;

/// How long a node has the mailbox to itself, and how often it says that it is still there.
const LEASE: Duration = Duration::from_secs(90);
const HOLD_EVERY: Duration = Duration::from_secs(30);
/// How long it is waited after a failure: the first time, and at most.
const FIRST_WAIT: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(5 * 60);
/// Months as IMAP writes them.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// How long it is rested at least between looks, whatever a mail server tells of.
const REST: Duration = Duration::from_secs(1);

/// The first day whose mail is fetched, in IMAP's words. What has been there for longer than it is known what was kept would be carried
/// out again if its marks were lost. A mail server goes by the day of its own time zone, so two days are left out.
fn since(now: Time, keep_days: u32) -> String {
    let days = i64::from(keep_days.saturating_sub(2)).max(1);
    let day = Timestamp::from_millisecond(now.0 - days * DAY).unwrap_or_default().to_zoned(TimeZone::UTC);
    let month = MONTHS[usize::from(day.month().unsigned_abs()) - 1];
    format!("{}-{month}-{}", day.day(), day.year())
}

/// Who is handed what was fetched.
trait Keep: Sync {
    /// The most bytes that a message may have.
    fn most_bytes(&self) -> usize;

    /// Keeps a message.
    fn keep(&self, raw: Bytes) -> impl Future<Output = Result<Receipt, Unkept>> + Send;
}

impl Keep for Ingest {
    fn most_bytes(&self) -> usize {
        Self::most_bytes(self)
    }

    async fn keep(&self, raw: Bytes) -> Result<Receipt, Unkept> {
        Self::keep(self, raw, None, Way::Imap).await
    }
}

/// Who fetches mail.
pub struct Fetcher {
    store: Store,
    ambient: Ambient,
    ingest: Ingest,
    mailbox: ImapMailbox,
    /// For how many days it is known of a message that it was kept.
    keep_days: u32,
}

/// Starts the work.
pub fn start(tasks: &mut JoinSet<()>, fetcher: Fetcher) {
    let fetcher = Arc::new(fetcher);
    supervise::spawn(tasks, "IMAP fetcher", move || {
        let fetcher = Arc::clone(&fetcher);
        async move { fetcher.work().await }
    });
}

impl Fetcher {
    /// One that hands over to `ingest` what is in a mailbox.
    pub fn new(store: Store, ambient: Ambient, ingest: Ingest, mailbox: ImapMailbox, keep_days: u32) -> Self {
        Self { store, ambient, ingest, mailbox, keep_days }
    }

    async fn work(&self) {
        let lease = data_encoding::HEXLOWER.encode(&self.ambient.bytes::<16>());
        loop {
            match self.hold(&lease).await {
                Ok(true) => tokio::select! {
                    () = self.hold_on(&lease) => tracing::warn!("another node fetches mail now"),
                    () = self.fetch() => {}
                },
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "no mail can be fetched"),
            }
            tokio::time::sleep(HOLD_EVERY).await;
        }
    }

    async fn hold(&self, lease: &str) -> Result<bool, StoreError> {
        let now = self.ambient.now();
        let until = Time(now.0 + LEASE.as_millis() as i64);
        self.store.hold(&format!("imap {}", self.mailbox), lease, now, until).await
    }

    /// Says over and over that this node is still there, until another has taken over or may have.
    async fn hold_on(&self, lease: &str) {
        let mut held = Instant::now();
        loop {
            tokio::time::sleep(HOLD_EVERY).await;
            match self.hold(lease).await {
                Ok(true) => held = Instant::now(),
                Ok(false) => return,
                Err(error) => {
                    tracing::error!(%error, "it cannot be told who fetches mail");
                    if held.elapsed() + HOLD_EVERY >= LEASE {
                        return;
                    }
                }
            }
        }
    }

    /// Fetches mail, and after a failure does so anew.
    async fn fetch(&self) {
        let (mut wait, mut held) = (FIRST_WAIT, Held::default());
        loop {
            let mut worked = false;
            let Err(trouble) = self.connection(&mut held, &mut worked).await;
            if worked {
                wait = FIRST_WAIT;
            }
            tracing::warn!(mailbox = %self.mailbox, %trouble, again_in = ?wait, "no mail can be fetched");
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Fetches mail over one connection, as long as it lasts.
    async fn connection(&self, held: &mut Held, worked: &mut bool) -> Result<Infallible, Trouble> {
        let mut session = Session::open(&self.mailbox).await?;
        tracing::info!(mailbox = %self.mailbox, "fetching mail");
        loop {
            session.look(&since(self.ambient.now(), self.keep_days), &self.ingest, held).await?;
            *worked = true;
            let rested = Instant::now() + REST;
            session = session.wait().await?;
            tokio::time::sleep_until(rested).await;
        }
    }
}
