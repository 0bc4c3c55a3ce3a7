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

/// Row of a game, as [`Backend::games`](crate::Backend::games) selects it.
pub(super) struct Game {
    pub(super) id: String,
    ruleset: String,
    visibility: String,
    clock: Option<String>,
    created_at: i64,
    created_by: String,
    rematch_of: Option<String>,
    rematch: Option<String>,
    bot_dues: Option<String>,
    version: i64,
    meta_version: i64,
    status: String,
    deadline: Option<i64>,
    next_check_at: Option<i64>,
    clock_state: Option<String>,
    open: bool,
    to_move: i64,
    restored: Option<String>,
    snapshot: String,
    snapshot_version: i64,
    seats: Option<String>,
    events: Option<String>,
}

impl Record for Game {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.get("id")?,
            ruleset: row.get("ruleset")?,
            visibility: row.get("visibility")?,
            clock: row.get("clock")?,
            created_at: row.get("created_at")?,
            created_by: row.get("created_by")?,
            rematch_of: row.get("rematch_of")?,
            rematch: row.get("rematch")?,
            bot_dues: row.get("bot_dues")?,
            version: row.get("version")?,
            meta_version: row.get("meta_version")?,
            status: row.get("status")?,
            deadline: row.get("deadline")?,
            next_check_at: row.get("next_check_at")?,
            clock_state: row.get("clock_state")?,
            open: row.get("open")?,
            to_move: row.get("to_move")?,
            restored: row.get("restored")?,
            snapshot: row.get("snapshot")?,
            snapshot_version: row.get("snapshot_version")?,
            seats: row.get("seats")?,
            events: row.get("events")?,
        })
    }
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

impl Game {
    /// Decodes the game.
    ///
    /// # Errors
    /// If a column cannot be read.
    pub(super) fn stored(self) -> Result<StoredGame, StoreError> {
        let mut seats: Vec<SeatJson> = parse_json("seats", self.seats.as_deref().unwrap_or("[]"))?;
        seats.sort_unstable_by_key(|seat| seat.seat);
        let mut events: Vec<EventJson> =
            parse_json("events", self.events.as_deref().unwrap_or("[]"))?;
        events.sort_unstable_by_key(|event| event.seq);
        let last_at = Time(events.last().map_or(self.created_at, |event| event.at));
        events.retain(|event| event.seq > self.snapshot_version);
        let seats: Vec<SeatRow> = seats.into_iter().map(SeatJson::row).collect::<Result<_, _>>()?;
        Ok(StoredGame {
            events: events.into_iter().map(Into::into).collect(),
            seats,
            snapshot: StoredSecret::from_store(self.snapshot),
            last_at,
            bot_dues: match self.bot_dues.as_deref() {
                Some(dues) => BotDues::parse(dues).ok_or_else(|| {
                    StoreError::Failed("the times of a game's bots make no sense".to_owned())
                })?,
                None => BotDues::default(),
            },
            row: GameRow {
                id: self.id,
                ruleset: self.ruleset,
                visibility: self.visibility,
                clock: self.clock,
                created_at: Time(self.created_at),
                created_by: self.created_by,
                rematch_of: self.rematch_of,
                rematch: self.rematch,
                meta_version: self.meta_version as u64,
                restored: self
                    .restored
                    .as_deref()
                    .map(|restored| parse_json("restored", restored))
                    .transpose()?,
                progress: GameProgress {
                    version: self.version as u64,
                    status: self.status,
                    deadline: self.deadline.map(Time),
                    next_check_at: self.next_check_at.map(Time),
                    clock_state: self
                        .clock_state
                        .as_deref()
                        .map(|clock_state| parse_json("clock_state", clock_state))
                        .transpose()?,
                    open: self.open,
                    to_move: AudienceMask(self.to_move),
                },
            },
        })
    }
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
        let vacations = self
            .vacations
            .as_deref()
            .map(|vacations| parse_json("vacations", vacations))
            .transpose()?;
        let reminders = self
            .reminders
            .as_deref()
            .map(|reminders| parse_json("reminders", reminders))
            .transpose()?;
        Ok(SeatRow {
            seat,
            kind,
            challenge,
            player: self.player_id.map(|id| PlayerRow {
                id,
                name: self.name,
                created_at: Time(self.created_at.unwrap_or_default()),
                vacations: vacations.unwrap_or_default(),
                is_bot: self.is_bot != 0,
                reminders: reminders.unwrap_or_default(),
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
