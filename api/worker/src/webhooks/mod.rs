//! Webhooks. Each player has a feed of news, which is written together with each move. One task
//! turns each number of the feed into one message for each webhook of the player, and another sends
//! the messages until they arrive.
//!
//! A node leases what it works on: a webhook while it writes its messages, and a message while it
//! sends it. The messages of a webhook are sent one after another. If a node dies, others continue
//! when the leases run out. A message that was already sent is then sent again, with the same id.

mod client;
mod slots;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::client::AttemptOutcome;
pub use self::client::WebhookClient;
pub use self::client::tls;
use self::slots::Slots;
use crate::driver::{Driver, Pause, Task, TaskError, Wake};
use crate::jobs::{Attempt, JobError, JobHandler, JobRunner, append_to_log};
use broadside_app::play::Notifier;
use broadside_app::webhooks::message::{feed_message, signature};
use broadside_domain::env::Env;
use broadside_domain::time::{DAY, Time};
use broadside_store::{
    DeliveryRow, FeedReader, JobRow, LeaseTerm, Queue, Store, StoreError, WebhookRow, WebhookState,
    deliveries, feed_readers,
};

/// Minimum and maximum time between two searches for news.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(50);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Duration of the lease on a webhook while its messages are written, in milliseconds.
const LEASE: i64 = 30_000;
/// Maximum number of webhooks whose messages are written at once.
const BATCH_SIZE: u32 = 64;
/// Maximum number of feed entries that are read at once.
const PAGE_SIZE: u32 = 50;
/// Minimum pause of a webhook that gets no slot.
const BUSY_PAUSE: Duration = Duration::from_secs(5);
/// Delay of a message after a failure of the service itself.
const FAILURE_DELAY: Duration = Duration::from_secs(30);
/// Minimum and maximum pause before another message, if a receiver asks for one or does not answer.
/// A receiver can ask for a longer one for the message itself.
const MIN_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_mins(5);
/// Time without any delivery after which a webhook is turned off.
const DISABLE_AFTER: i64 = 5 * DAY;

#[derive(Clone)]
pub struct WebhookDispatcher {
    store: Store,
    env: Env,
    client: Arc<WebhookClient>,
    slots: Slots,
}

/// Starts the tasks that write and send messages.
pub fn start(
    driver: &Driver,
    tasks: &mut JoinSet<()>,
    dispatcher: WebhookDispatcher,
    notifier: &Arc<Notifier>,
) {
    let notifier = Arc::clone(notifier);
    let written = Arc::<Notify>::default();
    let to_send = Arc::clone(&written);
    let sender = dispatcher.clone();
    driver.spawn(tasks, move || FeedFanOut {
        dispatcher: dispatcher.clone(),
        written: Arc::clone(&written),
        wake: Wake::Changed(notifier.subscribe_all()),
    });
    driver
        .spawn(tasks, move || JobRunner::new(sender.clone(), Wake::Notified(Arc::clone(&to_send))));
}

/// Task that writes messages about the news in the players' feeds.
struct FeedFanOut {
    dispatcher: WebhookDispatcher,
    /// Notified when there may be messages to send.
    written: Arc<Notify>,
    wake: Wake,
}

impl Task for FeedFanOut {
    const NAME: &'static str = "webhook feeds";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let begun = Instant::now();
        let count = self.dispatcher.fan_out_due().await?;
        // Also after a round without news: a request can add a message itself.
        self.written.notify_one();
        Ok(match count {
            0 => Pause::poll(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL, begun),
            _ => Pause::None,
        })
    }

    async fn woken(&mut self) {
        self.wake.wait().await;
    }
}

impl WebhookDispatcher {
    pub fn new(store: Store, env: Env, client: WebhookClient) -> Self {
        Self { store, env, client: Arc::new(client), slots: Slots::default() }
    }

    /// Turns the news of all feeds into messages, without sending any. For tests.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn fan_out_all(&self) -> Result<(), StoreError> {
        while self.fan_out_due().await? > 0 {}
        Ok(())
    }

    /// Turns news into messages, for a batch of webhooks. Returns the number of webhooks.
    async fn fan_out_due(&self) -> Result<usize, StoreError> {
        let lease = self.env.new_id();
        let now = self.env.now();
        let term = LeaseTerm { now, until: Time(now.0 + LEASE), lease: &lease };
        let webhooks = self.store.lease_webhooks(term, BATCH_SIZE).await?;
        join_all(webhooks.iter().map(|webhook| self.try_fan_out(webhook, &lease))).await;
        Ok(webhooks.len())
    }

    /// Turns news into messages of a webhook, and logs a failure. A webhook that fails is tried
    /// again when its lease runs out, and does not delay the others.
    async fn try_fan_out(&self, webhook: &WebhookRow, lease: &str) {
        match AssertUnwindSafe(self.fan_out(webhook, lease)).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                error.log(format_args!("writing messages of webhook {} failed", webhook.id))
            }
            Err(_) => tracing::error!(webhook = webhook.id, "writing messages panicked"),
        }
    }

    /// Turns news in a player's feed into messages of a webhook, and releases the webhook.
    async fn fan_out(&self, webhook: &WebhookRow, lease: &str) -> Result<(), StoreError> {
        // Read the head first: every row that it counts is in the feed, unless it was deleted by
        // retention.
        let head = self.store.head(&webhook.player_id).await?.last_seq;
        if head > webhook.feed_cursor {
            let rows = self.store.feed(&webhook.player_id, webhook.feed_cursor, PAGE_SIZE).await?;
            let deliveries = rows.iter().filter_map(|row| feed_message(webhook, row)).collect();
            let fan_out = deliveries::FanOut {
                webhook_id: webhook.id.clone(),
                lease: lease.to_owned(),
                from: webhook.feed_cursor,
                to: rows.last().map_or(head, |row| row.number),
                deliveries,
                at: self.env.now(),
            };
            // A conflict: the webhook was deleted or turned off, or another node works on it.
            self.store.try_commit(fan_out).await?;
        }
        let release = feed_readers::Release {
            reader: FeedReader::Webhook,
            id: webhook.id.clone(),
            lease: lease.to_owned(),
            at: self.env.now(),
        };
        self.store.try_commit(release).await?;
        Ok(())
    }

    /// Releases a message that gets no slot, and pauses its webhook, so that other messages are
    /// sent. This does not count as an attempt.
    async fn defer(&self, job: &JobRow, attempt: &Attempt) -> Result<(), JobError> {
        let pause = BUSY_PAUSE + BUSY_PAUSE * u32::from(attempt.jitter) / u32::from(u8::MAX);
        let at = self.env.now();
        let defer = deliveries::Defer {
            webhook_id: job.key.clone(),
            id: job.id.clone(),
            lease: attempt.lease.clone(),
            paused_until: Time(at.0 + pause.as_millis() as i64),
            at,
        };
        Ok(self.store.commit(defer).await?)
    }
}

impl JobHandler for WebhookDispatcher {
    type Job = DeliveryRow;

    const QUEUE: Queue = Queue::Webhooks;
    const NAME: &'static str = "webhook deliveries";
    const LEASE: i64 = 30_000;
    const MAX_RUNNING: usize = slots::MAX_RUNNING;

    fn store(&self) -> &Store {
        &self.store
    }

    fn env(&self) -> &Env {
        &self.env
    }

    async fn lease(&self, term: LeaseTerm<'_>, limit: u32) -> Result<Vec<DeliveryRow>, StoreError> {
        self.store.lease_deliveries(term, limit).await
    }

    async fn lease_next(
        &self,
        term: LeaseTerm<'_>,
        done: &DeliveryRow,
    ) -> Result<Option<DeliveryRow>, StoreError> {
        self.store.lease_next_delivery(term, &done.job.key).await
    }

    /// A failure of the service is not one of the receiver.
    fn failure_delay(_job: &JobRow, _attempt: &Attempt) -> (Option<Duration>, bool) {
        (Some(FAILURE_DELAY), false)
    }

    /// Players see the log: it has the answers of their receivers only.
    fn failure_entry(_at: Time, _why: &str) -> Option<Value> {
        None
    }

    async fn run(&self, delivery: &DeliveryRow, attempt: &Attempt) -> Result<(), JobError> {
        let job = &delivery.job;
        // The webhook was deleted or turned off, and its messages were given up.
        let Some(webhook) = self.store.webhook(&job.key).await?.filter(is_active) else {
            return Err(JobError::Lost);
        };
        let Some(_slot) = self.slots.take(&webhook.url, &webhook.player_id) else {
            return self.defer(job, attempt).await;
        };
        let at = self.env.now();
        let signature = signature(&webhook, &job.id, at, &delivery.body).ok_or_else(|| {
            JobError::Failed("the signing key of a webhook is malformed".to_owned())
        })?;
        let seconds = at.0.div_euclid(1000).to_string();
        let headers = [
            ("webhook-id", &*job.id),
            ("webhook-timestamp", &*seconds),
            ("webhook-signature", &*signature),
        ];
        let outcome = self.client.send(&webhook.url, headers, &delivery.body).await;
        let now = self.env.now();
        let log = append_to_log(&job.log, log_entry(at, &outcome));
        let failing_since =
            if is_delivered(&outcome) { None } else { Some(webhook.failing_since.unwrap_or(now)) };
        let fails_for = failing_since.map_or(0, |since| self.env.age_time().0 - since.0);
        let state = match outcome {
            AttemptOutcome::Answered(StatusCode::GONE, _) => WebhookState::Gone,
            _ if fails_for >= DISABLE_AFTER => WebhookState::Failing,
            _ => WebhookState::Active,
        };
        // The pause of the webhook, and the delay for which the receiver has asked.
        let (pause, retry_after) = match outcome {
            AttemptOutcome::Answered(
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE,
                retry_after,
            ) => (retry_after.unwrap_or(MIN_PAUSE).clamp(MIN_PAUSE, MAX_PAUSE), retry_after),
            AttemptOutcome::Answered(..) => (Duration::ZERO, None),
            AttemptOutcome::Failed(_) => (MIN_PAUSE, None),
        };
        let update = match state {
            _ if is_delivered(&outcome) => attempt.done(job, now, log),
            WebhookState::Active => {
                attempt.retry(job, now, attempt.retry_delay(job, retry_after), log)
            }
            _ => attempt.failed(job, now, log),
        };
        let paused_until = Time(now.0 + pause.as_millis() as i64);
        let record = deliveries::RecordAttempt {
            webhook_id: webhook.id.clone(),
            then: state,
            failing_since,
            paused_until,
            job: update,
        };
        self.store.commit(record).await?;
        if state != WebhookState::Active {
            tracing::info!(
                webhook = webhook.id,
                state = <&str>::from(state),
                "a webhook was turned off"
            );
        }
        Ok(())
    }
}

/// Returns true if the receiver has accepted the message.
fn is_delivered(outcome: &AttemptOutcome) -> bool {
    matches!(outcome, AttemptOutcome::Answered(status, _) if status.is_success())
}

fn is_active(webhook: &WebhookRow) -> bool {
    webhook.state == WebhookState::Active
}

/// Returns the entry of an attempt in the log of a message.
fn log_entry(at: Time, outcome: &AttemptOutcome) -> Value {
    let (status, error) = match outcome {
        AttemptOutcome::Answered(status, _) => (Some(status.as_u16()), None),
        AttemptOutcome::Failed(fault) => (None, Some(fault)),
    };
    json!({"attempted_at": at, "status": status, "error": error})
}

#[cfg(test)]
mod tests {
    use broadside_domain::webhook::WebhookFault;

    use super::*;

    #[test]
    fn an_entry_of_the_log_has_a_status_or_an_error() {
        assert_eq!(
            log_entry(Time(0), &AttemptOutcome::Answered(StatusCode::OK, None)),
            json!({"attempted_at": "1970-01-01T00:00:00.000Z", "status": 200, "error": null})
        );
        assert_eq!(
            log_entry(Time(29), &AttemptOutcome::Failed(WebhookFault::Timeout)),
            json!({"attempted_at": "1970-01-01T00:00:00.029Z", "status": null, "error": "timeout"})
        );
    }
}
