//! Declining of challenges.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use broadside_engine::game::Request;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::App;
use super::auth::WriteAuth;
use super::body::GameBody;
use super::extract::JsonBody;
use super::idempotency::{self, Idempotency};
use super::prose::validate_text;
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::game::SeatKind;
use crate::play::{self, CancelReason, CommandOutcome, Decline, LiveGame};

/// Maximum length of the message, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// Reason for declining a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DeclineReason)]
#[serde(rename_all = "snake_case")]
pub(super) enum DeclineReason {
    /// No time now; perhaps later.
    Later,
    /// The clock gives too little time.
    TooFast,
    /// The clock gives too much time, or the game has no clock.
    TooSlow,
    /// The player prefers another ruleset.
    OtherRuleset,
    /// The player prefers other options of the same ruleset.
    OtherOptions,
    /// Another reason. The message may state it.
    Other,
}

impl DeclineReason {
    fn as_name(self) -> String {
        json!(self).as_str().unwrap_or_default().to_owned()
    }

    /// Reason with this name.
    pub(super) fn parse(word: &str) -> Option<Self> {
        serde_json::from_value(word.into()).ok()
    }
}

/// Answer that declines a challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "later", "text": "Ask me again in June"}))]
pub(super) struct DeclineRequest {
    /// Reason for declining.
    reason: DeclineReason,
    /// Message to the challenger alone: up to 500 characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500)]
    text: Option<String>,
}

impl DeclineRequest {
    fn validated_text(&self) -> Result<Option<String>, AppError> {
        self.text.as_deref().map(|text| validate_text("text", text, MAX_TEXT_CHARS)).transpose()
    }

    /// Decides to decline a challenge, if the player may do so.
    pub(super) fn decide(&self, loaded: &LiveGame, player_id: &str) -> Result<CommandOutcome, AppError> {
        decide_decline(loaded, player_id, self.reason, self.validated_text()?)
    }
}

/// Decline a challenge
///
/// Declines the challenge to you in this game. The seat that is reserved for you stays free, and the game is cancelled.
/// Only the challenger sees your reason and your message.
#[utoipa::path(post, path = "/v1/games/{id}/decline", tag = "seats", operation_id = "decline_challenge",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with this key gets the first answer again")),
    request_body = DeclineRequest,
    responses((status = 200, description = "The game as you see it now", body = GameBody,
        headers(("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_now", "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn decline(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, hash }: JsonBody<DeclineRequest>,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/decline"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, hash).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    body.validated_text()?;
    let (player_id, shown) = (me.clone(), app.clone());
    let reply = move |loaded: &LiveGame, _: &[play::TimedEvent]| {
        let reply = shown.game_response(loaded, loaded.viewer(&me).unwrap_or(Viewer::Public));
        let kept = keep.record_of(&reply);
        (reply, kept)
    };
    app.play.step(&id, move |loaded| body.decide(loaded, &player_id), reply).await
}

/// Seat of an open challenge to a player.
pub(super) fn challenged_seat(loaded: &LiveGame, player_id: &str) -> Option<Seat> {
    let kept = |kind: &SeatKind| matches!(kind, SeatKind::Kept(id) if id == player_id);
    let waits = |seat: &&crate::domain::game::SeatRow| kept(&seat.kind) && play::is_challenged(seat);
    loaded.seats.iter().find(waits).map(|seat| seat.seat)
}

/// Decides to decline a challenge. A game that the caller may not know of is 404, before any other error.
pub(super) fn decide_decline(
    loaded: &LiveGame,
    player_id: &str,
    reason: DeclineReason,
    text: Option<String>,
) -> Result<CommandOutcome, AppError> {
    if loaded.viewer(player_id).is_none() {
        return Err(AppError::from_kind(ErrorKind::NotFound));
    }
    let Some(seat) = challenged_seat(loaded, player_id) else {
        if matches!(loaded.game.status(), Status::Finished | Status::Cancelled) {
            return Err(AppError::from_kind(ErrorKind::GameOver));
        }
        let detail = match loaded.seat_of(player_id) {
            Some(_) => "you already have a seat in this game: leave it, or resign",
            None => "this game has no open challenge to you: check the id",
        };
        return Err(AppError::new(ErrorKind::NotNow, detail));
    };
    let decision = play::apply(&loaded.game, &Request::Abort(seat))?;
    Ok(CommandOutcome {
        off: CancelReason::Declined(Decline { seat, reason: reason.as_name(), words: text }),
        ..decision
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_stored_as_they_are_sent() {
        for reason in
            [DeclineReason::Later, DeclineReason::TooFast, DeclineReason::OtherRuleset, DeclineReason::Other]
        {
            assert_eq!(DeclineReason::parse(&reason.as_name()), Some(reason));
        }
        assert_eq!(DeclineReason::parse("because"), None);
    }
}
