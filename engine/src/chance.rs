//! The only source of randomness. Anyone can verify it after the game.
//!
//! A game has a secret *server seed* and a *seat seed* from each seat. The
//! [commitment](Seed::commitment) to the server seed is published before anything is drawn. The
//! seat seeds are public once play begins. Every draw is a function of these seeds and of its
//! position in a named *stream*. Streams therefore never affect each other, and anyone can repeat
//! the draws of a finished game.
//!
//! `docs/fairness.md` specifies the algorithm for other languages, with test vectors. It does not
//! depend on the generator of any library and never changes under the label `broadside/v1`.

use std::fmt;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::seat::Seat;

/// Concatenates a label and fields, each preceded by its length in four bytes, big-endian. Every
/// hash in this module is computed from such bytes.
fn frame<'a>(label: &'a str, fields: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(192);
    for field in std::iter::once(label.as_bytes()).chain(fields) {
        bytes.extend_from_slice(&(field.len() as u32).to_be_bytes());
        bytes.extend_from_slice(field);
    }
    bytes
}

/// Computes the SHA-256 of a label and fields, as 64 lower-case hexadecimal digits.
pub(crate) fn digest<'a>(label: &'a str, fields: impl IntoIterator<Item = &'a [u8]>) -> String {
    HEXLOWER.encode(&Sha256::digest(frame(label, fields)))
}

/// Computes the commitment to the placement of a seat: a hash of the game, the seat, the salt and
/// the text of the placement.
pub(crate) fn placement_commitment(game: &str, seat: Seat, salt: &str, sealed: &str) -> String {
    let seat = seat.number().to_string();
    digest(
        "broadside/v1/placement",
        [game.as_bytes(), seat.as_bytes(), salt.as_bytes(), sealed.as_bytes()],
    )
}

/// Secret seed of the server for one game: 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed from bytes, which must come from a cryptographic source.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads 64 lower-case hexadecimal digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        Some(Self(HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()?))
    }

    /// Returns the seed as 64 lower-case hexadecimal digits.
    pub(crate) fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// Computes the commitment that is published before the game: a SHA-256 of the seed, bound to
    /// the game's id.
    ///
    /// ```
    /// use broadside_engine::chance::Seed;
    /// let seed = Seed::new([7; 32]);
    /// assert_eq!(seed.commitment("a game").len(), 64);
    /// assert_ne!(seed.commitment("a game"), seed.commitment("another"));
    /// ```
    pub fn commitment(&self, game: &str) -> String {
        digest("broadside/v1/seed", [game.as_bytes(), &self.0])
    }

    /// Derives the salt of a seat's placement commitment, as 64 hexadecimal digits.
    pub(crate) fn salt(&self, game: &str, seat: Seat) -> String {
        let seat = seat.number().to_string();
        HEXLOWER.encode(&self.mac(&frame("broadside/v1/salt", [game.as_bytes(), seat.as_bytes()])))
    }

    /// Derives the seed of a seat that sent none: 32 hexadecimal digits.
    pub(crate) fn seat_seed(&self, game: &str, seat: Seat) -> String {
        let seat = seat.number().to_string();
        let message = frame("broadside/v1/seat-seed", [game.as_bytes(), seat.as_bytes()]);
        HEXLOWER.encode(&self.mac(&message)[..16])
    }

    /// Derives the secret key from which the bot in a seat draws its random numbers.
    pub(crate) fn bot_key(&self, game: &str, seat: Seat) -> [u8; 32] {
        let seat = seat.number().to_string();
        self.mac(&frame("broadside/v1/bot", [game.as_bytes(), seat.as_bytes()]))
    }

    fn mac(&self, message: &[u8]) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(message);
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(sealed)")
    }
}

/// Source of uniform random numbers.
pub(crate) trait Draw {
    /// Draws a number from 0 to `bound` − 1, each with the same probability.
    fn below(&mut self, bound: u32) -> u32;

    /// Rolls a die: a face from 1 to `sides`.
    fn die(&mut self, sides: u8) -> u8 {
        (self.below(u32::from(sides)) + 1) as u8
    }
}

/// Stream of draws.
///
/// Draw *n* of a stream takes the bytes of
/// `HMAC-SHA256(server seed, label ‖ game ‖ seat seeds ‖ stream ‖ n ‖ block)` from left to right,
/// block after block. It reads them as big-endian numbers of one byte (two bytes for a bound above
/// 256, four above 65 536), and rejects numbers that would favour small results.
#[derive(Clone)]
pub struct DiceStream {
    // Shared, because a stream is continued at every move.
    source: Arc<Source>,
    next: u64,
}

/// Data that all draws of a stream have in common.
struct Source {
    seed: Seed,
    game: String,
    seat_seeds: Vec<String>,
    stream: String,
}

impl DiceStream {
    /// Creates a stream of a game at its draw number `next`. `seat_seeds` are the seeds that are
    /// already fixed: all of them once play has begun, and an empty list before.
    pub fn new(seed: &Seed, game: &str, seat_seeds: Vec<String>, stream: &str, next: u64) -> Self {
        let source = Source {
            seed: seed.clone(),
            game: game.to_owned(),
            seat_seeds,
            stream: stream.to_owned(),
        };
        Self { source: Arc::new(source), next }
    }

    /// Returns the same stream at its draw number `next`.
    pub(crate) fn at(&self, next: u64) -> Self {
        Self { source: Arc::clone(&self.source), next }
    }

    /// Returns another stream of the same game at its draw number `next`.
    pub(crate) fn stream(&self, stream: &str, next: u64) -> Self {
        let Source { seed, game, seat_seeds, .. } = &*self.source;
        Self::new(seed, game, seat_seeds.clone(), stream, next)
    }

    /// Returns the number of the next draw.
    pub fn position(&self) -> u64 {
        self.next
    }

    fn block(&self, block: u32) -> [u8; 32] {
        let n = self.next.to_string();
        let block = block.to_string();
        let Source { seed, game, seat_seeds, stream } = &*self.source;
        let fields = std::iter::once(game.as_bytes())
            .chain(seat_seeds.iter().map(String::as_bytes))
            .chain([stream.as_bytes(), n.as_bytes(), block.as_bytes()]);
        seed.mac(&frame("broadside/v1/draw", fields))
    }
}

impl Draw for DiceStream {
    fn below(&mut self, bound: u32) -> u32 {
        let width = match bound {
            0 => unreachable!("there is nothing to draw from"),
            1..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        let range = 1_u64 << (8 * width);
        let limit = range - range % u64::from(bound);
        let drawn = (0..)
            .flat_map(|block| self.block(block))
            .collect_chunks(width)
            .find(|&number| number < limit)
            .expect("blocks never run out");
        self.next += 1;
        (drawn % u64::from(bound)) as u32
    }
}

/// Groups bytes into big-endian numbers.
trait Chunks: Iterator<Item = u8> + Sized {
    fn collect_chunks(mut self, width: usize) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            (0..width).try_fold(0_u64, |number, _| Some(number << 8 | u64::from(self.next()?)))
        })
    }
}

impl<I: Iterator<Item = u8>> Chunks for I {}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(stream: &str, seats: &[&str]) -> DiceStream {
        let seats = seats.iter().map(|&seed| seed.to_owned()).collect();
        DiceStream::new(&Seed::new(std::array::from_fn(|n| n as u8)), "game-1", seats, stream, 0)
    }

    /// Test vectors of `docs/fairness.md`. They must never change.
    #[test]
    fn published_vectors() {
        let seed = Seed::new(std::array::from_fn(|n| n as u8));
        let seat = Seat::new(1).unwrap();
        let salt = seed.salt("game-1", seat);
        let mut lines = vec![
            format!("seed commitment: {}", seed.commitment("game-1")),
            format!("salt of seat 1: {salt}"),
            format!("drawn seed of seat 1: {}", seed.seat_seed("game-1", seat)),
            format!("key of a bot in seat 1: {}", HEXLOWER.encode(&seed.bot_key("game-1", seat))),
            format!(
                "placement commitment of seat 1: {}",
                placement_commitment("game-1", seat, &salt, "battleship A1 across")
            ),
        ];
        let mut battle = chance("battle", &["ada's seed", "0b"]);
        let dice: Vec<_> = (0..12).map(|_| battle.die(10).to_string()).collect();
        lines.push(format!("battle, d10: {}", dice.join(" ")));
        let mut placing = chance("placement/2/1", &[]);
        let draws: Vec<_> =
            [100, 256, 257, 1000, 65_537].map(|bound| placing.below(bound).to_string()).into();
        lines.push(format!("placement/2/1, below 100 256 257 1000 65537: {}", draws.join(" ")));
        let documented = include_str!("../../docs/fairness.md");
        for line in lines {
            assert!(documented.contains(&line), "docs/fairness.md lacks: {line}");
        }
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let mut a = chance("battle", &[]);
        let mut b = chance("battle", &[]);
        let mut other = chance("voice", &[]);
        for _ in 0..100 {
            other.die(10);
            assert_eq!(a.die(6), b.die(6));
        }
        assert_eq!(a.position(), 100);
    }

    #[test]
    fn faces_come_up_about_equally_often() {
        let mut chance = chance("battle", &[]);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[usize::from(chance.die(10)) - 1] += 1;
        }
        // Chi-squared with nine degrees of freedom exceeds 40 in about one of 100,000 streams, and
        // this stream is fixed.
        let square: f64 = seen.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(square < 40.0, "{seen:?}");
    }
}
