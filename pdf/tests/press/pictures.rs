//! Tests of the pictures of pages: they are valid files, show the same as the PDF, and contain
//! nothing but the page.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use std::process::Command;

use broadside_pdf::frame::{Frame, Item, Rect};
use broadside_pdf::{Document, Dpi, Format, Output, PageNumber};

use crate::tools::{sheet, sheets};

fn pages(document: &Document) -> impl Iterator<Item = (PageNumber, &Frame)> {
    PageNumber::all(document.page_count()).zip(document.frames())
}

fn dpi(dpi: u16) -> Dpi {
    dpi.to_string().parse().unwrap()
}

/// Resolution at which pictures are compared. At a lower one, programs draw thin lines too
/// differently.
const DPI: u16 = 150;

/// Greyscale picture: its width, its height, and a byte for each pixel.
struct Grey {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Grey {
    /// Reads a PNG file, and checks its resolution.
    fn of_png(file: &[u8], resolution: u16) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        reader.finish().unwrap();
        let info = reader.info();
        assert_eq!(
            (info.color_type, info.bit_depth),
            (png::ColorType::Grayscale, png::BitDepth::Eight)
        );
        let scale = info.pixel_dims.unwrap();
        let dots = f64::from(scale.xppu) * 0.0254;
        assert!((dots - f64::from(resolution)).abs() < 0.02, "{dots}");
        assert_eq!((scale.xppu, scale.unit), (scale.yppu, png::Unit::Meter));
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// Renders a page of a PDF file with poppler.
    fn of_pdf(pdf: &[u8], page: PageNumber, resolution: u16) -> Self {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(pdf).unwrap();
        let page = page.to_string();
        let resolution = resolution.to_string();
        let mut command = Command::new("pdftoppm");
        command.args(["-gray", "-r", &resolution, "-f", &page, "-l", &page]).arg(file.path());
        let output = command.output().unwrap_or_else(|error| panic!("pdftoppm is needed: {error}"));
        assert!(output.status.success(), "{output:?}");
        // P5, width, height, highest value, pixels.
        let mut parts = output.stdout.splitn(4, |byte| byte.is_ascii_whitespace());
        assert_eq!(parts.next(), Some(&b"P5"[..]));
        let mut number =
            || std::str::from_utf8(parts.next().unwrap()).unwrap().parse::<usize>().unwrap();
        let width = number();
        let height = number();
        let pixels = parts.next().unwrap().strip_prefix(b"255\n").unwrap().to_vec();
        assert_eq!(pixels.len(), width * height);
        Self { width, height, pixels }
    }

    /// Returns the ink in a rectangle given in points: 1 for each black pixel.
    fn ink(&self, rect: Rect, resolution: u16) -> f32 {
        let pixel =
            |length: f32, max: usize| ((length * f32::from(resolution) / 72.0) as usize).min(max);
        let left = pixel(rect.x, self.width);
        let right = pixel(rect.right(), self.width);
        let top = pixel(rect.y, self.height);
        let bottom = pixel(rect.bottom(), self.height);
        let rows = (top..bottom)
            .map(|row| &self.pixels[row * self.width + left..row * self.width + right]);
        rows.flatten().map(|pixel| f32::from(255 - pixel) / 255.0).sum()
    }

    /// Returns the mean difference of the pixels of two pictures, from 0 to 255. The programs round
    /// the size of a page differently, so the last row or column may be missing.
    fn difference(&self, other: &Self) -> f32 {
        let rows = |picture: &Self| {
            picture.pixels.chunks(picture.width).map(<[u8]>::to_vec).collect::<Vec<_>>()
        };
        let mut differences = Vec::new();
        for (row, other) in rows(self).iter().zip(&rows(other)) {
            differences.extend(row.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b))));
        }
        differences.iter().sum::<u32>() as f32 / differences.len() as f32
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn png_pages_look_like_pdf_pages() {
    for name in sheets() {
        let document = sheet(name);
        let pdf = document.pdf();
        for (page, frame) in pages(&document).take(2) {
            let picture = Grey::of_png(&document.png(page, dpi(DPI)).unwrap(), DPI);
            let expected = Grey::of_pdf(&pdf, page, DPI);
            let what = format!("{name}, page {page}");
            let width = picture.width.abs_diff(expected.width);
            let height = picture.height.abs_diff(expected.height);
            assert!(width <= 1 && height <= 1, "{what}: {width} and {height}");
            let page_area = Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height };
            let found = picture.ink(page_area, DPI);
            let ink = expected.ink(page_area, DPI);
            assert!((0.88..1.12).contains(&(found / ink)), "{what}: {found} and {ink}");
            // The edges of letters differ, so a page with more ink differs more.
            let share = picture.difference(&expected) * expected.pixels.len() as f32 / 255.0 / ink;
            assert!(share < 0.42, "{what}: {share} of the ink");
            for item in &frame.items {
                let Item::Text(run) = item else { continue };
                let bounds = run.bounds().inset(-0.5);
                let found = picture.ink(bounds, DPI);
                let ink = expected.ink(bounds, DPI);
                let slack = 2.0 + ink * 0.3;
                assert!(
                    (found - ink).abs() < slack,
                    "{what}: `{}` has {found} and not {ink}",
                    run.text
                );
            }
        }
    }
}

#[test]
fn pictures_are_the_same_bytes_and_another_is_not() {
    let mut seen = BTreeSet::new();
    for name in sheets() {
        for format in [Format::Svg, Format::Png] {
            let write = move || {
                let dpi = (format == Format::Png).then_some("72");
                sheet(name).write(Output::new(format, None, dpi).unwrap()).unwrap()
            };
            let file = write();
            assert!(file == std::thread::spawn(write).join().unwrap(), "{name}");
            // The first pages of packs of the same game are the same rules, and those of its pieces
            // the same divider.
            let alike = name.contains("-pack ") || name.starts_with("satellite-pieces ");
            assert!(seen.insert(file) || alike, "{name}");
        }
    }
}

#[test]
fn svg_pages_have_the_text_of_the_page_and_a_name() {
    for name in sheets() {
        let document =
            sheet(&format!("{name}{}lang=it", if name.contains(' ') { " " } else { "  " }));
        for (page, frame) in pages(&document) {
            let svg = document.svg(page).unwrap();
            let tree = roxmltree::Document::parse(&svg).unwrap();
            let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
            let texts: Vec<_> = texts.map(|node| node.text().unwrap_or_default()).collect();
            assert_eq!(texts, frame.runs().map(|run| &*run.text).collect::<Vec<_>>(), "{name}");
            let root = tree.root_element();
            let title = root.first_element_child().unwrap();
            assert!(
                title.has_tag_name("title") && title.text().unwrap().contains(document.title())
            );
            assert_eq!(root.attribute("aria-label"), title.text());
            assert_eq!((root.attribute("role"), root.attribute("lang")), (Some("img"), Some("it")));
            let points = |name: &str| root.attribute(name).unwrap().strip_suffix("pt").unwrap();
            let size: Vec<f32> =
                ["width", "height"].map(|name| points(name).parse().unwrap()).into();
            assert!((size[0] - frame.width).abs() < 0.01 && (size[1] - frame.height).abs() < 0.01);
            assert_eq!(
                root.attribute("viewBox").unwrap(),
                format!("0 0 {} {}", points("width"), points("height"))
            );
            // The small font files are enough for the sheets.
            assert!(svg.len() < 200_000, "{name}: {} bytes", svg.len());
        }
    }
}

#[test]
fn a_page_or_a_resolution_that_cannot_be_is_refused() {
    let output = |format: &str, page: Option<&str>, dpi: Option<&str>| {
        Output::new(Format::from_extension(format).unwrap(), page, dpi)
    };
    let pack = sheet("voices-pack battle=3 tactical=7");
    let maps = sheet("maps");
    let poster = sheet("maps paper=2000x2000");
    for (document, format, page, dpi, field, says) in [
        (&pack, "svg", Some("6"), None, "page", "no page 6: it has 5 pages, 1 to 5"),
        (&pack, "png", Some("18446744073709551615"), None, "page", "it has 5 pages"),
        (&maps, "png", Some("2"), None, "page", "no page 2: it has only page 1"),
        (&maps, "svg", Some("0"), None, "page", "`0` is not the number of a page"),
        (&maps, "svg", Some("first"), None, "page", "use 1 for the first page"),
        (&maps, "pdf", Some("1"), None, "page", "leave `page` out"),
        (&maps, "pdf", None, Some("96"), "dpi", "pdf has no resolution"),
        (&maps, "svg", None, Some("96"), "dpi", "svg has no resolution"),
        (&maps, "png", None, Some("35"), "dpi", "36 to 300"),
        (&maps, "png", None, Some("301"), "dpi", "36 to 300"),
        (&maps, "png", None, Some("96.5"), "dpi", "whole number"),
        (&poster, "png", None, Some("300"), "dpi", "use at most 40 dpi"),
        (&poster, "png", None, None, "dpi", "use at most 40 dpi"),
    ] {
        let error =
            output(format, page, dpi).and_then(|output| document.write(output)).unwrap_err();
        assert_eq!(error.field(), field, "{error}");
        assert!(error.to_string().contains(says), "{error}");
    }
    // The resolution that the error names is possible.
    let max = poster.write(output("png", None, Some("40")).unwrap()).unwrap();
    assert_eq!(Grey::of_png(&max, 40).width, 3150);
    assert!(maps.png(PageNumber::default(), dpi(300)).is_ok());
    assert_eq!(pack.write(output("pdf", None, None).unwrap()).unwrap(), pack.pdf());
}
