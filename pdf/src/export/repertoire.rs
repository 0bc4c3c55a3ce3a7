//! Font files that pages need.

use std::sync::LazyLock;

use super::font_file::FontFile;
use crate::font::{Extent, Face};
use crate::frame::{Frame, Run};

/// Characters of the small font file of each face, indexed by code point.
static CORE: LazyLock<[Vec<bool>; 2]> = LazyLock::new(|| {
    Face::ALL.map(|face| {
        let font = FontFile::read(face, Extent::Core);
        let mut has = Vec::new();
        for c in face.characters().filter(|c| font.glyph(*c).is_some()) {
            has.resize(c as usize + 1, false);
            has[c as usize] = true;
        }
        has
    })
});

/// Returns the font file that pages need for each face: none if the face is not used, the small one
/// if that has all its characters.
pub(super) fn needed<'a>(frames: impl IntoIterator<Item = &'a Frame>) -> [Option<Extent>; 2] {
    let mut needed = [None; 2];
    for run in frames.into_iter().flat_map(Frame::runs) {
        let extent = &mut needed[run.face as usize];
        if *extent != Some(Extent::Whole) {
            *extent = Some(if is_core(run) { Extent::Core } else { Extent::Whole });
        }
    }
    needed
}

/// Returns true if the small font file of the face has all characters of a run.
fn is_core(run: &Run) -> bool {
    let has = &CORE[run.face as usize];
    run.text.chars().all(|c| has.get(c as usize) == Some(&true))
}
