//! Sheets of a game, made from the view of one viewer.

use broadside_engine::game::{RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::Score;
use broadside_i18n::Lang;

use crate::error::{SheetError, shorten};
use crate::kind::{GameKind, GameSheet};
use crate::request::Request;
use crate::sheet::Sheet;

/// Game as one viewer sees it. All its sheets are made from this.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSheetData {
    /// Name of the game.
    pub game: String,
    /// The viewer.
    pub viewer: Viewer,
    /// Names of the players by seat; `None` for a seat without a player, and for a deleted account.
    pub names: Vec<Option<String>>,
    /// The viewer's view of the game.
    pub view: View,
    /// Public address of the game, if the service has one.
    pub link: Option<String>,
    /// Score of a game of `voices`, as the viewer may know it; `None` in other rulesets.
    pub score: Option<Score>,
}

impl GameSheetData {
    /// Returns the ruleset of the game.
    pub fn ruleset(&self) -> RulesetId {
        self.view.ruleset()
    }

    /// Returns the kind of sheet with this name.
    ///
    /// # Errors
    /// If the game has no such kind. The error lists the kinds it has.
    pub fn kind(&self, name: &str) -> Result<GameKind, SheetError> {
        let kinds = GameKind::of(self.ruleset());
        let found = kinds.iter().find(|kind| kind.name() == name);
        found
            .copied()
            .ok_or_else(|| SheetError::NotOfGame { kind: shorten(name), ruleset: self.ruleset() })
    }

    /// Makes the sheet of a kind.
    ///
    /// # Errors
    /// If the game has no such kind, or not for this viewer.
    pub(crate) fn sheet(
        &self,
        kind: GameKind,
        request: &Request,
        lang: Lang,
    ) -> Result<Sheet, SheetError> {
        let pages = (kind.0.make)(self, request, lang)?;
        Ok(Sheet {
            title: pages[0].title.clone(),
            subject: pages[0].footer.clone(),
            lang,
            lines: None,
            link: self.link.clone(),
            pages,
        })
    }

    /// Returns the name of the player in a seat, if there is one.
    pub(crate) fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index())?.as_deref()
    }

    /// Returns the name of the player in a seat other than the viewer's, if there is one.
    pub(crate) fn other(&self, seat: Seat) -> Option<String> {
        self.name(seat).filter(|_| self.viewer.seat() != Some(seat)).map(str::to_owned)
    }

    /// Returns the error for a kind of sheet that games of this ruleset do not have.
    pub(crate) fn has_no_sheet(&self, kind: &'static GameSheet) -> SheetError {
        SheetError::NotOfGame { kind: kind.name.to_owned(), ruleset: self.ruleset() }
    }

    /// Returns the seat of the viewer, for a sheet that shows what belongs to a seat.
    pub(crate) fn seat(&self, kind: &'static GameSheet) -> Result<Seat, SheetError> {
        self.viewer.seat().ok_or(SheetError::Seatless(GameKind(kind)))
    }
}
