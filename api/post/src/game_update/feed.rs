//! News of a game in the feed of a player.

use std::collections::BTreeSet;

use crate::compose::MailTopic;
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
        let begins = rows.iter().find_map(|row| match row.what {
            FeedItemKind::Events { seq, event_count } => Some(seq.saturating_sub(event_count)),
            FeedItemKind::Notice(_) => None,
        });
        let Some(look) = self.snapshot(mailbox, game_id, begins, None).await? else {
            return Ok(PendingNews::Nothing);
        };
        let tried_by = look.loaded.last_at.0.max(self.started.0) + QUEUE_DELAY;
        if may_wait && look.is_move_due && self.app.env.now().0 <= tried_by {
            return Ok(PendingNews::MoveDue);
        }
        let maker = &look.loaded.row.created_by;
        if look.viewer.seat().is_none() && !self.app.store.are_acquainted(player_id, maker).await? {
            return Ok(if look.seen.is_challenged() {
                PendingNews::Challenged
            } else {
                PendingNews::Nothing
            });
        }
        let others = look.loaded.seats.iter().filter_map(|seat| seat.player.as_ref());
        let others: Vec<_> =
            others.map(|other| other.id.clone()).filter(|other| other != player_id).collect();
        let strangers = self.has_strangers(&look, player_id, &others).await?;
        let mut numbers = BTreeSet::new();
        let (mut reminded, mut restored) = (false, false);
        for row in rows {
            match row.what {
                FeedItemKind::Notice(NotificationKind::Message(number))
                    if look.viewer.seat().is_some() =>
                {
                    numbers.insert(number);
                }
                FeedItemKind::Notice(NotificationKind::Restored(_)) => restored = true,
                FeedItemKind::Notice(NotificationKind::Deadline(due)) => {
                    reminded |= look.seen.is_my_turn() && look.seen.due == Some(due);
                }
                _ => {}
            }
        }
        let (mut messages, mut earlier) = self.new_messages(game_id, player_id, &numbers).await?;
        let told = look.reported_turn() == Some(look.current_turn());
        let Some(topic) =
            topic(mailbox.frequency, &look.seen, &messages, Notices { reminded, restored }, told)
        else {
            return Ok(PendingNews::Nothing);
        };
        if mailbox.frequency == Frequency::Reminders {
            messages.clear();
            earlier = 0;
        }
        let sheets = match look.viewer.seat() {
            Some(_) if mailbox.sheets && topic != MailTopic::Message => {
                default_sheets(&look.loaded)
            }
            Some(_) if topic == MailTopic::Over => final_sheets(&look.loaded),
            _ => Vec::new(),
        };
        let of = rows.last().map_or((0, Time(0)), |row| (row.number, row.at));
        let mut written =
            self.build_update(mailbox, look, topic, &sheets, topic == MailTopic::Over);
        (written.news.messages, written.news.earlier, written.of) = (messages, earlier, of);
        written.news.restored = restored;
        written.news.strangers = strangers;
        Ok(PendingNews::Mail(Box::new(written)))
    }

    /// Returns true if a game has not begun, and the player does not know some player who has a
    /// seat, or who had one: nothing is known of players who left.
    async fn has_strangers(
        &self,
        look: &ReaderSnapshot,
        player_id: &str,
        others: &[String],
    ) -> Result<bool, UpdateError> {
        if matches!(look.loaded.game.status(), Status::Playing | Status::Finished) {
            return Ok(false);
        }
        if others.is_empty() && look.loaded.seats.len() > 1 {
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
        let (before, count) =
            (first.saturating_sub(1), u32::try_from(last - first + 1).unwrap_or(u32::MAX));
        let found = self.app.store.messages(game_id, player_id, before, count).await?;
        let mut messages: Vec<_> = found
            .into_iter()
            .filter(|read| numbers.contains(&read.message.number) && !read.blocked)
            .filter_map(|read| Some((display_name(&read.name?, read.is_bot), read.message.text?)))
            .collect();
        let earlier = messages.len().saturating_sub(MAX_MESSAGES);
        messages.drain(..earlier);
        Ok((messages, earlier))
    }
}
