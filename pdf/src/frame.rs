//! A page as it is printed: text and lines at fixed positions, in points from the top left corner.

use crate::font::{ASCENT, DESCENT, Face};
use crate::tag::Tag;

/// Page with all its content in place.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Title in the outline of the document.
    pub title: String,
    /// Content, in reading order.
    pub items: Vec<Item>,
    /// Marks of a player, drawn over the content.
    pub marks: Vec<Item>,
    /// Roles of the items and marks, in reading order.
    pub tags: Vec<Tag>,
}

/// Item on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Run of text.
    Text(Run),
    /// Run of text rotated about its start.
    RotatedText {
        /// The run, before rotation.
        run: Run,
        /// Angle of rotation, counter-clockwise and in radians.
        angle: f32,
    },
    /// Straight lines.
    Lines {
        /// Thickness of the lines.
        weight: f32,
        /// True if the lines have round ends.
        round: bool,
        /// Start and end of each line: x, y, x, y.
        segments: Vec<[f32; 4]>,
    },
    /// Outline of a rectangle.
    Outline {
        /// Thickness of the line.
        weight: f32,
        /// The rectangle.
        rect: Rect,
    },
    /// Circle.
    Circle {
        /// Thickness of the line.
        weight: f32,
        /// Horizontal position of the centre.
        x: f32,
        /// Vertical position of the centre.
        y: f32,
        /// Radius.
        radius: f32,
    },
}

impl Item {
    /// Returns the box that the item takes up, without the thickness of its lines.
    pub fn bounds(&self) -> Rect {
        match self {
            Self::Text(run) => run.bounds(),
            Self::RotatedText { run, angle } => {
                let (sin, cos) = angle.sin_cos();
                let above = run.size * ASCENT;
                let below = -run.size * DESCENT;
                let width = run.width();
                let corners = [(0.0, above), (width, above), (0.0, below), (width, below)];
                Rect::around(corners.map(|(right, up)| {
                    [run.x + right * cos - up * sin, run.baseline - right * sin - up * cos]
                }))
            }
            Self::Lines { segments, .. } => {
                Rect::around(segments.iter().flat_map(|[x1, y1, x2, y2]| [[*x1, *y1], [*x2, *y2]]))
            }
            Self::Outline { rect, .. } => *rect,
            Self::Circle { x, y, radius, .. } => {
                Rect { x: *x, y: *y, width: 0.0, height: 0.0 }.inset(-radius)
            }
        }
    }

    /// Enlarges the item from the corner of the page, then moves it.
    fn transform(&mut self, scale: f32, [dx, dy]: [f32; 2]) {
        match self {
            Self::Text(run) | Self::RotatedText { run, .. } => {
                run.x = run.x * scale + dx;
                run.baseline = run.baseline * scale + dy;
                run.size *= scale;
            }
            Self::Lines { weight, segments, .. } => {
                *weight *= scale;
                for [x1, y1, x2, y2] in segments {
                    *x1 = *x1 * scale + dx;
                    *y1 = *y1 * scale + dy;
                    *x2 = *x2 * scale + dx;
                    *y2 = *y2 * scale + dy;
                }
            }
            Self::Outline { weight, rect } => {
                *weight *= scale;
                rect.x = rect.x * scale + dx;
                rect.y = rect.y * scale + dy;
                rect.width *= scale;
                rect.height *= scale;
            }
            Self::Circle { weight, x, y, radius } => {
                *weight *= scale;
                *x = *x * scale + dx;
                *y = *y * scale + dy;
                *radius *= scale;
            }
        }
    }
}

/// Splits a line into dashes, with a dash at both ends.
pub(crate) fn dashed([x1, y1, x2, y2]: [f32; 4]) -> Vec<[f32; 4]> {
    const DASH: f32 = 3.0;
    let length = (x2 - x1).hypot(y2 - y1);
    let count = (length / (2.0 * DASH)).round().max(1.0);
    let part = 1.0 / (2.0 * count - 1.0);
    let mut dashes = Vec::with_capacity(count as usize);
    for n in 0..count as u16 {
        let from = f32::from(2 * n) * part;
        let to = f32::from(2 * n + 1) * part;
        dashes.push([
            x1 + (x2 - x1) * from,
            y1 + (y2 - y1) * from,
            x1 + (x2 - x1) * to,
            y1 + (y2 - y1) * to,
        ]);
    }
    dashes
}

/// Run of text in one face and size.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Left end.
    pub x: f32,
    /// Vertical position of the baseline.
    pub baseline: f32,
    /// Size of the type.
    pub size: f32,
    /// Face of the type.
    pub face: Face,
    /// The text. The face has all its characters.
    pub text: String,
}

impl Run {
    /// Returns the width of the run.
    pub fn width(&self) -> f32 {
        self.face.width(&self.text, self.size)
    }

    /// Returns the box that the run takes up.
    pub fn bounds(&self) -> Rect {
        let above = self.size * ASCENT;
        let below = self.size * DESCENT;
        Rect { x: self.x, y: self.baseline - above, width: self.width(), height: above + below }
    }
}

/// Rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Rect {
    /// Returns the smallest rectangle around points. Without points, it is empty and at the origin.
    pub fn around(points: impl IntoIterator<Item = [f32; 2]>) -> Self {
        let mut ends: Option<[f32; 4]> = None;
        for [x, y] in points {
            let [left, top, right, bottom] = ends.unwrap_or([x, y, x, y]);
            ends = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
        let [x, y, right, bottom] = ends.unwrap_or_default();
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// Returns the right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Returns the lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// Returns the rectangle made smaller by a distance on every side.
    #[must_use]
    pub fn inset(&self, by: f32) -> Self {
        Self {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

impl Frame {
    /// Creates an empty page.
    pub(crate) fn new(width: f32, height: f32, title: &str) -> Self {
        Self {
            width,
            height,
            title: title.to_owned(),
            items: Vec::new(),
            marks: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// Returns all runs of text on the page, including marks.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.items.iter().chain(&self.marks).filter_map(|item| match item {
            Item::Text(run) | Item::RotatedText { run, .. } => Some(run),
            _ => None,
        })
    }

    /// Writes text and returns its right end.
    pub(crate) fn text(&mut self, x: f32, baseline: f32, size: f32, face: Face, text: &str) -> f32 {
        let run = Run { x, baseline, size, face, text: face.drawable(text) };
        let end = x + run.width();
        if !run.text.is_empty() {
            self.items.push(Item::Text(run));
        }
        end
    }

    /// Writes text centred on a horizontal position.
    pub(crate) fn centred(
        &mut self,
        middle: f32,
        baseline: f32,
        size: f32,
        face: Face,
        text: &str,
    ) {
        let x = middle - face.width(text, size) / 2.0;
        self.text(x, baseline, size, face, text);
    }

    /// Writes text rotated counter-clockwise about its start.
    pub(crate) fn turned(
        &mut self,
        [x, baseline]: [f32; 2],
        angle: f32,
        size: f32,
        face: Face,
        text: &str,
    ) {
        let run = Run { x, baseline, size, face, text: face.drawable(text) };
        self.items.push(Item::RotatedText { run, angle });
    }

    /// Enlarges all items, then moves them.
    pub(crate) fn transform(&mut self, scale: f32, by: [f32; 2]) {
        self.items.iter_mut().chain(&mut self.marks).for_each(|item| item.transform(scale, by));
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
