//! The sheet of `solo`: the sea with its suits and columns, the fleets next to it, and the log
//! below, next to it or on a page of its own.

use super::fleet::{Boxes, cross, draw_boxes, list_item};
use super::grid::AXIS;
use super::{MIN_CELL, MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, emblem, log};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect, Run};
use crate::sheet::log::Log;
use crate::sheet::map::Tally;
use crate::sheet::solo::{Fleet, Named, Sea, SeaShip, Square};
use crate::tag::Role;
use crate::texts::SheetTexts;

const COLUMNS: f32 = 6.0;
const ROWS: f32 = 8.0;

fn between(style: Style) -> f32 {
    style.scaled(20.0)
}

fn label_size(style: Style) -> f32 {
    style.scaled(11.5).max(MIN_TYPE)
}

fn note_size(style: Style) -> f32 {
    style.scaled(9.5).max(MIN_TYPE)
}

fn tick(style: Style) -> f32 {
    style.scaled(14.0)
}

/// Returns the width of the labels left of the sea: the names of the suits and of the halves.
fn labels_width(style: Style, sea: &Sea) -> f32 {
    let suits = sea.suits.iter().map(|suit| Face::Bold.width(&suit.name, label_size(style)));
    let halves = sea.halves.iter().map(|half| Face::Regular.width(half, note_size(style)));
    aside(style) + suits.fold(0.0, f32::max) + halves.fold(0.0, f32::max) + style.scaled(17.0)
}

/// Returns the distance from the left of an emblem to the name of its suit.
fn aside(style: Style) -> f32 {
    label_size(style) * 1.25
}

/// Draws the emblem and the name of a suit. Returns where the name begins and ends.
fn draw_suit(style: Style, frame: &mut Frame, suit: &Named, x: f32, baseline: f32) -> (f32, f32) {
    let size = label_size(style);
    let radius = size * 0.46;
    let middle = [x + radius, baseline - size * CAPITAL / 2.0];
    frame.lines(0.7, emblem::lines(suit.suit, middle, radius, 0.0));
    let start = x + aside(style);
    (start, frame.text(start, baseline, size, Face::Bold, &suit.name))
}

fn names_width(style: Style, sea: &Sea) -> f32 {
    let ships = sea.fleets.iter().flat_map(|fleet| &fleet.ships);
    ships.map(|ship| Face::Regular.width(&ship.name, label_size(style))).fold(0.0, f32::max)
        + style.scaled(8.0)
}

/// Returns width and height of the fleets right of the sea.
fn fleets(style: Style, sea: &Sea) -> (f32, f32) {
    let ships = sea.fleets.iter().flat_map(|fleet| &fleet.ships);
    let longest = f32::from(ships.clone().map(|ship| ship.length).max().unwrap_or_default());
    let texts = [&sea.predicts, &sea.lends].map(|text| Face::Regular.width(text, note_size(style)));
    let width = texts.into_iter().fold(names_width(style, sea) + longest * tick(style), f32::max);
    let lines = (sea.fleets.len() + ships.count()) as f32;
    let apart = (sea.fleets.len() + 1) as f32 * apart(style);
    (
        width,
        note_size(style) * 1.5
            + label_size(style) * 2.2
            + apart
            + lines * line(style)
            + note_size(style) * 1.5,
    )
}

/// Returns the minimum distance between the fleets.
fn apart(style: Style) -> f32 {
    style.scaled(8.0)
}

/// Returns the minimum height of a line of the fleets.
fn line(style: Style) -> f32 {
    tick(style) + style.scaled(3.5)
}

/// Returns the largest cell size for the sea with its labels and fleets in a space; `None` if it is
/// too small to mark.
fn cell(style: Style, sea: &Sea, width: f32, height: f32) -> Option<f32> {
    let (fleets_width, fleets_height) = fleets(style, sea);
    let across = (width - labels_width(style, sea) - between(style) - fleets_width) / COLUMNS;
    let cell = across.min(height / (ROWS + AXIS));
    (cell >= MIN_CELL && fleets_height <= height).then_some(cell)
}

pub(super) fn lay(
    style: Style,
    sea: &Sea,
    log: &Log,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut page = start.page(true)?;
    let area = page.area;
    let log_height = log::min_height(style, log) + between(style);
    let beside = log::min_width(style, log) + between(style);
    let below = cell(style, sea, area.width, area.height - log_height);
    let left = cell(style, sea, area.width - beside, area.height);
    let next_row = match (below, left) {
        (Some(below), left) if left.is_none_or(|left| left <= below) => {
            let top = Rect { height: area.height - log_height, ..area };
            let end = draw(style, &mut page.frame, sea, top, below) + between(style);
            let rest = Rect { y: end, height: area.bottom() - end, ..area };
            log::draw(style, &mut page.frame, log, 0, rest)
        }
        (_, Some(left)) => {
            let room = Rect { width: area.width - beside, ..area };
            draw(style, &mut page.frame, sea, room, left);
            let rest = Rect {
                x: room.right() + between(style),
                width: log::min_width(style, log),
                ..area
            };
            log::draw(style, &mut page.frame, log, 0, rest)
        }
        _ => {
            let alone = cell(style, sea, area.width, area.height).ok_or(TooSmall)?;
            draw(style, &mut page.frame, sea, area, alone);
            pages.push(page);
            page = start.page(false)?;
            if page.area.width < log::min_width(style, log)
                || page.area.height < log::min_height(style, log)
            {
                return Err(TooSmall);
            }
            let area = page.area;
            log::draw(style, &mut page.frame, log, 0, area)
        }
    };
    pages.push(page);
    let mut next_row = next_row;
    while next_row < log.rows.len() {
        let mut page = start.page(false)?;
        let before = next_row;
        let area = page.area;
        next_row = log::draw(style, &mut page.frame, log, next_row, area);
        if next_row == before {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(())
}

/// Draws the sea and the fleets. Returns where they end.
fn draw(style: Style, frame: &mut Frame, sea: &Sea, area: Rect, cell: f32) -> f32 {
    let left = labels_width(style, sea);
    let grid = Rect {
        x: area.x + left,
        y: area.y + cell * AXIS,
        width: cell * COLUMNS,
        height: cell * ROWS,
    };
    let size = (cell * 0.44).min(17.0);
    let baseline = area.y + (cell * AXIS + size * CAPITAL) / 2.0;
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            for (n, column) in sea.columns.iter().enumerate() {
                frame.tagged(Role::ColumnHeader, |frame| {
                    frame.centred(
                        grid.x + (n as f32 + 0.5) * cell,
                        baseline,
                        size,
                        Face::Bold,
                        column,
                    );
                });
            }
        });
        for row in 0..ROWS as u8 {
            frame.tagged(Role::Row, |frame| {
                let rows = Rect { x: area.x, width: left, ..grid };
                frame
                    .tagged(Role::RowHeader, |frame| draw_row_header(style, frame, sea, rows, row));
                for column in 0..COLUMNS as u8 {
                    let at = (row, column);
                    let square = square(grid, cell, at);
                    frame.tagged(Role::Cell, |frame| draw_cell(style, frame, sea, at, square));
                }
            });
        }
    });
    rule(frame, grid, cell);
    for ship in &sea.ships {
        let [first, last] = [ship.from, ship.to].map(|at| square_name(sea, at));
        let ends = [("first", &*first), ("last", &*last)];
        let text = style.lang.fill(if ship.sunk { "tag-ship-sunk" } else { "tag-ship" }, &ends);
        frame.tagged(Role::Figure(text), |frame| outline(frame, ship, grid, cell));
    }
    let (wide, high) = fleets(style, sea);
    let x = (area.right() - wide).min(grid.right() + between(style) * 3.0);
    // The fleets begin next to the first row, or further up if they need the room.
    let y = grid.y.min(area.bottom() - high);
    draw_fleets(
        style,
        frame,
        sea,
        Rect { x, y, width: wide, height: (grid.bottom() - y).max(high) },
    );
    grid.bottom().max(y + high)
}

fn square(grid: Rect, cell: f32, (row, column): Square) -> Rect {
    Rect {
        x: grid.x + f32::from(column) * cell,
        y: grid.y + f32::from(row) * cell,
        width: cell,
        height: cell,
    }
}

/// Draws the suit of a row, if it is the upper one of the suit, and the name of the half.
fn draw_row_header(style: Style, frame: &mut Frame, sea: &Sea, rows: Rect, row: u8) {
    let cell = rows.height / ROWS;
    let suit = usize::from(row / 2);
    let half = usize::from(row % 2);
    let top = rows.y + f32::from(row) * cell;
    if let (Some(suit), 0) = (sea.suits.get(suit), half) {
        draw_suit(style, frame, suit, rows.x, top + cell + label_size(style) * CAPITAL / 2.0);
    }
    if let Some(half) = sea.halves.get(half) {
        let x = rows.right() - style.scaled(7.0) - Face::Regular.width(half, note_size(style));
        let baseline = top + cell / 2.0 + note_size(style) * CAPITAL / 2.0;
        frame.text(x, baseline, note_size(style), Face::Regular, half);
    }
}

/// Draws the coins and shots of a square.
fn draw_cell(style: Style, frame: &mut Frame, sea: &Sea, at: Square, square: Rect) {
    let shots = sea.shots.iter().filter(|(shot, _)| *shot == at);
    let hit = shots.clone().any(|(_, hit)| *hit);
    for (_, letter) in sea.coins.iter().filter(|(coin, _)| *coin == at) {
        draw_letter(frame, square, letter, hit);
        if hit {
            let text = style.lang.text("tag-hit");
            frame.tagged(Role::Figure(text), |frame| draw_hit(frame, square));
        }
    }
    for _ in shots.filter(|(_, hit)| !hit) {
        let weight = (square.width * 0.05).clamp(1.0, 2.0);
        let segments = cross(square.inset(square.width * 0.3)).into();
        frame.tagged(Role::Figure(style.lang.text("tag-shot")), |frame| {
            frame.marks.push(Item::Lines { weight, round: true, segments });
        });
    }
}

/// Returns the column, suit and half of a square.
fn square_name(sea: &Sea, (row, column): Square) -> String {
    let column = sea.columns.get(usize::from(column)).copied().unwrap_or_default();
    let suit = sea.suits.get(usize::from(row / 2)).map_or("", |suit| suit.name.as_str());
    let half = sea.halves.get(usize::from(row % 2)).map_or("", String::as_str);
    format!("{column} {suit} {half}")
}

/// Draws a coin. Its letter is in the middle of its cell, or above and to the left of the mark of a
/// hit, within the outline of a ship.
fn draw_letter(frame: &mut Frame, square: Rect, letter: &str, hit: bool) {
    let cell = square.width;
    let (aside, size) =
        if hit { (cell * 0.14, (cell * 0.32).max(MIN_TYPE)) } else { (0.0, cell * 0.4) };
    let x = square.x + cell / 2.0;
    let y = square.y + cell / 2.0;
    let text = Face::Regular.drawable(letter);
    let left = x - aside - Face::Regular.width(&text, size) / 2.0;
    let baseline = y - aside * 0.9 + size * CAPITAL / 2.0;
    frame.marks.push(Item::Text(Run { x: left, baseline, size, face: Face::Regular, text }));
}

/// Draws the mark of a hit below and to the right of the letter of a coin.
fn draw_hit(frame: &mut Frame, square: Rect) {
    let cell = square.width;
    let x = square.x + cell * 0.63;
    let y = square.y + cell * 0.64;
    let radius = cell * 0.17;
    let reach = radius * 0.62;
    let square = Rect { x: x - reach, y: y - reach, width: 2.0 * reach, height: 2.0 * reach };
    let weight = (cell * 0.035).clamp(0.8, 1.6);
    frame.marks.push(Item::Lines { weight, round: true, segments: cross(square).into() });
    frame.marks.push(Item::Circle { weight, x, y, radius });
}

/// Draws the lines of the sea: thin between cells, heavier between suits and around tiles, and the
/// frame.
fn rule(frame: &mut Frame, grid: Rect, cell: f32) {
    let mut thin = Vec::new();
    let mut tiles = Vec::new();
    let mut suits = Vec::new();
    for row in 1..ROWS as u8 {
        let y = grid.y + f32::from(row) * cell;
        let lines = if row % 2 == 0 { &mut suits } else { &mut thin };
        lines.push([grid.x, y, grid.right(), y]);
    }
    for column in 1..COLUMNS as u8 {
        let x = grid.x + f32::from(column) * cell;
        // A tile has four cells.
        let lines = if column % 2 == 0 { &mut tiles } else { &mut thin };
        lines.push([x, grid.y, x, grid.bottom()]);
    }
    frame.lines(0.45, thin);
    frame.lines(0.9, tiles);
    frame.lines(1.5, suits);
    frame.outline(1.8, grid);
}

/// Draws a ship: a line around its coins, straight or slanting, with round ends.
fn outline(frame: &mut Frame, ship: &SeaShip, grid: Rect, cell: f32) {
    const PARTS: i8 = 10;
    let [from, to] = [ship.from, ship.to].map(|end| {
        let square = square(grid, cell, end);
        (square.x + cell / 2.0, square.y + cell / 2.0)
    });
    let along = (to.1 - from.1).atan2(to.0 - from.0);
    let radius = cell * 0.4;
    let quarter = std::f32::consts::FRAC_PI_2;
    let mut points = Vec::new();
    for (end, turned) in [(to, along - quarter), (from, along + quarter)] {
        for n in 0..=PARTS {
            let angle = turned + 2.0 * quarter * f32::from(n) / f32::from(PARTS);
            points.push((end.0 + radius * angle.cos(), end.1 + radius * angle.sin()));
        }
    }
    points.extend(points.first().copied());
    let segments =
        points.windows(2).map(|pair| [pair[0].0, pair[0].1, pair[1].0, pair[1].1]).collect();
    frame.marks.push(Item::Lines { weight: 1.6, round: true, segments });
    if ship.sunk {
        let reach = (radius * along.cos(), radius * along.sin());
        let through = [from.0 - reach.0, from.1 - reach.1, to.0 + reach.0, to.1 + reach.1];
        frame.marks.push(Item::Lines { weight: 1.2, round: true, segments: vec![through] });
    }
}

fn draw_fleets(style: Style, frame: &mut Frame, sea: &Sea, room: Rect) {
    let size = note_size(style);
    let head = label_size(style);
    let mut y = room.y + size * 0.9;
    frame.tagged(Role::Paragraph, |frame| {
        frame.text(room.x, y, size, Face::Regular, &sea.predicts);
        y += head * 1.7;
        frame.lines(0.7, vec![[room.x, y + head * 0.35, room.right(), y + head * 0.35]]);
        if let Some(suit) = &sea.prediction {
            let text = Face::Bold.drawable(suit);
            let x = room.x + style.scaled(4.0);
            frame.marks.push(Item::Text(Run {
                x,
                baseline: y,
                size: head,
                face: Face::Bold,
                text,
            }));
        }
    });
    y += head * 0.35;
    let foot = room.bottom() - size * 0.3;
    let lines = sea.fleets.iter().map(|fleet| fleet.ships.len() + 1).sum::<usize>() as f32;
    let last = foot - size - head * 0.5 - apart(style);
    let between = ((last - y - lines * line(style)) / sea.fleets.len().max(1) as f32)
        .clamp(apart(style), style.scaled(26.0));
    for fleet in &sea.fleets {
        y += between + line(style);
        draw_fleet(style, frame, sea, fleet, room.x, y);
        y += fleet.ships.len() as f32 * line(style);
    }
    frame.text(room.x, foot, size, Face::Regular, &sea.lends);
}

/// Draws a suit and its ships, one on each line: the name, and a box for each coin.
fn draw_fleet(style: Style, frame: &mut Frame, sea: &Sea, fleet: &Fleet, x: f32, baseline: f32) {
    frame.tagged(Role::Heading(2), |frame| {
        let (start, end) = draw_suit(style, frame, &fleet.suit, x, baseline);
        if fleet.sunk {
            let middle = baseline - label_size(style) * CAPITAL * 0.45;
            let segments = vec![[start, middle, end, middle]];
            frame.tagged(Role::Figure(style.lang.text("tag-sunk")), |frame| {
                frame.marks.push(Item::Lines { weight: 1.1, round: true, segments });
            });
        }
    });
    frame.tagged(Role::List, |frame| {
        for (n, ship) in fleet.ships.iter().enumerate() {
            let baseline = baseline + (n + 1) as f32 * line(style);
            list_item(frame, |frame| {
                draw_ship(style, frame, ship, x, baseline, x + names_width(style, sea))
            });
        }
    });
}

fn draw_ship(style: Style, frame: &mut Frame, ship: &Tally, x: f32, baseline: f32, boxes: f32) {
    let size = label_size(style);
    let tick = tick(style);
    let end = frame.text(x, baseline, size, Face::Regular, &ship.name);
    let middle = baseline - size * CAPITAL / 2.0;
    let at = Rect {
        x: boxes,
        y: middle - tick / 2.0,
        width: tick * f32::from(ship.length),
        height: tick,
    };
    let through = [x, baseline - size * CAPITAL * 0.45, end];
    draw_boxes(style, frame, ship, Boxes { at, weights: [0.9, 0.6] }, through);
}
