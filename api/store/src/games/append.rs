//! Additions of a change to a game, whether the game is new or takes a step.

use std::collections::HashSet;

use broadside_domain::bot::BotTurn;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameProgress};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::time::Time;
use broadside_engine::record::StoredSecret;

use super::new_game::NewGame;
use super::step::{SeatUpdate, Step};
use crate::move_queues::{MoveQueueRow, QueueUpdate};
use crate::write::WriteResult;

/// Addition to a game: a step, or the start of a new game, which is a step from an empty log.
#[derive(Clone, Copy)]
pub(crate) struct GameAppend<'a> {
    /// Index of the change in the batch.
    pub(crate) index: usize,
    pub(crate) game_id: &'a str,
    /// Length of the log that the change was decided on.
    pub(crate) from: u64,
    /// Meta version that the change was decided on.
    pub(crate) meta_version: u64,
    pub(crate) progress: &'a GameProgress,
    pub(crate) events: &'a [EventRow],
    pub(crate) snapshot: Option<&'a StoredSecret>,
    pub(crate) seat_updates: &'a [SeatUpdate],
    pub(crate) response: Option<&'a IdempotencyRecord>,
    pub(crate) feed_appends: &'a [FeedAppend],
    pub(crate) bot_turn: &'a BotTurn,
    pub(crate) queue_updates: &'a [QueueUpdate],
}

impl<'a> GameAppend<'a> {
    pub(crate) fn of_step(index: usize, step: &'a Step) -> Self {
        Self {
            index,
            game_id: &step.game_id,
            from: step.from,
            meta_version: step.meta_version,
            progress: &step.progress,
            events: &step.events,
            snapshot: step.snapshot.as_ref(),
            seat_updates: &step.seat_updates,
            response: step.response.as_ref(),
            feed_appends: &step.feed_appends,
            bot_turn: &step.bot_turn,
            queue_updates: &step.queue_updates,
        }
    }

    pub(crate) fn of_new_game(index: usize, game: &'a NewGame) -> Self {
        let NewGame { row, events, snapshot, response, feed_appends, bot_turn, .. } = game;
        Self {
            index,
            game_id: &row.id,
            from: 0,
            meta_version: row.meta_version,
            progress: &row.progress,
            events,
            snapshot: Some(snapshot),
            seat_updates: &[],
            response: response.as_ref(),
            feed_appends,
            bot_turn,
            queue_updates: &[],
        }
    }

    /// Returns the changes that may be tried, and marks the others as conflicts. Only the first
    /// change of each game may be tried, because a second one was decided on a state that the first
    /// changes. A change whose idempotency key exists may not be tried.
    pub(crate) fn dedupe(
        appends: Vec<Self>,
        existing: &HashSet<IdempotencyKey>,
        results: &mut [WriteResult],
    ) -> Vec<Self> {
        let mut game_ids = HashSet::new();
        let mut allowed = Vec::new();
        for append in appends {
            let has_response =
                append.response.is_some_and(|response| existing.contains(&response.key));
            if !has_response && game_ids.insert(append.game_id) {
                allowed.push(append);
            } else {
                results[append.index] = WriteResult::Conflict;
            }
        }
        allowed
    }

    /// Returns the queues that the steps were made from, without their moves.
    pub(crate) fn queues_after_moves(&self) -> impl Iterator<Item = &'a MoveQueueRow> + use<'a> {
        self.queue_updates.iter().filter_map(|update| match update {
            QueueUpdate::Made(row) => Some(row),
            QueueUpdate::Deleted(_) => None,
        })
    }

    /// Returns the ids of the game and of the players whose queues are deleted.
    pub(crate) fn deleted_queues(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let game_id = self.game_id;
        self.queue_updates.iter().filter_map(move |update| match update {
            QueueUpdate::Deleted(player_id) => Some((game_id, &**player_id)),
            QueueUpdate::Made(_) => None,
        })
    }

    /// Returns the times at which bots of the game act, and the first of them.
    pub(crate) fn bot_due(&self) -> Option<(Time, String)> {
        match self.bot_turn {
            BotTurn::Due(dues) => Some((dues.first()?, dues.text())),
            BotTurn::Idle | BotTurn::NoBot => None,
        }
    }
}
