//! Security headers and caching of answers, and limits for expensive requests.

use std::process::Command;

use broadside_tests::games::Pair;
use broadside_tests::server::Server;
use serde_json::json;

/// Returns the head of the answer to `GET`, in lowercase.
fn head(server: &Server, path: &str) -> String {
    let mut curl = Command::new("curl");
    let done = curl
        .args(["-sS", "-o", "/dev/null", "-D", "-", &format!("{}{path}", server.url())])
        .output();
    String::from_utf8(done.expect("curl is installed").stdout).unwrap().to_lowercase()
}

#[test]
fn every_answer_has_the_headers_that_protect_browsers() {
    const POLICY: &str = "content-security-policy: default-src 'none'; frame-ancestors 'none'";
    const HTTPS_ONLY: &str = "strict-transport-security: max-age=63072000";
    let server = Server::start_with(&["--public-url", "https://salvo.example"]);
    for path in [
        "/healthz",
        "/v1/rulesets",
        "/v1/players/me",
        "/no-such-path",
        "/openapi.json",
        "/rules/classic",
    ] {
        let head = head(&server, path);
        for header in [
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            POLICY,
            HTTPS_ONLY,
        ] {
            assert!(head.contains(header), "{path}: `{header}` is not in {head}");
        }
    }
    for path in ["/docs/", "/docs/guides/", "/docs/guides/fairness", "/", "/play", "/sheets"] {
        let head = head(&server, path);
        let (_, policy) = head.split_once("content-security-policy: ").unwrap();
        let policy = policy.lines().next().unwrap();
        for rule in [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(
                policy.split("; ").any(|each| each == rule),
                "{path}: `{rule}` is not in {policy}"
            );
        }
        let (is_reference, has_scripts) = (path == "/docs/", !path.starts_with("/docs/guides"));
        assert_eq!(policy.contains("script-src 'self';"), has_scripts, "{path}: {policy}");
        assert_eq!(
            policy.contains("style-src 'self' 'unsafe-inline';"),
            is_reference,
            "{path}: {policy}"
        );
        assert!(
            head.contains("x-content-type-options: nosniff")
                && head.contains("x-frame-options: deny")
        );
    }
    assert!(!head(&Server::start(), "/healthz").contains("strict-transport-security"));
}

#[test]
fn an_answer_that_shows_a_secret_once_is_not_stored() {
    let server = Server::start_with(&["--webhook-allow-private"]);
    let ada = server.player("Ada");
    let invites = json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]});
    for (path, body) in [
        ("/v1/players", json!({"name": "Ben"})),
        ("/v1/tokens", json!({"name": "second"})),
        ("/v1/stream-tickets", json!({})),
        ("/v1/webhooks", json!({"url": "http://127.0.0.1:9/"})),
        ("/v1/games", invites),
    ] {
        let answer = ada.post(path, &body);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (201, "no-store"),
            "{path}: {}",
            answer.text()
        );
    }
    assert_eq!(ada.get("/v1/players/me").header("cache-control"), "private, no-cache");
}

#[test]
fn a_compressed_export_is_complete() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({}));
    pair.ada.post(&pair.path("/messages"), &json!({"text": "Well called!"})).is(201);
    let url = format!("{}/v1/players/me/export", server.url());
    let token = format!("Authorization: Bearer {}", pair.ada.token);
    for encoding in ["gzip", "identity"] {
        let mut curl = Command::new("curl");
        curl.args([
            "-sS",
            "--fail",
            "--compressed",
            "-H",
            &token,
            "-H",
            &format!("Accept-Encoding: {encoding}"),
        ]);
        let done = curl.arg(&url).output().expect("curl is installed");
        assert!(done.status.success(), "{encoding}: {}", String::from_utf8_lossy(&done.stderr));
        let export: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(export["messages"][0]["text"], "Well called!", "{encoding}");
    }
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

/// PostgreSQL cannot store U+0000 in text, so an id with it would cause an internal error there.
#[test]
fn the_character_nul_is_refused_wherever_it_stands() {
    let server = Server::start();
    let ada = server.player("Ada");
    for (method, path) in [
        ("POST", "/v1/games/a%00/actions"),
        ("POST", "/v1/games/a%00/seats"),
        ("POST", "/v1/games/a%00/messages"),
        ("POST", "/v1/games/%00/rematch"),
        ("PUT", "/v1/games/a%00/seats/me/placement"),
        ("GET", "/v1/games/a%00"),
        ("DELETE", "/v1/tokens/%00"),
    ] {
        let request = ada.request(method, path).header("Idempotency-Key", "key").json(&json!({}));
        request.send().problem("not_found");
    }
    ada.get("/v1/games?which=open&cursor=a%00").problem("bad_request");
    for (path, body) in [
        (
            "/v1/games",
            json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": "a\0"}]}),
        ),
        ("/v1/webhooks", json!({"url": "https://salvo.example/\0"})),
        ("/v1/players", json!({"name": "A\0"})),
    ] {
        let answer = ada.post(path, &body);
        assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
    }
}

#[test]
fn records_that_wait_to_be_verified_are_few() {
    let server = Server::start();
    let memory = || server.memory("VmHWM");
    let client = server.client();
    let verify = |body: &str| client.request("POST", "/v1/verify").bytes(body).send();
    verify("{}");
    let before = memory();
    // Small parts use the most memory: the maximum number of objects, and numbers.
    let body = format!("[{}{}0]", "{\"\":0},".repeat(16_000), "0,".repeat(190_000));
    assert!(body.len() < 512 * 1024);
    let answers: Vec<_> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..60).map(|_| scope.spawn(|| verify(&body))).collect();
        started.into_iter().map(|started| started.join().unwrap()).collect()
    });
    let refused = answers.iter().filter(|answer| answer.status == 503).count();
    assert!(refused > 0 && refused < answers.len(), "{refused} of 60 were refused");
    for answer in answers {
        match answer.status {
            503 => assert_eq!(answer.header("retry-after"), "5"),
            status => assert_eq!(status, 200, "{}", answer.text()),
        }
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 100 * 1024, "verifying took {grown} kB");
    let too_large = format!("[{}]", "0,".repeat(300_000));
    verify(&too_large).problem("too_large");
    let too_many = format!("[{}0]", "[],{},".repeat(8_200));
    verify(&too_many).problem("too_large");
    assert_eq!(verify("{}").is(200)["valid"], false);
}
