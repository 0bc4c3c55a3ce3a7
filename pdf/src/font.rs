//! The typeface of the sheets: Libertinus Serif, regular and bold, cut to the characters of the
//! sheets by `pdf/tests/fonts.rs`.

use std::sync::LazyLock;

/// Face of the typeface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Upright, of regular weight.
    #[default]
    Regular,
    /// Upright and bold.
    Bold,
}

/// Set of characters that a font file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// ASCII, the phones of the key, and the characters of the languages of the sheets.
    Core,
    /// All characters that a sheet can print.
    Whole,
}

impl Extent {
    /// Both extents.
    pub const ALL: [Self; 2] = [Self::Core, Self::Whole];
}

/// Ascent of a line of text, as a fraction of its size. Allows for the tallest letters with an
/// accent.
pub const ASCENT: f32 = 0.76;
/// Descent of a line of text, as a fraction of its size.
pub const DESCENT: f32 = 0.24;
/// Height of a capital, as a fraction of its size.
pub const CAPITAL: f32 = 0.645;
/// Height of a letter such as `x`, as a fraction of its size.
pub const X_HEIGHT: f32 = 0.43;
/// Character drawn for one that the typeface lacks.
pub const MISSING: char = '□';

const REGULAR: &[(char, u16)] = include!("../fonts/regular.widths");
const BOLD: &[(char, u16)] = include!("../fonts/bold.widths");

const LACKING: u16 = u16::MAX;

/// Advance width of each character of each face, indexed by code point. Layout reads it very often.
static ADVANCES: LazyLock<[Vec<u16>; 2]> = LazyLock::new(|| {
    Face::ALL.map(|face| {
        let last = face.widths().last().map_or(0, |(c, _)| *c as usize);
        let mut advances = vec![LACKING; last + 1];
        for (c, advance) in face.widths() {
            advances[*c as usize] = *advance;
        }
        advances
    })
});

impl Face {
    /// All faces.
    pub const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    /// Returns the bold or the regular face.
    pub(crate) fn of(bold: bool) -> Self {
        if bold { Self::Bold } else { Self::Regular }
    }

    fn widths(self) -> &'static [(char, u16)] {
        match self {
            Self::Regular => REGULAR,
            Self::Bold => BOLD,
        }
    }

    /// Returns the font file: one with all characters, or a smaller one with the most common.
    pub fn file(self, extent: Extent) -> &'static [u8] {
        match (self, extent) {
            (Self::Regular, Extent::Core) => include_bytes!("../fonts/regular-core.otf"),
            (Self::Regular, Extent::Whole) => include_bytes!("../fonts/regular.otf"),
            (Self::Bold, Extent::Core) => include_bytes!("../fonts/bold-core.otf"),
            (Self::Bold, Extent::Whole) => include_bytes!("../fonts/bold.otf"),
        }
    }

    /// Returns the advance width of a character in thousandths of the size; `None` if the face
    /// lacks it.
    fn advance(self, c: char) -> Option<u16> {
        ADVANCES[self as usize].get(c as usize).copied().filter(|advance| *advance != LACKING)
    }

    /// Returns all characters of the face, in order.
    pub(crate) fn characters(self) -> impl Iterator<Item = char> {
        self.widths().iter().map(|(c, _)| *c)
    }

    /// Returns true if the face has the character.
    pub fn has(self, c: char) -> bool {
        self.advance(c).is_some()
    }

    /// Returns the width of a text in thousandths of its size.
    pub(crate) fn units(self, text: &str) -> u32 {
        let advances = text
            .chars()
            .map(|c| self.advance(c).or_else(|| self.advance(MISSING)).unwrap_or_default());
        advances.map(u32::from).sum()
    }

    /// Returns the width of a text at a size, in points.
    pub fn width(self, text: &str, size: f32) -> f32 {
        self.units(text) as f32 * size / 1000.0
    }

    /// Returns the text with a box for every character that the face lacks.
    pub fn drawable(self, text: &str) -> String {
        text.chars().map(|c| if self.has(c) { c } else { MISSING }).collect()
    }
}

#[cfg(test)]
mod tests {
    use broadside_engine::voices::key;

    use super::*;

    #[test]
    fn the_font_has_every_phone_and_every_letter_of_the_key() {
        for face in Face::ALL {
            for key in key::keys() {
                assert!(
                    key.phone.chars().chain(key.plain().chars()).all(|c| face.has(c)),
                    "{}",
                    key.phone
                );
            }
        }
    }

    #[test]
    fn missing_characters_are_boxes() {
        assert_eq!(Face::Regular.drawable("Zoë 海 \u{202e}"), "Zoë □ □");
        assert!(Face::Regular.width("海", 10.0) > 0.0);
        assert!(Face::Bold.width("mast", 10.0) > Face::Regular.width("mast", 10.0));
    }
}
