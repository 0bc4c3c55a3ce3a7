//! Number of random legal games that the engine plays in a second on one core.
//!
//! Each move builds the legal moves of the seat and chooses one of them with ChaCha8; the table
//! carries out every command in place, from the first player's arrival to the revelation of what
//! was secret.
//!
//! `cargo bench -p broadside-engine` runs it; an argument, as in
//! `cargo bench -p broadside-engine -- salvo`, runs the benches whose name it is part of.

use std::hint::black_box;
use std::time::{Duration, Instant};

use broadside_engine::advanced::{self, Advanced};
use broadside_engine::chance::Seed;
use broadside_engine::classic::{self, Classic};
use broadside_engine::game::RulesetId;
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::ruleset::Ruleset;
use broadside_engine::satellite::{self, Beam, Satellite, Sector, Sectors};
use broadside_engine::seat::Seat;
use broadside_engine::solo::{self, Solo};
use broadside_engine::table::{Choice, Command, Move, Table, Wanted};
use broadside_engine::voices::{self, Axis, ChooseAxes, Voices};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Duration of a sample, and the number of samples; the result is their median.
const SAMPLE: Duration = Duration::from_millis(500);
const SAMPLES: usize = 9;

fn main() {
    let wanted =
        std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    for ruleset in RulesetId::ALL {
        match ruleset {
            RulesetId::Classic => {
                bench::<Classic>(&wanted, "single", r#"{"mode": "single"}"#);
                bench::<Classic>(&wanted, "salvo", r#"{"mode": "salvo"}"#);
            }
            RulesetId::Voices => {
                bench::<Voices>(&wanted, "dice", "{}");
                bench::<Voices>(&wanted, "choice", r#"{"aim": "choice"}"#);
                bench::<Voices>(&wanted, "eight", r#"{"seats": 8}"#);
            }
            RulesetId::Solo => bench::<Solo>(&wanted, "volleys", "{}"),
            RulesetId::Satellite => {
                bench::<Satellite>(&wanted, "ceasefire", "{}");
                bench::<Satellite>(&wanted, "reloaded", r#"{"endgame": "reloaded"}"#);
            }
            RulesetId::Advanced => bench::<Advanced>(&wanted, "seeded", "{}"),
        }
    }
}

/// A ruleset that can be played at random.
trait AtRandom: Ruleset {
    /// One of the actions of a choice, each as likely; `None` if they do not take the game on.
    fn action(legal: &Self::Legal, rng: &mut ChaCha8Rng) -> Option<Self::Action>;
}

impl AtRandom for Classic {
    fn action(legal: &classic::Legal, rng: &mut ChaCha8Rng) -> Option<classic::Action> {
        let classic::Legal::Fire { cells, round } = legal;
        let mut from = cells.from;
        let cells = (0..cells.count).map(|_| draw(&mut from, rng)).collect();
        Some(classic::Action::Fire(classic::Fire { cells, round: *round }))
    }
}

impl AtRandom for Voices {
    fn action(legal: &voices::Legal, rng: &mut ChaCha8Rng) -> Option<voices::Action> {
        Some(match legal {
            voices::Legal::Roll {} => voices::Action::Roll {},
            voices::Legal::Fire { cells } => {
                voices::Action::Fire(voices::Fire { cell: draw(&mut cells.from.clone(), rng) })
            }
            voices::Legal::ChooseAxes { cells: Some(_), .. } => {
                let first_die = if rng.random() { Axis::X } else { Axis::Y };
                voices::Action::ChooseAxes(ChooseAxes { first_die })
            }
            _ => return None,
        })
    }
}

impl AtRandom for Solo {
    fn action(legal: &solo::Legal, rng: &mut ChaCha8Rng) -> Option<solo::Action> {
        Some(match legal {
            solo::Legal::Predict { suits } => {
                let suit = suits[rng.random_range(0..suits.len())];
                solo::Action::Predict(solo::Predict { suit })
            }
            solo::Legal::Volley {} => solo::Action::Volley {},
            solo::Legal::RunOut {} => return None,
        })
    }
}

impl AtRandom for Satellite {
    fn action(legal: &satellite::Legal, rng: &mut ChaCha8Rng) -> Option<satellite::Action> {
        Some(match legal {
            satellite::Legal::Roll { keep } => {
                // At most four of five.
                let keep = keep.iter().skip(1).copied().filter(|_| rng.random()).collect();
                satellite::Action::Roll(satellite::Roll { keep })
            }
            satellite::Legal::Fire { cartridges, from } => {
                let loaded = &cartridges[rng.random_range(0..cartridges.len())];
                let beam = loaded.beam.map(|_| if rng.random() { Beam::Row } else { Beam::Column });
                let targets = targets(*from, loaded.max_targets, rng);
                satellite::Action::Fire(satellite::Fire {
                    cartridge: loaded.cartridge,
                    targets,
                    beam,
                })
            }
            satellite::Legal::GiveUp { cartridges, from } => {
                let cartridge = cartridges[rng.random_range(0..cartridges.len())];
                let target = targets(*from, 1, rng)[0];
                satellite::Action::GiveUp(satellite::GiveUp { cartridge, target })
            }
            satellite::Legal::Shoot { from } => {
                satellite::Action::Shoot(satellite::Shoot { target: targets(*from, 1, rng)[0] })
            }
            satellite::Legal::Destruct { targets: choice } => {
                let targets = targets(choice.from, choice.max, rng);
                satellite::Action::Destruct(satellite::Destruct { targets })
            }
        })
    }
}

impl AtRandom for Advanced {
    fn action(legal: &advanced::Legal, rng: &mut ChaCha8Rng) -> Option<advanced::Action> {
        Some(match legal {
            advanced::Legal::Salvo { cells } => {
                let mut from = cells.from;
                let cells = (0..cells.count).map(|_| draw(&mut from, rng)).collect();
                advanced::Action::Salvo(advanced::Salvo { cells })
            }
            advanced::Legal::Send { planes, to } => {
                let from = planes[rng.random_range(0..planes.len())].from;
                advanced::Action::Send(advanced::Send { from, to: draw(&mut to.clone(), rng) })
            }
            // A player who can do neither is skipped.
            _ => return None,
        })
    }
}

/// Some of the sectors there are.
fn targets(mut from: Sectors, count: usize, rng: &mut ChaCha8Rng) -> Vec<Sector> {
    let draw = |_| {
        let sector = from.nth(rng.random_range(0..from.len())).expect("it is below their number");
        from.remove(sector);
        sector
    };
    (0..count).map(draw).collect()
}

/// Takes a cell out of those there are.
fn draw(from: &mut CellSet, rng: &mut ChaCha8Rng) -> Cell {
    let cell = from.nth(rng.random_range(0..from.len())).expect("it is below their number");
    from.remove(cell);
    cell
}

/// Tells how fast games with these settings are played, if their name has the part wanted.
fn bench<R: AtRandom>(wanted: &str, name: &str, options: &str) {
    let name = format!("{} {name}", R::ID);
    if !name.contains(wanted) {
        return;
    }
    let options = serde_json::from_str(options).expect("the options are right");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    sample::<R>(&options, &mut rng);
    let mut samples: Vec<_> = (0..SAMPLES).map(|_| sample::<R>(&options, &mut rng)).collect();
    samples.sort_by(|one, two| one.0.total_cmp(&two.0));
    let (games, moves) = samples[SAMPLES / 2];
    let (slowest, fastest) = (samples[0].0, samples[SAMPLES - 1].0);
    println!("{name}: {games:.0} games/s, {moves:.0} moves/s ({slowest:.0}–{fastest:.0} games/s)");
}

/// Games and moves a second over one sample.
fn sample<R: AtRandom>(options: &R::Options, rng: &mut ChaCha8Rng) -> (f64, f64) {
    let (mut games, mut moves) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < SAMPLE {
        moves += play::<R>(options, rng);
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    (f64::from(games) / seconds, f64::from(moves) / seconds)
}

/// Plays a game to its end; the number of moves.
fn play<R: AtRandom>(options: &R::Options, rng: &mut ChaCha8Rng) -> u32 {
    let seed = Seed::new(rng.random());
    let Ok(mut table) = Table::<R>::open("a game", seed, options.clone()) else {
        panic!("the options of {} are refused", R::ID)
    };
    let seats = R::seats(options);
    let places = |seat| Command::Place { seat, wanted: Wanted::Random, seed: None };
    for command in Seat::first(seats).map(Command::Join).chain(Seat::first(seats).map(places)) {
        assert!(table.apply(&command).is_ok(), "before play everybody joins and places");
    }
    let mut moves = 0;
    while let Some(seat) = table.to_move().iter().next() {
        let action = Command::Act(seat, Move::Own(choose(&table, seat, rng)));
        assert!(black_box(table.apply(&action)).is_ok(), "the move is legal");
        moves += 1;
    }
    moves
}

/// One of the legal actions that take the game on; of several kinds each as likely.
fn choose<R: AtRandom>(table: &Table<R>, seat: Seat, rng: &mut ChaCha8Rng) -> R::Action {
    let (mut chosen, mut kinds) = (None, 0);
    for choice in table.legal(seat).choices() {
        if let Choice::Own(own) = choice
            && let Some(action) = R::action(own, rng)
        {
            kinds += 1;
            if kinds == 1 || rng.random_range(0..kinds) == 0 {
                chosen = Some(action);
            }
        }
    }
    chosen.expect("who is to move has a move")
}
