//! Pieces to cut out: nets of dice, and coins and tiles to fold double.

use std::f32::consts::{FRAC_PI_2, PI};

use super::net::{Net, Point, Solid, middle, path, segment};
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, emblem, prose, spread};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect, dashed};
use crate::paper::MM;
use crate::sheet::cutout::{Cutout, Lines, PieceMark, Pieces};
use crate::sheet::solo::suit_name;
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Weight of the lines to cut along, which are solid.
pub(super) const CUT: f32 = 0.9;
/// Weight of the lines to fold along, which are dashed.
pub(super) const FOLD: f32 = 0.5;
/// Diameter of the dots between the quarters of a tile.
const DOT: f32 = 0.7;
const EMBLEM: f32 = 0.8;
/// Weight of the mark at the upper edge of both sides of a coin.
const TICK: f32 = 1.5;

/// Smallest and largest unit of a net: the radius of the ring of a ten-sided die, the edge of a
/// cube.
const TEN_SIDED: [f32; 2] = [11.0 * MM, 19.0 * MM];
const CUBE: [f32; 2] = [12.0 * MM, 20.0 * MM];
/// Possible sides of a tile. The layout takes the fewest pages, and then the largest side.
const TILES: [f32; 5] = [48.0 * MM, 44.0 * MM, 40.0 * MM, 38.0 * MM, 36.0 * MM];
/// Diameter of a coin, which must fit on a quarter of a tile.
const COIN: f32 = 16.0 * MM;
/// Height of the two sides of a coin, relative to two circles that only touch. The circles overlap
/// to form the fold.
const NECK: f32 = 0.94;
/// Distance between pieces that do not share a cut.
const APART: f32 = 5.0 * MM;

pub(super) fn lay(
    style: Style,
    cutout: &Cutout,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    instructions(style, &mut page, &cutout.how);
    legend(style, &mut page, &cutout.lines);
    match &cutout.pieces {
        Pieces::TenSided(dice) => {
            let faces: Vec<&[PieceMark]> = dice.iter().map(<[_; 10]>::as_slice).collect();
            nets(style, &mut page, &Solid::trapezohedron().unfold(), TEN_SIDED, &faces, |face| {
                face[0]
            })?;
            pages.push(page);
        }
        Pieces::Cubes(dice) => {
            let faces: Vec<&[PieceMark]> = dice.iter().map(<[_; 6]>::as_slice).collect();
            nets(style, &mut page, &Solid::cube().unfold(), CUBE, &faces, edge_middle)?;
            pages.push(page);
        }
        Pieces::Coins(coins) => {
            let pair = Rect { x: 0.0, y: 0.0, width: COIN, height: 2.0 * COIN * NECK };
            in_rows(coins, pair, APART, page, start, pages, &|frame, at, mark| {
                let text = style.lang.fill("tag-coin", &[("value", &described(style, mark))]);
                frame.tagged(Role::Figure(text), |frame| coin(frame, at, mark));
            })?;
        }
        Pieces::Tiles(tiles) => {
            let pair = tile_pair(page.area, tiles.len()).ok_or(TooSmall)?;
            in_rows(tiles, pair, 0.0, page, start, pages, &|frame, at, mark| {
                let text = style.lang.fill("tag-tile", &[("value", &described(style, mark))]);
                frame.tagged(Role::Figure(text), |frame| tile(frame, at, mark));
            })?;
        }
    }
    Ok(())
}

/// Returns the size of the two sides of a tile, next to each other or one above the other, with
/// which tiles need the fewest pages; `None` if no tile fits an area.
fn tile_pair(area: Rect, tiles: usize) -> Option<Rect> {
    let mut best: Option<(usize, Rect)> = None;
    for side in TILES {
        for (width, height) in [(side, 2.0 * side), (2.0 * side, side)] {
            let pair = Rect { x: 0.0, y: 0.0, width, height };
            let Some((columns, rows)) = table(area, pair, 0.0) else { continue };
            let pages = tiles.div_ceil(columns * rows);
            if best.is_none_or(|(fewest, _)| pages < fewest) {
                best = Some((pages, pair));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

pub(super) fn instructions(style: Style, page: &mut PageBuilder, how: &str) {
    let size = style.scaled(10.5).max(MIN_TYPE);
    let PageBuilder { frame, area, .. } = page;
    frame.tagged(Role::Paragraph, |frame| {
        for line in prose::wrap(how, Face::Regular, size, area.width) {
            frame.text(area.x, area.y + size, size, Face::Regular, &line);
            area.y += size * 1.35;
            area.height -= size * 1.35;
        }
    });
}

/// Draws a line of each kind that the pieces have, with its meaning.
pub(super) fn legend(style: Style, page: &mut PageBuilder, lines: &Lines) {
    let size = style.scaled(10.5).max(MIN_TYPE);
    let sample = size * 2.6;
    let gap = size * 0.6;
    let kinds = [
        (LineKind::Cut, Some(&lines.cut)),
        (LineKind::Fold, lines.fold.as_ref()),
        (LineKind::Quarter, lines.quarter.as_ref()),
    ];
    let mut x = page.area.x;
    let mut baseline = page.area.y + size * 1.3;
    for (kind, text) in kinds {
        let Some(text) = text else { continue };
        let width = sample + gap + Face::Regular.width(text, size);
        if x > page.area.x && x + width > page.area.right() {
            x = page.area.x;
            baseline += size * 1.35;
        }
        let middle = baseline - size * CAPITAL / 2.0;
        line(&mut page.frame, kind, [x, middle, x + sample, middle]);
        x = page.frame.text(x + sample + gap, baseline, size, Face::Regular, text) + size * 1.6;
    }
    let height = baseline + size * 1.2 - page.area.y;
    page.area.y += height;
    page.area.height -= height;
}

/// Kind of line on a page of pieces.
#[derive(Clone, Copy)]
pub(super) enum LineKind {
    /// Solid line, to cut along.
    Cut,
    /// Dashed line, to fold along.
    Fold,
    /// Dotted line between the quarters of a tile.
    Quarter,
}

pub(super) fn line(frame: &mut Frame, kind: LineKind, ends: [f32; 4]) {
    match kind {
        LineKind::Cut => frame.lines(CUT, vec![ends]),
        LineKind::Fold => frame.lines(FOLD, dashed(ends)),
        LineKind::Quarter => {
            let [x1, y1, x2, y2] = ends;
            let count = ((x2 - x1).hypot(y2 - y1) / 3.0).round().max(1.0);
            // A line of zero length with round ends is drawn as a dot.
            let dots = (0..=count as u16).map(|n| {
                let x = x1 + (x2 - x1) * f32::from(n) / count;
                let y = y1 + (y2 - y1) * f32::from(n) / count;
                [x, y, x, y]
            });
            let segments = dots.collect();
            frame.items.push(Item::Lines { weight: DOT, round: true, segments });
        }
    }
}

/// Places the same net on a page for each die, rotated and arranged for the largest size. `top`
/// gives the point that the marking of a face is upright towards.
fn nets(
    style: Style,
    page: &mut PageBuilder,
    net: &Net,
    [smallest, largest]: [f32; 2],
    dice: &[&[PieceMark]],
    top: fn(&[Point]) -> Point,
) -> Result<(), TooSmall> {
    let area = page.area;
    // Paper larger than A4 has larger dice.
    let largest = largest * (style.page.width.min(style.page.height) / (210.0 * MM)).max(1.0);
    let mut best: Option<(f32, usize, Net)> = None;
    for turn in 0..12u8 {
        let net = net.turned(PI / 12.0 * f32::from(turn));
        let (low, high) = net.extent();
        for columns in 1..=dice.len() {
            let rows = dice.len().div_ceil(columns);
            let scale = (share(area.width, columns) / (high[0] - low[0]))
                .min(share(area.height, rows) / (high[1] - low[1]))
                .min(largest);
            if best.as_ref().is_none_or(|(found, ..)| scale > found * 1.001) {
                best = Some((scale, columns, net.clone()));
            }
        }
    }
    let (scale, columns, net) = best.filter(|(scale, ..)| *scale >= smallest).ok_or(TooSmall)?;
    let rows = dice.len().div_ceil(columns);
    let (low, high) = net.extent();
    for (n, marks) in dice.iter().enumerate() {
        let column = (n % columns) as f32;
        let row = (n / columns) as f32;
        let centre = [
            area.x + area.width * (column + 0.5) / columns as f32,
            area.y + area.height * (row + 0.5) / rows as f32,
        ];
        let net = net.map(|[x, y]| {
            [
                centre[0] + (x - (low[0] + high[0]) / 2.0) * scale,
                centre[1] - (y - (low[1] + high[1]) / 2.0) * scale,
            ]
        });
        let values: Vec<String> = marks.iter().map(|mark| described(style, mark)).collect();
        let text = style.lang.fill("tag-die", &[("values", &values.join("; "))]);
        page.frame.tagged(Role::Figure(text), |frame| draw_net(frame, &net, marks, top));
    }
    Ok(())
}

/// Returns the share of each of some nets in a length, without the distances between them.
fn share(length: f32, count: usize) -> f32 {
    (length - APART * (count - 1) as f32) / count as f32
}

fn draw_net(frame: &mut Frame, net: &Net, marks: &[PieceMark], top: fn(&[Point]) -> Point) {
    let mut cuts: Vec<[f32; 4]> = net.cuts.iter().copied().map(segment).collect();
    for [a, b, c, d] in net.tabs.iter().copied() {
        cuts.extend([[a, b], [b, c], [c, d]].map(segment));
    }
    frame.lines(CUT, cuts);
    frame.lines(FOLD, net.folds.iter().copied().map(segment).flat_map(dashed).collect());
    for (face, mark) in net.faces.iter().zip(marks) {
        let (centre, radius) = middle(face);
        let towards = top(face);
        let up = (centre[1] - towards[1]).atan2(towards[0] - centre[0]);
        let angle = up - FRAC_PI_2;
        numeral(frame, centre, radius * 1.15, angle, &mark.value);
        if let Some(suit) = mark.suit {
            let (sin, cos) = angle.sin_cos();
            let aside = radius * 0.62;
            let corner =
                [centre[0] + aside * cos - aside * sin, centre[1] - aside * sin - aside * cos];
            frame.lines(EMBLEM, emblem::lines(suit, corner, radius * 0.26, angle));
        }
    }
}

fn edge_middle(face: &[Point]) -> Point {
    [0, 1].map(|n| (face[2][n] + face[3][n]) / 2.0)
}

/// Returns the value and the suit of a mark.
fn described(style: Style, mark: &PieceMark) -> String {
    let suit = mark.suit.map(|suit| suit_name(style.lang, suit));
    std::iter::once(mark.value.clone()).chain(suit).collect::<Vec<_>>().join(", ")
}

/// Draws a value centred on a point, rotated counter-clockwise. Values that could be read upside
/// down are underlined.
fn numeral(frame: &mut Frame, middle: Point, size: f32, angle: f32, value: &str) {
    let half = Face::Bold.width(value, size) / 2.0;
    let (sin, cos) = angle.sin_cos();
    let low = size * CAPITAL / 2.0;
    let line = low + size * 0.14;
    // Distances to the right of the middle of the value, and below it.
    let [start, left, right] = [(-half, low), (-half, line), (half, line)].map(|(right, below)| {
        [middle[0] + right * cos + below * sin, middle[1] - right * sin + below * cos]
    });
    frame.turned(start, angle, size, Face::Bold, value);
    if matches!(value, "6" | "9") {
        frame.lines(size * 0.06, vec![segment([left, right])]);
    }
}

/// Returns the number of columns and rows of pieces that fit into an area; `None` if no piece fits.
fn table(area: Rect, piece: Rect, apart: f32) -> Option<(usize, usize)> {
    let columns = pieces_in(area.width, piece.width, apart);
    let rows = pieces_in(area.height, piece.height, apart);
    // A suit has six pieces. With these numbers of columns, a suit begins a row, or every second
    // suit does.
    let columns = [6, 4, 3, 2, 1].into_iter().find(|&count| count <= columns)?;
    (rows > 0).then_some((columns, rows))
}

/// Returns the number of pieces of a size that fit into a length.
fn pieces_in(length: f32, size: f32, apart: f32) -> usize {
    ((length + apart) / (size + apart) + 1e-3) as usize
}

/// Arranges pieces of one size in rows, on as many pages as needed. Pieces that do not share a cut
/// are spread over the page.
fn in_rows(
    pieces: &[PieceMark],
    piece: Rect,
    apart: f32,
    first: PageBuilder,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
    draw: &dyn Fn(&mut Frame, Rect, &PieceMark),
) -> Result<(), TooSmall> {
    let mut rest = pieces;
    let mut page = Some(first);
    while !rest.is_empty() {
        let mut open = match page.take() {
            Some(page) => page,
            None => start.page(false)?,
        };
        let area = open.area;
        let (columns, rows) = table(area, piece, apart).ok_or(TooSmall)?;
        let (here, later) = rest.split_at(rest.len().min(columns * rows));
        let rows = here.len().div_ceil(columns);
        // Distances before, between and after the pieces are equal, unless the pieces share cuts.
        let mut beside = spread(area.width, piece.width, columns);
        let mut below = spread(area.height, piece.height, rows);
        let mut left = beside;
        let mut top = below;
        if apart <= 0.0 {
            left = beside * (columns + 1) as f32 / 2.0;
            top = below * (rows + 1) as f32 / 2.0;
            beside = 0.0;
            below = 0.0;
        }
        for (n, mark) in here.iter().enumerate() {
            let x = area.x + left + (n % columns) as f32 * (piece.width + beside);
            let y = area.y + top + (n / columns) as f32 * (piece.height + below);
            draw(&mut open.frame, Rect { x, y, ..piece }, mark);
        }
        pages.push(open);
        rest = later;
    }
    Ok(())
}

/// Draws a coin: its two sides, joined at the fold.
fn coin(frame: &mut Frame, at: Rect, mark: &PieceMark) {
    let radius = at.width / 2.0;
    let middles = [[at.x + radius, at.y + radius], [at.x + radius, at.bottom() - radius]];
    // Half the angle of the fold, seen from the middle of a side.
    let neck = ((at.height / 2.0 - radius) / radius).acos();
    for ([x, y], turn) in middles.into_iter().zip([1.0, -1.0]) {
        const STEPS: u8 = 60;
        let step = (2.0 * PI - 2.0 * neck) / f32::from(STEPS);
        let points = (0..=STEPS).map(|n| {
            let angle = neck + step * f32::from(n);
            [x + radius * angle.sin(), y + turn * radius * angle.cos()]
        });
        frame.lines(CUT, path(&points.collect::<Vec<_>>()));
    }
    let half = radius * neck.sin();
    let y = at.y + at.height / 2.0;
    line(frame, LineKind::Fold, [at.x + radius - half, y, at.x + radius + half, y]);
    // The ends far from the fold meet when the coin is folded. Both sides are upright towards them.
    let [value, suit] = middles;
    let x = value[0];
    let inner = radius * 0.66;
    let outer = radius * 0.92;
    let value_tick = [x, value[1] - inner, x, value[1] - outer];
    let suit_tick = [x, suit[1] + inner, x, suit[1] + outer];
    frame.lines(TICK, vec![value_tick, suit_tick]);
    numeral(frame, value, radius * 1.2, 0.0, &mark.value);
    if let Some(emblem) = mark.suit {
        frame.lines(EMBLEM, emblem::lines(emblem, suit, radius * 0.5, PI));
    }
}

/// Draws a tile to fold double: the side with its quarters, and the side with its value and its
/// suit.
fn tile(frame: &mut Frame, at: Rect, mark: &PieceMark) {
    let side = at.width.min(at.height);
    let across = at.width > at.height;
    frame.outline(CUT, at);
    let (quarters, back) = if across {
        line(frame, LineKind::Fold, [at.x + side, at.y, at.x + side, at.bottom()]);
        (Rect { width: side, ..at }, Rect { x: at.x + side, width: side, ..at })
    } else {
        line(frame, LineKind::Fold, [at.x, at.y + side, at.right(), at.y + side]);
        (Rect { height: side, ..at }, Rect { y: at.y + side, height: side, ..at })
    };
    let quarter = side / 2.0;
    let short = quarters.inset(2.5 * MM);
    let x = quarters.x + quarter;
    let y = quarters.y + quarter;
    line(frame, LineKind::Quarter, [x, short.y, x, short.bottom()]);
    line(frame, LineKind::Quarter, [short.x, y, short.right(), y]);
    let inset = quarter * 0.4;
    numeral(frame, [back.x + inset, back.y + inset], quarter * 0.5, 0.0, &mark.value);
    if let Some(suit) = mark.suit {
        let middle = [back.right() - inset, back.y + inset];
        frame.lines(EMBLEM, emblem::lines(suit, middle, quarter * 0.25, 0.0));
    }
}
