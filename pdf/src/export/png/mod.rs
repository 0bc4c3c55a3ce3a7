//! Writes a frame as a PNG picture. This is the only module that uses tiny-skia.

mod file;
mod outlines;

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke,
    Transform,
};

use crate::frame::{Frame, Item, Run};
use crate::picture::Dpi;

/// Writes a frame at a resolution. The size of the picture must be within [`Dpi::check`].
pub(crate) fn write(frame: &Frame, dpi: Dpi) -> Vec<u8> {
    let (width, height) = dpi.pixels(frame);
    let mut pixels = Pixmap::new(width, height).expect("a page has pixels, and not too many");
    pixels.fill(Color::WHITE);
    let mut pen = PngPen { pixels, scale: dpi.scale(), paint: Paint::default() };
    frame.items.iter().chain(&frame.marks).for_each(|item| pen.draw(item));
    // The page is grey: the three colours of a pixel are the same.
    let grey: Vec<u8> =
        pen.pixels.pixels().iter().map(|pixel| PremultipliedColorU8::red(*pixel)).collect();
    file::write(width, &grey, dpi)
}

/// Painter of items.
struct PngPen {
    pixels: Pixmap,
    /// Number of pixels in a point.
    scale: f32,
    /// Black.
    paint: Paint<'static>,
}

impl PngPen {
    fn draw(&mut self, item: &Item) {
        match item {
            Item::Text(run) => self.write(run, 0.0),
            Item::RotatedText { run, angle } => self.write(run, *angle),
            Item::Lines { weight, round, segments } => self.lines(*weight, *round, segments),
            Item::Outline { weight, rect } => {
                let width = self.width(*weight);
                let edges = [rect.x, rect.y, rect.right(), rect.bottom()];
                let [left, top, right, bottom] = edges.map(|edge| self.crisp(edge, width));
                let rect = Rect::from_ltrb(left, top, right, bottom);
                self.stroke(rect.map(PathBuilder::from_rect), width, LineCap::Butt);
            }
            Item::Circle { weight, x, y, radius } => {
                let circle = PathBuilder::from_circle(
                    *x * self.scale,
                    *y * self.scale,
                    *radius * self.scale,
                );
                self.stroke(circle, *weight * self.scale, LineCap::Butt);
            }
        }
    }

    /// Fills the outlines of a run, rotated counter-clockwise about its start.
    fn write(&mut self, run: &Run, angle: f32) {
        let mut text = PathBuilder::new();
        let mut units = 0;
        for c in run.text.chars() {
            let offset = Transform::from_translate(units as f32, 0.0);
            if let Some(outline) =
                outlines::outline(run.face, c).and_then(|path| path.clone().transform(offset))
            {
                text.push_path(&outline);
            }
            units += run.face.units(c.encode_utf8(&mut [0; 4]));
        }
        let Some(text) = text.finish() else { return };
        // Outlines have y pointing upwards, and pages downwards.
        let size = run.size / 1000.0;
        let transform = Transform::from_scale(size, -size)
            .post_rotate(-angle.to_degrees())
            .post_translate(run.x, run.baseline)
            .post_scale(self.scale, self.scale);
        self.pixels.fill_path(&text, &self.paint, FillRule::Winding, transform, None);
    }

    /// Draws straight lines. Those along the edges of the page are crisp, as in programs that show
    /// PDF.
    fn lines(&mut self, weight: f32, round: bool, segments: &[[f32; 4]]) {
        let width = self.width(weight);
        let mut straight = PathBuilder::new();
        let mut slanting = PathBuilder::new();
        for [x1, y1, x2, y2] in segments {
            let [mut a, mut b, mut c, mut d] = [x1, y1, x2, y2].map(|length| length * self.scale);
            let path = if x1 == x2 || y1 == y2 { &mut straight } else { &mut slanting };
            if x1 == x2 {
                a = self.crisp(*x1, width);
                c = a;
            } else if y1 == y2 {
                b = self.crisp(*y1, width);
                d = b;
            }
            path.move_to(a, b);
            path.line_to(c, d);
        }
        let cap = if round { LineCap::Round } else { LineCap::Butt };
        self.stroke(straight.finish(), width, cap);
        self.stroke(slanting.finish(), weight * self.scale, cap);
    }

    /// Returns the width in pixels of a line along an edge of the page. A line of less than one
    /// pixel is lighter.
    fn width(&self, weight: f32) -> f32 {
        let width = weight * self.scale;
        if width < 1.0 { width } else { width.round() }
    }

    /// Returns the position in pixels of the middle of a line, so that the line fills whole pixels.
    fn crisp(&self, position: f32, width: f32) -> f32 {
        let is_odd = width.ceil() % 2.0 == 1.0;
        let position = position * self.scale;
        if is_odd { position.floor() + 0.5 } else { position.round() }
    }

    /// Strokes a path in pixels.
    fn stroke(&mut self, path: Option<Path>, width: f32, line_cap: LineCap) {
        if let Some(path) = path {
            let stroke = Stroke { width, line_cap, ..Stroke::default() };
            self.pixels.stroke_path(&path, &self.paint, &stroke, Transform::identity(), None);
        }
    }
}
