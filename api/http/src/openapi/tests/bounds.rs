//! Bounds that derives cannot express: of the items of a list, and of lists in unions.

use broadside_domain::time_control::MAX_REMINDER_HOURS;
use broadside_engine::game::{MAX_ACTIONS, RulesetId};
use serde_json::{Map, Value, json};

use super::unions::pascal_case;

/// Adds the bounds to the schemas, under their final names.
pub(super) fn add(schemas: &mut Map<String, Value>) {
    for ruleset in RulesetId::ALL {
        bound(
            schemas,
            &format!("{}ActionsRequest", pascal_case(ruleset.as_str())),
            "actions",
            |list| {
                list.insert("minItems".to_owned(), json!(1));
                list.insert("maxItems".to_owned(), json!(MAX_ACTIONS));
            },
        );
    }
    for schema in ["MailboxRequest", "Mailbox"] {
        bound(schemas, schema, "reminders", |list| {
            list["items"]["minimum"] = json!(1);
            list["items"]["maximum"] = json!(MAX_REMINDER_HOURS);
        });
    }
    for union in ["SatelliteActionRoll", "SatelliteChoiceRoll", "SatelliteEventRolled"] {
        bound(schemas, union, "keep", |list| {
            list["items"]["minimum"] = json!(1);
            list["items"]["maximum"] = json!(5);
        });
    }
}

fn bound(
    schemas: &mut Map<String, Value>,
    schema: &str,
    property: &str,
    write: impl FnOnce(&mut Map<String, Value>),
) {
    let list =
        schemas.get_mut(schema).and_then(|schema| schema["properties"][property].as_object_mut());
    write(list.unwrap_or_else(|| panic!("{schema} has no {property}")));
}
