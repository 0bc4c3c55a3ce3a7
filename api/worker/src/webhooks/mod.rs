//! Webhooks. Each player has a feed of news, which is written together with each move. The dispatcher turns each
//! number of the feed into one message for each webhook, and sends it until it arrives.
//!
//! A node holds a lease on a webhook while it works on it, so that the messages of a webhook go out one after another
//! with any number of nodes. The leases of a node that dies run out, and other nodes continue. A message that was
//! already sent is then sent again, with the same id.

mod client;
mod permits;

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::client::AttemptOutcome;
pub use self::client::WebhookClient;
pub use self::client::tls;
use self::permits::{Permit, Permits};
use crate::schedule;
use broadside_app::play::Notifier;
use broadside_app::webhooks::message::{feed_message, signature};
use broadside_domain::env::Env;
use broadside_domain::time::{DAY, Time};
use broadside_domain::webhook::WebhookFault;
use broadside_store::supervise;
use broadside_store::{
    Attempted, Change, CommitError, DeliveryRow, DeliveryState, Store, StoreError, WebhookChange, WebhookRow,
    WebhookState,
};

/// Poll interval, and the minimum time between polls after a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Cool-down after a poll, as a multiple of its duration: a poll goes through all webhooks after any notification.
const COOL_DOWN_FACTOR: u32 = 10;
/// Duration of a lease that is not renewed, in milliseconds. It is longer than an attempt can take.
const LEASE: i64 = 30_000;
/// Time that a node works on one webhook before others have their turn.
const MAX_TURN: Duration = Duration::from_secs(20);
/// Maximum number of feed rows, or of messages, that are read at once.
const PAGE_SIZE: u32 = 50;
/// Time without any delivery after which a webhook is turned off.
const DISABLE_AFTER: i64 = 5 * DAY;
/// Maximum number of attempts in the log of a message.
const MAX_LOGGED_ATTEMPTS: usize = 20;

/// Dispatcher of webhook messages.
#[derive(Clone)]
pub struct WebhookDispatcher {
    store: Store,
    env: Env,
    post: Arc<WebhookClient>,
}

/// Reason why the work on a webhook ended.
enum StopReason {
    /// The webhook was deleted or turned off, or another node works on it.
    NotOurs,
    /// The store failed.
    Failed(StoreError),
}

impl From<StoreError> for StopReason {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<CommitError> for StopReason {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::NotOurs,
            CommitError::Failed(error) => Self::Failed(error),
        }
    }
}

/// Starts the dispatcher.
pub fn start(tasks: &mut JoinSet<()>, dispatcher: WebhookDispatcher, notifier: &Arc<Notifier>) {
    let notifier = Arc::clone(notifier);
    supervise::spawn(tasks, "webhooks", move || run(dispatcher.clone(), notifier.subscribe_all()));
}

async fn run(dispatcher: WebhookDispatcher, mut notified: watch::Receiver<()>) {
    let places = Permits::default();
    let mut serving = JoinSet::new();
    loop {
        while serving.try_join_next().is_some() {}
        let free = places.available();
        let mut taken = 0;
        let begun = Instant::now();
        let found = dispatcher.lease_due(free as u32).await;
        let rest = (begun.elapsed() * COOL_DOWN_FACTOR).clamp(MIN_POLL_INTERVAL, POLL_INTERVAL);
        match found {
            Ok(webhooks) => {
                taken = webhooks.len();
                for (webhook, lease) in webhooks {
                    let (dispatcher, places) = (dispatcher.clone(), places.clone());
                    serving.spawn(async move {
                        let Some(mut place) = places.acquire().await else { return };
                        dispatcher.serve(webhook, lease, &mut place).await;
                    });
                }
            }
            Err(error) => tracing::error!(%error, "leasing webhooks failed"),
        }
        tokio::time::sleep(rest).await;
        if taken == 0 || taken < free {
            let _ = tokio::time::timeout(POLL_INTERVAL, notified.changed()).await;
        }
    }
}

impl WebhookDispatcher {
    /// Creates a dispatcher that sends with `post`.
    pub fn new(store: Store, env: Env, post: WebhookClient) -> Self {
        Self { store, env, post: Arc::new(post) }
    }

    /// Leases webhooks that have something to do. Returns each with the id of the lease.
    async fn lease_due(&self, limit: u32) -> Result<Vec<(WebhookRow, String)>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let lease = data_encoding::HEXLOWER.encode(&self.env.random_bytes::<16>());
        let now = self.env.now();
        let webhooks = self.store.lease_webhooks(now, Time(now.0 + LEASE), &lease, limit).await?;
        Ok(webhooks.into_iter().map(|webhook| (webhook, lease.clone())).collect())
    }

    /// Turns the news of all feeds into messages, without sending any. For tests.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn fan_out_all(&self) -> Result<(), StoreError> {
        for (webhook, lease) in self.lease_due(u32::MAX).await? {
            let id = webhook.id.clone();
            match self.fan_out(&webhook, &lease).await {
                Ok(_) | Err(StopReason::NotOurs) => {}
                Err(StopReason::Failed(error)) => return Err(error),
            }
            let release = WebhookChange::Release { id, lease, at: self.env.now() };
            match self.store.commit(Change::Webhook(Box::new(release))).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Does the pending work for a webhook and releases it.
    async fn serve(&self, webhook: WebhookRow, lease: String, place: &mut Permit) {
        let id = webhook.id.clone();
        let done = match self.deliver_due(webhook, &lease, place).await {
            Ok(()) => {
                let release = WebhookChange::Release { id: id.clone(), lease, at: self.env.now() };
                self.commit(release).await
            }
            ended => ended,
        };
        if let Err(StopReason::Failed(error)) = done {
            // The lease runs out, and the work is tried again.
            tracing::error!(%error, webhook = id, "processing a webhook failed");
        }
    }

    async fn commit(&self, change: WebhookChange) -> Result<(), StopReason> {
        Ok(self.store.commit(Change::Webhook(Box::new(change))).await?)
    }

    async fn deliver_due(
        &self,
        mut webhook: WebhookRow,
        lease: &str,
        place: &mut Permit,
    ) -> Result<(), StopReason> {
        let begun = Instant::now();
        while begun.elapsed() < MAX_TURN {
            let written = self.fan_out(&webhook, lease).await?;
            let due = self.store.due_deliveries(&webhook.id, self.env.now(), PAGE_SIZE).await?;
            if due.is_empty() && !written {
                return Ok(());
            }
            for delivery in due {
                // A receiver that does not answer loses the rest of its turn. A receiver that refuses a message may
                // accept the next one.
                if !self.attempt(&webhook.id, lease, delivery, place).await? || begun.elapsed() >= MAX_TURN {
                    return Ok(());
                }
            }
            webhook = self.reload_active(&webhook.id).await?;
        }
        Ok(())
    }

    /// Turns the news in the player's feed into messages. Returns true if there were any.
    async fn fan_out(&self, webhook: &WebhookRow, lease: &str) -> Result<bool, StopReason> {
        // Read the head first: every row that it counts is in the feed, unless it was deleted by retention.
        let head = self.store.head(&webhook.player_id).await?.number;
        if head <= webhook.position {
            return Ok(false);
        }
        let rows = self.store.feed(&webhook.player_id, webhook.position, PAGE_SIZE).await?;
        self.commit(WebhookChange::FanOut {
            id: webhook.id.clone(),
            lease: lease.to_owned(),
            from: webhook.position,
            to: rows.last().map_or(head, |row| row.number),
            deliveries: rows.iter().filter_map(|row| feed_message(webhook, row)).collect(),
            at: self.env.now(),
        })
        .await?;
        Ok(true)
    }

    /// Reads a webhook again, because its URL, keys and position may have changed.
    async fn reload_active(&self, id: &str) -> Result<WebhookRow, StopReason> {
        let webhook = self.store.webhook(id).await?;
        webhook.filter(|webhook| webhook.state == WebhookState::Active).ok_or(StopReason::NotOurs)
    }

    /// Tries to send a message. Returns true if the receiver can take another at once: it answered, and did not ask for
    /// a pause.
    async fn attempt(
        &self,
        id: &str,
        lease: &str,
        delivery: DeliveryRow,
        place: &mut Permit,
    ) -> Result<bool, StopReason> {
        let webhook = self.reload_active(id).await?;
        let at = self.env.now();
        let signature = signature(&webhook, &delivery.id, at, &delivery.body)
            .ok_or_else(|| StoreError::Failed("the signing key of a webhook is malformed".to_owned()))?;
        let seconds = at.0.div_euclid(1000).to_string();
        let headers = [
            ("webhook-id", &*delivery.id),
            ("webhook-timestamp", &*seconds),
            ("webhook-signature", &*signature),
        ];
        let sent = place.wait_for(self.post.send(&webhook.url, headers, &delivery.body)).await;
        let outcome = sent.unwrap_or(AttemptOutcome::Failed(WebhookFault::Timeout));
        let now = self.env.now();
        let attempts = delivery.attempts + 1;
        let arrived = matches!(outcome, AttemptOutcome::Answered(status, _) if status.is_success());
        let failing_since = if arrived { None } else { Some(webhook.failing_since.unwrap_or(now)) };
        let fails_for = failing_since.map_or(0, |since| now.0 - since.0);
        let then = match outcome {
            AttemptOutcome::Answered(StatusCode::GONE, _) => WebhookState::Gone,
            _ if fails_for >= DISABLE_AFTER && self.env.suspended().is_none() => WebhookState::Failing,
            _ => WebhookState::Active,
        };
        let asked_for = match outcome {
            AttemptOutcome::Answered(
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE,
                asked_for,
            ) => asked_for,
            _ => None,
        };
        let takes_more = match outcome {
            AttemptOutcome::Answered(status, _) => {
                status != StatusCode::TOO_MANY_REQUESTS && status != StatusCode::SERVICE_UNAVAILABLE
            }
            AttemptOutcome::Failed(_) => false,
        };
        let [luck] = self.env.random_bytes();
        let wait = schedule::retry_delay(attempts, luck, asked_for)
            .filter(|_| then == WebhookState::Active && !arrived);
        let state = match (arrived, wait) {
            (true, _) => DeliveryState::Delivered,
            (false, Some(_)) => DeliveryState::Pending,
            (false, None) => DeliveryState::Failed,
        };
        self.commit(WebhookChange::Attempted(Attempted {
            webhook_id: webhook.id.clone(),
            lease: lease.to_owned(),
            until: Time(now.0 + LEASE),
            then,
            failing_since,
            seq: delivery.seq,
            was: (delivery.attempts, delivery.next_at),
            state,
            next_at: wait.map(|wait| Time(now.0 + wait.as_millis() as i64)),
            attempts,
            log: append_to_log(&delivery.log, at, outcome),
        }))
        .await?;
        if then != WebhookState::Active {
            tracing::info!(webhook = webhook.id, state = then.as_str(), "a webhook was turned off");
            return Err(StopReason::NotOurs);
        }
        Ok(takes_more)
    }
}

/// Appends an attempt to the log of a message, and drops the oldest ones beyond the maximum.
fn append_to_log(log: &str, at: Time, outcome: AttemptOutcome) -> String {
    let mut attempts: Vec<Value> = serde_json::from_str(log).unwrap_or_default();
    let (status, error) = match outcome {
        AttemptOutcome::Answered(status, _) => (Some(status.as_u16()), None),
        AttemptOutcome::Failed(fault) => (None, Some(fault)),
    };
    attempts.push(json!({"attempted_at": at, "status": status, "error": error}));
    let surplus = attempts.len().saturating_sub(MAX_LOGGED_ATTEMPTS);
    attempts.drain(..surplus);
    json!(attempts).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_last_attempts() {
        let mut log = "[]".to_owned();
        for n in 0..30 {
            log = append_to_log(&log, Time(n), AttemptOutcome::Failed(WebhookFault::Timeout));
        }
        log = append_to_log(&log, Time(0), AttemptOutcome::Answered(StatusCode::OK, None));
        let read: Vec<Value> = serde_json::from_str(&log).unwrap();
        assert_eq!(read.len(), MAX_LOGGED_ATTEMPTS);
        assert_eq!(
            read[MAX_LOGGED_ATTEMPTS - 1],
            json!({"attempted_at": "1970-01-01T00:00:00.000Z", "status": 200, "error": null})
        );
        assert_eq!(
            read[MAX_LOGGED_ATTEMPTS - 2],
            json!({"attempted_at": "1970-01-01T00:00:00.029Z", "status": null, "error": "timeout"})
        );
    }
}
