//! Printable sheets for playing on paper.
//!
//! There are three stages: [`sheet`] defines the content of each sheet, [`layout`] places it on
//! pages, and `export` writes the pages as PDF, or one of them as SVG or PNG. A [`Request`] runs
//! the first two, and [`Document::write`] the third.
//!
//! The same request always gives the same bytes: this crate uses no clock and no random numbers.

#![warn(missing_docs)]

mod error;
mod export;
pub mod font;
pub mod frame;
mod game;
mod kind;
pub mod layout;
mod options;
mod paper;
mod picture;
mod request;
pub mod sheet;
pub mod tag;
mod texts;

pub use broadside_i18n::Lang;
pub use error::SheetError;
pub use game::GameSheetData;
pub use kind::{GameKind, Kind};
pub use layout::look::Look;
pub use layout::n_up::NUp;
pub use paper::{MM, Margin, Orientation, PageFormat, Paper};
pub use picture::{Dpi, Format, Output, PageNumber};
pub use request::Request;
pub use sheet::pack::Rules;

/// Document that has been laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    title: String,
    subject: String,
    lang: Lang,
    frames: Vec<frame::Frame>,
}

impl Document {
    /// Lays a sheet out on pages.
    ///
    /// # Errors
    /// If the sheet does not fit the page legibly.
    pub fn lay(sheet: &sheet::Sheet, page: PageFormat) -> Result<Self, layout::TooSmall> {
        Self::lay_as(sheet, page, Look::default(), NUp::default())
    }

    /// Lays a sheet out on pages of this size, in a look, and arranges the pages on paper.
    ///
    /// # Errors
    /// If the sheet does not fit the page legibly.
    pub fn lay_as(
        sheet: &sheet::Sheet,
        page: PageFormat,
        look: Look,
        n_up: NUp,
    ) -> Result<Self, layout::TooSmall> {
        let mut frames = layout::lay(sheet, look.page(page))?;
        frames.iter_mut().for_each(|frame| look.apply(frame, page));
        let frames = n_up.arrange(frames, page);
        Ok(Self {
            title: sheet.title.clone(),
            subject: sheet.subject.clone(),
            lang: sheet.lang,
            frames,
        })
    }

    /// Returns the title of the document.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the language of the document.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.frames.len()
    }

    /// Returns the pages as laid out, before they are written.
    pub fn frames(&self) -> &[frame::Frame] {
        &self.frames
    }

    /// Writes the document as a PDF file. The same document gives the same bytes.
    pub fn pdf(&self) -> Vec<u8> {
        export::pdf::write(self)
    }

    /// Writes a page as an SVG picture, with real text and an embedded font. The same document
    /// gives the same text.
    ///
    /// # Errors
    /// If there is no such page.
    pub fn svg(&self, page: PageNumber) -> Result<String, SheetError> {
        Ok(export::svg(self, page.of(&self.frames)?))
    }

    /// Writes a page as a greyscale PNG picture. The same document gives the same bytes.
    ///
    /// # Errors
    /// If there is no such page, or if it has too many pixels.
    pub fn png(&self, page: PageNumber, dpi: Dpi) -> Result<Vec<u8>, SheetError> {
        let frame = page.of(&self.frames)?;
        dpi.check(frame)?;
        Ok(export::png(frame, dpi))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If the document has no such page, or if the page has too many pixels.
    pub fn write(&self, output: Output) -> Result<Vec<u8>, SheetError> {
        match output {
            Output::Pdf => Ok(self.pdf()),
            Output::Svg { page } => self.svg(page).map(String::into_bytes),
            Output::Png { page, dpi } => self.png(page, dpi),
        }
    }
}
