//! Changes of a score after the end of its game, on two nodes at once.

use broadside_tests::client::Client;
use serde_json::{Value, json};

use super::{at_once, nodes};

/// Creates a finished game of `voices` with one shot. Returns its path, and the seat that fired.
fn ended(players: &[Client; 2]) -> (String, usize) {
    let [ada, ben] = players;
    let options = json!({"ruleset": "voices", "options": {"aim": "choice"}});
    let game = ada.post("/v1/games", &options).is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().expect("a game has an id"));
    ben.post(&format!("{path}/seats"), &json!({})).is(201);
    for player in players {
        player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    let seat = ada.get(&path).is(200)["to_move"][0].as_u64().expect("somebody begins") as usize;
    for action in [json!({"type": "fire", "cell": "A1"}), json!({"type": "resign"})] {
        players[seat - 1]
            .post(&format!("{path}/actions"), &json!({"ruleset": "voices", "actions": [action]}))
            .is(200);
    }
    (path, seat)
}

#[test]
fn v17_changes_on_two_nodes_have_no_gaps_and_keep_the_limit_and_the_closing() {
    let [first, second] = nodes();
    let players = ["Ada", "Ben"].map(|name| first.player(name));
    let (path, seat) = ended(&players);
    let on_second = players.each_ref().map(|player| player.at(second.url()));
    let actions = format!("{path}/actions");
    let direct = |player: &Client, part: &str, count: usize| {
        let action = json!({"type": "direct", "shot": 1, "part": part, "text": "softly"});
        player.post(&actions, &json!({"ruleset": "voices", "actions": vec![action; count]})).status
    };
    // Two players on two nodes at the same moment.
    let statuses = at_once(4, |n| {
        let nodes = if n % 2 == 0 { &players } else { &on_second };
        let (player, part) =
            if n < 2 { (&nodes[seat - 1], "call") } else { (&nodes[2 - seat], "answer") };
        (0..5).map(|_| direct(player, part, 3)).collect::<Vec<_>>()
    });
    assert!(statuses.iter().flatten().all(|status| *status == 200), "{statuses:?}");
    let score = |player: &Client| player.get(&format!("{path}/score")).is(200);
    assert_eq!(score(&players[0])["revision"], 60);
    assert_eq!(score(&on_second[0]), score(&players[0]));
    // 470 of 500 changes are left to the shooter: of seven lists of 32, two are possible once 384
    // are made.
    for _ in 0..12 {
        assert_eq!(direct(&on_second[seat - 1], "call", 32), 200);
    }
    let statuses = at_once(7, |n| {
        let nodes = if n % 2 == 0 { &players } else { &on_second };
        direct(&nodes[seat - 1], "call", 32)
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 2, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    // A part is closed once, and then neither node takes a change of it.
    let statuses = at_once(4, |n| {
        let nodes = if n % 2 == 0 { &players } else { &on_second };
        nodes[2 - seat].request("POST", &format!("{path}/score/close")).send().status
    });
    assert_eq!(statuses, [204; 4]);
    assert_eq!([&players, &on_second].map(|nodes| direct(&nodes[2 - seat], "answer", 1)), [409; 2]);
    let score: Value = score(&on_second[1]);
    assert_eq!(
        (&score["revision"], &score["closed"]),
        (&json!(60 + 384 + 64 + 1), &json!([3 - seat]))
    );
}
