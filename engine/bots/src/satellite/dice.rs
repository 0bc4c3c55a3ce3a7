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
    one_more: Vec<[usize; 6]>,
    /// Multisets with one die less, some of them several times.
    one_less: Vec<[usize; 5]>,
    /// For each multiset of five, the multisets of up to four dice that it contains.
    parts: Vec<Vec<usize>>,
    index: HashMap<Vec<u8>, usize>,
}

static ROLLS: LazyLock<Rolls> = LazyLock::new(|| {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..5 {
        let end = all.len();
        for roll in start..end {
            let last = all[roll].last().copied().unwrap_or(1);
            for face in last..=6 {
                let mut longer = all[roll].clone();
                longer.push(face);
                all.push(longer);
            }
        }
        start = end;
    }
    let index: HashMap<Vec<u8>, usize> =
        all.iter().enumerate().map(|(roll, dice)| (dice.clone(), roll)).collect();
    let mut one_more = Vec::new();
    for dice in all.iter().filter(|dice| dice.len() < 5) {
        one_more.push([1, 2, 3, 4, 5, 6].map(|face| index[&with_die(dice, face)]));
    }
    // The first multiset has no dice.
    let mut one_less = vec![[0; 5]];
    for dice in all.iter().skip(1) {
        one_less.push([0, 1, 2, 3, 4].map(|die| index[&without_die(dice, die)]));
    }
    let parts = all.iter().map(|dice| parts(dice, &index)).collect();
    Rolls { all, one_more, one_less, parts, index }
});

fn with_die(dice: &[u8], face: u8) -> Vec<u8> {
    let mut longer = dice.to_vec();
    longer.push(face);
    longer.sort_unstable();
    longer
}

/// Takes away the die at a position, or else the last one.
fn without_die(dice: &[u8], position: usize) -> Vec<u8> {
    let mut shorter = dice.to_vec();
    shorter.remove(position.min(dice.len() - 1));
    shorter
}

/// Lists the multisets of up to four dice that five dice contain. None for fewer dice.
fn parts(dice: &[u8], index: &HashMap<Vec<u8>, usize>) -> Vec<usize> {
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
}

/// Number of targets that dice give each cartridge, or 0 if they do not unlock it, for each
/// multiset of five; first for a player without, then for one with a salvo fired.
static UNLOCKED: LazyLock<[Vec<[u8; 13]>; 2]> = LazyLock::new(|| {
    [false, true].map(|wild| ROLLS.all.iter().map(|dice| targets(dice, wild)).collect())
});

/// Returns the number of targets that dice give each cartridge. All are 0 for fewer than five dice.
fn targets(dice: &[u8], wild: bool) -> [u8; 13] {
    let Some(dice) = dice.try_into().ok().and_then(Dice::new) else {
        return [0; 13];
    };
    Cartridge::ALL.map(|cartridge| cartridge.targets(&dice, wild).unwrap_or(0))
}

/// Nominal value of each arsenal, first for a player without, then for one with a salvo fired.
static ARSENALS: LazyLock<[Vec<f32>; 2]> = LazyLock::new(|| {
    let size = 1 << Cartridge::ALL.len();
    let mut tables = [vec![0.0_f32; size], vec![0.0_f32; size]];
    // The salvo changes the second table, so it comes first.
    for wild in [1, 0] {
        let unlocked: Vec<Vec<(Cartridge, f64)>> =
            UNLOCKED[wild].iter().map(nominal_values).collect();
        for mask in 1..size {
            // A salvo is spent before it is fired.
            if wild == 1 && is_in(mask, Cartridge::Salvo) {
                continue;
            }
            // Value of the later turns after each cartridge.
            let mut later = [0.0; 13];
            let mut given_up = 1.0_f64;
            for cartridge in Cartridge::ALL {
                if is_in(mask, cartridge) {
                    let left = mask & !(1 << cartridge as usize);
                    let next = if cartridge == Cartridge::Salvo { 1 } else { wild };
                    later[cartridge as usize] = f64::from(tables[next][left]);
                    given_up = given_up.max(1.0 + f64::from(tables[wild][left]));
                }
            }
            let values = best_turn(2, |roll| {
                let held = unlocked[roll].iter().filter(|(cartridge, _)| is_in(mask, *cartridge));
                let best = held
                    .map(|(cartridge, value)| value + later[*cartridge as usize])
                    .fold(0.0, f64::max);
                if best > 0.0 { best } else { given_up }
            });
            tables[wild][mask] = values[0] as f32;
        }
    }
    tables
});

/// Returns true if an arsenal, written as a mask of bits, holds a cartridge.
fn is_in(mask: usize, cartridge: Cartridge) -> bool {
    mask & (1 << cartridge as usize) != 0
}

/// Lists the cartridges that a roll unlocks, with their nominal values.
fn nominal_values(targets: &[u8; 13]) -> Vec<(Cartridge, f64)> {
    let mut values = Vec::new();
    for (cartridge, &targets) in Cartridge::ALL.into_iter().zip(targets) {
        if targets > 0 {
            values.push((cartridge, nominal(cartridge, usize::from(targets))));
        }
    }
    values
}

/// Returns the expected value of each multiset that is kept, with `rolls` rolls left after the next
/// one. `end` is the value of five dice at which the turn stops.
fn best_turn(rolls: usize, end: impl Fn(usize) -> f64) -> Vec<f64> {
    let rules = &*ROLLS;
    let fewer = rules.one_more.len();
    let mut stop = vec![0.0; rules.all.len()];
    for (roll, value) in stop.iter_mut().enumerate().skip(fewer) {
        *value = end(roll);
    }
    let mut values = stop.clone();
    expect(&mut values);
    for _ in 0..rolls {
        // Value of the best part of each multiset: of its own, or of one with a die less.
        for (roll, shorter) in rules.one_less.iter().enumerate() {
            let own = if roll < fewer { values[roll] } else { stop[roll] };
            let others = shorter.iter().map(|shorter| values[*shorter]);
            values[roll] = others.fold(own, |a, b| if a > b { a } else { b });
        }
        expect(&mut values);
    }
    values
}

/// Computes the values of fewer than five dice from those of five.
fn expect(values: &mut [f64]) {
    for (roll, longer) in ROLLS.one_more.iter().enumerate().rev() {
        values[roll] = longer.iter().map(|longer| values[*longer]).sum::<f64>() / 6.0;
    }
}

/// Expected hits of each cartridge, for each number of targets.
pub(super) struct Values([[f64; 6]; 13]);

impl Values {
    pub(super) fn new(arsenal: Arsenal, mut value: impl FnMut(Cartridge, usize) -> f64) -> Self {
        let mut values = [[0.0; 6]; 13];
        for cartridge in arsenal.iter() {
            let max_targets = if cartridge.number().is_some() { 5 } else { 1 };
            let of_cartridge = &mut values[cartridge as usize];
            for (targets, index) in of_cartridge.iter_mut().enumerate().skip(1).take(max_targets) {
                *index = value(cartridge, targets);
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

    /// Expected hits of a cartridge and of the turns after it.
    pub(super) fn value(&self, cartridge: Cartridge, targets: usize) -> f64 {
        self.values.of(cartridge, targets) + self.after(cartridge)
    }

    /// Expected hits if the turn stops at a roll: of the best cartridge that it unlocks, or of one
    /// that is given up.
    fn stop(&self, roll: usize) -> f64 {
        let mut best: Option<f64> = None;
        for cartridge in self.cartridges() {
            let targets = UNLOCKED[self.wild][roll][cartridge as usize];
            if targets > 0 {
                let value = self.value(cartridge, usize::from(targets));
                best = Some(best.map_or(value, |best| best.max(value)));
            }
        }
        best.unwrap_or_else(|| {
            let later = self.cartridges().map(|cartridge| self.after(cartridge));
            self.density + later.fold(0.0, f64::max)
        })
    }

    fn cartridges(&self) -> impl Iterator<Item = Cartridge> {
        Cartridge::ALL.into_iter().filter(|cartridge| is_in(self.mask, *cartridge))
    }

    /// Positions of the dice to keep; `None` to stop rolling.
    pub(super) fn keep(&self, faces: [u8; 5], rolls: u8) -> Option<Vec<u8>> {
        let rules = &*ROLLS;
        let mut sorted = faces.to_vec();
        sorted.sort_unstable();
        let roll = rules.index[&sorted];
        let values = best_turn(usize::from(rolls).saturating_sub(1), |roll| self.stop(roll));
        let best =
            rules.parts[roll].iter().copied().max_by(|a, b| values[*a].total_cmp(&values[*b]))?;
        if values[best] <= self.stop(roll) + 1e-9 {
            return None;
        }
        // Find positions with these numbers.
        let mut numbers = rules.all[best].clone();
        let mut keep = Vec::new();
        for (position, face) in (1..).zip(faces) {
            if let Some(index) = numbers.iter().position(|number| *number == face) {
                numbers.remove(index);
                keep.push(position);
            }
        }
        Some(keep)
    }
}
