//! Games that begin by mail. Each `NEW` creates one game and sends one invitation. Each `ACCEPT`
//! seats one new player and carries out the other commands of the letter once. Each `TOKEN` sends a
//! code for a token.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_tests::client::Client;
use broadside_tests::mail::{Mail, in_folder};
use broadside_tests::server::Server;
use broadside_tests::wait::{wait_for, wait_until};
use serde_json::json;

use crate::letters::{SECRET, deliver, writer};
use crate::{kill_often, wait_until_idle};

const HOSTS: usize = 3;
/// Number of games needed for a meaningful result.
const ENOUGH: usize = 10;

/// The next letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The host creates a game.
    New,
    /// The guest accepts.
    Accept,
    /// The guest asks for a token.
    Token,
}

/// A host who invites guests. Each guest accepts and asks for a token.
struct Host {
    number: usize,
    client: Client,
    address: String,
    /// The address for letters without a game.
    desk: String,
    /// The folder for outgoing mail.
    folder: PathBuf,
    next: Next,
    /// Number of accepted letters of each kind.
    made: usize,
    accepted: usize,
    asked: usize,
    /// A letter whose acceptance is unknown.
    letter: Option<String>,
}

impl Host {
    fn new(server: &Server, number: usize) -> Self {
        let (client, address) = writer(server, &format!("Host{number}"));
        let folder = server.directory().file("mail");
        let mut host = Self {
            number,
            client,
            desk: "play@localhost".to_owned(),
            folder,
            next: Next::New,
            made: 0,
            accepted: 0,
            asked: 0,
            letter: None,
            address,
        };
        let help = raw(&host.address, &host.desk, "help", "HELP");
        deliver(&host.client, &help).expect("the server answers");
        let help = wait_for("help", || host.mail(&host.address, "one command per line"));
        host.desk = help.reply_to();
        host
    }

    /// The name and address of a guest.
    fn guest(&self, n: usize) -> (String, String) {
        (format!("Guest {} {n}", self.number), format!("guest{n}x{}@example.com", self.number))
    }

    /// Returns the newest mail to an address that contains this text.
    fn mail(&self, address: &str, says: &str) -> Option<Mail> {
        let says = |mail: &&Mail| {
            mail.to == address && (mail.subject.contains(says) || mail.text.contains(says))
        };
        in_folder(&self.folder).iter().rev().find(says).cloned()
    }

    /// Writes letters until the server is gone. A letter without an acknowledgement is sent again,
    /// as mail servers do.
    fn write(&mut self, url: &str, gone: &AtomicBool) {
        self.client = self.client.at(url);
        wait_until("the server to be killed", || {
            gone.load(Ordering::Relaxed) || self.write_one().is_none()
        });
    }

    /// Sends the next letter if the mail that it answers has arrived; `None` if the server does not
    /// answer.
    fn write_one(&mut self) -> Option<()> {
        let Some(letter) = self.letter.take().or_else(|| self.next_letter()) else {
            return Some(());
        };
        self.letter = Some(letter.clone());
        deliver(&self.client, &letter)?;
        self.letter = None;
        match self.next {
            Next::New => (self.made, self.next) = (self.made + 1, Next::Accept),
            Next::Accept => (self.accepted, self.next) = (self.accepted + 1, Next::Token),
            Next::Token => (self.asked, self.next) = (self.asked + 1, Next::New),
        }
        Some(())
    }

    fn next_letter(&self) -> Option<String> {
        let n = self.asked;
        let (name, guest) = self.guest(n);
        Some(match self.next {
            Next::New => raw(
                &self.address,
                &self.desk,
                &format!("new.{n}"),
                &format!("NEW CLASSIC WITH {guest}"),
            ),
            Next::Accept => {
                let to = self.mail(&guest, "invites you")?.reply_to();
                let words = format!("ACCEPT\r\nNAME {name}\r\nPLACE RANDOM\r\nSAY I am {name}");
                raw(&guest, &to, &format!("accept.{n}"), &words)
            }
            Next::Token => {
                let to = self.mail(&guest, "The game is waiting for")?.reply_to();
                raw(&guest, &to, &format!("token.{n}"), "TOKEN")
            }
        })
    }
}

fn raw(from: &str, to: &str, id: &str, words: &str) -> String {
    format!(
        "From: {from}\r\nTo: {to}\r\nSubject: a game\r\nMessage-ID: <{id}.{from}>\r\n\r\n{words}\r\n"
    )
}

#[test]
fn a_server_that_is_killed_begins_each_game_once() {
    let limits = ["--test-limits", "open_games=1000000", "--test-limits", "mail.letters=1000000"];
    let mut server =
        Server::start_with(&[&["--mail-inbound-secret", SECRET], &limits[..]].concat());
    let mut hosts: Vec<_> = (0..HOSTS).map(|number| Host::new(&server, number)).collect();
    server.stop();
    let enough = |hosts: &[Host]| hosts.iter().map(|host| host.accepted).sum::<usize>() > ENOUGH;
    kill_often(&mut server, &mut hosts, Host::write, enough);

    // Send letters without an acknowledgement again, so that the result of each is known.
    for host in &mut hosts {
        host.client = host.client.at(server.url());
        while host.letter.is_some() {
            host.write_one().expect("the server answers");
        }
    }
    let count = |statement: &str| server.database().count(server.directory(), statement) as usize;
    wait_until_idle(&server);
    assert_eq!(
        count(
            "SELECT count(*) FROM jobs WHERE queue = 'mail_in' AND outcome IS DISTINCT FROM 'taken'"
        ),
        0,
        "each is carried out"
    );
    let sum = |of: fn(&Host) -> usize| hosts.iter().map(of).sum::<usize>();
    let (made, accepted, asked) =
        (sum(|host| host.made), sum(|host| host.accepted), sum(|host| host.asked));
    println!("{made} games, {accepted} accepted, {asked} tokens");
    assert_eq!(count("SELECT count(*) FROM games"), made, "a game for each");
    assert_eq!(count("SELECT count(*) FROM mail_invitations"), made, "and an invitation");
    assert_eq!(
        count("SELECT count(*) FROM players WHERE NOT is_bot"),
        HOSTS + accepted,
        "an account for each that accepts"
    );
    assert_eq!(
        count("SELECT count(*) FROM mailboxes WHERE address_normalized IS NOT NULL"),
        HOSTS + accepted
    );
    let seated = "SELECT count(DISTINCT s.player_id) FROM mail_invitations i JOIN seats s ON s.game_id = i.game_id \
                  AND s.seat = i.seat AND s.player_id = i.player_id";
    assert_eq!(count(seated), accepted, "each has its seat");
    assert_eq!(
        count("SELECT count(*) FROM seats WHERE seat = 2 AND player_id IS NOT NULL"),
        accepted
    );

    assert_eq!(count("SELECT count(*) FROM messages"), accepted, "each says something once");
    assert_eq!(count("SELECT count(DISTINCT game_id) FROM messages"), accepted);

    let mails = in_folder(&server.directory().file("mail"));
    for host in &hosts {
        for n in 0..host.made {
            let (name, guest) = host.guest(n);
            let to = mails.iter().filter(|mail| mail.to == guest);
            let invitations = to
                .clone()
                .filter(|mail| mail.subject.starts_with("An invitation to a game"))
                .count();
            assert_eq!(invitations, 1, "{guest} is invited once");
            if n < host.accepted {
                let placed = to.clone().any(|mail| mail.text.contains("    PLACE RANDOM\n"));
                assert!(placed, "{guest} is told that it has placed");
            }
            // A code may be sent twice if the server was killed before it recorded that it had sent
            // the code. It is valid in any case.
            if n < host.asked {
                let mail = to.clone().rfind(|mail| mail.subject.contains("A new token"));
                let code = mail.unwrap_or_else(|| panic!("no code came to {guest}")).word("brl_");
                let redeemed = server
                    .client()
                    .post("/v1/token-recovery/redeem", &json!({"code": code}))
                    .is(201);
                assert_eq!(redeemed["player"]["name"], json!(name));
            }
        }
    }
    assert!(accepted > ENOUGH, "{accepted} games are too few to mean anything");
}
