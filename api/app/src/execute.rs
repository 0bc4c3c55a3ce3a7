//! Execution of the commands that add to the log of a game.

use std::sync::Arc;

use broadside_domain::command::GameCommand;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::{Seat, Viewer};
use serde_json::Value;

use super::command::{self, Caller, check_ruleset};
use super::idempotency::{Idempotency, IdempotencyRequest, IdempotencyScope, IdempotentResponse};
use super::{App, require_seat};
use crate::play::{CommandOutcome, LiveGame, StepRequest, TimedEvent};

/// Request to execute a command.
pub struct Call<'a> {
    pub player_id: String,
    pub game_id: String,
    pub idempotency: IdempotencyRequest,
    /// Condition on the current state of the game.
    pub precondition: Precondition<'a>,
}

impl Call<'_> {
    /// Creates a request without a condition.
    pub fn new(
        player_id: impl Into<String>,
        game_id: impl Into<String>,
        idempotency: IdempotencyRequest,
    ) -> Self {
        Self {
            player_id: player_id.into(),
            game_id: game_id.into(),
            idempotency,
            precondition: Precondition::None,
        }
    }
}

/// Condition on the state of a game, for a player with a seat in it. If it does not hold, the
/// command is not executed. A player without a seat has seen no state of the game, so it is not
/// checked for them.
#[derive(Clone, Copy)]
pub enum Precondition<'a> {
    None,
    /// The game is in this turn.
    Turn(u32),
    /// The player has seen the current state of the game.
    Seen(&'a dyn SeenState),
}

/// State of a game that a player has seen, in the form in which the caller shows it.
pub trait SeenState: Send + Sync {
    /// Checks that this is the current state.
    ///
    /// # Errors
    /// If it is not.
    fn check_current(&self, game: &LiveGame, viewer: Viewer) -> Result<(), AppError>;
}

/// Game after a command.
pub struct Executed<'a> {
    pub game: &'a LiveGame,
    /// Events that the command led to, including those that the player cannot see.
    pub events: &'a [TimedEvent],
    /// Viewer that the player is now.
    pub viewer: Viewer,
}

/// Rendering of the game after a command, as a response.
pub trait Render: Sync {
    type Response: IdempotentResponse;

    fn render(&self, executed: Executed<'_>) -> Self::Response;
}

/// Rendering for callers that need to know only that a command was executed.
pub struct NoResponse;

impl Render for NoResponse {
    type Response = ();

    fn render(&self, _: Executed<'_>) {}
}

/// Execution of a command while its game is locked.
struct Execution<'a, R> {
    call: &'a Call<'a>,
    command: &'a GameCommand,
    caller: Caller,
    scope: &'a IdempotencyScope,
    render: &'a R,
}

impl<R: Render> StepRequest for Execution<'_, R> {
    type Response = R::Response;

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        self.call.precondition.check(game, &self.call.player_id)?;
        command::decide(self.command, game, &self.caller)
    }

    fn response(
        &self,
        game: &LiveGame,
        events: &[TimedEvent],
    ) -> (Self::Response, Option<IdempotencyRecord>) {
        let viewer = game.viewer(&self.call.player_id).unwrap_or(Viewer::Public);
        let response = self.render.render(Executed { game, events, viewer });
        let record = self.scope.record(&response);
        (response, record)
    }
}

impl Precondition<'_> {
    /// Checks that the condition holds for a player.
    pub(super) fn check(self, game: &LiveGame, player_id: &str) -> Result<(), AppError> {
        let Some(seat) = game.seat_of(player_id) else { return Ok(()) };
        match self {
            Self::None => Ok(()),
            Self::Turn(turn) if turn == game.game.turn() => Ok(()),
            Self::Turn(_) => Err(AppError::from_kind(ErrorKind::Stale)),
            Self::Seen(state) => state.check_current(game, Viewer::Seat(seat)),
        }
    }
}

impl App {
    /// Executes a command, once for each idempotency key. Actions in a game that is over change
    /// only its score. The response is returned when the command is durable.
    ///
    /// Must run to its end, like [`crate::play::Play::step`].
    ///
    /// # Errors
    /// If the command is refused, the key belongs to another request or to one in progress, there
    /// is no such game (404), or the store fails.
    pub async fn execute<R: Render>(
        &self,
        call: &Call<'_>,
        command: &GameCommand,
        render: &R,
    ) -> Result<R::Response, AppError> {
        let Call { player_id, game_id, idempotency, .. } = call;
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        command::validate(command)?;
        let caller = self.caller(player_id, game_id, command).await?;
        let execution = Execution { call, command, caller, scope: &scope, render };
        let executed = self.play.step(game_id, &execution).await;
        match (command, executed) {
            (GameCommand::Act { actions, .. }, Err(refusal))
                if refusal.kind() == ErrorKind::GameOver =>
            {
                self.act_after_end(call, actions, &scope, render, refusal).await
            }
            (_, executed) => executed,
        }
    }

    /// Checks actions without taking them, using only what the player knows. Returns the game.
    ///
    /// # Errors
    /// The refusal, if the actions are not possible now; 404 if the player may not know of the
    /// game.
    pub async fn preview(
        &self,
        player_id: &str,
        game_id: &str,
        ruleset: RulesetId,
        actions: &[Value],
        precondition: Precondition<'_>,
    ) -> Result<Arc<LiveGame>, AppError> {
        let game = self.find_game(game_id, player_id).await?;
        let seat = require_seat(&game, player_id)?;
        precondition.check(&game, player_id)?;
        check_ruleset(game.game.ruleset(), ruleset)?;
        self.preview_actions(&game, seat, actions).await?;
        Ok(game)
    }

    /// Checks the actions of a seat without taking them.
    pub(super) async fn preview_actions(
        &self,
        game: &LiveGame,
        seat: Seat,
        actions: &[Value],
    ) -> Result<(), AppError> {
        match game.game.preview(seat, actions).map_err(AppError::from) {
            Err(refusal) if refusal.kind() == ErrorKind::GameOver => {
                self.preview_after_end(game, seat, actions, refusal).await
            }
            checked => checked,
        }
    }

    /// Reads what a command needs to know of the player.
    pub(super) async fn caller(
        &self,
        player_id: &str,
        game_id: &str,
        command: &GameCommand,
    ) -> Result<Caller, AppError> {
        let joining = match command {
            GameCommand::Join(_) => Some(self.joining_player(player_id, game_id).await?),
            _ => None,
        };
        Ok(Caller { player_id: player_id.to_owned(), joining })
    }
}
