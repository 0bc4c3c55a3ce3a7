//! Creation of games.

use axum::extract::State;
use axum::http::{StatusCode, header};
use broadside_app::{CreatedGame, GameRequest, Idempotency, Opponent};

use crate::SharedState;
use crate::games::body::GameBody;
use crate::games::invitations::Invitation;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Create a game
///
/// Creates a game with you in seat 1. The game waits until its other seats are taken. A seat
/// reserved for a player is a challenge: the player can decline it, and it expires. An account can
/// make 20 challenges on its first day, and up to 100 a day later. Play begins when every player
/// has placed a fleet, and in `solo` when the player has made the prediction. If you invite an
/// opponent with a code, the answer shows the code only once, so the server refuses an
/// `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/games", tag = "games", operation_id = "create_game", security(("token" = ["play"])),
    params(RequestKey),
    request_body = GameRequest,
    responses((status = 201, description = "The game as you see it", body = GameBody,
        headers(("Location" = String, description = "Address of the game"),
            ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["against_rule", "not_now", "too_many_games", "key_not_accepted"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    actor: WriteAuth,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<GameRequest>,
) -> Result<JsonResponse, Problem> {
    if body.opponents.iter().any(|opponent| matches!(opponent.0, Opponent::Invite {})) {
        key.reject()?;
    }
    let key = key.with_payload(hash);
    let scope = match state.app.begin(&actor.player_id, &key).await? {
        Idempotency::Repeat(response) => return Ok(response),
        Idempotency::Execute(scope) => scope,
    };
    let draft = state.app.draft_game(&actor.player_id, &body).await?;
    let response = render_created(&state, &draft.created());
    state.post.commit_game(&draft, scope.record(&response)).await?;
    Ok(response)
}

fn render_created(state: &SharedState, created: &CreatedGame<'_>) -> JsonResponse {
    let mut body = GameBody::for_viewer(created.game, created.viewer, &state.timeline);
    body.invitations = created.invitations.iter().map(Invitation::from).collect();
    let location = state.url_for(&format!("/v1/games/{}", created.game.row.id));
    let mut response =
        JsonResponse::json(StatusCode::CREATED, &body).with_header(header::LOCATION, location);
    response.headers.extend(state.game_response(created.game, created.viewer).headers);
    response
}
