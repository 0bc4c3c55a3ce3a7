//! The pronunciation key.

use broadside_engine::voices::key::{self, Key};
use broadside_i18n::Lang;

use crate::kind::BlankSheet;
use crate::sheet::prose::Span;
use crate::sheet::{Body, Page};
use crate::texts::SheetTexts;

/// The phones, with a word for each.
pub(crate) static PRONUNCIATION_KEY: BlankSheet = BlankSheet {
    name: "pronunciation-key",
    summary: "The 26 phones, each with a word; the letters that sound it are bold.",
    options: &[],
    needs: &[],
    title: None,
    make: |_, lang| Ok(vec![page(lang)]),
};

/// Phone with its word.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The phone.
    pub phone: String,
    /// The word. The letters that sound the phone are bold.
    pub word: Vec<Span>,
}

pub(crate) fn entry(key: &Key) -> Entry {
    let spans = key.word.iter().map(|part| Span { text: part.text.clone(), bold: part.sounds });
    Entry { phone: key.phone.clone(), word: spans.collect() }
}

pub(crate) fn page(lang: Lang) -> Page {
    Page {
        title: lang.text("key-title"),
        note: lang.text("key-note"),
        footer: lang.fill("footer", &[("sheet", &lang.text("key-title"))]),
        body: Body::Key(key::keys().iter().map(entry).collect()),
    }
}
