//! Private notes of a player on a game.

use broadside_domain::error::AppError;
use broadside_domain::text::validate_text;
use broadside_domain::time::Time;
use broadside_store::{NoteRow, QueuedWrite, notes, retry_conflicts};

use super::idempotency::{Idempotency, IdempotencyRequest};
use super::{App, require_seat};

/// Maximum number of characters in the notes on a game.
const MAX_CHARS: usize = 20_000;

/// Notes that their player has seen.
pub trait SeenNotes: Sync {
    /// Checks that the notes are still as they were seen. `None` stands for no notes.
    ///
    /// # Errors
    /// If they have changed.
    fn check_current(&self, notes: Option<&NoteRow>) -> Result<(), AppError>;
}

impl App {
    /// Returns the notes of a player on a game; `None` without notes.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn notes(&self, game_id: &str, player_id: &str) -> Result<Option<NoteRow>, AppError> {
        self.store.note(game_id, player_id).await.map_err(AppError::from)
    }

    /// Replaces the notes of a player on a game, if they are as the player has seen them. An empty
    /// text deletes them. Returns the new notes.
    ///
    /// # Errors
    /// If the text is not valid, the player has no seat in the game, the notes have changed, or the
    /// store fails.
    pub async fn replace_notes(
        &self,
        player_id: &str,
        game_id: &str,
        text: &str,
        seen: &dyn SeenNotes,
    ) -> Result<Option<NoteRow>, AppError> {
        let text =
            if text.is_empty() { String::new() } else { validate_text("text", text, MAX_CHARS)? };
        require_seat(&*self.find_game(game_id, player_id).await?, player_id)?;
        retry_conflicts(|| async {
            let before = self.notes(game_id, player_id).await?;
            seen.check_current(before.as_ref())?;
            let changed_at = before.map(|note| note.changed_at);
            let (change, after): (QueuedWrite, _) = match (text.is_empty(), changed_at) {
                (true, None) => return Ok(Some(None)),
                (true, Some(written_at)) => {
                    let delete = notes::Delete {
                        game_id: game_id.to_owned(),
                        player_id: player_id.to_owned(),
                        written_at,
                    };
                    (delete.into(), None)
                }
                (false, before) => {
                    let note = self.next_note(player_id, game_id, text.clone(), before);
                    let save = notes::Save { note: note.clone(), before, response: None };
                    (save.into(), Some(note))
                }
            };
            if self.store.try_commit(change).await? {
                return Ok(Some(after));
            }
            self.require_player(player_id).await?;
            Ok(None)
        })
        .await
    }

    /// Appends a line to the notes of a player on a game, once for each idempotency key.
    ///
    /// # Errors
    /// If the notes become too long, the player has no seat in the game, or the store fails.
    pub async fn append_note(
        &self,
        player_id: &str,
        game_id: &str,
        line: &str,
        idempotency: &IdempotencyRequest,
    ) -> Result<(), AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(()) => return Ok(()),
            Idempotency::Execute(scope) => scope,
        };
        require_seat(&*self.find_game(game_id, player_id).await?, player_id)?;
        retry_conflicts(|| async {
            let before = self.notes(game_id, player_id).await?;
            let changed_at = before.as_ref().map(|note| note.changed_at);
            let text = append_line(before.as_ref().map_or("", |note| &note.text), line)?;
            let note = self.next_note(player_id, game_id, text, changed_at);
            let save = notes::Save { note, before: changed_at, response: scope.record(&()) };
            if self.store.try_commit(save).await? {
                return Ok(Some(()));
            }
            self.check_unanswered(&scope).await?;
            Ok(None)
        })
        .await
    }

    /// Returns notes that replace those of the time `before`.
    fn next_note(
        &self,
        player_id: &str,
        game_id: &str,
        text: String,
        before: Option<Time>,
    ) -> NoteRow {
        let changed_at = self.env.now().after(before);
        NoteRow { game_id: game_id.to_owned(), player_id: player_id.to_owned(), text, changed_at }
    }
}

/// Appends a line to notes.
///
/// # Errors
/// If the result is not a valid text.
pub(super) fn append_line(before: &str, line: &str) -> Result<String, AppError> {
    let text = if before.is_empty() { line.to_owned() } else { format!("{before}\n{line}") };
    validate_text("text", &text, MAX_CHARS)
}
