//! Unions by ruleset: each object whose parts depend on the ruleset becomes one object for each
//! ruleset.

use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};

use super::parts::reference;
use super::settings;
use super::unions::{pascal_case, tag_schema};

/// Object whose parts depend on the ruleset: its name, the field that names the ruleset, and the
/// parts with the end of the name of their schema. A part that ends in `[]` is a list.
type SplitSpec = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const SPLITS: [SplitSpec; 12] = [
    ("GameSummary", "ruleset", &[("options", "Settings")]),
    ("Game", "ruleset", &[("options", "Settings"), ("view", "View")]),
    ("Board", "ruleset", &[("view", "View")]),
    ("GameRequest", "ruleset", &[("options", "Options")]),
    ("PlacementRequest", "ruleset", &[("placement", "Placement")]),
    ("ActionsRequest", "ruleset", &[("actions[]", "Action")]),
    ("LegalActions", "ruleset", &[("actions[]", "Choice")]),
    ("ActResult", "ruleset", &[("events[]", "Event"), ("game", "Game")]),
    ("EventPage", "ruleset", &[("events[]", "Event")]),
    ("Step", "ruleset", &[("events[]", "Event"), ("snapshot", "Game")]),
    ("RevealedSeat", "ruleset", &[("placement", "Placement")]),
    ("Ruleset", "id", &[("default_options", "Settings")]),
];

pub(super) fn split_by_ruleset(schemas: &mut Map<String, Value>) {
    settings::add_settings_schemas(schemas);
    for (name, tag, parts) in SPLITS {
        let schema = schemas[name].clone();
        let mut mapping = Map::new();
        let mut references = Vec::new();
        for id in RulesetId::ALL.iter().map(|id| id.as_str()) {
            let variant_name = format!("{}{name}", pascal_case(id));
            schemas.insert(variant_name.clone(), ruleset_variant(&schema, id, tag, parts));
            mapping.insert(id.to_owned(), reference(&variant_name).into());
            references.push(json!({"$ref": reference(&variant_name)}));
        }
        schemas[name] = json!({
            "type": "object",
            "description": schema["description"],
            "oneOf": references,
            "discriminator": {"propertyName": tag, "mapping": mapping}
        });
    }
}

/// Form of an object for one ruleset.
fn ruleset_variant(schema: &Value, id: &str, tag: &str, parts: &[(&str, &str)]) -> Value {
    let mut variant = schema.clone();
    let description = schema["description"].as_str().unwrap_or_default();
    variant["description"] = format!("For `{id}`: {}", lower_first(description)).into();
    variant["properties"][tag] = tag_schema(tag, id);
    for (field, end) in parts {
        let schema = json!({"$ref": reference(&format!("{}{end}", pascal_case(id)))});
        let (field, is_list) = match field.strip_suffix("[]") {
            Some(field) => (field, true),
            None => (*field, false),
        };
        let property = &mut variant["properties"][field];
        if is_list {
            property["items"] = schema;
        } else {
            *property = json!({"description": property["description"], "$ref": schema["$ref"]});
        }
    }
    // The example of the whole object fits only one of the rulesets.
    if let Some(fields) = variant.as_object_mut() {
        fields.remove("example");
    }
    variant
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
