//! `broadside encrypt`: encrypts the secrets that a database already stores with the first key.

use std::io::Write;

use broadside_store as store;

use super::CliError;
use crate::config::Config;

pub(super) async fn encrypt(config: Config) -> Result<(), CliError> {
    super::check_schema_current(&config.database).await?;
    let written = store::encrypt(&config.database, &config.vault).await?;
    let key = config.vault.first().unwrap_or_default();
    Ok(writeln!(
        std::io::stdout(),
        "{}: {written} values encrypted; all are under the key {key} now, and no other is needed",
        config.database
    )?)
}
