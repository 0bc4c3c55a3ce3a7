//! Tagged unions with discriminators.

use serde_json::{Map, Value, json};

use super::parts::{merge_all_of, reference};

/// Gives each variant of a tagged union its own name, and the union a discriminator that maps tags
/// to variants. Derives write variants inline, and generators of clients cannot tell those apart.
pub(super) fn name_variants(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let variants = schemas[&name]["oneOf"].as_array().cloned().unwrap_or_default();
        let merged: Vec<Value> =
            variants.iter().map(|variant| merge_all_of(schemas, variant)).collect();
        let Some(tag) = ["type", "ruleset", "kind", "choose", "event"].into_iter().find(|tag| {
            !merged.is_empty() && merged.iter().all(|variant| tag_value(variant, tag).is_some())
        }) else {
            continue;
        };
        let mut mapping = Map::new();
        let mut references = Vec::new();
        for mut variant in merged {
            let value = tag_value(&variant, tag).unwrap_or_default().to_owned();
            let variant_name = format!("{name}{}", pascal_case(&value));
            variant["properties"][tag] = tag_schema(tag, &value);
            schemas.insert(variant_name.clone(), variant);
            mapping.insert(value, reference(&variant_name).into());
            references.push(json!({"$ref": reference(&variant_name)}));
        }
        let union =
            schemas.get_mut(&name).and_then(Value::as_object_mut).expect("the union is there");
        union.insert("type".to_owned(), "object".into());
        union.insert("oneOf".to_owned(), references.into());
        union.insert("discriminator".to_owned(), json!({"propertyName": tag, "mapping": mapping}));
    }
}

/// Schema of the property that distinguishes the variants of a union.
pub(super) fn tag_schema(tag: &str, value: &str) -> Value {
    let name = capitalized(tag);
    json!({"type": "string", "const": value, "description": format!("{name} of this variant: `{value}`.")})
}

fn tag_value<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    let schema = &variant["properties"][tag];
    let values = schema["enum"].as_array();
    match (values, schema["const"].as_str()) {
        (Some(values), _) if values.len() == 1 => values[0].as_str(),
        (_, only) => only,
    }
}

pub(super) fn pascal_case(text: &str) -> String {
    text.split(['_', '.']).map(capitalized).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

pub(super) fn add_variants(schemas: &mut Map<String, Value>, to: &str, from: &str) {
    let shared = schemas[from].clone();
    let union = schemas.get_mut(to).expect("the union is there");
    let more = shared["oneOf"].as_array().cloned().unwrap_or_default();
    union["oneOf"].as_array_mut().expect("it is a union").extend(more);
    let mapping = shared["discriminator"]["mapping"].as_object().cloned().unwrap_or_default();
    union["discriminator"]["mapping"].as_object_mut().expect("it is a union").extend(mapping);
}

/// Moves the variant with a tag out of a union, into a new union of one variant.
pub(super) fn move_variant(schemas: &mut Map<String, Value>, from: &str, tag: &str, to: &str) {
    let union = schemas.get_mut(from).expect("the union is there");
    let mapping = union["discriminator"]["mapping"].as_object_mut().expect("it is a union");
    let split = mapping.remove(tag).expect("the union has the variant");
    let variants = union["oneOf"].as_array_mut().expect("it is a union");
    variants.retain(|variant| variant["$ref"] != split);
    let description = "Action of a player who plays alone.";
    let discriminator = json!({"propertyName": "type", "mapping": {tag: split}});
    let alone = json!({
        "type": "object", "description": description, "oneOf": [{"$ref": split}], "discriminator": discriminator
    });
    schemas.insert(to.to_owned(), alone);
}

/// Adjusts unions and types that generators of clients read in different ways.
pub(super) fn adapt_for_generators(schemas: &mut Map<String, Value>) {
    for schema in schemas.values_mut() {
        add_discriminator_property(schema);
    }
    split_matrix_name(schemas);
    // The bytes of a record are hashed, and clients write a parsed time in ways of their own.
    let at = &mut schemas["GameRecordEvent"]["properties"]["at"];
    at.as_object_mut().expect("an event of a record has a time").remove("format");
    at["pattern"] = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$".into();
}

/// Gives a union its discriminator as a property, as its variants have it: the Rust generator needs
/// it there.
fn add_discriminator_property(schema: &mut Value) {
    let Some(tag) = schema["discriminator"]["propertyName"].as_str().map(str::to_owned) else {
        return;
    };
    if schema["oneOf"].is_array() {
        let property =
            json!({"type": "string", "description": "Property that tells the variants apart."});
        schema["properties"] = Value::Object(Map::from_iter([(tag.clone(), property)]));
        schema["required"] = json!([tag]);
    }
}

/// Splits the name of a game-matrix, which is a number or a string, into two named schemas.
fn split_matrix_name(schemas: &mut Map<String, Value>) {
    let name = schemas["MatrixName"].clone();
    let number = json!({
        "type": "integer", "format": "int32", "minimum": 1, "maximum": 10, "example": 3,
        "description": "Number of one of the ten game-matrices of the score."
    });
    let recipe = json!({
        "type": "string", "pattern": name["pattern"], "example": "v1:10:j3,i2,u3,p2:herring",
        "description": "Recipe of a generated game-matrix of ten rows."
    });
    schemas.insert("MatrixNumber".to_owned(), number);
    schemas.insert("MatrixRecipe".to_owned(), recipe);
    schemas["MatrixName"] = json!({
        "description": name["description"],
        "oneOf": [{"$ref": reference("MatrixNumber")}, {"$ref": reference("MatrixRecipe")}]
    });
}
