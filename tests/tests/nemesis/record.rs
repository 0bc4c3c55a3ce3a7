//! The recorder of a run, to which all threads add parts of the history.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use crate::history::{Heard, History, Op, WrongClock};

/// A history that is being recorded.
pub(crate) struct Recorder {
    started: Instant,
    history: Mutex<History>,
    streams: AtomicUsize,
    /// Set when clients must stop sending.
    pub(crate) load_is_over: AtomicBool,
    /// Set when streams must stop reading.
    pub(crate) streams_are_over: AtomicBool,
}

impl Recorder {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            history: Mutex::default(),
            streams: AtomicUsize::new(0),
            load_is_over: AtomicBool::new(false),
            streams_are_over: AtomicBool::new(false),
        }
    }

    /// Milliseconds since the start.
    pub(crate) fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    pub(crate) fn op(&self, op: Op) {
        self.history.lock().expect("no thread panics").ops.push(op);
    }

    pub(crate) fn heard(&self, heard: Heard) {
        self.history.lock().expect("no thread panics").heard.push(heard);
    }

    /// Records that the clock of a node is set wrong now.
    pub(crate) fn clock_is_wrong(&self, node: usize, seconds: i64) {
        let wrong = WrongClock { node, seconds, from: self.now(), until: None };
        self.look(|history| history.wrong_clocks.push(wrong));
    }

    /// Records that the clock of a node has been corrected.
    pub(crate) fn clock_is_right(&self, node: usize) {
        let now = self.now();
        self.look(|history| {
            let of_node = history.wrong_clocks.iter_mut().filter(|wrong| wrong.node == node);
            of_node.for_each(|wrong| wrong.until = wrong.until.or(Some(now)));
        });
    }

    /// Returns a new number for a stream.
    pub(crate) fn stream(&self) -> usize {
        self.streams.fetch_add(1, Ordering::Relaxed)
    }

    /// Reads the history recorded so far.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&mut History) -> T) -> T {
        look(&mut self.history.lock().expect("no thread panics"))
    }
}
