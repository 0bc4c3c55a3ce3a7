//! Blocking players.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Reader};
use super::body::Player;
use super::create::player;
use super::players;
use super::reply::Reply;
use crate::ambient::Time;
use crate::play::ATTEMPTS;
use crate::problem::{Kind, Problem};
use crate::store::{BlockRow, Change, CommitError, MOST_BLOCKS, Saying};

/// A player whom you block.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Block {
    /// The player.
    player: Player,
    /// Since when (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    since: Time,
}

/// The players whom you block.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Blocks {
    /// The players, in the order of their ids.
    blocks: Vec<Block>,
}

impl From<BlockRow> for Block {
    fn from(BlockRow { blocked_id, name, at }: BlockRow) -> Self {
        Self { player: Player { id: blocked_id, name }, since: at }
    }
}

/// Everybody whom a player blocks.
///
/// # Errors
/// If the store fails.
pub(super) async fn of(app: &App, player_id: &str) -> Result<Vec<Block>, Problem> {
    let rows = app.store.blocks_of(player_id).await.map_err(Problem::from)?;
    Ok(rows.into_iter().map(Block::from).collect())
}

/// The players whom you block
///
/// All of them: nobody else sees this list.
#[utoipa::path(get, path = "/v1/blocks", tag = "talk", operation_id = "list_blocks", security(("token" = ["read"])),
    responses((status = 200, description = "The players", body = Blocks)))]
pub(super) async fn list(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    Ok(Reply::ok(&Blocks { blocks: of(&app, &reader.player_id).await? }))
}

/// Block a player
///
/// From now on the player cannot challenge you, take a seat in a game that you have made unless you keep it for the player, or
/// have a rematch with you that you do not ask for; and you are not shown what the player writes in your games. Games under
/// way go on. The player is not told that it is blocked. If it tries to challenge you, to take such a seat or to have a rematch, the
/// refusal says plainly that you do not play with it.
#[utoipa::path(put, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "block_player", security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "The player's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is blocked")),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(super) async fn block(
    State(app): State<App>,
    actor: Actor,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    let me = actor.player_id;
    if other == me {
        return Err(Problem::new(Kind::BadRequest, "player_id: this is you: name another player"));
    }
    for _ in 0..ATTEMPTS {
        player(&app, &other).await?.ok_or_else(|| Problem::plain(Kind::NotFound))?;
        let blocked = app.store.blocks_of(&me).await.map_err(Problem::from)?;
        if blocked.len() >= MOST_BLOCKS && blocked.iter().all(|row| row.blocked_id != other) {
            let detail = format!("you block {MOST_BLOCKS} players, which is the most: unblock one first");
            return Err(Problem::new(Kind::NotNow, detail));
        }
        let saying = Saying::Block(me.clone(), other.clone(), app.ambient.now());
        match app.store.commit(Change::Say(Box::new(saying))).await {
            Ok(()) => return Ok(StatusCode::NO_CONTENT),
            Err(CommitError::Conflict) if player(&app, &me).await?.is_none() => {
                return Err(players::gone(CommitError::Conflict));
            }
            // The other account has been deleted meanwhile, or others have been blocked.
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(Problem::from(error)),
        }
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// Unblock a player
///
/// Everything is again as if the player had not been blocked, and you are shown what it has written. It does no harm where the
/// player is not blocked.
#[utoipa::path(delete, path = "/v1/blocks/{player_id}", tag = "talk", operation_id = "unblock_player",
    security(("token" = ["play"])),
    params(("player_id" = String, Path, description = "The player's id", example = "0196f0a0-0000-7000-8000-00000000000b")),
    responses((status = 204, description = "The player is not blocked")))]
pub(super) async fn unblock(
    State(app): State<App>,
    actor: Actor,
    Path(other): Path<String>,
) -> Result<StatusCode, Problem> {
    // No other text is the id of a player, and PostgreSQL does not know every text.
    if uuid::Uuid::try_parse(&other).is_ok() {
        let saying = Saying::Unblock(actor.player_id, other);
        app.store.commit(Change::Say(Box::new(saying))).await.map_err(Problem::from)?;
    }
    Ok(StatusCode::NO_CONTENT)
}
