//! Events of each ruleset: one union by `type`, with the events that all games share.

use broadside_engine::game::RulesetId;
use serde_json::{Map, Value, json};

use super::parts::reference;
use super::unions::{add_variants, pascal_case};

/// Union of the events that all games share.
const SHARED: &str = "GameEvent";
/// Fields that every event has: its number and its time.
const ENVELOPE: &str = "EventEnvelope";
/// Events of `advanced` that its view lists without a number and a time.
const OPERATIONS: [&str; 4] = ["fired", "sent", "passed", "passed_over"];

/// Adds the common fields to each event, and the shared events to the union of each ruleset.
pub(super) fn describe(schemas: &mut Map<String, Value>) {
    add_operation_union(schemas);
    let envelope = schemas.remove(ENVELOPE).expect("the common fields are described");
    let rulesets = RulesetId::ALL.iter().map(|id| format!("{}Event", pascal_case(id.as_str())));
    for union in rulesets.chain([SHARED.to_owned()]) {
        for variant in variants(&schemas[&union]) {
            let variant = &mut schemas[&variant];
            for (name, field) in envelope["properties"].as_object().into_iter().flatten() {
                variant["properties"][name] = field.clone();
            }
            let required = envelope["required"].as_array().cloned().unwrap_or_default();
            variant["required"].as_array_mut().expect("it is a list").extend(required);
        }
        if union != SHARED {
            add_variants(schemas, &union, SHARED);
        }
    }
    // A revealed placement names its ruleset, since this event is the same in all games.
    schemas["RevealedSeat"]["properties"]["ruleset"] = json!({"type": "string"});
    schemas["RevealedSeat"]["properties"]["placement"] =
        json!({"type": "object", "description": "Placement when play began."});
    let required = json!(["seat", "ruleset", "placement", "salt", "commitment"]);
    schemas["RevealedSeat"]["required"] = required;
}

/// Names of the variants of a union.
fn variants(union: &Value) -> Vec<String> {
    let variants = union["oneOf"].as_array().into_iter().flatten();
    variants
        .filter_map(|variant| Some(variant["$ref"].as_str()?.rsplit('/').next()?.to_owned()))
        .collect()
}

/// Describes the operations in the view of `advanced`, which are events without a number and a
/// time.
fn add_operation_union(schemas: &mut Map<String, Value>) {
    let mut mapping = Map::new();
    let mut references = Vec::new();
    for kind in OPERATIONS {
        let name = format!("AdvancedOperation{}", pascal_case(kind));
        let event = schemas[&format!("AdvancedEvent{}", pascal_case(kind))].clone();
        schemas.insert(name.clone(), event);
        mapping.insert(kind.to_owned(), reference(&name).into());
        references.push(json!({"$ref": reference(&name)}));
    }
    let union = json!({
        "type": "object",
        "description": "Operation of `advanced` as a viewer may know it.",
        "oneOf": references,
        "discriminator": {"propertyName": "type", "mapping": mapping}
    });
    schemas.insert("AdvancedOperation".to_owned(), union);
    schemas["AdvancedView"]["properties"]["operations"]["items"] =
        json!({"$ref": reference("AdvancedOperation")});
}
