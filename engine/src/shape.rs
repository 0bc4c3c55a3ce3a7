//! Deserialization of JSON with errors that name the field at fault.
//!
//! All types of the engine are read by one deserializer, `Strict`: each further one would compile
//! the code of every type once more.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Value;

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
    from_value(value).map_err(Fault::in_plain_words)
}

/// Deserializes a value that this program has written.
///
/// # Errors
/// Returns an error in the words of serde.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Fault> {
    T::deserialize(Strict(value))
}

/// Deserializes a text that this program has written.
///
/// # Errors
/// Returns an error in the words of serde.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let value: Value = serde_json::from_str(text).map_err(de::Error::custom)?;
    from_value(&value)
}

/// Error of a deserialization: the field at fault, and what serde says of it.
#[derive(Debug)]
pub struct Fault(Box<ShapeError>);

impl Fault {
    fn within_index(self, index: usize) -> Self {
        Self(Box::new(self.0.within(&format!("[{index}]"))))
    }

    fn within_field(self, name: &str) -> Self {
        Self(Box::new(self.0.within(name)))
    }

    fn in_plain_words(self) -> ShapeError {
        let ShapeError { field, detail } = *self.0;
        // The path ends at the object that lacks a field, and sometimes at the object that has a
        // surplus field. Add the name of the field, because that is what the client has to change.
        let missing = name_after("missing field `", &detail);
        let surplus = name_after("unknown field `", &detail);
        let named = missing.or(surplus.filter(|name| !ends_with(&field, name)));
        let field = join(&field, named.unwrap_or_default());
        ShapeError { field: crate::grid::shorten_path(field), detail: in_plain_words(&detail) }
    }
}

/// Returns the name at the beginning of a message, after this text and up to the next quotation
/// mark.
fn name_after<'a>(start: &str, message: &'a str) -> Option<&'a str> {
    message.strip_prefix(start)?.split('`').next()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(ShapeError { field: String::new(), detail: message.to_string() }))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(<serde_json::Error as de::Error>::invalid_type(found, expected))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(<serde_json::Error as de::Error>::invalid_value(found, expected))
    }
}

/// Translates a message of serde from Rust terms to JSON terms. The message can quote long input;
/// quotations are cut short.
///
/// ```
/// # use broadside_engine::shape::in_plain_words;
/// let detail = in_plain_words("unknown variant `clasic`, expected `classic`");
/// assert_eq!(detail, "`clasic` is not one of: classic");
/// assert_eq!(in_plain_words("invalid type: map, expected a sequence"), "should be an array, not an object");
/// ```
pub fn in_plain_words(message: &str) -> String {
    translate(message).unwrap_or_else(|| cut(message))
}

fn translate(message: &str) -> Option<String> {
    if let Some(rest) = message.strip_prefix("unknown variant ")
        && let Some((found, known)) = split_expected(rest)
    {
        return Some(format!("{} is not one of: {}", cut(found), names(known)));
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return Some(match split_expected(rest) {
            Some((found, known)) => {
                format!(
                    "{} is not known here: leave it out, or use one of: {}",
                    cut(found),
                    names(known)
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
    let rest = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "))?;
    let (found, wanted) = split_expected(rest)?;
    Some(format!(
        "should be {}, not {}",
        wanted_in_plain_words(wanted),
        found_in_plain_words(found)
    ))
}

/// Splits a message into what was found and what was expected. The expected part comes last and is
/// written by us. The part that was found may be anything.
fn split_expected(message: &str) -> Option<(&str, &str)> {
    message.rsplit_once(", expected ")
}

/// Returns the names that stand in quotation marks.
fn names(list: &str) -> String {
    let names: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    names.join(", ")
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
    const MAX_LENGTH: usize = 300;
    text.chars().take(MAX_LENGTH).collect()
}

fn ends_with(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|outer| outer.is_empty() || outer.ends_with('.'))
}

/// Value whose structs must be written as objects. Without it, the code that serde derives for a
/// struct would also accept an array of the fields in order, which is undocumented.
struct Strict<'de>(&'de Value);

impl<'de> Strict<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Number(number) = self.0 else { return self.refuse(&visitor) };
        match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), _, _) => visitor.visit_u64(number),
            (_, Some(number), _) => visitor.visit_i64(number),
            (_, _, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
        }
    }

    fn refuse<T>(self, expected: &dyn Expected) -> Result<T, Fault> {
        Err(de::Error::invalid_type(unexpected(self.0), expected))
    }
}

// Each method calls only the methods of the visitor that fit, because each call compiles code for
// each type.
impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(_) => self.number(visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(*flag),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.number(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.number(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.number(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Array(items) = self.0 else { return self.refuse(&visitor) };
        let mut elements = Elements { items, next: 0 };
        let read = visitor.visit_seq(&mut elements)?;
        all_read(elements.next, items.len())?;
        Ok(read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Object(fields) = self.0 else { return self.refuse(&visitor) };
        visitor.visit_map(&mut Members { fields: fields.iter(), current: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Object(_) => self.deserialize_map(visitor),
            _ => self.refuse(&AN_OBJECT),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_enum(Variant::of(self.0)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct
        identifier
    }
}

/// Returns an error unless a visitor has read all elements of an array.
fn all_read(read: usize, length: usize) -> Result<(), Fault> {
    if read == length {
        return Ok(());
    }
    let elements = if read == 1 { "element" } else { "elements" };
    let expected = format!("{read} {elements} in sequence");
    Err(de::Error::invalid_length(length, &expected.as_str()))
}

/// Elements of an array.
struct Elements<'de> {
    items: &'de [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let index = self.next;
        let Some(item) = self.items.get(index) else { return Ok(None) };
        self.next += 1;
        match seed.deserialize(Strict(item)) {
            Ok(element) => Ok(Some(element)),
            Err(fault) => Err(fault.within_index(index)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// Members of an object.
struct Members<'de> {
    fields: serde_json::map::Iter<'de>,
    current: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for &mut Members<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.current = Some((name, value));
        match seed.deserialize(StrDeserializer::<Fault>::new(name)) {
            Ok(key) => Ok(Some(key)),
            Err(fault) => Err(fault.within_field(name)),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        let (name, value) = self.current.take().expect("a key precedes each value");
        match seed.deserialize(Strict(value)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(fault.within_field(name)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// Variant of an enum: its name alone, or an object with its name and its content.
struct Variant<'de> {
    name: &'de str,
    content: Option<&'de Value>,
}

impl<'de> Variant<'de> {
    fn of(value: &'de Value) -> Result<Self, Fault> {
        match value {
            Value::String(name) => Ok(Self { name, content: None }),
            Value::Object(fields) => {
                let mut fields = fields.iter();
                match (fields.next(), fields.next()) {
                    (Some((name, content)), None) => Ok(Self { name, content: Some(content) }),
                    _ => Err(de::Error::invalid_value(Unexpected::Map, &"map with a single key")),
                }
            }
            other => Err(de::Error::invalid_type(unexpected(other), &"string or map")),
        }
    }

    fn content(&self, expected: &'static str) -> Result<Strict<'de>, Fault> {
        self.content
            .map(Strict)
            .ok_or_else(|| de::Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name: StrDeserializer<'_, Fault> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.content {
            None => Ok(()),
            Some(content) => {
                <()>::deserialize(Strict(content)).map_err(|fault| fault.within_field(self.name))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        let content = self.content("newtype variant")?;
        seed.deserialize(content).map_err(|fault| fault.within_field(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        let content = self.content("tuple variant")?;
        content.deserialize_any(visitor).map_err(|fault| fault.within_field(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let content = self.content("struct variant")?;
        content
            .deserialize_struct("", fields, visitor)
            .map_err(|fault| fault.within_field(self.name))
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
            _ => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
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
    fn the_error_of_a_malformed_value_names_its_field() {
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
    fn the_error_of_a_malformed_value_uses_the_words_of_json() {
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
