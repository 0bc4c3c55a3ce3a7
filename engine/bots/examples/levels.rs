//! The games of the first table of docs/bots.md, between neighbouring levels:
//!
//! ```sh
//! cargo run --release -p broadside-bots --example levels -- 10000
//! ```

#[path = "../tests/tournament/mod.rs"]
mod tournament;

use broadside_bots::Level;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Seat;
use serde_json::{Value, json};

use tournament::Played;

fn main() {
    let games = std::env::args().nth(1).map(|games| games.parse().expect("a number of games"));
    let games = games.unwrap_or(100);
    for (ruleset, options) in [
        (RulesetId::Classic, json!({})),
        (RulesetId::Classic, json!({"mode": "salvo"})),
        (RulesetId::Classic, json!({"fleet": "five_ships"})),
        (RulesetId::Classic, json!({"fleet": "five_ships", "mode": "salvo"})),
        (RulesetId::Voices, json!({})),
        (RulesetId::Voices, json!({"axes": "after_roll"})),
        (RulesetId::Voices, json!({"aim": "choice"})),
        (RulesetId::Voices, json!({"aim": "choice", "seats": 4})),
        (RulesetId::Voices, json!({"aim": "choice", "seats": 8})),
        (RulesetId::Satellite, json!({})),
        (RulesetId::Advanced, json!({})),
    ] {
        for levels in [[Level::Strong, Level::Casual], [Level::Casual, Level::Random]] {
            compare(ruleset, &options, games, levels);
        }
    }
}

/// Plays games of one level in each seat in turn, against another level in all other seats, and
/// prints the result.
fn compare(ruleset: RulesetId, options: &Value, games: u32, [first, second]: [Level; 2]) {
    let seats = options["seats"].as_u64().unwrap_or(2) as usize;
    let mut score = Score::default();
    for n in 0..games as usize {
        let mut levels = vec![second; seats];
        levels[n % seats] = first;
        let name = format!("match {}", n / seats);
        let played = tournament::play(&name, ruleset, options, &levels).expect("the game ends");
        score.add(Seat::new((n % seats) as u8 + 1).expect("it is a seat"), &played);
    }
    let share = score.share();
    let margin = score.margin();
    let [elo, low, high] = [share, share - margin, share + margin].map(elo);
    println!(
        "{ruleset} {options}, {first} against {second}, {} games: {:.1} % ± {:.1}, Elo {elo:+.0} ({low:+.0} to {high:+.0})",
        score.games(),
        share * 100.0,
        margin * 100.0,
    );
}

/// Wins, draws and losses of one level against another.
#[derive(Clone, Debug, Default)]
struct Score {
    /// Games that the first level won.
    wins: u64,
    /// Games that nobody won.
    draws: u64,
    /// Games that the second level won.
    losses: u64,
}

impl Score {
    /// Number of games.
    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points of the first level: a draw is half a point.
    fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Half of the width of the 95 % interval of the share.
    fn margin(&self) -> f64 {
        let games = self.games().max(1) as f64;
        let share = self.share();
        let square = (self.wins as f64 + self.draws as f64 / 4.0) / games - share * share;
        1.96 * (square.max(0.0) / games).sqrt()
    }

    /// Adds a game in which the first level had this seat.
    fn add(&mut self, seat: Seat, played: &Played) {
        match (played.winners.is_empty(), played.winners.contains(&seat)) {
            (true, _) => self.draws += 1,
            (false, true) => self.wins += 1,
            (false, false) => self.losses += 1,
        }
    }
}

/// Difference in rating points that gives this share of the points: 400·log10(p/(1−p)).
fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (share / (1.0 - share)).log10()
}
