//! Pieces to cut out: nets of dice, and coins and tiles to fold double.

use std::f32::consts::{FRAC_PI_2, PI};

use super::net::{Net, Point, Solid, middle};
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall, emblem, prose};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect, dashed};
use crate::paper::MM;
use crate::sheet::cutout::{Cutout, Lines, PieceMark, Pieces};
use crate::sheet::solo::suit_name;
use crate::tag::Role;

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
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start(true)?;
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
            let pair = |side: f32, across: bool| Rect {
                x: 0.0,
                y: 0.0,
                width: if across { 2.0 * side } else { side },
                height: if across { side } else { 2.0 * side },
            };
            let pairs =
                TILES.into_iter().flat_map(|side| [false, true].map(|across| pair(side, across)));
            let count =
                |pair: &Rect| table(page.area, *pair, 0.0).map(|(columns, rows)| columns * rows);
            let best = pairs.filter_map(|pair| Some((tiles.len().div_ceil(count(&pair)?), pair)));
            let (_, best) = best.reduce(|a, b| if b.0 < a.0 { b } else { a }).ok_or(TooSmall)?;
            in_rows(tiles, best, 0.0, page, start, pages, &|frame, at, mark| {
                let text = style.lang.fill("tag-tile", &[("value", &described(style, mark))]);
                frame.tagged(Role::Figure(text), |frame| tile(frame, at, mark));
            })?;
        }
    }
    Ok(())
}

/// Writes how to make the pieces.
pub(super) fn instructions(style: Style, page: &mut PageBuilder, how: &str) {
    let size = style.scaled(10.5).max(LEAST_TYPE);
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
    let size = style.scaled(10.5).max(LEAST_TYPE);
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
            (x, baseline) = (page.area.x, baseline + size * 1.35);
        }
        let middle = baseline - size * CAPITAL / 2.0;
        line(&mut page.frame, kind, [x, middle, x + sample, middle]);
        x = page.frame.text(x + sample + gap, baseline, size, Face::Regular, text) + size * 1.6;
    }
    let taken = baseline + size * 1.2 - page.area.y;
    page.area.y += taken;
    page.area.height -= taken;
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

/// Draws a line of a kind.
pub(super) fn line(frame: &mut Frame, kind: LineKind, ends: [f32; 4]) {
    match kind {
        LineKind::Cut => frame.lines(CUT, vec![ends]),
        LineKind::Fold => frame.lines(FOLD, dashed(ends)),
        LineKind::Quarter => {
            let [x1, y1, x2, y2] = ends;
            let count = ((x2 - x1).hypot(y2 - y1) / 3.0).round().max(1.0);
            // A line of zero length with round ends is drawn as a dot.
            let dot = |n: u16| {
                let x = x1 + (x2 - x1) * f32::from(n) / count;
                let y = y1 + (y2 - y1) * f32::from(n) / count;
                [x, y, x, y]
            };
            let segments = (0..=count as u16).map(dot).collect();
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
    [least, most]: [f32; 2],
    dice: &[&[PieceMark]],
    top: fn(&[Point]) -> Point,
) -> Result<(), TooSmall> {
    let area = page.area;
    // Paper larger than A4 has larger dice.
    let most = most * (style.page.width.min(style.page.height) / (210.0 * MM)).max(1.0);
    let mut best: Option<(f32, usize, Net)> = None;
    for turn in 0..12u8 {
        let net = net.turned(PI / 12.0 * f32::from(turn));
        let (low, high) = net.extent();
        for columns in 1..=dice.len() {
            let rows = dice.len().div_ceil(columns);
            let room =
                |length: f32, count: usize| (length - APART * (count - 1) as f32) / count as f32;
            let scale = (room(area.width, columns) / (high[0] - low[0]))
                .min(room(area.height, rows) / (high[1] - low[1]))
                .min(most);
            if best.as_ref().is_none_or(|(found, ..)| scale > found * 1.001) {
                best = Some((scale, columns, net.clone()));
            }
        }
    }
    let (scale, columns, net) = best.filter(|(scale, ..)| *scale >= least).ok_or(TooSmall)?;
    let rows = dice.len().div_ceil(columns);
    let (low, high) = net.extent();
    for (n, marks) in dice.iter().enumerate() {
        let column = (n % columns) as f32;
        let row = (n / columns) as f32;
        let place = |at: f32, count: usize, from: f32, length: f32| {
            from + length * (at + 0.5) / count as f32
        };
        let centre =
            [place(column, columns, area.x, area.width), place(row, rows, area.y, area.height)];
        let to = |[x, y]: Point| {
            [
                centre[0] + (x - (low[0] + high[0]) / 2.0) * scale,
                centre[1] - (y - (low[1] + high[1]) / 2.0) * scale,
            ]
        };
        let values: Vec<String> = marks.iter().map(|mark| described(style, mark)).collect();
        let text = style.lang.fill("tag-die", &[("values", &values.join("; "))]);
        let net = net.map(to);
        page.frame.tagged(Role::Figure(text), |frame| draw_net(frame, &net, marks, top));
    }
    Ok(())
}

fn draw_net(frame: &mut Frame, net: &Net, marks: &[PieceMark], top: fn(&[Point]) -> Point) {
    let line = |[from, to]: [Point; 2]| [from[0], from[1], to[0], to[1]];
    let sides = |tab: &[Point; 4]| [0, 1, 2].map(|n| line([tab[n], tab[n + 1]]));
    frame.lines(
        CUT,
        net.cuts.iter().copied().map(line).chain(net.tabs.iter().flat_map(sides)).collect(),
    );
    frame.lines(FOLD, net.folds.iter().copied().map(line).flat_map(dashed).collect());
    for (face, mark) in net.faces.iter().zip(marks) {
        let (centre, radius) = middle(face);
        let towards = top(face);
        let up = (centre[1] - towards[1]).atan2(towards[0] - centre[0]);
        let angle = up - FRAC_PI_2;
        numeral(frame, centre, radius * 1.15, angle, &mark.value);
        if let Some(suit) = mark.suit {
            let (sin, cos) = angle.sin_cos();
            let dx = radius * 0.62;
            let dy = radius * 0.62;
            let corner = [centre[0] + dx * cos - dy * sin, centre[1] - dx * sin - dy * cos];
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
    // Returns the point at a distance to the right of and below the middle of the value.
    let at = |right: f32, below: f32| {
        [middle[0] + right * cos + below * sin, middle[1] - right * sin + below * cos]
    };
    let low = size * CAPITAL / 2.0;
    frame.turned(at(-half, low), angle, size, Face::Bold, value);
    if matches!(value, "6" | "9") {
        let [x1, y1] = at(-half, low + size * 0.14);
        let [x2, y2] = at(half, low + size * 0.14);
        frame.lines(size * 0.06, vec![[x1, y1, x2, y2]]);
    }
}

/// Returns the number of columns and rows of pieces that fit into an area; `None` if no piece fits.
fn table(area: Rect, piece: Rect, apart: f32) -> Option<(usize, usize)> {
    let fit = |length: f32, of: f32| ((length + apart) / (of + apart) + 1e-3) as usize;
    let columns = fit(area.width, piece.width);
    let rows = fit(area.height, piece.height);
    // A suit has six pieces. With these numbers of columns, a suit begins a row, or every second
    // suit does.
    let columns = [6, 4, 3, 2, 1].into_iter().find(|&count| count <= columns)?;
    (rows > 0).then_some((columns, rows))
}

/// Arranges pieces of one size in rows, on as many pages as needed. Pieces that do not share a cut
/// are spread over the page.
fn in_rows(
    pieces: &[PieceMark],
    piece: Rect,
    apart: f32,
    first: PageBuilder,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
    draw: &dyn Fn(&mut Frame, Rect, &PieceMark),
) -> Result<(), TooSmall> {
    let mut rest = pieces;
    let mut page = Some(first);
    while !rest.is_empty() {
        let mut open = match page.take() {
            Some(page) => page,
            None => start(false)?,
        };
        let area = open.area;
        let (columns, rows) = table(area, piece, apart).ok_or(TooSmall)?;
        let (here, later) = rest.split_at(rest.len().min(columns * rows));
        let rows = here.len().div_ceil(columns);
        // Distances before, between and after the pieces are equal, unless the pieces share cuts.
        let gap =
            |length: f32, of: f32, count: usize| (length - of * count as f32) / (count + 1) as f32;
        let beside = gap(area.width, piece.width, columns);
        let below = gap(area.height, piece.height, rows);
        let left = if apart > 0.0 { beside } else { beside * (columns + 1) as f32 / 2.0 };
        let top = if apart > 0.0 { below } else { below * (rows + 1) as f32 / 2.0 };
        let (beside, below) = if apart > 0.0 { (beside, below) } else { (0.0, 0.0) };
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
        let point = |n: u8| {
            let angle = neck + step * f32::from(n);
            [x + radius * angle.sin(), y + turn * radius * angle.cos()]
        };
        let piece = |n| {
            let [ax, ay] = point(n);
            let [bx, by] = point(n + 1);
            [ax, ay, bx, by]
        };
        frame.lines(CUT, (0..STEPS).map(piece).collect());
    }
    let half = radius * neck.sin();
    let y = at.y + at.height / 2.0;
    line(frame, LineKind::Fold, [at.x + radius - half, y, at.x + radius + half, y]);
    // The ends far from the fold meet when the coin is folded. Both sides are upright towards them.
    let [value, suit] = middles;
    let tick = |middle: f32, up: f32| {
        [value[0], middle - up * radius * 0.66, value[0], middle - up * radius * 0.92]
    };
    frame.lines(TICK, vec![tick(value[1], 1.0), tick(suit[1], -1.0)]);
    numeral(frame, value, radius * 1.2, 0.0, &mark.value);
    if let Some(of) = mark.suit {
        frame.lines(EMBLEM, emblem::lines(of, suit, radius * 0.5, PI));
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
