//! JSON Schemas of the options of each ruleset. A test of `api/http/src/openapi` writes them from the
//! types of the engine.

use std::sync::LazyLock;

use broadside_engine::game::RulesetId;
use serde_json::Value;

static SCHEMAS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../openapi/options.json")).expect("the file has JSON")
});

/// Returns the self-contained JSON Schema (2020-12) of the options of a ruleset.
pub fn options_schema(ruleset: RulesetId) -> &'static Value {
    &SCHEMAS[ruleset.as_str()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_has_a_schema_of_its_options() {
        for &ruleset in RulesetId::ALL {
            assert_eq!(options_schema(ruleset)["title"], format!("Options of `{ruleset}`"));
        }
    }
}
