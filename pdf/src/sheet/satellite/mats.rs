//! The mats of `satellite`: planets with their tokens, buildings to scale, and the arsenals.

use broadside_engine::satellite::{Planet, Sector};

use crate::sheet::log::Log;

/// Planet with the buildings and tokens on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mat {
    /// Caption above the planet.
    pub caption: String,
    /// Name of the player whose planet it is, next to the caption.
    pub owner: Option<String>,
    /// Note next to the caption.
    pub note: String,
    /// Size. Rows have letters, columns have numbers.
    pub planet: Planet,
    /// Buildings on the planet.
    pub sites: Vec<Site>,
    /// Tokens on the planet.
    pub tokens: Vec<Token>,
    /// Count of the buildings destroyed.
    pub count: Count,
}

/// Row of boxes to count with.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Label of the count.
    pub name: String,
    /// Number of boxes.
    pub boxes: u8,
    /// Number of boxes ticked.
    pub ticked: u8,
}

/// Building on a planet.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Sectors of the building.
    pub sectors: Vec<Sector>,
    /// True if the building is struck through.
    pub destroyed: bool,
}

/// Token on a planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// Sector of the token.
    pub sector: Sector,
    /// True if the token marks damage, false if it marks a miss.
    pub hit: bool,
}

/// Shape of a building, for the player to copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Name.
    pub name: String,
    /// Sectors as rows and columns, counted from the top left.
    pub pattern: &'static [(i8, i8)],
}

/// Arsenals of both players.
#[derive(Clone, Debug, PartialEq)]
pub struct Arsenal {
    /// Heading.
    pub title: String,
    /// Owners of the two boxes of each cartridge.
    pub owners: [Owner; 2],
    /// The six barrages, in one table.
    pub barrages: Barrages,
    /// The other cartridges.
    pub cartridges: Vec<Cartridge>,
    /// Log of the turns, which follows the cartridges.
    pub log: Log,
}

/// Owner of boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Owner {
    /// Label, for which there is always room.
    pub label: String,
    /// Name of the player, which replaces the label and is shortened to the room there.
    pub name: Option<String>,
}

impl Owner {
    /// Creates an owner without a name.
    pub(crate) fn nameless(label: String) -> Self {
        Self { label, name: None }
    }

    /// Returns the name, or the label of a player without a name.
    pub(crate) fn shown(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.label)
    }
}

/// Barrages of the arsenals, one for each number of a die.
#[derive(Clone, Debug, PartialEq)]
pub struct Barrages {
    /// Name of all six.
    pub name: String,
    /// Dice that unlock them.
    pub unlock: String,
    /// Description of their effect.
    pub effect: String,
    /// Boxes of both owners of each barrage.
    pub boxes: Vec<[CartridgeUse; 2]>,
}

/// Cartridge of the arsenals.
#[derive(Clone, Debug, PartialEq)]
pub struct Cartridge {
    /// Name.
    pub name: String,
    /// Dice that unlock it.
    pub unlock: String,
    /// Description of its effect.
    pub effect: String,
    /// Drawings of its reach: two if the player can choose.
    pub drawings: Vec<Drawing>,
    /// Boxes of both owners.
    pub boxes: [CartridgeUse; 2],
}

/// Use of a cartridge, as its box shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartridgeUse {
    /// Available: the box is empty.
    Available,
    /// Fired: the box is ticked.
    Fired,
    /// Given up: the box has a dash.
    GivenUp,
}

/// Drawing of the reach of a cartridge.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Sectors, as rows and columns relative to some origin.
    pub sectors: Vec<(i8, i8)>,
    /// Sectors that are targets.
    pub targets: Vec<(i8, i8)>,
    /// True if the sectors continue to the edges of the planet.
    pub endless: bool,
}
