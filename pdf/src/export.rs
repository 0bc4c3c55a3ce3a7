//! From frames to the bytes of a PDF file. The only place that knows printpdf.

use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Object, StringFormat};
use printpdf::{
    Color, FontId, Greyscale, Line, LineCapStyle, LinePoint, Op, PageAnnotMap, PaintMode, ParsedFont,
    PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Polygon, PolygonRing, Pt, TextItem,
};
use sha2::{Digest, Sha256};

use crate::Document;
use crate::font::{Extent, Face};
use crate::frame::{Frame, Item, Run};

/// How far the control points of an arc stand off, for a quarter of a circle of radius 1.
const ARC: f32 = 0.552_284_8;
/// What stands in the file where its identifier goes, until the rest is written.
const NO_ID: [u8; 16] = [0; 16];

/// The name of a font inside a file. printpdf would draw a random one.
fn font_id(face: Face) -> FontId {
    FontId(match face {
        Face::Regular => "SERIFR".to_owned(),
        Face::Bold => "SERIFB".to_owned(),
    })
}

/// A font, ready to be put into a file.
struct Font {
    face: Face,
    extent: Extent,
    parsed: ParsedFont,
}

static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let each = Face::ALL.into_iter().flat_map(|face| Extent::ALL.map(|extent| (face, extent)));
    let parse = |(face, extent): (Face, Extent)| {
        let file = face.file(extent);
        let mut parsed = ParsedFont::from_bytes(file, 0, &mut Vec::new()).expect("the font is in order");
        parsed.font_name = Some(match face {
            Face::Regular => "LibertinusSerif-Regular".to_owned(),
            Face::Bold => "LibertinusSerif-Bold".to_owned(),
        });
        Font { face, extent, parsed }
    };
    each.map(parse).collect()
});

/// The smallest font of a face that has every character of some pages.
fn font_for(face: Face, frames: &[Frame]) -> &'static Font {
    let has = |font: &Font| {
        let mut runs = frames.iter().flat_map(Frame::runs).filter(|run| run.face == face);
        runs.all(|run| run.text.chars().all(|c| font.parsed.lookup_glyph_index(u32::from(c)).is_some()))
    };
    let mut fonts = FONTS.iter().filter(|font| font.face == face);
    fonts.find(|font| font.extent == Extent::Whole || has(font)).expect("there is a whole font of each face")
}

/// Font programs as they stand in a file, plain and deflated: deflating them anew would take longer than all else.
static FONT_PROGRAMS: LazyLock<Vec<(Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let mut programs = Vec::new();
    // `þ` is in the whole font alone.
    for letter in ["x", "þ"] {
        let mut sample = Frame::new(100.0, 100.0, "");
        for face in Face::ALL {
            sample.text(0.0, 50.0, 10.0, face, letter);
        }
        let document = plain(&[sample], "", "");
        let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
        let fonts = streams.filter(|stream| is_font_program(&stream.dict));
        programs.extend(
            fonts.map(|stream| (stream.content.clone(), deflated(&stream.content, Compression::best()))),
        );
    }
    programs
});

fn is_font_program(dict: &Dictionary) -> bool {
    dict.has(b"Length1")
        || dict.get(b"Subtype").is_ok_and(|kind| {
            kind.as_name().is_ok_and(|name| name == b"CIDFontType0C" || name == b"OpenType")
        })
}

fn deflated(bytes: &[u8], level: Compression) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes bytes")
}

/// Writes a document.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    let mut pdf = plain(&document.frames, &document.title, &document.subject);
    mend(&mut pdf, document);
    for object in pdf.objects.values_mut() {
        let Ok(stream) = object.as_stream_mut() else { continue };
        let font = is_font_program(&stream.dict);
        let known = FONT_PROGRAMS.iter().find(|(program, _)| font && *program == stream.content);
        // The ordinary level: the best one takes three times as long, and saves nothing to speak of.
        let packed = known
            .map_or_else(|| deflated(&stream.content, Compression::default()), |(_, packed)| packed.clone());
        stream.dict.set("Filter", Object::Name(b"FlateDecode".to_vec()));
        stream.set_content(packed);
    }
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).expect("memory takes bytes");
    identify(&mut bytes);
    bytes
}

/// The document as printpdf has it.
fn plain(frames: &[Frame], title: &str, subject: &str) -> lopdf::Document {
    let mut document = PdfDocument::new(title);
    document.metadata.info.subject = subject.to_owned();
    document.metadata.info.creator = "Broadside".to_owned();
    document.metadata.info.producer = "Broadside".to_owned();
    for face in Face::ALL {
        let font = PdfFont::new(font_for(face, frames).parsed.clone());
        document.resources.fonts.map.insert(font_id(face), font);
    }
    if frames.len() > 1 {
        for (n, frame) in frames.iter().enumerate() {
            bookmark(&mut document.bookmarks, &frame.title, n + 1);
        }
    }
    document.with_pages(frames.iter().map(page).collect());
    let mut warnings = Vec::new();
    let options = PdfSaveOptions { optimize: false, subset_fonts: false, ..PdfSaveOptions::default() };
    document.to_lopdf_document(&options, &mut warnings)
}

/// An entry of the outline under a name of ours: printpdf would draw a random one.
fn bookmark(bookmarks: &mut PageAnnotMap, title: &str, page: usize) {
    let bookmark = printpdf::PageAnnotation { name: title.to_owned(), page };
    bookmarks.map.insert(printpdf::PageAnnotId(format!("page{page:05}")), bookmark);
}

/// Puts right what printpdf leaves out or writes otherwise than it should.
fn mend(pdf: &mut lopdf::Document, document: &Document) {
    pdf.version = "1.7".to_owned();
    let pages = document.frames.len();
    if let Ok(catalog) = pdf.catalog_mut() {
        catalog.set("Lang", Object::string_literal(document.lang.code()));
        let mut preferences = Dictionary::new();
        preferences.set("DisplayDocTitle", true);
        catalog.set("ViewerPreferences", preferences);
        let mode: &[u8] = if pages > 1 { b"UseOutlines" } else { b"UseNone" };
        catalog.set("PageMode", Object::Name(mode.to_vec()));
        let layout: &[u8] = if pages > 1 { b"OneColumn" } else { b"SinglePage" };
        catalog.set("PageLayout", Object::Name(layout.to_vec()));
    }
    let info = pdf.trailer.get(b"Info").and_then(Object::as_reference);
    if let Ok(info) = info.and_then(|id| pdf.get_dictionary_mut(id)) {
        for wrong in
            [&b"GTS_PDFXVersion"[..], b"Identifier", b"CreationDate", b"ModDate", b"Author", b"Keywords"]
        {
            info.remove(wrong);
        }
    }
    let id = Object::String(NO_ID.to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
}

/// Gives a file its identifier: a hash of all the rest of it.
fn identify(bytes: &mut [u8]) {
    let hash = Sha256::digest(&*bytes);
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>();
    let (none, id) = (hex(&NO_ID), hex(&hash[..NO_ID.len()]));
    let trailer = bytes.len().saturating_sub(1024);
    let mut at = trailer;
    while let Some(found) = bytes[at..].windows(none.len()).position(|window| window == none.as_bytes()) {
        bytes[at + found..at + found + id.len()].copy_from_slice(id.as_bytes());
        at += found + id.len();
    }
}

fn page(frame: &Frame) -> PdfPage {
    let rect = printpdf::Rect::from_wh(Pt(hundredths(frame.width)), Pt(hundredths(frame.height)));
    let black = Color::Greyscale(Greyscale { percent: 0.0, icc_profile: None });
    let mut ops = vec![Op::SetFillColor { col: black.clone() }, Op::SetOutlineColor { col: black }];
    let mut pen = Pen { ops: &mut ops, height: frame.height, weight: 0.0, round: false };
    for items in [&frame.items, &frame.marks] {
        let mut items = &items[..];
        while let Some(first) = items.first() {
            let runs = items.iter().take_while(|item| matches!(item, Item::Text(_))).count();
            match first {
                Item::Text(_) => pen.write(&items[..runs]),
                Item::Lines { weight, round, segments } => pen.lines(*weight, *round, segments),
                Item::Outline { weight, rect } => {
                    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
                    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                    pen.closed(*weight, &corners.map(|corner| (corner, false)));
                }
                Item::Circle { weight, x, y, radius } => pen.circle(*weight, *x, *y, *radius),
            }
            items = &items[runs.max(1)..];
        }
    }
    let mut page = PdfPage::new(printpdf::Mm(1.0), printpdf::Mm(1.0), ops);
    // In points: sizes in millimetres drift.
    (page.media_box, page.crop_box, page.trim_box) = (rect.clone(), rect.clone(), rect);
    page
}

/// Rounded to a hundredth of a point: more is not seen, and costs bytes.
fn hundredths(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

/// Writes operations, and remembers what is set.
struct Pen<'a> {
    ops: &'a mut Vec<Op>,
    height: f32,
    weight: f32,
    round: bool,
}

impl Pen<'_> {
    /// A place on the page: PDF counts upwards.
    fn point(&self, x: f32, y: f32) -> Point {
        Point { x: Pt(hundredths(x)), y: Pt(hundredths(self.height - y)) }
    }

    fn set(&mut self, weight: f32, round: bool) {
        if self.weight != weight {
            self.ops.push(Op::SetOutlineThickness { pt: Pt(hundredths(weight)) });
            self.weight = weight;
        }
        if self.round != round {
            let cap = if round { LineCapStyle::Round } else { LineCapStyle::Butt };
            self.ops.push(Op::SetLineCapStyle { cap });
            self.round = round;
        }
    }

    /// Runs of text that follow each other, as one section.
    fn write(&mut self, runs: &[Item]) {
        self.ops.push(Op::StartTextSection);
        let mut font: Option<(Face, f32)> = None;
        // The cursor moves from the beginning of one run to that of the next, in whole hundredths.
        let (mut x, mut y) = (0_i32, 0_i32);
        for item in runs {
            let Item::Text(Run { x: to_x, baseline, size, face, text }) = item else { continue };
            let size = hundredths(*size);
            if font != Some((*face, size)) {
                self.ops.push(Op::SetFont { font: PdfFontHandle::External(font_id(*face)), size: Pt(size) });
                font = Some((*face, size));
            }
            let whole = |length: f32| (length * 100.0).round() as i32;
            let (to_x, to_y) = (whole(*to_x), whole(self.height - baseline));
            let step = |length: i32| Pt(length as f32 / 100.0);
            self.ops.push(Op::SetTextCursor { pos: Point { x: step(to_x - x), y: step(to_y - y) } });
            (x, y) = (to_x, to_y);
            self.ops.push(Op::ShowText { items: vec![TextItem::Text(text.clone())] });
        }
        self.ops.push(Op::EndTextSection);
    }

    fn lines(&mut self, weight: f32, round: bool, segments: &[[f32; 4]]) {
        if segments.is_empty() {
            return;
        }
        self.set(weight, round);
        let ring = |[x1, y1, x2, y2]: &[f32; 4]| PolygonRing {
            points: [self.point(*x1, *y1), self.point(*x2, *y2)]
                .map(|p| LinePoint { p, bezier: false })
                .into(),
        };
        let rings = segments.iter().map(ring).collect();
        let polygon = Polygon { rings, mode: PaintMode::Stroke, ..Polygon::default() };
        self.ops.push(Op::DrawPolygon { polygon });
    }

    /// A closed line through points, some of which may be control points of a curve.
    fn closed(&mut self, weight: f32, points: &[((f32, f32), bool)]) {
        self.set(weight, false);
        let point =
            |((x, y), bezier): &((f32, f32), bool)| LinePoint { p: self.point(*x, *y), bezier: *bezier };
        let line = Line { points: points.iter().map(point).collect(), is_closed: true };
        self.ops.push(Op::DrawLine { line });
    }

    fn circle(&mut self, weight: f32, x: f32, y: f32, r: f32) {
        let k = r * ARC;
        let points = [
            ((x + r, y), false),
            ((x + r, y + k), true),
            ((x + k, y + r), true),
            ((x, y + r), false),
            ((x - k, y + r), true),
            ((x - r, y + k), true),
            ((x - r, y), false),
            ((x - r, y - k), true),
            ((x - k, y - r), true),
            ((x, y - r), false),
            ((x + k, y - r), true),
            ((x + r, y - k), true),
            ((x + r, y), false),
        ];
        self.closed(weight, &points);
    }
}
