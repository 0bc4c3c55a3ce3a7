//! Changes of a score after the end of its game (V7, V17): they change the score and nothing else.

use broadside_tests::client::{Answer, Client};
use broadside_tests::receiver::Receiver;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

use crate::games::deadlines::days_later;
use crate::games::voices::Table;
use crate::sheets::game_sheets;

/// Returns a game of one round that has ended. The last salvo has the shots 6 to 10.
fn ended(players: Vec<Client>) -> Table {
    let table = Table::of(players, json!({"aim": "choice", "rounds": 1}));
    table.play_out();
    table
}

fn two(server: &Server) -> Vec<Client> {
    ["Ada", "Ben"].map(|name| server.player(name)).to_vec()
}

fn direct(shot: u64, part: &str, text: &str) -> Value {
    json!({"type": "direct", "shot": shot, "part": part, "text": text})
}

fn voice(shot: u64, row: &str, column: &str) -> Value {
    json!({"type": "set_voice", "for_shot": shot, "row": row, "column": column})
}

impl Table {
    fn try_act(&self, player: &Client, actions: &[Value]) -> Answer {
        player.post(&self.path("/actions"), &json!({"ruleset": "voices", "actions": actions}))
    }

    /// Returns the players who called and answered the last salvo.
    fn caller_and_answerer(&self) -> [&Client; 2] {
        let caller = self.last(self.score(1), "call")["seat"].as_u64().unwrap() as usize;
        [&self.players[caller - 1], &self.players[2 - caller]]
    }

    /// Returns the last call or answer of a score.
    fn last(&self, score: Value, part: &str) -> Value {
        let items = score["items"].as_array().unwrap();
        items.iter().rev().find(|item| item["type"] == part).unwrap().clone()
    }

    fn close(&self, player: &Client) -> Answer {
        player.request("POST", &self.path("/score/close")).send()
    }

    fn at(&self, server: &Server) -> Self {
        let players = self.players.iter().map(|player| player.at(server.url())).collect();
        Self { players, id: self.id.clone() }
    }
}

#[test]
fn v7_v17_the_last_salvo_is_directed_after_the_end_and_only_the_score_changes() {
    let server = Server::start_with(&["--webhook-allow-private"]);
    let players = two(&server);
    let receiver = Receiver::start();
    let hook = players[0].post("/v1/webhooks", &json!({"url": receiver.url()})).is(201);
    let hook = format!("/v1/webhooks/{}", hook["id"].as_str().unwrap());
    let table = ended(players);
    let events = table.players[0].get(&table.path("/events?limit=500")).is(200);
    let last = events["events"].as_array().unwrap().last().unwrap()["seq"].as_u64();
    receiver.wait_until(|hooks| hooks.iter().any(|hook| hook.number() == last));
    let [caller, answerer] = table.caller_and_answerer();
    let feed =
        || server.database().count(server.directory(), "SELECT sum(last_seq) FROM feed_heads");
    let answers = || {
        [
            "",
            "/record",
            "/events?limit=500",
            "/score?version=ended",
            "/score.txt?version=ended",
            "/score.ssml?version=ended",
        ]
        .map(|path| {
            let answer = caller.get(&table.path(path));
            assert_eq!(answer.status, 200);
            (answer.header("etag").to_owned(), answer.text())
        })
    };
    let score = caller.get(&table.path("/score"));
    let tag = score.header("etag").to_owned();
    let score = score.is(200);
    assert_eq!((&score["revision"], &score["closed"]), (&json!(0), &json!([])));
    let [text, ssml] = ["/score.txt", "/score.ssml"].map(|path| caller.get(&table.path(path)));
    let sheet = || game_sheets::sheet(caller, &table.path("/sheets/score.pdf"));
    let printed = sheet();
    let (before, fed, hooked) = (answers(), feed(), receiver.hooks().len());

    // A preview changes nothing.
    let preview = table.path("/actions?preview=true");
    let actions = json!({"ruleset": "voices", "actions": [direct(10, "call", "dying away")]});
    caller.post(&preview, &actions).is(200);
    caller
        .post(&preview, &json!({"ruleset": "voices", "actions": [{"type": "roll"}]}))
        .problem("game_over");
    assert_eq!(table.score(1), score);

    let edge = |score: Value| table.last(score, "answer")["row"]["from"].clone();
    let other = if edge(score.clone()) == "left" { "right" } else { "left" };
    let answer = table.try_act(caller, &[direct(10, "call", "dying away")]);
    assert_eq!((answer.header("etag"), &answer.json["events"]), (&*before[0].0, &json!([])));
    let game: Value = serde_json::from_str(&before[0].1).unwrap();
    assert_eq!(answer.is(200)["game"], game);
    table
        .try_act(answerer, &[voice(10, other, "dice"), direct(10, "answer", "from far below")])
        .is(200);

    let changed = caller.get(&table.path("/score"));
    assert_ne!(changed.header("etag"), tag);
    let tag = changed.header("etag").to_owned();
    let changed = changed.is(200);
    assert_eq!(changed["revision"], 3);
    assert_eq!(table.last(changed.clone(), "call")["direction"], "dying away");
    assert_eq!(table.last(changed.clone(), "answer")["direction"], "from far below");
    assert_eq!(edge(changed.clone()), other);
    assert_eq!(table.score(2)["items"], changed["items"]);
    for (path, old) in [("/score.txt", &text), ("/score.ssml", &ssml)] {
        let new = caller.get(&table.path(path));
        assert!(
            new.text().contains("dying away") && new.text().contains("from far below"),
            "{path}"
        );
        assert!(!old.text().contains("dying away"));
        assert_ne!(new.header("etag"), old.header("etag"));
    }
    assert!(sheet() != printed, "the sheet has the later changes");
    let again = caller.request("GET", &table.path("/score")).header("If-None-Match", &tag).send();
    assert_eq!(again.status, 304);

    // The game, its record, its log and its feeds are as they were, and nobody is told.
    assert_eq!(answers(), before);
    assert_eq!(feed(), fed);
    assert_no_messages(&table.players[0], &hook, &receiver, hooked);
    let ended = caller.get(&table.path("/score?version=ended")).is(200);
    assert_eq!((&ended["items"], &ended["revision"]), (&score["items"], &json!(0)));
    caller.get(&table.path("/score?version=played")).problem("bad_request");
    let record = caller.get(&table.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    assert!(server.command(&["check"]).status.success());

    // The edges of `dice` are those that the dice of the shot gave, however often they are asked
    // for.
    table.try_act(answerer, &[voice(10, "dice", "dice")]).is(200);
    let by_dice = table.last(table.score(1), "answer");
    table.try_act(answerer, &[voice(10, "left", "top"), voice(10, "dice", "dice")]).is(200);
    assert_eq!(table.last(table.score(1), "answer"), by_dice);
}

/// Asserts that a webhook has sent only a number of messages: the next one is a test message.
fn assert_no_messages(owner: &Client, hook: &str, receiver: &Receiver, before: usize) {
    owner.request("POST", &format!("{hook}/test")).send().is(201);
    let hooks = receiver.wait(before + 1);
    assert_eq!(hooks.len(), before + 1);
    assert_eq!(hooks[before].json()["type"], "webhook.test");
}

#[test]
fn v7_v17_players_change_only_their_own_parts_and_outsiders_nothing() {
    let server = Server::start();
    let table = Table::of(two(&server), json!({"aim": "choice", "rounds": 1}));
    // Before the end, the log takes the changes, and there is nothing to close.
    let running = table.score(1);
    assert_eq!((&running["revision"], &running["closes_at"]), (&json!(0), &Value::Null));
    assert_eq!(table.players[0].get(&table.path("/score?version=ended")).is(200), running);
    table.close(&table.players[0]).problem("not_now");
    table.play_out();
    let [caller, answerer] = table.caller_and_answerer();
    let right = direct(10, "call", "mine");
    table
        .try_act(answerer, std::slice::from_ref(&right))
        .problem("against_rule")
        .names("actions[0].shot", "called no shot 10");
    table
        .try_act(caller, &[voice(10, "left", "top")])
        .problem("against_rule")
        .names("actions[0].for_shot", "");
    table.try_act(caller, &[direct(10, "call", &"x".repeat(121))]).problem("against_rule");
    let eve = server.player("Eve");
    table.try_act(&eve, std::slice::from_ref(&right)).problem("not_seated");
    table.close(&eve).problem("not_seated");
    // A list with any other action is refused as a whole.
    for other in
        [json!({"type": "roll"}), json!({"type": "set_voice", "row": "left", "column": "top"})]
    {
        let refused = table.try_act(caller, &[right.clone(), other]).problem("game_over");
        refused.names("actions[1]", "only its score");
    }
    let wrong = json!({"ruleset": "classic", "actions": [right]});
    caller
        .post(&table.path("/actions"), &wrong)
        .problem("invalid_field")
        .names("ruleset", "voices");
    assert_eq!(table.score(1)["revision"], 0);

    // A player who has resigned still has a part. The list of legal actions has what they can
    // change.
    let table = Table::of(two(&server), json!({"aim": "choice"}));
    table.go_on();
    let seat = table.score(1)["items"][0]["seat"].as_u64().unwrap() as usize;
    table.act(seat, json!([{"type": "resign"}]));
    let player = &table.players[seat - 1];
    let legal = player.get(&table.path("/legal")).is(200);
    assert_eq!(
        legal["actions"][0],
        json!({"type": "direct", "calls": [1], "answers": [], "max_length": 120})
    );
    table.try_act(player, &[direct(1, "call", "proudly")]).is(200);
    assert_eq!(table.score(1)["items"][0]["direction"], "proudly");
    // A game of another ruleset and a cancelled game take nothing.
    let solo = player.post("/v1/games", &json!({"ruleset": "solo"})).is(201);
    let close = format!("/v1/games/{}/score/close", solo["id"].as_str().unwrap());
    player.request("POST", &close).send().problem("not_now");
    let table = Table::of(two(&server), json!({"aim": "choice"}));
    table.players[0].request("POST", &table.path("/abort")).send().is(200);
    table.try_act(&table.players[0], &[direct(1, "call", "none")]).problem("game_over");
    table.close(&table.players[0]).problem("not_now");
}

#[test]
fn v17_a_player_makes_at_most_500_changes_and_closes_only_their_own_part() {
    let server = Server::start();
    let table = ended(two(&server));
    let [caller, answerer] = table.caller_and_answerer();
    let batch = |count: usize| vec![direct(10, "call", "again"); count];
    for _ in 0..15 {
        table.try_act(caller, &batch(32)).is(200);
    }
    table.try_act(caller, &batch(32)).problem("game_over").names("", "20 more");
    table.try_act(caller, &batch(20)).is(200);
    table.try_act(caller, &batch(1)).problem("game_over").names("", "500 changes");
    assert_eq!(caller.get(&table.path("/legal")).is(200)["actions"], json!([]));

    // The limit is that of a player, and the other one can go on. A request with a key counts once.
    let keyed = |text: &str| {
        let body = json!({"ruleset": "voices", "actions": [direct(10, "answer", text)]});
        answerer
            .request("POST", &table.path("/actions"))
            .header("Idempotency-Key", "one")
            .json(&body)
            .send()
    };
    let first = keyed("once").is(200);
    assert_eq!(keyed("once").is(200), first);
    keyed("twice").problem("key_reused");
    assert_eq!(table.score(1)["revision"], 501);

    let close = |player: &Client| {
        player
            .request("POST", &table.path("/score/close"))
            .header("Idempotency-Key", "close")
            .send()
            .status
    };
    let seat = table.last(table.score(1), "answer")["seat"].clone();
    assert_eq!((close(answerer), close(answerer), table.close(answerer).status), (204, 204, 204));
    let score = table.score(1);
    assert_eq!((&score["revision"], &score["closed"]), (&json!(502), &json!([seat])));
    table
        .try_act(answerer, &[direct(10, "answer", "late")])
        .problem("game_over")
        .names("", "closed");
    assert_eq!(answerer.get(&table.path("/legal")).is(200)["actions"], json!([]));
    assert_eq!(close(caller), 204);
    assert_eq!(table.score(1)["closed"], json!([1, 2]));
    let ended = caller.get(&table.path("/score?version=ended")).is(200);
    assert_eq!((&ended["revision"], &ended["closed"]), (&json!(0), &json!([])));
}

#[test]
fn v17_changes_are_durable_and_end_thirty_days_after_the_game() {
    let mut server = Server::start();
    let table = ended(two(&server));
    let [caller, answerer] = table.caller_and_answerer().map(Client::clone);
    table.try_act(&caller, &[direct(10, "call", "first")]).is(200);
    server.kill_9();
    server.launch();
    assert_eq!(table.last(table.at(&server).score(1), "call")["direction"], "first");
    days_later(&mut server, "+29d");
    let (table, caller, answerer) =
        (table.at(&server), caller.at(server.url()), answerer.at(server.url()));
    table.try_act(&caller, &[direct(10, "call", "second")]).is(200);
    let until = table.score(1)["closes_at"].as_str().unwrap().to_owned();
    days_later(&mut server, "+31d");
    let (table, caller, answerer) =
        (table.at(&server), caller.at(server.url()), answerer.at(server.url()));
    let refused = table.try_act(&caller, &[direct(10, "call", "third")]).problem("game_over");
    refused.names("", &until);
    table.close(&answerer).problem("game_over").names("", &until);
    assert_eq!(caller.get(&table.path("/legal")).is(200)["actions"], json!([]));
    assert_eq!(table.last(table.score(1), "call")["direction"], "second");
}

#[test]
fn an_export_contains_later_changes_and_a_deleted_account_leaves_no_texts() {
    let server = Server::start();
    let table = ended(two(&server));
    let [caller, answerer] = table.caller_and_answerer();
    table
        .try_act(caller, &[direct(10, "call", "a private joke"), direct(9, "call", "another")])
        .is(200);
    table.try_act(answerer, &[voice(10, "left", "dice"), direct(10, "answer", "stays")]).is(200);
    assert_eq!(table.close(caller).status, 204);
    let export = caller.get("/v1/players/me/export").is(200);
    let changes = export["score_changes"].as_array().unwrap();
    let exported: Vec<_> =
        changes.iter().map(|one| (&one["revision"], &one["change"]["type"])).collect();
    let [first, second, last] = [json!(1), json!(2), json!(5)];
    assert_eq!(
        exported,
        [(&first, &json!("direct")), (&second, &json!("direct")), (&last, &json!("close"))]
    );
    assert_eq!(
        (&changes[0]["change"], &changes[0]["game"]),
        (&direct(10, "call", "a private joke"), &json!(table.id))
    );
    let export = answerer.get("/v1/players/me/export").is(200);
    assert_eq!(export["score_changes"][0]["change"], voice(10, "left", "dice"));

    caller.delete("/v1/players/me").is(204);
    let score = answerer.get(&table.path("/score")).is(200);
    assert_eq!(score["revision"], 5);
    assert_eq!(table.last(score.clone(), "call")["direction"], Value::Null);
    assert_eq!(table.last(score, "answer")["direction"], "stays");
    let left = "SELECT count(*) FROM score_changes WHERE text IN ('a private joke', 'another')";
    wait_until("the deletion of the texts", || {
        server.database().count(server.directory(), left) == 0
    });
    assert!(server.command(&["check"]).status.success());
}

#[test]
fn check_finds_damage_in_later_changes_and_names_the_row() {
    let mut server = Server::start();
    let table = ended(two(&server));
    let [caller, answerer] = table.caller_and_answerer();
    table.try_act(caller, &[direct(10, "call", "first"), direct(9, "call", "second")]).is(200);
    table.try_act(answerer, &[voice(10, "left", "dice"), direct(10, "answer", "third")]).is(200);
    assert_eq!(table.close(answerer).status, 204);
    table.try_act(caller, &[direct(10, "call", "last")]).is(200);
    let seat = table.last(table.score(1), "call")["seat"].as_u64().unwrap();
    let other = 3 - seat;
    let running = Table::of(two(&server), json!({"aim": "choice"}));
    running.go_on();
    let lost = "00000000-0000-7000-8000-000000000000";
    let full = ended(two(&server));
    let [third, _] = full.caller_and_answerer();
    for size in [32; 15].into_iter().chain([20]) {
        full.try_act(third, &vec![direct(10, "call", "again"); size]).is(200);
    }
    server.stop();
    let check = || {
        let output = server.command(&["check"]);
        let [out, _] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.success(), out)
    };
    let intact = check();
    assert!(intact.0 && intact.1.starts_with("replayed games: 3"), "{intact:?}");
    let run = |statement: &str| server.database().run(server.directory(), statement);
    let columns = "player_id, seat, at, kind, shot, part, text, row_voice, column_voice";
    let row = |number: u32, set: &str| {
        format!(
            "UPDATE score_changes SET {set} WHERE game_id = '{}' AND number = {number}",
            table.id
        )
    };
    let copy = |from: &str, to: &str, number: u32| {
        format!(
            "INSERT INTO score_changes (game_id, number, {columns}) SELECT '{to}', {number}, {columns} \
             FROM score_changes WHERE game_id = '{from}' AND number = 1"
        )
    };
    let day: i64 = 24 * 3_600_000;
    for (game, damage, says) in [
        (
            &table.id,
            row(6, "number = 7"),
            "change 7 of its score follows a gap: change 6 is missing",
        ),
        (&table.id, row(1, "number = -1"), "change -1 of its score has a number below 1"),
        (&table.id, row(1, "at = 0"), "change 1 of its score is of 1970-01-01"),
        (&table.id, row(2, &format!("at = at + {}", 30 * day)), "change 2 of its score is of"),
        (
            &table.id,
            row(1, "seat = 3"),
            "change 1 of its score is of seat 3, which the game does not have",
        ),
        (&table.id, row(1, "seat = 999"), "change 1 of its score is of seat 999"),
        (
            &table.id,
            row(1, "player_id = 'nobody'"),
            "change 1 of its score is of a player who does not have",
        ),
        (
            &table.id,
            row(1, "kind = 'set_voice'"),
            "change 1 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(1, "part = 'cue'"),
            "change 1 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(1, "text = NULL"),
            "change 1 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(1, "row_voice = 'left'"),
            "change 1 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(3, "column_voice = 'middle'"),
            "change 3 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(5, "shot = 10"),
            "change 5 of its score has columns that do not fit together",
        ),
        (
            &table.id,
            row(1, "shot = 99"),
            &format!("change 1 of its score is not possible for seat {seat}: "),
        ),
        (
            &table.id,
            row(4, "part = 'call'"),
            &format!("change 4 of its score is not possible for seat {other}: "),
        ),
        (
            &table.id,
            row(2, &format!("text = '{}'", "x".repeat(121))),
            "change 2 of its score is not possible",
        ),
        (
            &table.id,
            row(1, "kind = 'close', shot = NULL, part = NULL, text = NULL"),
            &format!("change 2 of its score is of seat {seat}, which had closed its part"),
        ),
        (
            &full.id,
            copy(&full.id, &full.id, 501),
            "change 501 of its score is one more than the 500",
        ),
        (&running.id, copy(&table.id, &running.id, 1), "its score has 1 later changes, and only"),
        (&lost.to_owned(), copy(&table.id, lost, 1), "the game does not exist"),
    ] {
        run("CREATE TABLE kept AS SELECT * FROM score_changes");
        run(&damage);
        let (is_right, said) = check();
        assert!(!is_right, "{damage}: {said}");
        let faults: Vec<_> = said.lines().collect();
        assert!(
            !faults.is_empty()
                && faults.iter().all(|line| line.starts_with(&format!("game {game}: "))),
            "{damage}: {said}"
        );
        assert!(faults.iter().any(|line| line.contains(says)), "{damage}: {said}");
        run("DELETE FROM score_changes");
        run("INSERT INTO score_changes SELECT * FROM kept");
        run("DROP TABLE kept");
    }
    assert_eq!(check(), intact);
}
