//! Pieces to cut out: nets of dice, coins to fold double, tiles.

use std::f32::consts::{FRAC_PI_2, PI};

use super::net::{Net, Point, Solid, middle};
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall, emblem, prose};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect, dashed};
use crate::paper::MM;
use crate::sheet::cutout::{Cutout, Mark, Pieces};

/// Weight of the lines to cut along, and of the lines to fold along.
const CUT: f32 = 0.9;
const FOLD: f32 = 0.5;
const EMBLEM: f32 = 0.8;

/// Smallest and largest unit of a net: the radius of the ring of a ten-sided die, the edge of a cube.
const TEN_SIDED: [f32; 2] = [11.0 * MM, 19.0 * MM];
const CUBE: [f32; 2] = [12.0 * MM, 20.0 * MM];
/// Side of a tile, and diameter of a coin, which must fit on a quarter of a tile.
const TILE: f32 = 48.0 * MM;
const COIN: f32 = 16.0 * MM;
/// Height of the two sides of a coin, relative to two circles that only touch. The circles overlap to form the fold.
const NECK: f32 = 0.98;
/// Distance between pieces that do not share a cut.
const APART: f32 = 5.0 * MM;

pub(super) fn lay(
    style: Style,
    cutout: &Cutout,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start(true)?;
    let size = style.scaled(10.5).max(LEAST_TYPE);
    for line in prose::wrap(&cutout.how, Face::Regular, size, page.area.width) {
        page.frame.text(page.area.x, page.area.y + size, size, Face::Regular, &line);
        page.area.y += size * 1.35;
        page.area.height -= size * 1.35;
    }
    page.area.y += size;
    page.area.height -= size;
    match &cutout.pieces {
        Pieces::TenSided(dice) => {
            let faces: Vec<&[Mark]> = dice.iter().map(<[_; 10]>::as_slice).collect();
            nets(&mut page, &Solid::trapezohedron().unfold(), TEN_SIDED, &faces, |face| face[0])?;
            pages.push(page);
        }
        Pieces::Cubes(dice) => {
            let faces: Vec<&[Mark]> = dice.iter().map(<[_; 6]>::as_slice).collect();
            nets(&mut page, &Solid::cube().unfold(), CUBE, &faces, edge_middle)?;
            pages.push(page);
        }
        Pieces::Coins(coins) => {
            let pair = Rect { x: 0.0, y: 0.0, width: COIN, height: 2.0 * COIN * NECK };
            in_rows(coins, pair, APART, page, start, pages, coin)?;
        }
        Pieces::Tiles(tiles) => {
            let square = Rect { x: 0.0, y: 0.0, width: TILE, height: TILE };
            in_rows(tiles, square, 0.0, page, start, pages, tile)?;
        }
    }
    Ok(())
}

/// Places the same net on a page for each die, rotated and arranged for the largest size. `top` gives the point that
/// the marking of a face is upright towards.
fn nets(
    page: &mut PageBuilder,
    net: &Net,
    [least, most]: [f32; 2],
    dice: &[&[Mark]],
    top: fn(&[Point]) -> Point,
) -> Result<(), TooSmall> {
    let area = page.area;
    let mut best: Option<(f32, usize, Net)> = None;
    for turn in 0..12u8 {
        let net = net.turned(PI / 12.0 * f32::from(turn));
        let (low, high) = net.extent();
        for columns in 1..=dice.len() {
            let rows = dice.len().div_ceil(columns);
            let room = |length: f32, count: usize| (length - APART * (count - 1) as f32) / count as f32;
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
        let (column, row) = ((n % columns) as f32, (n / columns) as f32);
        let place = |at: f32, count: usize, from: f32, length: f32| from + length * (at + 0.5) / count as f32;
        let centre = [place(column, columns, area.x, area.width), place(row, rows, area.y, area.height)];
        let to = |[x, y]: Point| {
            [
                centre[0] + (x - (low[0] + high[0]) / 2.0) * scale,
                centre[1] - (y - (low[1] + high[1]) / 2.0) * scale,
            ]
        };
        draw_net(&mut page.frame, &net.map(to), marks, top);
    }
    Ok(())
}

fn draw_net(frame: &mut Frame, net: &Net, marks: &[Mark], top: fn(&[Point]) -> Point) {
    let line = |[from, to]: [Point; 2]| [from[0], from[1], to[0], to[1]];
    let sides = |tab: &[Point; 4]| [0, 1, 2].map(|n| line([tab[n], tab[n + 1]]));
    frame.lines(CUT, net.cuts.iter().copied().map(line).chain(net.tabs.iter().flat_map(sides)).collect());
    frame.lines(FOLD, net.folds.iter().copied().map(line).flat_map(dashed).collect());
    for (face, mark) in net.faces.iter().zip(marks) {
        let (centre, radius) = middle(face);
        let towards = top(face);
        let up = (centre[1] - towards[1]).atan2(towards[0] - centre[0]);
        let angle = up - FRAC_PI_2;
        numeral(frame, centre, radius * 1.15, angle, &mark.value);
        if let Some(suit) = mark.suit {
            let (sin, cos) = angle.sin_cos();
            let (dx, dy) = (radius * 0.62, radius * 0.62);
            let corner = [centre[0] + dx * cos - dy * sin, centre[1] - dx * sin - dy * cos];
            frame.lines(EMBLEM, emblem::lines(suit, corner, radius * 0.26, angle));
        }
    }
}

fn edge_middle(face: &[Point]) -> Point {
    [0, 1].map(|n| (face[2][n] + face[3][n]) / 2.0)
}

/// Draws a value centred on a point, rotated counter-clockwise. Values that could be read upside down are underlined.
fn numeral(frame: &mut Frame, middle: Point, size: f32, angle: f32, value: &str) {
    if value.is_empty() {
        return;
    }
    let half = Face::Bold.width(value, size) / 2.0;
    let (sin, cos) = angle.sin_cos();
    // Returns the point at a distance to the right of and below the middle of the value.
    let at = |right: f32, below: f32| {
        [middle[0] + right * cos + below * sin, middle[1] - right * sin + below * cos]
    };
    let low = size * CAPITAL / 2.0;
    frame.turned(at(-half, low), angle, size, Face::Bold, value);
    if matches!(value, "6" | "9") {
        let ([x1, y1], [x2, y2]) = (at(-half, low + size * 0.14), at(half, low + size * 0.14));
        frame.lines(size * 0.06, vec![[x1, y1, x2, y2]]);
    }
}

/// Arranges pieces of one size in rows, on as many pages as needed.
fn in_rows(
    pieces: &[Mark],
    piece: Rect,
    apart: f32,
    first: PageBuilder,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
    draw: fn(&mut Frame, Rect, &Mark),
) -> Result<(), TooSmall> {
    let fit = |length: f32, of: f32| ((length + apart) / (of + apart) + 1e-3) as usize;
    let mut rest = pieces;
    let mut page = Some(first);
    while !rest.is_empty() {
        let mut open = match page.take() {
            Some(page) => page,
            None => start(false)?,
        };
        let (columns, rows) = (fit(open.area.width, piece.width), fit(open.area.height, piece.height));
        if columns == 0 || rows == 0 {
            return Err(TooSmall);
        }
        // A suit has six pieces, so a row of 6, 3, 2 or 1 keeps suits aligned with rows.
        let columns = [6, 3, 2, 1].into_iter().find(|&count| count <= columns).unwrap_or(1);
        let (here, later) = rest.split_at(rest.len().min(columns * rows));
        let width = columns as f32 * (piece.width + apart) - apart;
        for (n, mark) in here.iter().enumerate() {
            let left = open.area.x + (open.area.width - width) / 2.0;
            let x = left + (n % columns) as f32 * (piece.width + apart);
            let y = open.area.y + (n / columns) as f32 * (piece.height + apart);
            draw(&mut open.frame, Rect { x, y, ..piece }, mark);
        }
        pages.push(open);
        rest = later;
    }
    Ok(())
}

/// Draws a coin: its two sides, joined at the fold.
fn coin(frame: &mut Frame, at: Rect, mark: &Mark) {
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
            let ([ax, ay], [bx, by]) = (point(n), point(n + 1));
            [ax, ay, bx, by]
        };
        frame.lines(CUT, (0..STEPS).map(piece).collect());
    }
    let (half, y) = (radius * neck.sin(), at.y + at.height / 2.0);
    frame.lines(FOLD, dashed([at.x + radius - half, y, at.x + radius + half, y]));
    numeral(frame, middles[0], radius * 1.2, 0.0, &mark.value);
    if let Some(suit) = mark.suit {
        frame.lines(EMBLEM, emblem::lines(suit, middles[1], radius * 0.55, 0.0));
    }
}

/// Draws a tile with its quarters. Value and suit are in two of them.
fn tile(frame: &mut Frame, at: Rect, mark: &Mark) {
    let quarter = at.width / 2.0;
    frame.outline(CUT, at);
    let (x, y) = (at.x + quarter, at.y + quarter);
    frame.lines(0.3, vec![[x, at.y, x, at.bottom()], [at.x, y, at.right(), y]]);
    let inset = quarter * 0.28;
    numeral(frame, [at.x + inset, at.y + inset], quarter * 0.34, 0.0, &mark.value);
    if let Some(suit) = mark.suit {
        let middle = [at.right() - inset, at.y + inset];
        frame.lines(EMBLEM, emblem::lines(suit, middle, quarter * 0.17, 0.0));
    }
}
