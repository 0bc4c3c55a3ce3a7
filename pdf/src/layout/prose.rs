//! Running text: lines, columns, pages.

use super::{LEAST_TYPE, Open, Style, TooSmall};
use crate::font::{ASCENT, DESCENT, Face};
use crate::frame::{Frame, Rect};
use crate::sheet::prose::{Paragraph, Span, Style as Kind};

/// How far the baselines of a paragraph are apart, in parts of the type's size.
const LEADING: f32 = 1.3;
/// The size of headings, likewise.
const HEADING: f32 = 1.15;
/// The largest type of running text, before it grows with the paper.
const LARGEST: f32 = 12.5;
/// The widest column, in parts of the type's size; a wider page has two.
const WIDEST: f32 = 46.0;

/// A line of text: pieces that stand at some distance from the left edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Where each piece begins, its face, and what it says.
    pieces: Vec<(f32, Face, String)>,
    size: f32,
    /// The room above it.
    space: f32,
    /// Whether it must not be the last of a column.
    keep: bool,
}

impl Line {
    fn height(&self) -> f32 {
        self.size * LEADING
    }

    fn draw(&self, frame: &mut Frame, x: f32, top: f32) {
        let slack = (LEADING - ASCENT - DESCENT) / 2.0;
        let baseline = top + self.size * (slack + ASCENT);
        for (dx, face, text) in &self.pieces {
            frame.text(x + dx, baseline, self.size, *face, text);
        }
    }
}

/// Breaks plain text into lines no wider than `width`; a word that is too long is broken where it must be.
pub(crate) fn wrap(text: &str, face: Face, size: f32, width: f32) -> Vec<String> {
    let spans = [Span { text: text.to_owned(), bold: face == Face::Bold }];
    let lines = break_lines(&words(&spans), size, width);
    lines.into_iter().map(|line| line.into_iter().map(|(_, text)| text).collect()).collect()
}

/// A word: its pieces, each in a face.
type Word = Vec<(Face, String)>;

fn words(spans: &[Span]) -> Vec<Word> {
    let mut words: Vec<Word> = vec![Vec::new()];
    for span in spans {
        let face = if span.bold { Face::Bold } else { Face::Regular };
        for (n, part) in span.text.split(' ').enumerate() {
            if n > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push((face, face.drawable(part)));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn word_width(word: &[(Face, String)], size: f32) -> f32 {
    word.iter().map(|(face, text)| face.width(text, size)).sum()
}

/// Cuts a word that is wider than a line.
fn cut(word: &Word, size: f32, width: f32) -> Vec<Word> {
    // Nearly every word fits.
    if word_width(word, size) < width - 0.1 {
        return vec![word.clone()];
    }
    let mut parts: Vec<Word> = vec![Vec::new()];
    let mut taken = 0.0;
    for (face, text) in word {
        for c in text.chars() {
            let advance = face.width(c.encode_utf8(&mut [0; 4]), size);
            if taken + advance > width && taken > 0.0 {
                parts.push(Vec::new());
                taken = 0.0;
            }
            taken += advance;
            let part = parts.last_mut().expect("there is a first part");
            match part.last_mut() {
                Some((last, text)) if last == face => text.push(c),
                _ => part.push((*face, c.to_string())),
            }
        }
    }
    parts
}

/// The pieces of each line, spaces included.
fn break_lines(words: &[Word], size: f32, width: f32) -> Vec<Word> {
    let mut lines: Vec<Word> = Vec::new();
    let mut used = 0.0;
    for word in words {
        for (n, part) in cut(word, size, width).into_iter().enumerate() {
            let space = Face::Regular.width(" ", size);
            let wide = word_width(&part, size);
            if n == 0 && !lines.is_empty() && used + space + wide <= width {
                let line = lines.last_mut().expect("there is a line");
                // The space goes with what stands before it, so that a run is read as words.
                if let Some((face, text)) = line.last_mut() {
                    text.push(' ');
                    used += face.width(" ", size);
                }
                used += wide;
                for (face, text) in part {
                    match line.last_mut() {
                        Some((last, run)) if *last == face => run.push_str(&text),
                        _ => line.push((face, text)),
                    }
                }
            } else {
                used = wide;
                lines.push(part);
            }
        }
    }
    lines
}

/// Breaks paragraphs into the lines of a column.
pub(crate) fn set(paragraphs: &[Paragraph], size: f32, width: f32) -> Vec<Line> {
    let mut set: Vec<Line> = Vec::new();
    for paragraph in paragraphs {
        let heading = paragraph.style == Kind::Heading;
        let (size, space) = if heading { (size * HEADING, size * 0.9) } else { (size, size * 0.35) };
        let indent = if let Kind::Point(_) = paragraph.style { size * 1.5 } else { 0.0 };
        let spans: Vec<Span> =
            paragraph.spans.iter().map(|span| Span { bold: span.bold || heading, ..span.clone() }).collect();
        for (n, line) in break_lines(&words(&spans), size, width - indent).into_iter().enumerate() {
            let mut pieces = Vec::new();
            if let (Kind::Point(mark), 0) = (&paragraph.style, n) {
                pieces.push((0.0, Face::Bold, mark.clone()));
            }
            let mut x = indent;
            for (face, text) in line {
                let wide = face.width(&text, size);
                pieces.push((x, face, text.trim_end().to_owned()));
                x += wide;
            }
            set.push(Line { pieces, size, space: if n == 0 { space } else { 0.0 }, keep: heading });
        }
    }
    set
}

/// Fills a column from the top, and says how many of the lines it has taken. A heading is not left behind alone.
pub(crate) fn fill(frame: &mut Frame, lines: &[Line], column: Rect) -> usize {
    let mut y = column.y;
    let mut taken = 0;
    for line in lines {
        let space = if taken == 0 { 0.0 } else { line.space };
        if y + space + line.height() > column.bottom() + 0.01 {
            break;
        }
        y += space + line.height();
        taken += 1;
    }
    while taken < lines.len() && taken > 1 && lines[taken - 1].keep {
        taken -= 1;
    }
    let mut y = column.y;
    for (n, line) in lines[..taken].iter().enumerate() {
        y += if n == 0 { 0.0 } else { line.space };
        line.draw(frame, column.x, y);
        y += line.height();
    }
    taken
}

/// The columns of an area for type of a size.
fn columns(area: Rect, size: f32) -> Vec<Rect> {
    if area.width <= size * WIDEST {
        return vec![area];
    }
    let count = if area.width > area.height { 2 } else { 1 };
    let gap = size * 2.5;
    let wide = ((area.width - gap * (count - 1) as f32) / count as f32).min(size * WIDEST);
    (0..count).map(|n| Rect { x: area.x + n as f32 * (wide + gap), width: wide, ..area }).collect()
}

/// Lays running text out: on one page if type that can be read allows it, on several otherwise.
pub(super) fn lay(
    style: Style,
    paragraphs: &[Paragraph],
    start: &impl Fn(bool) -> Result<Open, TooSmall>,
    pages: &mut Vec<Open>,
) -> Result<(), TooSmall> {
    let least = LEAST_TYPE + 1.0;
    let mut size = style.scaled(LARGEST).max(least);
    loop {
        let mut page = start(true)?;
        let columns = columns(page.area, size);
        let lines = set(paragraphs, size, columns[0].width);
        let mut rest = &lines[..];
        for column in columns {
            rest = &rest[fill(&mut page.frame, rest, column)..];
        }
        if rest.is_empty() {
            pages.push(page);
            return Ok(());
        }
        if size <= least {
            pages.push(page);
            return run_on(rest, size, start, pages);
        }
        size = (size - 0.25).max(least);
    }
}

/// What has not found room on the first page.
fn run_on(
    mut rest: &[Line],
    size: f32,
    start: &impl Fn(bool) -> Result<Open, TooSmall>,
    pages: &mut Vec<Open>,
) -> Result<(), TooSmall> {
    while !rest.is_empty() {
        let mut page = start(false)?;
        let before = rest.len();
        for column in columns(page.area, size) {
            rest = &rest[fill(&mut page.frame, rest, column)..];
        }
        if rest.len() == before {
            return Err(TooSmall);
        }
        pages.push(page);
    }
    Ok(())
}
