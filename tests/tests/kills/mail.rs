//! Mail: every notification is written to the folder under one Message-ID, even if the server is
//! killed again and again.

use std::collections::{BTreeMap, BTreeSet};

use broadside_tests::mail::{Mail, in_folder};
use broadside_tests::server::Server;
use serde_json::json;

use crate::{ENOUGH, Rivals, kill_often, moves, wait_until_idle};

#[test]
fn a_killed_server_neither_loses_nor_repeats_mail() {
    let mut server = Server::start();
    let mut rivals: Vec<_> = (10..12).map(|seed| Rivals::new(&server, seed)).collect();
    let mut addresses = BTreeMap::new();
    for (n, player) in rivals.iter().flat_map(Rivals::players).enumerate() {
        let address = format!("player{n}@example.org");
        player.put("/v1/players/me/mailbox", &json!({"address": address})).is(200);
        let code = server.wait_for_mail(&address, 1)[0].word("bra_");
        player.post("/v1/players/me/mailbox/confirm", &json!({"code": code})).is(200);
        addresses.insert(player.id.clone(), address);
    }
    server.stop();
    kill_often(&mut server, &mut rivals, Rivals::play, |rivals| {
        moves(rivals) > ENOUGH + ENOUGH / 2
    });
    wait_until_idle(&server);
    server.stop();
    let mails = in_folder(&server.directory().file("mail"));
    let ids: BTreeSet<_> = mails.iter().map(|mail| mail.header("Message-ID")).collect();
    assert_eq!(ids.len(), mails.len(), "two mails have the same Message-ID");
    let sent = server.database().count(
        server.directory(),
        "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND state = 'done'",
    );
    assert_eq!(sent as usize, mails.len(), "what was sent is not what is there");
    // Both players were told about the end of every game, once.
    let is_end =
        |mail: &&Mail| mail.subject.starts_with("You won") || mail.subject.starts_with("You lost");
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for mail in mails.iter().filter(is_end) {
        *counts.entry((mail.to.clone(), mail.header("List-Id"))).or_default() += 1;
    }
    let finished = "SELECT count(*) FROM games WHERE status = 'finished'";
    let finished = server.database().count(server.directory(), finished) as usize;
    assert!(counts.values().all(|times| *times == 1), "{counts:?}");
    assert_eq!(counts.len(), 2 * finished, "an end was told to somebody and not to the other");
    let turns = mails.iter().filter(|mail| mail.subject.starts_with("Your turn")).count();
    let moves = moves(&rivals);
    println!("{moves} moves, {finished} games over, {turns} turn mails of {} mails", mails.len());
    assert!(
        moves > ENOUGH && turns > ENOUGH / 2,
        "{moves} moves and {turns} mails are too few to mean anything"
    );
    assert!(mails.iter().all(|mail| addresses.values().any(|address| *address == mail.to)));
}
