//! Vacations: times that a player is away for, in which its clocks stand still.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Reader};
use super::create::player;
use super::extract::Body;
use super::idempotency::{self, Turn};
use super::reply::Reply;
use crate::ambient::Time;
use crate::play::ATTEMPTS;
use crate::play::vacations::{self, Allowance, Refusal};
use crate::problem::{Kind, Problem};
use crate::store::{self, Change, CommitError, PlayerRow, Vacation};

/// A vacation to be taken.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "2026-07-01T00:00:00Z", "until": "2026-07-15T00:00:00Z"}))]
pub(super) struct VacationRequest {
    /// When it begins (RFC 3339), not in the past; left out or null for now.
    #[serde(default)]
    #[schema(format = DateTime)]
    from: Option<String>,
    /// When it has ended (RFC 3339): an hour after its beginning or later, by the end of next year.
    #[schema(format = DateTime)]
    until: String,
}

/// A vacation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Vacation)]
pub(super) struct VacationBody {
    /// Its id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000d")]
    id: String,
    /// When it begins (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-07-01T00:00:00.000Z")]
    from: Time,
    /// When it has ended (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-07-15T00:00:00.000Z")]
    until: Time,
}

impl From<&Vacation> for VacationBody {
    fn from(vacation: &Vacation) -> Self {
        Self { id: vacation.id.clone(), from: vacation.from, until: vacation.until }
    }
}

/// What is left of the vacations of a calendar year.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct YearOfVacations {
    /// The year, in UTC.
    #[schema(minimum = 1970, example = 2026)]
    year: i16,
    /// How many days of vacation it has.
    #[schema(minimum = 0, maximum = 90, example = 28)]
    days: u32,
    /// How many seconds of them are neither taken nor planned.
    #[schema(minimum = 0, example = 1_209_600)]
    left_seconds: u64,
}

/// Your vacations.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Vacations {
    /// The vacations, in the order of time: those to come, and those since last year began.
    vacations: Vec<VacationBody>,
    /// What is left of this year and the next.
    allowance: Vec<YearOfVacations>,
}

impl Vacations {
    pub(super) fn of(all: &[Vacation], now: Time, days: u32) -> Self {
        let year = |Allowance { year, left }| YearOfVacations {
            year,
            days,
            left_seconds: u64::try_from(left / 1000).unwrap_or_default(),
        };
        Self {
            vacations: vacations::kept(all, now).iter().map(VacationBody::from).collect(),
            allowance: vacations::allowances(all, now, days).map(year).into(),
        }
    }
}

async fn myself(app: &App, id: &str) -> Result<PlayerRow, Problem> {
    player(app, id).await?.ok_or_else(|| Problem::plain(Kind::Unauthorized))
}

/// Your vacations
///
/// Those to come and those of late, and how much of your allowance is left. While you are away your clocks stand still, in
/// all your games.
#[utoipa::path(get, path = "/v1/players/me/vacations", tag = "players", operation_id = "list_vacations",
    security(("token" = ["read"])),
    responses((status = 200, description = "The vacations, and what is left", body = Vacations)))]
pub(super) async fn list(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    let me = myself(&app, &reader.player_id).await?;
    Ok(Reply::ok(&Vacations::of(&me.vacations, app.ambient.now(), app.vacation_days)))
}

/// Take a vacation
///
/// Your clocks stand still in it, in all your games, also in a turn that has begun. Your opponents see in each game that runs
/// when you are away, and its deadline as it then is. Each calendar year (UTC) has its own allowance of days; what a vacation
/// takes is counted exactly.
#[utoipa::path(post, path = "/v1/players/me/vacations", tag = "players", operation_id = "create_vacation",
    security(("token" = ["play"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    request_body = VacationRequest,
    responses((status = 201, description = "The vacation", body = VacationBody)),
    extensions(("x-problems" = json!(["not_now", "key_reused", "in_flight"]))))]
pub(super) async fn create(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Body { value: body, hash }: Body<VacationRequest>,
) -> Result<Reply, Problem> {
    let me = actor.player_id;
    let route = (Method::POST, "/v1/players/me/vacations".to_owned());
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, hash).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    let from = body.from.as_deref().map(|from| time("from", from)).transpose()?;
    let until = time("until", &body.until)?;
    if app.vacation_days == 0 {
        return Err(Problem::new(Kind::NotNow, "there are no vacations on this server"));
    }
    let id = app.ambient.id();
    for _ in 0..ATTEMPTS {
        let row = myself(&app, &me).await?;
        let now = app.ambient.now();
        let new = Vacation { id: id.clone(), from: from.unwrap_or(now), until };
        let reply = Reply::json(StatusCode::CREATED, &VacationBody::from(&new));
        let after = vacations::taken(&row.vacations, new, now, app.vacation_days).map_err(refused)?;
        if change(&app, row, after, keep.answer(&reply)).await? {
            return Ok(reply);
        }
        keep.untaken(&app).await?;
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// End a vacation
///
/// One that has begun ends now, and your clocks run on; one to come is gone. Either way you have what is left of it for
/// another time. One that is over stays as it is.
#[utoipa::path(delete, path = "/v1/players/me/vacations/{id}", tag = "players", operation_id = "end_vacation",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "The vacation's id", example = "0196f0a0-0000-7000-8000-00000000000d")),
    responses((status = 204, description = "You are not away, as far as this vacation goes")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn end(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    for _ in 0..ATTEMPTS {
        let row = myself(&app, &actor.player_id).await?;
        let after = vacations::ended(&row.vacations, &id, app.ambient.now());
        let after = after.ok_or_else(|| Problem::plain(Kind::NotFound))?;
        if after == row.vacations || change(&app, row, after, None).await? {
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// Reads a time.
fn time(field: &str, text: &str) -> Result<Time, Problem> {
    let read: Result<jiff::Timestamp, _> = text.parse();
    let wrong = |_| Problem::field(field, "send a time with its offset, as in 2026-07-01T00:00:00Z");
    read.map(|time| Time(time.as_millisecond())).map_err(wrong)
}

fn refused(refusal: Refusal) -> Problem {
    let field = match refusal {
        Refusal::Many => return Problem::new(Kind::NotNow, refusal.to_string()),
        Refusal::Past | Refusal::Overlap(..) => "from",
        Refusal::Short | Refusal::Far(_) | Refusal::Allowance { .. } => "until",
    };
    Problem::field(field, refusal.to_string())
}

/// Changes a player's vacations; false if they have changed meanwhile.
async fn change(
    app: &App,
    me: PlayerRow,
    after: Vec<Vacation>,
    answer: Option<store::Answer>,
) -> Result<bool, Problem> {
    let PlayerRow { id: player_id, vacations: before, .. } = me;
    let vacations = store::Vacations { player_id: player_id.clone(), before, after, answer };
    match app.store.commit(Change::Vacations(Box::new(vacations))).await {
        Ok(()) => {
            // What is in memory of the player's games says otherwise when whoever is to move is due.
            app.play.forget_games_of(&player_id).await;
            Ok(true)
        }
        Err(CommitError::Conflict) => Ok(false),
        Err(CommitError::Failed(error)) => Err(Problem::from(error)),
    }
}
