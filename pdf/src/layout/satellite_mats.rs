//! The mats of planets: side by side, one above the other, or one on each page, with the buildings
//! to scale.

use broadside_engine::satellite::Sector;

use super::fleet::{boxes_text, cross, list_item};
use super::{MIN_CELL, MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, captioned};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect};
use crate::paper::MM;
use crate::sheet::satellite::mats::{Count, Mat, Shape, Site, Token};
use crate::tag::Role;
use crate::texts::SheetTexts;

/// Width of the axes, in cells.
const AXIS: f32 = 0.7;
/// Maximum size of a cell, before it is scaled with the paper.
const LARGEST_CELL: f32 = 14.0 * MM;
/// Ratio of cell sizes for which a later arrangement of mats is better than an earlier one.
const MUCH_LARGER: f32 = 1.08;
/// Number of rows of the tallest building as drawn.
const TALLEST: f32 = 2.0;

/// Position of a mat's sectors.
#[derive(Clone, Copy)]
pub(super) struct MatPlace {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) cell: f32,
}

impl MatPlace {
    pub(super) fn square(self, (row, column): Position) -> Rect {
        Rect {
            x: self.x + f32::from(column) * self.cell,
            y: self.y + f32::from(row) * self.cell,
            width: self.cell,
            height: self.cell,
        }
    }
}

/// Row and column of a sector.
pub(super) type Position = (i16, i16);

fn position(sector: Sector) -> Position {
    (i16::from(sector.row()), i16::from(sector.column()))
}

/// Arrangement of mats on a page: number across and number down, and true if the shapes are next to
/// them instead of below.
#[derive(Clone, Copy)]
struct MatsPlan {
    across: usize,
    down: usize,
    beside: bool,
    cell: f32,
}

impl MatsPlan {
    /// Returns true if mats like this one and shapes fit an area.
    fn fits(self, style: Style, mat: &Mat, shapes: &[Shape], area: Rect) -> bool {
        let Self { across, down, beside, cell } = self;
        let (width, height) = extent(style, mat, cell);
        let width = width * across as f32 + gap(style) * (across - 1) as f32;
        let height = height * down as f32 + gap(style) * (down - 1) as f32;
        if beside {
            let (widths, column) = columns(style, shapes, cell);
            let shapes = widths.iter().map(|width| width + gap(style)).sum::<f32>();
            return width + shapes <= area.width && height.max(column) <= area.height;
        }
        width <= area.width
            && height + shapes_height(style, shapes, cell, area.width) <= area.height
    }
}

/// Number of columns of shapes next to mats.
const COLUMNS: usize = 2;

fn caption(style: Style) -> f32 {
    style.scaled(21.0)
}

fn gap(style: Style) -> f32 {
    style.scaled(16.0)
}

fn text_size(style: Style) -> f32 {
    style.scaled(10.0).max(MIN_TYPE)
}

/// Returns the height of the line below a mat that counts the buildings destroyed.
fn counting(style: Style) -> f32 {
    style.scaled(24.0)
}

/// Returns the width of a shape with its name, in points.
fn shape_width(style: Style, shape: &Shape, cell: f32) -> f32 {
    let columns = shape.pattern.iter().map(|&(_, column)| column + 1).max().unwrap_or(1);
    (f32::from(columns) * cell).max(Face::Regular.width(&shape.name, text_size(style)))
}

/// Splits the shapes into as few rows of a width as possible, with about the same number in each.
fn rows(style: Style, shapes: &[Shape], cell: f32, width: f32) -> Vec<&[Shape]> {
    let abreast = (1..=shapes.len())
        .rev()
        .find(|&count| shapes.chunks(count).all(|row| row_width(style, row, cell) <= width));
    let count = shapes.len().div_ceil(abreast.unwrap_or(1)).max(1);
    shapes.chunks(shapes.len().div_ceil(count).max(1)).collect()
}

/// Returns the least width of a row of shapes.
fn row_width(style: Style, row: &[Shape], cell: f32) -> f32 {
    let shapes: f32 = row.iter().map(|shape| shape_width(style, shape, cell)).sum();
    shapes + gap(style) * (row.len() - 1) as f32
}

fn row_height(style: Style, cell: f32) -> f32 {
    text_size(style) * 1.5 + TALLEST * cell
}

fn shapes_height(style: Style, shapes: &[Shape], cell: f32, width: f32) -> f32 {
    rows(style, shapes, cell, width).len() as f32 * (row_height(style, cell) + gap(style))
}

/// Returns the size of a mat with its axes, its caption and its count.
fn extent(style: Style, mat: &Mat, cell: f32) -> (f32, f32) {
    let columns = f32::from(mat.planet.columns());
    let rows = f32::from(mat.planet.rows());
    ((columns + 2.0 * AXIS) * cell, caption(style) + (rows + 2.0 * AXIS) * cell + counting(style))
}

/// Returns the widths of the columns of shapes next to mats, and their total height.
fn columns(style: Style, shapes: &[Shape], cell: f32) -> (Vec<f32>, f32) {
    let rows = shapes.len().div_ceil(COLUMNS).max(1);
    let mut widths = Vec::new();
    for column in shapes.chunks(rows) {
        let shapes = column.iter().map(|shape| shape_width(style, shape, cell));
        widths.push(shapes.fold(0.0, f32::max));
    }
    (widths, caption(style) + rows as f32 * (row_height(style, cell) + gap(style)))
}

/// Returns the plan with the largest cells for this arrangement; `None` if mats and shapes do not
/// fit.
fn largest(
    style: Style,
    mat: &Mat,
    shapes: &[Shape],
    area: Rect,
    (across, down, beside): (usize, usize, bool),
) -> Option<MatsPlan> {
    let largest = style.scaled(LARGEST_CELL).max(MIN_CELL);
    // Try sizes in small steps. The shapes break into rows, so there is no formula.
    let steps = ((largest - MIN_CELL) / 0.25) as usize;
    let cells = (0..=steps).map(|step| largest - step as f32 * 0.25).chain([MIN_CELL]);
    let mut plans = cells.map(|cell| MatsPlan { across, down, beside, cell });
    plans.find(|plan| plan.fits(style, mat, shapes, area))
}

/// Returns the plan for all mats on one page. If they do not fit, returns that for one mat on each
/// page, all of the same size, each with the shapes.
fn plan(style: Style, mats: &[Mat], shapes: &[Shape], area: Rect) -> Option<MatsPlan> {
    let first = mats.first()?;
    let all = mats.len();
    let together = [(all, 1, false), (all, 1, true), (1, all, false), (1, all, true)];
    let alone = [(1, 1, false), (1, 1, true)];
    [&together[..], &alone].into_iter().find_map(|arrangements| {
        let plans = arrangements
            .iter()
            .filter_map(|&arrangement| largest(style, first, shapes, area, arrangement));
        plans.reduce(|a, b| if b.cell > a.cell * MUCH_LARGER { b } else { a })
    })
}

/// Returns the side of a sector of mats in an area; `None` if they do not fit.
pub(super) fn cell(style: Style, mats: &[Mat], shapes: &[Shape], area: Rect) -> Option<f32> {
    plan(style, mats, shapes, area).map(|plan| plan.cell)
}

pub(super) fn lay(
    style: Style,
    mats: &[Mat],
    shapes: &[Shape],
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    let plan = plan(style, mats, shapes, page.area).ok_or(TooSmall)?;
    if plan.across * plan.down == mats.len() {
        let end = draw_page(style, &mut page.frame, mats, shapes, page.area, plan);
        // The rest of the page is for the arsenals.
        page.area = Rect { y: end, height: page.area.bottom() - end, ..page.area };
        pages.push(page);
        return Ok(());
    }
    for (n, mat) in mats.iter().enumerate() {
        let mut open = start.page(n == 0)?;
        let end =
            draw_page(style, &mut open.frame, std::slice::from_ref(mat), shapes, open.area, plan);
        open.area = Rect { y: end, height: open.area.bottom() - end, ..open.area };
        pages.push(open);
    }
    Ok(())
}

/// Draws mats, and the shapes next to or below them. Some of the remaining space goes above and
/// between, which looks better. Returns where the content below them may start.
fn draw_page(
    style: Style,
    frame: &mut Frame,
    mats: &[Mat],
    shapes: &[Shape],
    area: Rect,
    plan: MatsPlan,
) -> f32 {
    let (mats_width, mats_height) = extent(style, &mats[0], plan.cell);
    let mats_height = mats_height * plan.down as f32 + gap(style) * (plan.down - 1) as f32;
    let below = if plan.beside { 0.0 } else { shapes_height(style, shapes, plan.cell, area.width) };
    let spare = area.height - mats_height - below;
    let top = area.y + (spare * 0.1).clamp(0.0, style.scaled(12.0));
    if !plan.beside {
        draw_mats(style, frame, mats, Rect { y: top, ..area }, plan);
        draw_rows(style, frame, shapes, plan.cell, Rect { y: top + mats_height, ..area });
        return top + mats_height + below + gap(style);
    }
    let (widths, column) = columns(style, shapes, plan.cell);
    let shapes_width: f32 = widths.iter().map(|width| width + gap(style)).sum();
    let mats_width = mats_width * plan.across as f32 + gap(style) * (plan.across - 1) as f32;
    let left = area.x + (area.width - mats_width - shapes_width) / 2.0;
    draw_mats(
        style,
        frame,
        mats,
        Rect { x: left, y: top, width: mats_width, height: mats_height },
        plan,
    );
    let rows = shapes.len().div_ceil(COLUMNS).max(1);
    let mut x = left + mats_width + gap(style);
    frame.tagged(Role::List, |frame| {
        for (column, width) in shapes.chunks(rows).zip(widths) {
            for (n, shape) in column.iter().enumerate() {
                let y =
                    top + caption(style) + n as f32 * (row_height(style, plan.cell) + gap(style));
                draw_shape(style, frame, shape, plan.cell, x, y);
            }
            x += width + gap(style);
        }
    });
    top + mats_height.max(column) + gap(style)
}

fn draw_mats(style: Style, frame: &mut Frame, mats: &[Mat], area: Rect, plan: MatsPlan) {
    let MatsPlan { across, cell, .. } = plan;
    let (width, height) = extent(style, &mats[0], cell);
    let total_width = width * across as f32 + gap(style) * (across - 1) as f32;
    let left = area.x + (area.width - total_width) / 2.0;
    for (n, mat) in mats.iter().enumerate() {
        let column = (n % across) as f32;
        let row = (n / across) as f32;
        let x = left + column * (width + gap(style));
        let y = area.y + row * (height + gap(style));
        draw_mat(style, frame, mat, Rect { x, y, width, height }, cell);
    }
}

fn draw_mat(style: Style, frame: &mut Frame, mat: &Mat, room: Rect, cell: f32) {
    let at = MatPlace { x: room.x + AXIS * cell, y: room.y + caption(style) + AXIS * cell, cell };
    let size = style.scaled(13.0);
    let baseline = room.y + size * 0.8;
    let width = room.right() - at.x;
    let end = captioned(frame, [at.x, baseline, width], size, &mat.caption, mat.owner.as_deref());
    let note = end + size * 0.7;
    if note + Face::Regular.width(&mat.note, size * 0.8) <= room.right() {
        frame.text(note, baseline, size * 0.8, Face::Regular, &mat.note);
    }
    let columns = mat.planet.columns();
    let rows = mat.planet.rows();
    let below = at.y + f32::from(rows) * cell;
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            numbers(frame, columns, at, at.y - AXIS * cell);
        });
        for row in 0..rows {
            frame.tagged(Role::Row, |frame| draw_row(style, frame, mat, at, row));
        }
    });
    frame.tagged(Role::Artifact, |frame| {
        numbers(frame, columns, at, below);
        rule(frame, at, f32::from(columns), f32::from(rows));
    });
    for site in &mat.sites {
        let sectors: Vec<String> = site.sectors.iter().map(|sector| sector.to_string()).collect();
        let key = if site.destroyed { "tag-building-destroyed" } else { "tag-building" };
        let text = style.lang.fill(key, &[("cells", &sectors.join(", "))]);
        frame.tagged(Role::Figure(text), |frame| draw_site(frame, site, at));
    }
    draw_count(style, frame, &mat.count, at.x, below + AXIS * cell, f32::from(columns) * cell);
}

fn axis_size(cell: f32) -> f32 {
    (cell * 0.44).min(17.0)
}

/// Draws the numbers of the columns, above or below.
fn numbers(frame: &mut Frame, columns: u8, at: MatPlace, top: f32) {
    let size = axis_size(at.cell);
    let baseline = top + (at.cell * AXIS + size * CAPITAL) / 2.0;
    for column in 0..columns {
        let middle = at.x + (f32::from(column) + 0.5) * at.cell;
        frame.tagged(Role::ColumnHeader, |frame| {
            frame.centred(middle, baseline, size, Face::Bold, &(column + 1).to_string());
        });
    }
}

/// Draws the letter of a row, on the left or on the right.
fn letter(frame: &mut Frame, mat: &Mat, at: MatPlace, row: u8, right: bool) {
    let size = axis_size(at.cell);
    let letter = char::from(b'A' + row).to_string();
    let baseline = at.y + f32::from(row) * at.cell + (at.cell + size * CAPITAL) / 2.0;
    let middle = if right {
        at.x + (f32::from(mat.planet.columns()) + AXIS / 2.0) * at.cell
    } else {
        at.x - AXIS / 2.0 * at.cell
    };
    frame.centred(middle, baseline, size, Face::Bold, &letter);
}

/// Draws a row: its letter, the tokens on its sectors, and its letter again.
fn draw_row(style: Style, frame: &mut Frame, mat: &Mat, at: MatPlace, row: u8) {
    frame.tagged(Role::RowHeader, |frame| letter(frame, mat, at, row, false));
    for column in 0..mat.planet.columns() {
        frame.tagged(Role::Cell, |frame| {
            for token in &mat.tokens {
                if (token.sector.row(), token.sector.column()) != (row, column) {
                    continue;
                }
                let text = style.lang.text(if token.hit { "tag-hit" } else { "tag-shot" });
                frame.tagged(Role::Figure(text), |frame| draw_token(frame, *token, at));
            }
        });
    }
    frame.tagged(Role::Artifact, |frame| letter(frame, mat, at, row, true));
}

/// Draws the grid lines of a planet and its frame.
fn rule(frame: &mut Frame, at: MatPlace, columns: f32, rows: f32) {
    let width = columns * at.cell;
    let height = rows * at.cell;
    let down = (1..columns as u8)
        .map(|n| at.x + f32::from(n) * at.cell)
        .map(|x| [x, at.y, x, at.y + height]);
    let across =
        (1..rows as u8).map(|n| at.y + f32::from(n) * at.cell).map(|y| [at.x, y, at.x + width, y]);
    frame.lines(0.55, down.chain(across).collect());
    frame.outline(1.8, Rect { x: at.x, y: at.y, width, height });
}

/// Returns the outer edges of a set of sectors, moved inwards by a distance.
pub(super) fn border(sectors: &[Position], at: MatPlace, inset: f32) -> Vec<[f32; 4]> {
    let mut edges = Vec::new();
    for &(row, column) in sectors {
        let square = at.square((row, column));
        let up = sectors.contains(&(row - 1, column));
        let down = sectors.contains(&(row + 1, column));
        let left = sectors.contains(&(row, column - 1));
        let right = sectors.contains(&(row, column + 1));
        // An edge continues to that of its neighbour, and slightly further at an inner corner.
        let x1 = if left { square.x } else { square.x + inset };
        let x2 = if right { square.right() } else { square.right() - inset };
        let y1 = if up { square.y } else { square.y + inset };
        let y2 = if down { square.bottom() } else { square.bottom() - inset };
        let inner_corners = [
            (up || left) && sectors.contains(&(row - 1, column - 1)),
            (up || right) && sectors.contains(&(row - 1, column + 1)),
            (down || left) && sectors.contains(&(row + 1, column - 1)),
            (down || right) && sectors.contains(&(row + 1, column + 1)),
        ];
        let [up_left, up_right, down_left, down_right] =
            inner_corners.map(|inner| if inner { inset } else { 0.0 });
        if !up {
            let y = square.y + inset;
            edges.push([x1 - up_left, y, x2 + up_right, y]);
        }
        if !down {
            let y = square.bottom() - inset;
            edges.push([x1 - down_left, y, x2 + down_right, y]);
        }
        if !left {
            let x = square.x + inset;
            edges.push([x, y1 - up_left, x, y2 + down_left]);
        }
        if !right {
            let x = square.right() - inset;
            edges.push([x, y1 - up_right, x, y2 + down_right]);
        }
    }
    edges
}

/// Draws a building clear of the grid lines, and struck through if it is destroyed.
fn draw_site(frame: &mut Frame, site: &Site, at: MatPlace) {
    let sectors: Vec<Position> = site.sectors.iter().map(|&sector| position(sector)).collect();
    let segments = border(&sectors, at, at.cell * 0.1);
    frame.marks.push(Item::Lines { weight: 2.0, round: true, segments });
    if site.destroyed {
        // One line through each sector is visible in every shape.
        let mut segments = Vec::new();
        for sector in sectors {
            let square = at.square(sector).inset(at.cell * 0.1);
            segments.push([square.x, square.bottom(), square.right(), square.y]);
        }
        frame.marks.push(Item::Lines { weight: 1.2, round: true, segments });
    }
}

fn draw_token(frame: &mut Frame, token: Token, at: MatPlace) {
    let square = at.square(position(token.sector));
    frame.marks.extend(sign(
        token.hit,
        at.cell,
        [square.x + at.cell / 2.0, square.y + at.cell / 2.0],
    ));
}

/// Returns the sign of a token in a cell of a size: a circle, with a cross if it marks damage.
pub(super) fn sign(hit: bool, cell: f32, [x, y]: [f32; 2]) -> Vec<Item> {
    let weight = (cell * 0.05).clamp(0.9, 1.8);
    let radius = cell * if hit { 0.3 } else { 0.16 };
    let mut items = vec![Item::Circle { weight, x, y, radius }];
    if hit {
        let reach = radius * 0.62;
        let square = Rect { x: x - reach, y: y - reach, width: reach * 2.0, height: reach * 2.0 };
        items.push(Item::Lines { weight, round: true, segments: cross(square).into() });
    }
    items
}

/// Draws the boxes that count the buildings destroyed.
fn draw_count(style: Style, frame: &mut Frame, count: &Count, x: f32, y: f32, width: f32) {
    let mut size = text_size(style);
    let mut side = style.scaled(11.0);
    while count_width(count, size, side) > width && size > MIN_TYPE {
        size *= 0.95;
        side *= 0.95;
    }
    let top = y + style.scaled(5.0);
    let baseline = top + (side + size * CAPITAL) / 2.0;
    frame.tagged(Role::Paragraph, |frame| {
        let end = frame.text(x, baseline, size, Face::Regular, &count.name);
        let text = boxes_text(style, count.boxes.into(), count.ticked.into());
        frame.tagged(Role::Figure(text), |frame| {
            for n in 0..count.boxes {
                let x = end + size * 0.6 + f32::from(n) * side * 1.3;
                let rect = Rect { x, y: top, width: side, height: side };
                frame.outline(0.8, rect);
                if n < count.ticked {
                    tick(frame, rect);
                }
            }
        });
    });
}

/// Returns the width of a count, with type of a size and boxes with a side.
fn count_width(count: &Count, size: f32, side: f32) -> f32 {
    Face::Regular.width(&count.name, size) + size * 0.6 + f32::from(count.boxes) * side * 1.3
}

/// Draws a tick in a box.
pub(super) fn tick(frame: &mut Frame, rect: Rect) {
    let segments = cross(rect.inset(rect.width * 0.22)).into();
    frame.marks.push(Item::Lines { weight: 1.2, round: true, segments });
}

/// Draws a dash in a box.
pub(super) fn dash(frame: &mut Frame, rect: Rect) {
    let inset = rect.width * 0.22;
    let y = rect.y + rect.height / 2.0;
    let segments = vec![[rect.x + inset, y, rect.right() - inset, y]];
    frame.marks.push(Item::Lines { weight: 1.2, round: true, segments });
}

/// Draws the buildings to scale, in rows over the width.
fn draw_rows(style: Style, frame: &mut Frame, shapes: &[Shape], cell: f32, area: Rect) {
    let mut y = area.y;
    frame.tagged(Role::List, |frame| {
        for row in rows(style, shapes, cell, area.width) {
            y += gap(style);
            let widths: Vec<f32> =
                row.iter().map(|shape| shape_width(style, shape, cell)).collect();
            let total_width: f32 = widths.iter().sum();
            let gaps = row.len().saturating_sub(1) as f32;
            let apart = if gaps > 0.0 {
                ((area.width - total_width) / gaps).min(gap(style) * 2.5)
            } else {
                0.0
            };
            let mut x = area.x + (area.width - total_width - apart * gaps) / 2.0;
            for (shape, width) in row.iter().zip(widths) {
                draw_shape(style, frame, shape, cell, x, y);
                x += width + apart;
            }
            y += row_height(style, cell);
        }
    });
}

fn draw_shape(style: Style, frame: &mut Frame, shape: &Shape, cell: f32, x: f32, y: f32) {
    let size = text_size(style);
    list_item(frame, |frame| {
        frame.tagged(Role::Figure(described(style, shape)), |frame| {
            frame.text(x, y + size * 0.9, size, Face::Regular, &shape.name);
            let top = y + size * 1.5;
            for &(row, column) in shape.pattern {
                let x = x + f32::from(column) * cell;
                let y = top + f32::from(row) * cell;
                frame.outline(1.0, Rect { x, y, width: cell, height: cell });
            }
        });
    });
}

/// Returns the name of a building and the sectors that it covers.
pub(super) fn described(style: Style, shape: &Shape) -> String {
    let cells = squares(shape.pattern.iter().map(|(row, column)| (row + 1, column + 1)));
    style.lang.fill("tag-pattern", &[("name", &shape.name), ("cells", &cells)])
}

/// Returns the rows and columns of squares.
pub(super) fn squares(all: impl Iterator<Item = (i8, i8)>) -> String {
    let all: Vec<String> = all.map(|(row, column)| format!("{row} {column}")).collect();
    all.join(", ")
}
