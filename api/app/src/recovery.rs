//! Recovery of a lost account: codes for a new token, sent to the confirmed address of the mailbox.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{HOUR, Time};
use broadside_i18n::Lang;
use broadside_mail::compose::{self, MessageHeaders};
use broadside_mail::config::MailOut;
use broadside_mail::{Address, Link, LinkKind, MailKeys};
use broadside_store::{
    AddressQuota, Change, CodeAsked, CommitError, MailChange, MailKind, MailboxRow, NewMail,
};

use super::App;
use super::address::address_quota;
use super::rights::Scope;
use super::token::IssuedToken;

/// Maximum number of codes a day to one address.
const MAX_CODES_PER_DAY: u32 = 3;
/// Validity of a code for a token, in milliseconds.
const TOKEN_CODE_VALIDITY: i64 = HOUR;

impl App {
    /// Sends a code to an address at the request of anybody, if it belongs to a player, has not opted out, and has not
    /// got too many. The result does not show if a code was sent.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn request_token_code(&self, address: &Address) -> Result<(), AppError> {
        RecoveryRequest::new(self, address, false).execute(self).await
    }

    /// Sends a code to an address at the request of its reader, if it belongs to a player and has not got too many.
    /// Returns true if the code was sent.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn send_token_code(&self, address: &Address) -> Result<bool, AppError> {
        let asking = RecoveryRequest::new(self, address, true);
        let (hash, since) = (asking.code.hash(), Time(asking.at.0 - TOKEN_CODE_VALIDITY));
        asking.execute(self).await?;
        // The code is stored only if it was sent.
        Ok(self.store.mail_code(&hash, since).await.map_err(AppError::from)?.is_some())
    }

    /// Checks that the server can send codes.
    ///
    /// # Errors
    /// If it sends no mail.
    pub fn check_sends_codes(&self) -> Result<(), AppError> {
        match self.mail.config.out {
            MailOut::Off => Err(AppError::new(
                ErrorKind::NotNow,
                "this server sends no mail, so it cannot recover tokens",
            )),
            _ => Ok(()),
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
        let mut issued = IssuedToken::generate(&self.env, &player_id, "by mail", &[Scope::Read, Scope::Play]);
        issued.row.recovered = true;
        let take = MailChange::TakeCode {
            code_hash: code.hash(),
            token: Box::new(issued.row.clone()),
            since: self.token_codes_valid_since(),
        };
        match self.store.commit(Change::Mail(Box::new(take))).await {
            Ok(()) => {}
            Err(CommitError::Conflict) => return Err(invalid_token_code()),
            Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
        }
        // The new token may have replaced one from an earlier recovery.
        self.clear_token_cache();
        Ok(issued)
    }

    /// Returns the player whose address a code was sent to, and the code.
    async fn read_token_code(&self, code: &str) -> Result<(String, Secret), AppError> {
        let code = Secret::parse(code.trim(), Purpose::Code).ok_or_else(invalid_token_code)?;
        let player_id = self.store.mail_code(&code.hash(), self.token_codes_valid_since()).await;
        Ok((player_id.map_err(AppError::from)?.ok_or_else(invalid_token_code)?, code))
    }

    /// Returns the time since which codes that were sent are still valid.
    fn token_codes_valid_since(&self) -> Time {
        Time(self.env.now().0 - TOKEN_CODE_VALIDITY)
    }
}

/// Returns the error for a code that is not valid.
pub fn invalid_token_code() -> AppError {
    let detail = "this code is wrong, older than an hour, or already used: request another one";
    AppError::field("code", detail)
}

/// Request for a code, with the values drawn for it whether or not the code is sent.
struct RecoveryRequest {
    address: Address,
    /// True if the reader of the address asks, by mail. Requests of others do not reach an address that opted out,
    /// and do not use up the reader's quota.
    reader: bool,
    code: Secret,
    /// Id of the mail.
    id: String,
    /// Hash of the address, and its hash for codes.
    hashes: [String; 2],
    counted: AddressQuota,
    at: Time,
}

impl RecoveryRequest {
    fn new(app: &App, address: &Address, reader: bool) -> Self {
        let hash = app.mail.keys.address_hash(address);
        let codes = MailKeys::token_codes_key(&hash);
        let at = app.env.now();
        let counted = if reader { format!("{codes} own") } else { codes.clone() };
        Self {
            address: address.clone(),
            reader,
            code: Secret::generate(&app.env, Purpose::Code),
            id: app.env.new_id(),
            // The mail goes only to the owner of the address, so only the limit per address applies. Requests for
            // other addresses do not count here.
            counted: AddressQuota {
                address_hash: counted,
                domain_hash: String::new(),
                most: MAX_CODES_PER_DAY,
                ..address_quota(app, address, String::new(), at)
            },
            hashes: [hash, codes],
            at,
        }
    }

    async fn execute(self, app: &App) -> Result<(), AppError> {
        let mailbox = app.store.mailbox_at(self.address.normalized()).await.map_err(AppError::from)?;
        let mut refused = false;
        for hash in &self.hashes {
            refused |= app.store.mail_is_refused(hash).await.map_err(AppError::from)?;
        }
        // Compose and count the mail in any case: the server load must not show if it is sent.
        let mail = self.compose_mail(app, mailbox.as_ref());
        let known = mailbox.filter(|_| self.reader || !refused);
        let code = known.map(|mailbox| (mailbox.player_id, self.code.hash(), mail));
        let asked = CodeAsked { counted: self.counted, code, at: self.at };
        match app.store.commit(Change::Mail(Box::new(MailChange::AskCode(Box::new(asked))))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(AppError::from(error)),
        }
    }

    /// Composes the mail with the code.
    fn compose_mail(&self, app: &App, mailbox: Option<&MailboxRow>) -> NewMail {
        let (config, keys) = (&app.mail.config, &app.mail.keys);
        let lang = mailbox.map_or(Lang::En, |mailbox| Lang::from_code(&mailbox.lang));
        let player_id = mailbox.map(|mailbox| mailbox.player_id.clone());
        // For an unknown address, a dummy of the same length is composed and discarded.
        let whose = player_id.as_ref().unwrap_or(&self.id).clone();
        let [address_hash, _] = self.hashes.clone();
        let never = Link { kind: LinkKind::Codes, player_id: whose, address_hash };
        let never =
            format!("{}/mail/unsubscribe/{}", config.links, keys.sign_link(&never).unwrap_or_default());
        let letter = compose::token_code(lang, config.from.name(), self.code.reveal(), &config.links, &never);
        let message_id = format!("{}@{}", self.id, config.from.domain());
        let bounce = player_id.as_ref().and_then(|id| keys.bounce_key(id, self.address.normalized()));
        let head = MessageHeaders {
            from: &config.from,
            to: &self.address,
            reply_to: None,
            date: self.at,
            message_id: &message_id,
            thread: None,
            unsubscribe: Some(never),
            files: Vec::new(),
        };
        let message = compose::render(&letter, head);
        NewMail {
            id: self.id.clone(),
            player_id,
            game_id: None,
            caused_by: None,
            kind: MailKind::Code,
            message_id,
            recipient: self.address.as_str().to_owned(),
            sender: bounce.map_or_else(|| config.from.address(), |bounce| config.from.return_path(&bounce)),
            message,
        }
    }
}
