//! Mail about games: its recipients, its time, and its content.

use broadside_tests::client::Client;
use broadside_tests::games::{Pair, fire};
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait;
use serde_json::{Value, json};

const MAILBOX: &str = "/v1/players/me/mailbox";

/// Adds a mailbox to a player and confirms it. The confirmation is the first mail to it.
fn mailbox(server: &Server, player: &Client, address: &str, settings: &Value) {
    let mut body = json!({"address": address});
    body.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    player.put(MAILBOX, &body).is(200);
    let code = server.wait_for_mail(address, 1)[0].word("bra_");
    player.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
}

/// Creates two players with mailboxes.
fn pair(server: &Server, settings: &Value) -> [Client; 2] {
    let players = [server.player("Ada"), server.player("Ben")];
    for (player, address) in players.iter().zip(["ada@example.org", "ben@example.org"]) {
        mailbox(server, player, address, settings);
    }
    players
}

/// Waits for a mail with such a subject, and returns all of them.
#[track_caller]
fn wait_for(server: &Server, address: &str, subject: &str) -> Vec<Mail> {
    wait::wait_for(format_args!("a mail to {address}: {subject}"), || {
        let mut mails = server.mail_to(address);
        mails.retain(|mail| mail.subject.starts_with(subject));
        Some(mails).filter(|mails| !mails.is_empty())
    })
}

fn subjects(server: &Server, address: &str) -> Vec<String> {
    server.mail_to(address).into_iter().skip(1).map(|mail| mail.subject).collect()
}

#[test]
fn a_turn_mail_has_only_what_its_player_may_know() {
    let server = Server::start();
    let [ada, ben] = pair(&server, &json!({"sheets": true}));
    let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
    // Ben has joined, so Ada is to place.
    let place = wait_for(&server, "ada@example.org", "Place your fleet: Salvo on paper").remove(0);
    assert!(
        place.text.contains("PLACE RANDOM") && place.text.contains("- Ben joined the game."),
        "{}",
        place.text
    );
    pair.place();
    // Ben has placed last, so he needs no mail. Ada is to move.
    let turn = wait_for(&server, "ada@example.org", "Your turn: Salvo on paper with Ben").remove(0);
    assert!(
        turn.text.contains("- You begin.") && turn.text.contains("    FIRE A1 "),
        "{}",
        turn.text
    );
    // Her map shows her ships, and his map shows no ships.
    let row = |mail: &Mail, n: usize| {
        let line = mail
            .text
            .lines()
            .find(|line| line.starts_with(&format!("{n:>2} ")))
            .unwrap()
            .to_owned();
        line.split_at(26).1.to_owned()
    };
    assert!(
        turn.text
            .lines()
            .any(|line| line.starts_with(' ') && line[..22.min(line.len())].contains('#'))
    );
    assert!((1..=10).all(|n| !row(&turn, n).contains('#')), "{}", turn.text);
    // The mails of a game form a thread, with a list id of their own and a link to unsubscribe.
    let root = turn.header("References");
    assert_eq!(
        (place.header("References"), turn.header("In-Reply-To")),
        (root.clone(), root.clone())
    );
    assert!(turn.header("List-Id").starts_with(&format!("<{}.games.", pair.id)), "{}", turn.raw);
    assert_eq!(turn.header("Auto-Submitted"), "auto-generated");
    assert_ne!(turn.header("Message-ID"), place.header("Message-ID"));
    let key = turn.reply_to();
    assert!(
        key.starts_with("play+") && key.ends_with("@localhost") && key.len() == 5 + 26 + 10,
        "{key}"
    );
    assert_ne!(key, place.reply_to());
    assert!(turn.html.contains("FIRE A1") && turn.html.contains("mailto:play%2B"), "{}", turn.html);
    assert_eq!(turn.files.len(), 1);
    assert_eq!(turn.files[0].0, "classic.pdf");
    assert!(turn.files[0].1.starts_with(b"%PDF-"));
    // Her move causes a mail to him, but none to her.
    let fired = pair.act(&pair.ada, &fire(&["A1"])).is(200);
    let turn_mail = wait_for(&server, "ben@example.org", "Your turn").remove(0);
    let result = if fired["events"][0]["result"] == "hit" { "hit" } else { "miss" };
    assert!(turn_mail.text.contains(&format!("- Ada fired at A1: {result}")), "{}", turn_mail.text);
    assert_eq!(subjects(&server, "ada@example.org").len(), 2);
    assert_ne!(turn_mail.header("References"), root, "a thread is its reader's own");
    // A player who turns off mail gets no further mail; the other one does.
    let ada = &pair.ada;
    ada.put(MAILBOX, &json!({"address": "ada@example.org", "cadence": "off"})).is(200);
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    pair.act(ada, &fire(&["A2"])).is(200);
    pair.act(&pair.ben, &json!({"ruleset": "classic", "actions": [{"type": "resign"}]})).is(200);
    wait_for(&server, "ben@example.org", "You lost: Salvo on paper with Ada");
    assert_eq!(subjects(&server, "ada@example.org").len(), 2);
    // The text of sent mails is deleted, and keys are stored only as hashes.
    let (database, directory) = (server.database(), server.directory());
    assert_eq!(
        database.count(
            directory,
            "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND state = 'done' AND length(payload) > 0"
        ),
        0
    );
    let key = key.strip_prefix("play+").unwrap().split('@').next().unwrap();
    let dump = format!("SELECT count(*) FROM mail_keys WHERE hash LIKE '%{key}%'");
    assert_eq!(database.count(directory, &dump), 0);
}

#[test]
fn challenges_messages_and_offers_are_mailed() {
    let server = Server::start();
    let [ada, ben] = pair(&server, &json!({"language": "it"}));
    let body = json!({"ruleset": "voices", "options": {"rounds": 3}, "clock": {"days_per_turn": 2},
        "opponents": [{"kind": "player", "id": ben.id}]});
    let game = ada.post("/v1/games", &body).is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let challenge = wait_for(&server, "ben@example.org", "Sfide di giocatori").remove(0);
    let words = challenge.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Ada ti sfida a una partita di SALVO per 2 voci"), "{words}");
    assert!(
        challenge.text.contains("- 2 giorni per turno")
            && challenge.text.contains("- La partita finisce dopo 3 giri"),
        "{}",
        challenge.text
    );
    assert!(challenge.text.contains("ACCEPT"), "{}", challenge.text);
    ben.post(&format!("{path}/seats"), &json!({})).is(201);
    wait_for(&server, "ada@example.org", "Piazza la flotta");
    ben.post(&format!("{path}/messages"), &json!({"text": "RESIGN\n<b>Buona fortuna</b>"})).is(201);
    let message = wait_for(&server, "ada@example.org", "Ben scrive").remove(0);
    assert!(message.text.contains("- “RESIGN\n  <b>Buona fortuna</b>”"), "{}", message.text);
    assert!(message.html.contains("&lt;b&gt;Buona fortuna"), "{}", message.html);
    // There are no mails about a blocked player.
    ada.request("PUT", &format!("/v1/blocks/{}", ben.id)).send().is(204);
    ben.post(&format!("{path}/messages"), &json!({"text": "Hello?"})).is(201);
    for player in [&ada, &ben] {
        player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    let game = ada.get(&path).is(200);
    let (mover, name, other, address) = if game["to_move"][0] == 1 {
        (&ada, "Ada", &ben, "ben@example.org")
    } else {
        (&ben, "Ben", &ada, "ada@example.org")
    };
    let act = |kind: &str| json!({"ruleset": "voices", "actions": [{"type": kind}]});
    mover.post(&format!("{path}/actions"), &act("offer_draw")).is(200);
    let offer = wait_for(&server, address, &format!("{name} propone la patta")).remove(0);
    assert!(
        offer.text.contains("propone la patta") && offer.text.contains("ACCEPT DRAW"),
        "{}",
        offer.text
    );
    other.post(&format!("{path}/actions"), &act("accept_draw")).is(200);
    // The score is attached at the end, although nobody has asked for sheets.
    for address in ["ada@example.org", "ben@example.org"] {
        let end = wait_for(&server, address, "Patta").remove(0);
        let names: Vec<_> = end.files.iter().map(|(name, _)| &**name).collect();
        assert!(
            names.len() == 2 && names[0] == "score.pdf" && names[1].starts_with("record-"),
            "{names:?}"
        );
    }
    assert!(offer.files.is_empty());
    assert!(server.mail_to("ada@example.org").iter().all(|mail| !mail.text.contains("Hello?")));
}

#[test]
fn left_out_messages_are_mentioned() {
    let server = Server::start_with(&["--test-limits", "messages=1000"]);
    let pair = Pair::of(pair(&server, &json!({"cadence": "digest"})), &json!({"first": "creator"}));
    let mail_count = server.wait_for_mail("ada@example.org", 2).len();
    for number in 1..=102 {
        pair.ben
            .post(&pair.path("/messages"), &json!({"text": format!("message {number}.")}))
            .is(201);
    }
    // Simulate a day in the database.
    server.database().run(server.directory(), "UPDATE mailboxes SET next_digest_at = 0");
    let digest = server.wait_for_mail("ada@example.org", mail_count + 1).pop().unwrap();
    assert!(digest.text.contains("2 earlier messages are left out here."), "{}", digest.text);
    assert_eq!(digest.text.matches("Ben writes:").count(), 100);
    assert!(!digest.text.contains("“message 2.”"), "{}", digest.text);
    assert!(
        digest.text.contains("“message 3.”") && digest.text.contains("“message 102.”"),
        "{}",
        digest.text
    );
}

#[test]
fn a_digest_covers_all_games_once_a_day() {
    let server = Server::start();
    let [ada, ben] = pair(&server, &json!({"cadence": "digest"}));
    let games: Vec<_> = (0..2)
        .map(|_| Pair::of([ada.clone(), ben.clone()], &json!({"first": "creator"})))
        .collect();
    let first = server.wait_for_mail("ada@example.org", 2).remove(1);
    games.iter().for_each(Pair::place);
    games.iter().for_each(|pair| drop(pair.act(&pair.ada, &fire(&["A1"])).is(200)));
    server.wait_for_all_mail();
    let subjects = subjects(&server, "ada@example.org");
    assert_eq!(subjects, std::slice::from_ref(&first.subject), "one a day");
    // Simulate a day in the database.
    server.database().run(server.directory(), "UPDATE mailboxes SET next_digest_at = 0");
    let mails = server.wait_for_mail("ben@example.org", 3);
    let digest = &mails[2];
    assert_eq!(digest.subject, "2 games wait for you (Broadside)");
    // The titles differ.
    for (pair, own) in games.iter().zip(["GAME 1", "GAME 2"]) {
        let title = format!(" Salvo on paper with Ada ({})\n====", &pair.id[pair.id.len() - 8..]);
        assert_eq!(digest.text.matches(&title).count(), 1, "{}", digest.text);
        assert_eq!(
            digest.text.matches(&format!("write {own} above")).count(),
            1,
            "{}",
            digest.text
        );
    }
    assert!(digest.reply_to().starts_with("play+"), "{}", digest.raw);
}
