//! Parts of the OpenAPI document that are of no single operation. The tests complete the document,
//! and check that the committed copy is current.

pub(crate) mod parameters;
#[cfg(test)]
mod tests;

use broadside_engine::game::RulesetId;
use serde_json::Value;
use utoipa::ToSchema;

/// Placement of a fleet: `placement`, or `random`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
#[schema(example = json!({"ruleset": "classic", "random": true, "seed": "blue herring 42"}))]
pub(crate) struct PlacementRequest {
    /// Ruleset of the game. The server also takes `random` without it.
    ruleset: RulesetId,
    /// Placement of the fleet. Leave it out with `random`.
    #[schema(value_type = Object, required = false)]
    placement: Value,
    /// True for a random placement.
    #[schema(value_type = bool, default = false, required = false)]
    random: bool,
    /// Your own seed: 1 to 128 printable ASCII characters. If you leave it out, a seed that you
    /// sent before stays.
    #[schema(value_type = String, required = false, min_length = 1, max_length = 128, pattern = "^[ -~]+$")]
    seed: String,
}

/// Actions in a game. The server takes all of them in order, or none.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
#[schema(example = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["F7"]}]}))]
pub(crate) struct ActionsRequest {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Actions, in order.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 32)]
    actions: Vec<Value>,
}

/// Actions that a seat may take now.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct LegalActions {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Choices of actions; empty if there is nothing to do.
    #[schema(value_type = Vec<Object>)]
    actions: Vec<Value>,
}
