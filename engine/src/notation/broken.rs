//! Words that go on in the lines below, broken off by their writer or by a mail program.

use super::LONGEST_LINE;
use super::error::Problem;
use super::words::{Words, is_blank};

/// A line with more characters may have been broken by a program on its way. None is known that breaks lines of 60; and no command
/// that could begin the next line, with a space before it, has more than 15.
const UNBROKEN: usize = 45;

/// The line that the first of these and some below it make together, and how many they are: if a quotation begins in the first that
/// does not end there, and ends at the end of a later one. None between may be empty or a command: then a mark was forgotten,
/// and what goes to whom is not for us to guess.
pub(super) fn joined(lines: &[&str], is_command: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let (first, below) = lines.split_first()?;
    if !is_open(first) {
        return None;
    }
    let mut whole = Joined::of(first);
    for (line, count) in below.iter().zip(2..) {
        let part = line.trim_matches(is_blank);
        if part.is_empty() || !whole.has_room(part) || is_command(line) {
            return None;
        }
        whole.push(part);
        if !is_open(&whole.text) {
            let ends = Words::of(&whole.text).is_ok_and(|words| words.ends_quoted());
            return ends.then_some((whole.text, count));
        }
    }
    None
}

/// The line that the first of these and its rest make together, and how many they are, if the first is so long that it may have been
/// broken, and what stands below can be nothing else than its rest. A rest that is short ends there.
pub(super) fn with_rest(lines: &[&str], is_rest: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let (first, below) = lines.split_first()?;
    let mut whole = Joined::of(first);
    let mut count = 1;
    for line in below {
        let part = line.trim_matches(is_blank);
        if !is_long(lines[count - 1]) || !whole.has_room(part) || !is_rest(part) {
            break;
        }
        whole.push(part);
        count += 1;
    }
    (count > 1).then_some((whole.text, count))
}

/// Lines that become one, which is no longer than a line may be.
struct Joined {
    text: String,
    characters: usize,
}

impl Joined {
    fn of(first: &str) -> Self {
        let text = first.trim_end_matches(is_blank).to_owned();
        Self { characters: text.chars().count(), text }
    }

    /// Whether another part and the space before it still go in.
    fn has_room(&self, part: &str) -> bool {
        self.characters + 1 + part.chars().count() <= LONGEST_LINE
    }

    fn push(&mut self, part: &str) {
        self.text.push(' ');
        self.text.push_str(part);
        self.characters += 1 + part.chars().count();
    }
}

/// Whether a line is so long that a program may have broken it on its way.
pub(super) fn is_long(line: &str) -> bool {
    line.trim_matches(is_blank).chars().count() > UNBROKEN
}

/// Whether a quotation begins in a line that does not end there.
fn is_open(line: &str) -> bool {
    matches!(Words::of(line), Err(slip) if slip.problem == Problem::Unclosed)
}
