//! View of a game of `voices`, as one viewer may know it.

use serde::{Deserialize, Serialize};

use super::event::{Axis, Dice, PendingChoice, ShotResult};
use super::matrix::{Matrix, Origin};
use super::sound::{self, Voice};
use super::state::{Shot, Voices};
use crate::fleet::{Class, ClassName, Heading};
use crate::grid::{Cell, CellSet};
use crate::seat::{Seat, Seats, Viewer};

/// Game of `voices` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesView)]
pub struct View {
    /// Classes of ships that each player has.
    pub fleet: Vec<Class>,
    /// Seat that has the first turn; null before play.
    pub first: Option<Seat>,
    /// Current round, from 1; null before play.
    pub round: Option<u32>,
    /// Number of rounds after which the game is over; null if no length is agreed.
    pub rounds: Option<u8>,
    /// Current turn; null before play and when the game is over.
    pub turn: Option<Turn>,
    /// Offer to end the game now and count the result; null if no offer is open.
    pub end_offer: Option<EndOfferView>,
    /// Waters of each seat, in the order of the seats.
    pub waters: Vec<Waters>,
    /// Maps that the viewer may see: their own, and those of all seats once the game is finished.
    pub maps: Vec<Maps>,
    /// Shots of the game, oldest first.
    pub shots: Vec<ShotView>,
}

/// Turn of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesTurn)]
pub struct Turn {
    /// Seat that has the turn.
    pub seat: Seat,
    /// Number of the turn in the game, from 1.
    #[schema(minimum = 1, example = 1)]
    pub number: u32,
    /// Seats at which its shots are fired.
    pub targets: Seats,
    /// Number of shots that remain in the turn.
    #[schema(example = 5)]
    pub remaining_shots: u8,
    /// Dice that wait for a choice; null if there are no such dice.
    pub dice: Option<Dice>,
    /// Choice that the shooter must make; left out if there is no such choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PendingChoice, required = false)]
    pub pending_choice: Option<PendingChoice>,
}

/// Offer to end the game and count the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesEndOffer)]
pub struct EndOfferView {
    /// Seat that made the offer.
    pub by: Seat,
    /// Seats that agree, including the seat that made the offer.
    pub agreed: Seats,
}

/// Waters of a seat: its ships, and the shots of its opponents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesWaters)]
pub struct Waters {
    /// Seat whose waters these are.
    pub seat: Seat,
    /// True if the seat is still in the battle: it has ships afloat and has not left. Also true for
    /// a seat that has not placed yet.
    pub living: bool,
    /// Ships of the seat; null if the viewer may not know them, or if none are placed.
    pub ships: Option<Vec<ShipView>>,
    /// Shots that fell here, oldest first.
    pub marks: Vec<Mark>,
    /// Classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
}

/// Ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesShip)]
pub struct ShipView {
    /// Class of the ship.
    pub class: ClassName,
    /// Leftmost or topmost cell of the ship.
    pub at: Cell,
    /// Direction in which the ship lies from `at`.
    pub heading: Heading,
    /// Cells that the ship covers.
    pub cells: CellSet,
    /// Cells of the ship that are hit.
    pub hit: CellSet,
    /// True if all cells of the ship are hit.
    pub sunk: bool,
}

/// Mark of a shot on the waters where it fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesMark)]
pub struct Mark {
    /// Number of the shot in the game, from 1.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Seat that fired.
    pub by: Seat,
    /// Cell called.
    pub cell: Cell,
    /// Hit or miss.
    pub result: ShotResult,
}

/// Maps of a seat, and the choices with which the seat sounds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesMaps)]
pub struct Maps {
    /// Seat whose maps these are.
    pub seat: Seat,
    /// Battle map, which sounds the seat's answers.
    pub battle: MatrixView,
    /// Tactical map, which sounds the seat's calls.
    pub tactical: MatrixView,
    /// Current edges at which the seat's answers begin.
    pub voice: Voice,
    /// Axis that the first die gives; null if the seat chooses it after the roll, or if the game
    /// has no dice.
    pub first_die: Option<Axis>,
}

/// Game-matrix of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesMatrix)]
pub struct MatrixView {
    /// Number or recipe of the matrix.
    pub matrix: Origin,
    /// Phones, row by row from the top, each row from the left.
    pub rows: Vec<Vec<String>>,
}

/// Shot of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesShot)]
pub struct ShotView {
    /// Number of the shot, from 1.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Round of the shot, from 1.
    #[schema(minimum = 1, example = 1)]
    pub round: u32,
    /// Seat that fired.
    pub seat: Seat,
    /// Cell called.
    pub cell: Cell,
    /// Phone of the call.
    #[schema(example = "u")]
    pub phone: String,
    /// Results of the shot, in the order of the seats.
    pub reports: Vec<Report>,
}

/// Result of a shot in one seat's waters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesReport)]
pub struct Report {
    /// Seat whose waters these are.
    pub seat: Seat,
    /// Hit or miss.
    pub result: ShotResult,
    /// Class of the ship that the shot sank; null if it sank none.
    pub sunk: Option<ClassName>,
}

fn matrix_view(matrix: &Matrix) -> MatrixView {
    let rows = (0..matrix.size()).map(|row| matrix.row(row).map(str::to_owned).collect());
    MatrixView { matrix: matrix.origin().clone(), rows: rows.collect() }
}

impl Voices {
    /// Returns true if a viewer may know the secrets of a seat.
    fn knows(viewer: Viewer, seat: Seat, over: bool) -> bool {
        viewer.is(seat) || over
    }

    /// Returns the maps that a viewer may see.
    pub(super) fn maps(&self, viewer: Viewer, over: bool) -> Vec<Maps> {
        let known = self.all().filter(|&seat| Self::knows(viewer, seat, over));
        known.filter_map(|seat| self.maps_of(seat)).collect()
    }

    fn maps_of(&self, seat: Seat) -> Option<Maps> {
        let side = self.side(seat);
        let hidden = side.placement.as_ref()?;
        let options = &self.setup.options;
        let standing = options.axes.is_some() && !options.after_roll();
        Some(Maps {
            seat,
            battle: matrix_view(hidden.battle.as_deref()?),
            tactical: matrix_view(hidden.tactical.as_deref()?),
            voice: side.choices.voice,
            first_die: standing.then_some(side.choices.first_die),
        })
    }

    pub(super) fn view_for(&self, viewer: Viewer, over: bool) -> View {
        let course = &self.board.course;
        let turn = self.seat_to_move().filter(|_| !over).map(|seat| Turn {
            seat,
            number: course.turn,
            targets: self.targets(seat).into_iter().collect(),
            remaining_shots: course.left,
            dice: course.pending.as_ref().map(|pending| pending.dice),
            pending_choice: course
                .pending
                .as_ref()
                .map(|pending| PendingChoice::from(&pending.due)),
        });
        let offer = course.offer.filter(|_| !over);
        View {
            fleet: self.setup.fleet.classes().to_vec(),
            first: course.first,
            round: course.first.map(|_| course.round),
            rounds: self.setup.options.rounds,
            turn,
            end_offer: offer.map(|offer| EndOfferView { by: offer.by, agreed: offer.agreed }),
            waters: self
                .all()
                .map(|seat| self.waters(seat, Self::knows(viewer, seat, over)))
                .collect(),
            maps: self.maps(viewer, over),
            shots: (1..)
                .zip(&self.board.shots)
                .map(|(number, shot)| self.shot_view(number, shot))
                .collect(),
        }
    }

    fn waters(&self, seat: Seat, known: bool) -> Waters {
        let side = self.side(seat);
        let ships = side.ships().iter().map(|ship| ShipView {
            class: self.class(ship),
            at: ship.at,
            heading: ship.heading,
            cells: ship.cells,
            hit: ship.cells - side.afloat,
            sunk: (ship.cells & side.afloat).is_empty(),
        });
        let marks = (1..).zip(&self.board.shots).filter_map(|(shot, fired)| {
            let reply = fired.replies.iter().find(|reply| reply.seat == seat)?;
            Some(Mark { shot, by: fired.seat, cell: fired.cell, result: reply.result })
        });
        let fleet: usize =
            self.setup.fleet.classes().iter().map(|class| usize::from(class.ships)).sum();
        Waters {
            seat,
            // A seat that has not placed looks the same as one with its whole fleet, because
            // viewers may not distinguish them.
            living: !side.choices.gone && side.sunk.len() < fleet,
            ships: (known && side.placement.is_some()).then(|| ships.collect()),
            marks: marks.collect(),
            sunk: side.sunk.clone(),
        }
    }

    fn shot_view(&self, number: u32, shot: &Shot) -> ShotView {
        let reports = shot.replies.iter().map(|reply| Report {
            seat: reply.seat,
            result: reply.result,
            sunk: reply.sunk.clone(),
        });
        ShotView {
            shot: number,
            round: shot.round,
            seat: shot.seat,
            cell: shot.cell,
            phone: self.phone(shot),
            reports: reports.collect(),
        }
    }

    /// Returns the phone of a shot's call.
    pub(super) fn phone(&self, shot: &Shot) -> String {
        let hidden = self.side(shot.seat).placement.as_ref();
        let tactical = hidden.and_then(|hidden| hidden.tactical.as_deref());
        tactical.map(|matrix| sound::call(matrix, shot.cell)).unwrap_or_default()
    }
}
