//! Open seats by mail: their list, and taking one of them.

use broadside_app::{Call, GameCommand, IdempotencyRequest, NamedGame, PlayerCommand, SeatClaim};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::game_number;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Viewer;
use broadside_i18n::Lang;
use broadside_mail::compose::{self, Block, OpenGame};

use super::InboundProcessor;
use super::context::SenderContext;
use super::steps::JoinStep;
use crate::jobs::JobError;

/// Maximum number of games in a list.
const MAX_OPEN_GAMES: u32 = 20;

impl JoinStep {
    fn claim(&self) -> GameCommand {
        GameCommand::Join(match Secret::parse(&self.code, Purpose::Invitation) {
            Some(code) => SeatClaim::Code(Some(code)),
            None => SeatClaim::Free,
        })
    }
}

impl InboundProcessor {
    /// Lists the games that the sender can join.
    pub(super) async fn render_open_games(
        &self,
        writer: &SenderContext<'_>,
        ruleset: Option<RulesetId>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let player_id = &writer.mailbox.player_id;
        let found = self.app.open_games(player_id, ruleset, MAX_OPEN_GAMES + 1).await?;
        let more = found.len() > MAX_OPEN_GAMES as usize;
        let mut games = Vec::new();
        for loaded in found.iter().take(MAX_OPEN_GAMES as usize) {
            let number = game_number(&loaded.row.id).to_owned();
            let seen = self.mail_service.view_of(loaded, Viewer::Public, player_id).await?;
            games.push(OpenGame { number, seen });
        }
        Ok(compose::open_games(lang, &games, more))
    }

    /// Finds the game of a seat, and checks that the sender may take it.
    ///
    /// # Errors
    /// If there is no such game, or the sender may not take the seat: a text for the sender.
    pub(super) async fn resolve_seat(
        &self,
        lang: Lang,
        player_id: &str,
        seat: &mut JoinStep,
    ) -> Result<(), AppError> {
        let unknown = |several| {
            AppError::new(ErrorKind::NotFound, compose::unknown_seat(lang, &seat.code, several))
        };
        seat.game_id = match self.app.named_game(&seat.code).await? {
            NamedGame::Game(id) | NamedGame::Code(id) => id,
            NamedGame::Unknown => return Err(unknown(false)),
            NamedGame::Several => return Err(unknown(true)),
        };
        let command = [PlayerCommand::Game(seat.claim())];
        let for_sender = |(_, problem): (usize, AppError)| match problem.kind().is_transient() {
            true => problem,
            false => AppError::new(problem.kind(), compose::explain_refusal(lang, &problem)),
        };
        self.app.dry_run(player_id, &seat.game_id, None, &command).await.map_err(for_sender)
    }

    /// Takes a seat, once for each key. Returns the id of its game.
    pub(super) async fn join(
        &self,
        player_id: &str,
        seat: &JoinStep,
        key: String,
    ) -> Result<Option<String>, AppError> {
        let game_id = seat.game_id.clone();
        let idempotency = IdempotencyRequest::unique(format!("mail {game_id}"), key);
        let call = Call::new(player_id, &game_id, idempotency);
        self.app.execute(&call, &seat.claim(), |_| ()).await.map(|()| Some(game_id))
    }
}
