//! Answers to the questions in a mail, which change nothing.

use broadside_engine::replay::BoardRange;
use broadside_i18n::Lang;
use broadside_worker::jobs::JobError;

use super::InboundProcessor;
use super::context::{GameContext, SenderContext};
use super::plan::Questions;
use crate::compose::{self, Block, NumberedEvent, WaitingMoves};
use crate::game_update::dropped_moves;
use crate::texts::LetterTexts;

/// Maximum number of events in an answer.
const MAX_EVENTS: u32 = 300;
/// Maximum number of boards in an answer.
const MAX_BOARDS: usize = 8;

impl InboundProcessor {
    /// Renders what the sender asks for, except the states of games and their sheets.
    pub(super) async fn render_answers(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        questions: &Questions,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let mut blocks = Vec::new();
        let ruleset = game.map(|game| game.loaded.game.ruleset());
        if questions.notes {
            blocks.extend(self.render_notes(sender, game, lang).await?);
        }
        if let Some(game) = game.filter(|_| questions.queue) {
            blocks.extend(self.render_queue(sender, game, lang).await?);
        }
        if let (Some(from), Some(game)) = (questions.history, game) {
            blocks.extend(self.render_history(sender, game, from, lang).await?);
        }
        if let Some(game) = game {
            for event in questions.boards.iter().take(MAX_BOARDS) {
                blocks.extend(self.render_board(sender, game, *event, lang).await?);
            }
            let left_out = questions.boards.len().saturating_sub(MAX_BOARDS);
            blocks.extend(
                (left_out > 0).then(|| compose::boards_left_out(lang, MAX_BOARDS, left_out)),
            );
        }
        if let Some(ruleset) = questions.open_games {
            blocks.extend(self.render_open_games(sender, ruleset, lang).await?);
        }
        if questions.stop {
            blocks.extend(self.render_stop(sender, lang));
        }
        if questions.vacations {
            blocks.extend(self.render_vacations(sender, lang).await?);
        }
        if let Some(named) = questions.help {
            blocks.extend(compose::command_help(lang, named.or(ruleset), named));
        }
        if let Some(named) = questions.rules {
            blocks.extend(compose::rules(lang, named.or(ruleset)));
        }
        Ok(blocks)
    }

    /// Renders the events of a game, as lines with their numbers: the newest, or those from a
    /// number on.
    async fn render_history(
        &self,
        sender: &SenderContext<'_>,
        game: &GameContext,
        from: Option<u32>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let last = game.loaded.game.visible(game.viewer);
        let after = match from {
            Some(from) => u64::from(from.saturating_sub(1)),
            None => last.saturating_sub(u64::from(MAX_EVENTS)),
        };
        let log = self.post.app.events(&game.loaded, game.viewer, after, MAX_EVENTS).await?;
        let view = self.post.view_of(&game.loaded, game.viewer, &sender.mailbox.player_id).await?;
        let visible =
            log.iter().filter_map(|event| Some((event.at, event.entry.glimpse(game.viewer)?)));
        // The log may have grown since the game was read.
        let events: Vec<_> = (after + 1..=last)
            .zip(visible)
            .map(|(number, (at, glimpse))| NumberedEvent { number, at, glimpse })
            .collect();
        Ok(compose::history(lang, &view, &events, last))
    }

    /// Renders the maps of a game as they were after an event.
    async fn render_board(
        &self,
        sender: &SenderContext<'_>,
        game: &GameContext,
        event: u32,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let loaded = &game.loaded;
        let viewer = game.viewer;
        let number = u64::from(event);
        let board = match self.post.app.board(loaded, viewer, number).await? {
            Ok(board) => board,
            Err(BoardRange { first, last }) => {
                return Ok(compose::no_board(lang, number, first, last));
            }
        };
        let view = self.post.view_of(loaded, viewer, &sender.mailbox.player_id).await?;
        let events = self.post.app.events(loaded, viewer, number - 1, 1).await?;
        let glimpse = events.first().and_then(|event| event.entry.glimpse(viewer));
        let last = loaded.game.visible(viewer);
        Ok(compose::board(lang, &view, &board, viewer, (number, last), glimpse))
    }

    /// Renders the moves that the sender has written ahead of time.
    async fn render_queue(
        &self,
        sender: &SenderContext<'_>,
        game: &GameContext,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let player_id = &sender.mailbox.player_id;
        let current = &game.loaded.game;
        let queue = self.post.app.move_queue(&game.loaded.row.id, player_id).await?;
        let seat = game.viewer.seat().filter(|seat| current.to_move().contains(*seat));
        let tried = seat.is_some() && queue.tried_turn == Some(current.turn());
        let moves = queue.moves.clone();
        let dropped = seat.and_then(|seat| dropped_moves(&game.loaded, seat, queue));
        let state = WaitingMoves { moves, tried, dropped };
        Ok(compose::queue_state(lang, current.ruleset(), &state))
    }

    /// Renders the sender's own notes on a game, and nobody else's.
    async fn render_notes(
        &self,
        sender: &SenderContext<'_>,
        game: Option<&GameContext>,
        lang: Lang,
    ) -> Result<Vec<Block>, JobError> {
        let Some(game) = game.filter(|game| game.viewer.seat().is_some()) else {
            return Ok(vec![Block::Text(lang.text("answer-no-notes"))]);
        };
        let note = self.post.app.store.note(&game.loaded.row.id, &sender.mailbox.player_id).await?;
        Ok(match note.map(|note| note.text).filter(|words| !words.is_empty()) {
            None => vec![Block::Text(lang.text("answer-no-notes"))],
            // Quoted, so that no line of it looks like a line of the mail.
            Some(words) => {
                vec![
                    Block::Text(lang.text("answer-notes")),
                    Block::List(vec![format!("“{words}”")]),
                ]
            }
        })
    }
}
