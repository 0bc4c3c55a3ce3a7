//! Creation of games.

use axum::extract::State;
use axum::http::{StatusCode, header};
use broadside_app::{CreatedGame, GameRequest, Idempotency, Opponent};
use broadside_domain::game::Visibility;

use crate::SharedState;
use crate::games::body::GameBody;
use crate::games::invitations::Invitation;
use crate::games::schemas::ClockSchema;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Opponent in a new game.
#[derive(utoipa::ToSchema)]
#[schema(as = Opponent)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum OpponentSchema {
    /// Anybody: the seat is open.
    Open {},
    /// Holder of an invitation code. The answer shows the code once.
    Invite {},
    /// Player who is challenged: the seat is reserved for them.
    Player {
        /// Id of the player.
        #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000b")]
        id: String,
    },
    /// Recipient of an invitation by mail. They take the seat by answering ACCEPT, with the account
    /// of their address or with a new one. The answer does not reveal if the address has an
    /// account, or if the invitation is sent: addresses that refuse mail get none. You need a
    /// confirmed mailbox. You can send three invitations by mail on your first day, and up to 20 a
    /// day later.
    Mail {
        /// Address of the recipient.
        #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$", example = "ben@example.org")]
        address: String,
    },
    /// Bot of the server, which has its seat at once, places and moves by itself. `GET /v1/bots`
    /// lists the rulesets and the levels. You can have 20 games with bots that are not over, or as
    /// many as the operator allows.
    Bot {
        /// Strength of the bot.
        level: broadside_engine::table::BotLevel,
    },
}

/// Settings of a new game.
#[derive(utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameRequest, example = json!({
    "ruleset": "classic", "options": {"mode": "single", "fleet": "standard"},
    "clock": {"days_per_turn": 3}, "opponents": [{"kind": "open"}], "visibility": "public"
}))]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct GameRequestSchema {
    /// Ruleset of the game.
    ruleset: broadside_engine::game::RulesetId,
    /// Options of the ruleset; an option that you leave out has its default.
    #[serde(default = "no_options")]
    #[schema(value_type = Object, required = false)]
    options: serde_json::Value,
    /// Time control of the game; without a clock the game never ends by itself.
    #[serde(default)]
    #[schema(value_type = Option<ClockSchema>)]
    clock: Option<ClockSchema>,
    /// Opponents, in the order of their seats from seat 2. Seats without an opponent in this list
    /// are open.
    #[serde(default)]
    #[schema(max_items = 7)]
    #[schema(value_type = Vec<OpponentSchema>)]
    opponents: Vec<OpponentSchema>,
    /// Visibility of the game.
    #[serde(default)]
    #[schema(default = "public", required = false)]
    visibility: Visibility,
}

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
    request_body = GameRequestSchema,
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
