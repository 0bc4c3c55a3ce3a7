//! A score, in the largest type that has enough shots on a page.

mod book;
mod front;
mod set;
mod staff;

use self::book::{Book, ShotBlock};
pub(super) use self::set::fitted;
use self::staff::{Staff, VoiceColumns};
use super::prose::wrap;
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall};
use crate::font::Face;
use crate::paper::MM;
use crate::sheet::voices::score::{Layout, Part, Size};

/// Scale factors to try for compact type, until every exchange fits on a page, and enough of them
/// do.
const SMALLER: [f32; 7] = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
/// Least number of shots of two voices on a page of A4 or Letter that is full.
const ENOUGH: usize = 14;
/// Smallest phones of a large score.
const MIN_LARGE: f32 = 18.0;

/// Type sizes and gap of a score.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    call: f32,
    phones: f32,
    report: f32,
    small: f32,
    gap: f32,
}

impl Sizes {
    fn of(style: Style, part: &Part, by: f32) -> Option<Self> {
        let phones = match part.size {
            Size::Compact => style.scaled(13.0) * by,
            Size::Large => style.scaled(20.0).max(MIN_LARGE) * by,
        };
        // A shot between facing readers has one line, mostly: less space sets it off.
        let gap = phones * if part.layout == Layout::Facing { 0.25 } else { 0.45 };
        let sizes = Self {
            call: phones * 1.15,
            phones,
            report: (phones * 0.77).max(MIN_TYPE),
            small: (phones * 0.68).max(MIN_TYPE),
            gap,
        };
        let readable = match part.size {
            Size::Compact => sizes.phones >= MIN_TYPE + 1.0,
            Size::Large => sizes.phones >= MIN_LARGE,
        };
        readable.then_some(sizes)
    }

    /// Returns all sizes multiplied by a factor.
    fn times(self, by: f32) -> Self {
        let Self { call, phones, report, small, gap } = self;
        Self {
            call: call * by,
            phones: phones * by,
            report: report * by,
            small: small * by,
            gap: gap * by,
        }
    }

    /// Returns the sizes for what the readers hear from others.
    fn of_others(self) -> Self {
        let phones = (self.phones * 0.75).max(MIN_TYPE);
        Self { call: phones, phones, report: phones, ..self }
    }
}

pub(super) fn lay(
    style: Style,
    part: &Part,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let before = pages.len();
    let sizes = SMALLER.into_iter().filter_map(|by| Sizes::of(style, part, by));
    let enough = if is_dense(style, part) { ENOUGH } else { 0 };
    let mut densest: Option<LaidScore> = None;
    for laid in sizes.filter_map(|sizes| attempt(sizes, part, start, before).ok()) {
        if densest.as_ref().is_none_or(|densest| laid.fewest > densest.fewest) {
            densest = Some(laid);
        }
        if densest.as_ref().is_some_and(|densest| densest.fewest >= enough) {
            break;
        }
    }
    pages.extend(densest.ok_or(TooSmall)?.pages);
    Ok(())
}

/// Returns true if a full page should have enough shots: in a compact score of two voices, on paper
/// of about the size of A4.
fn is_dense(style: Style, part: &Part) -> bool {
    let large = style.page.width >= 200.0 * MM && style.page.height >= 275.0 * MM;
    large && part.size == Size::Compact && part.voices.len() == 2
}

/// Pages of a score in one size.
struct LaidScore {
    pages: Vec<PageBuilder>,
    /// Fewest shots on a page between the front matter and the last page.
    fewest: usize,
}

/// Returns the layouts for the readers on each side of the page.
fn staves(part: &Part, sizes: Sizes, width: f32) -> Vec<Staff<'_>> {
    let count = part.voices.len();
    let columns = VoiceColumns::None;
    let staff = Staff { sizes, width, voices: &part.voices, columns, own: 0..count };
    match part.layout {
        Layout::SideBySide if count == 2 => {
            vec![Staff { columns: VoiceColumns::Equal, ..staff }]
        }
        Layout::SideBySide => vec![staff],
        Layout::Facing => {
            let half = count.div_ceil(2);
            let sides = [0..half, half..count].map(|own| Staff { own, ..staff });
            match count {
                2 => sides.map(|side| side.with_own_first(&part.turns)).into(),
                _ => sides.into(),
            }
        }
    }
}

fn attempt(
    sizes: Sizes,
    part: &Part,
    start: PageStart<'_>,
    before: usize,
) -> Result<LaidScore, TooSmall> {
    let staves = staves(part, sizes, start.page(true)?.area.width);
    let turns = part.turns.iter().map(|turn| {
        let sides = staves.iter().map(|staff| staff.turn(turn));
        sides.collect::<Result<Vec<_>, _>>().map(ShotBlock::of)
    });
    let turns: Vec<Vec<ShotBlock>> = turns.collect::<Result<_, _>>()?;
    let end =
        staves.iter().map(|staff| staff.across(&part.end, sizes.small, Face::Regular)).collect();
    let end = vec![ShotBlock { sides: end }];
    let mut book = Book::open(sizes, start, before, &staves)?;
    book.add_front(&front::all(part), turns.first().unwrap_or(&end))?;
    for turn in turns.into_iter().chain([end]) {
        book.add_turn(turn, &part.blank)?;
    }
    let (pages, fewest) = book.finish();
    Ok(LaidScore { pages, fewest })
}
