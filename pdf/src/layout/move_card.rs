//! Cards for moves by post, as large as postcards if the page allows: as many as it has room for.

use super::{MIN_TYPE, PageBuilder, PageStart, TooSmall, spread};
use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::paper::MM;
use crate::sheet::move_card::Card;

/// Size of a postcard: A6.
const WIDTH: f32 = 148.0 * MM;
const HEIGHT: f32 = 105.0 * MM;
/// Smallest card with room to write.
const MIN_SIZE: [f32; 2] = [118.0 * MM, 60.0 * MM];
/// Number of cells on a card: the shots of the largest fleets of *Salvo on paper* and *Satellite
/// Salvo*.
const CELLS: usize = 10;
/// Distance between cards, and from the edge of a card to its content.
const APART: f32 = 8.0 * MM;
const INSET: f32 = 4.0 * MM;
/// Share of the width for the move. The rest is for the address.
const MOVE: f32 = 0.62;

pub(super) fn lay(
    card: &Card,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    let area = page.area;
    let (columns, width) = split(area.width, WIDTH, MIN_SIZE[0]).ok_or(TooSmall)?;
    let (rows, height) = split(area.height, HEIGHT, MIN_SIZE[1]).ok_or(TooSmall)?;
    let (left, across) = spacing(area.width, width, columns);
    let (above, down) = spacing(area.height, height, rows);
    for n in 0..columns * rows {
        let x = area.x + left + (n % columns) as f32 * across;
        let y = area.y + above + (n / columns) as f32 * down;
        let rect = Rect { x, y, width, height };
        page.frame.outline(0.9, rect);
        draw(&mut page.frame, card, rect.inset(INSET));
    }
    pages.push(page);
    Ok(())
}

/// Returns the number of cards in a length, and their length: as near as possible to that of a
/// postcard, not more, and two rather than one.
fn split(length: f32, usual: f32, smallest: f32) -> Option<(usize, f32)> {
    let count = ((length + APART) / (usual + APART)).round().max(2.0);
    for count in [count, count - 1.0] {
        let side = ((length - APART * (count - 1.0)) / count).min(usual);
        if side >= smallest {
            return Some((count as usize, side));
        }
    }
    None
}

/// Returns the distance before the first card, and the distance from the start of a card to that of
/// the next. The space that is left is spread before, between and after the cards.
fn spacing(length: f32, side: f32, count: usize) -> (f32, f32) {
    let gap = spread(length, side, count);
    if count == 1 || gap >= APART { (gap, side + gap) } else { (0.0, side + APART) }
}

/// Draws a card: the move on the left, the address on the right.
fn draw(frame: &mut Frame, card: &Card, at: Rect) {
    let size = (9.0 * at.width / WIDTH).max(MIN_TYPE);
    let middle = at.x + at.width * MOVE;
    frame.lines(0.5, vec![[middle, at.y, middle, at.bottom()]]);
    let left = Rect { width: middle - INSET - at.x, ..at };
    let right = Rect { x: middle + INSET, width: at.right() - middle - INSET, ..at };

    let line = at.height / 9.0;
    for (label, (start, share)) in card.facts.iter().zip([(0.0, 0.40), (0.42, 0.24), (0.68, 0.32)])
    {
        let x = left.x + left.width * start;
        let room = Rect { x, y: left.y + size, width: left.width * share, height: line };
        draw_field(frame, label, room, size);
    }
    let boxes = left.y + line * 1.5;
    frame.text(left.x, boxes, size, Face::Bold, &card.shots);
    let across = CELLS / 2;
    let side = line * 1.05;
    let width = left.width / across as f32;
    for n in 0..CELLS {
        let column = (n % across) as f32;
        let row = (n / across) as f32;
        let rect = Rect {
            x: left.x + column * width,
            y: boxes + size * 0.5 + row * side,
            width,
            height: side,
        };
        frame.outline(0.5, rect);
    }
    let mut y = boxes + size * 0.5 + 2.0 * side + line * 0.8;
    draw_field(frame, &card.with, Rect { y, ..left }, size);
    for label in [&card.answer, &card.message] {
        y += line;
        draw_field(frame, label, Rect { y, ..left }, size);
        y += line * 0.9;
        frame.lines(0.5, vec![[left.x, y + size * 0.25, left.right(), y + size * 0.25]]);
    }

    let stamp = [20.0 * MM, (24.0 * MM).min(at.height * 0.3)];
    let box_ = Rect { x: right.right() - stamp[0], y: right.y, width: stamp[0], height: stamp[1] };
    frame.outline(0.5, box_);
    let centre = box_.x + box_.width / 2.0;
    frame.centred(
        centre,
        box_.y + box_.height / 2.0 + size * 0.3,
        size,
        Face::Regular,
        &card.stamp,
    );
    let mut y = right.y + line * 4.0;
    draw_field(frame, &card.to, Rect { y, ..right }, size);
    for _ in 0..3 {
        y += line;
        frame.lines(0.5, vec![[right.x, y + size * 0.25, right.right(), y + size * 0.25]]);
    }
    draw_field(frame, &card.from, Rect { y: at.bottom() - size * 0.4, ..right }, size);
}

/// Draws a label at the left of a room, with a line to write on after it.
fn draw_field(frame: &mut Frame, label: &str, room: Rect, size: f32) {
    let end = frame.text(room.x, room.y, size, Face::Regular, label);
    let rule = room.y + size * 0.25;
    frame.lines(0.5, vec![[(end + size * 0.4).min(room.right()), rule, room.right(), rule]]);
}
