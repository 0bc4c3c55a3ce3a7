//! Intake of mail from all channels. A message is stored before its delivery is acknowledged.

use std::sync::Arc;

use broadside_domain::env::Env;
use broadside_mail::read::{Fingerprint, MailParser};
use broadside_store::{
    Change, Channel, CommitError, InboxChange, NewMailIn, Store, StoreError, looks_encrypted, retry_conflicts,
};
use bytes::Bytes;

/// Maximum length of an address, in characters.
const MAX_ADDRESS_LENGTH: usize = 320;

/// Stores inbound mail.
#[derive(Clone)]
pub struct MailIntake {
    store: Store,
    env: Env,
    reader: Arc<MailParser>,
}

/// Receipt for a stored message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntakeReceipt {
    /// Id under which the message is stored.
    pub id: String,
    /// True if a copy of the message was already stored. This copy is not processed.
    pub repeated: bool,
}

/// Reason why a message was not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum IntakeError {
    /// The message is larger than the operator allows. A retry cannot succeed.
    #[error("a message may have {0} bytes at most")]
    TooLarge(usize),
    /// The parser panicked on this message. A retry with the same version cannot succeed.
    #[error("it cannot be read")]
    Unreadable,
    /// The store failed or is overloaded. A retry may succeed.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl MailIntake {
    /// Creates an intake that reads messages with `reader`.
    pub fn new(store: Store, env: Env, reader: Arc<MailParser>) -> Self {
        Self { store, env, reader }
    }

    /// Returns the maximum size of a message, in bytes.
    pub fn max_bytes(&self) -> usize {
        self.reader.most_bytes
    }

    /// Stores a message. `recipient` is the address to which it was delivered, if known.
    ///
    /// # Errors
    /// If the message is too large or makes the parser panic, or the store fails.
    pub async fn receive(
        &self,
        raw: Bytes,
        recipient: Option<String>,
        way: Channel,
    ) -> Result<IntakeReceipt, IntakeError> {
        if raw.len() > self.max_bytes() {
            return Err(IntakeError::TooLarge(self.max_bytes()));
        }
        let recipient = recipient.map(|address| clean(&address));
        // Drop a recipient that looks encrypted: it could not be read back from the store, and no address of this
        // server looks like that.
        let recipient = recipient.filter(|address| !address.is_empty() && !looks_encrypted(address));
        let (reader, bytes, to) = (Arc::clone(&self.reader), raw.clone(), recipient.clone());
        let identity = tokio::task::spawn_blocking(move || reader.fingerprint(&bytes, to.as_deref())).await;
        let Fingerprint { hash, sender } = identity.map_err(|_| IntakeError::Unreadable)?;
        retry_conflicts(|| async {
            if let Some(id) = self.store.mail_in_like(&hash).await? {
                return Ok(Some(IntakeReceipt { id, repeated: true }));
            }
            let id = self.env.new_id();
            let mail = NewMailIn {
                id: id.clone(),
                received_at: self.env.now(),
                way,
                recipient: recipient.clone(),
                identity: hash.clone(),
                queue: sender.clone().unwrap_or_else(|| id.clone()),
                raw: raw.to_vec(),
            };
            // A conflict: a copy, or another message on another node, was stored at the same moment.
            let committed = self.store.commit(Change::Inbox(Box::new(InboxChange::Receive(mail)))).await;
            Ok(CommitError::unless_conflict(committed, IntakeReceipt { id, repeated: false })?)
        })
        .await
    }
}

/// Removes control characters and surrounding white space from an address, and truncates it.
fn clean(address: &str) -> String {
    let kept = address.trim().chars().filter(|c| !c.is_control());
    kept.take(MAX_ADDRESS_LENGTH).collect()
}
