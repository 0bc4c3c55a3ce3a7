//! Sheets of a game, made from the view of one viewer.

use std::fmt;

use broadside_engine::game::{RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::Score;
use broadside_engine::{advanced, classic, satellite, solo, voices};
use broadside_i18n::Lang;

use crate::error::{SheetError, shorten};
use crate::sheet::map::Use;
use crate::sheet::{self, Sheet};

/// Kind of sheet for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Both grids of a game of `classic`, the fleets, and a log of the rounds.
    Classic,
    /// The sea of a game of `solo`, the fleets, and a log of the volleys.
    Solo,
    /// Both maps of a game of `advanced`, the accounts, and a log of the reports.
    Advanced,
    /// The player's own fleet and the shots at it.
    BattleMap,
    /// The player's own shots, on a map for each opponent.
    TacticalMap,
    /// Battle map and tactical map.
    Maps,
    /// The score of the game so far.
    Score,
    /// Both planets of a game of `satellite`, the arsenals, and a log of the turns.
    Satellite,
}

impl GameKind {
    /// Returns the kinds of sheet for games of a ruleset.
    pub fn of(ruleset: RulesetId) -> &'static [Self] {
        match ruleset {
            RulesetId::Classic => &[Self::Classic],
            RulesetId::Solo => &[Self::Solo],
            RulesetId::Voices => &[Self::BattleMap, Self::TacticalMap, Self::Maps, Self::Score],
            RulesetId::Satellite => &[Self::Satellite],
            RulesetId::Advanced => &[Self::Advanced],
        }
    }

    /// Returns its name in URLs.
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

    /// Returns a description of its content, in a sentence.
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

    /// Returns true if only a player of the game can get the sheet, because it shows what belongs to a seat.
    pub fn needs_seat(self) -> bool {
        matches!(self, Self::BattleMap | Self::TacticalMap | Self::Maps)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// View of a game, by ruleset. All its sheets are made from this.
#[derive(Clone, Debug, PartialEq)]
pub enum RulesetSheet {
    /// View of a game of `classic`.
    Classic(classic::View),
    /// View of a game of `solo`.
    Solo(solo::View),
    /// View of a game of `voices`, and its score.
    Voices(voices::View, Score),
    /// View of a game of `satellite`.
    Satellite(satellite::View),
    /// View of a game of `advanced`.
    Advanced(advanced::View),
}

impl RulesetSheet {
    /// Combines the view of a game with its score, which games of `voices` have.
    ///
    /// # Panics
    /// If the score of a game of `voices` is missing.
    pub fn new(view: View, score: Option<Score>) -> Self {
        match view {
            View::Classic(view) => Self::Classic(view),
            View::Solo(view) => Self::Solo(view),
            View::Voices(view) => Self::Voices(view, score.expect("games of `voices` have a score")),
            View::Satellite(view) => Self::Satellite(view),
            View::Advanced(view) => Self::Advanced(view),
        }
    }
}

/// Game as one viewer sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSheetData {
    /// Name of the game.
    pub game: String,
    /// The viewer.
    pub viewer: Viewer,
    /// The viewer's view of the game.
    pub told: RulesetSheet,
}

impl GameSheetData {
    /// Returns the ruleset of the game.
    pub fn ruleset(&self) -> RulesetId {
        match self.told {
            RulesetSheet::Classic(_) => RulesetId::Classic,
            RulesetSheet::Solo(_) => RulesetId::Solo,
            RulesetSheet::Voices(..) => RulesetId::Voices,
            RulesetSheet::Satellite(_) => RulesetId::Satellite,
            RulesetSheet::Advanced(_) => RulesetId::Advanced,
        }
    }

    /// Returns the kind of sheet with this name.
    ///
    /// # Errors
    /// If the game has no such kind. The error lists the kinds it has.
    pub fn kind(&self, name: &str) -> Result<GameKind, SheetError> {
        let kinds = GameKind::of(self.ruleset());
        let found = kinds.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| SheetError::NotOfGame { kind: shorten(name), ruleset: self.ruleset() })
    }

    /// Makes the sheet of a kind.
    ///
    /// # Errors
    /// If the game has no such kind, or not for this viewer.
    pub(crate) fn sheet(&self, kind: GameKind, lang: Lang) -> Result<Sheet, SheetError> {
        let seat = |kind| self.viewer.seat().ok_or(SheetError::Seatless(kind));
        let maps = |view, uses: &[Use], seat: Seat| sheet::played::pages(lang, view, seat, uses, &self.game);
        let pages = match (kind, &self.told) {
            (GameKind::Classic, RulesetSheet::Classic(view)) => {
                vec![sheet::classic::played(lang, view, self.viewer, &self.game)]
            }
            (GameKind::Solo, RulesetSheet::Solo(view)) => vec![sheet::solo::played(lang, view, &self.game)],
            (GameKind::Advanced, RulesetSheet::Advanced(view)) => {
                vec![sheet::advanced::played(lang, view, self.viewer, &self.game)]
            }
            (GameKind::BattleMap, RulesetSheet::Voices(view, _)) => maps(view, &[Use::Battle], seat(kind)?),
            (GameKind::TacticalMap, RulesetSheet::Voices(view, _)) => {
                maps(view, &[Use::Tactical], seat(kind)?)
            }
            (GameKind::Maps, RulesetSheet::Voices(view, _)) => {
                maps(view, &[Use::Battle, Use::Tactical], seat(kind)?)
            }
            (GameKind::Score, RulesetSheet::Voices(view, score)) => {
                vec![sheet::score::page(lang, score, &self.game, view.round)]
            }
            (GameKind::Satellite, RulesetSheet::Satellite(view)) => {
                sheet::satellite::played(lang, view, self.viewer, &self.game)
            }
            _ => return Err(SheetError::NotOfGame { kind: kind.to_string(), ruleset: self.ruleset() }),
        };
        Ok(Sheet { title: pages[0].title.clone(), subject: pages[0].footer.clone(), lang, pages })
    }
}
