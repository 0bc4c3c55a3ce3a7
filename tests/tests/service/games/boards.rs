//! The battle as it was after an earlier event.

use broadside_tests::games::{Pair, fire};
use broadside_tests::server::Server;
use serde_json::json;

#[test]
fn a_board_is_the_view_of_then() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let board = |player: &broadside_tests::client::Client, seq: u64| {
        player.get(&pair.path(&format!("/boards/{seq}")))
    };
    let mut then = Vec::new();
    let look = |then: &mut Vec<_>| {
        for player in [&pair.ada, &pair.ben] {
            let game = player.get(&pair.path("")).is(200);
            then.push((player.clone(), game["version"].as_u64().unwrap(), game["view"].clone()));
        }
    };
    look(&mut then);
    for n in 0..20_u8 {
        let player = if n % 2 == 0 { &pair.ada } else { &pair.ben };
        let cell = format!("{}{}", char::from(b'A' + n / 2), 1 + n % 3);
        pair.act(player, &fire(&[&cell])).is(200);
        look(&mut then);
    }
    for (player, version, view) in &then {
        let shown = board(player, *version).is(200);
        assert_eq!((&shown["view"], &shown["seq"]), (view, &json!(version)));
        assert_eq!(shown["ruleset"], "classic");
    }
    // What is revealed at the end does not change the earlier boards.
    pair.act(&pair.ada, &json!({"ruleset": "classic", "actions": [{"type": "resign"}]})).is(200);
    for (player, version, view) in &then {
        assert_eq!(board(player, *version).is(200)["view"], *view);
    }
    let game = pair.game();
    assert_eq!(board(&pair.ada, game["version"].as_u64().unwrap()).is(200)["view"], game["view"]);
}

#[test]
fn boards_begin_with_play_and_end_with_the_newest_event() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let board =
        |seq: &str| pair.ada.get(&pair.path(&format!("/boards/{seq}"))).problem("not_found");
    assert!(board("1").detail.contains("play has not begun"));
    pair.place();
    let last = pair.game()["version"].as_u64().unwrap();
    // The last events are that Ben placed, that play began, and who has the first turn.
    assert!(board("3").detail.contains("play began with event"));
    let beyond = board(&(last + 1).to_string()).detail;
    assert!(beyond.contains(&format!("the newest is {last}")), "{beyond}");
    for seq in ["0", "-1", "x", "1.5", "99999999999999999999"] {
        board(seq);
    }
}

#[test]
fn a_board_shows_nothing_of_a_former_player_of_the_seat() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    pair.ben.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    pair.ben.delete(&pair.path("/seats/me")).is(204);
    let carl = Pair { ben: server.player("Carl"), ..pair.clone() };
    carl.ben.post(&pair.path("/seats"), &json!({})).is(201);
    carl.place();
    let events = carl.ben.get(&pair.path("/events")).is(200)["events"].clone();
    let began =
        events.as_array().unwrap().iter().position(|event| event["type"] == "began").unwrap();
    for seq in 1..=began {
        carl.ben.get(&pair.path(&format!("/boards/{seq}"))).problem("not_found");
    }
    carl.ben.get(&pair.path(&format!("/boards/{}", began + 1))).is(200);
    pair.ben.get(&pair.path("/boards/1")).problem("not_found");
}
