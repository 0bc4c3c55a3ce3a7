//! `broadside restore`: a backup replaces a database, and players are notified.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair, fire};
use broadside_tests::receiver::Receiver;
use broadside_tests::server::{Server, binary, command};
use broadside_tests::stream::Stream;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

const ALLOW: &str = "--webhook-allow-private";

/// Runs a command in the directory of the server; returns its status and output.
fn run(server: &Server, args: &[&str]) -> (i32, String) {
    let output =
        command(server.directory()).args(args).output().expect("the binary can be started");
    let texts =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it says text"));
    (output.status.code().expect("it ends by itself"), texts.concat())
}

/// Runs a command that must succeed.
#[track_caller]
fn run_successfully(server: &Server, args: &[&str]) -> String {
    let (status, said) = run(server, args);
    assert_eq!(status, 0, "{said}");
    said
}

/// Kills the server, restores a copy, and starts the server again.
fn crash_and_restore(server: &mut Server) -> String {
    server.kill_9();
    let output = run_successfully(server, &["restore", "copy.db"]);
    server.launch();
    output
}

/// Lists the files in the directory of the server whose names begin like the database, by name.
fn files(server: &Server) -> Vec<String> {
    let listed = std::fs::read_dir(server.directory().file("")).expect("it is there");
    let names = listed.map(|entry| {
        entry.expect("it can be listed").file_name().into_string().expect("it is text")
    });
    let mut names: Vec<_> = names.filter(|name| name.starts_with("broadside.db")).collect();
    names.sort();
    names
}

fn before(server: &Server) -> Option<PathBuf> {
    let previous =
        files(server).into_iter().find(|name| name.contains(".before-") && name.ends_with('Z'));
    previous.map(|name| server.directory().file(&name))
}

/// Returns a game without the fields that a restore adds.
fn apart_from_restores(mut game: Value) -> Value {
    let fields = game.as_object_mut().expect("it is an object");
    fields.remove("timeline").expect("a game has a timeline");
    fields.remove("restored");
    game
}

fn single(server: &Server) -> Pair {
    Pair::playing(server, &json!({"mode": "single", "first": "creator"}))
}

#[test]
fn a_copy_takes_the_place_of_a_file_that_a_crash_has_left() {
    let mut server = Server::over_a_file();
    let pair = single(&server);
    pair.act(&pair.ada, &fire(&["F7"])).is(200);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    let copy = std::fs::read(server.directory().file("copy.db")).expect("it is there");
    let at_backup = pair.game();
    assert_eq!(at_backup["restored"], Value::Null);
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    let later = pair.game();
    server.kill_9();
    // The write-ahead log of the killed server would be applied to a copy that replaces the file by
    // hand.
    assert!(files(&server).contains(&"broadside.db-wal".to_owned()));
    let output = run_successfully(&server, &["restore", "copy.db"]);
    for part in [
        &*pair.id,
        "classic, playing",
        "of Ada, Ben",
        "games in progress: 1",
        "--revoke-tokens",
        "dice repeat",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert_eq!(std::fs::read(server.directory().file("copy.db")).expect("it is there"), copy);
    assert!(
        !files(&server).iter().any(|name| name == "broadside.db-wal" || name.contains("restor")),
        "{output}"
    );
    server.launch();
    let restored = pair.at(server.url());
    let game = restored.game();
    assert_eq!(apart_from_restores(game.clone()), apart_from_restores(at_backup.clone()));
    assert_ne!(game["timeline"], at_backup["timeline"]);
    assert_eq!(game["restored"]["version"], at_backup["version"]);
    assert!(game["restored"]["restored_at"].is_string());
    // The game continues.
    restored.act(&restored.ben, &fire(&["B2"])).is(200);
    server.stop();
    run_successfully(&server, &["check"]);
    // The replaced database is complete in one file, with what was in its log.
    let before = before(&server).expect("it was kept");
    let url = format!("sqlite:{}", before.display());
    run_successfully(&server, &["check", "--database", &url]);
    std::fs::remove_file(server.directory().file("broadside.db")).expect("it can be removed");
    std::fs::rename(before, server.directory().file("broadside.db")).expect("it was kept");
    server.launch();
    assert_eq!(pair.at(server.url()).game(), later);
}

#[test]
fn a_damaged_or_missing_database_is_replaced_too() {
    let mut server = Server::over_a_file();
    let pair = single(&server);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    server.kill_9();
    let file = server.directory().file("broadside.db");
    std::fs::write(&file, "this was a database once").expect("it can be written");
    run_successfully(&server, &["restore", "copy.db"]);
    server.launch();
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
    server.stop();
    std::fs::remove_file(&file).expect("it can be removed");
    let output = run_successfully(&server, &["restore", "copy.db"]);
    assert!(!output.contains("the old database is"), "{output}");
    server.launch();
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
}

#[test]
fn a_failed_restore_changes_nothing() {
    let mut server = Server::over_a_file();
    let pair = single(&server);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    let (status, said) = run(&server, &["restore", "copy.db"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("belongs to another running broadside"), "{said}");
    let game = pair.game();
    server.kill_9();
    let directory = server.directory();
    let copy = std::fs::read(directory.file("copy.db")).expect("it is there");
    let mut damaged = copy.clone();
    // Damage the middle, so that the file still opens.
    let middle = damaged.len() / 2;
    damaged[middle - 8192..middle + 8192].fill(0x5a);
    std::fs::write(directory.file("damaged.db"), damaged).expect("it can be written");
    std::fs::write(directory.file("short.db"), &copy[..copy.len() / 2]).expect("it can be written");
    std::fs::write(directory.file("text.db"), "no database").expect("it can be written");
    std::fs::copy(directory.file("copy.db"), directory.file("newer.db")).expect("it can be copied");
    let sql = |file: &str, statement: &str| {
        let script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute(sys.argv[2]); db.commit()";
        let mut python = std::process::Command::new("python3");
        let status = python.args(["-c", script]).arg(directory.file(file)).arg(statement).status();
        assert!(status.expect("`python3` is installed").success());
    };
    sql("newer.db", "UPDATE settings SET value = '9999' WHERE name = 'oldest_schema'");
    sql("other.db", "CREATE TABLE x (y)");
    let listed = files(&server);
    for (copy, says) in [
        ("damaged.db", "damaged.db cannot be restored"),
        ("short.db", "short.db cannot be restored"),
        ("text.db", "is not a SQLite database"),
        ("newer.db", "need a newer broadside"),
        ("other.db", "it is not a database of broadside"),
        ("missing.db", "there is no such file"),
    ] {
        let (status, said) = run(&server, &["restore", copy]);
        assert_eq!(status, 1, "{copy}: {said}");
        assert!(said.contains(says) && said.contains("nothing was changed"), "{copy}: {said}");
        assert_eq!(files(&server), listed, "{copy}");
    }
    for (args, says) in [
        (&["restore"][..], "name the backup"),
        (&["restore", "--in-place"], "--in-place is for PostgreSQL"),
        (&["restore", "copy.db", "--database", "postgres://x@127.0.0.1/x"], "pg_restore"),
    ] {
        let (status, said) = run(&server, args);
        assert!(status == 1 && said.contains(says), "{args:?}: {said}");
    }
    server.launch();
    assert_eq!(pair.at(server.url()).game(), game);
}

/// Resumes a stream after a message.
fn resumed(player: &Client, path: &str, id: &str) -> Stream {
    Stream::open_with(player, path, &[("Last-Event-ID", id.to_owned())])
}

#[test]
fn numbers_and_tags_of_another_timeline_are_noticed() {
    let mut server = Server::over_a_file();
    let pair = single(&server);
    let mut feed = Stream::open(&pair.ada, "/v1/events", None);
    feed.message();
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
    let say = |pair: &Pair, text: &str| {
        pair.ben.post(&pair.path("/messages"), &json!({"text": text})).is(201)
    };
    say(&pair, "Before");
    let in_feed = feed.messages(2).pop().expect("there are two");
    let shown = pair.ada.get(&pair.path(""));
    let (tag, game) = (shown.header("etag").to_owned(), shown.json.clone());
    let (version, timeline) =
        (game["version"].as_u64().expect("a number"), game["timeline"].as_str().expect("text"));
    let old = format!("{timeline}.{version}");
    let mut resumed_stream = resumed(&pair.ada, &pair.path("/events"), &old);
    // It goes on with what happens next.
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    assert_eq!(resumed_stream.message().events()[0]["seat"], 2);
    let page = pair.ada.get(&pair.path("/messages?limit=1")).is(200);
    assert_eq!(page["timeline"], timeline);
    drop(feed);
    crash_and_restore(&mut server);
    // The same numbers are used again, for different events.
    let pair = pair.at(server.url());
    pair.act(&pair.ada, &fire(&["J10"])).is(200);
    for text in ["After", "Again"] {
        say(&pair, text);
    }
    let now = pair.ada.get(&pair.path(""));
    assert_eq!(now.json["version"], version);
    let events = pair.path("/events");
    let snapshot = |mut stream: Stream| {
        let message = stream.message();
        assert_eq!(message.event, "snapshot");
        assert_eq!(message.timeline, now.json["timeline"]);
    };
    snapshot(resumed(&pair.ada, &events, &old));
    snapshot(resumed(&pair.ada, "/v1/events", &format!("{}.{}", in_feed.timeline, in_feed.id)));
    let query = format!("after={version}&timeline={timeline}");
    snapshot(Stream::open(&pair.ada, &format!("{events}?{query}"), None));
    // A number without a timeline may belong to either.
    snapshot(resumed(&pair.ada, &events, &version.to_string()));
    snapshot(Stream::open(&pair.ada, &format!("{events}?after={version}"), None));
    let mut stream = Stream::open(&pair.ada, &events, Some(0));
    assert_eq!(stream.message().event, "step");
    assert_eq!(pair.ada.get(&format!("{events}?after=1")).is(200)["events"][0]["seq"], 2);
    for list in ["/v1/games", "/v1/games?which=my_turn", "/v1/challenges"] {
        let place =
            if list.ends_with("my_turn") { format!("0~{}", pair.id) } else { pair.id.clone() };
        let place = if list.ends_with("challenges") { format!("{place}~1") } else { place };
        let page = |timeline: &str| {
            let mark = if list.contains('?') { '&' } else { '?' };
            pair.ada.get(&format!("{list}{mark}cursor={timeline}.{place}"))
        };
        page(timeline).problem("timeline_changed");
        page(now.json["timeline"].as_str().expect("text")).is(200);
    }
    for list in [format!("/events?{query}"), format!("/messages?after=1&timeline={timeline}")] {
        pair.ada.get(&pair.path(&list)).problem("timeline_changed");
    }
    let here = now.json["timeline"].as_str().expect("text");
    let page = pair.ada.get(&pair.path(&format!("/events?after=1&timeline={here}"))).is(200);
    assert_eq!(page["timeline"], here);
    let page = pair.ada.get(&pair.path("/messages?limit=1"));
    assert!(page.header("link").contains(&format!("timeline={here}")), "{}", page.header("link"));
    // A tag from before the restore never matches.
    let ask = |method: &str, rest: &str, name: &str| {
        let path = pair.path(rest);
        pair.ada.request(method, &path).header(name, &tag).json(&games::act("resign")).send()
    };
    assert_eq!(
        pair.ada.request("GET", &pair.path("")).header("If-None-Match", &tag).send().status,
        200
    );
    ask("POST", "/actions", "If-Match").problem("stale");
}

#[test]
fn a_restore_brings_back_deleted_data_whose_tokens_can_be_revoked() {
    let mut server = Server::over_a_file();
    let [gone, ada, ben] = ["Gone", "Ada", "Ben"].map(|name| server.player(name));
    let token = ada.post("/v1/tokens", &json!({"name": "phone"})).is(201);
    let phone = ada.with_token(token["token"].as_str().expect("text"));
    let phone_id = token["id"].as_str().expect("text").to_owned();
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    gone.delete("/v1/players/me").is(204);
    ada.delete(&format!("/v1/tokens/{phone_id}")).is(204);
    server.kill_9();
    let output = run_successfully(&server, &["restore", "copy.db", "--revoke-tokens", &phone_id]);
    assert!(output.contains("tokens that may have been revoked since: 4"), "{output}");
    assert!(output.contains(&format!("token {phone_id}: of Ada, ")), "{output}");
    assert!(output.ends_with(&format!("token {phone_id}: revoked\n")), "{output}");
    for secret in [&ada.token, &phone.token] {
        assert!(!output.contains(secret), "{output}");
    }
    server.launch();
    let status =
        |server: &Server, player: &Client| player.at(server.url()).get("/v1/players/me").status;
    assert_eq!(
        [&gone, &ada, &ben, &phone].map(|player| status(&server, player)),
        [200, 200, 200, 401]
    );
    let eve = server.player("Eve");
    server.stop();
    let (code, output) = run(&server, &["restore", "--revoke-tokens", &phone_id]);
    assert!(code == 1 && output.contains("not among those from before the restore"), "{output}");
    let output = run_successfully(&server, &["restore", "--revoke-tokens", "all"]);
    assert_eq!(output.lines().count(), 3, "{output}");
    server.launch();
    assert_eq!(
        [&gone, &ada, &ben, &eve].map(|player| status(&server, player)),
        [401, 401, 401, 200]
    );
}

#[test]
fn a_restore_notifies_players_and_drops_waiting_deliveries() {
    let mut server = Server::over_a_file();
    server.stop();
    server.set(&[ALLOW]);
    server.launch();
    let receiver = Receiver::start();
    let [ada, ben] = ["Ada", "Ben"].map(|name| server.player(name));
    ada.put(
        "/v1/players/me/mailbox",
        &json!({"address": "ada@example.org", "cadence": "reminders"}),
    )
    .is(200);
    let code = server.wait_for_mail("ada@example.org", 1)[0].word("bra_");
    ada.post("/v1/players/me/mailbox/confirm", &json!({"code": code})).is(200);
    let hook = json!({"url": receiver.url(), "types": ["game.restored"]});
    ben.post("/v1/webhooks", &hook).is(201);
    // A message and a letter that wait: nobody listens there, and it is due much later.
    let deaf = ben
        .post("/v1/webhooks", &json!({"url": "http://127.0.0.1:1/", "types": ["game.restored"]}))
        .is(201);
    ben.post(&format!("/v1/webhooks/{}/test", deaf["id"].as_str().expect("text")), &json!({}))
        .is(201);
    let waits =
        "UPDATE jobs SET state = 'pending', run_at = 9000000000000 WHERE queue = 'mail_out'";
    server.database().run(server.directory(), waits);
    let pair = Pair::of([ada, ben], &json!({"mode": "single", "first": "creator"}));
    pair.place();
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
    let mut feed = Stream::open(&pair.ada, "/v1/events", None);
    let at = feed.message();
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    drop(feed);
    let output = crash_and_restore(&mut server);
    assert_eq!(output.matches("that waited, and were dropped: 1\n").count(), 2, "{output}");
    let pair = pair.at(server.url());
    let game = pair.game();
    // The stream reports the restore. A client with an older position sees the game itself.
    let timeline = game["timeline"].as_str().expect("text");
    let path = format!("/v1/events?after={}&timeline={timeline}", at.id);
    let mut feed = Stream::open(&pair.ada, &path, None);
    let message = feed.message();
    assert_eq!(
        (&*message.event, &message.data),
        ("restored", &json!({"game": pair.id, "version": game["version"]}))
    );
    let mail = server.wait_for_mail("ada@example.org", 2).pop().expect("there are two");
    assert_eq!(mail.subject, "Restored from a backup: Salvo on paper with Ben");
    let text = mail.text.replace('\n', " ");
    assert!(
        text.contains("restored from a backup")
            && text.contains(&format!("event {}", game["version"])),
        "{text}"
    );
    assert_eq!(receiver.wait(1)[0].json()["type"], "game.restored");
    assert_eq!(server.mail_to("ada@example.org").len(), 2);
}

#[test]
fn an_operator_cancels_games_that_went_back() {
    let mut server = Server::over_a_file();
    let pairs = [single(&server), single(&server), single(&server)];
    let waiting = server.player("Eve").post("/v1/games", &json!({"ruleset": "voices"})).is(201);
    pairs[0].act(&pairs[0].ada, &fire(&["A1"])).is(200);
    pairs[2].act(&pairs[2].ada, &games::act("resign")).is(200);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    server.stop();
    let output = run_successfully(&server, &["restore", "copy.db", "--cancel-games", &pairs[0].id]);
    assert!(output.contains(&format!("game {}: cancelled", pairs[0].id)), "{output}");
    assert!(!output.contains(&pairs[2].id), "{output}");
    let (status, output) =
        run(&server, &["restore", "--cancel-games", "0196f0a0-0000-7000-8000-000000000001"]);
    assert!(status == 1 && output.contains("not cancelled"), "{output}");
    server.launch();
    // A game that has changed since is left as it is.
    let restored = pairs[1].at(server.url());
    restored.act(&restored.ada, &fire(&["A1"])).is(200);
    let (status, output) = run(&server, &["restore", "--cancel-games", "all"]);
    assert!(status == 1 && output.contains("belongs to another running broadside"), "{output}");
    server.stop();
    let output = run_successfully(&server, &["restore", "--cancel-games", "all"]);
    let id = waiting["id"].as_str().expect("text");
    assert_eq!(output, format!("game {id}: cancelled\n"));
    run_successfully(&server, &["check"]);
    server.launch();
    let cancelled = pairs[0].at(server.url());
    assert_eq!(
        (&cancelled.game()["status"], &cancelled.game()["outcome"]),
        (&json!("cancelled"), &Value::Null)
    );
    let last = cancelled.events().pop().expect("there are some");
    assert_eq!(games::bare(&last), json!({"type": "cancelled", "seat": null}));
    assert_eq!(pairs[1].at(server.url()).game()["status"], "playing");
}

/// Starts a server with a backup, a game that has changed since, and a player who was deleted
/// since.
fn after_a_backup() -> (Server, Pair, Client) {
    let server = Server::over_a_file();
    let pair = single(&server);
    let deleted = server.player("Gone");
    pair.act(&pair.ada, &fire(&["F7"])).is(200);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    deleted.delete("/v1/players/me").is(204);
    (server, pair, deleted)
}

/// Starts the server after an interrupted restore. Returns `true` if the restored state is there,
/// `false` if the previous one is.
fn went_back(
    server: &mut Server,
    pair: &Pair,
    gone: &Client,
    later: &Value,
    killed_at: &str,
) -> bool {
    server.launch();
    let restored = pair.at(server.url());
    let now = restored.game();
    let went_back = now["timeline"] != later["timeline"];
    let status = gone.at(server.url()).get("/v1/players/me").status;
    assert_eq!(status, if went_back { 200 } else { 401 }, "killed at {killed_at}");
    if went_back {
        gone.at(server.url()).delete("/v1/players/me").is(204);
        assert_eq!(now["restored"]["version"], now["version"], "killed at {killed_at}");
        restored.act(&restored.ben, &fire(&["A1"])).is(200);
    } else {
        assert_eq!(now, *later, "killed at {killed_at}");
    }
    run_successfully(server, &["check"]);
    went_back
}

#[test]
#[ignore = "needs strace"]
fn a_restore_that_is_killed_anywhere_leaves_the_old_state_or_the_new_one() {
    let (mut server, pair, gone) = after_a_backup();
    let (mut old, mut new) = (0, 0);
    for call in ["rename", "fsync,fdatasync", "unlink", "ftruncate"] {
        for n in 1.. {
            let pair = pair.at(server.url());
            let later = pair.game();
            server.kill_9();
            // The name of the system call differs between machines.
            let inject = match call {
                "rename" => format!("inject=/^rename:signal=KILL:when={n}"),
                "unlink" => format!("inject=/^unlink:signal=KILL:when={n}"),
                call => format!("inject={call}:signal=KILL:when={n}"),
            };
            let traced = std::process::Command::new("strace")
                .args(["-f", "-qq", "-o", "/dev/null", "-e", &inject])
                .arg(binary())
                .args(["restore", "copy.db"])
                .current_dir(server.directory().file(""))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .expect("`strace` is installed");
            if went_back(&mut server, &pair, &gone, &later, &format!("{call} {n}")) {
                new += 1;
            } else {
                old += 1;
            }
            if traced.success() {
                break;
            }
        }
    }
    assert!(old > 7 && new > 3, "{old} kept the old state, {new} the new one");
}

#[test]
fn a_restore_that_is_killed_at_any_moment_leaves_the_old_state_or_the_new_one() {
    let (mut server, pair, gone) = after_a_backup();
    server.kill_9();
    let begun = Instant::now();
    run_successfully(&server, &["restore", "copy.db"]);
    let duration = begun.elapsed();
    server.launch();
    gone.at(server.url()).delete("/v1/players/me").is(204);
    for moment in 0..16 {
        let restored = pair.at(server.url());
        let later = restored.game();
        server.kill_9();
        let mut restoring = command(server.directory());
        let mut restoring = restoring
            .args(["restore", "copy.db"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(duration * moment / 14);
        restoring.kill().expect("it can be killed");
        restoring.wait().expect("it has ended");
        went_back(&mut server, &pair, &gone, &later, &format!("moment {moment} of {duration:?}"));
    }
    server.kill_9();
    run_successfully(&server, &["restore", "copy.db"]);
    server.launch();
    gone.at(server.url()).get("/v1/players/me").is(200);
}

#[test]
fn a_copy_put_by_hand_beside_the_log_of_a_crash_is_refused() {
    let mut server = Server::over_a_file();
    let pair = single(&server);
    pair.act(&pair.ada, &fire(&["F7"])).is(200);
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    let at_backup = pair.game();
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    server.kill_9();
    let file = |name: &str| server.directory().file(name);
    std::fs::copy(file("copy.db"), file("broadside.db")).expect("it can be copied");
    let log = std::fs::read(file("broadside.db-wal")).expect("it is there");
    for args in
        [&["serve", "--listen", "127.0.0.1:0"][..], &["check"], &["backup", "--output", "other.db"]]
    {
        let (status, said) = run(&server, args);
        assert_eq!(status, 1, "{args:?}: {said}");
        for part in [
            "broadside.db-wal is the log of another database",
            "Nothing was changed",
            "broadside restore",
        ] {
            assert!(said.contains(part), "{args:?}: {said}");
        }
    }
    assert_eq!(std::fs::read(file("broadside.db-wal")).expect("it is there"), log);
    assert_eq!(std::fs::read(file("broadside.db")).ok(), std::fs::read(file("copy.db")).ok());
    // Follow the instructions in the message.
    std::fs::rename(file("broadside.db"), file("mine.db")).expect("it can be moved");
    run_successfully(&server, &["restore", "mine.db"]);
    server.launch();
    let game = pair.at(server.url()).game();
    assert_eq!(apart_from_restores(game), apart_from_restores(at_backup));
    server.stop();
    run_successfully(&server, &["check"]);
}

#[test]
fn no_player_is_timed_out_because_of_a_restore() {
    let mut server = Server::over_a_file();
    let pair = Pair::clocked(
        &server,
        &json!({"mode": "single", "first": "creator"}),
        &json!({"days_per_turn": 1}),
    );
    let deadline = |game: &Value| -> jiff::Timestamp {
        game["deadline_at"].as_str().expect("it has a deadline").parse().expect("it is a time")
    };
    let before = pair.game();
    run_successfully(&server, &["backup", "--output", "copy.db"]);
    server.kill_9();
    // Three days later, after a restart of the machine.
    server.wake_at("+3d");
    let restored = server.command(&["restore", "copy.db"]);
    assert!(restored.status.success(), "{restored:?}");
    server.restart_machine();
    server.launch();
    let pair = pair.at(server.url());
    server.wait_for_time_outs();
    assert_eq!(pair.game()["status"], "playing", "{}", server.log());
    wait_until("another deadline", || deadline(&pair.game()) != deadline(&before));
    let game = pair.game();
    assert_eq!(game["status"], "playing");
    // Nearly a day was left at the time of the backup, and is left again.
    let hours = deadline(&game).duration_since(deadline(&before)).as_hours();
    assert!((71..=73).contains(&hours), "{hours} h: {game}");
    server.wait_for_time_outs();
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
}
