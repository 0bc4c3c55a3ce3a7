//! A score. The front matter is first, then the turns. A turn is not split across a page turn.

mod front;
mod set;
mod staff;

use self::set::TypesetText;
pub(super) use self::set::fitted;
use self::staff::Staff;
use super::prose::wrap;
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall};
use crate::font::Face;
use crate::frame::Rect;
use crate::paper::MM;
use crate::sheet::voices::score::{Layout, Part, Size};

/// Scale factors to try for compact type, until every exchange fits on a page, and enough of them do.
const SMALLER: [f32; 7] = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
/// Gap between two turns, relative to the gap between two shots.
const TURNS: f32 = 1.6;
/// Least number of shots of two voices on a page of A4 or Letter that is full.
const ENOUGH: usize = 14;
/// Scale factors to try for front matter without music below.
const LARGER: [f32; 4] = [1.8, 1.5, 1.3, 1.15];
/// Smallest phones of a large score.
const LEAST_LARGE: f32 = 18.0;

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
    fn of(style: Style, size: Size, by: f32) -> Option<Self> {
        let phones = match size {
            Size::Compact => style.scaled(13.0) * by,
            Size::Large => style.scaled(20.0).max(LEAST_LARGE) * by,
        };
        let least = |share: f32| (phones * share).max(LEAST_TYPE);
        let sizes =
            Self { call: phones * 1.15, phones, report: least(0.77), small: least(0.68), gap: phones * 0.45 };
        let readable = match size {
            Size::Compact => sizes.phones >= LEAST_TYPE + 1.0,
            Size::Large => sizes.phones >= LEAST_LARGE,
        };
        readable.then_some(sizes)
    }

    /// Returns all sizes multiplied by a factor.
    fn times(self, by: f32) -> Self {
        let Self { call, phones, report, small, gap } = self;
        Self { call: call * by, phones: phones * by, report: report * by, small: small * by, gap: gap * by }
    }

    /// Returns the sizes for what the readers hear from others.
    fn of_others(self) -> Self {
        let phones = (self.phones * 0.75).max(LEAST_TYPE);
        Self { call: phones, phones, report: phones, ..self }
    }
}

pub(super) fn lay(
    style: Style,
    part: &Part,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let before = pages.len();
    let sizes = SMALLER.into_iter().filter_map(|by| Sizes::of(style, part.size, by));
    let enough = if is_dense(style, part) { ENOUGH } else { 0 };
    let mut densest: Option<Laid> = None;
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

/// Returns true if a full page should have enough shots: in a compact score of two voices side by side, on paper of
/// about the size of A4.
fn is_dense(style: Style, part: &Part) -> bool {
    let large = style.page.width >= 200.0 * MM && style.page.height >= 275.0 * MM;
    large && part.size == Size::Compact && part.layout == Layout::SideBySide && part.voices.len() == 2
}

/// Pages of a score in one size.
struct Laid {
    pages: Vec<PageBuilder>,
    /// Fewest shots on a page between the front matter and the last page.
    fewest: usize,
}

/// Returns the layouts for the readers on each side of the page.
fn staves(part: &Part, sizes: Sizes, width: f32) -> Vec<Staff<'_>> {
    let count = part.voices.len();
    let staff = |columns, own| Staff { sizes, width, voices: &part.voices, columns, own };
    match part.layout {
        Layout::SideBySide => vec![staff(count == 2, 0..count)],
        Layout::Facing => {
            let half = count.div_ceil(2);
            vec![staff(false, 0..half), staff(false, half..count)]
        }
    }
}

fn attempt(
    sizes: Sizes,
    part: &Part,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    before: usize,
) -> Result<Laid, TooSmall> {
    let staves = staves(part, sizes, start(true)?.area.width);
    let turns = part.turns.iter().map(|turn| {
        let sides = staves.iter().map(|staff| staff.turn(turn));
        sides.collect::<Result<Vec<_>, _>>().map(Shot::of)
    });
    let turns: Vec<Vec<Shot>> = turns.collect::<Result<_, _>>()?;
    let end = staves.iter().map(|staff| staff.across(&part.end, sizes.small, Face::Regular)).collect();
    let end = vec![Shot { sides: end }];
    let open = |by: f32| Book::with_front(sizes, part, by, start, before, &staves);
    let mut book = open(1.0)?;
    // Number of pages with front matter. Music may begin on the last of them.
    let front = book.pages.len() + 1;
    if book.has_room_for(turns.first().unwrap_or(&end)) {
        book.y += sizes.gap * 4.0;
        book.heads();
    } else {
        let larger = LARGER.into_iter().filter_map(|by| open(by).ok());
        let mut as_long = larger.filter(|larger| larger.pages.len() == book.pages.len());
        book = as_long.next().unwrap_or(book);
        book.next_music()?;
    }
    for turn in turns.into_iter().chain([end]) {
        book.add_turn(turn, &part.blank)?;
    }
    book.draw_placed(false);
    book.pages.push(book.page);
    let full = book.shots.len() - 1;
    let fewest = book.shots[..full].iter().skip(front).min().copied().unwrap_or(usize::MAX);
    Ok(Laid { pages: book.pages, fewest })
}

/// Block of a turn for the readers on each side, which is not split.
struct Shot {
    sides: Vec<TypesetText>,
}

impl Shot {
    /// Combines the blocks of the sides.
    fn of(sides: Vec<Vec<TypesetText>>) -> Vec<Self> {
        let mut shots: Vec<Self> = Vec::new();
        for (side, blocks) in sides.into_iter().enumerate() {
            for (n, block) in blocks.into_iter().enumerate() {
                match shots.get_mut(n) {
                    Some(shot) if side > 0 => shot.sides.push(block),
                    _ => shots.push(Self { sides: vec![block] }),
                }
            }
        }
        shots
    }

    fn height(&self) -> f32 {
        self.sides.iter().map(|side| side.height).fold(0.0, f32::max)
    }
}

/// Pages of a score under construction.
struct Book<'a, S> {
    sizes: Sizes,
    start: &'a S,
    /// Number of pages before the score.
    before: usize,
    pages: Vec<PageBuilder>,
    page: PageBuilder,
    staves: &'a [Staff<'a>],
    /// Top of the content of the page below its heading, and bottom of the content so far, from the top of the area.
    top: f32,
    y: f32,
    /// Number of shots on each page.
    shots: Vec<usize>,
    /// Blocks to draw on the page, each with its position and the gap above it.
    placed: Vec<(Shot, f32, f32)>,
}

impl<'a, S: Fn(bool) -> Result<PageBuilder, TooSmall>> Book<'a, S> {
    /// Opens a book with its front matter, enlarged by a factor.
    fn with_front(
        sizes: Sizes,
        part: &Part,
        by: f32,
        start: &'a S,
        before: usize,
        staves: &'a [Staff<'a>],
    ) -> Result<Self, TooSmall> {
        let (page, pages, placed) = (start(true)?, Vec::new(), Vec::new());
        let mut book =
            Self { sizes, start, before, pages, page, staves, top: 0.0, y: 0.0, shots: vec![0], placed };
        for block in front::blocks(part, sizes.times(by), book.page.area.width) {
            book.add_front(&block, sizes.gap * 2.0 * by)?;
        }
        Ok(book)
    }

    fn next_page(&mut self) -> Result<(), TooSmall> {
        let next = (self.start)(false)?;
        self.pages.push(std::mem::replace(&mut self.page, next));
        (self.top, self.y) = (0.0, 0.0);
        self.shots.push(0);
        Ok(())
    }

    /// Returns true if the page has an odd number: it is behind a page turn.
    fn is_odd(&self) -> bool {
        (self.before + self.pages.len()).is_multiple_of(2)
    }

    fn add_front(&mut self, block: &TypesetText, space: f32) -> Result<(), TooSmall> {
        let space = if self.y > 0.0 { space } else { 0.0 };
        let fits = |y: f32| y + block.height <= self.page.area.height;
        match (fits(self.y + space), fits(0.0)) {
            (true, _) => self.y += space,
            (false, true) => self.next_page()?,
            (false, false) => return Err(TooSmall),
        }
        block.draw(&mut self.page.frame, self.page.area, self.y, false);
        self.y += block.height;
        Ok(())
    }

    /// Returns true if the music can begin below the front matter.
    fn has_room_for(&self, first: &[Shot]) -> bool {
        let height = self.height(first) + self.staves[0].head().height;
        self.staves.len() == 1 && self.y + self.sizes.gap * 4.0 + height <= self.page.area.height
    }

    fn next_music(&mut self) -> Result<(), TooSmall> {
        self.draw_placed(true);
        self.next_page()?;
        self.heads();
        Ok(())
    }

    /// Returns the area of a side, and true if it is upside down.
    fn side(&self, n: usize) -> (Rect, bool) {
        let area = self.page.area;
        if self.staves.len() == 1 {
            return (area, false);
        }
        let height = self.room();
        let y = if n == 0 { area.bottom() - height } else { area.y };
        (Rect { y, height, ..area }, n > 0)
    }

    /// Returns the height of the area of a side.
    fn room(&self) -> f32 {
        match self.staves.len() {
            1 => self.page.area.height,
            _ => self.page.area.height / 2.0 - self.sizes.gap * 1.5,
        }
    }

    /// Draws the headings of the sides, and the line between them.
    fn heads(&mut self) {
        for (n, staff) in self.staves.iter().enumerate() {
            let (head, (area, turned)) = (staff.head(), self.side(n));
            head.draw(&mut self.page.frame, area, self.y, turned);
            self.top = self.y + head.height;
        }
        self.y = self.top;
        if self.staves.len() > 1 {
            let area = self.page.area;
            let middle = area.y + area.height / 2.0;
            self.page.frame.lines(0.55, vec![[area.x, middle, area.right(), middle]]);
        }
    }

    /// Returns the height of a turn.
    fn height(&self, turn: &[Shot]) -> f32 {
        let gaps = self.sizes.gap * turn.len().saturating_sub(1) as f32;
        turn.iter().map(Shot::height).sum::<f32>() + gaps
    }

    /// Draws the blocks of the page. Space that is left is spread over the gaps, or around a block that is alone.
    fn draw_placed(&mut self, spread: bool) {
        let placed = std::mem::take(&mut self.placed);
        let left = if spread { self.room() - self.y } else { 0.0 };
        let gaps: f32 = placed.iter().map(|(_, _, gap)| gap).sum();
        let mut down = if placed.len() == 1 { left / 2.0 } else { 0.0 };
        for (shot, y, gap) in &placed {
            down += if gaps > 0.0 { left * gap / gaps } else { 0.0 };
            for (side, set) in shot.sides.iter().enumerate() {
                let (area, turned) = self.side(side);
                set.draw(&mut self.page.frame, area, y + down, turned);
            }
        }
    }

    fn add_turn(&mut self, turn: Vec<Shot>, blank: &str) -> Result<(), TooSmall> {
        let space = self.sizes.gap * TURNS;
        let height = self.height(&turn);
        let whole = height + self.staves[0].head().height <= self.room();
        if whole {
            if self.y > self.top && self.y + space + height > self.room() {
                self.next_music()?;
            }
        } else {
            // A turn that is longer than a page begins on a page with an even number, so it goes on on the facing page.
            let first = turn.first().map_or(0.0, Shot::height);
            if self.y > self.top && (self.is_odd() || self.y + space + first > self.room()) {
                self.next_music()?;
            }
            if self.is_odd() {
                let text = self.staves[0].across(blank, self.sizes.small, Face::Regular);
                self.placed.push((Shot { sides: vec![text] }, self.y, 0.0));
                self.next_music()?;
            }
        }
        for (n, shot) in turn.into_iter().enumerate() {
            let gap = if n == 0 { space } else { self.sizes.gap };
            if self.y > self.top && self.y + gap + shot.height() > self.room() {
                self.next_music()?;
            }
            let gap = if self.y > self.top { gap } else { 0.0 };
            self.y += gap;
            if self.y + shot.height() > self.room() {
                return Err(TooSmall);
            }
            let y = self.y;
            self.y += shot.height();
            self.placed.push((shot, y, gap));
            *self.shots.last_mut().expect("a book has a page") += 1;
        }
        Ok(())
    }
}
