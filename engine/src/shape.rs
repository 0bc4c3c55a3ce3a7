//! Deserialization of JSON with errors that name the field at fault.

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, Deserializer, Error as _, IntoDeserializer, MapAccess, Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Error, Value};

/// Error for JSON that does not have the expected shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct ShapeError {
    /// Path of the field, as in `cells[2]`; empty for the whole value.
    pub field: String,
    /// Description of the fault, with what would be right.
    pub detail: String,
}

impl ShapeError {
    /// Prepends an outer path to the field.
    #[must_use]
    pub fn within(self, outer: &str) -> Self {
        Self { field: join(outer, &self.field), detail: self.detail }
    }
}

/// Joins two parts of a path into a JSON document.
pub fn join(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", only) | (only, "") => only.to_owned(),
        _ if inner.starts_with('[') => format!("{outer}{inner}"),
        _ => format!("{outer}.{inner}"),
    }
}

/// Deserializes a value. An error names the field that has the wrong shape.
///
/// # Errors
/// Returns an error that says what is wrong and what would be right.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, ShapeError> {
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let field = match error.path().to_string() {
            root if root == "." => String::new(),
            // The message names an unknown field. The path contains it too, with a question mark
            // appended.
            path => path.trim_end_matches(".?").trim_end_matches('?').to_owned(),
        };
        let detail = error.into_inner().to_string();
        // The path ends at the object that lacks a field, and sometimes at the object that has a
        // surplus field. Add the name of the field, because that is what the client has to change.
        let quoted = |start| detail.strip_prefix(start).and_then(|rest| rest.split('`').next());
        let surplus = || quoted("unknown field `").filter(|name| !ends_with(&field, name));
        let named = quoted("missing field `").or_else(surplus);
        let field = join(&field, named.unwrap_or_default());
        ShapeError { field: crate::grid::shorten_path(field), detail: in_plain_words(&detail) }
    })
}

/// Translates a message of serde from Rust terms to JSON terms. The message can quote long input;
/// quotations are cut short.
///
/// ```
/// # use broadside_engine::shape::in_plain_words;
/// let said = in_plain_words("unknown variant `clasic`, expected `classic`");
/// assert_eq!(said, "`clasic` is not one of: classic");
/// assert_eq!(in_plain_words("invalid type: map, expected a sequence"), "should be an array, not an object");
/// ```
pub fn in_plain_words(message: &str) -> String {
    // The expected part comes last and is written by us. The part that was found may be anything.
    let expected = |rest: &str| {
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some((found.to_owned(), expected.to_owned()))
    };
    let names = |list: &str| {
        let names: Vec<_> = list.split('`').skip(1).step_by(2).collect();
        names.join(", ")
    };
    let said = || {
        if let Some((found, known)) = message.strip_prefix("unknown variant ").and_then(expected) {
            return Some(format!("{} is not one of: {}", cut(&found), names(&known)));
        }
        if let Some(rest) = message.strip_prefix("unknown field ") {
            return Some(match expected(rest) {
                Some((found, known)) => {
                    format!(
                        "{} is not known here: leave it out, or use one of: {}",
                        cut(&found),
                        names(&known)
                    )
                }
                None => {
                    let found = rest.strip_suffix(", there are no fields").unwrap_or(rest);
                    format!("{} is not known here: leave it out", cut(found))
                }
            });
        }
        if let Some(name) = message.strip_prefix("missing field ") {
            return Some(format!("{name} is missing"));
        }
        let rest =
            message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "))?;
        let (found, wanted) = expected(rest)?;
        Some(format!(
            "should be {}, not {}",
            wanted_in_plain_words(&wanted),
            found_in_plain_words(&found)
        ))
    };
    said().unwrap_or_else(|| cut(message))
}

fn wanted_in_plain_words(wanted: &str) -> String {
    match wanted {
        "a sequence" => "an array".to_owned(),
        "a map" => AN_OBJECT.to_owned(),
        "a boolean" => "true or false".to_owned(),
        "string or map" | "variant identifier" => "a string".to_owned(),
        "u8" => format!("a whole number from 0 to {}", u8::MAX),
        "u16" => format!("a whole number from 0 to {}", u16::MAX),
        // Other code checks the upper limit, which is always lower, and reports it.
        "u32" | "u64" | "usize" => "a whole number from 0 on".to_owned(),
        other => other.to_owned(),
    }
}

fn found_in_plain_words(found: &str) -> String {
    match found.split_once(' ').unwrap_or((found, "")) {
        ("map", _) => AN_OBJECT.to_owned(),
        ("sequence", _) => "an array".to_owned(),
        ("unit", _) => "null".to_owned(),
        ("string", text) => cut(text),
        ("integer" | "boolean", value) => value.trim_matches('`').to_owned(),
        ("floating", value) => value.trim_start_matches("point ").trim_matches('`').to_owned(),
        _ => cut(found),
    }
}

/// Cuts a text to a length that people can read.
fn cut(text: &str) -> String {
    const MOST: usize = 300;
    text.chars().take(MOST).collect()
}

fn ends_with(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|outer| outer.is_empty() || outer.ends_with('.'))
}

/// Value whose structs must be written as objects. Without it, the code that serde derives for a
/// struct would also accept an array of the fields in order, which is undocumented.
struct Strict<'de>(&'de Value);

impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(Strict));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.as_str(), Strict(value)));
                let mut fields = MapDeserializer::new(fields);
                let read = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| read)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(_) => self.deserialize_any(visitor),
            other => Err(Error::invalid_type(unexpected(other), &AN_OBJECT)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Strict<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

const AN_OBJECT: &str = "an object";

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(flag) => Unexpected::Bool(*flag),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => Unexpected::Unsigned(whole),
            (_, Some(whole)) => Unexpected::Signed(whole),
            _ => Unexpected::Other("a number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Value that must be written as an object. Use it for a tagged enum, which serde would also read
/// from an array that begins with the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(AN_OBJECT)
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }

        deserializer.deserialize_map(Fields(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_misshapen_value_says_where() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fire {
            #[serde(rename = "cells")]
            _cells: Vec<crate::grid::Cell>,
        }
        let bad = |json| read::<Fire>(&json).unwrap_err();
        assert_eq!(bad(json!({"cells": ["A1", "A0"]})).field, "cells[1]");
        assert_eq!(bad(json!({"cells": ["A1"], "aim": 1})).field, "aim");
        assert_eq!(bad(json!({})).field, "cells");
        assert_eq!(bad(json!({"cells": 3})).within("actions[0]").field, "actions[0].cells");
    }

    #[test]
    fn a_misshapen_value_is_told_in_the_words_of_json() {
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        struct Options {
            #[serde(rename = "mode")]
            _mode: Option<crate::classic::Mode>,
            #[serde(rename = "count")]
            _count: u8,
            #[serde(rename = "list")]
            _list: Vec<bool>,
        }
        for (value, detail) in [
            (json!({"mode": "sngle"}), "`sngle` is not one of: single, salvo"),
            (json!({"mode": "`, expected `x`"}), "``, expected `x`` is not one of: single, salvo"),
            (
                json!({"mod": 1}),
                "`mod` is not known here: leave it out, or use one of: mode, count, list",
            ),
            (json!({"mode": 3}), "should be a string, not 3"),
            (json!({"count": 300}), "should be a whole number from 0 to 255, not 300"),
            (json!({"count": 1.5}), "should be a whole number from 0 to 255, not 1.5"),
            (json!({"list": {}}), "should be an array, not an object"),
            (json!({"list": "a"}), "should be an array, not \"a\""),
            (json!({"list": [null]}), "should be true or false, not null"),
            (json!({"list": [[]]}), "should be true or false, not an array"),
        ] {
            assert_eq!(read::<Options>(&value).unwrap_err().detail, detail);
        }
        let long = read::<Options>(&json!({"list": "x".repeat(10_000)})).unwrap_err();
        assert!(long.detail.len() < 400, "{long}");
    }

    #[test]
    fn objects_are_written_as_objects() {
        #[derive(Debug, Default, PartialEq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Options {
            mode: Option<String>,
            within: Vec<Options>,
            who: Vec<Object<Who>>,
        }
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Who {
            Open {},
        }
        assert_eq!(read::<Options>(&json!({})), Ok(Options::default()));
        let nested = json!({"mode": null, "within": [{"mode": "a"}], "who": [{"kind": "open"}]});
        let read_back = read::<Options>(&nested).unwrap();
        assert_eq!(
            (read_back.within[0].mode.as_deref(), &read_back.who[0]),
            (Some("a"), &Object(Who::Open {}))
        );
        for (value, field) in [
            (json!([]), ""),
            (json!(null), ""),
            (json!(3), ""),
            (json!({"within": [[]]}), "within[0]"),
            (json!({"who": [["open"]]}), "who[0]"),
        ] {
            let misshapen = read::<Options>(&value).unwrap_err();
            assert_eq!(misshapen.field, field);
            assert!(misshapen.detail.starts_with("should be an object, not "), "{misshapen}");
        }
    }
}
