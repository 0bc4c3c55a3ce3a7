//! Clock and source of randomness. Both are parameters of the service; nothing else reads the
//! machine's clock or generates random bytes.

use std::sync::Arc;

use rand::Rng;

use super::time::Time;
use super::timekeeping::{Reading, ServiceClock};

/// Clock and source of randomness.
pub trait EnvSource: Send + Sync {
    fn now(&self) -> Time;
    /// Returns the milliseconds since the start of the machine. Nobody can set this clock, and it
    /// runs on while the machine sleeps.
    fn uptime(&self) -> i64 {
        self.now().0
    }
    /// Returns the id of the start of the machine, if the system has one.
    fn boot_id(&self) -> Option<String> {
        None
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

    fn uptime(&self) -> i64 {
        #[cfg(target_os = "linux")]
        const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Boottime;
        #[cfg(not(target_os = "linux"))]
        const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Monotonic;
        let time = rustix::time::clock_gettime(CLOCK);
        time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    fn boot_id(&self) -> Option<String> {
        let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        Some(id.trim().to_owned())
    }

    #[expect(clippy::disallowed_methods, reason = "the one place where randomness comes from")]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

/// Source of time and randomness for the service.
#[derive(Clone)]
pub struct Env {
    source: Arc<dyn EnvSource>,
    clock: Arc<ServiceClock>,
    boot_id: Arc<str>,
}

impl Env {
    pub fn new(source: impl EnvSource + 'static) -> Self {
        let boot_id = source.boot_id().unwrap_or_else(|| {
            // Without an id, each process counts as a start of the machine.
            format!("process {} since {}", std::process::id(), source.uptime())
        });
        let boot_id = boot_id.into();
        Self { source: Arc::new(source), clock: Arc::default(), boot_id }
    }

    /// Returns the time of the service.
    pub fn now(&self) -> Time {
        self.clock.time(self.reading())
    }

    /// Returns the time by which ages are judged: the time of the service, or an earlier one for an
    /// hour after an outage.
    pub fn age_time(&self) -> Time {
        self.clock.age_time(self.reading())
    }

    /// Reads both clocks of the machine.
    pub fn reading(&self) -> Reading {
        Reading { wall: self.source.now(), uptime: self.source.uptime() }
    }

    /// Returns the id of the start of the machine.
    pub fn boot_id(&self) -> &str {
        &self.boot_id
    }

    /// Returns the clock of the service, for the task that keeps it.
    pub fn clock(&self) -> &ServiceClock {
        &self.clock
    }

    /// Returns true if nobody may be timed out now.
    pub fn is_suspended(&self) -> bool {
        self.clock.is_suspended(self.reading())
    }

    /// Returns unpredictable bytes.
    pub fn random_bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.source.fill(&mut bytes);
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
        struct FixedTime(i64);
        impl EnvSource for FixedTime {
            fn now(&self) -> Time {
                Time(self.0)
            }
            fn fill(&self, bytes: &mut [u8]) {
                System.fill(bytes);
            }
        }
        let env = Env::new(FixedTime(1_777_777_777_000));
        let one = env.new_id();
        let other = env.new_id();
        assert_ne!(one, other);
        let min = Env::min_id_at(Time(1_777_777_777_000));
        let later_min = Env::min_id_at(Time(1_777_777_777_001));
        assert!(min <= one && one < later_min);
        assert!(Env::new(FixedTime(1_777_777_778_000)).new_id() > one.max(other));
    }
}
