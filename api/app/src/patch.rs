//! Fields of requests that change only what they name.

use serde::{Deserialize, Deserializer};

/// Deserializes a field that is present, so that null differs from a missing field.
///
/// # Errors
/// If the field has another type.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
