//! Too many requests are turned away, and told when to come back.

use std::time::Duration;

use broadside_tests::server::Server;

#[test]
fn a_token_has_its_quota_and_says_what_is_left_of_it() {
    let server = Server::start_with(&["--token-rate", "60"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    for left in (0..60).rev() {
        let answer = ada.get("/v1/players/me");
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("ratelimit-policy"), "\"token\";q=60;w=60");
        let told = answer.header("ratelimit");
        // The quota fills up again, one a second, while it is used.
        let told: u32 =
            told.strip_prefix("\"token\";r=").and_then(|rest| rest.split(';').next()?.parse().ok()).unwrap();
        assert!((left..left + 20).contains(&told), "{told} of {left}");
        if told == 0 {
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
    // Nobody else has to do with it.
    ben.get("/v1/players/me").is(200);
    assert_eq!(server.client().get("/readyz").status, 200);
    std::thread::sleep(Duration::from_secs(wait));
    ada.get("/v1/players/me").is(200);
}

#[test]
fn an_address_has_its_quota_whatever_tokens_it_shows() {
    let server = Server::start_with(&["--address-rate", "10", "--proxies", "127.0.0.1"]);
    let player = server.player("Ada");
    let stranger = server.client();
    let refused = loop {
        let answer = stranger.get("/v1/rulesets");
        assert!(answer.header("ratelimit").starts_with("\"address\";r="), "{}", answer.header("ratelimit"));
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(refused.header("retry-after").parse::<u64>().map(|wait| (1..=6).contains(&wait)), Ok(true));
    refused.problem("too_many_requests");
    player.get("/v1/players/me").problem("too_many_requests");
    // Behind a reverse proxy on the same machine, each has its own.
    let there =
        |address: &str| stranger.request("GET", "/v1/rulesets").header("x-forwarded-for", address).send();
    for address in ["192.0.2.1", "192.0.2.2"] {
        there(address).is(200);
    }
    assert_eq!(stranger.get("/healthz").status, 200);
}
