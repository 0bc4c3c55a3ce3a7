//! Dice of `satellite`: which to keep, and what an arsenal is still worth.
//!
//! Rolls are sorted. There are 252 of five dice, and 462 of up to five, which are the dice that can
//! be kept.

use std::collections::HashMap;
use std::sync::LazyLock;

use broadside_engine::satellite::{Arsenal, Cartridge, Dice};

/// Nominal number of sectors that a cartridge reaches, with this number of targets.
pub(super) fn nominal(cartridge: Cartridge, targets: usize) -> f64 {
    match cartridge {
        Cartridge::ThreeOfAKind => 5.0,
        Cartridge::FourOfAKind | Cartridge::FullHouse => 9.0,
        Cartridge::SmallStraight => 11.0,
        Cartridge::LargeStraight => 21.0,
        Cartridge::Salvo => 12.0,
        Cartridge::Hazard => 6.0,
        _ => targets as f64,
    }
}

/// Multisets of up to five dice.
struct Rolls {
    /// Sorted dice of each multiset.
    all: Vec<Vec<u8>>,
    /// Multiset with one more die, for each number. Only of multisets with fewer than five, which
    /// come first.
    with: Vec<[usize; 6]>,
    /// Multisets with one die less, some of them several times.
    less: Vec<[usize; 5]>,
    /// For each multiset of five, the multisets of up to four dice that it contains.
    parts: Vec<Vec<usize>>,
    index: HashMap<Vec<u8>, usize>,
}

static ROLLS: LazyLock<Rolls> = LazyLock::new(|| {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..5 {
        let to = all.len();
        for at in from..to {
            let last = all[at].last().copied().unwrap_or(1);
            for face in last..=6 {
                let mut longer = all[at].clone();
                longer.push(face);
                all.push(longer);
            }
        }
        from = to;
    }
    let index: HashMap<Vec<u8>, usize> =
        all.iter().enumerate().map(|(at, dice)| (dice.clone(), at)).collect();
    let more = |dice: &Vec<u8>| {
        [1, 2, 3, 4, 5, 6].map(|face| {
            let mut longer = dice.clone();
            longer.push(face);
            longer.sort_unstable();
            index[&longer]
        })
    };
    let with: Vec<[usize; 6]> = all.iter().filter(|dice| dice.len() < 5).map(more).collect();
    let less = |dice: &Vec<u8>| {
        [0, 1, 2, 3, 4].map(|die| {
            let mut fewer = dice.clone();
            fewer.truncate(die.min(dice.len() - 1));
            fewer.extend(&dice[fewer.len() + 1..]);
            index[&fewer]
        })
    };
    // The first multiset has no dice.
    let less = std::iter::once([0; 5]).chain(all.iter().skip(1).map(less)).collect();
    let parts = all.iter().map(|dice| {
        let mut parts: Vec<usize> = Vec::new();
        if dice.len() == 5 {
            for mask in 0_u8..31 {
                let part: Vec<u8> =
                    (0..5).filter(|bit| mask & (1 << bit) != 0).map(|bit| dice[bit]).collect();
                parts.push(index[&part]);
            }
            parts.sort_unstable();
            parts.dedup();
        }
        parts
    });
    let parts = parts.collect();
    Rolls { all, with, less, parts, index }
});

/// Number of targets that dice give each cartridge, or 0 if they do not unlock it, for each
/// multiset of five; first for a player without, then for one with a salvo fired.
static UNLOCKED: LazyLock<[Vec<[u8; 13]>; 2]> = LazyLock::new(|| {
    [false, true].map(|wild| {
        let of = |dice: &Vec<u8>| {
            let faces: Option<[u8; 5]> = dice.clone().try_into().ok();
            let dice = faces.and_then(Dice::new);
            Cartridge::ALL
                .map(|cartridge| dice.and_then(|dice| cartridge.targets(&dice, wild)).unwrap_or(0))
        };
        ROLLS.all.iter().map(of).collect()
    })
});

/// Nominal value of each arsenal, first for a player without, then for one with a salvo fired.
static ARSENALS: LazyLock<[Vec<f32>; 2]> = LazyLock::new(|| {
    let size = 1 << Cartridge::ALL.len();
    let mut tables = [vec![0.0_f32; size], vec![0.0_f32; size]];
    // The salvo changes the second table, so it comes first.
    for wild in [1, 0] {
        // Cartridges that each roll unlocks, with their nominal values.
        let unlocked = |targets: &[u8; 13]| -> Vec<(usize, f64)> {
            let all = Cartridge::ALL.into_iter().zip(targets).enumerate();
            let all = all.filter(|(_, (_, targets))| **targets > 0);
            all.map(|(at, (cartridge, targets))| (at, nominal(cartridge, usize::from(*targets))))
                .collect()
        };
        let unlocked: Vec<Vec<(usize, f64)>> = UNLOCKED[wild].iter().map(unlocked).collect();
        // A salvo is spent before it is fired.
        let reachable = |mask: &usize| wild == 0 || mask & (1 << Cartridge::Salvo as usize) == 0;
        for mask in (1..size).filter(reachable) {
            // Value of the later turns after each cartridge.
            let mut rest = [0.0; 13];
            let mut given_up = 1.0_f64;
            for (at, cartridge) in
                Cartridge::ALL.into_iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0)
            {
                let left = mask & !(1 << at);
                let next = if cartridge == Cartridge::Salvo { 1 } else { wild };
                rest[at] = f64::from(tables[next][left]);
                given_up = given_up.max(1.0 + f64::from(tables[wild][left]));
            }
            let end = |roll: usize| {
                let left = unlocked[roll].iter().filter(|(at, _)| mask & (1 << at) != 0);
                let most = left.map(|(at, value)| value + rest[*at]).fold(0.0, f64::max);
                if most > 0.0 { most } else { given_up }
            };
            let value = best_turn(end, 2)[0];
            tables[wild][mask] = value as f32;
        }
    }
    tables
});

/// Returns the expected value of each multiset that is kept, with `rolls` rolls left after the next
/// one. `end` is the value of five dice at which the turn stops.
fn best_turn(end: impl Fn(usize) -> f64, rolls: usize) -> Vec<f64> {
    let rules = &*ROLLS;
    let fewer = rules.with.len();
    let mut stop = vec![0.0; rules.all.len()];
    for (roll, value) in stop.iter_mut().enumerate().skip(fewer) {
        *value = end(roll);
    }
    let mut values = stop.clone();
    expect(&mut values);
    for _ in 0..rolls {
        // Value of the best part of each multiset: of its own, or of one with a die less.
        for (at, less) in rules.less.iter().enumerate() {
            let own = if at < fewer { values[at] } else { stop[at] };
            values[at] =
                less.iter().map(|less| values[*less]).fold(own, |a, b| if a > b { a } else { b });
        }
        expect(&mut values);
    }
    values
}

/// Computes the values of fewer than five dice from those of five.
fn expect(values: &mut [f64]) {
    for (at, with) in ROLLS.with.iter().enumerate().rev() {
        values[at] = with.iter().map(|longer| values[*longer]).sum::<f64>() / 6.0;
    }
}

/// Expected hits of each cartridge, for each number of targets.
pub(super) struct Values([[f64; 6]; 13]);

impl Values {
    pub(super) fn new(arsenal: Arsenal, mut value: impl FnMut(Cartridge, usize) -> f64) -> Self {
        let mut values = [[0.0; 6]; 13];
        for cartridge in arsenal.iter() {
            let most = if cartridge.number().is_some() { 5 } else { 1 };
            let of_cartridge = &mut values[cartridge as usize];
            for (targets, found) in of_cartridge.iter_mut().enumerate().skip(1).take(most) {
                *found = value(cartridge, targets);
            }
        }
        Self(values)
    }

    pub(super) fn of(&self, cartridge: Cartridge, targets: usize) -> f64 {
        self.0[cartridge as usize][targets.min(5)]
    }
}

/// Values of the decisions of a turn.
pub(super) struct Plan<'a> {
    mask: usize,
    wild: usize,
    values: &'a Values,
    density: f64,
}

impl<'a> Plan<'a> {
    pub(super) fn new(arsenal: Arsenal, wild: bool, values: &'a Values, density: f64) -> Self {
        let mask = arsenal.iter().fold(0, |mask, cartridge| mask | 1 << cartridge as usize);
        Self { mask, wild: usize::from(wild), values, density }
    }

    /// Expected hits of the later turns, after a cartridge is spent.
    pub(super) fn after(&self, cartridge: Cartridge) -> f64 {
        let wild = if cartridge == Cartridge::Salvo { 1 } else { self.wild };
        f64::from(ARSENALS[wild][self.mask & !(1 << cartridge as usize)]) * self.density
    }

    /// Positions of the dice to keep; `None` to stop rolling.
    pub(super) fn keep(&self, faces: [u8; 5], rolls: u8) -> Option<Vec<u8>> {
        let rules = &*ROLLS;
        let end = |roll: usize| {
            let mut most: Option<f64> = None;
            for (at, cartridge) in
                Cartridge::ALL.into_iter().enumerate().filter(|(at, _)| self.mask & (1 << at) != 0)
            {
                let targets = UNLOCKED[self.wild][roll][at];
                if targets > 0 {
                    let value =
                        self.values.of(cartridge, usize::from(targets)) + self.after(cartridge);
                    most = Some(most.map_or(value, |most| most.max(value)));
                }
            }
            most.unwrap_or_else(|| {
                let left = Cartridge::ALL
                    .into_iter()
                    .filter(|cartridge| self.mask & (1 << *cartridge as usize) != 0);
                self.density + left.map(|cartridge| self.after(cartridge)).fold(0.0, f64::max)
            })
        };
        let mut sorted = faces.to_vec();
        sorted.sort_unstable();
        let roll = rules.index[&sorted];
        let values = best_turn(end, usize::from(rolls).saturating_sub(1));
        let best =
            rules.parts[roll].iter().copied().max_by(|a, b| values[*a].total_cmp(&values[*b]))?;
        if values[best] <= end(roll) + 1e-9 {
            return None;
        }
        // Find positions with these numbers.
        let mut wanted = rules.all[best].clone();
        let mut keep = Vec::new();
        for (position, face) in (1..).zip(faces) {
            if let Some(at) = wanted.iter().position(|number| *number == face) {
                wanted.remove(at);
                keep.push(position);
            }
        }
        Some(keep)
    }
}
