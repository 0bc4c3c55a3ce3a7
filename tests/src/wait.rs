//! Waiting for a condition. Tests sleep for nothing else but the moment of a fault.

use std::fmt::Display;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::games::Pair;
use crate::stream::Stream;

/// Guard of every wait: a test fails that waits so long. It is no promise of the service.
pub const GUARD: Duration = Duration::from_secs(60);

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// Calls a function until it returns a value, and returns that value.
///
/// # Panics
/// Panics after a minute, and says what has not come.
#[track_caller]
pub fn wait_for<T>(what: impl Display, find: impl FnMut() -> Option<T>) -> T {
    match try_wait_for(find) {
        Some(found) => found,
        None => panic!("waited a minute for {what}"),
    }
}

/// Calls a function until it returns a value, and returns that value; `None` after a minute.
pub fn try_wait_for<T>(mut find: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + GUARD;
    loop {
        let result = find();
        if result.is_some() || Instant::now() > end {
            return result;
        }
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

/// Asserts that a node is told of the changes that Ada makes on another one: `heard` is a stream of
/// all of Ben's games. A node that only looks does so every three seconds, which takes more than a
/// minute for so many messages, one after the other.
///
/// # Panics
/// Panics if it takes a minute.
#[track_caller]
pub fn is_told(pair: &Pair, heard: &mut Stream) {
    let begun = Instant::now();
    for _ in 0..25 {
        let sent = pair.ada.post(&pair.path("/messages"), &json!({"text": "Over there"})).is(201);
        assert_eq!(heard.message().data, json!({"game": pair.id, "number": sent["number"]}));
    }
    assert!(begun.elapsed() < GUARD, "messages are only looked for");
}
