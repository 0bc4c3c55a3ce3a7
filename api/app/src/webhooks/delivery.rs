//! Messages of webhooks that their players request: test messages, and redelivery.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_store::{
    DeliveryRow, JobState, MAX_REQUESTED_DELIVERIES, NewDelivery, WebhookRow, WebhookState,
    deliveries,
};

use super::message;
use crate::App;
use crate::idempotency::{Idempotency, IdempotencyRequest, IdempotentResponse};

impl App {
    /// Sends a test message to a webhook of a player, once for each idempotency key. `render`
    /// creates the response from the message and its time.
    ///
    /// # Errors
    /// If the player has no such webhook, it is turned off, too many messages are pending, or the
    /// store fails.
    pub async fn send_test_message<A: IdempotentResponse>(
        &self,
        player_id: &str,
        id: &str,
        idempotency: &IdempotencyRequest,
        render: impl Fn(&NewDelivery, Time) -> Result<A, AppError> + Send + Sync,
    ) -> Result<A, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        self.active_webhook(player_id, id).await?;
        let delivery = message::test_message(&self.env, id);
        let at = self.env.now();
        let response = render(&delivery, at)?;
        let add = deliveries::Add {
            webhook_id: id.to_owned(),
            delivery,
            at,
            response: scope.record(&response),
        };
        if !self.commit_webhook_change(add).await? {
            // Another node has answered the same request, or the webhook takes no message now.
            self.check_unanswered(&scope).await?;
            self.check_can_send(player_id, id).await?;
            return Err(AppError::from_kind(ErrorKind::Unavailable));
        }
        self.play.notifier().notify_local(player_id);
        Ok(response)
    }

    /// Sends a message of a webhook of a player again, at once. Returns the message.
    ///
    /// # Errors
    /// If the player has no such webhook, it has no such message, it is turned off, too many
    /// messages are pending, or the store fails.
    pub async fn redeliver(
        &self,
        player_id: &str,
        id: &str,
        delivery_id: &str,
    ) -> Result<DeliveryRow, AppError> {
        self.webhook(player_id, id).await?;
        self.require_delivery(id, delivery_id).await?;
        let redeliver = deliveries::Redeliver {
            webhook_id: id.to_owned(),
            id: delivery_id.to_owned(),
            at: self.env.now(),
        };
        if !self.commit_webhook_change(redeliver).await? {
            self.check_can_send(player_id, id).await?;
            self.require_delivery(id, delivery_id).await?;
            let detail = "another request came first: send this one again";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        self.play.notifier().notify_local(player_id);
        self.require_delivery(id, delivery_id).await
    }

    async fn require_delivery(&self, id: &str, delivery_id: &str) -> Result<DeliveryRow, AppError> {
        let row = self.store.delivery(id, delivery_id).await?;
        row.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
    }

    /// Returns a webhook of a player, which must be active.
    async fn active_webhook(&self, player_id: &str, id: &str) -> Result<WebhookRow, AppError> {
        let row = self.webhook(player_id, id).await?;
        match row.state {
            WebhookState::Active => Ok(row),
            _ => {
                let detail = "the webhook is turned off: turn it on first, with `active`";
                Err(AppError::new(ErrorKind::NotNow, detail))
            }
        }
    }

    /// Checks that a webhook of a player can get another message: it is active, and not too many
    /// messages are pending.
    async fn check_can_send(&self, player_id: &str, id: &str) -> Result<(), AppError> {
        self.active_webhook(player_id, id).await?;
        let limit = MAX_REQUESTED_DELIVERIES as u32;
        let pending = self.store.deliveries(id, Some(JobState::Pending), None, limit).await?;
        if pending.len() >= MAX_REQUESTED_DELIVERIES {
            let detail = format!(
                "{MAX_REQUESTED_DELIVERIES} or more messages of the webhook are pending: redeliver one of them (`state=pending` \
                 lists them), or wait until they are delivered or have failed"
            );
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        Ok(())
    }
}
