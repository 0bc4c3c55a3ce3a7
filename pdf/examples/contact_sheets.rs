//! Contact sheets: small pictures of all pages of each kind of sheet, on every named paper and in
//! every look. Writes a PNG file for each kind and language.
//!
//! `cargo run --release -p broadside-pdf --example contact_sheets -- DIRECTORY [KIND…]`

use std::error::Error;
use std::path::Path;

use broadside_pdf::sheet::{Body, Page as Content, Sheet};
use broadside_pdf::{
    Document, Kind, Lang, Look, Margin, Orientation, PageFormat, PageNumber, Paper, Request,
};

/// Distance between pictures, in pixels.
const GAP: usize = 8;
/// Grey behind the pictures.
const BEHIND: u8 = 0xb0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().ok_or("usage: contact_sheets DIRECTORY [KIND…]")?;
    std::fs::create_dir_all(&directory)?;
    let named = arguments.map(|name| name.parse()).collect::<Result<Vec<Kind>, _>>()?;
    let kinds = if named.is_empty() { Kind::ALL.to_vec() } else { named };
    for kind in kinds {
        for lang in Lang::ALL {
            let file = Path::new(&directory).join(format!("{kind}.{lang}.png"));
            write(&file, &contact_sheet(kind, lang)?)?;
        }
    }
    Ok(())
}

/// Makes the contact sheet of a kind: a labelled row of pages for each paper, orientation and look.
fn contact_sheet(kind: Kind, lang: Lang) -> Result<Picture, Box<dyn Error>> {
    let mut all = Vec::new();
    for look in Look::ALL {
        for (paper, _) in Paper::NAMED {
            for orientation in [Orientation::Portrait, Orientation::Landscape] {
                let mut request = request(kind);
                request.paper = Some(paper.to_owned());
                request.orientation = Some(orientation.to_string());
                request.look = Some(look.to_string());
                request.lang = Some(lang.to_string());
                let name = format!("{paper} {orientation} {look}");
                all.push(match request.document(kind) {
                    Ok(document) => label(&name)?.above(&Picture::row(&pictures(&document)?)),
                    Err(_) => label(&format!("{name}: refused"))?,
                });
            }
        }
    }
    Ok(Picture::flow(&all))
}

/// Returns a request with the options that the kind requires.
fn request(kind: Kind) -> Request {
    let [battle, tactical, matrix] = [("battle", "3"), ("tactical", "7"), ("matrix", "8")]
        .map(|(name, value)| kind.needs().contains(&name).then(|| value.to_owned()));
    Request {
        battle,
        tactical,
        matrix,
        packs: kind.options().contains(&"packs").then(|| "1".to_owned()),
        ..Request::default()
    }
}

fn pictures(document: &Document) -> Result<Vec<Picture>, Box<dyn Error>> {
    (1..=document.page_count())
        .map(|page| Picture::read(&document.png(page_number(page)?, "36".parse()?)?))
        .collect()
}

fn page_number(page: usize) -> Result<PageNumber, Box<dyn Error>> {
    Ok(page.to_string().parse()?)
}

/// Writes a text as the press does: as the title of an empty page.
fn label(text: &str) -> Result<Picture, Box<dyn Error>> {
    let page = Content {
        title: text.to_owned(),
        note: String::new(),
        footer: String::new(),
        body: Body::Prose(Vec::new()),
    };
    let sheet = Sheet {
        title: text.to_owned(),
        subject: String::new(),
        lang: Lang::default(),
        lines: None,
        link: None,
        pages: vec![page],
    };
    let margin: Margin = "2".parse()?;
    let page = PageFormat::new("110x52".parse()?, Orientation::Landscape, margin)?;
    let document = Document::lay(&sheet, page).map_err(|_| "the label does not fit")?;
    let mut picture = Picture::read(&document.png(page_number(1)?, "36".parse()?)?)?;
    // Only the title is needed.
    picture.rows.truncate(14);
    Ok(picture)
}

/// Greyscale picture: rows of pixels, all of the same length.
struct Picture {
    rows: Vec<Vec<u8>>,
}

impl Picture {
    fn blank(width: usize, height: usize) -> Self {
        Self { rows: vec![vec![BEHIND; width]; height] }
    }

    /// Reads a PNG file of the press.
    fn read(file: &[u8]) -> Result<Self, Box<dyn Error>> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
        let width = reader.next_frame(&mut pixels)?.width as usize;
        Ok(Self { rows: pixels.chunks_exact(width).map(<[u8]>::to_vec).collect() })
    }

    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn draw(&mut self, picture: &Self, x: usize, y: usize) {
        for (to, from) in self.rows[y..].iter_mut().zip(&picture.rows) {
            to[x..x + from.len()].copy_from_slice(from);
        }
    }

    fn above(&self, below: &Self) -> Self {
        let height = self.rows.len() + below.rows.len();
        let mut both = Self::blank(self.width().max(below.width()), height);
        both.draw(self, 0, 0);
        both.draw(below, 0, self.rows.len());
        both
    }

    fn row(pictures: &[Self]) -> Self {
        let width = pictures.iter().map(|picture| picture.width() + GAP / 2).sum();
        let height = pictures.iter().map(|picture| picture.rows.len()).max().unwrap_or_default();
        let mut row = Self::blank(width, height);
        let mut x = 0;
        for picture in pictures {
            row.draw(picture, x, 0);
            x += picture.width() + GAP / 2;
        }
        row
    }

    /// Arranges pictures in rows, as words of a text.
    fn flow(pictures: &[Self]) -> Self {
        let widest = pictures.iter().map(Self::width).max().unwrap_or_default();
        // About as wide as high, if no document is wider.
        let area: usize = pictures.iter().map(|picture| picture.width() * picture.rows.len()).sum();
        let room = (area.isqrt() * 6 / 5).max(widest + 2 * GAP);
        let mut x = GAP;
        let mut y = GAP;
        let mut high = 0;
        let mut places = Vec::new();
        for picture in pictures {
            if x > GAP && x + picture.width() + GAP > room {
                (x, y, high) = (GAP, y + high + GAP, 0);
            }
            places.push((x, y));
            x += picture.width() + GAP;
            high = high.max(picture.rows.len());
        }
        let mut all = Self::blank(room, y + high + GAP);
        for (picture, (x, y)) in pictures.iter().zip(places) {
            all.draw(picture, x, y);
        }
        all
    }
}

fn write(file: &Path, picture: &Picture) -> Result<(), Box<dyn Error>> {
    let to = std::io::BufWriter::new(std::fs::File::create(file)?);
    let mut encoder = png::Encoder::new(to, picture.width() as u32, picture.rows.len() as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header()?.write_image_data(&picture.rows.concat())?;
    Ok(())
}
