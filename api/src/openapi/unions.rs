//! Tagged unions with discriminators.

use serde_json::{Map, Value, json};

use super::parts::reference;

/// Gives each variant of a tagged union a name of its own, and the union a discriminator that maps the tags to them:
/// the derives write variants inline, which no generator of clients can tell apart.
pub(super) fn name_variants(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let variants = schemas[&name]["oneOf"].as_array().cloned().unwrap_or_default();
        let merged: Vec<Value> = variants.iter().map(|variant| merge(schemas, variant)).collect();
        let Some(tag) = ["type", "ruleset", "kind"]
            .into_iter()
            .find(|tag| !merged.is_empty() && merged.iter().all(|variant| tag_of(variant, tag).is_some()))
        else {
            continue;
        };
        let mut mapping = Map::new();
        let mut references = Vec::new();
        for mut variant in merged {
            let value = tag_of(&variant, tag).unwrap_or_default().to_owned();
            let own = format!("{name}{}", pascal(&value));
            variant["properties"][tag] = json!({"type": "string", "const": value});
            schemas.insert(own.clone(), variant);
            mapping.insert(value, reference(&own).into());
            references.push(json!({"$ref": reference(&own)}));
        }
        let union = schemas.get_mut(&name).and_then(Value::as_object_mut).expect("the union is there");
        union.insert("oneOf".to_owned(), references.into());
        union.insert("discriminator".to_owned(), json!({"propertyName": tag, "mapping": mapping}));
    }
}

/// One object of the parts that a variant is written in.
fn merge(schemas: &Map<String, Value>, variant: &Value) -> Value {
    let parts: Vec<Value> = match variant["allOf"].as_array() {
        Some(parts) => parts.clone(),
        None => vec![variant.clone()],
    };
    let mut merged = json!({"type": "object", "properties": {}, "required": []});
    for part in parts {
        let named =
            part["$ref"].as_str().and_then(|path| path.rsplit('/').next()).and_then(|name| schemas.get(name));
        let part = named.unwrap_or(&part);
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
    if let Some(description) = variant.get("description") {
        merged["description"] = description.clone();
    }
    merged
}

fn tag_of<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    let schema = &variant["properties"][tag];
    let values = schema["enum"].as_array();
    match (values, schema["const"].as_str()) {
        (Some(values), _) if values.len() == 1 => values[0].as_str(),
        (_, only) => only,
    }
}

fn pascal(text: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    text.split('_').map(word).collect()
}

/// Adds the variants of one union to another.
pub(super) fn add_variants(schemas: &mut Map<String, Value>, to: &str, from: &str) {
    let shared = schemas[from].clone();
    let union = schemas.get_mut(to).expect("the union is there");
    let more = shared["oneOf"].as_array().cloned().unwrap_or_default();
    union["oneOf"].as_array_mut().expect("it is a union").extend(more);
    let mapping = shared["discriminator"]["mapping"].as_object().cloned().unwrap_or_default();
    union["discriminator"]["mapping"].as_object_mut().expect("it is a union").extend(mapping);
}
