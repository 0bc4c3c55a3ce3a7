//! Choice of the game that a reply to a mail about several games is about.

use crate::compose::{self, UnclearGame};
use crate::read::ParsedMessage;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, Problem, SeveralGames};
use broadside_store::KeyGame;

use super::InboundProcessor;
use super::commands;
use super::context::SenderContext;
use super::player_mail::{Addressee, Authority};
use super::workflow::ParsedRequest;
use broadside_worker::jobs::JobError;

impl InboundProcessor {
    /// Returns the target of a reply to a mail about several games, and the mail without the line
    /// that names a game. A reply without such a line is about the only game that waited for the
    /// player, if no other game could take its commands. Otherwise it is not certain which game is
    /// meant.
    pub(super) async fn choose_game(
        &self,
        writer: &SenderContext<'_>,
        games: &[KeyGame],
        is_aged: bool,
    ) -> Result<(ParsedMessage, Addressee), JobError> {
        let choice = match notation::choose_game(&writer.letter.text) {
            Ok(choice) => choice,
            Err(SeveralGames) => {
                let unclear = self.unclear_game(writer, UnclearGame::Several, games).await?;
                return Ok((writer.letter.clone(), unclear));
            }
        };
        let letter = ParsedMessage { text: choice.text, ..writer.letter.clone() };
        let meant = match choice.number {
            Some(number) => self.named_game(writer, games, number, is_aged).await?,
            None => self.implied_game(writer, &letter, games, is_aged).await?,
        };
        Ok((letter, meant))
    }

    /// Returns the game that a reply names.
    async fn named_game(
        &self,
        writer: &SenderContext<'_>,
        games: &[KeyGame],
        number: u32,
        is_aged: bool,
    ) -> Result<Addressee, JobError> {
        let named = (1..).zip(games).find(|(n, _)| *n == number);
        let game = match named {
            Some((_, KeyGame { game_id, turn, .. })) => {
                self.game_of_key(&writer.mailbox.player_id, game_id, *turn).await?
            }
            None => None,
        };
        match game {
            Some(game) => Ok(Addressee::of_game(game, is_aged)),
            None => self.unclear_game(writer, UnclearGame::Unknown, games).await,
        }
    }

    /// Returns the game of a reply that names none.
    async fn implied_game(
        &self,
        writer: &SenderContext<'_>,
        letter: &ParsedMessage,
        games: &[KeyGame],
        is_aged: bool,
    ) -> Result<Addressee, JobError> {
        let no_game = Addressee::NoGame(Authority::new(is_aged, None));
        let Err(failure) = commands::parse(letter, None) else { return Ok(no_game) };
        let waiting: Vec<_> = games.iter().filter(|game| game.waits).collect();
        if let [only] = waiting[..] {
            for other in games.iter().filter(|other| *other != only) {
                if self.could_take(writer, letter, other, is_aged).await? {
                    return self.unclear_game(writer, UnclearGame::Unnamed, games).await;
                }
            }
            let game =
                self.game_of_key(&writer.mailbox.player_id, &only.game_id, only.turn).await?;
            return Ok(game.map_or(no_game, |game| Addressee::of_game(game, is_aged)));
        }
        if failure.errors.iter().any(|error| error.problem == Problem::NoGame) {
            self.unclear_game(writer, UnclearGame::Unnamed, games).await
        } else {
            Ok(no_game)
        }
    }

    /// Returns true if the commands of a mail would be carried out in this game.
    async fn could_take(
        &self,
        writer: &SenderContext<'_>,
        letter: &ParsedMessage,
        KeyGame { game_id, turn, .. }: &KeyGame,
        is_aged: bool,
    ) -> Result<bool, JobError> {
        let player_id = &writer.mailbox.player_id;
        let Some(game) = self.game_of_key(player_id, game_id, *turn).await? else {
            return Ok(false);
        };
        let Ok(said) = game.parse(player_id, letter) else { return Ok(false) };
        let Ok(wanted) = ParsedRequest::from_statements(&said) else { return Ok(false) };
        let authority = Authority::new(is_aged, Some(&game));
        if !wanted.items.iter().all(|item| authority.allows(&item.task)) {
            return Ok(false);
        }
        match self.post.app.dry_run(player_id, game_id, None, &wanted.commands()).await {
            Ok(()) => Ok(true),
            Err((_, problem)) if problem.kind().is_transient() => Err(problem.into()),
            Err(_) => Ok(false),
        }
    }

    /// Returns the target of a reply if it is not certain which of these games it is about.
    async fn unclear_game(
        &self,
        writer: &SenderContext<'_>,
        why: UnclearGame,
        games: &[KeyGame],
    ) -> Result<Addressee, JobError> {
        let player_id = &writer.mailbox.player_id;
        let mut known = Vec::new();
        for (number, KeyGame { game_id, turn, .. }) in (1..).zip(games) {
            if let Some(game) = self.game_of_key(player_id, game_id, *turn).await? {
                let seen = self.post.view_of(&game.loaded, game.viewer, player_id).await?;
                known.push((number, seen));
            }
        }
        let lang = Lang::from_code(&writer.mailbox.lang);
        Ok(Addressee::Unclear(why, compose::game_choices(lang, &known)))
    }
}
