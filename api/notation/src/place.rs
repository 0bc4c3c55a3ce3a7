//! Placement commands. All lines of `PLACE` together form one placement.

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::table::OwnSeed;
use serde_json::{Map, Value, json};

use super::error::{Error, ParseError, Problem};
use super::expected::Expected;
use super::grammar::Notation;
use super::new::{self, NewGame};
use super::piece::PlacementPart;
use super::statement::{ParsedStatement, Statement};
use super::words::Words;

/// Line of the text.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// Placement as read so far.
#[derive(Default)]
pub(super) struct Placing {
    pieces: Vec<PlacementPart>,
    /// Path of each field of the placement, with the line that gives it.
    fields: Vec<(String, usize)>,
    /// Error to report if the text asks for a random placement and also places something.
    random: Option<Error>,
    /// Seed, and the error to report if nothing is placed.
    seed: Option<(OwnSeed, Error)>,
    lines: Vec<usize>,
    /// True if the text also creates a game.
    new: bool,
    /// True if lines are only examined and not carried out. Settings of a new game are then not
    /// checked.
    only_examines: bool,
}

impl Placing {
    /// Creates a state for lines that are examined and not carried out.
    pub(super) fn looking() -> Self {
        Self { only_examines: true, ..Self::default() }
    }

    /// Reads the words after `NEW`. Allowed once in a text, because checking the settings of a game
    /// takes a while.
    pub(super) fn make(&mut self, words: &mut Words<'_>) -> Result<NewGame, ParseError> {
        let before = std::mem::replace(&mut self.new, true);
        if before {
            return Err(ParseError { span: words.before(), problem: Problem::Twice });
        }
        new::read(words, !self.only_examines)
    }

    /// Reads the words after `PLACE`: one thing or more.
    pub(super) fn place<R: Notation>(
        &mut self,
        words: &mut Words<'_>,
        view: &R::View,
        line: Line<'_>,
    ) -> Result<(), ParseError> {
        self.lines.push(line.number);
        let at_random = words.slip(Problem::NotAllRandom);
        let mut ahead = words.clone();
        if ahead.eat("random") && ahead.is_over() {
            *words = ahead;
            self.random = Some(at_random.in_line(line.number, line.text));
            return Ok(());
        }
        if words.is_over() {
            return Err(words.missing(Expected::Placed));
        }
        while !words.is_over() {
            let twice = words.slip(Problem::Twice);
            let piece = R::piece(words, view)?;
            let field = piece.field;
            let path = if R::LISTS.contains(&field) {
                let index = self.pieces.iter().filter(|other| other.field == field).count();
                format!("{field}[{index}]")
            } else if self.fields.iter().any(|(path, _)| path == field) {
                return Err(twice);
            } else {
                field.to_owned()
            };
            self.fields.push((path, line.number));
            self.pieces.push(piece);
            // A letter that can name something takes precedence over the Italian word.
            if R::piece(&mut words.clone(), view).is_err() {
                words.skip(&["and", "e"]);
            }
        }
        Ok(())
    }

    /// Reads the words after `SEED`.
    pub(super) fn seed(&mut self, words: &mut Words<'_>, line: Line<'_>) -> Result<(), ParseError> {
        let verb = ParseError { span: words.before(), problem: Problem::SeedAlone };
        if self.seed.is_some() {
            return Err(ParseError { problem: Problem::Twice, ..verb });
        }
        let (text, span) = words.text().ok_or_else(|| words.missing(Expected::Seed))?;
        let seed = OwnSeed::new(&text).ok_or(ParseError { span, problem: Problem::NotASeed })?;
        self.lines.push(line.number);
        self.fields.push(("seed".to_owned(), line.number));
        self.seed = Some((seed, verb.in_line(line.number, line.text)));
        Ok(())
    }

    /// Returns the placement of all lines together, if there is one.
    pub(super) fn finish<R: Notation>(self) -> Result<Option<ParsedStatement>, Error> {
        let given = !self.pieces.is_empty();
        match (self.random, self.seed) {
            (Some(error), _) if given => Err(error),
            (None, Some((_, error))) if !given => Err(error),
            (None, None) if !given => Ok(None),
            (_, seed) => {
                let placement = given.then(|| gather::<R>(self.pieces));
                let seed = seed.map(|(seed, _)| seed);
                let ruleset = R::ID.parse().ok();
                let command = Command::Game(GameCommand::Place { ruleset, placement, seed });
                let statement = Statement::Command(command);
                Ok(Some(ParsedStatement { statement, lines: self.lines, fields: self.fields }))
            }
        }
    }
}

/// Combines parts to a placement.
fn gather<R: Notation>(pieces: Vec<PlacementPart>) -> Value {
    let lists = R::LISTS.iter().map(|list| ((*list).to_owned(), json!([])));
    let mut placement: Map<_, _> = lists.collect();
    for PlacementPart { field, value } in pieces {
        match placement.get_mut(field).and_then(Value::as_array_mut) {
            Some(list) => list.push(value),
            None => {
                placement.insert(field.to_owned(), value);
            }
        }
    }
    placement.into()
}
