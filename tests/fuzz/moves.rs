//! Fuzzes sequences of moves of every ruleset, legal or not; see `play.rs`.

#[expect(dead_code, reason = "examples are for `seeds`")]
mod play;

fn main() {
    afl::fuzz!(|data: &[u8]| {
        play::play(data);
    });
}
