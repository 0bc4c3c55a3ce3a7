//! Typeset blocks of a score: text and lines that are placed together, upright or upside down.

use std::f32::consts::PI;

use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::tag::{Role, Tag};

/// Run of text, relative to the top left corner of its block.
struct Piece {
    x: f32,
    baseline: f32,
    size: f32,
    face: Face,
    text: String,
}

#[derive(Default)]
pub(super) struct TypesetText {
    pieces: Vec<Piece>,
    rules: Vec<[f32; 4]>,
    /// Roles of the pieces, as of the items of a page.
    tags: Vec<Tag>,
    pub(super) height: f32,
}

impl TypesetText {
    /// Adds text and returns its right end.
    pub(super) fn put(&mut self, x: f32, baseline: f32, size: f32, face: Face, text: &str) -> f32 {
        let text = face.drawable(text);
        let end = x + face.width(&text, size);
        if !text.is_empty() {
            self.pieces.push(Piece { x, baseline, size, face, text });
        }
        end
    }

    /// Gives a role to all text that a function adds.
    pub(super) fn tagged<T>(&mut self, role: Role, add: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::take(&mut self.tags);
        let start = self.pieces.len();
        let result = add(self);
        let children = std::mem::replace(&mut self.tags, before);
        self.tags.push(Tag { role, items: start..self.pieces.len(), marks: 0..0, children });
        result
    }

    /// Adds a straight line.
    pub(super) fn rule(&mut self, line: [f32; 4]) {
        self.rules.push(line);
    }

    /// Adds a block below this one.
    pub(super) fn stack(&mut self, space: f32, below: Self) {
        let top = self.height + space;
        let count = self.pieces.len();
        self.tags.extend(below.tags.into_iter().map(|tag| tag.shifted(count, 0)));
        self.pieces.extend(
            below.pieces.into_iter().map(|piece| Piece { baseline: piece.baseline + top, ..piece }),
        );
        self.rules.extend(below.rules.into_iter().map(|[a, b, c, d]| [a, b + top, c, d + top]));
        self.height = top + below.height;
    }

    /// Draws the block at a distance from the top of an area; upside down, from its bottom.
    pub(super) fn draw(&self, frame: &mut Frame, area: Rect, down: f32, turned: bool) {
        let items = frame.items.len();
        let marks = frame.marks.len();
        frame.tags.extend(self.tags.iter().map(|tag| tag.clone().shifted(items, marks)));
        // Each piece becomes one item of the page.
        for piece in &self.pieces {
            let start = position(area, down, turned, [piece.x, piece.baseline]);
            if turned {
                frame.turned(start, PI, piece.size, piece.face, &piece.text);
            } else {
                frame.text(start[0], start[1], piece.size, piece.face, &piece.text);
            }
        }
        if !self.rules.is_empty() {
            let rules = self.rules.iter().map(|&[x1, y1, x2, y2]| {
                let [x1, y1] = position(area, down, turned, [x1, y1]);
                let [x2, y2] = position(area, down, turned, [x2, y2]);
                [x1, y1, x2, y2]
            });
            frame.lines(0.55, rules.collect());
        }
    }
}

/// Returns the point of an area for a point of a block that is at a distance from the top, or from
/// the bottom if it is upside down.
fn position(area: Rect, down: f32, turned: bool, [x, y]: [f32; 2]) -> [f32; 2] {
    if turned {
        [area.right() - x, area.bottom() - down - y]
    } else {
        [area.x + x, area.y + down + y]
    }
}

/// Returns a text that fits a width: as it is, or its beginning with an ellipsis.
pub(in crate::layout) fn fitted(text: &str, face: Face, size: f32, width: f32) -> String {
    let mut text = face.drawable(text);
    if face.width(&text, size) <= width {
        return text;
    }
    while !text.is_empty() && face.width(&text, size) + face.width("…", size) > width {
        text.pop();
    }
    format!("{}…", text.trim_end())
}
