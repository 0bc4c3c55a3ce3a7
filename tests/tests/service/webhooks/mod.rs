//! Webhooks, sent to real receivers: the messages, retries, and the log of deliveries.

mod addresses;
mod hanging;
mod refusals;
mod retries;

use std::sync::{Mutex, mpsc};

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::receiver::{Hook, Receiver};
use broadside_tests::server::Server;
use broadside_tests::wait::{wait_for, wait_until};
use serde_json::{Value, json};

use crate::games::deadlines::days_later;

/// Time that a busy machine may need, in seconds.
const GUARD_SECONDS: i64 = broadside_tests::wait::GUARD.as_secs() as i64;

/// Starts a server that may send to local receivers.
fn server() -> Server {
    Server::start_with(&["--webhook-allow-private"])
}

/// Creates a webhook; returns its path and its secret.
#[track_caller]
fn webhook(player: &Client, receiver: &Receiver) -> (String, String) {
    let created = player.post("/v1/webhooks", &json!({"url": receiver.url()})).is(201);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (format!("/v1/webhooks/{}", text(&created["id"])), text(&created["secret"]))
}

fn test(player: &Client, path: &str) -> Value {
    player.request("POST", &format!("{path}/test")).send().is(201)
}

/// Waits until the newest message of a webhook satisfies a condition.
#[track_caller]
fn newest(player: &Client, path: &str, enough: impl Fn(&Value) -> bool) -> Value {
    // A server that was stopped during a delivery has left a lease of half a minute.
    wait_for("the newest message", || {
        let page = player.get(&format!("{path}/deliveries?limit=1")).is(200);
        Some(page["deliveries"][0].clone()).filter(|newest| enough(newest))
    })
}

/// Counts the messages that satisfy a SQL condition.
fn count(server: &Server, condition: &str) -> u64 {
    let count = format!("SELECT count(*) FROM jobs WHERE queue = 'webhooks' AND ({condition})");
    server.database().count(server.directory(), &count)
}

/// Waits until everything that has happened so far is sent, except for retries.
#[track_caller]
fn wait_for_all_sent(server: &Server) {
    server.wait_for_round("webhook feeds");
    wait_until("the first attempts", || count(server, "state = 'pending' AND attempts = 0") == 0);
}

/// Makes all retries due at once.
fn hurry(server: &Server) {
    let statement = "UPDATE jobs SET run_at = 0 WHERE queue = 'webhooks' AND run_at IS NOT NULL AND attempts > 0";
    server.database().run(server.directory(), statement);
}

fn numbers(hooks: &[Hook]) -> Vec<u64> {
    hooks.iter().filter_map(Hook::number).collect()
}

#[test]
fn messages_are_thin_sent_once_and_in_order() {
    let server = server();
    let pair = Pair::ready(&server);
    let (of_ada, of_ben) = (Receiver::start(), Receiver::start());
    let ((path, secret), (_, bens)) = (webhook(&pair.ada, &of_ada), webhook(&pair.ben, &of_ben));
    for cell in ["J1", "J2", "J3"] {
        pair.act(&pair.ada, &games::fire(&[cell])).is(200);
        pair.act(&pair.ben, &games::fire(&[cell])).is(200);
    }
    let hooks = of_ada.wait(6);
    let received = numbers(&hooks);
    assert!(received.windows(2).all(|two| two[0] < two[1]), "{received:?}");
    assert_eq!(numbers(&of_ben.wait(6)).len(), 6);
    let schema = json!({"$ref": "#/components/schemas/WebhookMessageGameChanged"});
    for hook in &hooks {
        assert_eq!(hook.line, "POST /hooks HTTP/1.1");
        assert_eq!(hook.header("content-type"), "application/json");
        assert!(hook.is_signed_by(&secret) && !hook.is_signed_by(&bens));
        let message = hook.json();
        assert_eq!(pair.ada.document().faults(&schema, &message), [""; 0]);
        assert_eq!(message["data"]["game"], pair.id);
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&message), ["data", "timestamp", "type"]);
        assert_eq!(fields(&message["data"]), ["game", "number"]);
    }
    let ids: Vec<_> = hooks.iter().map(Hook::id).collect();
    assert!(ids.iter().enumerate().all(|(n, id)| !ids[..n].contains(id)), "{ids:?}");
    // The numbers are those of the stream.
    let mut stream =
        broadside_tests::stream::Stream::open(&pair.ada, "/v1/events", Some(received[0] - 1));
    let in_stream = stream.messages(6);
    let last = in_stream.last().unwrap();
    assert!(in_stream.iter().any(|message| message.id == received[0]), "{in_stream:?}");
    assert!(last.id <= *received.last().unwrap());
    // The log lists each delivery, newest first, in pages.
    let log = newest(&pair.ada, &path, |newest| newest["state"] == "delivered");
    assert_eq!((&log["id"], &log["message"]), (&json!(ids[5]), &hooks[5].json()));
    assert_eq!(log["attempts"][0]["status"], 204);
    assert_eq!(log["attempts"].as_array().unwrap().len(), 1);
    let (mut seen, mut next) = (Vec::new(), format!("{path}/deliveries?limit=4&state=delivered"));
    loop {
        let page = pair.ada.get(&next);
        let link = page.header("link").to_owned();
        let page = page.is(200);
        seen.extend(page["deliveries"].as_array().unwrap().iter().map(|of| of["id"].clone()));
        if page["next"].is_null() {
            break;
        }
        next = link.split(['<', '>']).nth(1).unwrap().to_owned();
    }
    seen.reverse();
    assert_eq!(json!(seen), json!(ids));
    assert_eq!(
        pair.ada.get(&format!("{path}/deliveries?state=failed")).is(200)["deliveries"],
        json!([])
    );
    // No message is sent twice.
    wait_for_all_sent(&server);
    assert_eq!((of_ada.hooks().len(), of_ben.hooks().len()), (6, 6));
}

#[test]
fn only_subscribed_types_and_only_later_events_are_sent() {
    let server = server();
    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::fire(&["J1"])).is(200);
    let (all, some) = (Receiver::start(), Receiver::start());
    webhook(&pair.ada, &all);
    let body = json!({"url": some.url(), "types": ["game.message"], "description": "only words"});
    let created = pair.ada.post("/v1/webhooks", &body);
    let location = created.header("location").to_owned();
    let webhook = created.is(201);
    assert_eq!(webhook["types"], json!(["game.message"]));
    pair.act(&pair.ben, &games::fire(&["J1"])).is(200);
    assert_eq!(all.wait(1).len(), 1);
    let changed = pair
        .ada
        .request("PATCH", &location)
        .json(&json!({"types": ["game.changed"]}))
        .send()
        .is(200);
    assert_eq!(
        (&changed["types"], &changed["description"]),
        (&json!(["game.changed"]), &json!("only words"))
    );
    pair.act(&pair.ada, &games::fire(&["J2"])).is(200);
    assert_eq!(some.wait(1)[0].json()["type"], "game.changed");
    assert_eq!((all.wait(2).len(), some.hooks().len()), (2, 1));
    let change = |body: Value| pair.ada.request("PATCH", &location).json(&body).send().is(200);
    assert_eq!(change(json!({"description": ""}))["types"], json!(["game.changed"]));
    assert_eq!(
        change(json!({"types": null}))["types"],
        json!(["game.changed", "game.reminder", "game.message", "game.restored"])
    );
}

#[test]
fn a_test_message_is_sent_and_a_key_repeats_its_answer() {
    let server = server();
    let (ada, receiver) = (server.player("Ada"), Receiver::start());
    let (path, secret) = webhook(&ada, &receiver);
    let sent = test(&ada, &path);
    assert_eq!(sent["message"]["type"], "webhook.test");
    let hook = receiver.wait(1).remove(0);
    assert!(hook.is_signed_by(&secret));
    assert_eq!((hook.id(), hook.json()), (sent["id"].as_str().unwrap(), sent["message"].clone()));
    assert!(path.ends_with(hook.json()["data"]["webhook"].as_str().unwrap()));
    let with_key = || {
        ada.request("POST", &format!("{path}/test")).header("Idempotency-Key", "k").send().is(201)
    };
    assert_eq!(with_key(), with_key());
    wait_for_all_sent(&server);
    assert_eq!(receiver.hooks().len(), 2);
}

#[test]
fn failed_messages_are_sent_again_with_the_same_id() {
    let server = server();
    let receiver = Receiver::answering(|count, _| (if count == 0 { 500 } else { 204 }, Vec::new()));
    let ada = server.player("Ada");
    let (path, secret) = webhook(&ada, &receiver);
    test(&ada, &path);
    let failed = newest(&ada, &path, |newest| newest["attempts"][0]["status"] == 500);
    assert_eq!(failed["state"], "pending");
    assert!(failed["next_attempt_at"].is_string());
    assert!(ada.get(&path).is(200)["first_failed_at"].is_string());
    // The first wait is five seconds, and up to a tenth longer.
    assert!((5..GUARD_SECONDS).contains(&waits(&failed)), "{failed}");
    hurry(&server);
    let hooks = receiver.wait(2);
    assert!(hooks.iter().all(|hook| hook.is_signed_by(&secret)));
    assert_eq!((hooks[0].id(), &hooks[0].body), (hooks[1].id(), &hooks[1].body));
    let arrived = newest(&ada, &path, |newest| newest["state"] == "delivered");
    assert_eq!(arrived["attempts"].as_array().unwrap().len(), 2);
    assert_eq!(arrived["next_attempt_at"], json!(null));
    assert_eq!(ada.get(&path).is(200)["first_failed_at"], json!(null));
}

#[test]
fn a_retry_waits_for_the_requested_time() {
    let server = server();
    let busy = Receiver::answering(|_, _| (429, vec![("Retry-After", "3600".to_owned())]));
    let silent = Receiver::answering(|_, _| (500, vec![("Retry-After", "3600".to_owned())]));
    let ada = server.player("Ada");
    // A wait is up to a tenth longer.
    for (receiver, min) in [(&busy, 3_600), (&silent, 5)] {
        let (path, _) = webhook(&ada, receiver);
        test(&ada, &path);
        let failed = newest(&ada, &path, |newest| newest["attempts"][0].is_object());
        let max = min * 11 / 10 + GUARD_SECONDS;
        assert!((min..max).contains(&waits(&failed)), "{failed}");
    }
}

/// Returns the time from the first attempt at a message to the next one, in whole seconds.
fn waits(delivery: &Value) -> i64 {
    let parse = |text: &Value| text.as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let from = parse(&delivery["attempts"][0]["attempted_at"]);
    parse(&delivery["next_attempt_at"]).duration_since(from).as_secs()
}

#[test]
fn status_410_turns_a_webhook_off_until_it_is_turned_on() {
    let server = server();
    let pair = Pair::ready(&server);
    let receiver = Receiver::answering(|count, _| (if count == 0 { 410 } else { 200 }, Vec::new()));
    let (path, _) = webhook(&pair.ada, &receiver);
    pair.act(&pair.ada, &games::fire(&["J1"])).is(200);
    let refused = newest(&pair.ada, &path, |newest| newest["state"] == "failed");
    assert_eq!(refused["attempts"][0]["status"], 410);
    assert_eq!(pair.ada.get(&path).is(200)["state"], "gone");
    pair.act(&pair.ben, &games::fire(&["J1"])).is(200);
    for what in [
        format!("{path}/test"),
        format!("{path}/deliveries/{}/redeliver", refused["id"].as_str().unwrap()),
    ] {
        pair.ada.request("POST", &what).send().problem("not_now").names("", "turn it on");
    }
    wait_for_all_sent(&server);
    assert_eq!(receiver.hooks().len(), 1);
    let on = pair.ada.request("PATCH", &path).json(&json!({"active": true})).send().is(200);
    assert_eq!((&on["state"], &on["first_failed_at"]), (&json!("active"), &json!(null)));
    pair.act(&pair.ada, &games::fire(&["J2"])).is(200);
    receiver.wait(2);
    wait_for_all_sent(&server);
    let hooks = receiver.hooks();
    // Events of the time in between are not sent.
    assert_eq!(hooks.len(), 2);
    assert!(hooks[1].number() > Some(hooks[0].number().unwrap() + 1));
}

#[test]
fn a_webhook_that_is_turned_off_gets_no_messages() {
    let server = server();
    let receiver = Receiver::answering(|_, _| (500, Vec::new()));
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    test(&ada, &path);
    newest(&ada, &path, |newest| newest["attempts"][0].is_object());
    let off = ada.request("PATCH", &path).json(&json!({"active": false})).send().is(200);
    assert_eq!(off["state"], "paused");
    assert_eq!(newest(&ada, &path, |_| true)["state"], "failed");
    assert_eq!(count(&server, "state = 'pending' OR run_at IS NOT NULL"), 0);
    assert_eq!(receiver.hooks().len(), 1);
    // When the webhook is turned on, messages that were given up can be sent again.
    ada.request("PATCH", &path).json(&json!({"active": true})).send().is(200);
    let id = receiver.hooks()[0].id().to_owned();
    ada.request("POST", &format!("{path}/deliveries/{id}/redeliver")).send().is(200);
    assert_eq!(receiver.wait(2)[1].id(), id);
}

#[test]
fn delivered_messages_can_be_sent_again() {
    let server = server();
    let (ada, receiver) = (server.player("Ada"), Receiver::start());
    let (path, secret) = webhook(&ada, &receiver);
    let id = test(&ada, &path)["id"].as_str().unwrap().to_owned();
    newest(&ada, &path, |newest| newest["state"] == "delivered");
    let again = ada.request("POST", &format!("{path}/deliveries/{id}/redeliver")).send().is(200);
    assert_eq!(again["id"], id);
    let hooks = receiver.wait(2);
    assert_eq!((hooks[1].id(), &hooks[1].body), (&*id, &hooks[0].body));
    assert!(hooks[1].is_signed_by(&secret));
    let twice = newest(&ada, &path, |newest| newest["attempts"][1].is_object());
    assert_eq!(twice["state"], "delivered");
    for other in ["msg_0", "%00", "msg_00000000000000000000000000000000"] {
        ada.request("POST", &format!("{path}/deliveries/{other}/redeliver"))
            .send()
            .problem("not_found");
    }
}

#[test]
fn no_more_is_sent_for_the_asking_than_can_wait() {
    let server = server();
    let receiver = Receiver::answering(|count, _| (if count == 0 { 204 } else { 500 }, Vec::new()));
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    let arrived = test(&ada, &path)["id"].as_str().unwrap().to_owned();
    newest(&ada, &path, |newest| newest["state"] == "delivered");
    let waiting: Vec<_> =
        (0..20).map(|_| test(&ada, &path)["id"].as_str().unwrap().to_owned()).collect();
    let again = |id: &str| ada.request("POST", &format!("{path}/deliveries/{id}/redeliver"));
    ada.request("POST", &format!("{path}/test"))
        .send()
        .problem("not_now")
        .names("", "redeliver one of them");
    again(&arrived).send().problem("not_now").names("", "redeliver one of them");
    // A redelivery of a waiting message brings it forward.
    assert_eq!(again(&waiting[0]).send().is(200)["state"], "pending");
    let page = ada.get(&format!("{path}/deliveries?limit=50")).is(200);
    assert_eq!(page["deliveries"].as_array().unwrap().len(), 21);
}

#[test]
fn while_a_secret_is_replaced_both_sign() {
    let server = server();
    let (ada, receiver) = (server.player("Ada"), Receiver::start());
    let (path, old) = webhook(&ada, &receiver);
    let rotated = ada.request("POST", &format!("{path}/secret")).send().is(201);
    let new = rotated["secret"].as_str().unwrap();
    assert_ne!(old, new);
    assert_eq!(
        ada.get(&path).is(200)["previous_secret_expires_at"],
        rotated["previous_secret_expires_at"]
    );
    test(&ada, &path);
    let hook = receiver.wait(1).remove(0);
    assert!(hook.is_signed_by(&old) && hook.is_signed_by(new));
    assert_eq!(hook.header("webhook-signature").split(' ').count(), 2);
    // Of three secrets, the first has expired.
    let third = ada.request("POST", &format!("{path}/secret")).send().is(201);
    test(&ada, &path);
    let hook = receiver.wait(2).remove(1);
    assert!(
        !hook.is_signed_by(&old)
            && hook.is_signed_by(new)
            && hook.is_signed_by(third["secret"].as_str().unwrap())
    );
    let with_key = ada.request("POST", &format!("{path}/secret")).header("Idempotency-Key", "k");
    with_key.send().problem("key_not_accepted");
}

#[test]
fn waiting_messages_use_the_current_address_and_secret() {
    let server = server();
    let ada = server.player("Ada");
    let elsewhere = Receiver::start();
    let (answer, answers) = mpsc::channel();
    let answers = Mutex::new(answers);
    let slow = Receiver::answering(move |_, _| {
        answers.lock().unwrap().recv().unwrap();
        (204, Vec::new())
    });
    let (path, old) = webhook(&ada, &slow);
    // While the first delivery is in progress, others wait, and are read as a batch.
    test(&ada, &path);
    slow.wait(1);
    let late = [test(&ada, &path), test(&ada, &path), test(&ada, &path)];
    answer.send(()).unwrap();
    slow.wait(2);
    ada.request("PATCH", &path).json(&json!({"url": elsewhere.url()})).send().is(200);
    let new = ada.request("POST", &format!("{path}/secret")).send().is(201);
    answer.send(()).unwrap();
    let hooks = elsewhere.wait(2);
    for (hook, sent) in hooks.iter().zip(&late[1..]) {
        assert_eq!(hook.id(), sent["id"].as_str().unwrap());
        assert!(hook.is_signed_by(&old) && hook.is_signed_by(new["secret"].as_str().unwrap()));
    }
    assert_eq!(slow.hooks().len(), 2);
}

#[test]
fn one_slow_receiver_does_not_hold_up_the_others() {
    let server = server();
    let pair = Pair::ready(&server);
    let slow = Receiver::hanging();
    let quick = Receiver::start();
    let (path, _) = webhook(&pair.ada, &slow);
    webhook(&pair.ada, &quick);
    webhook(&pair.ben, &quick);
    pair.act(&pair.ada, &games::fire(&["J1"])).is(200);
    slow.wait(1);
    pair.act(&pair.ben, &games::fire(&["J1"])).is(200);
    quick.wait(4);
    // The others come before it is given up.
    assert_eq!(newest(&pair.ada, &path, |_| true)["attempts"], json!([]));
    // The slow receiver gets one request at a time, and is given up at the end.
    assert_eq!(slow.connections(), 1);
    let timed_out = |newest: &Value| newest["attempts"][0].is_object();
    let failed = newest(&pair.ada, &path, timed_out);
    assert_eq!(failed["attempts"][0]["error"], "timeout");
}

#[test]
fn a_webhook_that_fails_for_days_is_turned_off() {
    let mut server = server();
    let receiver = Receiver::answering(|_, _| (500, Vec::new()));
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    test(&ada, &path);
    newest(&ada, &path, |newest| newest["attempts"][0].is_object());
    for (later, attempts, state) in [("+4d", 2, "active"), ("+6d", 3, "failing")] {
        days_later(&mut server, later);
        let ada = ada.at(server.url());
        newest(&ada, &path, |newest| newest["attempts"].as_array().unwrap().len() == attempts);
        assert_eq!(ada.get(&path).is(200)["state"], state);
    }
    assert_eq!(receiver.hooks().len(), 3);
}

#[test]
fn messages_of_players_and_reminders_are_sent_too() {
    let mut server = server();
    let pair = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 5}));
    let (receiver, of_ben) = (Receiver::start(), Receiver::start());
    let request = json!({"url": receiver.url(), "types": ["game.reminder", "game.message"]});
    pair.ada.post("/v1/webhooks", &request).is(201);
    webhook(&pair.ben, &of_ben);
    pair.ben.post(&pair.path("/messages"), &json!({"text": "Well met!"})).is(201);
    receiver.wait(1);
    days_later(&mut server, "+97h");
    let received: Vec<_> = receiver.wait(2).iter().map(Hook::json).collect();
    for (message, kind) in received.iter().zip(["game.message", "game.reminder"]) {
        let game = &message["data"]["game"];
        assert_eq!((message["type"].as_str(), game.as_str()), (Some(kind), Some(&*pair.id)));
        assert!(!message.to_string().contains("Well met"), "{message}");
    }
    // The author of the message gets no notification, and is not the player to move.
    assert_eq!(of_ben.hooks().len(), 0);
}
