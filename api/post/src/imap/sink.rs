//! Recipient of fetched messages.

use broadside_store::Channel;
use bytes::Bytes;

use crate::{IntakeError, IntakeReceipt, Post};

/// Recipient of fetched messages.
pub(super) trait MailSink: Sync {
    /// Returns the maximum size of a message, in bytes.
    fn max_bytes(&self) -> usize;

    fn receive(
        &self,
        raw: Bytes,
    ) -> impl Future<Output = Result<IntakeReceipt, IntakeError>> + Send;
}

impl MailSink for Post {
    fn max_bytes(&self) -> usize {
        Self::max_bytes(self)
    }

    async fn receive(&self, raw: Bytes) -> Result<IntakeReceipt, IntakeError> {
        Self::receive(self, raw, None, Channel::Imap).await
    }
}
