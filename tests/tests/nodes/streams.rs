//! Events of one node reach streams on the others, by notification or by polling.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair, Sequence};
use broadside_tests::server::Server;
use broadside_tests::stream::{Stream, Told, listeners};
use broadside_tests::wait::{GUARD, is_told};
use serde_json::{Value, json};

use super::at_once;

/// Starts two nodes.
fn nodes() -> [Server; 2] {
    let first = Server::start();
    let second = first.beside();
    [first, second]
}

fn list(client: &Client, game: &str) -> Vec<Value> {
    let events = client.get(&format!("/v1/games/{game}/events?limit=500")).is(200);
    events["events"].as_array().expect("it is a list").clone()
}

/// Returns the events of a stream, each with its game, until this many games are over. Asserts that
/// the ids of the messages have no gaps.
fn to_the_end(stream: &mut Stream, games: usize) -> Vec<(String, Value)> {
    let (mut told, mut over) = (Vec::new(), 0);
    while over < games {
        let message = stream.message();
        let events = message.events();
        assert_eq!(message.id, (told.len() + events.len()) as u64);
        over += events.iter().filter(|event| event["type"] == "revealed").count();
        let game = message.data["game"].as_str().expect("a step is of a game");
        told.extend(events.iter().map(|event| (game.to_owned(), event.clone())));
    }
    told
}

/// Selects the events of a game.
fn of_game(told: &[(String, Value)], game: &str) -> Vec<Value> {
    told.iter().filter(|(of, _)| of == game).map(|(_, event)| event.clone()).collect()
}

/// Fires about ten times in a game, on alternating nodes, and resigns.
fn play(pair: &Pair, urls: &[&str], seed: u64) {
    let mut luck = Sequence(seed);
    let everywhere: Vec<Pair> = urls.iter().map(|url| pair.at(url)).collect();
    for _ in 0..10 {
        let node = &everywhere[luck.below(everywhere.len())];
        let player = if node.game()["to_move"] == json!([1]) { &node.ada } else { &node.ben };
        let (count, from) =
            games::choice(&player.get(&pair.path("/legal")).is(200)).expect("it may fire");
        let cells = games::choose(count, from, &mut luck);
        pair.act(player, &games::fire(&[&cells[0]])).is(200);
    }
    pair.act(&everywhere[1].ben, &games::act("resign")).is(200);
}

/// Creates another game of the same players.
fn again(pair: &Pair) -> Pair {
    let created = pair.ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let id = created["id"].as_str().expect("a game has an id").to_owned();
    pair.ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    let other = Pair { id, ..pair.clone() };
    for player in [&other.ada, &other.ben] {
        player.put(&other.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    other
}

#[test]
fn streams_have_the_events_of_all_nodes_in_order() {
    let mut nodes = nodes();
    let urls = nodes.each_ref().map(|node| node.url().to_owned());
    let urls = urls.each_ref().map(|url| &**url);
    let first = Pair::of(listeners(&nodes[0], ["Ada", "Ben"]), &json!({}));
    first.place();
    let pairs = [first.clone(), again(&first), again(&first), again(&first)];
    let mut games: Vec<_> = pairs
        .iter()
        .flat_map(|pair| urls.iter().map(move |url| (pair, pair.ben.at(url))))
        .map(|(pair, client)| (pair, Stream::open(&client, &pair.path("/events?after=0"), None)))
        .collect();
    let mut feeds = urls.map(|url| Stream::open(&first.ada.at(url), "/v1/events?after=0", None));
    std::thread::scope(|scope| {
        let games: Vec<_> = games
            .iter_mut()
            .map(|(pair, stream)| (*pair, scope.spawn(move || to_the_end(stream, 1))))
            .collect();
        let feeds: Vec<_> =
            feeds.iter_mut().map(|stream| scope.spawn(move || to_the_end(stream, 4))).collect();
        // All games run in parallel, so that both nodes use the counter of each player.
        at_once(pairs.len(), |n| play(&pairs[n], &urls, 1 + n as u64));
        for (pair, told) in games {
            let received = told.join().expect("it hears all");
            assert!(received.iter().all(|(game, _)| *game == pair.id), "another game is told of");
            assert_eq!(of_game(&received, &pair.id), list(&pair.ben, &pair.id));
        }
        let feeds: Vec<_> =
            feeds.into_iter().map(|feed| feed.join().expect("it hears all")).collect();
        assert_eq!(feeds[0], feeds[1], "the numbers are the same everywhere");
        for pair in &pairs {
            assert_eq!(of_game(&feeds[0], &pair.id), list(&pair.ada, &pair.id));
        }
    });
    // Nothing more is told: a server that stops ends its streams.
    for node in &mut nodes {
        node.stop();
    }
    for stream in games.iter_mut().map(|(_, stream)| stream).chain(&mut feeds) {
        assert_eq!(stream.next_but_beats(GUARD), Told::End);
    }
}

#[test]
fn nodes_that_missed_notifications_catch_up() {
    let nodes = nodes();
    let pair = Pair::ready(&nodes[0]);
    let mut stream = Stream::open(&pair.ben.at(nodes[1].url()), &pair.path("/events"), None);
    let mut at = stream.message().id;
    let shoot = |player: &Client, cell: &str| pair.act(player, &games::fire(&[cell])).is(200);
    for player in [&pair.ada, &pair.ben] {
        shoot(player, "J10");
        at += 1;
        assert_eq!(stream.message().id, at);
    }
    // Close the connections that listen or notify, as a restart of the database does.
    let listening = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ '^LISTEN|pg_notify'";
    nodes[0].database().run(nodes[0].directory(), listening);
    for (player, cell) in
        [(&pair.ada, "A1"), (&pair.ben, "A1"), (&pair.ada, "J1"), (&pair.ben, "J1")]
    {
        shoot(player, cell);
        at += 1;
        assert_eq!(stream.message().id, at);
    }
    // The node listens again.
    let mut heard = Stream::open(&pair.ben.at(nodes[1].url()), "/v1/events", None);
    heard.message();
    is_told(&pair, &mut heard);
}

#[test]
fn a_ticket_made_on_one_node_opens_one_stream_on_another() {
    let nodes = nodes();
    let ada = nodes[0].player("Ada");
    let ticket = ada.request("POST", "/v1/stream-tickets").send().is(201);
    let target =
        format!("/v1/events?ticket={}", ticket["ticket"].as_str().expect("it is shown once"));
    Stream::open(&nodes[1].client(), &target, None).message();
    for node in &nodes {
        node.client().get(&target).problem("unauthorized");
    }
}

#[test]
fn a_stream_ends_when_its_token_is_revoked_on_another_node() {
    let first = Server::start();
    let second = first.beside_with(&["--test-limits", "heartbeat_seconds=1"]);
    let ada = first.player("Ada");
    let token = ada.post("/v1/tokens", &json!({"name": "phone", "scopes": ["read"]})).is(201);
    let phone = ada.at(second.url()).with_token(token["token"].as_str().expect("it is shown once"));
    let mut stream = Stream::open(&phone, "/v1/events", None);
    stream.message();
    assert_eq!(
        ada.delete(&format!("/v1/tokens/{}", token["id"].as_str().expect("it has one"))).status,
        204
    );
    assert_eq!(stream.next_but_beats(GUARD), Told::End);
}
