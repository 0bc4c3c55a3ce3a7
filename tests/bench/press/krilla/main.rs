//! Prints the pack with krilla, tagged and untagged: the same text and lines at the same positions,
//! in the same typeface.
//!
//! It needs no layout. Each text is a paragraph of its own, so the structure has no tables.

use std::time::Instant;

use krilla::geom::{PathBuilder, Point, Rect};
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag, Tag, TagGroup, TagTree};
use krilla::text::{Font, TextDirection};
use krilla::{Document, SerializeSettings};
use serde_json::{Value, json};

/// Number of runs. The first ones are not counted.
const RUNS: usize = 80;
const WARMUP: usize = 20;

fn main() {
    let folder = std::env::args().nth(1).expect("the directory with the content");
    let read = |name: &str| std::fs::read(format!("{folder}/{name}")).expect(name);
    let content: Value = serde_json::from_slice(&read("content.json")).expect("JSON");
    let fonts = ["regular.otf", "bold.otf"].map(|name| Font::new(read(name).into(), 0).expect("a font"));
    for tagged in [false, true] {
        let mut times: Vec<f64> = Vec::new();
        let mut file = Vec::new();
        for _ in 0..RUNS {
            let begun = Instant::now();
            file = print(&content, &fonts, tagged);
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
        times.drain(..WARMUP);
        times.sort_by(f64::total_cmp);
        let name = if tagged { "krilla 0.8.2, tagged" } else { "krilla 0.8.2" };
        std::fs::write(format!("{folder}/{}.pdf", name.replace([' ', ','], "-")), &file).expect("a file");
        println!("{}", json!({ "name": name, "ms": times[times.len() / 2], "bytes": file.len() }));
    }
}

fn number(value: &Value) -> f32 {
    value.as_f64().expect("a number") as f32
}

fn print(content: &Value, fonts: &[Font; 2], tagged: bool) -> Vec<u8> {
    let (width, height) = (number(&content["width"]), number(&content["height"]));
    let settings = SerializeSettings { enable_tagging: tagged, ..Default::default() };
    let mut document = Document::new_with(settings);
    let mut tree = TagTree::new();
    for frame in content["frames"].as_array().expect("frames") {
        let mut page = document.start_page_with(PageSettings::from_wh(width, height).expect("a size"));
        let mut surface = page.surface();
        for item in frame["items"].as_array().expect("items") {
            draw(item, height, fonts, &mut surface, &mut tree, tagged);
        }
        surface.finish();
        page.finish();
    }
    if tagged {
        document.set_tag_tree(tree);
    }
    document.finish().expect("a document")
}

fn draw(
    item: &Value,
    height: f32,
    fonts: &[Font; 2],
    surface: &mut Surface<'_>,
    tree: &mut TagTree,
    tagged: bool,
) {
    if let Some(text) = item["text"].as_str() {
        let id = tagged.then(|| surface.start_tagged(ContentTag::Span(SpanTag::empty())));
        let font = fonts[usize::from(item["bold"] == true)].clone();
        let at = Point::from_xy(number(&item["x"]), height - number(&item["y"]));
        surface.draw_text(at, font, number(&item["size"]), text, false, TextDirection::LeftToRight);
        if let Some(id) = id {
            surface.end_tagged();
            let mut paragraph = TagGroup::new(Tag::P);
            paragraph.push(id);
            tree.push(paragraph);
        }
        return;
    }
    let artifact = Artifact::new(ArtifactType::Other, None);
    if tagged {
        surface.start_tagged(ContentTag::Artifact(artifact));
    }
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { width: number(&item["weight"]), ..Default::default() }));
    let mut path = PathBuilder::new();
    if let Some(lines) = item["lines"].as_array() {
        for line in lines {
            path.move_to(number(&line[0]), height - number(&line[1]));
            path.line_to(number(&line[2]), height - number(&line[3]));
        }
    } else if let Some(outline) = item["outline"].as_array() {
        let [x, y, wide, high] = [0, 1, 2, 3].map(|n| number(&outline[n]));
        path.push_rect(Rect::from_xywh(x, height - y - high, wide, high).expect("a rectangle"));
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
    surface.set_stroke(None);
    if tagged {
        surface.end_tagged();
    }
}
