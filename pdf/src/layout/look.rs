//! Looks of a sheet for different eyes and printers, made from its usual frames.

use std::fmt;
use std::str::FromStr;

use crate::error::{SheetError, shorten};
use crate::font::Face;
use crate::frame::{Frame, Item, Run};
use crate::layout::MIN_TYPE;
use crate::paper::PageFormat;

/// Look of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// As designed.
    #[default]
    Plain,
    /// Everything larger, so that no text is smaller than 12 points.
    LargePrint,
    /// Bold text and thick lines.
    HighContrast,
    /// Thin lines.
    LowInk,
}

impl Look {
    /// All looks.
    pub const ALL: [Self; 4] = [Self::Plain, Self::LargePrint, Self::HighContrast, Self::LowInk];

    /// Returns the name of the look in options.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::LargePrint => "large_print",
            Self::HighContrast => "high_contrast",
            Self::LowInk => "low_ink",
        }
    }

    /// Factor by which a page is enlarged. Bold text is wider than regular text, so it gets smaller
    /// in its place, and its page is enlarged to make up for that.
    fn scale(self) -> f32 {
        match self {
            Self::Plain | Self::LowInk => 1.0,
            Self::LargePrint => 1.72,
            Self::HighContrast => 1.16,
        }
    }

    /// Returns the page to lay a sheet out on, before it is enlarged.
    pub(crate) fn page(self, page: PageFormat) -> PageFormat {
        let scale = self.scale();
        PageFormat {
            width: page.width / scale,
            height: page.height / scale,
            margin: page.margin / scale,
        }
    }

    /// Gives a frame this look. The frame must be laid out on the page of the look.
    pub(crate) fn apply(self, frame: &mut Frame, page: PageFormat) {
        if self == Self::Plain {
            return;
        }
        frame.transform(self.scale(), [0.0, 0.0]);
        frame.width = page.width;
        frame.height = page.height;
        for item in frame.items.iter_mut().chain(&mut frame.marks) {
            match item {
                Item::Text(run) | Item::RotatedText { run, .. } => {
                    if self == Self::HighContrast {
                        embolden(run);
                    }
                }
                Item::Lines { weight, .. }
                | Item::Outline { weight, .. }
                | Item::Circle { weight, .. } => {
                    *weight = self.weight(*weight);
                }
            }
        }
    }

    fn weight(self, weight: f32) -> f32 {
        match self {
            Self::Plain | Self::LargePrint => weight,
            Self::HighContrast => (weight * 1.3).max(1.0),
            Self::LowInk => (weight * 0.5).max(0.25).min(weight),
        }
    }
}

/// Sets a run in bold type of the same width, unless that is too small to read.
fn embolden(run: &mut Run) {
    let width = run.width();
    run.face = Face::Bold;
    run.size = (run.size * (width / run.width()).min(1.0)).max(run.size.min(MIN_TYPE));
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Look {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        let found = Self::ALL.into_iter().find(|look| look.as_str() == text);
        found.ok_or_else(|| SheetError::Look(shorten(text)))
    }
}
