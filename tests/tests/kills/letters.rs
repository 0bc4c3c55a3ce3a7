//! Letters: each accepted letter is carried out completely and once, with all its commands: a shot,
//! a message, a note, a setting.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_post::ReplyKey;
use broadside_tests::client::Client;
use broadside_tests::games::{Pair, Sequence, choice, choose};
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::json;

use crate::{kill_often, wait_until_idle};

pub(crate) const SECRET: &str = "the-secret-of-the-operator";
const MAILBOX: &str = "/v1/players/me/mailbox";
/// Number of letters needed for a meaningful result.
const ENOUGH: u32 = 30;
/// More than the number of shots in a game.
const TURNS: u32 = 220;

/// Two players who play by mail.
struct Duel {
    pair: Pair,
    addresses: [String; 2],
    /// The turn of the first shot.
    first: u32,
    sequence: Sequence,
    /// A letter whose acceptance is unknown.
    letter: Option<String>,
    /// Number of accepted letters.
    taken: u32,
}

/// Creates a player with a mailbox.
pub(crate) fn writer(server: &Server, name: &str) -> (Client, String) {
    let client = server.player(name);
    let address = format!("{}@example.org", name.to_lowercase());
    client.put(MAILBOX, &json!({"address": address})).is(200);
    let code = server.wait_for_mail(&address, 1)[0].word("bra_");
    client.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
    (client, address)
}

/// The reply key of a player in a turn, as if it had come with a mail.
pub(crate) fn key(player: usize, turn: u32) -> ReplyKey {
    let digits: String =
        turn.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect();
    ReplyKey::parse(&format!("{:x<26}", format!("{}{digits}", ["y", "z"][player]))).unwrap()
}

/// Delivers a letter; `None` if the server does not answer.
pub(crate) fn deliver(client: &Client, letter: &str) -> Option<()> {
    let request = client.request("POST", "/v1/mail/inbound").bytes(letter.to_owned());
    let request = request.header("Content-Type", "message/rfc822");
    let answer = request.header("Authorization", format!("Bearer {SECRET}")).try_send().ok()?;
    assert_eq!(answer.status, 202, "{}", answer.text());
    Some(())
}

/// Waits until a player has been notified of their turn, with a mail that has a key.
pub(crate) fn wait_for_turn(server: &Server, address: &str) {
    wait_until("a mail about the turn", || {
        server.mail_to(address).iter().any(|mail| mail.subject.contains("Your turn"))
    });
}

/// Adds the reply keys of both players for all turns from the current one on. Returns the current
/// turn.
pub(crate) fn add_keys(server: &Server, pair: &Pair) -> u32 {
    let of_game = format!("SELECT max(turn) FROM mail_keys WHERE game_id = '{}'", pair.id);
    let first = u32::try_from(server.database().count(server.directory(), &of_game)).unwrap();
    let row = |player: usize, turn: u32| {
        let id = &[&pair.ada, &pair.ben][player].id;
        format!("('{}', '{id}', '{}', {turn}, 1)", key(player, turn).hash(), pair.id)
    };
    let rows: Vec<_> =
        (0..TURNS).flat_map(|shot| [0, 1].map(|player| row(player, first + shot))).collect();
    let keys = "INSERT INTO mail_keys (hash, player_id, game_id, turn, created_at) VALUES";
    server.database().run(server.directory(), &format!("{keys} {}", rows.join(", ")));
    first
}

/// The language that a letter sets.
fn language(letter: u32) -> &'static str {
    if letter % 4 < 2 { "ITALIAN" } else { "ENGLISH" }
}

impl Duel {
    fn begun(server: &Server) -> Self {
        let [(ada, to_ada), (ben, to_ben)] = ["Ada", "Ben"].map(|name| writer(server, name));
        let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
        pair.place();
        wait_for_turn(server, &to_ada);
        let first = add_keys(server, &pair);
        Self {
            pair,
            addresses: [to_ada, to_ben],
            first,
            sequence: Sequence(5),
            letter: None,
            taken: 0,
        }
    }

    /// Writes letters until the server is gone. A letter without an acknowledgement is sent again,
    /// as mail servers do.
    fn write(&mut self, url: &str, gone: &AtomicBool) {
        (self.pair.ada, self.pair.ben) = (self.pair.ada.at(url), self.pair.ben.at(url));
        wait_until("the server to be killed", || {
            gone.load(Ordering::Relaxed) || self.letter().is_none()
        });
    }

    /// Writes the next letter after the previous one has been carried out; `None` if the server
    /// does not answer, or if the game is over.
    fn letter(&mut self) -> Option<()> {
        let raw = match self.letter.take() {
            Some(raw) => raw,
            None => {
                let player = (self.taken % 2) as usize;
                let mover = [&self.pair.ada, &self.pair.ben][player];
                let game = mover.request("GET", &self.pair.path("")).try_send().ok()?.json;
                let shots = mover
                    .request("GET", &self.pair.path("/events?limit=200"))
                    .try_send()
                    .ok()?
                    .json;
                let shots = shots["events"].as_array()?.iter();
                let shots = shots.filter(|event| event["type"] == "fired").count();
                if shots < self.taken as usize || game["to_move"][0] != player + 1 {
                    return Some(());
                }
                let legal = mover.request("GET", &self.pair.path("/legal")).try_send().ok()?.json;
                let (count, from) = choice(&legal)?;
                let cell = choose(count, from, &mut self.sequence).remove(0);
                let (address, number) = (&self.addresses[player], self.taken);
                let to = format!("play+{}@localhost", key(player, self.first + number).reveal());
                format!(
                    "From: {address}\r\nTo: {to}\r\nMessage-ID: <{number}.{address}>\r\n\r\nSET LANGUAGE {}\r\nNOTE {number}\r\n\
                     SAY {number}\r\nFIRE {cell}\r\nSAY {number} too\r\nNOTE {number} too\r\n",
                    language(number)
                )
            }
        };
        self.letter = Some(raw.clone());
        deliver(&self.pair.ada, &raw)?;
        self.letter = None;
        self.taken += 1;
        Some(())
    }
}

#[test]
fn a_server_that_is_killed_carries_out_each_letter_once() {
    let limits = ["--test-limits", "messages=1000000", "--test-limits", "mail.letters=1000000"];
    let mut server =
        Server::start_with(&[&["--mail-inbound-secret", SECRET], &limits[..]].concat());
    let mut duels = [Duel::begun(&server)];
    server.stop();
    kill_often(&mut server, &mut duels, Duel::write, |duels| duels[0].taken > ENOUGH);

    let count = |server: &Server, which: &str| {
        let statement = format!("SELECT count(*) FROM jobs WHERE queue = 'mail_in' AND {which}");
        server.database().count(server.directory(), &statement)
    };
    wait_until_idle(&server);
    assert_eq!(count(&server, "outcome IS DISTINCT FROM 'taken'"), 0, "each is carried out whole");
    let [duel] = duels;
    let pair = duel.pair.at(server.url());
    let letters = u32::try_from(count(&server, "outcome = 'taken'")).unwrap();
    // One more letter may have been stored without an acknowledgement.
    assert!(letters == duel.taken || letters == duel.taken + 1, "{letters} of {}", duel.taken);

    let (mut shots, mut said, mut after) = (0, Vec::new(), 0);
    loop {
        let page = pair.ada.get(&pair.path(&format!("/events?limit=200&after={after}"))).is(200);
        let events = page["events"].as_array().unwrap();
        // The page after the last one is empty, and its link to the next page leads to itself.
        if events.is_empty() {
            break;
        }
        shots += events.iter().filter(|event| event["type"] == "fired").count();
        after = page["next"].as_u64().unwrap();
    }
    assert_eq!(shots, letters as usize, "a shot for each");
    after = 0;
    loop {
        let page = pair.ada.get(&pair.path(&format!("/messages?limit=50&after={after}"))).is(200);
        let texts = page["messages"].as_array().unwrap().iter();
        said.extend(texts.map(|message| message["text"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_u64() else { break };
        after = next;
    }
    // The next player does not wait for the message that comes with a move, so two messages may be
    // in either order.
    let once: BTreeSet<String> = said.iter().cloned().collect();
    let all = (0..letters).flat_map(|letter| [format!("{letter}"), format!("{letter} too")]);
    assert_eq!(once, all.collect(), "all is said");
    assert_eq!(said.len(), once.len(), "and nothing twice: {said:?}");
    for (n, player) in [&pair.ada, &pair.ben].into_iter().enumerate() {
        let own: Vec<u32> = (0..letters).filter(|letter| *letter as usize % 2 == n).collect();
        let notes = player.get(&pair.path("/notes")).is(200);
        let noted: Vec<_> =
            own.iter().flat_map(|letter| [format!("{letter}"), format!("{letter} too")]).collect();
        assert_eq!(notes["text"], noted.join("\n"), "each once, in order");
        let set =
            own.last().map_or("en", |last| if language(*last) == "ITALIAN" { "it" } else { "en" });
        assert_eq!(player.get(MAILBOX).is(200)["language"], set);
    }
    println!("{letters} letters");
    assert!(letters > ENOUGH, "{letters} letters are too few to mean anything");
}
