//! What a viewer may know of a game of `voices`.

use serde::Serialize;

use super::event::{Axis, Dice, Due, ShotResult};
use super::matrix::{Matrix, Origin};
use super::options::Options;
use super::sound::{self, Voice};
use super::state::{Shot, State};
use crate::fleet::{Class, ClassName, Heading, Ship};
use crate::grid::{Cell, CellSet};
use crate::ruleset::{Seat, Seats, Viewer};

/// A game of `voices` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesView))]
pub struct View {
    /// The classes of ships each player has.
    pub fleet: Vec<Class>,
    /// Who has or had the first turn; null before play.
    pub first: Option<Seat>,
    /// The current round, from 1; null before play.
    pub round: Option<u32>,
    /// After how many rounds the game is over; null where no length is agreed.
    pub rounds: Option<u8>,
    /// Whose turn it is; null before play and when the game is over.
    pub turn: Option<Turn>,
    /// The offer to end the game here and count; null where none stands.
    pub end_offer: Option<EndOfferView>,
    /// Each seat's own waters, in the order of the seats.
    pub waters: Vec<Waters>,
    /// The maps that the viewer may see: its own, and everybody's when the game is finished.
    pub maps: Vec<Maps>,
    /// Every shot, oldest first.
    pub shots: Vec<ShotView>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesTurn))]
pub struct Turn {
    /// Whose.
    pub seat: Seat,
    /// Which turn of the game, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub number: u32,
    /// Whom its shots fall on.
    pub targets: Seats,
    /// How many shots are left.
    #[cfg_attr(feature = "openapi", schema(example = 5))]
    pub left: u8,
    /// The dice that lie there and wait for a choice.
    pub dice: Option<Dice>,
    /// What their shooter is to say.
    pub due: Option<Due>,
}

/// An offer to end the game and count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesEndOffer))]
pub struct EndOfferView {
    /// Who made it.
    pub by: Seat,
    /// Who agrees, the one who made it included.
    pub agreed: Seats,
}

/// A seat's waters: where its ships lie, and where the others have fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesWaters))]
pub struct Waters {
    /// Whose waters.
    pub seat: Seat,
    /// Whether it is still in the battle: it has ships, and has not left.
    pub living: bool,
    /// The ships; null where the viewer may not know them (or none are placed).
    pub ships: Option<Vec<ShipView>>,
    /// The shots that fell here, oldest first.
    pub marks: Vec<Mark>,
    /// The classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
}

/// A ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesShip))]
pub struct ShipView {
    /// Its class.
    pub class: ClassName,
    /// Its leftmost or topmost cell.
    pub at: Cell,
    /// Which way it lies from there.
    pub heading: Heading,
    /// The cells it covers.
    pub cells: CellSet,
    /// Those of them that are hit.
    pub hit: CellSet,
    /// Whether all of them are.
    pub sunk: bool,
}

/// A shot where it fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesMark))]
pub struct Mark {
    /// Which shot of the game.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// Who fired it.
    pub by: Seat,
    /// The cell.
    pub cell: Cell,
    /// Hit or miss.
    pub result: ShotResult,
}

/// A seat's two maps and how it sounds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesMaps))]
pub struct Maps {
    /// Whose.
    pub seat: Seat,
    /// The battle map, which sounds its answers.
    pub battle: MatrixView,
    /// The tactical map, which sounds its calls.
    pub tactical: MatrixView,
    /// The edges at which its answers begin, as it stands now.
    pub voice: Voice,
    /// Which axis the first die gives; null where that is said after the roll, or there are no dice.
    pub first_die: Option<Axis>,
}

/// A game-matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesMatrix))]
pub struct MatrixView {
    /// Its number or its recipe.
    pub matrix: Origin,
    /// Its phones, row by row from the top, each row from the left.
    pub rows: Vec<Vec<String>>,
}

/// A shot of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesShot))]
pub struct ShotView {
    /// Which shot, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// In which round.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Who fired.
    pub seat: Seat,
    /// The cell called.
    pub cell: Cell,
    /// The phone of the call.
    #[cfg_attr(feature = "openapi", schema(example = "u"))]
    pub phone: String,
    /// What it met, in the order of the seats.
    pub reports: Vec<Report>,
}

/// What a shot met in one player's waters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesReport))]
pub struct Report {
    /// Whose waters.
    pub seat: Seat,
    /// Hit or miss.
    pub result: ShotResult,
    /// The class of the ship that it sank.
    pub sunk: Option<ClassName>,
}

fn matrix_view(matrix: &Matrix) -> MatrixView {
    let row = |row| matrix.row(row).map(str::to_owned).collect();
    MatrixView { matrix: matrix.origin().clone(), rows: (0..matrix.size()).map(row).collect() }
}

impl State {
    /// Whether a viewer may know what a seat has hidden.
    fn knows(viewer: Viewer, seat: Seat, over: bool) -> bool {
        viewer.is(seat) || over
    }

    /// The maps that a viewer may see.
    pub(super) fn maps(&self, viewer: Viewer, over: bool) -> Vec<Maps> {
        let Options { axes, .. } = self.setup.options;
        let maps = |seat: Seat| {
            let side = self.side(seat);
            let hidden = side.placement.as_ref()?;
            let standing = axes.is_some() && !self.setup.options.after_roll();
            Some(Maps {
                seat,
                battle: matrix_view(hidden.battle.as_deref()?),
                tactical: matrix_view(hidden.tactical.as_deref()?),
                voice: side.choices.voice,
                first_die: standing.then_some(side.choices.first_die),
            })
        };
        self.all().filter(|&seat| Self::knows(viewer, seat, over)).filter_map(maps).collect()
    }

    pub(super) fn view(&self, viewer: Viewer, over: bool) -> View {
        let course = &self.board.course;
        let turn = |seat| Turn {
            seat,
            number: course.turn,
            targets: self.targets(seat).into_iter().collect(),
            left: course.left,
            dice: course.pending.as_ref().map(|pending| pending.dice),
            due: course.pending.as_ref().map(|pending| pending.due.clone()),
        };
        let offer = course.offer.filter(|_| !over);
        View {
            fleet: self.setup.fleet.classes().to_vec(),
            first: course.first,
            round: course.first.map(|_| course.round),
            rounds: self.setup.options.rounds,
            turn: self.to_move().filter(|_| !over).map(turn),
            end_offer: offer.map(|offer| EndOfferView { by: offer.by, agreed: offer.agreed }),
            waters: self.all().map(|seat| self.waters(seat, Self::knows(viewer, seat, over))).collect(),
            maps: self.maps(viewer, over),
            shots: (1..).zip(&self.board.shots).map(|(number, shot)| self.shot_view(number, shot)).collect(),
        }
    }

    fn waters(&self, seat: Seat, known: bool) -> Waters {
        let side = self.side(seat);
        let show = |ship: &Ship| ShipView {
            class: self.class(ship),
            at: ship.at,
            heading: ship.heading,
            cells: ship.cells,
            hit: ship.cells - side.afloat,
            sunk: (ship.cells & side.afloat).is_empty(),
        };
        let mark = |(shot, fired): (u32, &Shot)| {
            let reply = fired.replies.iter().find(|reply| reply.seat == seat)?;
            Some(Mark { shot, by: fired.seat, cell: fired.cell, result: reply.result })
        };
        let fleet: usize = self.setup.fleet.classes().iter().map(|class| usize::from(class.ships)).sum();
        Waters {
            seat,
            // Before somebody has placed, that is not to be told from a fleet that is there.
            living: !side.choices.gone && side.sunk.len() < fleet,
            ships: (known && side.placement.is_some()).then(|| side.ships().iter().map(show).collect()),
            marks: (1..).zip(&self.board.shots).filter_map(mark).collect(),
            sunk: side.sunk.clone(),
        }
    }

    fn shot_view(&self, number: u32, shot: &Shot) -> ShotView {
        let report = |reply: &super::state::Reply| Report {
            seat: reply.seat,
            result: reply.result,
            sunk: reply.sunk.clone(),
        };
        ShotView {
            shot: number,
            round: shot.round,
            seat: shot.seat,
            cell: shot.cell,
            phone: self.phone(shot),
            reports: shot.replies.iter().map(report).collect(),
        }
    }

    /// The phone that a shot was called with.
    pub(super) fn phone(&self, shot: &Shot) -> String {
        let hidden = self.side(shot.seat).placement.as_ref();
        let tactical = hidden.and_then(|hidden| hidden.tactical.as_deref());
        tactical.map(|matrix| sound::call(matrix, shot.cell)).unwrap_or_default()
    }
}
