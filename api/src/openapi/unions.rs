//! Tagged unions with discriminators.

use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};

use super::parts::reference;

/// Gives each variant of a tagged union a name of its own, and the union a discriminator that maps the tags to them:
/// the derives write variants inline, which no generator of clients can tell apart.
pub(super) fn name_variants(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let variants = schemas[&name]["oneOf"].as_array().cloned().unwrap_or_default();
        let merged: Vec<Value> = variants.iter().map(|variant| merge(schemas, variant)).collect();
        let Some(tag) = ["type", "ruleset", "kind", "choose", "event"]
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

pub(super) fn pascal(text: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    text.split(['_', '.']).map(word).collect()
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

/// Takes the variant with a tag out of a union, and makes a union of it alone.
pub(super) fn split_off(schemas: &mut Map<String, Value>, from: &str, tag: &str, to: &str) {
    let union = schemas.get_mut(from).expect("the union is there");
    let mapping = union["discriminator"]["mapping"].as_object_mut().expect("it is a union");
    let split = mapping.remove(tag).expect("the union has the variant");
    let variants = union["oneOf"].as_array_mut().expect("it is a union");
    variants.retain(|variant| variant["$ref"] != split);
    let description = "What only whoever plays alone may do.";
    let discriminator = json!({"propertyName": "type", "mapping": {tag: split}});
    let alone =
        json!({"description": description, "oneOf": [{"$ref": split}], "discriminator": discriminator});
    schemas.insert(to.to_owned(), alone);
}

/// Makes of a request that names its ruleset beside what is the ruleset's a union of one form for each ruleset.
pub(super) fn split_game_request(schemas: &mut Map<String, Value>) {
    let whole = schemas["GameRequest"].clone();
    let forms = by_ruleset(schemas, "GameRequest", &whole, "options", "Options");
    let mapping: Map<String, Value> =
        forms.iter().map(|(id, form)| (id.clone(), form.clone().into())).collect();
    schemas["GameRequest"] = json!({
        "description": whole["description"], "example": whole["example"], "oneOf": refer(&forms),
        "discriminator": {"propertyName": "ruleset", "mapping": mapping}
    });
}

/// The same, where a placement at random needs no ruleset.
pub(super) fn split_placement_request(schemas: &mut Map<String, Value>) {
    let whole = schemas["PlacementRequest"].clone();
    let mut given = whole.clone();
    given["properties"]["random"] = json!({
        "type": "boolean", "const": false, "default": false, "description": "Left out, or false."
    });
    given["properties"]["placement"]["description"] = "What you place.".into();
    given["required"] = json!(["ruleset", "placement"]);
    let mut forms = by_ruleset(schemas, "PlacementRequest", &given, "placement", "Placement");
    let mut random = whole.clone();
    if let Some(fields) = random["properties"].as_object_mut() {
        fields.remove("placement");
        fields["random"] = json!({"type": "boolean", "const": true, "description": "A placement at random."});
        fields["ruleset"]["description"] = "The ruleset of the game; it may be left out.".into();
    }
    random["required"] = json!(["random"]);
    random["description"] = "The wish for any placement.".into();
    let name = "PlacementRequestRandom";
    schemas.insert(name.to_owned(), random);
    forms.push((name.to_owned(), reference(name)));
    schemas["PlacementRequest"] =
        json!({"description": whole["description"], "example": whole["example"], "oneOf": refer(&forms)});
}

/// A form of a request for each ruleset, with its part in the place of that of any: the ruleset and the reference to it.
fn by_ruleset(
    schemas: &mut Map<String, Value>,
    name: &str,
    whole: &Value,
    field: &str,
    part: &str,
) -> Vec<(String, String)> {
    let form = |ruleset: &RulesetId| {
        let id = ruleset.as_str();
        let own = format!("{name}{}", pascal(id));
        let mut form = whole.clone();
        form["description"] = format!("For a game of `{id}`.").into();
        form["properties"]["ruleset"] = json!({"type": "string", "const": id, "description": "The ruleset."});
        let description = whole["properties"][field]["description"].clone();
        form["properties"][field] = json!({"$ref": reference(&format!("{}{part}", pascal(id)))});
        if description.is_string() {
            form["properties"][field]["description"] = description;
        }
        // An example of the whole is one of a single form.
        if let Some(fields) = form.as_object_mut() {
            fields.remove("example");
        }
        schemas.insert(own.clone(), form);
        (id.to_owned(), reference(&own))
    };
    RulesetId::ALL.iter().map(form).collect()
}

fn refer(forms: &[(String, String)]) -> Vec<Value> {
    forms.iter().map(|(_, form)| json!({"$ref": form})).collect()
}
