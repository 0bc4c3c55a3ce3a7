//! A score. Two voices have a column each, to be read side by side; more voices are one below the other, each
//! with its name.

use super::prose::wrap;
use super::{LEAST_TYPE, PageBuilder, Style, TooSmall};
use crate::font::{ASCENT, CAPITAL, Face};
use crate::frame::Frame;
use crate::sheet::voices::score::{Block, Line, Part, Says, Utterance};

/// Scale factors to try for the type, until every exchange fits on a page.
const SMALLER: [f32; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
/// Gap between two phones, relative to their size.
const APART: f32 = 0.55;
/// Height of a line of phones, relative to their size.
const ROW: f32 = 1.3;

/// Type sizes and gap of a score.
#[derive(Clone, Copy)]
struct Sizes {
    call: f32,
    phones: f32,
    report: f32,
    small: f32,
    gap: f32,
}

impl Sizes {
    fn of(style: Style, by: f32) -> Option<Self> {
        let scaled = |points: f32| style.scaled(points) * by;
        let sizes = Self {
            call: scaled(25.0),
            phones: scaled(17.0),
            report: scaled(13.0),
            small: scaled(10.5).max(LEAST_TYPE),
            gap: scaled(11.0),
        };
        (sizes.report >= LEAST_TYPE + 0.5).then_some(sizes)
    }
}

/// Run of text, relative to the top left corner of its block.
struct Piece {
    x: f32,
    baseline: f32,
    size: f32,
    face: Face,
    text: String,
}

/// Typeset block: its content and height.
#[derive(Default)]
struct TypesetText {
    pieces: Vec<Piece>,
    rules: Vec<[f32; 4]>,
    height: f32,
    /// Space above it, unless it begins a page.
    space: f32,
    /// True if it must stay with the block after it.
    keep: bool,
}

impl TypesetText {
    fn put(&mut self, x: f32, baseline: f32, size: f32, face: Face, text: &str) -> f32 {
        let text = face.drawable(text);
        let end = x + face.width(&text, size);
        self.pieces.push(Piece { x, baseline, size, face, text });
        end
    }

    fn draw(&self, frame: &mut Frame, x: f32, y: f32) {
        for piece in &self.pieces {
            frame.text(x + piece.x, y + piece.baseline, piece.size, piece.face, &piece.text);
        }
        if !self.rules.is_empty() {
            frame.lines(0.55, self.rules.iter().map(|[a, b, c, d]| [x + a, y + b, x + c, y + d]).collect());
        }
    }
}

/// Layout of the voices across the width of a page.
struct Desk<'a> {
    sizes: Sizes,
    width: f32,
    voices: &'a [String],
}

impl Desk<'_> {
    fn two(&self) -> bool {
        self.voices.len() == 2
    }

    /// Returns the gap between two columns.
    fn between(&self) -> f32 {
        self.sizes.phones * 1.6
    }

    /// Returns the left edge and width of the column of a voice.
    fn column(&self, voice: usize) -> (f32, f32) {
        if self.two() {
            let width = (self.width - self.between()) / 2.0;
            return (if voice == 0 { 0.0 } else { width + self.between() }, width);
        }
        let size = self.sizes.report;
        let names = self.voices.iter().map(|name| Face::Bold.width(name, size)).fold(0.0, f32::max);
        let x = names + size;
        (x, self.width - x)
    }

    /// Returns the heading of a page.
    fn head(&self) -> TypesetText {
        let mut set = TypesetText::default();
        if self.two() {
            let size = self.sizes.report;
            for (n, voice) in self.voices.iter().enumerate() {
                let (x, width) = self.column(n);
                set.put(x, size * ASCENT, size, Face::Bold, voice);
                set.rules.push([x, size * 1.25, x + width, size * 1.25]);
            }
            set.height = size * 1.25 + self.sizes.gap * 0.8;
        }
        set
    }

    fn set(&self, block: &Block) -> Result<TypesetText, TooSmall> {
        match block {
            Block::Turn(text) => {
                Ok(TypesetText { keep: true, ..self.across(text, self.sizes.small, Face::Bold, true) })
            }
            Block::Cue(text) => {
                Ok(self.across(&format!("~ {text} ~"), self.sizes.report, Face::Regular, false))
            }
            Block::End(text) => Ok(self.across(text, self.sizes.small, Face::Regular, true)),
            Block::Exchange(utterances) => {
                let mut set = TypesetText { space: self.sizes.gap * 1.2, ..TypesetText::default() };
                for (n, utterance) in utterances.iter().enumerate() {
                    if n > 0 {
                        set.height += self.sizes.gap * 0.25;
                    }
                    self.say(&mut set, utterance)?;
                }
                if self.two() {
                    let middle = self.width / 2.0;
                    set.rules.push([middle, 0.0, middle, set.height]);
                }
                Ok(set)
            }
        }
    }

    /// Sets text in the middle of the page, optionally with a line on both sides.
    fn across(&self, text: &str, size: f32, face: Face, ruled: bool) -> TypesetText {
        let mut set =
            TypesetText { space: self.sizes.gap * 1.4, height: size * 1.3, ..TypesetText::default() };
        let lines = wrap(text, face, size, self.width);
        for (n, line) in lines.iter().enumerate() {
            let width = face.width(line, size);
            let x = (self.width - width) / 2.0;
            let baseline = size * (1.3 * n as f32 + 1.0);
            set.put(x, baseline, size, face, line);
            set.height = size * 1.3 * (n + 1) as f32;
            let (left, right) = (x - size, x + width + size);
            if ruled && lines.len() == 1 && left > size {
                let y = baseline - size * CAPITAL / 2.0;
                set.rules.extend([[0.0, y, left, y], [right, y, self.width, y]]);
            }
        }
        set
    }

    fn say(&self, set: &mut TypesetText, utterance: &Utterance) -> Result<(), TooSmall> {
        let (x, width) = self.column(utterance.voice);
        let Sizes { call, phones, report, small, .. } = self.sizes;
        if !self.two() {
            // The name is on the first line of what the voice sounds.
            let first = match utterance.says {
                Says::Call { .. } => call * 0.85,
                Says::Answer { .. } if utterance.direction.is_some() => small,
                Says::Answer { .. } => phones * 0.95,
            };
            set.put(0.0, set.height + first, report, Face::Bold, &self.voices[utterance.voice]);
        }
        match &utterance.says {
            Says::Call { shot, cell, phone } => {
                let baseline = set.height + call * 0.85;
                let end = set.put(x, baseline, call, Face::Bold, cell);
                let end = set.put(end + call * 0.6, baseline, call, Face::Regular, phone);
                let left = x + width - Face::Regular.width(shot, small);
                if end + small > left {
                    return Err(TooSmall);
                }
                set.put(left, baseline, small, Face::Regular, shot);
                set.height += call * 1.1;
                self.direct(set, utterance, x, width);
            }
            Says::Answer { lines, report: said } => {
                let top = set.height;
                self.direct(set, utterance, x, width);
                if !self.two() && set.height > top {
                    // The name shares the line of the direction and is larger, so leave a small gap below.
                    set.height += small * 0.2;
                }
                // With more than two voices the whole page width is available, so an answer goes on one line if it
                // fits.
                let row = phones * ROW;
                let said_wide = Face::Bold.width(said, report);
                // Do not leave the report alone on a line if the column phones can go with it.
                let all = lines.iter().map(|line| self.wide(line) + phones).sum::<f32>() + said_wide;
                let last = self.wide(&lines[1]) + phones + said_wide;
                let parted = all > width && last <= width;
                let mut at = 0.0;
                for line in lines {
                    if !self.two() && !parted && at > 0.0 && at + self.wide(line) <= width {
                        set.height -= row;
                    } else {
                        at = 0.0;
                    }
                    self.line(set, line, x + at, width - at)?;
                    at += self.wide(line) + phones;
                }
                if !self.two() && at + said_wide <= width {
                    set.put(x + at, set.height - row + phones * 0.95, report, Face::Bold, said);
                    return Ok(());
                }
                for line in wrap(said, Face::Bold, report, width) {
                    set.put(x, set.height + report, report, Face::Bold, &line);
                    set.height += report * 1.3;
                }
            }
        }
        Ok(())
    }

    /// Adds the direction for the performer.
    fn direct(&self, set: &mut TypesetText, utterance: &Utterance, x: f32, width: f32) {
        let Some(direction) = &utterance.direction else { return };
        let size = self.sizes.small;
        for line in wrap(&format!("({direction})"), Face::Regular, size, width) {
            set.put(x, set.height + size, size, Face::Regular, &line);
            set.height += size * 1.25;
        }
    }

    /// Returns the indent of phones after their arrow. Vertical arrows are narrower, but all phones start at the same
    /// position.
    fn indent(&self) -> f32 {
        Face::Regular.width("→", self.sizes.phones * 0.8) + self.sizes.phones * 0.45
    }

    /// Returns the width of an unbroken line of phones.
    fn wide(&self, line: &Line) -> f32 {
        let size = self.sizes.phones;
        let phones: f32 = line.phones.iter().map(|phone| Face::Regular.width(phone, size)).sum();
        self.indent() + phones + line.phones.len().saturating_sub(1) as f32 * size * APART
    }

    /// Adds phones with an arrow before them, on as many lines as they need.
    fn line(&self, set: &mut TypesetText, line: &Line, x: f32, width: f32) -> Result<(), TooSmall> {
        let size = self.sizes.phones;
        let arrow = line.way.to_string();
        let indent = self.indent();
        let mut baseline = set.height + size * 0.95;
        let middle = (indent - size * 0.45 - Face::Regular.width(&arrow, size * 0.8)) / 2.0;
        set.put(x + middle, baseline, size * 0.8, Face::Regular, &arrow);
        let mut at = indent;
        for phone in &line.phones {
            let wide = Face::Regular.width(phone, size);
            if indent + wide > width {
                return Err(TooSmall);
            }
            if at + wide > width {
                baseline += size * 1.25;
                set.height += size * 1.25;
                at = indent;
            }
            at = set.put(x + at, baseline, size, Face::Regular, phone) - x + size * APART;
        }
        set.height += size * ROW;
        Ok(())
    }
}

pub(super) fn lay(
    style: Style,
    part: &Part,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
    pages: &mut Vec<PageBuilder>,
) -> Result<(), TooSmall> {
    let sizes = SMALLER.into_iter().filter_map(|by| Sizes::of(style, by));
    let laid = sizes.map(|sizes| attempt(sizes, part, start)).find_map(Result::ok);
    pages.extend(laid.ok_or(TooSmall)?);
    Ok(())
}

fn attempt(
    sizes: Sizes,
    part: &Part,
    start: &impl Fn(bool) -> Result<PageBuilder, TooSmall>,
) -> Result<Vec<PageBuilder>, TooSmall> {
    let mut page = start(true)?;
    let desk = Desk { sizes, width: page.area.width, voices: &part.voices };
    let sets = part.blocks.iter().map(|block| desk.set(block)).collect::<Result<Vec<_>, _>>()?;
    let head = desk.head();
    let begin = |page: &mut PageBuilder| {
        head.draw(&mut page.frame, page.area.x, page.area.y);
        page.area.y + head.height
    };
    let mut y = begin(&mut page);
    let mut top = y;
    let mut pages = Vec::new();
    let mut rest = &sets[..];
    while !rest.is_empty() {
        let together = rest.iter().take_while(|set| set.keep).count() + 1;
        let (group, behind) = rest.split_at(together.min(rest.len()));
        let height = |from_top: bool| {
            let spaces = group.iter().skip(usize::from(from_top)).map(|set| set.space).sum::<f32>();
            spaces + group.iter().map(|set| set.height).sum::<f32>()
        };
        if y > top && y + height(false) > page.area.bottom() {
            pages.push(std::mem::replace(&mut page, start(false)?));
            y = begin(&mut page);
            top = y;
        }
        if y + height(y <= top) > page.area.bottom() {
            return Err(TooSmall);
        }
        for set in group {
            if y > top {
                y += set.space;
            }
            set.draw(&mut page.frame, page.area.x, y);
            y += set.height;
        }
        rest = behind;
    }
    pages.push(page);
    Ok(pages)
}
