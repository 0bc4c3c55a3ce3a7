//! Players. An account consists of a name and tokens.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use broadside_engine::game::{Request, RequestError};
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::table::Status;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::App;
use super::auth::{AccountAuth, ReadAuth, WriteAuth};
use super::body::Player;
use super::extract::JsonBody;
use super::idempotency;
use super::stored_response::StoredResponse;
use super::tokens::{self, Scope};
use crate::app::{challenged_seat, decide_decline, validate_name};
use crate::domain::challenge::DeclineReason;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::player::PlayerRow;
use crate::domain::secret::{Purpose, Secret};
use crate::play;
use crate::store::{Change, Page};

/// Name for a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub(super) struct NameRequest {
    /// Name that others see: 1 to 40 characters, without control characters and without spaces at either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
}

/// New player with their first token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "player": {"id": "0196f0a0-0000-7000-8000-00000000000a", "name": "Ada"},
    "token": "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"
}))]
pub(super) struct CreatedPlayer {
    /// The new player.
    player: Player,
    /// Token with the scopes `read` and `play`. It is shown only this once, so store it.
    token: String,
}

/// Create a player
///
/// Creates an account and its first token. An account has no password, and no email address unless you set a mailbox.
/// The token is shown only once. Anyone who has it can act as the player.
#[utoipa::path(post, path = "/v1/players", tag = "players", operation_id = "create_player", request_body = NameRequest,
    responses((status = 201, description = "The player and their token", body = CreatedPlayer,
        headers(("Location" = String, description = "URL of the player's public profile")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(super) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<NameRequest>,
) -> Result<StoredResponse, AppError> {
    idempotency::reject_key(&headers)?;
    let row = PlayerRow {
        id: app.ambient.new_id(),
        name: Some(validate_name(&body.name)?),
        created_at: app.ambient.now(),
        vacations: Vec::new(),
    };
    let secret = Secret::generate(&app.ambient, Purpose::Token);
    let token = tokens::new_row(&app, &row.id, &secret, "first", &[Scope::Read, Scope::Play]);
    let reply = CreatedPlayer { player: Player::from(&row), token: secret.reveal().to_owned() };
    let location = app.url_for(&format!("/v1/players/{}", row.id));
    app.store.commit(Change::NewPlayer(row, token)).await.map_err(AppError::from)?;
    Ok(StoredResponse::json(StatusCode::CREATED, &reply).with_header(header::LOCATION, location))
}

async fn require_player(app: &App, id: &str) -> Result<PlayerRow, AppError> {
    let row = app.store.player(id).await.map_err(AppError::from)?;
    row.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
}

/// Get your account
///
/// Returns the player that the token belongs to.
#[utoipa::path(get, path = "/v1/players/me", tag = "players", operation_id = "get_me", security(("token" = ["read"])),
    responses((status = 200, description = "The player", body = Player)))]
pub(super) async fn me(State(app): State<App>, reader: ReadAuth) -> Result<StoredResponse, AppError> {
    Ok(StoredResponse::ok(&Player::from(&require_player(&app, &reader.player_id).await?)))
}

/// Get a player
///
/// Returns the public profile of a player.
#[utoipa::path(get, path = "/v1/players/{id}", tag = "players", operation_id = "get_player",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the player", example = "0196f0a0-0000-7000-8000-00000000000a")),
    responses((status = 200, description = "The player", body = Player)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn profile(
    State(app): State<App>,
    _: ReadAuth,
    Path(id): Path<String>,
) -> Result<StoredResponse, AppError> {
    Ok(StoredResponse::ok(&Player::from(&require_player(&app, &id).await?)))
}

/// Change your name
///
/// Sets your name. The new name appears in all your games, including those that are over.
#[utoipa::path(patch, path = "/v1/players/me", tag = "players", operation_id = "update_me",
    security(("token" = ["play"])),
    request_body = NameRequest, responses((status = 200, description = "The player", body = Player)))]
pub(super) async fn rename(
    State(app): State<App>,
    actor: WriteAuth,
    JsonBody { value: body, .. }: JsonBody<NameRequest>,
) -> Result<StoredResponse, AppError> {
    Ok(StoredResponse::ok(&Player::from(&app.app.rename_player(&actor.player_id, &body.name).await?)))
}

/// Returns the ids of all games in which a player has a seat, or a seat is reserved for them.
async fn games_of(app: &App, player_id: &str) -> Result<Vec<String>, AppError> {
    let mut games = Vec::new();
    loop {
        let page = Page { before: games.last().cloned(), limit: 500 };
        let more = app.store.games_of(player_id, &page).await.map_err(AppError::from)?;
        if more.is_empty() {
            return Ok(games);
        }
        games.extend(more);
    }
}

/// Delete your account
///
/// Deletes your account. This cannot be undone.
///
/// The server resigns your games in progress (a game that you play alone is left), calls off those of your own games
/// that have not begun, leaves such games of others, declines challenges to you, removes your name from all other
/// games, and revokes all your tokens. Your notes, blocks, vacations, webhooks and mailbox are deleted, and so are
/// the texts of your messages. The records of games stay, without your name. If the server fails on the way, part of
/// this may be done already.
#[utoipa::path(delete, path = "/v1/players/me", tag = "players", operation_id = "delete_me",
    security(("token" = ["account"])),
    responses((status = 204, description = "The account is deleted")))]
pub(super) async fn delete(State(app): State<App>, owner: AccountAuth) -> Result<StatusCode, AppError> {
    let id = owner.player_id;
    let row = PlayerRow { name: None, ..require_player(&app, &id).await? };
    // From here on, a failure may leave part of the work done.
    leave_all_games(&app, &id).await.map_err(AppError::after_change)?;
    let revoked = app.app.set_name(&row).await;
    app.clear_token_cache();
    revoked.map_err(AppError::after_change)?;
    // Covers games that were joined while the tokens were still valid.
    leave_all_games(&app, &id).await.map_err(AppError::after_change)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a player out of all games that are not over.
///
/// # Errors
/// Fails if the store fails.
pub(crate) async fn leave_all_games(app: &App, player_id: &str) -> Result<(), AppError> {
    for game in games_of(app, player_id).await? {
        leave_game(app, player_id, &game).await?;
    }
    Ok(())
}

/// Takes a player out of a game that is not over.
async fn leave_game(app: &App, player_id: &str, game: &str) -> Result<(), AppError> {
    let player = player_id.to_owned();
    let decide = move |loaded: &play::LiveGame| {
        let Some(seat) = loaded.seat_of(&player) else {
            // Declines a challenge, because nobody can answer it later.
            return match challenged_seat(loaded, &player) {
                Some(_) => decide_decline(loaded, &player, DeclineReason::Other, None),
                None => Err(AppError::from_kind(ErrorKind::NotSeated)),
            };
        };
        // In a game for one there is nobody to resign to.
        let alone = loaded.game.ruleset().is_for_one();
        let give_up = [json!({"type": if alone { "leave" } else { "resign" }})];
        match loaded.game.status() {
            // A seat that has resigned or lost its fleet while others play on has nothing to give up.
            Status::Playing => match play::apply(&loaded.game, &Request::Act { seat, actions: &give_up }) {
                Err(RequestError::Refused { refusal, .. })
                    if matches!(refusal.kind(), RefusalKind::Finished | RefusalKind::OutOfPlay) =>
                {
                    Err(AppError::from_kind(ErrorKind::GameOver))
                }
                given_up => Ok(given_up?),
            },
            Status::Waiting | Status::Placing if loaded.creator() == Some(seat) => {
                Ok(play::apply(&loaded.game, &Request::Abort(seat))?)
            }
            Status::Waiting | Status::Placing => {
                let mut decision = play::apply(&loaded.game, &Request::Leave(seat))?;
                decision.seatings.push((seat, None));
                Ok(decision)
            }
            Status::Finished | Status::Cancelled => Err(AppError::from_kind(ErrorKind::GameOver)),
        }
    };
    match app.play.step(game, decide, |_, _| ((), None)).await {
        Err(problem) if matches!(problem.kind(), ErrorKind::GameOver | ErrorKind::NotSeated) => Ok(()),
        other => other,
    }
}
