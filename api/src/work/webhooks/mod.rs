//! Webhooks. A player's feed, which is written with the move, is where they read what is new; here it is written as messages,
//! once for each number of the feed, and messages are sent until they arrive.
//!
//! Whoever works on a webhook holds a lease on it, so that its messages go out one after another, whatever the number of
//! nodes. A node that dies leaves its leases behind, and others go on when they have run out: a message that had gone out
//! already then goes out again, with the same id.

pub mod address;
pub(crate) mod message;
mod places;
mod post;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

pub use self::message::MessageType;
pub(crate) use self::message::WebhookMessage;
use self::message::{of_feed, signature};
use self::places::{Place, Places};
use self::post::Outcome;
pub(crate) use self::post::tls;
pub use self::post::{Fault, Post};
use crate::ambient::{Ambient, DAY, Time};
use crate::play::Bells;
use crate::store::{
    Attempted, Change, CommitError, DeliveryRow, DeliveryState, Store, StoreError, WebhookChange, WebhookRow,
    WebhookState,
};
use crate::supervise;
use crate::work::schedule;

/// How often it is looked for work, whether a bell has rung or not; and how often at most.
const EVERY: Duration = Duration::from_secs(1);
const AT_MOST_EVERY: Duration = Duration::from_millis(50);
/// After a look nobody looks for so many times as long as it took: it goes through all webhooks, at whatever bell.
const REST: u32 = 10;
/// How long a webhook belongs to a node that does not say that it goes on: longer than an attempt can take.
const LEASE: i64 = 30_000;
/// How long a node works on a webhook before others have their turn.
const TURN: Duration = Duration::from_secs(20);
/// How many rows of a feed, or messages, are looked up at once.
const PAGE: u32 = 50;
/// After how long without anything arriving a webhook is turned off.
const PATIENCE: i64 = 5 * DAY;
/// How many attempts are remembered of a message.
const LOGGED: usize = 20;

/// Who works on webhooks.
#[derive(Clone)]
pub struct Courier {
    store: Store,
    ambient: Ambient,
    post: Arc<Post>,
}

/// Why the work on a webhook has ended.
enum Ended {
    /// It was deleted or turned off, or others work on it.
    NotOurs,
    /// The store failed.
    Failed(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<CommitError> for Ended {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::NotOurs,
            CommitError::Failed(error) => Self::Failed(error),
        }
    }
}

/// Starts the work.
pub fn start(tasks: &mut JoinSet<()>, courier: Courier, bells: &Arc<Bells>) {
    let bells = Arc::clone(bells);
    supervise::spawn(tasks, "webhooks", move || run(courier.clone(), bells.at_every()));
}

async fn run(courier: Courier, mut rung: watch::Receiver<()>) {
    let places = Places::default();
    let mut serving = JoinSet::new();
    loop {
        while serving.try_join_next().is_some() {}
        let free = places.free();
        let mut taken = 0;
        let begun = Instant::now();
        let found = courier.lease(free as u32).await;
        let rest = (begun.elapsed() * REST).clamp(AT_MOST_EVERY, EVERY);
        match found {
            Ok(webhooks) => {
                taken = webhooks.len();
                for (webhook, lease) in webhooks {
                    let (courier, places) = (courier.clone(), places.clone());
                    serving.spawn(async move {
                        let Some(mut place) = places.take().await else { return };
                        courier.serve(webhook, lease, &mut place).await;
                    });
                }
            }
            Err(error) => tracing::error!(%error, "webhooks could not be looked at"),
        }
        tokio::time::sleep(rest).await;
        if taken == 0 || taken < free {
            let _ = tokio::time::timeout(EVERY, rung.changed()).await;
        }
    }
}

impl Courier {
    /// One that sends as `post` does.
    pub fn new(store: Store, ambient: Ambient, post: Post) -> Self {
        Self { store, ambient, post: Arc::new(post) }
    }

    /// Takes webhooks that have something to do, each with what this node holds it by.
    async fn lease(&self, limit: u32) -> Result<Vec<(WebhookRow, String)>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let lease = data_encoding::HEXLOWER.encode(&self.ambient.bytes::<16>());
        let now = self.ambient.now();
        let webhooks = self.store.lease_webhooks(now, Time(now.0 + LEASE), &lease, limit).await?;
        Ok(webhooks.into_iter().map(|webhook| (webhook, lease.clone())).collect())
    }

    /// Writes what the feeds say as messages, and sends nothing: what tests look at.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn write_all(&self) -> Result<(), StoreError> {
        for (webhook, lease) in self.lease(u32::MAX).await? {
            let id = webhook.id.clone();
            match self.fan_out(&webhook, &lease).await {
                Ok(_) | Err(Ended::NotOurs) => {}
                Err(Ended::Failed(error)) => return Err(error),
            }
            let release = WebhookChange::Release { id, lease, at: self.ambient.now() };
            match self.store.commit(Change::Webhook(Box::new(release))).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Does what there is to do for a webhook, and lets go of it.
    async fn serve(&self, webhook: WebhookRow, lease: String, place: &mut Place) {
        let id = webhook.id.clone();
        let done = match self.work(webhook, &lease, place).await {
            Ok(()) => {
                let release = WebhookChange::Release { id: id.clone(), lease, at: self.ambient.now() };
                self.commit(release).await
            }
            ended => ended,
        };
        if let Err(Ended::Failed(error)) = done {
            // The lease runs out, and it is tried again.
            tracing::error!(%error, webhook = id, "a webhook could not be worked on");
        }
    }

    async fn commit(&self, change: WebhookChange) -> Result<(), Ended> {
        Ok(self.store.commit(Change::Webhook(Box::new(change))).await?)
    }

    async fn work(&self, mut webhook: WebhookRow, lease: &str, place: &mut Place) -> Result<(), Ended> {
        let begun = Instant::now();
        while begun.elapsed() < TURN {
            let written = self.fan_out(&webhook, lease).await?;
            let due = self.store.due_deliveries(&webhook.id, self.ambient.now(), PAGE).await?;
            if due.is_empty() && !written {
                return Ok(());
            }
            for delivery in due {
                // A receiver that does not answer takes no more of this turn. One that refuses a message may take the next.
                if !self.attempt(&webhook.id, lease, delivery, place).await? || begun.elapsed() >= TURN {
                    return Ok(());
                }
            }
            webhook = self.active(&webhook.id).await?;
        }
        Ok(())
    }

    /// Writes what is new in the player's feed as messages; whether there was anything.
    async fn fan_out(&self, webhook: &WebhookRow, lease: &str) -> Result<bool, Ended> {
        // In this order: what the head counts is in the feed, unless it has been forgotten.
        let head = self.store.head(&webhook.player_id).await?.number;
        if head <= webhook.position {
            return Ok(false);
        }
        let rows = self.store.feed(&webhook.player_id, webhook.position, PAGE).await?;
        self.commit(WebhookChange::FanOut {
            id: webhook.id.clone(),
            lease: lease.to_owned(),
            from: webhook.position,
            to: rows.last().map_or(head, |row| row.number),
            deliveries: rows.iter().filter_map(|row| of_feed(webhook, row)).collect(),
            at: self.ambient.now(),
        })
        .await?;
        Ok(true)
    }

    /// A webhook as it is now: its address, its keys and its position may be others than they were.
    async fn active(&self, id: &str) -> Result<WebhookRow, Ended> {
        let webhook = self.store.webhook(id).await?;
        webhook.filter(|webhook| webhook.state == WebhookState::Active).ok_or(Ended::NotOurs)
    }

    /// Tries to send a message. Returns true if the receiver can be sent another at once: it answered, and did not ask for a pause.
    async fn attempt(
        &self,
        id: &str,
        lease: &str,
        delivery: DeliveryRow,
        place: &mut Place,
    ) -> Result<bool, Ended> {
        let webhook = self.active(id).await?;
        let at = self.ambient.now();
        let signature = signature(&webhook, &delivery.id, at, &delivery.body)
            .ok_or_else(|| StoreError::Failed("the key of a webhook cannot be read".to_owned()))?;
        let seconds = at.0.div_euclid(1000).to_string();
        let headers = [
            ("webhook-id", &*delivery.id),
            ("webhook-timestamp", &*seconds),
            ("webhook-signature", &*signature),
        ];
        let sent = place.wait(self.post.send(&webhook.url, headers, &delivery.body)).await;
        let outcome = sent.unwrap_or(Outcome::Failed(Fault::Timeout));
        let now = self.ambient.now();
        let attempts = delivery.attempts + 1;
        let arrived = matches!(outcome, Outcome::Answered(status, _) if status.is_success());
        let failing_since = if arrived { None } else { Some(webhook.failing_since.unwrap_or(now)) };
        let fails_for = failing_since.map_or(0, |since| now.0 - since.0);
        let then = match outcome {
            Outcome::Answered(StatusCode::GONE, _) => WebhookState::Gone,
            _ if fails_for >= PATIENCE && self.ambient.suspended().is_none() => WebhookState::Failing,
            _ => WebhookState::Active,
        };
        let asked_for = match outcome {
            Outcome::Answered(StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE, asked_for) => {
                asked_for
            }
            _ => None,
        };
        let takes_more = match outcome {
            Outcome::Answered(status, _) => {
                status != StatusCode::TOO_MANY_REQUESTS && status != StatusCode::SERVICE_UNAVAILABLE
            }
            Outcome::Failed(_) => false,
        };
        let [luck] = self.ambient.bytes();
        let wait =
            schedule::wait(attempts, luck, asked_for).filter(|_| then == WebhookState::Active && !arrived);
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
            log: logged(&delivery.log, at, outcome),
        }))
        .await?;
        if then != WebhookState::Active {
            tracing::info!(webhook = webhook.id, state = then.as_str(), "a webhook was turned off");
            return Err(Ended::NotOurs);
        }
        Ok(takes_more)
    }
}

/// The log of a message with another attempt, without those that are too many.
fn logged(log: &str, at: Time, outcome: Outcome) -> String {
    let mut attempts: Vec<Value> = serde_json::from_str(log).unwrap_or_default();
    let (status, error) = match outcome {
        Outcome::Answered(status, _) => (Some(status.as_u16()), None),
        Outcome::Failed(fault) => (None, Some(fault)),
    };
    attempts.push(json!({"at": at, "status": status, "error": error}));
    let surplus = attempts.len().saturating_sub(LOGGED);
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
            log = logged(&log, Time(n), Outcome::Failed(Fault::Timeout));
        }
        log = logged(&log, Time(0), Outcome::Answered(StatusCode::OK, None));
        let read: Vec<Value> = serde_json::from_str(&log).unwrap();
        assert_eq!(read.len(), LOGGED);
        assert_eq!(read[LOGGED - 1], json!({"at": "1970-01-01T00:00:00.000Z", "status": 200, "error": null}));
        assert_eq!(
            read[LOGGED - 2],
            json!({"at": "1970-01-01T00:00:00.029Z", "status": null, "error": "timeout"})
        );
    }
}
