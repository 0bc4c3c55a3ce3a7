//! The OpenAPI document, for frontend authors who read nothing else.

use std::collections::BTreeSet;

use broadside_tests::document::Document;
use broadside_tests::server::{Server, root};
use serde_json::Value;

fn server() -> (Server, Value) {
    let server = Server::start();
    let document = server.client().document().value.clone();
    (server, document)
}

/// Lists every operation with its method and path.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    operations_of(&document["paths"])
}

/// Lists every operation of some paths.
fn operations_of(paths: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = paths.as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (&**method, &**path, operation))
        })
        .collect()
}

fn walk<'a>(value: &'a Value, at: &str, visit: &mut impl FnMut(&str, &'a Value)) {
    visit(at, value);
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, part)| walk(part, &format!("{at}/{name}"), visit))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, part)| walk(part, &format!("{at}/{n}"), visit))
        }
        _ => {}
    }
}

/// Resolves references repeatedly.
fn resolve<'a>(document: &'a Value, mut value: &'a Value) -> &'a Value {
    while let Some(reference) = value["$ref"].as_str() {
        value = document.pointer(reference.strip_prefix('#').unwrap()).unwrap();
    }
    value
}

#[test]
fn the_server_takes_the_methods_of_the_document() {
    let (server, document) = server();
    for (path, item) in document["paths"].as_object().unwrap() {
        let mut described: BTreeSet<_> =
            item.as_object().unwrap().keys().map(|of| of.to_uppercase()).collect();
        if described.contains("GET") {
            described.insert("HEAD".to_owned());
        }
        let place: Vec<_> =
            path.split('/').map(|part| if part.starts_with('{') { "none" } else { part }).collect();
        let answer = server.client().request("TRACE", &place.join("/")).send();
        let allowed: BTreeSet<_> =
            answer.header("allow").split(',').map(|of| of.trim().to_owned()).collect();
        assert_eq!(allowed, described, "{path}");
    }
}

#[test]
fn every_operation_is_described() {
    let (_server, document) = server();
    assert_eq!(document["openapi"].as_str().map(|version| &version[..4]), Some("3.1."));
    let mut ids = BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        let what = format!("{method} {path}");
        for field in ["summary", "description", "operationId"] {
            assert!(
                operation[field].as_str().is_some_and(|text| !text.is_empty()),
                "{what} has no {field}"
            );
        }
        assert!(
            ids.insert(operation["operationId"].to_string()),
            "{what}: its operationId is another's too"
        );
        assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{what}");
        let tag = &operation["tags"][0];
        let tags = document["tags"].as_array().unwrap();
        let described =
            tags.iter().any(|known| known["name"] == *tag && known["description"].is_string());
        assert!(described, "{what}: the tag {tag} is not described");
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        for parameter in &parameters {
            assert!(parameter["description"].is_string(), "{what}: {parameter}");
            assert!(
                parameter["in"] != "path" || parameter["required"] == true,
                "{what}: {parameter}"
            );
        }
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')) {
            let name = part.trim_end_matches('}');
            assert!(
                parameters.iter().any(|of| of["name"] == name && of["in"] == "path"),
                "{what}: {name}"
            );
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(
                response["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{what} {status}"
            );
            if status.starts_with(['4', '5']) {
                let examples =
                    response["content"]["application/problem+json"]["examples"].as_object();
                assert!(examples.is_some_and(|examples| !examples.is_empty()), "{what} {status}");
            }
        }
        for status in ["408", "500", "503"] {
            assert!(operation["responses"][status].is_object(), "{what} {status}");
        }
        // An empty list means that an operation needs no token.
        let security =
            operation["security"].as_array().unwrap_or_else(|| panic!("{what} has no security"));
        assert_eq!(!security.is_empty(), operation["responses"]["401"].is_object(), "{what}");
    }
    assert!(ids.len() >= 20);
}

/// Returns the examples of a media type, or else those of its schema.
fn examples<'a>(document: &'a Value, media: &'a Value) -> Vec<&'a Value> {
    let mut examples: Vec<_> = media.get("example").into_iter().collect();
    let named = media["examples"].as_object().into_iter().flat_map(|examples| examples.values());
    examples.extend(named.map(|example| &resolve(document, example)["value"]));
    if examples.is_empty() {
        let schema = resolve(document, &media["schema"]);
        examples.extend(schema.get("example"));
        examples.extend(schema["examples"].as_array().into_iter().flatten());
    }
    examples
}

#[test]
fn every_body_has_an_example_that_is_right() {
    let server = Server::start();
    let client = server.client();
    let document: &Document = client.document();
    let judge = |what: &str, media: &Value| {
        let examples = examples(&document.value, media);
        for example in &examples {
            assert_eq!(document.faults(&media["schema"], example), [""; 0], "{what}: {example}");
        }
        examples.len()
    };
    let (mut streams, mut callbacks) = (0, 0);
    for (method, path, operation) in operations(&document.value) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            for (kind, media) in response["content"].as_object().into_iter().flatten() {
                let count = judge(&format!("{method} {path}, {status} {kind}"), media);
                if kind == "text/event-stream" {
                    assert!(count > 0, "{method} {path} has no example of a message");
                    streams += 1;
                }
            }
        }
        for callback in
            operation["callbacks"].as_object().into_iter().flat_map(|callbacks| callbacks.values())
        {
            for (_, to, operation) in operations_of(callback) {
                let media = &operation["requestBody"]["content"]["application/json"];
                assert!(
                    judge(&format!("{method} {path}, {to}"), media) > 0,
                    "{to} has no example of its body"
                );
                callbacks += 1;
            }
        }
        let Some(content) = operation["requestBody"]["content"].as_object() else { continue };
        // A mail is sent as it is, other bodies as JSON.
        let kind = if path == "/v1/mail/inbound" { "message/rfc822" } else { "application/json" };
        assert_eq!(content.keys().collect::<Vec<_>>(), [kind], "{method} {path}");
        assert_eq!(operation["requestBody"]["required"], true, "{method} {path}");
        let count = judge(&format!("{method} {path}"), &content[kind]);
        assert!(count > 0, "{method} {path} has no example of its body");
    }
    assert_eq!((streams, callbacks), (2, 1));
    // Examples in schemas are valid.
    for (name, schema) in document.value["components"]["schemas"].as_object().unwrap() {
        if let Some(example) = schema.get("example") {
            let reference = serde_json::json!({"$ref": format!("#/components/schemas/{name}")});
            assert_eq!(document.faults(&reference, example), [""; 0], "{name}");
        }
        for (field, part) in schema["properties"].as_object().into_iter().flatten() {
            if let Some(example) = part.get("example") {
                assert_eq!(document.faults(part, example), [""; 0], "{name}.{field}");
            }
        }
    }
    let problem = serde_json::json!({"$ref": "#/components/schemas/Problem"});
    for (name, example) in document.value["components"]["examples"].as_object().unwrap() {
        assert_eq!(document.faults(&problem, &example["value"]), [""; 0], "{name}");
    }
}

#[test]
fn every_reference_resolves_and_no_schema_is_unused() {
    let (_server, document) = server();
    let mut used = BTreeSet::new();
    let mut mapped = BTreeSet::new();
    walk(&document, "", &mut |at, value| {
        if let Some(reference) = value["$ref"].as_str() {
            used.insert(reference.to_owned());
            let target = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
            assert!(target.is_some(), "{at}: {reference} leads nowhere");
        }
        if let Some(mapping) = value["discriminator"]["mapping"].as_object() {
            for reference in mapping.values().filter_map(Value::as_str) {
                mapped.insert(reference.to_owned());
                let target = document.pointer(reference.strip_prefix('#').unwrap());
                assert!(target.is_some(), "{at}: {reference} leads nowhere");
            }
            let variants = value["oneOf"].as_array().unwrap();
            assert_eq!(mapping.len(), variants.len(), "{at}");
        }
    });
    for (kind, parts) in document["components"].as_object().unwrap() {
        if kind == "securitySchemes" {
            continue;
        }
        for name in parts.as_object().unwrap().keys() {
            let reference = format!("#/components/{kind}/{name}");
            assert!(
                used.contains(&reference) || mapped.contains(&reference),
                "{reference} is used nowhere"
            );
        }
    }
}

#[test]
fn unknown_fields_of_requests_are_ruled_out() {
    let (_server, document) = server();
    let mut waiting: Vec<(String, &Value)> = operations(&document)
        .into_iter()
        .map(|(method, path, operation)| {
            (
                format!("{method} {path}"),
                &operation["requestBody"]["content"]["application/json"]["schema"],
            )
        })
        .collect();
    let (mut open, mut seen) = (Vec::new(), BTreeSet::new());
    while let Some((at, schema)) = waiting.pop() {
        if let Some(reference) = schema["$ref"].as_str() {
            if seen.insert(reference.to_owned()) {
                waiting.push((reference.to_owned(), resolve(&document, schema)));
            }
            continue;
        }
        // The variants of a union are checked separately.
        let is_union = schema["oneOf"].is_array();
        if schema["properties"].is_object() && schema["additionalProperties"] != false && !is_union
        {
            open.push(at.clone());
        }
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            waiting.push((format!("{at}/{name}"), part));
        }
        for key in ["oneOf", "anyOf", "allOf", "prefixItems"] {
            for (n, part) in schema[key].as_array().into_iter().flatten().enumerate() {
                waiting.push((format!("{at}/{key}/{n}"), part));
            }
        }
        if schema["items"].is_object() {
            waiting.push((format!("{at}/items"), &schema["items"]));
        }
    }
    assert_eq!(open, [""; 0], "unknown fields are refused there, and the document does not say so");
}

#[test]
fn every_schema_is_one_and_every_field_is_described() {
    let server = Server::start();
    let client = server.client();
    let document = client.document();
    let mut silent = Vec::new();
    for (name, schema) in document.value["components"]["schemas"].as_object().unwrap() {
        document.faults(
            &serde_json::json!({"$ref": format!("#/components/schemas/{name}")}),
            &Value::Null,
        );
        for (field, part) in schema["properties"].as_object().into_iter().flatten() {
            let tag = part["const"].is_string();
            if !tag && !part["description"].is_string() && !part["$ref"].is_string() {
                silent.push(format!("{name}.{field}"));
            }
        }
    }
    assert_eq!(silent, [""; 0], "fields without a description");
}

#[test]
fn settings_in_answers_have_no_remarks_about_defaults() {
    let (_server, document) = server();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let settings = schemas.iter().filter(|(name, _)| name.ends_with("Settings"));
    let mut count = 0;
    for (name, schema) in settings {
        count += 1;
        let fields =
            schema["properties"].as_object().into_iter().flat_map(|fields| fields.values());
        for described in std::iter::once(schema).chain(fields) {
            let text = described["description"].as_str().unwrap_or_default().to_lowercase();
            assert!(!text.contains("left out"), "{name}: {text}");
        }
    }
    assert!(count >= 5);
}

#[test]
fn every_enumeration_describes_its_values() {
    let (_server, document) = server();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let description = schema["description"].as_str().unwrap_or_default();
        for value in schema["enum"].as_array().into_iter().flatten() {
            let value = value.as_str().unwrap();
            assert!(
                description.contains(&format!("- `{value}`: ")),
                "{name} does not say what `{value}` means: api/http/src/openapi/tests/enumerations.rs"
            );
        }
    }
}

#[test]
fn the_committed_document_is_served() {
    let (_server, served) = server();
    let committed = std::fs::read_to_string(root().join("openapi/openapi.json")).unwrap();
    assert_eq!(committed, format!("{served:#}\n"));
}
