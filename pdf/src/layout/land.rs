//! Land on a map, and the labels of squares. Hatching survives a cheap copier and leaves letters
//! legible.

use std::collections::BTreeMap;

use broadside_engine::grid::Cell;

use super::grid::GridPlace;
use super::{LEAST_TYPE, Style};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Run};
use crate::sheet::map::{Label, Map};
use crate::tag::Role;

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
        let beside = |columns: i8, rows: i8| {
            let column = cell.column().checked_add_signed(columns)?;
            let cell = Cell::new(column, cell.row().checked_add_signed(rows)?)?;
            map.grid.contains(cell).then_some(cell)
        };
        let sides = [
            (beside(-1, 0), [left, top, left, bottom]),
            (beside(1, 0), [right, top, right, bottom]),
            (beside(0, -1), [left, top, right, top]),
            (beside(0, 1), [left, bottom, right, bottom]),
        ];
        let wet =
            sides.into_iter().filter(|(cell, _)| cell.is_some_and(|cell| !map.land.contains(cell)));
        coast.extend(wet.map(|(_, side)| side));
    }
    frame.items.push(Item::Lines { weight: 1.7, round: true, segments: coast });
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
    let part = at.cell / f32::from(HATCHES);
    let mut segments = Vec::new();
    for (sum, mut parts) in lines {
        parts.sort_unstable();
        let segment = |(from, to): (u16, u16)| {
            let point = |x: u16| [at.x + f32::from(x) * part, at.y + f32::from(sum - x) * part];
            let [x1, y1] = point(from);
            let [x2, y2] = point(to);
            [x1, y1, x2, y2]
        };
        let mut whole = parts[0];
        for &(from, to) in &parts[1..] {
            if from == whole.1 {
                whole.1 = to;
            } else {
                segments.push(segment(whole));
                whole = (from, to);
            }
        }
        segments.push(segment(whole));
    }
    segments
}

/// Draws the label of a square: in its middle, or small in the upper left, where a mark does not
/// hide it.
pub(super) fn label(frame: &mut Frame, label: &Label, at: GridPlace) {
    let square = at.square(label.cell);
    let side = square.width;
    let mut size = (side * if label.corner { 0.4 } else { 0.62 }).max(LEAST_TYPE);
    let width = |size: f32| Face::Bold.width(&label.text, size);
    while width(size) > side * 0.86 {
        size *= 0.95;
    }
    let (x, baseline) = match label.corner {
        true => (square.x + side * 0.08, square.y + side * 0.08 + size * CAPITAL),
        false => (square.x + (side - width(size)) / 2.0, square.y + (side + size * CAPITAL) / 2.0),
    };
    let end = x + width(size);
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
