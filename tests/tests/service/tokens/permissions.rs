//! Permissions of tokens: every operation of the document with every kind of token, compared with
//! the table in docs/tokens.md.

use std::collections::BTreeMap;

use broadside_tests::client::{Answer, Client};
use broadside_tests::server::{Server, root};
use serde_json::{Value, json};

const MAILBOX: &str = "/v1/players/me/mailbox";
const METHODS: [&str; 5] = ["get", "put", "post", "patch", "delete"];

/// The table: for each right, by the heading of each column, `true` if such a token has it.
fn table() -> BTreeMap<String, BTreeMap<String, bool>> {
    let page = std::fs::read_to_string(root().join("docs/tokens.md")).expect("the page is there");
    let mut lines = page.lines().skip_while(|line| !line.starts_with("| right |"));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect()
    };
    let heads = cells(lines.next().expect("the table has a head"));
    let kinds = heads[1..heads.len() - 1].to_vec();
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|row| {
        let may = row[1..].iter().take(kinds.len()).map(|cell| match &**cell {
            "yes" => true,
            "no" => false,
            other => panic!("{other} is neither yes nor no"),
        });
        (row[0].clone(), kinds.iter().cloned().zip(may).collect())
    })
    .collect()
}

/// Creates a token for a player.
fn token(player: &Client, body: &Value) -> Client {
    let token = player.post("/v1/tokens", body).is(201);
    player.with_token(token["token"].as_str().expect("it is shown"))
}

/// Recovers a token for an address that has received this many mails so far.
fn recovered(server: &Server, address: &str, mails: usize) -> Value {
    server.client().post("/v1/token-recovery", &json!({"address": address})).is(202);
    let code = server.wait_for_mail(address, mails + 1).last().expect("one came").word("brl_");
    server.client().post("/v1/token-recovery/redeem", &json!({"code": code})).is(201)
}

/// Lists the operations of the document with their paths filled in, and the rights that they need:
/// `None` for no token.
fn operations(document: &Value) -> Vec<(String, String, Option<String>)> {
    let mut all = Vec::new();
    for (template, path) in document["paths"].as_object().expect("there are paths") {
        for method in METHODS {
            let operation = &path[method];
            if operation.is_null() {
                continue;
            }
            let security = operation["security"].as_array().cloned().unwrap_or_default();
            // Operations for the operator only.
            if security.iter().any(|each| each.get("operator").is_some()) {
                continue;
            }
            let right = security.iter().find_map(|each| {
                Some(
                    each.get("token")?
                        .as_array()?
                        .first()
                        .expect("an operation names its right")
                        .as_str()?
                        .to_owned(),
                )
            });
            let filled = template.split('/').map(|part| {
                if part.starts_with('{') { "0196f0a0-0000-7000-8000-000000000001" } else { part }
            });
            all.push((method.to_uppercase(), filled.collect::<Vec<_>>().join("/"), right));
        }
    }
    // Delete the account last.
    all.sort_by_key(|(method, path, _)| method == "DELETE" && path == "/v1/players/me");
    all
}

/// Sends a request without effect, with everything it needs to get past the check of its token. For
/// streams it ends immediately.
fn ask(client: &Client, method: &str, path: &str) -> Answer {
    client.request(method, path).header("Last-Event-ID", "none").json(&json!({})).send()
}

#[test]
fn every_operation_takes_the_tokens_that_the_table_names_and_no_others() {
    let server = Server::start();
    let table = table();
    let operations = operations(&server.client().document().value);
    let of_kind = |scopes: &[&str], days: Option<u32>| {
        let mut body = json!({"name": "one", "scopes": scopes});
        if let Some(days) = days {
            body["expires_in_days"] = days.into();
        }
        token(&server.player("Ada"), &body)
    };
    let rotated = {
        let ada = server.player("Ada");
        let id = ada.get("/v1/tokens").is(200)["tokens"][0]["id"].as_str().unwrap().to_owned();
        ada.request("POST", &format!("/v1/tokens/{id}/rotate")).send().is(201);
        ada
    };
    let found = {
        server.player_at("Ada", "ada@example.org");
        let recovered_token = recovered(&server, "ada@example.org", 1);
        server.client().with_token(recovered_token["token"].as_str().unwrap())
    };
    let kinds = [
        ("read, lasts", "", of_kind(&["read"], None)),
        ("read, ends", "", of_kind(&["read"], Some(1))),
        ("play, lasts", "", of_kind(&["read", "play"], None)),
        ("play, lasts", "play alone", of_kind(&["play"], None)),
        ("play, lasts", "recovered", found),
        ("play, ends", "", of_kind(&["read", "play"], Some(1))),
        ("play, ends", "rotated", rotated),
    ];
    let mut pairs = 0;
    for (method, path, right) in &operations {
        let nobody = ask(&server.client(), method, path);
        match right {
            Some(_) => assert_eq!(nobody.status, 401, "{method} {path} without a token"),
            None => assert!(![401, 403].contains(&nobody.status), "{method} {path}: {nobody:?}"),
        }
        for (kind, made, client) in &kinds {
            let answer = ask(client, method, path);
            let may = right.as_ref().is_none_or(|right| table[right][*kind]);
            let what = format!(
                "{method} {path}, which asks for {right:?}, with a token of kind {kind} {made}"
            );
            if may {
                assert!(![401, 403].contains(&answer.status), "{what}: {answer:?}")
            } else {
                assert_eq!(answer.status, 403, "{what}");
                answer.problem("forbidden");
            }
            pairs += 1;
        }
    }
    assert!(pairs > 400, "{pairs} pairs");
}

#[test]
fn a_token_that_ends_makes_nothing_that_lasts() {
    let server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    let first = ada.get("/v1/tokens").is(200)["tokens"][0]["id"].as_str().unwrap().to_owned();
    let bot = token(&ada, &json!({"name": "bot", "expires_in_days": 1}));
    // It cannot change the address, which could be used to recover the account.
    bot.put(MAILBOX, &json!({"address": "mallory@example.org"})).problem("forbidden");
    bot.delete(MAILBOX).problem("forbidden");
    bot.post("/v1/webhooks", &json!({"url": "https://mallory.example.org/"})).problem("forbidden");
    bot.delete("/v1/players/me").problem("forbidden");
    // It cannot change tokens that expire later.
    for request in [
        bot.delete(&format!("/v1/tokens/{first}")),
        bot.request("PATCH", &format!("/v1/tokens/{first}")).json(&json!({"name": "mine"})).send(),
        bot.request("POST", &format!("/v1/tokens/{first}/rotate")).send(),
    ] {
        request.problem("forbidden");
    }
    // A token that it creates expires with it. It can revoke that one and itself.
    let token = bot.post("/v1/tokens", &json!({"name": "child"})).is(201);
    let tokens = ada.get("/v1/tokens").is(200);
    assert_eq!(token["expires_at"], tokens["tokens"][1]["expires_at"]);
    bot.delete(&format!("/v1/tokens/{}", token["id"].as_str().unwrap())).is(204);
    bot.delete(&format!("/v1/tokens/{}", tokens["tokens"][1]["id"].as_str().unwrap())).is(204);
    assert_eq!(ada.get("/v1/tokens").is(200)["tokens"].as_array().unwrap().len(), 1);
}

#[test]
fn recovery_revokes_no_token_that_it_did_not_make() {
    let server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    for n in 1..50 {
        token(&ada, &json!({"name": format!("device {n}")}));
    }
    let listed = || {
        let tokens = ada.get("/v1/tokens").is(200)["tokens"].as_array().unwrap().clone();
        let names_of = |recovered: bool| {
            let some = tokens.iter().filter(|token| token["recovered"] == recovered);
            some.map(|token| token["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        (names_of(false), names_of(true))
    };
    let (own, none) = listed();
    assert_eq!((own.len(), none.len()), (50, 0));
    ada.post("/v1/tokens", &json!({"name": "one more"})).problem("not_now");
    // A recovered token has a separate place, which the next recovery replaces.
    let first = recovered(&server, "ada@example.org", 1);
    assert_eq!(listed(), (own.clone(), vec![first["id"].as_str().unwrap().to_owned()]));
    let second = recovered(&server, "ada@example.org", 2);
    assert_eq!(listed(), (own.clone(), vec![second["id"].as_str().unwrap().to_owned()]));
    let client_of = |found: &Value| server.client().with_token(found["token"].as_str().unwrap());
    client_of(&first).get("/v1/players/me").problem("unauthorized");
    // The owner revokes lost tokens individually.
    client_of(&second).delete(&format!("/v1/tokens/{}", own[49])).is(204);
    assert_eq!(listed().0, own[..49]);
}
