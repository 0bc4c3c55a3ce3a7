//! Schemas of the OpenAPI document that each ruleset adds.

use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::game::{RulesetId, dispatch_by_id};
use crate::ruleset::Ruleset;

impl RulesetId {
    /// Returns the schemas of the ruleset by name: its options, placement, actions, legal moves and
    /// view, and all types that they refer to.
    pub fn schemas(self) -> Vec<(String, RefOr<Schema>)> {
        let mut all = Vec::new();
        dispatch_by_id!(self, R => {
            add::<<R as Ruleset>::Action>(&mut all);
            add::<<R as Ruleset>::Legal>(&mut all);
            add::<<R as Ruleset>::Options>(&mut all);
            add::<<R as Ruleset>::Draft>(&mut all);
            add::<<R as Ruleset>::View>(&mut all);
        });
        all
    }
}

fn add<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
    all.push((T::name().into_owned(), T::schema()));
    T::schemas(all);
}
