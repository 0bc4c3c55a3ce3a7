//! From frames to the bytes of a PDF file. The only place that knows printpdf.
//!
//! printpdf makes the file without its pages, once for each set of fonts: embedding fonts costs more than all pages
//! together. Every document begins as a copy of that, and its pages are written straight into it.

use std::cell::RefCell;
use std::sync::{LazyLock, OnceLock};

use flate2::{Compress, Compression, FlushCompress};
use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat, dictionary};
use printpdf::{
    FontId, Mm, Op, ParsedFont, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Pt, TextItem,
};
use sha2::{Digest, Sha256};

use crate::Document;
use crate::font::{Extent, Face, MISSING};
use crate::frame::{Frame, Item, Run};

/// How far the control points of an arc stand off, for a quarter of a circle of radius 1.
const ARC: f32 = 0.552_284_8;
/// Above all characters of the fonts.
const CHARACTERS: usize = 0x2600;

/// The name of a font inside a file. printpdf would draw a random one.
fn font_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "R",
        Face::Bold => "B",
    }
}

/// A font, ready to be put into a file.
struct Font {
    parsed: ParsedFont,
    /// Its characters, but of those that look the same only the first.
    distinct: String,
    /// The glyph of each character; 0 if there is none.
    glyphs: Vec<u16>,
}

/// Fonts by face, then by extent.
static FONTS: LazyLock<[[Font; 2]; 2]> =
    LazyLock::new(|| Face::ALL.map(|face| Extent::ALL.map(|extent| parse(face, extent))));

fn parse(face: Face, extent: Extent) -> Font {
    let mut parsed =
        ParsedFont::from_bytes(face.file(extent), 0, &mut Vec::new()).expect("the font is in order");
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

/// Which font of each face a document needs: none if it says nothing in that face, the small one if that has every
/// character of it.
fn fonts_for(frames: &[Frame]) -> [Option<Extent>; 2] {
    let mut needed = [None; 2];
    for run in frames.iter().flat_map(Frame::runs) {
        let place = run.face as usize;
        if needed[place] != Some(Extent::Whole) {
            let small = &FONTS[place][0].glyphs;
            let has = |c: char| small.get(c as usize).is_some_and(|glyph| *glyph != 0);
            needed[place] = Some(if run.text.chars().all(has) { Extent::Core } else { Extent::Whole });
        }
    }
    needed
}

/// A document without pages.
struct Skeleton {
    pdf: lopdf::Document,
    catalog: ObjectId,
    info: ObjectId,
    pages: ObjectId,
    /// What stands for each character of each face.
    codes: [Vec<u16>; 2],
    /// Of everything in it.
    hash: [u8; 32],
}

/// Skeletons by their fonts.
static SKELETONS: [OnceLock<Skeleton>; 9] = [const { OnceLock::new() }; 9];

fn skeleton(fonts: [Option<Extent>; 2]) -> &'static Skeleton {
    let place = fonts.map(|extent| extent.map_or(0, |extent| extent as usize + 1));
    SKELETONS[place[0] * 3 + place[1]].get_or_init(|| Skeleton::with(fonts))
}

impl Skeleton {
    fn with(extents: [Option<Extent>; 2]) -> Self {
        let fonts = Face::ALL
            .into_iter()
            .zip(extents)
            .filter_map(|(face, extent)| extent.map(|extent| (face, &FONTS[face as usize][extent as usize])));
        let fonts: Vec<(Face, &Font)> = fonts.collect();
        let mut document = PdfDocument::new("");
        document.metadata.info.creator = "Broadside".to_owned();
        document.metadata.info.producer = "Broadside".to_owned();
        // A page that says everything there is to say, so that printpdf embeds all of it, and shows how it is coded.
        let mut ops = vec![Op::StartTextSection];
        for (face, font) in &fonts {
            let id = FontId(font_name(*face).to_owned());
            document.resources.fonts.map.insert(id.clone(), PdfFont::new(font.parsed.clone()));
            ops.push(Op::SetFont { font: PdfFontHandle::External(id), size: Pt(10.0) });
            ops.push(Op::ShowText { items: vec![TextItem::Text(font.distinct.clone())] });
        }
        ops.push(Op::EndTextSection);
        document.with_pages(vec![PdfPage::new(Mm(100.0), Mm(100.0), ops)]);
        let options = PdfSaveOptions { optimize: false, subset_fonts: false, ..PdfSaveOptions::default() };
        let pdf = document.to_lopdf_document(&options, &mut Vec::new());

        let page = pdf.page_iter().next().expect("there is a page");
        let shown = pdf.get_page_content(page);
        let mut codes = [Vec::new(), Vec::new()];
        for ((face, font), shown) in fonts.iter().zip(shown_codes(&shown)) {
            let place = *face as usize;
            codes[place] = vec![0; CHARACTERS];
            let code = |glyph: u16| {
                let mut known = font.distinct.chars().zip(&shown);
                known.find(|(c, _)| font.glyphs[*c as usize] == glyph).map_or(0, |(_, code)| *code)
            };
            for c in face.characters() {
                codes[place][c as usize] = code(font.glyphs[c as usize]);
            }
            let missing = codes[place][MISSING as usize];
            codes[place].iter_mut().filter(|code| **code == 0).for_each(|code| *code = missing);
        }
        Self::mended(pdf, page, codes)
    }

    /// Takes the page out, and puts right what printpdf leaves out or writes otherwise than it should.
    fn mended(mut pdf: lopdf::Document, page: ObjectId, codes: [Vec<u16>; 2]) -> Self {
        const MADE: &str = "printpdf has made it";
        let fonts = pdf.get_dictionary(page).and_then(|page| page.get(b"Resources")?.as_reference());
        let fonts =
            fonts.and_then(|resources| pdf.get_dictionary(resources)?.get(b"Font").cloned()).expect(MADE);
        let root = |pdf: &lopdf::Document, key: &[u8]| {
            pdf.trailer.get(key).and_then(Object::as_reference).expect(MADE)
        };
        let pages = |pdf: &lopdf::Document| {
            pdf.catalog().and_then(|all| all.get(b"Pages")?.as_reference()).expect(MADE)
        };
        // What all pages have in common they inherit.
        let inherited = dictionary! { "Type" => "Pages", "Resources" => dictionary! { "Font" => fonts } };
        let id = pages(&pdf);
        pdf.objects.insert(id, Object::Dictionary(inherited));
        let info = root(&pdf, b"Info");
        let info = pdf.get_dictionary_mut(info).expect(MADE);
        for wrong in
            [&b"GTS_PDFXVersion"[..], b"Identifier", b"CreationDate", b"ModDate", b"Author", b"Keywords"]
        {
            info.remove(wrong);
        }
        pdf.trailer.remove(b"ID");
        pdf.version = "1.7".to_owned();
        pdf.prune_objects();
        pdf.renumber_objects();
        // Once for all documents, so it may take its time.
        let mut packer = Packer::new(Compression::best());
        for object in pdf.objects.values_mut() {
            let Ok(stream) = object.as_stream_mut() else { continue };
            let packed = packer.pack(&stream.content);
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
        let mut bytes = Vec::new();
        pdf.clone().save_to(&mut bytes).expect("memory takes bytes");
        let (catalog, info, pages) = (root(&pdf, b"Root"), root(&pdf, b"Info"), pages(&pdf));
        Self { pdf, catalog, info, pages, codes, hash: Sha256::digest(&bytes).into() }
    }
}

/// The codes of every text that a page shows, from its operators: `<00410042> Tj`.
fn shown_codes(content: &[u8]) -> Vec<Vec<u16>> {
    let content = String::from_utf8_lossy(content);
    let texts = content.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
    let codes = |text: &str| {
        let digits = text.as_bytes().chunks(4).filter_map(|digits| std::str::from_utf8(digits).ok());
        digits.filter_map(|digits| u16::from_str_radix(digits, 16).ok()).collect()
    };
    texts.map(|(text, _)| codes(text)).collect()
}

/// Deflates one thing after another: to begin anew costs more than a small page.
struct Packer(Compress);

impl Packer {
    fn new(level: Compression) -> Self {
        Self(Compress::new(level, true))
    }

    fn pack(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.reset();
        // Enough for what cannot be made smaller.
        let mut packed = Vec::with_capacity(bytes.len() + bytes.len() / 1000 + 128);
        let done = self.0.compress_vec(bytes, &mut packed, FlushCompress::Finish);
        assert!(matches!(done, Ok(flate2::Status::StreamEnd)), "there is room for all of it");
        packed
    }
}

thread_local! {
    /// For pages. The ordinary level takes half as long again for all of a document, and saves a thirtieth of it.
    static PACKER: RefCell<Packer> = RefCell::new(Packer::new(Compression::new(2)));
}

/// Writes a document.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    let frames = &document.frames;
    let skeleton = skeleton(fonts_for(frames));
    let mut pdf = skeleton.pdf.clone();
    let mut hash = Sha256::new();
    hash.update(skeleton.hash);
    for text in [document.lang.code(), &document.title, &document.subject] {
        hash.update(text);
        hash.update([0]);
    }
    let mut content = Vec::new();
    let mut pages = Vec::new();
    for frame in frames {
        content.clear();
        Pen { out: &mut content, codes: &skeleton.codes, height: frame.height, weight: 0, round: false }
            .draw(frame);
        let packed = PACKER.with_borrow_mut(|packer| packer.pack(&content));
        hash.update(&frame.title);
        hash.update([0]);
        hash.update(frame.width.to_be_bytes());
        hash.update(frame.height.to_be_bytes());
        hash.update(&packed);
        let content = pdf.add_object(Stream::new(dictionary! { "Filter" => "FlateDecode" }, packed));
        let mut page = dictionary! { "Type" => "Page", "Parent" => skeleton.pages, "Contents" => content };
        if (frame.width, frame.height) != (frames[0].width, frames[0].height) {
            page.set("MediaBox", media_box(frame));
        }
        pages.push(pdf.add_object(page));
    }
    let outline = if pages.len() > 1 { Some(outline(&mut pdf, frames, &pages)) } else { None };

    if let Ok(node) = pdf.get_dictionary_mut(skeleton.pages) {
        node.set("Count", pages.len() as i64);
        node.set("Kids", pages.iter().map(|page| Object::Reference(*page)).collect::<Vec<_>>());
        if let Some(first) = frames.first() {
            node.set("MediaBox", media_box(first));
        }
    }
    if let Ok(catalog) = pdf.get_dictionary_mut(skeleton.catalog) {
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
    if let Ok(info) = pdf.get_dictionary_mut(skeleton.info) {
        info.set("Title", lopdf::text_string(&document.title));
        info.set("Subject", lopdf::text_string(&document.subject));
    }
    let id = Object::String(hash.finalize()[..16].to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
    let mut bytes = Vec::with_capacity(64 * 1024);
    pdf.save_to(&mut bytes).expect("memory takes bytes");
    bytes
}

/// In points: sizes in millimetres drift.
fn media_box(frame: &Frame) -> Object {
    let length = |length: f32| Object::Real((length * 100.0).round() / 100.0);
    Object::Array(vec![0.into(), 0.into(), length(frame.width), length(frame.height)])
}

/// The outline: an entry for each page.
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

/// Rounded to a hundredth of a point, and counted in them: more is not seen, and costs bytes.
fn hundredths(length: f32) -> i32 {
    (length * 100.0).round() as i32
}

/// Writes the content of a page, and remembers what is set.
struct Pen<'a> {
    out: &'a mut Vec<u8>,
    codes: &'a [Vec<u16>; 2],
    height: f32,
    weight: i32,
    round: bool,
}

impl Pen<'_> {
    fn draw(&mut self, frame: &Frame) {
        for items in [&frame.items, &frame.marks] {
            let mut items = &items[..];
            while let Some(first) = items.first() {
                let runs = items.iter().take_while(|item| matches!(item, Item::Text(_))).count();
                match first {
                    Item::Text(_) => self.write(&items[..runs]),
                    Item::Turned { run, angle } => self.write_turned(run, *angle),
                    Item::Lines { weight, round, segments } => self.lines(*weight, *round, segments),
                    Item::Outline { weight, rect } => {
                        self.set(*weight, false);
                        self.point(rect.x, rect.bottom());
                        self.numbers(&[hundredths(rect.width), hundredths(rect.height)]);
                        self.operator("re S");
                    }
                    Item::Circle { weight, x, y, radius } => self.circle(*weight, *x, *y, *radius),
                }
                items = &items[runs.max(1)..];
            }
        }
    }

    /// Numbers that are counted in hundredths, each with a space behind it.
    fn numbers(&mut self, numbers: &[i32]) {
        for number in numbers {
            if *number < 0 {
                self.out.push(b'-');
            }
            let (whole, rest) = (number.unsigned_abs() / 100, (number.unsigned_abs() % 100) as u8);
            let mut digits = [0; 10];
            let mut at = digits.len();
            let mut left = whole;
            while left > 0 || (at == digits.len() && rest == 0) {
                at -= 1;
                digits[at] = b'0' + (left % 10) as u8;
                left /= 10;
            }
            self.out.extend(&digits[at..]);
            if rest > 0 {
                self.out.extend([b'.', b'0' + rest / 10]);
                if rest % 10 > 0 {
                    self.out.push(b'0' + rest % 10);
                }
            }
            self.out.push(b' ');
        }
    }

    fn operator(&mut self, name: &str) {
        self.out.extend(name.as_bytes());
        self.out.push(b'\n');
    }

    /// A place on the page: PDF counts upwards.
    fn point(&mut self, x: f32, y: f32) {
        self.numbers(&[hundredths(x), hundredths(self.height - y)]);
    }

    fn set(&mut self, weight: f32, round: bool) {
        let weight = hundredths(weight);
        if self.weight != weight {
            self.numbers(&[weight]);
            self.operator("w");
            self.weight = weight;
        }
        if self.round != round {
            self.operator(if round { "1 J" } else { "0 J" });
            self.round = round;
        }
    }

    /// Runs of text that follow each other, as one section.
    fn write(&mut self, runs: &[Item]) {
        self.operator("BT");
        let mut font = None;
        // The cursor moves from the beginning of one run to that of the next.
        let (mut x, mut y) = (0, 0);
        for item in runs {
            let Item::Text(run) = item else { continue };
            let size = hundredths(run.size);
            if font != Some((run.face, size)) {
                self.font(run.face, size);
                font = Some((run.face, size));
            }
            let (to_x, to_y) = (hundredths(run.x), hundredths(self.height - run.baseline));
            self.numbers(&[to_x - x, to_y - y]);
            (x, y) = (to_x, to_y);
            self.out.extend(b"Td");
            self.show(run);
        }
        self.operator("ET");
    }

    /// A run of text by itself, turned about where it begins.
    fn write_turned(&mut self, run: &Run, angle: f32) {
        let (sin, cos) = angle.sin_cos();
        self.operator("BT");
        self.font(run.face, hundredths(run.size));
        self.out.extend(format!("{cos:.5} {sin:.5} {:.5} {cos:.5} ", -sin).as_bytes());
        self.point(run.x, run.baseline);
        self.out.extend(b"Tm");
        self.show(run);
        self.operator("ET");
    }

    fn font(&mut self, face: Face, size: i32) {
        self.out.push(b'/');
        self.out.extend(font_name(face).as_bytes());
        self.out.push(b' ');
        self.numbers(&[size]);
        self.operator("Tf");
    }

    /// The characters of a run, in the codes of its face.
    fn show(&mut self, run: &Run) {
        self.out.push(b'(');
        let codes = &self.codes[run.face as usize];
        for c in run.text.chars() {
            let code = codes.get(c as usize).or_else(|| codes.get(MISSING as usize));
            for byte in code.copied().unwrap_or_default().to_be_bytes() {
                match byte {
                    b'(' | b')' | b'\\' => self.out.extend([b'\\', byte]),
                    // As it stands it would be read as the end of a line.
                    b'\r' => self.out.extend(b"\\r"),
                    _ => self.out.push(byte),
                }
            }
        }
        self.operator(")Tj");
    }

    fn lines(&mut self, weight: f32, round: bool, segments: &[[f32; 4]]) {
        if segments.is_empty() {
            return;
        }
        self.set(weight, round);
        for [x1, y1, x2, y2] in segments {
            self.point(*x1, *y1);
            self.out.extend(b"m ");
            self.point(*x2, *y2);
            self.operator("l");
        }
        self.operator("S");
    }

    fn circle(&mut self, weight: f32, x: f32, y: f32, r: f32) {
        self.set(weight, false);
        let k = r * ARC;
        self.point(x + r, y);
        self.operator("m");
        let quarters = [
            [(r, k), (k, r), (0.0, r)],
            [(-k, r), (-r, k), (-r, 0.0)],
            [(-r, -k), (-k, -r), (0.0, -r)],
            [(k, -r), (r, -k), (r, 0.0)],
        ];
        for quarter in quarters {
            for (to_x, to_y) in quarter {
                self.point(x + to_x, y + to_y);
            }
            self.operator("c");
        }
        self.operator("s");
    }
}
