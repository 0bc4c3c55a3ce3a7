//! Settings of a game of `voices` (V4, V5, V10–V14).

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use crate::fleet::{Class, ClassName, Fleet};

/// Target of a turn's shots in a game for more than two (V11).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesEngagement)]
pub enum Engagement {
    /// Each shot falls on the same cell of every opponent's map, and every opponent answers it.
    #[default]
    Simultaneous,
    /// All shots of a turn are fired at one opponent. The opponent changes every round.
    RoundRobin,
}

/// Time at which a shooter assigns the dice to the axes (V5).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesAxes)]
pub enum Axes {
    /// Before the roll, by a standing choice.
    #[default]
    BeforeRoll,
    /// After the roll. The two possible cells are on offer.
    AfterRoll,
}

/// Method of choosing a cell (V13).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesAim)]
pub enum Aim {
    /// Two ten-sided dice determine the cell.
    #[default]
    Dice,
    /// The shooter chooses any cell at which they have not fired.
    Choice,
}

/// Number of ships of each class that each player has: 0 to 4 of each class, and at least one ship
/// (V12). A class that is left out has one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = VoicesFleet)]
pub struct Counts {
    /// Carriers, of five cells.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub carrier: u8,
    /// Battleships, of four cells.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub battleship: u8,
    /// Destroyers, of three cells.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub destroyer: u8,
    /// Patrol boats, of two cells.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub patrol: u8,
    /// Submarines, of one cell.
    #[schema(minimum = 0, maximum = 4, default = 1)]
    pub submarine: u8,
}

impl Default for Counts {
    fn default() -> Self {
        Self { carrier: 1, battleship: 1, destroyer: 1, patrol: 1, submarine: 1 }
    }
}

impl Counts {
    /// Maximum number of ships of a class. Four of each class cover sixty cells, the maximum for a
    /// fleet.
    pub const MAX: u8 = 4;

    fn classes(&self) -> [(&'static str, u8, u8); 5] {
        [
            ("carrier", 5, self.carrier),
            ("battleship", 4, self.battleship),
            ("destroyer", 3, self.destroyer),
            ("patrol", 2, self.patrol),
            ("submarine", 1, self.submarine),
        ]
    }
}

/// Settings of a game of `voices`. A setting that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(from = "OptionsDraft")]
#[schema(as = VoicesOptions)]
#[schema(example = json!({"seats": 2, "aim": "dice", "axes": "before_roll"}))]
pub struct Options {
    /// Number of players, 2 to 8.
    #[schema(default = 2, minimum = 2, maximum = 8, required = false)]
    pub seats: u8,
    /// Target of a turn's shots in a game for more than two.
    #[schema(default = "simultaneous", required = false)]
    pub engagement: Engagement,
    /// Number of complete rounds after which the game is over, 1 to 100; null if the game lasts
    /// until one fleet is left.
    #[schema(minimum = 1, maximum = 100, required = false)]
    pub rounds: Option<u8>,
    /// Method of choosing a cell.
    #[schema(default = "dice", required = false)]
    pub aim: Aim,
    /// Time at which a shooter assigns the dice to the axes; not allowed if `aim` is `choice`. If
    /// left out, it is `before_roll`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub axes: Option<Axes>,
    /// Number of ships of each class that each player has.
    #[schema(required = false)]
    pub fleet: Counts,
    /// True if the score contains a cue between turns.
    #[schema(default = false, required = false)]
    pub interludes: bool,
}

/// Settings as written in a request, in which fields may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OptionsDraft {
    seats: u8,
    engagement: Engagement,
    rounds: Option<u8>,
    aim: Aim,
    axes: Option<Axes>,
    fleet: Counts,
    interludes: bool,
}

impl Default for OptionsDraft {
    fn default() -> Self {
        Self {
            seats: 2,
            engagement: Engagement::default(),
            rounds: None,
            aim: Aim::default(),
            axes: None,
            fleet: Counts::default(),
            interludes: false,
        }
    }
}

impl From<OptionsDraft> for Options {
    fn from(written: OptionsDraft) -> Self {
        let OptionsDraft { seats, engagement, rounds, aim, axes, fleet, interludes } = written;
        // Fill in a default only for a game with dice.
        let axes = axes.or((aim == Aim::Dice).then(Axes::default));
        Self { seats, engagement, rounds, aim, axes, fleet, interludes }
    }
}

impl Default for Options {
    fn default() -> Self {
        OptionsDraft::default().into()
    }
}

impl Options {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns a refusal by V10, V11, V12 or V13 if a setting is invalid.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if !(2..=8).contains(&self.seats) {
            let detail = format!("2 to 8 play, not {}", self.seats);
            return Err(bad_option("V11", "seats", detail));
        }
        if let Some(rounds) = self.rounds
            && !(1..=100).contains(&rounds)
        {
            let detail = format!("a game is agreed to last 1 to 100 rounds, not {rounds}");
            return Err(bad_option("V10", "rounds", detail));
        }
        if self.aim == Aim::Choice && self.axes.is_some() {
            let detail = "there are no dice where `aim` is `choice`: leave `axes` out, or set `aim` to `dice`";
            return Err(bad_option("V13", "axes", detail.to_owned()));
        }
        for (class, _, ships) in self.fleet.classes() {
            if ships > Counts::MAX {
                let detail = format!("a fleet has 0 to {} of each class, not {ships}", Counts::MAX);
                return Err(bad_option("V12", &format!("fleet.{class}"), detail));
            }
        }
        if self.fleet.classes().iter().all(|(_, _, ships)| *ships == 0) {
            let detail = "a fleet has at least one ship, of any class".to_owned();
            return Err(bad_option("V12", "fleet", detail));
        }
        Ok(())
    }

    /// Returns the fleet of these settings. It leaves out classes without ships.
    pub(super) fn fleet(&self) -> Fleet {
        let classes = self.fleet.classes().into_iter().filter(|(_, _, ships)| *ships > 0);
        let classes = classes.map(|(name, length, ships)| Class {
            class: ClassName::new(name).expect("the name is well formed"),
            length,
            shots: 1,
            ships,
        });
        Fleet::new(classes.collect())
    }

    pub(super) fn after_roll(&self) -> bool {
        self.axes == Some(Axes::AfterRoll)
    }
}

fn bad_option(rule: &'static str, field: &str, detail: String) -> Refusal {
    Refusal::BadOption { rule, field: field.to_owned(), detail }
}
