//! Limits of the amount of mail that strangers and friends can cause.

use broadside_tests::client::Client;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

const MAILBOX: &str = "/v1/players/me/mailbox";
/// Settings with the limits of mail, but without those of requests: attackers may have many
/// addresses.
const COUNTED: [&str; 4] = [
    "--limits",
    "none",
    "--test-limits",
    "challenges.first_day=20,challenges.later=30,mail.to_address=3,mail.to_domain=10,mail.unasked=2000,\
     mail.confirmations.first_day=3,mail.invitations.first_day=3,mail.of_strangers=20,mail.to_player=200",
];
const ATTACKERS: usize = 100;
const SPAM: &str = "WIN $1000 at evil.example";

fn id_of(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

/// Runs a function for many items, a few at a time.
fn at_once<T: Sync>(all: &[T], act: impl Fn(usize, &T) + Sync) {
    let (act, share) = (&act, all.len().div_ceil(8).max(1));
    std::thread::scope(|scope| {
        for (n, some) in all.chunks(share).enumerate() {
            scope.spawn(move || {
                some.iter().enumerate().for_each(|(k, one)| act(n * share + k, one))
            });
        }
    });
}

/// Returns all mail about what has happened so far.
fn all_mail(server: &Server) -> Vec<Mail> {
    server.wait_for_all_mail();
    broadside_tests::mail::in_folder(&server.directory().file("mail"))
}

#[test]
fn many_accounts_send_one_victim_and_one_domain_a_few_mails() {
    let server = Server::start_with(&COUNTED);
    let victim = server.player_at("Vera", "vera@victims.example");
    let numbers: Vec<usize> = (0..ATTACKERS).collect();
    let accounts = std::sync::Mutex::new(Vec::new());
    at_once(&numbers, |_, _| accounts.lock().unwrap().push(server.player(SPAM)));
    let attackers = accounts.into_inner().unwrap();

    // Challenges, half of them aborted immediately to make room for more.
    let challenge =
        json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": victim.id}]});
    at_once(&attackers, |n, attacker| {
        let game = id_of(&attacker.post("/v1/games", &challenge).is(201));
        if n.is_multiple_of(2) {
            attacker.request("POST", &format!("/v1/games/{game}/abort")).send().is(200);
            attacker.post("/v1/games", &challenge).is(201);
        }
    });
    // Joining and leaving a game of the victim.
    let open = json!({"ruleset": "voices", "options": {"seats": 3}});
    let open = id_of(&victim.post("/v1/games", &open).is(201));
    for attacker in &attackers[..60] {
        attacker.post(&format!("/v1/games/{open}/seats"), &json!({})).is(201);
        attacker.post(&format!("/v1/games/{open}/messages"), &json!({"text": SPAM})).is(201);
        attacker.delete(&format!("/v1/games/{open}/seats/me")).is(204);
    }
    // Confirmations to the domain of the victim, and to variants of the victim's address.
    at_once(&attackers, |n, attacker| {
        let address = match n % 4 {
            0 => format!("vera+{n}@victims.example"),
            _ => format!("somebody{n}@victims.example"),
        };
        attacker.put(MAILBOX, &json!({"address": address})).is(200);
    });
    // Invitations by players with a mailbox.
    let invite = |address: String| json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "mail", "address": address}]});
    for n in 0..3 {
        let attacker = server.player_at(SPAM, &format!("evil{n}@attackers.example"));
        for k in 0..3 {
            attacker.post("/v1/games", &invite(format!("guest{n}.{k}@victims.example"))).is(201);
        }
        let refused = attacker.post("/v1/games", &invite("guest@victims.example".to_owned()));
        assert!(refused.header("retry-after").parse::<u64>().is_ok());
        refused.problem("too_many_requests").names("", "3 invitations a day");
    }

    let mails = all_mail(&server);
    let to = |address: &str| mails.iter().filter(|mail| mail.to == address).collect::<Vec<_>>();
    let got = to("vera@victims.example");
    let strangers: Vec<_> =
        got.iter().filter(|mail| mail.subject.starts_with("Challenges from")).collect();
    assert_eq!(strangers.len(), 1, "one mail tells of all challenges");
    assert!(strangers[0].text.matches("challenges you to").count() <= 10, "{}", strangers[0].text);
    // Her confirmation, that mail, and a limited number about her own game.
    assert!(got.len() <= 1 + 1 + 20, "{} mails", got.len());
    let spellings = mails.iter().filter(|mail| mail.to.starts_with("vera+")).count();
    assert!(spellings <= 2, "three confirmations a day go to an address: {spellings}");
    let of_domain =
        mails.iter().filter(|mail| mail.to.ends_with("@victims.example") && mail.to != got[0].to);
    let of_domain = of_domain.count();
    assert!((7..=9).contains(&of_domain), "{of_domain} mails to the domain");
    for mail in mails.iter().filter(|mail| !mail.to.ends_with("@attackers.example")) {
        assert!(
            !mail.subject.contains("WIN") && !mail.subject.contains("evil"),
            "{}",
            mail.subject
        );
    }

    // One click turns off these mails, and no others.
    let path = strangers[0].unsubscribe();
    assert_eq!(strangers[0].header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let click = ureq::post(format!("{}{path}", server.url()));
    let click =
        click.content_type("application/x-www-form-urlencoded").send("List-Unsubscribe=One-Click");
    assert_eq!(click.unwrap().status(), 200);
    let mailbox = victim.get(MAILBOX).is(200);
    assert_eq!((&mailbox["strangers"], &mailbox["cadence"]), (&json!(false), &json!("each")));
    let later = "UPDATE mailboxes SET strangers_at = 0";
    server.database().run(server.directory(), later);
    attackers[1].post("/v1/games", &challenge).is(201);
    server.wait_for_all_mail();
    let again = server.mail_to("vera@victims.example");
    assert_eq!(again.iter().filter(|mail| mail.subject.starts_with("Challenges from")).count(), 1);
}

#[test]
fn challenges_count_even_after_they_are_answered() {
    let server = Server::start_with(&COUNTED);
    let (ada, ben) = (server.player("Ada"), server.player_at("Ben", "ben@example.org"));
    let challenge = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    for _ in 0..20 {
        let game = id_of(&ada.post("/v1/games", &challenge).is(201));
        ada.request("POST", &format!("/v1/games/{game}/abort")).send().is(200);
    }
    let refused = ada.post("/v1/games", &challenge);
    assert!(refused.header("retry-after").parse::<u64>().is_ok());
    refused.problem("too_many_requests").names("", "cancelled games included");
    // Games without challenges do not count, and an older account has a higher limit.
    ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let age = format!("UPDATE players SET created_at = created_at - {}", 25 * 60 * 60 * 1000);
    server.database().run(server.directory(), &age);
    for _ in 0..10 {
        ada.post("/v1/games", &challenge).is(201);
    }
    ada.post("/v1/games", &challenge).problem("too_many_requests");
    let mails = all_mail(&server);
    let to_ben: Vec<_> = mails.iter().filter(|mail| mail.to == "ben@example.org").collect();
    // The confirmation, and at most one mail with challenges; aborted challenges may be omitted.
    assert!(to_ben.len() <= 2, "{:?}", to_ben.iter().map(|mail| &mail.subject).collect::<Vec<_>>());
    // There is no limit if limits are turned off.
    let free = Server::start();
    let (ada, ben) = (free.player("Ada"), free.player("Ben"));
    let challenge = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    for _ in 0..21 {
        let game = id_of(&ada.post("/v1/games", &challenge).is(201));
        ada.request("POST", &format!("/v1/games/{game}/abort")).send().is(200);
    }
}

#[test]
fn a_player_of_many_games_with_friends_gets_all_mail_about_them() {
    const FRIENDS: usize = 8;
    let server = Server::start_with(&COUNTED);
    let ada = server.player_at("Ada", "ada@example.org");
    let friends: Vec<_> = (0..FRIENDS).map(|n| server.player(&format!("Friend {n}"))).collect();
    let mut games = Vec::new();
    for _ in 0..4 {
        for friend in &friends {
            let body = json!({"ruleset": "classic", "options": {"first": "creator"},
                "opponents": [{"kind": "player", "id": ada.id}]});
            let game = format!("/v1/games/{}", id_of(&friend.post("/v1/games", &body).is(201)));
            ada.post(&format!("{game}/seats"), &json!({})).is(201);
            for player in [friend, &ada] {
                player.put(&format!("{game}/seats/me/placement"), &json!({"random": true})).is(200);
            }
            games.push((game, friend));
        }
    }
    // Each move of a friend that she must answer is reported in its own mail.
    let cells = ["A1", "A2", "A3"];
    for (n, cell) in cells.into_iter().enumerate() {
        let fire = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
        for (game, friend) in &games {
            friend.post(&format!("{game}/actions"), &fire).is(200);
        }
        let mails = || {
            let mails = server.mail_to("ada@example.org");
            let tells = |mail: &&Mail| {
                mail.subject.starts_with("Your turn: Salvo on paper with Friend")
                    && mail.text.lines().any(|line| {
                        line.starts_with("- Friend") && line.contains(&format!(" fired at {cell}:"))
                    })
            };
            mails.iter().filter(tells).count()
        };
        wait_until(format_args!("all mails of round {n}"), || mails() == games.len());
        for (game, _) in &games {
            ada.post(&format!("{game}/actions"), &fire).is(200);
        }
    }
}

#[test]
fn too_much_mail_about_games_waits_and_is_summed_up_in_one_mail() {
    let server =
        Server::start_with(&[&COUNTED[..], &["--test-limits", "mail.to_player=4"]].concat());
    let ada = server.player_at("Ada", "ada@example.org");
    let ben = server.player("Ben");
    let body = json!({"ruleset": "classic", "options": {"first": "creator"},
        "opponents": [{"kind": "player", "id": ada.id}]});
    let begin = |friend: &Client| {
        let game = format!("/v1/games/{}", id_of(&friend.post("/v1/games", &body).is(201)));
        ada.post(&format!("{game}/seats"), &json!({})).is(201);
        for player in [friend, &ada] {
            player.put(&format!("{game}/seats/me/placement"), &json!({"random": true})).is(200);
        }
        game
    };
    let game = begin(&ben);
    let fire =
        |cell: &str| json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
    let shot_alone = |game: &str, friend: &Client, cell: &str| {
        friend.post(&format!("{game}/actions"), &fire(cell)).is(200);
    };
    // She moves after mail about the friend's move could be sent.
    let shot = |game: &str, friend: &Client, cell: &str| {
        shot_alone(game, friend, cell);
        all_mail(&server);
        ada.post(&format!("{game}/actions"), &fire(cell)).is(200);
    };
    for cell in ["A1", "A2", "A3", "A4"] {
        shot(&game, &ben, cell);
    }
    shot_alone(&game, &ben, "A5");
    let about_games = || {
        let about = "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND mail_kind IN ('game', 'lobby', 'digest')";
        server.database().count(server.directory(), about)
    };
    all_mail(&server);
    assert_eq!(about_games(), 4, "the others wait");
    // The next mail that is not delayed contains everything that waited.
    let a_day_ago = "UPDATE jobs SET created_at = created_at - 86400000 WHERE queue = 'mail_out'";
    server.database().run(server.directory(), a_day_ago);
    let cleo = server.player("Cleo");
    let other = begin(&cleo);
    shot_alone(&other, &cleo, "B1");
    // Release the mailbox, which would otherwise be checked once a minute.
    let free = "UPDATE mailboxes SET lease = NULL";
    server.database().run(server.directory(), free);
    let mails = all_mail(&server);
    let all: String =
        mails.iter().filter(|mail| mail.to == "ada@example.org").map(|mail| &*mail.text).collect();
    for (name, cell) in
        [("Ben", "A1"), ("Ben", "A2"), ("Ben", "A3"), ("Ben", "A4"), ("Ben", "A5"), ("Cleo", "B1")]
    {
        assert!(all.contains(&format!("- {name} fired at {cell}:")), "{name} {cell}: {all}");
    }
}

#[test]
fn a_challenge_is_mailed_when_its_maker_is_no_longer_a_stranger() {
    let server = Server::start_with(&COUNTED);
    let ada = server.player_at("Ada", "ada@example.org");
    let ben = server.player("Ben");
    let challenge = |ruleset: &str| {
        let opponents = json!([{"kind": "player", "id": ada.id}]);
        id_of(&ben.post("/v1/games", &json!({"ruleset": ruleset, "opponents": opponents})).is(201))
    };
    let first = challenge("classic");
    let mail = server.wait_for_mail("ada@example.org", 2).remove(1);
    assert!(mail.text.contains("Salvo on paper"), "{}", mail.text);
    // The next challenge waits for the mail of the next day. Before that they begin a game.
    challenge("satellite");
    assert_eq!(all_mail(&server).len(), 2);
    ada.post(&format!("/v1/games/{first}/seats"), &json!({})).is(201);
    // The mail about that game changes the mailbox too.
    all_mail(&server);
    server.database().run(server.directory(), "UPDATE mailboxes SET strangers_at = 0");
    let mails = all_mail(&server);
    assert!(
        mails
            .iter()
            .any(|mail| mail.subject.starts_with("Challenges") && mail.text.contains("Satellite")),
        "{mails:?}"
    );
}
