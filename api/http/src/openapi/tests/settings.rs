//! Settings of a game in answers: by ruleset, with all defaults filled in.

use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};

use super::parts::reference;
use super::unions::pascal_case;

/// Settings that an answer leaves out if they do not apply. Answers contain all others.
const OPTIONAL_SETTINGS: [(&str, &str); 10] = [
    ("ClassicOptions", "grid"),
    ("ClassicOptions", "ships"),
    ("ClassicCustomShip", "shots"),
    ("VoicesOptions", "axes"),
    ("AdvancedMap", "columns"),
    ("AdvancedMap", "rows"),
    ("AdvancedMap", "version"),
    ("AdvancedMap", "seed"),
    ("AdvancedMap", "drawn"),
    ("AdvancedMap", "terrain"),
];

/// Beginnings of the last sentences of descriptions, about what a request may leave out.
const DEFAULT_REMARKS: [&str; 4] = [
    " A setting that is left out",
    " A field that is left out",
    " A class that is left out",
    " If left out",
];

/// Removes remarks on defaults from the description of a schema, since they are about requests.
fn remove_default_remarks(schema: &mut Map<String, Value>) {
    let Some(Value::String(description)) = schema.get_mut("description") else { return };
    // A remark may be wrapped.
    let line = description.replace('\n', " ");
    let end = DEFAULT_REMARKS.iter().filter_map(|remark| line.find(remark)).min();
    description.truncate(end.unwrap_or(description.len()));
}

/// Describes the settings of each ruleset in answers.
pub(super) fn add_settings_schemas(schemas: &mut Map<String, Value>) {
    for id in RulesetId::ALL {
        add_settings_schema(schemas, &format!("{}Options", pascal_case(id.as_str())));
    }
}

/// Name of the schema with all defaults filled in; the same name if the schema has no defaults.
fn add_settings_schema(schemas: &mut Map<String, Value>, name: &str) -> String {
    let before = schemas[name].clone();
    let mut filled = before.clone();
    redirect_references(schemas, &mut filled);
    let names: Vec<String> =
        filled["properties"].as_object().into_iter().flat_map(Map::keys).cloned().collect();
    let mut required = Vec::new();
    for property in names {
        let schema = &mut filled["properties"][&property];
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("default");
            remove_default_remarks(fields);
        }
        if OPTIONAL_SETTINGS.contains(&(name, &property)) {
            *schema = non_null_schema(schema);
        } else {
            required.push(property);
        }
    }
    let mut known: Vec<&str> =
        before["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    known.sort_unstable();
    required.sort_unstable();
    let same = filled.get("properties").is_none_or(|_| known == required);
    if same && filled == before {
        return name.to_owned();
    }
    if filled.get("properties").is_some() {
        filled["required"] = required.into();
    }
    if let Some(fields) = filled.as_object_mut() {
        // The example is of a request. Answers may get more fields.
        fields.remove("example");
        fields.remove("additionalProperties");
        remove_default_remarks(fields);
    }
    let settings_name = format!("{}Settings", name.trim_end_matches("Options"));
    schemas.insert(settings_name.clone(), filled);
    settings_name
}

fn redirect_references(schemas: &mut Map<String, Value>, value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| redirect_references(schemas, field))
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redirect_references(schemas, item)),
        Value::String(path) => {
            if let Some(name) = path.strip_prefix(&reference("")) {
                let filled = add_settings_schema(schemas, name);
                *path = reference(&filled);
            }
        }
        _ => {}
    }
}

/// Schema without its null alternative.
pub(super) fn non_null_schema(schema: &Value) -> Value {
    let mut other = schema.clone();
    if let Some(types) = other.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|of| of != "null");
        if let [only] = &types[..] {
            other["type"] = only.clone();
        }
    }
    let variants = other["oneOf"].as_array().map(Vec::as_slice);
    if let Some([one, null]) = variants
        && *null == json!({"type": "null"})
    {
        let one = one.as_object().cloned().unwrap_or_default();
        if let Some(fields) = other.as_object_mut() {
            fields.remove("oneOf");
            fields.extend(one);
        }
    }
    other
}
