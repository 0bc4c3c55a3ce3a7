//! Invitation codes of seats.

use broadside_engine::seat::Seat;

use crate::sql::{Connection, query};
use crate::write::{Write, WriteResult};

/// Replaces the invitation code of a seat. A conflict unless the log of the game still has the
/// length `from`.
#[derive(Clone)]
pub struct Replace {
    pub game_id: String,
    /// Length of the log that the change was decided on.
    pub from: u64,
    pub seat: Seat,
    /// Hash of the new code; empty for no code.
    pub code_hash: String,
}

impl Write for Replace {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { game_id, from, seat, code_hash } = self;
        let updated = query(
            "UPDATE games SET meta_version = meta_version + 1 WHERE id = $1 AND version = $2",
        )
        .bind(game_id)
        .bind(*from)
        .execute(db)
        .await?;
        if updated == 0 {
            return Ok(WriteResult::Conflict);
        }
        query("UPDATE seats SET code_hash = $3 WHERE game_id = $1 AND seat = $2")
            .bind(game_id)
            .bind(i64::from(seat.number()))
            .bind(code_hash)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}
