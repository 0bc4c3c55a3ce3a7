//! The settings of a game of `classic`, and what they amount to (C1–C3, C6, C7).

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::chance::{Chance, Seed};
use crate::fleet::{Class, ClassName, Fleet, Placement};
use crate::grid::Grid;

/// How turns go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicMode))]
pub enum Mode {
    /// The players alternate, one shot each (C4).
    #[default]
    Single,
    /// Both write a salvo in secret; both take effect together (C7).
    Salvo,
}

/// What fleet each player has (C2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicFleet))]
pub enum FleetChoice {
    /// Battleship 5, Cruiser 4, Submarine 3, Destroyer 2.
    #[default]
    Standard,
    /// Battleship 5, Cruiser 3, Destroyer 2, Destroyer 2.
    TwoDestroyers,
    /// Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2.
    FiveShips,
    /// The ships given in `ships`, on the grid given in `grid`.
    Custom,
}

/// Who has the first shot (C3). In `salvo` it only orders the announcements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicFirst))]
pub enum First {
    /// Each seat rolls a ten-sided die, the higher begins.
    #[default]
    Roll,
    /// Seat 1.
    Creator,
    /// Seat 2.
    Opponent,
}

/// The size of a custom grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicGridSize))]
pub struct GridSize {
    /// Number of columns, 6 to 26.
    #[cfg_attr(feature = "openapi", schema(minimum = 6, maximum = 26, example = 12))]
    pub columns: u8,
    /// Number of rows, 6 to 26.
    #[cfg_attr(feature = "openapi", schema(minimum = 6, maximum = 26, example = 12))]
    pub rows: u8,
}

/// One ship of a custom fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicCustomShip))]
pub struct CustomShip {
    /// Its class; ships of one class have one length and one number of shots.
    pub class: ClassName,
    /// How many cells it covers, 1 to 6.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 6, example = 4))]
    pub length: u8,
    /// How many shots a round it gives while afloat, 1 to 5; needed in `salvo`, without meaning in `single`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5, example = 2))]
    pub shots: Option<u8>,
}

/// The settings of a game of `classic`. What is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicOptions))]
#[cfg_attr(feature = "openapi", schema(example = json!({"mode": "single", "fleet": "standard"})))]
pub struct Options {
    /// How turns go.
    #[cfg_attr(feature = "openapi", schema(default = "single"))]
    pub mode: Mode,
    /// What fleet each player has.
    #[cfg_attr(feature = "openapi", schema(default = "standard"))]
    pub fleet: FleetChoice,
    /// Who has the first shot.
    #[cfg_attr(feature = "openapi", schema(default = "roll"))]
    pub first: First,
    /// After a hit the shooter fires again (C6); `single` only.
    #[cfg_attr(feature = "openapi", schema(default = false))]
    pub repeat_on_hit: bool,
    /// The grid of a `custom` fleet; 10 by 10 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<GridSize>,
    /// The ships of a `custom` fleet, 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ships: Option<Vec<CustomShip>>,
}

const MOST_SHIPS: usize = 10;
/// How often a random placement begins anew before a fleet is said not to fit.
const ATTEMPTS_TO_OPEN: u32 = 20;

impl Options {
    /// Checks the settings, by trying them out as well.
    ///
    /// # Errors
    /// What is wrong with them, by C2 or C6.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let (grid, fleet) = self.settle()?;
        let mut chance = Chance::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
        // The ready-made fleets are known to fit.
        if self.fleet == FleetChoice::Custom
            && Placement::random(grid, &fleet, &mut chance, ATTEMPTS_TO_OPEN).is_none()
        {
            let detail =
                "no placement of this fleet was found: fewer or shorter ships, or a larger grid, would fit";
            return Err(Refusal::BadOption { rule: "C2", field: "ships".into(), detail: detail.to_owned() });
        }
        Ok(())
    }

    /// The grid and the fleet that these settings amount to.
    ///
    /// # Errors
    /// What is wrong with them, by C2 or C6, but for a fleet that does not fit.
    pub fn settle(&self) -> Result<(Grid, Fleet), Refusal> {
        let wrong =
            |rule, field: &str, detail: String| Refusal::BadOption { rule, field: field.into(), detail };
        if self.repeat_on_hit && self.mode == Mode::Salvo {
            let detail = "means nothing in mode `salvo`: leave it out, or play `single`".to_owned();
            return Err(wrong("C6", "repeat_on_hit", detail));
        }
        if self.fleet != FleetChoice::Custom {
            for (given, field) in [(self.grid.is_some(), "grid"), (self.ships.is_some(), "ships")] {
                if given {
                    let detail =
                        "goes with the fleet `custom` alone: leave it out, or set `fleet` to `custom`";
                    return Err(wrong("C2", field, detail.to_owned()));
                }
            }
            return Ok((Grid::TEN, self.ready_made()));
        }
        let size = self.grid.unwrap_or(GridSize { columns: 10, rows: 10 });
        let Some(grid) = Grid::new(size.columns, size.rows) else {
            let detail = format!("{} by {} is no grid: each side has 6 to 26 cells", size.columns, size.rows);
            return Err(wrong("C2", "grid", detail));
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
        let class = |&(name, length, shots, ships): &(&str, u8, u8, u8)| Class {
            class: ClassName::new(name).expect("the name is well formed"),
            length,
            shots,
            ships,
        };
        Fleet::new(ships.iter().map(class).collect())
    }

    fn custom(&self, grid: Grid) -> Result<Fleet, Refusal> {
        let wrong = |field: String, detail: String| Refusal::BadOption { rule: "C2", field, detail };
        let ships = self.ships.as_deref().unwrap_or_default();
        if !(1..=MOST_SHIPS).contains(&ships.len()) {
            let detail = format!("a custom fleet lists 1 to {MOST_SHIPS} ships, not {}", ships.len());
            return Err(wrong("ships".into(), detail));
        }
        let mut classes: Vec<Class> = Vec::new();
        for (n, ship) in ships.iter().enumerate() {
            if !(1..=6).contains(&ship.length) {
                let detail = format!("a ship covers 1 to 6 cells, not {}", ship.length);
                return Err(wrong(format!("ships[{n}].length"), detail));
            }
            let shots = match (ship.shots, self.mode) {
                (Some(shots), _) if (1..=5).contains(&shots) => shots,
                (None, Mode::Single) => 1,
                (None, Mode::Salvo) => {
                    let detail = "in mode `salvo` each ship says how many shots it gives, 1 to 5".to_owned();
                    return Err(wrong(format!("ships[{n}].shots"), detail));
                }
                (Some(shots), _) => {
                    let detail = format!("a ship gives 1 to 5 shots, not {shots}");
                    return Err(wrong(format!("ships[{n}].shots"), detail));
                }
            };
            match classes.iter_mut().find(|class| class.class == ship.class) {
                Some(class) if (class.length, class.shots) == (ship.length, shots) => class.ships += 1,
                Some(class) => {
                    let detail = format!(
                        "ships of one class are alike: an earlier `{}` covers {} cells and gives {} shots",
                        class.class, class.length, class.shots
                    );
                    return Err(wrong(format!("ships[{n}].class"), detail));
                }
                None => {
                    classes.push(Class { class: ship.class.clone(), length: ship.length, shots, ships: 1 });
                }
            }
        }
        let fleet = Fleet::new(classes);
        if fleet.cells() * 2 > grid.area() {
            let (cells, most) = (fleet.cells(), grid.area() / 2);
            let detail =
                format!("these ships cover {cells} cells: at most half the grid, {most}, may be covered");
            return Err(wrong("ships".into(), detail));
        }
        if self.mode == Mode::Salvo && fleet.shots() * 4 > grid.area() {
            let (shots, most) = (fleet.shots(), grid.area() / 4);
            let detail = format!(
                "these ships give {shots} shots: at most a quarter of the grid's cells, {most}, is allowed"
            );
            return Err(wrong("ships".into(), detail));
        }
        Ok(fleet)
    }
}
