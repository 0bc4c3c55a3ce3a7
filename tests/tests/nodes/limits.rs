//! The limits of a player are the same on two nodes as on one, even with concurrent requests.

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::Pair;
use broadside_tests::server::Server;
use serde_json::json;

use super::at_once;

/// Counts the successful answers; the others must report that the limit is reached.
fn accepted_count(answers: Vec<Answer>, status: u16, problem: &str) -> usize {
    let (accepted_count, others): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == status);
    for other in others {
        other.problem(problem);
    }
    accepted_count.len()
}

#[test]
fn limits_hold_for_requests_at_once_on_two_nodes() {
    let settings = ["--test-limits", "open_games=5", "--test-limits", "messages=7"];
    let first = Server::start_with(&settings);
    let second = first.beside_with(&settings);
    let pair = Pair::seated(&first, &json!({}));
    let nodes = |player: &Client| [player.clone(), player.at(second.url())];
    let [ada, ben] = [nodes(&pair.ada), nodes(&pair.ben)];

    // One game is already in the placement phase.
    let games = at_once(24, |n| ada[n % 2].post("/v1/games", &json!({"ruleset": "classic"})));
    assert_eq!(accepted_count(games, 201, "too_many_games"), 4);
    let messages = at_once(24, |n| {
        let text = format!("message {n}");
        ben[n % 2].post(&pair.path("/messages"), &json!({"text": text}))
    });
    assert_eq!(accepted_count(messages, 201, "too_many_messages"), 7);
    let tokens =
        at_once(64, |n| ada[n % 2].post("/v1/tokens", &json!({"name": format!("bot {n}")})));
    assert_eq!(accepted_count(tokens, 201, "not_now"), 49);
    let tokens = ada[1].get("/v1/tokens").is(200);
    let id = |n: usize| tokens["tokens"][n]["id"].as_str().expect("it is text").to_owned();
    let revoked = at_once(3, |n| ada[n % 2].delete(&format!("/v1/tokens/{}", id(40 + n))).status);
    assert_eq!(revoked, [204; 3]);
    let rotated = at_once(16, |n| {
        let path = format!("/v1/tokens/{}/rotate", id(1 + n));
        ada[n % 2].request("POST", &path).send()
    });
    assert_eq!(accepted_count(rotated, 201, "not_now"), 3);
    let webhooks = at_once(24, |n| {
        ada[n % 2].post("/v1/webhooks", &json!({"url": format!("https://example.com/{n}")}))
    });
    assert_eq!(accepted_count(webhooks, 201, "not_now"), 10);
}
