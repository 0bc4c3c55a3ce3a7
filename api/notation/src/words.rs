//! Words of a line, with their positions and the matching of names.

use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::str::FromStr;

use broadside_engine::grid::Cell;

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::synonyms::{COMMON_WORDS, FIRE_HINTS, LONGEST_NAME, means, squeezed, translations};

/// Word of a line.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Bytes of the word in the line.
    pub(super) span: Range<usize>,
    /// End of the word, including the full stop after it.
    end: usize,
    /// Content of a word in quotation marks.
    quoted: Option<String>,
}

impl Word<'_> {
    /// Returns the content of the word, without quotation marks.
    pub(super) fn said(&self) -> &str {
        self.quoted.as_deref().unwrap_or(self.text)
    }

    /// Returns true for letters and digits after them, as in `B4`.
    fn is_square(&self) -> bool {
        let number = self.text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        number.len() < self.text.len()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && !number.is_empty()
    }
}

/// Words of a line that are still to be read.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    line: &'a str,
    /// Shared, so that looking ahead is cheap.
    words: Rc<Vec<Word<'a>>>,
    next: usize,
    /// Position of the comment.
    comment: Option<usize>,
    /// True if free text of the player extends to the end of the line, without a mark at its end.
    free: bool,
    /// Example of the command that is being read.
    pub(super) usage: &'static str,
}

/// Returns true for a character that separates words. Mail contains no-break spaces and zero-width
/// spaces.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Returns true for a character of a code, and of the names of sheets and options.
pub(super) fn is_code_character(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_')
}

/// Returns the mark that ends a quotation; `None` if a character begins none.
fn closing(opening: char) -> Option<char> {
    match opening {
        '"' => Some('"'),
        '“' => Some('”'),
        _ => None,
    }
}

/// Commands that are never suggested for a word that is no command. Somebody who repeats them
/// without thinking loses their account, all mail, or the lines below. Common words resemble them
/// and their translations, such as `metti` and `and`.
const NEVER_SUGGESTED: [&str; 3] = ["stop", "never", "end"];

/// Returns the name that looks most similar to a word.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = squeezed(word);
    let max_distance = match word.chars().count() {
        0..=2 => return None,
        3..=4 => 1,
        5..=40 => 2,
        _ => return None,
    };
    known
        .map(|name| (strsim::osa_distance(&word, &squeezed(name)), name))
        .filter(|(distance, _)| *distance <= max_distance)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| shown(name))
}

/// Returns a name as shown to a player.
pub(super) fn shown(name: &str) -> String {
    name.to_uppercase().replace('_', " ")
}

impl<'a> Words<'a> {
    /// Splits a line into words. A word ends at a space or a comma, a comment begins at `;` or `#`,
    /// and a text in quotation marks is one word.
    pub(super) fn of(line: &'a str) -> Result<Self, ParseError> {
        let mut words = Vec::new();
        let mut comment = None;
        let inner = without_emphasis(line);
        let mut at = inner.start;
        let line = &line[..inner.end];
        while let Some(c) = line[at..].chars().next() {
            if is_blank(c) || c == ',' {
                at += c.len_utf8();
            } else if matches!(c, ';' | '#') {
                comment = Some(at);
                break;
            } else {
                let word = match closing(c) {
                    Some(close) => quotation(line, at, close)?,
                    None => bare(line, at)?,
                };
                at = word.end;
                words.push(word);
            }
        }
        Ok(Words { line, words: Rc::new(words), next: 0, comment, free: false, usage: "HELP" })
    }

    /// Returns the comment, and the position of the mark that begins it.
    pub(super) fn comment(&self) -> Option<(Range<usize>, &'a str)> {
        let at = self.comment?;
        Some((at..at + 1, &self.line[at + 1..]))
    }

    /// Returns true if the line ends with free text or a comment, which may continue in the next
    /// line.
    pub(super) fn ends_freely(&self) -> bool {
        self.free || self.comment.is_some()
    }

    /// Returns true if the last word of the line is in quotation marks.
    pub(super) fn ends_quoted(&self) -> bool {
        self.words.last().is_some_and(|word| word.quoted.is_some())
    }

    pub(super) fn is_over(&self) -> bool {
        self.next == self.words.len()
    }

    pub(super) fn left(&self) -> usize {
        self.words.len() - self.next
    }

    pub(super) fn peek(&self) -> Option<&Word<'a>> {
        self.words.get(self.next)
    }

    pub(super) fn take(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.next).cloned();
        self.next += usize::from(word.is_some());
        word
    }

    /// Returns the position of the previous word.
    pub(super) fn before(&self) -> Range<usize> {
        let word = self.next.checked_sub(1).and_then(|at| self.words.get(at));
        word.map_or(0..0, |word| word.span.clone())
    }

    /// Returns the position of the words so far and of the punctuation marks after them; `None` if
    /// there are no such marks.
    pub(super) fn marked(&self) -> Option<Range<usize>> {
        let first = self.words.first()?;
        let last = self.words.get(self.next.checked_sub(1)?)?;
        (last.end > last.span.end).then_some(first.span.start..last.end)
    }

    /// Creates an error about the next word, or about the end of the line.
    pub(super) fn slip(&self, problem: Problem) -> ParseError {
        let end = self.words.last().map_or(0, |word| word.span.end);
        ParseError { span: self.peek().map_or(end..end, |word| word.span.clone()), problem }
    }

    pub(super) fn missing(&self, what: Expected) -> ParseError {
        self.slip(Problem::Missing { what, example: self.usage.to_owned() })
    }

    /// Checks that the line ends here.
    pub(super) fn end(&self) -> Result<(), ParseError> {
        if self.is_over() {
            return Ok(());
        }
        Err(self.slip(Problem::Surplus { example: self.usage.to_owned() }))
    }

    /// Joins the next words, without ignored characters.
    fn joined(&self, count: usize) -> Option<String> {
        let words = self.words.get(self.next..self.next + count)?;
        let bare = words.iter().all(|word| word.quoted.is_none());
        bare.then(|| words.iter().map(|word| squeezed(word.text)).collect())
    }

    /// Returns the names that match the next words, each with its number of words, the shortest
    /// first.
    pub(super) fn names(&self, known: &[&str]) -> Vec<(usize, usize)> {
        let max_count = LONGEST_NAME.min(self.left());
        (1..=max_count)
            .filter_map(|count| Some((self.name_of_words(count, known)?, count)))
            .collect()
    }

    /// Returns the index of the name that the next `count` words form.
    fn name_of_words(&self, count: usize, known: &[&str]) -> Option<usize> {
        let joined = self.joined(count)?;
        let mut alike = (0..known.len()).filter(|&index| squeezed(known[index]) == joined);
        let spelled = match alike.next() {
            // Names that differ only in ignored characters are distinguished by these characters.
            Some(_) if alike.next().is_some() => {
                (0..known.len()).find(|&index| count == 1 && self.is_exactly(known[index]))
            }
            only => only,
        };
        // In `SEND E 10`, the letter is that of the square, although `sende` is a German word for
        // `send`.
        if spelled.is_some() || self.may_be_a_letter(count - 1) {
            return spelled;
        }
        (0..known.len()).find(|&index| means(&joined, known[index]))
    }

    /// Returns true if the word after the next `skipped` ones is a single letter, followed by a
    /// number as in the square `A 5`, or by nothing. It need not be one of the two Italian words of
    /// one letter.
    fn may_be_a_letter(&self, skipped: usize) -> bool {
        let word = self.words.get(self.next + skipped);
        let following = self.words.get(self.next + skipped + 1);
        word.is_some_and(|word| word.text.chars().nth(1).is_none())
            && following.is_none_or(|word| word.text.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Returns true if the next word is the Italian `e` before the last item of a list: a
    /// lower-case letter without a comma next to it, and with fewer than two squares after it. In a
    /// list of squares it could also be a square without its number.
    fn is_small_e(&self) -> bool {
        let mut following = self.words.iter().skip(self.next + 1);
        let Some((word, next)) = self.peek().zip(following.next()) else { return false };
        let two_squares = next.is_square() && following.next().is_some_and(Word::is_square);
        let commas = self.line[self.before().end..word.span.start].contains(',')
            || self.line[word.span.end..next.span.start].contains(',');
        word.text == "e" && !commas && !two_squares && !self.may_be_a_letter(0)
    }

    fn is_exactly(&self, name: &str) -> bool {
        self.peek().is_some_and(|word| word.text.to_lowercase() == name)
    }

    pub(super) fn advance(&mut self, count: usize) {
        self.next = (self.next + count).min(self.words.len());
    }

    /// Takes the longest of these names that matches the next words.
    pub(super) fn name<T: Copy>(&mut self, known: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let (index, count) = self.names(&names).pop()?;
        self.advance(count);
        Some(known[index].1)
    }

    /// Takes a name, which is required.
    pub(super) fn choose<T: Copy>(
        &mut self,
        what: Expected,
        known: &[(&str, T)],
    ) -> Result<T, ParseError> {
        if self.is_over() {
            return Err(self.missing(what));
        }
        self.name(known).ok_or_else(|| self.unknown(what, known.iter().map(|(name, _)| *name)))
    }

    pub(super) fn unknown<'n>(
        &self,
        what: Expected,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> ParseError {
        let nearest = self.meant(known.clone());
        self.slip(Problem::Unknown { what, nearest, known: known.map(shown).collect() })
    }

    pub(super) fn unknown_command<'n>(
        &self,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> ParseError {
        let fires =
            ["fire", "shoot"].into_iter().find(|fires| known.clone().any(|name| name == *fires));
        let fires = fires.filter(|_| self.may_mean_fire()).map(shown);
        // In `*NEVER*!`, only the marks are wrong.
        let word =
            self.peek().map_or("", |word| word.text.trim_matches(|c: char| !c.is_alphabetic()));
        let harmless = known
            .clone()
            .filter(|name| !NEVER_SUGGESTED.contains(name) || word.eq_ignore_ascii_case(name));
        let nearest = fires.or_else(|| self.meant(harmless));
        self.slip(Problem::UnknownCommand { nearest, known: known.map(shown).collect() })
    }

    /// Returns true if the next word is a cell, or a word by which people mean to fire.
    fn may_mean_fire(&self) -> bool {
        self.square::<Cell>().is_some()
            || self.peek().is_some_and(|word| FIRE_HINTS.contains(&&*squeezed(word.text)))
    }

    /// Returns the probable meaning of the next word: one of these names, or a word of another
    /// language for one. Short ones are not considered, because they resemble too many others.
    fn meant<'n>(&self, known: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
        // Many common words resemble QUEUE or its translations, such as `quite`, `quale` and
        // `presto`.
        let known = known.filter(|name| *name != "queue");
        let word = self.peek().map_or("", |word| word.text);
        let others = known.clone().flat_map(translations);
        let long = others.filter(|word| word.chars().count() > 4);
        nearest(word, known).or_else(|| nearest(word, long))
    }

    /// Takes this word if it is next.
    pub(super) fn eat(&mut self, name: &str) -> bool {
        self.name(&[(name, ())]).is_some()
    }

    /// Returns true if this word is next.
    pub(super) fn comes(&self, name: &str) -> bool {
        !self.names(&[name]).is_empty()
    }

    /// Returns true if the next word is one of these names, or may be meant as one. A common word
    /// that resembles a name is not meant as the name.
    pub(super) fn resembles(&self, known: &[&str]) -> bool {
        if !self.names(known).is_empty() {
            return true;
        }
        let is_common =
            self.peek().is_some_and(|word| COMMON_WORDS.contains(&&*squeezed(word.text)));
        !is_common && self.meant(known.iter().copied()).is_some()
    }

    /// Skips words without meaning. Only single words are skipped: two words that form one only
    /// together have another meaning.
    pub(super) fn skip(&mut self, fillers: &[&str]) {
        while let Some(word) = self.peek().filter(|word| word.quoted.is_none()) {
            let word = squeezed(word.text);
            let passes = match word.chars().nth(1) {
                // A letter may be that of a square, and a word at the end of the line does not join
                // anything.
                None if self.next + 1 == self.words.len() => false,
                None => fillers.contains(&&*word) || fillers.contains(&"and") && self.is_small_e(),
                Some(_) => fillers.iter().any(|filler| word == *filler || means(&word, filler)),
            };
            if !passes {
                return;
            }
            self.next += 1;
        }
    }

    /// Takes a number in a range.
    pub(super) fn number(
        &mut self,
        what: Expected,
        range: RangeInclusive<u32>,
    ) -> Result<u32, ParseError> {
        let Some(word) = self.peek() else { return Err(self.missing(what)) };
        let plain = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.text.parse().ok().filter(|number| plain && range.contains(number));
        let number = number.ok_or_else(|| {
            let minimum = *range.start();
            let maximum = *range.end();
            self.slip(Problem::NotANumber { what, minimum, maximum })
        })?;
        self.next += 1;
        Ok(number)
    }

    /// Returns the square that is next and its number of words. `B4`, `b-4`, `B 4` and `4B` are the
    /// same.
    pub(super) fn square<T: FromStr>(&self) -> Option<(T, usize)> {
        let word = self.peek().filter(|word| word.quoted.is_none())?;
        let mut rest = word.text.chars();
        let first = rest.next()?;
        if !first.is_ascii_digit() && rest.as_str().is_empty() {
            let digits = self.words.get(self.next + 1)?;
            return Some((square_at(first, digits.text)?, 2));
        }
        if first.is_ascii_digit() {
            let last = word.text.chars().next_back()?;
            let digits = &word.text[..word.text.len() - last.len_utf8()];
            return Some((square_at(last, digits)?, 1));
        }
        let digits = rest.as_str().trim_start_matches(['-', '–', '‑']);
        Some((square_at(first, digits)?, 1))
    }

    /// Splits words at this character.
    pub(super) fn split(&mut self, at: char) {
        if !self.words[self.next..]
            .iter()
            .any(|word| word.quoted.is_none() && word.text.contains(at))
        {
            return;
        }
        let words = Rc::make_mut(&mut self.words);
        let rest = words.split_off(self.next);
        for word in rest {
            if word.quoted.is_some() {
                words.push(word);
                continue;
            }
            let mut start = word.span.start;
            for text in word.text.split(at) {
                let span = start..start + text.len();
                start = span.end + at.len_utf8();
                if !text.is_empty() {
                    words.push(Word { text, end: span.end, span, quoted: None });
                }
            }
        }
    }

    /// Takes the rest of the line unchanged, including comment marks, or the content of a
    /// quotation.
    pub(super) fn text(&mut self) -> Option<(String, Range<usize>)> {
        let first = self.peek()?;
        let text = match &first.quoted {
            Some(quoted) if self.left() == 1 => (quoted.clone(), first.span.clone()),
            _ => {
                let start = first.span.start;
                let rest = self.line[start..].trim_end_matches(is_blank);
                self.comment = None;
                self.free = true;
                (rest.to_owned(), start..start + rest.len())
            }
        };
        self.next = self.words.len();
        Some(text)
    }

    /// Takes the rest of the line, which must not be empty.
    pub(super) fn required_text(&mut self) -> Result<String, ParseError> {
        self.text().map(|(text, _)| text).ok_or_else(|| self.missing(Expected::Words))
    }

    /// Removes the colon after the words that begin a command, as in `Fire: C7`. Returns true if
    /// one of these names is next without its colon.
    pub(super) fn trim_colon(&mut self, known: &[&str]) -> bool {
        for count in 1..=LONGEST_NAME.min(self.left()) {
            let mut ahead = self.clone();
            ahead.next += count - 1;
            if ahead.trim_next(':') {
                ahead.next -= count - 1;
                let is_known = ahead.names(known).iter().any(|(_, named)| *named == count);
                if is_known {
                    *self = ahead;
                }
                return is_known;
            }
        }
        false
    }

    /// Removes a character from the end of the next word. Returns true if the word ended with it.
    pub(super) fn trim_next(&mut self, end: char) -> bool {
        let words = Rc::make_mut(&mut self.words);
        let Some(word) = words.get_mut(self.next).filter(|word| word.quoted.is_none()) else {
            return false;
        };
        let Some(text) = word.text.strip_suffix(end) else { return false };
        word.text = text;
        word.span.end = word.span.start + text.len();
        true
    }
}

/// Reads a square that is written as a letter and a number.
fn square_at<T: FromStr>(letter: char, digits: &str) -> Option<T> {
    let digits = digits.trim_start_matches('0');
    let is_valid = letter.is_ascii_alphabetic()
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_valid.then(|| format!("{}{digits}", letter.to_ascii_uppercase()).parse().ok())?
}

/// Returns the part of a line between the marks with which mail programs show that all of it is
/// bold or slanted, as in `*FIRE C7*`.
fn without_emphasis(line: &str) -> Range<usize> {
    let trimmed = line.trim_matches(is_blank);
    let start = line.len() - line.trim_start_matches(is_blank).len();
    for mark in ["**", "__", "*", "_"] {
        let inner = trimmed.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        if inner
            .is_some_and(|inner| inner.starts_with(char::is_alphabetic) && !inner.contains(mark))
        {
            return start + mark.len()..start + trimmed.len() - mark.len();
        }
    }
    0..line.len()
}

/// Writes a text as a line needs it: in quotation marks if it would not be read back unchanged.
pub(super) fn quote(text: &str) -> String {
    let plain = !text.is_empty()
        && !text.starts_with(|c| is_blank(c) || matches!(c, ',' | ';' | '#'))
        && !text.ends_with(is_blank)
        // A text cannot contain characters that begin a quotation or JSON.
        && !text.contains(['"', '“', '=']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// Reads a word in quotation marks. A doubled mark inside stands for one mark.
fn quotation(line: &str, start: usize, close: char) -> Result<Word<'_>, ParseError> {
    let opening = line[start..].chars().next().map_or(0, char::len_utf8);
    let mut text = String::new();
    let mut at = start + opening;
    while let Some(c) = line[at..].chars().next() {
        at += c.len_utf8();
        if c != close {
            text.push(c);
        } else if line[at..].starts_with(close) {
            text.push(c);
            at += c.len_utf8();
        } else {
            return Ok(Word {
                text: &line[start..at],
                span: start..at,
                end: at,
                quoted: Some(text),
            });
        }
    }
    Err(ParseError { span: start..start + opening, problem: Problem::Unclosed })
}

/// Reads a word without quotation marks.
fn bare(line: &str, start: usize) -> Result<Word<'_>, ParseError> {
    let rest = &line[start..];
    let mut end = rest.len();
    for (at, c) in rest.char_indices() {
        // Recipes contain commas, as in v1:10:j3,i2,u3,p2:herring.
        let in_recipe = c == ','
            && rest[..at].contains(':')
            && rest[at + 1..].starts_with(|c: char| !is_blank(c));
        if is_blank(c) || matches!(c, ';' | '#') || c == ',' && !in_recipe {
            end = at;
            break;
        }
        let value = &rest[at + c.len_utf8()..];
        if c == '=' && value.starts_with(['[', '{', '"']) {
            end = at
                + 1
                + json(value)
                    .ok_or(ParseError { span: start..start + at + 1, problem: Problem::NoJson })?;
            break;
        }
    }
    let ends_line = rest[end..].chars().all(is_blank);
    let text = &rest[..end];
    // A full stop ends a sentence and is not part of the word.
    let trimmed = if ends_line { text.trim_end_matches(['.', '!']) } else { text };
    let text = if trimmed.is_empty() { text } else { trimmed };
    Ok(Word { text, span: start..start + text.len(), end: start + end, quoted: None })
}

/// Returns the length of the JSON at the beginning of a text; `None` if there is no JSON.
fn json(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Some(values.byte_offset()),
        _ => None,
    }
}
