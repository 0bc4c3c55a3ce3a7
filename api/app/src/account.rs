//! Accounts: their creation and deletion, their names, and when their feeds begin.

use std::sync::Arc;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use broadside_store::{AnyWrite, Write, accounts, feeds, players};

use super::App;
use super::rights::Scope;
use super::token::IssuedToken;

/// Validates a name.
///
/// # Errors
/// If the name is empty or too long, or has characters that are not allowed.
pub fn validate_name(text: &str) -> Result<String, AppError> {
    if text.trim() != text
        || !(1..=40).contains(&text.chars().count())
        || text.chars().any(is_forbidden_in_names)
    {
        let detail = "send a name of 1 to 40 characters, without control characters and without spaces at either end";
        return Err(AppError::field("name", detail));
    }
    Ok(text.to_owned())
}

/// Returns true for control characters, and for those that would reverse or hide the text around
/// the name.
fn is_forbidden_in_names(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl App {
    /// Creates a player with their first token. `is_bot` marks the account as a bot.
    ///
    /// # Errors
    /// If the name is not valid, or the store fails.
    pub async fn create_player(
        &self,
        name: &str,
        is_bot: bool,
    ) -> Result<(PlayerRow, IssuedToken), AppError> {
        let player = PlayerRow {
            id: self.env.new_id(),
            name: Some(validate_name(name)?),
            created_at: self.env.now(),
            reminders: Vec::new(),
            vacations: Vec::new(),
            is_bot,
        };
        let token =
            IssuedToken::generate(&self.env, &player.id, "first", &[Scope::Read, Scope::Play]);
        let creation = accounts::Create { player: player.clone(), token: token.row.clone() };
        self.store.commit(creation).await?;
        Ok((player, token))
    }

    /// Deletes the account of a player: leaves all games, and erases what is stored about the
    /// player. `extra_write` is written in the same transaction.
    ///
    /// # Errors
    /// If the account is deleted already, or the store fails. Part of the work may be done then.
    pub async fn delete_player(
        &self,
        player_id: &str,
        extra_write: Option<Arc<dyn AnyWrite>>,
    ) -> Result<(), AppError> {
        let row = self.store.player(player_id).await?;
        row.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
        // From here on, a failure may leave part of the work done.
        self.leave_all_games(player_id).await.map_err(AppError::after_change)?;
        let deletion = accounts::Delete { id: player_id.to_owned(), extra_write };
        let deleted = self.commit_account(player_id, deletion).await;
        self.clear_token_cache();
        deleted.map_err(AppError::after_change)?;
        // Covers games that were joined while the tokens were still valid.
        self.leave_all_games(player_id).await.map_err(AppError::after_change)
    }

    /// Enables the feed of a player, which is not written before it is first read.
    ///
    /// # Errors
    /// If the account is deleted, or the store fails.
    pub async fn enable_feed(&self, player_id: &str) -> Result<(), AppError> {
        let enable = feeds::Enable { player_id: player_id.to_owned() };
        if self.store.try_commit(enable).await? { Ok(()) } else { Err(account_deleted()) }
    }

    /// Renames a player, or changes the mark as a bot. Returns the changed player.
    ///
    /// # Errors
    /// If the name is not valid, the account is deleted, or the store fails.
    pub async fn update_player(
        &self,
        player_id: &str,
        name: Option<&str>,
        is_bot: Option<bool>,
    ) -> Result<PlayerRow, AppError> {
        let row = self.store.player(player_id).await?;
        let mut row = row.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
        if let Some(name) = name {
            let name = validate_name(name)?;
            let rename = players::Rename { id: player_id.to_owned(), name: name.clone() };
            self.commit_account(player_id, rename).await?;
            row.name = Some(name);
        }
        if let Some(is_bot) = is_bot.filter(|is_bot| *is_bot != row.is_bot) {
            row.is_bot = is_bot;
            let mark = players::MarkBot { id: player_id.to_owned(), is_bot };
            self.commit_account(player_id, mark).await?;
        }
        Ok(row)
    }

    /// Stores a change of an account that games show.
    ///
    /// # Errors
    /// If the account is deleted already, or the store fails.
    async fn commit_account(&self, player_id: &str, change: impl Write) -> Result<(), AppError> {
        if !self.store.try_commit(change).await? {
            return Err(account_deleted());
        }
        self.play.evict_player(player_id).await;
        Ok(())
    }
}

/// Returns the problem of a request whose account was deleted in the meantime.
pub fn account_deleted() -> AppError {
    AppError::new(ErrorKind::Unauthorized, "the account of this token has been deleted")
}
