//! Tokens: the credentials of a player, one for each device or bot.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use broadside_app::{account_deleted, validate_name};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::TokenRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{MINUTE, Time};
use broadside_store::{Change, CommitError, MOST_TOKENS, retry_conflicts};
use serde::{Deserialize, Serialize};

use super::auth::{ReadAuth, WriteAuth};
use super::extract::JsonBody;
use super::stored_response::StoredResponse;
use super::{SharedState, idempotency, rights};
use crate::problem::Problem;

/// Maximum lifetime of a token that expires, in days.
const MAX_LIFETIME_DAYS: u32 = 3650;
/// Time that a rotated token still works: for answers that get lost, and for programs that do not have the new token
/// yet.
const ROTATION_GRACE: i64 = 10 * MINUTE;

/// Permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Scope {
    /// Read everything that the player may see.
    Read,
    /// Do everything that the player may do. Includes `read`.
    Play,
}

/// Properties of a new token.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", schema(example = json!({"name": "scoreboard", "scopes": ["read"]})))]
pub(super) struct TokenRequest {
    /// Name for the token: 1 to 40 characters, without control characters and without spaces at either end.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 40))]
    name: String,
    /// Scopes of the token; `read` and `play` if left out.
    #[serde(default = "all")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Scope>, required = false, min_items = 1))]
    scopes: Vec<Scope>,
    /// Days until the token expires, 1 to 3650. If left out, the token expires together with the token that you
    /// create it with, or never if that one does not expire.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3650, example = 90))]
    expires_in_days: Option<u32>,
}

/// New name for a token.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", schema(example = json!({"name": "old phone"})))]
pub(super) struct TokenUpdate {
    /// Name for the token: 1 to 40 characters, without control characters and without spaces at either end.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 40))]
    name: String,
}

fn all() -> Vec<Scope> {
    vec![Scope::Read, Scope::Play]
}

/// Token, without its secret.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Token {
    /// Id of the token, for example to revoke it.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    id: String,
    /// Name of the token.
    #[cfg_attr(feature = "openapi", schema(example = "scoreboard"))]
    name: String,
    /// Scopes of the token.
    scopes: Vec<Scope>,
    /// Time when the token was created (RFC 3339, UTC).
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    created_at: Time,
    /// Time when the token stops working (RFC 3339, UTC); null if it does not expire.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    expires_at: Option<Time>,
    /// True if the token was given for a code from a mail, or replaced such a token in a rotation.
    recovered: bool,
}

/// New token, with its secret.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct CreatedToken {
    #[serde(flatten)]
    about: Token,
    /// The token itself. It is shown only this once, so store it.
    #[cfg_attr(feature = "openapi", schema(example = "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"))]
    token: String,
}

impl CreatedToken {
    /// Creates the answer from a row and its secret.
    pub(super) fn new(row: &TokenRow, secret: &Secret) -> Self {
        Self { about: Token::from(row), token: secret.reveal().to_owned() }
    }

    /// Id of the token.
    pub(super) fn id(&self) -> &str {
        &self.about.id
    }

    /// The token itself.
    pub(super) fn reveal(&self) -> &str {
        &self.token
    }
}

/// List of your tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Tokens {
    /// Tokens, oldest first.
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

/// Builds the row of a new token that does not expire.
pub(super) fn new_row(
    state: &SharedState,
    player_id: &str,
    secret: &Secret,
    name: &str,
    scopes: &[Scope],
) -> TokenRow {
    let named = [(Scope::Read, "read"), (Scope::Play, "play")];
    let granted: Vec<_> =
        named.iter().filter(|(scope, _)| scopes.contains(scope)).map(|(_, name)| *name).collect();
    TokenRow {
        id: state.ambient.new_id(),
        player_id: player_id.to_owned(),
        hash: secret.hash(),
        name: name.to_owned(),
        scopes: granted.join(" "),
        created_at: state.ambient.now(),
        expires_at: None,
        ends_at: None,
        recovered: false,
    }
}

/// Computes the expiry of a new token from the requested days and from the expiry of the token that creates it.
fn expiry(now: Time, days: Option<u32>, with: Option<Time>) -> Result<Option<Time>, AppError> {
    let Some(days) = days else { return Ok(with) };
    if !(1..=MAX_LIFETIME_DAYS).contains(&days) {
        let detail = format!("send 1 to {MAX_LIFETIME_DAYS} days, not {days}, or leave this out");
        return Err(AppError::field("expires_in_days", detail));
    }
    let at = now.plus_days(days);
    if let Some(with) = with.filter(|with| *with < at) {
        let detail = format!(
            "a token cannot outlive the token that creates it, which expires at {with}: send fewer days, or leave \
                this out"
        );
        return Err(AppError::field("expires_in_days", detail));
    }
    Ok(Some(at))
}

/// Reads the tokens of a player that have not expired, oldest first.
pub(super) async fn active_tokens(state: &SharedState, player_id: &str) -> Result<Vec<TokenRow>, AppError> {
    active_tokens_at(state, player_id, state.ambient.now()).await
}

async fn active_tokens_at(
    state: &SharedState,
    player_id: &str,
    now: Time,
) -> Result<Vec<TokenRow>, AppError> {
    let mut tokens = state.store.tokens_of(player_id).await.map_err(AppError::from)?;
    tokens.retain(|token| !token.has_expired(now));
    Ok(tokens)
}

/// Reads the tokens of a player.
///
/// # Errors
/// Fails if the player cannot have another one.
async fn tokens_below_limit(
    state: &SharedState,
    player_id: &str,
    now: Time,
) -> Result<Vec<TokenRow>, AppError> {
    let tokens = active_tokens_at(state, player_id, now).await?;
    match tokens.len() < MOST_TOKENS {
        true => Ok(tokens),
        false => {
            let detail = format!("you have {MOST_TOKENS} tokens, which is the maximum: revoke one first");
            Err(AppError::new(ErrorKind::NotNow, detail))
        }
    }
}

/// Finds a token by its id.
fn find_by_id(tokens: Vec<TokenRow>, id: &str) -> Result<TokenRow, AppError> {
    tokens.into_iter().find(|token| token.id == id).ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
}

/// Commits a change that gives a player another token. If `of` names a token, the new one replaces it.
///
/// # Errors
/// Fails if the player has too many tokens, or if the player or the named token was deleted in the meantime.
async fn commit_new_token(
    state: &SharedState,
    player_id: &str,
    of: Option<&str>,
    made_at: Time,
    change: Change,
) -> Result<(), AppError> {
    retry_conflicts(|| async {
        // Use the same time as the change.
        let tokens = tokens_below_limit(state, player_id, made_at).await?;
        if let Some(id) = of {
            find_by_id(tokens, id)?;
        }
        match state.store.commit(change.clone()).await {
            Err(CommitError::Conflict) if state.app.find_player(player_id).await?.is_some() => Ok(None),
            made => made.map(Some).map_err(account_deleted),
        }
    })
    .await
}

/// Returns the problem for a failed change of a token: the token was revoked in the meantime, or the store failed.
fn token_revoked(error: CommitError) -> AppError {
    match error {
        CommitError::Conflict => AppError::from_kind(ErrorKind::NotFound),
        CommitError::Failed(error) => AppError::from(error),
    }
}

/// Create a token
///
/// Creates a token for another device or program; a program that only watches needs only the scope `read`. The token
/// cannot outlive the token that you create it with, and cannot have a scope that one lacks. A player can have 50
/// tokens. The token is shown only once, so no `Idempotency-Key` is accepted.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/tokens", tag = "players", operation_id = "create_token",
    security(("token" = ["play"])),
    request_body = TokenRequest, responses((status = 201, description = "The token", body = CreatedToken)),
    extensions(("x-problems" = json!(["key_not_accepted", "not_now"])))))]
pub(super) async fn create(
    State(state): State<SharedState>,
    actor: WriteAuth,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<TokenRequest>,
) -> Result<StoredResponse, Problem> {
    idempotency::reject_key(&headers)?;
    let name = validate_name(&body.name)?;
    if body.scopes.is_empty() {
        return Err(AppError::field(
            "scopes",
            "a token needs at least one scope: send `read`, `play` or both",
        )
        .into());
    }
    rights::check_can_grant(&actor.scopes, &body.scopes)?;
    let expires_at = expiry(state.ambient.now(), body.expires_in_days, actor.ends_at)?;
    let secret = Secret::generate(&state.ambient, Purpose::Token);
    let row = TokenRow {
        expires_at,
        ends_at: expires_at,
        ..new_row(&state, &actor.player_id, &secret, &name, &body.scopes)
    };
    let reply = CreatedToken { about: Token::from(&row), token: secret.reveal().to_owned() };
    commit_new_token(&state, &actor.player_id, None, row.created_at, Change::NewToken(row)).await?;
    Ok(StoredResponse::json(StatusCode::CREATED, &reply))
}

/// List your tokens
///
/// Returns all your tokens that have been neither revoked nor expired, without their secrets.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/tokens", tag = "players", operation_id = "list_tokens", security(("token" = ["read"])),
    responses((status = 200, description = "The tokens", body = Tokens))))]
pub(super) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<StoredResponse, Problem> {
    let rows = active_tokens(&state, &reader.player_id).await?;
    Ok(StoredResponse::ok(&Tokens { tokens: rows.iter().map(Token::from).collect() }))
}

/// Revoke a token
///
/// Revokes a token at once. A token can revoke itself, and tokens that do not outlive it. A player without a token
/// can regain access only with `POST /v1/token-recovery`, which needs a mailbox with a confirmed address.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/v1/tokens/{id}", tag = "players", operation_id = "revoke_token",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the token", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The token is revoked")),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn revoke(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let token = find_by_id(active_tokens(&state, &actor.player_id).await?, &id)?;
    rights::check_can_manage(&actor.token_id, actor.ends_at, &token)?;
    state.store.commit(Change::RevokeToken(id)).await.map_err(AppError::from)?;
    state.clear_token_cache();
    Ok(StatusCode::NO_CONTENT)
}

/// Rename a token
///
/// Changes the name of a token and nothing else. A token can rename itself, and tokens that do not outlive it.
#[cfg_attr(feature = "openapi", utoipa::path(patch, path = "/v1/tokens/{id}", tag = "players", operation_id = "update_token",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the token", example = "0196f0a0-0000-7000-8000-00000000000b")),
    request_body = TokenUpdate, responses((status = 200, description = "The token", body = Token)),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn rename(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    JsonBody { value: body, .. }: JsonBody<TokenUpdate>,
) -> Result<StoredResponse, Problem> {
    let name = validate_name(&body.name)?;
    let token = find_by_id(active_tokens(&state, &actor.player_id).await?, &id)?;
    rights::check_can_manage(&actor.token_id, actor.ends_at, &token)?;
    state.store.commit(Change::NameToken(id, name.clone())).await.map_err(token_revoked)?;
    state.clear_token_cache();
    Ok(StoredResponse::ok(&Token::from(&TokenRow { name, ..token })))
}

/// Rotate a token
///
/// Replaces a token with a new one, which has the same name, scopes and expiry. The old token works for ten more
/// minutes. If the answer is lost, rotate the old token with itself once more. If others may know the old token,
/// revoke it with the new one. A token can rotate itself, and tokens that do not outlive it. The token is shown only
/// once, so no `Idempotency-Key` is accepted.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/tokens/{id}/rotate", tag = "players", operation_id = "rotate_token",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the token", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 201, description = "The new token", body = CreatedToken)),
    extensions(("x-problems" = json!(["not_found", "forbidden", "key_not_accepted", "not_now"])))))]
pub(super) async fn rotate(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StoredResponse, Problem> {
    idempotency::reject_key(&headers)?;
    let now = state.ambient.now();
    let old = find_by_id(tokens_below_limit(&state, &actor.player_id, now).await?, &id)?;
    // A rotated token may be rotated once more, because the answer may have been lost.
    rights::check_can_manage(&actor.token_id, actor.ends_at, &old)?;
    let secret = Secret::generate(&state.ambient, Purpose::Token);
    let ends_at = Time(now.0 + ROTATION_GRACE).min(old.ends_at.unwrap_or(Time(i64::MAX)));
    let life = old.expires_at;
    let next =
        TokenRow { id: state.ambient.new_id(), hash: secret.hash(), created_at: now, ends_at: life, ..old };
    let reply = CreatedToken { about: Token::from(&next), token: secret.reveal().to_owned() };
    let change = Change::RotateToken { id: id.clone(), ends_at, next };
    commit_new_token(&state, &actor.player_id, Some(&id), now, change).await?;
    state.clear_token_cache();
    Ok(StoredResponse::json(StatusCode::CREATED, &reply))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_outlives_the_one_that_it_is_made_with() {
        let now = Time(1_000);
        let wrong = |days, with| expiry(now, Some(days), with).unwrap_err();
        assert_eq!(expiry(now, None, None).unwrap(), None);
        assert_eq!(expiry(now, None, Some(Time(9))).unwrap(), Some(Time(9)));
        assert_eq!(expiry(now, Some(7), None).unwrap(), Some(now.plus_days(7)));
        assert_eq!(expiry(now, Some(7), Some(now.plus_days(7))).unwrap(), Some(now.plus_days(7)));
        for (days, with) in [(0, None), (3651, None), (8, Some(now.plus_days(7)))] {
            assert_eq!(wrong(days, with).field_name(), "expires_in_days");
        }
    }
}
