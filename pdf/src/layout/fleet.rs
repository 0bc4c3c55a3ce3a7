//! Additions to the grid of a map: the fleet to tick off, and the pronunciation of the phones.

use super::{MIN_TYPE, Style};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect};
use crate::sheet::map::{Map, Tally};
use crate::sheet::voices::key::Entry;
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Item with a size, drawn from its top left corner.
#[derive(Clone, Copy)]
enum Thing<'a> {
    Ship(&'a Tally),
    Sound(&'a Entry),
}

impl Thing<'_> {
    fn width(self, style: Style) -> f32 {
        match self {
            Self::Ship(ship) => {
                let label = ship.label.as_ref().map_or(0.0, |label| label_width(style, label));
                let boxes = f32::from(ship.length) * tick(style);
                Face::Regular.width(&ship.name, name_size(style)).max(boxes + label)
            }
            Self::Sound(entry) => sound_width(entry, sound_size(style)),
        }
    }

    fn height(self, style: Style) -> f32 {
        match self {
            Self::Ship(_) => name_size(style) * 1.2 + tick(style),
            Self::Sound(_) => sound_size(style) * 1.15,
        }
    }

    fn draw(self, style: Style, frame: &mut Frame, x: f32, y: f32) {
        list_item(frame, |frame| match self {
            Self::Ship(ship) => draw_ship(style, frame, ship, x, y),
            Self::Sound(entry) => draw_sound(style, frame, entry, x, y),
        });
    }
}

fn name_size(style: Style) -> f32 {
    style.scaled(11.0).max(MIN_TYPE)
}

fn tick(style: Style) -> f32 {
    style.scaled(14.5)
}

/// Returns the width of a label next to boxes, with the gap before it.
fn label_width(style: Style, label: &str) -> f32 {
    label_gap(style) + Face::Regular.width(label, name_size(style))
}

fn label_gap(style: Style) -> f32 {
    tick(style) * 0.35
}

fn sound_size(style: Style) -> f32 {
    style.scaled(12.5).max(MIN_TYPE)
}

fn sound_width(entry: &Entry, size: f32) -> f32 {
    let word: f32 = entry.word.iter().map(|span| Face::of(span.bold).width(&span.text, size)).sum();
    Face::Bold.width(&entry.phone, size) + size * 0.45 + word
}

fn draw_ship(style: Style, frame: &mut Frame, ship: &Tally, x: f32, y: f32) {
    let size = name_size(style);
    let tick = tick(style);
    let baseline = y + size * 0.8;
    let end = frame.text(x, baseline, size, Face::Regular, &ship.name);
    let length = f32::from(ship.length);
    let boxes = Rect { x, y: y + size * 1.2, width: tick * length, height: tick };
    let through = [x, baseline - size * CAPITAL * 0.45, end];
    draw_boxes(style, frame, ship, Boxes { at: boxes, weights: [1.0, 0.7] }, through);
    if let Some(label) = &ship.label {
        let baseline = boxes.y + (tick + size * CAPITAL) / 2.0;
        frame.text(boxes.right() + label_gap(style), baseline, size, Face::Regular, label);
    }
}

/// Boxes of a ship, and the weights of their outline and of the lines between them.
pub(super) struct Boxes {
    pub(super) at: Rect,
    pub(super) weights: [f32; 2],
}

/// Draws the boxes of a ship with the crosses in them, and strikes its name through if it is sunk.
/// `through` is the left end of the name, the height of the line, and the right end.
pub(super) fn draw_boxes(
    style: Style,
    frame: &mut Frame,
    ship: &Tally,
    boxes: Boxes,
    through: [f32; 3],
) {
    let Boxes { at, weights } = boxes;
    frame.tagged(Role::Figure(described(style, ship)), |frame| {
        let tick = at.height;
        frame.outline(weights[0], at);
        let between = (1..ship.length).map(|n| {
            let x = at.x + tick * f32::from(n);
            [x, at.y, x, at.bottom()]
        });
        frame.lines(weights[1], between.collect());
        let mut strokes = Vec::new();
        for n in 0..ship.hit.min(ship.length) {
            let square = Rect { x: at.x + tick * f32::from(n), width: tick, ..at };
            strokes.extend(cross(square.inset(tick * 0.24)));
        }
        if ship.sunk {
            let [left, y, right] = through;
            strokes.push([left, y, right, y]);
        }
        if !strokes.is_empty() {
            frame.marks.push(Item::Lines { weight: 1.1, round: true, segments: strokes });
        }
    });
}

/// Returns what the boxes of a ship show.
fn described(style: Style, ship: &Tally) -> String {
    let boxes = boxes_text(style, ship.length.into(), ship.hit.min(ship.length).into());
    if ship.sunk { format!("{boxes}, {}", style.lang.text("tag-sunk")) } else { boxes }
}

/// Returns the description of boxes and of the number of ticks in them.
pub(super) fn boxes_text(style: Style, count: usize, ticked: usize) -> String {
    let count = count.to_string();
    let ticked = ticked.to_string();
    match ticked.as_str() {
        "0" => style.lang.fill("tag-boxes", &[("n", &count)]),
        _ => style.lang.fill("tag-boxes-ticked", &[("n", &count), ("ticked", &ticked)]),
    }
}

/// Draws an item of a list that has no label.
pub(super) fn list_item(frame: &mut Frame, draw: impl FnOnce(&mut Frame)) {
    frame.tagged(Role::ListItem, |frame| frame.tagged(Role::Body, draw));
}

/// Returns the two lines of a cross that fills a square.
pub(super) fn cross(square: Rect) -> [[f32; 4]; 2] {
    let left = square.x;
    let top = square.y;
    let right = square.right();
    let bottom = square.bottom();
    [[left, top, right, bottom], [left, bottom, right, top]]
}

fn draw_sound(style: Style, frame: &mut Frame, entry: &Entry, x: f32, y: f32) {
    let size = sound_size(style);
    let baseline = y + size * 0.85;
    let mut x = frame.text(x, baseline, size, Face::Bold, &entry.phone) + size * 0.45;
    for span in &entry.word {
        x = frame.text(x, baseline, size, Face::of(span.bold), &span.text);
    }
}

/// The items of a map, either in rows below its grid or in a column next to it.
pub(super) struct Things<'a> {
    style: Style,
    groups: Vec<Vec<Thing<'a>>>,
}

impl<'a> Things<'a> {
    pub(super) fn of(style: Style, map: &'a Map) -> Self {
        let fleet: Vec<_> = map.fleet.iter().map(Thing::Ship).collect();
        let sounds: Vec<_> = map.sounds.iter().map(Thing::Sound).collect();
        let groups = [fleet, sounds].into_iter().filter(|group| !group.is_empty()).collect();
        Self { style, groups }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the gap above each group, which is also the widest gap between items in a column.
    fn gap(&self) -> f32 {
        self.style.scaled(12.0)
    }

    /// Returns the smallest gap between items in a row.
    fn apart(&self) -> f32 {
        self.style.scaled(14.0)
    }

    /// Returns the left edge of each column of a group. A single row is spread over the width, so
    /// that it lines up with the grid on both sides; several rows use columns of equal width.
    fn columns(&self, group: &[Thing<'_>], width: f32) -> Vec<f32> {
        let widths: Vec<f32> = group.iter().map(|thing| thing.width(self.style)).collect();
        let total: f32 = widths.iter().sum();
        let gaps = (group.len() - 1) as f32;
        let fits = total + self.apart() * gaps <= width;
        if fits {
            let spread = if gaps > 0.0 { (width - total) / gaps } else { 0.0 };
            let apart = spread.clamp(self.apart(), self.apart() * 4.5);
            return (0..group.len())
                .map(|n| widths[..n].iter().sum::<f32>() + apart * n as f32)
                .collect();
        }
        let widest = widths.into_iter().fold(0.0, f32::max);
        let abreast = ((width + self.apart()) / (widest + self.apart())).max(1.0) as usize;
        let rows = group.len().div_ceil(abreast);
        let count = group.len().div_ceil(rows);
        let apart = (width / count as f32).min(widest + self.apart() * 3.0);
        (0..count).map(|n| n as f32 * apart).collect()
    }

    /// Returns the total height in rows of a width, including the gap above; `None` if an item is
    /// too wide.
    pub(super) fn height_in_rows(&self, width: f32) -> Option<f32> {
        let mut height = 0.0;
        for group in &self.groups {
            if group.iter().any(|thing| thing.width(self.style) > width) {
                return None;
            }
            let rows = group.len().div_ceil(self.columns(group, width).len()) as f32;
            height +=
                self.gap() + rows * group[0].height(self.style) + (rows - 1.0) * self.gap() * 0.6;
        }
        Some(height)
    }

    pub(super) fn draw_in_rows(&self, frame: &mut Frame, x: f32, top: f32, width: f32) {
        let mut y = top;
        for group in &self.groups {
            y += self.gap();
            let columns = self.columns(group, width);
            frame.tagged(Role::List, |frame| {
                for row in group.chunks(columns.len()) {
                    for (thing, dx) in row.iter().zip(&columns) {
                        thing.draw(self.style, frame, x + dx, y);
                    }
                    y += group[0].height(self.style) + self.gap() * 0.6;
                }
            });
            y -= self.gap() * 0.6;
        }
    }

    /// Returns the width and the minimum height in a column.
    pub(super) fn column(&self) -> (f32, f32) {
        let mut width = 0.0_f32;
        let mut height = 0.0;
        for thing in self.groups.iter().flatten() {
            width = width.max(thing.width(self.style));
            height += thing.height(self.style) + self.gap() * 0.3;
        }
        (width, height)
    }

    /// Draws the items in a column, spread out if the height allows.
    pub(super) fn draw_column(&self, frame: &mut Frame, x: f32, top: f32, height: f32) {
        let heights = self.groups.iter().flatten().map(|thing| thing.height(self.style));
        let gaps = heights.clone().count().saturating_sub(1).max(1) as f32;
        let total: f32 = heights.sum();
        let apart = ((height - total) / gaps).clamp(self.gap() * 0.3, self.gap());
        let mut y = top;
        for group in &self.groups {
            frame.tagged(Role::List, |frame| {
                for thing in group {
                    thing.draw(self.style, frame, x, y);
                    y += thing.height(self.style) + apart;
                }
            });
        }
    }
}
