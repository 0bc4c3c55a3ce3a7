//! Pages of a score: the front matter, then the turns. A turn is not split across a page turn.

use super::front::{self, Matter, Spread};
use super::set::TypesetText;
use super::staff::Staff;
use super::{PageBuilder, PageStart, Sizes, TooSmall};
use crate::font::Face;
use crate::frame::Rect;

/// Gap between two turns, relative to the gap between two shots.
const TURNS: f32 = 1.6;

/// Block of a turn for the readers on each side, which is not split.
pub(super) struct ShotBlock {
    pub(super) sides: Vec<TypesetText>,
}

impl ShotBlock {
    pub(super) fn of(sides: Vec<Vec<TypesetText>>) -> Vec<Self> {
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
pub(super) struct Book<'a> {
    sizes: Sizes,
    start: PageStart<'a>,
    /// Number of pages before the score.
    before: usize,
    pages: Vec<PageBuilder>,
    page: PageBuilder,
    staves: &'a [Staff<'a>],
    /// Top of the content of the page below its heading, and bottom of the content so far, from the
    /// top of the area.
    top: f32,
    y: f32,
    /// Number of pages with front matter. Music may begin on the last of them.
    front: usize,
    /// Number of shots on each page.
    shots: Vec<usize>,
    /// Blocks to draw on the page, each with its position and the gap above it.
    placed: Vec<(ShotBlock, f32, f32)>,
}

impl<'a> Book<'a> {
    pub(super) fn open(
        sizes: Sizes,
        start: PageStart<'a>,
        before: usize,
        staves: &'a [Staff<'a>],
    ) -> Result<Self, TooSmall> {
        Ok(Self {
            sizes,
            start,
            before,
            pages: Vec::new(),
            page: start.page(true)?,
            staves,
            top: 0.0,
            y: 0.0,
            front: 0,
            shots: vec![0],
            placed: Vec::new(),
        })
    }

    fn next_page(&mut self) -> Result<(), TooSmall> {
        let next = self.start.page(false)?;
        self.pages.push(std::mem::replace(&mut self.page, next));
        self.top = 0.0;
        self.y = 0.0;
        self.shots.push(0);
        Ok(())
    }

    /// Returns true if the page has an odd number: it is behind a page turn.
    fn is_odd(&self) -> bool {
        (self.before + self.pages.len()).is_multiple_of(2)
    }

    /// Adds the front matter, and begins the music: below it, if the first turn has room there.
    /// Readers on both sides have front matter of their own, if that needs the same number of
    /// pages.
    pub(super) fn add_front(
        &mut self,
        matter: &[Matter<'a>],
        first: &[ShotBlock],
    ) -> Result<(), TooSmall> {
        let width = self.page.area.width;
        let areas = [self.page.area, self.start.page(false)?.area];
        let mut pages = front::split(matter, self.sizes, width, areas.map(|area| area.height))?;
        let mut both = false;
        if self.staves.len() > 1 {
            let rooms = areas.map(|area| self.room_of(area));
            if let Ok(of_side) = front::split(matter, self.sizes, width, rooms)
                && of_side.len() == pages.len()
            {
                pages = of_side;
                both = true;
            }
        }
        self.front = pages.len();
        let height = self.height(first) + self.staves[0].head().height + self.sizes.gap * 4.0;
        for (n, page) in pages.iter().enumerate() {
            if n > 0 {
                self.next_page()?;
            }
            let left = self.page.area.height - front::height(page, self.sizes, width, Spread::NONE);
            if n + 1 == pages.len() && self.staves.len() == 1 && height <= left {
                self.draw_front(page, Spread::NONE, both);
                self.y += self.sizes.gap * 4.0;
                self.heads();
                return Ok(());
            }
            let room = if both { self.room() } else { self.page.area.height };
            let spread = Spread::of(page, self.sizes, width, room);
            self.y = (room - front::height(page, self.sizes, width, spread)) / 2.0;
            self.draw_front(page, spread, both);
        }
        self.next_music()
    }

    /// Draws the front matter of a page: once, or for each side.
    fn draw_front(&mut self, matter: &[Matter<'_>], spread: Spread, both: bool) {
        let blocks = front::blocks(matter, self.sizes, self.page.area.width, spread);
        for (n, (block, _)) in blocks.into_iter().enumerate() {
            self.y += if n > 0 { spread.space(self.sizes) } else { 0.0 };
            let areas = if both {
                (0..self.staves.len()).map(|side| self.side(side)).collect()
            } else {
                vec![(self.page.area, false)]
            };
            for (area, turned) in areas {
                block.draw(&mut self.page.frame, area, self.y, turned);
            }
            self.y += block.height;
        }
        if both {
            self.line_between();
        }
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
        self.room_of(self.page.area)
    }

    /// Returns the height of a side of an area.
    fn room_of(&self, area: Rect) -> f32 {
        match self.staves.len() {
            1 => area.height,
            _ => area.height / 2.0 - self.sizes.gap * 1.5,
        }
    }

    /// Draws the headings of the sides, and the line between them.
    fn heads(&mut self) {
        for (n, staff) in self.staves.iter().enumerate() {
            let head = staff.head();
            let (area, turned) = self.side(n);
            head.draw(&mut self.page.frame, area, self.y, turned);
            self.top = self.y + head.height;
        }
        self.y = self.top;
        self.line_between();
    }

    /// Draws the line between the sides.
    fn line_between(&mut self) {
        if self.staves.len() > 1 {
            let area = self.page.area;
            let middle = area.y + area.height / 2.0;
            self.page.frame.lines(0.55, vec![[area.x, middle, area.right(), middle]]);
        }
    }

    fn height(&self, turn: &[ShotBlock]) -> f32 {
        let gaps = self.sizes.gap * turn.len().saturating_sub(1) as f32;
        turn.iter().map(ShotBlock::height).sum::<f32>() + gaps
    }

    /// Draws the blocks of the page. Space that is left is spread over the gaps, and above and
    /// below all blocks.
    fn draw_placed(&mut self, spread: bool) {
        let placed = std::mem::take(&mut self.placed);
        let left = if spread { self.room() - self.y } else { 0.0 };
        let gaps: f32 = placed.iter().map(|(_, _, gap)| gap).sum();
        let unit = left / (gaps + self.sizes.gap * 2.0);
        let mut down = self.sizes.gap * unit;
        for (shot, y, gap) in &placed {
            down += gap * unit;
            for (side, set) in shot.sides.iter().enumerate() {
                let (area, turned) = self.side(side);
                set.draw(&mut self.page.frame, area, y + down, turned);
            }
        }
    }

    pub(super) fn add_turn(&mut self, turn: Vec<ShotBlock>, blank: &str) -> Result<(), TooSmall> {
        let space = self.sizes.gap * TURNS;
        let height = self.height(&turn);
        let fits_page = height + self.staves[0].head().height <= self.room();
        if fits_page {
            if self.y > self.top && self.y + space + height > self.room() {
                self.next_music()?;
            }
        } else {
            // A turn that is longer than a page begins on a page with an even number, so it goes on
            // on the facing page.
            let first = turn.first().map_or(0.0, ShotBlock::height);
            if self.y > self.top && (self.is_odd() || self.y + space + first > self.room()) {
                self.next_music()?;
            }
            if self.is_odd() {
                let text = self.staves[0].across(blank, self.sizes.small, Face::Regular);
                self.placed.push((ShotBlock { sides: vec![text] }, self.y, 0.0));
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

    /// Ends the book. Returns its pages, and the fewest shots on a page of music that is neither
    /// the first nor the last.
    pub(super) fn finish(mut self) -> (Vec<PageBuilder>, usize) {
        self.draw_placed(false);
        self.pages.push(self.page);
        let full = self.shots.len() - 1;
        let fewest =
            self.shots[..full].iter().skip(self.front).min().copied().unwrap_or(usize::MAX);
        (self.pages, fewest)
    }
}
