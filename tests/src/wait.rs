//! Waiting for a condition. Nothing else in the tests sleeps.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Guard of every wait: a test fails that waits so long. It is no promise of the service.
pub const GUARD: Duration = Duration::from_secs(60);

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// Calls a function until it returns a value, and returns that value.
///
/// # Panics
/// Panics after a minute, and says what has not come.
#[track_caller]
pub fn wait_for<T>(what: impl Display, mut find: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + GUARD;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < end, "waited a minute for {what}");
        std::thread::sleep(PAUSE);
    }
}

/// Calls a function until it returns true.
///
/// # Panics
/// Panics after a minute, and says what has not come.
#[track_caller]
pub fn wait_until(what: impl Display, mut holds: impl FnMut() -> bool) {
    wait_for(what, || holds().then_some(()));
}
