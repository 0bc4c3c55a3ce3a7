//! Addresses of mailboxes: their confirmation, and the limits of mail to them.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{DAY, HOUR, Time};
use broadside_store::mail::{address_changes, mailboxes, suppressions};
use broadside_store::{
    AddressQuota, Confirmed, MailKind, MailboxRow, NewMail, PendingAddress, Write,
};

use crate::{Address, DeferredMail, DeferredMailKind, MailKeys, Post};

/// Validity of a confirmation code, in days.
const CODE_VALIDITY_DAYS: u32 = 2;
/// Maximum number of changes a day that an address is notified of.
const MAX_NOTICES: u32 = 3;

/// Reason for which an address was not confirmed.
pub enum ConfirmError {
    /// The code does not exist, or is too old.
    NoCode,
    /// Another player has the address.
    Taken,
    /// Something failed.
    Failed(AppError),
}

impl From<AppError> for ConfirmError {
    fn from(problem: AppError) -> Self {
        Self::Failed(problem)
    }
}

impl Post {
    /// Returns the mailbox whose pending address has this code.
    ///
    /// # Errors
    /// If no mailbox has one, or the store fails.
    pub async fn mailbox_by_code(&self, code: &str) -> Result<MailboxRow, ConfirmError> {
        let code = Secret::parse(code.trim(), Purpose::Address).ok_or(ConfirmError::NoCode)?;
        let row = self.app.store.mailbox_by_code(&code.hash()).await.map_err(AppError::from)?;
        let row = row.ok_or(ConfirmError::NoCode)?;
        match &row.pending {
            Some(pending) if code_expires_at(pending) > self.app.env.age_time() => Ok(row),
            _ => Err(ConfirmError::NoCode),
        }
    }

    /// Confirms the pending address of a player's own mailbox with its code.
    ///
    /// # Errors
    /// If the code is not that of the player, another player has the address, or the store fails.
    pub async fn confirm_own_address(
        &self,
        player_id: &str,
        code: &str,
    ) -> Result<(), ConfirmError> {
        let row = self.mailbox_by_code(code).await?;
        if row.player_id == player_id {
            self.confirm_address(&row).await
        } else {
            Err(ConfirmError::NoCode)
        }
    }

    /// Confirms the pending address of a mailbox.
    ///
    /// # Errors
    /// If another player has the address, the code is no longer valid, or the store fails.
    pub async fn confirm_address(&self, row: &MailboxRow) -> Result<(), ConfirmError> {
        let pending = row.pending.as_ref().ok_or(ConfirmError::NoCode)?;
        let is_committed = match &row.confirmed {
            None => {
                let code_hash = pending.code_hash.clone();
                let confirm = mailboxes::Confirm { code_hash, at: self.app.env.now() };
                self.commit_mail_change(confirm).await?
            }
            Some(confirmed) => {
                let change = build_address_change(self, row, confirmed, Some(pending)).await?;
                self.commit_mail_change(change).await?
            }
        };
        if is_committed {
            // Ends earlier refusals of mail and of codes to this address.
            let hash = self.keys.normalized_address_hash(&pending.address_normalized);
            for address_hash in [MailKeys::token_codes_key(&hash), hash] {
                self.commit_mail_change(suppressions::Remove { address_hash }).await?;
            }
            return Ok(());
        }
        // Another request has just used the same code.
        let current = self.app.store.mailbox(&row.player_id).await.map_err(AppError::from)?;
        let next = current.and_then(|mailbox| mailbox.next_address?.address);
        if next.is_some_and(|(_, normal)| normal == pending.address_normalized) {
            return Ok(());
        }
        let mailbox = self
            .app
            .store
            .mailbox_by_address(&pending.address_normalized)
            .await
            .map_err(AppError::from)?;
        match mailbox {
            Some(mailbox) if mailbox.player_id == row.player_id => Ok(()),
            Some(_) => Err(ConfirmError::Taken),
            None => Err(ConfirmError::NoCode),
        }
    }

    /// Creates a mail that is composed when it is sent. It is about no game, and for a recipient
    /// without an account.
    pub(super) fn new_deferred_mail(
        &self,
        mail_kind: MailKind,
        recipient: &str,
        deferred: &DeferredMail,
    ) -> NewMail {
        let id = self.app.env.new_id();
        let from = &self.config.from;
        NewMail {
            message_id: format!("{id}@{}", from.domain()),
            id,
            player_id: None,
            game_id: None,
            mail_kind,
            recipient: recipient.to_owned(),
            sender: from.address(),
            message: deferred.to_json(),
        }
    }

    /// Commits a change of mail. Returns false on a conflict.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn commit_mail_change(&self, change: impl Write) -> Result<bool, AppError> {
        Ok(self.app.store.try_commit(change).await?)
    }
}

/// Returns the time until which the code of a pending address is valid.
pub fn code_expires_at(pending: &PendingAddress) -> Time {
    pending.since.plus_days(CODE_VALIDITY_DAYS)
}

/// Builds the rate limit entry of a mail to an address that a player has named.
pub(super) fn address_quota(
    post: &Post,
    address: &Address,
    player_id: String,
    now: Time,
) -> AddressQuota {
    let keys = &post.keys;
    let limits = &post.config.limits;
    AddressQuota {
        id: post.app.env.new_id(),
        address_hash: keys.address_hash(address),
        domain_hash: keys.domain_hash(address.domain()),
        player_id,
        max: limits.to_address,
        max_to_domain: limits.of_domain(address.domain()),
        max_to_all: limits.unasked,
        since: Time(now.0 - DAY),
    }
}

/// Builds the change of a confirmed address to a newly confirmed one, or to none.
///
/// # Errors
/// Fails if the address was notified of too many changes within a day, or if the store fails.
pub(super) async fn build_address_change(
    post: &Post,
    row: &MailboxRow,
    confirmed: &Confirmed,
    pending: Option<&PendingAddress>,
) -> Result<address_changes::Schedule, AppError> {
    let now = post.app.env.now();
    let address_hash = post.keys.normalized_address_hash(&confirmed.address_normalized);
    let notices = format!("{address_hash} notice");
    let (notice_count, ..) =
        post.app.store.address_quota_used(&notices, &row.player_id, Time(now.0 - DAY)).await?;
    if notice_count >= u64::from(MAX_NOTICES) {
        let detail = format!(
            "your confirmed address was notified of {MAX_NOTICES} changes within a day: try again tomorrow"
        );
        return Err(AppError::new(ErrorKind::TooManyRequests, detail)
            .with_retry_after(DAY.unsigned_abs() / 1000));
    }
    let takes_effect = Time(now.0 + i64::from(post.config.limits.change_hours) * HOUR);
    let bounce = post
        .keys
        .bounce_key(&row.player_id, &confirmed.address_normalized)
        .ok_or_else(|| AppError::internal("the id of a player is malformed"))?;
    let kind = DeferredMailKind::AddressChange {
        to: pending.map(|pending| pending.address.clone()),
        takes_effect,
    };
    let deferred = DeferredMail { lang: row.lang.clone(), at: now, kind };
    let notice = NewMail {
        player_id: Some(row.player_id.clone()),
        sender: post.config.from.with_key(bounce.reveal()),
        ..post.new_deferred_mail(MailKind::Notice, &confirmed.address, &deferred)
    };
    Ok(address_changes::Schedule {
        player_id: row.player_id.clone(),
        from: confirmed.address_normalized.clone(),
        code_hash: pending.map(|pending| pending.code_hash.clone()),
        at: now,
        takes_effect,
        quota: AddressQuota {
            id: post.app.env.new_id(),
            address_hash: notices,
            domain_hash: String::new(),
            player_id: String::new(),
            max: MAX_NOTICES,
            // The address is confirmed, so the other limits do not apply.
            max_to_domain: u32::MAX,
            max_to_all: u32::MAX,
            since: Time(now.0 - DAY),
        },
        notice,
    })
}
