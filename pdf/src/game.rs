//! The sheets of a game: what one viewer may know of it, and what can be printed from that.

use std::fmt;

use broadside_engine::game::RulesetId;
use broadside_engine::ruleset::{Seat, Viewer};
use broadside_engine::voices::score::Score;
use broadside_engine::{advanced, classic, satellite, solo, voices};

use crate::error::{SheetError, shorten};
use crate::lang::Lang;
use crate::sheet::map::Use;
use crate::sheet::{self, Sheet};

/// A kind of sheet that a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Both grids of a game of `classic`, the fleets, and a log of the rounds.
    Classic,
    /// The sea of a game of `solo`, the fleets, and a log of the volleys.
    Solo,
    /// Both maps of a game of `advanced`, the accounts, and a log of the reports.
    Advanced,
    /// The own fleet, and the shots that fell on it.
    BattleMap,
    /// The own shots, a map for each opponent.
    TacticalMap,
    /// Battle map and tactical map.
    Maps,
    /// The score, as far as it has been sounded.
    Score,
    /// Both planets of a game of `satellite`, the arsenals, and a log of the turns.
    Satellite,
}

impl GameKind {
    /// The kinds that a game of a ruleset has.
    pub fn of(ruleset: RulesetId) -> &'static [Self] {
        match ruleset {
            RulesetId::Classic => &[Self::Classic],
            RulesetId::Solo => &[Self::Solo],
            RulesetId::Voices => &[Self::BattleMap, Self::TacticalMap, Self::Maps, Self::Score],
            RulesetId::Satellite => &[Self::Satellite],
            RulesetId::Advanced => &[Self::Advanced],
        }
    }

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Solo => "solo",
            Self::Advanced => "advanced",
            Self::BattleMap => "battle-map",
            Self::TacticalMap => "tactical-map",
            Self::Maps => "maps",
            Self::Score => "score",
            Self::Satellite => "satellite",
        }
    }

    /// What is on it, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Classic => "Both grids with the marks of the game, the fleets, and a log of the rounds.",
            Self::Solo => "The sea with the marks of the game, the fleets, and a log of the volleys.",
            Self::Advanced => {
                "Both maps with the land and the marks of the game, your accounts, and a log of the reports."
            }
            Self::BattleMap => {
                "Your battle map: your fleet, the shots that fell on it, and your game-matrix behind them."
            }
            Self::TacticalMap => {
                "Your tactical map: your shots, what they met, and your game-matrix behind them; a map for each opponent."
            }
            Self::Maps => "Your battle map and your tactical map on one page.",
            Self::Score => {
                "The score, to be performed from: who calls and answers what, as far as it has been sounded; two \
                 voices side by side."
            }
            Self::Satellite => {
                "Both planets with the tokens of the game, the buildings to scale, the arsenals with what is spent, and a \
                 log of the turns."
            }
        }
    }

    /// Whether only a player of the game has it: it is made from what belongs to a seat.
    pub fn needs_seat(self) -> bool {
        matches!(self, Self::BattleMap | Self::TacticalMap | Self::Maps)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a game has told a viewer: all that its sheets are made from.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// Of a game of `classic`.
    Classic(classic::View),
    /// Of a game of `solo`.
    Solo(solo::View),
    /// Of a game of `voices`.
    Voices(voices::View, Score),
    /// Of a game of `satellite`.
    Satellite(satellite::View),
    /// Of a game of `advanced`.
    Advanced(advanced::View),
}

/// A game as one viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What the game is called.
    pub game: String,
    /// Who looks at it.
    pub viewer: Viewer,
    /// What it may know.
    pub told: Told,
}

impl Known {
    /// The ruleset of the game.
    pub fn ruleset(&self) -> RulesetId {
        match self.told {
            Told::Classic(_) => RulesetId::Classic,
            Told::Solo(_) => RulesetId::Solo,
            Told::Voices(..) => RulesetId::Voices,
            Told::Satellite(_) => RulesetId::Satellite,
            Told::Advanced(_) => RulesetId::Advanced,
        }
    }

    /// The kind that has this name, if the game has it.
    ///
    /// # Errors
    /// If it has no such kind: which ones it has.
    pub fn kind(&self, name: &str) -> Result<GameKind, SheetError> {
        let kinds = GameKind::of(self.ruleset());
        let found = kinds.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| SheetError::NotOfGame { kind: shorten(name), ruleset: self.ruleset() })
    }

    /// The sheet of a kind.
    ///
    /// # Errors
    /// If the game has no such kind, or not for this viewer.
    pub(crate) fn sheet(&self, kind: GameKind, lang: Lang) -> Result<Sheet, SheetError> {
        let seat = |kind| self.viewer.seat().ok_or(SheetError::Seatless(kind));
        let maps = |view, uses: &[Use], seat: Seat| sheet::played::pages(lang, view, seat, uses, &self.game);
        let pages = match (kind, &self.told) {
            (GameKind::Classic, Told::Classic(view)) => {
                vec![sheet::classic::played(lang, view, self.viewer, &self.game)]
            }
            (GameKind::Solo, Told::Solo(view)) => vec![sheet::solo::played(lang, view, &self.game)],
            (GameKind::Advanced, Told::Advanced(view)) => {
                vec![sheet::advanced::played(lang, view, self.viewer, &self.game)]
            }
            (GameKind::BattleMap, Told::Voices(view, _)) => maps(view, &[Use::Battle], seat(kind)?),
            (GameKind::TacticalMap, Told::Voices(view, _)) => maps(view, &[Use::Tactical], seat(kind)?),
            (GameKind::Maps, Told::Voices(view, _)) => maps(view, &[Use::Battle, Use::Tactical], seat(kind)?),
            (GameKind::Score, Told::Voices(view, score)) => {
                vec![sheet::score::page(lang, score, &self.game, view.round)]
            }
            (GameKind::Satellite, Told::Satellite(view)) => {
                sheet::satellite::played(lang, view, self.viewer, &self.game)
            }
            _ => return Err(SheetError::NotOfGame { kind: kind.to_string(), ruleset: self.ruleset() }),
        };
        Ok(Sheet { title: pages[0].title.clone(), subject: pages[0].footer.clone(), lang, pages })
    }
}
