//! Tickets that open an event stream once.

use broadside_domain::player::TicketRow;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

const COLUMNS: &str = "hash, player_id, token_hash, expires_at";

pub(crate) const TABLE: Table = Table {
    restored: &["DELETE FROM stream_tickets"],
    erase_player: &["DELETE FROM stream_tickets WHERE player_id = $1"],
    age_columns: &["expires_at"],
    ..Table::new("stream_tickets")
};

impl Record for TicketRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            hash: row.get("hash")?,
            player_id: row.get("player_id")?,
            token_hash: row.get("token_hash")?,
            expires_at: row.get("expires_at")?,
        })
    }
}

impl Backend {
    pub async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM stream_tickets WHERE hash = $1");
        Ok(query_text(sql).bind(hash).fetch_optional(self.readers()).await?)
    }
}

#[derive(Clone)]
pub struct Add {
    pub ticket: TicketRow,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query_text(format!("INSERT INTO stream_tickets ({COLUMNS}) VALUES ($1, $2, $3, $4)"))
            .bind(&self.ticket.hash)
            .bind(&self.ticket.player_id)
            .bind(&self.ticket.token_hash)
            .bind(self.ticket.expires_at)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}

/// Spends a ticket. A conflict if there is no such ticket.
#[derive(Clone)]
pub struct Spend {
    pub hash: String,
}

impl Write for Spend {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let spent = query("DELETE FROM stream_tickets WHERE hash = $1")
            .bind(&self.hash)
            .execute(db)
            .await?;
        Ok(WriteResult::if_any(spent))
    }
}

/// Deletes tickets that have expired by a time.
pub fn delete_expired(by: Time) -> DeleteOld {
    DeleteOld::new("DELETE FROM stream_tickets WHERE expires_at <= $1", by)
}
