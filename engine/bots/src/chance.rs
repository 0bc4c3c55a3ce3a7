//! Random numbers of a bot. They depend only on its key and on what it sees, so a decision can be
//! repeated.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

/// Secret key of a bot in a game: 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// Creates a key.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(sealed)")
    }
}

/// Random numbers for one decision.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    /// Creates the random numbers of a decision: a function of the key and of the text of what the
    /// bot sees.
    pub(crate) fn new(key: &Key, purpose: &str, input: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(key.0);
        hash.update(purpose.as_bytes());
        hash.update([0]);
        hash.update(input.as_bytes());
        Self(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// Draws a number from 0 to `bound` − 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound)
    }

    /// Draws a number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0.random()
    }

    /// Draws an item; `None` from an empty list.
    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }

    /// Draws an index with a probability in proportion to its weight; `None` if all weights are
    /// zero.
    pub(crate) fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().sum();
        let mut rest = self.unit() * total;
        let mut last = None;
        for (index, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            last = Some(index);
            if rest < weight {
                break;
            }
            rest -= weight;
        }
        last
    }

    /// Draws an index with a probability in proportion to its weight, from the sums of the weights
    /// up to each index.
    pub(crate) fn below_sum(&mut self, sums: &[f64]) -> usize {
        let drawn = self.unit() * sums.last().copied().unwrap_or_default();
        sums.partition_point(|sum| *sum <= drawn).min(sums.len() - 1)
    }

    /// Puts items into a random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
