//! Accounts: how they begin, and what is erased when they are deleted.

use std::sync::Arc;

use broadside_domain::player::{PlayerRow, TokenRow};

use crate::sql::{Connection, query};
use crate::tables::TABLES;
use crate::write::{AnyWrite, Write, WriteResult};
use crate::{players, tokens};

/// Creates a player with a first token.
#[derive(Clone)]
pub struct Create {
    pub player: PlayerRow,
    pub token: TokenRow,
}

impl Write for Create {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        players::insert(db, &self.player).await?;
        tokens::insert_token(db, &self.token).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes the account of a player, for good, and everything about the player except that they sat
/// in games. A conflict if it is already deleted.
#[derive(Clone)]
pub struct Delete {
    pub id: String,
    /// Write of the caller that is made after the deletion. It must not end in a conflict, which
    /// would not undo the deletion.
    pub extra_write: Option<Arc<dyn AnyWrite>>,
}

impl Write for Delete {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if players::set_name(db, &self.id, None).await? == WriteResult::Conflict {
            return Ok(WriteResult::Conflict);
        }
        for table in &TABLES {
            for statement in table.erase_player {
                query(statement).bind(&self.id).execute(db).await?;
            }
        }
        match &self.extra_write {
            Some(write) => write.apply_boxed(db).await,
            None => Ok(WriteResult::Applied),
        }
    }
}
