//! Acknowledged changes are durable: with `kill -9` at any moment, and with a disk sync before each
//! answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use broadside_tests::games::{self, Pair, choose};
use broadside_tests::server::Server;
use broadside_tests::shim::{Call, Shim};
use serde_json::json;

const GAMES: usize = 4;
const KILLS: usize = 12;

/// Plays until the server is gone or the game is over; returns the cells of all moves with an
/// answer of 200.
fn play_until_gone(pair: &Pair, seed: u64, gone: &AtomicBool) -> Vec<(u64, String)> {
    let mut sequence = games::Sequence(seed);
    let mut answered = Vec::new();
    while !gone.load(Ordering::Relaxed) {
        let Ok(game) = pair.ada.request("GET", &pair.path("")).try_send() else { break };
        if game.json["status"] == "finished" {
            break;
        }
        let seat = game.json["to_move"][0].as_u64().unwrap();
        let player = if seat == 1 { &pair.ada } else { &pair.ben };
        let Ok(legal) = player.request("GET", &pair.path("/legal")).try_send() else { break };
        let (count, from) = games::choice(&legal.json).unwrap();
        let cell = choose(count, from, &mut sequence).remove(0);
        let fire = player.request("POST", &pair.path("/actions")).json(&games::fire(&[&cell]));
        match fire.try_send() {
            Ok(answer) if answer.status == 200 => answered.push((seat, cell)),
            Ok(answer) => panic!("{}", answer.text()),
            Err(_) => break,
        }
    }
    answered
}

#[test]
fn no_acknowledged_move_is_missing_after_kill_9() {
    let mut server = Server::start();
    let mut pairs: Vec<_> = (0..GAMES).map(|_| Pair::playing(&server, &json!({}))).collect();
    let mut answered: Vec<Vec<(u64, String)>> = vec![Vec::new(); GAMES];
    let mut sequence = games::Sequence(9);
    for kill in 0..KILLS {
        let killed = AtomicBool::new(false);
        let more: Vec<_> = std::thread::scope(|scope| {
            let playing: Vec<_> = pairs
                .iter()
                .enumerate()
                .map(|(n, pair)| {
                    let (killed, seed) = (&killed, (kill * GAMES + n) as u64);
                    scope.spawn(move || play_until_gone(pair, seed, killed))
                })
                .collect();
            std::thread::sleep(Duration::from_millis(20 + sequence.below(150) as u64));
            server.kill_9();
            killed.store(true, Ordering::Relaxed);
            playing.into_iter().map(|played| played.join().unwrap()).collect()
        });
        server.launch();
        for (n, pair) in pairs.iter_mut().enumerate() {
            *pair = pair.at(server.url());
            answered[n].extend(more[n].iter().cloned());
            let shots = pair.shots();
            // Acknowledged moves are in the log, in order. A stored move without an acknowledgement
            // may be there too.
            let mut rest = shots.iter();
            for shot in &answered[n] {
                assert!(
                    rest.any(|other| other == shot),
                    "{shot:?} is missing from {shots:?} after {kill} kills"
                );
            }
            assert!(shots.len() <= answered[n].len() + kill + 1, "{shots:?} {:?}", answered[n]);
        }
        // A finished game is replaced by a new one.
        for n in 0..GAMES {
            if pairs[n].game()["status"] == "finished" {
                pairs[n] = Pair::playing(&server, &json!({}));
                answered[n].clear();
            }
        }
    }
    // The games continue to their ends, and their records are valid.
    for (n, pair) in pairs.iter().enumerate() {
        games::play_out(pair, n as u64);
        let record = pair.ada.get(&pair.path("/record")).is(200);
        let verdict = server.client().post("/v1/verify", &record).is(200);
        assert_eq!(verdict["valid"], true, "{verdict}");
    }
}

/// A kill does not test syncs, because the system still writes the data of the process. So this
/// test counts the calls.
#[test]
fn every_answer_is_preceded_by_a_sync() {
    let mut server = Server::over_a_file();
    server.stop();
    let shim = Shim::new(&server.directory().file("broadside.db"), server.directory());
    server.under(&shim.environment());
    server.launch();
    shim.count_calls();
    let syncs = || shim.count(Call::Sync) as usize;
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    let mut moves = 0;
    let started = syncs();
    assert!(started > 0, "no sync at all in making two players and a game");
    for cell in (1..=10).map(|row| format!("A{row}")) {
        for player in [&pair.ada, &pair.ben] {
            let before = syncs();
            if pair.act(player, &games::fire(&[&cell])).status != 200 {
                continue;
            }
            moves += 1;
            assert!(syncs() > before, "move {moves} was answered before it was synced");
        }
    }
    assert!(moves >= 10);
    assert!(syncs() - started >= moves, "{moves} moves, {} syncs", syncs() - started);
}

/// After a clean stop, a copy of the file contains every game.
#[test]
fn after_a_clean_stop_the_file_alone_holds_everything() {
    let mut server = Server::over_a_file();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    pair.act(&pair.ada, &games::fire(&["F7"])).is(200);
    let before = pair.game();
    server.stop();
    let mut copy = Server::over_a_file();
    copy.stop();
    let database = |server: &Server| server.directory().file("broadside.db");
    for left in ["broadside.db-wal", "broadside.db-shm"] {
        let _ = std::fs::remove_file(copy.directory().file(left));
    }
    std::fs::copy(database(&server), database(&copy)).unwrap();
    copy.launch();
    assert_eq!(pair.at(copy.url()).game(), before);
}
