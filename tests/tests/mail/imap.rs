//! A server that fetches mail from a mailbox: the handling of mail that it accepts, and of mail
//! that it does not.

use std::time::Duration;

use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use lettre::message::header::ContentType;
use lettre::{Message, Transport};

use crate::person::submission;
use crate::post::{self, Mailbox, PASSWORD, home};

/// Starts a server that fetches mail from a mailbox; returns it with the mailbox.
fn fetching(host: &str, then: &str, settings: &[&str]) -> (Server, Mailbox) {
    let mailbox = post::fetching(host, then);
    let all: Vec<_> = mailbox.iter().map(String::as_str).chain(settings.iter().copied()).collect();
    let server = post::server(host, &all);
    (server, Mailbox::open(&format!("play.{host}@players.test")))
}

/// Sends a letter of a stranger to a mailbox.
fn send(host: &str, n: usize, words: &str) {
    let message = Message::builder()
        .from(format!("eve.{host}@players.test").parse().unwrap())
        .to(format!("play.{host}@players.test").parse().unwrap())
        .message_id(Some(format!("<{n}.{host}@players.test>")))
        .subject("Hello")
        .header(ContentType::TEXT_PLAIN)
        .body(words.to_owned());
    submission(&format!("eve.{host}@players.test")).send(&message.unwrap()).unwrap();
}

fn kept(server: &Server) -> u64 {
    server.database().count(
        server.directory(),
        "SELECT count(*) FROM jobs WHERE queue = 'mail_in' AND channel = 'imap'",
    )
}

/// Waits until this many letters are kept.
#[track_caller]
fn wait_for_kept(server: &Server, count: u64) {
    wait_until(format_args!("{count} letters"), || kept(server) == count);
}

#[test]
fn existing_and_new_mail_is_stored_once_and_marked_as_read() {
    send("there", 1, "HELP");
    let (server, mut mailbox) = fetching("there", "", &["--log", "trace"]);
    wait_for_kept(&server, 1);
    // The server waits for notifications now; without one it would look again after a minute at the
    // earliest.
    wait_until("a mark", || mailbox.count("SEEN") == 1);
    send("there", 2, "HELP");
    wait_for_kept(&server, 2);
    wait_until("marks of both", || mailbox.count("SEEN") == 2);
    // Simulate a server that was killed after it stored the letters and before it marked them.
    mailbox.order("STORE 1:* -FLAGS (\\Seen)");
    wait_until("marks of both", || mailbox.count("SEEN") == 2);
    assert_eq!(kept(&server), 2);
    // Restart the mail server, which closes the connection.
    let config = home().join("dovecot.conf");
    let mut doveadm = std::process::Command::new("doveadm");
    let kicked =
        doveadm.arg("-c").arg(config).args(["kick", "play.there@players.test"]).output().unwrap();
    assert!(kicked.status.success(), "{kicked:?}");
    send("there", 3, "HELP");
    wait_for_kept(&server, 3);
    assert!(server.log().contains("fetching mail failed"), "{}", server.log());
    assert!(!server.log().contains(PASSWORD), "the password is in the log");
}

#[test]
fn a_mail_that_is_too_large_stays_and_blocks_nothing() {
    let (server, mut mailbox) =
        fetching("large", "?then=delete", &["--test-limits", "mail.letter_bytes=1000000"]);
    send("large", 1, &"a line of many\r\n".repeat(100_000));
    send("large", 2, "HELP");
    wait_for_kept(&server, 1);
    wait_until("the deletion of one", || mailbox.count("ALL") == 1);
    assert_eq!(mailbox.count("FLAGGED SEEN"), 1);
    assert!(server.log().contains("too large"), "{}", server.log());
}

#[test]
fn a_wrong_password_is_reported_to_the_operator_only() {
    let settings = post::fetching("wrong", "");
    let settings = settings.map(|setting| setting.replace(PASSWORD, "not-the-password"));
    let server = post::server("wrong", &settings.each_ref().map(String::as_str));
    wait_until("a refusal in the log", || {
        server.log().contains("AUTHENTICATIONFAILED")
            || server.log().contains("uthentication failed")
    });
    server.client().get("/v1/rulesets").is(200);
    assert!(!server.log().contains("not-the-password"), "{}", server.log());
}

#[test]
fn a_server_that_is_killed_keeps_each_letter_once() {
    const LETTERS: usize = 40;
    let (mut server, mut mailbox) = fetching("killed", "", &[]);
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            for n in 0..LETTERS {
                send("killed", n, "HELP");
            }
        });
        let mut kills = 0_u64;
        while !sender.is_finished() || kills < 25 {
            std::thread::sleep(Duration::from_millis(150 + kills * 53 % 400));
            server.kill_9();
            // Release the lease of the stopped node instead of waiting for its end.
            if !server.database().url().starts_with("sqlite:") {
                server.database().run(server.directory(), "UPDATE leases SET leased_until = 0");
            }
            server.launch();
            kills += 1;
        }
        println!("{kills} kills");
    });
    wait_for_kept(&server, LETTERS as u64);
    wait_until("marks of all", || mailbox.count("UNSEEN") == 0);
    let waiting = "SELECT count(*) FROM jobs WHERE queue = 'mail_in' AND state = 'pending'";
    server.database().run(
        server.directory(),
        "UPDATE jobs SET leased_until = 0, run_at = 0 WHERE queue = 'mail_in' AND state = 'pending'",
    );
    wait_until("the end of all letters", || {
        server.database().count(server.directory(), waiting) == 0
    });
    assert_eq!(kept(&server), LETTERS as u64);
}

#[test]
fn one_node_at_a_time_fetches() {
    if std::env::var_os("BROADSIDE_TEST_DATABASE").is_none() {
        return;
    }
    let (mut first, _) = fetching("nodes", "", &[]);
    first.wait_for_log("fetching mail");
    let settings = post::fetching("nodes", "");
    let second = first.beside_with(&settings.each_ref().map(String::as_str));
    send("nodes", 1, "HELP");
    wait_for_kept(&first, 1);
    second.wait_for_first_round("IMAP");
    assert!(!second.log().contains("fetching mail"), "{}", second.log());
    first.kill_9();
    second.database().run(second.directory(), "UPDATE leases SET leased_until = 0");
    send("nodes", 2, "HELP");
    wait_for_kept(&second, 2);
}
