//! Search for a position of a fleet on a map (A1).

use super::map::Map;
use crate::chance::{DiceStream, Seed};
use crate::fleet::{Class, Fleet, FleetPlacement, Heading, ShipDraft};
use crate::grid::{Cell, CellSet, Grid};

/// Result of the search.
pub(super) enum Room {
    /// The fleet fits in this position.
    Found(FleetPlacement),
    /// The fleet does not fit.
    None,
    /// The search reached its limit without a result.
    Unknown,
}

/// Number of attempts at a random placement before the systematic search.
const ATTEMPTS: u32 = 30;
/// Maximum number of ships that the systematic search places. It limits the search to a few
/// milliseconds.
const MAX_TRIALS: u32 = 20_000;

/// Searches a position for a fleet. Most fleets fit at the first random attempt. Otherwise the
/// search tries all positions systematically, the longest ships first, up to a limit. The result is
/// deterministic.
pub(super) fn room(map: &Map, fleet: &Fleet) -> Room {
    let grid = map.grid();
    let water = map.water();
    if let Some(recipe) = map.recipe() {
        let mut ships = Vec::new();
        for class in fleet.classes() {
            for n in 0..class.ships {
                let draft = draft(class, grid.last(), Heading::Across);
                ships.push(recipe.berth(draft, class.length, n));
            }
        }
        return FleetPlacement::read(grid, fleet, &ships).map_or(Room::Unknown, Room::Found);
    }
    let mut chance = DiceStream::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
    if let Some(placement) =
        FleetPlacement::random_within(grid, water, fleet, &mut chance, ATTEMPTS)
    {
        return Room::Found(placement);
    }
    let mut classes: Vec<&Class> = fleet.classes().iter().collect();
    classes.sort_by_key(|class| std::cmp::Reverse(class.length));
    let order = classes
        .iter()
        .flat_map(|&class| std::iter::repeat_n(class, usize::from(class.ships)))
        .collect();
    let mut search = Search { grid, order, laid: Vec::new(), trials: MAX_TRIALS };
    if search.lay(water) {
        FleetPlacement::read(grid, fleet, &search.laid).map_or(Room::Unknown, Room::Found)
    } else if search.trials == 0 {
        Room::Unknown
    } else {
        Room::None
    }
}

fn draft(class: &Class, at: Cell, heading: Heading) -> ShipDraft {
    ShipDraft { class: class.class.clone(), at, heading }
}

struct Search<'a> {
    grid: Grid,
    /// Class of each ship, the longest first.
    order: Vec<&'a Class>,
    laid: Vec<ShipDraft>,
    trials: u32,
}

impl Search<'_> {
    /// Places the remaining ships. Returns true if all of them have a position.
    fn lay(&mut self, free: CellSet) -> bool {
        let n = self.laid.len();
        let Some(&class) = self.order.get(n) else { return true };
        let needed: usize = self.order[n..].iter().map(|class| usize::from(class.length)).sum();
        if free.len() < needed {
            return false;
        }
        // Ships of one class are interchangeable, so try them only in the reading order of their
        // first squares.
        let before = self.laid.last().filter(|_| n > 0 && self.order[n - 1].class == class.class);
        let from = before.map(|ship| (ship.at, ship.heading == Heading::Down));
        for down in [false, true].into_iter().filter(|down| class.length > 1 || !down) {
            let heading = if down { Heading::Down } else { Heading::Across };
            for at in self.grid.beginnings(free, class.length, !down).iter() {
                if from.is_some_and(|from| (at, down) <= from) {
                    continue;
                }
                if self.trials == 0 {
                    return false;
                }
                self.trials -= 1;
                let squares = (0..class.length).filter_map(|n| match heading {
                    Heading::Across => Cell::new(at.column() + n, at.row()),
                    Heading::Down => Cell::new(at.column(), at.row() + n),
                });
                self.laid.push(draft(class, at, heading));
                if self.lay(free - squares.collect()) {
                    return true;
                }
                self.laid.pop();
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advanced::options::{Counts, MapChoice, Options};
    use crate::fleet::ClassName;

    fn fleet(classes: &[(&str, u8, u8)]) -> Fleet {
        let class = |&(name, length, ships): &(&str, u8, u8)| Class {
            class: ClassName::new(name).unwrap(),
            length,
            shots: 1,
            ships,
        };
        Fleet::new(classes.iter().map(class).collect())
    }

    fn map(water: &str) -> Map {
        let mut rows = vec!["#".repeat(10); 10];
        for (row, text) in rows.iter_mut().zip(water.split(' ')) {
            row.replace_range(..text.len(), text);
        }
        Map::read(&rows).unwrap()
    }

    #[test]
    fn an_impossible_fleet_is_detected() {
        let carriers = |n| fleet(&[("carrier", 5, n)]);
        assert!(matches!(room(&map("~~~~~ #~#~#"), &carriers(1)), Room::Found(_)));
        assert!(matches!(room(&map("~~~~~ #~#~#"), &carriers(2)), Room::None));
        // One line of five squares crosses another line of five, so the two share a square.
        assert!(matches!(room(&map("##~ ##~ ~~~~~ ##~ ##~"), &carriers(2)), Room::None));
        assert!(matches!(
            room(&map("~~~~ ~~~~"), &fleet(&[("submarine", 1, 4), ("cruiser", 3, 2)])),
            Room::None
        ));
        assert!(matches!(
            room(&map("~~~~ ~~~~"), &fleet(&[("submarine", 1, 2), ("cruiser", 3, 2)])),
            Room::Found(_)
        ));
        assert!(matches!(room(&map(""), &carriers(1)), Room::None));
    }

    #[test]
    fn a_narrow_room_is_found() {
        // The water is six rows of ten squares, and the fleet fills it completely.
        let all =
            Counts { carrier: 4, battleship: 4, cruiser: 4, destroyer: 4, submarine: 4 }.fleet();
        published(room(&map(&["~~~~~~~~~~"; 6].join(" ")), &all), &all);
    }

    #[test]
    fn a_wide_room_is_found_at_once() {
        let coast = Map::read(&["~~~~####~~"; 10]).unwrap();
        let usual = Counts::default().fleet();
        published(room(&coast, &usual), &usual);
    }

    /// Test vectors of `docs/maps.md`. Stored games may depend on these positions.
    fn published(room: Room, fleet: &Fleet) {
        let Room::Found(placement) = room else { panic!("there is room") };
        let text = format!("```text\n{}\n```", crate::fleet::seal(&placement.drafts(fleet)));
        assert!(
            include_str!("../../../docs/maps.md").contains(&text),
            "docs/maps.md lacks:\n{text}"
        );
    }

    #[test]
    fn a_search_that_would_not_end_gives_up() {
        // The water has eleven lines of five squares, and no two of the twelve ships fit into one
        // line. There is no room, but there are 330 ways to place the carriers alone, and for each
        // of them 560 ways to place the battleships.
        let mut rows: Vec<_> = (0..11)
            .map(|n| if n % 2 == 0 { "~~~~~#~~~~~" } else { "###########" }.to_owned())
            .collect();
        rows[10] = "~~~~~######".to_owned();
        let counts = Counts { carrier: 4, battleship: 4, cruiser: 4, destroyer: 0, submarine: 0 };
        assert!(matches!(room(&Map::read(&rows).unwrap(), &counts.fleet()), Room::Unknown));
        let options =
            Options { map: MapChoice::Given(rows.clone()), fleet: counts, ..Options::default() };
        let refusal = options.check().unwrap_err().to_string();
        assert!(
            refusal.starts_with("no way was found for the fleet to lie on this map"),
            "{refusal}"
        );
        // With one more line there is room. The random attempts or the search find it.
        rows[10] = rows[0].clone();
        assert!(matches!(room(&Map::read(&rows).unwrap(), &counts.fleet()), Room::Found(_)));
    }
}
