//! Clocks that differ from that of the machine; see `tests/faults/clock.c`.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

/// A clock that can be changed while a program uses it.
pub struct Clock(PathBuf);

impl Clock {
    /// Creates a correct clock with a file of its own.
    pub fn new(file: PathBuf) -> Self {
        let clock = Self(file);
        clock.set("+0d");
        clock
    }

    /// Sets how far the clock is ahead, as in `+400d`, and returns its time in milliseconds.
    pub fn set(&self, ahead: &str) -> i64 {
        let number = ahead.trim_end_matches(['d', 'h', 'm', 's']);
        let seconds = match &ahead[number.len()..] {
            "d" => 24 * 60 * 60,
            "h" => 60 * 60,
            "m" => 60,
            "s" => 1,
            unit => panic!("{unit:?} in {ahead} is no unit"),
        };
        let number: f64 = number.parse().unwrap_or_else(|_| panic!("{ahead} is no time"));
        let ahead = SignedDuration::from_secs_f64(number * f64::from(seconds));
        // The program has mapped the file, which must keep its size.
        let file = File::options().create(true).truncate(false).write(true).open(&self.0);
        let bytes = (ahead.as_millis() as i64).to_ne_bytes();
        file.and_then(|file| file.write_all_at(&bytes, 0)).expect("the clock can be written");
        (now() + ahead).as_millisecond()
    }

    /// The command prefix of a program with this clock; see [`crate::server::Server::under`].
    pub fn before(&self) -> [String; 4] {
        let library = concat!("LD_PRELOAD=", env!("OUT_DIR"), "/clock.so");
        let file = format!("CLOCK_FILE={}", self.0.display());
        ["env".to_owned(), "TZ=UTC".to_owned(), library.to_owned(), file]
    }
}

/// The time of the machine.
pub fn now() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the server's clock is the machine's")]
    Timestamp::now()
}
