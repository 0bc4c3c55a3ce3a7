//! `broadside backup`: copies a SQLite database as of one moment. A server may use the database at
//! the same time.

use std::io::Write;
use std::path::Path;

use broadside_store::Database;
use broadside_store::sqlite::Sqlite;

use super::CliError;
use crate::config::Config;

pub(super) async fn backup(config: Config, to: &Path) -> Result<(), CliError> {
    let Database::Sqlite(file) = &config.database else {
        return Err(
            "PostgreSQL has its own tools for this: `pg_dump --format=custom`, or a base backup with its log"
                .into(),
        );
    };
    let bytes = Sqlite::copy(file, to).await?;
    writeln!(std::io::stdout(), "{} copied to {}: {bytes} bytes", file.display(), to.display())?;
    Ok(())
}
