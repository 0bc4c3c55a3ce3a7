//! Writes seed inputs for the fuzzer: bytes that play games, the records of finished games, and
//! JSON of requests.

use std::path::Path;

mod play;

/// Number of games to play.
const GAMES: u64 = 100;
/// Number of records of each ruleset to keep, the shortest first.
const RECORDS: usize = 3;

/// A deterministic sequence of numbers.
struct Sequence(u64);

impl Sequence {
    fn byte(&mut self) -> u8 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }
}

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: seeds FOLDER");
        std::process::exit(2);
    };
    let [moves, records, json] =
        ["moves", "record", "json"].map(|target| Path::new(&folder).join(target));
    for folder in [&moves, &records, &json] {
        std::fs::create_dir_all(folder).expect("the folder can be made");
    }
    for (n, (ruleset, example)) in play::examples().into_iter().enumerate() {
        // The first byte selects the game: before and after both players have placed.
        for game in [2 * ruleset, 2 * ruleset + 1] {
            let bytes = [&[game][..], example.to_string().as_bytes()].concat();
            std::fs::write(json.join(format!("{n}-{game}")), bytes)
                .expect("the folder can be written");
        }
    }
    let mut ended = Vec::new();
    for n in 0..GAMES {
        let mut sequence = Sequence(n);
        let mut bytes: Vec<u8> = (0..1_500).map(|_| sequence.byte()).collect();
        bytes[0] = n as u8;
        let Some(record) = play::play(&bytes) else { continue };
        // Remove the trailing bytes that the game does not need.
        let text = serde_json::to_string(&record).expect("it is plain data");
        let is_whole = |few: &[u8]| play::play(few).is_some_and(|few| few.digest == record.digest);
        let (mut short, mut long) = (0, bytes.len());
        while short < long {
            let middle = usize::midpoint(short, long);
            if is_whole(&bytes[..middle]) {
long = middle
} else {
short = middle + 1
}
        }
        ended.push((record.ruleset.as_str(), text, bytes[..long].to_vec()));
    }
    ended.sort_by_key(|(ruleset, whole, _)| (*ruleset, whole.len()));
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for (ruleset, record, bytes) in ended {
        let count = counts.entry(ruleset).or_default();
        if *count < RECORDS {
            std::fs::write(moves.join(format!("{ruleset}-{count}")), bytes)
                .expect("the folder can be written");
            std::fs::write(records.join(format!("{ruleset}-{count}")), record)
                .expect("the folder can be written");
            *count += 1;
        }
    }
    println!("{counts:?}");
}
