//! Streams of events: their content and order, resuming, closing, and access rights.

use std::io::Write;
use std::net::TcpStream;

use broadside_tests::client::Client;
use broadside_tests::database::Database;
use broadside_tests::games::{self, Pair, Sequence};
use broadside_tests::server::Server;
use broadside_tests::stream::{Message, Stream, Told, listeners};
use broadside_tests::wait::{GUARD, wait_until};
use serde_json::{Value, json};

const FEED: &str = "/v1/events";

fn list(client: &Client, game: &str) -> Vec<Value> {
    let events = client.get(&format!("/v1/games/{game}/events?limit=500")).is(200);
    events["events"].as_array().unwrap().clone()
}

/// Returns the events in messages. Asserts that all messages are steps, in order and without gaps.
fn events(messages: &[Message], after: u64) -> Vec<Value> {
    let (mut events, mut id) = (Vec::new(), after);
    for message in messages {
        assert_eq!(message.data["ruleset"], "classic");
        let step = message.events();
        id += step.len() as u64;
        assert_eq!(message.id, id, "{}", message.data);
        assert!(
            step.iter().all(|event| event["occurred_at"] == step[0]["occurred_at"]),
            "{}",
            message.data
        );
        events.extend_from_slice(step);
    }
    events
}

/// Returns the events in messages of the stream of all games, each with the id of its game.
fn events_of_games(messages: &[Message], after: u64) -> Vec<Value> {
    let games =
        messages.iter().flat_map(|message| message.events().iter().map(|_| &message.data["game"]));
    events(messages, after).iter().zip(games).map(|(event, game)| with_game(game, event)).collect()
}

/// Adds the id of its game to an event.
fn with_game(game: &Value, event: &Value) -> Value {
    let mut event = event.clone();
    event["game"] = game.clone();
    event
}

/// Fires at this many open cells for the player to move.
fn fire(pair: &Pair, times: usize, luck: &mut Sequence) {
    for _ in 0..times {
        let to_move = pair.game()["to_move"][0].clone();
        let player = if to_move == 1 { &pair.ada } else { &pair.ben };
        let legal = player.get(&pair.path("/legal")).is(200);
        let (count, from) = games::choice(&legal).unwrap();
        let cells = games::choose(count, from, luck);
        pair.act(player, &games::fire(&cells.iter().map(String::as_str).collect::<Vec<_>>()))
            .is(200);
    }
}

#[test]
fn a_stream_begins_with_the_game_and_continues_with_its_steps() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let game = pair.game();
    let version = game["version"].as_u64().unwrap();
    let path = pair.path("/events");
    let mut ada = Stream::open(&pair.ada, &path, None);
    let first = ada.message();
    let timeline = game["timeline"].as_str().expect("it is text").to_owned();
    assert_eq!(first, Message { event: "snapshot".to_owned(), id: version, timeline, data: game });
    // Several streams at the same time, from different positions, of a player and of a spectator.
    let mut beginning = Stream::open(&pair.ada, &format!("{path}?after=0"), None);
    let eve = server.player("Eve");
    let mut eve = Stream::open(&eve, &path, None);
    assert_eq!(eve.message().data["you"], Value::Null);
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    pair.act(&pair.ben, &games::fire(&["A1"])).is(200);
    let all = list(&pair.ada, &pair.id);
    let new_count = all.len() - version as usize;
    assert_eq!(events(&ada.steps(new_count), version), all[version as usize..]);
    assert_eq!(events(&beginning.steps(all.len()), 0), all);
    assert_eq!(events(&eve.steps(new_count), version), all[version as usize..]);
    // The header takes precedence over the query, and an unknown number leads to a snapshot.
    let mut resumed = Stream::open(&pair.ada, &format!("{path}?after=0"), Some(version));
    assert_eq!(events(&resumed.steps(new_count), version), all[version as usize..]);
    let mut elsewhere = Stream::open(&pair.ada, &path, Some(4_000));
    let snapshot = elsewhere.message();
    assert_eq!((snapshot.event.as_str(), snapshot.id), ("snapshot", all.len() as u64));
}

#[test]
fn one_stream_has_all_games_of_a_player_with_its_own_numbers() {
    let server = Server::start();
    let [ada, ben] = listeners(&server, ["Ada", "Ben"]);
    let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
    pair.place();
    let (ada, ben, eve) = (&pair.ada, &pair.ben, server.player("Eve"));
    let mut hers = Stream::open(ada, FEED, None);
    let snapshot = hers.message();
    assert_eq!(
        (snapshot.event.as_str(), snapshot.data["games"][0]["id"].as_str()),
        ("snapshot", Some(&*pair.id))
    );
    assert_eq!(snapshot.data["games"][0]["version"], snapshot.id);
    let mut eves = Stream::open(&eve, FEED, None);
    assert_eq!(eves.message().data, json!({"games": []}));
    // Another game with a seat reserved for Eve, who receives its events before she has taken the
    // seat.
    let request = json!({"ruleset": "classic", "visibility": "private",
        "opponents": [{"kind": "player", "id": eve.id}]});
    let other = ada.post("/v1/games", &request).is(201)["id"].as_str().unwrap().to_owned();
    pair.act(ada, &games::fire(&["A1"])).is(200);
    eve.post(&format!("/v1/games/{other}/seats"), &json!({})).is(201);
    pair.act(ben, &games::fire(&["A1"])).is(200);
    eve.put(&format!("/v1/games/{other}/seats/me/placement"), &json!({"random": true})).is(200);
    let (first, second) = (list(ada, &pair.id), list(ada, &other));
    let received = events_of_games(
        &hers.steps(first.len() - snapshot.id as usize + second.len()),
        snapshot.id,
    );
    let events_of = |game: &str| {
        received.iter().filter(|event| event["game"] == game).cloned().collect::<Vec<_>>()
    };
    let expected = |game: &str, events: &[Value]| {
        events.iter().map(|event| with_game(&json!(game), event)).collect::<Vec<_>>()
    };
    assert_eq!(events_of(&pair.id), expected(&pair.id, &first[snapshot.id as usize..]));
    assert_eq!(events_of(&other), expected(&other, &second));
    assert_eq!(events_of_games(&eves.steps(second.len()), 0), expected(&other, &second));
    // From the beginning and from positions in between.
    let count = (first.len() + second.len()) as u64;
    for after in [0, 1, count / 2, count - 1] {
        let mut resumed = Stream::open(ada, FEED, Some(after));
        let events = events_of_games(&resumed.steps((count - after) as usize), after);
        assert_eq!(events.last(), received.last());
    }
    // A finished game is missing in a snapshot, and a deleted position leads to a snapshot.
    pair.act(ada, &games::act("resign")).is(200);
    let event_count = list(ada, &pair.id).len() - first.len();
    hers.steps(event_count);
    server.database().run(server.directory(), "DELETE FROM feed WHERE number = 1");
    let mut resumed = Stream::open(ada, FEED, Some(1));
    assert_eq!(resumed.message().id, 2);
    for after in [0, 4_000] {
        let mut lost = Stream::open(ada, FEED, Some(after));
        let snapshot = lost.message();
        assert_eq!(
            (snapshot.event.as_str(), snapshot.id),
            ("snapshot", count + event_count as u64)
        );
        let games: Vec<_> =
            snapshot.data["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
        assert_eq!(games, [&json!(other)]);
    }
    // Eve has heard of her own game alone: its next event is the next one of her stream.
    ada.put(&format!("/v1/games/{other}/seats/me/placement"), &json!({"random": true})).is(200);
    let new_events = &list(&eve, &other)[second.len()..];
    let received = events_of_games(&eves.steps(new_events.len()), second.len() as u64);
    assert_eq!(received, expected(&other, new_events));
}

/// Follows a stream to the message with this id, over connections that are each cut after some
/// bytes.
fn follow(
    client: &Client,
    target: &str,
    to: impl Fn(&[Message]) -> bool,
    seed: u64,
) -> (Vec<Message>, usize) {
    let (mut luck, mut told, mut cuts) = (Sequence(seed), Vec::<Message>::new(), 0);
    while !to(&told) {
        let last = told.last().map(|message| message.id);
        let bytes = luck.below(3_000);
        let mut stream = match (last, luck.below(2)) {
            (Some(last), 0) => Stream::open(client, &format!("{target}?after={last}"), None),
            (Some(last), _) => Stream::open(client, &format!("{target}?after=0"), Some(last)),
            (None, _) => Stream::open(client, &format!("{target}?after=0"), None),
        }
        .cut_after(bytes);
        while !to(&told) {
            match stream.next(GUARD) {
                Told::Message(message) => told.push(message),
                Told::Beat => {}
                Told::Cut => break,
                other => panic!("{other:?}"),
            }
        }
        cuts += 1;
    }
    (told, cuts)
}

#[test]
fn a_client_cut_off_at_any_byte_resumes_without_gaps_or_repeats() {
    let server = Server::start_with(&["--test-limits", "streams=1000"]);
    let pair = Pair::of(listeners(&server, ["Ada", "Ben"]), &json!({}));
    pair.place();
    let ada = &pair.ada;
    let rounds: Vec<_> = (0..4)
        .map(|_| {
            let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201)["id"]
                .as_str()
                .unwrap()
                .to_owned();
            pair.ben.post(&format!("/v1/games/{game}/seats"), &json!({})).is(201);
            Pair { id: game, ..pair.clone() }
        })
        .collect();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            games::play_out(&pair, 5);
            for other in &rounds {
                for player in [&pair.ada, &pair.ben] {
                    player
                        .put(&other.path("/seats/me/placement"), &json!({"random": true}))
                        .is(200);
                }
                fire(other, 4, &mut Sequence(7));
                other.act(&other.ben, &games::act("resign")).is(200);
            }
        });
        let is_end =
            |message: &Message| message.events().iter().any(|event| event["type"] == "revealed");
        let game_over = move |told: &[Message]| told.last().is_some_and(is_end);
        let followers: Vec<_> = (0..4)
            .map(|seed| {
                let (path, viewer) =
                    (pair.path("/events"), if seed % 2 == 0 { &pair.ada } else { &pair.ben });
                scope.spawn(move || (viewer, follow(viewer, &path, game_over, seed)))
            })
            .collect();
        let all_over =
            move |told: &[Message]| told.iter().filter(|message| is_end(message)).count() == 5;
        let feeds: Vec<_> =
            (10..12).map(|seed| scope.spawn(move || follow(ada, FEED, all_over, seed))).collect();
        for follower in followers {
            let (viewer, (told, cuts)) = follower.join().unwrap();
            assert_eq!(events(&told, 0), list(viewer, &pair.id));
            assert!(cuts > 10, "{cuts} cuts");
        }
        for feed in feeds {
            let (told, cuts) = feed.join().unwrap();
            assert!(cuts > 10, "{cuts} cuts");
            let received = events_of_games(&told, 0);
            for game in rounds.iter().chain([&pair]) {
                let mut of_game = received
                    .iter()
                    .filter(|event| event["game"] == game.id)
                    .cloned()
                    .collect::<Vec<_>>();
                of_game.iter_mut().for_each(|event| {
                    event.as_object_mut().unwrap().remove("game");
                });
                assert_eq!(of_game, list(ada, &game.id));
            }
        }
    });
}

#[test]
fn streams_end_at_once_when_the_server_stops() {
    let mut server = Server::start();
    let pair = Pair::ready(&server);
    let mut streams = vec![
        Stream::open(&pair.ada, &pair.path("/events"), None),
        Stream::open(&pair.ben, &pair.path("/events?after=0"), Some(2)),
        Stream::open(&pair.ada, FEED, None),
    ];
    streams.iter_mut().for_each(|stream| drop(stream.message()));
    server.signal("TERM");
    for stream in &mut streams {
        let mut messages = stream.next_but_beats(GUARD);
        while matches!(messages, Told::Message(_)) {
            messages = stream.next_but_beats(GUARD);
        }
        assert_eq!(messages, Told::End);
    }
    assert!(server.wait().success());
    assert!(!server.log().contains("still open"), "{}", server.log());
}

#[test]
fn a_client_that_reads_nothing_does_not_delay_a_stop() {
    let mut server = Server::start();
    let address = server.url().strip_prefix("http://").unwrap();
    // Request far more than the buffers of the network hold, without reading.
    let mut deaf = TcpStream::connect(address).unwrap();
    let ask = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(50);
    deaf.write_all(ask.as_bytes()).unwrap();
    assert_eq!(deaf.peek(&mut [0]).unwrap(), 1);
    server.signal("TERM");
    assert!(server.wait().success());
    // Open requests have half a minute, which is not needed for this one.
    assert!(!server.log().contains("still open"), "{}", server.log());
    drop(deaf);
}

#[test]
fn a_ticket_opens_one_stream_and_nothing_else() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let nobody = server.client();
    let ticket = |player: &Client| {
        let ticket = player.request("POST", "/v1/stream-tickets").send().is(201);
        ticket["ticket"].as_str().unwrap().to_owned()
    };
    let with_ticket = |path: &str, ticket: &str| format!("{path}?ticket={ticket}");
    let events = |client: &Client, target: &str| {
        client.request("GET", target).header("Accept", "text/event-stream").send()
    };
    let path = pair.path("/events");
    // Tickets work once.
    for (target, used) in [(&*path, ticket(&pair.ada)), (FEED, ticket(&pair.ada))] {
        assert!(used.starts_with("brt_") && used.len() == 43);
        assert_eq!(
            Stream::open(&nobody, &with_ticket(target, &used), None).message().event,
            "snapshot"
        );
        events(&nobody, &with_ticket(target, &used)).problem("unauthorized");
    }
    let mut resumed =
        Stream::open(&nobody, &format!("{path}?after=1&ticket={}", ticket(&pair.ada)), None);
    assert_eq!(resumed.message().id, 2);
    // Of concurrent requests with a ticket, one succeeds.
    let used = ticket(&pair.ben);
    let wins = std::thread::scope(|scope| {
        let ask = || {
            let clients = (0..4).map(|_| server.client()).collect::<Vec<_>>();
            let requests: Vec<_> = clients
                .into_iter()
                .map(|client| {
                    // An invalid position, so that the successful request gets an answer that ends.
                    let target = format!("{path}?after=x&ticket={used}");
                    scope.spawn(move || {
                        client
                            .request("GET", &target)
                            .header("Accept", "text/event-stream")
                            .send()
                            .status
                    })
                })
                .collect();
            requests
                .into_iter()
                .map(|requests| requests.join().unwrap())
                .filter(|status| *status == 400)
                .count()
        };
        ask()
    });
    assert_eq!(wins, 1);
    // Tickets work only for streams, and only for games that the player may see.
    let unused = ticket(&pair.ada);
    nobody.get(&with_ticket(&path, &unused)).problem("unauthorized");
    events(&pair.ada, &with_ticket(&path, &unused)).problem("bad_request");
    events(&nobody, &with_ticket("/v1/games", &unused)).problem("not_acceptable");
    nobody.get(&with_ticket("/v1/games", &unused)).problem("unauthorized");
    let private =
        json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "invite"}]});
    let hidden = pair.ben.post("/v1/games", &private).is(201)["id"].as_str().unwrap().to_owned();
    events(&nobody, &with_ticket(&format!("/v1/games/{hidden}/events"), &unused))
        .problem("not_found");
    // Tickets expire after a minute, and five more for differences between the clocks of nodes.
    let late = ticket(&pair.ada);
    server
        .database()
        .run(server.directory(), "UPDATE stream_tickets SET expires_at = expires_at - 361000");
    events(&nobody, &with_ticket(&path, &late)).problem("unauthorized");
    // Tickets expire with their token.
    let token = pair.ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let screen = pair.ada.with_token(token["token"].as_str().unwrap());
    let late = ticket(&screen);
    assert_eq!(
        pair.ada.delete(&format!("/v1/tokens/{}", token["id"].as_str().unwrap())).status,
        204
    );
    events(&nobody, &with_ticket(&path, &late)).problem("unauthorized");
    for wrong in ["", "brt_", "brt_wrong", &unused[..42], &pair.ada.token] {
        events(&nobody, &with_ticket(&path, wrong)).problem("unauthorized");
    }
    let keyed =
        pair.ada.request("POST", "/v1/stream-tickets").header("Idempotency-Key", "k").send();
    keyed.problem("key_not_accepted");
}

#[test]
fn a_stream_ends_with_its_token() {
    let server = Server::start_with(&["--test-limits", "heartbeat_seconds=1"]);
    let pair = Pair::ready(&server);
    let token = pair.ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let screen = pair.ada.with_token(token["token"].as_str().unwrap());
    let ticket = screen.request("POST", "/v1/stream-tickets").send().is(201);
    let target = format!("{FEED}?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut doomed = vec![
        Stream::open(&screen, &pair.path("/events"), None),
        Stream::open(&screen, FEED, None),
        Stream::open(&server.client(), &target, None),
    ];
    let mut other = Stream::open(&pair.ada, FEED, None);
    let mut bens = Stream::open(&pair.ben, &pair.path("/events"), None);
    for stream in doomed.iter_mut().chain([&mut other, &mut bens]) {
        stream.message();
    }
    assert_eq!(
        pair.ada.delete(&format!("/v1/tokens/{}", token["id"].as_str().unwrap())).status,
        204
    );
    for stream in &mut doomed {
        assert_eq!(stream.next_but_beats(GUARD), Told::End);
    }
    assert_eq!(other.next(GUARD), Told::Beat);
    assert_eq!(pair.ada.delete("/v1/players/me").status, 204);
    // Events of her games may or may not arrive: the account is deleted.
    while other.next_but_beats(GUARD) != Told::End {}
    let ended = bens.message();
    assert_eq!(ended.events()[0]["type"], "resigned");
    assert!(ended.events().len() > 1, "{}", ended.data);
}

#[test]
fn the_open_streams_of_a_player_are_limited() {
    let server = Server::start_with(&["--test-limits", "streams=2"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let mut first = Stream::open(&ada, FEED, None);
    let mut second = Stream::open(&ada, FEED, None);
    first.message();
    second.message();
    let refused = ada.get(FEED);
    assert_eq!((refused.status, refused.header("retry-after")), (429, "15"));
    refused.problem("too_many_streams");
    Stream::open(&ben, FEED, None).message();
    // A disconnected client is detected immediately.
    drop(first);
    ada.get(&format!("{FEED}?after=x")).problem("bad_request");
    wait_until("a free place", || {
        let probe = ada.request("GET", "/v1/games/0196f0a0-0000-7000-8000-000000000001/events");
        // The game is looked up only after a place for the stream has been reserved.
        probe.header("Accept", "text/event-stream").send().status == 404
    });
    Stream::open(&ada, FEED, None).message();
}

#[test]
fn an_address_holds_only_its_share_of_the_streams_with_all_its_accounts() {
    let settings = ["--limits", "normal", "--proxies", "127.0.0.1"];
    let mut server = Server::not_launched(Database::new_of_run().into(), &settings);
    // A twentieth of the connections would be 43, but no share is below 64.
    server.under(&["prlimit", "--nofile=1024:1024"]);
    server.launch();
    let players: Vec<_> = (0..4).map(|_| server.player("Eve")).collect();
    let from = |address: &str| [("X-Forwarded-For", address.to_owned())];
    let mut streams = Vec::new();
    for number in 0..64 {
        let player = &players[number / 16];
        streams.push(Stream::open_with(player, FEED, &from("2001:db8::1")));
    }
    streams.iter_mut().for_each(|stream| drop(stream.message()));
    let ada = server.player("Ada");
    let ask = |address: &str| ada.request("GET", FEED).header("X-Forwarded-For", address);
    ask("2001:db8::2").send().problem("too_many_streams").names("", "your network");
    Stream::open_with(&ada, FEED, &from("2001:db8:1::1")).message();
}

#[test]
fn a_stream_outlives_the_time_that_a_request_may_take() {
    let server = Server::start_with(&["--test-limits", "heartbeat_seconds=5"]);
    let pair = Pair::ready(&server);
    let mut stream = Stream::open_with(
        &pair.ada,
        &pair.path("/events"),
        &[("Accept-Encoding", "gzip".to_owned())],
    );
    let head = stream.head().to_owned();
    for line in [
        "cache-control: private, no-cache",
        "x-accel-buffering: no",
        "vary: accept",
        "x-request-id: ",
    ] {
        assert!(head.contains(&format!("\r\n{line}")), "{line} is not in {head}");
    }
    assert!(!head.contains("content-encoding"), "{head}");
    let snapshot = stream.message();
    // A request may take half a minute.
    for _ in 0..7 {
        assert_eq!(stream.next(GUARD), Told::Beat);
    }
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    assert_eq!(stream.message().id, snapshot.id + 1);
}

#[test]
fn a_feed_is_written_from_its_first_reader_on() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let feed = |after: u64| Stream::open(&pair.ada, &format!("{FEED}?after={after}"), None);
    // The snapshot contains everything before it, from any position.
    let mut streams = [0, 3].map(feed);
    for stream in &mut streams {
        let snapshot = stream.message();
        assert_eq!((&*snapshot.event, snapshot.id), ("snapshot", 0));
        assert_eq!(snapshot.data["games"][0]["id"], *pair.id);
    }
    let version = pair.game()["version"].as_u64().unwrap() as usize;
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    let new_events = &list(&pair.ada, &pair.id)[version..];
    for mut stream in streams.into_iter().chain([feed(0)]) {
        let received = events(&stream.steps(new_events.len()), 0);
        assert!(
            received
                .iter()
                .zip(new_events)
                .all(|(received, event)| received["seq"] == event["seq"])
        );
    }
}

#[test]
fn an_invalid_position_is_refused() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let ask = |target: &str| pair.ada.request("GET", target).header("Accept", "text/event-stream");
    for target in [FEED, &pair.path("/events")] {
        ask(&format!("{target}?after=1.5")).send().problem("bad_request");
        // A number may follow a timeline, which has hexadecimal digits.
        for wrong in ["", "x", "-1", "x.5", "1.5.2", "18446744073709551615"] {
            let problem = ask(target).header("Last-Event-ID", wrong).send().problem("bad_request");
            problem.names("", "Last-Event-ID");
            ask(&format!("{target}?after={wrong}")).send().problem("bad_request");
        }
        ask(&format!("{target}?before=1")).send().problem("bad_request");
        server
            .client()
            .request("GET", target)
            .header("Accept", "text/event-stream")
            .send()
            .problem("unauthorized");
    }
    let refused = pair.ada.request("GET", FEED).header("Accept", "application/json").send();
    let detail = refused.problem("not_acceptable").detail;
    let expected = "Accept: answers here are `text/event-stream`: leave `Accept` out, or allow one of these types";
    assert_eq!(detail, expected);
}

#[test]
fn a_player_who_leaves_a_private_game_gets_no_more_events() {
    let server = Server::start();
    let [ada, ben] = listeners(&server, ["Ada", "Ben"]);
    let private =
        json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "invite"}]});
    let created = ada.post("/v1/games", &private).is(201);
    let game = created["id"].as_str().unwrap();
    let path = format!("/v1/games/{game}/events");
    let code = &created["invitations"][0]["code"];
    ben.post(&format!("/v1/games/{game}/seats"), &json!({"code": code})).is(201);
    let mut bens = Stream::open(&ben, &path, None);
    let mut all_of_bens = Stream::open(&ben, FEED, None);
    assert_eq!((bens.message().id, all_of_bens.message().id), (2, 1));
    assert_eq!(ben.delete(&format!("/v1/games/{game}/seats/me")).status, 204);
    assert_eq!(bens.next_but_beats(GUARD), Told::End);
    ben.request("GET", &path).header("Accept", "text/event-stream").send().problem("not_found");
    // Past events of that game are skipped in the stream of all games, and later events are
    // delivered.
    let other = ben.post("/v1/games", &json!({"ruleset": "classic"})).is(201)["id"].clone();
    for stream in [&mut all_of_bens, &mut Stream::open(&ben, FEED, Some(0))] {
        let message = stream.message();
        assert_eq!((message.id, &message.data["game"]), (2, &other));
    }
}

#[test]
fn a_stream_includes_the_game_on_request_and_a_backlog_ends_with_it() {
    let server = Server::start();
    let pair = Pair::of(listeners(&server, ["Ada", "Ben"]), &json!({"first": "creator"}));
    for player in [&pair.ada, &pair.ben] {
        let body = games::placement(&games::standard_fleet());
        player.put(&pair.path("/seats/me/placement"), &body).is(200);
    }
    let path = pair.path("/events");
    // The game in a step equals the answer to a request for the game.
    let shows_now = |message: &Message, player: &Client| {
        let now = player.get(&pair.path(""));
        assert_eq!(message.data["etag"], now.header("etag"));
        assert_eq!(message.data["snapshot"], now.json);
    };
    let own = format!("{path}?include=game");
    let mut of_game = [&pair.ada, &pair.ben].map(|player| Stream::open(player, &own, None));
    let mut of_all = [&pair.ada, &pair.ben]
        .map(|player| Stream::open(player, &format!("{FEED}?include=game"), None));
    let mut plain = Stream::open(&pair.ada, &path, None);
    let begun = of_game[0].message();
    assert_eq!((&*begun.event, &begun.data), ("snapshot", &pair.game()));
    of_game[1].message();
    let fed = of_all[0].message();
    of_all[1].message();
    plain.message();
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    for stream in [&mut of_game, &mut of_all] {
        for (stream, player) in stream.iter_mut().zip([&pair.ada, &pair.ben]) {
            shows_now(&stream.message(), player);
        }
    }
    let message = plain.message();
    assert!(
        message.data["snapshot"].is_null() && message.data["etag"].is_null(),
        "{}",
        message.data
    );
    // A resumed stream delivers the missed steps without games, and then each game once.
    pair.act(&pair.ben, &games::fire(&["A1"])).is(200);
    let after = |target: &str, id: u64| format!("{target}?include=game&after={id}");
    let mut resumed = Vec::new();
    for (target, id) in [(&*path, begun.id), (FEED, fed.id)] {
        let mut stream = Stream::open(&pair.ada, &after(target, id), None);
        let steps = stream.steps(2);
        assert!(
            steps.iter().all(|step| step.data["snapshot"].is_null() && step.data["etag"].is_null())
        );
        let last = stream.message();
        assert_eq!((&*last.event, last.id), ("snapshot", id + 2));
        let game = if target == FEED { &last.data["games"][0] } else { &last.data };
        assert_eq!(game["version"], pair.game()["version"]);
        resumed.push((stream, id + 3));
        // A stream without missed steps does not deliver games again.
        resumed.push((Stream::open(&pair.ada, &after(target, id + 2), None), id + 3));
    }
    pair.act(&pair.ada, &games::fire(&["A2"])).is(200);
    for (mut stream, next) in resumed {
        let step = stream.message();
        assert_eq!((&*step.event, step.id), ("step", next));
    }
    let pages = pair.ada.request("GET", &own).header("Accept", "application/json").send();
    pages.problem("bad_request").names("", "text/event-stream");
    let wrong = pair.ada.request("GET", &format!("{path}?include=games"));
    wrong.header("Accept", "text/event-stream").send().problem("bad_request");
}
