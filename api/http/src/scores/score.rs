//! Scores of games of `voices`.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use broadside_app::play::ScoreState;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_engine::game::Game;
use broadside_engine::seat::Seat;
use broadside_engine::voices::score::Score;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::{GameId, IfNoneMatch};
use crate::request::accept::{self, JSON, SSML, TEXT};
use crate::request::auth::{GameReader, WriteAuth};
use crate::request::extract::Query;
use crate::request::idempotency::RequestKey;
use crate::response::entity_tags::is_known;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Version of the score to return.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScoreQuery {
    /// `ended` for the score as the game ended: without the changes that the players have made
    /// since, and with all parts open. If left out, the current score. Before the end both are the
    /// same.
    #[param(inline, value_type = Option<ScoreVersion>)]
    version: Option<ScoreVersion>,
}

/// Version of a score other than the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScoreVersion {
    /// Score as the game ended.
    Ended,
}

/// Score of a game as you may know it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Score)]
pub(crate) struct ScoreBody {
    #[serde(flatten)]
    pub(crate) score: Score,
    /// Number of changes since the end of the game that this score contains; 0 until then. A player
    /// who closes their part counts as a change.
    #[schema(minimum = 0, example = 0)]
    pub(crate) revision: u64,
    /// Time until which the players can change the score (RFC 3339, UTC): thirty days after the end
    /// of the game. Null if the game is not finished.
    pub(crate) closes_at: Option<Time>,
    /// Seats that have closed their parts of the score; empty in the version `ended`.
    pub(crate) closed: Vec<Seat>,
}

/// Get the score
///
/// Returns the score of a game of `voices`: who sounds what, shot by shot, limited to what you may
/// know. It grows with the game, and shows only those cells of other players' matrices that have
/// been sounded. After the end of the game, its players can still change their own parts for thirty
/// days, with the actions `direct` and `set_voice` for a shot.
///
/// The `Accept` header chooses between JSON, plain text for a music stand, and SSML for a speech
/// synthesiser. The paths `score.txt` and `score.ssml` always give text and SSML. To print the
/// score, get the sheet `score`.
#[utoipa::path(get, path = "/v1/games/{id}/score", tag = "play", operation_id = "get_score",
    security(("token" = ["read"])),
    params(GameId, ScoreQuery, IfNoneMatch),
    responses((status = 200, description = "The score", content(
            (ScoreBody = "application/json"), (String = "text/plain"), (String = "application/ssml+xml")),
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn score(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    query: Query<ScoreQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = accept::preferred(&headers, uri.path()).unwrap_or(JSON);
    Ok(score_response(state, reader, id, query, headers, kind).await?)
}

/// Get the score as text
///
/// Returns the score of a game of `voices` as plain text for a music stand. Two voices have a
/// column each; more voices are listed one below the other.
#[utoipa::path(get, path = "/v1/games/{id}/score.txt", tag = "play", operation_id = "get_score_text",
    security(("token" = ["read"])),
    params(GameId, ScoreQuery, IfNoneMatch),
    responses((status = 200, description = "The score", content_type = "text/plain", body = String,
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn text(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    query: Query<ScoreQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(score_response(state, reader, id, query, headers, TEXT).await?)
}

/// Get the score for speech synthesis
///
/// Returns the score of a game of `voices` as Speech Synthesis Markup Language 1.1, with the phones
/// in the International Phonetic Alphabet.
#[utoipa::path(get, path = "/v1/games/{id}/score.ssml", tag = "play", operation_id = "get_score_ssml",
    security(("token" = ["read"])),
    params(GameId, ScoreQuery, IfNoneMatch),
    responses((status = 200, description = "The score", content_type = "application/ssml+xml", body = String,
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn ssml(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    query: Query<ScoreQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(score_response(state, reader, id, query, headers, SSML).await?)
}

async fn score_response(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    Query(query): Query<ScoreQuery>,
    headers: HeaderMap,
    kind: &'static str,
) -> Result<Response, AppError> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let Game::Voices(table) = &*loaded.game else {
        let detail = format!(
            "a game of `{}` has no score: only games of `voices` have one",
            loaded.game.ruleset()
        );
        return Err(AppError::new(ErrorKind::NotFound, detail));
    };
    let current = state.app.play.score_state(&loaded).await?;
    let ScoreState { revision, changes, closed } = match query.version {
        Some(ScoreVersion::Ended) => ScoreState::default(),
        None => current,
    };
    let score = table.score_with(viewer, &changes);
    let body = match kind {
        TEXT => score.to_text(),
        SSML => score.to_ssml(),
        _ => {
            let body = ScoreBody { score, revision, closes_at: loaded.score_closes_at(), closed };
            serde_json::to_string(&body).expect("a score is plain data")
        }
    };
    let tag = state.etag(&reader.player_id, body.as_bytes());
    let kind = if kind == TEXT { "text/plain; charset=utf-8" } else { kind };
    let common_headers = [(header::ETAG, tag.clone()), (header::VARY, "Accept".to_owned())];
    Ok(if is_known(&headers, &tag) {
        (StatusCode::NOT_MODIFIED, common_headers).into_response()
    } else {
        (common_headers, [(header::CONTENT_TYPE, kind)], body).into_response()
    })
}

/// Close your part of the score
///
/// Makes your part of the score of a finished game of `voices` final before the thirty days are
/// over: you cannot change it again. If it is closed already, nothing happens. The other players
/// can still change their parts.
#[utoipa::path(post, path = "/v1/games/{id}/score/close", tag = "play", operation_id = "close_score",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    responses((status = 204, description = "Your part of the score is closed")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over"]))))]
pub(crate) async fn close(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    let idempotency = key.without_payload();
    Ok(state.app.close_score(&actor.player_id, &id, &idempotency, JsonResponse::no_content).await?)
}
