//! One or two maps on a page: side by side or one above the other, with their fleets below or next
//! to them. The arrangement with the largest cells is used.

use super::fleet::Things;
use super::grid::{AXIS, GridPlace};
use super::{MIN_CELL, MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, captioned, grid, log};
use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::sheet::log::Log;
use crate::sheet::map::Map;

/// Arrangement of maps on a page.
#[derive(Clone, Copy)]
struct MapsPlan {
    cell: f32,
    /// True if the maps are side by side, false if they are one above the other.
    abreast: bool,
    /// True if the items of a map are next to its grid, false if they are below.
    beside: bool,
    items: Style,
}

/// Returns width and height of the grid with its axes, in cells.
fn cells(map: &Map) -> (f32, f32) {
    (f32::from(map.grid.columns()) + 2.0 * AXIS, f32::from(map.grid.rows()) + 2.0 * AXIS)
}

fn between(style: Style) -> f32 {
    style.scaled(24.0)
}

fn caption(style: Style, count: usize) -> f32 {
    if count > 1 { style.scaled(20.0) } else { 0.0 }
}

/// Returns the space for one map.
fn room(style: Style, area: Rect, count: usize, abreast: bool) -> (f32, f32) {
    let gaps = between(style) * (count - 1) as f32;
    let count = count as f32;
    if abreast {
        ((area.width - gaps) / count, area.height)
    } else {
        (area.width, (area.height - gaps) / count)
    }
}

/// Returns the largest cell size for a map with its items in a space.
fn cell(
    style: Style,
    items: Style,
    map: &Map,
    (width, height): (f32, f32),
    beside: bool,
) -> Option<f32> {
    let (across, down) = cells(map);
    let things = Things::of(items, map);
    if beside {
        let (items_width, items_height) = things.column();
        let cell = ((width - items_width - between(style)) / across).min(height / down);
        return (!things.is_empty() && items_height <= height && cell > 0.0).then_some(cell);
    }
    // Larger cells give wider and so fewer rows below the grid. Start with the fewest rows.
    let mut below = 0.0;
    for _ in 0..12 {
        let cell = (width / across).min((height - below) / down);
        if cell <= 0.0 {
            return None;
        }
        let needed = things.height_in_rows(cell * f32::from(map.grid.columns()))?;
        if needed <= below + 0.01 {
            return Some(cell);
        }
        below = needed;
    }
    None
}

fn plan(style: Style, items: Style, maps: &[Map], area: Rect) -> Option<MapsPlan> {
    let mut best: Option<MapsPlan> = None;
    for abreast in [true, false] {
        for beside in [false, true] {
            let room = room(style, area, maps.len(), abreast);
            let room = (room.0, room.1 - caption(style, maps.len()));
            let cells = maps.iter().map(|map| cell(style, items, map, room, beside));
            let Some(cell) = cells.reduce(|a, b| Some(a?.min(b?))).flatten() else { continue };
            if best.is_none_or(|best| cell > best.cell + 0.01) {
                best = Some(MapsPlan { cell, abreast, beside, items });
            }
        }
    }
    best.filter(|plan| plan.cell >= MIN_CELL)
}

/// Returns the size of a map with all its items.
fn extent(style: Style, map: &Map, plan: MapsPlan) -> (f32, f32) {
    let (across, down) = cells(map);
    let things = Things::of(plan.items, map);
    let width = across * plan.cell;
    let height = down * plan.cell;
    if plan.beside {
        let (items_width, items_height) = things.column();
        (width + between(style) + items_width, height.max(items_height))
    } else {
        let below =
            things.height_in_rows(plan.cell * f32::from(map.grid.columns())).unwrap_or_default();
        (width, height + below)
    }
}

/// Draws maps at the top of an area. Returns where they end.
fn draw(
    style: Style,
    frame: &mut Frame,
    maps: &[Map],
    area: Rect,
    plan: MapsPlan,
    airy: bool,
) -> f32 {
    let captions = caption(style, maps.len());
    let sizes: Vec<_> = maps.iter().map(|map| extent(style, map, plan)).collect();
    let widths = sizes.iter().map(|(width, _)| *width);
    let heights = sizes.iter().map(|(_, height)| *height);
    let gaps = between(style) * (maps.len() - 1) as f32;
    let (total_width, total_height) = if plan.abreast {
        (widths.sum::<f32>() + gaps, captions + heights.fold(0.0, f32::max))
    } else {
        let captions = captions * maps.len() as f32;
        (widths.fold(0.0, f32::max), captions + heights.sum::<f32>() + gaps)
    };
    let mut x = area.x + (area.width - total_width) / 2.0;
    // Some of the remaining space goes above the maps, which looks better.
    let mut y = area.y
        + if airy {
            ((area.height - total_height) * 0.3).clamp(0.0, style.scaled(48.0))
        } else {
            0.0
        };
    for (map, (width, height)) in maps.iter().zip(sizes) {
        let at = GridPlace {
            x: x + plan.cell * AXIS,
            y: y + captions + plan.cell * AXIS,
            cell: plan.cell,
        };
        if captions > 0.0 {
            draw_caption(
                style,
                frame,
                map,
                Rect { x: at.x, y, width: width - (at.x - x), height: captions },
            );
        }
        grid::draw(style, frame, map, at);
        let things = Things::of(plan.items, map);
        let grid_width = plan.cell * f32::from(map.grid.columns());
        let down = cells(map).1 * plan.cell;
        if plan.beside {
            let x = at.x + grid_width + plan.cell * AXIS + between(style);
            things.draw_column(frame, x, at.y, plan.cell * f32::from(map.grid.rows()));
        } else {
            things.draw_in_rows(frame, at.x, y + captions + down, grid_width);
        }
        if plan.abreast {
            x += width + between(style);
        } else {
            y += captions + height + between(style);
        }
    }
    if plan.abreast { y + total_height } else { y - between(style) }
}

/// Draws the caption of a map, followed by its note if there is room.
fn draw_caption(style: Style, frame: &mut Frame, map: &Map, room: Rect) {
    let size = style.scaled(13.0);
    let baseline = room.y + size * 0.8;
    let end =
        captioned(frame, [room.x, baseline, room.width], size, &map.caption, map.owner.as_deref());
    let note_size = (size * 0.8).max(MIN_TYPE);
    let x = end + size * 0.7;
    if x + Face::Regular.width(&map.note, note_size) <= room.right() {
        frame.text(x, baseline, note_size, Face::Regular, &map.note);
    }
}

/// Scale factors to try for the items of the maps, so that the cells stay large enough to mark.
const SMALLER: [f32; 4] = [1.0, 0.9, 0.8, 0.72];

/// Scale factors to try for the items of the maps on a page with space left.
const LARGER: [f32; 5] = [1.8, 1.6, 1.4, 1.25, 1.1];

/// Returns the plan for maps alone on a page. Their items are as large as the cells allow.
fn enlarged(style: Style, maps: &[Map], area: Rect) -> Option<MapsPlan> {
    let usual = plan(style, style, maps, area)?;
    let larger = LARGER.into_iter().find_map(|by| {
        let items = Style { scale: style.scale * by, ..style };
        plan(style, items, maps, area).filter(|plan| plan.cell >= usual.cell - 0.01)
    });
    Some(larger.unwrap_or(usual))
}

pub(super) fn lay(
    style: Style,
    maps: &[Map],
    log: Option<&Log>,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let laid = SMALLER.into_iter().find_map(|by| {
        let smaller = Style { scale: style.scale * by, ..style };
        attempt(smaller, maps, log, start).ok()
    });
    pages.extend(laid.ok_or(TooSmall)?);
    Ok(())
}

fn attempt(
    style: Style,
    maps: &[Map],
    log: Option<&Log>,
    start: PageStart<'_>,
) -> Result<Vec<PageBuilder>, TooSmall> {
    let mut pages = Vec::new();
    let mut page = start.page(true)?;
    let Some(log) = log else {
        let plan = enlarged(style, maps, page.area).ok_or(TooSmall)?;
        draw(style, &mut page.frame, maps, page.area, plan, true);
        return Ok(vec![page]);
    };
    // Put maps and log on one page if the cells are still large enough.
    let log_height = log::min_height(style, log);
    let above = Rect { height: page.area.height - log_height - between(style), ..page.area };
    if let Some(plan) = plan(style, style, maps, above) {
        let end = draw(style, &mut page.frame, maps, above, plan, false) + between(style);
        let rest = Rect { y: end, height: page.area.bottom() - end, ..page.area };
        let next_row = log::draw(style, &mut page.frame, log, 0, rest);
        pages.push(page);
        log::run_on(style, log, next_row, start, &mut pages)?;
        return Ok(pages);
    }
    let plan = enlarged(style, maps, page.area).ok_or(TooSmall)?;
    draw(style, &mut page.frame, maps, page.area, plan, true);
    pages.push(page);
    let mut page = start.page(false)?;
    if page.area.height < log_height {
        return Err(TooSmall);
    }
    let next_row = log::draw(style, &mut page.frame, log, 0, page.area);
    pages.push(page);
    log::run_on(style, log, next_row, start, &mut pages)?;
    Ok(pages)
}
