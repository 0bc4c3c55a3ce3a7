//! Choice of the seat that begins: each seat rolls, the highest roll begins, and seats that tie for
//! the highest roll again.

use serde::{Deserialize, Serialize};

use crate::chance::{DiceStream, Draw};
use crate::seat::Seat;

/// Die rolled by a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Roll)]
pub struct OpeningRoll {
    /// Seat that rolled.
    pub seat: Seat,
    /// Face that came up.
    #[schema(minimum = 1, maximum = 10, example = 7)]
    pub face: u8,
}

/// Seat that has the first turn, and the rolls that decided it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstPlayer {
    /// Seat that begins.
    pub seat: Seat,
    /// Rolls, as one list for each time the dice were rolled: after a tie for the highest roll, the
    /// tied seats roll again. Empty if the settings of the game name the seat that begins.
    pub rolls: Vec<Vec<OpeningRoll>>,
}

impl FirstPlayer {
    /// Names the seat by the settings of the game, without a roll.
    pub(crate) fn appointed(seat: Seat) -> Self {
        Self { seat, rolls: Vec::new() }
    }

    /// Lets the seats 1 to `seats` roll a ten-sided die.
    pub(crate) fn rolled(seats: u8, chance: &mut DiceStream) -> Self {
        let (seat, rolls) = highest(
            seats,
            |seat| OpeningRoll { seat, face: chance.die(10) },
            |roll| (roll.seat, roll.face),
        );
        Self { seat, rolls }
    }
}

/// Returns the seat from 1 to `seats` with the highest roll, and the rolls. There is one list of
/// rolls for each time the dice were rolled, because seats that tie for the highest roll again.
/// `of` returns the seat of a roll and its value.
pub(crate) fn highest<R>(
    seats: u8,
    mut roll: impl FnMut(Seat) -> R,
    of: impl Fn(&R) -> (Seat, u8),
) -> (Seat, Vec<Vec<R>>) {
    let mut rolling: Vec<Seat> = Seat::first(seats).collect();
    let mut rolls = Vec::new();
    while rolling.len() > 1 {
        let round: Vec<R> = rolling.iter().map(|&seat| roll(seat)).collect();
        let best = round.iter().map(|roll| of(roll).1).max();
        rolling = round
            .iter()
            .map(&of)
            .filter(|&(_, worth)| Some(worth) == best)
            .map(|(seat, _)| seat)
            .collect();
        rolls.push(round);
    }
    (rolling[0], rolls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    #[test]
    fn only_seats_tied_for_the_highest_roll_again() {
        let mut again = 0;
        let mut max_rolls = 0;
        for byte in 0..=255 {
            let mut chance = DiceStream::new(&Seed::new([byte; 32]), "g", Vec::new(), "battle", 0);
            let first = FirstPlayer::rolled(3, &mut chance);
            assert_eq!(chance.position() as usize, first.rolls.iter().map(Vec::len).sum::<usize>());
            for (earlier, later) in first.rolls.iter().zip(&first.rolls[1..]) {
                let highest = earlier.iter().map(|roll| roll.face).max();
                let tied =
                    earlier.iter().filter(|roll| Some(roll.face) == highest).map(|roll| roll.seat);
                assert!(tied.eq(later.iter().map(|roll| roll.seat)));
                again += 1;
            }
            let last = first.rolls.last().unwrap();
            let winner = last.iter().max_by_key(|roll| roll.face).unwrap();
            assert_eq!(winner.seat, first.seat);
            max_rolls = max_rolls.max(first.rolls.len());
        }
        assert!(again > 20 && max_rolls >= 3, "the ties were hardly tried: {again}, {max_rolls}");
    }
}
