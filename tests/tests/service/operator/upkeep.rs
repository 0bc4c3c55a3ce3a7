//! Maintenance by the operator: `broadside check`, `broadside backup`, and a database of a newer
//! version.

use broadside_tests::games::{self, Pair};
use broadside_tests::server::{Server, command};
use serde_json::json;

use crate::games::clocks::hours;

/// Runs a command in the directory of the server; returns its status and output.
fn run(server: &Server, args: &[&str]) -> (i32, String) {
    let output =
        command(server.directory()).args(args).output().expect("the binary can be started");
    let texts =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it says text"));
    (output.status.code().expect("it ends by itself"), texts.concat())
}

#[test]
fn check_finds_all_inconsistencies_and_nothing_else() {
    let mut server = Server::start();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    games::play_out(&pair, 5);
    let unfinished = Pair::playing(&server, &json!({"mode": "salvo"}));
    server.player("Eve").post("/v1/games", &json!({"ruleset": "voices"})).is(201);
    server.stop();
    let url = server.database().url();
    let check = |server: &Server| run(server, &["check", "--database", &url]);
    assert_eq!(check(&server), (0, "replayed games: 3; all match their logs\n".to_owned()));
    for (damage, says) in [
        ("UPDATE games SET to_move = 0 WHERE to_move > 2", "other seats to move"),
        (
            "UPDATE events SET audience = 0 WHERE seq = 4",
            "entry 4 is stored for others than may see it",
        ),
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
fn check_reports_every_damage_and_continues() {
    let mut server = Server::start();
    let plain = || Pair::playing(&server, &json!({"mode": "salvo", "first": "creator"}));
    let timed = || Pair::clocked(&server, &json!({}), &json!({"days_per_turn": 3}));
    let bank = Pair::clocked(&server, &json!({}), &json!({"bank": 100, "increment": 2}));
    let challenge = || {
        let (ada, ben) = (server.player("Ada"), server.player("Ben"));
        let opponents = json!([{"kind": "player", "id": ben.id}]);
        let created =
            ada.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
        Pair { ada, ben, id: created["id"].as_str().expect("a game has an id").to_owned() }
    };
    let resigned = plain();
    resigned.act(&resigned.ada, &games::act("resign")).is(200);
    // Intact games are not reported, regardless of their state. The second game with a clock is due
    // earlier than necessary: its turn began after that time was stored.
    let mut right =
        vec![timed(), Pair::seated(&server, &json!({"mode": "single"})), challenge(), timed()];
    let vacation = json!({"ends_at": hours(48).to_string()});
    right[0].ada.post("/v1/players/me/vacations", &vacation).is(201);
    right.push(plain());
    right[2].ada.request("POST", &right[2].path("/abort")).send().is(200);
    let damages = [
        (plain(), "DELETE FROM snapshots WHERE game_id = '{}'", "its snapshot is missing"),
        (plain(), "UPDATE snapshots SET body = '{' WHERE game_id = '{}'", "cannot be read"),
        (
            // After `{"schema":1,"id":"…","seed":"`. The new digits of the seed always differ from
            // the old ones.
            plain(),
            "UPDATE snapshots SET body = substr(body, 1, 64) || \
             CASE substr(body, 65, 2) WHEN '5a' THEN 'a5' ELSE '5a' END || substr(body, 67) WHERE game_id = '{}'",
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
            "UPDATE seats SET kind = 'player' WHERE game_id = '{}'",
            "seat 1 of kind `player` has columns that do not fit together",
        ),
        (
            plain(),
            "UPDATE games SET deadline = 5 WHERE id = '{}'",
            "has a running clock, and no clock runs",
        ),
        (
            timed(),
            "UPDATE games SET clock_state = '[' WHERE id = '{}'",
            "column clock_state cannot be read",
        ),
        (
            timed(),
            "UPDATE games SET deadline = deadline + 1 WHERE id = '{}'",
            "the deadlines in its row differ",
        ),
        (
            timed(),
            "UPDATE games SET next_check_at = deadline WHERE id = '{}'",
            "the deadlines in its row differ",
        ),
        (
            timed(),
            "UPDATE games SET next_check_at = NULL WHERE id = '{}'",
            "the deadlines in its row differ",
        ),
        (timed(), "UPDATE games SET clock_state = NULL WHERE id = '{}'", "has no clocks"),
        (challenge(), "UPDATE games SET next_check_at = NULL WHERE id = '{}'", "or missing"),
        (
            timed(),
            "UPDATE games SET clock_state = replace(clock_state, '\"left\":259200000', '\"left\":25920000') WHERE id = '{}'",
            "one for each, running for the seats to move",
        ),
        (
            timed(),
            "UPDATE games SET clock_state = NULL, deadline = NULL WHERE id = '{}'",
            "has no clocks",
        ),
        (bank, "UPDATE games SET clock_state = NULL WHERE id = '{}'", "has no clocks"),
    ];
    server.stop();
    let check = || run(&server, &["check", "--database", &server.database().url()]);
    let games = right.len() + damages.len();
    assert_eq!(check(), (0, format!("replayed games: {games}; all match their logs\n")));
    for (pair, damage, _) in &damages {
        server
            .database()
            .run(server.directory(), &damage.replace("'{}'", &format!("'{}'", pair.id)));
    }
    let (status, said) = check();
    assert_eq!(status, 1, "{said}");
    for (pair, damage, says) in &damages {
        let is_reported = said
            .lines()
            .any(|line| line.starts_with(&format!("game {}: ", pair.id)) && line.contains(says));
        assert!(is_reported, "{damage}: {said}");
    }
    for pair in &right {
        assert!(!said.contains(&pair.id), "{said}");
    }
    assert!(
        said.contains(&format!("{} of {games} games do not fit together", damages.len())),
        "{said}"
    );
}

#[test]
fn check_accepts_a_deadline_that_an_outage_moves_later_or_did_not_have_to_move() {
    let mut server = Server::start();
    let _timed = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 3}));
    server.stop();
    let right = (0, "replayed games: 1; all match their logs\n".to_owned());
    let day = 24 * 3_600_000;
    for (around, moved, is_right) in [
        // The turn began during the outage: its deadline is corrected when the game is next
        // processed.
        (format!("deadline - {}", 3 * day), "TRUE", true),
        // The deadline was during the outage. Until the games are marked, the row says nothing of
        // it.
        ("deadline".to_owned(), "FALSE", true),
        ("deadline".to_owned(), "TRUE", false),
        (format!("deadline - {day}"), "TRUE", true),
    ] {
        let outage = format!(
            "INSERT INTO outages (number, from_at, until_at, moved) \
             SELECT 1, {around} - 60000, {around} + 60000, {moved} FROM games WHERE deadline IS NOT NULL"
        );
        server.database().run(server.directory(), &outage);
        let checked = run(&server, &["check", "--database", &server.database().url()]);
        if is_right {
            assert_eq!(checked, right, "{outage}")
        } else {
            assert!(
                checked.0 == 1 && checked.1.contains("the deadlines in its row differ"),
                "{outage}: {checked:?}"
            )
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
    let right = (0, "replayed games: 1; all match their logs\n".to_owned());
    assert_eq!(run(&server, &["check"]), right);
    server.stop();
    let lease = "INSERT INTO leases (name, lease, leased_until) VALUES ('x', 'y', 1)";
    server.database().run(server.directory(), lease);
    std::fs::remove_file(server.directory().file("broadside.db.lock"))
        .expect("the server has made it");
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
    server.database().run(server.directory(), "DELETE FROM _sqlx_migrations");
    let (status, said) = run(&server, &["check"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("lacks 0001 schema"), "{said}");
}

#[test]
fn a_closed_output_pipe_causes_no_panic() {
    let server = Server::over_a_file();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    pair.act(&pair.ada, &games::act("resign")).is(200);
    let record = pair.ada.get(&pair.path("/record")).is(200);
    std::fs::write(server.directory().file("record.json"), record.to_string())
        .expect("it can be written");
    let (reader, writer) = std::io::pipe().expect("there is a pipe");
    drop(reader);
    let output =
        command(server.directory()).args(["verify", "record.json"]).stdout(writer).output();
    let output = output.expect("the binary can be started");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_backup_made_while_the_server_runs_is_complete() {
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
    let (status, said) =
        run(&server, &["backup", "--database", "postgres://x@127.0.0.1/x", "-o", "y"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("pg_dump"), "{said}");
}

#[test]
fn the_previous_version_works_on_a_migrated_database() {
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
