//! Line-by-line parser of a text.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use broadside_domain::command::Command;
use broadside_engine::dispatch_typed;
use broadside_engine::game::{RulesetId, View};

use super::account::AccountCommand;
use super::error::{Error, ParseError, Problem};
use super::limits::{LONGEST_LINE, LONGEST_TEXT, MAX_COMMANDS, MAX_ERRORS};
use super::place::{Line, Placing};
use super::queue::{self, QueueLine};
use super::statement::{ParsedStatement, Statement};
use super::synonyms::{LONGEST_NAME, spellings, squeezed};
use super::words::{Words, is_blank};
use super::{action, broken, forms};

/// All spellings of the words that begin commands of any game, without spaces.
static VERBS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let verbs = RulesetId::ALL.iter().flat_map(|ruleset| forms::verbs(Some(*ruleset)));
    verbs.flat_map(spellings).collect()
});

/// Words that begin commands and may have a colon after them, as in `Fire: C7`. Others are common
/// in signatures and notices, such as `Name: Ada` and `Note: …`.
const BEFORE_COLON: [&str; 10] =
    ["fire", "place", "say", "roll", "keep", "shoot", "predict", "send", "buy", "queue"];

/// All spellings of these words, without spaces.
static VERBS_BEFORE_COLON: LazyLock<HashSet<String>> =
    LazyLock::new(|| BEFORE_COLON.into_iter().flat_map(spellings).collect());

/// Result of reading a line.
enum Read {
    Statement(Box<Statement>),
    /// Line about the moves that are written ahead.
    Queue(QueueLine),
    /// Part of the placement.
    Part,
    /// End of the text.
    End,
}

/// Reads a text, for a game as its player sees it, or without a game.
///
/// # Errors
/// Returns all lines that are not understood, in their order, at most twenty. Nothing of the text
/// then takes effect.
pub fn read(text: &str, view: Option<&View>) -> Result<Vec<ParsedStatement>, Vec<Error>> {
    let mut statements: Vec<ParsedStatement> = Vec::new();
    let mut errors = Vec::new();
    let mut placing = Placing::default();
    // Index of the placement among the statements.
    let mut placed = None;
    let mut commands = 0;
    let mut characters = 0;
    let mut before = Before::Whole;
    let lines: Vec<&str> = text.lines().collect();
    let mut next = 0;
    while let Some(&text) = lines.get(next) {
        let number = next + 1;
        let below = &lines[next..];
        let mut joined = broken::joined(below, |line| is_meant(line, view));
        if joined.is_none()
            && matches!(before, Before::Whole)
            && may_continue(Line { number, text }, view)
        {
            joined = broken::with_rest(below, is_rest);
        }
        next += joined.as_ref().map_or(1, |(_, count)| *count);
        let text = joined.as_ref().map_or(text, |(text, _)| text);
        let line = Line { number, text };
        let last = lines[next - 1];
        let blank = text.chars().all(is_blank);
        let read = match before {
            Before::Whole => read_line(line, view, &mut placing),
            _ if blank => Ok((None, false)),
            // The first such line has been reported, and the meaning of the others is unknown.
            Before::Doubtful => continue,
            Before::MayGoOn => {
                let start = start_of(text);
                Err(ParseError { span: first_word(start), problem: Problem::GoesOn }
                    .in_line(number, start))
            }
        };
        before = match (&read, before) {
            (Ok((_, true)), _) if broken::is_long(last) => Before::MayGoOn,
            (Err(_), Before::MayGoOn) => Before::Doubtful,
            _ => Before::Whole,
        };
        match read.map(|(read, _)| read) {
            Ok(None) => continue,
            Ok(Some(Read::End)) => break,
            Ok(Some(Read::Part)) => drop(placed.get_or_insert(statements.len())),
            Ok(Some(Read::Statement(statement))) => {
                statements.push(ParsedStatement::of_line(*statement, number));
            }
            Ok(Some(Read::Queue(queued))) => {
                if let Some(problem) = queue::add(&mut statements, queued, number) {
                    let start = text.len() - text.trim_start().len();
                    let span = start..text.trim_end().len();
                    errors.push(ParseError { span, problem }.in_line(number, text));
                }
            }
            Err(error) => errors.push(error),
        }
        commands += 1;
        characters += text.chars().count();
        if commands > MAX_COMMANDS || characters > LONGEST_TEXT {
            let problem = Problem::TextTooLong { lines: MAX_COMMANDS, characters: LONGEST_TEXT };
            errors.push(ParseError { span: 0..0, problem }.in_line(number, start_of(text)));
            break;
        }
        if errors.len() == MAX_ERRORS {
            break;
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let Some((index, view)) = placed.zip(view) else { return Ok(statements) };
    match dispatch_typed!(View, view, R, _view => placing.finish::<R>()) {
        Ok(placement) => statements.splice(index..index, placement),
        Err(error) => return Err(vec![error]),
    };
    Ok(statements)
}

/// Cuts a line that is too long to a beginning that can be quoted.
fn start_of(line: &str) -> &str {
    line.char_indices().nth(80).map_or(line, |(end, _)| &line[..end])
}

/// Returns the position of the first word of a line.
fn first_word(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start_matches(is_blank).len();
    start..start + line[start..].find(is_blank).unwrap_or(line.len() - start)
}

/// Effect of the line before on a line.
#[derive(Clone, Copy)]
enum Before {
    /// No effect.
    Whole,
    /// The line may be a continuation of the line before.
    MayGoOn,
    /// The line may be a continuation of a line that itself may be a continuation.
    Doubtful,
}

/// Returns true if the next line may be the continuation of a line.
fn may_continue(line: Line<'_>, view: Option<&View>) -> bool {
    matches!(read_line(line, view, &mut Placing::looking()), Ok((_, true)))
}

/// Reads a line. The flag is true if the next line may be its continuation.
fn read_line(
    line: Line<'_>,
    view: Option<&View>,
    placing: &mut Placing,
) -> Result<(Option<Read>, bool), Error> {
    if line.text.chars().nth(LONGEST_LINE).is_some() {
        let start = start_of(line.text);
        let problem = Problem::LineTooLong { maximum: LONGEST_LINE };
        let span = first_word(start);
        return Err(ParseError { span, problem }.in_line(line.number, start));
    }
    let read = read_line_and_comment(line, view, placing);
    read.map_err(|error| error.in_line(line.number, line.text))
}

fn read_line_and_comment(
    line: Line<'_>,
    view: Option<&View>,
    placing: &mut Placing,
) -> Result<(Option<Read>, bool), ParseError> {
    let mut words = Words::of(line.text)?;
    let long = broken::is_long(line.text);
    if words.is_over() {
        return Ok((None, long && words.ends_freely()));
    }
    let read = read_words(&mut words, view, line, placing)?;
    // A comment that reads like a command or like more cells was probably not meant as a comment.
    if let Some((mark, _)) = words.comment().filter(|(_, comment)| is_meant(comment, view)) {
        return Err(ParseError { span: mark, problem: Problem::CommandInComment });
    }
    Ok((Some(read), long && words.ends_freely()))
}

/// Returns true if a comment, or the rest of a quotation, reads like a command, or consists of
/// cells only.
fn is_meant(comment: &str, view: Option<&View>) -> bool {
    let comment = comment.trim_start_matches([';', '#']);
    let Ok(mut words) = Words::of(comment) else { return false };
    if words.is_over() {
        return false;
    }
    let mut cells = words.clone();
    while let Some((_, count)) = cells.square::<broadside_engine::grid::Cell>() {
        cells.advance(count);
        cells.skip(&["and"]);
    }
    let line = Line { number: 1, text: comment };
    cells.is_over() || read_words(&mut words, view, line, &mut Placing::looking()).is_ok()
}

/// Returns true if a line begins with the word of a command of any game, whether or not the rest of
/// the line is right.
pub fn begins_like_command(line: &str) -> bool {
    let line = line.trim_start_matches(|c| is_blank(c) || matches!(c, '*' | '_'));
    let mut joined = String::new();
    let words = line.split(|c| is_blank(c) || c == ',').filter(|word| !word.is_empty());
    for word in words.take(LONGEST_NAME) {
        joined += &squeezed(word.trim_end_matches(['.', '!', '*']));
        if VERBS.contains(&joined)
            || joined.strip_suffix(':').is_some_and(|verb| VERBS_BEFORE_COLON.contains(verb))
        {
            return true;
        }
    }
    false
}

/// Returns true if a line below words that may have been broken can only be their continuation: it
/// does not begin like a command of any game, and contains no cell. Commands and private words must
/// not become part of a text that others read.
fn is_rest(line: &str) -> bool {
    let Ok(mut words) = Words::of(line) else { return false };
    if words.is_over()
        || RulesetId::ALL.iter().any(|ruleset| words.resembles(&forms::verbs(Some(*ruleset))))
    {
        return false;
    }
    while !words.is_over() {
        if words.square::<broadside_engine::grid::Cell>().is_some() {
            return false;
        }
        words.advance(1);
    }
    true
}

fn read_words(
    words: &mut Words<'_>,
    view: Option<&View>,
    line: Line<'_>,
    placing: &mut Placing,
) -> Result<Read, ParseError> {
    let ruleset = view.map(View::ruleset);
    let verbs = forms::verbs(ruleset);
    let names: Vec<_> = verbs.iter().map(|verb| (*verb, *verb)).collect();
    let named = words.name(&names).or_else(|| {
        let verbs: Vec<_> =
            verbs.iter().copied().filter(|verb| BEFORE_COLON.contains(verb)).collect();
        words.trim_colon(&verbs).then(|| words.name(&names))?
    });
    let Some(verb) = named else {
        if view.is_none()
            && RulesetId::ALL
                .iter()
                .any(|ruleset| !words.names(&forms::verbs(Some(*ruleset))).is_empty())
        {
            return Err(words.slip(Problem::NoGame));
        }
        return Err(words.unknown_command(verbs.into_iter()));
    };
    words.usage = forms::usage(ruleset, verb);
    if verb == "end" {
        return words.end().map(|()| Read::End);
    }
    if let Some(view) = view {
        if verb == "place" {
            dispatch_typed!(View, view, R, view => placing.place::<R>(words, view, line))?;
            return Ok(Read::Part);
        }
        if verb == "seed" {
            return placing.seed(words, line).map(|()| Read::Part);
        }
        if verb == "queue" {
            let line = dispatch_typed!(View, view, R, view => queue::read::<R>(words, view))?;
            return Ok(Read::Queue(line));
        }
        if let Some(action) =
            dispatch_typed!(View, view, R, view => action::read::<R>(verb, words, view))?
        {
            return Ok(Read::Statement(Box::new(Statement::Command(Command::act(&action)))));
        }
    }
    let statement = match verb {
        "new" => Some(Statement::Account(AccountCommand::New(placing.make(words)?))),
        _ => Statement::read(verb, words)?,
    };
    let statement = statement.ok_or_else(|| words.unknown_command(verbs.into_iter()))?;
    Ok(Read::Statement(Box::new(statement)))
}
