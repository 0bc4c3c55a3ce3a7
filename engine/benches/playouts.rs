//! How many random legal games of `classic` the engine plays in a second on one core.
//!
//! Each move builds the legal moves of the seat and chooses one of them with ChaCha8; the table carries out every
//! command in place, from the first player's arrival to the revelation of what was secret.
//!
//! `cargo bench -p broadside-engine` runs it; an argument, as in `cargo bench -p broadside-engine -- salvo`, runs the
//! benches whose name it is part of.

use std::hint::black_box;
use std::time::{Duration, Instant};

use broadside_engine::chance::Seed;
use broadside_engine::classic::{Action, Classic, Fire, Legal, Mode, Options};
use broadside_engine::ruleset::Seat;
use broadside_engine::table::{Choice, Command, Move, Table, Wanted};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How long a sample lasts, and how many are taken; the median is told.
const SAMPLE: Duration = Duration::from_millis(500);
const SAMPLES: usize = 9;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    for (name, mode) in [("classic single", Mode::Single), ("classic salvo", Mode::Salvo)] {
        if !name.contains(&wanted) {
            continue;
        }
        let options = Options { mode, ..Options::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        sample(&options, &mut rng);
        let mut samples: Vec<_> = (0..SAMPLES).map(|_| sample(&options, &mut rng)).collect();
        samples.sort_by(|one, two| one.0.total_cmp(&two.0));
        let (games, moves) = samples[SAMPLES / 2];
        let (slowest, fastest) = (samples[0].0, samples[SAMPLES - 1].0);
        println!("{name}: {games:.0} games/s, {moves:.0} moves/s ({slowest:.0}–{fastest:.0} games/s)");
    }
}

/// Games and moves a second over one sample.
fn sample(options: &Options, rng: &mut ChaCha8Rng) -> (f64, f64) {
    let (mut games, mut moves) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < SAMPLE {
        moves += play(options, rng);
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    (f64::from(games) / seconds, f64::from(moves) / seconds)
}

/// Plays a game to its end; the number of moves.
fn play(options: &Options, rng: &mut ChaCha8Rng) -> u32 {
    let seed = Seed::new(rng.random());
    let mut table = Table::<Classic>::open("a game", seed, options.clone()).expect("the options are right");
    for seat in Seat::first(2) {
        table.apply(&Command::Join(seat)).expect("the seat is free");
    }
    for seat in Seat::first(2) {
        let place = Command::Place { seat, wanted: Wanted::Random, seed: None };
        table.apply(&place).expect("it is time to place");
    }
    let mut moves = 0;
    while let Some(seat) = table.to_move().iter().next() {
        let fire = Command::Act(seat, Move::Own(Action::Fire(choose(&table, seat, rng))));
        black_box(table.apply(&fire).expect("the move is legal"));
        moves += 1;
    }
    moves
}

/// One of the legal moves of a seat, each as likely.
fn choose(table: &Table<Classic>, seat: Seat, rng: &mut ChaCha8Rng) -> Fire {
    let legal = table.legal(seat);
    let own = legal.choices().iter().find_map(|choice| match choice {
        Choice::Own(own) => Some(own),
        Choice::Shared(_) => None,
    });
    let Some(Legal::Fire { cells, round }) = own else { unreachable!("who is to move may fire") };
    let mut from = cells.from;
    let draw = |_| {
        let cell = from.nth(rng.random_range(0..from.len())).expect("it is below their number");
        from.remove(cell);
        cell
    };
    let cells = (0..cells.count).map(draw).collect();
    Fire { cells, round: *round }
}
