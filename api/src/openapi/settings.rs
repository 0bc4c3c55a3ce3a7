//! The settings of a game as they are answered: by ruleset, and with nothing left out that has a default.

use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};

use super::parts::reference;
use super::unions::pascal;

/// What is left out of an answer where it means nothing; everything else is there.
const LEFT_OUT: [(&str, &str); 5] = [
    ("ClassicOptions", "grid"),
    ("ClassicOptions", "ships"),
    ("ClassicCustomShip", "shots"),
    ("VoicesOptions", "axes"),
    ("AdvancedMadeMap", "seed"),
];

/// Gives the answers that hold settings a union over the rulesets in their place.
///
/// It has no discriminator: generators of clients take one for a promise that what refers to the union is a variant of it.
/// Its variants are told apart by their constants.
pub(super) fn tell_apart(schemas: &mut Map<String, Value>) {
    let filled: Vec<(&str, String)> = RulesetId::ALL
        .iter()
        .map(|id| (id.as_str(), fill_in(schemas, &format!("{}Options", pascal(id.as_str())))))
        .collect();
    let game =
        union(schemas, "GameSettings", &filled, "ruleset", "options", "The settings of a game, by ruleset.");
    let ruleset = union(
        schemas,
        "RulesetDefaults",
        &filled,
        "id",
        "default_options",
        "The settings of a game for which nothing was chosen, by ruleset.",
    );
    let summary = &mut schemas["GameSummary"];
    remove_property(summary, "options");
    let description = summary.as_object_mut().and_then(|fields| fields.remove("description"));
    *summary = json!({"description": description, "allOf": [summary.clone(), game]});
    let parts = schemas["Ruleset"]["allOf"].as_array_mut().expect("it has what a summary has");
    parts.iter_mut().for_each(|part| remove_property(part, "default_options"));
    parts.push(ruleset);
}

fn union(
    schemas: &mut Map<String, Value>,
    name: &str,
    filled: &[(&str, String)],
    tag: &str,
    field: &str,
    description: &str,
) -> Value {
    let variant = |(id, settings): &(&str, String)| {
        let own = format!("{name}{}", pascal(id));
        let schema = json!({
            "type": "object",
            "description": format!("Of `{id}`."),
            "properties": {
                tag: {"type": "string", "const": id, "description": "The ruleset."},
                field: {"$ref": reference(settings), "description": "The settings, defaults filled in."}
            },
            "required": [tag, field]
        });
        schemas.insert(own.clone(), schema);
        json!({"$ref": reference(&own)})
    };
    let variants: Vec<Value> = filled.iter().map(variant).collect();
    schemas.insert(name.to_owned(), json!({"description": description, "oneOf": variants}));
    json!({"$ref": reference(name)})
}

fn remove_property(schema: &mut Value, name: &str) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.remove(name);
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|required| required != name);
    }
}

/// The name of a schema in which everything that may be left out is filled in; its own where nothing may be.
fn fill_in(schemas: &mut Map<String, Value>, name: &str) -> String {
    let before = schemas[name].clone();
    let mut filled = before.clone();
    refer_to_filled(schemas, &mut filled);
    let names: Vec<String> =
        filled["properties"].as_object().into_iter().flat_map(Map::keys).cloned().collect();
    let mut required = Vec::new();
    for property in names {
        let schema = &mut filled["properties"][&property];
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("default");
        }
        if LEFT_OUT.contains(&(name, &property)) {
            *schema = not_null(schema);
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
        // What is said of the form that is sent, and an example of it, are not of this one; and an answer may grow.
        fields.remove("example");
        fields.remove("additionalProperties");
        let description = fields["description"].as_str().unwrap_or_default();
        let end =
            [" What is left out", " If left out"].iter().filter_map(|begin| description.find(begin)).min();
        fields["description"] = description[..end.unwrap_or(description.len())].into();
    }
    let own = format!("{}Settings", name.trim_end_matches("Options"));
    schemas.insert(own.clone(), filled);
    own
}

fn refer_to_filled(schemas: &mut Map<String, Value>, value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|field| refer_to_filled(schemas, field)),
        Value::Array(items) => items.iter_mut().for_each(|item| refer_to_filled(schemas, item)),
        Value::String(path) => {
            if let Some(name) = path.strip_prefix(&reference("")) {
                let filled = fill_in(schemas, name);
                *path = reference(&filled);
            }
        }
        _ => {}
    }
}

/// A schema that null does not fit.
pub(super) fn not_null(schema: &Value) -> Value {
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
