//! Error answers of each operation, and examples.

use std::collections::HashSet;

use broadside_domain::error::ErrorKind;
use serde_json::{Value, json};

use super::examples::{Examples, NamedExamples};
use super::parts::reference;
use crate::response::problem;

/// Adds examples to a media type: one alone as `example`, several with their names.
fn put_examples(media: &mut Value, examples: &[(String, Value)]) {
    match examples {
        [] => {}
        [(_, example)] => media["example"] = example.clone(),
        several => {
            for (name, example) in several {
                media["examples"][name] = json!({"summary": format!("`{name}`"), "value": example});
            }
        }
    }
}

/// Returns the examples of the operation with an id.
fn find_examples<'a>(all: &'a [(&'static str, NamedExamples)], id: &str) -> &'a [(String, Value)] {
    all.iter()
        .find(|(operation, _)| *operation == id)
        .map_or(&[], |(_, examples)| examples.as_slice())
}

/// Adds the examples of an operation to its request and to the answer with which it succeeds.
pub(super) fn add_examples(operation: &mut Value, examples: &Examples) {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    if let Some(media) = operation.pointer_mut("/requestBody/content/application~1json") {
        put_examples(media, find_examples(&examples.requests, &id));
    }
    let responses = find_examples(&examples.responses, &id);
    let stream = find_examples(&examples.responses, &format!("{id} stream"));
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let Some(content) = response.get_mut("content").and_then(Value::as_object_mut) else {
            continue;
        };
        let alone = content.len() == 1;
        for (kind, media) in content.iter_mut().filter(|_| status.starts_with('2')) {
            if alone || kind == "application/json" {
                put_examples(media, responses);
            } else if kind == "text/event-stream" {
                put_examples(media, stream);
            }
        }
    }
}

/// Adds all problems that an operation can answer: those of its use case, which it names itself,
/// and those that follow from what it declares. The client of the tests compares every answer with
/// this list, so an operation must name no problem that follows by itself, and leave no other out.
pub(super) fn add_problems(path: &str, method: &str, operation: &mut Value) -> Vec<ErrorKind> {
    let named = operation
        .as_object_mut()
        .and_then(|operation| operation.remove("x-problems"))
        .unwrap_or_default();
    let named = named.as_array().into_iter().flatten().map(|name| {
        let name = name.as_str().unwrap_or_default();
        ErrorKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .unwrap_or_else(|| panic!("no problem `{name}`"))
    });
    let mut kinds: Vec<ErrorKind> = named.collect();
    let declared = declared_problems(path, method, operation);
    for kind in &kinds {
        assert!(
            !declared.contains(kind),
            "{method} {path} need not name `{}`: it follows",
            kind.name()
        );
    }
    kinds.extend(declared);
    kinds.sort_by_key(|kind| (problem::status(*kind), kind.name()));
    for &kind in &kinds {
        add_problem_response(&mut operation["responses"], kind);
    }
    kinds
}

/// Lists the problems that follow from the method, the path, the parameters, the body and the
/// tokens of an operation.
fn declared_problems(path: &str, method: &str, operation: &Value) -> HashSet<ErrorKind> {
    let mut kinds =
        HashSet::from([ErrorKind::Timeout, ErrorKind::Internal, ErrorKind::Unavailable]);
    let security = operation["security"].as_array().map(Vec::as_slice).unwrap_or_default();
    // A stream redeems its ticket, which is a change too.
    if method != "get" || security.iter().any(|scheme| scheme.get("ticket").is_some()) {
        kinds.insert(ErrorKind::InDoubt);
    }
    if !security.is_empty() {
        kinds.insert(ErrorKind::Unauthorized);
    }
    // Every token may read.
    let scopes = security.iter().filter_map(|scheme| scheme["token"].as_array()).flatten();
    if scopes.into_iter().any(|scope| scope != "read") {
        kinds.insert(ErrorKind::Forbidden);
    }
    if operation.get("requestBody").is_some() {
        kinds.extend([ErrorKind::TooLarge, ErrorKind::UnsupportedMediaType]);
    }
    if operation.pointer("/requestBody/content/application~1json").is_some() {
        kinds.extend([ErrorKind::MalformedJson, ErrorKind::InvalidField]);
    }
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has_key = parameters.iter().any(|parameter| parameter["name"] == "Idempotency-Key");
    if has_key {
        kinds.extend([ErrorKind::KeyReused, ErrorKind::InFlight]);
    }
    if has_key
        || parameters
            .iter()
            .any(|parameter| parameter["in"] == "path" || parameter["in"] == "query")
    {
        kinds.insert(ErrorKind::BadRequest);
    }
    if path.starts_with("/v1/") {
        kinds.insert(ErrorKind::NotAcceptable);
    }
    if !matches!(path, "/healthz" | "/readyz") {
        kinds.insert(ErrorKind::TooManyRequests);
    }
    kinds
}

fn add_problem_response(responses: &mut Value, kind: ErrorKind) {
    let response = &mut responses[problem::status(kind).as_str()];
    if response.is_null() {
        *response = json!({
            "description": "",
            "content": {"application/problem+json": {"schema": {"$ref": reference("Problem")}, "examples": {}}}
        });
    }
    let description = response["description"].as_str().unwrap_or_default();
    let line = format!("`{}`: {}.", problem::type_uri(kind), kind.title());
    response["description"] =
        if description.is_empty() { line } else { format!("{description}\n\n{line}") }.into();
    let example = json!({"$ref": format!("#/components/examples/{}", kind.name())});
    response["content"]["application/problem+json"]["examples"][kind.name()] = example;
    if matches!(
        kind,
        ErrorKind::Unavailable
            | ErrorKind::InDoubt
            | ErrorKind::TooManyStreams
            | ErrorKind::TooManyMessages
            | ErrorKind::TooManyRequests
    ) {
        response["headers"]["Retry-After"] = json!({"schema": {"type": "integer"}, "description": "Seconds to wait before the next attempt"});
    }
    if kind == ErrorKind::TooManyRequests {
        for (field, description) in [
            (
                "RateLimit",
                "Remaining quota: `\"token\";r=0;t=3`, requests and the seconds until there are more",
            ),
            (
                "RateLimit-Policy",
                "Whole quota: `\"token\";q=600;w=60`, requests and the seconds of the period",
            ),
        ] {
            let schema = json!({"type": "string"});
            // The answer to a request with too many open streams has no such field if requests are
            // not limited.
            response["headers"][field] =
                json!({"schema": schema, "description": description, "required": false});
        }
    }
    if kind == ErrorKind::Unauthorized {
        response["headers"]["WWW-Authenticate"] =
            json!({"schema": {"type": "string"}, "description": "`Bearer`"});
    }
}
