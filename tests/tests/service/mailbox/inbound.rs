//! Incoming mail: over HTTP and from the command line, stored once, listed and deleted.

use std::io::Write;
use std::process::{Output, Stdio};

use broadside_tests::client::{Answer, Client};
use broadside_tests::server::{Directory, Server, command, root};
use serde_json::json;

const SECRET: &str = "the-secret-of-the-operator";
const RECIPIENT: &str = "play+abcdefghijklmnopqrstuvwxyz@play.example.org";
const SETTINGS: [&str; 4] =
    ["--mail-inbound-secret", SECRET, "--mail-from", "Broadside <play@play.example.org>"];

fn message(id: &str, from: &str, words: &str) -> String {
    format!(
        "From: {from}\r\nTo: {RECIPIENT}\r\nSubject: Re: your turn\r\nMessage-ID: <{id}@example.org>\r\n\r\n{words}\r\n"
    )
}

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(root().join(format!("tests/corpora/mail/{name}.eml"))).unwrap()
}

fn hand_over(client: &Client, message: impl Into<Vec<u8>>) -> Answer {
    client
        .request("POST", "/v1/mail/inbound")
        .bytes(message)
        .header("Content-Type", "message/rfc822")
        .header("Authorization", format!("Bearer {SECRET}"))
        .send()
}

/// Runs `broadside mail …` for a server.
fn mail(server: &Server, args: &[&str], input: &[u8]) -> Output {
    let mut command = command(server.directory());
    command.args(["mail"]).args(args).args(["--database", &server.database().url()]);
    feed(command, input)
}

fn feed(mut command: std::process::Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn deliver(server: &Server, args: &[&str], input: &[u8]) -> Output {
    let url = server.url();
    mail(server, &[&["deliver", "--server", url][..], &SETTINGS, args].concat(), input)
}

#[track_caller]
fn check_exit(output: &Output, status: i32, says: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert!(stderr.contains(says), "`{says}` is not in `{stderr}`");
    assert!(!stderr.contains(SECRET) && !stderr.contains("panicked"), "{stderr}");
}

/// Returns the lines of `broadside mail log`.
fn log(server: &Server, args: &[&str]) -> Vec<String> {
    let output = mail(server, &[&["log"], args].concat(), b"");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_mail_is_stored_once_and_shown_unchanged() {
    let mut server = Server::start_with(&SETTINGS);
    let raw = golden("iso-8859-1");
    let first = hand_over(&server.client(), raw.clone()).is(202);
    assert_eq!(first["duplicate"], false);
    let again = hand_over(&server.client(), raw.clone()).is(202);
    assert_eq!((&again["id"], &again["duplicate"]), (&first["id"], &true.into()));
    // The same id from another sender is another mail, and so is a mail without an id.
    let same = message("iso-8859-1", "ben@example.org", "FIRE A5");
    assert_eq!(hand_over(&server.client(), same).is(202)["duplicate"], false);
    let without = "From: ada@example.org\r\n\r\nFIRE A5\r\n";
    assert_eq!(hand_over(&server.client(), without).is(202)["duplicate"], false);
    assert_eq!(hand_over(&server.client(), without).is(202)["duplicate"], true);
    assert_eq!(hand_over(&server.client(), format!("{without} ")).is(202)["duplicate"], false);
    // It is stored after a crash, and can be listed with or without a running server.
    let id = first["id"].as_str().unwrap().to_owned();
    server.kill_9();
    for running in [true, false] {
        if running {
            server.launch();
        } else {
            server.stop();
        }
        let lines = log(&server, &[]);
        assert_eq!(lines.len(), 4, "{lines:?}");
        // Newest first.
        assert!(lines[3].contains(&id) && lines[3].contains("ada@example.org"), "{lines:?}");
        assert!(lines[2].contains("ben@example.org"), "{lines:?}");
        let shown = mail(&server, &["log", "--id", &id, "--raw"], b"");
        assert_eq!(shown.stdout, raw);
        let lines = log(&server, &["--id", &id]).join("\n");
        assert!(
            lines.contains("came by         inbound")
                && lines.contains(&format!("bytes           {}", raw.len())),
            "{lines}"
        );
    }
    let nothing = mail(&server, &["log", "--id", "nothing"], b"");
    check_exit(&nothing, 1, "no message nothing is kept");
    assert_eq!(log(&server, &["--limit", "2"]).len(), 2);
    assert_eq!(log(&server, &["--player", "nobody"]).len(), 0);
}

#[test]
fn the_log_names_each_sent_mail_and_its_game() {
    let mut server = Server::start_with(&SETTINGS);
    let ada = server.player("Ada");
    ada.put("/v1/players/me/mailbox", &json!({"address": "ada@example.org"})).is(200);
    let code = server.wait_for_mail("ada@example.org", 1)[0].word("bra_");
    ada.post("/v1/players/me/mailbox/confirm", &json!({"code": code})).is(200);
    let guest = json!({"ruleset": "classic", "opponents": [{"kind": "mail", "address": "ben@example.com"}]});
    let game = ada.post("/v1/games", &guest).is(201)["id"].as_str().unwrap().to_owned();
    let invitation = server.wait_for_mail("ben@example.com", 1).remove(0);
    let decline =
        format!("From: ben@example.com\r\nTo: {}\r\n\r\nDECLINE\r\n", invitation.reply_to());
    hand_over(&server.client(), decline).is(202);
    server.wait_for_mail("ben@example.com", 2);
    server.wait_for_mail("ada@example.org", 2);
    // The state is written after sending.
    server.stop();
    let words = |lines: Vec<String>| -> Vec<Vec<String>> {
        lines
            .iter()
            .map(|line| {
                line.split("  ")
                    .filter(|word| !word.is_empty())
                    .map(|word| word.trim().to_owned())
                    .collect()
            })
            .collect()
    };
    let came = words(log(&server, &[]));
    assert_eq!(came[0][2..], ["taken (declined)", &game, "ben@example.com"], "{came:?}");
    let went = log(&server, &["--out"]);
    let all = went.join("\n");
    assert!(!all.contains('+') && !all.contains("bri_") && !all.contains("bra_"), "{all}");
    let went: Vec<_> = words(went).into_iter().map(|line| line[2..].join("  ")).collect();
    assert_eq!(went.len(), 4, "{went:?}");
    assert_eq!(went[3], "confirm  sent, 1 attempt  -  ada@example.org");
    assert_eq!(went[2], format!("invitation  sent, 1 attempt  {game}  ben@example.com"));
    for line in [
        format!("game  sent, 1 attempt  {game}  ada@example.org"),
        format!("answer  sent, 1 attempt  {game}  ben@example.com"),
    ] {
        assert!(went[..2].contains(&line), "{line}: {went:?}");
    }
    assert_eq!(log(&server, &["--out", "--player", &ada.id]).len(), 2);
    assert_eq!(log(&server, &["--out", "--limit", "3"]).len(), 3);
    check_exit(&mail(&server, &["log", "--out", "--id", "x"], b""), 2, "--out");
}

#[test]
fn the_help_names_the_settings_that_count() {
    let here = Directory::new();
    let commands: [(_, &[&str]); 2] = [
        (
            ["mail", "deliver", "--help"],
            &["--mail-inbound-secret", "--listen", "--config", "--server"],
        ),
        (["mail", "log", "--help"], &["--database", "--config", "--out", "--player", "--raw"]),
    ];
    for (args, settings) in commands {
        let mut command = command(&here);
        command.args(args);
        let help = String::from_utf8(feed(command, b"").stdout).unwrap();
        for setting in settings {
            assert!(help.contains(setting), "{setting}: {help}");
        }
        for setting in
            ["--bot-games", "--mail-imap", "--proxies", "--webhook-allow-private", "--log-format"]
        {
            assert!(!help.contains(setting), "{setting}: {help}");
        }
    }
}

#[test]
fn mail_is_accepted_only_with_the_secret() {
    let server = Server::start_with(&SETTINGS);
    let client = server.client();
    let request = || {
        client.request("POST", "/v1/mail/inbound").bytes(message("1", "ada@example.org", "ROLL"))
    };
    let ready = || request().header("Content-Type", "message/rfc822");
    ready().send().problem("unauthorized").names("", "mail-inbound-secret");
    for wrong in [
        "Bearer",
        "Bearer wrong",
        "Basic dGhlLXNlY3JldC1vZi10aGUtb3BlcmF0b3I=",
        "Bearer the-secret-of-the-operato",
    ] {
        ready().header("Authorization", wrong).send().problem("unauthorized");
    }
    let ada = server.player("Ada");
    ready().header("Authorization", format!("Bearer {}", ada.token)).send().problem("unauthorized");
    let shown = format!("Bearer {SECRET}");
    request()
        .header("Authorization", &shown)
        .send()
        .problem("unsupported_media_type")
        .names("", "message/rfc822");
    hand_over(&client, "").problem("bad_request");
    let long = format!("/v1/mail/inbound?recipient={}", "a".repeat(321));
    let long = client.request("POST", &long).bytes("x").header("Content-Type", "message/rfc822");
    long.header("Authorization", &shown).send().problem("bad_request");
    let odd = client
        .request("POST", "/v1/mail/inbound?to=x")
        .bytes("x")
        .header("Content-Type", "message/rfc822");
    odd.header("Authorization", &shown).send().problem("bad_request");
    assert_eq!(log(&server, &[]).len(), 0);
    let closed = Server::start();
    hand_over(&closed.client(), message("1", "ada@example.org", "ROLL")).problem("not_found");
}

#[test]
fn a_mail_that_is_too_large_is_refused_before_it_is_read() {
    let server = Server::start_with(&SETTINGS);
    let mut large = message("1", "ada@example.org", "FIRE A5").into_bytes();
    large.resize(30_000_000, b'\n');
    hand_over(&server.client(), large.clone()).problem("too_large").names("", "5 MB");
    check_exit(&deliver(&server, &[], &large), 65, "5 MB at most");
    large.truncate(4_999_999);
    hand_over(&server.client(), large).is(202);
    assert_eq!(log(&server, &[]).len(), 1);
}

#[test]
fn a_mail_server_is_told_whether_to_try_again() {
    let mut server = Server::start_with(&SETTINGS);
    let raw = message("1", "ada@example.org", "FIRE A5").into_bytes();
    check_exit(&deliver(&server, &["--recipient", RECIPIENT], &raw), 0, "");
    check_exit(&deliver(&server, &["--recipient", RECIPIENT], &raw), 0, "");
    let lines = log(&server, &[]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let id = lines[0].split_whitespace().nth(1).unwrap().to_owned();
    // The key is not shown, because it may be valid.
    let shown = "to              play+abcd…@play.example.org";
    assert!(log(&server, &["--id", &id]).join("\n").contains(shown));
    check_exit(&deliver(&server, &[], b""), 65, "no message");
    let url = server.url().to_owned();
    let without = |args: &[&str]| mail(&server, &[&["deliver"], args].concat(), &raw);
    check_exit(&without(&["--server", &url]), 75, "mail-inbound-secret");
    check_exit(
        &without(&["--server", &url, "--mail-inbound-secret", "another-secret-than-its"]),
        75,
        "is not the secret",
    );
    check_exit(
        &without(&["--server", &url, "--mail-inbound-secret", "short"]),
        75,
        "16 characters",
    );
    check_exit(&without(&["--config", "nothing.toml"]), 75, "nothing.toml");
    check_exit(
        &without(&["--mail-inbound-secret", SECRET, "--listen", "127.0.0.1:0"]),
        75,
        "--server",
    );
    check_exit(&without(&["--mail-inbound-secret", SECRET, "--listen", server.address()]), 0, "");
    // An error in master.cf must not cause a bounce.
    check_exit(&without(&["--recipeint", RECIPIENT]), 75, "--recipeint");
    check_exit(&without(&["--recipient"]), 75, "--recipient");
    check_exit(&without(&["--bot-games", "many"]), 75, "many");
    let mut command = command(server.directory());
    command.args(["mail", "deliver"]).env("BROADSIDE_BOT_GAMES", "many");
    check_exit(&feed(command, &raw), 75, "many");
    check_exit(&without(&["--help"]), 0, "");
    check_exit(&mail(&server, &["log", "--lmit", "2"], b""), 2, "--lmit");
    server.stop();
    check_exit(&feed_to(&server, &url, &raw), 75, "does not answer");
    server.set(&[]);
    server.launch();
    check_exit(&deliver(&server, &[], &raw), 75, "takes no mail");
}

/// Delivers to the address of a stopped server.
fn feed_to(server: &Server, url: &str, raw: &[u8]) -> Output {
    let mut command = command(server.directory());
    command.args(["mail", "deliver", "--server", url]).args(SETTINGS);
    feed(command, raw)
}

#[test]
fn the_log_needs_a_database() {
    let here = Directory::new();
    let mut command = command(&here);
    command.args(["mail", "log"]);
    check_exit(&feed(command, b""), 1, "there is no such file; name another file with --database");
}
