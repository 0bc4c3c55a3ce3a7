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

fn migrator(all: impl IntoIterator<Item = (i64, &'static str, &'static str)>) -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let description = name.split_once('_').map_or(name, |(_, rest)| rest).replace('_', " ");
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    let mut migrator = Migrator::with_migrations(all.into_iter().map(migration).collect());
    // A newer node may have migrated the tables already.
    migrator.set_ignore_missing(true);
    migrator
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

/// Returns the migrations that are not among those done.
pub(super) fn pending(migrator: &Migrator, done: &[(i64,)]) -> Vec<String> {
    let missing = migrator.iter().filter(|migration| !done.contains(&(migration.version,)));
    missing.map(|migration| format!("{:04} {}", migration.version, migration.description)).collect()
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

    /// The words of SQLite for those of PostgreSQL, in the order in which they are replaced.
    const WORDS: [(&str, &str); 6] = [
        (" COLLATE \"C\"", ""),
        ("BIGINT", "INTEGER"),
        ("BYTEA", "BLOB"),
        ("BOOLEAN NOT NULL DEFAULT TRUE", "INTEGER NOT NULL DEFAULT 1"),
        ("BOOLEAN NOT NULL DEFAULT FALSE", "INTEGER NOT NULL DEFAULT 0"),
        ("BOOLEAN", "INTEGER"),
    ];

    #[test]
    fn both_files_of_a_migration_say_the_same() {
        for (one, other) in sqlite().iter().zip(postgres().iter()) {
            let in_words_of_sqlite =
                WORDS.iter().fold(other.sql.as_str().to_owned(), |text, (word, instead)| {
                    text.replace(word, instead)
                });
            let without_storage =
                one.sql.as_str().replace(" STRICT, WITHOUT ROWID;", ";").replace(" STRICT;", ";");
            assert_eq!(without_storage, in_words_of_sqlite, "{}", one.description);
        }
    }

    #[test]
    fn a_program_that_knows_too_little_is_told_so() {
        assert_eq!(too_old(&sqlite(), None), None);
        assert_eq!(too_old(&sqlite(), Some("1")), None);
        assert!(too_old(&sqlite(), Some("9999")).is_some_and(|why| why.contains("migration 9999")));
    }
}
