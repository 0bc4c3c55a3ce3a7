//! Activity feeds of players.

use broadside_domain::feed::{FeedHead, FeedItem, FeedItemKind, Notification, NotificationKind};
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::feed_readers;
use crate::players::player_exists;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

const REMINDER: &str = "reminder";
const MESSAGE: &str = "message";
const RESTORED: &str = "restored";

/// Table of the counters of feeds. The erasure waits for a step that has locked the counter, and what
/// that step added is deleted with the rest.
pub(crate) const HEADS: Table = Table {
    erase_player: &["DELETE FROM feed_heads WHERE player_id = $1"],
    ..Table::new("feed_heads")
};

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM feed WHERE player_id = $1"],
    age_columns: &["at"],
    ..Table::new("feed")
};

impl Record for FeedItem {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let seq: i64 = row.get("seq")?;
        let what = match &*row.get::<String>("kind")? {
            REMINDER => FeedItemKind::Notice(NotificationKind::Deadline(Time(seq))),
            MESSAGE => FeedItemKind::Notice(NotificationKind::Message(seq as u64)),
            RESTORED => FeedItemKind::Notice(NotificationKind::Restored(seq as u64)),
            _ => FeedItemKind::Events { seq: seq as u64, event_count: row.get("event_count")? },
        };
        Ok(Self {
            number: row.get("number")?,
            game_id: row.get("game_id")?,
            what,
            at: row.get("at")?,
        })
    }
}

impl Backend {
    /// Returns the counters of these players' feeds. Leaves out players without a feed.
    pub async fn feed_heads(
        &self,
        player_ids: &[String],
    ) -> Result<Vec<(String, FeedHead)>, StoreError> {
        let condition = self.dialect().is_one_of("player_id", "$1");
        let sql = format!("SELECT player_id, last_seq, enabled FROM feed_heads WHERE {condition}");
        let rows: Vec<(String, u64, bool)> =
            query_text(sql).bind(player_ids).fetch_all(self.readers()).await?;
        Ok(rows
            .into_iter()
            .map(|(id, last_seq, enabled)| (id, FeedHead { last_seq, enabled }))
            .collect())
    }

    /// Returns the entries of a player's feed after a number, oldest first. Old entries may be
    /// deleted already.
    pub async fn feed(
        &self,
        player_id: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<FeedItem>, StoreError> {
        let items = query(
            "SELECT number, game_id, seq, event_count, kind, at FROM feed WHERE player_id = $1 AND number > $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(player_id)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(items)
    }
}

/// Enables the feed of a player, and returns its last number. Waits for moves in progress that saw
/// the feed disabled.
pub(crate) async fn enable(db: &mut Connection<'_>, player_id: &str) -> Result<i64, sqlx::Error> {
    query(
        "INSERT INTO feed_heads (player_id, last_seq, enabled) VALUES ($1, 0, TRUE) \
         ON CONFLICT (player_id) DO UPDATE SET enabled = TRUE RETURNING last_seq",
    )
    .bind(player_id)
    .fetch_value(&mut *db)
    .await
}

/// Enables the feed of a player: from now on, events of the player's games are written to it. A
/// conflict if the account is deleted.
#[derive(Clone)]
pub struct Enable {
    pub player_id: String,
}

impl Write for Enable {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if !player_exists(db, &self.player_id).await? {
            return Ok(WriteResult::Conflict);
        }
        enable(db, &self.player_id).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes entries from before a time, except those that a webhook or a mailbox has yet to read.
pub fn delete_old(before: Time) -> DeleteOld {
    DeleteOld::new(
        format!("DELETE FROM feed WHERE at < $1 AND {}", feed_readers::is_read()),
        before,
    )
}

/// Adds notices to the feeds of players. A write does this last, and in the order of the players:
/// steps also lock the counters of feeds last, so that two nodes cannot deadlock.
pub(crate) async fn append_notices(
    db: &mut Connection<'_>,
    notices: &[Notification],
) -> Result<(), sqlx::Error> {
    let mut notices: Vec<_> = notices.iter().collect();
    notices.sort_by(|a, b| a.player_id.cmp(&b.player_id));
    for notice in notices {
        // A deleted account has no counter, and gets no notice.
        let number: Option<i64> = query(
            "UPDATE feed_heads SET last_seq = last_seq + 1 WHERE player_id = $1 RETURNING last_seq",
        )
        .bind(&notice.player_id)
        .fetch_optional_value(&mut *db)
        .await?;
        let Some(number) = number else { continue };
        insert_notice(db, notice, number).await?;
    }
    Ok(())
}

/// Adds a notice to a feed, with its number there.
pub(crate) async fn insert_notice(
    db: &mut Connection<'_>,
    notice: &Notification,
    number: i64,
) -> Result<(), sqlx::Error> {
    let (kind, subject) = match notice.about {
        NotificationKind::Deadline(at) => (REMINDER, at.0),
        NotificationKind::Message(number) => (MESSAGE, number as i64),
        NotificationKind::Restored(number) => (RESTORED, number as i64),
    };
    query(
        "INSERT INTO feed (player_id, number, game_id, seq, event_count, at, kind) VALUES ($1, $2, $3, $4, 1, $5, $6)",
    )
    .bind(&notice.player_id)
    .bind(number)
    .bind(&notice.game_id)
    .bind(subject)
    .bind(notice.at)
    .bind(kind)
    .execute(db)
    .await?;
    Ok(())
}
