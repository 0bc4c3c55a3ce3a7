//! Settings of a game of `classic`, and the grid and fleet that result from them (C1–C3, C6, C7).

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use crate::chance::{DiceStream, Seed};
use crate::fleet::{Class, ClassName, Fleet, FleetPlacement};
use crate::grid::Grid;

/// Order of the shots.
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
#[schema(as = ClassicMode)]
pub enum Mode {
    /// The players alternate, with one shot each (C4).
    #[default]
    Single,
    /// Both players write a salvo in secret, and both salvos take effect together (C7).
    Salvo,
}

/// Fleet of each player (C2).
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
#[schema(as = ClassicFleet)]
pub enum FleetChoice {
    /// Battleship 5, Cruiser 4, Submarine 3, Destroyer 2.
    #[default]
    Standard,
    /// Battleship 5, Cruiser 3, Destroyer 2, Destroyer 2.
    TwoDestroyers,
    /// Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2.
    FiveShips,
    /// The ships in `ships`, on the grid in `grid`.
    Custom,
}

/// Choice of the seat that has the first shot (C3). In `salvo` it only determines the order of the
/// announcements.
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
#[schema(as = ClassicFirst)]
pub enum First {
    /// Each seat rolls a ten-sided die, and the higher roll begins. After a tie both roll again.
    #[default]
    Roll,
    /// Seat 1 begins.
    Creator,
    /// Seat 2 begins.
    Opponent,
}

/// Size of a custom grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClassicGridSize)]
pub struct GridSize {
    /// Number of columns, 6 to 26.
    #[schema(minimum = 6, maximum = 26, example = 12)]
    pub columns: u8,
    /// Number of rows, 6 to 26.
    #[schema(minimum = 6, maximum = 26, example = 12)]
    pub rows: u8,
}

/// Ship of a custom fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClassicCustomShip)]
pub struct CustomShip {
    /// Class of the ship. All ships of a class have the same length and the same number of shots.
    pub class: ClassName,
    /// Number of cells that the ship covers, 1 to 6.
    #[schema(minimum = 1, maximum = 6, example = 4)]
    pub length: u8,
    /// Number of shots per round that the ship gives while it is afloat, 1 to 5. Required in
    /// `salvo`; has no effect in `single`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 5, example = 2)]
    pub shots: Option<u8>,
}

/// Settings of a game of `classic`. A setting that is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = ClassicOptions)]
#[schema(example = json!({"mode": "single", "fleet": "standard"}))]
pub struct Options {
    /// Order of the shots.
    #[schema(default = "single")]
    pub mode: Mode,
    /// Fleet of each player.
    #[schema(default = "standard")]
    pub fleet: FleetChoice,
    /// Choice of the seat that has the first shot.
    #[schema(default = "roll")]
    pub first: First,
    /// True if a player fires again after a hit (C6). Allowed in `single` only.
    #[schema(default = false)]
    pub repeat_on_hit: bool,
    /// Grid of a `custom` fleet. If left out, it is 10 by 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<GridSize>,
    /// Ships of a `custom` fleet, 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ships: Option<Vec<CustomShip>>,
}

const MAX_SHIPS: usize = 10;
/// Maximum number of attempts at a random placement before a fleet is refused because it does not
/// fit.
const ATTEMPTS_TO_OPEN: u32 = 20;

impl Options {
    /// Checks the settings. Also tries to place a custom fleet.
    ///
    /// # Errors
    /// Returns a refusal by C2 or C6 if a setting is invalid.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let (grid, fleet) = self.resolve()?;
        let mut chance = DiceStream::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
        // The predefined fleets are known to fit.
        if self.fleet == FleetChoice::Custom
            && FleetPlacement::random(grid, &fleet, &mut chance, ATTEMPTS_TO_OPEN).is_none()
        {
            let detail = "no placement of this fleet was found: fewer or shorter ships, or a larger grid, would fit";
            return Err(Refusal::BadOption {
                rule: "C2",
                field: "ships".into(),
                detail: detail.to_owned(),
            });
        }
        Ok(())
    }

    /// Returns the grid and the fleet of these settings.
    ///
    /// # Errors
    /// Returns a refusal by C2 or C6 if a setting is invalid. Does not check that the fleet fits on
    /// the grid.
    pub fn resolve(&self) -> Result<(Grid, Fleet), Refusal> {
        if self.repeat_on_hit && self.mode == Mode::Salvo {
            let detail = "means nothing in mode `salvo`: leave it out, or play `single`".to_owned();
            return Err(bad_option("C6", "repeat_on_hit", detail));
        }
        if self.fleet != FleetChoice::Custom {
            for (given, field) in [(self.grid.is_some(), "grid"), (self.ships.is_some(), "ships")] {
                if given {
                    let detail = "goes with the fleet `custom` alone: leave it out, or set `fleet` to `custom`";
                    return Err(bad_option("C2", field, detail.to_owned()));
                }
            }
            return Ok((Grid::TEN, self.ready_made()));
        }
        let size = self.grid.unwrap_or(GridSize { columns: 10, rows: 10 });
        let Some(grid) = Grid::new(size.columns, size.rows) else {
            let detail = format!(
                "{} by {} is not a grid: each side has 6 to 26 cells",
                size.columns, size.rows
            );
            return Err(bad_option("C2", "grid", detail));
        };
        Ok((grid, self.custom(grid)?))
    }

    fn ready_made(&self) -> Fleet {
        let ships: &[(&str, u8, u8, u8)] = match self.fleet {
            FleetChoice::TwoDestroyers => {
                &[("battleship", 5, 3, 1), ("cruiser", 3, 2, 1), ("destroyer", 2, 1, 2)]
            }
            FleetChoice::FiveShips => &[
                ("carrier", 5, 2, 1),
                ("battleship", 4, 3, 1),
                ("cruiser", 3, 2, 1),
                ("submarine", 3, 1, 1),
                ("destroyer", 2, 1, 1),
            ],
            FleetChoice::Standard | FleetChoice::Custom => &[
                ("battleship", 5, 3, 1),
                ("cruiser", 4, 2, 1),
                ("submarine", 3, 1, 1),
                ("destroyer", 2, 1, 1),
            ],
        };
        let classes = ships.iter().map(|&(name, length, shots, ships)| Class {
            class: ClassName::new(name).expect("the name is well formed"),
            length,
            shots,
            ships,
        });
        Fleet::new(classes.collect())
    }

    fn custom(&self, grid: Grid) -> Result<Fleet, Refusal> {
        let ships = self.ships.as_deref().unwrap_or_default();
        if !(1..=MAX_SHIPS).contains(&ships.len()) {
            let detail =
                format!("a custom fleet lists 1 to {MAX_SHIPS} ships, not {}", ships.len());
            return Err(bad_option("C2", "ships", detail));
        }
        let mut classes: Vec<Class> = Vec::new();
        for (n, ship) in ships.iter().enumerate() {
            if !(1..=6).contains(&ship.length) {
                let detail = format!("a ship covers 1 to 6 cells, not {}", ship.length);
                return Err(bad_option("C2", &format!("ships[{n}].length"), detail));
            }
            let shots = match (ship.shots, self.mode) {
                (Some(shots), _) if (1..=5).contains(&shots) => shots,
                (None, Mode::Single) => 1,
                (None, Mode::Salvo) => {
                    let detail =
                        "in mode `salvo` each ship says how many shots it gives, 1 to 5".to_owned();
                    return Err(bad_option("C2", &format!("ships[{n}].shots"), detail));
                }
                (Some(shots), _) => {
                    let detail = format!("a ship gives 1 to 5 shots, not {shots}");
                    return Err(bad_option("C2", &format!("ships[{n}].shots"), detail));
                }
            };
            match classes.iter_mut().find(|class| class.class == ship.class) {
                Some(class) if (class.length, class.shots) == (ship.length, shots) => {
                    class.ships += 1
                }
                Some(class) => {
                    let detail = format!(
                        "ships of one class are alike: an earlier `{}` covers {} cells and gives {} shots",
                        class.class, class.length, class.shots
                    );
                    return Err(bad_option("C2", &format!("ships[{n}].class"), detail));
                }
                None => {
                    classes.push(Class {
                        class: ship.class.clone(),
                        length: ship.length,
                        shots,
                        ships: 1,
                    });
                }
            }
        }
        let fleet = Fleet::new(classes);
        if fleet.cells() * 2 > grid.area() {
            let detail = format!(
                "these ships cover {} cells: at most half the grid, {}, may be covered",
                fleet.cells(),
                grid.area() / 2
            );
            return Err(bad_option("C2", "ships", detail));
        }
        if self.mode == Mode::Salvo && fleet.shots() * 4 > grid.area() {
            let detail = format!(
                "these ships give {} shots: at most a quarter of the grid's cells, {}, is allowed",
                fleet.shots(),
                grid.area() / 4
            );
            return Err(bad_option("C2", "ships", detail));
        }
        Ok(fleet)
    }
}

fn bad_option(rule: &'static str, field: &str, detail: String) -> Refusal {
    Refusal::BadOption { rule, field: field.to_owned(), detail }
}
