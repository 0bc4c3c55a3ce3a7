//! Tests of the sheets: the frames by assertions, the files with real PDF tools (Debian's `qpdf`
//! and `poppler-utils`).

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod advanced;
mod classic;
mod file;
mod frames;
mod geometry;
mod names;
mod options;
mod packs;
mod papers;
mod pictures;
mod satellite;
mod solo;
mod structure;
mod text;
mod tools;
mod voices;
