//! Readers of the players' feeds: webhooks and mailboxes. The row of each has a cursor, which is
//! the number of the last entry that was read, and a lease, so that one node at a time reads on.

use broadside_domain::time::Time;

use crate::sql::{Connection, query_text};
use crate::write::{Write, WriteResult};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedReader {
    /// Webhooks, by their ids.
    Webhook,
    /// Mailboxes, by the ids of their players.
    Mailbox,
}

const ALL: [FeedReader; 2] = [FeedReader::Webhook, FeedReader::Mailbox];

impl FeedReader {
    pub(crate) const fn table(self) -> &'static str {
        match self {
            Self::Webhook => "webhooks",
            Self::Mailbox => "mailboxes",
        }
    }

    /// Returns the column with the id of a reader.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Webhook => "id",
            Self::Mailbox => "player_id",
        }
    }

    /// Returns the condition that reader `t` is turned on.
    pub(crate) const fn is_active(self) -> &'static str {
        match self {
            Self::Webhook => "t.state = 'active'",
            Self::Mailbox => {
                "t.address_normalized IS NOT NULL AND t.state = 'active' AND t.frequency <> 'off'"
            }
        }
    }
}

/// Condition that the feed has entries that reader `t` has not read.
pub(crate) const HAS_NEWS: &str =
    "t.feed_cursor < (SELECT h.last_seq FROM feed_heads h WHERE h.player_id = t.player_id)";

/// Number of the last entry of the feed of reader `t`.
pub(crate) const LAST_NUMBER: &str =
    "coalesce((SELECT h.last_seq FROM feed_heads h WHERE h.player_id = t.player_id), 0)";

/// Returns the condition that no reader that is turned on has yet to read the entry of `feed`.
pub(crate) fn is_read() -> String {
    ALL.map(is_read_by).join(" AND ")
}

fn is_read_by(reader: FeedReader) -> String {
    let table = reader.table();
    let is_active = reader.is_active();
    format!(
        "NOT EXISTS (SELECT 1 FROM {table} t WHERE t.player_id = feed.player_id AND {is_active} \
         AND t.feed_cursor < feed.number)"
    )
}

/// Moves the cursor of a reader, if the lease is held, the cursor has not moved, and the reader is
/// turned on. Returns true if it was moved. The row stays locked.
pub(crate) async fn advance(
    db: &mut Connection<'_>,
    reader: FeedReader,
    id: &str,
    lease: &str,
    [from, to]: [u64; 2],
) -> Result<bool, sqlx::Error> {
    let table = reader.table();
    let column = reader.id();
    let is_active = reader.is_active();
    let sql = format!(
        "UPDATE {table} AS t SET feed_cursor = $4 WHERE {column} = $1 AND lease = $2 AND feed_cursor = $3 AND {is_active}"
    );
    let advance = query_text(sql).bind(id).bind(lease).bind(from).bind(to);
    Ok(advance.execute(db).await? > 0)
}

/// Releases a reader of a feed. A conflict if the lease is lost.
#[derive(Clone)]
pub struct Release {
    pub reader: FeedReader,
    pub id: String,
    pub lease: String,
    pub at: Time,
}

impl Write for Release {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { reader, id, lease, at } = self;
        let table = reader.table();
        let column = reader.id();
        let released = query_text(format!(
            "UPDATE {table} SET lease = NULL, leased_until = $3 WHERE {column} = $1 AND lease = $2"
        ))
        .bind(id)
        .bind(lease)
        .bind(*at)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(released))
    }
}
