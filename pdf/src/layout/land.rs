//! Land on a map, and the labels of squares. Hatching survives a cheap copier and leaves letters
//! legible.

use std::collections::BTreeMap;

use broadside_engine::grid::Cell;

use super::grid::GridPlace;
use super::{MIN_TYPE, Style};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Run};
use crate::sheet::map::{Label, Map};
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Number of hatching lines that start on a side of a cell.
const HATCHES: u16 = 3;

/// Hatches the land and draws its coast.
pub(super) fn draw(style: Style, frame: &mut Frame, map: &Map, at: GridPlace) {
    if map.land.is_empty() {
        return;
    }
    let cells: Vec<String> = map.land.iter().map(|cell| cell.to_string()).collect();
    let text = style.lang.fill("tag-land", &[("cells", &cells.join(", "))]);
    frame.tagged(Role::Figure(text), |frame| hatch(frame, map, at));
}

/// Draws the land without its description.
pub(super) fn hatch(frame: &mut Frame, map: &Map, at: GridPlace) {
    if map.land.is_empty() {
        return;
    }
    frame.lines(0.35, hatching(map, at));
    let mut coast = Vec::new();
    for cell in map.land.iter() {
        let square = at.square(cell);
        let left = square.x;
        let top = square.y;
        let right = square.right();
        let bottom = square.bottom();
        let sides = [
            (-1, 0, [left, top, left, bottom]),
            (1, 0, [right, top, right, bottom]),
            (0, -1, [left, top, right, top]),
            (0, 1, [left, bottom, right, bottom]),
        ];
        for (columns, rows, side) in sides {
            if is_water(map, cell, columns, rows) {
                coast.push(side);
            }
        }
    }
    frame.items.push(Item::Lines { weight: 1.7, round: true, segments: coast });
}

/// Returns true if there is water on a map at a distance from a cell.
fn is_water(map: &Map, cell: Cell, columns: i8, rows: i8) -> bool {
    let column = cell.column().checked_add_signed(columns);
    let row = cell.row().checked_add_signed(rows);
    let other = column.zip(row).and_then(|(column, row)| Cell::new(column, row));
    other.is_some_and(|other| map.grid.contains(other) && !map.land.contains(other))
}

/// Returns the rising lines of the hatching. Each line is as long as the land.
fn hatching(map: &Map, at: GridPlace) -> Vec<[f32; 4]> {
    // Key: the sum of x and y, which is the same for all points of a line. Value: the range of x in
    // each square that the line crosses. All in parts of a cell.
    let mut lines: BTreeMap<u16, Vec<(u16, u16)>> = BTreeMap::new();
    for cell in map.land.iter() {
        let label = map.labels.iter().find(|label| label.cell == cell);
        let column = u16::from(cell.column()) * HATCHES;
        let row = u16::from(cell.row()) * HATCHES;
        for n in 1..2 * HATCHES {
            let from = column + n.saturating_sub(HATCHES);
            let to = column + n.min(HATCHES);
            // Letters are easier to read without the line behind them.
            let parts = match label {
                Some(label) if label.corner && n == 1 => vec![],
                Some(label) if !label.corner && n == HATCHES => {
                    vec![(from, from + 1), (to - 1, to)]
                }
                _ => vec![(from, to)],
            };
            lines.entry(column + row + n).or_default().extend(parts);
        }
    }
    lines.retain(|_, parts| !parts.is_empty());
    let mut segments = Vec::new();
    for (sum, mut parts) in lines {
        parts.sort_unstable();
        let mut joined = parts[0];
        for &(from, to) in &parts[1..] {
            if from == joined.1 {
                joined.1 = to;
            } else {
                segments.push(hatch_line(at, sum, joined));
                joined = (from, to);
            }
        }
        segments.push(hatch_line(at, sum, joined));
    }
    segments
}

/// Returns the part of a line of the hatching in a range of x. `sum` is the sum of x and y, and all
/// are in parts of a cell.
fn hatch_line(at: GridPlace, sum: u16, (from, to): (u16, u16)) -> [f32; 4] {
    let part = at.cell / f32::from(HATCHES);
    [
        at.x + f32::from(from) * part,
        at.y + f32::from(sum - from) * part,
        at.x + f32::from(to) * part,
        at.y + f32::from(sum - to) * part,
    ]
}

/// Draws the label of a square: in its middle, or small in the upper left, where a mark does not
/// hide it.
pub(super) fn label(frame: &mut Frame, label: &Label, at: GridPlace) {
    let square = at.square(label.cell);
    let side = square.width;
    let mut size = (side * if label.corner { 0.4 } else { 0.62 }).max(MIN_TYPE);
    while Face::Bold.width(&label.text, size) > side * 0.86 {
        size *= 0.95;
    }
    let width = Face::Bold.width(&label.text, size);
    let (x, baseline) = if label.corner {
        (square.x + side * 0.08, square.y + side * 0.08 + size * CAPITAL)
    } else {
        (square.x + (side - width) / 2.0, square.y + (side + size * CAPITAL) / 2.0)
    };
    let end = x + width;
    let run = Run { x, baseline, size, face: Face::Bold, text: label.text.clone() };
    frame.marks.push(Item::Text(run));
    if label.out {
        let low = baseline + size * 0.08;
        let high = baseline - size * (CAPITAL + 0.08);
        let through = [x - size * 0.1, low, end + size * 0.1, high];
        frame.marks.push(Item::Lines {
            weight: (side * 0.05).clamp(0.9, 1.6),
            round: true,
            segments: vec![through],
        });
    }
}
