//! The arsenals: the barrages in a table, the other cartridges with their boxes, unlock conditions
//! and reach, followed by the log of the turns.

use super::fleet::boxes_text;
use super::satellite_mats::{MatPlace, border, dash, squares, tick};
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, fitted, log};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect};
use crate::paper::MM;
use crate::sheet::satellite::mats::{Arsenal, Barrages, Cartridge, CartridgeUse, Drawing, Owner};
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Scale factors to try if the arsenals do not fit.
const SMALLER: [f32; 4] = [1.0, 0.9, 0.8, 0.72];

fn name_size(style: Style) -> f32 {
    style.scaled(11.0).max(MIN_TYPE)
}

fn text_size(style: Style) -> f32 {
    style.scaled(9.0).max(MIN_TYPE)
}

fn box_side(style: Style) -> f32 {
    style.scaled(13.0).max(3.5 * MM)
}

fn sector_side(style: Style) -> f32 {
    style.scaled(7.5)
}

fn pad(style: Style) -> f32 {
    style.scaled(6.0)
}

/// Returns the height of a cartridge: three lines of text, or the largest drawing.
fn cartridge_height(style: Style) -> f32 {
    (name_size(style) * 1.25 + text_size(style) * 2.5).max(sector_side(style) * 5.0)
        + pad(style) * 1.2
}

/// Returns the origin of a drawing, and its number of rows and columns.
fn size(drawing: &Drawing) -> ((i8, i8), (i8, i8)) {
    let rows = drawing.sectors.iter().map(|sector| sector.0);
    let columns = drawing.sectors.iter().map(|sector| sector.1);
    let top = rows.clone().min().unwrap_or(0);
    let left = columns.clone().min().unwrap_or(0);
    let bottom = rows.max().unwrap_or(0);
    let right = columns.max().unwrap_or(0);
    ((top, left), (bottom - top + 1, right - left + 1))
}

fn drawn_width(style: Style, cartridge: &Cartridge) -> f32 {
    let widths =
        cartridge.drawings.iter().map(|drawing| f32::from(size(drawing).1.1) * sector_side(style));
    widths.sum::<f32>() + pad(style) * cartridge.drawings.len().saturating_sub(1) as f32
}

fn text_width(style: Style, cartridge: &Cartridge) -> f32 {
    let name = Face::Bold.width(&cartridge.name, name_size(style));
    let lines = [&cartridge.unlock, &cartridge.effect]
        .map(|line| Face::Regular.width(line, text_size(style)));
    lines.into_iter().fold(name, f32::max)
}

/// Widths of the parts of a column of cartridges: a box, the text, and the drawings.
struct ArsenalColumns {
    boxes: f32,
    text: f32,
    drawn: f32,
}

impl ArsenalColumns {
    fn of(style: Style, arsenal: &Arsenal) -> Self {
        let boxes = (box_side(style) * 1.35).max(owner_width(style, arsenal) + pad(style));
        let cartridges = arsenal.cartridges.iter();
        let texts = cartridges.clone().map(|cartridge| text_width(style, cartridge));
        let drawings = cartridges.map(|cartridge| drawn_width(style, cartridge));
        Self { boxes, text: texts.fold(0.0, f32::max), drawn: drawings.fold(0.0, f32::max) }
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
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    // The arsenals follow the mats on their page, if they fit there.
    let after = pages.last().and_then(|page| Some((plan(style, arsenal, page.area)?, page.area)));
    let (mut page, (by, columns)) = match (after, pages.pop()) {
        (Some((plan, _)), Some(page)) => (page, plan),
        (_, before) => {
            pages.extend(before);
            let page = start.page(true)?;
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
    let mut next_row = 0;
    if rest.height >= log::min_height(style, &arsenal.log) {
        next_row = log::draw(style, &mut page.frame, &arsenal.log, 0, rest);
        pages.push(page);
    } else {
        pages.push(page);
        let mut page = start.page(with_mats)?;
        if page.area.height < log::min_height(style, &arsenal.log) {
            return Err(TooSmall);
        }
        next_row = log::draw(style, &mut page.frame, &arsenal.log, next_row, page.area);
        pages.push(page);
    }
    log::run_on(style, &arsenal.log, next_row, start, pages)
}

/// Returns the scale and the number of columns with which the arsenals fit an area; `None` if they
/// do not.
fn plan(style: Style, arsenal: &Arsenal, area: Rect) -> Option<(f32, usize)> {
    SMALLER.into_iter().flat_map(|by| [2, 1].map(|columns| (by, columns))).find(|&(by, columns)| {
        let style = Style { scale: style.scale * by, ..style };
        let rows = arsenal.cartridges.len().div_ceil(columns) as f32;
        let width = (area.width - style.scaled(24.0) * (columns - 1) as f32) / columns as f32;
        let height = barrages_height(style) + heading(style) + rows * cartridge_height(style);
        ArsenalColumns::of(style, arsenal).width(style) <= width
            && barrages_width(style, arsenal) <= area.width
            && height <= area.height
    })
}

/// Returns the height of the heading of the arsenals and of the table of barrages.
fn barrages_height(style: Style) -> f32 {
    name_size(style) * 1.7 + text_size(style) * 1.6 + box_side(style) * 2.8 + pad(style)
}

/// Returns the width of the description of the barrages.
fn barrages_text(style: Style, barrages: &Barrages) -> f32 {
    let lines = [&barrages.unlock, &barrages.effect]
        .map(|line| Face::Regular.width(line, text_size(style)));
    lines.into_iter().fold(Face::Bold.width(&barrages.name, name_size(style)), f32::max)
}

fn owner_width(style: Style, arsenal: &Arsenal) -> f32 {
    let labels = arsenal.owners.iter().map(|owner| &owner.label);
    labels.map(|label| Face::Regular.width(label, text_size(style))).fold(0.0, f32::max)
}

/// Returns the width of the names of the owners, up to a limit.
fn names_width(style: Style, arsenal: &Arsenal) -> f32 {
    let names = arsenal.owners.iter().map(|owner| fitted_name(style, owner, style.scaled(64.0)));
    names.map(|name| Face::Regular.width(&name, text_size(style))).fold(0.0, f32::max)
}

fn fitted_name(style: Style, owner: &Owner, width: f32) -> String {
    fitted(owner.shown(), Face::Regular, text_size(style), width)
}

fn barrages_width(style: Style, arsenal: &Arsenal) -> f32 {
    let boxes = arsenal.barrages.boxes.len() as f32 * box_side(style) * 1.6;
    barrages_text(style, &arsenal.barrages) + pad(style) * 5.0 + owner_width(style, arsenal) + boxes
}

/// Draws the heading of the arsenals, and the table of barrages: a column for each number, a row
/// for each owner.
fn draw_barrages(style: Style, frame: &mut Frame, arsenal: &Arsenal, area: Rect) {
    let barrages = &arsenal.barrages;
    let name_size = name_size(style);
    let text_size = text_size(style);
    let side = box_side(style);
    frame.tagged(Role::Heading(2), |frame| {
        frame.text(area.x, area.y + name_size, name_size, Face::Bold, &arsenal.title);
    });
    let top = area.y + name_size * 1.7;
    frame.tagged(Role::Heading(3), |frame| {
        frame.text(area.x, top + text_size, name_size, Face::Bold, &barrages.name);
    });
    let rows = top + text_size * 1.6;
    let baselines =
        [0.0, 1.0].map(|row| rows + side * (1.4 * row + 0.5) + text_size * CAPITAL / 2.0);
    frame.text(area.x, baselines[0], text_size, Face::Regular, &barrages.unlock);
    frame.text(area.x, baselines[1], text_size, Face::Regular, &barrages.effect);
    let owners = area.x + barrages_text(style, barrages) + pad(style) * 4.0;
    let room = owner_width(style, arsenal);
    let spare = (area.width - barrages_width(style, arsenal)).max(0.0);
    let room = room.max(names_width(style, arsenal).min(room + spare));
    let boxes = owners + room + pad(style);
    let columns: Vec<f32> =
        (0..barrages.boxes.len()).map(|n| boxes + n as f32 * side * 1.6).collect();
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            for (number, x) in (1..).zip(&columns) {
                frame.tagged(Role::ColumnHeader, |frame| {
                    let text = number.to_string();
                    frame.centred(x + side / 2.0, top + text_size, text_size, Face::Bold, &text);
                });
            }
        });
        for (row, owner) in arsenal.owners.iter().enumerate() {
            frame.tagged(Role::Row, |frame| {
                frame.tagged(Role::RowHeader, |frame| {
                    let name = fitted_name(style, owner, room);
                    frame.text(owners, baselines[row], text_size, Face::Regular, &name);
                });
                for (uses, &x) in barrages.boxes.iter().zip(&columns) {
                    let y = rows + row as f32 * side * 1.4;
                    let rect = Rect { x, y, width: side, height: side };
                    draw_box(style, frame, rect, uses[row]);
                }
            });
        }
    });
}

/// Draws a cell of a table with a box, which shows whether a cartridge was used.
fn draw_box(style: Style, frame: &mut Frame, rect: Rect, used: CartridgeUse) {
    let text = match used {
        CartridgeUse::Available | CartridgeUse::Fired => {
            boxes_text(style, 1, usize::from(used == CartridgeUse::Fired))
        }
        CartridgeUse::GivenUp => {
            format!("{}, {}", boxes_text(style, 1, 0), style.lang.text("tag-given-up"))
        }
    };
    frame.tagged(Role::Cell, |frame| {
        frame.tagged(Role::Figure(text), |frame| {
            frame.outline(1.0, rect);
            match used {
                CartridgeUse::Available => {}
                CartridgeUse::Fired => tick(frame, rect),
                CartridgeUse::GivenUp => dash(frame, rect),
            }
        });
    });
}

/// Returns the height of the line that names the owners of the boxes.
fn heading(style: Style) -> f32 {
    text_size(style) * 1.6
}

/// Draws the cartridges at the top of an area. Returns where the content below them may start.
fn draw(style: Style, frame: &mut Frame, arsenal: &Arsenal, area: Rect, columns: usize) -> f32 {
    let rows = arsenal.cartridges.len().div_ceil(columns);
    let gap = style.scaled(24.0);
    let wide = (area.width - gap * (columns - 1) as f32) / columns as f32;
    let at = ArsenalColumns::of(style, arsenal).with_names(style, arsenal, wide);
    draw_barrages(style, frame, arsenal, area);
    let row = cartridge_height(style);
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
            frame.centred(
                middle,
                top - text_size(style) * 0.5,
                text_size(style),
                Face::Regular,
                &name,
            );
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
    let side = box_side(style);
    for (n, used) in cartridge.boxes.into_iter().enumerate() {
        let x = room.x + at.boxes * (n as f32 + 0.5) - side / 2.0;
        let y = room.y + (room.height - side) / 2.0;
        draw_box(style, frame, Rect { x, y, width: side, height: side }, used);
    }
    let x = room.x + at.boxes * 2.0 + pad(style);
    let name_size = name_size(style);
    let text_size = text_size(style);
    let block = name_size * CAPITAL + text_size * 2.5;
    let baseline = room.y + (room.height - block) / 2.0 + name_size * CAPITAL;
    frame.tagged(Role::RowHeader, |frame| {
        frame.text(x, baseline, name_size, Face::Bold, &cartridge.name);
        frame.text(x, baseline + text_size * 1.25, text_size, Face::Regular, &cartridge.unlock);
        frame.text(x, baseline + text_size * 2.45, text_size, Face::Regular, &cartridge.effect);
    });
    // The drawings are centred on one line down the column.
    let middle = room.right() - pad(style) - at.drawn / 2.0;
    let mut x = middle - drawn_width(style, cartridge) / 2.0;
    frame.tagged(Role::Cell, |frame| {
        for drawing in &cartridge.drawings {
            let (_, (rows, columns)) = size(drawing);
            let y = room.y + (room.height - f32::from(rows) * sector_side(style)) / 2.0;
            let text = described(style, drawing);
            frame.tagged(Role::Figure(text), |frame| draw_reach(style, frame, drawing, x, y));
            x += f32::from(columns) * sector_side(style) + pad(style);
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
fn arrow(square: Rect, down: i8, right: i8) -> [[f32; 4]; 3] {
    let down = f32::from(down);
    let right = f32::from(right);
    let x = square.x + square.width / 2.0;
    let y = square.y + square.height / 2.0;
    // Shares of the side: the distance ahead of the middle, and the distance to the side.
    let [tip, tail, left_barb, right_barb] = [(0.4, 0.0), (-0.3, 0.0), (0.1, 0.25), (0.1, -0.25)]
        .map(|(ahead, aside)| {
            let [ahead, aside] = [ahead, aside].map(|share| share * square.width);
            [x + right * ahead + down * aside, y + down * ahead + right * aside]
        });
    [tail, left_barb, right_barb].map(|[x, y]| [x, y, tip[0], tip[1]])
}

/// Draws the reach of a cartridge: its sectors, with a dot in each target. Where the reach goes on
/// to the edges of the planet, the last sectors are arrows.
fn draw_reach(style: Style, frame: &mut Frame, drawing: &Drawing, x: f32, y: f32) {
    let ((top, left), _) = size(drawing);
    let at = MatPlace { x, y, cell: sector_side(style) };
    let mut arrows = Vec::new();
    let mut sectors = Vec::new();
    for &(row, column) in &drawing.sectors {
        let position = (i16::from(row - top), i16::from(column - left));
        if drawing.endless && row.abs().max(column.abs()) > 1 {
            arrows.extend(arrow(at.square(position), row.signum(), column.signum()));
        } else {
            sectors.push(position);
        }
    }
    frame.lines(0.7, arrows);
    let mut between = Vec::new();
    for &(row, column) in &sectors {
        let square = at.square((row, column));
        if sectors.contains(&(row + 1, column)) {
            between.push([square.x, square.bottom(), square.right(), square.bottom()]);
        }
        if sectors.contains(&(row, column + 1)) {
            between.push([square.right(), square.y, square.right(), square.bottom()]);
        }
    }
    frame.lines(0.4, between);
    frame.lines(1.0, border(&sectors, at, 0.0));
    // A line of zero length with round ends is drawn as a dot.
    let mut dots = Vec::new();
    for &(row, column) in &drawing.targets {
        let square = at.square((i16::from(row - top), i16::from(column - left)));
        let x = square.x + at.cell / 2.0;
        let y = square.y + at.cell / 2.0;
        dots.push([x, y, x, y]);
    }
    frame.items.push(Item::Lines { weight: at.cell * 0.4, round: true, segments: dots });
}
