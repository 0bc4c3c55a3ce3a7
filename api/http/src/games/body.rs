//! A game as it is sent: what its caller may know of it.

use axum::http::{StatusCode, header};
use broadside_app::play::{LiveGame, TimedEvent};
use broadside_app::{Executed, Render};
use broadside_domain::game::{SeatKind, SeatRow, Visibility};
use broadside_domain::player::{PlayerName, PlayerRow};
use broadside_domain::time::Time;
use broadside_domain::time_control::{Clock, ClockFields};
use broadside_engine::game::{Game, Glimpse, RulesetId, View};
use broadside_engine::ruleset::Outcome;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Fairness, SeatBot, SeatState, SeatView, Status};
use serde::Serialize;
use serde_json::{Value, json};

use crate::games::invitations::Invitation;
use crate::response::stored_response::{self, JsonResponse};
use crate::timeline::Timeline;
use crate::{AppState, SharedState};

/// Player as everybody sees them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Player {
    /// Id of the player.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    pub(crate) id: String,
    /// Name of the player; null if the account is deleted.
    #[schema(example = "Ada")]
    pub(crate) name: Option<String>,
    /// True if the account is marked as a bot; left out if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bot: bool,
}

impl From<&PlayerRow> for Player {
    fn from(row: &PlayerRow) -> Self {
        Self { id: row.id.clone(), name: row.name.clone(), bot: row.is_bot }
    }
}

impl From<PlayerName> for Player {
    fn from(PlayerName { id, name, is_bot }: PlayerName) -> Self {
        Self { id, name, bot: is_bot }
    }
}

/// Players who may take a seat.
#[derive(
    Clone, Copy, Debug, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatAccess {
    /// Any player.
    Open,
    /// A player with the code of the invitation.
    Invite,
    /// Only the player named in `reserved_for`.
    Player,
    /// A bot of the server, which has the seat from the start.
    Bot,
}

/// Seat of a game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Seat)]
pub(crate) struct SeatBody {
    /// Number of the seat, from 1.
    seat: Seat,
    /// Players who may take the seat.
    access: SeatAccess,
    /// Id of the player who holds the reservation; left out if the seat is not reserved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Uuid)]
    reserved_for: Option<String>,
    /// Player in the seat; left out while the seat is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Player)]
    player: Option<Player>,
    /// Bot of the server in the seat; left out if a player has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SeatBot)]
    bot: Option<SeatBot>,
    /// True if the fleet of the seat is placed.
    placed: bool,
    /// State of the seat: whether it is still in the game.
    state: SeatState,
    /// Clock of the seat; left out while it cannot run: in a game without a clock, before all seats
    /// are taken, for a seat that is out of the game, and when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SeatClock)]
    clock: Option<SeatClock>,
    /// Vacations of the player from the start of the current turn to its deadline, in order of
    /// time; left out if the list is empty. The clock of the seat stands still in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absences: Vec<Absence>,
}

/// Clock of a seat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct SeatClock {
    /// Seconds that the seat has: from the start of its turn, or for its next turn if it is not to
    /// move. Time that has passed since the start of the turn is not subtracted.
    #[schema(minimum = 0, example = 259_200)]
    remaining_seconds: u64,
    /// Time at which the clock started to run (RFC 3339, UTC); left out if the seat is not to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Time)]
    started_at: Option<Time>,
    /// Time at which the clock runs out, with vacations and outages (RFC 3339, UTC); left out if
    /// the seat is not to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Time)]
    due_at: Option<Time>,
    /// Outages for which this turn got more time, in order of time; left out if the list is empty.
    /// In an outage the server could not take a move. At the end of each, the seat has the time
    /// that it had at the start, and at least an hour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outages: Vec<ServiceOutage>,
}

/// Period in which the server could not take a move.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ServiceOutage {
    /// Start of the outage (RFC 3339, UTC).
    started_at: Time,
    /// End of the outage (RFC 3339, UTC).
    ended_at: Time,
}

/// Period in which a player is on vacation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Absence {
    /// Start of the vacation (RFC 3339, UTC).
    starts_at: Time,
    /// End of the vacation (RFC 3339, UTC).
    ends_at: Time,
}

/// Next thing that a player must do in a game.
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
#[serde(rename_all = "snake_case")]
pub(crate) enum NextAction {
    /// Place your fleet.
    Place,
    /// Submit actions.
    Act,
}

/// Caller's own place in a game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Me)]
pub(crate) struct Me {
    /// Seat of the caller.
    seat: Seat,
}

/// Return of a game to a backup: what came later did not happen.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Restored)]
pub(crate) struct RestoredBody {
    /// Time at which the backup was restored (RFC 3339, UTC).
    restored_at: Time,
    /// Number of the last event that the game kept, of those that the caller can see.
    #[schema(minimum = 0, example = 5)]
    version: u64,
}

/// Game as a list shows it: everything but the battle itself.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GameSummary {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    id: String,
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Settings of the game, defaults included.
    #[schema(value_type = Object)]
    options: Value,
    /// Players who may know of the game.
    visibility: Visibility,
    /// Id of the player who created the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    created_by: String,
    /// Id of the game that this game repeats; left out if it is not a rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Uuid, example = "0196f0a0-0000-7000-8000-000000000002")]
    rematch_of: Option<String>,
    /// Id of the rematch of this game; left out until a rematch is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    rematch: Option<String>,
    /// Time at which the game was created (RFC 3339, UTC).
    created_at: Time,
    /// Status of the game.
    status: Status,
    /// Number of the newest event that the caller can see; events are counted for each viewer.
    #[schema(minimum = 0, example = 1)]
    version: u64,
    /// Timeline to which `version` and all numbers of events and messages belong. It changes when
    /// the server is restored from a backup.
    #[schema(example = "9f3a61c2")]
    timeline: String,
    /// Last return of the game to a backup; left out if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RestoredBody)]
    restored: Option<RestoredBody>,
    /// Seats of the game, in order.
    seats: Vec<SeatBody>,
    /// Caller's own place; left out for a caller without a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Me)]
    you: Option<Me>,
    /// Seats that are to move: to place before play, to act after.
    to_move: Seats,
    /// Next action of the caller, due before the deadline; left out if the caller need not act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = NextAction)]
    next_action: Option<NextAction>,
    /// Time control of the game; left out in a game without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ClockFields)]
    clock: Option<Clock>,
    /// Earliest time at which a clock runs out or a challenge expires (RFC 3339, UTC); left out if
    /// nothing runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Time)]
    deadline_at: Option<Time>,
    /// Outcome of the game; left out until the game is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Outcome)]
    outcome: Option<Outcome>,
}

/// Game as the caller may know it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Game)]
pub(crate) struct GameBody {
    #[serde(flatten)]
    summary: GameSummary,
    /// Seat whose draw offer stands; left out without an offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Seat)]
    draw_offer: Option<Seat>,
    /// Public values that prove the honesty of the server.
    fairness: Fairness,
    /// Battle as the caller may know it.
    #[schema(value_type = Object)]
    view: View,
    /// Invitations to the seats, only in the answer that creates the game. Each code is shown this
    /// once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) invitations: Vec<Invitation>,
}

/// Event of a game as the caller may know it. The document merges these fields into each type of
/// event.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EventEnvelope)]
pub(crate) struct EventBody {
    /// Number of the event among those that the caller can see, from 1.
    #[schema(minimum = 1, example = 5)]
    pub(crate) seq: u64,
    /// Time at which the event was decided (RFC 3339, UTC).
    pub(crate) occurred_at: Time,
    /// The event itself.
    #[serde(flatten)]
    #[schema(ignore)]
    pub(crate) event: Glimpse,
}

impl GameSummary {
    /// Describes a game as a viewer may know it.
    pub(crate) fn for_viewer(loaded: &LiveGame, viewer: Viewer, timeline: &Timeline) -> Self {
        let LiveGame { row, seats, game, .. } = loaded;
        let turn = loaded.turn_span();
        let seats = seats.iter().zip(game.seats()).map(|(row, seat)| SeatBody {
            clock: seat_clock(loaded, &seat),
            absences: absences(row, turn),
            seat: row.seat,
            access: match row.kind {
                SeatKind::Open => SeatAccess::Open,
                SeatKind::Invite(_) => SeatAccess::Invite,
                SeatKind::Reserved(_) => SeatAccess::Player,
                SeatKind::Bot => SeatAccess::Bot,
            },
            reserved_for: match &row.kind {
                SeatKind::Reserved(player) => Some(player.clone()),
                _ => None,
            },
            player: row.player.as_ref().map(Player::from),
            bot: seat.bot,
            placed: seat.placed,
            state: seat.state,
        });
        Self {
            id: row.id.clone(),
            ruleset: game.ruleset(),
            options: options_body(game),
            visibility: loaded.visibility,
            created_by: row.created_by.clone(),
            rematch_of: row.rematch_of.clone(),
            rematch: row.rematch.clone(),
            created_at: row.created_at,
            status: game.status(),
            version: game.visible(viewer),
            timeline: timeline.as_str().to_owned(),
            restored: row.restored.as_ref().map(|restored| RestoredBody {
                restored_at: restored.at,
                version: restored.version(viewer),
            }),
            seats: seats.collect(),
            you: viewer.seat().map(|seat| Me { seat }),
            to_move: game.to_move(),
            next_action: next_action(loaded, viewer),
            clock: loaded.clock,
            deadline_at: row.progress.deadline,
            outcome: game.outcome().cloned(),
        }
    }
}

/// Settings of a game as answers show them: a given map is an object here, and a bare list where it
/// is stored.
fn options_body(game: &Game) -> Value {
    let mut options = game.options();
    if let Some(map) = options.get_mut("map").filter(|map| map.is_array()) {
        *map = json!({"terrain": map.take()});
    }
    options
}

/// Clock of a seat that is in the game.
fn seat_clock(loaded: &LiveGame, seat: &SeatView) -> Option<SeatClock> {
    let (time, due_at) =
        loaded.seat_clock(seat.seat).filter(|_| seat.state == SeatState::Active)?;
    let remaining_seconds = u64::try_from(time.left / 1000).unwrap_or_default();
    let outages = loaded
        .outages_of(seat.seat)
        .into_iter()
        .map(|outage| ServiceOutage { started_at: outage.from_at, ended_at: outage.until_at });
    Some(SeatClock {
        remaining_seconds,
        started_at: time.runs.map(|run| run.since),
        due_at,
        outages: outages.collect(),
    })
}

/// Vacations of a seat's player within a turn. They follow from the game, and not from the time of
/// the request.
fn absences(seat: &SeatRow, turn: Option<(Time, Time)>) -> Vec<Absence> {
    let Some((since, due)) = turn else { return Vec::new() };
    let Some(player) = &seat.player else { return Vec::new() };
    let within =
        player.vacations.iter().filter(|vacation| vacation.until > since && vacation.from < due);
    within.map(|vacation| Absence { starts_at: vacation.from, ends_at: vacation.until }).collect()
}

/// Next action of a viewer with a seat.
fn next_action(loaded: &LiveGame, viewer: Viewer) -> Option<NextAction> {
    let seat = viewer.seat().filter(|seat| loaded.game.to_move().contains(*seat))?;
    let placed = loaded.game.seats().iter().any(|view| view.seat == seat && view.placed);
    let must_place = loaded.game.status() == Status::Placing && !placed;
    Some(if must_place { NextAction::Place } else { NextAction::Act })
}

impl GameBody {
    /// Describes a game as a viewer may know it.
    pub(crate) fn for_viewer(loaded: &LiveGame, viewer: Viewer, timeline: &Timeline) -> Self {
        Self {
            summary: GameSummary::for_viewer(loaded, viewer, timeline),
            draw_offer: loaded.game.draw_offer(),
            fairness: loaded.game.fairness(),
            view: loaded.game.view(viewer),
            invitations: Vec::new(),
        }
    }
}

/// Lists new entries of a log as a viewer may see them; `before` is how many the viewer could see
/// before.
pub(crate) fn glimpses(before: u64, logged: &[TimedEvent], viewer: Viewer) -> Vec<EventBody> {
    let visible =
        logged.iter().filter_map(|TimedEvent { at, entry }| Some((*at, entry.glimpse(viewer)?)));
    // The events come first in the pair, so that an empty list counts no number past the largest.
    let numbered = visible.zip(before.saturating_add(1)..);
    numbered.map(|((occurred_at, event), seq)| EventBody { seq, occurred_at, event }).collect()
}

impl AppState {
    /// Body of a game as a viewer sees it, with its entity tag.
    pub(crate) fn render_game(&self, loaded: &LiveGame, viewer: Viewer) -> (Vec<u8>, String) {
        let body = stored_response::to_json(&GameBody::for_viewer(loaded, viewer, &self.timeline));
        let tag = match viewer {
            Viewer::Seat(seat) => self.etag(&seat.to_string(), &body),
            Viewer::Public => self.etag("public", &body),
        };
        (body, tag)
    }

    /// Answer that shows a game to a viewer, with its entity tag.
    pub(crate) fn game_response(&self, loaded: &LiveGame, viewer: Viewer) -> JsonResponse {
        let (body, tag) = self.render_game(loaded, viewer);
        JsonResponse::from_bytes(StatusCode::OK, body).with_header(header::ETAG, tag)
    }
}

/// Rendering of the game after a command, as its player sees it.
pub(crate) struct ShowGame<'a>(pub(crate) &'a SharedState);

impl Render for ShowGame<'_> {
    type Response = JsonResponse;

    fn render(&self, executed: Executed<'_>) -> JsonResponse {
        self.0.game_response(executed.game, executed.viewer)
    }
}
