//! Clock and source of randomness. Both are parameters of the service; nothing else reads the
//! machine's clock or generates random bytes.

use std::sync::Arc;

use rand::Rng;

use super::time::Time;
use super::timekeeping::{GuardedClock, Reading, Suspended};

/// Clock and source of randomness.
pub trait EnvSource: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Time;
    /// Returns the milliseconds of a steady clock: nobody can set it, and it runs on while the
    /// machine sleeps.
    fn monotonic_ms(&self) -> i64 {
        self.now().0
    }
    /// Fills a buffer with unpredictable bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// Clock of the machine, and a random generator seeded by the operating system.
#[derive(Clone, Copy, Debug)]
pub struct System;

impl EnvSource for System {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where the machine's clock is read"
    )]
    fn now(&self) -> Time {
        Time(jiff::Timestamp::now().as_millisecond())
    }

    fn monotonic_ms(&self) -> i64 {
        #[cfg(target_os = "linux")]
        const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Boottime;
        #[cfg(not(target_os = "linux"))]
        const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Monotonic;
        let time = rustix::time::clock_gettime(CLOCK);
        time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    #[expect(clippy::disallowed_methods, reason = "the one place where randomness comes from")]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

/// Source of time and randomness for the service.
#[derive(Clone)]
pub struct Env {
    world: Arc<dyn EnvSource>,
    clock: Arc<GuardedClock>,
}

impl Env {
    /// Creates a source from a world.
    pub fn new(world: impl EnvSource + 'static) -> Self {
        Self { world: Arc::new(world), clock: Arc::default() }
    }

    /// Returns the current time: the machine's time, or an estimate while the machine's clock is in
    /// doubt.
    pub fn now(&self) -> Time {
        self.clock.time(self.reading())
    }

    /// Reads both clocks of the machine, without a correction.
    pub fn reading(&self) -> Reading {
        Reading { wall: self.world.now(), steady: self.world.monotonic_ms() }
    }

    /// Returns the state of the clock, for the task that judges it.
    pub fn clock(&self) -> &GuardedClock {
        &self.clock
    }

    /// Returns the reason why the clock must not cause anything irrevocable now; `None` if it may.
    pub fn suspended(&self) -> Option<Suspended> {
        self.clock.suspended(self.now())
    }

    /// Returns unpredictable bytes.
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.world.fill(&mut bytes);
        bytes
    }

    /// Returns a lower bound of the ids that are created at a time or later.
    pub fn min_id_at(time: Time) -> String {
        let millis = u64::try_from(time.0).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid().to_string()
    }

    /// Returns a new id: a UUID of version 7, so that rows are in order of creation.
    pub fn new_id(&self) -> String {
        let millis = u64::try_from(self.now().0).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.random_bytes())
            .into_uuid()
            .to_string()
    }
}

/// World with a stopped clock and a fixed random sequence, for tests: every run of a program is the
/// same.
#[derive(Debug)]
pub struct FixedEnv {
    state: std::sync::Mutex<(Time, rand::rngs::ChaCha8Rng)>,
}

impl FixedEnv {
    /// Creates a world at `time`.
    pub fn new(time: Time) -> Self {
        Self { state: std::sync::Mutex::new((time, seeded_rng(0))) }
    }

    /// Sets the clock, and starts the random sequence of `seed`.
    pub fn set(&self, time: Time, seed: u64) {
        *self.lock() = (time, seeded_rng(seed));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Time, rand::rngs::ChaCha8Rng)> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn seeded_rng(seed: u64) -> rand::rngs::ChaCha8Rng {
    rand::SeedableRng::seed_from_u64(seed)
}

impl EnvSource for Arc<FixedEnv> {
    fn now(&self) -> Time {
        self.lock().0
    }

    fn fill(&self, bytes: &mut [u8]) {
        self.lock().1.fill_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339_in_utc_to_the_millisecond() {
        assert_eq!(Time(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Time(1_777_777_777_007).plus_days(1).to_string(), "2026-05-04T03:09:37.007Z");
    }

    #[test]
    fn ids_are_in_order_and_differ() {
        let still = Arc::new(FixedEnv::new(Time(1_777_777_777_000)));
        let env = Env::new(Arc::clone(&still));
        let (a, b) = (env.new_id(), env.new_id());
        assert_ne!(a, b);
        let [before, after] = [0, 1].map(|more| Env::min_id_at(Time(1_777_777_777_000 + more)));
        assert!(before <= a && a < after);
        still.set(Time(1_777_777_778_000), 0);
        assert!(env.new_id() > a.max(b));
    }
}
