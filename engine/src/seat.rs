//! Seats of a game, and the viewers that a seat makes of players.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Seat of a player in a game, numbered from 1. The creator of a game has seat 1.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(try_from = "u8", into = "u8")]
#[schema(as = SeatNumber, value_type = u8, minimum = 1, maximum = 8, example = 1)]
pub struct Seat(u8);

impl Seat {
    /// Maximum number of seats in a game.
    pub const MAX: u8 = 8;

    /// Returns the seat with this number, or `None` if the number is not from 1 to [`Seat::MAX`].
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::MAX).contains(&number).then_some(Self(number))
    }

    /// Returns the number of the seat, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Lists the seats from 1 to `count`, at most [`Seat::MAX`].
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> {
        (1..=count.min(Self::MAX)).map(Self)
    }

    /// Returns the other seat of a game for two.
    ///
    /// # Panics
    /// Panics if the seat is not 1 or 2.
    pub(crate) fn opponent(self) -> Self {
        3_u8.checked_sub(self.0).and_then(Self::new).expect("a game for two has the seats 1 and 2")
    }

    /// Returns the index of the seat in an array of seats, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl Seat {
    /// Seat of the player who created the game.
    pub(crate) const ONE: Self = Self(1);

    /// Other seat of a game of two players.
    pub(crate) const TWO: Self = Self(2);
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number)
            .ok_or_else(|| format!("there is no seat {number}: seats are 1 to {}", Self::MAX))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
#[schema(value_type = Vec<Seat>)]
pub struct Seats(u8);

impl Seats {
    /// Empty set.
    pub const NONE: Self = Self(0);

    /// Set of all seats that a game can have.
    pub const ALL: Self = Self(u8::MAX);

    /// Returns the set of one seat.
    pub fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Returns true if the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Returns the set with this seat added.
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// Returns true if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists the seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

/// Reader of a game, who determines the information to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Player in a seat. Sees what is public and the secrets of that seat.
    Seat(Seat),
    /// Anyone else. Sees only what is public.
    Public,
}

impl Viewer {
    /// Returns the seat of the viewer, or `None` for the public.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }

    /// Returns true if the viewer is the player in this seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Viewers that may know that an event happened at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All viewers.
    All,
    /// Only the player in one seat.
    Only(Seat),
    /// No viewer. The event is kept for the record of the finished game.
    Nobody,
}

impl Audience {
    /// Returns true if this viewer is in the audience.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer.is(seat),
            Self::Nobody => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_and_written_as_numbers() {
        let seats: Seats = serde_json::from_str("[3,1]").unwrap();
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[1,3]");
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert!(serde_json::from_str::<Seat>("9").is_err());
    }
}
