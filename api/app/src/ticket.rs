//! Stream tickets. A browser's `EventSource` cannot send headers, and a URL that contains a token
//! would be stored in many places. A ticket grants access to one stream, for a short time, and to
//! nothing else.

use broadside_domain::error::AppError;
use broadside_domain::player::TicketRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::Time;
use broadside_store::tickets;

use super::App;

/// Validity of a ticket, in seconds.
const VALIDITY_SECONDS: i64 = 60;

impl App {
    /// Creates a ticket for a stream of a player. A stream ends with the token that its ticket was
    /// created with. Returns the ticket and its expiry.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create_ticket(
        &self,
        player_id: &str,
        token_hash: &str,
    ) -> Result<(Secret, Time), AppError> {
        let secret = Secret::generate(&self.env, Purpose::Ticket);
        let expires_at = Time(self.env.now().0 + VALIDITY_SECONDS * 1000);
        let ticket = TicketRow {
            hash: secret.hash(),
            player_id: player_id.to_owned(),
            token_hash: token_hash.to_owned(),
            expires_at,
        };
        self.store.commit(tickets::Add { ticket }).await?;
        Ok((secret, expires_at))
    }

    /// Redeems a ticket. The ticket is used up even if the request then fails. Returns `None` if
    /// the ticket, or the token that it was created with, is not valid.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn redeem_ticket(&self, ticket: &str) -> Result<Option<TicketRow>, AppError> {
        let Some(secret) = Secret::parse(ticket, Purpose::Ticket) else { return Ok(None) };
        let row = self.store.ticket(&secret.hash()).await?;
        let now = self.env.now().0;
        let row = row.filter(|row| secret.matches(&row.hash) && row.expires_at.0 > now);
        let Some(row) = row else { return Ok(None) };
        // A conflict: another request has just used it.
        let is_spent = self.store.try_commit(tickets::Spend { hash: row.hash.clone() }).await?;
        Ok((is_spent && self.is_token_valid(&row.token_hash).await?).then_some(row))
    }
}
