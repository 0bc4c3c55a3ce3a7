//! Clocks that differ from that of the machine; see `tests/faults/clock.c`.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

/// The clocks of a machine, which can be changed while a program uses them.
pub struct Clock(PathBuf);

impl Clock {
    /// Creates clocks in a file, which are correct if the file is new.
    pub fn new(file: PathBuf) -> Self {
        let clock = Self(file);
        if !clock.0.exists() {
            clock.write([0, 0]);
        }
        clock
    }

    /// Sets how far the wall clock is ahead, as in `+400d`, and returns its time in milliseconds.
    pub fn set(&self, ahead: &str) -> i64 {
        let (ahead, [_, asleep]) = (millis(ahead), self.read());
        self.write([ahead, asleep]);
        now().as_millisecond() + ahead
    }

    /// Lets time pass, as if the machine slept, until the wall clock is so far ahead.
    pub fn pass_to(&self, ahead: &str) {
        let (ahead, [before, asleep]) = (millis(ahead), self.read());
        self.write([ahead, asleep + ahead - before]);
    }

    fn read(&self) -> [i64; 2] {
        let bytes = std::fs::read(&self.0).expect("the clock can be read");
        let number =
            |at: usize| i64::from_ne_bytes(bytes[at..at + 8].try_into().expect("it is whole"));
        [number(0), number(8)]
    }

    fn write(&self, numbers: [i64; 2]) {
        // The program has mapped the file, which must keep its size.
        let file = File::options().create(true).truncate(false).write(true).open(&self.0);
        let bytes = numbers.map(i64::to_ne_bytes).concat();
        file.and_then(|file| file.write_all_at(&bytes, 0)).expect("the clock can be written");
    }

    /// The command prefix of a program with this clock; see [`crate::server::Server::under`].
    pub fn before(&self) -> [String; 4] {
        let library = concat!("LD_PRELOAD=", env!("OUT_DIR"), "/clock.so");
        let file = format!("CLOCK_FILE={}", self.0.display());
        ["env".to_owned(), "TZ=UTC".to_owned(), library.to_owned(), file]
    }
}

/// Milliseconds of a time such as `+400d`.
pub(crate) fn millis(ahead: &str) -> i64 {
    let number = ahead.trim_end_matches(['d', 'h', 'm', 's']);
    let seconds = match &ahead[number.len()..] {
        "d" => 24 * 60 * 60,
        "h" => 60 * 60,
        "m" => 60,
        "s" => 1,
        unit => panic!("{unit:?} in {ahead} is no unit"),
    };
    let number: f64 = number.parse().unwrap_or_else(|_| panic!("{ahead} is no time"));
    SignedDuration::from_secs_f64(number * f64::from(seconds)).as_millis() as i64
}

/// The time of the machine.
pub fn now() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the server's clock is the machine's")]
    Timestamp::now()
}
