//! Schemas of the OpenAPI document that each ruleset adds.

use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::game::{RulesetId, dispatch_by_id};
use crate::ruleset::Ruleset;

/// Types of the actions and of the legal moves of a ruleset, in the document.
pub(crate) trait RulesetSchemas: Ruleset {
    /// Action of a player. The engine parses an action in two steps, first its type and then its other fields, so that
    /// errors name the field. So it has no single type from which a schema could be derived.
    type Action: ToSchema;
    /// Choice among the legal moves.
    type Choice: ToSchema;
}

impl RulesetId {
    /// Returns the schemas of the ruleset by name: its options, placement, actions, legal moves and view, and all types
    /// that they refer to.
    pub fn schemas(self) -> Vec<(String, RefOr<Schema>)> {
        let mut all = Vec::new();
        dispatch_by_id!(self, R => {
            add::<<R as RulesetSchemas>::Action>(&mut all);
            add::<<R as RulesetSchemas>::Choice>(&mut all);
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
