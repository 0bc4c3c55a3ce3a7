//! Corrections of derived schemas and their descriptions.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::settings::non_null_schema;

/// Derived names of generic types, and their final names.
pub(super) const RENAMES: [(&str, &str); 5] = [
    ("SharedGlimpse_Placement", "GameEvent"),
    ("RevealedSeat_Placement", "RevealedSeat"),
    ("Revelation_Value", "GameRecordSecrets"),
    ("Sealed_Value", "GameRecordPlacement"),
    ("RecordEvent", "GameRecordEvent"),
];

pub(super) fn rename_schema(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(fields) => {
            if let Some(schema) = fields.remove(from) {
                fields.insert(to.to_owned(), schema);
            }
            fields.values_mut().for_each(|field| rename_schema(field, from, to));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_schema(item, from, to)),
        Value::String(text) if *text == reference(from) => *text = reference(to),
        _ => {}
    }
}

/// Moves the description of an optional field to the field itself: derives put it on the
/// alternative to `null`.
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

/// Merges each `allOf` of objects into one object: derives write flattened fields in this way.
pub(super) fn flatten_all_of(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        if schemas[&name]["allOf"].is_array() {
            let merged = merge_all_of(schemas, &schemas[&name]);
            schemas[&name] = merged;
        }
    }
}

/// Merges the parts of an object into one object.
pub(super) fn merge_all_of(schemas: &Map<String, Value>, schema: &Value) -> Value {
    let parts: Vec<Value> = match schema["allOf"].as_array() {
        Some(parts) => parts.clone(),
        None => vec![schema.clone()],
    };
    let mut merged = json!({"type": "object", "properties": {}, "required": []});
    for part in parts {
        let named = part["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next())
            .and_then(|name| schemas.get(name));
        let part = named.unwrap_or(&part);
        let part =
            if part["allOf"].is_array() { merge_all_of(schemas, part) } else { part.clone() };
        for (name, schema) in part["properties"].as_object().into_iter().flatten() {
            merged["properties"][name] = schema.clone();
        }
        let required = part["required"].as_array().cloned().unwrap_or_default();
        merged["required"].as_array_mut().expect("it is a list").extend(required);
        for key in ["description", "additionalProperties"] {
            if let Some(value) = part.get(key).filter(|_| merged.get(key).is_none()) {
                merged[key] = value.clone();
            }
        }
    }
    for key in ["description", "example"] {
        if let Some(value) = schema.get(key) {
            merged[key] = value.clone();
        }
    }
    merged
}

/// Moves the default of a parameter to its type: derives put it into a separate object.
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

/// Marks headers of an answer that can be null as headers that can be left out.
pub(super) fn make_headers_optional(response: &mut Value) {
    let headers = response.get_mut("headers").and_then(Value::as_object_mut);
    for header in headers.into_iter().flat_map(Map::values_mut) {
        let schema = non_null_schema(&header["schema"]);
        if schema != header["schema"] {
            header["schema"] = schema;
            header["required"] = false.into();
        }
    }
}

/// Describes placements in a record, which derives leave open.
pub(super) fn describe_record_placements(schemas: &mut Map<String, Value>) {
    schemas["GameRecordPlacement"]["properties"]["placement"] = json!({"type": "object", "description": "Placement when play began, in the stored form of its ruleset."});
}

/// Drops defaults that are objects or lists: some generators of clients write invalid code for
/// them.
pub(super) fn drop_composite_defaults(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields
                .get("default")
                .is_some_and(|default| default.is_object() || default.is_array())
            {
                fields.remove("default");
            }
            fields.values_mut().for_each(drop_composite_defaults);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_composite_defaults),
        _ => {}
    }
}

/// Drops schemas without references: the parts that were merged into variants.
pub(super) fn drop_unused(document: &mut Value) {
    loop {
        let mut used = Vec::new();
        collect_references(document, &mut used);
        let Some(schemas) =
            document.pointer_mut("/components/schemas").and_then(Value::as_object_mut)
        else {
            return;
        };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name) || name == "Problem");
        if schemas.len() == before {
            return;
        }
    }
}

/// Marks objects in requests as closed to unknown fields, which derives omit for tagged unions, and
/// marks nullable fields of objects in answers as required.
pub(super) fn close_requests(document: &mut Value) {
    let bodies = document["paths"]
        .as_object()
        .into_iter()
        .flat_map(Map::values)
        .filter_map(Value::as_object);
    let mut pending: Vec<String> = Vec::new();
    bodies
        .flat_map(Map::values)
        .for_each(|operation| collect_references(&operation["requestBody"], &mut pending));
    let mut visited = BTreeSet::new();
    while let Some(name) = pending.pop() {
        let schema = &mut document["components"]["schemas"][&name];
        if visited.insert(name) {
            close_objects(schema);
            collect_references(schema, &mut pending);
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if !visited.contains(name) {
            require_nullable(schema);
        }
    }
}

fn is_nullable(schema: &Value) -> bool {
    let null = json!("null");
    let mut variants = schema["oneOf"].as_array().into_iter().flatten();
    schema["type"].as_array().is_some_and(|types| types.contains(&null))
        || variants.any(|variant| variant["type"] == null)
}

fn require_nullable(schema: &mut Value) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let names = properties
            .iter()
            .filter(|(_, property)| is_nullable(property))
            .map(|(name, _)| json!(name));
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

fn close_objects(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            fields.values_mut().for_each(close_objects);
        }
        Value::Array(items) => items.iter_mut().for_each(close_objects),
        _ => {}
    }
}

/// Collects the names of the schemas that a value refers to.
fn collect_references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| collect_references(field, names)),
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        Value::String(text) => {
            names.extend(text.strip_prefix("#/components/schemas/").map(str::to_owned))
        }
        _ => {}
    }
}

pub(super) fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}
