//! Mailboxes: the address of a player for mail about their games, and their preferences.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::reminders;
use broadside_i18n::Lang;
use broadside_mail::config::MailOut;
use broadside_mail::{Address, IntentKind, MailIntent};
use broadside_store::{
    Asked, Cadence, CommitError, MailChange, MailKind, MailboxRow, NewMail, UpsertMailbox, retry_conflicts,
};

use super::address::{address_quota, build_address_change};
use super::{App, account_deleted};

/// Minimum time between two confirmations to the same address of a mailbox, in milliseconds.
const RESEND_INTERVAL_MS: i64 = 10 * 60 * 1000;

/// New contents of a mailbox.
pub struct MailboxSettings {
    /// Address, as the player wrote it.
    pub address: String,
    /// Frequency of mail.
    pub cadence: Cadence,
    /// True to attach the sheets of a game.
    pub sheets: bool,
    /// True to report challenges by strangers.
    pub strangers: bool,
    /// Hours before a deadline at which reminders are sent; empty for the usual time.
    pub reminders: Vec<u32>,
    /// Language of mail.
    pub lang: Lang,
}

impl App {
    /// Sets the mailbox of a player. A new address gets a mail with a code, which confirms it.
    ///
    /// # Errors
    /// If the server sends no mail, the address is not valid or belongs to the server, the player has requested too
    /// many confirmations, the account is deleted, or the store fails.
    pub async fn set_mailbox(&self, player_id: &str, settings: &MailboxSettings) -> Result<(), AppError> {
        if self.mail.config.out == MailOut::Off {
            let detail = "this server sends no mail: use `GET /v1/events` or webhooks instead";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        let address =
            Address::parse(&settings.address).map_err(|detail| AppError::field("address", detail))?;
        if self.mail.config.from.key_of(address.normalized()).is_some() {
            let detail = "this is the address of the server: send an address of your own";
            return Err(AppError::field("address", detail));
        }
        let reminders =
            reminders(&settings.reminders).map_err(|detail| AppError::field("reminders", detail))?;
        retry_conflicts(|| async {
            let row = self.store.mailbox(player_id).await.map_err(AppError::from)?;
            let change = self.build_upsert(player_id, settings, reminders.clone(), &address, row).await?;
            if self.commit_mail_change(MailChange::Upsert(Box::new(change))).await? {
                // The games in memory have reminders without this change.
                self.play.evict_player(player_id).await;
                return Ok(Some(()));
            }
            match self.find_player(player_id).await? {
                None => Err(account_deleted(CommitError::Conflict)),
                Some(_) => Ok(None),
            }
        })
        .await
    }

    /// Deletes the mailbox of a player. A confirmed address is notified, and stays for the time in which its reader can
    /// stop the deletion. Returns true if it stays.
    ///
    /// # Errors
    /// If the player has no mailbox, the address was notified of too many changes, or the store fails.
    pub async fn delete_mailbox(&self, player_id: &str) -> Result<bool, AppError> {
        let absent = || AppError::new(ErrorKind::NotFound, "you have no mailbox");
        retry_conflicts(|| async {
            let row = self.store.mailbox(player_id).await.map_err(AppError::from)?.ok_or_else(absent)?;
            if row.next.as_ref().is_some_and(|next| next.address.is_none()) {
                return Ok(Some(true));
            }
            let Some(confirmed) = &row.confirmed else {
                self.commit_mail_change(MailChange::Remove(player_id.to_owned())).await?;
                return Ok(Some(false));
            };
            let removal = build_address_change(self, &row, confirmed, None).await?;
            let done = self.commit_mail_change(MailChange::ChangeAddress(Box::new(removal))).await?;
            Ok(done.then_some(true))
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
    ) -> Result<UpsertMailbox, AppError> {
        let now = self.env.now();
        let before = row.as_ref().map(|row| row.changed_at);
        let mut change = UpsertMailbox {
            player_id: player_id.to_owned(),
            cadence: settings.cadence,
            sheets: settings.sheets,
            strangers: settings.strangers,
            reminders,
            lang: settings.lang.code().to_owned(),
            before,
            asked: None,
            keeps_next: false,
            counted: None,
            mail: None,
            // The clock may be set back.
            at: before.map_or(now, |before| now.max(Time(before.0 + 1))),
        };
        let next = row.as_ref().and_then(|row| row.next.as_ref()?.address.as_ref());
        if next.is_some_and(|(_, normal)| normal == address.normalized()) {
            change.keeps_next = true;
            return Ok(change);
        }
        let (confirmed, asked) = row.map(|row| (row.confirmed, row.asked)).unwrap_or_default();
        if confirmed.is_some_and(|confirmed| confirmed.normal == address.normalized()) {
            return Ok(change);
        }
        let asked = asked
            .filter(|asked| asked.normal == address.normalized() && asked.at.0 + RESEND_INTERVAL_MS > now.0);
        if asked.is_some() {
            change.asked = asked;
            return Ok(change);
        }
        let hash = self.mail.keys.address_hash(address);
        self.check_confirmation_quota(player_id, &hash, now).await?;
        let refused = self.store.mail_is_refused(&hash).await.map_err(AppError::from)?;
        let code = Secret::generate(&self.env, Purpose::Address);
        // Compose the mail even if it is not sent: neither the answer nor its timing may reveal that.
        let mail = self.build_confirmation(player_id, address, settings.lang, &code)?;
        change.mail = (!refused).then_some(mail);
        change.counted = Some(address_quota(self, address, player_id.to_owned(), now));
        change.asked = Some(Asked {
            address: address.as_str().to_owned(),
            normal: address.normalized().to_owned(),
            code_hash: code.hash(),
            at: change.at,
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
        let counted = self.store.mail_asked(address_hash, player_id, Time(now.0 - DAY)).await;
        let (_, of_player, first) = counted.map_err(AppError::from)?;
        let player = self.store.player(player_id).await.map_err(AppError::from)?;
        let player = player.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
        let most = self.mail.config.limits.confirmation_limit(self.account_standing(&player).await?, now);
        if of_player < u64::from(most) {
            return Ok(());
        }
        let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
        let detail = format!("you can request {most} confirmations a day: request the next in {seconds} s");
        Err(AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(seconds.unsigned_abs()))
    }

    /// Builds the mail that asks for confirmation of an address.
    fn build_confirmation(
        &self,
        player_id: &str,
        address: &Address,
        lang: Lang,
        code: &Secret,
    ) -> Result<NewMail, AppError> {
        let mail = &self.mail;
        let bounce = mail.keys.bounce_key(player_id, address.normalized());
        let bounce = bounce.ok_or_else(|| AppError::internal("the id of a player is malformed"))?;
        let id = self.env.new_id();
        let what = IntentKind::Confirmation { code: code.reveal().to_owned() };
        Ok(NewMail {
            message_id: format!("{id}@{}", mail.config.from.domain()),
            id,
            player_id: Some(player_id.to_owned()),
            game_id: None,
            caused_by: None,
            kind: MailKind::Confirm,
            recipient: address.as_str().to_owned(),
            sender: mail.config.from.return_path(&bounce),
            message: MailIntent { lang: lang.code().to_owned(), at: self.env.now(), what }.to_json(),
        })
    }
}
