//! What the caller may do now.

use axum::extract::{Path, State};

use super::App;
use super::auth::Onlooker;
use super::game::{look, seated};
use super::reply::Reply;
use crate::openapi::LegalMoves;
use crate::problem::Problem;

/// What you may do now
///
/// The actions that would be taken, from your knowledge alone, as choices that a form can be built from: which type,
/// how many cells, from which. Empty when there is nothing for you to do. Whether the game waits for you is told by
/// `to_move` and not by this: in `salvo`, `fire` stays here for rewriting (20 times a round) until the other seat has
/// written, and `resign` (in a game for one `leave`, also before it has begun) always does.
#[utoipa::path(get, path = "/v1/games/{id}/legal", tag = "play", operation_id = "list_legal_actions",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001")),
    responses((status = 200, description = "Your choices", body = LegalMoves)),
    extensions(("x-problems" = json!(["not_found", "not_seated"]))))]
pub(super) async fn legal(
    State(app): State<App>,
    onlooker: Onlooker,
    Path(id): Path<String>,
) -> Result<Reply, Problem> {
    let (loaded, _) = look(&app, &onlooker, &id).await?;
    let seat = seated(&loaded, &onlooker.player_id)?;
    Ok(Reply::ok(&loaded.game.legal(seat)))
}
