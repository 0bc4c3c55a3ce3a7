//! Writing what feeds say as mails.

use std::collections::BTreeMap;

use super::Postmaster;
use super::told::{Failure, Written};
use crate::ambient::{HOUR, Time};
use crate::store::{Cadence, Change, CommitError, Composed, FeedRow, MailChange, MailboxRow, StoreError};

/// How long a mailbox belongs to a node that writes for it: longer than that takes.
const LEASE: i64 = 60_000;
/// How many mailboxes are written for in one go.
const AT_ONCE: u32 = 16;
/// How many rows of a feed are looked up at once, and how often at the most before something is written.
const PAGE: u32 = 200;
const PAGES: usize = 50;
/// For how long it is tried to tell of something in a game that cannot be read.
const PATIENCE: i64 = HOUR;
/// After how many days there may be another digest.
const DIGEST_DAYS: u32 = 1;

impl Postmaster {
    /// Writes mails for mailboxes with something new, some of them; for how many.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn write_due(&self) -> Result<usize, StoreError> {
        let lease = data_encoding::HEXLOWER.encode(&self.ambient.bytes::<16>());
        let now = self.ambient.now();
        let mut mailboxes = self.store.lease_mailboxes(now, Time(now.0 + LEASE), &lease, AT_ONCE).await?;
        // In an order that follows from nothing but who they are.
        mailboxes.sort_by(|one, other| one.player_id.cmp(&other.player_id));
        let mut count = 0;
        for mailbox in mailboxes {
            match self.write_for(&mailbox, &lease).await {
                Ok(true) => count += 1,
                // Its turn comes when that is done.
                Ok(false) => {}
                // It is tried again when the lease has run out, and others are not held up.
                Err(error) => {
                    tracing::error!(%error, "mail could not be written");
                    continue;
                }
            }
            let release = MailChange::Release {
                player_id: mailbox.player_id,
                lease: lease.clone(),
                at: self.ambient.now(),
            };
            self.commit(release).await?;
        }
        if count > 0 {
            self.written.notify_one();
        }
        Ok(count)
    }

    /// Makes a change; what others have come before is left to them.
    async fn commit(&self, change: MailChange) -> Result<(), StoreError> {
        match self.store.commit(Change::Mail(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// What a player's feed says that no mail has told of.
    async fn unread(&self, mailbox: &MailboxRow) -> Result<Vec<FeedRow>, StoreError> {
        let mut rows: Vec<FeedRow> = Vec::new();
        for _ in 0..PAGES {
            let after = rows.last().map_or(mailbox.position, |row| row.number);
            let page = self.store.feed(&mailbox.player_id, after, PAGE).await?;
            let whole = page.len() == PAGE as usize;
            rows.extend(page);
            if !whole {
                break;
            }
        }
        Ok(rows)
    }

    /// Writes what is new for a mailbox, unless a letter is being carried out that has more to tell; whether it did.
    async fn write_for(&self, mailbox: &MailboxRow, lease: &str) -> Result<bool, StoreError> {
        if self.answering.holds(&mailbox.player_id, []) {
            return Ok(false);
        }
        // In this order: what the head counts is in the feed, unless it has been forgotten.
        let head = self.store.head(&mailbox.player_id).await?.number;
        let rows = self.unread(mailbox).await?;
        let now = self.ambient.now();
        let mut composed = Composed {
            player_id: mailbox.player_id.clone(),
            lease: lease.to_owned(),
            changed_at: mailbox.changed_at,
            from: mailbox.position,
            to: rows.last().map_or(head, |row| row.number),
            digest_at: mailbox.digest_at,
            threads: Vec::new(),
            keys: Vec::new(),
            mails: Vec::new(),
            at: now,
        };
        let mut games: BTreeMap<&str, Vec<&FeedRow>> = BTreeMap::new();
        for row in &rows {
            games.entry(&row.game_id).or_default().push(row);
        }
        let held = || self.answering.holds(&mailbox.player_id, rows.iter().map(|row| &*row.game_id));
        if held() {
            return Ok(false);
        }
        let mut all = Vec::new();
        for (game_id, rows) in games {
            match self.written_of(mailbox, game_id, &rows).await {
                Ok(written) => all.extend(written),
                Err(Failure::Store(error)) => return Err(error),
                // It may be that the store has failed for a moment only.
                Err(Failure::Game(error))
                    if self.ambient.suspended().is_some()
                        || rows.last().is_some_and(|row| row.at.0 > now.0 - PATIENCE) =>
                {
                    return Err(StoreError::Failed(format!("game {game_id}: {error}")));
                }
                // The player's other games are told of all the same.
                Err(Failure::Game(error)) => {
                    tracing::error!(game = game_id, error, "no mail tells of a game")
                }
            }
        }
        if !all.is_empty() {
            if mailbox.cadence == Cadence::Digest {
                composed.digest_at = now.plus_days(DIGEST_DAYS);
                if let Some((mail, key)) = self.digest(mailbox, &all, now) {
                    composed.mails.push(mail);
                    composed.keys.extend(key);
                }
            } else {
                composed.mails = all.iter().filter_map(|written| self.mail(mailbox, written, now)).collect();
            }
            for Written { thread, key, .. } in all {
                composed.threads.push(thread);
                composed.keys.push(key);
            }
        }
        // Asked again at the end: whatever a letter has done since is in a thread that is not as it was read.
        if held() {
            return Ok(false);
        }
        self.commit(MailChange::Compose(composed)).await.map(|()| true)
    }
}
