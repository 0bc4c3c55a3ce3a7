//! Placing: all lines of `PLACE` together make one placement.

use super::error::{Error, Problem, Slip};
use super::what::What;
use super::words::Words;
use super::{NewGame, Notation, Place, Said, new};
use crate::fleet::ShipDraft;
use crate::game::Closed;
use crate::table::OwnSeed;
use crate::voices::Voice;
use crate::voices::matrix::Origin;
use crate::{advanced, satellite, solo};

/// A part of a placement.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Ship(ShipDraft),
    Suit(solo::ShipDraft),
    Building(satellite::BuildingDraft),
    Weapon(advanced::WeaponDraft),
    Battle(Origin),
    Tactical(Origin),
    Voice(Voice),
}

impl Piece {
    /// What field of the placement it belongs to, and whether that is a list.
    fn field(&self) -> (&'static str, bool) {
        match self {
            Self::Ship(_) | Self::Suit(_) => ("ships", true),
            Self::Building(_) => ("buildings", true),
            Self::Weapon(_) => ("weapons", true),
            Self::Battle(_) => ("battle", false),
            Self::Tactical(_) => ("tactical", false),
            Self::Voice(_) => ("voice", false),
        }
    }
}

/// A line as it stands in the text.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// What has been read of a placement so far.
#[derive(Default)]
pub(super) struct Placing {
    pieces: Vec<Piece>,
    /// Each field of the placement with the line that says it.
    fields: Vec<(String, usize)>,
    /// That everything is left to luck, as what is wrong with it if something else is placed.
    random: Option<Error>,
    /// A seed, and what is wrong with it if nothing is placed.
    seed: Option<(OwnSeed, Error)>,
    lines: Vec<usize>,
    /// Whether a game is made besides.
    new: bool,
    /// Whether lines are only looked at for what they would be: then the settings of a game that they make are not tried out.
    looks: bool,
}

impl Placing {
    /// Of lines that are looked at, and not carried out.
    pub(super) fn looking() -> Self {
        Self { looks: true, ..Self::default() }
    }

    /// Reads what stands behind `NEW`: once in a text, for the settings of the game are tried out, which takes a while.
    pub(super) fn make(&mut self, words: &mut Words<'_>) -> Result<NewGame, Slip> {
        let before = std::mem::replace(&mut self.new, true);
        if before {
            return Err(Slip { span: words.before(), problem: Problem::Twice });
        }
        new::read(words, !self.looks)
    }

    /// Reads what stands behind `PLACE`: one thing or more.
    pub(super) fn place<R: Notation>(
        &mut self,
        words: &mut Words<'_>,
        view: &R::View,
        line: Line<'_>,
    ) -> Result<(), Slip> {
        self.lines.push(line.number);
        let at_random = words.slip(Problem::NotAllRandom);
        let mut ahead = words.clone();
        if ahead.eat("random") && ahead.is_over() {
            *words = ahead;
            self.random = Some(at_random.in_line(line.number, line.text));
            return Ok(());
        }
        if words.is_over() {
            return Err(words.missing(What::Placed));
        }
        while !words.is_over() {
            let twice = words.slip(Problem::Twice);
            let piece = R::piece(words, view)?;
            let (field, list) = piece.field();
            let path = match list {
                true => format!(
                    "{field}[{}]",
                    self.pieces.iter().filter(|other| other.field().0 == field).count()
                ),
                false if self.fields.iter().any(|(path, _)| path == field) => return Err(twice),
                false => field.to_owned(),
            };
            self.fields.push((path, line.number));
            self.pieces.push(piece);
            // What is called by a letter is meant before the Italian word is.
            if R::piece(&mut words.clone(), view).is_err() {
                words.skip(&["and", "e"]);
            }
        }
        Ok(())
    }

    /// Reads what stands behind `SEED`.
    pub(super) fn seed(&mut self, words: &mut Words<'_>, line: Line<'_>) -> Result<(), Slip> {
        let verb = Slip { span: words.before(), problem: Problem::SeedAlone };
        if self.seed.is_some() {
            return Err(Slip { problem: Problem::Twice, ..verb });
        }
        let (text, span) = words.text().ok_or_else(|| words.missing(What::Seed))?;
        let seed = OwnSeed::new(&text).ok_or(Slip { span, problem: Problem::NotASeed })?;
        self.lines.push(line.number);
        self.fields.push(("seed".to_owned(), line.number));
        self.seed = Some((seed, verb.in_line(line.number, line.text)));
        Ok(())
    }

    /// The placement that all lines come to, if there is one.
    pub(super) fn finish<R: Notation + Closed>(self) -> Result<Option<Said>, Error> {
        let given = !self.pieces.is_empty();
        match (self.random, self.seed) {
            (Some(error), _) if given => Err(error),
            (None, Some((_, error))) if !given => Err(error),
            (None, None) if !given => Ok(None),
            (_, seed) => {
                let placement = given.then(|| R::into_placement(R::gather(self.pieces)));
                let seed = seed.map(|(seed, _)| seed);
                let command = super::Command::Place(Place { placement, seed });
                Ok(Some(Said { command, lines: self.lines, fields: self.fields }))
            }
        }
    }
}
