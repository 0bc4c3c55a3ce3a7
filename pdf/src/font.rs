//! The typeface of the sheets: Libertinus Serif, regular and bold, cut at build time to what they can say.

use std::sync::LazyLock;

/// A face of the typeface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Upright, of ordinary weight.
    #[default]
    Regular,
    /// Upright and bold.
    Bold,
}

/// How many characters a font file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// ASCII, the phones of the key, and what the languages of the sheets need.
    Core,
    /// Everything that a sheet can say.
    Whole,
}

impl Extent {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Core, Self::Whole];
}

/// How far above the baseline a line of text reaches, in parts of its size: the tallest letters with an accent.
pub const ASCENT: f32 = 0.76;
/// How far below the baseline it reaches.
pub const DESCENT: f32 = 0.24;
/// How tall a capital is.
pub const CAPITAL: f32 = 0.645;
/// How tall a letter like `x` is.
pub const X_HEIGHT: f32 = 0.43;
/// What is drawn for a character that the typeface does not have.
pub const MISSING: char = '□';

const REGULAR: &[(char, u16)] = include!(concat!(env!("OUT_DIR"), "/regular.rs"));
const BOLD: &[(char, u16)] = include!(concat!(env!("OUT_DIR"), "/bold.rs"));

const LACKING: u16 = u16::MAX;

/// How wide each character of a face is, by its number: layout asks for little else.
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

    /// The face of text that is bold or is not.
    pub(crate) fn of(bold: bool) -> Self {
        if bold { Self::Bold } else { Self::Regular }
    }

    fn widths(self) -> &'static [(char, u16)] {
        match self {
            Self::Regular => REGULAR,
            Self::Bold => BOLD,
        }
    }

    /// The font file: one that has all characters, or a smaller one for those that sheets can hardly do without.
    pub fn file(self, extent: Extent) -> &'static [u8] {
        match (self, extent) {
            (Self::Regular, Extent::Core) => include_bytes!(concat!(env!("OUT_DIR"), "/regular-core.otf")),
            (Self::Regular, Extent::Whole) => include_bytes!(concat!(env!("OUT_DIR"), "/regular.otf")),
            (Self::Bold, Extent::Core) => include_bytes!(concat!(env!("OUT_DIR"), "/bold-core.otf")),
            (Self::Bold, Extent::Whole) => include_bytes!(concat!(env!("OUT_DIR"), "/bold.otf")),
        }
    }

    /// How wide a character is, in thousandths of the size; `None` where the face lacks it.
    fn advance(self, c: char) -> Option<u16> {
        ADVANCES[self as usize].get(c as usize).copied().filter(|advance| *advance != LACKING)
    }

    /// All characters that the face has, in order.
    pub(crate) fn characters(self) -> impl Iterator<Item = char> {
        self.widths().iter().map(|(c, _)| *c)
    }

    /// Whether the face has a character.
    pub fn has(self, c: char) -> bool {
        self.advance(c).is_some()
    }

    /// How wide a text is, in thousandths of its size.
    pub(crate) fn units(self, text: &str) -> u32 {
        let advance = |c| self.advance(c).or_else(|| self.advance(MISSING)).unwrap_or_default();
        text.chars().map(|c| u32::from(advance(c))).sum()
    }

    /// How wide a text is at a size, in points.
    pub fn width(self, text: &str, size: f32) -> f32 {
        self.units(text) as f32 * size / 1000.0
    }

    /// The text as it can be drawn: a box for every character that the face lacks.
    pub fn drawable(self, text: &str) -> String {
        text.chars().map(|c| if self.has(c) { c } else { MISSING }).collect()
    }
}

#[cfg(test)]
mod tests {
    use broadside_engine::voices::key;

    use super::*;

    #[test]
    fn every_phone_and_every_letter_of_the_key_is_there() {
        for face in Face::ALL {
            for key in key::keys() {
                assert!(key.phone.chars().chain(key.plain().chars()).all(|c| face.has(c)), "{}", key.phone);
            }
        }
    }

    #[test]
    fn what_the_face_lacks_is_a_box() {
        assert_eq!(Face::Regular.drawable("Zoë 海 \u{202e}"), "Zoë □ □");
        assert!(Face::Regular.width("海", 10.0) > 0.0);
        assert!(Face::Bold.width("mast", 10.0) > Face::Regular.width("mast", 10.0));
    }
}
