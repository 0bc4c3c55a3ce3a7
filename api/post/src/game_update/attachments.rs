//! Attachments of a mail about a game: its sheets, and its record.

use std::sync::Arc;

use crate::compose::AttachedFile;
use broadside_app::play::LiveGame;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;
use broadside_pdf::{GameKind, Request};
use broadside_store::MailboxRow;

use super::error::{UpdateError, game_error};
use super::update::GameUpdate;
use crate::Post;

/// Behavior if a sheet cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnSheetError {
    /// Sends the mail without it, which is better than no mail.
    Goes,
    /// Sends no mail, because the sheet was requested.
    Fails,
}

impl Post {
    /// Prints sheets of a game with what the viewer may see.
    async fn print_sheets(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        lang: &str,
        wanted: &[GameKind],
    ) -> Result<Vec<AttachedFile>, UpdateError> {
        let mut sheets = Vec::new();
        for kind in
            wanted.iter().copied().filter(|kind| viewer.seat().is_some() || !kind.needs_seat())
        {
            let later = self.app.play.score_state(loaded).await.map_err(game_error)?;
            let (loaded, lang) = (Arc::clone(loaded), lang.to_owned());
            let public_url = self.config.public_url.clone();
            let press = move || {
                let request = Request { lang: Some(lang), ..Request::default() };
                request
                    .of_game(kind, &loaded.sheet_data(viewer, &later, public_url.as_deref()))
                    .map(|document| document.pdf())
            };
            let pressed = tokio::task::spawn_blocking(press).await;
            let pressed = pressed.map_err(|error| UpdateError::Game(error.to_string()))?;
            let bytes = pressed.map_err(|error| UpdateError::Game(error.to_string()))?;
            sheets.push(AttachedFile {
                name: format!("{kind}.pdf"),
                kind: "application/pdf",
                bytes,
            });
        }
        Ok(sheets)
    }

    /// Builds the attachments of a mail: sheets and the record.
    ///
    /// # Errors
    /// If the record cannot be read, or a sheet cannot be printed and `missing` is `Fails`.
    pub(crate) async fn attach(
        &self,
        mailbox: &MailboxRow,
        written: &mut GameUpdate,
        missing: OnSheetError,
    ) -> Result<(), UpdateError> {
        let (loaded, viewer) = (&written.loaded, written.viewer);
        written.files =
            match self.print_sheets(loaded, viewer, &mailbox.lang, &written.sheets).await {
                Ok(sheets) => sheets,
                Err(failure) if missing == OnSheetError::Fails => return Err(failure),
                Err(_) => {
                    tracing::error!(game = loaded.row.id, "a sheet cannot be printed");
                    Vec::new()
                }
            };
        let record = if written.whole {
            self.app.play.record(loaded).await.map_err(game_error)?
        } else {
            None
        };
        let record = record.map(|record| AttachedFile {
            name: format!("record-{}.json", loaded.row.id),
            kind: "application/json",
            bytes: serde_json::to_vec(&record).expect("a record is plain data"),
        });
        written.news.record = record.as_ref().map(|record| record.name.clone());
        written.files.extend(record);
        Ok(())
    }
}

/// Returns the sheets that are attached for players who want sheets: the one with everything on it,
/// and the score. If there are several kinds, the first of these is [`GameKind::MAPS`] and not the
/// first kind.
pub(super) fn default_sheets(loaded: &LiveGame) -> Vec<GameKind> {
    let kinds = GameKind::of(loaded.game.ruleset());
    if kinds.contains(&GameKind::MAPS) {
        vec![GameKind::MAPS, GameKind::SCORE]
    } else {
        kinds.iter().take(1).copied().collect()
    }
}

/// Returns the sheets of a game that every player gets at its end: the score, since players perform
/// it.
pub(super) fn final_sheets(loaded: &LiveGame) -> Vec<GameKind> {
    let kinds = GameKind::of(loaded.game.ruleset());
    let is_final =
        |kind: &GameKind| *kind == GameKind::SCORE && loaded.game.status() == Status::Finished;
    kinds.iter().copied().filter(is_final).collect()
}
