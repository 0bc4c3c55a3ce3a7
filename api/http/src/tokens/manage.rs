//! Tokens: the credentials of a player, one for each device or bot.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::{IssuedToken, NewToken, Scope, scopes_of};
use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::openapi::parameters::TokenId;
use crate::request::auth::{ReadAuth, TokenAuth};
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// New name for a token.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "old phone"}))]
pub(crate) struct TokenUpdate {
    /// Name for the token: 1 to 40 characters, without control characters and without spaces at
    /// either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
}

/// Token, without its secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Token {
    /// Id of the token, for example to revoke it.
    #[schema(format = Uuid)]
    id: String,
    /// Name of the token.
    #[schema(example = "scoreboard")]
    name: String,
    /// Scopes of the token.
    scopes: Vec<Scope>,
    /// Time when the token was created (RFC 3339, UTC).
    created_at: Time,
    /// Time when the token stops working (RFC 3339, UTC); null if it does not expire.
    expires_at: Option<Time>,
    /// True if the token was given for a code from a mail, or replaced such a token in a rotation.
    recovered: bool,
}

/// New token, with its secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CreatedToken {
    #[serde(flatten)]
    about: Token,
    /// The token itself. It is shown only this once, so store it.
    #[schema(example = "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    token: String,
}

impl CreatedToken {
    pub(crate) fn new(IssuedToken { row, secret }: &IssuedToken) -> Self {
        Self { about: Token::from(row), token: secret.reveal().to_owned() }
    }

    pub(crate) fn id(&self) -> &str {
        &self.about.id
    }
}

/// List of your tokens.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Tokens {
    /// Tokens, oldest first.
    tokens: Vec<Token>,
}

impl From<&TokenRow> for Token {
    fn from(row: &TokenRow) -> Self {
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            scopes: scopes_of(row),
            created_at: row.created_at,
            expires_at: row.ends_at,
            recovered: row.recovered,
        }
    }
}

/// Create a token
///
/// Creates a token for another device or program; a program that only watches needs only the scope
/// `read`. The token cannot outlive the token that you create it with, and cannot have a scope that
/// one lacks. A player can have 50 tokens. The token is shown only once, so no `Idempotency-Key` is
/// accepted.
#[utoipa::path(post, path = "/v1/tokens", tag = "players", operation_id = "create_token",
    security(("token" = ["play"])),
    request_body = NewToken, responses((status = 201, description = "The token", body = CreatedToken)),
    extensions(("x-problems" = json!(["key_not_accepted", "not_now"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    TokenAuth(holder): TokenAuth,
    key: RequestKey,
    JsonBody { value: body, .. }: JsonBody<NewToken>,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let issued = state.app.create_token(&holder, &body).await?;
    Ok(JsonResponse::json(StatusCode::CREATED, &CreatedToken::new(&issued)))
}

/// List your tokens
///
/// Returns all your tokens that have been neither revoked nor expired, without their secrets.
#[utoipa::path(get, path = "/v1/tokens", tag = "players", operation_id = "list_tokens", security(("token" = ["read"])),
    responses((status = 200, description = "The tokens", body = Tokens)))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    let rows = state.app.active_tokens(&reader.player_id).await?;
    Ok(JsonResponse::ok(&Tokens { tokens: rows.iter().map(Token::from).collect() }))
}

/// Revoke a token
///
/// Revokes a token at once. A token can revoke itself, and tokens that do not outlive it. A player
/// without a token can regain access only with `POST /v1/token-recovery`, which needs a mailbox
/// with a confirmed address.
#[utoipa::path(delete, path = "/v1/tokens/{id}", tag = "players", operation_id = "revoke_token",
    security(("token" = ["play"])),
    params(TokenId),
    responses((status = 204, description = "The token is revoked")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn revoke(
    State(state): State<SharedState>,
    TokenAuth(holder): TokenAuth,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    state.app.revoke_token(&holder, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rename a token
///
/// Changes the name of a token and nothing else. A token can rename itself, and tokens that do not
/// outlive it.
#[utoipa::path(patch, path = "/v1/tokens/{id}", tag = "players", operation_id = "update_token",
    security(("token" = ["play"])),
    params(TokenId),
    request_body = TokenUpdate, responses((status = 200, description = "The token", body = Token)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn rename(
    State(state): State<SharedState>,
    TokenAuth(holder): TokenAuth,
    Path(id): Path<String>,
    JsonBody { value: body, .. }: JsonBody<TokenUpdate>,
) -> Result<JsonResponse, Problem> {
    let token = state.app.rename_token(&holder, &id, &body.name).await?;
    Ok(JsonResponse::ok(&Token::from(&token)))
}

/// Rotate a token
///
/// Replaces a token with a new one, which has the same name, scopes and expiry. The old token works
/// for ten more minutes. If the answer is lost, rotate the old token with itself again: the next
/// token takes the place of the one that was lost. Once the new token is used, the old one cannot
/// be rotated. If others may know the old token, revoke it with the new one. A token can rotate
/// itself, and tokens that do not outlive it. The token is shown only once, so no `Idempotency-Key`
/// is accepted.
#[utoipa::path(post, path = "/v1/tokens/{id}/rotate", tag = "players", operation_id = "rotate_token",
    security(("token" = ["play"])),
    params(TokenId),
    responses((status = 201, description = "The new token", body = CreatedToken)),
    extensions(("x-problems" = json!(["not_found", "key_not_accepted", "not_now"]))))]
pub(crate) async fn rotate(
    State(state): State<SharedState>,
    TokenAuth(holder): TokenAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let issued = state.app.rotate_token(&holder, &id).await?;
    Ok(JsonResponse::json(StatusCode::CREATED, &CreatedToken::new(&issued)))
}
