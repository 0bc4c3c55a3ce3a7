//! Writing of feed news as mails.

use std::collections::BTreeMap;

use broadside_domain::feed::{FeedItem, FeedItemKind, NotificationKind};
use broadside_domain::limits::MailLimits;
use broadside_domain::mail::{Frequency, MailCounts};
use broadside_domain::time::{DAY, HOUR, Time};
use broadside_store::mail::outbox;
use broadside_store::{FeedReader, LeaseTerm, MailboxRow, StoreError, feed_readers};

use crate::Post;
use crate::game_update::{GameUpdate, OnSheetError, PendingNews, UpdateError, sort_by_urgency};

/// Duration of a mailbox lease, in milliseconds. It is longer than writing for a mailbox takes.
const LEASE: i64 = 60_000;
/// Maximum number of mailboxes per batch.
const BATCH_SIZE: u32 = 16;
/// Number of feed rows per page, and maximum number of pages that are read before mail is written.
const PAGE_SIZE: u32 = 200;
const MAX_PAGES: usize = 50;
/// Time during which a failure to report on a game is retried, in milliseconds.
const RETRY_WINDOW: i64 = HOUR;
/// Maximum number of challenges by strangers in a mail.
const MAX_STRANGER_CHALLENGES: usize = 10;
/// Minimum time between two mails with challenges by strangers.
const STRANGER_MAIL_INTERVAL: i64 = DAY;
/// Time for which folded mail waits for more.
const BATCH_DELAY: i64 = HOUR;
/// Minimum number of days between digests. There is no fixed time of day, because the server does
/// not know the time zones of its players.
const DIGEST_INTERVAL_DAYS: u32 = 1;

/// Returns true for news that waits for nothing.
fn is_urgent(row: &FeedItem) -> bool {
    matches!(
        row.what,
        FeedItemKind::Notice(NotificationKind::Deadline(_) | NotificationKind::Restored(_))
    )
}

/// Outcome of writing for a mailbox.
enum WriteOutcome {
    /// The feed was processed, and any mail is written.
    Written,
    /// Nothing was written, because a pending reply has more to report, or a move of the player is
    /// about to be made.
    Nothing,
    /// There is news, but it waits, because the limits of the player or of the server are reached.
    Held,
}

impl Post {
    /// Writes mails for a batch of mailboxes with news. Returns the number of mailboxes that were
    /// processed.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn write_due(&self) -> Result<usize, StoreError> {
        let lease = self.app.env.new_id();
        let now = self.app.env.now();
        let mut mailboxes = self
            .app
            .store
            .lease_mailboxes(
                LeaseTerm { now, until: Time(now.0 + LEASE), lease: &lease },
                BATCH_SIZE,
            )
            .await?;
        // The order depends on nothing but the ids of the players.
        mailboxes.sort_by(|one, other| one.player_id.cmp(&other.player_id));
        let mut count = 0;
        for mailbox in mailboxes {
            match self.write_mailbox(&mailbox, &lease).await {
                Ok(WriteOutcome::Written) => count += 1,
                // Release the mailbox: it is processed once the reply is written.
                Ok(WriteOutcome::Nothing) => {}
                // Keep the lease: the mailbox is processed again when it expires.
                Ok(WriteOutcome::Held) => continue,
                // Keep the lease: the mailbox is retried when it expires. Other mailboxes are not
                // delayed.
                Err(error) => {
                    error.log("composing mail failed");
                    continue;
                }
            }
            let release = feed_readers::Release {
                reader: FeedReader::Mailbox,
                id: mailbox.player_id,
                lease: lease.clone(),
                at: self.app.env.now(),
            };
            // A conflict: another node has taken over.
            self.app.store.try_commit(release).await?;
        }
        if count > 0 {
            self.written.notify_one();
        }
        Ok(count)
    }

    /// Reads the rows of a player's feed that no mail has reported.
    async fn unreported_rows(&self, mailbox: &MailboxRow) -> Result<Vec<FeedItem>, StoreError> {
        let mut rows: Vec<FeedItem> = Vec::new();
        for _ in 0..MAX_PAGES {
            let after = rows.last().map_or(mailbox.feed_cursor, |row| row.number);
            let page = self.app.store.feed(&mailbox.player_id, after, PAGE_SIZE).await?;
            let is_last = page.len() < PAGE_SIZE as usize;
            rows.extend(page);
            if is_last {
                break;
            }
        }
        Ok(rows)
    }

    /// Returns true if mail to a player about these rows of the feed is held.
    fn is_held(&self, mailbox: &MailboxRow, rows: &[FeedItem]) -> bool {
        self.holds.is_held(&mailbox.player_id, rows.iter().map(|row| &*row.game_id))
    }

    /// Writes the news for a mailbox, unless a pending reply has more to report, or a limit is
    /// reached.
    async fn write_mailbox(
        &self,
        mailbox: &MailboxRow,
        lease: &str,
    ) -> Result<WriteOutcome, StoreError> {
        if self.holds.is_held(&mailbox.player_id, []) {
            return Ok(WriteOutcome::Nothing);
        }
        // Read the head first: every row that it counts is in the feed, unless it was deleted by
        // retention.
        let head = self.app.store.head(&mailbox.player_id).await?.last_seq;
        let mut rows = self.unreported_rows(mailbox).await?;
        let now = self.app.env.now();
        // A digest waits for its time, even if challenges by strangers are reported now.
        let is_due = mailbox.frequency != Frequency::Digest
            || mailbox.next_digest_at <= now
            || rows.iter().any(is_urgent);
        if !is_due {
            rows.clear();
        }
        let mut composed = outbox::Compose {
            player_id: mailbox.player_id.clone(),
            lease: lease.to_owned(),
            revision: mailbox.revision,
            from: mailbox.feed_cursor,
            to: if is_due {
                rows.last().map_or(head, |row| row.number)
            } else {
                mailbox.feed_cursor
            },
            next_digest_at: mailbox.next_digest_at,
            strangers_waiting: mailbox.strangers_waiting,
            strangers_at: mailbox.strangers_at,
            threads: Vec::new(),
            keys: Vec::new(),
            mails: Vec::new(),
            at: now,
        };
        let mut games: BTreeMap<&str, Vec<&FeedItem>> = BTreeMap::new();
        for row in &rows {
            games.entry(&row.game_id).or_default().push(row);
        }
        if self.is_held(mailbox, &rows) {
            return Ok(WriteOutcome::Nothing);
        }
        let may_wait = !rows.iter().any(is_urgent);
        let mut updates = Vec::new();
        for (game_id, rows) in games {
            match self.update_for_feed(mailbox, game_id, &rows, may_wait).await {
                Ok(PendingNews::Mail(update)) => updates.push(*update),
                Ok(PendingNews::Challenged) => composed.strangers_waiting = true,
                Ok(PendingNews::MoveDue) => return Ok(WriteOutcome::Nothing),
                Ok(PendingNews::Nothing) => {}
                Err(UpdateError::Store(error)) => return Err(error),
                Err(UpdateError::Game(error))
                    if rows.last().is_some_and(|row| self.is_recent(row.at)) =>
                {
                    return Err(StoreError::Failed(format!("game {game_id}: {error}")));
                }
                // Skip this game: the player's other games are still reported.
                Err(UpdateError::Game(error)) => {
                    tracing::error!(
                        game = game_id,
                        error,
                        "a game is left out of a notification mail"
                    )
                }
            }
        }
        // Folded news waits for more, unless it is urgent.
        let waits = may_wait && rows.first().is_some_and(|row| now.0 - row.at.0 < BATCH_DELAY);
        let timing = self.send_timing(mailbox, &updates, waits, now).await?;
        if timing == SendTiming::Later {
            composed.to = mailbox.feed_cursor;
        } else if !updates.is_empty() {
            sort_by_urgency(&mut updates);
            self.attach_all(mailbox, &mut updates).await?;
            if mailbox.frequency == Frequency::Digest || timing == SendTiming::Folded {
                if mailbox.frequency == Frequency::Digest {
                    composed.next_digest_at = now.plus_days(DIGEST_INTERVAL_DAYS);
                }
                if let Some((mail, key)) = self.render_digest(mailbox, &updates, now) {
                    composed.mails.push(mail);
                    composed.keys.extend(key);
                }
            } else {
                composed.mails = updates
                    .iter()
                    .filter_map(|update| self.render_game_mail(mailbox, update, now))
                    .collect();
            }
            for GameUpdate { thread, key, .. } in updates {
                composed.threads.push(thread);
                composed.keys.push(key);
            }
        }
        self.write_stranger_challenges(mailbox, &mut composed).await?;
        // Check again before the commit. If a reply is written after this check, its game's thread
        // differs from the one that was read, and the commit conflicts.
        if self.is_held(mailbox, &rows) {
            return Ok(WriteOutcome::Nothing);
        }
        let is_held = timing == SendTiming::Later;
        if is_held && composed.mails.is_empty() {
            return Ok(WriteOutcome::Held);
        }
        // A conflict: another node was faster.
        self.app.store.try_commit(composed).await?;
        Ok(if is_held { WriteOutcome::Held } else { WriteOutcome::Written })
    }

    /// Builds the files of everything that is sent now. Held mail has no files yet, because it is
    /// checked again every minute.
    async fn attach_all(
        &self,
        mailbox: &MailboxRow,
        updates: &mut [GameUpdate],
    ) -> Result<(), StoreError> {
        for update in updates {
            match self.attach(mailbox, update, OnSheetError::LeaveOut).await {
                Ok(()) => {}
                Err(UpdateError::Store(error)) => return Err(error),
                Err(UpdateError::Game(error)) if self.is_recent(update.last_row.1) => {
                    return Err(StoreError::Failed(format!(
                        "game {}: {error}",
                        update.news.game.id
                    )));
                }
                Err(UpdateError::Game(error)) => {
                    tracing::error!(
                        game = update.news.game.id,
                        error,
                        "a mail is sent without its attachments"
                    );
                }
            }
        }
        Ok(())
    }

    /// Returns true if a failure is retried for an event at this time, because the store may have
    /// failed only briefly.
    fn is_recent(&self, at: Time) -> bool {
        at.0 > self.app.env.age_time().0 - RETRY_WINDOW
    }

    /// Decides when news of games is sent. If any of it is sent at once, folded news goes with it.
    /// Otherwise folded news waits for more if `waits` is true.
    async fn send_timing(
        &self,
        mailbox: &MailboxRow,
        updates: &[GameUpdate],
        waits: bool,
        now: Time,
    ) -> Result<SendTiming, StoreError> {
        if updates.is_empty() {
            return Ok(SendTiming::AtOnce);
        }
        let mut earliest = SendTiming::Later;
        let mut latest = SendTiming::AtOnce;
        let mut sent = self.app.store.sent_count(&mailbox.player_id, Time(now.0 - DAY)).await?;
        for update in updates {
            let timing = timing(&self.config.limits, sent, update.news.strangers);
            earliest = earliest.min(timing);
            latest = latest.max(timing);
            // Count the mails of this round too.
            sent.to_player += 1;
            sent.of_strangers += u64::from(update.news.strangers);
            sent.total += 1;
        }
        Ok(match (earliest, latest) {
            (SendTiming::Folded, SendTiming::Folded) if waits => SendTiming::Later,
            // A round that would exceed the total limit is sent as one mail.
            (SendTiming::AtOnce | SendTiming::Folded, SendTiming::Later) => SendTiming::Folded,
            _ => latest,
        })
    }

    /// Writes a mail about challenges by strangers, if the player wants it and has not had one
    /// recently.
    async fn write_stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        composed: &mut outbox::Compose,
    ) -> Result<(), StoreError> {
        let wants =
            mailbox.strangers && matches!(mailbox.frequency, Frequency::Each | Frequency::Digest);
        composed.strangers_waiting &= wants;
        if !composed.strangers_waiting || composed.strangers_at > composed.at {
            return Ok(());
        }
        let sent = self.app.store.sent_count(&mailbox.player_id, Time(composed.at.0 - DAY)).await?;
        if sent.total >= u64::from(self.config.limits.total) {
            composed.strangers_at = Time(composed.at.0 + BATCH_DELAY);
            return Ok(());
        }
        let (updates, left_out) = match self
            .stranger_challenges(mailbox, &composed.threads, MAX_STRANGER_CHALLENGES)
            .await
        {
            Ok(challenges) => challenges,
            Err(UpdateError::Store(error)) => return Err(error),
            // Other mail is still written. This is retried later.
            Err(UpdateError::Game(error)) => {
                tracing::error!(
                    error,
                    "challenges by strangers are left out of notification mails"
                );
                composed.strangers_at = Time(composed.at.0 + BATCH_DELAY);
                return Ok(());
            }
        };
        composed.strangers_waiting = false;
        let mail = self.render_stranger_challenges(mailbox, &updates, left_out, composed.at);
        if let Some((mail, key)) = mail {
            composed.strangers_at = Time(composed.at.0 + STRANGER_MAIL_INTERVAL);
            composed.mails.push(mail);
            composed.keys.extend(key);
            for GameUpdate { thread, key, .. } in updates {
                composed.threads.push(thread);
                composed.keys.push(key);
            }
        }
        Ok(())
    }
}

/// Time at which a mail about a game is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SendTiming {
    /// Now, as a separate mail.
    AtOnce,
    /// In one mail with all other news: with the next mail that is sent at once, or within an hour.
    Folded,
    /// As soon as the limit allows, in one mail with all news up to then.
    Later,
}

/// Decides when a mail about a game is sent to a player, after the mails of the last 24 hours.
/// `strangers` is true if the game has not begun and has a player unknown to the recipient.
fn timing(limits: &MailLimits, sent: MailCounts, strangers: bool) -> SendTiming {
    if sent.total >= u64::from(limits.total) {
        return SendTiming::Later;
    }
    let is_full = sent.to_player >= u64::from(limits.to_player)
        || strangers && sent.of_strangers >= u64::from(limits.of_strangers);
    if is_full { SendTiming::Folded } else { SendTiming::AtOnce }
}

#[cfg(test)]
mod tests {
    use broadside_domain::limits::Limits;

    use super::*;

    fn sent(to_player: u64, of_strangers: u64, total: u64) -> MailCounts {
        MailCounts { to_player, of_strangers, total }
    }

    #[test]
    fn mail_about_games_is_folded_and_delayed_but_never_dropped() {
        let limits = Limits::NORMAL.mail;
        for (sent, strangers, expected) in [
            (sent(0, 0, 0), false, SendTiming::AtOnce),
            (sent(199, 19, 19_999), false, SendTiming::AtOnce),
            (sent(200, 0, 200), false, SendTiming::Folded),
            (sent(19, 19, 19), true, SendTiming::AtOnce),
            // The limit for games with strangers counts only mail about them, and applies only to
            // such mail.
            (sent(150, 0, 150), true, SendTiming::AtOnce),
            (sent(30, 30, 30), false, SendTiming::AtOnce),
            (sent(20, 20, 20), true, SendTiming::Folded),
            (sent(0, 0, 20_000), false, SendTiming::Later),
            (sent(500, 500, 20_000), true, SendTiming::Later),
        ] {
            assert_eq!(timing(&limits, sent, strangers), expected, "{sent:?}");
            assert_eq!(timing(&Limits::NONE.mail, sent, strangers), SendTiming::AtOnce);
        }
    }
}
