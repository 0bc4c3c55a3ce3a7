//! Letters: what was taken is carried out, each once, and in the order in which it came.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::games::Pair;
use broadside_tests::server::Server;
use serde_json::json;

use crate::kill_often;

const SECRET: &str = "the-secret-of-the-operator";
const MAILBOX: &str = "/v1/players/me/mailbox";

/// Somebody who writes one letter after another.
struct Writer {
    client: Client,
    address: String,
    /// Where answers go.
    to: String,
    /// The letter that is written.
    letter: usize,
    /// Those that were taken.
    taken: Vec<usize>,
}

impl Writer {
    fn new(server: &Server, name: &str) -> Self {
        let client = server.player(name);
        let address = format!("{}@example.org", name.to_lowercase());
        client.put(MAILBOX, &json!({"address": address})).is(200);
        let code = server.wait_for_mail(&address, 1)[0].word("bra_");
        client.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
        Self { client, address, to: String::new(), letter: 1, taken: Vec::new() }
    }

    /// Writes until the server is gone. A letter that was not taken for sure is handed over again, as mail servers do.
    fn write(&mut self, url: &str, gone: &AtomicBool) {
        self.client = self.client.again(url);
        while !gone.load(Ordering::Relaxed) {
            let Self { address, to, letter, .. } = self;
            let raw = format!(
                "From: {address}\r\nTo: {to}\r\nMessage-ID: <{letter}.{address}>\r\n\r\nSAY letter {letter} of {address}\r\n"
            );
            let request = self.client.request("POST", "/v1/mail/inbound").bytes(raw);
            let request = request.header("Content-Type", "message/rfc822");
            let Ok(answer) = request.header("Authorization", format!("Bearer {SECRET}")).try_send() else {
                return;
            };
            assert_eq!(answer.status, 202, "{}", answer.text());
            self.taken.push(self.letter);
            self.letter += 1;
            // More would only wait for each other.
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_server_that_is_killed_carries_out_each_letter_once() {
    let mut server = Server::start_with(&["--mail-inbound-secret", SECRET, "--message-limit", "1000000"]);
    let mut writers = ["Ada", "Ben"].map(|name| Writer::new(&server, name));
    let pair = Pair::of(writers.each_ref().map(|writer| writer.client.clone()), &json!({}));
    for writer in &mut writers {
        let mails = server.wait_for_mail(&writer.address, 2);
        writer.to = mails.last().unwrap().reply_to();
        assert!(writer.to.starts_with("play+"), "{}", writer.to);
    }
    server.stop();
    // What a server held when it died belongs to nobody after a while. That while is not waited for.
    let between = |server: &mut Server| {
        server.database().run(server.directory(), "UPDATE mail_in SET leased_until = 0, next_at = 0");
    };
    kill_often(&mut server, &mut writers, Writer::write, between);

    let waiting = "SELECT count(*) FROM mail_in WHERE state = 'waiting'";
    let patience = Instant::now() + Duration::from_secs(120);
    while server.database().count(server.directory(), waiting) > 0 {
        assert!(Instant::now() < patience, "not all letters are carried out\n{}", server.log());
        std::thread::sleep(Duration::from_millis(500));
    }
    let pair = pair.at(server.url());
    let (mut said, mut after): (BTreeMap<String, Vec<usize>>, u64) = (BTreeMap::new(), 0);
    loop {
        let page = pair.ada.get(&pair.path(&format!("/messages?limit=50&after={after}"))).is(200);
        for message in page["messages"].as_array().unwrap() {
            let text = message["text"].as_str().unwrap();
            let (number, address) = text.strip_prefix("letter ").unwrap().split_once(" of ").unwrap();
            said.entry(address.to_owned()).or_default().push(number.parse().unwrap());
        }
        let Some(next) = page["next"].as_u64() else { break };
        after = next;
    }
    let mut letters = 0;
    for writer in &writers {
        let said = said.remove(&writer.address).unwrap_or_default();
        // One more may have been kept without its writer having been told.
        let last = said.len();
        assert_eq!(said, (1..=last).collect::<Vec<_>>(), "each once, in order");
        assert!(
            last == writer.taken.len() || last == writer.taken.len() + 1,
            "{last} of {}",
            writer.taken.len()
        );
        letters += last;
    }
    println!("{letters} letters");
    assert!(letters > 30, "{letters} letters are too few to mean anything");
}
