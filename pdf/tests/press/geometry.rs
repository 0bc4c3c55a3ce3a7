//! Geometry of frames: what their items cover, whether they overlap, and how much of a page is
//! free.

use broadside_pdf::MM;
use broadside_pdf::font::{ASCENT, DESCENT};
use broadside_pdf::frame::{Frame, Item, Rect};

/// Tolerance for rounding, and for boxes that are slightly larger than their letters.
const SLACK: f32 = 0.3;
/// Smallest type size.
const MIN_TYPE: f32 = 7.0;

fn meet(a: &Rect, b: &Rect) -> bool {
    let apart = |low: f32, high: f32| low + SLACK >= high;
    !(apart(b.x, a.right())
        || apart(a.x, b.right())
        || apart(b.y, a.bottom())
        || apart(a.y, b.bottom()))
}

fn inside(outer: &Rect, inner: &Rect) -> bool {
    outer.x - SLACK <= inner.x
        && outer.y - SLACK <= inner.y
        && inner.right() <= outer.right() + SLACK
        && inner.bottom() <= outer.bottom() + SLACK
}

fn extent(points: &[(f32, f32)]) -> Rect {
    let all = |of: fn(&(f32, f32)) -> f32, pick: fn(f32, f32) -> f32, from| {
        points.iter().map(of).fold(from, pick)
    };
    let x = all(|p| p.0, f32::min, f32::MAX);
    let y = all(|p| p.1, f32::min, f32::MAX);
    let right = all(|p| p.0, f32::max, f32::MIN);
    let bottom = all(|p| p.1, f32::max, f32::MIN);
    Rect { x, y, width: right - x, height: bottom - y }
}

/// Returns the rectangles that a line covers. A slanting line is split into pieces.
fn pieces([x1, y1, x2, y2]: &[f32; 4]) -> Vec<Rect> {
    let slanted = x1 != x2 && y1 != y2;
    let count = if slanted { (x2 - x1).hypot(y2 - y1).ceil() } else { 1.0 };
    let at = |n: f32| (x1 + (x2 - x1) * n / count, y1 + (y2 - y1) * n / count);
    (0..count as u16).map(|n| extent(&[at(f32::from(n)), at(f32::from(n) + 1.0)])).collect()
}

/// Returns the rectangles that the parts of an item cover, one for each line of a drawing.
fn parts(item: &Item) -> Vec<Rect> {
    match item {
        Item::Text(run) => vec![run.bounds()],
        Item::Lines { segments, .. } => segments.iter().flat_map(pieces).collect(),
        Item::RotatedText { run, angle } => {
            let (sin, cos) = angle.sin_cos();
            let above = run.size * ASCENT;
            let below = run.size * DESCENT;
            let at = |right: f32, up: f32| {
                (run.x + right * cos - up * sin, run.baseline - right * sin - up * cos)
            };
            let width = run.width();
            vec![extent(&[at(0.0, above), at(width, above), at(0.0, -below), at(width, -below)])]
        }
        Item::Outline { rect, .. } => {
            let left = rect.x;
            let top = rect.y;
            let right = rect.right();
            let bottom = rect.bottom();
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            corners.windows(2).map(extent).collect()
        }
        Item::Circle { x, y, radius, .. } => {
            vec![extent(&[(x - radius, y - radius), (x + radius, y + radius)])]
        }
    }
}

/// Runs of text by their vertical position, to find those near a rectangle quickly.
struct Bands<'a>(Vec<Vec<(&'a Item, Rect)>>);

impl<'a> Bands<'a> {
    const HEIGHT: f32 = 12.0;

    fn of(frame: &'a Frame) -> Self {
        let mut bands = vec![Vec::new(); Self::index(frame.height) + 1];
        let last = bands.len() - 1;
        // A turned numeral of a die fills only some of its rectangle, and stands next to lines.
        let upright = |item: &&Item| match item {
            Item::Text(_) => true,
            Item::RotatedText { angle, .. } => angle.sin().abs() < 1e-3,
            _ => false,
        };
        for item in frame.items.iter().filter(upright) {
            let bounds = parts(item)[0];
            let from = Self::index(bounds.y).min(last);
            let to = Self::index(bounds.bottom()).min(last);
            bands[from..=to].iter_mut().for_each(|band| band.push((item, bounds)));
        }
        Self(bands)
    }

    fn index(y: f32) -> usize {
        (y / Self::HEIGHT).max(0.0) as usize
    }

    /// Returns the runs that may meet a rectangle. Some are returned several times.
    fn near(&self, rect: &Rect) -> impl Iterator<Item = &(&'a Item, Rect)> {
        let last = self.0.len() - 1;
        let from = Self::index(rect.y).min(last);
        let to = Self::index(rect.bottom()).min(last);
        self.0[from..=to].iter().flatten()
    }
}

/// Returns the first fault of a frame: an item over the margins, text over text, a line through
/// text, small type.
pub(crate) fn fault(frame: &Frame, margin: f32) -> Option<String> {
    let page = printable(frame, margin);
    for item in frame.items.iter().chain(&frame.marks) {
        if let Some(part) = parts(item).iter().find(|part| !inside(&page, part)) {
            return Some(format!("{item:?} is not within {page:?}: {part:?}"));
        }
    }
    if let Some(run) = frame.runs().find(|run| run.size < MIN_TYPE - 0.001) {
        return Some(format!("{run:?} is too small"));
    }
    let bands = Bands::of(frame);
    for (item, bounds) in bands.0.iter().flatten() {
        let other = |(other, of): &&(&Item, Rect)| !std::ptr::eq(*other, *item) && meet(bounds, of);
        if let Some((other, _)) = bands.near(bounds).find(other) {
            return Some(format!("{item:?} is over {other:?}"));
        }
    }
    // No line of the sheet crosses a letter. Marks may cross anything.
    let drawn =
        frame.items.iter().filter(|item| !matches!(item, Item::Text(_) | Item::RotatedText { .. }));
    for line in drawn.flat_map(parts) {
        if let Some((item, _)) =
            bands.near(&line).find(|(_, bounds)| meet(&bounds.inset(SLACK), &line))
        {
            return Some(format!("{item:?} is crossed by {line:?}"));
        }
    }
    None
}

/// Asserts that nothing on a page is clipped, overlaps or is too small.
pub(crate) fn check(frame: &Frame, margin: f32, what: &str) {
    if let Some(fault) = fault(frame, margin) {
        panic!("{what}: {fault}");
    }
}

/// Returns a page without its margins.
fn printable(frame: &Frame, margin: f32) -> Rect {
    Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height }.inset(margin * MM)
}

/// Returns the share of the printable area that its largest free rectangle takes up. It scans a
/// grid of points, so the result is a little too small.
pub(crate) fn free_share(frame: &Frame, margin: f32) -> f32 {
    const STEP: f32 = 4.0;
    let page = printable(frame, margin);
    let columns = (page.width / STEP) as usize;
    let rows = (page.height / STEP) as usize;
    let mut used = vec![vec![false; columns]; rows];
    for part in frame.items.iter().chain(&frame.marks).flat_map(parts) {
        let index = |at: f32, from: f32, count: usize| {
            (((at - from) / STEP).max(0.0) as usize).min(count - 1)
        };
        for row in &mut used[index(part.y, page.y, rows)..=index(part.bottom(), page.y, rows)] {
            row[index(part.x, page.x, columns)..=index(part.right(), page.x, columns)].fill(true);
        }
    }
    // For each row, the number of free cells above each column.
    let mut best = 0;
    let mut free = vec![0_usize; columns];
    for used in &used {
        for (free, used) in free.iter_mut().zip(used) {
            *free = if *used { 0 } else { *free + 1 };
        }
        // Rectangles that end in this row and may extend to the right: the left column and the
        // height of each, in ascending order.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (column, height) in free.iter().copied().chain([0]).enumerate() {
            let mut begins = column;
            while let Some((left, high)) = open.pop_if(|(_, high)| *high >= height) {
                best = best.max((column - left) * high);
                begins = left;
            }
            open.push((begins, height));
        }
    }
    best as f32 * STEP * STEP / (page.width * page.height)
}

/// Returns the share of the printable height that the largest gap between its lines takes up.
pub(crate) fn free_band(frame: &Frame, margin: f32) -> f32 {
    let page = printable(frame, margin);
    let parts = frame.items.iter().chain(&frame.marks).flat_map(parts);
    let mut lines: Vec<_> =
        parts.map(|part| (part.y, part.bottom())).chain([(page.bottom(), page.bottom())]).collect();
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = 0.0_f32;
    let mut bottom = page.y;
    for (top, end) in lines {
        free = free.max(top - bottom);
        bottom = bottom.max(end);
    }
    free / page.height
}

/// Returns true if the content between the heading and the footer of a page takes up all of the
/// shorter side of the paper, so that it cannot be larger.
pub(crate) fn is_as_wide_as_the_paper(frame: &Frame, margin: f32) -> bool {
    let page = printable(frame, margin);
    let drawn =
        frame.items.iter().filter(|item| !matches!(item, Item::Text(_) | Item::RotatedText { .. }));
    let parts: Vec<_> = drawn.flat_map(parts).collect();
    let left = parts.iter().map(|part| part.x).fold(f32::MAX, f32::min);
    let right = parts.iter().map(Rect::right).fold(0.0, f32::max);
    page.width < page.height && right - left > page.width * 0.9
}
