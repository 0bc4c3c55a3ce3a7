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
use broadside_tests::wait::wait_until;
use serde_json::json;

/// Number of kills.
const KILLS: usize = 30;
/// Maximum number of kills, on a machine that is so busy that little happens between two kills.
const MAX_KILLS: usize = 5 * KILLS;
/// Pause of players between two letters, if they have only so many, so that kills meet all of them.
const PACE: Duration = Duration::from_millis(250);

/// Kills a server repeatedly at random moments, while each of these players acts until the server
/// is gone, until they have done enough. At the end the server runs.
fn kill_often<T: Send>(
    server: &mut Server,
    actors: &mut [T],
    act: impl Fn(&mut T, &str, &AtomicBool) + Sync,
    enough: impl Fn(&[T]) -> bool,
) {
    let mut sequence = Sequence(3);
    for kill in 0..MAX_KILLS {
        if kill >= KILLS && enough(actors) {
            break;
        }
        // The time that a server lives is chosen: it is the load. If the players do too little in
        // it, it doubles.
        let longest = 300 << (kill / KILLS);
        skip_waits(server);
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
    skip_waits(server);
    server.launch();
}

/// Skips what the next server would wait for: the end of the leases of the killed one, the next
/// attempt at mail that came in, and the next day, when an address may be invited again.
fn skip_waits(server: &Server) {
    for statement in [
        "UPDATE jobs SET leased_until = 0 WHERE state = 'pending'",
        "UPDATE jobs SET run_at = 0 WHERE state = 'pending' AND queue = 'mail_in'",
        "UPDATE mailboxes SET leased_until = 0",
        "UPDATE webhooks SET leased_until = 0",
        "DELETE FROM mail_address_quota",
    ] {
        server.database().run(server.directory(), statement);
    }
}

/// Waits until the server has nothing left to process, to write or to send: all mail and all
/// messages that there will be are there.
fn wait_until_idle(server: &Server) {
    let unread = |reader: &str, is_active: &str| {
        format!(
            "(SELECT count(*) FROM {reader} t JOIN feed_heads h ON h.player_id = t.player_id \
             WHERE t.feed_cursor < h.last_seq AND t.state = 'active' AND {is_active})"
        )
    };
    let left = format!(
        "SELECT (SELECT count(*) FROM jobs WHERE state = 'pending') + {} + {}",
        unread("mailboxes", "t.address_normalized IS NOT NULL AND t.frequency <> 'off'"),
        unread("webhooks", "TRUE")
    );
    wait_until("everything to be sent", || server.database().count(server.directory(), &left) == 0);
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
        (self.pair.ada, self.pair.ben) = (self.pair.ada.at(url), self.pair.ben.at(url));
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
                let created = post(ada, "/v1/games", json!({"ruleset": "classic"}))?;
                self.pair.id = created.is(201)["id"].as_str()?.to_owned();
            }
        }
        Some(())
    }
}
