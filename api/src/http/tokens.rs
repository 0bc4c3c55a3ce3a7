//! Tokens: what a player opens the door with, as many as it has devices and bots.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Reader};
use super::extract::Body;
use super::idempotency;
use super::players;
use super::reply::Reply;
use crate::ambient::Time;
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{Change, TokenRow};

/// The most tokens a player may have.
const MOST: usize = 50;

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

/// Your tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Tokens {
    /// The tokens, oldest first.
    tokens: Vec<Token>,
}

impl From<&TokenRow> for Token {
    fn from(row: &TokenRow) -> Self {
        let scope = |name: &str| if name == "play" { Scope::Play } else { Scope::Read };
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            scopes: row.scopes.split(' ').map(scope).collect(),
            created_at: row.created_at,
        }
    }
}

/// The row of a new token.
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
    }
}

/// Make a token
///
/// For another device, or for a program that should only look on. The token is shown once.
#[utoipa::path(post, path = "/v1/tokens", tag = "players", operation_id = "create_token", security(("token" = [])),
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
    let tokens = app.store.tokens_of(&actor.player_id).await.map_err(Problem::internal)?;
    if tokens.len() >= MOST {
        return Err(Problem::new(
            Kind::NotNow,
            format!("you have {MOST} tokens, which is the most: revoke one first"),
        ));
    }
    let secret = Secret::mint(&app.ambient, Purpose::Token);
    let row = row(&app, &actor.player_id, &secret, &name, &body.scopes);
    let reply = NewToken { about: Token::from(&row), token: secret.reveal().to_owned() };
    app.store.commit(Change::NewToken(row)).await.map_err(players::gone)?;
    Ok(Reply::json(StatusCode::CREATED, &reply))
}

/// Your tokens
///
/// Every token of yours that has not been revoked, without what opens the door.
#[utoipa::path(get, path = "/v1/tokens", tag = "players", operation_id = "list_tokens", security(("token" = [])),
    responses((status = 200, description = "The tokens", body = Tokens)))]
pub(super) async fn list(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    let rows = app.store.tokens_of(&reader.player_id).await.map_err(Problem::internal)?;
    Ok(Reply::ok(&Tokens { tokens: rows.iter().map(Token::from).collect() }))
}

/// Revoke a token
///
/// It opens nothing from then on. A player without tokens cannot get at the account any more.
#[utoipa::path(delete, path = "/v1/tokens/{id}", tag = "players", operation_id = "revoke_token", security(("token" = [])),
    params(("id" = String, Path, description = "The token's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The token is gone")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn revoke(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let tokens = app.store.tokens_of(&actor.player_id).await.map_err(Problem::internal)?;
    if !tokens.iter().any(|token| token.id == id) {
        return Err(Problem::plain(Kind::NotFound));
    }
    app.store.commit(Change::RevokeToken(id)).await.map_err(Problem::internal)?;
    app.forget_tokens();
    Ok(StatusCode::NO_CONTENT)
}
