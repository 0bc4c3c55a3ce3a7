//! Attachments of a mail about a game: its sheets, and its record.

use std::sync::Arc;

use broadside_app::play::LiveGame;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;
use broadside_pdf::{GameKind, Request};
use broadside_store::MailboxRow;

use super::error::{UpdateError, game_error};
use super::update::GameUpdate;
use crate::Post;
use crate::compose::AttachedFile;

/// Behavior if a sheet cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnSheetError {
    /// Leaves the sheet out, because a mail without it is better than no mail.
    LeaveOut,
    /// Sends no mail, because the sheet was requested.
    Fail,
}

impl Post {
    /// Prints sheets of a game with what the viewer may see.
    async fn print_sheets(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        lang: &str,
        kinds: &[GameKind],
    ) -> Result<Vec<AttachedFile>, UpdateError> {
        let mut sheets = Vec::new();
        for &kind in kinds {
            if kind.needs_seat() && viewer.seat().is_none() {
                continue;
            }
            let score = self.app.play.score_state(loaded).await.map_err(game_error)?;
            let loaded = Arc::clone(loaded);
            let lang = lang.to_owned();
            let public_url = self.config.public_url.clone();
            let printed = tokio::task::spawn_blocking(move || {
                let request = Request { lang: Some(lang), ..Request::default() };
                request
                    .of_game(kind, &loaded.sheet_data(viewer, &score, public_url.as_deref()))
                    .map(|document| document.pdf())
            })
            .await;
            let printed = printed.map_err(|error| UpdateError::Game(error.to_string()))?;
            let bytes = printed.map_err(|error| UpdateError::Game(error.to_string()))?;
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
    /// If the record cannot be read, or a sheet cannot be printed and `on_error` is `Fail`.
    pub(crate) async fn attach(
        &self,
        mailbox: &MailboxRow,
        update: &mut GameUpdate,
        on_error: OnSheetError,
    ) -> Result<(), UpdateError> {
        let loaded = &update.loaded;
        let viewer = update.viewer;
        update.files = match self.print_sheets(loaded, viewer, &mailbox.lang, &update.sheets).await
        {
            Ok(sheets) => sheets,
            Err(failure) if on_error == OnSheetError::Fail => return Err(failure),
            Err(_) => {
                tracing::error!(game = loaded.row.id, "a sheet cannot be printed");
                Vec::new()
            }
        };
        let record = if update.with_record {
            self.app.play.record(loaded).await.map_err(game_error)?
        } else {
            None
        };
        let record = record.map(|record| AttachedFile {
            name: format!("record-{}.json", loaded.row.id),
            kind: "application/json",
            bytes: serde_json::to_vec(&record).expect("a record is plain data"),
        });
        update.news.record = record.as_ref().map(|record| record.name.clone());
        update.files.extend(record);
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
    if loaded.game.status() == Status::Finished && kinds.contains(&GameKind::SCORE) {
        vec![GameKind::SCORE]
    } else {
        Vec::new()
    }
}
