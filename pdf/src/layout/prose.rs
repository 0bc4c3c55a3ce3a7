//! Running text: lines, columns, pages.

use std::borrow::Cow;
use std::ops::Range;

use super::{MIN_TYPE, PageBuilder, PageStart, Style, TooSmall};
use crate::font::{ASCENT, DESCENT, Face};
use crate::frame::{Frame, Rect};
use crate::sheet::prose::{Paragraph, ParagraphKind};
use crate::tag::Role;

/// Distance between the baselines of a paragraph, relative to the type size.
const LEADING: f32 = 1.3;
/// Size of headings, relative to the type size.
const HEADING: f32 = 1.15;
/// Maximum size of running text, before it is scaled with the paper.
const LARGEST: f32 = 13.5;
/// Type size that is easy to read at a table, before it is scaled with the paper.
const EASY: f32 = 9.5;
/// Minimum width of a column and its gap, relative to the type size. A page has as many columns as
/// fit, up to three.
const NARROWEST: f32 = 24.0;
/// Maximum width of a column, relative to the type size.
const WIDEST: f32 = 46.0;

/// Line of a column: a range of words.
#[derive(Clone, Debug)]
struct TextLine {
    paragraph: usize,
    words: Range<usize>,
    size: f32,
    /// Space above it.
    space: f32,
    /// True if it must not be the last line of a column.
    keep: bool,
}

impl TextLine {
    fn height(&self) -> f32 {
        self.size * LEADING
    }
}

/// Breaks plain text into lines no wider than `width`. A word that is too long is broken anywhere.
pub(crate) fn wrap(text: &str, face: Face, size: f32, width: f32) -> Vec<String> {
    let words = Words::of([(face, text)]);
    let words = words.cut(size, width);
    let lines = words.lines(size, width).into_iter();
    lines.map(|line| words.runs(line).into_iter().map(|(_, text)| text).collect()).collect()
}

/// Returns the number of thousandths of a size that fit into a width.
fn units(width: f32, size: f32) -> u32 {
    // The small addition allows for rounding if the width was computed from the same text.
    (width * 1000.0 / size + 0.05).max(0.0) as u32
}

/// Consecutive words. They are measured once, for all sizes.
#[derive(Clone, Debug, Default)]
struct Words<'a> {
    words: Vec<Word>,
    pieces: Vec<(Face, &'a str)>,
}

#[derive(Clone, Debug, Default)]
struct Word {
    /// Range of its pieces: several if the face changes within the word.
    pieces: Range<usize>,
    /// Width, in thousandths of the size.
    width: u32,
    /// Width of the space after it.
    space: u32,
}

impl<'a> Words<'a> {
    fn of(spans: impl IntoIterator<Item = (Face, &'a str)>) -> Self {
        let mut words = Self::default();
        for (face, text) in spans {
            for (n, part) in text.split(' ').enumerate() {
                if n > 0 {
                    words.end();
                }
                words.push(face, part);
            }
        }
        words.end();
        words
    }

    /// Adds a piece to the current word.
    fn push(&mut self, face: Face, text: &'a str) {
        if !text.is_empty() {
            self.pieces.push((face, text));
        }
    }

    /// Ends the current word, if it is not empty.
    fn end(&mut self) {
        let begun = self.words.last().map_or(0, |word| word.pieces.end);
        if let Some((face, _)) = self.pieces.get(begun..).and_then(<[_]>::last) {
            let width = self.pieces[begun..].iter().map(|(face, text)| face.units(text)).sum();
            self.words.push(Word {
                pieces: begun..self.pieces.len(),
                width,
                space: face.units(" "),
            });
        }
    }

    /// Returns the words with those cut that are wider than a line. Nearly always there are no such
    /// words.
    fn cut(&self, size: f32, width: f32) -> Cow<'_, Self> {
        let line = units(width, size);
        if self.words.iter().all(|word| word.width <= line) {
            return Cow::Borrowed(self);
        }
        let mut cut = Self::default();
        for word in &self.words {
            let mut left = line;
            for &(face, text) in &self.pieces[word.pieces.clone()] {
                let mut from = 0;
                for (at, c) in text.char_indices().filter(|_| word.width > line) {
                    let advance = face.units(&text[at..at + c.len_utf8()]);
                    if advance > left && left < line {
                        cut.push(face, &text[from..at]);
                        cut.end();
                        from = at;
                        left = line;
                    }
                    left = left.saturating_sub(advance);
                }
                cut.push(face, &text[from..]);
            }
            cut.end();
        }
        Cow::Owned(cut)
    }

    fn lines(&self, size: f32, width: f32) -> Vec<Range<usize>> {
        let room = units(width, size);
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut used = 0;
        for (n, word) in self.words.iter().enumerate() {
            match lines.last_mut() {
                Some(line) if used + word.width <= room => line.end = n + 1,
                _ => {
                    lines.push(n..n + 1);
                    used = 0;
                }
            }
            used += word.width + word.space;
        }
        lines
    }

    /// Returns a line as runs of one face each. A space belongs to the run before it, so that text
    /// extraction finds separate words.
    fn runs(&self, line: Range<usize>) -> Vec<(Face, String)> {
        let mut runs: Vec<(Face, String)> = Vec::new();
        for word in &self.words[line] {
            if let Some((_, run)) = runs.last_mut() {
                run.push(' ');
            }
            for &(face, text) in &self.pieces[word.pieces.clone()] {
                match runs.last_mut() {
                    Some((last, run)) if *last == face => run.push_str(text),
                    _ => runs.push((face, text.to_owned())),
                }
            }
        }
        runs
    }
}

/// Measured paragraphs.
struct Text<'a> {
    paragraphs: Vec<(&'a ParagraphKind, Words<'a>)>,
}

impl<'a> Text<'a> {
    fn of(paragraphs: &'a [Paragraph]) -> Self {
        let mut measured = Vec::new();
        for Paragraph { style, spans } in paragraphs {
            let heading = *style == ParagraphKind::Heading;
            let words = spans.iter().map(|span| (Face::of(span.bold || heading), &*span.text));
            measured.push((style, Words::of(words)));
        }
        Self { paragraphs: measured }
    }

    /// Returns true if type of a size fits into areas.
    fn fits(&self, size: f32, areas: &[Rect]) -> bool {
        let columns: Vec<Rect> = areas.iter().flat_map(|area| columns(*area, size)).collect();
        let set = self.set(size, columns[0].width);
        set.room(0, &columns) == set.lines.len()
    }

    /// Returns the largest type size, within limits, that fits into areas.
    fn largest_size(&self, areas: &[Rect], smallest: f32, largest: f32) -> Option<f32> {
        // A page more is a large step, so many pages need small steps of the size.
        let step = if areas.len() > 2 { 0.1 } else { 0.25 };
        let sizes = (0..).map(|n| largest - n as f32 * step).take_while(|size| *size > smallest);
        sizes.chain([smallest]).find(|size| self.fits(*size, areas))
    }

    /// Breaks the text into lines for a column.
    fn set(&self, size: f32, width: f32) -> TypesetParagraphs<'_> {
        let mut set = TypesetParagraphs { paragraphs: Vec::new(), lines: Vec::new() };
        for (paragraph, (kind, words)) in self.paragraphs.iter().enumerate() {
            let heading = **kind == ParagraphKind::Heading;
            let (size, space) =
                if heading { (size * HEADING, size * 0.9) } else { (size, size * 0.35) };
            let room = width - indent(kind, size);
            let words = words.cut(size, room);
            let lines = words.lines(size, room);
            let count = lines.len();
            set.lines.extend(lines.into_iter().enumerate().map(|(n, words)| {
                // Keep at least two lines of a paragraph together, at the foot and at the head of a
                // column.
                let keep = heading || count > 1 && (n == 0 || n + 2 == count);
                TextLine { paragraph, words, size, space: if n == 0 { space } else { 0.0 }, keep }
            }));
            set.paragraphs.push((kind, words));
        }
        set
    }
}

fn indent(kind: &ParagraphKind, size: f32) -> f32 {
    if let ParagraphKind::Point(_) = kind { size * 1.5 } else { 0.0 }
}

/// Paragraphs broken into lines.
struct TypesetParagraphs<'a> {
    paragraphs: Vec<(&'a ParagraphKind, Cow<'a, Words<'a>>)>,
    lines: Vec<TextLine>,
}

impl TypesetParagraphs<'_> {
    /// Returns the index of the first line that does not fit into the columns, counting from a
    /// line.
    fn room(&self, from: usize, columns: &[Rect]) -> usize {
        columns.iter().fold(from, |from, column| from + fitting_lines(&self.lines[from..], *column))
    }

    /// Fills columns from the top, starting with a line. Returns the index of the first line left
    /// over.
    fn fill(&self, frame: &mut Frame, mut from: usize, columns: &[Rect]) -> usize {
        for column in columns {
            let to = from + fitting_lines(&self.lines[from..], *column);
            let mut y = column.y;
            let mut placed = Vec::new();
            for (n, line) in self.lines[from..to].iter().enumerate() {
                y += if n == 0 { 0.0 } else { line.space };
                placed.push((line, y));
                y += line.height();
            }
            for group in placed.chunk_by(|a, b| self.is_point(a.0) == self.is_point(b.0)) {
                let paragraphs = group.chunk_by(|a, b| a.0.paragraph == b.0.paragraph);
                if self.is_point(group[0].0) {
                    frame.tagged(Role::List, |frame| {
                        paragraphs.for_each(|lines| self.draw_point(frame, lines, column.x));
                    });
                } else {
                    paragraphs.for_each(|lines| self.draw_paragraph(frame, lines, column.x));
                }
            }
            from = to;
        }
        from
    }

    /// Returns true if a line belongs to a point of a list.
    fn is_point(&self, line: &TextLine) -> bool {
        matches!(self.paragraphs[line.paragraph].0, ParagraphKind::Point(_))
    }

    fn draw_point(&self, frame: &mut Frame, lines: &[(&TextLine, f32)], x: f32) {
        frame.tagged(Role::ListItem, |frame| {
            let (first, top) = lines[0];
            if let (ParagraphKind::Point(mark), 0) =
                (self.paragraphs[first.paragraph].0, first.words.start)
            {
                let baseline = baseline(first, top);
                frame.tagged(Role::Label, |frame| {
                    frame.text(x, baseline, first.size, Face::Bold, mark);
                });
            }
            frame.tagged(Role::Body, |frame| {
                lines.iter().for_each(|(line, top)| self.draw(frame, line, x, *top));
            });
        });
    }

    /// Draws the lines of a heading or of running text, each at its height.
    fn draw_paragraph(&self, frame: &mut Frame, lines: &[(&TextLine, f32)], x: f32) {
        let heading = *self.paragraphs[lines[0].0.paragraph].0 == ParagraphKind::Heading;
        frame.tagged(if heading { Role::Heading(2) } else { Role::Paragraph }, |frame| {
            lines.iter().for_each(|(line, top)| self.draw(frame, line, x, *top));
        });
    }

    fn draw(&self, frame: &mut Frame, line: &TextLine, x: f32, top: f32) {
        let baseline = baseline(line, top);
        let (kind, words) = &self.paragraphs[line.paragraph];
        let mut x = x + indent(kind, line.size);
        for (face, text) in words.runs(line.words.clone()) {
            frame.text(x, baseline, line.size, face, text.trim_end_matches(' '));
            x += face.width(&text, line.size);
        }
    }
}

fn baseline(line: &TextLine, top: f32) -> f32 {
    let slack = (LEADING - ASCENT - DESCENT) / 2.0;
    top + line.size * (slack + ASCENT)
}

/// Returns the number of lines that fit into a column. A heading is never the last of them.
fn fitting_lines(lines: &[TextLine], column: Rect) -> usize {
    let mut y = column.y;
    let mut count = 0;
    for line in lines {
        let space = if count == 0 { 0.0 } else { line.space };
        if y + space + line.height() > column.bottom() + 0.01 {
            break;
        }
        y += space + line.height();
        count += 1;
    }
    while count < lines.len() && count > 1 && lines[count - 1].keep {
        count -= 1;
    }
    count
}

fn columns(area: Rect, size: f32) -> Vec<Rect> {
    let count = (area.width / (size * NARROWEST)).floor().clamp(1.0, 3.0);
    let gap = size * 2.0;
    let width = ((area.width - gap * (count - 1.0)) / count).min(size * WIDEST);
    (0..count as u8)
        .map(|n| Rect { x: area.x + f32::from(n) * (width + gap), width, ..area })
        .collect()
}

/// Maximum number of pages of running text.
const MAX_PAGES: usize = 20;

/// Lays out running text: on one page if type that is easy to read allows it, otherwise on as few
/// pages as legible type allows. The type is as large as possible.
pub(super) fn lay(
    style: Style,
    paragraphs: &[Paragraph],
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let text = Text::of(paragraphs);
    let first = start.page(true)?.area;
    let next = start.page(false)?.area;
    let smallest = MIN_TYPE + 1.0;
    let largest = style.scaled(LARGEST).max(smallest);
    let easy = style.scaled(EASY).clamp(smallest, largest);
    let mut areas = vec![first];
    let mut fitting = text.largest_size(&areas, easy, largest);
    while fitting.is_none() && areas.len() < MAX_PAGES {
        areas.push(next);
        fitting = text.largest_size(&areas, smallest, largest);
    }
    let size = fitting.unwrap_or(smallest);
    let mut page = start.page(true)?;
    let columns = columns(page.area, size);
    let set = text.set(size, columns[0].width);
    let next_line = set.fill(&mut page.frame, 0, &columns);
    pages.push(page);
    run_on(&set, next_line, size, start, pages)
}

/// Lays out the text that did not fit on the first page.
fn run_on(
    set: &TypesetParagraphs<'_>,
    mut next_line: usize,
    size: f32,
    start: PageStart<'_>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    while next_line < set.lines.len() {
        let mut page = start.page(false)?;
        let before = next_line;
        next_line = set.fill(&mut page.frame, next_line, &columns(page.area, size));
        if next_line == before {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_not_wider_than_they_may_be() {
        let text = "one  two three cacciatorpediniere four";
        for tenths in 100..900 {
            let width = f32::from(tenths as u16) / 10.0;
            let lines = wrap(text, Face::Regular, 10.0, width);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""), "{width}");
            assert!(
                lines.iter().all(|line| Face::Regular.width(line, 10.0) <= width + 0.01),
                "{lines:?}"
            );
            for pair in lines.windows(2) {
                let first = pair[1].split(' ').next().unwrap_or_default();
                let cut = first.len() < 18 && "cacciatorpediniere".contains(first);
                let more = format!("{} {first}", pair[0]);
                assert!(
                    cut || Face::Regular.width(&more, 10.0) > width,
                    "{more} would go into {width}"
                );
            }
        }
    }

    #[test]
    fn a_paragraph_leaves_no_line_alone_in_a_column_and_a_heading_stands_with_its_text() {
        let text =
            "a few words that take some lines in a column as narrow as this one is ".repeat(3);
        let paragraphs = (0..12).map(|n| match n % 3 {
            0 => Paragraph::new(ParagraphKind::Heading, "A heading"),
            _ => Paragraph::new(ParagraphKind::Text, text.split_at(60 * (n % 4)).1),
        });
        let paragraphs: Vec<Paragraph> = paragraphs.collect();
        let measured = Text::of(&paragraphs);
        let set = measured.set(10.0, 150.0);
        for height in 60..400 {
            let column = Rect { x: 0.0, y: 0.0, width: 150.0, height: height as f32 };
            let mut from = 0;
            while from < set.lines.len() {
                from = set.room(from, &[column]);
                let Some([last, next]) = set.lines.get(from - 1..=from) else { continue };
                assert!(paragraphs[last.paragraph].style != ParagraphKind::Heading, "{height}");
                if last.paragraph == next.paragraph {
                    let [before, after] = [&set.lines[..from], &set.lines[from..]].map(|lines| {
                        lines.iter().filter(|line| line.paragraph == last.paragraph).count()
                    });
                    assert!(before > 1 && after > 1, "{height}: {before}");
                }
            }
        }
    }
}
