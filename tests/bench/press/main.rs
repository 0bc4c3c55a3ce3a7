//! Benchmark of the press, in process, for a pack of 12 pages (how to play, the ten game-matrices,
//! the pronunciation key) and for a sheet of two maps in the middle of a game.
//!
//! `cargo bench -p broadside-pdf --bench press` runs it. With `-- --for-others DIR` it also writes
//! the PDF files and the content of the pack for the other tools. The pictures are of the page that
//! takes longest.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot do its work should say where")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use broadside_engine::grid::Cell;
use broadside_pdf::font::{Extent, Face};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::sheet::map::{Mark, Ship, Shot};
use broadside_pdf::sheet::{Body, Sheet};
use broadside_pdf::{Document, Dpi, Margin, Orientation, PageFormat, PageNumber, Paper, Request};
use serde_json::{Value, json};

/// Durations of the warm-up and of the measurement.
const WARMUP: Duration = Duration::from_millis(300);
const TIME: Duration = Duration::from_millis(1500);

fn main() {
    let (pack, maps) = (pack(), maps());
    let files = [("pack", print(&pack)), ("maps", print(&maps))];
    if let Some(at) = std::env::args().position(|argument| argument == "--for-others") {
        let folder = std::env::args().nth(at + 1).expect("a directory after --for-others");
        for_others(Path::new(&folder), &pack, &files);
    }
    let pages = page();
    let laid = Document::lay(&pack, pages).unwrap();
    let laid_maps = Document::lay(&maps, pages).unwrap();
    for (name, bytes, milliseconds) in [
        ("pack", files[0].1.len(), median(self::pack, print)),
        ("pack from frames", files[0].1.len(), median(|| &laid, |laid| laid.pdf())),
        ("maps", files[1].1.len(), median(self::maps, print)),
        ("maps from frames", files[1].1.len(), median(|| &laid_maps, |laid| laid.pdf())),
    ] {
        println!("{}", json!({ "name": name, "ms": milliseconds, "bytes": bytes }));
    }
    for (name, laid) in [("pack", &laid), ("maps", &laid_maps)] {
        pictures(name, laid);
    }
}

/// Measures each page of a document as a picture, and prints the slowest.
fn pictures(name: &str, laid: &Document) {
    let slowest = |format: &str, write: &dyn Fn(PageNumber) -> Vec<u8>| {
        let pages = PageNumber::all(laid.page_count());
        let (milliseconds, page) = pages
            .map(|page| (median(|| page, write), page))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .unwrap();
        let name = format!("{name} as {format}, page {page}");
        println!("{}", json!({ "name": name, "ms": milliseconds, "bytes": write(page).len() }));
    };
    slowest("SVG", &|page| laid.svg(page).unwrap().into_bytes());
    for dpi in ["36", "96", "150", "300"] {
        let resolution: Dpi = dpi.parse().unwrap();
        slowest(&format!("PNG at {dpi} dpi"), &|page| laid.png(page, resolution).unwrap());
    }
}

fn page() -> PageFormat {
    PageFormat::new(Paper::A4, Orientation::Portrait, Margin::default()).unwrap()
}

/// Lays out a sheet and writes it as PDF.
fn print(sheet: impl std::borrow::Borrow<Sheet>) -> Vec<u8> {
    Document::lay(sheet.borrow(), page()).unwrap().pdf()
}

fn asked() -> Request {
    Request { battle: Some("3".into()), tactical: Some("7".into()), ..Request::default() }
}

/// A pack: how to play, ten matrices, the pronunciation key.
fn pack() -> Sheet {
    let mut pack = asked().sheet("voices-pack".parse().unwrap()).unwrap();
    pack.pages.pop(); // The dice.
    let key = pack.pages.pop().unwrap();
    pack.pages.truncate(1);
    pack.pages.extend(Request::default().sheet("game-matrices".parse().unwrap()).unwrap().pages);
    pack.pages.push(key);
    assert_eq!(pack.pages.len(), 12);
    pack
}

/// Both maps, with ships and 30 shots each.
fn maps() -> Sheet {
    let mut sheet = asked().sheet("maps".parse().unwrap()).unwrap();
    let Body::Maps { maps, .. } = &mut sheet.pages[0].body else {
        unreachable!("the sheet has maps")
    };
    let cell = |place: u32| Cell::new((place % 10) as u8, (place / 10) as u8).unwrap();
    for map in maps {
        map.ships = vec![
            Ship { first: cell(11), last: cell(15), sunk: false },
            Ship { first: cell(37), last: cell(67), sunk: true },
        ];
        let mark = |n: u32| if n.is_multiple_of(4) { Mark::Hit } else { Mark::Shot };
        map.shots = (0..30).map(|n| Shot { cell: cell(n * 37 % 100), mark: mark(n) }).collect();
    }
    sheet
}

/// Median time in milliseconds to run `make` on the results of `ready`.
fn median<T, U>(ready: impl Fn() -> T, make: impl Fn(T) -> U) -> f64 {
    let begun = Instant::now();
    while begun.elapsed() < WARMUP {
        black_box(make(ready()));
    }
    let begun = Instant::now();
    let mut times = Vec::new();
    while begun.elapsed() < TIME {
        // The time includes creating the text of the pages; the other tools only lay it out.
        let start = Instant::now();
        let output = make(ready());
        times.push(start.elapsed());
        drop(black_box(output));
    }
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// Writes what other tools need to print the same pages.
fn for_others(folder: &Path, pack: &Sheet, files: &[(&str, Vec<u8>)]) {
    std::fs::create_dir_all(folder).unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.join(format!("broadside-{name}.pdf")), bytes).unwrap();
    }
    for (name, face) in [("regular", Face::Regular), ("bold", Face::Bold)] {
        std::fs::write(folder.join(format!("{name}.otf")), face.file(Extent::Whole)).unwrap();
    }
    let laid = Document::lay(pack, page()).unwrap();
    let content = json!({
        "title": pack.title,
        "width": laid.frames()[0].width,
        "height": laid.frames()[0].height,
        "margin": page().margin,
        "frames": laid.frames().iter().map(positions).collect::<Vec<_>>(),
        "pages": pack.pages.iter().map(content).collect::<Vec<_>>(),
    });
    std::fs::write(folder.join("content.json"), content.to_string()).unwrap();
}

/// A page by position: each item with its coordinates from the lower left corner.
fn positions(frame: &Frame) -> Value {
    let up = |y: f32| frame.height - y;
    let item = |item: &Item| match item {
        Item::Text(run) => {
            json!({ "text": run.text, "x": run.x, "y": up(run.baseline), "size": run.size, "bold": run.face == Face::Bold })
        }
        Item::RotatedText { .. } => unreachable!("everything in a pack stands upright"),
        Item::Lines { weight, segments, .. } => {
            let segments = segments.iter().map(|[x1, y1, x2, y2]| [*x1, up(*y1), *x2, up(*y2)]);
            json!({ "weight": weight, "lines": segments.collect::<Vec<_>>() })
        }
        Item::Outline { weight, rect } => {
            json!({ "weight": weight, "outline": [rect.x, up(rect.bottom()), rect.width, rect.height] })
        }
        Item::Circle { weight, x, y, radius } => {
            json!({ "weight": weight, "circle": [x, up(*y), radius] })
        }
    };
    json!({ "title": frame.title, "items": frame.items.iter().chain(&frame.marks).map(item).collect::<Vec<_>>() })
}

/// A page by content.
fn content(page: &broadside_pdf::sheet::Page) -> Value {
    use broadside_pdf::sheet::prose::{ParagraphKind, Span};
    let spans = |spans: &[Span]| {
        spans.iter().map(|span| json!({ "text": span.text, "bold": span.bold })).collect::<Vec<_>>()
    };
    let body = match &page.body {
        Body::Maps { maps, .. } => {
            let sound = |entry: &broadside_pdf::sheet::voices::key::Entry| json!({ "phone": entry.phone, "word": spans(&entry.word) });
            json!({ "phones": maps[0].phones, "sounds": maps[0].sounds.iter().map(sound).collect::<Vec<_>>() })
        }
        Body::Key(entries) => {
            let entry = |entry: &broadside_pdf::sheet::voices::key::Entry| json!({ "phone": entry.phone, "word": spans(&entry.word) });
            json!({ "key": entries.iter().map(entry).collect::<Vec<_>>() })
        }
        Body::Prose(paragraphs) => {
            let paragraph =
                |paragraph: &broadside_pdf::sheet::prose::Paragraph| match &paragraph.style {
                    ParagraphKind::Heading => json!({ "heading": spans(&paragraph.spans) }),
                    ParagraphKind::Text => json!({ "text": spans(&paragraph.spans) }),
                    ParagraphKind::Point(point) => {
                        json!({ "point": point, "text": spans(&paragraph.spans) })
                    }
                };
            json!({ "prose": paragraphs.iter().map(paragraph).collect::<Vec<_>>() })
        }
        Body::Score(_)
        | Body::Sea { .. }
        | Body::Mats { .. }
        | Body::Arsenal(_)
        | Body::Chart(_)
        | Body::Cards(_)
        | Body::Cutout(_)
        | Body::Divider(_)
        | Body::Pieces(_) => {
            unreachable!("a blank pack has none of these")
        }
    };
    json!({ "title": page.title, "note": page.note, "footer": page.footer, "body": body })
}
