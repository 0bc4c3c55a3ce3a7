//! The buildings and tokens of `satellite` to cut out. They fit the mats of the same paper.

use super::cutout::{self, CUT};
use super::satellite_mats::{self, MatPlace, Position, border, sign};
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect};
use crate::paper::MM;
use crate::sheet::satellite::mats::Shape;
use crate::sheet::satellite::pieces::{SatellitePieces, Tokens};
use crate::sheet::{Body, Sheet};
use crate::tag::Role;
use crate::texts::SheetTexts;

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
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let Body::Mats { mats, shapes } = &pieces.board.body else { return Ok(()) };
    let board = PageStart::new(style, sheet, &pieces.board).page(true)?;
    let cell = satellite_mats::cell(style, mats, shapes, board.area).ok_or(TooSmall)?;
    let mut page = start.page(true)?;
    cutout::instructions(style, &mut page, &pieces.how);
    cutout::legend(style, &mut page, &pieces.lines);
    buildings(style, &mut page, shapes, cell)?;
    let side = cell * TOKEN;
    let named = pieces.tokens.iter().all(|tokens| has_room(tokens, side));
    for tokens in &pieces.tokens {
        page = token_rows(style, page, tokens, side, named, start, pages)?;
    }
    pages.push(page);
    Ok(())
}

/// Returns the number of columns and rows that a building covers.
fn extent(shape: &Shape) -> (f32, f32) {
    let columns = shape.pattern.iter().map(|sector| sector.1).max().unwrap_or(0) + 1;
    let rows = shape.pattern.iter().map(|sector| sector.0).max().unwrap_or(0) + 1;
    (f32::from(columns), f32::from(rows))
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
    let mut row_height = 0.0_f32;
    for shape in shapes {
        let (width, height) = extent(shape);
        let width = width * cell;
        let height = height * cell;
        if x > area.x && x + width > area.right() {
            x = area.x;
            y = y + row_height + APART;
            row_height = 0.0;
        }
        if x + width > area.right() || y + height > area.bottom() {
            return Err(TooSmall);
        }
        let text = satellite_mats::described(style, shape);
        page.frame
            .tagged(Role::Figure(text), |frame| building(style, frame, shape, cell, [x, y]))?;
        x += width + APART;
        row_height = row_height.max(height);
    }
    let end = y + row_height + APART;
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
    let sectors: Vec<Position> =
        shape.pattern.iter().map(|&(row, column)| (row.into(), column.into())).collect();
    let at = MatPlace { x, y, cell };
    frame.lines(CUT, border(&sectors, at, 0.0));
    let mut notches = Vec::new();
    for &(row, column) in &sectors {
        let square = at.square((row, column));
        let notch = cell * NOTCH.1;
        if sectors.contains(&(row, column + 1)) {
            let x = square.right();
            notches.push([x, square.y, x, square.y + notch]);
            notches.push([x, square.bottom() - notch, x, square.bottom()]);
        }
        if sectors.contains(&(row + 1, column)) {
            let y = square.bottom();
            notches.push([square.x, y, square.x + notch, y]);
            notches.push([square.right() - notch, y, square.right(), y]);
        }
    }
    frame.lines(NOTCH.0, notches);
    let longest = longest_row(&sectors);
    let squares =
        sectors.iter().filter(|(row, _)| *row == longest).map(|&sector| at.square(sector));
    let left = squares.clone().map(|square| square.x).fold(f32::MAX, f32::min);
    let right = squares.map(|square| square.right()).fold(f32::MIN, f32::max);
    let mut size = style.scaled(10.0).max(MIN_TYPE);
    while Face::Regular.width(&shape.name, size) > right - left - CUT * 2.0 && size > MIN_TYPE {
        size = (size * 0.97).max(MIN_TYPE);
    }
    if Face::Regular.width(&shape.name, size) > right - left - CUT {
        return Err(TooSmall);
    }
    let baseline = at.square((longest, 0)).y + (cell + size * CAPITAL) / 2.0;
    frame.centred((left + right) / 2.0, baseline, size, Face::Regular, &shape.name);
    Ok(())
}

/// Returns the row with the most sectors, the first of them if there are several.
fn longest_row(sectors: &[Position]) -> i16 {
    let mut longest = 0;
    let mut max_sectors = 0;
    for &(row, _) in sectors {
        let count = sectors.iter().filter(|sector| sector.0 == row).count();
        if count > max_sectors {
            longest = row;
            max_sectors = count;
        }
    }
    longest
}

/// Draws tokens below their title, with their names if `named`, on as many pages as needed. Returns
/// the last page.
fn token_rows(
    style: Style,
    mut page: PageBuilder,
    tokens: &Tokens,
    side: f32,
    named: bool,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<PageBuilder, TooSmall> {
    let size = style.scaled(10.5).max(MIN_TYPE);
    let head = size * 1.7;
    let mut left = tokens.count;
    while left > 0 {
        let columns = tokens_in(page.area.width, side);
        let rows = tokens_in(page.area.height - head, side);
        if columns * rows == 0 {
            let next = start.page(false)?;
            if tokens_in(next.area.width, side) * tokens_in(next.area.height - head, side) == 0 {
                return Err(TooSmall);
            }
            pages.push(std::mem::replace(&mut page, next));
            continue;
        }
        let area = page.area;
        page.frame.tagged(Role::Heading(2), |frame| {
            frame.text(area.x, area.y + size, size, Face::Bold, &tokens.title);
        });
        let count = left.min(columns * rows);
        let top = area.y + head;
        let text =
            style.lang.fill("tag-tokens", &[("name", &tokens.name), ("count", &count.to_string())]);
        page.frame.tagged(Role::Figure(text), |frame| {
            cut_lines(frame, [area.x, top], side, columns, count);
            for n in 0..count {
                let column = (n % columns) as f32;
                let row = (n / columns) as f32;
                let corner = [area.x + column * side, top + row * side];
                token(frame, tokens, named, corner, side);
            }
        });
        left -= count;
        let end = top + count.div_ceil(columns) as f32 * side + APART;
        page.area = Rect { y: end, height: area.bottom() - end, ..area };
    }
    Ok(page)
}

/// Returns the number of tokens that fit into a length.
fn tokens_in(length: f32, side: f32) -> usize {
    (length / side + 1e-3).max(0.0) as usize
}

/// Draws the lines to cut along between squares in rows. Neighbours share a cut.
fn cut_lines(frame: &mut Frame, [x, y]: [f32; 2], side: f32, columns: usize, count: usize) {
    let full = count / columns;
    let rest = count % columns;
    let widest = if full > 0 { columns } else { rest };
    let across = (0..=count.div_ceil(columns)).map(|row| {
        let y = y + row as f32 * side;
        let squares = if row <= full { widest } else { rest };
        [x, y, x + squares as f32 * side, y]
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
    (side * 0.27).max(MIN_TYPE)
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
