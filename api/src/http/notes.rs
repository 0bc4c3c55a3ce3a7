//! Private notes of a player on a game.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{GameReader, WriteAuth};
use super::body::{Comparison, entity_tags, etag_list_matches};
use super::create::find_player;
use super::extract::JsonBody;
use super::game::{find_game, find_game_for, require_seat};
use super::idempotency::{self, Idempotency};
use super::prose::validate_text;
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::time::Time;
use crate::play::MAX_ATTEMPTS;
use crate::store::{Change, CommitError, NoteRow, SocialChange};

/// Maximum number of characters in the notes on a game.
const MAX_CHARS: usize = 20_000;

/// Notes to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "She never fires at the rim."}))]
pub(super) struct NotesRequest {
    /// Complete text of the notes: up to 20000 characters, without control characters except line feeds. An empty
    /// text deletes the notes.
    #[schema(max_length = 20000)]
    text: String,
}

/// Your notes on a game.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Notes {
    /// Complete text of the notes; empty without notes.
    #[schema(example = "She never fires at the rim.")]
    text: String,
    /// Time of the last change (RFC 3339, UTC); null without notes.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    updated_at: Option<Time>,
}

impl From<NoteRow> for Notes {
    fn from(row: NoteRow) -> Self {
        Self { text: row.words, updated_at: Some(row.changed_at) }
    }
}

/// Builds the answer with the notes. Returns it with its entity tag.
fn notes_response(app: &App, player_id: &str, notes: &Notes) -> (StoredResponse, String) {
    let reply = StoredResponse::ok(notes);
    let tag = app.etag(player_id, &reply.body);
    (reply.with_header(header::ETAG, &*tag), tag)
}

/// Get your notes on a game
///
/// Returns your notes on a game in which you have a seat. Nobody else ever sees them, not even after the game is
/// over.
#[utoipa::path(get, path = "/v1/games/{id}/notes", tag = "talk", operation_id = "get_notes",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of the versions that you have; the answer is 304 if one of them is current")),
    responses((status = 200, description = "Your notes", body = Notes,
            headers(("ETag" = String, description = "Entity tag of the notes"))),
        (status = 304, description = "The notes have not changed")),
    extensions(("x-problems" = json!(["not_found", "not_seated"]))))]
pub(super) async fn show_notes(
    State(app): State<App>,
    onlooker: GameReader,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StoredResponse, AppError> {
    let (loaded, _) = find_game_for(&app, &onlooker, &id).await?;
    let me = onlooker.player_id;
    require_seat(&loaded, &me)?;
    let note = app.store.note(&id, &me).await.map_err(AppError::from)?;
    let (reply, tag) = notes_response(&app, &me, &note.map(Notes::from).unwrap_or_default());
    let unchanged = entity_tags(&headers, header::IF_NONE_MATCH)
        .is_some_and(|had| etag_list_matches(&had, &tag, Comparison::Agrees));
    Ok(match unchanged {
        true => StoredResponse { status: StatusCode::NOT_MODIFIED, body: Bytes::new(), ..reply },
        false => reply,
    })
}

/// Save your notes on a game
///
/// Replaces your notes on a game in which you have a seat. With `If-Match`, the notes are replaced only if they are
/// unchanged since you last read them, so that two of your devices do not overwrite each other's work. Otherwise the
/// answer is 412.
#[utoipa::path(put, path = "/v1/games/{id}/notes", tag = "talk", operation_id = "update_notes",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-Match" = Option<String>, Header,
            description = "Entity tag of the notes that you last read; the answer is 412 if they have changed")),
    request_body = NotesRequest,
    responses((status = 200, description = "Your notes", body = Notes,
        headers(("ETag" = String, description = "Entity tag of the notes")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "stale"]))))]
pub(super) async fn put(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<NotesRequest>,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let words = match body.text.is_empty() {
        true => String::new(),
        false => validate_text("text", &body.text, MAX_CHARS)?,
    };
    let (loaded, _) = find_game(&app, &id, &me).await?;
    require_seat(&loaded, &me)?;
    let expected = entity_tags(&headers, header::IF_MATCH);
    for _ in 0..MAX_ATTEMPTS {
        let before = app.store.note(&id, &me).await.map_err(AppError::from)?;
        let written = before.as_ref().map(|note| note.changed_at);
        let (_, tag) = notes_response(&app, &me, &before.map(Notes::from).unwrap_or_default());
        if expected.as_ref().is_some_and(|expected| !etag_list_matches(expected, &tag, Comparison::Differs)) {
            return Err(AppError::from_kind(ErrorKind::Stale));
        }
        let (saying, notes) = match (words.is_empty(), written) {
            (true, None) => return Ok(notes_response(&app, &me, &Notes::default()).0),
            (true, Some(written)) => {
                (SocialChange::NoNote(id.clone(), me.clone(), written), Notes::default())
            }
            (false, _) => {
                // Two changes in the same millisecond get different times.
                let changed_at = app.ambient.now().max(Time(written.map_or(0, |written| written.0 + 1)));
                let note =
                    NoteRow { game_id: id.clone(), player_id: me.clone(), words: words.clone(), changed_at };
                (SocialChange::Note(note.clone(), written, None), note.into())
            }
        };
        match app.store.commit(Change::Say(Box::new(saying))).await {
            Ok(()) => return Ok(notes_response(&app, &me, &notes).0),
            Err(CommitError::Conflict) if find_player(&app, &me).await?.is_none() => {
                return Err(AppError::from_kind(ErrorKind::Unauthorized));
            }
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
        }
    }
    Err(AppError::from_kind(ErrorKind::Unavailable))
}

/// Appends a line to notes. Fails if the result is not a valid text.
pub(super) fn append_line(before: &str, line: &str) -> Result<String, AppError> {
    let words = if before.is_empty() { line.to_owned() } else { format!("{before}\n{line}") };
    validate_text("text", &words, MAX_CHARS)
}

/// Appends a line to the notes on a game, once per idempotency key.
pub(super) async fn append_note(
    app: &App,
    me: &str,
    id: &str,
    headers: &HeaderMap,
    line: &str,
) -> Result<(), AppError> {
    let route = (Method::PUT, format!("/v1/games/{id}/notes"));
    let (keep, _mark) = match idempotency::begin(app, headers, me, route, String::new()).await? {
        Idempotency::Repeat(_) => return Ok(()),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let (loaded, _) = find_game(app, id, me).await?;
    require_seat(&loaded, me)?;
    for _ in 0..MAX_ATTEMPTS {
        let before = app.store.note(id, me).await.map_err(AppError::from)?;
        let written = before.as_ref().map(|note| note.changed_at);
        let words = append_line(before.as_ref().map_or("", |note| &note.words), line)?;
        let changed_at = app.ambient.now().max(Time(written.map_or(0, |written| written.0 + 1)));
        let note = NoteRow { game_id: id.to_owned(), player_id: me.to_owned(), words, changed_at };
        let (reply, _) = notes_response(app, me, &note.clone().into());
        let saying = SocialChange::Note(note, written, keep.record_of(&reply));
        match app.store.commit(Change::Say(Box::new(saying))).await {
            Ok(()) => return Ok(()),
            Err(CommitError::Conflict) => keep.check_unanswered(app).await?,
            Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
        }
    }
    Err(AppError::from_kind(ErrorKind::Unavailable))
}
