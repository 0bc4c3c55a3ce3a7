//! Challenges to and by a player.

use axum::extract::State;
use broadside_app::play::LiveGame;
use broadside_domain::challenge::{
    ChallengeCursor, ChallengeRow, ChallengeState, DeclineReason, Side,
};
use broadside_domain::time::Time;
use broadside_engine::seat::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::{GameSummary, Player};
use crate::request::auth::ReadAuth;
use crate::request::extract::Query;
use crate::request::page::{check_page_size, cut_page, default_limit, page_response};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::timeline::Timeline;

/// Direction of a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Direction {
    /// Challenge to you.
    #[default]
    In,
    /// Challenge by you.
    Out,
}

/// Filters and page of a list of challenges.
#[derive(Debug, Deserialize, Serialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChallengesQuery {
    /// Direction: challenges to you, or by you.
    #[serde(default)]
    #[param(inline, default = "in")]
    direction: Direction,
    /// State of the challenges.
    #[serde(default)]
    #[param(inline, default = "open")]
    state: ChallengeState,
    /// Number of challenges on a page, 1 to 50.
    #[serde(default = "default_limit")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
    /// Cursor: `next` of the previous page.
    #[param(example = "9f3a61c2.0196f0a0-0000-7000-8000-000000000001~2")]
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

/// Challenge: a seat that is reserved for a player.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Challenge)]
pub(crate) struct ChallengeBody {
    /// Game of the challenge. Take the seat to accept. To decline or withdraw, use the `decline` or
    /// `abort` operation of the game.
    game: GameSummary,
    /// Number of the reserved seat, from 1.
    seat: Seat,
    /// Player who made the challenge.
    by: Player,
    /// Player who is challenged.
    to: Player,
    /// State of the challenge.
    state: ChallengeState,
    /// Time at which it expires (RFC 3339, UTC); null if it is not open.
    expires_at: Option<Time>,
    /// Time at which it was answered, withdrawn or expired (RFC 3339, UTC); null while it is open.
    answered_at: Option<Time>,
    /// Reason for declining; null if it was not declined.
    reason: Option<DeclineReason>,
    /// Message of the player who declined; null if they wrote nothing.
    #[schema(example = "Ask me again in June")]
    text: Option<String>,
}

/// Page of challenges.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Challenges {
    /// Challenges on this page, newest first.
    challenges: Vec<ChallengeBody>,
    /// Cursor of the next page; null on the last page.
    next: Option<String>,
}

impl ChallengeBody {
    /// Challenge of a row, if it still has this state: the game may have changed since the row was
    /// read.
    pub(crate) fn from_row(
        row: ChallengeRow,
        loaded: &LiveGame,
        viewer: Viewer,
        state: ChallengeState,
        timeline: &Timeline,
    ) -> Option<Self> {
        let seat =
            loaded.seats.iter().find(|seat| i64::from(seat.seat.number()) == row.cursor.seat)?;
        let challenge = seat.challenge.as_ref().filter(|challenge| challenge.state == state)?;
        Some(Self {
            game: GameSummary::for_viewer(loaded, viewer, timeline),
            seat: seat.seat,
            by: Player::from(row.challenger),
            to: Player::from(row.challenged),
            state,
            expires_at: loaded.row.progress.deadline.filter(|_| state == ChallengeState::Open),
            answered_at: challenge.answered_at,
            reason: challenge.reason.as_deref().and_then(|reason| reason.parse().ok()),
            text: challenge.decline_message.clone(),
        })
    }
}

fn parse_position(text: &str) -> Option<ChallengeCursor> {
    let (game_id, seat) = text.split_once('~')?;
    uuid::Uuid::try_parse(game_id).ok()?;
    Some(ChallengeCursor { game_id: game_id.to_owned(), seat: seat.parse().ok()? })
}

/// List challenges
///
/// Returns challenges to you or by you, newest first. A seat that is reserved for a player is a
/// challenge to them, and so is a rematch. Taking the seat accepts the challenge. If the player
/// declines, or the challenge expires, the game is cancelled. `Link` with `rel="next"` leads to the
/// next page.
#[utoipa::path(get, path = "/v1/challenges", tag = "games", operation_id = "list_challenges",
    security(("token" = ["read"])),
    params(ChallengesQuery),
    responses((status = 200, description = "Page of challenges", body = Challenges,
        headers(("Link" = String, description = "Link to the next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["timeline_changed"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
    Query(query): Query<ChallengesQuery>,
) -> Result<JsonResponse, Problem> {
    let before = query
        .cursor
        .as_deref()
        .map(|cursor| state.timeline.parse_cursor(cursor, parse_position))
        .transpose()?;
    let side = if query.direction == Direction::In { Side::In } else { Side::Out };
    let me = &reader.player_id;
    let limit = check_page_size(query.limit)?;
    let result =
        state.app.store.challenges(me, side, query.state, before.as_ref(), limit + 1).await;
    let mut rows = result?;
    let has_next = cut_page(&mut rows, limit);
    let next = rows.last().filter(|_| has_next).map(|row| {
        state.timeline.format_cursor(format_args!("{}~{}", row.cursor.game_id, row.cursor.seat))
    });
    let ids: Vec<String> = rows.iter().map(|row| row.cursor.game_id.clone()).collect();
    let games = state.app.play.games(&ids).await?;
    let mut challenges = Vec::new();
    for row in rows {
        let Some(loaded) = games.iter().find(|loaded| loaded.row.id == row.cursor.game_id) else {
            continue;
        };
        let viewer = loaded.viewer(me).unwrap_or(Viewer::Public);
        let body = ChallengeBody::from_row(row, loaded, viewer, query.state, &state.timeline);
        challenges.extend(body);
    }
    let page = Challenges { challenges, next: next.clone() };
    let next_query = has_next.then_some(ChallengesQuery { cursor: next, ..query });
    page_response(&state, "/v1/challenges", &page, next_query)
}
