//! Moves that a player writes ahead of time. One of them is tried in each turn of the player.
//!
//! A queue is a secret of its player, like a placement. Nobody else can see that there is one: a
//! move from it looks like a move by hand, except for the time at which it is made.

use broadside_domain::command::{GameCommand, QueueEdit, QueuedMove};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::Revision;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Seat;
use broadside_engine::table::Status;
use broadside_store::{MoveQueueRow, move_queues, retry_conflicts};
use serde::{Deserialize, Serialize};

use super::command::{self, Caller, check_ruleset};
use super::idempotency::{Idempotency, IdempotencyRequest, IdempotencyScope};
use super::{App, require_seat};
use crate::play::{CommandOutcome, LiveGame, StepRequest, TimedEvent};

/// Maximum number of moves in a queue.
const MAX_MOVES: usize = 20;

/// Queue of the moves of a player in a game. It is stored as JSON, without what the columns of its
/// row say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveQueue {
    /// Moves that wait, in order.
    pub moves: Vec<QueuedMove>,
    /// Moves that were dropped since the queue was last written.
    pub dropped: Option<DroppedMoves>,
    /// Time of the last change; `None` if there is no queue.
    #[serde(skip)]
    pub changed_at: Option<Time>,
    /// Turn of the game in which a move was last tried.
    #[serde(skip)]
    pub tried_turn: Option<u32>,
}

/// Moves that were dropped, because the first of them did not fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DroppedMoves {
    /// The moves, in order.
    pub moves: Vec<QueuedMove>,
    /// Kind of the refusal of the first move.
    pub kind: String,
    /// Explanation of the refusal.
    pub detail: String,
    /// Number of the rule that the move breaks, if it breaks one.
    pub rule: Option<String>,
    /// Time of the refusal, in milliseconds.
    pub at: i64,
}

/// State of a queue that its player has seen.
pub trait SeenQueue: Sync {
    /// Checks that the queue is still as it was seen.
    ///
    /// # Errors
    /// If it has changed.
    fn check_current(&self, queue: &MoveQueue) -> Result<(), AppError>;
}

impl MoveQueue {
    /// Reads a stored queue.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(row: &MoveQueueRow) -> Result<Self, AppError> {
        let content: Self = serde_json::from_str(&row.content).map_err(AppError::internal)?;
        Ok(Self { changed_at: Some(row.changed_at), tried_turn: row.tried_turn, ..content })
    }

    /// Returns true if the server is about to try a move: it is the turn of the player in this
    /// seat, and none was tried in this turn.
    pub fn is_due(&self, game: &LiveGame, seat: Seat) -> bool {
        !self.moves.is_empty()
            && game.game.status() == Status::Playing
            && game.game.to_move().contains(seat)
            && self.tried_turn != Some(game.game.turn())
    }

    /// Creates a queue without dropped moves.
    fn of(moves: &[QueuedMove]) -> Self {
        Self { moves: moves.to_vec(), ..Self::default() }
    }

    /// Returns the queue as it is stored.
    fn text(&self) -> Result<String, AppError> {
        serde_json::to_string(self).map_err(AppError::internal)
    }
}

impl App {
    /// Returns the queue of a player in a game; an empty one if they have no queue.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn move_queue(&self, game_id: &str, player_id: &str) -> Result<MoveQueue, AppError> {
        let row = self.store.move_queue(game_id, player_id).await?;
        read_or_empty(row.as_ref())
    }

    /// Changes the queue of a player in a game, if it is as the player has seen it. Returns the new
    /// queue. Once this has returned, moves that are no longer in it are not made any more.
    ///
    /// # Errors
    /// If a move cannot be read, there are too many, the player has no seat in the game, the game
    /// is over, the queue has changed, or the store fails.
    pub async fn edit_seen_queue(
        &self,
        player_id: &str,
        game_id: &str,
        edit: &QueueEdit,
        seen: &dyn SeenQueue,
    ) -> Result<MoveQueue, AppError> {
        self.write_queue(player_id, game_id, edit, Some(seen), &IdempotencyScope::NONE).await
    }

    /// Changes the queue of a player in a game, once for each idempotency key.
    ///
    /// # Errors
    /// If a move cannot be read, there are too many, the player has no seat in the game, the game
    /// is over, or the store fails.
    pub async fn edit_queue(
        &self,
        player_id: &str,
        game_id: &str,
        edit: &QueueEdit,
        idempotency: &IdempotencyRequest,
    ) -> Result<(), AppError> {
        match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(()) => Ok(()),
            Idempotency::Execute(scope) => {
                self.write_queue(player_id, game_id, edit, None, &scope).await.map(drop)
            }
        }
    }

    /// Changes the queue of a player in a game. Returns the new queue.
    async fn write_queue(
        &self,
        player_id: &str,
        game_id: &str,
        edit: &QueueEdit,
        seen: Option<&dyn SeenQueue>,
        scope: &IdempotencyScope,
    ) -> Result<MoveQueue, AppError> {
        let queue = retry_conflicts::<_, AppError, _>(|| async {
            let game = self.find_game(game_id, player_id).await?;
            require_seat(&game, player_id)?;
            let before = self.store.move_queue(game_id, player_id).await?;
            let current = read_or_empty(before.as_ref())?;
            if let Some(seen) = seen {
                seen.check_current(&current)?;
            }
            let moves = edited_moves(edit, &game, &current)?;
            if moves.is_empty() && before.is_none() {
                return Ok(Some(MoveQueue::default()));
            }
            let tried_turn = before.as_ref().and_then(|before| before.tried_turn);
            // An empty queue remembers that a move was tried in this turn.
            let has_row = !moves.is_empty() || tried_turn == Some(game.game.turn());
            let after = has_row.then_some(MoveQueueRow {
                game_id: game_id.to_owned(),
                player_id: player_id.to_owned(),
                content: MoveQueue::of(&moves).text()?,
                waiting: !moves.is_empty(),
                tried_turn,
                changed_at: self.env.now().after(before.as_ref().map(|queue| queue.changed_at)),
            });
            let queue = read_or_empty(after.as_ref())?;
            let change = move_queues::Replace {
                response: scope.record(&()),
                ..queue_change(&game, player_id, before.as_ref(), after)
            };
            if self.commit_queue(change).await? {
                return Ok(Some(queue));
            }
            self.check_unanswered(scope).await?;
            self.require_player(player_id).await?;
            Ok(None)
        })
        .await?;
        // A move may be due already.
        self.play.notifier().notify(player_id, std::iter::empty());
        Ok(queue)
    }

    /// Commits a change of a queue; false on a conflict. The game has a new meta version then, so
    /// it is read again.
    async fn commit_queue(&self, change: move_queues::Replace) -> Result<bool, AppError> {
        let game_id = change.game_id.clone();
        let replaced = self.store.try_commit(change).await;
        self.play.evict(&game_id).await;
        Ok(replaced?)
    }

    /// Returns the row of a queue after a move of it was tried in a turn.
    fn tried_row(
        &self,
        before: &MoveQueueRow,
        after: &MoveQueue,
        turn: u32,
    ) -> Result<MoveQueueRow, AppError> {
        Ok(MoveQueueRow {
            content: after.text()?,
            waiting: !after.moves.is_empty(),
            tried_turn: Some(turn),
            changed_at: self.env.now().after(Some(before.changed_at)),
            ..before.clone()
        })
    }

    /// Tries the next move of a queue, if it is the turn of its player and none was tried in this
    /// turn. A move that does not fit is dropped, and so are those after it. Returns true if the
    /// move was made or dropped.
    ///
    /// Must run to its end, like [`crate::play::Play::step`].
    ///
    /// # Errors
    /// If the store fails.
    pub async fn try_queue(&self, game_id: &str, player_id: &str) -> Result<bool, AppError> {
        // The game first: a change of the queue after this raises the meta version of the game.
        let Some(game) = self.play.game(game_id).await? else { return Ok(false) };
        let Some(row) = self.store.move_queue(game_id, player_id).await? else {
            return Ok(false);
        };
        let Some(seat) = game.seat_of(player_id) else { return Ok(false) };
        let turn = game.game.turn();
        let queue = MoveQueue::read(&row)?;
        let is_due = queue.is_due(&game, seat);
        let Some((actions, rest)) = queue.moves.split_first().filter(|_| is_due) else {
            return Ok(false);
        };
        let command = GameCommand::Act { ruleset: game.game.ruleset(), actions: actions.clone() };
        let step = QueuedStep {
            command,
            caller: Caller { player_id: player_id.to_owned(), joining: None },
            revision: game.row.revision(),
            queue: self.tried_row(&row, &MoveQueue::of(rest), turn)?,
        };
        match self.play.step(game_id, &step).await {
            Ok(()) => Ok(true),
            // Something else has happened in the game: the next attempt sees it.
            Err(error) if error.kind() == ErrorKind::Stale => Ok(false),
            Err(error) if error.kind().is_refusal() => {
                let dropped = DroppedMoves {
                    moves: queue.moves.clone(),
                    kind: error.kind().name().to_owned(),
                    detail: error.detail().to_owned(),
                    rule: error.rule().map(str::to_owned),
                    at: self.env.now().0,
                };
                let after = MoveQueue { dropped: Some(dropped), ..MoveQueue::default() };
                let after = self.tried_row(&row, &after, turn)?;
                let change = queue_change(&game, player_id, Some(&row), Some(after));
                self.commit_queue(change).await
            }
            Err(error) => Err(error),
        }
    }
}

/// Step of the next move of a queue.
struct QueuedStep {
    command: GameCommand,
    caller: Caller,
    /// Revision of the game that the queue was read after.
    revision: Revision,
    /// The queue after the step, without the move.
    queue: MoveQueueRow,
}

impl StepRequest for QueuedStep {
    type Response = ();

    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError> {
        if game.row.revision() != self.revision {
            return Err(AppError::from_kind(ErrorKind::Stale));
        }
        let outcome = command::decide(&self.command, game, &self.caller)?;
        Ok(CommandOutcome { queue: Some(self.queue.clone()), ..outcome })
    }

    fn response(&self, _: &LiveGame, _: &[TimedEvent]) -> ((), Option<IdempotencyRecord>) {
        ((), None)
    }
}

/// Returns the moves of a queue after a change.
///
/// # Errors
/// If a move cannot be read, there are too many, or the game is over or of another ruleset.
pub(crate) fn edited_moves(
    edit: &QueueEdit,
    game: &LiveGame,
    before: &MoveQueue,
) -> Result<Vec<QueuedMove>, AppError> {
    let ruleset = game.game.ruleset();
    check_ruleset(ruleset, edit.ruleset.unwrap_or(ruleset))?;
    let earlier = if edit.clear { &[][..] } else { &before.moves };
    let moves = [earlier, &edit.moves].concat();
    check_moves(ruleset, &moves)?;
    if game.game.status().is_over() && !moves.is_empty() {
        return Err(AppError::from_kind(ErrorKind::GameOver));
    }
    Ok(moves)
}

/// Reads a stored queue. Without one, returns an empty queue.
fn read_or_empty(row: Option<&MoveQueueRow>) -> Result<MoveQueue, AppError> {
    row.map_or_else(|| Ok(MoveQueue::default()), MoveQueue::read)
}

/// Creates the change of a queue of a player that was decided on a game.
fn queue_change(
    game: &LiveGame,
    player_id: &str,
    before: Option<&MoveQueueRow>,
    after: Option<MoveQueueRow>,
) -> move_queues::Replace {
    move_queues::Replace {
        game_id: game.row.id.clone(),
        player_id: player_id.to_owned(),
        from: game.game.version(),
        before: before.map(|before| before.changed_at),
        after,
        response: None,
    }
}

/// Checks the number of moves, and whether each can be read. Whether it fits is known only when it
/// is tried.
fn check_moves(ruleset: RulesetId, moves: &[QueuedMove]) -> Result<(), AppError> {
    if moves.len() > MAX_MOVES {
        let detail = format!("a queue holds at most {MAX_MOVES} moves, not {}", moves.len());
        return Err(AppError::field("moves", detail));
    }
    for (index, actions) in moves.iter().enumerate() {
        let checked = ruleset.check_actions(actions);
        checked.map_err(|error| error.within(&format!("moves[{index}]")))?;
    }
    Ok(())
}
