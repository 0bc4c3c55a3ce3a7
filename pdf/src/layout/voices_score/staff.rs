//! Staves of a score: the exchanges of a turn, as the readers on one side of the page see them.

use super::set::{TypesetText, fitted};
use super::{MIN_TYPE, Sizes, TooSmall, wrap};
use crate::font::{ASCENT, CAPITAL, Face};
use crate::sheet::voices::score::{Exchange, Line, Says, Turn, Utterance};
use crate::tag::Role;

/// Gap between two phones, relative to their size.
const APART: f32 = 0.55;
/// Height of a line of phones, relative to their size.
const ROW: f32 = 1.3;
/// Baseline of a line of phones, relative to their size.
const BASELINE: f32 = 0.95;

/// Places of the voices on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum VoiceColumns {
    /// Two voices have a column of the same width each. Row and column of an answer have a line
    /// each.
    Equal,
    /// The reader has a wide column on the left, and the other voice a narrow one of this width.
    OwnFirst(f32),
    /// Every utterance has a line with the name of its voice.
    None,
}

/// Layout of the voices for the readers on one side.
pub(super) struct Staff<'a> {
    pub(super) sizes: Sizes,
    pub(super) width: f32,
    pub(super) voices: &'a [String],
    pub(super) columns: VoiceColumns,
    /// Voices of the readers. The others are in small type.
    pub(super) own: std::ops::Range<usize>,
}

impl Staff<'_> {
    /// Returns the width of the margin with the numbers of the shots.
    fn margin(&self) -> f32 {
        Face::Regular.width("0000", self.sizes.small)
    }

    /// Returns the left edge and width of the sounds of a voice.
    fn column(&self, voice: usize) -> (f32, f32) {
        let left = self.margin();
        let between = self.sizes.phones * 1.4;
        match self.columns {
            VoiceColumns::Equal => {
                let width = (self.width - left - between) / 2.0;
                (left + voice as f32 * (width + between), width)
            }
            VoiceColumns::OwnFirst(narrow) if self.own.contains(&voice) => {
                (left, self.width - left - between - narrow)
            }
            VoiceColumns::OwnFirst(narrow) => (self.width - narrow, narrow),
            VoiceColumns::None => {
                let x = left + self.name_width() + self.sizes.report;
                (x, self.width - x)
            }
        }
    }

    /// Gives the other voice a narrow column, in which most of what it says fits on a line.
    pub(super) fn with_own_first(mut self, turns: &[Turn]) -> Self {
        let sizes = self.sizes.of_others();
        let widest = (self.width - self.margin()) * 0.32;
        let utterances =
            turns.iter().flat_map(|turn| &turn.exchanges).flat_map(|exchange| &exchange.utterances);
        let others = utterances.filter(|utterance| !self.own.contains(&utterance.voice));
        let writer = Writer { sizes, x: 0.0, width: widest, stacked: false, own: false };
        let widths = others.map(|utterance| writer.width_of(&utterance.says));
        let fitting = widths.filter(|width| *width <= widest);
        self.columns = VoiceColumns::OwnFirst(fitting.fold(widest / 2.0, f32::max));
        self
    }

    fn name_width(&self) -> f32 {
        let names = self.voices.iter().map(|name| Face::Bold.width(name, self.sizes.report));
        names.fold(0.0, f32::max).min(self.width * 0.22)
    }

    /// Returns the heading of a page: the names of the readers.
    pub(super) fn head(&self) -> TypesetText {
        let mut set = TypesetText::default();
        let size = self.sizes.report;
        if self.columns != VoiceColumns::None {
            for (n, voice) in self.voices.iter().enumerate() {
                let (x, width) = self.column(n);
                let face = Face::of(self.own.contains(&n));
                set.put(x, size * ASCENT, size, face, &fitted(voice, face, size, width));
                set.rule([x, size * 1.25, x + width, size * 1.25]);
            }
            set.height = size * 1.25 + self.sizes.gap;
        } else if self.own.len() < self.voices.len() {
            let names = self.voices[self.own.clone()].join(" · ");
            set.put(
                0.0,
                size * ASCENT,
                size,
                Face::Bold,
                &fitted(&names, Face::Bold, size, self.width),
            );
            set.rule([0.0, size * 1.25, self.width, size * 1.25]);
            set.height = size * 1.25 + self.sizes.gap;
        }
        set
    }

    /// Sets a turn as blocks that are not split: a shot each. The first has the heading, the last
    /// has the cues.
    pub(super) fn turn(&self, turn: &Turn) -> Result<Vec<TypesetText>, TooSmall> {
        let mut blocks = Vec::new();
        let mut above = (!turn.heading.is_empty()).then(|| self.heading(&turn.heading));
        for exchange in &turn.exchanges {
            let mut block = above.take().unwrap_or_default();
            let space = if block.height > 0.0 { self.sizes.gap * 0.5 } else { 0.0 };
            block.stack(space, self.exchange(exchange)?);
            blocks.push(block);
        }
        if blocks.is_empty() {
            blocks.push(above.unwrap_or_default());
        }
        if let Some(last) = blocks.last_mut() {
            for cue in &turn.cues {
                let set = self.across(&format!("~ {cue} ~"), self.sizes.report, Face::Bold);
                last.stack(self.sizes.gap, set);
            }
        }
        Ok(blocks)
    }

    /// Sets the heading of a turn, with a line from it to the right edge.
    fn heading(&self, text: &str) -> TypesetText {
        let mut set = TypesetText::default();
        let size = self.sizes.small;
        let text = fitted(text, Face::Bold, size, self.width - size * 4.0);
        let end = set.tagged(Role::Heading(2), |set| {
            set.put(0.0, size * ASCENT, size, Face::Bold, &text) + size
        });
        let y = size * (ASCENT - CAPITAL / 2.0);
        set.rule([end, y, self.width, y]);
        set.height = size * 1.1;
        set
    }

    /// Sets text in the middle of the page, between two lines if it is one line long.
    pub(super) fn across(&self, text: &str, size: f32, face: Face) -> TypesetText {
        let mut set = TypesetText::default();
        let lines = wrap(text, face, size, self.width);
        set.tagged(Role::Paragraph, |set| {
            for line in &lines {
                let width = face.width(line, size);
                let x = (self.width - width) / 2.0;
                let baseline = set.height + size;
                set.put(x, baseline, size, face, line);
                set.height += size * 1.3;
                let left = x - size;
                let right = x + width + size;
                if lines.len() == 1 && left > size {
                    let y = baseline - size * CAPITAL / 2.0;
                    set.rule([0.0, y, left, y]);
                    set.rule([right, y, self.width, y]);
                }
            }
        });
        set
    }

    fn exchange(&self, exchange: &Exchange) -> Result<TypesetText, TooSmall> {
        let mut set = TypesetText::default();
        let mut bottom: f32 = 0.0;
        for (n, utterance) in exchange.utterances.iter().enumerate() {
            // In columns, call and answer are next to each other.
            let top = if self.columns == VoiceColumns::None { bottom } else { 0.0 };
            let shot = (n == 0).then_some(exchange.shot.as_str());
            let end =
                set.tagged(Role::Paragraph, |set| self.utterance(set, utterance, shot, top))?;
            bottom = bottom.max(end);
        }
        if self.columns != VoiceColumns::None {
            let right = (0..2).map(|voice| self.column(voice).0).fold(0.0, f32::max);
            let middle = right - self.sizes.phones * 0.7;
            set.rule([middle, 0.0, middle, bottom]);
        }
        set.height = bottom;
        Ok(set)
    }

    /// Sets what a voice says, with the number of the shot if it is the first to speak. Returns
    /// where the text ends.
    fn utterance(
        &self,
        set: &mut TypesetText,
        utterance: &Utterance,
        shot: Option<&str>,
        top: f32,
    ) -> Result<f32, TooSmall> {
        let (x, width) = self.column(utterance.voice);
        let own = self.own.contains(&utterance.voice);
        let mut y = top;
        if own && let Some(direction) = &utterance.direction {
            let size = self.sizes.small;
            for line in wrap(&format!("({direction})"), Face::Regular, size, width) {
                set.put(x, y + size, size, Face::Regular, &line);
                y += size * 1.25;
            }
        }
        let sizes = if own { self.sizes } else { self.sizes.of_others() };
        let baseline = y + sizes.phones * BASELINE;
        if self.columns == VoiceColumns::None {
            let name = &self.voices[utterance.voice];
            let face = Face::of(own);
            let size = sizes.report;
            let name = fitted(name, face, size, self.name_width());
            set.put(self.margin(), baseline, size, face, &name);
        }
        if let Some(shot) = shot {
            set.put(0.0, baseline, self.sizes.small, Face::Regular, shot);
        }
        Writer { sizes, x, width, stacked: self.columns == VoiceColumns::Equal, own }
            .says(set, utterance, y)
    }
}

/// Writer of the sounds of one utterance, in a column.
struct Writer {
    sizes: Sizes,
    x: f32,
    width: f32,
    /// True if row and column have a line each.
    stacked: bool,
    /// True if the readers sound it themselves.
    own: bool,
}

impl Writer {
    /// Writes the sounds from a height down. Returns where they end.
    fn says(
        &self,
        set: &mut TypesetText,
        utterance: &Utterance,
        top: f32,
    ) -> Result<f32, TooSmall> {
        let Sizes { call, phones, report: report_size, .. } = self.sizes;
        let row = phones * ROW;
        match &utterance.says {
            Says::Call { cell, phone } => {
                let face = Face::of(self.own);
                if self.width_of(&utterance.says) > self.width {
                    return Err(TooSmall);
                }
                let baseline = top + phones * BASELINE;
                let end = set.put(self.x, baseline, call, face, cell);
                set.put(end + call * 0.5, baseline, call, Face::Regular, phone);
                Ok(top + row)
            }
            Says::Answer { lines, report } => {
                let mut offset = 0.0;
                let mut top = top;
                for (n, line) in lines.iter().enumerate() {
                    let line = self.heard(line);
                    if n > 0 && (self.stacked || offset + self.wide(&line) > self.width) {
                        offset = 0.0;
                        top += row;
                    }
                    (offset, top) = self.line(set, &line, offset, top)?;
                    offset += phones;
                }
                let face = Face::of(self.own);
                if offset + face.width(report, report_size) > self.width {
                    offset = 0.0;
                    top += row;
                }
                for (n, text) in wrap(report, face, report_size, self.width).iter().enumerate() {
                    top += if n > 0 { row } else { 0.0 };
                    set.put(self.x + offset, top + phones * BASELINE, report_size, face, text);
                }
                Ok(top + row)
            }
        }
    }

    /// Returns the width of sounds on one line.
    fn width_of(&self, says: &Says) -> f32 {
        let Sizes { call, phones, report: report_size, .. } = self.sizes;
        let face = Face::of(self.own);
        match says {
            Says::Call { cell, phone } => {
                face.width(cell, call) + call * 0.5 + Face::Regular.width(phone, call)
            }
            Says::Answer { lines, report } => {
                let widths = lines.iter().map(|line| self.wide(&self.heard(line)) + phones);
                widths.sum::<f32>() + face.width(report, report_size)
            }
        }
    }

    /// Returns a line as its readers sound it or hear it.
    fn heard(&self, line: &Line) -> Line {
        if self.own { line.clone() } else { last(line) }
    }

    /// Returns the indent of phones after their arrow. Vertical arrows are narrower, but all phones
    /// start at the same position.
    fn indent(&self) -> f32 {
        Face::Regular.width("→", arrow_size(self.sizes)) + self.sizes.phones * 0.45
    }

    /// Returns the width of an unbroken line of phones.
    fn wide(&self, line: &Line) -> f32 {
        let size = self.sizes.phones;
        let phones: f32 = line.phones.iter().map(|phone| Face::Regular.width(phone, size)).sum();
        self.indent() + phones + line.phones.len().saturating_sub(1) as f32 * size * APART
    }

    /// Writes phones with an arrow before them, on as many lines as they need. Returns where they
    /// end.
    fn line(
        &self,
        set: &mut TypesetText,
        line: &Line,
        left: f32,
        mut top: f32,
    ) -> Result<(f32, f32), TooSmall> {
        let size = self.sizes.phones;
        let arrow = line.way.to_string();
        let indent = left + self.indent();
        let arrow_size = arrow_size(self.sizes);
        let middle = (self.indent() - size * 0.45 - Face::Regular.width(&arrow, arrow_size)) / 2.0;
        set.put(self.x + left + middle, top + size * BASELINE, arrow_size, Face::Regular, &arrow);
        let mut offset = indent;
        let mut end = indent;
        for phone in &line.phones {
            let width = Face::Regular.width(phone, size);
            if indent + width > self.width {
                return Err(TooSmall);
            }
            if offset + width > self.width {
                offset = indent;
                top += size * ROW;
            }
            end = set.put(self.x + offset, top + size * BASELINE, size, Face::Regular, phone)
                - self.x;
            offset = end + size * APART;
        }
        Ok((end, top))
    }
}

fn arrow_size(sizes: Sizes) -> f32 {
    (sizes.phones * 0.8).max(MIN_TYPE)
}

/// Returns a line of another voice as a cue: its last phone, after an ellipsis if there are more.
fn last(line: &Line) -> Line {
    let skipped = (line.phones.len() > 1).then(|| "…".to_owned());
    Line { way: line.way, phones: skipped.into_iter().chain(line.phones.last().cloned()).collect() }
}
