//! The pronunciation key.

use broadside_engine::voices::key::{self, Key};

use super::prose::Span;
use super::{Body, Page};
use crate::lang::Lang;

/// A phone and its word.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The phone.
    pub phone: String,
    /// The word; the letters that sound the phone are bold.
    pub word: Vec<Span>,
}

/// The entry of a key.
pub(crate) fn entry(key: &Key) -> Entry {
    let span = |part: &key::Part| Span { text: part.text.clone(), bold: part.sounds };
    Entry { phone: key.phone.clone(), word: key.word.iter().map(span).collect() }
}

/// The page of the key.
pub(crate) fn page(lang: Lang) -> Page {
    Page {
        title: lang.text("key-title"),
        note: lang.text("key-note"),
        footer: lang.fill("footer", &[("sheet", &lang.text("key-title"))]),
        body: Body::Key(key::keys().iter().map(entry).collect()),
    }
}
