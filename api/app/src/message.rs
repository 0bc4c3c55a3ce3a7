//! Messages between the players of a game.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::feed::{Notification, NotificationKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::text::validate_text;
use broadside_domain::time::{DAY, Time};
use broadside_engine::seat::Seat;
use broadside_store::{CommitError, MessageRead, MessageRow, messages, retry_conflicts};

use super::idempotency::{Answer, Idempotency, IdempotencyRequest, IdempotencyScope};
use super::{App, require_seat};
use crate::play::LiveGame;

/// Maximum number of characters in a message.
const MAX_CHARS: usize = 2_000;

/// Message that has no number yet.
struct NewMessage {
    author: PlayerRow,
    seat: Seat,
    text: String,
}

impl App {
    /// Sends a message of a player to the others in a game, once for each idempotency key. `render`
    /// creates the answer from the message.
    ///
    /// # Errors
    /// If the player has no seat in the game, it is a game for one, the text is not valid, the
    /// player has written too many messages, or the store fails.
    pub async fn send_message<A: Answer>(
        &self,
        player_id: &str,
        game_id: &str,
        text: &str,
        idempotency: &IdempotencyRequest,
        render: impl Fn(MessageRead) -> Result<A, AppError> + Send + Sync,
    ) -> Result<A, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(answer) => return Ok(answer),
            Idempotency::Execute(scope) => scope,
        };
        let game = self.find_game(game_id, player_id).await?;
        let (seat, text) = check_message(&game, player_id, text)?;
        let message = NewMessage { author: self.require_player(player_id).await?, seat, text };
        // One at a time on this node, so that no message must be renumbered after a conflict.
        self.play.with_lock(game_id, self.commit_message(game_id, &message, &scope, &render)).await
    }

    /// Gives a message the next number, stores it and notifies the other players.
    async fn commit_message<A: Answer>(
        &self,
        game_id: &str,
        message: &NewMessage,
        scope: &IdempotencyScope,
        render: &(impl Fn(MessageRead) -> Result<A, AppError> + Send + Sync),
    ) -> Result<A, AppError> {
        let NewMessage { author, seat, text } = message;
        retry_conflicts(|| async {
            let at = self.env.now();
            let since = Time(at.0 - DAY);
            self.check_message_quota(game_id, &author.id, since, 1).await?;
            let others = self.store.recipients(game_id, &author.id).await?;
            // Read this last, to leave little time for a conflict before the commit.
            let number = self.store.last_message(game_id).await? + 1;
            let notice = |other: &String| Notification {
                player_id: other.clone(),
                game_id: game_id.to_owned(),
                about: NotificationKind::Message(number),
                at,
            };
            let notices = others.iter().map(notice).collect();
            let row = MessageRow {
                game_id: game_id.to_owned(),
                number,
                player_id: author.id.clone(),
                seat: seat.number(),
                text: Some(text.clone()),
                at,
            };
            let read = MessageRead {
                message: row.clone(),
                name: author.name.clone(),
                is_bot: author.is_bot,
                blocked: false,
            };
            let answer = render(read)?;
            let most = (self.limits.messages, since);
            let add = messages::Add { message: row, most, answer: scope.record(&answer), notices };
            match self.store.commit(add).await {
                Ok(()) => {
                    self.play.notifier().notify(game_id, others.iter().map(String::as_str));
                    return Ok(Some(answer));
                }
                Err(CommitError::Failed(error)) => return Err(AppError::from(error)),
                Err(CommitError::Conflict) => {}
            }
            self.check_unanswered(scope).await?;
            self.require_player(&author.id).await?;
            Ok(None)
        })
        .await
    }

    /// Checks that a player may write `more` messages in a game. Counts the messages since a time
    /// that is a day ago.
    pub(super) async fn check_message_quota(
        &self,
        game_id: &str,
        player_id: &str,
        since: Time,
        more: u64,
    ) -> Result<(), AppError> {
        let most = self.limits.messages;
        let (count, first) = self.store.messages_written(player_id, game_id, since).await?;
        if count + more <= u64::from(most) {
            return Ok(());
        }
        let wait = first.map_or(DAY, |first| first.0 - since.0);
        let seconds = (wait as u64).div_ceil(1000).max(1);
        let detail = format!(
            "a player may write {most} messages in a game within 24 hours: write the next in {seconds} s"
        );
        Err(AppError::new(ErrorKind::TooManyMessages, detail).with_retry_after(seconds))
    }
}

/// Checks that a player may write a message. Returns their seat and the text.
pub(super) fn check_message(
    game: &LiveGame,
    player_id: &str,
    text: &str,
) -> Result<(Seat, String), AppError> {
    let text = validate_text("text", text, MAX_CHARS)?;
    let seat = require_seat(game, player_id)?;
    if game.game.ruleset().is_for_one() {
        let detail = "a game for one has no messages: write a note instead, with `PUT` to the `notes` of the game";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    Ok((seat, text))
}
