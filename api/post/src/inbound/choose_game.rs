//! Choice of the game that a reply to a mail about several games is about.

use broadside_i18n::Lang;
use broadside_notation::{self as notation, Problem, SeveralGames};
use broadside_store::KeyGame;
use broadside_worker::jobs::JobError;

use super::InboundProcessor;
use super::commands;
use super::context::SenderContext;
use super::plan::ParsedRequest;
use super::player_mail::{Authority, MailTarget};
use crate::compose::{self, UnclearGame};
use crate::read::ParsedMessage;

impl InboundProcessor {
    /// Returns the target of a reply to a mail about several games, and the mail without the line
    /// that names a game. A reply without such a line is about the only game that waited for the
    /// player, if no other game could take its commands. Otherwise it is not certain which game is
    /// meant.
    pub(super) async fn choose_game(
        &self,
        sender: &SenderContext<'_>,
        games: &[KeyGame],
        is_aged: bool,
    ) -> Result<(ParsedMessage, MailTarget), JobError> {
        let choice = match notation::choose_game(&sender.message.text) {
            Ok(choice) => choice,
            Err(SeveralGames) => {
                let unclear = self.unclear_game(sender, UnclearGame::Several, games).await?;
                return Ok((sender.message.clone(), unclear));
            }
        };
        let message = ParsedMessage { text: choice.text, ..sender.message.clone() };
        let target = match choice.number {
            Some(number) => self.named_game(sender, games, number, is_aged).await?,
            None => self.implied_game(sender, &message, games, is_aged).await?,
        };
        Ok((message, target))
    }

    /// Returns the game that a reply names.
    async fn named_game(
        &self,
        sender: &SenderContext<'_>,
        games: &[KeyGame],
        number: u32,
        is_aged: bool,
    ) -> Result<MailTarget, JobError> {
        let named = (1..).zip(games).find(|(n, _)| *n == number);
        let game = match named {
            Some((_, KeyGame { game_id, turn, .. })) => {
                self.game_of_key(&sender.mailbox.player_id, game_id, *turn).await?
            }
            None => None,
        };
        match game {
            Some(game) => Ok(MailTarget::of_game(game, is_aged)),
            None => self.unclear_game(sender, UnclearGame::Unknown, games).await,
        }
    }

    /// Returns the game of a reply that names none.
    async fn implied_game(
        &self,
        sender: &SenderContext<'_>,
        message: &ParsedMessage,
        games: &[KeyGame],
        is_aged: bool,
    ) -> Result<MailTarget, JobError> {
        let no_game = MailTarget::NoGame(Authority::new(is_aged, None));
        let Err(failure) = commands::parse(message, None) else { return Ok(no_game) };
        let waiting: Vec<_> = games.iter().filter(|game| game.waits).collect();
        if let [only] = waiting[..] {
            for other in games.iter().filter(|other| *other != only) {
                if self.could_take(sender, message, other, is_aged).await? {
                    return self.unclear_game(sender, UnclearGame::Unnamed, games).await;
                }
            }
            let game =
                self.game_of_key(&sender.mailbox.player_id, &only.game_id, only.turn).await?;
            return Ok(game.map_or(no_game, |game| MailTarget::of_game(game, is_aged)));
        }
        if failure.errors.iter().any(|error| error.problem == Problem::NoGame) {
            self.unclear_game(sender, UnclearGame::Unnamed, games).await
        } else {
            Ok(no_game)
        }
    }

    /// Returns true if the commands of a mail would be carried out in this game.
    async fn could_take(
        &self,
        sender: &SenderContext<'_>,
        message: &ParsedMessage,
        KeyGame { game_id, turn, .. }: &KeyGame,
        is_aged: bool,
    ) -> Result<bool, JobError> {
        let player_id = &sender.mailbox.player_id;
        let Some(game) = self.game_of_key(player_id, game_id, *turn).await? else {
            return Ok(false);
        };
        let Ok(statements) = game.parse(player_id, message) else { return Ok(false) };
        let Ok(request) = ParsedRequest::from_statements(&statements) else { return Ok(false) };
        let authority = Authority::new(is_aged, Some(&game));
        if !request.steps.iter().all(|step| authority.allows(&step.action)) {
            return Ok(false);
        }
        match self.post.app.dry_run(player_id, game_id, None, &request.commands()).await {
            Ok(()) => Ok(true),
            Err((_, problem)) if problem.kind().is_transient() => Err(problem.into()),
            Err(_) => Ok(false),
        }
    }

    /// Returns the target of a reply if it is not certain which of these games it is about.
    async fn unclear_game(
        &self,
        sender: &SenderContext<'_>,
        problem: UnclearGame,
        games: &[KeyGame],
    ) -> Result<MailTarget, JobError> {
        let player_id = &sender.mailbox.player_id;
        let mut views = Vec::new();
        for (number, KeyGame { game_id, turn, .. }) in (1..).zip(games) {
            if let Some(game) = self.game_of_key(player_id, game_id, *turn).await? {
                let view = self.post.view_of(&game.loaded, game.viewer, player_id).await?;
                views.push((number, view));
            }
        }
        let lang = Lang::from_code(&sender.mailbox.lang);
        Ok(MailTarget::Unclear(problem, compose::game_choices(lang, &views)))
    }
}
