//! Schemas and what is said of them, where the derives say it wrongly or not at all.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Names that a generic type gets from its derive, and what they are called.
pub(super) const RENAMED: [(&str, &str); 5] = [
    ("SharedGlimpse_Placement", "GameEvent"),
    ("Revelation_Placement", "Revelation"),
    ("Sealed_Placement", "SealedPlacement"),
    ("Revelation_Value", "RecordRevelation"),
    ("Sealed_Value", "RecordPlacement"),
];

pub(super) fn rename(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(fields) => {
            if let Some(schema) = fields.remove(from) {
                fields.insert(to.to_owned(), schema);
            }
            fields.values_mut().for_each(|field| rename(field, from, to));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        Value::String(text) if *text == reference(from) => *text = reference(to),
        _ => {}
    }
}

/// Puts what is said of an optional field beside its name: the derives say it of the alternative to `null`.
pub(super) fn hoist_descriptions(value: &mut Value) {
    if let Value::Object(fields) = value
        && let Some([one, other]) =
            fields.get_mut("oneOf").and_then(Value::as_array_mut).map(Vec::as_mut_slice)
        && *other == json!({"type": "null"})
        && let Some(description) = one.as_object_mut().and_then(|one| one.remove("description"))
    {
        fields.insert("description".to_owned(), description);
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(hoist_descriptions),
        Value::Array(items) => items.iter_mut().for_each(hoist_descriptions),
        _ => {}
    }
}

/// Puts the default of a parameter beside its type: the derives call it an object of its own.
pub(super) fn join_defaults(value: &mut Value) {
    let mut joined = None;
    if let Some([one, other]) = value.get("allOf").and_then(Value::as_array).map(Vec::as_slice)
        && let Some(default) = other.get("default")
        && *other == json!({"type": "object", "default": default})
    {
        let mut one = one.clone();
        one["default"] = default.clone();
        joined = Some(one);
    }
    if let Some(joined) = joined {
        *value = joined;
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(join_defaults),
        Value::Array(items) => items.iter_mut().for_each(join_defaults),
        _ => {}
    }
}

/// Describes what generic types hold: the derives write that inline, or leave it open.
pub(super) fn name_held(schemas: &mut Map<String, Value>) {
    let held = "What it had placed when play began";
    schemas["SealedPlacement"]["properties"]["placement"] =
        json!({"$ref": reference("Placement"), "description": format!("{held}.")});
    schemas["RecordPlacement"]["properties"]["placement"] =
        json!({"description": format!("{held}, as its ruleset writes it.")});
}

/// Drops the schemas that nothing refers to: parts that variants were merged from.
pub(super) fn drop_unused(document: &mut Value) {
    loop {
        let mut used = Vec::new();
        references(document, &mut used);
        let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
            return;
        };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name) || name == "Problem");
        if schemas.len() == before {
            return;
        }
    }
}

/// Says of every object in a request that other fields are refused, which the derives leave out for tagged unions; and
/// of every object in an answer that what may be null is sent all the same.
pub(super) fn close_requests(document: &mut Value) {
    let bodies = document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    let mut open: Vec<String> = Vec::new();
    bodies.flat_map(Map::values).for_each(|operation| references(&operation["requestBody"], &mut open));
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let schema = &mut document["components"]["schemas"][&name];
        if seen.insert(name) {
            close(schema);
            references(schema, &mut open);
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if !seen.contains(name) {
            require_nullable(schema);
        }
    }
}

fn require_nullable(schema: &mut Value) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let null = json!("null");
        let nullable = |schema: &Value| {
            let variants = schema["oneOf"].as_array().into_iter().flatten();
            schema["type"].as_array().is_some_and(|types| types.contains(&null))
                || variants.clone().any(|variant| variant["type"] == null)
        };
        let names = properties.iter().filter(|(_, property)| nullable(property)).map(|(name, _)| json!(name));
        let mut required: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
        let more: Vec<Value> = names.filter(|name| !required.contains(name)).collect();
        required.extend(more);
        if !required.is_empty() {
            schema["required"] = required.into();
        }
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(require_nullable),
        Value::Array(items) => items.iter_mut().for_each(require_nullable),
        _ => {}
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The names of the schemas that a value refers to.
fn references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| references(field, names)),
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        Value::String(text) => names.extend(text.strip_prefix("#/components/schemas/").map(str::to_owned)),
        _ => {}
    }
}

pub(super) fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}
