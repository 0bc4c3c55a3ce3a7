//! Writes a frame as an SVG picture (SVG 1.1), with real text in an embedded font.
//!
//! The picture has no scripts, links, classes or identifiers, so it can also be part of a page of
//! HTML. Every text passes through [`Escaped`].

use std::fmt::{self, Display, Formatter, Write as _};
use std::sync::LazyLock;

use data_encoding::BASE64;

use super::repertoire;
use super::xml::Escaped;
use crate::Document;
use crate::font::{Extent, Face};
use crate::frame::{Frame, Item, Run};

/// Name of the embedded font. Programs that ignore embedded fonts try the next names.
const FAMILY: &str = "Broadside Serif";
const FALLBACKS: &str = "'Libertinus Serif','Linux Libertine O','Times New Roman',serif";

/// Font files in base 64, by face and by extent.
static FONTS: LazyLock<[[String; 2]; 2]> = LazyLock::new(|| {
    Face::ALL.map(|face| Extent::ALL.map(|extent| BASE64.encode(face.file(extent))))
});

pub(crate) fn write(document: &Document, frame: &Frame) -> String {
    let mut picture = Picture(String::with_capacity(128 * 1024));
    picture.open(document, frame);
    frame.items.iter().chain(&frame.marks).for_each(|item| picture.draw(item));
    picture.add(format_args!("</svg>\n"));
    picture.0
}

/// SVG text under construction.
struct Picture(String);

impl Picture {
    fn add(&mut self, text: fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("a string takes text");
    }

    /// Writes the start of the picture: its size, title, fonts and paper.
    fn open(&mut self, document: &Document, frame: &Frame) {
        let title = if frame.title == document.title {
            document.title.clone()
        } else {
            format!("{} – {}", document.title, frame.title)
        };
        let title = Escaped(&title);
        let lang = document.lang.code();
        let width = Number(frame.width);
        let height = Number(frame.height);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
             viewBox=\"0 0 {width} {height}\" lang=\"{lang}\" xml:lang=\"{lang}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"'{FAMILY}',{FALLBACKS}\" text-rendering=\"geometricPrecision\" xml:space=\"preserve\">\n\
             <title>{title}</title>\n"
        ));
        self.fonts(frame);
        self.add(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"));
    }

    /// Embeds the fonts that the page needs.
    fn fonts(&mut self, frame: &Frame) {
        let needed = Face::ALL.into_iter().zip(repertoire::needed([frame]));
        let mut needed =
            needed.filter_map(|(face, extent)| extent.map(|extent| (face, extent))).peekable();
        if needed.peek().is_none() {
            return;
        }
        self.add(format_args!("<style>\n"));
        for (face, extent) in needed {
            let font = &FONTS[face as usize][extent as usize];
            let weight = weight(face);
            self.add(format_args!(
                "@font-face{{font-family:'{FAMILY}';font-weight:{weight};\
                 src:url(data:font/otf;base64,{font}) format('opentype')}}\n"
            ));
        }
        self.add(format_args!("</style>\n"));
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Text(run) => self.write(run, 0.0),
            Item::RotatedText { run, angle } => self.write(run, *angle),
            Item::Lines { weight, round, segments } => self.lines(*weight, *round, segments),
            Item::Outline { weight, rect } => {
                let x = Number(rect.x);
                let y = Number(rect.y);
                let width = Number(rect.width);
                let height = Number(rect.height);
                let stroke = Stroke(*weight);
                self.add(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{stroke}/>\n"
                ));
            }
            Item::Circle { weight, x, y, radius } => {
                let x = Number(*x);
                let y = Number(*y);
                let radius = Number(*radius);
                let stroke = Stroke(*weight);
                self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{stroke}/>\n"));
            }
        }
    }

    /// Writes a run of text, rotated counter-clockwise about its start.
    fn write(&mut self, run: &Run, angle: f32) {
        let x = Number(run.x);
        let y = Number(run.baseline);
        let size = Number(run.size);
        self.add(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\""));
        if run.face != Face::default() {
            self.add(format_args!(" font-weight=\"{}\"", weight(run.face)));
        }
        if run.text.chars().nth(1).is_some() {
            // Another font may be used. The text keeps its width, so that it covers nothing else.
            self.add(format_args!(" textLength=\"{}\"", Number(run.width())));
        }
        if angle != 0.0 {
            self.add(format_args!(
                " transform=\"rotate({} {x} {y})\"",
                Number(-angle.to_degrees())
            ));
        }
        self.add(format_args!(">{}</text>\n", Escaped(&run.text)));
    }

    fn lines(&mut self, weight: f32, round: bool, segments: &[[f32; 4]]) {
        if segments.is_empty() {
            return;
        }
        self.add(format_args!("<path d=\""));
        for [x1, y1, x2, y2] in segments {
            self.add(format_args!(
                "M{} {}L{} {}",
                Number(*x1),
                Number(*y1),
                Number(*x2),
                Number(*y2)
            ));
        }
        let ends = if round { " stroke-linecap=\"round\"" } else { "" };
        self.add(format_args!("\"{}{ends}/>\n", Stroke(weight)));
    }
}

/// Returns the weight of a face in CSS.
fn weight(face: Face) -> u16 {
    match face {
        Face::Regular => 400,
        Face::Bold => 700,
    }
}

/// Attributes of a black line of this thickness.
struct Stroke(f32);

impl Display for Stroke {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, " fill=\"none\" stroke=\"#000\" stroke-width=\"{}\"", Number(self.0))
    }
}

/// Number in hundredths, as short as possible.
struct Number(f32);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let hundredths = (f64::from(self.0) * 100.0).round();
        // Zero has no sign.
        write!(f, "{}", (hundredths + 0.0) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, PageNumber, Request};

    /// Text that would be markup, an entity, the end of a section, or not allowed in XML.
    const MARKUP: &str = "</text><script href=\"http://x/\">alert('1')</script>&amp;&x;]]><!--\u{0}\u{1b}\u{202e}\u{feff}\u{ffff}";

    /// Replaces every text of a document.
    fn with_markup(document: &mut Document) {
        document.title = MARKUP.to_owned();
        document.subject = MARKUP.to_owned();
        for frame in &mut document.frames {
            frame.title = format!("{MARKUP} page");
            for item in frame.items.iter_mut().chain(&mut frame.marks) {
                if let Item::Text(run) | Item::RotatedText { run, .. } = item {
                    run.text = MARKUP.to_owned();
                }
            }
        }
    }

    #[test]
    fn no_text_becomes_markup() {
        for kind in Kind::ALL {
            let [battle, tactical, matrix, packs] = ["battle", "tactical", "matrix", "packs"]
                .map(|name| kind.needs().contains(&name).then(|| "3".to_owned()));
            let request = Request { battle, tactical, matrix, packs, ..Request::default() };
            let mut document = request.document(kind).unwrap();
            for with_markup in [|_: &mut Document| (), with_markup] {
                with_markup(&mut document);
                for page in PageNumber::all(document.page_count()) {
                    check_is_inert(&document.svg(page).unwrap());
                }
            }
        }
    }

    /// Checks that a picture is well-formed XML, and has only elements and attributes that draw.
    fn check_is_inert(svg: &str) {
        const ELEMENTS: [&str; 7] = ["svg", "title", "style", "rect", "circle", "path", "text"];
        const ATTRIBUTES: [&str; 23] = [
            "width",
            "height",
            "viewBox",
            "lang",
            "role",
            "aria-label",
            "font-family",
            "text-rendering",
            "space",
            "x",
            "y",
            "cx",
            "cy",
            "r",
            "d",
            "fill",
            "stroke",
            "stroke-width",
            "stroke-linecap",
            "font-size",
            "font-weight",
            "textLength",
            "transform",
        ];
        let tree = roxmltree::Document::parse(svg).unwrap();
        for node in tree.descendants() {
            assert!(!node.is_comment() && !node.is_pi());
            if node.is_element() {
                assert!(ELEMENTS.contains(&node.tag_name().name()), "{node:?}");
                assert_eq!(node.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
            }
            for attribute in node.attributes() {
                assert!(ATTRIBUTES.contains(&attribute.name()), "{attribute:?}");
                assert!(!attribute.value().contains("url("), "{attribute:?}");
            }
            if node.has_tag_name("style") {
                let style = node.text().unwrap();
                let embedded = style.matches("url(data:font/otf;base64,").count();
                assert_eq!(style.matches("@font-face{").count(), embedded);
                assert_eq!(style.matches("url(").count(), embedded);
                assert_eq!(style.matches('@').count(), embedded);
            }
        }
        let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
        assert!(
            texts.clone().count() > 0
                && texts.clone().all(|text| text.children().all(|child| child.is_text()))
        );
    }

    #[test]
    fn numbers_are_short() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.001, "0"),
            (12.0, "12"),
            (0.5, "0.5"),
            (-7.23456, "-7.23"),
            (841.8898, "841.89"),
        ] {
            assert_eq!(Number(number).to_string(), expected);
        }
    }
}
