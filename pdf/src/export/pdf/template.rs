//! PDF files without pages, made by printpdf once for each set of fonts.

use std::sync::{LazyLock, OnceLock};

use flate2::Compression;
use lopdf::{Object, ObjectId, dictionary};
use printpdf::{
    FontId, Mm, Op, ParsedFont, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Pt,
    TextItem,
};
use sha2::{Digest, Sha256};

use super::super::deflater::Deflater;
use super::file::{Id, XrefEntry};
use super::font_name;
use crate::font::{Extent, Face, MISSING};

/// Upper limit of the code points of the fonts.
const CHARACTERS: usize = 0x2600;

/// Font, ready for embedding.
struct Font {
    parsed: ParsedFont,
    /// Its characters. Of characters with the same glyph only the first is included.
    distinct: String,
    /// Glyph of each character; 0 if it has no glyph.
    glyphs: Vec<u16>,
}

impl Font {
    /// Returns the code of a character among those of the distinct characters; 0 if it has none.
    fn code(&self, c: char, codes: &[u16]) -> u16 {
        let glyph = self.glyphs[c as usize];
        let mut known = self.distinct.chars().zip(codes);
        known.find(|(c, _)| self.glyphs[*c as usize] == glyph).map_or(0, |(_, code)| *code)
    }
}

/// Fonts by face and by extent.
static FONTS: LazyLock<[[Font; 2]; 2]> =
    LazyLock::new(|| Face::ALL.map(|face| Extent::ALL.map(|extent| parse(face, extent))));

fn parse(face: Face, extent: Extent) -> Font {
    let mut parsed = ParsedFont::from_bytes(face.file(extent), 0, &mut Vec::new())
        .expect("the font is in order");
    parsed.font_name = Some(match face {
        Face::Regular => "LibertinusSerif-Regular".to_owned(),
        Face::Bold => "LibertinusSerif-Bold".to_owned(),
    });
    let mut font = Font { parsed, distinct: String::new(), glyphs: vec![0; CHARACTERS] };
    for c in face.characters() {
        let glyph = font.parsed.lookup_glyph_index(u32::from(c)).unwrap_or_default();
        if glyph != 0 && !font.glyphs.contains(&glyph) {
            font.distinct.push(c);
        }
        font.glyphs[c as usize] = glyph;
    }
    font
}

/// Beginning of a file: its fonts.
pub(super) struct PdfTemplate {
    pub(super) head: Vec<u8>,
    /// Positions of the objects in the head.
    pub(super) xref: Vec<XrefEntry>,
    pub(super) fonts: Id,
    /// Numbers for objects that are not part of the head.
    pub(super) catalog: Id,
    pub(super) info: Id,
    pub(super) pages: Id,
    /// Code of each character, for each face.
    pub(super) codes: [Vec<u16>; 2],
    pub(super) hash: [u8; 32],
}

/// Skeletons by their fonts.
static TEMPLATES: [OnceLock<PdfTemplate>; 9] = [const { OnceLock::new() }; 9];

pub(super) fn template(fonts: [Option<Extent>; 2]) -> &'static PdfTemplate {
    let indices = fonts.map(|extent| extent.map_or(0, |extent| extent as usize + 1));
    TEMPLATES[indices[0] * 3 + indices[1]].get_or_init(|| PdfTemplate::with(fonts))
}

impl PdfTemplate {
    fn with(extents: [Option<Extent>; 2]) -> Self {
        let fonts = Face::ALL.into_iter().zip(extents).filter_map(|(face, extent)| {
            extent.map(|extent| (face, &FONTS[face as usize][extent as usize]))
        });
        let fonts: Vec<(Face, &Font)> = fonts.collect();
        let mut document = PdfDocument::new("");
        // A page that shows every character, so that printpdf embeds the whole font. The page also
        // reveals the code of each character.
        let mut ops = vec![Op::StartTextSection];
        for (face, font) in &fonts {
            let id = FontId(font_name(*face).to_owned());
            document.resources.fonts.map.insert(id.clone(), PdfFont::new(font.parsed.clone()));
            ops.push(Op::SetFont { font: PdfFontHandle::External(id), size: Pt(10.0) });
            ops.push(Op::ShowText { items: vec![TextItem::Text(font.distinct.clone())] });
        }
        ops.push(Op::EndTextSection);
        document.with_pages(vec![PdfPage::new(Mm(100.0), Mm(100.0), ops)]);
        let options =
            PdfSaveOptions { optimize: false, subset_fonts: false, ..PdfSaveOptions::default() };
        let pdf = document.to_lopdf_document(&options, &mut Vec::new());

        let page = pdf.page_iter().next().expect("there is a page");
        let shown = pdf.get_page_content(page);
        let mut codes = [Vec::new(), Vec::new()];
        for ((face, font), shown) in fonts.iter().zip(shown_codes(&shown)) {
            let index = *face as usize;
            codes[index] = vec![0; CHARACTERS];
            for c in face.characters() {
                codes[index][c as usize] = font.code(c, &shown);
            }
            let missing = codes[index][MISSING as usize];
            codes[index].iter_mut().filter(|code| **code == 0).for_each(|code| *code = missing);
        }
        Self::of(pdf, page, codes)
    }

    /// Keeps the fonts of a document, and the numbers of the objects that every file has.
    fn of(mut pdf: lopdf::Document, page: ObjectId, codes: [Vec<u16>; 2]) -> Self {
        let fonts =
            pdf.get_dictionary(page).and_then(|page| page.get(b"Resources")?.as_reference());
        let fonts =
            fonts.and_then(|resources| pdf.get_dictionary(resources)?.get(b"Font").cloned());
        // The pages have the fonts. Nothing else that printpdf has made for the page is needed.
        let node = dictionary! { "Font" => fonts.expect(MADE) };
        let id = pages_of(&pdf);
        pdf.objects.insert(id, Object::Dictionary(node));
        let catalog = dictionary! { "Type" => "Catalog", "Pages" => id };
        let id = in_trailer(&pdf, b"Root");
        pdf.objects.insert(id, Object::Dictionary(catalog));
        pdf.prune_objects();
        pdf.renumber_objects();
        let catalog = in_trailer(&pdf, b"Root");
        let info = in_trailer(&pdf, b"Info");
        let pages = pages_of(&pdf);
        let fonts = pdf.get_dictionary(pages).and_then(|pages| pages.get(b"Font")?.as_reference());
        let fonts = fonts.expect(MADE).0;
        for id in [catalog, info, pages] {
            pdf.objects.remove(&id);
        }
        // This runs once for all documents, so it may be slow.
        let mut deflater = Deflater::new(Compression::best());
        for object in pdf.objects.values_mut() {
            let Ok(stream) = object.as_stream_mut() else { continue };
            let packed = deflater.pack(&stream.content);
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
        pdf.version = "1.7".to_owned();
        let mut head = Vec::new();
        pdf.save_to(&mut head).expect("memory takes bytes");
        let mut xref = vec![XrefEntry::Free; pdf.max_id as usize + 1];
        let table = read_references(&head, &mut xref).expect("lopdf has written it");
        head.truncate(table);
        Self {
            hash: Sha256::digest(&head).into(),
            head,
            xref,
            fonts,
            catalog: catalog.0,
            info: info.0,
            pages: pages.0,
            codes,
        }
    }
}

/// Message for something that every document of printpdf has.
const MADE: &str = "printpdf has made it";

/// Returns the number of an object that the trailer of a document names.
fn in_trailer(pdf: &lopdf::Document, key: &[u8]) -> ObjectId {
    pdf.trailer.get(key).and_then(Object::as_reference).expect(MADE)
}

/// Returns the number of the root of the pages of a document.
fn pages_of(pdf: &lopdf::Document) -> ObjectId {
    pdf.catalog().and_then(|catalog| catalog.get(b"Pages")?.as_reference()).expect(MADE)
}

/// Reads the positions of the objects from the cross-reference table of a file (ISO 32000-1,
/// 7.5.4). Returns the position of the table.
fn read_references(file: &[u8], xref: &mut [XrefEntry]) -> Option<usize> {
    let end = String::from_utf8_lossy(&file[file.len().saturating_sub(64)..]);
    let table: usize = end.rsplit_once("startxref\n")?.1.lines().next()?.parse().ok()?;
    let mut id: usize = 0;
    let text = String::from_utf8_lossy(file.get(table..)?);
    for line in text.lines().skip(1).take_while(|line| *line != "trailer") {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields[..] {
            [offset, _, kind] => {
                if kind == "n" {
                    *xref.get_mut(id)? = XrefEntry::Offset(offset.parse().ok()?);
                }
                id += 1;
            }
            [first, _] => id = first.parse().ok()?,
            _ => return None,
        }
    }
    Some(table)
}

/// Returns the codes of every text that a page shows, read from its operators: `<00410042> Tj`.
fn shown_codes(content: &[u8]) -> Vec<Vec<u16>> {
    let content = String::from_utf8_lossy(content);
    let texts = content.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
    texts.map(|(text, _)| codes(text)).collect()
}

/// Reads codes of four hexadecimal digits each.
fn codes(text: &str) -> Vec<u16> {
    let digits = text.as_bytes().chunks(4).filter_map(|digits| std::str::from_utf8(digits).ok());
    digits.filter_map(|digits| u16::from_str_radix(digits, 16).ok()).collect()
}
