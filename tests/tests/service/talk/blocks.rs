//! Blocking a player: what it prevents, and what stays possible.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::stream::Stream;
use serde_json::{Value, json};

fn block(player: &Client, other: &Client) {
    player.request("PUT", &format!("/v1/blocks/{}", other.id)).send().is(204);
}

fn unblock(player: &Client, other: &Client) {
    player.delete(&format!("/v1/blocks/{}", other.id)).is(204);
}

fn open_games(player: &Client) -> usize {
    player.get("/v1/games?which=open").is(200)["games"].as_array().unwrap().len()
}

#[test]
fn a_blocked_player_can_neither_challenge_nor_sit_down_nor_play_again() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let challenge = |by: &Client, to: &Client| {
        by.post(
            "/v1/games",
            &json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": to.id}]}),
        )
    };
    let create = |by: &Client, opponents: Value| {
        let game =
            by.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
        let code = game["invitations"][0]["code"].clone();
        (format!("/v1/games/{}/seats", game["id"].as_str().unwrap()), code)
    };
    let finished = Pair::playing(&server, &json!({}));
    finished.act(&finished.ada, &games::act("resign")).is(200);
    let rematch = |player: &Client| player.request("POST", &finished.path("/rematch")).send();
    block(&finished.ada, &finished.ben);
    rematch(&finished.ben).problem("not_now");
    // The blocking player can still ask for a rematch.
    let again = rematch(&finished.ada).is(201);
    assert_eq!(rematch(&finished.ben).is(200)["id"], again["id"]);

    let standing = challenge(&ben, &ada).is(201);
    let (open, _) = create(&ada, json!([]));
    let (invite, code) = create(&ada, json!([{"kind": "invite"}]));
    assert_eq!(open_games(&ben), 1);
    block(&ada, &ben);
    block(&ada, &ben);
    let listed = ada.get("/v1/blocks").is(200);
    assert_eq!(listed["blocks"][0]["player"], json!({"id": ben.id, "name": "Ben"}));
    assert_eq!(listed["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(ben.get("/v1/blocks").is(200), json!({"blocks": []}));

    challenge(&ben, &ada)
        .problem("invalid_field")
        .names("opponents[0].id", "does not accept challenges from you");
    ben.post(&open, &json!({})).problem("no_free_seat");
    ben.post(&invite, &json!({"code": code})).problem("no_free_seat");
    ben.post(&invite, &json!({"code": "bri_wrong"})).problem("wrong_code");
    assert_eq!((open_games(&ben), open_games(&server.player("Eve"))), (0, 1));
    // Existing challenges stay, the blocking player may challenge the other one, and the block has
    // no effect in the other direction.
    let standing = format!("/v1/games/{}", standing["id"].as_str().unwrap());
    ada.post(&format!("{standing}/decline"), &json!({"reason": "other"})).is(200);
    let accepted = challenge(&ada, &ben).is(201);
    ben.post(&format!("/v1/games/{}/seats", accepted["id"].as_str().unwrap()), &json!({})).is(201);
    let (bens, _) = create(&ben, json!([]));
    assert_eq!(open_games(&ada), 0, "nobody is offered the games of those whom it blocks");
    ada.post(&bens, &json!({})).is(201);

    unblock(&ada, &ben);
    unblock(&ada, &ben);
    assert_eq!(ada.get("/v1/blocks").is(200), json!({"blocks": []}));
    challenge(&ben, &ada).is(201);
    ben.post(&open, &json!({})).is(201);
    ben.post(&invite, &json!({"code": code})).is(201);
}

#[test]
fn running_games_continue_without_messages_of_blocked_players() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/messages"));
    let write = |player: &Client, text: &str| player.post(&path, &json!({"text": text})).is(201);
    write(ben, "First");
    block(ada, ben);
    let mut of_ada = Stream::open(ada, "/v1/events", None);
    of_ada.message();
    let written = write(ben, "Second");
    assert_eq!(written["redacted"], Value::Null);
    ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    assert_eq!(of_ada.message().event, "step", "nothing is heard of the blocked");
    write(ada, "Third");
    let visible = |player: &Client| {
        let page = player.get(&path).is(200);
        let one = |message: &Value| [message["text"].clone(), message["redacted"].clone()];
        page["messages"].as_array().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    let plain = |text: &str| [json!(text), Value::Null];
    let hidden = || [Value::Null, json!("blocked")];
    assert_eq!(visible(ada), [hidden(), hidden(), plain("Third")]);
    // The blocked player is not notified.
    assert_eq!(visible(ben), [plain("First"), plain("Second"), plain("Third")]);
    pair.act(ada, &games::fire(&["J1"])).is(200);
    pair.act(ben, &games::fire(&["J1"])).is(200);
    assert_eq!(of_ada.message().event, "step");
    unblock(ada, ben);
    assert_eq!(visible(ada), [plain("First"), plain("Second"), plain("Third")]);
}

#[test]
fn only_existing_other_players_can_be_blocked() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let put = |id: &str| ada.request("PUT", &format!("/v1/blocks/{id}")).send();
    put(&ada.id).problem("bad_request");
    put("0196f0a0-0000-7000-8000-000000000001").problem("not_found");
    put("nobody").problem("not_found");
    ada.delete("/v1/blocks/nobody").is(204);
    let token = ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let screen = ada.with_token(token["token"].as_str().unwrap());
    screen.request("PUT", &format!("/v1/blocks/{}", ben.id)).send().problem("forbidden");
    screen.delete(&format!("/v1/blocks/{}", ben.id)).problem("forbidden");
    ada.with_token("").get("/v1/blocks").problem("unauthorized");
    assert_eq!(screen.get("/v1/blocks").is(200), json!({"blocks": []}));
    // A deleted player disappears from the list of blocks.
    block(&ada, &ben);
    ben.delete("/v1/players/me").is(204);
    assert_eq!(ada.get("/v1/blocks").is(200), json!({"blocks": []}));
    put(&ben.id).problem("not_found");
}
