//! Printable sheets for playing on paper.
//!
//! There are three stages: [`sheet`] defines the content of each sheet, [`layout`] places it on pages, and `export`
//! writes the pages as PDF. A [`Request`] runs all three.
//!
//! The same request always gives the same bytes: this crate uses no clock and no random numbers.

mod error;
mod export;
pub mod font;
pub mod frame;
mod game;
mod kind;
pub mod layout;
mod paper;
mod request;
pub mod sheet;

pub use broadside_i18n::Lang;
pub use error::SheetError;
pub use game::GameSheetData;
pub use kind::{GameKind, Kind};
pub use paper::{MM, Margin, Orientation, Page, Paper};
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
    pub fn lay(sheet: &sheet::Sheet, page: Page) -> Result<Self, layout::TooSmall> {
        let frames = layout::lay(sheet, page)?;
        Ok(Self { title: sheet.title.clone(), subject: sheet.subject.clone(), lang: sheet.lang, frames })
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

    /// Returns the pages as laid out, before they are written as PDF.
    pub fn frames(&self) -> &[frame::Frame] {
        &self.frames
    }

    /// Writes the document as a PDF file. The same document gives the same bytes.
    pub fn pdf(&self) -> Vec<u8> {
        export::write(self)
    }
}
