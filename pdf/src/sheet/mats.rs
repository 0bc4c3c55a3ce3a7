//! The mats of `satellite`: planets with their tokens, buildings to scale, and the arsenal.

use broadside_engine::satellite::{Planet, Sector};

use super::log::Log;

/// A planet, with what a player has put on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mat {
    /// What stands above it.
    pub caption: String,
    /// What is said beside that.
    pub note: String,
    /// Its size: its rows are lettered, its columns numbered.
    pub planet: Planet,
    /// The buildings drawn on it.
    pub sites: Vec<Site>,
    /// The tokens that lie on it.
    pub tokens: Vec<Token>,
    /// How the buildings destroyed are counted.
    pub count: Count,
}

/// A row of boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// What is counted.
    pub name: String,
    /// How many boxes there are.
    pub boxes: u8,
    /// How many of them are ticked.
    pub ticked: u8,
}

/// A building on a planet.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its sectors.
    pub sectors: Vec<Sector>,
    /// Whether it is struck through.
    pub destroyed: bool,
}

/// A token on a planet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// Where it lies.
    pub sector: Sector,
    /// Whether it tells of damage, or of a miss.
    pub hit: bool,
}

/// A building to copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is called.
    pub name: String,
    /// Its sectors as rows and columns from its top left.
    pub pattern: &'static [(i8, i8)],
}

/// The arsenals.
#[derive(Clone, Debug, PartialEq)]
pub struct Arsenal {
    /// Whose the two boxes of a cartridge are.
    pub owners: [String; 2],
    /// The cartridges.
    pub cartridges: Vec<Cartridge>,
    /// The log of the turns, which follows them.
    pub log: Log,
}

/// A cartridge of the arsenals.
#[derive(Clone, Debug, PartialEq)]
pub struct Cartridge {
    /// What it is called.
    pub name: String,
    /// What dice unlock it.
    pub unlock: String,
    /// What it does.
    pub effect: String,
    /// What it reaches, drawn; two drawings where there is a choice.
    pub drawings: Vec<Drawing>,
    /// Which of the boxes are ticked.
    pub ticked: [bool; 2],
}

/// A drawing of what a cartridge reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The sectors, as rows and columns from some point.
    pub sectors: Vec<(i8, i8)>,
    /// Those of them that are aimed at.
    pub targets: Vec<(i8, i8)>,
    /// Whether the sectors run on to the edges of the planet.
    pub endless: bool,
}
