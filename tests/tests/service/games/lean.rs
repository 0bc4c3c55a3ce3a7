//! Sizes of games, answers and messages, uncompressed and without a clock, and the number of
//! requests for a move.

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::{Pair, Sequence, fire};
use broadside_tests::server::Server;
use broadside_tests::stream::{Message, Stream};
use serde_json::{Value, json};

/// Size of a message of a stream, in bytes.
fn size(message: &Message) -> usize {
    message.data.to_string().len()
}

/// Fires at cells of a player's choice; returns the answer without the game.
#[track_caller]
fn fire_lean(pair: &Pair, player: &Client, sequence: &mut Sequence) -> Answer {
    let legal = player.get(&pair.path("/legal")).is(200);
    let cells = &legal["actions"][0]["cells"];
    let count = cells["count"].as_u64().unwrap() as usize;
    let mut from: Vec<&str> =
        cells["from"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let cells: Vec<&str> =
        (0..count).map(|_| from.swap_remove(sequence.below(from.len()))).collect();
    let request = player.request("POST", &pair.path("/actions")).header("Prefer", "return=minimal");
    request.json(&fire(&cells)).send()
}

#[test]
fn an_answer_leaves_out_the_game_if_the_client_prefers_that() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let send = |prefer: &str, cell: &str, player: &Client| {
        player
            .request("POST", &pair.path("/actions"))
            .header("Prefer", prefer)
            .json(&fire(&[cell]))
            .send()
    };
    let lean = send("respond-async, return=minimal", "A1", &pair.ada);
    assert_eq!(lean.header("preference-applied"), "return=minimal");
    let tag = lean.header("etag").to_owned();
    let lean = lean.is(200);
    assert_eq!((&lean["ruleset"], lean.get("game")), (&json!("classic"), None));
    assert_eq!(lean["events"][0]["type"], "fired");
    // The tag is that of the game, so that the next request can name it.
    assert_eq!(pair.ada.get(&pair.path("")).header("etag"), tag);

    let full = send("return=representation", "A1", &pair.ben);
    assert_eq!(full.header("preference-applied"), "");
    assert_eq!(full.is(200)["game"]["id"], pair.id.as_str());
}

#[test]
fn a_game_of_single_is_small_after_forty_shots() {
    let server = Server::start();
    let pair = Pair::playing(
        &server,
        &json!({"mode": "single", "fleet": "five_ships", "first": "creator"}),
    );
    let mut stream = Stream::open(&pair.ben, &pair.path("/events?include=game"), None);
    assert_eq!(stream.message().event, "snapshot");
    let mut sequence = Sequence(7);
    for shot in 0..40 {
        let player = if shot % 2 == 0 { &pair.ada } else { &pair.ben };
        let answer = fire_lean(&pair, player, &mut sequence);
        let length = answer.text().len();
        answer.is(200);
        assert!(length < 500, "shot {shot}: an answer of {length} bytes");
        let message = stream.message();
        assert_eq!(message.data["snapshot"]["version"], message.id);
        assert!(size(&message) < 3500, "shot {shot}: a message of {} bytes", size(&message));
    }
    for player in [&pair.ada, &pair.ben] {
        let length = player.get(&pair.path("")).text().len();
        println!("single: {length}");
        assert!(length < 3000, "a game of {length} bytes");
    }
}

#[test]
fn a_game_of_salvo_is_small_after_eight_rounds() {
    let server = Server::start();
    let mut sizes = (0, 0, 0);
    for seed in 0..4 {
        let pair = Pair::ready_with(&server, &json!({"mode": "salvo", "first": "creator"}));
        let mut stream = Stream::open(&pair.ben, &pair.path("/events?include=game"), None);
        assert_eq!(stream.message().event, "snapshot");
        let mut sequence = Sequence(seed);
        for round in 1..=8 {
            for player in [&pair.ada, &pair.ben] {
                if pair.game()["status"] != "playing" {
                    continue;
                }
                let answer = fire_lean(&pair, player, &mut sequence);
                let length = answer.text().len();
                answer.is(200);
                assert!(length < 500, "round {round}: an answer of {length} bytes");
                let message = stream.message();
                assert!(
                    size(&message) < 3500,
                    "round {round}: a message of {} bytes",
                    size(&message)
                );
                sizes = (sizes.0.max(length), sizes.1, sizes.2.max(size(&message)));
            }
        }
        for player in [&pair.ada, &pair.ben] {
            let length = player.get(&pair.path("")).text().len();
            assert!(length < 3000, "a game of {length} bytes");
            sizes.1 = sizes.1.max(length);
        }
    }
    println!("salvo: answer {}, game {}, message {}", sizes.0, sizes.1, sizes.2);
}

#[test]
fn a_resumed_stream_ends_the_backlog_with_one_snapshot() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let mut feed = Stream::open(&pair.ada, "/v1/events?include=game", None);
    assert_eq!(feed.message().event, "snapshot");
    let target = pair.path("/events?include=game");
    let mut stream = Stream::open(&pair.ada, &target, None);
    let snapshot = stream.message();
    assert_eq!(snapshot.event, "snapshot");
    drop(stream);
    // Steps on an open stream include the game.
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
    let live = feed.message();
    assert_eq!(live.data["snapshot"]["id"], pair.id.as_str());
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    let again = feed.message();

    let mut stream = Stream::open(&pair.ada, &target, Some(snapshot.id));
    let mut messages = vec![stream.message(), stream.message(), stream.message()];
    let last = messages.pop().unwrap();
    assert!(
        messages
            .iter()
            .all(|message| message.event == "step" && message.data.get("snapshot").is_none())
    );
    assert_eq!((last.event.as_str(), last.id), ("snapshot", snapshot.id + 2));
    assert_eq!(last.data, pair.game());

    // The same for the stream of all games; its snapshot is the list of the games.
    let mut resumed = Stream::open(&pair.ada, "/v1/events?include=game", Some(live.id));
    let message = resumed.message();
    assert_eq!((message.id, message.data.get("snapshot")), (again.id, None));
    let end = resumed.message();
    assert_eq!((end.event.as_str(), end.id), ("snapshot", again.id));
    // Nothing is sent if nothing was missed.
    pair.act(&pair.ada, &fire(&["B1"])).is(200);
    let next = resumed.message();
    assert_eq!(next.data["snapshot"]["version"], last.data["version"].as_u64().unwrap() + 1);
    let etag = next.data["etag"].as_str().unwrap();
    assert_eq!(pair.ada.get(&pair.path("")).header("etag"), etag);

    pair.ada.get(&target).problem("bad_request");
}
