//! Random games of `classic`.

use crate::common::{
    Play, STANDARD, STANDARD_DOWN, ada, ben, classic_action, classic_words, placement,
};
use crate::properties::{Difference, TestedRuleset, mover, own};
use broadside_engine::classic::{Action, Classic, Fire, Legal};
use broadside_engine::game::{Game, View};
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Table;
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use serde_json::{Value, json};

/// Generates a custom fleet within the limits. Ships that exceed the limits are left out.
fn custom() -> impl Strategy<Value = Value> {
    let classes = prop::collection::vec((1..=6_u64, 1..=5_u64), 1..=4);
    let ships = prop::collection::vec(any::<prop::sample::Index>(), 1..=10);
    (6..=11_u64, 6..=11_u64, classes, ships).prop_map(|(columns, rows, classes, picked)| {
        let (mut cells, mut guns, mut ships) = (0, 0, Vec::new());
        for index in picked {
            let class = index.index(classes.len());
            let (length, shots) = classes[class];
            if (cells + length) * 2 <= columns * rows && (guns + shots) * 4 <= columns * rows {
                (cells, guns) = (cells + length, guns + shots);
                ships.push(
                    json!({"class": format!("class_{class}"), "length": length, "shots": shots}),
                );
            }
        }
        json!({"fleet": "custom", "grid": {"columns": columns, "rows": rows}, "ships": ships})
    })
}

/// Returns a random legal shot or salvo of a seat; `None` if it may not fire.
pub(crate) fn salvo(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Option<Fire> {
    let Legal::Fire { cells, round } = own::<Classic>(game, seat).pop()?;
    let mut from: Vec<_> = cells.from.iter().collect();
    let (picked, _) = from.partial_shuffle(rng, cells.count);
    Some(Fire { cells: picked.to_vec(), round })
}

fn written(fire: Fire) -> Value {
    json!(Action::Fire(fire))
}

/// Returns a shot at random cells: on and off the grid, called and not called, some of them twice.
fn garbage(rng: &mut ChaCha8Rng) -> Fire {
    let count = rng.random_range(0..=9);
    let cell = |_| Cell::new(rng.random_range(0..13), rng.random_range(0..13)).unwrap();
    let cells = (0..count).map(cell).collect();
    Fire { cells, round: rng.random_bool(0.3).then(|| rng.random_range(0..4)) }
}

/// Returns shots just inside and just outside the legal ones.
fn near_fire(fire: &Fire, called: &CellSet, rng: &mut ChaCha8Rng) -> Vec<Fire> {
    let changed = |change: &dyn Fn(&mut Vec<Cell>)| {
        let mut fire = fire.clone();
        change(&mut fire.cells);
        fire
    };
    let at = rng.random_range(0..fire.cells.len());
    let mut all = vec![
        fire.clone(),
        changed(&|cells| cells.reverse()),
        changed(&|cells| cells.truncate(cells.len() - 1)),
        changed(&|cells| cells.push(cells[0])),
        changed(&|cells| cells[at] = cells[0]),
        changed(&|cells| cells[at] = Cell::new(25, 25).unwrap()),
        changed(&|cells| cells.push(Cell::new(25, 25).unwrap())),
        Fire { round: None, ..fire.clone() },
        Fire { round: Some(fire.round.unwrap_or(1) + 1), ..fire.clone() },
        Fire { round: Some(fire.round.unwrap_or(1) - 1), ..fire.clone() },
    ];
    if let Some(before) = called.nth(0) {
        all.push(changed(&|cells| cells[at] = before));
        all.push(changed(&|cells| cells.push(before)));
    }
    all
}

impl TestedRuleset for Classic {
    const CASES: u32 = 24;
    const MIDDLE: usize = 80;
    const LATE: usize = 400;

    fn table(game: &Game) -> &Table<Self> {
        let Game::Classic(table) = game else { panic!("it is a game of `classic`") };
        table
    }

    fn game(table: Table<Self>) -> Game {
        Game::Classic(table)
    }

    fn options() -> impl Strategy<Value = Value> {
        let ready = prop::sample::select(vec!["standard", "two_destroyers", "five_ships"]);
        let fleet = prop_oneof![ready.prop_map(|fleet| json!({"fleet": fleet})), custom()];
        let first = prop::sample::select(vec!["roll", "creator", "opponent"]);
        let mode =
            prop::sample::select(vec![("single", false), ("single", true), ("salvo", false)]);
        (fleet, first, mode).prop_map(|(mut options, first, (mode, repeat))| {
            options["first"] = json!(first);
            options["mode"] = json!(mode);
            options["repeat_on_hit"] = json!(repeat);
            options
        })
    }

    fn example() -> Play {
        Play::started(json!({"mode": "salvo"}), STANDARD, STANDARD_DOWN)
    }

    fn placement(text: &str) -> Value {
        placement(text)
    }

    fn action(text: &str) -> Value {
        classic_action(text)
    }

    fn words(kind: &str, event: &Value) -> Option<String> {
        classic_words(kind, event)
    }

    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let seat = mover(game, rng);
        (seat, written(salvo(game, seat, rng).expect("who is to move may fire")))
    }

    /// Sometimes writes or rewrites the salvo of seat 1.
    fn aside(play: &mut Play, rng: &mut ChaCha8Rng) {
        if rng.random_bool(0.2)
            && let Some(fire) = salvo(&play.game, ada(), rng)
        {
            play.act(ada(), written(fire));
        }
    }

    fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
        let View::Classic(view) = play.game.view(Viewer::Public) else { unreachable!() };
        let mut all: Vec<_> = (0..12).map(|_| garbage(rng)).collect();
        for seat in play.seats() {
            let shots = view.waters[2 - usize::from(seat.number())].all_shots();
            let called = shots.iter().map(|shot| shot.cell).collect();
            if let Some(fire) = salvo(&play.game, seat, rng) {
                all.extend(near_fire(&fire, &called, rng));
            }
        }
        all.into_iter().map(Action::Fire).collect()
    }

    /// Each move calls a cell at least.
    fn most_moves(options: &Value) -> usize {
        let side = |name| options["grid"][name].as_u64().unwrap_or(10) as usize;
        2 * side("columns") * side("rows")
    }

    /// Seat 2 has a different placement.
    fn difference(byte: u8, options: &mut Value, _: &mut ChaCha8Rng) -> Difference {
        let placements = [Self::started(1, options), Self::started(byte.wrapping_add(1).max(2), options)].map(|play| {
            let ships = play.view(Viewer::Seat(ben()))["waters"][1]["ships"].take();
            let ship = |ship: &Value| {
                let cells: Vec<Cell> = serde_json::from_value(ship["cells"].clone()).unwrap();
                let down = cells.len() > 1 && cells[0].column() == cells[1].column();
                json!({"class": ship["class"], "at": cells[0], "heading": if down { "down" } else { "across" }})
            };
            Some(json!({"ships": ships.as_array().unwrap().iter().map(ship).collect::<Vec<_>>()}))
        });
        Difference {
            seat: ben(),
            placements,
            limits: false,
            hears: Viewer::Public,
            tries: 60,
            enough: usize::MAX,
            min: 1,
        }
    }

    /// Seat 2 first writes another salvo if it can be rewritten.
    fn replaced(play: &Play, seat: Seat, rng: &mut ChaCha8Rng) -> Option<Value> {
        let rewritable = seat == ben() && play.game.to_move().contains(ada());
        rewritable.then(|| written(salvo(&play.game, ben(), rng).unwrap()))
    }
}
