//! Messages between the players of a game.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::feed::{Notification, NotificationKind};
use broadside_domain::player::PlayerRow;
use broadside_domain::text::validate_text;
use broadside_domain::time::{DAY, Time};
use broadside_engine::seat::Seat;
use broadside_store::{MessageRead, MessageRow, messages, retry_conflicts};

use super::idempotency::{Idempotency, IdempotencyRequest, IdempotentResponse};
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

/// Message with its number, before it is committed.
struct NumberedMessage {
    row: MessageRow,
    notices: Vec<Notification>,
    /// Maximum number of messages of its author since a time.
    max: (u32, Time),
}

impl NumberedMessage {
    /// Returns the message as its author reads it.
    fn read(&self, author: &PlayerRow) -> MessageRead {
        MessageRead {
            message: self.row.clone(),
            name: author.name.clone(),
            is_bot: author.is_bot,
            blocked: false,
        }
    }
}

impl App {
    /// Sends a message of a player to the others in a game, once for each idempotency key. `render`
    /// creates the response from the message.
    ///
    /// # Errors
    /// If the player has no seat in the game, it is a game for one, the text is not valid, the
    /// player has written too many messages, or the store fails.
    pub async fn send_message<A: IdempotentResponse>(
        &self,
        player_id: &str,
        game_id: &str,
        text: &str,
        idempotency: &IdempotencyRequest,
        render: impl Fn(MessageRead) -> Result<A, AppError> + Send + Sync,
    ) -> Result<A, AppError> {
        let scope = match self.begin(player_id, idempotency).await? {
            Idempotency::Repeat(response) => return Ok(response),
            Idempotency::Execute(scope) => scope,
        };
        let game = self.find_game(game_id, player_id).await?;
        let (seat, text) = check_message(&game, player_id, text)?;
        let message = NewMessage { author: self.require_player(player_id).await?, seat, text };
        let sending = retry_conflicts(|| async {
            let numbered = self.number_message(game_id, &message).await?;
            let response = render(numbered.read(&message.author))?;
            let NumberedMessage { row, notices, max } = numbered;
            let others: Vec<_> = notices.iter().map(|notice| notice.player_id.clone()).collect();
            let response_record = scope.record(&response);
            let add = messages::Add { message: row, max, response: response_record, notices };
            if self.store.try_commit(add).await? {
                self.play.notifier().notify(game_id, others.iter().map(String::as_str));
                return Ok(Some(response));
            }
            self.check_unanswered(&scope).await?;
            self.require_player(&message.author.id).await?;
            Ok(None)
        });
        // One at a time on this node, so that no message must be renumbered after a conflict.
        self.play.with_lock(game_id, sending).await
    }

    /// Gives a message the next number, and a notice to each other player.
    ///
    /// # Errors
    /// If its author has written too many, or the store fails.
    async fn number_message(
        &self,
        game_id: &str,
        message: &NewMessage,
    ) -> Result<NumberedMessage, AppError> {
        let author = &message.author;
        let at = self.env.now();
        let since = Time(at.0 - DAY);
        self.check_message_quota(game_id, &author.id, since, 1).await?;
        let others = self.store.recipients(game_id, &author.id).await?;
        // Read this last, to leave little time for a conflict before the commit.
        let number = self.store.last_message(game_id).await? + 1;
        let about = NotificationKind::Message(number);
        let mut notices = Vec::new();
        for player_id in others {
            notices.push(Notification { player_id, game_id: game_id.to_owned(), about, at });
        }
        let row = MessageRow {
            game_id: game_id.to_owned(),
            number,
            player_id: author.id.clone(),
            seat: message.seat.number(),
            text: Some(message.text.clone()),
            at,
        };
        Ok(NumberedMessage { row, notices, max: (self.limits.messages, since) })
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
        let max = self.limits.messages;
        let (count, first) = self.store.messages_written(player_id, game_id, since).await?;
        if count + more <= u64::from(max) {
            return Ok(());
        }
        let wait = first.map_or(DAY, |first| first.0 - since.0);
        let seconds = (wait as u64).div_ceil(1000).max(1);
        let detail = format!(
            "a player may write {max} messages in a game within 24 hours: write the next in {seconds} s"
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
