//! Addresses and players that ask for no mail.

use broadside_domain::error::AppError;
use broadside_store::mail::{mailboxes, suppressions};

use crate::{Address, Post};

impl Post {
    /// Stops all mail to a player at their confirmed address: mail about games, and what others
    /// send there.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn unsubscribe(&self, player_id: &str, address: &Address) -> Result<(), AppError> {
        let turn_off = mailboxes::TurnOff {
            player_id: player_id.to_owned(),
            address_normalized: address.normalized().to_owned(),
            at: self.app.env.now(),
        };
        self.commit_mail_change(turn_off).await?;
        self.suppress(&self.keys.address_hash(address), player_id, Some(address)).await
    }

    /// Stops mail from others to an address, given by its keyed hash and, if it is known, as text.
    /// Mail to it that waits is cancelled. If it awaits confirmation by this player, the
    /// confirmation is dropped.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn suppress(
        &self,
        address_hash: &str,
        player_id: &str,
        address: Option<&Address>,
    ) -> Result<(), AppError> {
        let suppress = suppressions::Add {
            address_hash: address_hash.to_owned(),
            player_id: player_id.to_owned(),
            address_normalized: address.map(|address| address.normalized().to_owned()),
        };
        self.commit_mail_change(suppress).await.map(drop)
    }

    /// Permits mail from others to an address again, because its reader has shown that they read it
    /// or asks for mail.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn unsuppress(&self, address_hash: &str) -> Result<(), AppError> {
        if self.app.store.is_suppressed(address_hash).await? {
            let remove = suppressions::Remove { address_hash: address_hash.to_owned() };
            self.commit_mail_change(remove).await?;
        }
        Ok(())
    }
}
