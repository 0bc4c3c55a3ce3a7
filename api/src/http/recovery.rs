//! Recovery of a lost account: a new token, sent to the confirmed address of the mailbox.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::ToSchema;

use super::App;
use super::body::Player;
use super::extract::JsonBody;
use super::idempotency;
use super::mailbox::address_quota;
use super::stored_response::StoredResponse;
use super::tokens::{self, CreatedToken, Scope};
use crate::config::MailOut;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::player::TokenRow;
use crate::domain::secret::{Purpose, Secret};
use crate::domain::time::{HOUR, Time};
use crate::mail::compose::{self, Lang, MessageHeaders};
use crate::mail::{Address, Link, LinkKind, MailKeys};
use crate::store::{AddressQuota, Change, CodeAsked, CommitError, MailChange, MailKind, MailboxRow, NewMail};

/// Maximum number of codes a day to one address.
const MAX_CODES_PER_DAY: u32 = 3;
/// Validity of a code.
const CODE_VALIDITY: i64 = HOUR;
/// Grid for the response time of requests for a code. It is far longer than the store takes; if the store takes
/// longer, the response waits for the next multiple.
const RESPONSE_TIME_GRID: Duration = Duration::from_millis(100);

/// Request for a code.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(super) struct TokenRecoveryRequest {
    /// Confirmed address of your mailbox.
    #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$")]
    address: String,
}

/// Confirmation of a request for a code. A mail with a code is sent if the address is the confirmed address of a
/// player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(super) struct TokenCodeSent {
    /// Address from the request.
    address: String,
}

/// Code to redeem.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"}))]
pub(super) struct TokenRedemption {
    /// Code that was sent to the address of your mailbox.
    code: String,
}

/// Player with a new token.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RecoveredToken {
    /// Player that the token belongs to.
    player: Player,
    /// The new token.
    #[serde(flatten)]
    token: CreatedToken,
}

/// Request a token code
///
/// Sends a code by mail, if the address is the confirmed address of a mailbox. Redeem the code for a new token with
/// `POST /v1/token-recovery/redeem`, or on the page linked in the mail. The code expires after an hour.
///
/// The answer is the same for every address: it does not show if the address is known, or if a mail was sent. An
/// address gets at most three such mails a day, and none after its reader has opted out through the link in one of
/// them.
#[utoipa::path(post, path = "/v1/token-recovery", tag = "players", operation_id = "request_token_code",
    request_body = TokenRecoveryRequest,
    responses((status = 202, description = "A code is on its way, if the address belongs to a player",
        body = TokenCodeSent)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(super) async fn lost(
    State(app): State<App>,
    JsonBody { value: body, .. }: JsonBody<TokenRecoveryRequest>,
) -> Result<StoredResponse, AppError> {
    if app.mail.config.out == MailOut::Off {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "this server sends no mail, so it cannot recover tokens",
        ));
    }
    let address = Address::parse(&body.address).map_err(|detail| AppError::field("address", detail))?;
    let begun = Instant::now();
    let asked = RecoveryRequest::new(&app, &address, false).execute(&app).await;
    // The time spent would show if the address is known.
    tokio::time::sleep_until(begun + padded_duration(begun.elapsed())).await;
    asked?;
    Ok(StoredResponse::json(StatusCode::ACCEPTED, &TokenCodeSent { address: address.as_str().to_owned() }))
}

/// Returns the response time for a request that took `took`: the next multiple of the grid.
fn padded_duration(took: Duration) -> Duration {
    RESPONSE_TIME_GRID * (1 + (took.as_millis() / RESPONSE_TIME_GRID.as_millis()) as u32)
}

/// Sends a code to an address at the request of its reader, if it belongs to a player and has not got too many.
/// Returns true if the code was sent.
///
/// # Errors
/// Fails if the store fails.
pub(super) async fn send_code(app: &App, address: &Address) -> Result<bool, AppError> {
    let asking = RecoveryRequest::new(app, address, true);
    let (hash, since) = (asking.code.hash(), Time(asking.at.0 - CODE_VALIDITY));
    asking.execute(app).await?;
    // The code is stored only if it was sent.
    Ok(app.store.mail_code(&hash, since).await.map_err(AppError::from)?.is_some())
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
        let at = app.ambient.now();
        let counted = if reader { format!("{codes} own") } else { codes.clone() };
        Self {
            address: address.clone(),
            reader,
            code: Secret::generate(&app.ambient, Purpose::Code),
            id: app.ambient.new_id(),
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

/// Returns the problem for a code that is not valid.
pub(super) fn invalid_code() -> AppError {
    let detail = "this code is wrong, older than an hour, or already used: request another one";
    AppError::field("code", detail)
}

/// Returns the player whose address a code was sent to.
///
/// # Errors
/// Fails if the code is unknown or too old.
pub(super) async fn player_by_code(app: &App, code: &str) -> Result<(String, Secret), AppError> {
    let code = Secret::parse(code.trim(), Purpose::Code).ok_or_else(invalid_code)?;
    let since = Time(app.ambient.now().0 - CODE_VALIDITY);
    let player_id = app.store.mail_code(&code.hash(), since).await.map_err(AppError::from)?;
    Ok((player_id.ok_or_else(invalid_code)?, code))
}

/// Redeems a code for a token. The code is invalid afterwards.
///
/// # Errors
/// Fails if the code is unknown or too old.
pub(super) async fn redeem(app: &App, code: &str) -> Result<(String, CreatedToken), AppError> {
    let (player_id, code) = player_by_code(app, code).await?;
    let secret = Secret::generate(&app.ambient, Purpose::Token);
    let row = tokens::new_row(app, &player_id, &secret, "by mail", &[Scope::Read, Scope::Play]);
    let row = TokenRow { recovered: true, ..row };
    let take = MailChange::TakeCode {
        code_hash: code.hash(),
        token: Box::new(row.clone()),
        since: Time(app.ambient.now().0 - CODE_VALIDITY),
    };
    match app.store.commit(Change::Mail(Box::new(take))).await {
        Ok(()) => {}
        Err(CommitError::Conflict) => return Err(invalid_code()),
        Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
    }
    // The new token may have replaced one from an earlier recovery.
    app.clear_token_cache();
    Ok((player_id, CreatedToken::new(&row, &secret)))
}

/// Redeem a token code
///
/// Redeems a code for a new token with the scopes `read` and `play`. You get a code at the confirmed address of your
/// mailbox after `POST /v1/token-recovery`, or after writing `TOKEN` in a mail. A code is valid for an hour and works
/// once.
///
/// Your other tokens stay valid. Recovery has one place for a token beyond the usual maximum; if that is taken too,
/// the new token replaces the oldest one made by recovery. The token is shown only once, so no `Idempotency-Key` is
/// accepted.
#[utoipa::path(post, path = "/v1/token-recovery/redeem", tag = "players", operation_id = "redeem_token_code",
    request_body = TokenRedemption,
    responses((status = 201, description = "The player and the token", body = RecoveredToken,
        headers(("Location" = String, description = "The token")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(super) async fn found(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<TokenRedemption>,
) -> Result<StoredResponse, AppError> {
    idempotency::reject_key(&headers)?;
    let (player_id, token) = redeem(&app, &body.code).await?;
    let player = super::create::find_player(&app, &player_id).await?.ok_or_else(invalid_code)?;
    let location = app.url_for(&format!("/v1/tokens/{}", token.id()));
    let found = RecoveredToken { player: Player::from(&player), token };
    Ok(StoredResponse::json(StatusCode::CREATED, &found).with_header(header::LOCATION, location))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_store_takes_does_not_show() {
        for (took, after) in
            [(0, 100), (1, 100), (40, 100), (99, 100), (100, 200), (110, 200), (1_000, 1_100)]
        {
            let took = Duration::from_millis(took);
            assert_eq!(padded_duration(took), Duration::from_millis(after), "{took:?}");
        }
    }
}
