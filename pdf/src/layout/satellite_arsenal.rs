//! The arsenals: the barrages in a table, the other cartridges with their boxes, unlock conditions
//! and reach, followed by the log of the turns.

use super::fleet::boxes_text;
use super::satellite_mats::{border, dash, squares, tick};
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall, fitted, log};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect};
use crate::paper::MM;
use crate::sheet::satellite::mats::{Arsenal, Barrages, Cartridge, CartridgeUse, Drawing, Owner};
use crate::tag::Role;

/// Scale factors to try if the arsenals do not fit.
const SMALLER: [f32; 4] = [1.0, 0.9, 0.8, 0.72];

fn name(style: Style) -> f32 {
    style.scaled(11.0).max(LEAST_TYPE)
}

fn text(style: Style) -> f32 {
    style.scaled(9.0).max(LEAST_TYPE)
}

/// Returns the side of a box.
fn side(style: Style) -> f32 {
    style.scaled(13.0).max(3.5 * MM)
}

/// Returns the side of a sector in a drawing.
fn unit(style: Style) -> f32 {
    style.scaled(7.5)
}

fn pad(style: Style) -> f32 {
    style.scaled(6.0)
}

/// Returns the height of a cartridge: three lines of text, or the largest drawing.
fn height(style: Style) -> f32 {
    (name(style) * 1.25 + text(style) * 2.5).max(unit(style) * 5.0) + pad(style) * 1.2
}

/// Returns the origin of a drawing, and its number of rows and columns.
fn size(drawing: &Drawing) -> ((i8, i8), (i8, i8)) {
    let of = |pick: fn(&(i8, i8)) -> i8| {
        let all = || drawing.sectors.iter().map(pick);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let (top, bottom) = of(|at| at.0);
    let (left, right) = of(|at| at.1);
    ((top, left), (bottom - top + 1, right - left + 1))
}

fn drawn_width(style: Style, cartridge: &Cartridge) -> f32 {
    let widths =
        cartridge.drawings.iter().map(|drawing| f32::from(size(drawing).1.1) * unit(style));
    widths.sum::<f32>() + pad(style) * cartridge.drawings.len().saturating_sub(1) as f32
}

fn text_width(style: Style, cartridge: &Cartridge) -> f32 {
    let lines = [(Face::Bold, name(style), &cartridge.name)];
    let more =
        [&cartridge.unlock, &cartridge.effect].map(|line| (Face::Regular, text(style), line));
    lines.iter().chain(&more).map(|(face, size, line)| face.width(line, *size)).fold(0.0, f32::max)
}

/// Widths of the parts of a column of cartridges: a box, the text, and the drawings.
struct ArsenalColumns {
    boxes: f32,
    text: f32,
    drawn: f32,
}

impl ArsenalColumns {
    fn of(style: Style, arsenal: &Arsenal) -> Self {
        let widest = |of: fn(Style, &Cartridge) -> f32| {
            arsenal.cartridges.iter().map(|cartridge| of(style, cartridge)).fold(0.0, f32::max)
        };
        let boxes = (side(style) * 1.35).max(owner_width(style, arsenal) + pad(style));
        Self { boxes, text: widest(text_width), drawn: widest(drawn_width) }
    }

    /// Gives the names of the owners the room that the other parts leave of a width.
    fn with_names(self, style: Style, arsenal: &Arsenal, width: f32) -> Self {
        let spare = (width - self.width(style)).max(0.0) / 2.0;
        let boxes =
            self.boxes.max((names_width(style, arsenal) + pad(style)).min(self.boxes + spare));
        Self { boxes, ..self }
    }

    fn width(&self, style: Style) -> f32 {
        self.boxes * 2.0 + pad(style) + self.text + pad(style) * 2.0 + self.drawn
    }
}

pub(super) fn lay(
    style: Style,
    arsenal: &Arsenal,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    // The arsenals follow the mats on their page, if they fit there.
    let after = pages.last().and_then(|page| Some((plan(style, arsenal, page.area)?, page.area)));
    let (mut page, (by, columns)) = match (after, pages.pop()) {
        (Some((plan, _)), Some(page)) => (page, plan),
        (_, before) => {
            pages.extend(before);
            let page = start(true)?;
            let plan = plan(style, arsenal, page.area).ok_or(TooSmall)?;
            (page, plan)
        }
    };
    let with_mats = after.is_some();
    let end = draw(
        Style { scale: style.scale * by, ..style },
        &mut page.frame,
        arsenal,
        page.area,
        columns,
    );
    let rest = Rect { y: end, height: page.area.bottom() - end, ..page.area };
    let mut taken = 0;
    if rest.height >= log::least_height(style, &arsenal.log) {
        taken = log::draw(style, &mut page.frame, &arsenal.log, 0, rest);
        pages.push(page);
    } else {
        pages.push(page);
        let mut page = start(with_mats)?;
        if page.area.height < log::least_height(style, &arsenal.log) {
            return Err(TooSmall);
        }
        taken = log::draw(style, &mut page.frame, &arsenal.log, taken, page.area);
        pages.push(page);
    }
    log::run_on(style, &arsenal.log, taken, start, pages)
}

/// Returns the scale and the number of columns with which the arsenals fit an area; `None` if they
/// do not.
fn plan(style: Style, arsenal: &Arsenal, area: Rect) -> Option<(f32, usize)> {
    SMALLER.into_iter().flat_map(|by| [2, 1].map(|columns| (by, columns))).find(|&(by, columns)| {
        let style = Style { scale: style.scale * by, ..style };
        let rows = arsenal.cartridges.len().div_ceil(columns) as f32;
        let wide = (area.width - style.scaled(24.0) * (columns - 1) as f32) / columns as f32;
        let high = barrages_height(style) + heading(style) + rows * height(style);
        ArsenalColumns::of(style, arsenal).width(style) <= wide
            && barrages_width(style, arsenal) <= area.width
            && high <= area.height
    })
}

/// Returns the height of the heading of the arsenals and of the table of barrages.
fn barrages_height(style: Style) -> f32 {
    name(style) * 1.7 + text(style) * 1.6 + side(style) * 2.8 + pad(style)
}

/// Returns the width of the description of the barrages.
fn barrages_text(style: Style, barrages: &Barrages) -> f32 {
    let lines =
        [&barrages.unlock, &barrages.effect].map(|line| Face::Regular.width(line, text(style)));
    lines.into_iter().fold(Face::Bold.width(&barrages.name, name(style)), f32::max)
}

fn owner_width(style: Style, arsenal: &Arsenal) -> f32 {
    let width = |owner: &Owner| Face::Regular.width(&owner.label, text(style));
    arsenal.owners.iter().map(width).fold(0.0, f32::max)
}

/// Returns the width of the names of the owners, up to a limit.
fn names_width(style: Style, arsenal: &Arsenal) -> f32 {
    let name = |owner: &Owner| {
        Face::Regular.width(&fitted_name(style, owner, style.scaled(64.0)), text(style))
    };
    arsenal.owners.iter().map(name).fold(0.0, f32::max)
}

fn fitted_name(style: Style, owner: &Owner, width: f32) -> String {
    fitted(owner.shown(), Face::Regular, text(style), width)
}

fn barrages_width(style: Style, arsenal: &Arsenal) -> f32 {
    let boxes = arsenal.barrages.boxes.len() as f32 * side(style) * 1.6;
    barrages_text(style, &arsenal.barrages) + pad(style) * 5.0 + owner_width(style, arsenal) + boxes
}

/// Draws the heading of the arsenals, and the table of barrages: a column for each number, a row
/// for each owner.
fn draw_barrages(style: Style, frame: &mut Frame, arsenal: &Arsenal, area: Rect) {
    let barrages = &arsenal.barrages;
    let large = name(style);
    let small = text(style);
    let side = side(style);
    let heading = |frame: &mut Frame, level: u8, baseline: f32, text: &str| {
        frame.tagged(Role::Heading(level), |frame| {
            frame.text(area.x, baseline, large, Face::Bold, text);
        });
    };
    heading(frame, 2, area.y + large, &arsenal.title);
    let top = area.y + large * 1.7;
    heading(frame, 3, top + small, &barrages.name);
    let rows = top + small * 1.6;
    let baseline = |n: usize| rows + side * (1.4 * n as f32 + 0.5) + small * CAPITAL / 2.0;
    frame.text(area.x, baseline(0), small, Face::Regular, &barrages.unlock);
    frame.text(area.x, baseline(1), small, Face::Regular, &barrages.effect);
    let owners = area.x + barrages_text(style, barrages) + pad(style) * 4.0;
    let room = owner_width(style, arsenal);
    let spare = (area.width - barrages_width(style, arsenal)).max(0.0);
    let room = room.max(names_width(style, arsenal).min(room + spare));
    let boxes = owners + room + pad(style);
    let left = |n: usize| boxes + n as f32 * side * 1.6;
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            for n in 0..barrages.boxes.len() {
                frame.tagged(Role::ColumnHeader, |frame| {
                    let middle = left(n) + side / 2.0;
                    frame.centred(middle, top + small, small, Face::Bold, &(n + 1).to_string());
                });
            }
        });
        for (row, owner) in arsenal.owners.iter().enumerate() {
            frame.tagged(Role::Row, |frame| {
                frame.tagged(Role::RowHeader, |frame| {
                    let name = fitted_name(style, owner, room);
                    frame.text(owners, baseline(row), small, Face::Regular, &name);
                });
                for (n, uses) in barrages.boxes.iter().enumerate() {
                    let y = rows + row as f32 * side * 1.4;
                    draw_box(
                        style,
                        frame,
                        Rect { x: left(n), y, width: side, height: side },
                        uses[row],
                    );
                }
            });
        }
    });
}

/// Draws a cell of a table with a box, which shows whether a cartridge was used.
fn draw_box(style: Style, frame: &mut Frame, rect: Rect, of: CartridgeUse) {
    let text = match of {
        CartridgeUse::Available | CartridgeUse::Fired => {
            boxes_text(style, 1, usize::from(of == CartridgeUse::Fired))
        }
        CartridgeUse::GivenUp => {
            format!("{}, {}", boxes_text(style, 1, 0), style.lang.text("tag-given-up"))
        }
    };
    frame.tagged(Role::Cell, |frame| {
        frame.tagged(Role::Figure(text), |frame| {
            frame.outline(1.0, rect);
            match of {
                CartridgeUse::Available => {}
                CartridgeUse::Fired => tick(frame, rect),
                CartridgeUse::GivenUp => dash(frame, rect),
            }
        });
    });
}

/// Returns the height of the line that names the owners of the boxes.
fn heading(style: Style) -> f32 {
    text(style) * 1.6
}

/// Draws the cartridges at the top of an area. Returns where the content below them may start.
fn draw(style: Style, frame: &mut Frame, arsenal: &Arsenal, area: Rect, columns: usize) -> f32 {
    let rows = arsenal.cartridges.len().div_ceil(columns);
    let gap = style.scaled(24.0);
    let wide = (area.width - gap * (columns - 1) as f32) / columns as f32;
    let at = ArsenalColumns::of(style, arsenal).with_names(style, arsenal, wide);
    draw_barrages(style, frame, arsenal, area);
    let row = height(style);
    let top = area.y + barrages_height(style) + heading(style);
    let mut rules = Vec::new();
    for (n, column) in arsenal.cartridges.chunks(rows).enumerate() {
        let x = area.x + n as f32 * (wide + gap);
        rules.push([x, top, x + wide, top]);
        frame.tagged(Role::Table, |frame| {
            frame.tagged(Role::Row, |frame| draw_owners(style, frame, arsenal, &at, [x, top]));
            for (n, cartridge) in column.iter().enumerate() {
                let room = Rect { x, y: top + n as f32 * row, width: wide, height: row };
                rules.push([x, room.bottom(), x + wide, room.bottom()]);
                frame.tagged(Role::Row, |frame| draw_cartridge(style, frame, cartridge, &at, room));
            }
        });
    }
    frame.lines(0.55, rules);
    top + rows as f32 * row + style.scaled(20.0)
}

/// Draws the headings of a column of cartridges: the owners of the boxes.
fn draw_owners(
    style: Style,
    frame: &mut Frame,
    arsenal: &Arsenal,
    at: &ArsenalColumns,
    [x, top]: [f32; 2],
) {
    for (which, owner) in arsenal.owners.iter().enumerate() {
        let middle = x + at.boxes * (which as f32 + 0.5);
        frame.tagged(Role::ColumnHeader, |frame| {
            let name = fitted_name(style, owner, at.boxes - pad(style) * 0.5);
            frame.centred(middle, top - text(style) * 0.5, text(style), Face::Regular, &name);
        });
    }
    // Name and reach have no headings.
    frame.tagged(Role::Cell, |_| ());
    frame.tagged(Role::Cell, |_| ());
}

fn draw_cartridge(
    style: Style,
    frame: &mut Frame,
    cartridge: &Cartridge,
    at: &ArsenalColumns,
    room: Rect,
) {
    let side = side(style);
    for (n, of) in cartridge.boxes.into_iter().enumerate() {
        let x = room.x + at.boxes * (n as f32 + 0.5) - side / 2.0;
        let y = room.y + (room.height - side) / 2.0;
        draw_box(style, frame, Rect { x, y, width: side, height: side }, of);
    }
    let x = room.x + at.boxes * 2.0 + pad(style);
    let large = name(style);
    let small = text(style);
    let block = large * CAPITAL + small * 2.5;
    let baseline = room.y + (room.height - block) / 2.0 + large * CAPITAL;
    frame.tagged(Role::RowHeader, |frame| {
        frame.text(x, baseline, large, Face::Bold, &cartridge.name);
        frame.text(x, baseline + small * 1.25, small, Face::Regular, &cartridge.unlock);
        frame.text(x, baseline + small * 2.45, small, Face::Regular, &cartridge.effect);
    });
    // The drawings are centred on one line down the column.
    let middle = room.right() - pad(style) - at.drawn / 2.0;
    let mut x = middle - drawn_width(style, cartridge) / 2.0;
    frame.tagged(Role::Cell, |frame| {
        for drawing in &cartridge.drawings {
            let (_, (rows, columns)) = size(drawing);
            let y = room.y + (room.height - f32::from(rows) * unit(style)) / 2.0;
            let text = described(style, drawing);
            frame.tagged(Role::Figure(text), |frame| draw_reach(style, frame, drawing, x, y));
            x += f32::from(columns) * unit(style) + pad(style);
        }
    });
}

/// Returns the sectors and targets of a drawing, relative to the target of the cartridge.
fn described(style: Style, drawing: &Drawing) -> String {
    let cells = squares(drawing.sectors.iter().copied());
    let cells = if drawing.endless { format!("{cells} …") } else { cells };
    let targets = squares(drawing.targets.iter().copied());
    style.lang.fill("tag-reach", &[("cells", &cells), ("targets", &targets)])
}

/// Returns the lines of an arrow in a square that points down and to the right, or up and to the
/// left for `-1`.
fn arrow(square: Rect, down: i16, right: i16) -> [[f32; 4]; 3] {
    let down = f32::from(down);
    let right = f32::from(right);
    let x = square.x + square.width / 2.0;
    let y = square.y + square.height / 2.0;
    // Returns the point at a distance ahead of the middle, and at a distance to the side.
    let at = |ahead: f32, aside: f32| {
        let [ahead, aside] = [ahead, aside].map(|share| share * square.width);
        [x + right * ahead + down * aside, y + down * ahead + right * aside]
    };
    let tip = at(0.4, 0.0);
    [at(-0.3, 0.0), at(0.1, 0.25), at(0.1, -0.25)].map(|[x, y]| [x, y, tip[0], tip[1]])
}

/// Draws the reach of a cartridge: its sectors, with a dot in each target. Where the reach goes on
/// to the edges of the planet, the last sectors are arrows.
fn draw_reach(style: Style, frame: &mut Frame, drawing: &Drawing, x: f32, y: f32) {
    let ((top, left), _) = size(drawing);
    let unit = unit(style);
    let square = |(row, column): (i16, i16)| Rect {
        x: x + f32::from(column - i16::from(left)) * unit,
        y: y + f32::from(row - i16::from(top)) * unit,
        width: unit,
        height: unit,
    };
    let wide = |&(row, column): &(i8, i8)| (i16::from(row), i16::from(column));
    let all = drawing.sectors.iter().map(wide);
    let is_end = |&(row, column): &(i16, i16)| drawing.endless && row.abs().max(column.abs()) > 1;
    let (ends, sectors): (Vec<_>, Vec<_>) = all.partition(is_end);
    let edges = border(&sectors, square, 0.0);
    let arrows = ends
        .iter()
        .flat_map(|&(row, column)| arrow(square((row, column)), row.signum(), column.signum()));
    frame.lines(0.7, arrows.collect());
    let between = sectors.iter().flat_map(|&(row, column)| {
        let to = square((row, column));
        let below = sectors.contains(&(row + 1, column)).then_some([
            to.x,
            to.bottom(),
            to.right(),
            to.bottom(),
        ]);
        let beside = sectors.contains(&(row, column + 1)).then_some([
            to.right(),
            to.y,
            to.right(),
            to.bottom(),
        ]);
        [below, beside].into_iter().flatten()
    });
    frame.lines(0.4, between.collect());
    frame.lines(1.0, edges);
    // A line of zero length with round ends is drawn as a dot.
    let dot = |target: &(i8, i8)| {
        let to = square(wide(target));
        let x = to.x + unit / 2.0;
        let y = to.y + unit / 2.0;
        [x, y, x, y]
    };
    let segments = drawing.targets.iter().map(dot).collect();
    frame.items.push(Item::Lines { weight: unit * 0.4, round: true, segments });
}
