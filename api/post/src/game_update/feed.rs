//! News of a game in the feed of a player.

use std::collections::BTreeSet;

use broadside_domain::feed::{FeedItem, FeedItemKind, NotificationKind};
use broadside_domain::mail::Frequency;
use broadside_domain::player::display_name;
use broadside_domain::time::Time;
use broadside_engine::table::Status;
use broadside_store::{MailboxRow, StoreError};

use super::attachments::{default_sheets, final_sheets};
use super::error::UpdateError;
use super::snapshot::ReaderSnapshot;
use super::topic::{Notices, topic};
use super::update::GameUpdate;
use crate::Post;
use crate::compose::MailTopic;

/// Maximum number of messages of other players in a mail. It is the default of the daily limit on
/// messages of a player in a game.
const MAX_MESSAGES: usize = 100;

/// Maximum time for which mail waits for a move that was written ahead of time, in milliseconds.
const QUEUE_DELAY: i64 = 10_000;

/// News of a game to report to a player.
pub(crate) enum PendingNews {
    /// Nothing.
    Nothing,
    /// A stranger challenges the player. This gets no mail of its own.
    Challenged,
    /// The server is about to try a move that the player wrote ahead of time. A mail about the turn
    /// would be out of date when it arrives.
    MoveDue,
    /// News for a mail.
    Mail(Box<GameUpdate>),
}

impl Post {
    /// Builds the news of a game for these rows of the feed. If it may wait for a move that was
    /// written ahead of time, it does so for a short time only: since the last step of the game, or
    /// since the start of the service, which may have been down.
    pub(crate) async fn update_for_feed(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        rows: &[&FeedItem],
        may_wait: bool,
    ) -> Result<PendingNews, UpdateError> {
        let player_id = &mailbox.player_id;
        let first_event = rows.iter().find_map(|row| match row.what {
            FeedItemKind::Events { seq, event_count } => Some(seq.saturating_sub(event_count)),
            FeedItemKind::Notice(_) => None,
        });
        let Some(snapshot) = self.snapshot(mailbox, game_id, first_event, None).await? else {
            return Ok(PendingNews::Nothing);
        };
        let wait_until = snapshot.loaded.last_at.0.max(self.started.0) + QUEUE_DELAY;
        if may_wait && snapshot.is_move_due && self.app.env.now().0 <= wait_until {
            return Ok(PendingNews::MoveDue);
        }
        let creator = &snapshot.loaded.row.created_by;
        if snapshot.viewer.seat().is_none()
            && !self.app.store.are_acquainted(player_id, creator).await?
        {
            return Ok(if snapshot.view.is_challenged() {
                PendingNews::Challenged
            } else {
                PendingNews::Nothing
            });
        }
        let players = snapshot.loaded.seats.iter().filter_map(|seat| seat.player.as_ref());
        let others: Vec<_> =
            players.map(|player| player.id.clone()).filter(|id| id != player_id).collect();
        let strangers = self.has_strangers(&snapshot, player_id, &others).await?;
        let mut numbers = BTreeSet::new();
        let mut reminded = false;
        let mut restored = false;
        for row in rows {
            match row.what {
                FeedItemKind::Notice(NotificationKind::Message(number))
                    if snapshot.viewer.seat().is_some() =>
                {
                    numbers.insert(number);
                }
                FeedItemKind::Notice(NotificationKind::Restored(_)) => restored = true,
                FeedItemKind::Notice(NotificationKind::Deadline(due)) => {
                    reminded |= snapshot.view.is_my_turn() && snapshot.view.due == Some(due);
                }
                _ => {}
            }
        }
        let (mut messages, mut earlier) = self.new_messages(game_id, player_id, &numbers).await?;
        let is_turn_reported = snapshot.reported_turn() == Some(snapshot.current_turn());
        let notices = Notices { reminded, restored };
        let topic = topic(mailbox.frequency, &snapshot.view, &messages, notices, is_turn_reported);
        let Some(topic) = topic else { return Ok(PendingNews::Nothing) };
        if mailbox.frequency == Frequency::Reminders {
            messages.clear();
            earlier = 0;
        }
        let sheets = match snapshot.viewer.seat() {
            Some(_) if mailbox.sheets && topic != MailTopic::Message => {
                default_sheets(&snapshot.loaded)
            }
            Some(_) if topic == MailTopic::Over => final_sheets(&snapshot.loaded),
            _ => Vec::new(),
        };
        let mut update =
            self.build_update(mailbox, snapshot, topic, &sheets, topic == MailTopic::Over);
        update.last_row = rows.last().map_or((0, Time(0)), |row| (row.number, row.at));
        update.news.messages = messages;
        update.news.earlier = earlier;
        update.news.restored = restored;
        update.news.strangers = strangers;
        Ok(PendingNews::Mail(Box::new(update)))
    }

    /// Returns true if a game has not begun, and the player does not know some player who has a
    /// seat, or who had one: nothing is known of players who left.
    async fn has_strangers(
        &self,
        snapshot: &ReaderSnapshot,
        player_id: &str,
        others: &[String],
    ) -> Result<bool, UpdateError> {
        if matches!(snapshot.loaded.game.status(), Status::Playing | Status::Finished) {
            return Ok(false);
        }
        if others.is_empty() && snapshot.loaded.seats.len() > 1 {
            return Ok(true);
        }
        for other in others {
            if !self.app.store.are_acquainted(player_id, other).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the messages of other players with these numbers. Returns the newest ones, and the
    /// number of earlier ones that are left out. Skips messages without text, and those of blocked
    /// players.
    async fn new_messages(
        &self,
        game_id: &str,
        player_id: &str,
        numbers: &BTreeSet<u64>,
    ) -> Result<(Vec<(String, String)>, usize), StoreError> {
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return Ok((Vec::new(), 0));
        };
        let before = first.saturating_sub(1);
        let count = u32::try_from(last - first + 1).unwrap_or(u32::MAX);
        let rows = self.app.store.messages(game_id, player_id, before, count).await?;
        let mut messages: Vec<_> = rows
            .into_iter()
            .filter(|row| numbers.contains(&row.message.number) && !row.blocked)
            .filter_map(|row| Some((display_name(&row.name?, row.is_bot), row.message.text?)))
            .collect();
        let earlier = messages.len().saturating_sub(MAX_MESSAGES);
        messages.drain(..earlier);
        Ok((messages, earlier))
    }
}
