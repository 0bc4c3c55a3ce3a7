//! Use cases: what players do, for every kind of caller.
//!
//! HTTP and mail parse a request, call a use case, and render its result. Each rule about who may
//! do what is written here or in a layer below.

mod access;
mod account;
mod block;
mod bots;
mod command;
pub mod config;
mod create;
mod daily;
mod decline;
mod dry_run;
mod execute;
mod find_token;
mod history;
mod idempotency;
mod invitation_code;
mod join;
mod leave_all;
mod message;
mod note;
mod open_seats;
mod patch;
pub mod play;
mod queue;
pub mod rate;
mod rematch;
mod rights;
mod score;
mod ticket;
mod token;
mod token_cache;
mod vacation;
pub mod webhooks;

use std::sync::Arc;

use broadside_domain::env::Env;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::limits::Limits;
use broadside_domain::player::PlayerRow;
use broadside_store::{Store, StoreError};

pub use self::access::require_seat;
pub use self::account::{account_deleted, validate_name};
pub use self::bots::{BotDecision, BotInfo, BotTask, all_bots};
pub use self::create::{
    CreatedGame, GameDraft, GameId, GameRequest, GameResponse, InvitationCode, Invitee, Opponent,
    RenderCreated,
};
pub use self::daily::{Creates, DailyRates, Storing};
pub use self::execute::{Call, Executed, NoResponse, Precondition, Render, SeenState};
pub use self::idempotency::{
    Idempotency, IdempotencyRequest, IdempotencyScope, IdempotentResponse, StoredResponse,
};
pub use self::note::SeenNotes;
pub use self::open_seats::NamedGame;
pub use self::patch::present;
pub use self::queue::{DroppedMoves, MoveQueue, SeenQueue};
pub use self::rights::{Right, Scope, TokenHolder, check_right, scopes_of};
pub use self::token::{IssuedToken, NewToken};
use self::token_cache::TokenCache;
use crate::config::AppConfig;
use crate::play::{LiveGame, Play};

/// Use cases of a service, on its store.
pub struct App {
    pub play: Arc<Play>,
    pub store: Store,
    /// Clock and random numbers.
    pub env: Env,
    pub limits: Limits,
    /// Maximum number of games with bots of a player that are not over; 0 for no bots.
    pub bot_games: u32,
    /// Amounts that requests may store in a day.
    pub daily: DailyRates,
    /// Days of vacation that a player may take in a calendar year; 0 for none.
    pub vacation_days: u32,
    /// True if webhooks may lead to private addresses.
    webhook_allow_private: bool,
    token_cache: TokenCache,
}

impl App {
    /// Creates the use cases of a service on a store.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn new(store: Store, env: Env, config: &AppConfig) -> Result<Arc<Self>, StoreError> {
        let play = Arc::new(Play::new(store.clone(), env.clone(), config.challenge_days));
        play.refresh_outages().await?;
        Ok(Arc::new(Self {
            play,
            store,
            env,
            limits: config.limits.clone(),
            bot_games: config.bot_games,
            daily: DailyRates::new(&config.limits),
            vacation_days: config.vacation_days,
            webhook_allow_private: config.webhook_allow_private,
            token_cache: TokenCache::new(),
        }))
    }

    /// Returns the player with this id; `None` if the account is deleted.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn find_player(&self, id: &str) -> Result<Option<PlayerRow>, AppError> {
        let row = self.store.player(id).await?;
        Ok(row.filter(|row| row.name.is_some()))
    }

    /// Returns the player who acts.
    ///
    /// # Errors
    /// 401 if the account is deleted, or if the store fails.
    pub async fn require_player(&self, id: &str) -> Result<PlayerRow, AppError> {
        self.find_player(id).await?.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))
    }

    /// Returns a game that a player may know of, as it is committed.
    ///
    /// # Errors
    /// 404 if the player may not know of such a game, or if the store fails.
    pub async fn find_game(&self, id: &str, player_id: &str) -> Result<Arc<LiveGame>, AppError> {
        let game = self.require_game(id).await?;
        game.viewer(player_id).ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
        Ok(game)
    }

    /// Returns a game as it is committed.
    ///
    /// # Errors
    /// 404 if there is no such game, or if the store fails.
    pub async fn require_game(&self, id: &str) -> Result<Arc<LiveGame>, AppError> {
        self.play.game(id).await?.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
    }
}
