//! Places content on pages. Layout is pure and deterministic: the same sheet on the same page gives the same frames.

mod advanced_chart;
mod advanced_legend;
mod cutout;
mod emblem;
mod fleet;
mod grid;
mod land;
mod log;
pub mod look;
mod maps;
mod move_card;
pub mod n_up;
mod net;
pub mod prose;
mod qr;
mod satellite_arsenal;
mod satellite_divider;
mod satellite_mats;
mod satellite_pieces;
mod solo_sea;
mod voices_key;
mod voices_score;

use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::paper::{MM, Page};
use crate::sheet::{Body, Sheet};

/// Smallest cell that can be marked by hand.
pub const LEAST_CELL: f32 = 6.0 * MM;
/// Smallest type size.
pub const LEAST_TYPE: f32 = 7.0;

/// Error: the sheet does not fit the page legibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall;

/// Settings common to all pages of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    page: Page,
    /// Scale of type and lengths, relative to A4.
    scale: f32,
}

impl Style {
    fn new(page: Page) -> Self {
        let a4 = 210.0 * MM;
        Self { page, scale: (page.width.min(page.height) / a4).sqrt().clamp(0.8, 1.4) }
    }

    /// Returns a length scaled with the paper.
    fn scaled(self, points: f32) -> f32 {
        points * self.scale
    }

    /// Returns the page without its margins.
    fn inner(self) -> Rect {
        Rect { x: 0.0, y: 0.0, width: self.page.width, height: self.page.height }.inset(self.page.margin)
    }
}

/// Page under construction, with its heading drawn. `area` is the space for the content.
struct PageBuilder {
    frame: Frame,
    footer: String,
    area: Rect,
}

/// Lays a document out.
///
/// # Errors
/// If it does not fit the page legibly.
pub fn lay(sheet: &Sheet, page: Page) -> Result<Vec<Frame>, TooSmall> {
    let style = Style::new(page);
    let mut open = Vec::new();
    for content in &sheet.pages {
        let start = |first: bool| begin(style, sheet, content, first);
        match &content.body {
            Body::Maps { maps, log } => maps::lay(style, maps, log.as_ref(), &start, &mut open)?,
            Body::Chart(chart) => advanced_chart::lay(style, sheet, content, chart, &mut open)?,
            Body::Key(entries) => voices_key::lay(style, entries, &start, &mut open)?,
            Body::Score(part) => voices_score::lay(style, part, &start, &mut open)?,
            Body::Sea { sea, log } => solo_sea::lay(style, sea, log, &start, &mut open)?,
            Body::Mats { mats, shapes } => satellite_mats::lay(style, mats, shapes, &start, &mut open)?,
            Body::Arsenal(arsenal) => satellite_arsenal::lay(style, arsenal, &start, &mut open)?,
            Body::Divider(divider) => satellite_divider::lay(style, divider, &start, &mut open)?,
            Body::Pieces(pieces) => satellite_pieces::lay(style, sheet, pieces, &start, &mut open)?,
            Body::Cards(card) => move_card::lay(card, &start, &mut open)?,
            Body::Cutout(cutout) => cutout::lay(style, cutout, &start, &mut open)?,
            Body::Prose(paragraphs) => prose::lay(style, paragraphs, &start, &mut open)?,
        }
    }
    let count = open.len();
    let numbered = |(n, page)| finish(style, page, sheet, n + 1, count);
    Ok(open.into_iter().enumerate().map(numbered).collect())
}

/// Begins a page: draws heading, note, the lines to fill in, and the code of the game on the page that opens the
/// document.
fn begin(
    style: Style,
    sheet: &Sheet,
    content: &crate::sheet::Page,
    first: bool,
) -> Result<PageBuilder, TooSmall> {
    let whole = style.inner();
    let code = sheet
        .link
        .as_deref()
        .filter(|_| first && content.title == sheet.pages[0].title)
        .and_then(qr::Code::new);
    let taken = code.as_ref().map_or(0.0, |code| code.side() + style.scaled(8.0));
    let inner = Rect { width: whole.width - taken, ..whole };
    let mut frame = Frame::new(style.page.width, style.page.height, &content.title);
    let mut size = style.scaled(if first { 22.0 } else { 15.0 });
    while Face::Bold.width(&content.title, size) > inner.width {
        size *= 0.95;
    }
    if size < LEAST_TYPE {
        return Err(TooSmall);
    }
    let mut bottom = inner.y + size * 0.78;
    let end = frame.text(inner.x, bottom, size, Face::Bold, &content.title);
    if first && !content.note.is_empty() {
        let note = (size * 0.6).max(LEAST_TYPE);
        let width = Face::Regular.width(&content.note, note);
        if end + note * 1.2 + width <= inner.right() {
            frame.text(inner.right() - width, bottom, note, Face::Regular, &content.note);
        } else if width <= inner.width {
            bottom += note * 1.35;
            frame.text(inner.x, bottom, note, Face::Regular, &content.note);
        } else {
            return Err(TooSmall);
        }
    }
    let mut top = bottom + style.scaled(14.0);
    if let Some(labels) = sheet.lines.as_ref().filter(|_| first && fills_in(style, content)) {
        top = lines_to_fill_in(style, &mut frame, labels, top);
    }
    if let Some(code) = code {
        code.draw(&mut frame, whole.right() - code.side(), whole.y);
        top = top.max(whole.y + code.side() + style.scaled(6.0));
    }
    let lines = footer_lines(style, &content.footer).len().max(1);
    let foot = footer_size(style) * 1.3 * lines as f32 + style.scaled(8.0);
    let area = Rect { x: whole.x, y: top, width: whole.width, height: whole.bottom() - foot - top };
    if area.height < style.scaled(60.0) {
        return Err(TooSmall);
    }
    Ok(PageBuilder { frame, footer: content.footer.clone(), area })
}

/// Returns true if a page has lines for name, date and place: pages to be filled in by a player, on paper that is not
/// small.
fn fills_in(style: Style, content: &crate::sheet::Page) -> bool {
    let (short, long) = (style.page.width.min(style.page.height), style.page.width.max(style.page.height));
    let large = short >= 140.0 * MM && long >= 200.0 * MM;
    match content.body {
        Body::Maps { .. } | Body::Chart(_) | Body::Sea { .. } | Body::Mats { .. } => large,
        Body::Key(_)
        | Body::Score(_)
        | Body::Arsenal(_)
        | Body::Cards(_)
        | Body::Cutout(_)
        | Body::Divider(_)
        | Body::Pieces(_)
        | Body::Prose(_) => false,
    }
}

/// Draws the lines for name, date and place. Returns where the content begins.
fn lines_to_fill_in(style: Style, frame: &mut Frame, labels: &[String; 3], top: f32) -> f32 {
    let inner = style.inner();
    let size = style.scaled(9.0).max(LEAST_TYPE);
    let baseline = top + size * 0.6;
    let gap = style.scaled(12.0);
    let mut x = inner.x;
    for (label, share) in labels.iter().zip([0.46, 0.22, 0.32]) {
        let end = frame.text(x, baseline, size, Face::Regular, label) + size * 0.4;
        let right = x + inner.width * share - if share == 0.32 { 0.0 } else { gap };
        frame.lines(0.5, vec![[end, baseline + size * 0.25, right, baseline + size * 0.25]]);
        x += inner.width * share;
    }
    baseline + style.scaled(14.0)
}

fn footer_size(style: Style) -> f32 {
    style.scaled(8.0).max(LEAST_TYPE)
}

/// Breaks the footer into lines. Leaves space for the page number at the right of the last line.
fn footer_lines(style: Style, footer: &str) -> Vec<String> {
    let size = footer_size(style);
    let width = style.inner().width - Face::Regular.width("00 / 00", size) - size;
    prose::wrap(footer, Face::Regular, size, width)
}

/// Completes a page: draws footer and page number.
fn finish(style: Style, page: PageBuilder, sheet: &Sheet, number: usize, count: usize) -> Frame {
    let PageBuilder { mut frame, footer, .. } = page;
    let inner = style.inner();
    let size = footer_size(style);
    let lines = footer_lines(style, &footer);
    let last = inner.bottom() - size * crate::font::DESCENT;
    for (n, line) in lines.iter().enumerate() {
        let baseline = last - size * 1.3 * (lines.len() - 1 - n) as f32;
        frame.text(inner.x, baseline, size, Face::Regular, line);
    }
    if count > 1 {
        let of = [("page", &*number.to_string()), ("pages", &*count.to_string())];
        let text = sheet.lang.fill("page-of", &of);
        let x = inner.right() - Face::Regular.width(&text, size);
        frame.text(x, last, size, Face::Regular, &text);
    }
    frame
}
