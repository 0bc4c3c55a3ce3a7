//! A game as it is committed, with everything around it: its row, its seats and who sits there.

use std::sync::Arc;

use broadside_engine::game::{Entry, Game, RulesetId};
use broadside_engine::ruleset::{Seat, Viewer};
use broadside_engine::table::Status;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seating::is_challenged;
use crate::ambient::Time;
use crate::store::{Course, EventRow, GameRow, Heard, Mask, SeatKind, SeatRow, StoredGame, Traits};

/// Who may know of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody may see what is public of it, and take a seat that is open.
    #[default]
    Public,
    /// Its players alone, and those whom a seat is kept for.
    Private,
}

/// How long a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"days_per_turn": 3}))]
pub struct Clock {
    /// How many days each turn may take, 1 to 14. Whoever lets them pass loses; while the fleets are being placed the
    /// game is called off.
    #[schema(minimum = 1, maximum = 14, example = 3)]
    pub days_per_turn: u32,
}

/// A game as it is committed.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its row.
    pub row: GameRow,
    /// Its seats, in order.
    pub seats: Arc<[SeatRow]>,
    /// Who may know of it.
    pub visibility: Visibility,
    /// Its clock.
    pub clock: Option<Clock>,
    /// The game.
    pub game: Game,
    /// When the newest entry of its log was decided.
    pub last_at: Time,
}

impl Loaded {
    /// Reads a game from what is stored of it.
    pub(super) fn restore(stored: StoredGame) -> Result<Self, String> {
        let StoredGame { row, seats, snapshot, events, last_at } = stored;
        let ruleset: RulesetId = row.ruleset.parse()?;
        let unreadable = |error: String| format!("game {}: {error}", row.id);
        let mut game = Game::restore(ruleset, &snapshot).map_err(|error| unreadable(error.to_string()))?;
        for event in events {
            let entry =
                Entry::restore(ruleset, &event.body).map_err(|error| unreadable(error.to_string()))?;
            game.evolve(&entry).map_err(unreadable)?;
        }
        let read = |text: &str| serde_json::from_str(text).map_err(|error| unreadable(error.to_string()));
        let clock = row.clock.as_deref().map(read).transpose()?;
        let visibility = serde_json::from_value(row.visibility.clone().into())
            .map_err(|error| unreadable(error.to_string()))?;
        Ok(Self { row, seats: seats.into(), visibility, clock, game, last_at })
    }

    /// The seat of a player.
    pub fn seat_of(&self, player_id: &str) -> Option<Seat> {
        let sits = |seat: &&SeatRow| seat.player.as_ref().is_some_and(|player| player.id == player_id);
        self.seats.iter().find(sits).map(|seat| seat.seat)
    }

    /// The seat of whoever made the game, if that player sits.
    pub fn creator(&self) -> Option<Seat> {
        self.seat_of(&self.row.created_by)
    }

    /// Whether it waits for the answer to a challenge.
    pub fn challenges(&self) -> bool {
        self.game.status() == Status::Waiting && self.seats.iter().any(is_challenged)
    }

    /// What it can be found by.
    pub fn traits(&self) -> Traits {
        let options = serde_json::to_value(self.game.options()).unwrap_or_default();
        let mut text = String::from(" ");
        for (name, value) in options.as_object().into_iter().flatten() {
            match value {
                serde_json::Value::String(word) => text.push_str(&format!("{name}:{word} ")),
                serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {
                    text.push_str(&format!("{name}:{value} "));
                }
                _ => {}
            }
        }
        Traits {
            options: text,
            clock_kind: self.clock.map(|_| "days_per_turn"),
            clock_days: self.clock.map(|clock| clock.days_per_turn),
        }
    }

    /// Whether its deadline has passed.
    pub fn overdue(&self, now: Time) -> bool {
        self.row.course.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// How a player looks at the game; `None` if it may not know that there is one.
    pub fn viewer(&self, player_id: &str) -> Option<Viewer> {
        if let Some(seat) = self.seat_of(player_id) {
            return Some(Viewer::Seat(seat));
        }
        let kept = |seat: &SeatRow| matches!(&seat.kind, SeatKind::Kept(player) if player == player_id);
        let may_know = self.visibility == Visibility::Public || self.seats.iter().any(kept);
        may_know.then_some(Viewer::Public)
    }

    /// What the newest entries of its log bring the players of the game: those who sit there, and those whom a seat is
    /// kept for.
    pub fn heard(&self, events: &[EventRow]) -> Vec<Heard> {
        let Some(at) = events.last().map(|event| event.at) else { return Vec::new() };
        let mut players: Vec<&str> = Vec::new();
        for seat in self.seats.iter() {
            let sits = seat.player.as_ref().filter(|player| player.name.is_some()).map(|player| &*player.id);
            // Whoever it is kept for and has taken it sits there, and may have no account any more.
            let kept = match &seat.kind {
                SeatKind::Kept(player) if seat.player.is_none() => Some(&**player),
                _ => None,
            };
            for player in [sits, kept].into_iter().flatten() {
                if !players.contains(&player) {
                    players.push(player);
                }
            }
        }
        let heard = |player: &str| {
            let viewer = self.viewer(player)?;
            let sees = |event: &&EventRow| event.audience.0 & Mask::from(viewer).0 != 0;
            let events = events.iter().filter(sees).count() as u64;
            let seq = self.game.visible(viewer);
            (events > 0).then(|| Heard { player_id: player.to_owned(), seq, events, at })
        };
        players.into_iter().filter_map(heard).collect()
    }

    /// What its row says, now that the step before has been taken at a time: the deadline stays where it is while
    /// nobody's turn has begun. A challenge may be answered for so many days.
    pub fn course(&self, before: Option<&Self>, at: Time, challenge_days: u32) -> Course {
        let deadline = match (self.clock, before) {
            _ if self.challenges() => match before.filter(|before| before.challenges()) {
                Some(before) => before.row.course.deadline,
                None => Some(at.plus_days(challenge_days)),
            },
            (None, _) => None,
            (Some(_), _) if self.game.to_move().is_empty() => None,
            (Some(_), Some(before)) if before.game.turn() == self.game.turn() => before.row.course.deadline,
            (Some(clock), _) => Some(at.plus_days(clock.days_per_turn)),
        };
        let free = |seat: &SeatRow| seat.kind == SeatKind::Open && seat.player.is_none();
        let open = self.visibility == Visibility::Public
            && self.game.status() == Status::Waiting
            && self.seats.iter().any(free);
        Course {
            version: self.game.version(),
            status: self.game.status().as_str().to_owned(),
            deadline,
            open,
            to_move: self.game.to_move().into(),
        }
    }
}
