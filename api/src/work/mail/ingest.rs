//! Where all mail comes in, whichever way: it is kept, and only then is whoever brought it told that it has arrived.

use std::sync::Arc;

use axum::body::Bytes;

use crate::ambient::Ambient;
use crate::mail::read::{Identity, Reader};
use crate::store::{Change, CommitError, InboxChange, NewMailIn, Store, StoreError, Way, looks_encrypted};

/// How often it is tried to number a message, when others come at the same moment.
const ATTEMPTS: usize = 100;
/// The most bytes of an address.
const LONGEST_ADDRESS: usize = 320;

/// What keeps mail that comes in.
#[derive(Clone)]
pub struct Ingest {
    store: Store,
    ambient: Ambient,
    reader: Arc<Reader>,
}

/// That a message is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The id that it has here.
    pub id: String,
    /// Whether a copy of it has come before, and nothing will come of this one.
    pub repeated: bool,
}

/// Why a message is not kept.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unkept {
    /// It has more bytes than the operator allows. It will not do another time either.
    #[error("a message may have {0} bytes at most")]
    TooLarge(usize),
    /// Reading it panics. It will do so every time, until another version of ours reads it.
    #[error("it cannot be read")]
    Unreadable,
    /// The store failed, or has too much to do. It may do another time.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl Ingest {
    /// Reads messages as `reader` does.
    pub fn new(store: Store, ambient: Ambient, reader: Arc<Reader>) -> Self {
        Self { store, ambient, reader }
    }

    /// The most bytes that a message may have.
    pub fn most_bytes(&self) -> usize {
        self.reader.most_bytes
    }

    /// Keeps a message. `recipient` is the address that it was delivered to, if that is known.
    ///
    /// # Errors
    /// If it is too large, or the store fails.
    pub async fn keep(&self, raw: Bytes, recipient: Option<String>, way: Way) -> Result<Receipt, Unkept> {
        if raw.len() > self.most_bytes() {
            return Err(Unkept::TooLarge(self.most_bytes()));
        }
        let recipient = recipient.map(|address| clean(&address));
        // None of our addresses looks encrypted. Stored, one that does could not be read again.
        let recipient = recipient.filter(|address| !address.is_empty() && !looks_encrypted(address));
        let (reader, bytes, to) = (Arc::clone(&self.reader), raw.clone(), recipient.clone());
        let identity = tokio::task::spawn_blocking(move || reader.identity(&bytes, to.as_deref())).await;
        let Identity { hash, sender } = identity.map_err(|_| Unkept::Unreadable)?;
        for _ in 0..ATTEMPTS {
            if let Some(id) = self.store.mail_in_like(&hash).await? {
                return Ok(Receipt { id, repeated: true });
            }
            let id = self.ambient.id();
            let mail = NewMailIn {
                id: id.clone(),
                received_at: self.ambient.now(),
                way,
                recipient: recipient.clone(),
                identity: hash.clone(),
                queue: sender.clone().unwrap_or_else(|| id.clone()),
                raw: raw.to_vec(),
            };
            match self.store.commit(Change::Inbox(Box::new(InboxChange::Receive(mail)))).await {
                Ok(()) => return Ok(Receipt { id, repeated: false }),
                // A copy of it, or another on another node, has come at the same moment.
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Err(Unkept::Failed(StoreError::Failed("too many messages come at once".to_owned())))
    }
}

/// An address without what no address has.
fn clean(address: &str) -> String {
    let kept = address.trim().chars().filter(|c| !c.is_control());
    kept.take(LONGEST_ADDRESS).collect()
}
