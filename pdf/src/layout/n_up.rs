//! Several pages on one side of a sheet of paper, with lines to cut along.

use std::fmt;
use std::str::FromStr;

use crate::error::{SheetError, shorten};
use crate::frame::{Frame, dashed};
use crate::paper::PageFormat;
use crate::tag::{Role, Tag};

/// Number of pages on one side of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NUp {
    /// One.
    #[default]
    One,
    /// Two, each on half of the paper.
    Two,
    /// Four, each on a quarter of the paper.
    Four,
}

/// Weight of the lines to cut along.
const CUT: f32 = 0.4;
/// Distance of a cutting line from the edge of the paper, which printers cannot reach.
const EDGE: f32 = 14.0;

impl NUp {
    /// Returns the number of pages.
    pub fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        }
    }

    /// Arranges frames on sheets of paper. A single frame is repeated until the paper is full.
    pub(crate) fn arrange(self, frames: Vec<Frame>, page: PageFormat) -> Vec<Frame> {
        let (columns, rows) = match self {
            Self::One => return frames,
            Self::Two if page.width < page.height => (2, 1),
            Self::Two => (1, 2),
            Self::Four => (2, 2),
        };
        let frames = match &frames[..] {
            [only] => vec![only.clone(); self.count()],
            _ => frames,
        };
        let width = page.width * columns as f32;
        let height = page.height * rows as f32;
        let mut sheets = Vec::new();
        for frames in frames.chunks(self.count()) {
            let mut sheet = Frame::new(width, height, &frames[0].title);
            for (n, frame) in frames.iter().enumerate() {
                let mut frame = frame.clone();
                let column = n % columns;
                let row = n / columns;
                frame.transform(1.0, [column as f32 * page.width, row as f32 * page.height]);
                let role = Tag {
                    role: Role::Section,
                    items: 0..frame.items.len(),
                    marks: 0..frame.marks.len(),
                    children: std::mem::take(&mut frame.tags),
                };
                sheet.tags.push(role.shifted(sheet.items.len(), sheet.marks.len()));
                sheet.items.append(&mut frame.items);
                sheet.marks.append(&mut frame.marks);
            }
            let across = (1..rows).map(|row| {
                let y = row as f32 * page.height;
                [EDGE, y, width - EDGE, y]
            });
            let down = (1..columns).map(|column| {
                let x = column as f32 * page.width;
                [x, EDGE, x, height - EDGE]
            });
            sheet.lines(CUT, across.chain(down).flat_map(dashed).collect());
            sheets.push(sheet);
        }
        sheets
    }
}

impl fmt::Display for NUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count())
    }
}

impl FromStr for NUp {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            "4" => Ok(Self::Four),
            _ => Err(SheetError::NUp(shorten(text))),
        }
    }
}
