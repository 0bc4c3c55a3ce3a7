//! Text that continues in the lines below because its writer or a mail program broke it.

use super::error::Problem;
use super::limits::LONGEST_LINE;
use super::words::{Words, is_blank};

/// Maximum length of a line that a program has certainly not broken. No known program breaks lines
/// of 60 characters, and a command that could begin the next line, with the space before it, has at
/// most 15.
const UNBROKEN: usize = 45;

/// Joins the first line and some lines below it, and returns their number. This requires that a
/// quotation begins in the first line, does not end there, and ends at the end of a later line. An
/// empty line or a command in between means that a quotation mark is missing; the intended reader
/// is then unknown, so the lines are not joined.
pub(super) fn joined(lines: &[&str], is_command: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let (first, below) = lines.split_first()?;
    if !is_open(first) {
        return None;
    }
    let mut joined = Joined::of(first);
    for (line, count) in below.iter().zip(2..) {
        let part = line.trim_matches(is_blank);
        if part.is_empty() || !joined.has_room(part) || is_command(line) {
            return None;
        }
        joined.push(part);
        if !is_open(&joined.text) {
            let ends = Words::of(&joined.text).is_ok_and(|words| words.ends_quoted());
            return ends.then_some((joined.text, count));
        }
    }
    None
}

/// Joins the first line and its continuation, and returns their number, if the first line is so
/// long that a program may have broken it, and the text below can only be its continuation. A short
/// continuation line is the last one.
pub(super) fn with_rest(lines: &[&str], is_rest: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let (first, below) = lines.split_first()?;
    let mut joined = Joined::of(first);
    let mut count = 1;
    for line in below {
        let part = line.trim_matches(is_blank);
        if !is_long(lines[count - 1]) || !joined.has_room(part) || !is_rest(part) {
            break;
        }
        joined.push(part);
        count += 1;
    }
    (count > 1).then_some((joined.text, count))
}

/// Lines joined to one, which respects the maximum length of a line.
struct Joined {
    text: String,
    characters: usize,
}

impl Joined {
    fn of(first: &str) -> Self {
        let text = first.trim_end_matches(is_blank).to_owned();
        Self { characters: text.chars().count(), text }
    }

    /// Returns true if another part and the space before it still fit.
    fn has_room(&self, part: &str) -> bool {
        self.characters + 1 + part.chars().count() <= LONGEST_LINE
    }

    fn push(&mut self, part: &str) {
        self.text.push(' ');
        self.text.push_str(part);
        self.characters += 1 + part.chars().count();
    }
}

/// Returns true if a line is so long that a program may have broken it.
pub(super) fn is_long(line: &str) -> bool {
    line.trim_matches(is_blank).chars().count() > UNBROKEN
}

/// Returns true if a quotation begins in the line and does not end there.
fn is_open(line: &str) -> bool {
    matches!(Words::of(line), Err(slip) if slip.problem == Problem::Unclosed)
}
