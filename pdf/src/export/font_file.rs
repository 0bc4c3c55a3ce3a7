//! Glyphs of the font files: which characters have one, and their outlines.

use allsorts::binary::read::ReadScope;
use allsorts::cff::CFF;
use allsorts::cff::outline::CFFOutlines;
use allsorts::error::ParseError;
use allsorts::font::read_cmap_subtable;
use allsorts::outline::{OutlineBuilder, OutlineSink};
use allsorts::tables::cmap::{Cmap, CmapSubtable};
use allsorts::tables::{OffsetTable, OpenTypeData, OpenTypeFont};
use allsorts::tag;

use crate::font::{Extent, Face};

/// Message for a font file that cannot be read. The files are part of the program, and tests read
/// all of them.
const IN_ORDER: &str = "the font is in order";

pub(super) struct FontFile {
    scope: ReadScope<'static>,
    tables: OffsetTable<'static>,
    characters: CmapSubtable<'static>,
}

impl FontFile {
    pub(super) fn read(face: Face, extent: Extent) -> Self {
        Self::parse(face.file(extent)).expect(IN_ORDER)
    }

    fn parse(file: &'static [u8]) -> Result<Self, ParseError> {
        let font = ReadScope::new(file).read::<OpenTypeFont<'_>>()?;
        let OpenTypeData::Single(tables) = font.data else { return Err(ParseError::BadValue) };
        let cmap = tables.read_table(&font.scope, tag::CMAP)?.ok_or(ParseError::MissingValue)?;
        let (_, characters) =
            read_cmap_subtable(&cmap.read::<Cmap<'_>>()?)?.ok_or(ParseError::MissingValue)?;
        Ok(Self { scope: font.scope, tables, characters })
    }

    pub(super) fn glyph(&self, c: char) -> Option<u16> {
        self.characters.map_glyph(u32::from(c)).expect(IN_ORDER).filter(|glyph| *glyph != 0)
    }

    pub(super) fn outlines(&self) -> Outlines {
        let table = self.tables.read_table(&self.scope, tag::CFF).expect(IN_ORDER).expect(IN_ORDER);
        Outlines(table.read::<CFF<'_>>().expect(IN_ORDER))
    }
}

/// Outlines of the glyphs of a font file.
pub(super) struct Outlines(CFF<'static>);

impl Outlines {
    /// Draws the outline of a glyph, in thousandths of the size, with y pointing upwards from the
    /// baseline.
    pub(super) fn draw(&self, glyph: u16, pen: &mut impl OutlineSink) {
        CFFOutlines { table: &self.0 }.visit(glyph, None, pen).expect(IN_ORDER);
    }
}
