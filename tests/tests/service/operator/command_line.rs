//! The command line: messages and exit statuses.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Output, Stdio};

use broadside_tests::games::{self, Pair};
use broadside_tests::server::{Directory, Server, command, run};
use broadside_tests::stream::wait_until_read;
use broadside_tests::wait::{GUARD, wait_until};
use serde_json::json;

fn output_text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Runs the binary, and asserts that it exits with this status and prints all of these texts.
#[track_caller]
fn check_exit(directory: &Directory, args: &[&str], status: i32, says: &[&str]) -> String {
    let output = run(directory, args);
    let output_text = output_text(&output);
    assert_eq!(output.status.code(), Some(status), "{args:?} {output_text}");
    for words in says {
        assert!(output_text.contains(words), "{args:?} does not say `{words}`: {output_text}");
    }
    assert!(!output_text.contains("panicked"), "{output_text}");
    output_text
}

#[test]
fn the_help_is_complete() {
    let here = Directory::new();
    let settings = [
        "--listen",
        "--database",
        "--public-url",
        "--log-format",
        "--log",
        "--config",
        "[default: ",
    ];
    let environment = [
        "BROADSIDE_LISTEN",
        "BROADSIDE_DATABASE",
        "BROADSIDE_PUBLIC_URL",
        "BROADSIDE_LOG_FORMAT",
        "BROADSIDE_LOG",
        "BROADSIDE_CONFIG",
    ];
    let all = [settings.as_slice(), &environment].concat();
    check_exit(
        &here,
        &["--help"],
        0,
        &[all.as_slice(), &["serve", "migrate", "openapi", "verify", "TOML"]].concat(),
    );
    check_exit(&here, &["serve", "--help"], 0, &all);
    check_exit(&here, &["migrate", "--help"], 0, &["--database", "BROADSIDE_DATABASE"]);
    check_exit(&here, &["verify", "--help"], 0, &["<FILE>", "standard input"]);
    check_exit(&here, &["--version"], 0, &["broadside 0"]);
    for wrong in [
        vec!["sail"],
        vec!["serve", "--port", "1"],
        vec!["verify"],
        vec!["--listen"],
        vec!["--log-format", "xml"],
    ] {
        check_exit(&here, &wrong, 2, &["--help"]);
    }
}

#[test]
fn the_error_of_a_wrong_setting_names_it_and_the_valid_form() {
    let here = Directory::new();
    std::fs::write(here.file("odd.toml"), "listen = \"127.0.0.1:0\"\nlisten-on = 3\n").unwrap();
    std::fs::write(here.file("broken.toml"), "listen = ").unwrap();
    std::fs::write(here.file("kind.toml"), "listen = 8080\n").unwrap();
    let cases: [(i32, &[&str], &[&str]); 12] = [
        (2, &["--listen", "8080"], &["--listen", "127.0.0.1:8080"]),
        (2, &["serve", "--listen", "localhost:http"], &["--listen", "127.0.0.1:8080"]),
        (
            2,
            &["--listen", "localhost:8081"],
            &["--listen", "names are not looked up", "127.0.0.1:8081"],
        ),
        (2, &["--log", "loud"], &["--log", "`loud` is not a level: write error, warn, info"]),
        (1, &["serve", "--database", "mysql://x"], &["database: ", "sqlite:broadside.db"]),
        (1, &["migrate", "--database", "sqlite::memory:"], &["database: ", "sqlite:broadside.db"]),
        (2, &["--public-url", "play.example.org"], &["--public-url", "https://play.example.org"]),
        (2, &["--log", "a=b=c"], &["--log", "info"]),
        (2, &["--config", "none.toml"], &["config: none.toml", "cannot be read"]),
        (2, &["--config", "odd.toml"], &["config: odd.toml", "listen-on"]),
        (2, &["--config", "broken.toml"], &["config: broken.toml"]),
        (2, &["--config", "kind.toml"], &["config: kind.toml", "--listen", "127.0.0.1:8080"]),
    ];
    for (status, args, says) in cases {
        check_exit(&here, args, status, says);
    }
}

#[test]
fn the_database_of_another_program_is_left_alone() {
    let here = Directory::new();
    let created = std::process::Command::new("python3")
        .args([
            "-c",
            "import sqlite3; sqlite3.connect('other.db').execute('CREATE TABLE letters (id)')",
        ])
        .current_dir(here.file(""))
        .status();
    assert!(created.expect("`python3` is installed").success());
    check_exit(
        &here,
        &["migrate", "--database", "sqlite:other.db"],
        1,
        &["other.db is the database of another program"],
    );
}

#[test]
fn an_unusable_database_is_refused_with_a_reason_and_left_unchanged() {
    let here = Directory::new();
    let text = "this is no database, whatever it is called";
    std::fs::write(here.file("text.db"), text).unwrap();
    std::fs::create_dir(here.file("directory.db")).unwrap();
    let cases: [(&str, &[&str]); 3] = [
        (
            "sqlite:no/such/place.db",
            &[
                "the directory no/such does not exist: make it, or name another file with --database",
            ],
        ),
        ("sqlite:text.db", &["text.db is not a SQLite database", "--database"]),
        ("sqlite:directory.db", &["directory.db cannot be opened", "--database"]),
    ];
    for (database, says) in cases {
        check_exit(&here, &["migrate", "--database", database], 1, says);
        check_exit(&here, &["--listen", "127.0.0.1:0", "--database", database], 1, says);
    }
    let left = std::fs::read_dir(here.file("")).unwrap();
    let mut left: Vec<_> =
        left.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["directory.db", "text.db"]);
    assert_eq!(std::fs::read_to_string(here.file("text.db")).unwrap(), text);
    // An empty file is not an error.
    std::fs::write(here.file("empty.db"), "").unwrap();
    check_exit(
        &here,
        &["migrate", "--database", "sqlite:empty.db"],
        0,
        &["empty.db is up to date"],
    );
}

#[test]
fn used_ports_and_locked_databases_are_reported() {
    let server = Server::over_a_file();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    check_exit(server.directory(), &["--listen", &address], 1, &[&address, "--listen", "port 0"]);
    for args in [vec!["--listen", "127.0.0.1:0"], vec!["migrate"]] {
        check_exit(
            server.directory(),
            &args,
            1,
            &["broadside.db belongs to another running broadside", "--database"],
        );
    }
    server.client().get("/readyz").is(200);
}

#[test]
fn migrate_creates_a_database_and_can_be_repeated() {
    let mut server = Server::over_a_file();
    let pair = Pair::ready(&server);
    let before = pair.game();
    server.stop();
    for _ in 0..2 {
        check_exit(server.directory(), &["migrate"], 0, &["broadside.db is up to date"]);
    }
    server.launch();
    assert_eq!(pair.at(server.url()).game(), before);
    let here = Directory::new();
    check_exit(&here, &["migrate", "--database", "sqlite:new.db"], 0, &["new.db is up to date"]);
    assert!(here.file("new.db").exists());
}

#[test]
fn settings_come_from_flags_the_environment_and_a_file_in_that_order() {
    let here = Directory::new();
    let file = "database = \"sqlite:file.db\"\npublic-url = \"https://file.example.org/\"\n";
    std::fs::write(here.file("settings.toml"), file).unwrap();
    let migrate = |flag: &[&str], environment: &[(&str, &str)]| {
        let mut command = command(&here);
        command.arg("migrate").args(flag).envs(environment.iter().copied());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", output_text(&output));
        output_text(&output)
    };
    let (config, database) =
        (("BROADSIDE_CONFIG", "settings.toml"), ("BROADSIDE_DATABASE", "sqlite:environment.db"));
    assert!(migrate(&["--database", "sqlite:flag.db"], &[config, database]).starts_with("flag.db"));
    assert!(migrate(&[], &[config, database]).starts_with("environment.db"));
    assert!(migrate(&[], &[config]).starts_with("file.db"));
    assert!(migrate(&["--config", "settings.toml"], &[]).starts_with("file.db"));
    assert!(migrate(&[], &[]).starts_with("broadside.db"));

    let server = Server::start_with(&["--public-url", "https://play.example.org/"]);
    let response = server.player("Ada").post("/v1/games", &json!({"ruleset": "classic"}));
    assert!(
        response.header("location").starts_with("https://play.example.org/v1/games/"),
        "{response:?}"
    );
    let server = Server::start_with(&["--log-format", "json", "--log", "debug"]);
    server.player("Ada");
    server.wait_for_log("answered");
    let line = server.log().lines().next().map(str::to_owned).unwrap_or_default();
    assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok(), "{line}");
}

#[test]
fn verify_ends_with_0_only_if_everything_holds() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::act("resign")).is(200);
    let record = pair.ada.get(&pair.path("/record")).is(200);
    let here = server.directory();
    let holds = format!(
        "everything holds: {} events of game {}",
        record["events"].as_array().unwrap().len(),
        pair.id
    );
    std::fs::write(here.file("right.json"), record.to_string()).unwrap();
    let commitment = record["seed_commitment"].as_str().unwrap();
    check_exit(
        here,
        &["verify", "right.json"],
        0,
        &[&holds, "Compare with what you were shown", commitment],
    );
    std::fs::write(here.file("pretty.json"), format!("{record:#}")).unwrap();
    check_exit(here, &["verify", "pretty.json"], 0, &[&holds]);
    let mut wrong = record.clone();
    wrong["outcome"]["winners"] = json!([1]);
    std::fs::write(here.file("wrong.json"), wrong.to_string()).unwrap();
    check_exit(
        here,
        &["verify", "wrong.json"],
        1,
        &[
            "does not hold: outcome.winners[0]: it is 1, and should be 2",
            "does not hold: digest: it is",
        ],
    );
    let mut moved = record.clone();
    moved["revealed"]["seats"][1]["placement"]["ships"][0]["at"] = json!("J10");
    std::fs::write(here.file("moved.json"), moved.to_string()).unwrap();
    let place =
        "does not hold: revealed.seats[1].placement.ships[0].at: it is \"J10\", and should be";
    let output = check_exit(here, &["verify", "moved.json"], 1, &[place]);
    assert_eq!(output.lines().count(), 2, "the digest and the cell: {output}");
    let mut early = record.clone();
    early["events"][2]["at"] = json!("2026-01-01T00:00:00.000Z");
    std::fs::write(here.file("early.json"), early.to_string()).unwrap();
    check_exit(here, &["verify", "early.json"], 1, &["does not hold: event 3: at: "]);
    std::fs::write(here.file("half.json"), &record.to_string()[..500]).unwrap();
    let advice = "save the answer of GET /v1/games/{id}/record";
    check_exit(here, &["verify", "half.json"], 2, &["half.json is not a record", advice]);
    std::fs::write(here.file("empty.json"), "{}").unwrap();
    check_exit(here, &["verify", "empty.json"], 2, &["empty.json is not a record", advice]);
    check_exit(here, &["verify", "none.json"], 2, &["none.json cannot be read"]);
    let answered = server.player("Eve").get(&pair.path("/seats/me")).body;
    std::fs::write(here.file("problem.json"), answered).unwrap();
    check_exit(
        here,
        &["verify", "problem.json"],
        2,
        &["what the server answered instead of one: "],
    );
    let mut piped = command(here);
    let mut piped = piped
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    piped.stdin.take().unwrap().write_all(record.to_string().as_bytes()).unwrap();
    let output = piped.wait_with_output().unwrap();
    assert!(
        output.status.success() && output_text(&output).contains(&holds),
        "{}",
        output_text(&output)
    );
}

#[test]
fn openapi_prints_the_document() {
    let here = Directory::new();
    let printed = run(&here, &["openapi"]);
    assert!(printed.status.success());
    let document: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
    let server = Server::start();
    assert_eq!(document, server.client().document().value);
}

#[test]
fn a_stopping_server_answers_open_requests() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let pair = Pair::ready(&server);
        let body = games::fire(&["B2"]).to_string();
        let (first, rest) = body.split_at(body.len() / 2);
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream.set_read_timeout(Some(GUARD)).unwrap();
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{first}",
            pair.path("/actions"),
            pair.ada.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        wait_until_read(&stream);
        let address = server.address().to_owned();
        server.signal(signal);
        // The server keeps running for half a second, so that requests in progress are answered.
        wait_until("no new connections", || TcpStream::connect(&address).is_err());
        stream.write_all(rest.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(server.wait().success());
        server.launch();
        let on_new_node = pair.at(server.url());
        assert_eq!(on_new_node.game()["to_move"], json!([2]));
    }
}

#[test]
fn a_server_that_is_stopped_while_it_works_by_itself_complains_of_nothing() {
    let mut server = Server::start();
    for _ in 0..10 {
        // Events wake the background tasks for mail and webhooks.
        Pair::ready(&server);
        server.stop();
        assert!(!server.log().contains("ERROR"), "{}", server.log());
        server.launch();
    }
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    let here = Directory::new();
    let mut printing = command(&here);
    let mut printing =
        printing.arg("openapi").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The document is longer than the buffer of a pipe.
    printing.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
    let output = printing.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
