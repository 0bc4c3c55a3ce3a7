//! Messages between the players of a game.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::require_seat;
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;
use broadside_store::{MessageRead, MessageRow};
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::Player;
use crate::games::show::find_game_for;
use crate::openapi::parameters::GameId;
use crate::request::auth::{GameReader, WriteAuth};
use crate::request::extract::{JsonBody, Query};
use crate::request::idempotency::RequestKey;
use crate::request::page::{check_page_size, cut_page, default_limit, page_response};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::stream::check_sequence;

/// Page of the messages to return.
#[derive(Debug, Deserialize, Serialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct MessagesQuery {
    /// Number after which the page begins. Send the number of the last message that you have.
    #[serde(default)]
    #[param(minimum = 0, default = 0, example = 2)]
    after: u64,
    /// Timeline that `after` belongs to; the current one if left out. If the server was restored
    /// from a backup since then, the request fails with `timeline_changed`.
    #[param(example = "9f3a61c2")]
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<String>,
    /// Messages per page, 1 to 50.
    #[serde(default = "default_limit")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
}

/// Reason why the text of a message is hidden.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[schema(as = RedactionReason)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RedactionReason {
    /// You block the author.
    Blocked,
    /// The author has deleted their account.
    Deleted,
}

/// Message in a game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Message)]
pub(crate) struct MessageBody {
    /// Number of the message in the game, from 1.
    #[schema(minimum = 1, example = 3)]
    pub(crate) number: u64,
    /// Author of the message.
    pub(crate) player: Player,
    /// Seat that the author had.
    pub(crate) seat: Seat,
    /// Time when the message was written (RFC 3339, UTC).
    pub(crate) sent_at: Time,
    /// Text of the message; null if it is hidden.
    #[schema(example = "Well called!")]
    pub(crate) text: Option<String>,
    /// Reason why the text is hidden; null if it is shown.
    pub(crate) redacted: Option<RedactionReason>,
}

/// Page of messages.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Messages {
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
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Well called!"}))]
pub(crate) struct MessageRequest {
    /// Text of the message: 1 to 2000 characters, without control characters except line feeds.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

impl MessageBody {
    fn from_row(read: MessageRead) -> Result<Self, AppError> {
        let MessageRead {
            message: MessageRow { number, player_id, seat, text: stored_text, at, .. },
            name,
            is_bot,
            blocked,
        } = read;
        let seat = Seat::new(seat)
            .ok_or_else(|| AppError::internal("the seat of a message is malformed"))?;
        let redacted = match &stored_text {
            None => Some(RedactionReason::Deleted),
            Some(_) => blocked.then_some(RedactionReason::Blocked),
        };
        let text = stored_text.filter(|_| redacted.is_none());
        Ok(Self {
            number,
            player: Player { id: player_id, name, bot: is_bot },
            seat,
            sent_at: at,
            text,
            redacted,
        })
    }
}

/// List the messages of a game
///
/// Returns the messages between the players of a game, oldest first. Everyone who has a seat can
/// read all of them, including those written before they sat down; nobody else can. For a player
/// you block, you see that they wrote, but not the text. The `Link` header with `rel="next"` gives
/// the next page.
#[utoipa::path(get, path = "/v1/games/{id}/messages", tag = "talk", operation_id = "list_messages",
    security(("token" = ["read"])),
    params(GameId, MessagesQuery),
    responses((status = 200, description = "A page of messages", body = Messages,
        headers(("Link" = String, description = "Link to the next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "timeline_changed"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    Query(query): Query<MessagesQuery>,
) -> Result<JsonResponse, Problem> {
    let limit = check_page_size(query.limit)?;
    state.timeline.check(query.timeline.as_deref())?;
    let (loaded, _) = find_game_for(&state, &reader, &id).await?;
    require_seat(&loaded, &reader.player_id)?;
    // Read the last number first: the page may then show more messages than it says, but never
    // fewer.
    let last = state.app.store.last_message(&id).await?;
    let result = state
        .app
        .store
        .messages(&id, &reader.player_id, check_sequence(query.after)?, limit + 1)
        .await;
    let mut rows = result?;
    let has_next = cut_page(&mut rows, limit);
    let messages: Vec<_> = rows.into_iter().map(MessageBody::from_row).collect::<Result<_, _>>()?;
    let newest = messages.last().map_or(0, |message| message.number);
    let next = has_next.then_some(newest);
    let timeline = state.timeline.as_str().to_owned();
    let page = Messages { messages, last: last.max(newest), next, timeline: timeline.clone() };
    let next_query =
        has_next.then_some(MessagesQuery { after: newest, timeline: Some(timeline), ..query });
    page_response(&state, &format!("/v1/games/{id}/messages"), &page, next_query)
}

/// Send a message
///
/// Sends a message to the other players of a game in which you have a seat. Works before the game
/// begins and after it is over, too. Each of them is notified through `GET /v1/events`, except
/// players who block you. The number of messages per player, game and day is limited. Games for one
/// player have no messages.
#[utoipa::path(post, path = "/v1/games/{id}/messages", tag = "talk", operation_id = "create_message",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    request_body = MessageRequest,
    responses((status = 201, description = "The message", body = MessageBody)),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "too_many_messages"]))))]
pub(crate) async fn write(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<MessageRequest>,
) -> Result<JsonResponse, Problem> {
    let key = key.with_payload(hash);
    let response = state
        .app
        .send_message(&actor.player_id, &id, &body.text, &key, |message| {
            Ok(JsonResponse::json(StatusCode::CREATED, &MessageBody::from_row(message)?))
        })
        .await?;
    Ok(response)
}
