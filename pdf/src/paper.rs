//! Paper: its size, orientation and margins.

use std::fmt;
use std::str::FromStr;

use crate::error::{SheetError, shorten};
use crate::layout::n_up::NUp;

/// Points per millimetre.
pub const MM: f32 = 72.0 / 25.4;

/// Size of a sheet of paper, in hundredths of a millimetre, in either orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paper {
    width: u32,
    height: u32,
}

impl Paper {
    /// 210 × 297 mm.
    pub const A4: Self = Self { width: 21_000, height: 29_700 };
    /// 148 × 210 mm.
    pub const A5: Self = Self { width: 14_800, height: 21_000 };
    /// 8½ × 11 inches.
    pub const LETTER: Self = Self { width: 21_590, height: 27_940 };
    /// Paper sizes that have a name, smallest first.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("a6", Self::millimetres(105, 148)),
        ("a5", Self::A5),
        ("letter", Self::LETTER),
        ("a4", Self::A4),
        ("legal", Self { width: 21_590, height: 35_560 }),
        ("a3", Self::millimetres(297, 420)),
    ];
    /// The shortest side in millimetres.
    pub const SHORTEST: u32 = 50;
    /// The longest side in millimetres.
    pub const LONGEST: u32 = 2000;

    /// Creates a size in whole millimetres.
    pub(crate) const fn millimetres(width: u32, height: u32) -> Self {
        Self { width: width * 100, height: height * 100 }
    }

    /// Returns the paper cut in halves, or in quarters.
    #[must_use]
    pub(crate) fn cut(self, into: NUp) -> Self {
        let short = self.width.min(self.height);
        let long = self.width.max(self.height);
        match into {
            NUp::One => self,
            NUp::Two => Self { width: short, height: long / 2 },
            NUp::Four => Self { width: short / 2, height: long / 2 },
        }
    }

    /// Returns width and height in points.
    fn points(self) -> (f32, f32) {
        (points(self.width), points(self.height))
    }

    fn turned(self, orientation: Orientation) -> Self {
        let short = self.width.min(self.height);
        let long = self.width.max(self.height);
        match orientation {
            Orientation::Portrait => Self { width: short, height: long },
            Orientation::Landscape => Self { width: long, height: short },
        }
    }
}

impl Default for Paper {
    fn default() -> Self {
        Self::A4
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, paper)| paper == self) {
            Some((name, _)) => f.write_str(name),
            None => {
                write!(f, "{}x{}", f64::from(self.width) / 100.0, f64::from(self.height) / 100.0)
            }
        }
    }
}

impl FromStr for Paper {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        if let Some((_, paper)) =
            Self::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))
        {
            return Ok(*paper);
        }
        let (width, height) =
            text.split_once(['x', 'X', '×']).ok_or_else(|| SheetError::Paper(shorten(text)))?;
        Ok(Self { width: side(width, text)?, height: side(height, text)? })
    }
}

/// Parses a side of a size. `size` is the whole text, for the error.
fn side(text: &str, size: &str) -> Result<u32, SheetError> {
    let length = hundredths(text).ok_or_else(|| SheetError::Paper(shorten(size)))?;
    let range = Paper::SHORTEST * 100..=Paper::LONGEST * 100;
    if range.contains(&length) { Ok(length) } else { Err(SheetError::PaperSize(shorten(text))) }
}

/// Converts hundredths of a millimetre to points.
fn points(length: u32) -> f32 {
    length as f32 * MM / 100.0
}

/// Parses a length in millimetres with at most two decimals. Returns it in hundredths of a
/// millimetre.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() || whole.len() > 6 || part.len() > 2 {
        return None;
    }
    if !whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let part: u32 = format!("{part:0<2}").parse().ok()?;
    Some(whole * 100 + part)
}

/// Orientation of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Upright.
    #[default]
    Portrait,
    /// On its side.
    Landscape,
}

impl Orientation {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Portrait => Self::Landscape,
            Self::Landscape => Self::Portrait,
        }
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portrait => "portrait",
            Self::Landscape => "landscape",
        })
    }
}

impl FromStr for Orientation {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        match text {
            "portrait" => Ok(Self::Portrait),
            "landscape" => Ok(Self::Landscape),
            _ => Err(SheetError::Orientation(shorten(text))),
        }
    }
}

/// Margin on all four sides of a page, in hundredths of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Margin(u32);

impl Default for Margin {
    fn default() -> Self {
        Self(1_200)
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 100.0)
    }
}

impl FromStr for Margin {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        hundredths(text).map(Self).ok_or_else(|| SheetError::Margin(shorten(text)))
    }
}

/// Page that a sheet is laid out on, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageFormat {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Margin.
    pub margin: f32,
}

impl PageFormat {
    /// Creates a page from paper, orientation and margin.
    ///
    /// # Errors
    /// If the margin is more than a quarter of the paper's shorter side.
    pub fn new(paper: Paper, orientation: Orientation, margin: Margin) -> Result<Self, SheetError> {
        let turned = paper.turned(orientation);
        let widest = turned.width.min(turned.height) / 4;
        if margin.0 > widest {
            return Err(SheetError::MarginTooWide { margin, paper, max: Margin(widest) });
        }
        let (width, height) = turned.points();
        Ok(Self { width, height, margin: points(margin.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_is_read_and_written() {
        for (text, paper) in [
            ("A4", Paper::A4),
            ("letter", Paper::LETTER),
            ("148x210", Paper::A5),
            ("297x420", Paper::millimetres(297, 420)),
        ] {
            assert_eq!(text.parse(), Ok(paper));
        }
        assert_eq!("100x150.5".parse::<Paper>().unwrap().to_string(), "100x150.5");
        let page =
            PageFormat::new(Paper::LETTER, Orientation::Landscape, Margin::default()).unwrap();
        assert!((page.width - 792.0).abs() < 0.001 && (page.height - 612.0).abs() < 0.001);
    }

    #[test]
    fn an_invalid_paper_is_refused_with_the_valid_form() {
        let refused = |text: &str| text.parse::<Paper>().unwrap_err().to_string();
        for text in ["", "A17", "x", "210x", "-1x5", "1e9x1e9", "10.123x20", &"9".repeat(100_000)] {
            assert!(refused(text).contains("a4"), "{text}");
            assert!(refused(text).len() < 300);
        }
        for text in ["10x10", "210x2001", "999999x10"] {
            assert!(refused(text).contains("50 to 2000"), "{text}: {}", refused(text));
        }
    }

    #[test]
    fn margins_leave_half_of_the_page() {
        let page = |margin: &str| {
            PageFormat::new(Paper::A4, Orientation::Portrait, margin.parse().unwrap())
        };
        assert!(page("0").is_ok() && page("52.5").is_ok());
        let error = page("53").unwrap_err();
        assert_eq!(error.field(), "margin");
        assert!(error.to_string().contains("52.5"), "{error}");
        assert!("-1".parse::<Margin>().is_err() && "wide".parse::<Margin>().is_err());
    }
}
