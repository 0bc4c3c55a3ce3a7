//! Accounts by mail: each YES creates one account, and each STOP ends one, even if the server is
//! killed again and again.

use std::sync::atomic::{AtomicBool, Ordering};

use broadside_tests::client::Client;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;

use crate::letters::{self, SECRET};
use crate::{PACE, kill_often, wait_until_idle};

/// Number of people.
const PEOPLE: usize = 40;
/// Accounts of people. Bots have names, too.
const ACCOUNTS: &str = "players WHERE name IS NOT NULL AND NOT is_bot";

/// People who write one letter each.
struct Writers {
    client: Client,
    letters: Vec<String>,
    /// Number of accepted letters.
    taken: usize,
}

fn address(person: usize) -> String {
    // Each domain has its own limit.
    format!("person{person}@domain{person}.example")
}

fn letter(person: usize, to: &str, says: &str) -> String {
    let id = says.split_whitespace().next().unwrap_or_default();
    let from = address(person);
    format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <{id}.{from}>\r\n\r\n{says}\r\n")
}

impl Writers {
    fn new(client: &Client, letters: impl Iterator<Item = String>) -> [Self; 1] {
        [Self { client: client.clone(), letters: letters.collect(), taken: 0 }]
    }

    /// Writes letters until the server is gone. A letter without an acknowledgement is sent again.
    fn write(&mut self, url: &str, gone: &AtomicBool) {
        self.client = self.client.at(url);
        while !gone.load(Ordering::Relaxed) && self.taken < self.letters.len() {
            if letters::deliver(&self.client, &self.letters[self.taken]).is_none() {
                return;
            }
            self.taken += 1;
            std::thread::sleep(PACE);
        }
    }
}

/// Counts rows.
fn count(server: &Server, what: &str) -> u64 {
    server.database().count(server.directory(), &format!("SELECT count(*) FROM {what}"))
}

/// Delivers all letters while the server is killed, and waits until all mail has come in and gone
/// out.
fn deliver(server: &mut Server, letters: impl Iterator<Item = String>) {
    let mut writers = Writers::new(&server.client(), letters);
    server.stop();
    kill_often(server, &mut writers, Writers::write, |_| true);
    writers[0].write(server.url(), &AtomicBool::new(false));
    wait_until_idle(server);
}

/// Returns the only mail to a person that contains a text.
fn only_mail(server: &Server, person: usize, says: &str) -> Mail {
    let mut mails = server.mail_to(&address(person));
    mails.retain(|mail| mail.text.contains(says));
    assert_eq!(mails.len(), 1, "{}: {says}", address(person));
    mails.remove(0)
}

#[test]
fn a_server_that_is_killed_creates_and_ends_each_account_once() {
    let mut server =
        Server::start_with(&["--mail-inbound-secret", SECRET, "--mail-sign-up", "true"]);
    let each = |server: &Server, says: &str, answers: &str| {
        let answered = |person| {
            let mail = only_mail(server, person, answers);
            letter(person, &mail.reply_to(), says)
        };
        (0..PEOPLE).map(answered).collect::<Vec<_>>().into_iter()
    };
    let strangers = (0..PEOPLE).map(|person| letter(person, "play@localhost", "HELP"));
    Writers::new(&server.client(), strangers)[0].write(server.url(), &AtomicBool::new(false));
    wait_until_idle(&server);

    let yes = each(&server, "YES", "YES");
    deliver(&mut server, yes);
    assert_eq!(
        (count(&server, ACCOUNTS), count(&server, "mailboxes")),
        (PEOPLE as u64, PEOPLE as u64)
    );

    let stop = each(&server, "STOP", "Welcome, ");
    Writers::new(&server.client(), stop)[0].write(server.url(), &AtomicBool::new(false));
    wait_until_idle(&server);
    let codes = (0..PEOPLE).map(|person| {
        let mail = only_mail(&server, person, "ends your account for good");
        let line = mail.text.lines().find(|line| line.starts_with("    STOP ")).unwrap();
        let code = line.split_whitespace().nth(1).unwrap();
        letter(person, &mail.reply_to(), &format!("Stop {code}"))
    });
    let codes: Vec<_> = codes.collect();
    deliver(&mut server, codes.into_iter());
    assert_eq!((count(&server, ACCOUNTS), count(&server, "mailboxes")), (0, 0));
    for person in 0..PEOPLE {
        only_mail(&server, person, "Your account is deleted");
    }
}
