//! Mailboxes: only players who have confirmed an address receive mail, and they can turn it off.

use broadside_tests::client::{Client, RawAnswer};
use broadside_tests::server::Server;
use broadside_tests::smtp::MailServer;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

const MAILBOX: &str = "/v1/players/me/mailbox";

/// Waits until a statement returns this count.
#[track_caller]
fn eventually(server: &Server, statement: &str, expected: u64) {
    wait_until(format_args!("{expected} of {statement}"), || {
        server.database().count(server.directory(), statement) == expected
    });
}

/// Posts a form as a button on a page does, or a mail program for one-click unsubscription.
pub(crate) fn press(server: &Server, path: &str, form: &str) -> RawAnswer {
    let kind = "Content-Type: application/x-www-form-urlencoded";
    let (host, length) = (server.address(), form.len());
    server.client().raw(
        format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{form}")
            .as_bytes(),
    )
}

pub(crate) fn page(server: &Server, path: &str) -> RawAnswer {
    page_in(server, path, "")
}

/// Fetches a page for a reader of these languages.
fn page_in(server: &Server, path: &str, languages: &str) -> RawAnswer {
    let host = server.address();
    let liked = format!("Accept-Language: {languages}\r\n");
    server.client().raw(
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{liked}\r\n")
            .as_bytes(),
    )
}

#[test]
fn an_address_is_confirmed_by_the_code_that_is_sent_to_it() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    ada.get(MAILBOX).problem("not_found");
    let settings = json!({"address": "Ada@Example.org", "cadence": "digest", "sheets": true, "language": "it"});
    let put = ada.put(MAILBOX, &settings).is(200);
    assert_eq!(put["address"], Value::Null);
    assert_eq!(put["pending"]["address"], "Ada@example.org");
    let mails = server.wait_for_mail("Ada@example.org", 1);
    let mail = &mails[0];
    assert_eq!(mail.subject, "È il tuo indirizzo? (Broadside)");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(mail.header("Return-Path").starts_with("<play+b"), "{}", mail.raw);
    assert!(
        !mail.raw.contains("Ada plays") && mail.text.lines().all(|line| line.len() < 120),
        "{}",
        mail.text
    );
    let code = mail.word("bra_");
    assert!(mail.html.contains(&code));
    // A code works only for the player who requested it, and must be correct.
    let confirm = format!("{MAILBOX}/confirm");
    ben.post(&confirm, &json!({"code": code}))
        .problem("invalid_field")
        .names("code", "set the mailbox again");
    ada.post(&confirm, &json!({"code": "bra_wrong"})).problem("invalid_field");
    let confirmed = ada.post(&confirm, &json!({"code": code})).is(200);
    let expected = json!({
        "address": "Ada@example.org", "pending": null, "change": null, "cadence": "digest", "sheets": true,
        "strangers": true, "reminders": [], "language": "it", "state": "active"
    });
    assert_eq!(confirmed, expected);
    assert_eq!(ada.get(MAILBOX).is(200), expected);
    ada.post(&confirm, &json!({"code": code})).problem("invalid_field");
    // The same address with other settings changes only the settings.
    let put = ada.put(MAILBOX, &json!({"address": "ada@example.org"})).is(200);
    assert_eq!((&put["address"], &put["cadence"]), (&json!("Ada@example.org"), &json!("each")));
    let export = ada.get("/v1/players/me/export").is(200);
    assert_eq!(export["mailbox"], put);
    // An address belongs to one player.
    ben.put(MAILBOX, &json!({"address": "ADA@example.org"})).is(200);
    let code = server.wait_for_mail("ADA@example.org", 1)[0].word("bra_");
    let problem = ben.post(&confirm, &json!({"code": code})).problem("not_now");
    assert!(problem.detail.contains("another account"), "{problem:?}");
    assert!(ada.delete(MAILBOX).is(200)["change"]["effective_at"].is_string());
    server.end_address_waits();
    ada.delete(MAILBOX).problem("not_found");
    ben.post(&confirm, &json!({"code": code})).is(200);
    // A deleted player leaves no address behind.
    ben.delete("/v1/players/me").is(204);
    for table in ["mailboxes", "jobs", "mail_keys", "mail_threads"] {
        assert_eq!(
            server.database().count(server.directory(), &format!("SELECT count(*) FROM {table}")),
            0,
            "{table}"
        );
    }
}

#[test]
fn invalid_addresses_are_refused() {
    let server = Server::start();
    let ada = server.player("Ada");
    for wrong in [
        "",
        "ada",
        "ada@",
        "ada@example.org, ben@example.org",
        "ada@example.org\r\nBcc: ben@example.org",
    ] {
        ada.put(MAILBOX, &json!({"address": wrong}))
            .problem("invalid_field")
            .names("address", "ada@example.org");
    }
    ada.put(MAILBOX, &json!({"address": "PLAY+x@localhost"}))
        .problem("invalid_field")
        .names("address", "your own");
    let cadence = json!({"address": "ada@example.org", "cadence": "hourly"});
    assert_eq!(ada.put(MAILBOX, &cadence).problem("invalid_field").field, "cadence");
    ada.get(MAILBOX).problem("not_found");
}

#[test]
fn a_look_at_a_page_does_nothing_and_the_button_on_it_does() {
    let server = Server::start();
    let ada = server.player("Ada <b>");
    ada.put(MAILBOX, &json!({"address": "ada@example.org"})).is(200);
    let mail = server.wait_for_mail("ada@example.org", 1).remove(0);
    let code = mail.word("bra_");
    let link = mail.word("http");
    let path = link.strip_prefix(server.url()).expect("links lead to this server");
    let shown = page(&server, path);
    assert_eq!(shown.status(), 200);
    for expected in
        ["Ada &lt;b&gt; wants", "cache-control: no-store", "referrer-policy: no-referrer"]
    {
        assert!(shown.0.contains(expected), "{}", shown.0);
    }
    assert_eq!(ada.get(MAILBOX).is(200)["address"], Value::Null);
    assert_eq!(press(&server, "/mail/confirm", &format!("code={code}")).status(), 200);
    assert_eq!(ada.get(MAILBOX).is(200)["address"], "ada@example.org");
    for stale in [
        page(&server, path),
        press(&server, "/mail/confirm", &format!("code={code}")),
        page(&server, "/mail/confirm"),
    ] {
        assert_eq!(stale.status(), 404);
        assert!(stale.0.contains("This link has expired"), "{}", stale.0);
    }
}

#[test]
fn pages_are_in_the_language_of_their_reader() {
    let server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    let english = "This link has expired";
    for (path, languages, says) in [
        ("/mail/confirm", "", english),
        ("/mail/confirm", "fr", english),
        ("/mail/confirm", "de", "Dieser Link gilt nicht mehr"),
        ("/mail/confirm", "it-CH, en;q=0.5", "non serve più"),
        ("/mail/token?code=brl_x", "it", "non serve più"),
        ("/mail/unsubscribe/AAAA", "en", "This link is not valid"),
        ("/mail/unsubscribe/AAAA", "it", "non porta da nessuna parte"),
    ] {
        let shown = page_in(&server, path, languages);
        assert_eq!(shown.status(), 404, "{path}");
        assert!(shown.0.contains(says), "{path} {languages}: {}", shown.0);
    }
    // The language of the player applies.
    let path = server.mail_to("ada@example.org").remove(0).unsubscribe();
    assert!(page_in(&server, &path, "it").0.contains("Stop game mail?"));
    ada.put(MAILBOX, &json!({"address": "ada@example.org", "language": "it"})).is(200);
    let shown = page_in(&server, &path, "en");
    assert!(
        shown.0.contains("Niente più posta delle partite?") && shown.0.contains("SET MAIL EACH"),
        "{}",
        shown.0
    );
    // The language of an unconfirmed address is unknown.
    ada.put(MAILBOX, &json!({"address": "cleo@example.org", "language": "it"})).is(200);
    let path = server.wait_for_mail("cleo@example.org", 1)[0].unsubscribe();
    assert!(page_in(&server, &path, "en").0.contains("Never write to this address?"));
    assert!(page_in(&server, &path, "fr").0.contains("Mai più messaggi a questo indirizzo?"));
}

/// Returns the path of the link in a notice about a change.
fn keep_link(server: &Server, address: &str, mails: usize) -> String {
    let notice = server.wait_for_mail(address, mails).pop().unwrap();
    assert_eq!(notice.subject, "Your address is about to change (Broadside)");
    let link = notice.word("http");
    assert!(
        notice.text.contains("new@example.net") || notice.text.contains("deleted"),
        "{}",
        notice.text
    );
    link.strip_prefix(server.url()).expect("links lead to this server").to_owned()
}

#[test]
fn a_confirmed_address_is_notified_of_a_change_and_can_stop_it() {
    let server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    let client = server.client();
    let change = |mails: usize| {
        ada.put(MAILBOX, &json!({"address": "new@example.net"})).is(200);
        let code = server.wait_for_mail("new@example.net", mails).pop().unwrap().word("bra_");
        ada.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200)
    };
    let changed = change(1);
    assert_eq!(
        (&changed["address"], &changed["pending"]),
        (&json!("ada@example.org"), &Value::Null)
    );
    assert_eq!(changed["change"]["address"], "new@example.net");
    // Until the change takes effect, recovery codes go only to the old address.
    client.post("/v1/token-recovery", &json!({"address": "new@example.net"})).is(202);
    let link = keep_link(&server, "ada@example.org", 2);
    client.post("/v1/token-recovery", &json!({"address": "ada@example.org"})).is(202);
    let code = server.wait_for_mail("ada@example.org", 3).pop().unwrap().word("brl_");
    client.post("/v1/token-recovery/redeem", &json!({"code": code})).is(201);
    assert_eq!(server.mail_to("new@example.net").len(), 1);
    // The same request again leaves the change as it is, and so does opening the page. The button
    // stops the change.
    assert_eq!(
        ada.put(MAILBOX, &json!({"address": "new@example.net"})).is(200)["change"],
        changed["change"]
    );
    assert!(page(&server, &link).0.contains("Keep this address"));
    assert_eq!(ada.get(MAILBOX).is(200)["change"], changed["change"]);
    assert!(press(&server, &link, "").0.contains("Your address stays"));
    let mailbox = ada.get(MAILBOX).is(200);
    assert_eq!(
        (&mailbox["address"], &mailbox["change"]),
        (&json!("ada@example.org"), &Value::Null)
    );
    assert_eq!(page(&server, &link).status(), 404);
    // Setting the old address again stops it too.
    change(2);
    assert_eq!(
        ada.put(MAILBOX, &json!({"address": "ada@example.org"})).is(200)["change"],
        Value::Null
    );
    // A change that is not stopped takes effect, and the link in the notice expires.
    let deleted = ada.delete(MAILBOX).is(200);
    assert_eq!(
        (&deleted["change"]["address"], &deleted["cadence"]),
        (&Value::Null, &json!("each"))
    );
    assert_eq!(ada.delete(MAILBOX).is(200), deleted, "it waits once");
    // Until then there is no mail about games. If the deletion is stopped, mail continues without
    // omissions.
    let ben = server.player("Ben");
    let opponents = json!([{"kind": "player", "id": ada.id}]);
    ben.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
    let link = keep_link(&server, "ada@example.org", 5);
    server.wait_for_all_mail();
    assert_eq!(server.mail_to("ada@example.org").len(), 5);
    assert!(press(&server, &link, "").0.contains("Your address stays"));
    server.wait_for_mail("ada@example.org", 6);
    // There are at most three notices a day, and no change without one.
    ada.delete(MAILBOX).problem("too_many_requests");
    assert_eq!(ada.get(MAILBOX).is(200)["change"], Value::Null);
}

#[test]
fn a_change_that_is_not_stopped_takes_effect() {
    let mut server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    ada.put(MAILBOX, &json!({"address": "new@example.net"})).is(200);
    let code = server.wait_for_mail("new@example.net", 1)[0].word("bra_");
    // The page has the same rule: the owner of the new address cannot shorten the waiting time.
    let confirmed = press(&server, "/mail/confirm", &format!("code={code}")).0;
    assert!(confirmed.contains("can stop the change"), "{confirmed}");
    assert_eq!(press(&server, "/mail/confirm", &format!("code={code}")).status(), 404);
    let link = keep_link(&server, "ada@example.org", 2);
    server.client().post("/v1/token-recovery", &json!({"address": "ada@example.org"})).is(202);
    let code = server.wait_for_mail("ada@example.org", 3).pop().unwrap().word("brl_");
    server.kill_9();
    server.launch();
    server.end_address_waits();
    let ada = ada.at(server.url());
    assert_eq!(ada.get(MAILBOX).is(200)["address"], "new@example.net");
    assert_eq!(page(&server, &link).status(), 404);
    assert_eq!(press(&server, &link, "").status(), 404);
    // The recovery code that was sent to the old address is no longer valid.
    server
        .client()
        .post("/v1/token-recovery/redeem", &json!({"code": code}))
        .problem("invalid_field");
    server.client().post("/v1/token-recovery", &json!({"address": "new@example.net"})).is(202);
    server.wait_for_mail("new@example.net", 2).pop().unwrap().word("brl_");
}

#[test]
fn one_click_has_no_more_sent() {
    let server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    let mails = server.mail_to("ada@example.org").remove(0);
    let path = mails.unsubscribe();
    assert_eq!(page(&server, &path).status(), 200);
    assert_eq!(ada.get(MAILBOX).is(200)["cadence"], "each");
    // The address is confirmed, so the link turns off mail about games.
    assert_eq!(press(&server, &path, "List-Unsubscribe=One-Click").status(), 200);
    assert_eq!(ada.get(MAILBOX).is(200)["cadence"], "off");
    assert_eq!(press(&server, "/mail/unsubscribe/AAAA", "").status(), 404);
    // A player who adds an address of somebody else does not learn about an opt-out by its owner.
    let ben = server.player("Ben");
    ben.put(MAILBOX, &json!({"address": "cleo@example.org"})).is(200);
    let never = server.wait_for_mail("cleo@example.org", 1)[0].unsubscribe();
    let shown = page(&server, &never);
    assert!(shown.0.contains("Never write to this address?"), "{}", shown.0);
    assert_eq!(press(&server, &never, "List-Unsubscribe=One-Click").status(), 200);
    assert_eq!(ben.get(MAILBOX).is(200)["pending"], Value::Null);
    for address in ["cleo@example.org", "cleo+again@example.org"] {
        let put = ben.put(MAILBOX, &json!({"address": address})).is(200);
        assert_eq!(
            (&put["pending"]["address"], &put["pending"]["sent"]),
            (&json!(address), &json!(true))
        );
    }
    ada.put(MAILBOX, &json!({"address": "somebody@example.org"})).is(200);
    server.wait_for_mail("somebody@example.org", 1);
    server.wait_for_all_mail();
    assert_eq!(server.mail_to("cleo@example.org").len(), 1);
    assert_eq!(server.mail_to("cleo+again@example.org").len(), 0);
}

#[test]
fn confirmations_are_few() {
    let server = Server::start_with(&["--limits", "normal", "--test-limits", "token_rate=10000"]);
    let ada = server.player("Ada");
    for n in 0..5 {
        if n == 3 {
            let refused = ada.put(MAILBOX, &json!({"address": "ada3@example.org"}));
            refused.problem("too_many_requests").names("", "3 confirmations a day");
            let age = format!("UPDATE players SET created_at = created_at - {}", 3 * 86_400_000);
            server.database().run(server.directory(), &age);
        }
        ada.put(MAILBOX, &json!({"address": format!("ada{n}@example.org")})).is(200);
        // The same request within minutes sends nothing, and does not count.
        ada.put(MAILBOX, &json!({"address": format!("ada{n}@example.org"), "sheets": true}))
            .is(200);
    }
    let refused = ada.put(MAILBOX, &json!({"address": "ada5@example.org"}));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 80_000);
    refused.problem("too_many_requests");
    assert_eq!(ada.get(MAILBOX).is(200)["pending"]["address"], "ada4@example.org");
    // An address gets three confirmations a day, no matter how many players add it.
    for n in 0..5 {
        let ben = server.player("Ben");
        let put = ben.put(MAILBOX, &json!({"address": format!("ben+{n}@example.org")})).is(200);
        // The player is told if no code was sent.
        assert_eq!((&put["pending"]["sent"], &ben.get(MAILBOX).is(200)), (&json!(n < 3), &put));
    }
    server.wait_for_mail("ben+2@example.org", 1);
    server.player("Cleo").put(MAILBOX, &json!({"address": "cleo@example.org"})).is(200);
    server.wait_for_mail("cleo@example.org", 1);
    assert_eq!(server.mail_to("ada0@example.org").len(), 1);
    assert_eq!(
        server.mail_to("ben+3@example.org").len() + server.mail_to("ben+4@example.org").len(),
        0
    );
}

#[test]
fn a_server_without_mail_refuses_mailboxes() {
    let server = Server::start_with(&["--mail-out", "off"]);
    let refused = server
        .player("Ada")
        .put(MAILBOX, &json!({"address": "ada@example.org"}))
        .problem("not_now");
    assert!(refused.detail.contains("sends no mail"), "{refused:?}");
}

#[test]
fn mail_goes_to_a_server_which_may_ask_for_patience_or_refuse() {
    let smtp = MailServer::answering(|recipient, refused| match recipient {
        "late@example.org" if refused == 0 => "451 try again",
        "gone@example.org" => "550 no such mailbox",
        _ => "250 welcome",
    });
    let url = smtp.url();
    let server = Server::start_with(&[
        "--mail-out",
        &url,
        "--mail-from",
        "The Admiralty <fleet@play.example.org>",
    ]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    ada.put(MAILBOX, &json!({"address": "late@example.org"})).is(200);
    ben.put(MAILBOX, &json!({"address": "gone@example.org"})).is(200);
    let late = smtp.wait("late@example.org", 1).remove(0);
    assert!(
        late.sender.starts_with("fleet+b") && late.sender.ends_with("@play.example.org"),
        "{late:?}"
    );
    assert_eq!(late.mail.subject, "Is this your address? (The Admiralty)");
    assert_eq!(late.mail.header("From"), "\"The Admiralty\" <fleet@play.example.org>");
    assert!(smtp.said().iter().any(|line| line == "EHLO play.example.org"), "{:?}", smtp.said());
    let confirm = json!({"code": late.mail.word("bra_")});
    ada.post(&format!("{MAILBOX}/confirm"), &confirm).is(200);
    // A permanent error of the mail server for the mailbox is final.
    let given_up = "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND recipient = 'gone@example.org' AND state = 'failed' AND attempts = 1 \
                    AND log LIKE '%550%' AND length(payload) = 0";
    eventually(&server, given_up, 1);
    let sent = "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND recipient = 'late@example.org' AND state = 'done' AND attempts = 2";
    eventually(&server, sent, 1);
}

#[test]
fn a_mailbox_that_takes_nothing_for_days_is_turned_off() {
    let smtp = MailServer::answering(|_, _| "250 welcome");
    let refusing = MailServer::answering(|_, _| "550 no such mailbox");
    let (url, refuses) = (smtp.url(), refusing.url());
    let mut server = Server::start_with(&["--mail-out", &url]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    ada.put(MAILBOX, &json!({"address": "ada@example.org"})).is(200);
    let code = smtp.wait("ada@example.org", 1)[0].mail.word("bra_");
    ada.post(&format!("{MAILBOX}/confirm"), &json!({"code": code})).is(200);
    server.stop();
    server.set(&["--mail-out", &refuses]);
    server.launch();
    let (ada, ben) = (ada.at(server.url()), ben.at(server.url()));
    let challenge = |ben: &Client| {
        let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ada.id}]});
        ben.post("/v1/games", &body).is(201);
    };
    let failed = "SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND mail_kind = 'strangers' AND state = 'failed'";
    challenge(&ben);
    eventually(&server, failed, 1);
    assert_eq!(ada.get(MAILBOX).is(200)["state"], "active");
    // Simulate six days.
    let days = "UPDATE mailboxes SET failing_since = failing_since - 518400000, strangers_at = 0";
    server.database().run(server.directory(), days);
    challenge(&ben);
    eventually(&server, failed, 2);
    assert_eq!(ada.get(MAILBOX).is(200)["state"], "failing");
    // Setting the address again retries.
    assert_eq!(ada.put(MAILBOX, &json!({"address": "ada@example.org"})).is(200)["state"], "active");
}
