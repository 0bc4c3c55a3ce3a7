//! Links from the id in an answer to the operations that take it (OpenAPI 3.1, Link Object).

use serde_json::{Value, json};

/// Runtime expression of an id.
const ID: &str = "$response.body#/id";
const NAME: &str = "$response.body#/name";
const PLAYER: &str = "$response.body#/player/id";
const GAME: &str = "$request.path.id";
const DELIVERY: &str = "$response.body#/deliveries/0/id";

/// Operation, status of its answer, expression of the value, parameter that takes the value, and
/// the target operations.
type Links = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const LINKS: [Links; 16] = [
    ("create_player", "201", PLAYER, "id", &["get_player"]),
    ("create_token", "201", ID, "id", &["update_token", "rotate_token", "revoke_token"]),
    ("create_vacation", "201", ID, "id", &["delete_vacation"]),
    (
        "create_game",
        "201",
        ID,
        "id",
        &[
            "get_game",
            "take_seat",
            "submit_placement",
            "list_messages",
            "list_events",
            "abort_game",
        ],
    ),
    ("take_seat", "201", GAME, "id", &["submit_placement", "create_message", "leave_seat"]),
    ("submit_placement", "200", GAME, "id", &["get_game", "list_legal_actions", "submit_actions"]),
    (
        "submit_actions",
        "200",
        GAME,
        "id",
        &["get_game", "list_legal_actions", "list_events", "get_record", "create_rematch"],
    ),
    ("create_rematch", "201", ID, "id", &["get_game", "submit_placement"]),
    ("create_message", "201", GAME, "id", &["list_messages"]),
    ("update_queue", "200", GAME, "id", &["get_queue", "delete_queue"]),
    ("update_notes", "200", GAME, "id", &["get_notes"]),
    ("generate_matrix", "200", NAME, "name", &["get_matrix"]),
    (
        "create_webhook",
        "201",
        ID,
        "id",
        &[
            "get_webhook",
            "update_webhook",
            "test_webhook",
            "rotate_webhook_secret",
            "delete_webhook",
        ],
    ),
    ("test_webhook", "201", GAME, "id", &["list_webhook_deliveries"]),
    ("test_webhook", "201", ID, "delivery", &["redeliver_webhook"]),
    ("list_webhook_deliveries", "200", DELIVERY, "delivery", &["redeliver_webhook"]),
];

/// Adds the links of an operation to its answers.
pub(super) fn add(operation: &mut Value) {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    for (_, status, value, parameter, targets) in LINKS.into_iter().filter(|(from, ..)| *from == id)
    {
        for target in targets {
            let mut parameters = json!({parameter: value});
            // A delivery also needs the id of its webhook.
            if parameter == "delivery" {
                parameters["id"] = GAME.into();
            }
            operation["responses"][status]["links"][target] = json!({
                "operationId": target,
                "parameters": parameters,
                "description": description(value, parameter, target),
            });
        }
    }
}

fn description(value: &str, parameter: &str, target: &str) -> String {
    match value {
        GAME => format!("The `{parameter}` of this request is the `{parameter}` of `{target}`."),
        _ => {
            let from = value.trim_start_matches("$response.body#/").replace('/', ".");
            format!("The `{from}` of the answer is the `{parameter}` of `{target}`.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'a>(document: &'a Value, id: &str) -> &'a Value {
        let paths = document["paths"].as_object().unwrap().values();
        let mut all = paths.flat_map(|operations| operations.as_object().unwrap().values());
        all.find(|operation| operation["operationId"] == id)
            .unwrap_or_else(|| panic!("there is no {id}"))
    }

    #[test]
    fn links_lead_from_answers_to_parameters_of_operations() {
        let document = super::super::document();
        for (from, status, value, parameter, targets) in LINKS {
            let answer = &find(&document, from)["responses"][status];
            assert!(answer["content"].is_object(), "{from} is not answered with {status}");
            for target in targets {
                let link = &answer["links"][target];
                assert_eq!(link["parameters"][parameter], value, "{from} to {target}");
                for (name, _) in link["parameters"].as_object().unwrap() {
                    let all = find(&document, target)["parameters"].as_array().unwrap();
                    let is_there = all.iter().any(|of| of["name"] == *name && of["in"] == "path");
                    assert!(is_there, "{target} has no {name}");
                }
            }
        }
    }
}
