//! Rematches: the same players again, each one seat further.

use broadside_domain::challenge::Challenge;
use broadside_domain::command::SeatClaim;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_store::retry_conflicts;
use serde_json::to_value;

use super::bots::seat_level;
use super::create::{CreatedGame, NewGameSettings, RenderCreated, check_open_games};
use super::idempotency::{Idempotency, IdempotencyRequest, IdempotencyScope};
use super::join::{JoiningPlayer, decide_join};
use super::{App, require_seat};
use crate::play::{CommandOutcome, LiveGame, StepRequest, TimedEvent};

impl App {
    /// Creates the rematch of a game, or seats the player in the existing one, once for each
    /// idempotency key.
    ///
    /// # Errors
    /// If the player has no seat in the game, it is not finished, its players cannot be challenged,
    /// a limit is reached, or the store fails.
    pub async fn rematch<R: RenderCreated>(
        &self,
        player_id: &str,
        game_id: &str,
        idempotency: &IdempotencyRequest,
        render: &R,
    ) -> Result<R::Response, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        let finished = self.require_game(game_id).await?;
        check_rematch(&finished, player_id)?;
        retry_conflicts(|| async {
            if let Some(existing) = self.store.rematch_of(game_id).await? {
                return join_rematch(self, &existing, player_id, &scope, render).await.map(Some);
            }
            // One at a time on this node. Of several nodes, one commits first, and the others find
            // its rematch.
            let creation = create_first_rematch(self, &finished, player_id, &scope, render);
            if let Some(response) = self.play.with_lock(game_id, creation).await? {
                // The finished game links to its rematch from now on.
                self.play.evict(game_id).await;
                return Ok(Some(response));
            }
            Ok(None)
        })
        .await
    }
}

/// Checks that a player can have a rematch of a game.
///
/// # Errors
/// If the player has no seat in the game, or the game is not finished.
pub(crate) fn check_rematch(finished: &LiveGame, player_id: &str) -> Result<(), AppError> {
    require_seat(finished, player_id)?;
    if finished.game.status() == Status::Finished {
        return Ok(());
    }
    Err(AppError::new(
        ErrorKind::NotNow,
        "only a finished game can have a rematch; a game that was called off cannot",
    ))
}

/// Creates the rematch of a game, if it has none. Returns `None` if another request has created it.
async fn create_first_rematch<R: RenderCreated>(
    app: &App,
    finished: &LiveGame,
    player_id: &str,
    scope: &IdempotencyScope,
    render: &R,
) -> Result<Option<R::Response>, AppError> {
    let game_id = &finished.row.id;
    if app.store.rematch_of(game_id).await?.is_some() {
        return Ok(None);
    }
    match create_rematch(app, finished, player_id, scope, render).await {
        Err(problem)
            if matches!(problem.kind(), ErrorKind::InFlight | ErrorKind::TooManyGames)
                && app.store.rematch_of(game_id).await?.is_some() =>
        {
            Ok(None)
        }
        created => created.map(Some),
    }
}

async fn create_rematch<R: RenderCreated>(
    app: &App,
    finished: &LiveGame,
    creator_id: &str,
    scope: &IdempotencyScope,
    render: &R,
) -> Result<R::Response, AppError> {
    check_open_games(app, creator_id).await?;
    if finished.has_bots() {
        app.check_bot_games(creator_id).await?;
    }
    let count = finished.seats.len();
    let mut rows = Vec::new();
    let mut bots = Vec::new();
    // The player of the last seat gets the first.
    for (index, seat) in Seat::first(count as u8).enumerate() {
        let before = &finished.seats[(index + count - 1) % count];
        if let Some(level) = seat_level(&finished.game, before.seat) {
            rows.push(SeatRow { seat, ..before.clone() });
            bots.push((seat, level));
            continue;
        }
        let player = match &before.player {
            Some(player) => app.find_player(&player.id).await?,
            None => None,
        };
        let Some(player) = player else {
            return Err(AppError::new(
                ErrorKind::NotNow,
                "a player of this game has deleted their account: create a game with other players",
            ));
        };
        if app.store.blocks(&player.id, creator_id).await? {
            let detail = "a player of this game does not accept challenges from you: create a game with other players";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        rows.push(seat_row(seat, player, creator_id));
    }
    let settings = NewGameSettings {
        ruleset: finished.game.ruleset(),
        options: to_value(finished.game.options()).map_err(AppError::internal)?,
        clock: finished.clock,
        visibility: finished.visibility,
        rematch_of: Some(finished.row.id.clone()),
    };
    let game = settings.create_game(app, &app.env.new_id())?;
    let draft = settings.seat_creator(app, game, creator_id, rows, &bots)?;
    let response = render.render(&draft.created());
    let record = scope.record(&response);
    retry_conflicts(|| async {
        let is_created = app.commit_game(&draft, None, record.clone()).await?;
        Ok::<_, AppError>(is_created.then_some(()))
    })
    .await?;
    Ok(response)
}

/// Returns the row of a seat in a new rematch: that of its creator, or that of another player, whom
/// the creator challenges.
fn seat_row(seat: Seat, player: PlayerRow, creator_id: &str) -> SeatRow {
    if player.id == creator_id {
        return SeatRow { seat, kind: SeatKind::Open, player: Some(player), challenge: None };
    }
    SeatRow {
        seat,
        kind: SeatKind::Reserved(player.id),
        player: None,
        challenge: Some(Challenge::new(creator_id)),
    }
}

/// Seats a player in an existing rematch, if they do not sit there yet.
async fn join_rematch<R: RenderCreated>(
    app: &App,
    game_id: &str,
    player_id: &str,
    scope: &IdempotencyScope,
    render: &R,
) -> Result<R::Response, AppError> {
    let joining = JoiningPlayer {
        player: app.require_player(player_id).await?,
        is_blocked: false,
        bot_games: Ok(()),
    };
    match app.play.step(game_id, &RematchSeat { joining, scope, render }).await {
        Err(problem) if problem.kind() == ErrorKind::AlreadySeated => {
            let game = app.require_game(game_id).await?;
            if game.game.status() == Status::Cancelled {
                return Err(rematch_cancelled());
            }
            app.check_unanswered(scope).await?;
            Ok(render_rematch(&game, player_id, render))
        }
        Err(problem) if problem.kind() == ErrorKind::GameOver => Err(rematch_cancelled()),
        joined => joined,
    }
}

/// Step of a player who takes a seat in an existing rematch.
struct RematchSeat<'a, R> {
    joining: JoiningPlayer,
    scope: &'a IdempotencyScope,
    render: &'a R,
}

impl<R: RenderCreated> StepRequest for RematchSeat<'_, R> {
    type Response = R::Response;

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        decide_join(game, &self.joining, &SeatClaim::Free)
    }

    fn response(
        &self,
        game: &LiveGame,
        _: &[TimedEvent],
    ) -> (R::Response, Option<IdempotencyRecord>) {
        let response = render_rematch(game, &self.joining.player.id, self.render);
        let record = self.scope.record(&response);
        (response, record)
    }
}

fn render_rematch<R: RenderCreated>(game: &LiveGame, player_id: &str, render: &R) -> R::Response {
    let viewer = game.viewer(player_id).unwrap_or(Viewer::Public);
    render.render(&CreatedGame { game, viewer, invitations: &[], is_new: false })
}

fn rematch_cancelled() -> AppError {
    AppError::new(
        ErrorKind::GameOver,
        "the rematch of this game was called off, and a game can have only one: create another game",
    )
}
