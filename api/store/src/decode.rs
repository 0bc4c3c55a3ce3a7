//! Decoding of columns that hold JSON.

use serde::de::DeserializeOwned;

/// Parses a column that holds JSON.
///
/// # Errors
/// If the JSON is not a `T`.
pub(crate) fn parse_json<T: DeserializeOwned>(column: &str, text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| {
        sqlx::Error::Decode(format!("column {column} cannot be read: {error}").into())
    })
}
