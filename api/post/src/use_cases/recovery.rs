//! Recovery of a lost account: codes for a new token, sent to the confirmed address of the mailbox.

use broadside_app::{IssuedToken, Scope};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{HOUR, Time};
use broadside_store::mail::codes;
use broadside_store::{AddressQuota, CommitError, MailKind, MailboxRow, NewMail};

use super::confirmation::address_quota;
use crate::{Address, DeferredMail, DeferredMailKind, MailKeys, Post};

/// Maximum number of codes a day to one address.
const MAX_CODES_PER_DAY: u32 = 3;
/// Validity of a code for a token, in milliseconds.
const TOKEN_CODE_VALIDITY: i64 = HOUR;

impl Post {
    /// Stores a request of anybody for a code to an address. [`Post::send_requested_code`] processes
    /// it later, so that nothing about this call shows if the address belongs to a player.
    ///
    /// # Errors
    /// If too many requests are pending, or the store fails.
    pub async fn request_token_code(&self, address: &Address) -> Result<(), AppError> {
        let request = codes::Request {
            id: self.app.env.new_id(),
            address: address.as_str().to_owned(),
            address_normalized: address.normalized().to_owned(),
            at: self.app.env.now(),
        };
        if self.commit_mail_change(request).await? {
            Ok(())
        } else {
            Err(AppError::from_kind(ErrorKind::Unavailable))
        }
    }

    /// Sends a code to an address for which anybody has requested one, if it belongs to a player,
    /// has not opted out, and has not got too many. An old request is dropped: nobody waits for its
    /// code any more.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn send_requested_code(
        &self,
        address: &str,
        requested_at: Time,
    ) -> Result<(), AppError> {
        match Address::parse(address) {
            Ok(address) if requested_at > self.token_codes_valid_since() => {
                NewCode::new(self, &address, false).send(self).await
            }
            _ => Ok(()),
        }
    }

    /// Sends a code to an address at the request of its reader, if it belongs to a player and has
    /// not got too many. Returns true if the code was sent.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn send_token_code(&self, address: &Address) -> Result<bool, AppError> {
        let request = NewCode::new(self, address, true);
        let hash = request.code.hash();
        let since = Time(request.at.0 - TOKEN_CODE_VALIDITY);
        request.send(self).await?;
        // The code is stored only if it was sent.
        Ok(self.app.store.mail_code(&hash, since).await?.is_some())
    }

    /// Checks that the server can send codes.
    ///
    /// # Errors
    /// If it sends no mail.
    pub fn check_sends_codes(&self) -> Result<(), AppError> {
        if self.config.sends_mail() {
            Ok(())
        } else {
            Err(AppError::new(
                ErrorKind::NotNow,
                "this server sends no mail, so it cannot recover tokens",
            ))
        }
    }

    /// Returns the id of the player whose address a code was sent to.
    ///
    /// # Errors
    /// If the code is unknown or too old, or the store fails.
    pub async fn player_by_token_code(&self, code: &str) -> Result<String, AppError> {
        Ok(self.read_token_code(code).await?.0)
    }

    /// Redeems a code for a token with all scopes. The code is invalid afterwards.
    ///
    /// # Errors
    /// If the code is unknown or too old, or the store fails.
    pub async fn redeem_token_code(&self, code: &str) -> Result<IssuedToken, AppError> {
        let (player_id, code) = self.read_token_code(code).await?;
        let mut issued = IssuedToken::generate(
            &self.app.env,
            &player_id,
            "by mail",
            &[Scope::Read, Scope::Play],
        );
        issued.row.recovered = true;
        let redeem = codes::Redeem {
            code_hash: code.hash(),
            token: issued.row.clone(),
            since: self.token_codes_valid_since(),
        };
        match self.app.store.commit(redeem).await {
            Ok(()) => {}
            Err(CommitError::Conflict) => return Err(invalid_token_code()),
            Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
        }
        // The new token may have replaced one from an earlier recovery.
        self.app.clear_token_cache();
        Ok(issued)
    }

    /// Returns the player whose address a code was sent to, and the code.
    async fn read_token_code(&self, code: &str) -> Result<(String, Secret), AppError> {
        let code = Secret::parse(code.trim(), Purpose::Code).ok_or_else(invalid_token_code)?;
        let player_id =
            self.app.store.mail_code(&code.hash(), self.token_codes_valid_since()).await;
        Ok((player_id?.ok_or_else(invalid_token_code)?, code))
    }

    /// Returns the time since which codes that were sent are still valid.
    fn token_codes_valid_since(&self) -> Time {
        Time(self.app.env.age_time().0 - TOKEN_CODE_VALIDITY)
    }
}

/// Returns the error for a code that is not valid.
pub fn invalid_token_code() -> AppError {
    let detail = "this code is wrong, older than an hour, or already used: request another one";
    AppError::field("code", detail)
}

/// Code to send, if its address belongs to a player and the quotas allow it.
struct NewCode {
    address: Address,
    /// True if the reader of the address asks, by mail. Requests of others do not reach an address
    /// that opted out, and do not use up the reader's quota.
    by_reader: bool,
    code: Secret,
    id: String,
    /// Hash of the address, and its hash for codes.
    hashes: [String; 2],
    quota: AddressQuota,
    at: Time,
}

impl NewCode {
    fn new(post: &Post, address: &Address, by_reader: bool) -> Self {
        let hash = post.keys.address_hash(address);
        let codes = MailKeys::token_codes_key(&hash);
        let at = post.app.env.now();
        let quota_key = if by_reader { format!("{codes} own") } else { codes.clone() };
        Self {
            address: address.clone(),
            by_reader,
            code: Secret::generate(&post.app.env, Purpose::Code),
            id: post.app.env.new_id(),
            // The mail goes only to the owner of the address, so only the limit per address
            // applies. Requests for other addresses do not count here.
            quota: AddressQuota {
                address_hash: quota_key,
                domain_hash: String::new(),
                max: MAX_CODES_PER_DAY,
                ..address_quota(post, address, String::new(), at)
            },
            hashes: [hash, codes],
            at,
        }
    }

    async fn send(self, post: &Post) -> Result<(), AppError> {
        let mailbox = post.app.store.mailbox_by_address(self.address.normalized()).await?;
        let mut is_refused = false;
        for hash in &self.hashes {
            is_refused |= post.app.store.is_suppressed(hash).await?;
        }
        let recipient = mailbox.filter(|_| self.by_reader || !is_refused);
        let code = recipient.map(|mailbox| {
            let mail = self.build_mail(post, &mailbox);
            (mailbox.player_id, self.code.hash(), mail)
        });
        let send = codes::Send { quota: self.quota, code, at: self.at };
        post.commit_mail_change(send).await.map(drop)
    }

    fn build_mail(&self, post: &Post, mailbox: &MailboxRow) -> NewMail {
        let config = &post.config;
        let bounce = post.keys.bounce_key(&mailbox.player_id, self.address.normalized());
        let kind = DeferredMailKind::TokenCode { code: self.code.reveal().to_owned() };
        NewMail {
            id: self.id.clone(),
            player_id: Some(mailbox.player_id.clone()),
            game_id: None,
            mail_kind: MailKind::Code,
            message_id: format!("{}@{}", self.id, config.from.domain()),
            recipient: self.address.as_str().to_owned(),
            sender: bounce.map_or_else(
                || config.from.address(),
                |bounce| config.from.with_key(bounce.reveal()),
            ),
            message: DeferredMail { lang: mailbox.lang.clone(), at: self.at, kind }.to_json(),
        }
    }
}
