//! Outlines of the characters, from the font files.

use std::collections::HashMap;
use std::sync::LazyLock;

use allsorts::outline::OutlineSink;
use allsorts::pathfinder_geometry::line_segment::LineSegment2F;
use allsorts::pathfinder_geometry::vector::Vector2F;
use tiny_skia::{Path, PathBuilder};

use super::super::font_file::FontFile;
use crate::font::{Extent, Face, MISSING};

/// Outline of each character of each face, in thousandths of the size. Characters without ink have
/// none.
static OUTLINES: LazyLock<[HashMap<char, Path>; 2]> = LazyLock::new(|| Face::ALL.map(read));

/// Returns the outline of a character, with y pointing upwards from the baseline.
pub(super) fn outline(face: Face, c: char) -> Option<&'static Path> {
    let c = if face.has(c) { c } else { MISSING };
    OUTLINES[face as usize].get(&c)
}

fn read(face: Face) -> HashMap<char, Path> {
    let font = FontFile::read(face, Extent::Whole);
    let outlines = font.outlines();
    let mut paths = HashMap::new();
    for c in face.characters() {
        let Some(glyph) = font.glyph(c) else { continue };
        let mut pen = OutlinePen(PathBuilder::new());
        outlines.draw(glyph, &mut pen);
        if let Some(path) = pen.0.finish() {
            paths.insert(c, path);
        }
    }
    paths
}

/// Path under construction.
struct OutlinePen(PathBuilder);

impl OutlineSink for OutlinePen {
    fn move_to(&mut self, to: Vector2F) {
        self.0.move_to(to.x(), to.y());
    }

    fn line_to(&mut self, to: Vector2F) {
        self.0.line_to(to.x(), to.y());
    }

    fn quadratic_curve_to(&mut self, control: Vector2F, to: Vector2F) {
        self.0.quad_to(control.x(), control.y(), to.x(), to.y());
    }

    fn cubic_curve_to(&mut self, controls: LineSegment2F, to: Vector2F) {
        self.0.cubic_to(
            controls.from_x(),
            controls.from_y(),
            controls.to_x(),
            controls.to_y(),
            to.x(),
            to.y(),
        );
    }

    fn close(&mut self) {
        self.0.close();
    }
}
