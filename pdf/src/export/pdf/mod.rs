//! Writes frames as a PDF file. This is the only module that uses printpdf.
//!
//! printpdf makes the file without its pages, once for each set of fonts, because embedding fonts costs more than all
//! pages together. Every document starts as a copy of that file, and its pages are added to the copy directly.

mod pen;
mod template;

use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat, dictionary};
use sha2::{Digest, Sha256};

use super::{deflater, repertoire};
use crate::Document;
use crate::font::Face;
use crate::frame::Frame;

/// Returns the name of a font inside a file. printpdf would choose a random one.
fn font_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "R",
        Face::Bold => "B",
    }
}

/// Writes a document as PDF.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    let frames = &document.frames;
    let template = template::template(repertoire::needed(frames));
    let mut pdf = template.pdf.clone();
    let mut hash = Sha256::new();
    hash.update(template.hash);
    for text in [document.lang.code(), &document.title, &document.subject] {
        hash.update(text);
        hash.update([0]);
    }
    let mut content = Vec::new();
    let mut pages = Vec::new();
    for frame in frames {
        content.clear();
        pen::draw(frame, &template.codes, &mut content);
        let packed = deflater::pack(&content);
        hash.update(&frame.title);
        hash.update([0]);
        hash.update(frame.width.to_be_bytes());
        hash.update(frame.height.to_be_bytes());
        hash.update(&packed);
        let content = pdf.add_object(Stream::new(dictionary! { "Filter" => "FlateDecode" }, packed));
        let mut page = dictionary! { "Type" => "Page", "Parent" => template.pages, "Contents" => content };
        if (frame.width, frame.height) != (frames[0].width, frames[0].height) {
            page.set("MediaBox", media_box(frame));
        }
        pages.push(pdf.add_object(page));
    }
    let outline = if pages.len() > 1 { Some(outline(&mut pdf, frames, &pages)) } else { None };

    if let Ok(node) = pdf.get_dictionary_mut(template.pages) {
        node.set("Count", pages.len() as i64);
        node.set("Kids", pages.iter().map(|page| Object::Reference(*page)).collect::<Vec<_>>());
        if let Some(first) = frames.first() {
            node.set("MediaBox", media_box(first));
        }
    }
    if let Ok(catalog) = pdf.get_dictionary_mut(template.catalog) {
        catalog.set("Lang", Object::string_literal(document.lang.code()));
        catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
        let (mode, layout) =
            if outline.is_some() { ("UseOutlines", "OneColumn") } else { ("UseNone", "SinglePage") };
        catalog.set("PageMode", mode);
        catalog.set("PageLayout", layout);
        if let Some(outline) = outline {
            catalog.set("Outlines", outline);
        }
    }
    if let Ok(info) = pdf.get_dictionary_mut(template.info) {
        info.set("Title", lopdf::text_string(&document.title));
        info.set("Subject", lopdf::text_string(&document.subject));
    }
    let id = Object::String(hash.finalize()[..16].to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
    let mut bytes = Vec::with_capacity(64 * 1024);
    pdf.save_to(&mut bytes).expect("memory takes bytes");
    bytes
}

/// Returns the media box in points. Sizes in millimetres would cause rounding errors.
fn media_box(frame: &Frame) -> Object {
    let length = |length: f32| Object::Real((length * 100.0).round() / 100.0);
    Object::Array(vec![0.into(), 0.into(), length(frame.width), length(frame.height)])
}

/// Adds an outline with an entry for each page. Returns its id.
fn outline(pdf: &mut lopdf::Document, frames: &[Frame], pages: &[ObjectId]) -> ObjectId {
    let outline = pdf.new_object_id();
    let entries: Vec<ObjectId> = pages.iter().map(|_| pdf.new_object_id()).collect();
    for (n, ((frame, page), entry)) in frames.iter().zip(pages).zip(&entries).enumerate() {
        let mut dict = dictionary! {
            "Title" => lopdf::text_string(&frame.title),
            "Parent" => outline,
            "Dest" => vec![Object::Reference(*page), "XYZ".into(), Object::Null, Object::Null, Object::Null],
        };
        if n > 0 {
            dict.set("Prev", entries[n - 1]);
        }
        if let Some(next) = entries.get(n + 1) {
            dict.set("Next", *next);
        }
        pdf.objects.insert(*entry, Object::Dictionary(dict));
    }
    let whole: Dictionary = dictionary! {
        "Type" => "Outlines",
        "Count" => entries.len() as i64,
        "First" => entries[0],
        "Last" => entries[entries.len() - 1],
    };
    pdf.objects.insert(outline, Object::Dictionary(whole));
    outline
}
