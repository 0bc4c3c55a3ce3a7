//! Tokens: what a player opens the door with, as many as it has devices and bots.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Reader};
use super::create::player;
use super::extract::Body;
use super::idempotency;
use super::players;
use super::reply::Reply;
use super::rights;
use crate::ambient::{MINUTE, Time};
use crate::play::ATTEMPTS;
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{Change, CommitError, MOST_TOKENS, TokenRow};

/// The longest a token that expires may live, in days.
const MOST_DAYS: u32 = 3650;
/// How long a token that has been rotated still opens the door: for answers that get lost, and programs that are still to
/// be told.
const GRACE: i64 = 10 * MINUTE;

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Scope {
    /// See what its player may see.
    Read,
    /// Do what its player may do; holds `read` too.
    Play,
}

/// A token to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "scoreboard", "scopes": ["read"]}))]
pub(super) struct TokenRequest {
    /// What you call it: 1 to 40 characters, none of them a control character, no space at either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// What it may do; `read` and `play` if left out.
    #[serde(default = "all")]
    #[schema(min_items = 1, default = json!(["read", "play"]))]
    scopes: Vec<Scope>,
    /// After how many days it expires, 1 to 3650. Left out, it expires when the token does that you make it with, and never if
    /// that does not.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3650, example = 90)]
    expires_in_days: Option<u32>,
}

/// Another name for a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "old phone"}))]
pub(super) struct TokenName {
    /// What you call it: 1 to 40 characters, none of them a control character, no space at either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
}

fn all() -> Vec<Scope> {
    vec![Scope::Read, Scope::Play]
}

/// A token, without what opens the door.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Token {
    /// Its id, to revoke it by.
    #[schema(format = Uuid)]
    id: String,
    /// What you call it.
    #[schema(example = "scoreboard")]
    name: String,
    /// What it may do.
    scopes: Vec<Scope>,
    /// When it was made (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime)]
    created_at: Time,
    /// From when on it opens nothing (RFC 3339, UTC); null if that is never.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Time>,
    /// True if it was given for a code that was sent to your mailbox, or has taken the place of such a token.
    recovered: bool,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewToken {
    #[serde(flatten)]
    about: Token,
    /// The token itself. It is shown this once: keep it.
    #[schema(example = "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    token: String,
}

impl NewToken {
    /// A token, with the secret that it is.
    pub(super) fn of(row: &TokenRow, secret: &Secret) -> Self {
        Self { about: Token::from(row), token: secret.reveal().to_owned() }
    }

    /// Its id.
    pub(super) fn id(&self) -> &str {
        &self.about.id
    }

    /// The token itself.
    pub(super) fn reveal(&self) -> &str {
        &self.token
    }
}

/// Your tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Tokens {
    /// The tokens, oldest first.
    tokens: Vec<Token>,
}

impl From<&TokenRow> for Token {
    fn from(row: &TokenRow) -> Self {
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            scopes: rights::scopes(row),
            created_at: row.created_at,
            expires_at: row.ends_at,
            recovered: row.recovered,
        }
    }
}

/// The row of a new token that does not expire.
pub(super) fn row(app: &App, player_id: &str, secret: &Secret, name: &str, scopes: &[Scope]) -> TokenRow {
    let named = [(Scope::Read, "read"), (Scope::Play, "play")];
    let granted: Vec<_> =
        named.iter().filter(|(scope, _)| scopes.contains(scope)).map(|(_, name)| *name).collect();
    TokenRow {
        id: app.ambient.id(),
        player_id: player_id.to_owned(),
        hash: secret.hash(),
        name: name.to_owned(),
        scopes: granted.join(" "),
        created_at: app.ambient.now(),
        expires_at: None,
        ends_at: None,
        recovered: false,
    }
}

/// When a token expires that is made for so many days with one that expires itself, or does not.
fn expiry(now: Time, days: Option<u32>, with: Option<Time>) -> Result<Option<Time>, Problem> {
    let Some(days) = days else { return Ok(with) };
    if !(1..=MOST_DAYS).contains(&days) {
        let detail =
            format!("a token expires in 1 to {MOST_DAYS} days, not {days}; left out, as late as it may");
        return Err(Problem::field("expires_in_days", detail));
    }
    let at = now.plus_days(days);
    if let Some(with) = with.filter(|with| *with < at) {
        let detail = format!(
            "no token outlives the one that it is made with, which expires at {with}: leave this out"
        );
        return Err(Problem::field("expires_in_days", detail));
    }
    Ok(Some(at))
}

/// A player's tokens that have not expired, oldest first.
pub(super) async fn current(app: &App, player_id: &str) -> Result<Vec<TokenRow>, Problem> {
    current_at(app, player_id, app.ambient.now()).await
}

async fn current_at(app: &App, player_id: &str, now: Time) -> Result<Vec<TokenRow>, Problem> {
    let mut tokens = app.store.tokens_of(player_id).await.map_err(Problem::from)?;
    tokens.retain(|token| !token.has_expired(now));
    Ok(tokens)
}

/// A player's tokens, if there may be one more.
async fn with_room(app: &App, player_id: &str, now: Time) -> Result<Vec<TokenRow>, Problem> {
    let tokens = current_at(app, player_id, now).await?;
    match tokens.len() < MOST_TOKENS {
        true => Ok(tokens),
        false => {
            let detail = format!("you have {MOST_TOKENS} tokens, which is the most: revoke one first");
            Err(Problem::new(Kind::NotNow, detail))
        }
    }
}

/// The token with this id among a player's.
fn among(tokens: Vec<TokenRow>, id: &str) -> Result<TokenRow, Problem> {
    tokens.into_iter().find(|token| token.id == id).ok_or_else(|| Problem::plain(Kind::NotFound))
}

/// Makes a change that gives a player another token, in the place of the one with an id if there is one.
///
/// # Errors
/// If there is no room for it, or one of the two has gone meanwhile.
async fn give(
    app: &App,
    player_id: &str,
    of: Option<&str>,
    made_at: Time,
    change: Change,
) -> Result<(), Problem> {
    for _ in 0..ATTEMPTS {
        // By the time that the change itself is judged by.
        let tokens = with_room(app, player_id, made_at).await?;
        if let Some(id) = of {
            among(tokens, id)?;
        }
        match app.store.commit(change.clone()).await {
            Err(CommitError::Conflict) if player(app, player_id).await?.is_some() => {}
            made => return made.map_err(players::gone),
        }
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// Why a token could not be changed: it has been revoked meanwhile, or the store failed.
fn revoked(error: CommitError) -> Problem {
    match error {
        CommitError::Conflict => Problem::plain(Kind::NotFound),
        CommitError::Failed(error) => Problem::from(error),
    }
}

/// Make a token
///
/// For another device, or for a program that should only look on. It may expire by itself, and does not outlive the token
/// that it is made with. The token is shown once.
#[utoipa::path(post, path = "/v1/tokens", tag = "players", operation_id = "create_token", security(("token" = ["play"])),
    request_body = TokenRequest, responses((status = 201, description = "The token", body = NewToken)),
    extensions(("x-problems" = json!(["key_not_accepted", "not_now"]))))]
pub(super) async fn create(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Body { value: body, .. }: Body<TokenRequest>,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let name = players::name(&body.name)?;
    if body.scopes.is_empty() {
        return Err(Problem::field("scopes", "a token may do something: name `read`, `play` or both"));
    }
    rights::grants(&actor.scopes, &body.scopes)?;
    let expires_at = expiry(app.ambient.now(), body.expires_in_days, actor.ends_at)?;
    let secret = Secret::mint(&app.ambient, Purpose::Token);
    let row = TokenRow {
        expires_at,
        ends_at: expires_at,
        ..row(&app, &actor.player_id, &secret, &name, &body.scopes)
    };
    let reply = NewToken { about: Token::from(&row), token: secret.reveal().to_owned() };
    give(&app, &actor.player_id, None, row.created_at, Change::NewToken(row)).await?;
    Ok(Reply::json(StatusCode::CREATED, &reply))
}

/// Your tokens
///
/// Every token of yours that has neither been revoked nor expired, without what opens the door.
#[utoipa::path(get, path = "/v1/tokens", tag = "players", operation_id = "list_tokens", security(("token" = ["read"])),
    responses((status = 200, description = "The tokens", body = Tokens)))]
pub(super) async fn list(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    let rows = current(&app, &reader.player_id).await?;
    Ok(Reply::ok(&Tokens { tokens: rows.iter().map(Token::from).collect() }))
}

/// Revoke a token
///
/// It opens nothing from then on. A token revokes itself, and others that do not outlive it. A player without tokens gets at the account again with `POST /v1/tokens/lost` if its mailbox has
/// a confirmed address, and not otherwise.
#[utoipa::path(delete, path = "/v1/tokens/{id}", tag = "players", operation_id = "revoke_token", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The token's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The token is gone")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn revoke(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let token = among(current(&app, &actor.player_id).await?, &id)?;
    rights::governs(&actor.token_id, actor.ends_at, &token)?;
    app.store.commit(Change::RevokeToken(id)).await.map_err(Problem::from)?;
    app.forget_tokens();
    Ok(StatusCode::NO_CONTENT)
}

/// Rename a token
///
/// What you call it, and nothing else of it, is changed. A token renames itself, and others that do not outlive it.
#[utoipa::path(patch, path = "/v1/tokens/{id}", tag = "players", operation_id = "rename_token", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The token's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    request_body = TokenName, responses((status = 200, description = "The token", body = Token)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn rename(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    Body { value: body, .. }: Body<TokenName>,
) -> Result<Reply, Problem> {
    let name = players::name(&body.name)?;
    let token = among(current(&app, &actor.player_id).await?, &id)?;
    rights::governs(&actor.token_id, actor.ends_at, &token)?;
    app.store.commit(Change::NameToken(id, name.clone())).await.map_err(revoked)?;
    app.forget_tokens();
    Ok(Reply::ok(&Token::from(&TokenRow { name, ..token })))
}

/// Rotate a token
///
/// Gives a new token in the place of one: with the same name, the same scopes, and the time that the old one had left. The old
/// one opens the door for ten minutes more: if this answer is lost, rotate it with itself once more. If others may have it,
/// revoke it with the new one. A token rotates itself, or another that does not outlive it.
#[utoipa::path(post, path = "/v1/tokens/{id}/rotate", tag = "players", operation_id = "rotate_token",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The token's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 201, description = "The new token", body = NewToken)),
    extensions(("x-problems" = json!(["not_found", "forbidden", "key_not_accepted", "not_now"]))))]
pub(super) async fn rotate(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let now = app.ambient.now();
    let old = among(with_room(&app, &actor.player_id, now).await?, &id)?;
    // One that has been rotated may be so once more, for the answer may have been lost.
    rights::governs(&actor.token_id, actor.ends_at, &old)?;
    let secret = Secret::mint(&app.ambient, Purpose::Token);
    let ends_at = Time(now.0 + GRACE).min(old.ends_at.unwrap_or(Time(i64::MAX)));
    let life = old.expires_at;
    let next = TokenRow { id: app.ambient.id(), hash: secret.hash(), created_at: now, ends_at: life, ..old };
    let reply = NewToken { about: Token::from(&next), token: secret.reveal().to_owned() };
    let change = Change::RotateToken { id: id.clone(), ends_at, next };
    give(&app, &actor.player_id, Some(&id), now, change).await?;
    app.forget_tokens();
    Ok(Reply::json(StatusCode::CREATED, &reply))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_outlives_the_one_that_it_is_made_with() {
        let now = Time(1_000);
        let wrong = |days, with| expiry(now, Some(days), with).unwrap_err().body();
        let field = |problem| serde_json::to_value(problem).unwrap()["field"].clone();
        assert_eq!(expiry(now, None, None).unwrap(), None);
        assert_eq!(expiry(now, None, Some(Time(9))).unwrap(), Some(Time(9)));
        assert_eq!(expiry(now, Some(7), None).unwrap(), Some(now.plus_days(7)));
        assert_eq!(expiry(now, Some(7), Some(now.plus_days(7))).unwrap(), Some(now.plus_days(7)));
        for (days, with) in [(0, None), (3651, None), (8, Some(now.plus_days(7)))] {
            assert_eq!(field(wrong(days, with)), "expires_in_days");
        }
    }
}
