//! Kinds of sheet: those to print blank, and those of a game. Each is described next to the code
//! that makes it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use crate::error::{SheetError, shorten};
use crate::game::GameSheetData;
use crate::request::Request;
use crate::sheet::{self, Page};

/// Description of a kind of blank sheet.
pub(crate) struct BlankSheet {
    /// Name in commands and URLs.
    pub(crate) name: &'static str,
    /// Description of its content, in a sentence.
    pub(crate) summary: &'static str,
    /// Options that it takes in addition to the common ones.
    pub(crate) options: &'static [&'static str],
    /// Options that it requires.
    pub(crate) needs: &'static [&'static str],
    /// Key of the title of the document, if that is not the title of its first page.
    pub(crate) title: Option<&'static str>,
    pub(crate) make: fn(&Request, Lang) -> Result<Vec<Page>, SheetError>,
}

impl BlankSheet {
    /// Returns the error for a request without an option that the sheet requires.
    pub(crate) fn lacks(&'static self, field: &'static str) -> SheetError {
        SheetError::Needed { field, kind: Kind(self) }
    }

    /// Returns the error for a game of a ruleset that does not have this sheet.
    pub(crate) fn not_of(&'static self, ruleset: RulesetId) -> SheetError {
        SheetError::NotOfGame { kind: self.name.to_owned(), ruleset }
    }
}

/// Description of a kind of sheet for a game.
pub(crate) struct GameSheet {
    /// Name in commands and URLs.
    pub(crate) name: &'static str,
    /// Description of its content, in a sentence.
    pub(crate) summary: &'static str,
    /// True if only a player of the game can get it, because it shows what belongs to a seat.
    pub(crate) needs_seat: bool,
    /// Options that it takes in addition to the common ones.
    pub(crate) options: &'static [&'static str],
    pub(crate) make: fn(&GameSheetData, &Request, Lang) -> Result<Vec<Page>, SheetError>,
}

/// Kind of blank sheet.
#[derive(Clone, Copy)]
pub struct Kind(pub(crate) &'static BlankSheet);

impl Kind {
    /// All kinds.
    pub const ALL: [Self; sheet::BLANK.len()] = sheet::BLANK;

    /// Options that every kind takes.
    pub const COMMON: [&'static str; 6] =
        ["paper", "orientation", "margin", "look", "n_up", "lang"];

    /// Returns the pack of a game: its rules, and the sheets that a player needs.
    pub fn pack(ruleset: RulesetId) -> Self {
        sheet::of_ruleset(ruleset).pack
    }

    /// Returns its name in commands and URLs.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns a description of its content, in a sentence.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Returns the options that this kind takes in addition to the common ones.
    pub fn options(self) -> &'static [&'static str] {
        self.0.options
    }

    /// Returns the options that this kind requires.
    pub fn needs(self) -> &'static [&'static str] {
        self.0.needs
    }

    pub(crate) fn takes(self) -> String {
        let all: Vec<&str> = self.options().iter().chain(&Self::COMMON).copied().collect();
        all.join(", ")
    }
}

impl FromStr for Kind {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| SheetError::Kind(shorten(text)))
    }
}

/// Kind of sheet for a game.
#[derive(Clone, Copy)]
pub struct GameKind(pub(crate) &'static GameSheet);

impl GameKind {
    /// Battle map and tactical map, for games of `voices`.
    pub const MAPS: Self = Self(&sheet::voices::game_maps::MAPS);

    /// Score, for games of `voices`.
    pub const SCORE: Self = Self(&sheet::voices::score::PLAYED);

    /// Options that only some kinds of sheet for games take.
    pub const OPTIONS: [&'static str; 2] = ["layout", "size"];

    /// Returns the kinds of sheet for games of a ruleset.
    pub fn of(ruleset: RulesetId) -> &'static [Self] {
        sheet::of_ruleset(ruleset).of_game
    }

    /// Returns its name in commands and URLs.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns a description of its content, in a sentence.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Returns the options that this kind takes in addition to the common ones.
    pub fn options(self) -> &'static [&'static str] {
        self.0.options
    }

    pub(crate) fn takes(self) -> String {
        let all: Vec<&str> = self.options().iter().chain(&Kind::COMMON).copied().collect();
        all.join(", ")
    }

    /// Returns true if only a player of the game can get the sheet, because it shows what belongs
    /// to a seat.
    pub fn needs_seat(self) -> bool {
        self.0.needs_seat
    }
}

/// Names identify the kinds.
macro_rules! named {
    ($($kind:ident),*) => {$(
        impl fmt::Debug for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($kind)).field(&self.name()).finish()
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl PartialEq for $kind {
            fn eq(&self, other: &Self) -> bool {
                self.name() == other.name()
            }
        }

        impl Eq for $kind {}

        impl Hash for $kind {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.name().hash(state);
            }
        }
    )*};
}
named!(Kind, GameKind);
