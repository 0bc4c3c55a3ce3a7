//! Messages between players, and changes of tokens and accounts, are the same on every node.

use broadside_tests::games::{self, Pair};
use broadside_tests::stream::Stream;
use broadside_tests::wait::is_told;
use serde_json::{Value, json};

use super::{at_once, nodes};

#[test]
fn messages_written_on_two_nodes_at_once_have_no_gaps_and_a_key_is_good_for_one() {
    let [first, second] = nodes();
    let pair = Pair::seated(&first, &json!({}));
    let (there, path) = (pair.at(second.url()), pair.path("/messages"));
    let mut heard = Stream::open(&there.ben, "/v1/events", None);
    heard.message();
    pair.ada.post(&path, &json!({"text": "Over there"})).is(201);
    assert_eq!(heard.message().data, json!({"game": pair.id, "number": 1}));
    at_once(6, |n| {
        let pair = if n % 2 == 0 { &pair } else { &there };
        let player = if n % 3 == 0 { &pair.ada } else { &pair.ben };
        for m in 0..5 {
            player.post(&path, &json!({"text": format!("{n} {m}")})).is(201);
        }
    });
    for round in 0..10 {
        let answers = at_once(2, |n| {
            let player = if n == 0 { &pair.ada } else { &there.ada };
            let request = player
                .request("POST", &path)
                .header("Idempotency-Key", format!("{round}").as_str());
            let answer = request.json(&json!({"text": format!("once {round}")})).send();
            (answer.status, answer.json["number"].as_u64())
        });
        let numbers: Vec<_> = answers.iter().filter(|(status, _)| *status == 201).collect();
        assert!(!numbers.is_empty() && numbers.iter().all(|one| *one == numbers[0]), "{answers:?}");
        assert!(answers.iter().all(|(status, _)| [201, 409].contains(status)), "{answers:?}");
    }
    for pair in [&pair, &there] {
        let page = pair.ben.get(&format!("{path}?limit=50")).is(200);
        let number_of = |message: &Value| message["number"].as_u64().expect("it is a number");
        let numbers: Vec<_> =
            page["messages"].as_array().expect("it is a list").iter().map(number_of).collect();
        assert_eq!(numbers, (1..=41).collect::<Vec<_>>());
    }
    let mut heard = Stream::open(&there.ben, "/v1/events", None);
    heard.message();
    is_told(&pair, &mut heard);
}

#[test]
fn changes_of_tokens_blocks_and_accounts_hold_on_the_other_node() {
    let [first, second] = nodes();
    let pair = Pair::playing(&first, &json!({}));
    let on_second = pair.at(second.url());
    let (ada, ben) = (&pair.ada, &pair.ben);
    pair.act(ada, &games::act("resign")).is(200);
    // Both nodes have cached it before the change.
    let before = on_second.ada.get(&pair.path("")).is(200);
    assert_eq!(before["rematch"], Value::Null);

    let tokens = ada.get("/v1/tokens").is(200);
    let id = tokens["tokens"][0]["id"].as_str().expect("it is text");
    let rotated = on_second.ada.request("POST", &format!("/v1/tokens/{id}/rotate")).send().is(201);
    let next = ada.with_token(rotated["token"].as_str().expect("it is text"));
    next.get("/v1/players/me").is(200);
    next.delete(&format!("/v1/tokens/{id}")).is(204);
    on_second.ada.get("/v1/players/me").problem("unauthorized");

    let challenge = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    let there_ada = next.at(second.url());
    let game = there_ada.post("/v1/games", &challenge).is(201);
    let declined = format!("/v1/games/{}", game["id"].as_str().expect("it is text"));
    let refuse = json!({"reason": "other", "text": "I am leaving"});
    ben.post(&format!("{declined}/decline"), &refuse).is(200);
    let declined = || {
        there_ada.get("/v1/challenges?direction=out&state=declined").is(200)["challenges"][0]
            .clone()
    };
    assert_eq!(declined()["text"], "I am leaving");
    ben.request("PUT", &format!("/v1/blocks/{}", ada.id)).send().is(204);
    there_ada.post("/v1/games", &challenge).problem("invalid_field");
    ben.delete(&format!("/v1/blocks/{}", ada.id)).is(204);

    let rematch = next.request("POST", &pair.path("/rematch")).send().is(201);
    assert_eq!(on_second.ben.get(&pair.path("")).is(200)["rematch"], rematch["id"]);

    ben.post(&pair.path("/messages"), &json!({"text": "Farewell"})).is(201);
    ben.delete("/v1/players/me").is(204);
    on_second.ben.get("/v1/players/me").problem("unauthorized");
    assert_eq!(declined()["text"], Value::Null);
    let page = there_ada.get(&pair.path("/messages")).is(200);
    assert_eq!(
        (&page["messages"][0]["text"], &page["messages"][0]["redacted"]),
        (&Value::Null, &json!("deleted"))
    );
}
