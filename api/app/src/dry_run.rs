//! Dry runs: commands on a copy of a game, which is then discarded.

use std::sync::Arc;

use broadside_domain::command::{Command, GameCommand, SeatClaim};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::time::{DAY, Time};

use super::command::{self, Caller, check_ruleset};
use super::join::JoiningPlayer;
use super::queue::edited_moves;
use super::rematch::check_rematch;
use super::{App, message, note, require_seat};
use crate::play::LiveGame;

impl App {
    /// Checks if all of these commands would succeed in a game, one after the other, using only
    /// what the player knows. If the hash of an invitation code is given, the player first takes
    /// its seat; their id is empty if they have no account. Changes nothing.
    ///
    /// # Errors
    /// The index of the first command that would fail, with the error.
    pub async fn dry_run(
        &self,
        player_id: &str,
        game_id: &str,
        invitation: Option<&str>,
        commands: &[Command],
    ) -> Result<(), (usize, AppError)> {
        if commands.is_empty() && invitation.is_none() {
            return Ok(());
        }
        let game = self.require_game(game_id).await.map_err(|error| (0, error))?;
        let game = (*game).clone();
        let mut copy = DryRun { app: self, player_id, game, messages: 0, notes: None };
        if let Some(code_hash) = invitation {
            copy.take_invited_seat(code_hash).map_err(|error| (0, error))?;
        }
        for (index, command) in commands.iter().enumerate() {
            copy.run(command).await.map_err(|error| (index, error))?;
        }
        Ok(())
    }
}

/// Copy of a game, with the effects of the commands so far. Results that the player cannot know yet
/// are left out.
struct DryRun<'a> {
    app: &'a App,
    player_id: &'a str,
    game: LiveGame,
    /// Number of messages so far.
    messages: u64,
    /// Text of the notes, once a command has read it.
    notes: Option<String>,
}

impl DryRun<'_> {
    /// Checks a command, and applies it to the copy.
    async fn run(&mut self, command: &Command) -> Result<(), AppError> {
        let Self { app, player_id, game, .. } = &*self;
        match command {
            Command::Say(text) => {
                message::check_message(game, player_id, text)?;
                let since = Time(app.env.now().0 - DAY);
                app.check_message_quota(&game.row.id, player_id, since, self.messages + 1).await?;
                self.messages += 1;
                Ok(())
            }
            Command::Note(line) => {
                require_seat(game, player_id)?;
                let before = match &self.notes {
                    Some(notes) => notes.clone(),
                    None => app
                        .notes(&game.row.id, player_id)
                        .await?
                        .map(|note| note.text)
                        .unwrap_or_default(),
                };
                self.notes = Some(note::append_line(&before, line)?);
                Ok(())
            }
            // The result of actions depends on what the player cannot know.
            Command::Game(GameCommand::Act { ruleset, actions }) => {
                let seat = require_seat(game, player_id)?;
                check_ruleset(game.game.ruleset(), *ruleset)?;
                app.preview_actions(game, seat, actions).await
            }
            Command::Game(command) => {
                command::validate(command)?;
                let caller = app.caller(player_id, &game.row.id, command).await?;
                self.apply(command, &caller)
            }
            Command::Queue(edit) => {
                require_seat(game, player_id)?;
                let before = app.move_queue(&game.row.id, player_id).await?;
                edited_moves(edit, game, &before).map(drop)
            }
            Command::Rematch => check_rematch(game, player_id),
        }
    }

    /// Applies a command to the copy.
    fn apply(&mut self, command: &GameCommand, caller: &Caller) -> Result<(), AppError> {
        let outcome = command::decide(command, &self.game, caller)?;
        *self.game.game = outcome.step.game;
        for (seat, player) in outcome.seat_updates {
            Arc::make_mut(&mut self.game.seats)[seat.index()].player = player;
        }
        Ok(())
    }

    /// Seats the player on the seat of an invitation, unless they already have a seat.
    fn take_invited_seat(&mut self, code_hash: &str) -> Result<(), AppError> {
        let player = PlayerRow {
            id: self.player_id.to_owned(),
            name: None,
            created_at: self.app.env.now(),
            reminders: Vec::new(),
            vacations: Vec::new(),
            is_bot: false,
        };
        let joining = Some(JoiningPlayer { player, is_blocked: false, bot_games: Ok(()) });
        let caller = Caller { player_id: self.player_id.to_owned(), joining };
        let claim = SeatClaim::Invitation(code_hash.to_owned());
        match self.apply(&GameCommand::Join(claim), &caller) {
            Err(refusal) if refusal.kind() == ErrorKind::AlreadySeated => Ok(()),
            applied => applied,
        }
    }
}
