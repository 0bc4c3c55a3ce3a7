//! Address of a database: a SQLite file, or a PostgreSQL server.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::postgres;

/// Database that stores the games.
#[derive(Clone, Debug)]
pub enum Database {
    Sqlite(PathBuf),
    Postgres(postgres::Address),
}

impl FromStr for Database {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("sqlite", file)) => {
                let file = file.strip_prefix("//").unwrap_or(file);
                if file.is_empty() || file == ":memory:" {
                    return Err("name a file after `sqlite:`, as in sqlite:broadside.db".to_owned());
                }
                Ok(Self::Sqlite(file.into()))
            }
            Some(("postgres" | "postgresql", _)) => text.parse().map(Self::Postgres),
            // The text may contain a password, so the error shows only its scheme.
            Some((scheme, _)) => Err(format!(
                "`{scheme}:` is not a kind of database: write sqlite:FILE, as in sqlite:broadside.db, or \
                 postgres://USER@HOST/DATABASE"
            )),
            None => Err(format!(
                "`{text}` is not a database: write sqlite:FILE, as in sqlite:broadside.db, or postgres://USER@HOST/DATABASE"
            )),
        }
    }
}

/// Formats the database without its password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => file.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}
