//! Vacations: periods in which a player is away and their clocks stand still.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::play::vacations::{self, Allowance};
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_domain::time_control::Vacation;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::request::auth::{ReadAuth, WriteAuth};
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Vacation to take.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"starts_at": "2026-07-01T00:00:00Z", "ends_at": "2026-07-15T00:00:00Z"}))]
pub(crate) struct VacationRequest {
    /// Start of the vacation (RFC 3339), not in the past; now if left out or null.
    #[schema(format = DateTime)]
    starts_at: Option<String>,
    /// End of the vacation (RFC 3339), at least an hour after its start, and no later than the end
    /// of next year.
    #[schema(format = DateTime)]
    ends_at: String,
}

/// Vacation of a player.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Vacation)]
pub(crate) struct VacationBody {
    /// Id of the vacation.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000d")]
    id: String,
    /// Start of the vacation (RFC 3339, UTC).
    starts_at: Time,
    /// End of the vacation (RFC 3339, UTC).
    ends_at: Time,
}

impl From<&Vacation> for VacationBody {
    fn from(vacation: &Vacation) -> Self {
        Self { id: vacation.id.clone(), starts_at: vacation.from, ends_at: vacation.until }
    }
}

/// Remaining vacation in a calendar year.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct VacationAllowance {
    /// Calendar year, in UTC.
    #[schema(minimum = 1970, example = 2026)]
    year: i16,
    /// Days of vacation in the year.
    #[schema(minimum = 0, maximum = 90, example = 28)]
    days: u32,
    /// Seconds of vacation that are neither taken nor planned.
    #[schema(minimum = 0, example = 1_209_600)]
    remaining_seconds: u64,
}

/// Your vacations and allowances.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Vacations {
    /// Vacations in order of time: those that ended since the start of last year, and those that
    /// have not ended.
    vacations: Vec<VacationBody>,
    /// Allowances of this year and the next.
    allowance: Vec<VacationAllowance>,
}

impl Vacations {
    pub(crate) fn new(all: &[Vacation], now: Time, days: u32) -> Self {
        let allowances = vacations::allowances(all, now, days);
        let allowances = allowances.map(|Allowance { year, left }| VacationAllowance {
            year,
            days,
            remaining_seconds: u64::try_from(left / 1000).unwrap_or_default(),
        });
        Self {
            vacations: vacations::retained(all, now).iter().map(VacationBody::from).collect(),
            allowance: allowances.into(),
        }
    }
}

/// List your vacations
///
/// Returns your recent and planned vacations, and your remaining allowance. During a vacation your
/// clocks stand still in all your games.
#[utoipa::path(get, path = "/v1/players/me/vacations", tag = "players", operation_id = "list_vacations",
    security(("token" = ["read"])),
    responses((status = 200, description = "The vacations and the remaining allowance", body = Vacations)))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    let me = state.app.require_player(&reader.player_id).await?;
    Ok(JsonResponse::ok(&Vacations::new(
        &me.vacations,
        state.app.env.now(),
        state.app.vacation_days,
    )))
}

/// Take a vacation
///
/// Stops your clocks in all your games for the time of the vacation, including a turn that has
/// already begun. Your opponents see in each running game when you are away, and the deadline
/// including the vacation.
///
/// Each calendar year (UTC) has its own allowance of days, and the time of a vacation is counted
/// exactly. The start must not be in the past. The vacation must last at least an hour, end no
/// later than the end of next year, and not overlap with another one. If this server has no
/// vacations, the answer is 409.
#[utoipa::path(post, path = "/v1/players/me/vacations", tag = "players", operation_id = "create_vacation",
    security(("token" = ["play"])),
    params(RequestKey),
    request_body = VacationRequest,
    responses((status = 201, description = "The vacation", body = VacationBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    actor: WriteAuth,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<VacationRequest>,
) -> Result<JsonResponse, Problem> {
    let key = key.with_payload(hash);
    let from = body.starts_at.as_deref().map(|from| parse_time("starts_at", from)).transpose()?;
    let until = parse_time("ends_at", &body.ends_at)?;
    let response = state
        .app
        .take_vacation(&actor.player_id, from, until, &key, |vacation| {
            JsonResponse::json(StatusCode::CREATED, &VacationBody::from(vacation))
        })
        .await?;
    Ok(response)
}

/// End a vacation
///
/// Ends a vacation that has begun, or cancels one that has not. The rest of it returns to your
/// allowance, and your clocks run on. A vacation that is over stays as it is.
#[utoipa::path(delete, path = "/v1/players/me/vacations/{id}", tag = "players", operation_id = "delete_vacation",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the vacation", example = "0196f0a0-0000-7000-8000-00000000000d")),
    responses((status = 204, description = "The vacation is over or cancelled")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn end(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    state.app.end_vacation(&actor.player_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Parses a time.
fn parse_time(field: &str, text: &str) -> Result<Time, AppError> {
    match text.parse::<jiff::Timestamp>() {
        Ok(time) => Ok(Time(time.as_millisecond())),
        Err(_) => Err(AppError::field(
            field,
            "send a time with its offset, for example 2026-07-01T00:00:00Z",
        )),
    }
}
