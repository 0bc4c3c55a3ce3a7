//! A page as it will be printed: text and lines at fixed positions, in points from the top left corner.

use crate::font::{ASCENT, DESCENT, Face};

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What it is called in the outline of the document.
    pub title: String,
    /// What is on it, in the order in which it is read.
    pub items: Vec<Item>,
    /// What a player has marked, on top of it.
    pub marks: Vec<Item>,
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A run of text.
    Text(Run),
    /// A run of text that is turned about where it begins.
    Turned {
        /// The run, before it is turned.
        run: Run,
        /// How far, counter-clockwise and in radians.
        angle: f32,
    },
    /// Straight lines.
    Lines {
        /// How thick they are.
        weight: f32,
        /// Whether they end round.
        round: bool,
        /// From where to where: x, y, x, y.
        segments: Vec<[f32; 4]>,
    },
    /// The outline of a rectangle.
    Outline {
        /// How thick its line is.
        weight: f32,
        /// Where it is.
        rect: Rect,
    },
    /// A circle.
    Circle {
        /// How thick its line is.
        weight: f32,
        /// Its centre.
        x: f32,
        /// Its centre.
        y: f32,
        /// Its radius.
        radius: f32,
    },
}

/// A run of text in one face and size.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Where it begins.
    pub x: f32,
    /// Where its letters stand.
    pub baseline: f32,
    /// Its size.
    pub size: f32,
    /// Its face.
    pub face: Face,
    /// What it says; the face has every character of it.
    pub text: String,
}

impl Run {
    /// How wide it is.
    pub fn width(&self) -> f32 {
        self.face.width(&self.text, self.size)
    }

    /// The room it takes.
    pub fn bounds(&self) -> Rect {
        let (above, below) = (self.size * ASCENT, self.size * DESCENT);
        Rect { x: self.x, y: self.baseline - above, width: self.width(), height: above + below }
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

impl Rect {
    /// Its right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Its lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The same, smaller by a distance on every side.
    #[must_use]
    pub fn inset(&self, by: f32) -> Self {
        Self { x: self.x + by, y: self.y + by, width: self.width - 2.0 * by, height: self.height - 2.0 * by }
    }
}

impl Frame {
    /// An empty page.
    pub(crate) fn new(width: f32, height: f32, title: &str) -> Self {
        Self { width, height, title: title.to_owned(), items: Vec::new(), marks: Vec::new() }
    }

    /// The runs of text on the page, marks included.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.items.iter().chain(&self.marks).filter_map(|item| match item {
            Item::Text(run) | Item::Turned { run, .. } => Some(run),
            _ => None,
        })
    }

    /// Writes text and says where it ends.
    pub(crate) fn text(&mut self, x: f32, baseline: f32, size: f32, face: Face, text: &str) -> f32 {
        let run = Run { x, baseline, size, face, text: face.drawable(text) };
        let end = x + run.width();
        if !run.text.is_empty() {
            self.items.push(Item::Text(run));
        }
        end
    }

    /// Writes text about a middle.
    pub(crate) fn centred(&mut self, middle: f32, baseline: f32, size: f32, face: Face, text: &str) {
        let x = middle - face.width(text, size) / 2.0;
        self.text(x, baseline, size, face, text);
    }

    /// Writes text that is turned counter-clockwise about where it begins.
    pub(crate) fn turned(&mut self, [x, baseline]: [f32; 2], angle: f32, size: f32, face: Face, text: &str) {
        let run = Run { x, baseline, size, face, text: face.drawable(text) };
        self.items.push(Item::Turned { run, angle });
    }

    /// Draws straight lines.
    pub(crate) fn lines(&mut self, weight: f32, segments: Vec<[f32; 4]>) {
        self.items.push(Item::Lines { weight, round: false, segments });
    }

    /// Draws the outline of a rectangle.
    pub(crate) fn outline(&mut self, weight: f32, rect: Rect) {
        self.items.push(Item::Outline { weight, rect });
    }
}
