//! Every kind of request that writes, with a check of whether it was done; and the reads.

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::{Ask, Stage, Step};
use crate::client::Client;
use crate::games::fire;

/// A read: its name and its path.
pub type Read = (&'static str, fn(&Stage) -> String);

/// The reads.
pub const READS: &[Read] = &[
    ("list games", |_| "/v1/games?which=mine".to_owned()),
    ("show game", |stage| stage.playing.clone()),
    ("show finished game", |stage| stage.finished.clone()),
    ("list events", |stage| format!("{}/events", stage.playing)),
    ("list legal actions", |stage| format!("{}/legal", stage.playing)),
    ("list messages", |stage| format!("{}/messages", stage.playing)),
    ("show me", |_| "/v1/players/me".to_owned()),
    ("show summary", |_| "/v1/players/me/summary".to_owned()),
    ("list challenges", |_| "/v1/challenges?direction=out".to_owned()),
    ("show record", |stage| format!("{}/record", stage.finished)),
    ("export", |_| "/v1/players/me/export".to_owned()),
];

fn ask(client: &Client, method: &'static str, path: impl Into<String>, body: Value) -> Ask {
    Ask { client: client.clone(), method, path: path.into(), body }
}

/// Counts the members of a list that satisfy a condition.
fn count(client: &Client, path: &str, list: &str, fits: impl Fn(&Value) -> bool) -> Option<usize> {
    let listed = client.get(path).is(200);
    Some(listed[list].as_array().expect("it is a list").iter().filter(|one| fits(one)).count())
}

/// Returns 1 if a resource satisfies a condition, else 0.
fn shows(client: &Client, path: &str, fits: impl Fn(&Value) -> bool) -> Option<usize> {
    Some(usize::from(fits(&client.get(path).is(200))))
}

fn games_of(client: &Client) -> Option<usize> {
    count(client, "/v1/games?which=mine", "games", |_| true)
}

#[expect(clippy::disallowed_methods, reason = "the server runs by the machine's clock")]
fn in_days(days: u64) -> String {
    let then = SystemTime::now() + Duration::from_secs(days * 24 * 60 * 60);
    jiff::Timestamp::try_from(then).expect("it is a time").to_string()
}

/// Every kind of request that writes.
pub const STEPS: &[Step] = &[
    Step {
        name: "register",
        is_keyed: false,
        ask: |stage, mark| {
            ask(&stage.kim.with_token(""), "POST", "/v1/players", json!({"name": mark}))
        },
        count: |stage, mark, answer| {
            let player = stage.kim.with_token(answer?["token"].as_str().expect("it has a token"));
            shows(&player, "/v1/players/me", |me| me["name"] == mark)
        },
    },
    Step {
        name: "token",
        is_keyed: false,
        ask: |stage, mark| {
            ask(&stage.kim, "POST", "/v1/tokens", json!({"name": mark, "scopes": ["read"]}))
        },
        count: |stage, mark, _| {
            count(&stage.kim, "/v1/tokens", "tokens", |token| token["name"] == mark)
        },
    },
    Step {
        name: "game",
        is_keyed: true,
        ask: |stage, _| ask(&stage.mia, "POST", "/v1/games", json!({"ruleset": "classic"})),
        count: |stage, _, _| games_of(&stage.mia),
    },
    Step {
        name: "seat",
        is_keyed: true,
        ask: |stage, _| ask(&stage.ben, "POST", format!("{}/seats", stage.open), json!({})),
        count: |stage, _, _| {
            count(&stage.ada, &stage.open, "seats", |seat| {
                seat["player"]["id"] == stage.ben.id.as_str()
            })
        },
    },
    Step {
        name: "placement",
        is_keyed: true,
        ask: |stage, _| {
            let path = format!("{}/seats/me/placement", stage.placing);
            ask(&stage.ada, "PUT", path, json!({"random": true}))
        },
        count: |stage, _, _| {
            count(&stage.ben, &stage.placing, "seats", |seat| seat["placed"] == true)
        },
    },
    Step {
        name: "move",
        is_keyed: true,
        ask: |stage, _| {
            ask(&stage.ada, "POST", format!("{}/actions", stage.playing), fire(&["A1"]))
        },
        count: |stage, _, _| {
            let path = format!("{}/events?limit=500", stage.playing);
            count(&stage.ben, &path, "events", |event| event["type"] == "fired")
        },
    },
    Step {
        name: "message",
        is_keyed: true,
        ask: |stage, mark| {
            ask(&stage.ben, "POST", format!("{}/messages", stage.playing), json!({"text": mark}))
        },
        count: |stage, mark, _| {
            count(&stage.ada, &format!("{}/messages", stage.playing), "messages", |one| {
                one["text"] == mark
            })
        },
    },
    Step {
        name: "notes",
        is_keyed: false,
        ask: |stage, mark| {
            ask(&stage.ben, "PUT", format!("{}/notes", stage.playing), json!({"text": mark}))
        },
        count: |stage, mark, _| {
            shows(&stage.ben, &format!("{}/notes", stage.playing), |notes| notes["text"] == mark)
        },
    },
    Step {
        name: "block",
        is_keyed: false,
        ask: |stage, _| ask(&stage.ada, "PUT", format!("/v1/blocks/{}", stage.kim.id), Value::Null),
        count: |stage, _, _| {
            count(&stage.ada, "/v1/blocks", "blocks", |one| {
                one["player"]["id"] == stage.kim.id.as_str()
            })
        },
    },
    Step {
        name: "ticket",
        is_keyed: false,
        ask: |stage, _| ask(&stage.kim, "POST", "/v1/stream-tickets", Value::Null),
        // A ticket opens one stream and then expires; the API does not show it.
        count: |_, _, _| None,
    },
    Step {
        name: "webhook",
        is_keyed: false,
        ask: |stage, mark| {
            let url = format!("https://example.org/{mark}");
            ask(&stage.kim, "POST", "/v1/webhooks", json!({"url": url}))
        },
        count: |stage, mark, _| {
            let ends = |hook: &Value| hook["url"].as_str().is_some_and(|url| url.ends_with(mark));
            count(&stage.kim, "/v1/webhooks", "webhooks", ends)
        },
    },
    Step {
        name: "webhook change",
        is_keyed: false,
        ask: |stage, mark| ask(&stage.kim, "PATCH", &stage.hook, json!({"description": mark})),
        count: |stage, mark, _| shows(&stage.kim, &stage.hook, |hook| hook["description"] == mark),
    },
    Step {
        name: "mailbox",
        is_keyed: false,
        ask: |stage, _| {
            let address = format!("{}@example.org", stage.kim.id);
            ask(&stage.kim, "PUT", "/v1/players/me/mailbox", json!({"address": address}))
        },
        count: |stage, _, _| {
            let pending = |box_: &Value| box_["pending"]["address"].is_string();
            let answer = stage.kim.get("/v1/players/me/mailbox");
            Some(usize::from(answer.status == 200 && pending(&answer.json)))
        },
    },
    Step {
        name: "vacation",
        is_keyed: true,
        ask: |stage, _| {
            let body = json!({"starts_at": in_days(3), "ends_at": in_days(5)});
            ask(&stage.kim, "POST", "/v1/players/me/vacations", body)
        },
        count: |stage, _, _| count(&stage.kim, "/v1/players/me/vacations", "vacations", |_| true),
    },
    Step {
        name: "challenge",
        is_keyed: true,
        ask: |stage, _| {
            let opponents = json!([{"kind": "player", "id": stage.ben.id}]);
            let body =
                json!({"ruleset": "classic", "visibility": "private", "opponents": opponents});
            ask(&stage.cyd, "POST", "/v1/games", body)
        },
        count: |stage, _, _| games_of(&stage.cyd),
    },
    Step {
        name: "decline",
        is_keyed: true,
        ask: |stage, _| {
            ask(
                &stage.ben,
                "POST",
                format!("{}/decline", stage.challenge),
                json!({"reason": "later"}),
            )
        },
        count: |stage, _, _| {
            count(&stage.ada, "/v1/challenges?direction=out&state=declined", "challenges", |_| true)
        },
    },
    Step {
        name: "rematch",
        is_keyed: true,
        ask: |stage, _| ask(&stage.ada, "POST", format!("{}/rematch", stage.finished), Value::Null),
        count: |stage, _, _| shows(&stage.ada, &stage.finished, |game| !game["rematch"].is_null()),
    },
    Step {
        name: "abort",
        is_keyed: true,
        ask: |stage, _| ask(&stage.ada, "POST", format!("{}/abort", stage.aborted), Value::Null),
        count: |stage, _, _| {
            shows(&stage.ada, &stage.aborted, |game| game["status"] == "cancelled")
        },
    },
    Step {
        name: "leave",
        is_keyed: true,
        ask: |stage, _| ask(&stage.ben, "DELETE", format!("{}/seats/me", stage.left), Value::Null),
        count: |stage, _, _| {
            let is_free = |seat: &Value| seat["player"].is_null();
            count(&stage.ada, &stage.left, "seats", is_free)
        },
    },
    Step {
        name: "revocation",
        is_keyed: false,
        ask: |stage, _| ask(&stage.kim, "DELETE", &stage.token, Value::Null),
        count: |stage, _, _| {
            let is_own_token =
                |token: &Value| token["id"].as_str().is_some_and(|id| stage.token.ends_with(id));
            count(&stage.kim, "/v1/tokens", "tokens", is_own_token)
                .map(|is_own_token| 1 - is_own_token)
        },
    },
    Step {
        name: "rename",
        is_keyed: false,
        ask: |stage, mark| ask(&stage.kim, "PATCH", "/v1/players/me", json!({"name": mark})),
        count: |stage, mark, _| shows(&stage.kim, "/v1/players/me", |me| me["name"] == mark),
    },
    Step {
        name: "deletion",
        is_keyed: false,
        ask: |stage, _| ask(&stage.eve, "DELETE", "/v1/players/me", Value::Null),
        count: |stage, _, _| {
            let status = stage.eve.get("/v1/players/me").status;
            assert!([200, 401].contains(&status), "{status}");
            Some(usize::from(status == 401))
        },
    },
];
