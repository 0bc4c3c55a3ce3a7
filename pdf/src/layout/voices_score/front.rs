//! Front matter of a score: the names of the voices, the signs, and the game-matrices.

use super::set::{TypesetText, fitted};
use super::{MIN_TYPE, Sizes, TooSmall, wrap};
use crate::font::{CAPITAL, Face};
use crate::sheet::voices::score::{Part, VoiceMatrix};
use crate::tag::Role;

/// Height of a line of a list, relative to its size.
const LINE: f32 = 1.35;

/// Scale factors to try for front matter without music below.
const LARGER: [f32; 9] = [3.5, 3.0, 2.5, 2.2, 1.9, 1.65, 1.45, 1.25, 1.1];
/// Greatest factor for the distance between the parts of front matter.
const MAX_LEAD: f32 = 4.6;
/// Least width of enlarged front matter, relative to the size of its text.
const MIN_EMS: f32 = 14.0;
/// Gap between two blocks, relative to the size of phones.
const SPACE: f32 = 0.9;

/// Part of the front matter.
#[derive(Clone, Copy)]
pub(super) enum Matter<'a> {
    Names(&'a [String]),
    /// Signs with their meanings.
    Legend(&'a [(String, String)]),
    Matrix(&'a VoiceMatrix),
}

/// Returns the front matter, in order.
pub(super) fn all(part: &Part) -> Vec<Matter<'_>> {
    let lists = [Matter::Names(&part.voices), Matter::Legend(&part.legend)];
    lists.into_iter().chain(part.matrices.iter().map(Matter::Matrix)).collect()
}

/// Factors that spread front matter over a page without music.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// Factor for the type.
    by: f32,
    /// Factor for the distance between parts.
    lead: f32,
}

impl Spread {
    /// Front matter as it is.
    pub(super) const NONE: Self = Self { by: 1.0, lead: 1.0 };

    /// Returns the factors with which front matter fills a height.
    pub(super) fn of(matter: &[Matter<'_>], sizes: Sizes, width: f32, room: f32) -> Self {
        let fitting = LARGER.into_iter().find(|&by| {
            width > sizes.report * by * MIN_EMS
                && height(matter, sizes, width, Self { by, lead: 1.0 }) <= room
        });
        let by = fitting.unwrap_or(1.0);
        let [single, double] =
            [1.0, 2.0].map(|lead| height(matter, sizes, width, Self { by, lead }));
        Self { by, lead: 1.0 + ((room - single) / (double - single).max(1.0)).min(MAX_LEAD - 1.0) }
    }

    /// Returns the height between two blocks.
    pub(super) fn space(self, sizes: Sizes) -> f32 {
        sizes.phones * SPACE * self.by * self.lead
    }
}

pub(super) fn height(matter: &[Matter<'_>], sizes: Sizes, width: f32, spread: Spread) -> f32 {
    let blocks = blocks(matter, sizes, width, spread);
    let space = spread.space(sizes);
    blocks.iter().map(|(block, _)| block.height + space).sum::<f32>() - space
}

/// Splits front matter into pages: the first page and the next ones have this much room.
pub(super) fn split<'a>(
    matter: &[Matter<'a>],
    sizes: Sizes,
    width: f32,
    rooms: [f32; 2],
) -> Result<Vec<Vec<Matter<'a>>>, TooSmall> {
    let mut pages: Vec<Vec<Matter<'a>>> = Vec::new();
    let mut rest = matter.to_vec();
    while !rest.is_empty() {
        let room = rooms[pages.len().min(1)];
        let mut page = Vec::new();
        while let Some((_, count)) = blocks(&rest, sizes, width, Spread::NONE).first() {
            let longer = [&page[..], &rest[..*count]].concat();
            if height(&longer, sizes, width, Spread::NONE) > room {
                break;
            }
            page = longer;
            rest.drain(..count);
        }
        // Signs go on, on the next page, if much of this one would be free. Neither page has few of
        // them.
        if let Some(Matter::Legend(signs)) = rest.first().copied()
            && (page.is_empty() || height(&page, sizes, width, Spread::NONE) < room * 0.7)
        {
            let fitting = (1..signs.len()).rev().find(|count| {
                let longer = [&page[..], &[Matter::Legend(&signs[..*count])]].concat();
                height(&longer, sizes, width, Spread::NONE) <= room
            });
            if let Some(fitting) = fitting {
                let (current, later) = signs.split_at(fitting.min(signs.len().div_ceil(2)));
                page.push(Matter::Legend(current));
                rest[0] = Matter::Legend(later);
            }
        }
        if page.is_empty() {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(pages)
}

/// Sets front matter as blocks, from the top: a list, or matrices next to each other. Each block is
/// there with the number of parts in it.
pub(super) fn blocks(
    matter: &[Matter<'_>],
    sizes: Sizes,
    width: f32,
    spread: Spread,
) -> Vec<(TypesetText, usize)> {
    let sizes = sizes.times(spread.by);
    let lead = spread.lead;
    let cell = (sizes.phones * 1.15).min(width / 11.0);
    let wide = cell * 11.0;
    let abreast = (((width + cell) / (wide + cell)) as usize).max(1);
    let gap =
        if abreast > 1 { (width - wide * abreast as f32) / (abreast - 1) as f32 } else { 0.0 };
    let mut blocks: Vec<(TypesetText, usize)> = Vec::new();
    let mut in_row = 0;
    for matter in matter {
        match matter {
            Matter::Names(names) => {
                let names: Vec<_> = (1..)
                    .zip(*names)
                    .map(|(seat, name)| (format!("{seat}."), name.clone()))
                    .collect();
                blocks.push((list(&names, sizes, width, lead), 1));
            }
            Matter::Legend(signs) => blocks.push((list(signs, sizes, width, lead), 1)),
            Matter::Matrix(matrix) => {
                if in_row == 0 {
                    blocks.push(Default::default());
                }
                let (block, count) = blocks.last_mut().expect("a row begins with a block");
                draw(block, matrix, sizes, in_row as f32 * (wide + gap.min(cell * 2.0)), cell);
                *count += 1;
                in_row = (in_row + 1) % abreast;
            }
        }
    }
    blocks
}

/// Sets signs and their meanings, in two columns if there is room.
fn list(entries: &[(String, String)], sizes: Sizes, width: f32, lead: f32) -> TypesetText {
    let size = sizes.report;
    let count = if width > sizes.report * 40.0 { 2 } else { 1 };
    let signs = entries.iter().map(|(sign, _)| Face::Bold.width(sign, size)).fold(0.0, f32::max);
    let indent = signs + size;
    let column = width / count as f32;
    let mut set = TypesetText::default();
    let mut bottom: f32 = 0.0;
    set.tagged(Role::List, |set| {
        for (n, entries) in entries.chunks(entries.len().div_ceil(count)).enumerate() {
            let x = column * n as f32;
            let mut y = 0.0;
            for (sign, meaning) in entries {
                set.tagged(Role::ListItem, |set| {
                    set.tagged(Role::Label, |set| set.put(x, y + size, size, Face::Bold, sign));
                    set.tagged(Role::Body, |set| {
                        for line in wrap(meaning, Face::Regular, size, column - indent - size) {
                            set.put(x + indent, y + size, size, Face::Regular, &line);
                            y += size * LINE;
                        }
                    });
                });
                bottom = bottom.max(y);
                y += size * LINE * (lead - 1.0);
            }
        }
    });
    set.height = bottom;
    set
}

/// Sets a matrix with its caption and axes.
fn draw(block: &mut TypesetText, matrix: &VoiceMatrix, sizes: Sizes, x: f32, cell: f32) {
    let caption_size = sizes.small;
    let wide = cell * 11.0;
    let caption = fitted(&matrix.caption, Face::Bold, caption_size, wide);
    block.tagged(Role::Heading(2), |block| {
        block.put(x, caption_size, caption_size, Face::Bold, &caption)
    });
    let name = fitted(&matrix.name, Face::Regular, caption_size, wide);
    block.tagged(Role::Paragraph, |block| {
        block.put(x, caption_size * 2.3, caption_size, Face::Regular, &name)
    });
    let top = caption_size * 2.8;
    let size = (cell * 0.62).max(MIN_TYPE);
    let put = |block: &mut TypesetText, role: Role, [column, row]: [usize; 2], text: &str| {
        let face = Face::of(role != Role::Cell);
        let middle = x + (column as f32 + 0.5) * cell;
        let baseline = top + cell * row as f32 + (cell + size * CAPITAL) / 2.0;
        block.tagged(role, |block| {
            block.put(middle - face.width(text, size) / 2.0, baseline, size, face, text);
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
