//! Outlines of the characters, from the font files.

use std::collections::HashMap;
use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::OutlineBuilder;

use crate::font::{Extent, Face, MISSING};

/// Outline of each character of each face, in thousandths of the size. Characters without ink have none.
static OUTLINES: LazyLock<[HashMap<char, Path>; 2]> = LazyLock::new(|| Face::ALL.map(read));

/// Returns the outline of a character, with y pointing upwards from the baseline.
pub(super) fn outline(face: Face, c: char) -> Option<&'static Path> {
    let c = if face.has(c) { c } else { MISSING };
    OUTLINES[face as usize].get(&c)
}

fn read(face: Face) -> HashMap<char, Path> {
    let font = ttf_parser::Face::parse(face.file(Extent::Whole), 0).expect("the font is in order");
    let outline = |c| {
        let mut pen = Pen(PathBuilder::new());
        font.outline_glyph(font.glyph_index(c)?, &mut pen)?;
        Some((c, pen.0.finish()?))
    };
    face.characters().filter_map(outline).collect()
}

/// Path under construction.
struct Pen(PathBuilder);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
