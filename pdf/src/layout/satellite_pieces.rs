//! The buildings and tokens of `satellite` to cut out. They fit the mats of the same paper.

use super::cutout::{self, CUT};
use super::satellite_mats::{self, border, sign};
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall, begin};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect};
use crate::paper::MM;
use crate::sheet::satellite::mats::Shape;
use crate::sheet::satellite::pieces::{SatellitePieces, Tokens};
use crate::sheet::{Body, Sheet};
use crate::tag::Role;

/// Distance between buildings.
const APART: f32 = 3.5 * MM;
/// Side of a token, in sectors. A token lies within a sector.
const TOKEN: f32 = 0.9;
/// Weight and length, in sectors, of the marks between the sectors of a building.
const NOTCH: (f32, f32) = (0.55, 0.14);

pub(super) fn lay(
    style: Style,
    sheet: &Sheet,
    pieces: &SatellitePieces,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let Body::Mats { mats, shapes } = &pieces.board.body else { return Ok(()) };
    let board = begin(style, sheet, &pieces.board, true)?;
    let cell = satellite_mats::cell(style, mats, shapes, board.area).ok_or(TooSmall)?;
    let mut page = start(true)?;
    cutout::instructions(style, &mut page, &pieces.how);
    cutout::legend(style, &mut page, &pieces.lines);
    buildings(style, &mut page, shapes, cell)?;
    let side = cell * TOKEN;
    let named = pieces.tokens.iter().all(|tokens| has_room(tokens, side));
    for tokens in &pieces.tokens {
        let draw = |frame: &mut Frame, at: [f32; 2]| token(frame, tokens, named, at, side);
        page = token_rows(style, page, tokens, side, &draw, start, pages)?;
    }
    pages.push(page);
    Ok(())
}

/// Returns the number of columns and rows that a building covers.
fn extent(shape: &Shape) -> (f32, f32) {
    let most =
        |of: fn(&(i8, i8)) -> i8| f32::from(shape.pattern.iter().map(of).max().unwrap_or(0) + 1);
    (most(|at| at.1), most(|at| at.0))
}

/// Draws the buildings in rows at the top of a page.
fn buildings(
    style: Style,
    page: &mut PageBuilder,
    shapes: &[Shape],
    cell: f32,
) -> Result<(), TooSmall> {
    let area = page.area;
    let mut x = area.x;
    let mut y = area.y;
    let mut high = 0.0_f32;
    for shape in shapes {
        let (width, height) = extent(shape);
        let width = width * cell;
        let height = height * cell;
        if x > area.x && x + width > area.right() {
            (x, y, high) = (area.x, y + high + APART, 0.0);
        }
        if x + width > area.right() || y + height > area.bottom() {
            return Err(TooSmall);
        }
        let text = satellite_mats::described(style, shape);
        page.frame
            .tagged(Role::Figure(text), |frame| building(style, frame, shape, cell, [x, y]))?;
        x += width + APART;
        high = high.max(height);
    }
    let end = y + high + APART;
    page.area = Rect { y: end, height: area.bottom() - end, ..area };
    Ok(())
}

/// Draws a building with its name in its longest row.
fn building(
    style: Style,
    frame: &mut Frame,
    shape: &Shape,
    cell: f32,
    [x, y]: [f32; 2],
) -> Result<(), TooSmall> {
    let sectors: Vec<(i16, i16)> =
        shape.pattern.iter().map(|&(row, column)| (row.into(), column.into())).collect();
    let square = |(row, column): (i16, i16)| Rect {
        x: x + f32::from(column) * cell,
        y: y + f32::from(row) * cell,
        width: cell,
        height: cell,
    };
    frame.lines(CUT, border(&sectors, square, 0.0));
    let mut notches = Vec::new();
    for &at in &sectors {
        let to = square(at);
        let notch = cell * NOTCH.1;
        if sectors.contains(&(at.0, at.1 + 1)) {
            let x = to.right();
            notches.extend([[x, to.y, x, to.y + notch], [x, to.bottom() - notch, x, to.bottom()]]);
        }
        if sectors.contains(&(at.0 + 1, at.1)) {
            let y = to.bottom();
            notches.extend([[to.x, y, to.x + notch, y], [to.right() - notch, y, to.right(), y]]);
        }
    }
    frame.lines(NOTCH.0, notches);
    let row = |row: i16| sectors.iter().filter(move |at| at.0 == row).map(|&at| square(at));
    let count = |of: &i16| row(*of).count();
    let rows = sectors.iter().map(|at| at.0);
    let longest = rows.reduce(|a, b| if count(&b) > count(&a) { b } else { a }).unwrap_or(0);
    let left = row(longest).map(|at| at.x).fold(f32::MAX, f32::min);
    let right = row(longest).map(|at| at.right()).fold(f32::MIN, f32::max);
    let mut size = style.scaled(10.0).max(LEAST_TYPE);
    while Face::Regular.width(&shape.name, size) > right - left - CUT * 2.0 && size > LEAST_TYPE {
        size = (size * 0.97).max(LEAST_TYPE);
    }
    if Face::Regular.width(&shape.name, size) > right - left - CUT {
        return Err(TooSmall);
    }
    let baseline = square((longest, 0)).y + (cell + size * CAPITAL) / 2.0;
    frame.centred((left + right) / 2.0, baseline, size, Face::Regular, &shape.name);
    Ok(())
}

/// Draws tokens below their title, on as many pages as needed. Returns the last page.
fn token_rows(
    style: Style,
    mut page: PageBuilder,
    tokens: &Tokens,
    side: f32,
    draw: &impl Fn(&mut Frame, [f32; 2]),
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<PageBuilder, TooSmall> {
    let size = style.scaled(10.5).max(LEAST_TYPE);
    let head = size * 1.7;
    let fit = |length: f32| (length / side + 1e-3).max(0.0) as usize;
    let mut left = tokens.count;
    while left > 0 {
        let columns = fit(page.area.width);
        let rows = fit(page.area.height - head);
        if columns * rows == 0 {
            let next = start(false)?;
            if fit(next.area.width) * fit(next.area.height - head) == 0 {
                return Err(TooSmall);
            }
            pages.push(std::mem::replace(&mut page, next));
            continue;
        }
        let area = page.area;
        page.frame.tagged(Role::Heading(2), |frame| {
            frame.text(area.x, area.y + size, size, Face::Bold, &tokens.title);
        });
        let here = left.min(columns * rows);
        let top = area.y + head;
        let text =
            style.lang.fill("tag-tokens", &[("name", &tokens.name), ("count", &here.to_string())]);
        page.frame.tagged(Role::Figure(text), |frame| {
            cut_lines(frame, [area.x, top], side, columns, here);
            for n in 0..here {
                let column = (n % columns) as f32;
                let row = (n / columns) as f32;
                draw(frame, [area.x + column * side, top + row * side]);
            }
        });
        left -= here;
        let end = top + here.div_ceil(columns) as f32 * side + APART;
        page.area = Rect { y: end, height: area.bottom() - end, ..area };
    }
    Ok(page)
}

/// Draws the lines to cut along between squares in rows. Neighbours share a cut.
fn cut_lines(frame: &mut Frame, [x, y]: [f32; 2], side: f32, columns: usize, count: usize) {
    let full = count / columns;
    let rest = count % columns;
    let widest = if full > 0 { columns } else { rest };
    let width = |row: usize| (if row <= full { widest } else { rest }) as f32 * side;
    let across = (0..=count.div_ceil(columns)).map(|row| {
        let y = y + row as f32 * side;
        [x, y, x + width(row), y]
    });
    let down = (0..=widest).map(|column| {
        let rows = full + usize::from(rest > 0 && column <= rest);
        let x = x + column as f32 * side;
        [x, y, x, y + rows as f32 * side]
    });
    frame.lines(CUT, across.chain(down).collect());
}

/// Returns the size of type on a token.
fn name_size(side: f32) -> f32 {
    (side * 0.27).max(LEAST_TYPE)
}

/// Returns true if a token has room for its sign and its name.
fn has_room(tokens: &Tokens, side: f32) -> bool {
    let size = name_size(side);
    side > size * 2.6 && Face::Regular.width(&tokens.name, size) < side - CUT * 3.0
}

/// Draws a token: its sign, and its name below if the tokens have room for names.
fn token(frame: &mut Frame, tokens: &Tokens, named: bool, [x, y]: [f32; 2], side: f32) {
    let middle = x + side / 2.0;
    let (unit, at) = if named { (side * 0.72, 0.33) } else { (side, 0.5) };
    frame.items.extend(sign(tokens.hit, unit, [middle, y + side * at]));
    if named {
        let size = name_size(side);
        frame.centred(middle, y + side - size * 0.38, size, Face::Regular, &tokens.name);
    }
}
