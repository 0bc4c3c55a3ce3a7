//! Refused requests about webhooks, and information that is not revealed.

use broadside_tests::games::Pair;
use broadside_tests::receiver::Receiver;
use broadside_tests::server::Server;
use serde_json::json;

use super::{count, newest, server, test, webhook};

#[test]
fn a_webhook_is_its_players_alone() {
    let server = server();
    let (ada, eve, receiver) = (server.player("Ada"), server.player("Eve"), Receiver::start());
    let (path, _) = webhook(&ada, &receiver);
    let id = test(&ada, &path)["id"].as_str().unwrap().to_owned();
    let redeliver = format!("{path}/deliveries/{id}/redeliver");
    let reader = ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let reader = ada.with_token(reader["token"].as_str().unwrap());
    for (method, what, body) in [
        ("PATCH", path.clone(), Some(json!({"active": false}))),
        ("DELETE", path.clone(), None),
        ("POST", format!("{path}/secret"), None),
        ("POST", format!("{path}/test"), None),
        ("POST", redeliver, None),
    ] {
        for (player, kind) in [(&eve, "not_found"), (&reader, "forbidden")] {
            let request = player.request(method, &what);
            match &body {
                Some(body) => request.json(body).send().problem(kind),
                None => request.send().problem(kind),
            };
        }
    }
    for what in [path.clone(), format!("{path}/deliveries")] {
        eve.get(&what).problem("not_found");
        reader.get(&what).is(200);
    }
    assert_eq!(eve.get("/v1/webhooks").is(200)["webhooks"], json!([]));
    let listed = reader.get("/v1/webhooks").is(200);
    assert_eq!(listed["webhooks"].as_array().unwrap().len(), 1);
    assert!(!listed.to_string().contains("whsec_"));
    reader.post("/v1/webhooks", &json!({"url": receiver.url()})).problem("forbidden");
    ada.delete(&path).is(204);
    ada.get(&path).problem("not_found");
    ada.get("/v1/webhooks/%00").problem("not_found");
}

#[test]
fn invalid_webhooks_are_refused_with_the_valid_form() {
    let server = server();
    let ada = server.player("Ada");
    let url = "https://example.org/";
    for (body, field, says) in [
        (json!({}), "url", "missing"),
        (json!({"url": ""}), "url", "https://example.org"),
        (json!({"url": "example.org"}), "url", "https://example.org"),
        (json!({"url": "ftp://example.org/"}), "url", "https"),
        (json!({"url": "https://ada:secret@example.org/"}), "url", "password"),
        (json!({"url": "https://example.org/#x"}), "url", "leave it out"),
        (json!({"url": "https://exa mple.org/"}), "url", "ASCII"),
        (json!({"url": format!("https://example.org/{}", "x".repeat(2_100))}), "url", "2048"),
        (json!({"url": url, "types": []}), "types", "null for all"),
        (json!({"url": url, "types": ["game.over"]}), "types[0]", "game.changed"),
        (json!({"url": url, "description": "x".repeat(101)}), "description", "100"),
        (json!({"url": url, "description": "a\u{0}b"}), "description", "control"),
        (json!({"url": url, "secret": "whsec_x"}), "secret", "leave it out"),
    ] {
        ada.post("/v1/webhooks", &body).problem("invalid_field").names(field, says);
    }
    assert_eq!(ada.get("/v1/webhooks").is(200)["webhooks"], json!([]));
    let with_key = ada.request("POST", "/v1/webhooks").header("Idempotency-Key", "k");
    with_key.json(&json!({"url": url})).send().problem("key_not_accepted");
    for _ in 0..10 {
        ada.post("/v1/webhooks", &json!({"url": url})).is(201);
    }
    let path = ada.get("/v1/webhooks").is(200)["webhooks"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/webhooks/{path}");
    ada.post("/v1/webhooks", &json!({"url": url})).problem("not_now").names("", "delete one first");
    // Concurrent requests do not exceed the limit.
    let ben = server.player("Ben");
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| ben.post("/v1/webhooks", &json!({"url": url})));
        }
    });
    assert_eq!(ben.get("/v1/webhooks").is(200)["webhooks"].as_array().unwrap().len(), 10);
    for (body, field) in [
        (json!({"url": "x"}), "url"),
        (json!({"types": []}), "types"),
        (json!({"active": 1}), "active"),
    ] {
        let refused = ada.request("PATCH", &path).json(&body).send().problem("invalid_field");
        assert_eq!(refused.field, field);
    }
    ada.get(&format!("{path}/deliveries?limit=0")).problem("bad_request");
    ada.get(&format!("{path}/deliveries?cursor=x")).problem("bad_request");
    ada.get(&format!("{path}/deliveries?state=lost")).problem("bad_request");
}

#[test]
fn the_webhooks_of_a_deleted_account_get_no_messages() {
    let server = server();
    let pair = Pair::ready(&server);
    let receiver = Receiver::answering(|_, _| (500, Vec::new()));
    let (path, _) = webhook(&pair.ada, &receiver);
    test(&pair.ada, &path);
    receiver.wait(1);
    pair.ada.delete("/v1/players/me").is(204);
    assert_eq!(count(&server, "1 = 1"), 0);
    assert_eq!(receiver.hooks().len(), 1);
}

#[test]
fn neither_addresses_nor_secrets_are_logged() {
    let server = Server::start_with(&["--webhook-allow-private", "--log", "trace"]);
    let ada = server.player("Ada");
    let receiver = Receiver::answering(|_, _| (410, Vec::new()));
    let created = ada
        .post("/v1/webhooks", &json!({"url": format!("{}?key=blue-herring", receiver.url())}))
        .is(201);
    let path = format!("/v1/webhooks/{}", created["id"].as_str().unwrap());
    test(&ada, &path);
    newest(&ada, &path, |newest| newest["state"] == "failed");
    // The line is logged after the state is stored.
    server.wait_for_log("a webhook was turned off");
    let (log, secret) = (server.log(), created["secret"].as_str().unwrap());
    assert!(!log.contains(&secret[6..]), "the secret is in the log");
    let ours: Vec<_> = log.lines().filter(|line| line.contains(" broadside")).collect();
    assert!(!ours.iter().any(|line| line.contains("blue-herring")), "{ours:#?}");
}
