//! Mailboxes: the address of a player for mail about their games, and their preferences.

use broadside_app::account_deleted;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::mail::Frequency;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::reminders;
use broadside_i18n::Lang;
use broadside_store::mail::{mailboxes, removal};
use broadside_store::{MailKind, MailboxRow, NewMail, PendingAddress, retry_conflicts};

use super::confirmation::{address_quota, build_address_change};
use crate::{Address, DeferredMail, DeferredMailKind, Post};

/// Minimum time between two confirmations to the same address of a mailbox, in milliseconds.
const RESEND_INTERVAL: i64 = 10 * 60 * 1000;

pub struct MailboxSettings {
    /// Address, as the player wrote it.
    pub address: String,
    pub frequency: Frequency,
    /// True to attach the sheets of a game.
    pub sheets: bool,
    /// True to report challenges by strangers.
    pub strangers: bool,
    /// Hours before a deadline at which reminders are sent; empty for the usual time.
    pub reminders: Vec<u32>,
    pub lang: Lang,
}

/// Changes of the settings of a mailbox. What is `None` stays as it is.
#[derive(Debug, Default)]
pub struct MailboxUpdate {
    pub frequency: Option<Frequency>,
    /// True to attach the sheets of a game.
    pub sheets: Option<bool>,
    /// Hours before a deadline at which reminders are sent; empty for the usual time.
    pub reminders: Option<Vec<u32>>,
    /// Language of mail: its code.
    pub lang: Option<String>,
}

impl Post {
    /// Sets the mailbox of a player. A new address gets a mail with a code, which confirms it.
    ///
    /// # Errors
    /// If the server sends no mail, the address is not valid or belongs to the server, the player
    /// has requested too many confirmations, the account is deleted, or the store fails.
    pub async fn set_mailbox(
        &self,
        player_id: &str,
        settings: &MailboxSettings,
    ) -> Result<(), AppError> {
        if !self.config.sends_mail() {
            let detail = "this server sends no mail: use `GET /v1/events` or webhooks instead";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        let address = Address::parse(&settings.address)
            .map_err(|detail| AppError::field("address", detail))?;
        if self.config.from.key_of(address.normalized()).is_some() {
            let detail = "this is the address of the server: send an address of your own";
            return Err(AppError::field("address", detail));
        }
        let reminders = reminders(&settings.reminders)
            .map_err(|detail| AppError::field("reminders", detail))?;
        retry_conflicts(|| async {
            let row = self.app.store.mailbox(player_id).await?;
            let change =
                self.build_upsert(player_id, settings, reminders.clone(), &address, row).await?;
            if self.commit_upsert(change).await? {
                return Ok(Some(()));
            }
            match self.app.find_player(player_id).await? {
                None => Err(account_deleted()),
                Some(_) => Ok(None),
            }
        })
        .await
    }

    /// Changes settings of the mailbox of a player. Nothing happens if the player has none.
    ///
    /// # Errors
    /// If a setting is not valid, or the store fails.
    pub async fn update_mailbox(
        &self,
        player_id: &str,
        update: &MailboxUpdate,
    ) -> Result<(), AppError> {
        let reminders = update.reminders.as_deref().map(reminders).transpose();
        let reminders = reminders.map_err(|detail| AppError::field("reminders", detail))?;
        retry_conflicts(|| async {
            let Some(row) = self.app.store.mailbox(player_id).await? else { return Ok(Some(())) };
            let change = mailboxes::Save {
                player_id: row.player_id,
                frequency: update.frequency.unwrap_or(row.frequency),
                sheets: update.sheets.unwrap_or(row.sheets),
                strangers: row.strangers,
                reminders: reminders.clone().unwrap_or(row.reminders),
                lang: update.lang.clone().unwrap_or(row.lang),
                before: Some(row.revision),
                pending: row.pending,
                keeps_next: true,
                quota: None,
                mail: None,
                at: self.app.env.now().after(Some(row.revision)),
            };
            Ok(self.commit_upsert(change).await?.then_some(()))
        })
        .await
    }

    /// Commits new contents of a mailbox. Returns false on a conflict.
    async fn commit_upsert(&self, change: mailboxes::Save) -> Result<bool, AppError> {
        let player_id = change.player_id.clone();
        let is_committed = self.commit_mail_change(change).await?;
        if is_committed {
            // The games in memory have reminders without this change.
            self.app.play.evict_player(&player_id).await;
        }
        Ok(is_committed)
    }

    /// Deletes the mailbox of a player. A confirmed address is notified, and stays for the time in
    /// which its reader can stop the deletion. Returns true if it stays.
    ///
    /// # Errors
    /// If the player has no mailbox, the address was notified of too many changes, or the store
    /// fails.
    pub async fn delete_mailbox(&self, player_id: &str) -> Result<bool, AppError> {
        retry_conflicts(|| async {
            let row = self.app.store.mailbox(player_id).await?;
            let row =
                row.ok_or_else(|| AppError::new(ErrorKind::NotFound, "you have no mailbox"))?;
            if row.next_address.as_ref().is_some_and(|next| next.address.is_none()) {
                return Ok(Some(true));
            }
            let Some(confirmed) = &row.confirmed else {
                self.commit_mail_change(removal::Remove { player_id: player_id.to_owned() })
                    .await?;
                return Ok(Some(false));
            };
            let removal = build_address_change(self, &row, confirmed, None).await?;
            let is_committed = self.commit_mail_change(removal).await?;
            Ok(is_committed.then_some(true))
        })
        .await
    }

    /// Builds the change of a mailbox to new contents.
    async fn build_upsert(
        &self,
        player_id: &str,
        settings: &MailboxSettings,
        reminders: Vec<u32>,
        address: &Address,
        row: Option<MailboxRow>,
    ) -> Result<mailboxes::Save, AppError> {
        let now = self.app.env.now();
        let before = row.as_ref().map(|row| row.revision);
        let mut change = mailboxes::Save {
            player_id: player_id.to_owned(),
            frequency: settings.frequency,
            sheets: settings.sheets,
            strangers: settings.strangers,
            reminders,
            lang: settings.lang.code().to_owned(),
            before,
            pending: None,
            keeps_next: false,
            quota: None,
            mail: None,
            at: now.after(before),
        };
        let next = row.as_ref().and_then(|row| row.next_address.as_ref()?.address.as_ref());
        if next.is_some_and(|(_, normal)| normal == address.normalized()) {
            change.keeps_next = true;
            return Ok(change);
        }
        let (confirmed, pending) = row.map(|row| (row.confirmed, row.pending)).unwrap_or_default();
        if confirmed.is_some_and(|confirmed| confirmed.address_normalized == address.normalized()) {
            return Ok(change);
        }
        let recent = pending.filter(|pending| {
            pending.address_normalized == address.normalized()
                && pending.since.0 + RESEND_INTERVAL > now.0
        });
        if recent.is_some() {
            change.pending = recent;
            return Ok(change);
        }
        let hash = self.keys.address_hash(address);
        self.check_confirmation_quota(player_id, &hash, now).await?;
        let refused = self.app.store.is_suppressed(&hash).await?;
        let code = Secret::generate(&self.app.env, Purpose::Address);
        // Compose the mail even if it is not sent: neither the answer nor its timing may reveal
        // that.
        let mail = self.build_confirmation(player_id, address, settings.lang, &code)?;
        change.mail = (!refused).then_some(mail);
        change.quota = Some(address_quota(self, address, player_id.to_owned(), now));
        change.pending = Some(PendingAddress {
            address: address.as_str().to_owned(),
            address_normalized: address.normalized().to_owned(),
            code_hash: code.hash(),
            since: change.at,
        });
        Ok(change)
    }

    /// Checks that a player may request another confirmation today.
    async fn check_confirmation_quota(
        &self,
        player_id: &str,
        address_hash: &str,
        now: Time,
    ) -> Result<(), AppError> {
        let (_, count, first) =
            self.app.store.address_quota_used(address_hash, player_id, Time(now.0 - DAY)).await?;
        let player = self.app.store.player(player_id).await?;
        let player = player.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
        let max = self.config.limits.confirmations.at(player.created_at, now);
        if count < u64::from(max) {
            return Ok(());
        }
        let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
        let detail =
            format!("you can request {max} confirmations a day: request the next in {seconds} s");
        Err(AppError::new(ErrorKind::TooManyRequests, detail)
            .with_retry_after(seconds.unsigned_abs()))
    }

    /// Builds the mail that asks for confirmation of an address.
    fn build_confirmation(
        &self,
        player_id: &str,
        address: &Address,
        lang: Lang,
        code: &Secret,
    ) -> Result<NewMail, AppError> {
        let bounce = self.keys.bounce_key(player_id, address.normalized());
        let bounce = bounce.ok_or_else(|| AppError::internal("the id of a player is malformed"))?;
        let kind = DeferredMailKind::Confirmation { code: code.reveal().to_owned() };
        let deferred = DeferredMail { lang: lang.code().to_owned(), at: self.app.env.now(), kind };
        Ok(NewMail {
            player_id: Some(player_id.to_owned()),
            sender: self.config.from.with_key(bounce.reveal()),
            ..self.new_deferred_mail(MailKind::Confirm, address.as_str(), &deferred)
        })
    }
}
