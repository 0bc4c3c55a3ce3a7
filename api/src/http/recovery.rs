//! A new token for whoever has lost theirs, through the confirmed address of its mailbox.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::ToSchema;

use super::App;
use super::body::Player;
use super::extract::Body;
use super::idempotency;
use super::mailbox::counted_at;
use super::reply::Reply;
use super::tokens::{self, NewToken, Scope};
use crate::ambient::{HOUR, Time};
use crate::config::MailOut;
use crate::mail::compose::{self, Head, Lang};
use crate::mail::{Address, Keys, Link, LinkKind};
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{
    Change, CodeAsked, CommitError, Counted, MailChange, MailKind, MailboxRow, NewMail, TokenRow,
};

/// How many codes a day go to an address.
const TO_ADDRESS: u32 = 3;
/// For how long a code is good.
const GOOD_FOR: i64 = HOUR;
/// A request for a code is answered so long after it came: far longer than the store takes, and where that takes longer, twice so long.
const ANSWERED_EVERY: Duration = Duration::from_millis(100);

/// An address that you have confirmed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(super) struct LostToken {
    /// The address of your mailbox.
    #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$")]
    address: String,
}

/// That a mail with a code goes to the address, if it is the confirmed one of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(super) struct CodeSent {
    /// The address.
    address: String,
}

/// A code that was sent to the address of a mailbox.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"}))]
pub(super) struct TokenCode {
    /// The code.
    code: String,
}

/// Whose account it is, and a new token for it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FoundToken {
    /// The player.
    player: Player,
    /// The token.
    #[serde(flatten)]
    token: NewToken,
}

/// Ask for a code
///
/// If this is the confirmed address of a mailbox, a code is sent there, which `POST /v1/tokens/found` takes, as does the page that
/// a link in the same mail leads to. Nothing tells whether it is, and at most three such mails a day go to an address, until somebody
/// who reads it asks there for no more.
#[utoipa::path(post, path = "/v1/tokens/lost", tag = "players", operation_id = "lose_token", request_body = LostToken,
    responses((status = 202, description = "If the address is somebody's, a code is on its way to it", body = CodeSent)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(super) async fn lost(
    State(app): State<App>,
    Body { value: body, .. }: Body<LostToken>,
) -> Result<Reply, Problem> {
    if app.mail.config.out == MailOut::Off {
        return Err(Problem::new(Kind::NotNow, "this server sends no mail"));
    }
    let address = Address::read(&body.address).map_err(|detail| Problem::field("address", detail))?;
    let begun = Instant::now();
    let asked = Asking::new(&app, &address, false).answer(&app).await;
    // What it took would tell whether the address is somebody's.
    tokio::time::sleep_until(begun + answered_after(begun.elapsed())).await;
    asked?;
    Ok(Reply::json(StatusCode::ACCEPTED, &CodeSent { address: address.as_str().to_owned() }))
}

/// How long after a request it is answered that was done after so long.
fn answered_after(took: Duration) -> Duration {
    ANSWERED_EVERY * (1 + (took.as_millis() / ANSWERED_EVERY.as_millis()) as u32)
}

/// Sends a code to an address whose reader has asked for it, if it is somebody's and has not been sent many; whether it was sent.
///
/// # Errors
/// If the store fails.
pub(super) async fn send(app: &App, address: &Address) -> Result<bool, Problem> {
    let asking = Asking::new(app, address, true);
    let (hash, since) = (asking.code.hash(), Time(asking.at.0 - GOOD_FOR));
    asking.answer(app).await?;
    // It is kept if it was sent.
    Ok(app.store.mail_code(&hash, since).await.map_err(Problem::from)?.is_some())
}

/// That a code is asked for, and what is drawn for it, whether it is sent or not.
struct Asking {
    address: Address,
    /// Whether whoever reads the address asks. Nobody else has a code sent where none is to be, and what others ask for leaves room.
    reader: bool,
    code: Secret,
    /// The id of the mail.
    id: String,
    /// The hash of the address, and the same for codes.
    hashes: [String; 2],
    counted: Counted,
    at: Time,
}

impl Asking {
    fn new(app: &App, address: &Address, reader: bool) -> Self {
        let hash = app.mail.keys.address_hash(address);
        let codes = Keys::codes_of(&hash);
        let at = app.ambient.now();
        let counted = if reader { format!("{codes} own") } else { codes.clone() };
        Self {
            address: address.clone(),
            reader,
            code: Secret::mint(&app.ambient, Purpose::Code),
            id: app.ambient.id(),
            // It goes to nobody but its owner, and whoever asks for others is to take no room from them.
            counted: Counted {
                address_hash: counted,
                domain_hash: String::new(),
                most: TO_ADDRESS,
                ..counted_at(app, address, String::new(), at)
            },
            hashes: [hash, codes],
            at,
        }
    }

    async fn answer(self, app: &App) -> Result<(), Problem> {
        let mailbox = app.store.mailbox_at(self.address.normal()).await.map_err(Problem::from)?;
        let mut refused = false;
        for hash in &self.hashes {
            refused |= app.store.mail_is_refused(hash).await.map_err(Problem::from)?;
        }
        // Written and counted in any case: how busy the server is does not tell whether it is sent.
        let mail = self.mail(app, mailbox.as_ref());
        let known = mailbox.filter(|_| self.reader || !refused);
        let code = known.map(|mailbox| (mailbox.player_id, self.code.hash(), mail));
        let asked = CodeAsked { counted: self.counted, code, at: self.at };
        match app.store.commit(Change::Mail(Box::new(MailChange::AskCode(Box::new(asked))))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(Problem::from(error)),
        }
    }

    /// The mail with the code.
    fn mail(&self, app: &App, mailbox: Option<&MailboxRow>) -> NewMail {
        let (config, keys) = (&app.mail.config, &app.mail.keys);
        let lang = mailbox.map_or(Lang::En, |mailbox| Lang::of(&mailbox.lang));
        let player_id = mailbox.map(|mailbox| mailbox.player_id.clone());
        // Nobody's goes nowhere, and needs only to be as long.
        let whose = player_id.as_ref().unwrap_or(&self.id).clone();
        let [address_hash, _] = self.hashes.clone();
        let never = Link { kind: LinkKind::Codes, player_id: whose, address_hash };
        let never = format!("{}/mail/unsubscribe/{}", config.links, keys.link(&never).unwrap_or_default());
        let letter = compose::code(lang, config.from.name(), self.code.reveal(), &config.links, &never);
        let message_id = format!("{}@{}", self.id, config.from.domain());
        let bounce = player_id.as_ref().and_then(|id| keys.bounce(id, self.address.normal()));
        let head = Head {
            from: &config.from,
            to: &self.address,
            reply_to: None,
            date: self.at,
            message_id: &message_id,
            thread: None,
            unsubscribe: Some(never),
            files: Vec::new(),
        };
        let message = compose::message(&letter, head);
        NewMail {
            id: self.id.clone(),
            player_id,
            game_id: None,
            caused_by: None,
            kind: MailKind::Code,
            message_id,
            recipient: self.address.as_str().to_owned(),
            sender: bounce.map_or_else(|| config.from.address(), |bounce| config.from.returns_to(&bounce)),
            message,
        }
    }
}

/// Why a code gives no token.
pub(super) fn stale() -> Problem {
    let detail =
        "this is no code that was sent within the last hour and has given no token yet: ask for another";
    Problem::field("code", detail)
}

/// The player whose address a code was sent to.
///
/// # Errors
/// If it is none, or too old.
pub(super) async fn player_of(app: &App, code: &str) -> Result<(String, Secret), Problem> {
    let code = Secret::read(code.trim(), Purpose::Code).ok_or_else(stale)?;
    let since = Time(app.ambient.now().0 - GOOD_FOR);
    let player_id = app.store.mail_code(&code.hash(), since).await.map_err(Problem::from)?;
    Ok((player_id.ok_or_else(stale)?, code))
}

/// Makes a token for a code, which is good no more.
///
/// # Errors
/// If it is none, or too old.
pub(super) async fn token(app: &App, code: &str) -> Result<(String, NewToken), Problem> {
    let (player_id, code) = player_of(app, code).await?;
    let secret = Secret::mint(&app.ambient, Purpose::Token);
    let row = tokens::row(app, &player_id, &secret, "by mail", &[Scope::Read, Scope::Play]);
    let row = TokenRow { recovered: true, ..row };
    let take = MailChange::TakeCode {
        code_hash: code.hash(),
        token: Box::new(row.clone()),
        since: Time(app.ambient.now().0 - GOOD_FOR),
    };
    match app.store.commit(Change::Mail(Box::new(take))).await {
        Ok(()) => {}
        Err(CommitError::Conflict) => return Err(stale()),
        Err(CommitError::Failed(error)) => return Err(Problem::from(error)),
    }
    // It may have taken the place of another that recovery has made.
    app.forget_tokens();
    Ok((player_id, NewToken::of(&row, &secret)))
}

/// Take a token for a code
///
/// The code was sent to the confirmed address of your mailbox: because you have asked for it with `POST /v1/tokens/lost`, or written
/// `TOKEN` in a mail. It gives a new token once. The tokens that you have stay: recovery has a place of its own, and if that is taken, the
/// new token takes the place of the oldest that recovery has made. The token is shown once, so no `Idempotency-Key` is accepted.
#[utoipa::path(post, path = "/v1/tokens/found", tag = "players", operation_id = "find_token", request_body = TokenCode,
    responses((status = 201, description = "The player and the token", body = FoundToken,
        headers(("Location" = String, description = "The token")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(super) async fn found(
    State(app): State<App>,
    headers: HeaderMap,
    Body { value: body, .. }: Body<TokenCode>,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let (player_id, token) = token(&app, &body.code).await?;
    let player = super::create::player(&app, &player_id).await?.ok_or_else(stale)?;
    let location = app.link(&format!("/v1/tokens/{}", token.id()));
    let found = FoundToken { player: Player::from(&player), token };
    Ok(Reply::json(StatusCode::CREATED, &found).with(header::LOCATION, location))
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
            assert_eq!(answered_after(took), Duration::from_millis(after), "{took:?}");
        }
    }
}
