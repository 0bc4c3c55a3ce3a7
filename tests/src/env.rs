//! World with a stopped clock and a fixed random sequence: every run of a program is the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use broadside_domain::env::EnvSource;
use broadside_domain::time::Time;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// World whose copies have the same clock and the same random sequence.
#[derive(Clone, Debug)]
pub struct FixedEnv(Arc<Mutex<(Time, ChaCha8Rng)>>);

impl FixedEnv {
    /// Creates a world at a time.
    pub fn new(time: Time) -> Self {
        Self(Arc::new(Mutex::new((time, ChaCha8Rng::seed_from_u64(0)))))
    }

    /// Sets the clock, and starts the random sequence of `seed`.
    pub fn set(&self, time: Time, seed: u64) {
        *self.lock() = (time, ChaCha8Rng::seed_from_u64(seed));
    }

    fn lock(&self) -> MutexGuard<'_, (Time, ChaCha8Rng)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EnvSource for FixedEnv {
    fn now(&self) -> Time {
        self.lock().0
    }

    fn fill(&self, bytes: &mut [u8]) {
        self.lock().1.fill_bytes(bytes);
    }
}
