//! A game as it is sent: what its caller may know of it.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use broadside_engine::game::{Glimpse, RulesetId, View};
use broadside_engine::ruleset::{Outcome, Seat, Seats, Viewer};
use broadside_engine::table::{Fairness, SeatState, SeatView, Status};
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use super::reply::{Reply, json};
use super::timeline::Timeline;
use crate::ambient::Time;
use crate::openapi::GameOptions;
use crate::play::{Clock, Loaded, Logged, Visibility};
use crate::problem::{Kind, Problem};
use crate::store::{Outage, PlayerRow, SeatKind, SeatRow};

/// A player, as everybody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Player {
    /// The player's id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    pub(super) id: String,
    /// The player's name; null once the account is deleted.
    #[schema(example = "Ada")]
    pub(super) name: Option<String>,
}

impl From<&PlayerRow> for Player {
    fn from(row: &PlayerRow) -> Self {
        Self { id: row.id.clone(), name: row.name.clone() }
    }
}

/// Who may take a seat.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeatFor {
    /// Anybody.
    Open,
    /// Whoever has the invitation's code.
    Invite,
    /// The player that it is kept for.
    Player,
}

/// A seat of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub(super) struct SeatBody {
    /// Its number, from 1.
    seat: Seat,
    /// Who may take it.
    #[serde(rename = "for")]
    seat_for: SeatFor,
    /// The id of the player it is kept for, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, format = Uuid)]
    kept_for: Option<String>,
    /// Who sits there; null while it is free.
    player: Option<Player>,
    /// Whether its fleet is placed.
    placed: bool,
    /// Whether it is still in the game.
    state: SeatState,
    /// Its clock; null while none can run: in a game without a clock, before all seats are taken, for a seat that is out of
    /// the game, and when the game is over.
    clock: Option<SeatClock>,
    /// The vacations of its player from the beginning of the turn that runs up to its deadline, in the order of time. The
    /// seat's clock stands still in them.
    away: Vec<Absence>,
}

/// The clock of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct SeatClock {
    /// How many seconds it has: at the beginning of its turn, or for its next one if it is not to move. What has passed since is
    /// not taken off.
    #[schema(minimum = 0, example = 259_200)]
    left_seconds: u64,
    /// Since when its time runs (RFC 3339, UTC); null if it is not to move.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    since: Option<Time>,
    /// When its time is used up, with vacations and outages (RFC 3339, UTC); null if it is not to move.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-04T10:00:00.000Z")]
    due: Option<Time>,
    /// The outages of the service for which this turn has been given more time, in the order of time: times in which the server
    /// could take no move. At the end of each the seat has what it had left when the outage began, and at least an hour.
    outages: Vec<ServiceOutage>,
}

/// Time in which the server could take no move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ServiceOutage {
    /// When it began (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-04T02:13:00.000Z")]
    from: Time,
    /// When it had ended (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-04T09:45:10.000Z")]
    until: Time,
}

/// A time that a player is away for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Absence {
    /// When it begins (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-07-01T00:00:00.000Z")]
    from: Time,
    /// When it has ended (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-07-15T00:00:00.000Z")]
    until: Time,
}

/// What a player is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Due {
    /// Place.
    Place,
    /// Act.
    Act,
}

/// The caller's own place in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct You {
    /// The caller's seat.
    seat: Seat,
}

/// Return of a game to a backup: what came later did not happen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Restored)]
pub(super) struct RestoredBody {
    /// When the backup was restored (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    at: Time,
    /// The number of the last event that the game kept, of those that the caller can see.
    #[schema(minimum = 0, example = 5)]
    version: u64,
}

/// A game in a few words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct GameSummary {
    /// The game's id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    id: String,
    /// Its ruleset.
    ruleset: RulesetId,
    /// Its settings, defaults filled in.
    #[schema(value_type = GameOptions)]
    options: serde_json::Value,
    /// Who may know of it.
    visibility: Visibility,
    /// The id of the player who created it.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    created_by: String,
    /// The id of the game that it is the rematch of; null if it is none.
    #[schema(value_type = Option<String>, format = Uuid, example = "0196f0a0-0000-7000-8000-000000000002")]
    rematch_of: Option<String>,
    /// The id of the game that is the rematch of it; null while there is none.
    #[schema(value_type = Option<String>, format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    rematch: Option<String>,
    /// When it was created (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    created_at: Time,
    /// Where it is in its course.
    status: Status,
    /// How many events the caller can see: the number of the newest.
    #[schema(minimum = 0, example = 1)]
    version: u64,
    /// The timeline that `version` and all numbers of events and messages belong to. It changes when the server is restored
    /// from a backup.
    #[schema(example = "9f3a61c2")]
    timeline: String,
    /// When the game last went back to a backup, and how far; null if it never did.
    restored: Option<RestoredBody>,
    /// Its seats, in order.
    seats: Vec<SeatBody>,
    /// The caller's own place; null without one.
    you: Option<You>,
    /// The seats that are to move: to place before play, to play after.
    to_move: Seats,
    /// What the caller is to do, until the deadline; null if nothing.
    due: Option<Due>,
    /// How long a player has; null without a clock.
    clock: Option<Clock>,
    /// When whoever is to move must have moved, the first of them, or a challenge be answered (RFC 3339, UTC); null if nothing
    /// runs.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-04T10:00:00.000Z")]
    deadline: Option<Time>,
    /// How it ended; null until then.
    outcome: Option<Outcome>,
}

/// A game as its caller may know it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameBody {
    #[serde(flatten)]
    summary: GameSummary,
    /// The seat whose draw offer stands; null without one.
    draw_offer: Option<Seat>,
    /// What proves the server honest, as far as it is public now.
    fairness: Fairness,
    /// The game itself, as far as the caller may know it.
    view: View,
}

/// Something that happened, as its caller may know it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NumberedEvent)]
pub(super) struct EventBody {
    /// Its number among the events that the caller can see, from 1.
    #[schema(minimum = 1, example = 5)]
    pub(super) seq: u64,
    /// When it was decided (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    pub(super) at: Time,
    /// What happened.
    pub(super) event: Glimpse,
}

impl GameSummary {
    /// What a viewer may know of a game, in a few words.
    pub(super) fn of(loaded: &Loaded, viewer: Viewer, timeline: &Timeline) -> Self {
        let Loaded { row, seats, game, .. } = loaded;
        let turn = loaded.turn();
        let seat = |(row, seat): (&SeatRow, SeatView)| SeatBody {
            clock: clock(loaded, &seat),
            away: away(row, turn),
            seat: row.seat,
            seat_for: match row.kind {
                SeatKind::Open => SeatFor::Open,
                SeatKind::Invite(_) => SeatFor::Invite,
                SeatKind::Kept(_) => SeatFor::Player,
            },
            kept_for: match &row.kind {
                SeatKind::Kept(player) => Some(player.clone()),
                _ => None,
            },
            player: row.player.as_ref().map(Player::from),
            placed: seat.placed,
            state: seat.state,
        };
        Self {
            id: row.id.clone(),
            ruleset: game.ruleset(),
            options: game.options(),
            visibility: loaded.visibility,
            created_by: row.created_by.clone(),
            rematch_of: row.rematch_of.clone(),
            rematch: row.rematch.clone(),
            created_at: row.created_at,
            status: game.status(),
            version: game.visible(viewer),
            timeline: timeline.as_str().to_owned(),
            restored: row
                .restored
                .as_ref()
                .map(|restored| RestoredBody { at: restored.at, version: restored.version(viewer) }),
            seats: seats.iter().zip(game.seats()).map(seat).collect(),
            you: viewer.seat().map(|seat| You { seat }),
            to_move: game.to_move(),
            due: due(loaded, viewer),
            clock: loaded.clock,
            deadline: row.course.deadline,
            outcome: game.outcome().cloned(),
        }
    }
}

/// The clock of a seat that is in the game.
fn clock(loaded: &Loaded, seat: &SeatView) -> Option<SeatClock> {
    let (time, due) = loaded.time_of(seat.seat).filter(|_| seat.state == SeatState::Active)?;
    let left_seconds = u64::try_from(time.left / 1000).unwrap_or_default();
    let outage = |outage: &Outage| ServiceOutage { from: outage.from, until: outage.until };
    let outages = loaded.outages_of(seat.seat).into_iter().map(outage).collect();
    Some(SeatClock { left_seconds, since: time.runs.map(|run| run.since), due, outages })
}

/// When a seat's player is away in a turn. What it shows follows from the game and not from the hour at which it is shown.
fn away(seat: &SeatRow, turn: Option<(Time, Time)>) -> Vec<Absence> {
    let (Some((since, due)), Some(player)) = (turn, &seat.player) else { return Vec::new() };
    let within = player.vacations.iter().filter(|vacation| vacation.until > since && vacation.from < due);
    within.map(|vacation| Absence { from: vacation.from, until: vacation.until }).collect()
}

/// What a viewer with a seat is to do.
fn due(loaded: &Loaded, viewer: Viewer) -> Option<Due> {
    let seat = viewer.seat().filter(|seat| loaded.game.to_move().contains(*seat))?;
    let placed = loaded.game.seats().iter().any(|view| view.seat == seat && view.placed);
    Some(if loaded.game.status() == Status::Placing && !placed { Due::Place } else { Due::Act })
}

impl GameBody {
    /// What a viewer may know of a game.
    pub(super) fn of(loaded: &Loaded, viewer: Viewer, timeline: &Timeline) -> Self {
        Self {
            summary: GameSummary::of(loaded, viewer, timeline),
            draw_offer: loaded.game.draw_offer(),
            fairness: loaded.game.fairness(),
            view: loaded.game.view(viewer),
        }
    }
}

/// What a viewer may see of new entries of a log, of whose past it can see `before`.
pub(super) fn glimpses(before: u64, logged: &[Logged], viewer: Viewer) -> Vec<EventBody> {
    let seen = logged.iter().filter_map(|Logged { at, entry }| Some((*at, entry.glimpse(viewer)?)));
    // The events come first in the pair: where there are none, no number is counted past the largest.
    seen.zip(before.saturating_add(1)..).map(|((at, event), seq)| EventBody { seq, at, event }).collect()
}

impl Service {
    /// The body of a game as a player sees it, with its entity tag.
    pub(super) fn body(&self, loaded: &Loaded, player_id: &str, viewer: Viewer) -> (Vec<u8>, String) {
        let body = json(&GameBody::of(loaded, viewer, &self.timeline));
        let tag = self.etag(player_id, &body);
        (body, tag)
    }

    /// A game as a player sees it, with its entity tag.
    pub(super) fn show(&self, loaded: &Loaded, player_id: &str, viewer: Viewer) -> Reply {
        let (body, tag) = self.body(loaded, player_id, viewer);
        Reply::written(StatusCode::OK, body).with(header::ETAG, tag)
    }

    /// Holds a request with `If-Match` against what its caller can see.
    ///
    /// # Errors
    /// 412 if the game is another than the caller has seen.
    pub(super) fn fresh(
        &self,
        if_match: Option<&str>,
        loaded: &Loaded,
        player_id: &str,
        viewer: Viewer,
    ) -> Result<(), Problem> {
        let Some(expected) = if_match else { return Ok(()) };
        let (_, tag) = self.body(loaded, player_id, viewer);
        match names(expected, &tag, Weak::Differs) {
            true => Ok(()),
            false => Err(Problem::plain(Kind::Stale)),
        }
    }
}

/// The entity tags of a header, which may stand on several lines.
pub(super) fn tags(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let lines: Vec<_> =
        headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

/// What is held of a tag marked as weak: `If-None-Match` compares weakly, `If-Match` strongly (RFC 9110, 8.8.3.2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weak {
    /// The mark is passed over.
    Agrees,
    /// It is another tag.
    Differs,
}

/// Whether a list of entity tags, as in `If-Match` or `If-None-Match`, names this one.
pub(super) fn names(list: &str, tag: &str, weak: Weak) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        let tag = if weak == Weak::Agrees { tag.trim_start_matches("W/") } else { tag };
        tag.trim_matches('"').trim_end_matches("-gzip").to_owned()
    };
    list.split(',').any(|each| each.trim() == "*" || opaque(each) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::{Weak, names};

    #[test]
    fn entity_tags_are_found_in_lists() {
        for list in ["\"a\"", "*", "\"b\", \"a\"", "W/\"a\"", "\"a-gzip\""] {
            assert!(names(list, "\"a\"", Weak::Agrees), "{list}");
            assert_eq!(names(list, "\"a\"", Weak::Differs), !list.starts_with("W/"), "{list}");
        }
        for list in ["", "\"b\"", "\"aa\"", "a b"] {
            assert!(!names(list, "\"a\"", Weak::Agrees), "{list}");
        }
    }
}
