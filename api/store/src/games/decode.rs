//! Decoding of a game with its seats and its log, which the query returns as JSON.

use broadside_domain::bot::BotDues;
use broadside_domain::challenge::{Challenge, ChallengeState};
use broadside_domain::game::{
    AudienceMask, EventRow, GameProgress, GameRow, SeatKind, SeatRow, StoredGame,
};
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::Seat;
use serde::Deserialize;

use crate::decode::parse_json;
use crate::error::StoreError;
use crate::sql::{Record, Row};

/// Game by its id, as [`Backend::games`](crate::Backend::games) selects it. Only the id must be
/// readable.
impl Record for (String, Result<StoredGame, StoreError>) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((row.get("id")?, decode_game(row)))
    }
}

/// Decodes a game.
///
/// # Errors
/// If a column cannot be read.
fn decode_game(row: &Row) -> Result<StoredGame, StoreError> {
    let created_at = row.get("created_at")?;
    let mut seats: Vec<SeatJson> = row.json::<Option<_>>("seats")?.unwrap_or_default();
    seats.sort_unstable_by_key(|seat| seat.seat);
    let mut events: Vec<EventJson> = row.json::<Option<_>>("events")?.unwrap_or_default();
    events.sort_unstable_by_key(|event| event.seq);
    let last_at = events.last().map_or(created_at, |event| Time(event.at));
    let snapshot_version: i64 = row.get("snapshot_version")?;
    events.retain(|event| event.seq > snapshot_version);
    let bot_dues: Option<String> = row.get("bot_dues")?;
    Ok(StoredGame {
        events: events.into_iter().map(Into::into).collect(),
        seats: seats.into_iter().map(SeatJson::row).collect::<Result<_, _>>()?,
        snapshot: StoredSecret::from_store(row.get("snapshot")?),
        last_at,
        bot_dues: match bot_dues {
            Some(dues) => BotDues::parse(&dues).ok_or_else(|| {
                StoreError::Failed("the times of a game's bots make no sense".to_owned())
            })?,
            None => BotDues::default(),
        },
        row: GameRow {
            id: row.get("id")?,
            ruleset: row.get("ruleset")?,
            visibility: row.get("visibility")?,
            clock: row.get("clock")?,
            created_at,
            created_by: row.get("created_by")?,
            rematch_of: row.get("rematch_of")?,
            rematch: row.get("rematch")?,
            meta_version: row.get("meta_version")?,
            restored: row.json("restored")?,
            progress: GameProgress {
                version: row.get("version")?,
                status: row.get("status")?,
                deadline: row.get("deadline")?,
                next_check_at: row.get("next_check_at")?,
                clock_state: row.json("clock_state")?,
                open: row.get("open")?,
                to_move: AudienceMask(row.get("to_move")?),
            },
        },
    })
}

/// Event, as the JSON of a game's log has it.
#[derive(Deserialize)]
struct EventJson {
    seq: i64,
    at: i64,
    audience: i64,
    body: String,
}

impl From<EventJson> for EventRow {
    fn from(event: EventJson) -> Self {
        Self {
            seq: event.seq as u64,
            at: Time(event.at),
            audience: AudienceMask(event.audience),
            body: StoredSecret::from_store(event.body),
        }
    }
}

/// Seat, as the JSON of a game's seats has it.
#[derive(Deserialize)]
struct SeatJson {
    seat: i64,
    kind: String,
    reserved_for: Option<String>,
    code_hash: Option<String>,
    player_id: Option<String>,
    name: Option<String>,
    created_at: Option<i64>,
    vacations: Option<String>,
    is_bot: i64,
    challenger_id: Option<String>,
    challenge: Option<String>,
    reason: Option<String>,
    decline_message: Option<String>,
    answered_at: Option<i64>,
    reminders: Option<String>,
}

impl SeatJson {
    fn row(self) -> Result<SeatRow, StoreError> {
        let seat = u8::try_from(self.seat).ok().and_then(Seat::new);
        let (Some(seat), Some(kind), Ok(challenge_state)) =
            (seat, self.seat_kind(), self.challenge_state())
        else {
            return Err(StoreError::Failed(format!(
                "seat {} of kind `{}` has columns that do not fit together",
                self.seat, self.kind
            )));
        };
        let challenge = match (challenge_state, self.challenger_id) {
            (Some(state), Some(challenger_id)) => Some(Challenge {
                challenger_id,
                state,
                reason: self.reason,
                decline_message: self.decline_message,
                answered_at: self.answered_at.map(Time),
            }),
            _ => None,
        };
        let vacations = parse_json("vacations", self.vacations.as_deref().unwrap_or("[]"))?;
        let reminders = parse_json("reminders", self.reminders.as_deref().unwrap_or("[]"))?;
        Ok(SeatRow {
            seat,
            kind,
            challenge,
            player: self.player_id.map(|id| PlayerRow {
                id,
                name: self.name,
                created_at: Time(self.created_at.unwrap_or_default()),
                vacations,
                is_bot: self.is_bot != 0,
                reminders,
            }),
        })
    }

    fn seat_kind(&self) -> Option<SeatKind> {
        match &*self.kind {
            "open" => Some(SeatKind::Open),
            "invite" => Some(SeatKind::Invite(self.code_hash.clone()?)),
            "player" => Some(SeatKind::Reserved(self.reserved_for.clone()?)),
            "bot" => Some(SeatKind::Bot),
            _ => None,
        }
    }

    /// Returns the state of the challenge, if the seat has a challenger.
    fn challenge_state(&self) -> Result<Option<ChallengeState>, strum::ParseError> {
        match (&self.challenge, &self.challenger_id) {
            (Some(state), Some(_)) => state.parse().map(Some),
            _ => Ok(None),
        }
    }
}
