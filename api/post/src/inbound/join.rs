//! Open seats by mail: their list, and taking one of them.

use broadside_app::NamedGame;
use broadside_domain::command::{Command, GameCommand, SeatClaim};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::game_number;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Viewer;
use broadside_i18n::Lang;
use broadside_worker::jobs::JobError;

use super::InboundProcessor;
use super::context::SenderContext;
use crate::compose::{self, Block, OpenGame};

/// Maximum number of games in a list.
const MAX_OPEN_GAMES: u32 = 20;

impl InboundProcessor {
    /// Lists the games that the sender can join.
    pub(super) async fn render_open_games(
        &self,
        sender: &SenderContext<'_>,
        ruleset: Option<RulesetId>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let player_id = &sender.mailbox.player_id;
        let open_games = self.post.app.open_games(player_id, ruleset, MAX_OPEN_GAMES + 1).await?;
        let more = open_games.len() > MAX_OPEN_GAMES as usize;
        let mut games = Vec::new();
        for loaded in open_games.iter().take(MAX_OPEN_GAMES as usize) {
            let number = game_number(&loaded.row.id).to_owned();
            let game = self.post.view_of(loaded, Viewer::Public, player_id).await?;
            games.push(OpenGame { number, game });
        }
        Ok(compose::open_games(lang, &games, more))
    }

    /// Finds the game of a seat, given by the number of the game or by the code of an invitation,
    /// and checks that the sender may take the seat. Returns the id of the game, and the command
    /// that takes the seat.
    ///
    /// # Errors
    /// If there is no such game, or the sender may not take the seat: a text for the sender.
    pub(super) async fn find_seat(
        &self,
        lang: Lang,
        player_id: &str,
        code: &str,
    ) -> Result<(String, Command), AppError> {
        let (game_id, claim) = match self.post.app.named_game(code).await? {
            NamedGame::Game(id) => (id, SeatClaim::Free),
            NamedGame::Code(id) => (id, SeatClaim::Code(code.to_owned())),
            NamedGame::Unknown => return Err(unknown_seat(lang, code, false)),
            NamedGame::Several => return Err(unknown_seat(lang, code, true)),
        };
        let command = Command::Game(GameCommand::Join(claim));
        let checked =
            self.post.app.dry_run(player_id, &game_id, None, std::slice::from_ref(&command)).await;
        match checked {
            Ok(()) => Ok((game_id, command)),
            Err((_, problem)) if problem.kind().is_transient() => Err(problem),
            Err((_, problem)) => {
                Err(AppError::new(problem.kind(), compose::explain_refusal(lang, &problem)))
            }
        }
    }
}

fn unknown_seat(lang: Lang, code: &str, is_several: bool) -> AppError {
    AppError::new(ErrorKind::NotFound, compose::unknown_seat(lang, code, is_several))
}
