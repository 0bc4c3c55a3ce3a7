//! Places content on pages. Layout is pure and deterministic: the same sheet on the same page gives
//! the same frames.

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

use broadside_i18n::Lang;

use crate::font::Face;
use crate::frame::{Frame, Rect};
use crate::paper::{MM, PageFormat};
use crate::sheet::{Body, Sheet};
use crate::tag::Role;
use crate::texts::SheetTexts;
use voices_score::fitted;

/// Smallest cell that can be marked by hand.
pub const MIN_CELL: f32 = 6.0 * MM;
/// Smallest type size.
pub const MIN_TYPE: f32 = 7.0;

/// Error: the sheet does not fit the page legibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall;

/// Settings common to all pages of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    page: PageFormat,
    lang: Lang,
    /// Scale of type and lengths, relative to A4.
    scale: f32,
    code: CodePlace,
}

/// Place of the code of a game, at the upper right of the page that opens the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodePlace {
    /// Above the content.
    Above,
    /// Next to the content.
    Side,
    /// Nowhere.
    Nowhere,
}

impl Style {
    fn new(page: PageFormat, lang: Lang) -> Self {
        let a4 = 210.0 * MM;
        Self {
            page,
            lang,
            scale: (page.width.min(page.height) / a4).sqrt().clamp(0.8, 1.4),
            code: CodePlace::Above,
        }
    }

    /// Returns a length scaled with the paper.
    fn scaled(self, points: f32) -> f32 {
        points * self.scale
    }

    /// Returns the page without its margins.
    fn inner(self) -> Rect {
        Rect { x: 0.0, y: 0.0, width: self.page.width, height: self.page.height }
            .inset(self.page.margin)
    }
}

/// Page under construction, with its heading drawn. `area` is the space for the content.
struct PageBuilder {
    frame: Frame,
    footer: String,
    area: Rect,
}

/// Lays a document out. The code of a game never keeps it from fitting a page.
///
/// # Errors
/// If it does not fit the page legibly.
pub fn lay(sheet: &Sheet, page: PageFormat) -> Result<Vec<Frame>, TooSmall> {
    let style = Style::new(page, sheet.lang);
    let laid = lay_in(style, sheet);
    if sheet.link.is_none() {
        return laid;
    }
    laid.or_else(|_| lay_in(Style { code: CodePlace::Side, ..style }, sheet))
        .or_else(|_| lay_in(Style { code: CodePlace::Nowhere, ..style }, sheet))
}

fn lay_in(style: Style, sheet: &Sheet) -> Result<Vec<Frame>, TooSmall> {
    let mut open = Vec::new();
    for content in &sheet.pages {
        let start = PageStart::new(style, sheet, content);
        match &content.body {
            Body::Maps { maps, log } => maps::lay(style, maps, log.as_ref(), start, &mut open)?,
            Body::Chart(chart) => advanced_chart::lay(style, sheet, content, chart, &mut open)?,
            Body::Key(entries) => voices_key::lay(style, entries, start, &mut open)?,
            Body::Score(part) => voices_score::lay(style, part, start, &mut open)?,
            Body::Sea { sea, log } => solo_sea::lay(style, sea, log, start, &mut open)?,
            Body::Mats { mats, shapes } => {
                satellite_mats::lay(style, mats, shapes, start, &mut open)?
            }
            Body::Arsenal(arsenal) => satellite_arsenal::lay(style, arsenal, start, &mut open)?,
            Body::Divider(divider) => satellite_divider::lay(style, divider, start, &mut open)?,
            Body::Pieces(pieces) => satellite_pieces::lay(style, sheet, pieces, start, &mut open)?,
            Body::Cards(card) => move_card::lay(card, start, &mut open)?,
            Body::Cutout(cutout) => cutout::lay(style, cutout, start, &mut open)?,
            Body::Prose(paragraphs) => prose::lay(style, paragraphs, start, &mut open)?,
        }
    }
    let count = open.len();
    Ok((1..).zip(open).map(|(number, page)| finish(style, page, sheet, number, count)).collect())
}

/// Content whose pages are begun one after another.
#[derive(Clone, Copy)]
struct PageStart<'a> {
    style: Style,
    sheet: &'a Sheet,
    content: &'a crate::sheet::Page,
    /// True if the document begins with the content.
    opens: bool,
    /// Name of the player that the pages are about.
    owner: Option<&'a str>,
}

impl<'a> PageStart<'a> {
    fn new(style: Style, sheet: &'a Sheet, content: &'a crate::sheet::Page) -> Self {
        let owner = match &content.body {
            Body::Maps { maps, .. } if maps.len() == 1 => maps[0].owner.as_deref(),
            _ => None,
        };
        Self { style, sheet, content, opens: opens(sheet, content), owner }
    }

    /// Begins a page, the first one of the content or another: draws heading, note, the lines to
    /// fill in, and the code of the game on the page that opens the document.
    fn page(self, first: bool) -> Result<PageBuilder, TooSmall> {
        let Self { style, sheet, content, owner, .. } = self;
        let opens = self.opens && first;
        let inner = style.inner();
        let code = sheet
            .link
            .as_deref()
            .filter(|_| opens && style.code != CodePlace::Nowhere)
            .and_then(qr::Code::new);
        let code_width = code.as_ref().map_or(0.0, |code| code.side() + style.scaled(8.0));
        let heading = Rect { width: inner.width - code_width, ..inner };
        let mut frame = Frame::new(style.page.width, style.page.height, &content.title);
        let mut size = style.scaled(if first { 22.0 } else { 15.0 });
        while Face::Bold.width(&content.title, size) > heading.width {
            size *= 0.95;
        }
        if size < MIN_TYPE {
            return Err(TooSmall);
        }
        let mut bottom = heading.y + size * 0.78;
        let end = frame.tagged(Role::Heading(1), |frame| {
            frame.text(heading.x, bottom, size, Face::Bold, &content.title)
        });
        if first && !content.note.is_empty() {
            let note = (size * 0.6).max(MIN_TYPE);
            let width = Face::Regular.width(&content.note, note);
            let abreast = end + note * 1.2 + width <= heading.right();
            if let Some(owner) = owner {
                let right = heading.right() - if abreast { width + note * 1.2 } else { 0.0 };
                name_owner(&mut frame, [end, bottom, right], size, owner);
            }
            if abreast {
                frame.text(heading.right() - width, bottom, note, Face::Regular, &content.note);
            } else if width <= heading.width {
                bottom += note * 1.35;
                frame.text(heading.x, bottom, note, Face::Regular, &content.note);
            } else {
                return Err(TooSmall);
            }
        }
        let mut top = bottom + style.scaled(14.0);
        if let Some(labels) = sheet.lines.as_ref().filter(|_| first && fills_in(style, content)) {
            top = lines_to_fill_in(style, &mut frame, labels, top);
        }
        let mut width = inner.width;
        if let Some(code) = code {
            let text = sheet
                .lang
                .fill("tag-code", &[("address", sheet.link.as_deref().unwrap_or_default())]);
            frame.tagged(Role::Figure(text), |frame| {
                code.draw(frame, inner.right() - code.side(), inner.y)
            });
            match style.code {
                CodePlace::Side => width = heading.width,
                _ => top = top.max(inner.y + code.side() + style.scaled(6.0)),
            }
        }
        let lines = footer_lines(style, &content.footer).len().max(1);
        let foot = footer_size(style) * 1.3 * lines as f32 + style.scaled(8.0);
        let area = Rect { x: inner.x, y: top, width, height: inner.bottom() - foot - top };
        if area.height < style.scaled(60.0) {
            return Err(TooSmall);
        }
        Ok(PageBuilder { frame, footer: content.footer.clone(), area })
    }
}

/// Returns true if a document begins with a content.
fn opens(sheet: &Sheet, content: &crate::sheet::Page) -> bool {
    sheet.pages.first().is_some_and(|page| std::ptr::eq(page, content))
}

/// Writes the name of a player after a title, shortened to the space there.
fn name_owner(frame: &mut Frame, [end, baseline, right]: [f32; 3], title: f32, owner: &str) {
    let text = format!("· {owner}");
    let mut size = title;
    let mut room = right - end - size * 0.25;
    while Face::Bold.width(&text, size) > room && size > title * 0.7 {
        size *= 0.95;
        room = right - end - size * 0.25;
    }
    let text = fitted(&text, Face::Bold, size, room);
    if Face::Bold.width(&text, size) <= room {
        frame.text(end + size * 0.25, baseline, size, Face::Bold, &text);
        frame.title = format!("{} {text}", frame.title);
    }
}

/// Writes a caption with the name of a player, shortened to a width. Returns its right end.
fn captioned(
    frame: &mut Frame,
    [x, baseline, width]: [f32; 3],
    size: f32,
    caption: &str,
    owner: Option<&str>,
) -> f32 {
    let text = owner.map_or_else(|| caption.to_owned(), |owner| format!("{caption} · {owner}"));
    let text = fitted(&text, Face::Bold, size, width);
    frame.tagged(Role::Heading(2), |frame| frame.text(x, baseline, size, Face::Bold, &text))
}

/// Returns the distance before, between and after pieces of a size that are spread over a length.
fn spread(length: f32, size: f32, count: usize) -> f32 {
    (length - size * count as f32) / (count + 1) as f32
}

/// Returns true if a page has lines for name, date and place: pages to be filled in by a player, on
/// paper that is not small.
fn fills_in(style: Style, content: &crate::sheet::Page) -> bool {
    let short = style.page.width.min(style.page.height);
    let long = style.page.width.max(style.page.height);
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
    let size = style.scaled(9.0).max(MIN_TYPE);
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
    style.scaled(8.0).max(MIN_TYPE)
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
    frame.tagged(Role::Paragraph, |frame| {
        for (n, line) in lines.iter().enumerate() {
            let baseline = last - size * 1.3 * (lines.len() - 1 - n) as f32;
            frame.text(inner.x, baseline, size, Face::Regular, line);
        }
    });
    if count > 1 {
        let numbers = [("page", &*number.to_string()), ("pages", &*count.to_string())];
        let text = sheet.lang.fill("page-of", &numbers);
        let x = inner.right() - Face::Regular.width(&text, size);
        frame.tagged(Role::Artifact, |frame| frame.text(x, last, size, Face::Regular, &text));
    }
    frame
}
