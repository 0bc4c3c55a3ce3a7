//! Chances of each suit to survive in a placement (S10), computed exactly or estimated by
//! simulation.
//!
//! **Exact.** A volley hits one row of each pair of rows, in one of six columns with equal
//! probability. Therefore the columns of the coins do not matter, only the number of coins of each
//! suit left in each row. These counts, for each of the eight rows and each of the three suits, are
//! a state of the game. Hits only lower the counts. The chances of a state therefore follow from
//! those of states with fewer coins, and of the state itself if all four shots miss; that case is
//! divided out. Eighteen coins lead to at most 2¹⁸ states, if every coin is alone in its row among
//! the coins of its suit. Each state requires the sum of at most a few hundred products of numbers
//! below 1, divided by at least a twelfth, and no game has more than eighteen hits. The rounding
//! error stays below [`ROUNDING`].
//!
//! **Simulated.** The same volleys are played on the squares themselves, with separate random
//! numbers. The simulation shares only the test for the survivor with the exact computation, and
//! reports its own error.

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::placement::{Draft, Fleets};
use super::refusal::Refusal;
use super::sea::{COLUMNS, Square, Squares, Suit};
use super::state::Solo;
use crate::seat::Viewer;
use crate::table::Table;

/// Maximum rounding error of exact chances.
pub const ROUNDING: f64 = 1e-12;
/// Maximum number of simulated games.
pub const MAX_RUNS: u32 = 100_000;

/// Method of computing the odds.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloMethod)]
pub enum Method {
    /// Exact computation. The result is exact up to rounding.
    Exact,
    /// Estimate from many simulated games.
    Simulated,
}

/// Chance of a suit to survive.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = SoloChance)]
pub struct SuitChance {
    /// Suit in question.
    pub suit: Suit,
    /// Probability that this suit survives.
    #[schema(minimum = 0, maximum = 1, example = 0.375)]
    pub chance: f64,
    /// Error of `chance`: a bound on the rounding error for `exact`, one standard error for
    /// `simulated`.
    #[schema(minimum = 0, maximum = 1, example = 1e-12)]
    pub error: f64,
}

/// Chances of the suits that fight.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = SoloOdds)]
pub struct Odds {
    /// Method of computing the odds.
    pub method: Method,
    /// Number of simulated games; null for `exact`.
    #[schema(minimum = 1, maximum = 100_000)]
    pub runs: Option<u32>,
    /// Suits from the top of the sea to the bottom. Their chances add up to 1.
    pub suits: Vec<SuitChance>,
    /// Best prediction: the suit with the highest chance; of equal chances, the first from the top
    /// of the sea.
    pub best: Suit,
}

/// Fleets in a sea, as input of the computation. Sealed: they can be a player's secret.
#[derive(Clone)]
pub struct OddsInput {
    suits: [Suit; 3],
    coins: [Squares; 3],
}

impl std::fmt::Debug for OddsInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OddsInput(sealed)")
    }
}

impl Table<Solo> {
    /// Returns the fleets of this game if the viewer may know their chances: the player after the
    /// prediction, and everyone once the game is finished.
    pub fn odds_input(&self, viewer: Viewer) -> Option<OddsInput> {
        let state = self.state();
        let may_know = self.outcome().is_some() || self.seated(viewer).seat().is_some();
        let fleets = state.board.fleets.as_ref()?;
        let shown = may_know && state.board.prediction.is_some();
        shown.then(|| OddsInput::of(&state.setup.options, fleets))
    }
}

impl OddsInput {
    /// Creates fleets that do not belong to a game.
    ///
    /// # Errors
    /// Returns a refusal if the settings or the placement are invalid.
    pub fn new(options: &Options, draft: &Draft) -> Result<Self, Refusal> {
        options.check()?;
        Ok(Self::of(options, &Fleets::read(options, &draft.ships)?))
    }

    fn of(options: &Options, fleets: &Fleets) -> Self {
        let suits = options.fighting();
        Self { suits, coins: suits.map(|suit| fleets.of(suit)) }
    }

    /// Computes the exact chances. This takes at most some tenths of a second and some megabytes.
    pub fn exact(&self) -> Odds {
        let chances = Chain::of(&self.coins).chances();
        self.odds(Method::Exact, None, chances, |_| ROUNDING)
    }

    /// Estimates the chances from `runs` simulated games, limited to the range from 1 to
    /// [`MAX_RUNS`]. The same seed gives the same games.
    pub fn simulated(&self, runs: u32, seed: u64) -> Odds {
        let runs = runs.clamp(1, MAX_RUNS);
        let mut dice = SplitMix64(seed);
        let mut won = [0_u32; 3];
        for _ in 0..runs {
            won[play(self.coins, &mut dice)] += 1;
        }
        let games = f64::from(runs);
        let chances = won.map(|won| f64::from(won) / games);
        self.odds(Method::Simulated, Some(runs), chances, |chance| {
            // One extra game for each result keeps the error above zero for a suit that always or
            // never survived.
            let likely = (chance * games + 1.0) / (games + 2.0);
            (likely * (1.0 - likely) / games).sqrt()
        })
    }

    fn odds(
        &self,
        method: Method,
        runs: Option<u32>,
        chances: [f64; 3],
        error: impl Fn(f64) -> f64,
    ) -> Odds {
        let best =
            (1..3).fold(0, |best, suit| if chances[suit] > chances[best] { suit } else { best });
        let suits = self.suits.into_iter().zip(chances);
        let suits = suits.map(|(suit, chance)| SuitChance { suit, chance, error: error(chance) });
        Odds { method, runs, suits: suits.collect(), best: self.suits[best] }
    }
}

/// Coins of one suit in one row.
struct Group {
    suit: usize,
    row: u8,
    coins: u8,
    /// Distance between the indexes of states that differ by one coin of this group.
    stride: usize,
}

/// States that a placement can lead to.
struct Chain {
    groups: Vec<Group>,
    states: usize,
}

/// Solo: the number of coins left in each group and of each suit.
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

    /// Returns the chances of the state in which every coin is left.
    fn chances(&self) -> [f64; 3] {
        let mut known: Vec<[f64; 3]> = Vec::with_capacity(self.states);
        let mut left = Left { index: 0, groups: vec![0; self.groups.len()], suits: [0; 3] };
        while left.index < self.states {
            let chances = match survivors(left.suits) {
                // No game reaches this state.
                (0, _) => [0.0; 3],
                (1, survivor) => certain(survivor),
                _ => self.volley(&left, &known),
            };
            known.push(chances);
            self.next(&mut left);
        }
        known.last().copied().unwrap_or_default()
    }

    /// Advances to the state with the next index.
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

    /// Computes the chances before a volley from the chances after it.
    fn volley(&self, left: &Left, known: &[[f64; 3]]) -> [f64; 3] {
        let mut sum = Sum { known, start: left.index, chances: [0.0; 3], still: 0.0 };
        for half in 0..2 {
            let mut rows = [RowChances::default(); 4];
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

/// Chances of a row that is fired at: for each suit the probability that one of its coins is hit,
/// and the distance to the index of the state after the hit.
type RowChances = [(f64, usize); 3];

/// Sum of the results of a volley.
struct Sum<'a> {
    known: &'a [[f64; 3]],
    /// Index of the state before the volley.
    start: usize,
    chances: [f64; 3],
    /// Probability that nothing is hit.
    still: f64,
}

impl Sum<'_> {
    /// Fires at the rows one after the other, from the top (S6). `likely` is the probability of
    /// reaching this point.
    fn fire(&mut self, rows: &[RowChances], state: usize, suits: [u8; 3], likely: f64) {
        let Some((row, rest)) = rows.split_first() else {
            if state == self.start {
                self.still += likely;
            } else {
                self.add(self.known[state], likely);
            }
            return;
        };
        let mut miss = 1.0;
        for (suit, &(chance, stride)) in
            row.iter().enumerate().filter(|(_, (chance, _))| *chance > 0.0)
        {
            miss -= chance;
            let mut suits = suits;
            suits[suit] -= 1;
            match survivors(suits) {
                (1, survivor) => self.add(certain(survivor), likely * chance),
                _ => self.fire(rest, state - stride, suits, likely * chance),
            }
        }
        // Six coins fill a row, so that the probability of a miss is only a rounding error.
        if miss > 1e-9 {
            self.fire(rest, state, suits, likely * miss);
        }
    }

    fn add(&mut self, chances: [f64; 3], likely: f64) {
        for (sum, chance) in self.chances.iter_mut().zip(chances) {
            *sum += likely * chance;
        }
    }
}

/// Returns the number of suits afloat, and the last of them.
fn survivors(left: [u8; 3]) -> (usize, usize) {
    let afloat = (0..3).filter(|suit| left[*suit] > 0);
    afloat.fold((0, 0), |(count, _), suit| (count + 1, suit))
}

fn certain(survivor: usize) -> [f64; 3] {
    let mut chances = [0.0; 3];
    chances[survivor] = 1.0;
    chances
}

/// Random numbers of a simulation, by SplitMix64. They decide no game, so nobody needs to verify
/// them.
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        // The upper half of the product is sufficiently uniform for such a small bound.
        ((mixed >> 32) * bound) >> 32
    }
}

/// Plays a game. Returns the index of the suit that survives.
fn play(mut coins: [Squares; 3], dice: &mut SplitMix64) -> usize {
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

    fn input(coins: [&[(i8, i8)]; 3]) -> OddsInput {
        OddsInput { suits: [Suit::Suns, Suit::Moons, Suit::Crowns], coins: coins.map(squares) }
    }

    fn chances(input: &OddsInput) -> [f64; 3] {
        let odds = input.exact();
        [0, 1, 2].map(|n| odds.suits[n].chance)
    }

    fn close(found: [f64; 3], right: [f64; 3]) {
        for (found, right) in found.into_iter().zip(right) {
            assert!((found - right).abs() < ROUNDING, "{found} is not {right}");
        }
    }

    /// Three coins lie in three rows of one half, one in each. A volley into the other half does
    /// nothing. A volley into their own half hits each with probability 1/6. By hand: the first
    /// volley that hits anything hits one coin (75 of 91), or two or three (16), and the upper two
    /// of these sink. With two coins left, the upper one sinks first in 6 of 11 cases.
    #[test]
    fn three_coins_by_hand() {
        let found = chances(&input([&[(0, 0)], &[(2, 3)], &[(4, 5)]]));
        // Probabilities in 216ths: one hit 25 each, exactly two 5 each, three 1.
        let pair = [5.0 / 11.0, 6.0 / 11.0];
        let total = 91.0;
        let right = [
            (25.0 * pair[0] + 25.0 * pair[0] + 5.0) / total,
            (25.0 * pair[1] + 5.0 + 25.0 * pair[0]) / total,
            (25.0 * pair[1] + 25.0 * pair[1] + 5.0 + 1.0) / total,
        ];
        close(found, right);
    }

    /// Only one coin of a row can be hit at a time, and the columns decide it.
    #[test]
    fn coins_of_one_row_are_alike() {
        close(chances(&input([&[(3, 0)], &[(3, 1)], &[(3, 5)]])), [1.0 / 3.0; 3]);
        // In a full row every suit has two of the six coins, so all suits have the same chance.
        let full: [&[(i8, i8)]; 3] = [&[(1, 0), (1, 1)], &[(1, 2), (1, 3)], &[(1, 4), (1, 5)]];
        close(chances(&input(full)), [1.0 / 3.0; 3]);
    }

    /// Maximum number of states: every coin is alone in its row among the coins of its suit.
    #[test]
    fn the_largest_chain_has_a_state_for_every_set_of_coins() {
        let coins =
            |suit: i8| -> Vec<(i8, i8)> { (0..6).map(|row| (row + suit, 2 * suit)).collect() };
        let [one, two, three] = [coins(0), coins(1), coins(2)];
        let input = input([&one, &two, &three]);
        assert_eq!(Chain::of(&input.coins).states, 1 << 18);
        let exact = input.exact();
        let played = input.simulated(20_000, 7);
        let total: f64 = exact.suits.iter().map(|suit| suit.chance).sum();
        assert!((total - 1.0).abs() < ROUNDING, "{total}");
        for (exact, played) in exact.suits.iter().zip(&played.suits) {
            assert!(
                (exact.chance - played.chance).abs() < 4.0 * played.error,
                "{exact:?} {played:?}"
            );
        }
    }

    #[test]
    fn a_die_of_a_simulation_is_even() {
        let mut dice = SplitMix64(1);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[dice.below(6) as usize] += 1;
        }
        // Chi-squared with five degrees of freedom exceeds 25 in about one of 7,000 seeds, and this
        // seed is fixed.
        let square: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(square < 25.0, "{seen:?}");
    }
}
