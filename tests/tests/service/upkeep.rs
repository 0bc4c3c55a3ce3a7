//! Maintenance by the operator: `broadside check`, `broadside backup`, and a database of a newer version.

use broadside_tests::games::{self, Pair};
use broadside_tests::server::{Server, command};
use broadside_tests::stream::Stream;
use serde_json::json;

use crate::clocks::hours;
use crate::deadlines::{by_and_by, days_later, wait_for};

/// Runs a command in the directory of the server; returns its status and output.
fn run(server: &Server, args: &[&str]) -> (i32, String) {
    let output = command(server.directory()).args(args).output().expect("the binary can be started");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it says text"));
    (output.status.code().expect("it ends by itself"), said.concat())
}

#[test]
fn check_finds_what_does_not_fit_and_nothing_else() {
    let mut server = Server::start();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    games::play_out(&pair, 5);
    let unfinished = Pair::playing(&server, &json!({"mode": "salvo"}));
    server.player("Eve").post("/v1/games", &json!({"ruleset": "voices"})).is(201);
    server.stop();
    let url = server.database().url();
    let check = |server: &Server| run(server, &["check", "--database", &url]);
    assert_eq!(check(&server), (0, "3 games replayed: each is what its log leads to\n".to_owned()));
    for (damage, says) in [
        ("UPDATE games SET to_move = 0 WHERE to_move > 2", "who is to move"),
        ("UPDATE events SET audience = 0 WHERE seq = 4", "entry 4 is stored for others than may see it"),
        (
            "UPDATE seats SET player_id = NULL WHERE seat = 2",
            "seat 2 is taken in the game and free in its row",
        ),
        ("DELETE FROM events WHERE seq = 3", "entry 3 of the log is missing"),
    ] {
        server.database().run(server.directory(), damage);
        let (status, said) = check(&server);
        assert_eq!(status, 1, "{damage}: {said}");
        assert!(said.contains(says) && said.contains(&unfinished.id), "{damage}: {said}");
        assert!(said.contains("do not fit together"), "{said}");
    }
}

#[test]
fn check_tells_every_damage_and_goes_on_after_it() {
    let mut server = Server::start();
    let plain = || Pair::playing(&server, &json!({"mode": "salvo", "first": "creator"}));
    let timed = || Pair::clocked(&server, &json!({}), &json!({"days_per_turn": 3}));
    let bank = Pair::clocked(&server, &json!({}), &json!({"bank": 100, "increment": 2}));
    let challenge = || {
        let (ada, ben) = (server.player("Ada"), server.player("Ben"));
        let opponents = json!([{"kind": "player", "id": ben.id}]);
        let made = ada.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
        Pair { ada, ben, id: made["id"].as_str().expect("a game has an id").to_owned() }
    };
    let resigned = plain();
    resigned.act(&resigned.ada, &games::act("resign")).is(200);
    // Intact games are not reported, regardless of their state. The second game with a clock is due earlier than
    // necessary: its turn began after that time was stored.
    let mut right = vec![timed(), Pair::seated(&server, &json!({"mode": "single"})), challenge(), timed()];
    let away = json!({"ends_at": hours(48).to_string()});
    right[0].ada.post("/v1/players/me/vacations", &away).is(201);
    right.push(plain());
    right[2].ada.request("POST", &right[2].path("/abort")).send().is(200);
    let damages = [
        (plain(), "DELETE FROM snapshots WHERE game_id = '{}'", "its snapshot is missing"),
        (plain(), "UPDATE snapshots SET body = '{' WHERE game_id = '{}'", "cannot be read"),
        (
            // After `{"schema":1,"id":"…","seed":"`.
            plain(),
            "UPDATE snapshots SET body = substr(body, 1, 64) || '5a' || substr(body, 67) WHERE game_id = '{}'",
            "its log is not what its snapshot's seed and settings lead to, from entry",
        ),
        (
            plain(),
            "UPDATE snapshots SET body = replace(body, '\"first\":\"creator\"', '\"first\":\"roll\"') WHERE game_id = '{}'",
            "its log is not what its snapshot's seed and settings lead to, from entry",
        ),
        (
            resigned,
            "UPDATE events SET body = replace(body, '\"winners\":[2]', '\"winners\":[1]') WHERE game_id = '{}'",
            "this `finished` is another than the one that follows",
        ),
        (
            plain(),
            "UPDATE events SET body = replace(body, '\"seat\":2', '\"seat\":7') WHERE game_id = '{}'",
            "contradicts itself, and cannot be replayed",
        ),
        (
            plain(),
            "DELETE FROM seats WHERE game_id = '{}' AND seat = 2",
            "it has 2 seats, and rows of seat 1",
        ),
        (
            plain(),
            "UPDATE seats SET kind = 'sofa' WHERE game_id = '{}'",
            "seat 1 of kind `sofa` makes no sense",
        ),
        (plain(), "UPDATE games SET deadline = 5 WHERE id = '{}'", "somebody's time runs, and nobody's does"),
        (timed(), "UPDATE games SET times = '[' WHERE id = '{}'", "a row's times make no sense"),
        (timed(), "UPDATE games SET deadline = deadline + 1 WHERE id = '{}'", "when somebody is due"),
        (timed(), "UPDATE games SET attend_at = deadline WHERE id = '{}'", "when somebody is due"),
        (timed(), "UPDATE games SET attend_at = NULL WHERE id = '{}'", "when somebody is due"),
        (timed(), "UPDATE games SET attend_at = deadline + 1, times = NULL WHERE id = '{}'", "or never"),
        (challenge(), "UPDATE games SET attend_at = NULL WHERE id = '{}'", "or never"),
        (
            timed(),
            "UPDATE games SET times = replace(times, '\"left\":259200000', '\"left\":25920000') WHERE id = '{}'",
            "one for each, running for who is to move",
        ),
        (timed(), "UPDATE games SET times = NULL, deadline = NULL WHERE id = '{}'", "has no clocks"),
        (bank, "UPDATE games SET times = NULL WHERE id = '{}'", "has no clocks"),
    ];
    server.stop();
    let check = || run(&server, &["check", "--database", &server.database().url()]);
    let games = right.len() + damages.len();
    assert_eq!(check(), (0, format!("{games} games replayed: each is what its log leads to\n")));
    for (pair, damage, _) in &damages {
        server.database().run(server.directory(), &damage.replace("'{}'", &format!("'{}'", pair.id)));
    }
    let (status, said) = check();
    assert_eq!(status, 1, "{said}");
    for (pair, damage, says) in &damages {
        let told =
            said.lines().any(|line| line.starts_with(&format!("game {}: ", pair.id)) && line.contains(says));
        assert!(told, "{damage}: {said}");
    }
    for pair in &right {
        assert!(!said.contains(&pair.id), "{said}");
    }
    assert!(said.contains(&format!("{} of {games} games do not fit together", damages.len())), "{said}");
}

#[test]
fn check_accepts_a_deadline_that_an_outage_moves_later_or_did_not_have_to_move() {
    let mut server = Server::start();
    let _timed = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 3}));
    server.stop();
    let right = (0, "1 games replayed: each is what its log leads to\n".to_owned());
    let day = 24 * 3_600_000;
    for (around, moved, is_right) in [
        // The turn began during the outage: its deadline is corrected when the game is next processed.
        (format!("deadline - {}", 3 * day), "TRUE", true),
        // The deadline was during the outage. Until the games are marked, the row says nothing of it.
        ("deadline".to_owned(), "FALSE", true),
        ("deadline".to_owned(), "TRUE", false),
        (format!("deadline - {day}"), "TRUE", true),
    ] {
        let outage = format!(
            "INSERT INTO outages (number, from_at, until_at, moved) \
             SELECT 1, {around} - 60000, {around} + 60000, {moved} FROM games WHERE deadline IS NOT NULL"
        );
        server.database().run(server.directory(), &outage);
        let found = run(&server, &["check", "--database", &server.database().url()]);
        match is_right {
            true => assert_eq!(found, right, "{outage}"),
            false => assert!(found.0 == 1 && found.1.contains("when somebody is due"), "{outage}: {found:?}"),
        }
        server.database().run(server.directory(), "DELETE FROM outages");
    }
}

#[test]
fn check_makes_nothing_and_changes_nothing() {
    let mut server = Server::over_a_file();
    let (status, said) = run(&server, &["check", "--database", "sqlite:mistyped.db"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("mistyped.db cannot be opened: there is no such file"), "{said}");
    assert!(!server.directory().file("mistyped.db").exists());
    // The check includes changes in the write-ahead log.
    Pair::playing(&server, &json!({"mode": "single"}));
    let right = (0, "1 games replayed: each is what its log leads to\n".to_owned());
    assert_eq!(run(&server, &["check"]), right);
    server.stop();
    let lease = "INSERT INTO leases (name, lease, leased_until) VALUES ('x', 'y', 1)";
    server.database().run(server.directory(), lease);
    std::fs::remove_file(server.directory().file("broadside.db.lock")).expect("the server has made it");
    let files = || {
        let listed = std::fs::read_dir(server.directory().file("")).expect("it is there");
        let file = |entry: std::io::Result<std::fs::DirEntry>| {
            let path = entry.expect("it can be listed").path();
            (path.clone(), std::fs::read(&path).expect("it can be read"))
        };
        listed.map(file).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = files();
    assert_eq!(run(&server, &["check"]), right);
    assert!(files() == before, "{:?} became {:?}", before.keys(), files().keys());
    // An old database is not migrated, but reported as old.
    server.database().run(server.directory(), "DELETE FROM _sqlx_migrations WHERE version = 8");
    let (status, said) = run(&server, &["check"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("lacks 0008 tokens"), "{said}");
}

#[test]
fn who_reads_no_further_hears_no_panic() {
    let server = Server::over_a_file();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    pair.act(&pair.ada, &games::act("resign")).is(200);
    let record = pair.ada.get(&pair.path("/record")).is(200);
    std::fs::write(server.directory().file("record.json"), record.to_string()).expect("it can be written");
    let (reader, writer) = std::io::pipe().expect("there is a pipe");
    drop(reader);
    let output = command(server.directory()).args(["verify", "record.json"]).stdout(writer).output();
    let output = output.expect("the binary can be started");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_backup_made_while_the_server_goes_on_is_whole() {
    let server = Server::over_a_file();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    pair.act(&pair.ada, &games::fire(&["F7"])).is(200);
    let before = pair.game();
    let backup = || run(&server, &["backup", "--output", "copy.db"]);
    let (status, said) = backup();
    assert_eq!(status, 0, "{said}");
    assert!(said.starts_with("broadside.db copied to copy.db: "), "{said}");
    // The server has not noticed, and its further changes are not in the copy.
    pair.act(&pair.ben, &games::fire(&["A1"]));
    let (status, said) = backup();
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("copy.db exists already"), "{said}");
    assert_eq!(run(&server, &["check", "--database", "sqlite:copy.db"]).0, 0);
    let mut copy = Server::over_a_file();
    copy.stop();
    std::fs::copy(server.directory().file("copy.db"), copy.directory().file("broadside.db"))
        .expect("it can be copied");
    copy.launch();
    assert_eq!(pair.at(copy.url()).game(), before);
    let (status, said) = run(&server, &["backup", "--database", "postgres://x@127.0.0.1/x", "-o", "y"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("pg_dump"), "{said}");
}

#[test]
fn a_server_of_the_version_before_works_on_what_a_newer_one_has_migrated() {
    let mut server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "single", "first": "creator"}));
    // Changes of a migration in a newer version, which may only add (see store/migrations.rs).
    for statement in [
        "ALTER TABLE games ADD COLUMN later TEXT NOT NULL DEFAULT 'x'",
        "CREATE INDEX games_later ON games (later)",
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 9999, 'later', success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1",
    ] {
        server.database().run(server.directory(), statement);
    }
    // The running server continues,
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    Pair::playing(&server, &json!({"mode": "single"}));
    // and a server that starts now works too,
    server.restart();
    let pair = pair.at(server.url());
    pair.act(&pair.ben, &games::fire(&["A1"])).is(200);
    // until a newer version no longer supports it.
    let newest = "UPDATE settings SET value = '9999' WHERE name = 'oldest_schema'";
    server.database().run(server.directory(), newest);
    server.stop();
    let refused = server.try_launch().expect_err("it knows no such tables");
    assert!(refused.contains("need a newer broadside (migration 9999"), "{refused}");
}

#[test]
fn the_clocks_of_a_version_before_them_go_on() {
    let mut server = Server::start();
    let options = json!({"first": "creator"});
    let pair = Pair::clocked(&server, &options, &json!({"days_per_turn": 5}));
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    let waiting = pair.ada.post("/v1/games", &json!({
        "ruleset": "classic", "clock": {"days_per_turn": 1}, "opponents": [{"kind": "player", "id": pair.ben.id}]
    }));
    let waiting = waiting.is(201);
    let before = pair.game();
    server.stop();
    let columns = [("games", "times"), ("games", "attend_at"), ("players", "vacations")];
    let columns = columns.map(|(table, column)| format!("ALTER TABLE {table} DROP COLUMN {column}"));
    let undone = ["DROP INDEX games_attended".to_owned()].into_iter().chain(columns);
    for statement in undone.chain(["DELETE FROM _sqlx_migrations WHERE version = 5".to_owned()]) {
        server.database().run(server.directory(), &statement);
    }
    server.launch();
    // Each clock is unchanged, and stops during a vacation.
    let later = pair.at(server.url());
    assert_eq!(later.game(), before);
    later.act(&later.ada, &games::fire(&["A1"])).problem("out_of_turn");
    // The player to move also gets a reminder of a turn that began under the previous version.
    let mut stream = Stream::open(&later.ben, "/v1/events", None);
    let at = stream.message().id;
    days_later(&mut server, "+98h");
    let later = pair.at(server.url());
    let reminded = Stream::open(&later.ben, "/v1/events", Some(at)).message();
    let data = json!({"game": pair.id, "deadline_at": before["deadline_at"]});
    assert_eq!((reminded.event.as_str(), reminded.data), ("reminder", data));
    days_later(&mut server, "+6d");
    let later = pair.at(server.url());
    assert_eq!(wait_for(&later.ada, &pair.path(""), "finished")["outcome"]["reason"], "timed_out");
    let path = format!("/v1/games/{}", waiting["id"].as_str().expect("it is text"));
    assert_eq!(later.ada.get(&path).is(200)["deadline_at"], waiting["deadline_at"]);
    days_later(&mut server, "+15d");
    wait_for(&pair.ada.at(server.url()), &path, "cancelled");
}

#[test]
fn games_that_an_older_version_found_by_their_deadline_are_timed_out() {
    let mut server = Server::start();
    let pair = Pair::clocked(&server, &json!({}), &json!({"days_per_turn": 5}));
    server.stop();
    for statement in [
        "CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL",
        "UPDATE games SET attend_at = NULL, times = NULL",
        "DELETE FROM _sqlx_migrations WHERE version = 13",
    ] {
        server.database().run(server.directory(), statement);
    }
    server.believe_in("+6d");
    server.launch();
    // Do not read the game, because that would time it out.
    let over = "SELECT count(*) FROM games WHERE status = 'finished'";
    by_and_by(|| server.database().count(server.directory(), over) == 1);
    assert_eq!(pair.at(server.url()).game()["outcome"]["reason"], "timed_out");
}

#[test]
fn the_games_of_a_version_before_challenges_are_found_as_those_of_this_one() {
    let mut server = Server::start();
    let pair = Pair::ready(&server);
    let Pair { ada, ben, .. } = &pair;
    let kept = |clock: &serde_json::Value| {
        let opponents = json!([{"kind": "player", "id": ben.id}]);
        let body = json!({"ruleset": "classic", "clock": clock, "opponents": opponents});
        format!("/v1/games/{}", ada.post("/v1/games", &body).is(201)["id"].as_str().expect("it is text"))
    };
    let waiting = kept(&json!({"days_per_turn": 3}));
    ben.post(&format!("{}/seats", kept(&json!(null))), &json!({})).is(201);
    ada.request("POST", &format!("{}/abort", kept(&json!(null)))).send().is(200);
    server.stop();
    let indexes = [
        "games_rematch",
        "games_created",
        "games_public",
        "seats_of_player_on",
        "challenges_in",
        "challenges_out",
        "seats_challenged",
    ];
    let columns = [
        ("games", ["created_by", "rematch_of", "traits", "clock_kind", "clock_days", ""]),
        ("seats", ["kept_by", "challenge", "reason", "words", "answered_at", "ended"]),
    ];
    let columns = columns.iter().flat_map(|(table, columns)| {
        let named = columns.iter().filter(|column| !column.is_empty());
        named.map(move |column| format!("ALTER TABLE {table} DROP COLUMN {column}"))
    });
    let statements = indexes.iter().map(|index| format!("DROP INDEX {index}")).chain(columns);
    for statement in statements.chain(["DELETE FROM _sqlx_migrations WHERE version = 2".to_owned()]) {
        server.database().run(server.directory(), &statement);
    }
    server.launch();
    let (ada, ben) = (ada.at(server.url()), ben.at(server.url()));
    for (state, count) in [("open", 1), ("accepted", 1), ("withdrawn", 1)] {
        for (player, direction) in [(&ada, "out"), (&ben, "in")] {
            let found = player.get(&format!("/v1/challenges?direction={direction}&state={state}")).is(200);
            assert_eq!(
                found["challenges"].as_array().expect("it is a list").len(),
                count,
                "{state} {direction}"
            );
        }
    }
    assert_eq!(ada.get(&waiting).is(200)["created_by"], ada.id);
    let listed = ada.get("/v1/games?clock=days_per_turn&min_days=3&max_days=3").is(200);
    assert_eq!(listed["games"].as_array().expect("it is a list").len(), 1);
    assert_eq!(ada.get("/v1/players/me/summary").is(200)["games"], 3);
    // It continues as if it had been created today.
    ben.post(&format!("{waiting}/decline"), &json!({"reason": "later"})).is(200);
    assert_eq!(ada.get("/v1/players/me/summary").is(200)["games"], 2);
}
