//! The pronunciation key: rows of a phone and its word, in columns.

use super::{PageBuilder, PageStart, Style, TooSmall};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect};
use crate::sheet::voices::key::Entry;
use crate::tag::Role;

/// Height of a row, relative to the type size.
const ROW: f32 = 1.75;
/// Distance from the left edge of the phone to its word, relative to the type size.
const WORD: f32 = 2.1;
/// Maximum type size, before it is scaled with the paper.
const LARGEST: f32 = 31.0;

/// Returns the width of an entry at type size 1.
fn width(entry: &Entry) -> f32 {
    let word: f32 = entry.word.iter().map(|span| Face::of(span.bold).width(&span.text, 1.0)).sum();
    WORD + word
}

pub(super) fn lay(
    style: Style,
    entries: &[Entry],
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    let area = page.area;
    let gap = style.scaled(28.0);
    let widest = entries.iter().map(width).fold(0.0, f32::max);
    let mut size = 0.0;
    let mut rows = 0;
    let mut wide = 0.0;
    for columns in 1..=6 {
        let rows_of_columns = entries.len().div_ceil(columns);
        let width = (area.width - gap * (columns - 1) as f32) / columns as f32;
        let fitting = (area.height / (rows_of_columns as f32 * ROW))
            .min(width / widest)
            .min(style.scaled(LARGEST));
        if fitting > size {
            size = fitting;
            rows = rows_of_columns;
            wide = width;
        }
    }
    if size < super::MIN_TYPE + 2.0 {
        return Err(TooSmall);
    }
    // Rows may be up to a fifth higher than needed, to use the page. More would spread them too far
    // apart.
    let row = (area.height / rows as f32).min(size * ROW * 1.2);
    let mut rules = Vec::new();
    page.frame.tagged(Role::List, |frame| {
        for (n, entry) in entries.iter().enumerate() {
            let column = n / rows;
            let line = n % rows;
            let cell = Rect {
                x: area.x + column as f32 * (wide + gap),
                y: area.y + line as f32 * row,
                width: wide,
                height: row,
            };
            draw_entry(frame, entry, cell, size);
            rules.push([cell.x, cell.bottom(), cell.right(), cell.bottom()]);
            if line == 0 {
                rules.push([cell.x, cell.y, cell.right(), cell.y]);
            }
        }
    });
    page.frame.lines(0.5, rules);
    pages.push(page);
    Ok(())
}

fn draw_entry(frame: &mut Frame, entry: &Entry, cell: Rect, size: f32) {
    let baseline = cell.y + (cell.height + size * CAPITAL) / 2.0;
    frame.tagged(Role::ListItem, |frame| {
        frame.tagged(Role::Label, |frame| {
            frame.text(cell.x, baseline, size, Face::Regular, &entry.phone)
        });
        frame.tagged(Role::Body, |frame| {
            let mut x = cell.x + size * WORD;
            for span in &entry.word {
                x = frame.text(x, baseline, size, Face::of(span.bold), &span.text);
            }
        });
    });
}
