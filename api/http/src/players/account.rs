//! Players. An account consists of a name and tokens.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use broadside_app::present;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::Player;
use crate::request::auth::{AccountAuth, ReadAuth, WriteAuth};
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Settings of a new account.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub(crate) struct PlayerRequest {
    /// Name that others see: 1 to 40 characters, without control characters and without spaces at
    /// either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// True if a program plays with the account. Others see this wherever they see the name.
    #[serde(default)]
    bot: bool,
}

/// Changes of an account. A setting that is left out stays as it is.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub(crate) struct PlayerChangeRequest {
    /// Name that others see: 1 to 40 characters, without control characters and without spaces at
    /// either end.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, min_length = 1, max_length = 40)]
    name: Option<String>,
    /// True if a program plays with the account.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = bool)]
    bot: Option<bool>,
}

/// New player with their first token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({
    "player": {"id": "0196f0a0-0000-7000-8000-00000000000a", "name": "Ada"},
    "token": "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"
}))]
pub(crate) struct CreatedPlayer {
    /// The new player.
    player: Player,
    /// Token with the scopes `read` and `play`. It is shown only this once, so store it.
    token: String,
}

/// Create a player
///
/// Creates an account and its first token. An account has no password, and no email address unless
/// you set a mailbox. The token is shown only once. Anyone who has it can act as the player.
#[utoipa::path(post, path = "/v1/players", tag = "players", operation_id = "create_player", request_body = PlayerRequest,
    responses((status = 201, description = "The player and their token", body = CreatedPlayer,
        headers(("Location" = String, description = "URL of the player's public profile")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    key: RequestKey,
    JsonBody { value: body, .. }: JsonBody<PlayerRequest>,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let (player, token) = state.app.create_player(&body.name, body.bot).await?;
    let location = state.url_for(&format!("/v1/players/{}", player.id));
    let response =
        CreatedPlayer { player: Player::from(&player), token: token.secret.reveal().to_owned() };
    Ok(JsonResponse::json(StatusCode::CREATED, &response).with_header(header::LOCATION, location))
}

async fn require_player(state: &SharedState, id: &str) -> Result<PlayerRow, AppError> {
    let row = state.app.store.player(id).await?;
    row.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
}

/// Get your account
///
/// Returns the player that the token belongs to.
#[utoipa::path(get, path = "/v1/players/me", tag = "players", operation_id = "get_me", security(("token" = ["read"])),
    responses((status = 200, description = "The player", body = Player)))]
pub(crate) async fn me(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    Ok(JsonResponse::ok(&Player::from(&require_player(&state, &reader.player_id).await?)))
}

/// Get a player
///
/// Returns the public profile of a player.
#[utoipa::path(get, path = "/v1/players/{id}", tag = "players", operation_id = "get_player",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the player", example = "0196f0a0-0000-7000-8000-00000000000a")),
    responses((status = 200, description = "The player", body = Player)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn profile(
    State(state): State<SharedState>,
    _: ReadAuth,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    Ok(JsonResponse::ok(&Player::from(&require_player(&state, &id).await?)))
}

/// Change your account
///
/// Sets your name, or the mark that a program plays with the account. Both appear in all your
/// games, including those that are over. A setting that you leave out stays as it is.
#[utoipa::path(patch, path = "/v1/players/me", tag = "players", operation_id = "update_me",
    security(("token" = ["play"])),
    request_body = PlayerChangeRequest, responses((status = 200, description = "The player", body = Player)))]
pub(crate) async fn update(
    State(state): State<SharedState>,
    actor: WriteAuth,
    JsonBody { value: body, .. }: JsonBody<PlayerChangeRequest>,
) -> Result<JsonResponse, Problem> {
    let updated = state.app.update_player(&actor.player_id, body.name.as_deref(), body.bot).await?;
    Ok(JsonResponse::ok(&Player::from(&updated)))
}

/// Delete your account
///
/// Deletes your account. This cannot be undone.
///
/// The server resigns your games in progress (a game that you play alone is left), calls off those
/// of your own games that have not begun, leaves such games of others, declines challenges to you,
/// removes your name from all other games, and revokes all your tokens. Your notes, blocks,
/// vacations, webhooks and mailbox are deleted, and so are the texts of your messages. The records
/// of games stay, without your name. If the server fails on the way, part of this may be done
/// already.
#[utoipa::path(delete, path = "/v1/players/me", tag = "players", operation_id = "delete_me",
    security(("token" = ["account"])),
    responses((status = 204, description = "The account is deleted")))]
pub(crate) async fn delete(
    State(state): State<SharedState>,
    owner: AccountAuth,
) -> Result<StatusCode, Problem> {
    state.app.delete_player(&owner.player_id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
