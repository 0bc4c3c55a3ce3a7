//! Rate limits: excess requests are refused with the time to wait.

use broadside_tests::client::Client;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::json;

#[test]
fn answers_show_the_remaining_quota_of_a_token() {
    let server = Server::start_with(&["--limits", "normal", "--test-limits", "token_rate=60"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    for left in (0..60).rev() {
        let answer = ada.get("/v1/players/me");
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("ratelimit-policy"), "\"token\";q=60;w=60");
        let quota = answer.header("ratelimit");
        // The quota refills by one each second while it is used.
        let remaining: u32 = quota
            .strip_prefix("\"token\";r=")
            .and_then(|rest| rest.split(';').next()?.parse().ok())
            .unwrap();
        assert!((left..60).contains(&remaining), "{remaining} of {left}");
        if remaining == 0 {
            break;
        }
    }
    let refused = loop {
        let answer = ada.get("/v1/players/me");
        if answer.status != 200 {
            break answer;
        }
    };
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert_eq!((refused.status, wait), (429, 1));
    assert!(refused.header("ratelimit").starts_with("\"token\";r=0;t=1"));
    refused.problem("too_many_requests");
    // Other players are not affected.
    ben.get("/v1/players/me").is(200);
    assert_eq!(server.client().get("/readyz").status, 200);
    wait_until("a request", || ada.get("/v1/players/me").status == 200);
}

#[test]
fn the_quota_of_an_address_covers_all_its_tokens() {
    let server = Server::start_with(&[
        "--limits",
        "normal",
        "--test-limits",
        "address_rate=10",
        "--proxies",
        "127.0.0.1",
    ]);
    let player = server.player("Ada");
    let stranger = server.client();
    let refused = loop {
        let answer = stranger.get("/v1/rulesets");
        assert!(
            answer.header("ratelimit").starts_with("\"address\";r="),
            "{}",
            answer.header("ratelimit")
        );
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(
        refused.header("retry-after").parse::<u64>().map(|wait| (1..=6).contains(&wait)),
        Ok(true)
    );
    refused.problem("too_many_requests");
    player.get("/v1/players/me").problem("too_many_requests");
    // Behind a reverse proxy on the same machine, each client has its own limit.
    let request_from = |address: &str| {
        stranger.request("GET", "/v1/rulesets").header("x-forwarded-for", address).send()
    };
    for address in ["192.0.2.1", "192.0.2.2"] {
        request_from(address).is(200);
    }
    assert_eq!(stranger.get("/healthz").status, 200);
}

#[test]
fn accounts_games_and_changes_have_quotas_for_a_day() {
    let server = Server::start_with(&[
        "--test-limits",
        "accounts.address=4,accounts.network=6",
        "--test-limits",
        "games.account=2,games.address=3,changes.account=8",
        "--proxies",
        "127.0.0.1",
    ]);
    let sign_up = |address: &str| {
        let client = server.client();
        let request = client.request("POST", "/v1/players").header("x-forwarded-for", address);
        request.json(&json!({"name": "Ada"})).send()
    };
    for _ in 0..4 {
        sign_up("2001:db8:1:1::1").is(201);
    }
    let refused = sign_up("2001:db8:1:1::2");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
    let detail = refused.problem("too_many_requests").detail;
    assert!(detail.starts_with("your address has used up its 4 new accounts"), "{detail}");
    for _ in 0..2 {
        sign_up("2001:db8:1:2::1").is(201);
    }
    let detail = sign_up("2001:db8:1:3::1").problem("too_many_requests").detail;
    assert!(detail.starts_with("your network"), "{detail}");
    sign_up("2001:db8:2:1::1").is(201);

    // An account that ends its games, so that it reaches no limit of open games.
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let make = |player: &Client| player.post("/v1/games", &json!({"ruleset": "classic"}));
    for _ in 0..2 {
        let game = make(&ada).is(201);
        ada.post(&format!("/v1/games/{}/abort", game["id"].as_str().unwrap()), &json!({})).is(200);
    }
    let detail = make(&ada).problem("too_many_requests").detail;
    assert!(detail.starts_with("your account has used up its 2 new games"), "{detail}");
    make(&ben).is(201);
    let detail = make(&ben).problem("too_many_requests").detail;
    assert!(detail.starts_with("your address has used up its 3 new games"), "{detail}");
    // Reads are free, and so is a request that a limit has refused.
    for _ in 0..20 {
        make(&ada).problem("too_many_requests");
        ada.get("/v1/players/me").is(200);
    }
    let rename =
        |name: &str| ada.request("PATCH", "/v1/players/me").json(&json!({"name": name})).send();
    for n in 0..4 {
        rename(&format!("Ada {n}")).is(200);
    }
    let detail = rename("Countess").problem("too_many_requests").detail;
    assert!(detail.starts_with("your account has used up its 8 changes"), "{detail}");
    assert_eq!(ada.get("/v1/players/me").is(200)["name"], "Ada 3");
}

#[test]
fn a_repetition_is_answered_when_the_quota_is_used_up() {
    let server = Server::start_with(&["--test-limits", "games.account=1"]);
    let ada = server.player("Ada");
    let make = |key: &str, ruleset: &str| {
        let request = ada.request("POST", "/v1/games").json(&json!({"ruleset": ruleset}));
        request.header("Idempotency-Key", key).send()
    };
    let first = make("one", "classic").is(201);
    make("two", "classic").problem("too_many_requests");
    assert_eq!(make("one", "classic").is(201)["id"], first["id"]);
    make("one", "solo").problem("key_reused");
    make("two", "classic").problem("too_many_requests");
}

#[test]
fn a_body_in_chunks_counts_as_much_as_one_of_a_known_length() {
    let server = Server::start_with(&["--test-limits", "changes.account=20"]);
    let ada = server.player("Ada");
    let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let path = format!("/v1/games/{}/notes", game["id"].as_str().unwrap());
    let body = json!({"text": "x".repeat(18_000)}).to_string();
    let write = || {
        let head = format!(
            "PUT {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
            ada.token
        );
        ada.raw(format!("{head}{:x}\r\n{body}\r\n0\r\n\r\n", body.len()).as_bytes())
    };
    // Five requests, and one for the game.
    for _ in 0..3 {
        let answer = write();
        assert_eq!(answer.status(), 200, "{answer:?}");
    }
    let answer = write();
    assert!(answer.status() == 429 && answer.0.contains("20 changes"), "{answer:?}");
}
