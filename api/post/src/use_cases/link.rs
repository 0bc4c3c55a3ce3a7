//! Links in mails, which change what mail goes to their recipient.

use broadside_domain::error::AppError;
use broadside_store::mail::{address_changes, mailboxes, suppressions};
use broadside_store::{MailboxRow, QueuedWrite};

use crate::{Link, LinkKind, MailKeys, Post};

/// Current meaning of a link.
pub struct ResolvedLink {
    link: Link,
    pub mailbox: Option<MailboxRow>,
    /// True if the link was sent to the confirmed address of the mailbox.
    confirmed: bool,
}

impl ResolvedLink {
    /// Returns the effect of the link. A link of a confirmation mail turns the mailbox off once its
    /// address is confirmed.
    pub fn effect(&self) -> LinkKind {
        match self.link.kind {
            LinkKind::Never if self.confirmed => LinkKind::Off,
            kind => kind,
        }
    }

    /// Returns true if the link has no effect any more, because no change is pending that it could
    /// stop.
    pub fn is_expired(&self) -> bool {
        let is_change_pending =
            self.mailbox.as_ref().is_some_and(|mailbox| mailbox.next_address.is_some());
        self.link.kind == LinkKind::Keep && !(is_change_pending && self.confirmed)
    }
}

impl Post {
    /// Returns the URL of the page of a link; `None` if the id of its player is malformed.
    pub(crate) fn link_url(&self, link: &Link) -> Option<String> {
        let page = if link.kind == LinkKind::Keep { "keep" } else { "unsubscribe" };
        Some(format!("{}/mail/{page}/{}", self.config.links, self.keys.sign_link(link)?))
    }

    /// Verifies a link and reads what it means now; `None` if it is not a link of this server.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn resolve_link(&self, link: &str) -> Result<Option<ResolvedLink>, AppError> {
        let Some(link) = self.keys.verify_link(link) else { return Ok(None) };
        let mailbox = self.app.store.mailbox(&link.player_id).await?;
        let confirmed = mailbox.as_ref().and_then(|mailbox| mailbox.confirmed.as_ref());
        let confirmed = confirmed
            .is_some_and(|confirmed| self.is_sent_to(&link, &confirmed.address_normalized));
        Ok(Some(ResolvedLink { link, mailbox, confirmed }))
    }

    /// Returns true if a link was sent to this address.
    fn is_sent_to(&self, link: &Link, address_normalized: &str) -> bool {
        self.keys.normalized_address_hash(address_normalized) == link.address_hash
    }

    /// Carries out a link: changes what mail goes to its recipient.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn follow_link(&self, resolved: &ResolvedLink) -> Result<(), AppError> {
        let Some(change) = self.link_change(resolved) else { return Ok(()) };
        // A conflict: the address or the mailbox has just changed, so the link means nothing any
        // more.
        self.app.store.try_commit(change).await?;
        Ok(())
    }

    /// Returns the change that a link makes, if any.
    fn link_change(&self, resolved: &ResolvedLink) -> Option<QueuedWrite> {
        let ResolvedLink { link, mailbox, confirmed } = resolved;
        let at = self.app.env.now();
        let player_id = link.player_id.clone();
        if resolved.effect() == LinkKind::Codes {
            let address_hash = MailKeys::token_codes_key(&link.address_hash);
            let suppress = suppressions::Add { address_hash, player_id, address_normalized: None };
            return Some(suppress.into());
        }
        if resolved.effect() == LinkKind::Never {
            let pending = mailbox.as_ref().and_then(|mailbox| mailbox.pending.as_ref());
            let pending =
                pending.filter(|pending| self.is_sent_to(link, &pending.address_normalized));
            let suppress = suppressions::Add {
                address_hash: link.address_hash.clone(),
                player_id,
                address_normalized: pending.map(|pending| pending.address_normalized.clone()),
            };
            return Some(suppress.into());
        }
        let confirmed = mailbox.as_ref()?.confirmed.as_ref().filter(|_| *confirmed)?;
        let address_normalized = confirmed.address_normalized.clone();
        Some(match resolved.effect() {
            LinkKind::Strangers => {
                mailboxes::StopStrangers { player_id, address_normalized, at }.into()
            }
            LinkKind::Keep => address_changes::Cancel { player_id, address_normalized, at }.into(),
            _ => mailboxes::TurnOff { player_id, address_normalized, at }.into(),
        })
    }
}
