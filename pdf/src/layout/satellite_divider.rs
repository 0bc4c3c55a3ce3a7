//! The divider of `satellite`: a strip with two wings to fold, along the longer side of the page.

use std::f32::consts::FRAC_PI_2;

use super::cutout::{self, LineKind};
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall};
use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::sheet::satellite::pieces::Divider;
use crate::tag::Role;

/// Widths of a wing to try, as fractions of the length of the divider. A wider wing stands better.
const WINGS: [f32; 2] = [0.22, 0.15];
/// Sizes of type for a height of 1: the name of the game, the name of the piece, and the
/// cartridges.
const TITLE: f32 = 0.062;
const NAME: f32 = 0.04;
const TEXT: f32 = 0.034;
/// Faces of the lines of a cartridge.
const FACES: [Face; 3] = [Face::Bold, Face::Regular, Face::Regular];
/// Height of a cartridge, in lines: its three lines, and the distance to the next.
const LINES: f32 = 3.5;
/// Height of a line, relative to its type.
const LINE: f32 = 1.25;
/// Distance between columns of cartridges.
const GAP: f32 = 14.0;

pub(super) fn lay(
    style: Style,
    divider: &Divider,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    cutout::instructions(style, &mut page, &divider.how);
    cutout::legend(style, &mut page, &divider.lines);
    let strip = Strip::on(page.area);
    let laid = WINGS.into_iter().find_map(|share| {
        let mut frame = page.frame.clone();
        draw(&mut frame, strip, divider, strip.length * share).ok().map(|()| frame)
    });
    page.frame = laid.ok_or(TooSmall)?;
    pages.push(page);
    Ok(())
}

fn draw(frame: &mut Frame, strip: Strip, divider: &Divider, wing: f32) -> Result<(), TooSmall> {
    frame.outline(cutout::CUT, strip.area);
    for along in [wing, strip.length - wing] {
        let [x1, y1] = strip.at(along, 0.0);
        let [x2, y2] = strip.at(along, strip.height);
        cutout::line(frame, LineKind::Fold, [x1, y1, x2, y2]);
    }
    write(frame, strip, divider, wing)
}

/// Area with its length along the longer side of the page.
#[derive(Clone, Copy)]
struct Strip {
    area: Rect,
    /// True if the strip runs up the page.
    upright: bool,
    length: f32,
    height: f32,
}

impl Strip {
    fn on(area: Rect) -> Self {
        let upright = area.height > area.width;
        let (length, height) =
            if upright { (area.height, area.width) } else { (area.width, area.height) };
        Self { area, upright, length, height }
    }

    /// Returns the point of the page at a distance along the strip and below its upper edge.
    fn at(self, along: f32, below: f32) -> [f32; 2] {
        if self.upright {
            [self.area.x + below, self.area.bottom() - along]
        } else {
            [self.area.x + along, self.area.y + below]
        }
    }

    fn text(
        self,
        frame: &mut Frame,
        [along, baseline]: [f32; 2],
        size: f32,
        face: Face,
        text: &str,
    ) {
        let [x, y] = self.at(along, baseline);
        if self.upright {
            frame.turned([x, y], FRAC_PI_2, size, face, text);
        } else {
            frame.text(x, y, size, face, text);
        }
    }
}

/// Writes the names and the cartridges on the middle of the strip.
fn write(frame: &mut Frame, strip: Strip, divider: &Divider, wing: f32) -> Result<(), TooSmall> {
    let height = strip.height;
    let indent = height * 0.045;
    let left = wing + indent;
    let width = strip.length - 2.0 * (wing + indent);
    let mut y = indent;
    let names = [(Face::Bold, TITLE, &divider.title), (Face::Regular, NAME, &divider.name)];
    for (face, size, text) in names {
        let size = (height * size).max(MIN_TYPE).min(width / face.width(text, 1.0));
        y += size * 1.2;
        let role = if face == Face::Bold { Role::Heading(2) } else { Role::Paragraph };
        frame.tagged(role, |frame| strip.text(frame, [left, y], size, face, text));
    }
    y += height * NAME * 0.8;
    let room = height - indent - y;
    let plans = [1, 2].map(|count| DividerColumns::new(divider, count, width, room, height * TEXT));
    let [one, two] = &plans;
    let columns = if two.size > one.size * 1.05 { two } else { one };
    if columns.size < MIN_TYPE {
        return Err(TooSmall);
    }
    for (n, cartridge) in divider.cartridges.iter().enumerate() {
        let x = left + (n / columns.rows) as f32 * (width + GAP) / columns.count as f32;
        let top = y + (n % columns.rows) as f32 * room / columns.rows as f32;
        frame.tagged(Role::Paragraph, |frame| {
            for (line, (face, text)) in (1_u8..).zip(FACES.into_iter().zip(cartridge)) {
                let baseline = top + columns.size * LINE * f32::from(line);
                strip.text(frame, [x, baseline], columns.size, face, text);
            }
        });
    }
    Ok(())
}

struct DividerColumns {
    count: usize,
    rows: usize,
    size: f32,
}

impl DividerColumns {
    /// Creates columns with the largest type that fits, at most a size.
    fn new(divider: &Divider, count: usize, width: f32, height: f32, largest: f32) -> Self {
        let texts = divider.cartridges.iter().flat_map(|lines| FACES.into_iter().zip(lines));
        let widest = texts.map(|(face, text)| face.width(text, 1.0)).fold(0.0, f32::max);
        let rows = divider.cartridges.len().div_ceil(count).max(1);
        let wide = ((width + GAP) / count as f32 - GAP) / widest;
        Self { count, rows, size: largest.min(wide).min(height / rows as f32 / (LINES * LINE)) }
    }
}
