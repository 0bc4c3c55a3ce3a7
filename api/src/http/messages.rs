//! Messages between the players of a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::seat::Seat;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::{GameReader, WriteAuth};
use super::body::Player;
use super::create::find_player;
use super::extract::{JsonBody, Query};
use super::game::{find_game, find_game_for, require_seat};
use super::idempotency::{self, Idempotency, IdempotencyScope};
use super::list::{check_page_size, next_link, twenty};
use super::prose::validate_text;
use super::stored_response::StoredResponse;
use super::stream::check_sequence;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::feed::{Notification, NotificationKind};
use crate::domain::player::PlayerRow;
use crate::domain::time::{DAY, Time};
use crate::play::{LiveGame, MAX_ATTEMPTS};
use crate::store::{Change, CommitError, MessageRead, MessageRow, SocialChange};

/// Maximum number of characters in a message.
const MAX_CHARS: usize = 2_000;

/// Page of the messages to return.
#[derive(Debug, Deserialize, Serialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct MessagesQuery {
    /// Number after which the page begins. Send the number of the last message that you have.
    #[serde(default)]
    #[param(minimum = 0, default = 0, example = 2)]
    after: u64,
    /// Timeline that `after` belongs to; the current one if left out. If the server was restored from a backup since
    /// then, the request fails with `timeline_changed`.
    #[param(example = "9f3a61c2")]
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<String>,
    /// Messages per page, 1 to 50.
    #[serde(default = "twenty")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
}

/// Reason why the text of a message is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RedactionReason)]
#[serde(rename_all = "snake_case")]
pub(super) enum RedactionReason {
    /// You block the author.
    Blocked,
    /// The author has deleted their account.
    Deleted,
}

/// Message in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Message)]
pub(super) struct MessageBody {
    /// Number of the message in the game, from 1.
    #[schema(minimum = 1, example = 3)]
    pub(super) number: u64,
    /// Author of the message.
    pub(super) player: Player,
    /// Seat that the author had.
    pub(super) seat: Seat,
    /// Time when the message was written (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    pub(super) sent_at: Time,
    /// Text of the message; null if it is hidden.
    #[schema(example = "Well called!")]
    pub(super) text: Option<String>,
    /// Reason why the text is hidden; null if it is shown.
    pub(super) redacted: Option<RedactionReason>,
}

/// Page of messages.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Messages {
    /// Messages, oldest first.
    messages: Vec<MessageBody>,
    /// Number of messages in the game, which is also the number of the newest.
    #[schema(minimum = 0, example = 3)]
    last: u64,
    /// Value of `after` for the next page; null on the last page.
    #[schema(minimum = 1, example = 20)]
    next: Option<u64>,
    /// Timeline to send together with `after`.
    #[schema(example = "9f3a61c2")]
    timeline: String,
}

/// Message to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Well called!"}))]
pub(super) struct MessageRequest {
    /// Text of the message: 1 to 2000 characters, without control characters except line feeds.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

impl MessageBody {
    fn from_row(read: MessageRead) -> Result<Self, AppError> {
        let MessageRead { message: MessageRow { number, player_id, seat, words, at, .. }, name, blocked } =
            read;
        let seat = Seat::new(seat).ok_or_else(|| AppError::internal("the seat of a message is malformed"))?;
        let redacted = match &words {
            None => Some(RedactionReason::Deleted),
            Some(_) => blocked.then_some(RedactionReason::Blocked),
        };
        let text = words.filter(|_| redacted.is_none());
        Ok(Self { number, player: Player { id: player_id, name }, seat, sent_at: at, text, redacted })
    }
}

/// List the messages of a game
///
/// Returns the messages between the players of a game, oldest first. Everyone who has a seat can read all of them,
/// including those written before they sat down; nobody else can. For a player you block, you see that they wrote,
/// but not the text. The `Link` header with `rel="next"` gives the next page.
#[utoipa::path(get, path = "/v1/games/{id}/messages", tag = "talk", operation_id = "list_messages",
    security(("token" = ["read"])),
    params(("id" = String, Path,
        description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"), MessagesQuery),
    responses((status = 200, description = "A page of messages", body = Messages,
        headers(("Link" = String, description = "Link to the next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "bad_request", "timeline_changed"]))))]
pub(super) async fn list(
    State(app): State<App>,
    onlooker: GameReader,
    Path(id): Path<String>,
    Query(query): Query<MessagesQuery>,
) -> Result<StoredResponse, AppError> {
    let limit = check_page_size(query.limit)?;
    app.timeline.check(query.timeline.as_deref())?;
    let (loaded, _) = find_game_for(&app, &onlooker, &id).await?;
    require_seat(&loaded, &onlooker.player_id)?;
    // Read the last number first: the page may then show more messages than it says, but never fewer.
    let last = app.store.last_message(&id).await.map_err(AppError::from)?;
    let found = app.store.messages(&id, &onlooker.player_id, check_sequence(query.after)?, limit + 1).await;
    let mut rows = found.map_err(AppError::from)?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let messages: Vec<_> = rows.into_iter().map(MessageBody::from_row).collect::<Result<_, _>>()?;
    let newest = messages.last().map_or(0, |message| message.number);
    let next = more.then_some(newest);
    let timeline = app.timeline.as_str().to_owned();
    let reply =
        StoredResponse::ok(&Messages { messages, last: last.max(newest), next, timeline: timeline.clone() });
    let Some(after) = next else { return Ok(reply) };
    let link = next_link(
        &app,
        &format!("/v1/games/{id}/messages"),
        &MessagesQuery { after, timeline: Some(timeline), ..query },
    )?;
    Ok(reply.with_header(header::LINK, link))
}

/// Send a message
///
/// Sends a message to the other players of a game in which you have a seat. Works before the game begins and after it
/// is over, too. Each of them is notified through `GET /v1/events`, except players who block you. The number of
/// messages per player, game and day is limited. Games for one player have no messages.
#[utoipa::path(post, path = "/v1/games/{id}/messages", tag = "talk", operation_id = "create_message",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with the same key gets the answer of the first")),
    request_body = MessageRequest,
    responses((status = 201, description = "The message", body = MessageBody)),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "too_many_messages", "key_reused",
        "in_flight"]))))]
pub(super) async fn write(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, hash }: JsonBody<MessageRequest>,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/messages"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, hash).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let (loaded, _) = find_game(&app, &id, &me).await?;
    let (seat, words) = check_message(&loaded, &me, &body.text)?;
    let author = find_player(&app, &me).await?.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    let letter = NewMessage { author, seat, words };
    // One at a time on this node, so that no message must be renumbered after a conflict.
    app.play.with_lock(&id, commit_message(&app, &id, &letter, &keep)).await
}

/// Checks that a player may write a message. Returns their seat and the text.
pub(super) fn check_message(
    loaded: &LiveGame,
    player_id: &str,
    text: &str,
) -> Result<(Seat, String), AppError> {
    let words = validate_text("text", text, MAX_CHARS)?;
    let seat = require_seat(loaded, player_id)?;
    if loaded.game.ruleset().is_for_one() {
        let detail =
            "a game for one has no messages: write a note instead, with `PUT` to the `notes` of the game";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    Ok((seat, words))
}

/// Message that has no number yet.
struct NewMessage {
    author: PlayerRow,
    seat: Seat,
    words: String,
}

/// Gives a message the next number, stores it and notifies the other players.
async fn commit_message(
    app: &App,
    game_id: &str,
    letter: &NewMessage,
    keep: &IdempotencyScope,
) -> Result<StoredResponse, AppError> {
    let NewMessage { author, seat, words } = letter;
    let me = &author.id;
    for _ in 0..MAX_ATTEMPTS {
        let at = app.ambient.now();
        let since = Time(at.0 - DAY);
        check_message_quota(app, game_id, me, since, 1).await?;
        let others = app.store.hearers(game_id, me).await.map_err(AppError::from)?;
        // Read this last, to leave little time for a conflict before the commit.
        let number = app.store.last_message(game_id).await.map_err(AppError::from)? + 1;
        let notice = |other: &String| Notification {
            player_id: other.clone(),
            game_id: game_id.to_owned(),
            about: NotificationKind::Message(number),
            at,
        };
        let notices = others.iter().map(notice).collect();
        let row = MessageRow {
            game_id: game_id.to_owned(),
            number,
            player_id: me.clone(),
            seat: seat.number(),
            words: Some(words.clone()),
            at,
        };
        let shown = MessageRead { message: row.clone(), name: author.name.clone(), blocked: false };
        let reply = StoredResponse::json(StatusCode::CREATED, &MessageBody::from_row(shown)?);
        let most = (app.quotas.messages, since);
        let saying = SocialChange::Message { message: row, most, answer: keep.record_of(&reply), notices };
        match app.store.commit(Change::Say(Box::new(saying))).await {
            Ok(()) => {
                app.play.notifier().notify(game_id, others.iter().map(String::as_str));
                return Ok(reply);
            }
            Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
            Err(CommitError::Conflict) => {}
        }
        keep.check_unanswered(app).await?;
        if find_player(app, me).await?.is_none() {
            return Err(AppError::from_kind(ErrorKind::Unauthorized));
        }
    }
    Err(AppError::from_kind(ErrorKind::Unavailable))
}

/// Checks that a player may write `more` messages in a game. Counts the messages since a time that is a day ago.
pub(super) async fn check_message_quota(
    app: &App,
    game_id: &str,
    player_id: &str,
    since: Time,
    more: u64,
) -> Result<(), AppError> {
    let most = app.quotas.messages;
    let written = app.store.written(player_id, game_id, since).await;
    let (count, first) = written.map_err(AppError::from)?;
    if count + more <= u64::from(most) {
        return Ok(());
    }
    let wait = first.map_or(DAY, |first| first.0 - since.0);
    let seconds = (wait as u64).div_ceil(1000).max(1);
    let detail = format!(
        "a player may write {most} messages in a game within 24 hours: write the next in {seconds} s"
    );
    Err(AppError::new(ErrorKind::TooManyMessages, detail).with_retry_after(seconds))
}
