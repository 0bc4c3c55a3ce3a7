//! The log: a table whose empty rows are high enough to write in.

use super::prose::wrap;
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, fitted};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect};
use crate::sheet::log::Log;
use crate::tag::Role;

fn row_height(style: Style) -> f32 {
    style.scaled(21.0)
}

fn size(style: Style) -> f32 {
    style.scaled(9.5).max(MIN_TYPE)
}

/// Returns the minimum height of a useful log.
pub(super) fn min_height(style: Style, log: &Log) -> f32 {
    height(style, log.min_rows)
}

pub(super) fn height(style: Style, rows: usize) -> f32 {
    row_height(style) * (rows + 1) as f32
}

/// Breaks the texts of a filled row into lines for each column.
fn set(style: Style, log: &Log, row: &[String], widths: &[f32]) -> Vec<Vec<String>> {
    let pad = style.scaled(3.0);
    let size = size(style);
    let mut cells = Vec::new();
    for ((text, width), column) in row.iter().zip(widths).zip(&log.columns) {
        let room = width - 2.0 * pad;
        cells.push(if column.names {
            vec![fitted(text, Face::Regular, size, room)]
        } else {
            wrap(text, Face::Regular, size, room)
        });
    }
    cells
}

fn needed(style: Style, lines: &[Vec<String>]) -> f32 {
    let count = lines.iter().map(Vec::len).max().unwrap_or_default();
    row_height(style).max(count as f32 * size(style) * 1.2 + style.scaled(6.0))
}

/// Returns the widths of the columns. A column is at least as wide as its heading in the smallest
/// type, and the others share the rest.
fn widths(style: Style, log: &Log, width: f32) -> Vec<f32> {
    let pad = style.scaled(3.0);
    let headings: Vec<f32> =
        log.columns.iter().map(|column| Face::Bold.width(&column.title, MIN_TYPE) + pad).collect();
    let mut fixed = vec![false; log.columns.len()];
    loop {
        let mut used = 0.0;
        let mut shares = 0.0;
        for ((column, heading), fixed) in log.columns.iter().zip(&headings).zip(&fixed) {
            if *fixed {
                used += heading;
            } else {
                shares += column.share;
            }
        }
        let mut widths = Vec::new();
        let mut narrow = Vec::new();
        for ((column, &heading), &fixed) in log.columns.iter().zip(&headings).zip(&fixed) {
            let width = if fixed { heading } else { (width - used) * column.share / shares };
            widths.push(width);
            narrow.push(fixed || width < heading);
        }
        if narrow == fixed || narrow.iter().all(|narrow| *narrow) {
            return widths;
        }
        fixed = narrow;
    }
}

/// Returns the minimum width of a log with legible headings: 0 if any width will do.
pub(super) fn min_width(style: Style, log: &Log) -> f32 {
    log.narrow.map_or(0.0, |width| style.scaled(width))
}

/// Draws the log from a row on, until the area is full: a narrow log in up to three parts next to
/// each other. Empty rows fill the rest. Returns the number of filled rows drawn so far.
pub(super) fn draw(style: Style, frame: &mut Frame, log: &Log, from: usize, area: Rect) -> usize {
    let gap = style.scaled(20.0);
    let parts = match log.narrow {
        Some(_) => (((area.width + gap) / (min_width(style, log) + gap)) as usize).clamp(1, 3),
        None => 1,
    };
    let width = (area.width - gap * (parts - 1) as f32) / parts as f32;
    (0..parts).fold(from, |next_row, n| {
        let part = Rect { x: area.x + (width + gap) * n as f32, width, ..area };
        frame.tagged(Role::Table, |frame| draw_table(style, frame, log, next_row, part))
    })
}

fn draw_table(style: Style, frame: &mut Frame, log: &Log, from: usize, area: Rect) -> usize {
    let widths = widths(style, log, area.width);
    let size = size(style);
    let pad = style.scaled(3.0);
    let mut y = area.y;
    frame.tagged(Role::Row, |frame| {
        let mut x = area.x;
        for (column, width) in log.columns.iter().zip(&widths) {
            let mut title_size = size;
            while title_size > MIN_TYPE && Face::Bold.width(&column.title, title_size) > width - pad
            {
                title_size = (title_size * 0.95).max(MIN_TYPE);
            }
            let left = x + if title_size < size { pad * 0.5 } else { pad };
            let title = match &column.named {
                Some(named) => &fitted(named, Face::Bold, title_size, x + width - pad * 0.5 - left),
                None => &column.title,
            };
            frame.tagged(Role::ColumnHeader, |frame| {
                frame.text(left, y + size, title_size, Face::Bold, title);
            });
            x += width;
        }
    });
    y += size * 1.5;
    let top = y;
    let mut rules = Vec::new();
    let mut next_row = from;
    loop {
        let lines =
            log.rows.get(next_row).map(|row| set(style, log, row, &widths)).unwrap_or_default();
        let height = needed(style, &lines);
        if y + height > area.bottom() + 0.01 {
            break;
        }
        frame.tagged(Role::Row, |frame| {
            let mut x = area.x;
            for (n, width) in widths.iter().enumerate() {
                let lines = lines.get(n).map_or(&[][..], Vec::as_slice);
                let block = size * 1.2 * (lines.len().max(1) - 1) as f32;
                let first = y + (height - block + size * CAPITAL) / 2.0;
                frame.tagged(Role::Cell, |frame| {
                    for (n, line) in lines.iter().enumerate() {
                        frame.text(
                            x + pad,
                            first + n as f32 * size * 1.2,
                            size,
                            Face::Regular,
                            line,
                        );
                    }
                });
                x += width;
            }
        });
        y += height;
        rules.push([area.x, y, area.x + area.width, y]);
        if next_row < log.rows.len() {
            next_row += 1;
        }
    }
    rules.pop();
    let mut x = area.x;
    for width in &widths[..widths.len() - 1] {
        x += width;
        rules.push([x, top, x, y]);
    }
    frame.lines(0.55, rules);
    frame.outline(1.2, Rect { x: area.x, y: top, width: area.width, height: y - top });
    next_row
}

/// Draws the remaining rows on pages of their own.
pub(super) fn run_on(
    style: Style,
    log: &Log,
    mut next_row: usize,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    while next_row < log.rows.len() {
        let mut page = start.page(false)?;
        let before = next_row;
        next_row = draw(style, &mut page.frame, log, next_row, page.area);
        if next_row == before {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(())
}
