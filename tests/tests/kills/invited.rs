//! Letters of invited guests: each guest declines once, and a guest who opts out of mail gets no
//! further mail, even if the server is killed again and again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_tests::client::Client;
use broadside_tests::mail::{Mail, in_folder};
use broadside_tests::server::Server;
use serde_json::json;

use crate::letters::{self, SECRET, writer};
use crate::{PACE, kill_often, wait_until_idle};

/// Number of hosts: a player can invite only twenty guests a day.
const HOSTS: usize = 4;
const INVITED: usize = 18;

/// An invited guest.
struct Guest {
    address: String,
    /// The path of the seats of the game, and the code in the invitation.
    seats: String,
    code: String,
    letter: String,
}

/// All guests, who write one after another.
struct Guests {
    client: Client,
    guests: Vec<Guest>,
    /// Number of accepted letters.
    taken: usize,
}

/// Returns `true` if the guest opts out of mail; the others decline.
fn is_never(guest: usize) -> bool {
    guest.is_multiple_of(2)
}

impl Guests {
    fn write(&mut self, url: &str, gone: &AtomicBool) {
        self.client = self.client.at(url);
        while !gone.load(Ordering::Relaxed) && self.taken < self.guests.len() {
            if letters::deliver(&self.client, &self.guests[self.taken].letter).is_none() {
                return;
            }
            self.taken += 1;
            std::thread::sleep(PACE);
        }
    }
}

#[test]
fn a_killed_server_keeps_declined_invitations() {
    let mut server = Server::start_with(&["--mail-inbound-secret", SECRET]);
    let mut guests = Vec::new();
    let mut hosts = Vec::new();
    for host in 0..HOSTS {
        let (client, address) = writer(&server, &format!("Host{host}"));
        for guest in 0..INVITED {
            let to = format!("guest{guest}.{host}@example.com");
            let body = json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "mail", "address": to}]});
            let created = client.post("/v1/games", &body).is(201);
            let invitation = server.wait_for_mail(&to, 1).remove(0);
            let says =
                if is_never(guests.len()) { "NEVER" } else { "DECLINE LATER: after the holidays" };
            let letter = format!(
                "From: {to}\r\nTo: {}\r\nMessage-ID: <answer.{to}>\r\n\r\n{says}\r\n",
                invitation.reply_to()
            );
            let seats = format!("/v1/games/{}/seats", created["id"].as_str().unwrap());
            guests.push(Guest { address: to, seats, code: invitation.word("bri_"), letter });
        }
        hosts.push((client, address));
    }
    server.stop();
    let mut all = [Guests { client: hosts[0].0.clone(), guests, taken: 0 }];
    // The remaining letters are sent afterwards.
    kill_often(&mut server, &mut all, Guests::write, |_| true);
    let [mut all] = all;
    all.write(server.url(), &AtomicBool::new(false));
    let guests = all.guests;

    let count = |server: &Server, what: &str| {
        server.database().count(server.directory(), &format!("SELECT count(*) FROM {what}"))
    };
    wait_until_idle(&server);
    let never = (0..guests.len()).filter(|guest| is_never(*guest)).count();
    let taken_count = |why: &str| {
        count(
            &server,
            &format!("jobs WHERE queue = 'mail_in' AND outcome = 'taken' AND reason = '{why}'"),
        )
    };
    assert_eq!(
        (taken_count("never"), taken_count("declined")),
        (never as u64, (guests.len() - never) as u64)
    );
    assert_eq!(
        count(&server, "mail_suppressions"),
        never as u64,
        "who asked for it is never written to"
    );
    assert_eq!(count(&server, "mail_invitations"), 0, "nobody is invited any more");
    let eve = server.player("Eve");
    for guest in &guests {
        eve.post(&guest.seats, &json!({"code": guest.code})).is(404);
    }
    server.stop();
    let mails = in_folder(&server.directory().file("mail"));
    // Number of notices to the host about each guest, and of confirmations to each guest.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (n, guest) in guests.iter().enumerate() {
        let says = format!("{} does not want to play", guest.address);
        let of_host = |mail: &&Mail| mail.to == hosts[n / INVITED].1 && mail.text.contains(&says);
        let answers =
            |mail: &&Mail| mail.to == guest.address && mail.text.contains("You have declined");
        let count_of =
            |which: &dyn Fn(&&Mail) -> bool| mails.iter().filter(|mail| which(mail)).count();
        counts.insert(&guest.address, (count_of(&of_host), count_of(&answers)));
    }
    for (n, guest) in guests.iter().enumerate() {
        let expected = if is_never(n) { (1, 0) } else { (1, 1) };
        assert_eq!(counts[&*guest.address], expected, "{}: {counts:?}", guest.address);
    }
}
