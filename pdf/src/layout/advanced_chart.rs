//! Two maps, on one page or on one page each, and a page with the price list, the legend and the
//! log.

use super::fleet::{boxes_text, cross};
use super::prose::wrap;
use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall, advanced_legend, log, maps, opens};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Item, Rect};
use crate::sheet::advanced::chart::{Chart, Ledger, Row};
use crate::sheet::{Body, Page, Sheet};
use crate::tag::Role;

pub(super) fn lay(
    style: Style,
    sheet: &Sheet,
    content: &Page,
    chart: &Chart,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let mut both = Vec::new();
    let start = PageStart::new(style, sheet, content);
    let on_one_page = maps::lay(style, &chart.maps, None, start, &mut both);
    if on_one_page.is_ok() {
        pages.append(&mut both);
    } else {
        let opens = opens(sheet, content);
        for (n, map) in chart.maps.iter().enumerate() {
            let page = empty_page(&map.caption, &map.note, &content.footer);
            let start = PageStart {
                opens: opens && n == 0,
                owner: map.owner.as_deref(),
                ..PageStart::new(style, sheet, &page)
            };
            maps::lay(style, std::slice::from_ref(map), None, start, pages)?;
        }
    }
    let accounts = empty_page(&chart.ledger.title, &chart.ledger.note, &content.footer);
    let reports = empty_page(&chart.log.title, "", &content.footer);
    let mut page = PageStart::new(style, sheet, &accounts).page(true)?;
    let mut rest = page.area;
    let drawn = MAX_BOXES.into_iter().find_map(|max_boxes| {
        let mut frame = page.frame.clone();
        let end = draw(style, &mut frame, &chart.ledger, max_boxes, rest)?;
        Some((frame, end))
    });
    let (frame, end) = drawn.ok_or(TooSmall)?;
    page.frame = frame;
    rest = below(rest, end);
    let legend = advanced_legend::LaidLegend::new(style, &chart.legend, rest.width);
    if legend.height() > rest.height {
        pages.push(page);
        page = PageStart::new(style, sheet, &reports).page(true)?;
        rest = page.area;
    }
    if legend.height() > rest.height {
        return Err(TooSmall);
    }
    rest = below(rest, legend.draw(&mut page.frame, rest));
    if rest.height < log::height(style, MIN_ROWS) {
        pages.push(page);
        page = PageStart::new(style, sheet, &reports).page(true)?;
        rest = page.area;
    }
    let mut next_row = log::draw(style, &mut page.frame, &chart.log, 0, rest);
    pages.push(page);
    while next_row < chart.operations {
        let mut page = PageStart::new(style, sheet, &reports).page(false)?;
        let before = next_row;
        next_row = log::draw(style, &mut page.frame, &chart.log, next_row, page.area);
        if next_row == before {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(())
}

/// Creates a page without content of its own, for its heading and its footer.
fn empty_page(title: &str, note: &str, footer: &str) -> Page {
    Page {
        title: title.to_owned(),
        note: note.to_owned(),
        footer: footer.to_owned(),
        body: Body::Prose(Vec::new()),
    }
}

/// Returns the part of an area below a position.
fn below(area: Rect, y: f32) -> Rect {
    Rect { y, height: area.bottom() - y, ..area }
}

/// Minimum number of rows of the log below the legend.
const MIN_ROWS: usize = 4;

/// Numbers of boxes to try for each item of the price list, at most.
const MAX_BOXES: [usize; 4] = [60, 40, 20, 10];

/// Widths of the columns of the price list, and its type size.
struct PriceColumns {
    size: f32,
    pad: f32,
    mark: f32,
    name: f32,
    price: f32,
    boxes: f32,
    tick: f32,
    /// Maximum number of boxes of an item.
    max_boxes: usize,
}

impl PriceColumns {
    fn of(style: Style, ledger: &Ledger, area: Rect, max_boxes: usize) -> Self {
        let size = style.scaled(9.5).max(MIN_TYPE);
        let pad = style.scaled(4.0);
        let mark = style.scaled(22.0);
        let price = Face::Bold.width("00000000", size);
        let names = ledger.rows.iter().map(|row| Face::Bold.width(&row.name, size) + 2.0 * pad);
        let name = names.fold((area.width - mark - price) * 0.42, f32::max);
        let boxes = area.width - mark - price - name;
        Self { size, pad, mark, name, price, boxes, tick: style.scaled(10.8), max_boxes }
    }

    /// Returns the number of boxes in a line, a multiple of five so that they are easy to count.
    fn line(&self) -> usize {
        let five = self.tick * 5.0 + self.gap();
        (((self.boxes - 2.0 * self.pad + self.gap()) / five) as usize).max(1) * 5
    }

    fn gap(&self) -> f32 {
        self.tick * 0.4
    }

    fn effect(&self, row: &Row) -> Vec<String> {
        wrap(&row.effect, Face::Regular, self.text_size(), self.name - 2.0 * self.pad)
    }

    /// Returns the lines below the boxes of an item.
    fn note(&self, row: &Row) -> Vec<String> {
        let room = self.boxes - 2.0 * self.pad;
        let mut lines = Vec::new();
        if row.boxes > self.max_boxes {
            lines.extend(wrap(&row.more, Face::Regular, self.text_size(), room));
        }
        lines.extend(wrap(&row.note, Face::Regular, self.text_size(), room));
        lines
    }

    /// Returns a box of an item by its number, counted from 0. The first has its corner at a point.
    fn box_at(&self, n: usize, [left, top]: [f32; 2]) -> Rect {
        let across = n % self.line();
        let down = n / self.line();
        Rect {
            x: left + across as f32 * self.tick + (across / 5) as f32 * self.gap(),
            y: top + down as f32 * self.tick * 1.2,
            width: self.tick,
            height: self.tick,
        }
    }

    fn text_size(&self) -> f32 {
        (self.size * 0.9).max(MIN_TYPE)
    }

    fn height(&self, row: &Row) -> f32 {
        let words = self.size * 1.3 + self.effect(row).len() as f32 * self.text_size() * 1.25;
        let lines = row.boxes.min(self.max_boxes).div_ceil(self.line()) as f32;
        let boxes = lines * self.tick * 1.2 + self.note(row).len() as f32 * self.text_size() * 1.25;
        words.max(boxes) + 2.0 * self.pad
    }
}

/// Draws the price list at the top of an area. Returns where the content below it may start; `None`
/// if it does not fit.
fn draw(
    style: Style,
    frame: &mut Frame,
    ledger: &Ledger,
    max_boxes: usize,
    area: Rect,
) -> Option<f32> {
    let columns = PriceColumns::of(style, ledger, area, max_boxes);
    let PriceColumns { size, pad, mark, name, price, boxes, .. } = columns;
    let [sold, cost, bought] = &ledger.columns;
    let starts = [area.x, area.x + mark, area.x + mark + name, area.x + mark + name + price];
    let heads = [(sold, starts[1], name), (cost, starts[2], price), (bought, starts[3], boxes)];
    let mut titles = Vec::new();
    for (text, x, width) in heads {
        let mut fitting = size;
        while Face::Bold.width(text, fitting) > width - pad {
            fitting *= 0.95;
        }
        if fitting < MIN_TYPE {
            return None;
        }
        titles.push((text, x, fitting));
    }
    let top = area.y + size * 1.5;
    let mut y = top;
    let mut rules = Vec::new();
    frame.tagged(Role::Table, |frame| {
        frame.tagged(Role::Row, |frame| {
            frame.tagged(Role::Cell, |_| ());
            for (text, x, fitting) in titles {
                frame.tagged(Role::ColumnHeader, |frame| {
                    frame.text(x + pad, area.y + size, fitting, Face::Bold, text);
                });
            }
        });
        for row in &ledger.rows {
            frame.tagged(Role::Row, |frame| draw_row(style, frame, &columns, row, starts, y));
            y += columns.height(row);
            rules.push([area.x, y, area.right(), y]);
        }
    });
    rules.pop();
    rules.extend(starts[1..].iter().map(|&x| [x, top, x, y]));
    frame.lines(0.55, rules);
    frame.outline(1.2, Rect { x: area.x, y: top, width: area.width, height: y - top });
    (y <= area.bottom()).then_some(y + style.scaled(12.0))
}

fn draw_row(
    style: Style,
    frame: &mut Frame,
    columns: &PriceColumns,
    row: &Row,
    starts: [f32; 4],
    top: f32,
) {
    let size = columns.size;
    let text_size = columns.text_size();
    let pad = columns.pad;
    let baseline = top + pad + size * 0.95;
    frame.tagged(Role::Cell, |frame| {
        let middle = starts[0] + columns.mark / 2.0;
        frame.centred(middle, baseline + size * 0.3, size * 1.4, Face::Bold, &row.mark);
    });
    frame.tagged(Role::RowHeader, |frame| {
        frame.text(starts[1] + pad, baseline, size, Face::Bold, &row.name);
        let mut y = baseline + size * 0.1;
        for line in columns.effect(row) {
            y += text_size * 1.25;
            frame.text(starts[1] + pad, y, text_size, Face::Regular, &line);
        }
    });
    frame.tagged(Role::Cell, |frame| {
        frame.centred(starts[2] + columns.price / 2.0, baseline, size, Face::Regular, &row.price);
    });
    frame.tagged(Role::Cell, |frame| draw_boxes(style, frame, columns, row, starts[3], top));
}

/// Draws the boxes of an item, with the text below them.
fn draw_boxes(
    style: Style,
    frame: &mut Frame,
    columns: &PriceColumns,
    row: &Row,
    left: f32,
    top: f32,
) {
    let text_size = columns.text_size();
    let pad = columns.pad;
    let tick = columns.tick;
    let line = columns.line();
    let corner = [left + pad, top + pad * 1.2];
    let boxes = row.boxes.min(columns.max_boxes);
    let crossed = row.crossed.min(boxes);
    frame.tagged(Role::Figure(boxes_text(style, boxes, crossed)), |frame| {
        for n in 0..boxes {
            frame.outline(0.8, columns.box_at(n, corner));
        }
        let segments: Vec<_> = (0..crossed)
            .flat_map(|n| cross(columns.box_at(n, corner).inset(tick * 0.22)))
            .collect();
        if !segments.is_empty() {
            frame.marks.push(Item::Lines { weight: 1.1, round: true, segments });
        }
    });
    let lines = boxes.div_ceil(line) as f32;
    let mut y = top + pad + lines * tick * 1.2 + text_size * CAPITAL * 0.2;
    for text in columns.note(row) {
        y += text_size * 1.25;
        frame.text(left + pad, y - text_size * 0.2, text_size, Face::Regular, &text);
    }
}
