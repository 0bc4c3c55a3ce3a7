//! Fetching of mail from a mailbox at a provider. One node at a time does this, and keeps the lease
//! while it runs.

mod mailbox;
mod message_backoff;
mod session;
mod sink;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use broadside_domain::backoff::Backoff;
use broadside_domain::time::{DAY, Time};
use broadside_store::StoreError;
use broadside_worker::driver::{Pause, Task, TaskError};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::time::Instant;

use self::message_backoff::MessageBackoff;
use self::session::{ImapError, ImapSession};
use crate::Post;

pub use self::mailbox::{AfterFetch, ImapMailbox};

/// Duration of the lease on the mailbox, and the interval at which it is renewed.
const LEASE: Duration = Duration::from_secs(90);
const RENEW_INTERVAL: Duration = Duration::from_secs(30);
/// Delays before connecting again after a failure.
const BACKOFF: Backoff = Backoff::new(&[
    Duration::from_secs(5),
    Duration::from_secs(10),
    Duration::from_secs(20),
    Duration::from_secs(40),
    Duration::from_secs(80),
    Duration::from_secs(160),
    Duration::from_mins(5),
]);
/// Names of the months in IMAP.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// Minimum pause between searches, even if the server reports news.
const MIN_POLL_PAUSE: Duration = Duration::from_secs(1);

/// Returns the first day whose mail is fetched, as an IMAP date. Older mail may have outlived the
/// record that it was stored, and would be processed again if its flags were lost. A mail server
/// uses the days of its own time zone, so two days are left out.
fn first_day(now: Time, keep_days: u32) -> String {
    let days = i64::from(keep_days.saturating_sub(2)).max(1);
    let day =
        Timestamp::from_millisecond(now.0 - days * DAY).unwrap_or_default().to_zoned(TimeZone::UTC);
    let month = MONTHS[usize::from(day.month().unsigned_abs()) - 1];
    format!("{}-{month}-{}", day.day(), day.year())
}

/// Task that fetches mail from an IMAP mailbox, while no other node does.
#[derive(Clone)]
pub(crate) struct ImapTask {
    post: Arc<Post>,
    mailbox: ImapMailbox,
    lease: String,
}

impl Task for ImapTask {
    const NAME: &'static str = "IMAP";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        if self.acquire_lease().await? {
            tokio::select! {
                () = self.renew_lease() => tracing::warn!("another node fetches mail now"),
                () = self.poll() => {}
            }
        }
        Ok(Pause::Fixed(RENEW_INTERVAL))
    }
}

impl ImapTask {
    /// Creates a task that stores the messages of a mailbox.
    pub(crate) fn new(post: &Arc<Post>, mailbox: ImapMailbox) -> Self {
        Self { post: Arc::clone(post), mailbox, lease: post.app.env.new_id() }
    }

    async fn acquire_lease(&self) -> Result<bool, StoreError> {
        let now = self.post.app.env.now();
        let until = Time(now.0 + LEASE.as_millis() as i64);
        let name = format!("imap {}", self.mailbox);
        self.post.app.store.acquire_lease(&name, &self.lease, now, until).await
    }

    /// Renews the lease until it is lost or may have expired.
    async fn renew_lease(&self) {
        let mut renewed_at = Instant::now();
        loop {
            tokio::time::sleep(RENEW_INTERVAL).await;
            match self.acquire_lease().await {
                Ok(true) => renewed_at = Instant::now(),
                Ok(false) => return,
                Err(error) => {
                    tracing::error!(%error, "renewing the lease on IMAP failed");
                    if renewed_at.elapsed() + RENEW_INTERVAL >= LEASE {
                        return;
                    }
                }
            }
        }
    }

    /// Fetches mail, and reconnects with backoff after a failure.
    async fn poll(&self) {
        let mut failures = 0;
        let mut backoff = MessageBackoff::default();
        loop {
            let mut worked = false;
            let Err(error) = self.poll_connection(&mut backoff, &mut worked).await;
            failures = if worked { 1 } else { failures + 1 };
            let wait = BACKOFF.delay_without_end(failures);
            tracing::warn!(mailbox = %self.mailbox, trouble = %error, again_in = ?wait, "fetching mail failed");
            tokio::time::sleep(wait).await;
        }
    }

    /// Fetches mail over one connection until it fails.
    async fn poll_connection(
        &self,
        backoff: &mut MessageBackoff,
        worked: &mut bool,
    ) -> Result<Infallible, ImapError> {
        let mut session = ImapSession::connect(&self.mailbox).await?;
        tracing::info!(mailbox = %self.mailbox, "fetching mail");
        loop {
            let since = first_day(self.post.app.env.now(), self.post.config.keep_days);
            session.fetch_new(&since, &*self.post, backoff).await?;
            *worked = true;
            let next_search = Instant::now() + MIN_POLL_PAUSE;
            session = session.wait().await?;
            tokio::time::sleep_until(next_search).await;
        }
    }
}
