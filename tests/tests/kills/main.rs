//! Background tasks of a server that is killed repeatedly at random moments: acknowledged work is
//! completed, and nothing visible is done twice.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod accounts;
mod begin;
mod invited;
mod letters;
mod mail;
mod queues;
mod webhooks;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair, Sequence, choose};
use broadside_tests::server::Server;
use serde_json::json;

/// Number of kills.
const KILLS: usize = 60;
/// Maximum number of kills, on a machine that is so busy that little happens between two kills.
const MOST_KILLS: usize = 5 * KILLS;

/// Kills a server repeatedly at random moments, while each of these players acts until the server
/// is gone, until they have done enough. Calls `between` before each restart. At the end the server
/// runs.
fn kill_often<T: Send>(
    server: &mut Server,
    actors: &mut [T],
    act: impl Fn(&mut T, &str, &AtomicBool) + Sync,
    between: impl Fn(&mut Server),
    enough: impl Fn(&[T]) -> bool,
) {
    let mut sequence = Sequence(3);
    for kill in 0..MOST_KILLS {
        if kill >= KILLS && enough(actors) {
            break;
        }
        let longest = 300 * (1 + kill / KILLS);
        between(server);
        server.launch();
        let (gone, url) = (AtomicBool::new(false), server.url().to_owned());
        std::thread::scope(|scope| {
            for actor in &mut *actors {
                let (act, gone, url) = (&act, &gone, &url);
                scope.spawn(move || act(actor, url, gone));
            }
            std::thread::sleep(Duration::from_millis(60 + sequence.below(longest) as u64));
            server.kill_9();
            gone.store(true, Ordering::Relaxed);
        });
    }
    between(server);
    server.launch();
}

/// An acknowledged move.
struct Acknowledged {
    player_id: String,
    game_id: String,
    /// The number of its last event for the player.
    seq: u64,
}

/// Two players who play one game after another.
struct Rivals {
    pair: Pair,
    sequence: Sequence,
    acknowledged: Vec<Acknowledged>,
}

/// Number of moves needed for a meaningful result.
const ENOUGH: usize = 30;

/// Counts the acknowledged moves.
fn moves(rivals: &[Rivals]) -> usize {
    rivals.iter().map(|rivals| rivals.acknowledged.len()).sum()
}

impl Rivals {
    fn new(server: &Server, seed: u64) -> Self {
        Self {
            pair: Pair::playing(server, &json!({})),
            sequence: Sequence(seed),
            acknowledged: Vec::new(),
        }
    }

    fn players(&self) -> [&Client; 2] {
        [&self.pair.ada, &self.pair.ben]
    }

    /// Plays until the server is gone.
    fn play(&mut self, url: &str, gone: &AtomicBool) {
        (self.pair.ada, self.pair.ben) = (self.pair.ada.again(url), self.pair.ben.again(url));
        while !gone.load(Ordering::Relaxed) && self.turn().is_some() {}
    }

    /// Sends the next request; `None` if it was not answered.
    fn turn(&mut self) -> Option<()> {
        let Pair { ada, ben, .. } = &self.pair;
        let post = |player: &Client, path: &str, body| {
            player.request("POST", path).json(&body).try_send().ok()
        };
        let game = ada.request("GET", &self.pair.path("")).try_send().ok()?.json;
        match game["status"].as_str()? {
            "waiting" => {
                post(ben, &self.pair.path("/seats"), json!({}))?;
            }
            "placing" => {
                for player in [ada, ben] {
                    let placement = self.pair.path("/seats/me/placement");
                    player
                        .request("PUT", &placement)
                        .json(&json!({"random": true}))
                        .try_send()
                        .ok()?;
                }
            }
            "playing" => {
                let player = if game["to_move"][0] == 1 { ada } else { ben };
                let legal = player.request("GET", &self.pair.path("/legal")).try_send().ok()?.json;
                let (count, from) = games::choice(&legal)?;
                let cell = choose(count, from, &mut self.sequence).remove(0);
                let answer = post(player, &self.pair.path("/actions"), games::fire(&[&cell]))?;
                assert_eq!(answer.status, 200, "{}", answer.text());
                self.acknowledged.push(Acknowledged {
                    player_id: player.id.clone(),
                    game_id: self.pair.id.clone(),
                    seq: answer.json["events"].as_array()?.last()?["seq"].as_u64()?,
                });
            }
            _ => {
                let made = post(ada, "/v1/games", json!({"ruleset": "classic"}))?;
                self.pair.id = made.is(201)["id"].as_str()?.to_owned();
            }
        }
        Some(())
    }
}
