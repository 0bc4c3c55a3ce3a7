//! Formats of files, and the options of a picture of a page.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::error::{SheetError, shorten};
use crate::frame::Frame;

/// Format of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// All pages.
    #[default]
    Pdf,
    /// One page, with real text.
    Svg,
    /// One page, in pixels.
    Png,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Svg, Self::Png];

    /// Returns the extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// Returns its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }

    /// Returns the format with an extension.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }
}

/// File to write of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Output {
    /// All pages as PDF.
    #[default]
    Pdf,
    /// A page as SVG.
    Svg {
        /// Number of the page.
        page: PageNumber,
    },
    /// A page as PNG.
    Png {
        /// Number of the page.
        page: PageNumber,
        /// Resolution.
        dpi: Dpi,
    },
}

impl Output {
    /// Reads the options of a file: the number of a page, which is 1 by default, and a resolution.
    ///
    /// # Errors
    /// If an option is wrong, or if the format does not have it. Reports the first one, and what
    /// would be valid.
    pub fn new(format: Format, page: Option<&str>, dpi: Option<&str>) -> Result<Self, SheetError> {
        if format == Format::Pdf && page.is_some() {
            return Err(SheetError::PageOfPdf);
        }
        if format != Format::Png && dpi.is_some() {
            return Err(SheetError::DpiOf(format));
        }
        let page: PageNumber = page.map(str::parse).transpose()?.unwrap_or_default();
        let dpi: Dpi = dpi.map(str::parse).transpose()?.unwrap_or_default();
        Ok(match format {
            Format::Pdf => Self::Pdf,
            Format::Svg => Self::Svg { page },
            Format::Png => Self::Png { page, dpi },
        })
    }

    /// Returns the format of the file.
    pub fn format(self) -> Format {
        match self {
            Self::Pdf => Format::Pdf,
            Self::Svg { .. } => Format::Svg,
            Self::Png { .. } => Format::Png,
        }
    }

    /// Returns the number of the page, if the file has only one.
    pub fn page(self) -> Option<PageNumber> {
        match self {
            Self::Pdf => None,
            Self::Svg { page } | Self::Png { page, .. } => Some(page),
        }
    }

    /// Returns the file with another page.
    #[must_use]
    pub fn with_page(self, page: PageNumber) -> Self {
        match self {
            Self::Pdf => Self::Pdf,
            Self::Svg { .. } => Self::Svg { page },
            Self::Png { dpi, .. } => Self::Png { page, dpi },
        }
    }
}

/// Number of a page, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageNumber(NonZeroUsize);

impl PageNumber {
    /// Returns the numbers of the pages of a document.
    pub fn all(count: usize) -> impl Iterator<Item = Self> {
        (1..=count).filter_map(NonZeroUsize::new).map(Self)
    }

    /// Returns the number.
    pub fn get(self) -> usize {
        self.0.get()
    }

    /// Returns the page with this number.
    ///
    /// # Errors
    /// If the document has no such page.
    pub(crate) fn of(self, frames: &[Frame]) -> Result<&Frame, SheetError> {
        frames
            .get(self.get() - 1)
            .ok_or(SheetError::NoPage { page: self.get(), count: frames.len() })
    }
}

impl Default for PageNumber {
    fn default() -> Self {
        Self(NonZeroUsize::MIN)
    }
}

impl fmt::Display for PageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PageNumber {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        text.parse().map(Self).map_err(|_| SheetError::Page(shorten(text)))
    }
}

/// Resolution of a picture, in pixels per inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dpi(u16);

impl Dpi {
    /// Lowest resolution.
    pub const LOWEST: u16 = 36;
    /// Highest resolution.
    pub const HIGHEST: u16 = 300;
    /// Highest number of pixels. It is enough for A4 at the highest resolution, and for any paper
    /// at the lowest.
    pub const MAX_PIXELS: u64 = 10_000_000;

    /// Returns the number of pixels in a point.
    pub(crate) fn scale(self) -> f32 {
        f32::from(self) / 72.0
    }

    /// Returns the width and height of a page in pixels.
    pub(crate) fn pixels(self, frame: &Frame) -> (u32, u32) {
        let lengths = [frame.width, frame.height];
        let [width, height] = lengths.map(|length| (length * self.scale()).round().max(1.0) as u32);
        (width, height)
    }

    /// Returns true if a page does not have too many pixels.
    fn fits(self, frame: &Frame) -> bool {
        let (width, height) = self.pixels(frame);
        u64::from(width) * u64::from(height) <= Self::MAX_PIXELS
    }

    /// Checks that a page does not have too many pixels.
    ///
    /// # Errors
    /// If it has. The error has the highest resolution for the page.
    pub(crate) fn check(self, frame: &Frame) -> Result<(), SheetError> {
        if self.fits(frame) {
            return Ok(());
        }
        let highest = (Self::LOWEST..self.0).rev().find(|dpi| Self(*dpi).fits(frame));
        Err(SheetError::TooManyPixels { dpi: self.0, max: highest.unwrap_or(Self::LOWEST) })
    }
}

impl Default for Dpi {
    fn default() -> Self {
        Self(96)
    }
}

impl From<Dpi> for f32 {
    fn from(Dpi(dpi): Dpi) -> Self {
        Self::from(dpi)
    }
}

impl FromStr for Dpi {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        let number = text.parse().ok().filter(|dpi| (Self::LOWEST..=Self::HIGHEST).contains(dpi));
        number.map(Self).ok_or_else(|| SheetError::Dpi(shorten(text)))
    }
}
