//! Test that the fonts in `pdf/fonts` are the typeface, subset to the characters that the sheets
//! can need, with a table of the width of each character.
//! `BLESS=1 cargo test -p broadside-pdf --test fonts` writes them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use allsorts::binary::read::ReadScope;
use allsorts::binary::write::{WriteBinary, WriteBuffer};
use allsorts::cff::{CFF, CFFVariant, IndexU16, MaybeOwnedIndex};
use allsorts::error::ParseError;
use allsorts::font::read_cmap_subtable;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile, subset};
use allsorts::tables::cmap::Cmap;
use allsorts::tables::{FontTableProvider, HeadTable, HheaTable, HmtxTable, MaxpTable};
use allsorts::tag;

/// Name of each face, and the PostScript name of its font in `typst-assets`. The first font that
/// has the name is used.
const FACES: [(&str, &str); 2] =
    [("regular", "LibertinusSerif-Regular"), ("bold", "LibertinusSerif-Bold")];

/// Returns the characters that are enough for nearly every sheet: ASCII, the phones of the key, the
/// letters of the languages of the sheets, their punctuation and marks. A file that needs only
/// these embeds the smaller font.
fn core() -> impl Iterator<Item = char> {
    let single = "\u{a0}àèéìòùÀÈÉÌÒÙæ«»·×°ʃʒʊɑθəɪɛ–—‘’“”†…←↑→↓⊗□";
    (' '..='~').chain(single.chars())
}

/// Returns all characters that a sheet can print: ASCII, Latin-1, Latin Extended-A, the
/// International Phonetic Alphabet, punctuation, arrows, × (in Latin-1), and the box that replaces
/// every other character.
fn repertoire() -> impl Iterator<Item = char> {
    let ranges = [0x20..=0x7e, 0xa0..=0x17f, 0x250..=0x2af, 0x2c8..=0x2d1];
    let single = "θ‐–—‘’“”‚„†•…‰‹›−←↑→↓↔↕⊗□";
    ranges.into_iter().flatten().filter_map(char::from_u32).chain(single.chars())
}

#[test]
fn the_fonts_are_subsets_of_the_typeface() {
    for (name, inner) in FACES {
        let bytes = typst_assets::fonts()
            .find(|font| contains(font, inner.as_bytes()))
            .unwrap_or_else(|| panic!("typst-assets has no font {inner}"));
        let (font, widths) = cut(bytes, repertoire());
        let (core_font, _) = cut(bytes, core());
        for (file, content) in [
            (format!("{name}.otf"), font),
            (format!("{name}-core.otf"), core_font),
            (format!("{name}.widths"), widths.into_bytes()),
        ] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts").join(file);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&file, &content).expect("the font can be written");
            }
            let current = std::fs::read(&file).unwrap_or_default();
            assert!(
                current == content,
                "{} is outdated: run this test with BLESS=1",
                file.display()
            );
        }
    }
}

/// Returns true if a font contains this PostScript name. The CFF table holds the name in ASCII. A
/// name that goes on with a lowercase letter does not match.
fn contains(font: &[u8], name: &[u8]) -> bool {
    let at = font.windows(name.len()).position(|window| window == name);
    at.is_some_and(|at| !font[at + name.len()..].first().is_some_and(u8::is_ascii_lowercase))
}

/// Subsets a font to the given characters. Returns the font, and its advance widths as a Rust
/// expression.
fn cut(bytes: &[u8], characters: impl Iterator<Item = char>) -> (Vec<u8>, String) {
    let data = ReadScope::new(bytes).read::<FontData<'_>>().expect("the font can be read");
    let provider = data.table_provider(0).expect("the font has tables");
    let table = |tag| provider.read_table_data(tag).expect("the font has the table");
    let cmap = table(tag::CMAP);
    let cmap = ReadScope::new(&cmap).read::<Cmap<'_>>().expect("its characters can be read");
    let (_, cmap) =
        read_cmap_subtable(&cmap).expect("its characters can be read").expect("it maps Unicode");
    let head = ReadScope::new(&table(tag::HEAD)).read::<HeadTable>().expect("its head can be read");
    let maxp = ReadScope::new(&table(tag::MAXP)).read::<MaxpTable>().expect("its size can be read");
    let hhea =
        ReadScope::new(&table(tag::HHEA)).read::<HheaTable>().expect("its metrics can be read");
    assert_eq!(head.units_per_em, 1000, "widths are counted in thousandths of the size");
    let hmtx = table(tag::HMTX);
    let hmtx = ReadScope::new(&hmtx)
        .read_dep::<HmtxTable<'_>>((usize::from(maxp.num_glyphs), usize::from(hhea.num_h_metrics)))
        .expect("its widths can be read");

    let mut widths = BTreeMap::new();
    let mut glyphs = vec![0];
    for c in characters {
        let Some(glyph) =
            cmap.map_glyph(u32::from(c)).expect("its characters can be read").filter(|g| *g != 0)
        else {
            continue;
        };
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
        widths.insert(c, hmtx.horizontal_advance(glyph).expect("every glyph has a width"));
    }
    assert!(widths.contains_key(&'□'), "the box for what the font lacks is missing");
    glyphs.sort_unstable();
    let provider = Slim { font: &provider, cff: slim(&table(tag::CFF), &glyphs) };
    // The cmap must stay a Unicode cmap: the characters of a sheet are looked up in it.
    let font = subset(&provider, &glyphs, &SubsetProfile::Minimal, CmapTarget::Unicode);
    let mut text = String::from("&[");
    for (c, width) in widths {
        write!(text, "({c:?}, {width}), ").expect("a string takes text");
    }
    text.push(']');
    (font.expect("the font can be cut"), text)
}

/// Font with its CFF table replaced.
struct Slim<'a, F> {
    font: &'a F,
    cff: Vec<u8>,
}

impl<F: FontTableProvider> FontTableProvider for Slim<'_, F> {
    fn table_data(&self, tag: u32) -> Result<Option<Cow<'_, [u8]>>, ParseError> {
        if tag == tag::CFF { Ok(Some(Cow::Borrowed(&self.cff))) } else { self.font.table_data(tag) }
    }

    fn has_table(&self, tag: u32) -> bool {
        self.font.has_table(tag)
    }

    fn table_tags(&self) -> Option<Vec<u32>> {
        self.font.table_tags()
    }
}

/// Number of standard strings, which every CFF font has without storing them.
const STANDARD_STRINGS: u16 = 391;

/// Reduces a CFF table to the given glyphs: drops the names and outlines of all others, inlines
/// subroutines and removes hints.
///
/// The subsetter keeps every name and an entry for every subroutine of the whole font, which would
/// be more than half the size of a sheet. Compression removes the repetition that inlining causes.
/// Hints help only small type on coarse screens.
fn slim(table: &[u8], glyphs: &[u16]) -> Vec<u8> {
    let mut cff = ReadScope::new(table).read::<CFF<'_>>().expect("its outlines can be read");
    let charset = cff.fonts[0].charset.clone();
    let names = |glyph| charset.id_for_glyph(glyph);
    let kept_glyphs: BTreeSet<u16> = glyphs.iter().copied().filter_map(names).collect();
    let empty: BTreeSet<u16> =
        (0..u16::MAX).map_while(names).filter(|name| !kept_glyphs.contains(name)).collect();
    let strings = (STANDARD_STRINGS..).zip(cff.string_index.iter());
    let strings = strings.map(|(name, text)| if empty.contains(&name) { &[][..] } else { text });
    let strings = index(&strings.collect::<Vec<_>>());

    let CFFVariant::Type1(data) = &cff.fonts[0].data else {
        panic!("its outlines are not of one kind")
    };
    let subroutines = |index: Option<&MaybeOwnedIndex<'_>>| {
        index.into_iter().flat_map(MaybeOwnedIndex::iter).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let local = subroutines(data.local_subr_index.as_ref());
    let global = subroutines(Some(&cff.global_subr_index));
    let outlines = (0_u16..).zip(cff.fonts[0].char_strings_index.iter()).map(|(glyph, outline)| {
        if !glyphs.contains(&glyph) {
            return vec![outline::END];
        }
        let mut written = outline::Written::default();
        written.inline(outline, &local, &global);
        written.bytes
    });
    let outlines: Vec<Vec<u8>> = outlines.collect();
    let outlines = index(&outlines.iter().map(Vec::as_slice).collect::<Vec<_>>());

    let read = |bytes| {
        MaybeOwnedIndex::Borrowed(ReadScope::new(bytes).read::<IndexU16>().expect("it was written"))
    };
    cff.string_index = read(&strings);
    cff.fonts[0].char_strings_index = read(&outlines);
    let mut slim = WriteBuffer::new();
    CFF::write(&mut slim, &cff).expect("memory takes bytes");
    slim.into_inner()
}

/// Type 2 charstrings (Adobe Technical Note 5177).
mod outline {
    /// Operator that ends an outline.
    pub(super) const END: u8 = 14;
    const RETURN: u8 = 11;

    /// Outline with its subroutines inlined, under construction.
    #[derive(Default)]
    pub(super) struct Written {
        pub(super) bytes: Vec<u8>,
        /// Operands since the last operator, each with its offset in `bytes`.
        operands: Vec<(i32, usize)>,
        hints: usize,
    }

    impl Written {
        /// Appends a piece, with the subroutines it calls inlined and its hints removed. Returns
        /// true if the outline ends in it.
        pub(super) fn inline(
            &mut self,
            piece: &[u8],
            local: &[Vec<u8>],
            global: &[Vec<u8>],
        ) -> bool {
            let mut at = 0;
            while let Some(&first) = piece.get(at) {
                let (length, number) = match first {
                    28 => (3, Some(i32::from(i16::from_be_bytes([piece[at + 1], piece[at + 2]])))),
                    32..=246 => (1, Some(i32::from(first) - 139)),
                    247..=250 => {
                        (2, Some((i32::from(first) - 247) * 256 + i32::from(piece[at + 1]) + 108))
                    }
                    251..=254 => {
                        (2, Some((251 - i32::from(first)) * 256 - i32::from(piece[at + 1]) - 108))
                    }
                    // A fixed-point number. It is never a subroutine number, so its value does not
                    // matter.
                    255 => (5, Some(0)),
                    12 => (2, None),
                    _ => (1, None),
                };
                let token = &piece[at..at + length];
                at += length;
                if let Some(number) = number {
                    self.operands.push((number, self.bytes.len()));
                    self.bytes.extend(token);
                    continue;
                }
                match first {
                    10 | 29 => {
                        let subroutines = if first == 10 { local } else { global };
                        let (number, begins) =
                            self.operands.pop().expect("a call says what it calls");
                        self.bytes.truncate(begins);
                        let bias = match subroutines.len() {
                            0..1240 => 107,
                            1240..33900 => 1131,
                            _ => 32768,
                        };
                        let called =
                            usize::try_from(number + bias).expect("a subroutine has a number");
                        if self.inline(&subroutines[called], local, global) {
                            return true;
                        }
                        continue;
                    }
                    RETURN => return false,
                    // Stem hints and hint masks. Stems may precede a mask without an operator of
                    // their own.
                    1 | 3 | 18 | 23 | 19 | 20 => {
                        self.hints += self.operands.len() / 2;
                        // An odd operand is the width of the glyph. Keep it for the next operator.
                        let width = self.operands.len() % 2;
                        if let Some((_, begins)) = self.operands.get(width) {
                            self.bytes.truncate(*begins);
                        }
                        self.operands.truncate(width);
                        if first == 19 || first == 20 {
                            at += self.hints.div_ceil(8);
                        }
                        continue;
                    }
                    12 => assert!((34..=37).contains(&token[1]), "an outline that calculates"),
                    _ => {}
                }
                self.operands.clear();
                self.bytes.extend(token);
                if first == END {
                    return true;
                }
            }
            false
        }
    }
}

/// Encodes an INDEX of a CFF table: number of entries, size of an offset, offsets counted from 1,
/// entries.
fn index(things: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::from((things.len() as u16).to_be_bytes());
    bytes.push(4);
    let mut offset = 1_u32;
    bytes.extend(offset.to_be_bytes());
    for thing in things {
        offset += thing.len() as u32;
        bytes.extend(offset.to_be_bytes());
    }
    bytes.extend(things.concat());
    bytes
}
