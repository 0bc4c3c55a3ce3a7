//! Scores of games of `voices`.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::Game;

use super::SharedState;
use super::accept::{self, JSON, SSML, TEXT};
use super::auth::GameReader;
use super::body::{Comparison, entity_tags, etag_list_matches};
use super::game::find_game_for;
use crate::problem::Problem;

/// Get the score
///
/// Returns the score of a game of `voices`: who sounds what, shot by shot, limited to what you may know. It grows
/// with the game, and shows only those cells of other players' matrices that have been sounded.
///
/// The `Accept` header chooses between JSON, plain text for a music stand, and SSML for a speech synthesiser. The
/// paths `score.txt` and `score.ssml` always give text and SSML. To print the score, get the sheet `score`.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/games/{id}/score", tag = "play", operation_id = "get_score",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of the versions that you have; the answer is 304 if one of them is current")),
    responses((status = 200, description = "The score", content(
            (broadside_engine::voices::score::Score = "application/json"), (String = "text/plain"), (String = "application/ssml+xml")),
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn score(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind = accept::preferred(&headers, uri.path()).unwrap_or(JSON);
    Ok(score_response(state, reader, id, headers, kind).await?)
}

/// Get the score as text
///
/// Returns the score of a game of `voices` as plain text for a music stand. Two voices have a column each; more
/// voices are listed one below the other.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/games/{id}/score.txt", tag = "play", operation_id = "get_score_text",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of the versions that you have; the answer is 304 if one of them is current")),
    responses((status = 200, description = "The score", content_type = "text/plain", body = String,
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn text(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(score_response(state, reader, id, headers, TEXT).await?)
}

/// Get the score for speech synthesis
///
/// Returns the score of a game of `voices` as Speech Synthesis Markup Language 1.1, with the phones in the
/// International Phonetic Alphabet.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/games/{id}/score.ssml", tag = "play", operation_id = "get_score_ssml",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of the versions that you have; the answer is 304 if one of them is current")),
    responses((status = 200, description = "The score", content_type = "application/ssml+xml", body = String,
            headers(("ETag" = String, description = "Entity tag of the score as you see it"))),
        (status = 304, description = "The score has not changed")),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn ssml(
    state: State<SharedState>,
    reader: GameReader,
    id: Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(score_response(state, reader, id, headers, SSML).await?)
}

async fn score_response(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    headers: HeaderMap,
    kind: &'static str,
) -> Result<Response, AppError> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let Game::Voices(table) = &*loaded.game else {
        let detail =
            format!("a game of `{}` has no score: only games of `voices` have one", loaded.game.ruleset());
        return Err(AppError::new(ErrorKind::NotFound, detail));
    };
    let score = table.score(viewer);
    let body = match kind {
        TEXT => score.to_text(),
        SSML => score.to_ssml(),
        _ => serde_json::to_string(&score).expect("a score is plain data"),
    };
    let tag = state.etag(&reader.player_id, body.as_bytes());
    let had = entity_tags(&headers, header::IF_NONE_MATCH);
    let kind = if kind == TEXT { "text/plain; charset=utf-8" } else { kind };
    let vary = [(header::ETAG, tag.clone()), (header::VARY, "Accept".to_owned())];
    Ok(if had.is_some_and(|had| etag_list_matches(&had, &tag, Comparison::Agrees)) {
        (StatusCode::NOT_MODIFIED, vary).into_response()
    } else {
        (vary, [(header::CONTENT_TYPE, kind)], body).into_response()
    })
}
