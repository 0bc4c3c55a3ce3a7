//! The grid of a map: axes, lines, phones, and the marks of a player.

use broadside_engine::grid::Cell;

use super::fleet::cross;
use super::{MIN_TYPE, Style, land};
use crate::font::{CAPITAL, Face, X_HEIGHT};
use crate::frame::{Frame, Item, Rect, Run};
use crate::sheet::map::{Map, Mark, Ship};
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Width of the axes, in cells.
pub(super) const AXIS: f32 = 0.7;

/// Position of a grid and size of its cells.
#[derive(Clone, Copy)]
pub(super) struct GridPlace {
    /// Left edge of column A.
    pub(super) x: f32,
    /// Upper edge of row 1.
    pub(super) y: f32,
    pub(super) cell: f32,
}

impl GridPlace {
    pub(super) fn square(self, cell: Cell) -> Rect {
        let column = f32::from(cell.column());
        let row = f32::from(cell.row());
        let side = self.cell;
        Rect { x: self.x + column * side, y: self.y + row * side, width: side, height: side }
    }
}

/// Draws the whole grid of a map, as a table with a row for each row of cells.
pub(super) fn draw(style: Style, frame: &mut Frame, map: &Map, at: GridPlace) {
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            letters(frame, map, at, at.y - at.cell * AXIS);
        });
        for row in 0..map.grid.rows() {
            line_of_cells(style, frame, map, at, row);
        }
    });
    frame.tagged(Role::Artifact, |frame| {
        letters(frame, map, at, at.y + f32::from(map.grid.rows()) * at.cell);
        rule(frame, map, at);
    });
    land::draw(style, frame, map, at);
    for ship in &map.ships {
        let ends = [("first", &*ship.first.to_string()), ("last", &*ship.last.to_string())];
        let text = style.lang.fill(if ship.sunk { "tag-ship-sunk" } else { "tag-ship" }, &ends);
        frame.tagged(Role::Figure(text), |frame| outline(frame, ship, at, !map.phones.is_empty()));
    }
}

/// Draws the ships, labels and shots of a map of one cell, without its lines.
pub(super) fn draw_sample(style: Style, frame: &mut Frame, map: &Map, at: GridPlace) {
    for ship in &map.ships {
        outline(frame, ship, at, !map.phones.is_empty());
    }
    for cell in map.grid.cells() {
        draw_marks(style, frame, map, at, cell);
    }
}

/// Draws the labels and shots of a cell.
fn draw_marks(style: Style, frame: &mut Frame, map: &Map, at: GridPlace, cell: Cell) {
    for label in map.labels.iter().filter(|label| label.cell == cell) {
        if label.out {
            let text = style.lang.fill("tag-out", &[("label", &label.text)]);
            frame.tagged(Role::Figure(text), |frame| land::label(frame, label, at));
        } else {
            land::label(frame, label, at);
        }
    }
    for shot in map.shots.iter().filter(|shot| shot.cell == cell) {
        let written = map.labels.iter().any(|label| label.corner && label.cell == cell);
        let in_corner = written || !map.phones.is_empty();
        let square = at.square(cell);
        let key = match shot.mark {
            Mark::Shot => Some("tag-shot"),
            Mark::Hit => Some("tag-hit"),
            Mark::Round(_) => None,
        };
        match key {
            Some(key) => frame.tagged(Role::Figure(style.lang.text(key)), |frame| {
                mark(frame, square, shot.mark, in_corner);
            }),
            None => mark(frame, square, shot.mark, in_corner),
        }
    }
}

fn axis_size(cell: f32) -> f32 {
    (cell * 0.44).min((cell * 0.3).max(17.0))
}

/// Draws the letters above or below the grid.
fn letters(frame: &mut Frame, map: &Map, at: GridPlace, top: f32) {
    let size = axis_size(at.cell);
    let baseline = top + (at.cell * AXIS + size * CAPITAL) / 2.0;
    for column in 0..map.grid.columns() {
        let letter = char::from(b'A' + column).to_string();
        let middle = at.x + (f32::from(column) + 0.5) * at.cell;
        frame.tagged(Role::ColumnHeader, |frame| {
            frame.centred(middle, baseline, size, Face::Bold, &letter);
        });
    }
}

/// Draws the number of a row, on the left or on the right of the grid.
fn number(frame: &mut Frame, map: &Map, at: GridPlace, row: u8, right: bool) {
    let size = axis_size(at.cell);
    let baseline = at.y + f32::from(row) * at.cell + (at.cell + size * CAPITAL) / 2.0;
    let middle = if right {
        at.x + f32::from(map.grid.columns()) * at.cell + at.cell * AXIS / 2.0
    } else {
        at.x - at.cell * AXIS / 2.0
    };
    frame.centred(middle, baseline, size, Face::Bold, &(row + 1).to_string());
}

/// Draws a row: its number, its cells with their phones and marks, and its number again.
fn line_of_cells(style: Style, frame: &mut Frame, map: &Map, at: GridPlace, row: u8) {
    let top = at.y + f32::from(row) * at.cell;
    let phones = map.phones.get(usize::from(row));
    frame.tagged(Role::Row, |frame| {
        frame.tagged(Role::RowHeader, |frame| number(frame, map, at, row, false));
        for column in 0..map.grid.columns() {
            frame.tagged(Role::Cell, |frame| {
                if let Some(phone) = phones.and_then(|phones| phones.get(usize::from(column))) {
                    draw_phone(frame, phone, at.x + f32::from(column) * at.cell, top, at.cell);
                }
                if let Some(cell) = Cell::new(column, row) {
                    draw_marks(style, frame, map, at, cell);
                }
            });
        }
        frame.tagged(Role::Artifact, |frame| number(frame, map, at, row, true));
    });
}

/// Draws a phone in the upper left of its cell. A mark in the lower right leaves both legible.
fn draw_phone(frame: &mut Frame, phone: &str, left: f32, top: f32, cell: f32) {
    let size = cell * 0.5;
    let middle = left + cell * 0.33;
    let x = (middle - Face::Regular.width(phone, size) / 2.0).max(left + cell * 0.08);
    // Phones are lower-case letters, so centre them by their x-height.
    let baseline = top + cell * 0.36 + size * X_HEIGHT / 2.0;
    frame.text(x, baseline, size, Face::Regular, phone);
}

/// Draws the lines of the grid: thin ones, a heavier one every five cells, and the frame.
fn rule(frame: &mut Frame, map: &Map, at: GridPlace) {
    let columns = map.grid.columns();
    let rows = map.grid.rows();
    let width = f32::from(columns) * at.cell;
    let height = f32::from(rows) * at.cell;
    let mut thin = Vec::new();
    let mut strong = Vec::new();
    for column in 1..columns {
        let x = at.x + f32::from(column) * at.cell;
        let lines = if column % 5 == 0 { &mut strong } else { &mut thin };
        lines.push([x, at.y, x, at.y + height]);
    }
    for row in 1..rows {
        let y = at.y + f32::from(row) * at.cell;
        let lines = if row % 5 == 0 { &mut strong } else { &mut thin };
        lines.push([at.x, y, at.x + width, y]);
    }
    frame.lines(0.55, thin);
    frame.lines(1.1, strong);
    frame.outline(1.8, Rect { x: at.x, y: at.y, width, height });
}

/// Draws a ship clear of the grid lines and of the phones, if any.
fn outline(frame: &mut Frame, ship: &Ship, at: GridPlace, phones: bool) {
    let first = at.square(ship.first);
    let last = at.square(ship.last);
    let inset = at.cell * if phones { 0.07 } else { 0.13 };
    let weight = (at.cell * 0.05).clamp(1.5, 2.2);
    let ship_area = Rect {
        x: first.x,
        y: first.y,
        width: last.right() - first.x,
        height: last.bottom() - first.y,
    };
    let rect = ship_area.inset(inset);
    frame.marks.push(Item::Outline { weight, rect });
    if ship.sunk {
        // The phones of a sunk ship still sound in answers, so draw the line between the phones and
        // the marks.
        let through = if !phones {
            let slope = at.cell * 0.5 * 0.3;
            [rect.x, rect.bottom() - slope, rect.right(), rect.y + slope]
        } else if ship_area.width > ship_area.height {
            let y = ship_area.y + at.cell * 0.55;
            [rect.x, y, rect.right(), y]
        } else {
            let x = ship_area.x + at.cell * 0.62;
            [x, rect.y, x, rect.bottom()]
        };
        frame.marks.push(Item::Lines { weight: 1.4, round: true, segments: vec![through] });
    }
}

/// Draws a mark: in the middle of a blank cell, in the lower right of one with a phone.
fn mark(frame: &mut Frame, square: Rect, mark: Mark, phone: bool) {
    let side = square.width;
    // The circle around the cross must not touch the outline of a ship.
    let (at, reach) = if phone { (0.65, side * 0.15) } else { (0.5, side * 0.18) };
    let x = square.x + side * at;
    let y = square.y + side * at;
    match mark {
        Mark::Shot | Mark::Hit => {
            let square =
                Rect { x: x - reach, y: y - reach, width: reach * 2.0, height: reach * 2.0 };
            let weight = (side * 0.05).clamp(1.0, 2.0);
            frame.marks.push(Item::Lines { weight, round: true, segments: cross(square).into() });
            if mark == Mark::Hit {
                frame.marks.push(Item::Circle { weight, x, y, radius: reach * 1.5 });
            }
        }
        Mark::Round(number) => {
            let text = number.to_string();
            let size = (side * if text.len() > 2 { 0.36 } else { 0.5 }).max(MIN_TYPE);
            let x = x - Face::Regular.width(&text, size) / 2.0;
            let baseline = y + size * CAPITAL / 2.0;
            frame.marks.push(Item::Text(Run { x, baseline, size, face: Face::Regular, text }));
        }
    }
}
