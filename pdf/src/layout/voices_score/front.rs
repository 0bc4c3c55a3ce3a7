//! Front matter of a score: the names of the voices, the signs, and the game-matrices.

use super::set::{TypesetText, fitted};
use super::{LEAST_TYPE, Sizes, wrap};
use crate::font::{CAPITAL, Face};
use crate::sheet::voices::score::{Part, VoiceMatrix};
use crate::tag::Role;

/// Returns the blocks of the front matter, from the top.
pub(super) fn blocks(part: &Part, sizes: Sizes, width: f32) -> Vec<TypesetText> {
    let names = (1..).zip(&part.voices).map(|(seat, name)| (format!("{seat}."), name.clone()));
    let mut blocks = vec![list(&names.collect::<Vec<_>>(), sizes, width), list(&part.legend, sizes, width)];
    let cell = (sizes.phones * 1.15).min(width / 11.0);
    let wide = cell * 11.0;
    let abreast = (((width + cell) / (wide + cell)) as usize).max(1);
    let gap = if abreast > 1 { (width - wide * abreast as f32) / (abreast - 1) as f32 } else { 0.0 };
    for row in part.matrices.chunks(abreast) {
        let mut block = TypesetText::default();
        for (n, matrix) in row.iter().enumerate() {
            draw(&mut block, matrix, sizes, n as f32 * (wide + gap.min(cell * 2.0)), cell);
        }
        blocks.push(block);
    }
    blocks
}

/// Sets signs and their meanings, in two columns if there is room.
fn list(entries: &[(String, String)], sizes: Sizes, width: f32) -> TypesetText {
    let (size, count) = (sizes.report, if width > sizes.report * 40.0 { 2 } else { 1 });
    let signs = entries.iter().map(|(sign, _)| Face::Bold.width(sign, size)).fold(0.0, f32::max);
    let (indent, column) = (signs + size, width / count as f32);
    let mut set = TypesetText::default();
    let mut bottom: f32 = 0.0;
    let mut put_column = |set: &mut TypesetText, entries: (usize, &[(String, String)])| {
        let (x, mut y) = (column * entries.0 as f32, 0.0);
        for (sign, meaning) in entries.1 {
            set.tagged(Role::ListItem, |set| {
                set.tagged(Role::Label, |set| set.put(x, y + size, size, Face::Bold, sign));
                set.tagged(Role::Body, |set| {
                    for line in wrap(meaning, Face::Regular, size, column - indent - size) {
                        set.put(x + indent, y + size, size, Face::Regular, &line);
                        y += size * 1.35;
                    }
                });
            });
        }
        bottom = bottom.max(y);
    };
    set.tagged(Role::List, |set| {
        entries.chunks(entries.len().div_ceil(count)).enumerate().for_each(|column| put_column(set, column));
    });
    set.height = bottom;
    set
}

/// Sets a matrix with its caption and axes.
fn draw(block: &mut TypesetText, matrix: &VoiceMatrix, sizes: Sizes, x: f32, cell: f32) {
    let (small, wide) = (sizes.small, cell * 11.0);
    let caption = fitted(&matrix.caption, Face::Bold, small, wide);
    block.tagged(Role::Heading(2), |block| block.put(x, small, small, Face::Bold, &caption));
    let name = fitted(&matrix.name, Face::Regular, small, wide);
    block.tagged(Role::Paragraph, |block| block.put(x, small * 2.3, small, Face::Regular, &name));
    let top = small * 2.8;
    let size = (cell * 0.62).max(LEAST_TYPE);
    let baseline = |row: usize| top + cell * row as f32 + (cell + size * CAPITAL) / 2.0;
    let put = |block: &mut TypesetText, role: Role, [column, row]: [usize; 2], text: &str| {
        let face = Face::of(role != Role::Cell);
        let middle = x + (column as f32 + 0.5) * cell;
        block.tagged(role, |block| {
            block.put(middle - face.width(text, size) / 2.0, baseline(row), size, face, text);
        });
    };
    block.tagged(Role::Table, |block| {
        block.tagged(Role::Row, |block| {
            block.tagged(Role::Cell, |_| ());
            for column in 0..matrix.rows.len() {
                let letter = char::from(b'A' + column as u8).to_string();
                put(block, Role::ColumnHeader, [column + 1, 0], &letter);
            }
        });
        for (row, phones) in matrix.rows.iter().enumerate() {
            block.tagged(Role::Row, |block| {
                put(block, Role::RowHeader, [0, row + 1], &(row + 1).to_string());
                for (column, phone) in phones.iter().enumerate() {
                    put(block, Role::Cell, [column + 1, row + 1], phone);
                }
            });
        }
    });
    let end = matrix.rows.len() as f32 + 1.0;
    for line in [1.0, 6.0, end] {
        block.rule([x + cell, top + cell * line, x + cell * end, top + cell * line]);
        block.rule([x + cell * line, top + cell, x + cell * line, top + cell * end]);
    }
    block.height = top + cell * end;
}
