//! Parts of a placement.

use serde::Serialize;
use serde_json::Value;

/// Part of a placement, as in the JSON of a request: a field, or an item of a field that is a list.
#[derive(Clone, Debug)]
pub(super) struct PlacementPart {
    pub(super) field: &'static str,
    pub(super) value: Value,
}

impl PlacementPart {
    /// Creates a part. Its value must be plain data.
    pub(super) fn new(field: &'static str, value: &impl Serialize) -> Self {
        Self { field, value: serde_json::to_value(value).expect("it is plain data") }
    }
}
