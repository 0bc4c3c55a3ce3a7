//! Stored form of a state of `voices`.

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::placement::{Draft, Hidden};
use super::state::{Course, SeatChoices, Shot, Voices};
use crate::ruleset::Ruleset;

/// Stored form of a state. The ship cells that are hit and the cells called are computed from the
/// shots.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredBoard {
    course: Course,
    sides: Vec<StoredSide>,
    shots: Vec<Shot>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSide {
    placement: Option<Draft>,
    choices: SeatChoices,
}

impl StoredBoard {
    pub(super) fn of(state: &Voices) -> Self {
        let board = &state.board;
        let sides = board.sides.iter().map(|side| StoredSide {
            placement: side.placement.as_ref().map(|hidden| hidden.draft(&state.setup.fleet)),
            choices: side.choices.clone(),
        });
        Self { course: board.course.clone(), sides: sides.collect(), shots: board.shots.clone() }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Voices, String> {
        let mut state = Voices::open(options);
        if self.sides.len() != state.board.sides.len() {
            return Err("the snapshot has another number of seats than the game".to_owned());
        }
        for (side, stored) in state.board.sides.iter_mut().zip(self.sides) {
            if let Some(draft) = stored.placement {
                let hidden = Hidden::read(&state.setup.fleet, &draft);
                side.place(hidden.map_err(|error| error.to_string())?);
            }
            side.choices = stored.choices;
        }
        let shooters = self.shots.iter().map(|shot| shot.seat);
        let replies = self.shots.iter().flat_map(|shot| &shot.replies).map(|reply| reply.seat);
        if shooters.chain(replies).any(|seat| seat.index() >= state.board.sides.len()) {
            return Err(
                "a shot of the snapshot is of a seat that the game does not have".to_owned()
            );
        }
        let robin = state.robin();
        for shot in &self.shots {
            let called = &mut state.board.sides[shot.seat.index()].called;
            for (index, map) in called.iter_mut().enumerate() {
                if !robin || shot.replies.iter().any(|reply| reply.seat.index() == index) {
                    map.insert(shot.cell);
                }
            }
            for reply in &shot.replies {
                let side = &mut state.board.sides[reply.seat.index()];
                side.afloat.remove(shot.cell);
                side.sunk.extend(reply.sunk.clone());
            }
        }
        state.board.shots = self.shots;
        state.board.course = self.course;
        Ok(state)
    }
}
