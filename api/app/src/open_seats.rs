//! Open seats: the games that a player can join, and the game that a number or a code means.

use std::sync::Arc;

use broadside_domain::error::AppError;
use broadside_domain::game::NUMBER_LENGTH;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::game::RulesetId;
use broadside_store::{Filter, ListScope, Page};

use crate::App;
use crate::play::LiveGame;

/// Game that a number or a code means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedGame {
    Game(String),
    /// Game with this id, of which the code opens a seat.
    Code(String),
    Unknown,
    Several,
}

impl App {
    /// Returns the newest games that a player can join, at most `limit`.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn open_games(
        &self,
        player_id: &str,
        ruleset: Option<RulesetId>,
        limit: u32,
    ) -> Result<Vec<Arc<LiveGame>>, AppError> {
        let filter = Filter { ruleset: ruleset.map(RulesetId::as_str), ..Filter::default() };
        let page = Page { before: None, limit };
        let ids = self.store.find(ListScope::Open, player_id, &filter, &page).await;
        let games = self.play.games(&ids?).await?;
        // A seat may have been taken since the list was read.
        Ok(games.into_iter().filter(|game| game.row.progress.open).collect())
    }

    /// Finds the game that a number of [`broadside_domain::game::game_number`], an id, or the code
    /// of an invitation means.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn named_game(&self, text: &str) -> Result<NamedGame, AppError> {
        if let Some(code) = Secret::parse(text, Purpose::Invitation) {
            let game_id = self.store.game_of_code(&code.hash()).await?;
            return Ok(game_id.map_or(NamedGame::Unknown, NamedGame::Code));
        }
        if uuid::Uuid::try_parse(text).is_ok() {
            return Ok(NamedGame::Game(text.to_owned()));
        }
        if text.len() != NUMBER_LENGTH || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(NamedGame::Unknown);
        }
        let ids = self.store.open_games_ending_in(text).await?;
        Ok(match &ids[..] {
            [] => NamedGame::Unknown,
            [one] => NamedGame::Game(one.clone()),
            _ => NamedGame::Several,
        })
    }
}
