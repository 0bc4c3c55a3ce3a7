//! Mail contains everything needed to verify a game: the commitments when they are made, and the
//! record when the game is finished.

use broadside_tests::client::Client;
use broadside_tests::games::{Pair, act};
use broadside_tests::mail::Mail;
use broadside_tests::server::{Server, run};
use serde_json::{Value, json};

const MAILBOX: &str = "/v1/players/me/mailbox";

fn player(server: &Server, name: &str) -> (Client, String) {
    let (client, address) = (server.player(name), format!("{}@example.org", name.to_lowercase()));
    client.put(MAILBOX, &json!({"address": address})).is(200);
    let code = server.wait_for_mail(&address, 1)[0].word("bra_");
    client.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
    (client, address)
}

/// Waits for a mail to an address whose subject begins with this text.
#[track_caller]
fn mail(server: &Server, address: &str, subject: &str) -> Mail {
    for count in 2.. {
        let mails = server
            .wait_for_mail(address, count)
            .into_iter()
            .find(|mail| mail.subject.starts_with(subject));
        if let Some(mails) = mails {
            return mails;
        }
    }
    unreachable!("it is waited for only so long")
}

/// The commitments of the server, as the game shows them to everybody.
fn commitments(game: &Value) -> Vec<String> {
    let fairness = &game["fairness"];
    let placements = fairness["placement_commitments"].as_array().unwrap();
    [&fairness["seed_commitment"]]
        .into_iter()
        .chain(placements)
        .map(|hash| hash.as_str().unwrap().to_owned())
        .collect()
}

fn records(mail: &Mail) -> Vec<&Vec<u8>> {
    mail.files.iter().filter(|(name, _)| name.ends_with(".json")).map(|(_, bytes)| bytes).collect()
}

#[test]
fn a_game_can_be_verified_by_mail_only() {
    let server = Server::start_with(&["--public-url", "https://play.example.org"]);
    let [(ada, at_ada), (ben, at_ben)] = ["Ada", "Ben"].map(|name| player(&server, name));
    let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
    let first = mail(&server, &at_ada, "Place your fleet");
    let seed = &commitments(&pair.game())[0];
    assert!(first.text.contains(seed) && first.html.contains(seed), "{}", first.text);
    assert!(
        first.text.contains("\nhttps://play.example.org/rules/classic?lang=en\n"),
        "{}",
        first.text
    );
    // The rules can be read in a browser.
    let rules = ureq::get(format!("{}/rules/classic", server.url())).call().unwrap();
    assert!(rules.headers()["content-type"].to_str().unwrap().starts_with("text/plain"));
    let rules = rules.into_body().read_to_string().unwrap();
    assert!(rules.starts_with("# "), "{rules}");

    pair.place();
    let turn = mail(&server, &at_ada, "Your turn");
    let values = commitments(&pair.game());
    assert_eq!(values.len(), 3);
    assert!(values.iter().all(|hash| turn.text.contains(hash)), "{}", turn.text);
    // The commitments are sent once, and revealed only at the end.
    pair.act(
        &pair.ada,
        &json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["A1"]}]}),
    )
    .is(200);
    mail(&server, &at_ben, "Your turn");
    pair.act(
        &pair.ben,
        &json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["A1"]}]}),
    )
    .is(200);
    let again = server.wait_for_mail(&at_ada, 4).pop().unwrap();
    assert!(
        !again.text.contains(seed.as_str()) && again.text.contains("Ben fired at A1"),
        "{}",
        again.text
    );
    for address in [&at_ada, &at_ben] {
        assert!(server.mail_to(address).iter().all(|mail| records(mail).is_empty()));
    }

    pair.act(&pair.ben, &act("resign")).is(200);
    let record = pair.ada.request("GET", &pair.path("/record")).send();
    for (address, subject) in [(&at_ada, "You won"), (&at_ben, "You lost")] {
        let end_mail = mail(&server, address, subject);
        // The same bytes as over HTTP.
        assert_eq!(records(&end_mail), [&record.text().into_bytes()]);
        let name = &end_mail.files.iter().find(|(name, _)| name.ends_with(".json")).unwrap().0;
        assert!(end_mail.text.contains(&format!("broadside verify {name}\n")), "{}", end_mail.text);
        std::fs::write(server.directory().file(name), records(&end_mail)[0]).unwrap();
        let verified = run(server.directory(), &["verify", name]);
        let says = String::from_utf8(verified.stdout).unwrap();
        assert!(
            verified.status.success() && values.iter().all(|hash| says.contains(hash)),
            "{says}"
        );
    }
}

#[test]
fn a_record_comes_with_the_end_of_the_whole_game_and_to_its_players() {
    let server = Server::start();
    let [(ada, at_ada), (ben, at_ben), (cleo, at_cleo), (dora, at_dora)] =
        ["Ada", "Ben", "Cleo", "Dora"].map(|name| player(&server, name));
    // Cleo resigns first, and the others continue. Dora is challenged to a private game, and
    // declines.
    let reserved = |player: &Client| json!({"kind": "player", "id": player.id});
    let game = ada
        .post(
            "/v1/games",
            &json!({"ruleset": "voices", "options": {"seats": 3}, "opponents": [reserved(&ben), reserved(&cleo)]}),
        )
        .is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    for player in [&ben, &cleo] {
        player.post(&format!("{path}/seats"), &json!({})).is(201);
    }
    for player in [&ada, &ben, &cleo] {
        player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    let resign = json!({"ruleset": "voices", "actions": [{"type": "resign"}]});
    cleo.post(&format!("{path}/actions"), &resign).is(200);
    ben.post(&format!("{path}/actions"), &resign).is(200);
    for (address, subject) in [(&at_ada, "You won"), (&at_ben, "You lost"), (&at_cleo, "You lost")]
    {
        let end_mail = mail(&server, address, subject);
        assert_eq!(records(&end_mail).len(), 1, "{}", end_mail.text);
        let all = server.mail_to(address);
        assert_eq!(all.iter().filter(|mail| !records(mail).is_empty()).count(), 1, "{all:#?}");
    }
    // A cancelled game has no record, so no mail contains one.
    let body =
        json!({"ruleset": "classic", "visibility": "private", "opponents": [reserved(&dora)]});
    let game = ada.post("/v1/games", &body).is(201);
    let challenge = mail(&server, &at_dora, "Challenges from players");
    assert!(challenge.text.contains(&commitments(&game)[0]), "{}", challenge.text);
    dora.post(
        &format!("/v1/games/{}/decline", game["id"].as_str().unwrap()),
        &json!({"reason": "later"}),
    )
    .is(200);
    let off = mail(&server, &at_ada, "Called off");
    assert!(records(&off).is_empty() && !off.text.contains("verify"), "{}", off.text);
    assert!(server.mail_to(&at_dora).iter().all(|mail| records(mail).is_empty()));
}
