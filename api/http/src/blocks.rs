//! Blocking players.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::account_deleted;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_store::{BlockRow, Change, CommitError, MOST_BLOCKS, SocialChange, retry_conflicts};
use serde::Serialize;

use super::SharedState;
use super::auth::{ReadAuth, WriteAuth};
use super::body::Player;
use super::stored_response::StoredResponse;
use crate::problem::Problem;

/// Player you block.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct BlockedPlayer {
    /// The player.
    player: Player,
    /// Time of the block (RFC 3339, UTC).
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z"))]
    blocked_at: Time,
}

/// Players you block.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct BlockList {
    /// Blocked players, ordered by id.
    blocks: Vec<BlockedPlayer>,
}

impl From<BlockRow> for BlockedPlayer {
    fn from(BlockRow { blocked_id, name, at }: BlockRow) -> Self {
        Self { player: Player { id: blocked_id, name }, blocked_at: at }
    }
}

/// Players that a player blocks.
///
/// # Errors
/// If the store fails.
pub(super) async fn blocked_players(
    state: &SharedState,
    player_id: &str,
) -> Result<Vec<BlockedPlayer>, AppError> {
    let rows = state.store.blocks_of(player_id).await.map_err(AppError::from)?;
    Ok(rows.into_iter().map(BlockedPlayer::from).collect())
}

/// List blocked players
///
/// Returns all players you block. Nobody else sees this list.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/blocks", tag = "talk", operation_id = "list_blocks", security(("token" = ["read"])),
    responses((status = 200, description = "Players you block", body = BlockList))))]
pub(super) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<StoredResponse, Problem> {
    Ok(StoredResponse::ok(&BlockList { blocks: blocked_players(&state, &reader.player_id).await? }))
}

/// Block a player
///
/// The player can no longer challenge you, or take a seat in a game that you created, unless you reserve the seat for
/// them. They have a rematch with you only if you ask for it. You no longer see their messages in your games. Games in
/// progress go on. The player is not notified, but if they try to challenge you, to take such a seat or to have a
/// rematch, the error says that you do not play with them. You can block up to 500 players.
#[cfg_attr(feature = "openapi", utoipa::path(put, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "block_player",
    security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "Id of the player",
        example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is blocked")),
    extensions(("x-problems" = json!(["not_found", "not_now"])))))]
pub(super) async fn block(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    let me = actor.player_id;
    if other == me {
        return Err(AppError::new(
            ErrorKind::BadRequest,
            "player_id: this is your own id: name another player",
        )
        .into());
    }
    retry_conflicts(|| async {
        state.app.find_player(&other).await?.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
        let blocked = state.store.blocks_of(&me).await.map_err(AppError::from)?;
        if blocked.len() >= MOST_BLOCKS && blocked.iter().all(|row| row.blocked_id != other) {
            let detail = format!("you block {MOST_BLOCKS} players, which is the maximum: unblock one first");
            return Err(AppError::new(ErrorKind::NotNow, detail).into());
        }
        let saying = SocialChange::Block(me.clone(), other.clone(), state.ambient.now());
        match state.store.commit(Change::Say(Box::new(saying))).await {
            Ok(()) => return Ok(Some(StatusCode::NO_CONTENT)),
            Err(CommitError::Conflict) if state.app.find_player(&me).await?.is_none() => {
                return Err(account_deleted(CommitError::Conflict).into());
            }
            // The other account has just been deleted, or other players have been blocked.
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(AppError::from(error).into()),
        }
        Ok(None)
    })
    .await
}

/// Unblock a player
///
/// Ends the block. You also see the messages that the player wrote while they were blocked. The answer is the same if
/// the player is not blocked.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "unblock_player",
    security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "Id of the player",
        example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is not blocked"))))]
pub(super) async fn unblock(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    // Ids of players are UUIDs, and PostgreSQL refuses some other texts.
    if uuid::Uuid::try_parse(&other).is_ok() {
        let saying = SocialChange::Unblock(actor.player_id, other);
        state.store.commit(Change::Say(Box::new(saying))).await.map_err(AppError::from)?;
    }
    Ok(StatusCode::NO_CONTENT)
}
