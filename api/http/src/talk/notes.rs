//! Private notes of a player on a game.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use broadside_app::{SeenNotes, require_seat};
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_store::NoteRow;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::{GameId, IfMatch, IfNoneMatch};
use crate::request::auth::{GameReader, WriteAuth};
use crate::request::extract::JsonBody;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::response::tagged::TaggedResponse;

/// Notes to save.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "She never fires at the rim."}))]
pub(crate) struct NotesRequest {
    /// Complete text of the notes: up to 20000 characters, without control characters except line
    /// feeds. An empty text deletes the notes.
    #[schema(max_length = 20000)]
    text: String,
}

/// Your notes on a game.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub(crate) struct Notes {
    /// Complete text of the notes; empty without notes.
    #[schema(example = "She never fires at the rim.")]
    text: String,
    /// Time of the last change (RFC 3339, UTC); null without notes.
    updated_at: Option<Time>,
}

impl From<NoteRow> for Notes {
    fn from(row: NoteRow) -> Self {
        Self { text: row.text, updated_at: Some(row.changed_at) }
    }
}

fn notes_response(state: &SharedState, player_id: &str, notes: Option<NoteRow>) -> TaggedResponse {
    TaggedResponse::new(state, player_id, &notes.map(Notes::from).unwrap_or_default())
}

/// Notes that a request names with `If-Match`.
struct IfMatchNotes<'a> {
    state: &'a SharedState,
    player_id: &'a str,
    headers: &'a HeaderMap,
}

impl SeenNotes for IfMatchNotes<'_> {
    fn check_current(&self, notes: Option<&NoteRow>) -> Result<(), AppError> {
        let response = notes_response(self.state, self.player_id, notes.cloned());
        response.check_if_match(self.headers)
    }
}

/// Get your notes on a game
///
/// Returns your notes on a game in which you have a seat. Nobody else ever sees them, not even
/// after the game is over.
#[utoipa::path(get, path = "/v1/games/{id}/notes", tag = "talk", operation_id = "get_notes",
    security(("token" = ["read"])),
    params(GameId, IfNoneMatch),
    responses((status = 200, description = "Your notes", body = Notes,
            headers(("ETag" = String, description = "Entity tag of the notes"))),
        (status = 304, description = "The notes have not changed")),
    extensions(("x-problems" = json!(["not_found", "not_seated"]))))]
pub(crate) async fn show_notes(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<JsonResponse, Problem> {
    let (loaded, _) = find_game_for(&state, &reader, &id).await?;
    let me = reader.player_id;
    require_seat(&loaded, &me)?;
    Ok(notes_response(&state, &me, state.app.notes(&id, &me).await?).unless_known(&headers))
}

/// Save your notes on a game
///
/// Replaces your notes on a game in which you have a seat. With `If-Match`, the notes are replaced
/// only if they are unchanged since you last read them, so that two of your devices do not
/// overwrite each other's work. Otherwise the answer is 412.
#[utoipa::path(put, path = "/v1/games/{id}/notes", tag = "talk", operation_id = "update_notes",
    security(("token" = ["play"])),
    params(GameId, IfMatch),
    request_body = NotesRequest,
    responses((status = 200, description = "Your notes", body = Notes,
        headers(("ETag" = String, description = "Entity tag of the notes")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "stale"]))))]
pub(crate) async fn put(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<NotesRequest>,
) -> Result<JsonResponse, Problem> {
    let me = &*actor.player_id;
    let seen = IfMatchNotes { state: &state, player_id: me, headers: &headers };
    let notes = state.app.replace_notes(me, &id, &body.text, &seen).await?;
    Ok(notes_response(&state, me, notes).into_response())
}
