//! Settings: single values by name.

use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Connection, query};

impl Backend {
    /// Returns the value of a setting. If the setting has no value yet, sets it to `value` first.
    pub async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        let insert =
            query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(name)
                .bind(value);
        self.execute(insert).await?;
        let stored = self.stored_setting(name).await?;
        stored.ok_or_else(|| StoreError::Failed(format!("the setting {name} is not stored")))
    }

    /// Returns the value of a setting, if it has one.
    pub async fn stored_setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_optional_value(self.readers())
            .await?)
    }
}

/// Replaces the value of a setting: `$1` is its name.
pub(crate) const REPLACE: &str = "INSERT INTO settings (name, value) VALUES ($1, $2) \
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// Replaces the value of a setting.
pub(crate) async fn replace(
    db: &mut Connection<'_>,
    name: &str,
    value: &str,
) -> Result<(), sqlx::Error> {
    query(REPLACE).bind(name).bind(value).execute(db).await?;
    Ok(())
}
