//! What chance each suit has to survive in a placement (S10): reckoned exactly, or found by playing.
//!
//! **Exactly.** A volley meets one row of each pair of rows, in one of six columns with equal chance. So it does not
//! matter in which columns of a row the coins lie, only how many of each suit are left there: a state of the game is
//! these counts, for each of the eight rows and each of the three suits. Hits only lower them, so the chances of a state
//! follow from those of states with fewer coins, and of itself where all four shots meet nothing; that case is divided
//! out. Eighteen coins make at most 2¹⁸ states, where each of them lies in a row with no other of its suit. In each
//! state no more than a few hundred products of numbers below 1 are added and divided by at least a twelfth, and no game
//! has more than eighteen hits: rounding stays below [`ROUNDING`].
//!
//! **By playing.** The same volleys on the squares themselves, with dice of their own. It shares nothing with the exact
//! way, and says how far off it may be.

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::placement::{Draft, Fleets};
use super::sea::{COLUMNS, Square, Squares, Suit};
use super::{Refusal, Solo};
use crate::ruleset::Viewer;
use crate::table::Table;

/// How far from the truth chances that were reckoned exactly may be, for the rounding of their arithmetic.
pub const ROUNDING: f64 = 1e-12;
/// The most games that chances are found from.
pub const MOST_RUNS: u32 = 100_000;

/// How chances were come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloMethod))]
pub enum Method {
    /// They were reckoned, and are right but for rounding.
    Exact,
    /// The game was played many times.
    Simulated,
}

/// The chance of a suit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloChance))]
pub struct SuitChance {
    /// Which suit.
    pub suit: Suit,
    /// Its chance to be the one that survives.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1, example = 0.375))]
    pub chance: f64,
    /// How far off that may be: a bound for rounding if it is `exact`, one standard error if it is `simulated`.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1, example = 1e-12))]
    pub error: f64,
}

/// The chances of the suits that fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloOdds))]
pub struct Odds {
    /// How they were come by.
    pub method: Method,
    /// From how many games; null if they are `exact`.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100_000))]
    pub runs: Option<u32>,
    /// The suits from the top of the sea to the bottom. Their chances add up to 1.
    pub suits: Vec<SuitChance>,
}

/// Fleets in a sea, for their chances to be found. Sealed: they can be a player's secret.
#[derive(Clone)]
pub struct Layout {
    suits: [Suit; 3],
    coins: [Squares; 3],
}

impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Layout(sealed)")
    }
}

impl Table<Solo> {
    /// The fleets of this game, for whoever may know their chances: the player once the prediction is made, and
    /// everybody when the game is finished.
    pub fn layout(&self, viewer: Viewer) -> Option<Layout> {
        let state = self.state();
        let may_know = self.outcome().is_some() || self.seated(viewer).seat().is_some();
        let fleets = state.board.fleets.as_ref()?;
        let shown = may_know && state.board.prediction.is_some();
        shown.then(|| Layout::of(&state.setup.options, fleets))
    }
}

impl Layout {
    /// Fleets that belong to no game.
    ///
    /// # Errors
    /// What is wrong with the settings or with the placement.
    pub fn new(options: &Options, draft: &Draft) -> Result<Self, Refusal> {
        options.check()?;
        Ok(Self::of(options, &Fleets::read(options, &draft.ships)?))
    }

    fn of(options: &Options, fleets: &Fleets) -> Self {
        let suits = options.fighting();
        Self { suits, coins: suits.map(|suit| fleets.of(suit)) }
    }

    /// The chances, reckoned. Takes at most some tenths of a second and some megabytes.
    pub fn exact(&self) -> Odds {
        let chances = Chain::of(&self.coins).chances();
        self.odds(Method::Exact, None, chances, |_| ROUNDING)
    }

    /// The chances, found by playing so many games, at least one and at most [`MOST_RUNS`]. The same seed gives the same
    /// games.
    pub fn simulated(&self, runs: u32, seed: u64) -> Odds {
        let runs = runs.clamp(1, MOST_RUNS);
        let mut dice = Dice(seed);
        let mut won = [0_u32; 3];
        for _ in 0..runs {
            won[play(self.coins, &mut dice)] += 1;
        }
        let games = f64::from(runs);
        // A game more for and against keeps the error of what was never or always seen from being nought.
        let error = |chance: f64| {
            let likely = (chance * games + 1.0) / (games + 2.0);
            (likely * (1.0 - likely) / games).sqrt()
        };
        self.odds(Method::Simulated, Some(runs), won.map(|won| f64::from(won) / games), error)
    }

    fn odds(&self, method: Method, runs: Option<u32>, chances: [f64; 3], error: impl Fn(f64) -> f64) -> Odds {
        let of = |(suit, chance): (Suit, f64)| SuitChance { suit, chance, error: error(chance) };
        Odds { method, runs, suits: self.suits.into_iter().zip(chances).map(of).collect() }
    }
}

/// The coins of one suit in one row.
struct Group {
    suit: usize,
    row: u8,
    coins: u8,
    /// How far apart states are that differ by one coin of it.
    stride: usize,
}

/// The states that a placement can come to.
struct Chain {
    groups: Vec<Group>,
    states: usize,
}

/// A state: how many coins of each group are left, and of each suit.
struct Left {
    index: usize,
    groups: Vec<u8>,
    suits: [u8; 3],
}

impl Chain {
    fn of(coins: &[Squares; 3]) -> Self {
        let mut groups = Vec::new();
        let mut states = 1;
        for row in 0..super::sea::ROWS {
            for (suit, squares) in coins.iter().enumerate() {
                let count = squares.iter().filter(|square| square.row() == row).count();
                if count > 0 {
                    groups.push(Group { suit, row, coins: count as u8, stride: states });
                    states *= count + 1;
                }
            }
        }
        Self { groups, states }
    }

    /// The chances of the state in which every coin is left.
    fn chances(&self) -> [f64; 3] {
        let mut known: Vec<[f64; 3]> = Vec::with_capacity(self.states);
        let mut left = Left { index: 0, groups: vec![0; self.groups.len()], suits: [0; 3] };
        while left.index < self.states {
            let chances = match survivors(left.suits) {
                // No game comes there.
                (0, _) => [0.0; 3],
                (1, survivor) => certain(survivor),
                _ => self.volley(&left, &known),
            };
            known.push(chances);
            self.next(&mut left);
        }
        known.last().copied().unwrap_or_default()
    }

    /// Goes on to the state with the next index.
    fn next(&self, left: &mut Left) {
        left.index += 1;
        for (group, count) in self.groups.iter().zip(&mut left.groups) {
            if *count < group.coins {
                *count += 1;
                left.suits[group.suit] += 1;
                return;
            }
            left.suits[group.suit] -= *count;
            *count = 0;
        }
    }

    /// The chances before a volley, from those behind it.
    fn volley(&self, left: &Left, known: &[[f64; 3]]) -> [f64; 3] {
        let mut sum = Sum { known, start: left.index, chances: [0.0; 3], still: 0.0 };
        for half in 0..2 {
            let mut rows = [Row::default(); 4];
            for (group, coins) in self.groups.iter().zip(&left.groups) {
                if group.row % 2 == half {
                    let chance = f64::from(*coins) / f64::from(COLUMNS);
                    rows[usize::from(group.row / 2)][group.suit] = (chance, group.stride);
                }
            }
            sum.fire(&rows, left.index, left.suits, 0.5);
        }
        sum.chances.map(|chance| chance / (1.0 - sum.still))
    }
}

/// A row that is fired at: for each suit the chance that a coin of it is hit, and how far the state then lies behind.
type Row = [(f64, usize); 3];

/// What a volley adds up to.
struct Sum<'a> {
    known: &'a [[f64; 3]],
    /// The state before the volley.
    start: usize,
    chances: [f64; 3],
    /// The chance that nothing is hit.
    still: f64,
}

impl Sum<'_> {
    /// Fires at the rows one after the other, from the top (S6); `likely` is the chance of coming this far.
    fn fire(&mut self, rows: &[Row], state: usize, suits: [u8; 3], likely: f64) {
        let Some((row, rest)) = rows.split_first() else {
            match state == self.start {
                true => self.still += likely,
                false => self.add(self.known[state], likely),
            }
            return;
        };
        let mut missed = 1.0;
        for (suit, &(chance, stride)) in row.iter().enumerate().filter(|(_, (chance, _))| *chance > 0.0) {
            missed -= chance;
            let mut suits = suits;
            suits[suit] -= 1;
            match survivors(suits) {
                (1, survivor) => self.add(certain(survivor), likely * chance),
                _ => self.fire(rest, state - stride, suits, likely * chance),
            }
        }
        // Six coins fill a row: nothing is left of the chance to miss but rounding.
        if missed > 1e-9 {
            self.fire(rest, state, suits, likely * missed);
        }
    }

    fn add(&mut self, chances: [f64; 3], likely: f64) {
        for (sum, chance) in self.chances.iter_mut().zip(chances) {
            *sum += likely * chance;
        }
    }
}

/// How many suits are afloat, and the last of them.
fn survivors(left: [u8; 3]) -> (usize, usize) {
    let afloat = (0..3).filter(|suit| left[*suit] > 0);
    afloat.fold((0, 0), |(count, _), suit| (count + 1, suit))
}

fn certain(survivor: usize) -> [f64; 3] {
    let mut chances = [0.0; 3];
    chances[survivor] = 1.0;
    chances
}

/// The dice of a simulation: SplitMix64. It decides no game, so it need not be checked by anybody.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        // The upper half of a product is as even as a bound so small needs it to be.
        ((mixed >> 32) * bound) >> 32
    }
}

/// Plays a game; which suit survives.
fn play(mut coins: [Squares; 3], dice: &mut Dice) -> usize {
    loop {
        let half = dice.below(2) as i8;
        for pair in 0..4_i8 {
            let column = dice.below(u64::from(COLUMNS)) as i8;
            let mut shot = Squares::default();
            if let Some(square) = Square::at(2 * pair + half, column) {
                shot.insert(square);
            }
            coins = coins.map(|left| left.without(shot));
            if let (1, survivor) = survivors(coins.map(Squares::len)) {
                return survivor;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(at: &[(i8, i8)]) -> Squares {
        at.iter().fold(Squares::default(), |mut all, &(row, column)| {
            all.insert(Square::at(row, column).unwrap());
            all
        })
    }

    fn layout(coins: [&[(i8, i8)]; 3]) -> Layout {
        Layout { suits: [Suit::Suns, Suit::Moons, Suit::Crowns], coins: coins.map(squares) }
    }

    fn chances(layout: &Layout) -> [f64; 3] {
        let odds = layout.exact();
        [0, 1, 2].map(|n| odds.suits[n].chance)
    }

    fn close(found: [f64; 3], right: [f64; 3]) {
        for (found, right) in found.into_iter().zip(right) {
            assert!((found - right).abs() < ROUNDING, "{found} is not {right}");
        }
    }

    /// Three coins alone in three rows of one half. A volley of the other half does nothing; in one of their own each is
    /// hit with 1/6. By hand: in the first volley that hits anything one coin is hit (75 of 91), or two or three (16),
    /// of which the two from the top go down. With two coins left, the upper one goes first in 6 of 11.
    #[test]
    fn three_coins_by_hand() {
        let found = chances(&layout([&[(0, 0)], &[(2, 3)], &[(4, 5)]]));
        // Chances in 216: one hit 25 each, exactly two 5 each, three 1.
        let pair = [5.0 / 11.0, 6.0 / 11.0];
        let whole = 91.0;
        let right = [
            (25.0 * pair[0] + 25.0 * pair[0] + 5.0) / whole,
            (25.0 * pair[1] + 5.0 + 25.0 * pair[0]) / whole,
            (25.0 * pair[1] + 25.0 * pair[1] + 5.0 + 1.0) / whole,
        ];
        close(found, right);
    }

    /// In one row only one coin can be hit at a time, and which one is down to the columns.
    #[test]
    fn coins_of_one_row_are_alike() {
        close(chances(&layout([&[(3, 0)], &[(3, 1)], &[(3, 5)]])), [1.0 / 3.0; 3]);
        // A full row: whichever suit has two of the six coins is likelier to keep one, each alike.
        let full: [&[(i8, i8)]; 3] = [&[(1, 0), (1, 1)], &[(1, 2), (1, 3)], &[(1, 4), (1, 5)]];
        close(chances(&layout(full)), [1.0 / 3.0; 3]);
    }

    /// The most states there can be: every coin alone of its suit in its row.
    #[test]
    fn the_largest_chain_has_a_state_for_every_set_of_coins() {
        let coins = |suit: i8| -> Vec<(i8, i8)> { (0..6).map(|row| (row + suit, 2 * suit)).collect() };
        let [one, two, three] = [coins(0), coins(1), coins(2)];
        let layout = layout([&one, &two, &three]);
        assert_eq!(Chain::of(&layout.coins).states, 1 << 18);
        let (exact, played) = (layout.exact(), layout.simulated(20_000, 7));
        let whole: f64 = exact.suits.iter().map(|suit| suit.chance).sum();
        assert!((whole - 1.0).abs() < ROUNDING, "{whole}");
        for (exact, played) in exact.suits.iter().zip(&played.suits) {
            assert!((exact.chance - played.chance).abs() < 4.0 * played.error, "{exact:?} {played:?}");
        }
    }

    #[test]
    fn a_die_of_a_simulation_is_even() {
        let mut dice = Dice(1);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[dice.below(6) as usize] += 1;
        }
        // Five degrees of freedom: above 25 hardly once in 7,000 seeds, and this one is fixed.
        let square: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(square < 25.0, "{seen:?}");
    }
}
