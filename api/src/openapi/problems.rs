//! What each operation can be answered with besides what was asked for, and examples.

use serde_json::{Value, json};

use super::parts::reference;
use crate::problem::Kind;

/// Adds an example to the answer with which an operation succeeds: to the JSON of it, or to the one form that it has.
pub(super) fn add_example(operation: &mut Value, example: &Value) {
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let Some(content) = response.get_mut("content").and_then(Value::as_object_mut) else { continue };
        let alone = content.len() == 1;
        for (kind, media) in content {
            if status.starts_with('2') && (alone || kind == "application/json") {
                media["example"] = example.clone();
            }
        }
    }
}

/// Adds every problem that an operation can be answered with: those it names itself, and those that follow from its
/// having a token, a body or a path under `/v1`.
pub(super) fn add_problems(path: &str, operation: &mut Value) -> Vec<Kind> {
    let own =
        operation.as_object_mut().and_then(|operation| operation.remove("x-problems")).unwrap_or_default();
    let own = own.as_array().into_iter().flatten().map(|name| {
        let name = name.as_str().unwrap_or_default();
        Kind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .unwrap_or_else(|| panic!("no problem `{name}`"))
    });
    let mut kinds: Vec<Kind> = own.collect();
    let acts = operation["operationId"] == "act" || operation.get("requestBody").is_some() || acts(operation);
    if acts {
        kinds.push(Kind::InDoubt);
    }
    if operation.get("security").is_some() {
        kinds.push(Kind::Unauthorized);
        // A token may lack the scope; what the operator has opens all that it is for.
        let by_token = operation.pointer("/security/0/operator").is_none();
        if by_token && acts {
            kinds.push(Kind::Forbidden);
        }
    }
    if operation.get("requestBody").is_some() {
        kinds.extend([Kind::TooLarge, Kind::UnsupportedMediaType]);
    }
    if operation.pointer("/requestBody/content/application~1json").is_some() {
        kinds.extend([Kind::MalformedJson, Kind::InvalidField]);
    }
    let has_key =
        operation["parameters"].as_array().into_iter().flatten().any(|of| of["name"] == "Idempotency-Key");
    if path.contains('{') || has_key {
        kinds.push(Kind::BadRequest);
    }
    if path.starts_with("/v1/") {
        kinds.push(Kind::NotAcceptable);
    }
    if !matches!(path, "/healthz" | "/readyz") {
        kinds.push(Kind::TooManyRequests);
    }
    kinds.extend([Kind::Timeout, Kind::Internal, Kind::Unavailable]);
    kinds.sort_by_key(|kind| (kind.status(), kind.name()));
    kinds.dedup();
    for &kind in &kinds {
        add_problem(&mut operation["responses"], kind);
    }
    kinds
}

fn acts(operation: &Value) -> bool {
    const ACT: [&str; 16] = [
        "end_vacation",
        "delete_mailbox",
        "delete_me",
        "revoke_token",
        "rotate_token",
        "block_player",
        "unblock_player",
        "leave_seat",
        "abort_game",
        "rematch",
        "renew_invitation",
        "revoke_invitation",
        "delete_webhook",
        "rotate_webhook_secret",
        "test_webhook",
        "redeliver_webhook",
    ];
    ACT.iter().any(|id| operation["operationId"] == *id)
}

fn add_problem(responses: &mut Value, kind: Kind) {
    let response = &mut responses[kind.status().as_str()];
    if response.is_null() {
        *response = json!({
            "description": "",
            "content": {"application/problem+json": {"schema": {"$ref": reference("Problem")}, "examples": {}}}
        });
    }
    let description = response["description"].as_str().unwrap_or_default();
    let line = format!("`{}`: {}.", kind.type_uri(), kind.title());
    response["description"] =
        if description.is_empty() { line } else { format!("{description}\n\n{line}") }.into();
    let example = json!({"$ref": format!("#/components/examples/{}", kind.name())});
    response["content"]["application/problem+json"]["examples"][kind.name()] = example;
    if matches!(
        kind,
        Kind::Unavailable
            | Kind::InDoubt
            | Kind::TooManyStreams
            | Kind::TooManyMessages
            | Kind::TooManyRequests
    ) {
        response["headers"]["Retry-After"] =
            json!({"schema": {"type": "integer"}, "description": "In how many seconds to try again"});
    }
    if kind == Kind::TooManyRequests {
        for (field, says) in [
            ("RateLimit", "What is left: `\"token\";r=0;t=3`, requests and the seconds until there are more"),
            ("RateLimit-Policy", "What there is in all: `\"token\";q=600;w=60`, requests in so many seconds"),
        ] {
            let schema = json!({"type": "string"});
            // Those who have too many streams open, where requests are not counted, are told nothing of requests.
            response["headers"][field] = json!({"schema": schema, "description": says, "required": false});
        }
    }
    if kind == Kind::Unauthorized {
        response["headers"]["WWW-Authenticate"] =
            json!({"schema": {"type": "string"}, "description": "`Bearer`"});
    }
}
