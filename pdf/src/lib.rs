//! The press: what one prints to play on paper.
//!
//! Three stages: [`sheet`] says what is on each sheet, [`layout`] puts it at positions on pages, `export` writes the
//! pages as PDF. A [`Request`] goes all the way.
//!
//! The same request gives the same bytes: there is no clock and no luck in here.

mod error;
mod export;
pub mod font;
pub mod frame;
mod game;
mod kind;
mod lang;
pub mod layout;
mod paper;
mod request;
pub mod sheet;

pub use error::SheetError;
pub use game::{GameKind, Known, Told};
pub use kind::Kind;
pub use lang::Lang;
pub use paper::{MM, Margin, Orientation, Page, Paper};
pub use request::Request;

/// A document that has been laid out.
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
    /// If it does not fit the page legibly.
    pub fn lay(sheet: &sheet::Sheet, page: Page) -> Result<Self, layout::TooSmall> {
        let frames = layout::lay(sheet, page)?;
        Ok(Self { title: sheet.title.clone(), subject: sheet.subject.clone(), lang: sheet.lang, frames })
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What language it is in.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        self.frames.len()
    }

    /// Its pages, before they are written as PDF.
    pub fn frames(&self) -> &[frame::Frame] {
        &self.frames
    }

    /// The document as a PDF file: the same document, the same bytes.
    pub fn pdf(&self) -> Vec<u8> {
        export::write(self)
    }
}
