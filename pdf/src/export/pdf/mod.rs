//! Writes frames as a tagged PDF file. This is the only module that uses printpdf.
//!
//! printpdf makes the file without its pages, once for each set of fonts, because embedding fonts
//! costs more than all pages together. Every document starts with a copy of that file, and the
//! pages and their structure follow.

mod file;
mod metadata;
mod pen;
mod structure;
mod template;

use self::file::{Id, PdfFile, TextString};
use self::structure::Structure;
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

pub(crate) fn write(document: &Document) -> Vec<u8> {
    let frames = &document.frames;
    let template = template::template(repertoire::needed(frames));
    let mut file = PdfFile::new(&template.head, &template.xref);
    let contents = file.reserve(frames.len());
    let pages = file.reserve(frames.len());
    let mut structure = Structure::default();
    let mut content = Vec::new();
    for (n, frame) in (0..).zip(frames) {
        content.clear();
        pen::draw(frame, &template.codes, &mut structure, &mut content);
        file.stream(contents + n, format_args!("/Filter/FlateDecode"), &deflater::pack(&content));
        // A page has the size of the first one if it does not say so.
        let size = media_box(frame);
        let size = if n > 0 && size == media_box(&frames[0]) { String::new() } else { size };
        file.object(
            pages + n,
            format_args!(
                "<</Type/Page/Parent {} 0 R/Contents {} 0 R/StructParents {n}/Tabs/S{size}>>",
                template.pages,
                contents + n
            ),
        );
    }
    let root = structure.write(&mut file, pages);
    let kids: String = (0..frames.len() as Id).map(|n| format!("{} 0 R ", pages + n)).collect();
    file.object(
        template.pages,
        format_args!(
            "<</Type/Pages/Count {}/Kids[{kids}]/Resources<</Font {} 0 R>>{}>>",
            frames.len(),
            template.fonts,
            frames.first().map(media_box).unwrap_or_default()
        ),
    );
    let metadata = file.reserve(1);
    let text = metadata::write(document);
    file.stream(metadata, format_args!("/Type/Metadata/Subtype/XML"), text.as_bytes());
    let opening = match frames.len() {
        0 | 1 => "/PageMode/UseNone/PageLayout/SinglePage".to_owned(),
        _ => {
            let outline = outline(&mut file, frames, pages);
            format!("/PageMode/UseOutlines/PageLayout/OneColumn/Outlines {outline} 0 R")
        }
    };
    file.object(
        template.catalog,
        format_args!(
            "<</Type/Catalog/Pages {} 0 R/Lang({})/ViewerPreferences<</DisplayDocTitle true>>\
             /MarkInfo<</Marked true>>/StructTreeRoot {root} 0 R/Metadata {metadata} 0 R{opening}>>",
            template.pages,
            document.lang.code()
        ),
    );
    let title = TextString(&document.title);
    let subject = TextString(&document.subject);
    file.object(
        template.info,
        format_args!("<</Title{title}/Subject{subject}/Creator(Broadside)/Producer(Broadside)>>"),
    );
    file.finish(template.catalog, template.info, &template.hash)
}

/// Returns the media box in points. Sizes in millimetres would cause rounding errors.
fn media_box(frame: &Frame) -> String {
    let [width, height] =
        [frame.width, frame.height].map(|length| (length * 100.0).round() / 100.0);
    format!("/MediaBox[0 0 {width} {height}]")
}

/// Adds an outline with an entry for each page. Returns its number.
fn outline(file: &mut PdfFile, frames: &[Frame], pages: Id) -> Id {
    let outline = file.reserve(1);
    let count = frames.len() as Id;
    let first = file.reserve(frames.len());
    for (n, frame) in (0..count).zip(frames) {
        let entry = first + n;
        let page = pages + n;
        let before = if n > 0 { format!("/Prev {} 0 R", entry - 1) } else { String::new() };
        let after = if n + 1 < count { format!("/Next {} 0 R", entry + 1) } else { String::new() };
        file.object(
            entry,
            format_args!(
                "<</Title{}/Parent {outline} 0 R/Dest[{page} 0 R/XYZ null null null]{before}{after}>>",
                TextString(&frame.title)
            ),
        );
    }
    let last = first + count - 1;
    file.object(
        outline,
        format_args!("<</Type/Outlines/Count {count}/First {first} 0 R/Last {last} 0 R>>"),
    );
    outline
}
