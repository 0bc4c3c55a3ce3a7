//! Migrations, in pairs: each has a number, a name, and a file for each kind of database.
//!
//! During a rolling upgrade, old and new nodes use the same tables. So a migration only adds
//! tables, columns with a default and indexes. It may also drop an index, because nodes without it
//! are only slower. A migration that removes anything else, when no node in use needs it any
//! longer, sets `oldest_schema` in `settings` to the number that a node must know to start: see
//! [`too_old`].

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Query for the number of the migration that a node must know at minimum.
pub(super) const OLDEST: &str = "SELECT value FROM settings WHERE name = 'oldest_schema'";

macro_rules! migrations {
    ($($version:literal $name:literal)*) => {
        pub(super) fn sqlite() -> Migrator {
            migrator([$(($version, $name, include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")))),*])
        }

        pub(super) fn postgres() -> Migrator {
            migrator([$(($version, $name, include_str!(concat!("../../../migrations/postgres/", $name, ".sql")))),*])
        }
    };
}

migrations! {
    1 "0001_schema"
}

fn migrator<const N: usize>(all: [(i64, &'static str, &'static str); N]) -> Migrator {
    let mut migrations = Vec::new();
    for (version, name, sql) in all {
        migrations.push(migration(version, name, sql));
    }
    let mut migrator = Migrator::with_migrations(migrations);
    // A newer node may have migrated the tables already.
    migrator.set_ignore_missing(true);
    migrator
}

/// Creates a migration, whose name is a number, `_` and the words of its description.
fn migration(version: i64, name: &str, sql: &'static str) -> Migration {
    let description = name.split_once('_').map_or(name, |(_, rest)| rest).replace('_', " ");
    Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
}

/// Returns the reason why this program cannot use a database that a newer one has migrated; `None`
/// if it can.
pub(super) fn too_old(migrator: &Migrator, oldest: Option<&str>) -> Option<String> {
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or_default();
    let needed: i64 = oldest?.parse().ok()?;
    (needed > known).then(|| {
        format!("its tables need a newer broadside (migration {needed}; this one knows {known})")
    })
}

/// Returns the migrations that are not among those applied.
pub(super) fn pending(migrator: &Migrator, applied: &[(i64,)]) -> Vec<String> {
    let pending = migrator.iter().filter(|migration| !applied.contains(&(migration.version,)));
    pending.map(|migration| format!("{:04} {}", migration.version, migration.description)).collect()
}

#[cfg(test)]
mod tests {
    use super::{postgres, sqlite, too_old};

    #[test]
    fn every_file_is_listed() {
        for (kind, migrator) in [("sqlite", sqlite()), ("postgres", postgres())] {
            let files = std::fs::read_dir(format!("../../migrations/{kind}"))
                .expect("there are migrations")
                .count();
            assert_eq!(
                files,
                migrator.iter().count(),
                "{kind}: list each file in store/migrations.rs"
            );
        }
    }

    /// Types of PostgreSQL and what SQLite has instead, in the order in which they are replaced.
    const TYPES: [(&str, &str); 6] = [
        (" COLLATE \"C\"", ""),
        ("BIGINT", "INTEGER"),
        ("BYTEA", "BLOB"),
        ("BOOLEAN NOT NULL DEFAULT TRUE", "INTEGER NOT NULL DEFAULT 1"),
        ("BOOLEAN NOT NULL DEFAULT FALSE", "INTEGER NOT NULL DEFAULT 0"),
        ("BOOLEAN", "INTEGER"),
    ];

    #[test]
    fn both_files_of_a_migration_create_the_same_tables() {
        for (sqlite, postgres) in sqlite().iter().zip(postgres().iter()) {
            let mut translated = postgres.sql.as_str().to_owned();
            for (postgres_type, sqlite_type) in TYPES {
                translated = translated.replace(postgres_type, sqlite_type);
            }
            let sql = sqlite.sql.as_str();
            let without_storage =
                sql.replace(" STRICT, WITHOUT ROWID;", ";").replace(" STRICT;", ";");
            assert_eq!(without_storage, translated, "{}", sqlite.description);
        }
    }

    #[test]
    fn a_program_that_lacks_a_needed_migration_is_too_old() {
        assert_eq!(too_old(&sqlite(), None), None);
        assert_eq!(too_old(&sqlite(), Some("1")), None);
        assert!(
            too_old(&sqlite(), Some("9999"))
                .is_some_and(|reason| reason.contains("migration 9999"))
        );
    }
}
