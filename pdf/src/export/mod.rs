//! Writes frames as files: all pages as PDF, or one page as SVG or PNG.

mod deflater;
mod font_file;
pub(crate) mod pdf;
mod png;
mod repertoire;
mod svg;
mod xml;

pub(crate) use png::write as png;
pub(crate) use svg::write as svg;
