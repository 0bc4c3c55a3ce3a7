//! Blocking players.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_domain::time::Time;
use broadside_store::BlockRow;
use serde::Serialize;

use crate::SharedState;
use crate::games::body::Player;
use crate::request::auth::{ReadAuth, WriteAuth};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Player you block.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BlockedPlayer {
    /// The player.
    player: Player,
    /// Time of the block (RFC 3339, UTC).
    blocked_at: Time,
}

/// Players you block.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BlockList {
    /// Blocked players, ordered by id.
    blocks: Vec<BlockedPlayer>,
}

impl From<BlockRow> for BlockedPlayer {
    fn from(BlockRow { blocked_id, name, is_bot, at }: BlockRow) -> Self {
        Self { player: Player { id: blocked_id, name, bot: is_bot }, blocked_at: at }
    }
}

/// List blocked players
///
/// Returns all players you block. Nobody else sees this list.
#[utoipa::path(get, path = "/v1/blocks", tag = "talk", operation_id = "list_blocks", security(("token" = ["read"])),
    responses((status = 200, description = "Players you block", body = BlockList)))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    let rows = state.app.blocks(&reader.player_id).await?;
    Ok(JsonResponse::ok(&BlockList { blocks: rows.into_iter().map(BlockedPlayer::from).collect() }))
}

/// Block a player
///
/// The player can no longer challenge you, or take a seat in a game that you created, unless you
/// reserve the seat for them. They have a rematch with you only if you ask for it. You no longer
/// see their messages in your games. Games in progress go on. The player is not notified, but if
/// they try to challenge you, to take such a seat or to have a rematch, the error says that you do
/// not play with them. You can block up to 500 players.
#[utoipa::path(put, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "block_player",
    security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "Id of the player",
        example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is blocked")),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(crate) async fn block(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    state.app.block_player(&actor.player_id, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a player
///
/// Ends the block. You also see the messages that the player wrote while they were blocked. The
/// answer is the same if the player is not blocked.
#[utoipa::path(delete, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "unblock_player",
    security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "Id of the player",
        example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is not blocked")))]
pub(crate) async fn unblock(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    state.app.unblock_player(&actor.player_id, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}
