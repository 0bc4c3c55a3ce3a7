//! Export of everything that is stored about a player, as one document. It is read page by page
//! while it is sent, so it is not a snapshot of one moment.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use broadside_app::MoveQueue;
use broadside_domain::challenge::{ChallengeState, Side};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_engine::record::Record;
use broadside_engine::seat::Viewer;
use broadside_engine::voices::{Direct, ScoreChange, SetVoice, Voice};
use broadside_store::{MessageRow, NoteRow, Page, ScoreEntry, ScoreRow};
use serde::Serialize;
use serde_json::json;
use strum::VariantArray as _;
use tokio::sync::mpsc;
use tracing::Instrument;

use crate::SharedState;
use crate::challenges::list::ChallengeBody;
use crate::games::body::GameBody;
use crate::games::queue::Queue;
use crate::mailbox::settings;
use crate::players::vacations::VacationBody;
use crate::request::auth::StreamAuth;
use crate::response::problem::Problem;
use crate::stream::unfold_fused;
use crate::talk::blocks::BlockedPlayer;
use crate::tokens::manage::Token;
use crate::webhooks::manage;

/// Format of the document.
const FORMAT: &str = "broadside-export/1";
/// Number of rows in a query.
const BATCH_SIZE: u32 = 50;
/// Size of a piece, in bytes, from which it is sent.
const CHUNK_SIZE: usize = 32 * 1024;
/// Time-out for a client that takes no piece.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);

/// Your account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedAccount {
    /// Your id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    id: String,
    /// Your name.
    #[schema(example = "Ada")]
    name: Option<String>,
    /// Time at which the account was created (RFC 3339, UTC).
    created_at: Time,
    /// True if you marked your account as a bot.
    bot: bool,
    /// Your vacations: those since the start of last year, and future ones.
    vacations: Vec<VacationBody>,
}

/// Message that you have written.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedMessage {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Number of the message in the game, from 1.
    #[schema(minimum = 1, example = 3)]
    number: u64,
    /// Time at which the message was written (RFC 3339, UTC).
    sent_at: Time,
    /// Text of the message.
    #[schema(example = "Well called!")]
    text: String,
}

/// Your notes on a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedNotes {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Text of your notes.
    #[schema(example = "She never fires at the rim.")]
    text: String,
    /// Time of the last change (RFC 3339, UTC).
    updated_at: Time,
}

/// Your queue of moves in a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedQueue {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// The queue.
    queue: Queue,
}

/// Change of a score that you have made after the end of its game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedScoreChange {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Revision of the score with this change, from 1.
    #[schema(minimum = 1, example = 1)]
    revision: u64,
    /// Time of the change (RFC 3339, UTC).
    changed_at: Time,
    /// The change.
    change: ExportedScoreEntry,
}

/// Content of a change of a score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ExportedScoreEntry {
    /// Direction of a call or an answer.
    Direct(Direct),
    /// Voice of an answer.
    SetVoice(SetVoice),
    /// You have closed your part of the score.
    Close {},
}

/// Game of yours.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExportedGame {
    /// The game as you see it.
    game: GameBody,
    /// Record of the game; null if it is not finished.
    record: Option<Record>,
}

/// Data that the server stores about you.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used: the document is written piece by piece")]
pub(crate) struct Export {
    /// Format of this document: `broadside-export/1`.
    #[schema(example = "broadside-export/1")]
    format: String,
    /// Time at which the export began (RFC 3339, UTC).
    exported_at: Time,
    /// Your account.
    player: ExportedAccount,
    /// Your mailbox; null if you have none.
    mailbox: Option<settings::MailboxBody>,
    /// Your tokens, without their secrets.
    tokens: Vec<Token>,
    /// Players you block.
    blocks: Vec<BlockedPlayer>,
    /// Your webhooks, without the secrets that sign their messages.
    webhooks: Vec<manage::WebhookBody>,
    /// Challenges to you and by you, in every state.
    challenges: Vec<ChallengeBody>,
    /// Your notes, ordered by the ids of the games.
    notes: Vec<ExportedNotes>,
    /// Your queues of moves, ordered by the ids of the games.
    queues: Vec<ExportedQueue>,
    /// Messages that you have written, ordered by the ids of the games.
    messages: Vec<ExportedMessage>,
    /// Changes of scores that you have made after the ends of games, ordered by the ids of the
    /// games.
    score_changes: Vec<ExportedScoreChange>,
    /// Games in which you have a seat, or a seat is reserved for you; newest first.
    games: Vec<ExportedGame>,
}

impl From<NoteRow> for ExportedNotes {
    fn from(NoteRow { game_id, text, changed_at, .. }: NoteRow) -> Self {
        Self { game: game_id, text, updated_at: changed_at }
    }
}

impl From<MessageRow> for ExportedMessage {
    fn from(MessageRow { game_id, number, text, at, .. }: MessageRow) -> Self {
        Self { game: game_id, number, sent_at: at, text: text.unwrap_or_default() }
    }
}

impl From<ScoreRow> for ExportedScoreChange {
    fn from(ScoreRow { game_id, number, at, entry, .. }: ScoreRow) -> Self {
        let change = match entry {
            ScoreEntry::Change(ScoreChange::Direct(direct)) => ExportedScoreEntry::Direct(direct),
            ScoreEntry::Change(ScoreChange::Voice { shot, voice: Voice { row, column } }) => {
                ExportedScoreEntry::SetVoice(SetVoice { row, column, for_shot: Some(shot) })
            }
            ScoreEntry::Close => ExportedScoreEntry::Close {},
        };
        Self { game: game_id, revision: number, changed_at: at, change }
    }
}

/// Export your data
///
/// Returns everything that you have entered in one document: your account, vacations and mailbox,
/// tokens and webhooks (without their secrets), blocks, challenges, notes, queues of moves,
/// messages, changes of scores, and your games as you see them, with the records of finished games.
/// The server sends the document while it reads the data, so an interrupted connection leaves it
/// incomplete. An export counts as a stream while it lasts. A client that takes no data for a
/// minute is disconnected.
#[utoipa::path(get, path = "/v1/players/me/export", tag = "players", operation_id = "export_me",
    security(("token" = ["read"])),
    responses((status = 200, description = "Your data", body = Export,
        headers(("Content-Disposition" = String, description = "Name for the file")))),
    extensions(("x-problems" = json!(["too_many_streams"]))))]
pub(crate) async fn export(
    State(state): State<SharedState>,
    reader: StreamAuth,
) -> Result<Response, Problem> {
    let held = state.streams.take(&reader.player_id, reader.client)?;
    let row = state.app.store.player(&reader.player_id).await?;
    let row = row.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    let (sender, pieces) = mpsc::channel(1);
    // A separate task queries the database, so that a client that stops reading does not hold a
    // connection.
    let task = async move {
        let mut writer = ExportWriter {
            state,
            player_id: row.id.clone(),
            sender: sender.clone(),
            text: String::new(),
            is_first: true,
        };
        if let Err(ExportError::Failed(problem)) = writer.write_export(row).await {
            // An answer in progress can only report an error by breaking off.
            let _ = sender.send(Err(std::io::Error::other(problem.kind().title()))).await;
        }
        drop(held);
    };
    tokio::spawn(task.in_current_span());
    let pieces = unfold_fused(pieces, |mut pieces| async {
        pieces.recv().await.map(|piece| (piece, pieces))
    });
    let mut response = Body::from_stream(pieces).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let name = "attachment; filename=\"broadside-export.json\"";
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    Ok(response)
}

/// Reason for which an export stops early.
enum ExportError {
    /// The client does not read.
    Disconnected,
    /// Something failed.
    Failed(AppError),
}

impl<E: Into<AppError>> From<E> for ExportError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Document that is sent in pieces.
struct ExportWriter {
    state: SharedState,
    player_id: String,
    sender: mpsc::Sender<Result<Bytes, std::io::Error>>,
    text: String,
    /// True if the current list is still empty.
    is_first: bool,
}

impl ExportWriter {
    /// Writes everything that is stored about the player. New kinds of data need a list here, and a
    /// field in [`Export`].
    async fn write_export(&mut self, player: PlayerRow) -> Result<(), ExportError> {
        let PlayerRow { id, name, created_at, vacations, is_bot: bot, reminders: _ } = player;
        let vacations = vacations.iter().map(VacationBody::from).collect();
        let head = json!({
            "format": FORMAT,
            "exported_at": self.state.app.env.now(),
            "player": ExportedAccount { id, name, created_at, bot, vacations },
            "mailbox": settings::load_mailbox(&self.state, &self.player_id).await?,
        });
        self.text = head.to_string();
        self.text.pop();
        let tokens = self.state.app.active_tokens(&self.player_id).await?;
        let tokens: Vec<_> = tokens.iter().map(Token::from).collect();
        self.add_list("tokens", tokens).await?;
        let blocks = self.state.app.blocks(&self.player_id).await?;
        self.add_list("blocks", blocks.into_iter().map(BlockedPlayer::from)).await?;
        let webhooks = manage::player_webhooks(&self.state, &self.player_id).await?;
        self.add_list("webhooks", webhooks).await?;
        self.add_challenges().await?;
        self.add_notes().await?;
        self.add_queues().await?;
        self.add_messages().await?;
        self.add_score_changes().await?;
        self.add_games().await?;
        self.text.push('}');
        self.flush().await
    }

    async fn add_challenges(&mut self) -> Result<(), ExportError> {
        self.begin_list("challenges");
        for side in [Side::In, Side::Out] {
            for &state in ChallengeState::VARIANTS {
                self.add_challenges_in(side, state).await?;
            }
        }
        self.end_list();
        Ok(())
    }

    async fn add_challenges_in(
        &mut self,
        side: Side,
        state: ChallengeState,
    ) -> Result<(), ExportError> {
        let mut before = None;
        loop {
            let store = &self.state.app.store;
            let rows =
                store.challenges(&self.player_id, side, state, before.as_ref(), BATCH_SIZE).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            before = Some(last.cursor.clone());
            for row in rows {
                let Some(loaded) = self.state.app.play.game(&row.cursor.game_id).await? else {
                    continue;
                };
                let viewer = loaded.viewer(&self.player_id).unwrap_or(Viewer::Public);
                let timeline = &self.state.timeline;
                let challenge = ChallengeBody::from_row(row, &loaded, viewer, state, timeline);
                self.add_items(challenge).await?;
            }
        }
    }

    async fn add_notes(&mut self) -> Result<(), ExportError> {
        self.begin_list("notes");
        let mut after = String::new();
        loop {
            let rows = self.state.app.store.notes_by(&self.player_id, &after, BATCH_SIZE).await?;
            let Some(last) = rows.last() else { break };
            after.clone_from(&last.game_id);
            self.add_items(rows.into_iter().map(ExportedNotes::from)).await?;
        }
        self.end_list();
        Ok(())
    }

    async fn add_queues(&mut self) -> Result<(), ExportError> {
        self.begin_list("queues");
        let mut after = String::new();
        loop {
            let store = &self.state.app.store;
            let rows = store.move_queues_of(&self.player_id, &after, BATCH_SIZE).await?;
            let Some(last) = rows.last() else { break };
            after.clone_from(&last.game_id);
            for row in rows {
                let queue = Queue::from(MoveQueue::read(&row)?);
                self.add_items([ExportedQueue { game: row.game_id, queue }]).await?;
            }
        }
        self.end_list();
        Ok(())
    }

    async fn add_messages(&mut self) -> Result<(), ExportError> {
        self.begin_list("messages");
        let mut after = (String::new(), 0);
        loop {
            let store = &self.state.app.store;
            let rows = store.messages_by(&self.player_id, (&after.0, after.1), BATCH_SIZE).await?;
            let Some(last) = rows.last() else { break };
            after = (last.game_id.clone(), last.number);
            self.add_items(rows.into_iter().map(ExportedMessage::from)).await?;
        }
        self.end_list();
        Ok(())
    }

    async fn add_score_changes(&mut self) -> Result<(), ExportError> {
        self.begin_list("score_changes");
        let mut after = (String::new(), 0);
        loop {
            let store = &self.state.app.store;
            let rows =
                store.score_changes_by(&self.player_id, (&after.0, after.1), BATCH_SIZE).await?;
            let Some(last) = rows.last() else { break };
            after = (last.game_id.clone(), last.number);
            self.add_items(rows.into_iter().map(ExportedScoreChange::from)).await?;
        }
        self.end_list();
        Ok(())
    }

    async fn add_games(&mut self) -> Result<(), ExportError> {
        self.begin_list("games");
        let mut page = Page { before: None, limit: BATCH_SIZE };
        loop {
            let ids = self.state.app.store.games_of(&self.player_id, &page).await?;
            let Some(last) = ids.last() else { break };
            page.before = Some(last.clone());
            for id in ids {
                let Some(loaded) = self.state.app.play.game(&id).await? else { continue };
                let Some(viewer) = loaded.viewer(&self.player_id) else { continue };
                let record = self.state.app.play.record(&loaded).await?;
                let game = GameBody::for_viewer(&loaded, viewer, &self.state.timeline);
                self.add_items([ExportedGame { game, record }]).await?;
            }
        }
        self.end_list();
        Ok(())
    }

    /// Adds a list that is in memory.
    async fn add_list(
        &mut self,
        list: &str,
        items: impl IntoIterator<Item: Serialize>,
    ) -> Result<(), ExportError> {
        self.begin_list(list);
        self.add_items(items).await?;
        self.end_list();
        Ok(())
    }

    fn begin_list(&mut self, list: &str) {
        self.text.push_str(&format!(",\"{list}\":["));
        self.is_first = true;
    }

    /// Adds items to the current list.
    async fn add_items(
        &mut self,
        items: impl IntoIterator<Item: Serialize>,
    ) -> Result<(), ExportError> {
        for item in items {
            if !std::mem::take(&mut self.is_first) {
                self.text.push(',');
            }
            self.text.push_str(&serde_json::to_string(&item).map_err(AppError::internal)?);
            if self.text.len() >= CHUNK_SIZE {
                self.flush().await?;
            }
        }
        Ok(())
    }

    fn end_list(&mut self) {
        self.text.push(']');
    }

    async fn flush(&mut self) -> Result<(), ExportError> {
        let piece = Bytes::from(std::mem::take(&mut self.text));
        let sent = tokio::time::timeout(SEND_TIMEOUT, self.sender.send(Ok(piece))).await;
        sent.ok().and_then(Result::ok).ok_or(ExportError::Disconnected)
    }
}
