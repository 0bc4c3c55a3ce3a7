//! Parameters of statements.

use std::borrow::Cow;

use broadside_domain::time::Time;
use sqlx::Arguments;
use sqlx::sqlite::SqliteArguments;

use super::record::Word;

/// Parameter of a statement. A null has a type, because PostgreSQL needs one.
#[derive(Clone)]
pub(crate) enum Value<'v> {
    /// Integer or time.
    Int(Option<i64>),
    Bool(bool),
    Text(Option<Cow<'v, str>>),
    Bytes(&'v [u8]),
    /// List of texts: an array for PostgreSQL, a JSON array for SQLite. See
    /// [`Dialect::is_one_of`](super::Dialect::is_one_of).
    Texts(Vec<&'v str>),
}

impl Value<'_> {
    pub(crate) fn is_text(&self, other: &str) -> bool {
        matches!(self, Self::Text(Some(text)) if text == other)
    }

    /// Adds the parameter to those of a statement for SQLite.
    pub(crate) fn add_to(self, arguments: &mut SqliteArguments) -> Result<(), sqlx::Error> {
        let added = match self {
            Self::Int(number) => arguments.add(number),
            Self::Bool(flag) => arguments.add(flag),
            Self::Text(text) => arguments.add(text.map(Cow::into_owned)),
            Self::Bytes(bytes) => arguments.add(bytes.to_vec()),
            Self::Texts(texts) => arguments.add(serde_json::json!(texts).to_string()),
        };
        added.map_err(sqlx::Error::Encode)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Int(Some(number as i64))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Int(Some(number.into()))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<Time> for Value<'_> {
    fn from(time: Time) -> Self {
        Self::Int(Some(time.0))
    }
}

impl From<Option<Time>> for Value<'_> {
    fn from(time: Option<Time>) -> Self {
        Self::Int(time.map(|time| time.0))
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'v> From<Cow<'v, str>> for Value<'v> {
    fn from(text: Cow<'v, str>) -> Self {
        Self::Text(Some(text))
    }
}

impl<'v> From<Option<&'v str>> for Value<'v> {
    fn from(text: Option<&'v str>) -> Self {
        Self::Text(text.map(Into::into))
    }
}

impl<'v> From<Option<&'v String>> for Value<'v> {
    fn from(text: Option<&'v String>) -> Self {
        Self::Text(text.map(Into::into))
    }
}

impl From<Option<String>> for Value<'_> {
    fn from(text: Option<String>) -> Self {
        Self::Text(text.map(Into::into))
    }
}

impl<'v> From<&'v Option<String>> for Value<'v> {
    fn from(text: &'v Option<String>) -> Self {
        text.as_deref().into()
    }
}

impl<W: Word> From<W> for Value<'_> {
    fn from(word: W) -> Self {
        Self::Text(Some(Cow::Borrowed(word.into())))
    }
}

impl<'v> From<&'v [u8]> for Value<'v> {
    fn from(bytes: &'v [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'v> From<&'v [String]> for Value<'v> {
    fn from(texts: &'v [String]) -> Self {
        texts.iter().map(String::as_str).collect()
    }
}

impl<'v> FromIterator<&'v str> for Value<'v> {
    fn from_iter<T: IntoIterator<Item = &'v str>>(texts: T) -> Self {
        Self::Texts(texts.into_iter().collect())
    }
}
