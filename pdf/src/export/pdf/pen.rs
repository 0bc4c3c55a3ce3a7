//! Writes the items of a page as PDF operators.

use super::font_name;
use super::structure::{ARTIFACT, Structure};
use crate::font::{Face, MISSING};
use crate::frame::{Frame, Item, Run};

/// Distance of the control points of a quarter arc from its ends, for a circle of radius 1.
const ARC: f32 = 0.552_284_8;

/// Converts a length to hundredths of a point.
fn hundredths(length: f32) -> i32 {
    (length * 100.0).round() as i32
}

/// Converts a position to hundredths of a point, rounded to tenths. A finer resolution is not
/// visible, and costs time and bytes.
fn place(length: f32) -> i32 {
    (length * 10.0).round() as i32 * 10
}

/// Writes the content of a page, and adds the page to the structure. `codes` are the codes of the
/// characters of each face.
pub(super) fn draw<'a>(
    frame: &'a Frame,
    codes: &[Vec<u16>; 2],
    structure: &mut Structure<'a>,
    out: &mut Vec<u8>,
) {
    let owners = structure.add_page(frame);
    let mut pen = PdfPen {
        out,
        codes,
        structure,
        height: frame.height,
        weight: 0,
        round: false,
        font: None,
        marked: None,
    };
    pen.draw(frame, &owners);
}

/// Writer of operators that tracks the graphics state.
struct PdfPen<'p, 'a> {
    out: &'p mut Vec<u8>,
    codes: &'p [Vec<u16>; 2],
    structure: &'p mut Structure<'a>,
    height: f32,
    weight: i32,
    round: bool,
    /// Face and size of the type.
    font: Option<(Face, i32)>,
    /// Owner of the content that is being marked.
    marked: Option<u32>,
}

impl PdfPen<'_, '_> {
    fn draw(&mut self, frame: &Frame, owners: &[u32]) {
        let (of_items, of_marks) = owners.split_at(frame.items.len());
        for (items, owners) in [(&frame.items, of_items), (&frame.marks, of_marks)] {
            let mut index = 0;
            while let Some(first) = items.get(index) {
                let runs =
                    items[index..].iter().take_while(|item| matches!(item, Item::Text(_))).count();
                if runs > 0 {
                    self.write(&items[index..index + runs], &owners[index..index + runs]);
                    index += runs;
                    continue;
                }
                self.mark(owners[index]);
                self.drawing(first);
                index += 1;
            }
            self.end_mark();
        }
    }

    fn drawing(&mut self, item: &Item) {
        match item {
            Item::Text(_) => (),
            Item::RotatedText { run, angle } => self.write_turned(run, *angle),
            Item::Lines { weight, round, segments } => self.lines(*weight, *round, segments),
            Item::Outline { weight, rect } => {
                self.set(*weight, false);
                self.point(rect.x, rect.bottom());
                let width = place(rect.right()) - place(rect.x);
                let height = place(self.height - rect.y) - place(self.height - rect.bottom());
                self.numbers(&[width, height]);
                self.operator("re S");
            }
            Item::Circle { weight, x, y, radius } => self.circle(*weight, *x, *y, *radius),
        }
    }

    /// Begins the content of an owner, if the content before has another one (ISO 32000-1, 14.6).
    fn mark(&mut self, owner: u32) {
        if self.marked == Some(owner) {
            return;
        }
        self.end_mark();
        if owner == ARTIFACT {
            self.operator("/Artifact BMC");
        } else {
            let mark = self.structure.mark(owner);
            self.out.push(b'/');
            self.out.extend(self.structure.name(owner).as_bytes());
            self.out.extend(b"<</MCID ");
            self.out.extend(itoa::Buffer::new().format(mark).as_bytes());
            self.operator(">>BDC");
        }
        self.marked = Some(owner);
    }

    /// Ends the content that is being marked. Marked content must not begin inside a text section
    /// and end outside it.
    fn end_mark(&mut self) {
        if self.marked.take().is_some() {
            self.operator("EMC");
        }
    }

    /// Writes numbers given in hundredths, each followed by a space.
    fn numbers(&mut self, numbers: &[i32]) {
        for number in numbers {
            if *number < 0 {
                self.out.push(b'-');
            }
            let integer = number.unsigned_abs() / 100;
            let rest = (number.unsigned_abs() % 100) as u8;
            let mut digits = [0; 10];
            let mut first = digits.len();
            let mut left = integer;
            while left > 0 || (first == digits.len() && rest == 0) {
                first -= 1;
                digits[first] = b'0' + (left % 10) as u8;
                left /= 10;
            }
            self.out.extend(&digits[first..]);
            if rest > 0 {
                self.out.extend([b'.', b'0' + rest / 10]);
                if !rest.is_multiple_of(10) {
                    self.out.push(b'0' + rest % 10);
                }
            }
            self.out.push(b' ');
        }
    }

    fn operator(&mut self, name: &str) {
        self.out.extend(name.as_bytes());
        self.out.push(b'\n');
    }

    /// Writes a position on the page. In PDF, y points upwards.
    fn point(&mut self, x: f32, y: f32) {
        self.numbers(&[place(x), place(self.height - y)]);
    }

    fn set(&mut self, weight: f32, round: bool) {
        let weight = hundredths(weight);
        if self.weight != weight {
            self.numbers(&[weight]);
            self.operator("w");
            self.weight = weight;
        }
        if self.round != round {
            self.operator(if round { "1 J" } else { "0 J" });
            self.round = round;
        }
    }

    /// Writes consecutive runs of text as one text section.
    fn write(&mut self, runs: &[Item], owners: &[u32]) {
        self.end_mark();
        self.operator("BT");
        // Positions are relative: each run is placed from the start of the one before.
        let mut x = 0;
        let mut y = 0;
        for (item, owner) in runs.iter().zip(owners) {
            let Item::Text(run) = item else { continue };
            self.mark(*owner);
            self.set_font(run);
            let to_x = place(run.x);
            let to_y = place(self.height - run.baseline);
            self.numbers(&[to_x - x, to_y - y]);
            x = to_x;
            y = to_y;
            self.out.extend(b"Td");
            self.show(run);
        }
        self.end_mark();
        self.operator("ET");
    }

    /// Writes one run of text, rotated about its start.
    fn write_turned(&mut self, run: &Run, angle: f32) {
        let (sin, cos) = angle.sin_cos();
        self.operator("BT");
        self.set_font(run);
        self.out.extend(format!("{cos:.5} {sin:.5} {:.5} {cos:.5} ", -sin).as_bytes());
        self.point(run.x, run.baseline);
        self.out.extend(b"Tm");
        self.show(run);
        self.operator("ET");
    }

    fn set_font(&mut self, run: &Run) {
        let font = (run.face, hundredths(run.size));
        if self.font.replace(font) == Some(font) {
            return;
        }
        self.out.push(b'/');
        self.out.extend(font_name(font.0).as_bytes());
        self.out.push(b' ');
        self.numbers(&[font.1]);
        self.operator("Tf");
    }

    /// Writes the characters of a run in the codes of its face.
    fn show(&mut self, run: &Run) {
        self.out.push(b'(');
        let codes = &self.codes[run.face as usize];
        for c in run.text.chars() {
            let code = codes.get(c as usize).or_else(|| codes.get(MISSING as usize));
            for byte in code.copied().unwrap_or_default().to_be_bytes() {
                match byte {
                    b'(' | b')' | b'\\' => self.out.extend([b'\\', byte]),
                    // An unescaped carriage return would be read as a line end.
                    b'\r' => self.out.extend(b"\\r"),
                    _ => self.out.push(byte),
                }
            }
        }
        self.operator(")Tj");
    }

    fn lines(&mut self, weight: f32, round: bool, segments: &[[f32; 4]]) {
        if segments.is_empty() {
            return;
        }
        self.set(weight, round);
        for [x1, y1, x2, y2] in segments {
            self.point(*x1, *y1);
            self.out.extend(b"m ");
            self.point(*x2, *y2);
            self.operator("l");
        }
        self.operator("S");
    }

    fn circle(&mut self, weight: f32, x: f32, y: f32, r: f32) {
        self.set(weight, false);
        let k = r * ARC;
        self.point(x + r, y);
        self.operator("m");
        let quarters = [
            [(r, k), (k, r), (0.0, r)],
            [(-k, r), (-r, k), (-r, 0.0)],
            [(-r, -k), (-k, -r), (0.0, -r)],
            [(k, -r), (r, -k), (r, 0.0)],
        ];
        for quarter in quarters {
            for (to_x, to_y) in quarter {
                self.point(x + to_x, y + to_y);
            }
            self.operator("c");
        }
        self.operator("s");
    }
}
