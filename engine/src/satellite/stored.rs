//! Stored forms of events and states of `satellite`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cartridge::Arsenal;
use super::event::{Event, Glimpse};
use super::operation::Operation;
use super::options::Options;
use super::placement::{Draft, Layout};
use super::state::ROLLS;
use super::state::{Satellite, Stage};
use crate::ruleset::Ruleset;
use crate::ruleset::Withdrawal;
use crate::seat::{Seat, Seats};
use crate::shape;

impl Event {
    /// Returns the type and the body of the event in stored form.
    pub(super) fn store(&self) -> (&'static str, Value) {
        match &self.0 {
            Glimpse::FirstPlayer(body) => ("first_player", to_value(body)),
            Glimpse::Rolled(body) => ("rolled", to_value(body)),
            Glimpse::Fired(body) => ("fired", to_value(body)),
            Glimpse::GaveUp(body) => ("gave_up", to_value(body)),
            Glimpse::Shot(body) => ("shot", to_value(body)),
            Glimpse::ArsenalsEmpty(body) => ("arsenals_empty", to_value(body)),
            Glimpse::Destructed(body) => ("destructed", to_value(body)),
        }
    }

    pub(super) fn restore(kind: &str, body: Value) -> Result<Self, String> {
        let fact = match kind {
            "first_player" => Glimpse::FirstPlayer(read(body)?),
            "rolled" => Glimpse::Rolled(read(body)?),
            "fired" => Glimpse::Fired(read(body)?),
            "gave_up" => Glimpse::GaveUp(read(body)?),
            "shot" => Glimpse::Shot(read(body)?),
            "arsenals_empty" => Glimpse::ArsenalsEmpty(read(body)?),
            "destructed" => Glimpse::Destructed(read(body)?),
            _ => return Err("`satellite` has no event of this type".to_owned()),
        };
        Ok(Self(fact))
    }
}

fn to_value(body: &impl Serialize) -> Value {
    serde_json::to_value(body).expect("an event is plain data")
}

fn read<T: DeserializeOwned>(body: Value) -> Result<T, String> {
    shape::from_value(&body).map_err(|fault| fault.to_string())
}

/// Stored form of a state. The sectors that are hit are computed from the operations.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredBoard {
    first: Option<Seat>,
    turn: u32,
    stage: Stage,
    sides: [StoredSide; 2],
    operations: Vec<Operation>,
    withdrawn: Option<(Seats, Withdrawal)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSide {
    placement: Option<Draft>,
    arsenal: Arsenal,
    wild: bool,
}

impl StoredBoard {
    pub(super) fn of(state: &Satellite) -> Self {
        let board = &state.board;
        let sides = board.sides.each_ref().map(|side| StoredSide {
            placement: side.layout.as_ref().map(Layout::draft),
            arsenal: side.arsenal,
            wild: side.wild,
        });
        Self {
            first: board.first,
            turn: board.turn,
            stage: board.stage,
            sides,
            operations: board
                .operations
                .iter()
                .map(|operation| Operation::clone(operation))
                .collect(),
            withdrawn: board.withdrawn,
        }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Satellite, String> {
        let mut state = Satellite::open(options);
        for (side, stored) in state.board.sides.iter_mut().zip(self.sides) {
            if let Some(draft) = stored.placement {
                let layout = Layout::read(state.setup.planet, &draft);
                side.place(layout.map_err(|error| error.to_string())?);
            }
            side.arsenal = stored.arsenal;
            side.wild = stored.wild;
        }
        let seats = self.operations.iter().map(|operation| operation.seat);
        let to_move = self.stage.seat().or(match self.stage {
            Stage::Endgame { seat } => Some(seat),
            _ => None,
        });
        let withdrawn = self.withdrawn.iter().flat_map(|(seats, _)| seats.iter());
        if seats.chain(to_move).chain(self.first).chain(withdrawn).any(|seat| seat.index() >= 2) {
            return Err("the snapshot names a seat that the game does not have".to_owned());
        }
        if let Stage::Fire { rolls, dice, .. } = self.stage
            && (rolls > ROLLS || (rolls > 0) != dice.is_some())
        {
            return Err(
                "the dice of the snapshot and how often they were rolled do not go together"
                    .to_owned(),
            );
        }
        self.operations.into_iter().for_each(|operation| state.record(operation));
        state.board.first = self.first;
        state.board.turn = self.turn;
        state.board.stage = self.stage;
        state.board.withdrawn = self.withdrawn;
        Ok(state)
    }
}
