//! Words in quotation marks that go on in the lines below, broken off by their writer or by a mail program.

use super::LONGEST_LINE;
use super::error::Problem;
use super::words::{Words, is_blank};

/// The line that the first of these and some below it make together, and how many they are: if a quotation begins in the first that
/// does not end there, and ends at the end of a later one. None between may be empty or a command: then a mark was forgotten,
/// and what goes to whom is not for us to guess.
pub(super) fn joined(lines: &[&str], is_command: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let (first, below) = lines.split_first()?;
    if !is_open(first) {
        return None;
    }
    let mut whole = first.trim_end_matches(is_blank).to_owned();
    for (line, count) in below.iter().zip(2..) {
        let part = line.trim_matches(is_blank);
        if part.is_empty() || whole.len() + part.len() > LONGEST_LINE || is_command(line) {
            return None;
        }
        whole.push(' ');
        whole += part;
        if !is_open(&whole) {
            let ends = Words::of(&whole).is_ok_and(|words| words.ends_quoted());
            return ends.then_some((whole, count));
        }
    }
    None
}

/// Whether a quotation begins in a line that does not end there.
fn is_open(line: &str) -> bool {
    matches!(Words::of(line), Err(slip) if slip.problem == Problem::Unclosed)
}
